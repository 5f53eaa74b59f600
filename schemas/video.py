"""What is known of a rendered video: its clock and its three digests."""

from .record import Record


class Video(Record, frozen=True):
    """One video file, frame by frame addressable: time = frame / fps, at a constant rate."""

    renderer: str
    """Back end that drew it: matplotlib, terminal."""
    style: str
    width: int
    """Pixels, even."""
    height: int
    fps: int
    """Frames a second."""
    frames: int
    """Exact number of frames."""
    reveal: tuple[int, int]
    """First frame of the reveal and the frame after its last; the state can be read in all of them."""
    ops: tuple[tuple[int, int], ...]
    """For each operation the first frame of its motion and the frame after its last."""
    planes: str
    """SHA-256 over the SHA-256 of each frame's raw yuv420p planes before encoding: equal everywhere."""
    decoded: str
    """SHA-256 over size and checksum of each decoded frame: equal for one encoder build on x86-64."""
    file: str
    """SHA-256 of the mp4 file: equal for one encoder build on x86-64."""
    encoder: str
    """Version line of the encoder."""
