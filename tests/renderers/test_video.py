import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from reelproof.core.errors import BackendFailed, BadParams, MissingPart
from reelproof.renderers import video
from reelproof.renderers.video import encode, encoder

SIZE = 64 * 48 * 3 // 2


def children():
    """Processes whose parent we are."""
    tasks = Path("/proc/self/task").glob("*/children")
    return {pid for task in tasks for pid in task.read_text().split()}


def frames(count):
    """Frames of noise that moves: each byte pattern is a rotation of the last."""
    base = bytes((i * 7 + i // 64) % 200 + 20 for i in range(SIZE))
    for n in range(count):
        yield base[n:] + base[:n]


def probe(path):
    return subprocess.run([encoder(), "-i", str(path)], capture_output=True, text=True).stderr


def test_a_file_is_h264_in_yuv420p_tagged_constant_rate_with_its_index_in_front(tmp_path):
    path = tmp_path / "a.mp4"
    done = encode(frames(50), path, width=64, height=48, fps=25)
    told = probe(path)
    assert re.search(r"Video: h264 .*yuv420p\(tv, smpte170m", told), told
    assert "25 fps" in told and "00:00:02.00" in told and done.frames == 50
    data = path.read_bytes()
    assert data.index(b"moov") < data.index(b"mdat")
    assert [p.name for p in tmp_path.iterdir()] == ["a.mp4"]


def test_the_same_frames_give_the_same_file_and_other_frames_do_not(tmp_path):
    one = encode(frames(30), tmp_path / "a.mp4", width=64, height=48, fps=25)
    two = encode(frames(30), tmp_path / "b.mp4", width=64, height=48, fps=25)
    other = encode(list(frames(30))[::-1], tmp_path / "c.mp4", width=64, height=48, fps=25)
    assert one == two
    assert not {one.planes, one.decoded, one.file} & {other.planes, other.decoded, other.file}


def test_lossless_gives_the_planes_back(tmp_path):
    path, sent = tmp_path / "a.mp4", list(frames(12))
    encode(sent, path, width=64, height=48, fps=25, quality="lossless")
    line = [encoder(), "-loglevel", "error", "-i", str(path), "-f", "rawvideo", "-pix_fmt", "yuv420p", "-"]
    assert subprocess.run(line, capture_output=True, check=True).stdout == b"".join(sent)


@pytest.mark.parametrize(("width", "height"), [(853, 480), (480, 853), (0, 48)])
def test_odd_sizes_are_refused_before_the_first_frame_is_drawn(tmp_path, width, height):
    def never():
        raise AssertionError("a frame was asked for")
        yield b""

    with pytest.raises(BadParams):
        encode(never(), tmp_path / "a.mp4", width=width, height=height, fps=25)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("fault", [KeyboardInterrupt, ValueError, GeneratorExit])
def test_an_encode_that_is_stopped_leaves_no_file_and_no_process(tmp_path, fault):
    def stopped():
        yield from frames(20)
        raise fault

    before = children()
    with pytest.raises(fault):
        encode(stopped(), tmp_path / "a.mp4", width=64, height=48, fps=25)
    assert not list(tmp_path.iterdir())
    assert children() <= before


def test_a_frame_of_the_wrong_size_is_refused(tmp_path):
    with pytest.raises(BackendFailed):
        encode([b"\0" * (SIZE - 1)], tmp_path / "a.mp4", width=64, height=48, fps=25)
    assert not list(tmp_path.iterdir())


def test_a_clip_without_frames_is_refused(tmp_path):
    with pytest.raises(BackendFailed):
        encode([], tmp_path / "a.mp4", width=64, height=48, fps=25)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits file sizes as Linux does")
def test_a_disk_that_takes_no_more_ends_with_code_four_and_no_file(tmp_path):
    code = f"""
import resource, signal, sys
sys.path[:0] = [{str(Path(__file__).parent)!r}]
from test_video import frames
from reelproof.core.errors import BackendFailed
from reelproof.renderers.video import encode, encoder, encoder_version
from pathlib import Path
encoder_version(encoder())
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    encode(frames(400), Path({str(tmp_path / "a.mp4")!r}), width=64, height=48, fps=25)
except BackendFailed as fault:
    assert fault.hint
    sys.exit(fault.exit_code)
"""
    env = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2] / "src")}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env)
    assert done.returncode == 4, done.stderr.decode()
    assert not list(tmp_path.iterdir())


def test_a_missing_encoder_names_the_command_that_installs_it(tmp_path, monkeypatch):
    monkeypatch.setattr(video, "encoder", lambda: str(tmp_path / "no-ffmpeg"))
    with pytest.raises(MissingPart) as caught:
        encode(frames(1), tmp_path / "a.mp4", width=64, height=48, fps=25)
    assert caught.value.exit_code == 3 and "pip install imageio-ffmpeg" in caught.value.hint


def test_an_unwritable_place_is_refused(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(BackendFailed):
        encode(frames(3), tmp_path / "file" / "a.mp4", width=64, height=48, fps=25)
