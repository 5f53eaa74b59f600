"""What is known of the rendered video of a metric scene: its clock and its three digests."""

from .record import Record


class Film(Record, frozen=True):
    """One video file, frame by frame addressable: time = frame / fps, at a constant rate.

    The digests are those of `schemas.video.Video`.
    """

    renderer: str
    """What drew it: gl, blender."""
    width: int
    """Pixels, even."""
    height: int
    fps: int
    """Frames a second."""
    frames: int
    """Exact number of frames."""
    planes: str
    """SHA-256 over the SHA-256 of each frame's raw yuv420p planes before encoding."""
    decoded: str
    """SHA-256 over size and checksum of each decoded frame."""
    file: str
    """SHA-256 of the mp4 file."""
    encoder: str
    """Version line of the encoder."""
