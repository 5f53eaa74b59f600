"""Frames to mp4: one encoder line, three digests, a whole file or none."""

import subprocess
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Literal, NamedTuple

from ..core.digests import file_digest
from ..core.errors import BackendFailed, BadParams, MissingPart
from ..core.files import replacing

Quality = Literal["standard", "lossless"]
"""standard: x264 at CRF 18; lossless: x264 at QP 0, the planes come back bit for bit."""

_RATE: dict[Quality, tuple[str, str]] = {"standard": ("-crf", "18"), "lossless": ("-qp", "0")}
_TAGS = "-color_range tv -colorspace smpte170m -color_primaries smpte170m -color_trc smpte170m"


class Encoded(NamedTuple):
    """What is known of an encoded file; the digests are those of `schemas.video.Video`."""

    frames: int
    planes: str
    decoded: str
    file: str
    encoder: str


@cache
def encoder() -> str:
    """Path of the ffmpeg that imageio-ffmpeg brings; raises MissingPart without one."""
    try:
        from imageio_ffmpeg import get_ffmpeg_exe

        return str(get_ffmpeg_exe())
    except (ImportError, RuntimeError) as fault:
        raise MissingPart(
            f"there is no ffmpeg to encode video with: {str(fault).splitlines()[0]}",
            hint="pip install imageio-ffmpeg",
        ) from fault


@cache
def encoder_version(exe: str) -> str:
    """First line of `ffmpeg -version`, without the copyright."""
    try:
        told = subprocess.run([exe, "-version"], capture_output=True, check=True, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.CalledProcessError) as fault:
        raise MissingPart(f"ffmpeg at {exe} does not run: {fault}", hint="pip install imageio-ffmpeg") from fault
    return told.stdout.decode("utf-8", "replace").partition("\n")[0].partition(" Copyright")[0].strip()


def encoder_line(exe: str, width: int, height: int, fps: int, quality: Quality, target: Path) -> list[str]:
    """The one encoder command: frames on its standard input, an mp4 at `target`.

    One thread, constant quality, no macroblock tree, no lookahead and no SEI: each of them would make
    the bytes depend on the machine. Of x264's presets ultrafast alone gives the same bytes with and
    without vector instructions, and it takes two thirds of superfast's time for twice the size (about
    25 kB a second of a board clip). The colours are tagged, so that players agree on them.
    """
    # A frame a read: a tenth less CPU than reads of 32 kB, the same bytes.
    line = [exe, "-y", "-loglevel", "error", "-blocksize", str(width * height * 3 // 2)]
    line += [
        "-f",
        "rawvideo",
        "-pix_fmt",
        "yuv420p",
        "-s",
        f"{width}x{height}",
        "-r",
        str(fps),
        "-i",
        "-",
        "-an",
        "-c:v",
        "libx264",
    ]
    line += ["-preset", "ultrafast", *_RATE[quality], "-threads", "1", "-x264-params", "mbtree=0:rc-lookahead=0"]
    line += ["-pix_fmt", "yuv420p", *_TAGS.split(), "-fflags", "+bitexact", "-flags:v", "+bitexact"]
    line += ["-bsf:v", "filter_units=remove_types=6", "-movflags", "+faststart", "-f", "mp4"]
    return [*line, str(target)]


def encode(
    frames: Iterable[bytes], path: Path, *, width: int, height: int, fps: int, quality: Quality = "standard"
) -> Encoded:
    """Write yuv420p frames as H.264 in mp4 (constant rate, tagged BT.601, index in front).

    The file takes its place only when it is whole, has been decoded again and has every frame. Raises
    BadParams for sizes that 4:2:0 cannot hold, MissingPart without an encoder, BackendFailed when the
    encoder or the disk gives up; then no file is left and no process runs on.
    """
    if width % 2 or height % 2 or min(width, height) < 16:
        raise BadParams(
            f"{width}x{height} cannot be encoded: both sides must be even and at least 16",
            hint=f"try {max(16, width + width % 2)}x{max(16, height + height % 2)}",
        )
    exe = encoder()
    version = encoder_version(exe)
    with replacing(path) as part:
        count, planes = _fed(
            encoder_line(exe, width, height, fps, quality, part), frames, width * height * 3 // 2, path
        )
        decoded = _decoded(exe, part, count)
        return Encoded(count, planes, decoded, file_digest(part), version)


def _fed(line: list[str], frames: Iterable[bytes], size: int, path: Path) -> tuple[int, str]:
    """Feed the encoder; gives the number of frames and the digest of their planes."""
    total, count, last, last_digest = sha256(), 0, b"", b""
    # A file, not a pipe, takes the encoder's complaints: it can never fill up and stall the encoder.
    with TemporaryFile() as complaints:
        try:
            # A process group of its own: Ctrl-C is ours to handle, the encoder must not see it first.
            child = subprocess.Popen(
                line, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=complaints, process_group=0
            )
        except OSError as fault:
            raise MissingPart(f"ffmpeg does not start: {fault}", hint="pip install imageio-ffmpeg") from fault
        try:
            assert child.stdin is not None
            _widen(child.stdin)
            broken = False
            for frame in frames:
                if len(frame) != size:
                    raise BackendFailed(f"frame {count} has {len(frame)} bytes instead of {size}")
                if frame is not last:
                    last, last_digest = frame, sha256(frame).digest()
                total.update(last_digest)
                count += 1
                try:
                    child.stdin.write(frame)
                except BrokenPipeError:
                    broken = True
                    break
            try:
                child.stdin.close()
            except BrokenPipeError:
                broken = True
            if child.wait() != 0 or broken:
                raise _refusal(complaints, child.returncode, path)
        finally:
            if child.poll() is None:
                child.kill()
                child.wait()
            if child.stdin is not None and not child.stdin.closed:
                with suppress(BrokenPipeError):
                    child.stdin.close()
    if not count:
        raise BackendFailed(f"{path} would have no frame", hint="this is a bug of the back end")
    return count, total.hexdigest()


def _widen(pipe: IO[bytes]) -> None:
    """A larger pipe where the system has them: fewer switches between the two processes."""
    try:
        from fcntl import F_SETPIPE_SZ, fcntl

        fcntl(pipe.fileno(), F_SETPIPE_SZ, 1 << 20)
    except (ImportError, OSError):
        pass


def _refusal(complaints: IO[bytes], code: int, path: Path) -> BackendFailed:
    complaints.seek(0)
    text = complaints.read(1 << 16).decode("utf-8", "replace")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    full = next((line for line in lines if "No space left" in line), None)
    if full is not None:
        return BackendFailed(
            f"the disk is full: {path} was not written",
            hint="free some space or choose another folder with --out, then run the same command again",
        )
    why = lines[-1][:200] if lines else f"it ended with code {code}"
    return BackendFailed(f"the encoder gave up on {path}: {why}", hint="run the same command again")


def _decoded(exe: str, part: Path, count: int) -> str:
    """Digest of the decoded frames; raises BackendFailed unless each of them comes back.

    The decoder's own checksums (framecrc) are digested, not the frames: moving 350 kB a frame through
    a pipe to hash it costs twice what decoding does.
    """
    line = [exe, "-loglevel", "error", "-threads", "1", "-i", str(part), "-map", "0:v"]
    line += ["-fps_mode", "passthrough", "-f", "framecrc", "-"]
    told = subprocess.run(line, capture_output=True, stdin=subprocess.DEVNULL, process_group=0)
    rows = [row for row in told.stdout.split(b"\n") if row and not row.startswith(b"#")]
    if told.returncode != 0 or len(rows) != count:
        raise BackendFailed(
            f"{part.stem} does not decode: {len(rows)} of {count} frames came back",
            hint="run the same command again",
        )
    sums = (b",".join(field.strip() for field in row.split(b",")[-2:]) for row in rows)
    return sha256(b"\n".join(sums)).hexdigest()


def decoded_digest(path: Path, frames: int) -> str:
    """The `decoded` digest of a file that should have so many frames; raises BackendFailed otherwise."""
    return _decoded(encoder(), path, frames)
