"""The ordinary script, as a baseline: FuncAnimation that clears and redraws its axes at every frame.

Same clip as ours (a 3x3 board, the same moves, size, rate and moments), written the way it is usually
written: patches and texts, title, ticks and grid, saved by Matplotlib's own ffmpeg writer with the
encoder preset and quality that we use.
"""

from pathlib import Path


def film(
    boards: list[list[int]],
    moves: list[tuple[int, int]],
    clock: list[tuple[str, int, float]],
    fps: int,
    path: Path,
) -> None:
    """Boards before and after each move, (from, to) cells a move, (kind, step, t) a frame."""
    import imageio_ffmpeg
    import matplotlib

    matplotlib.use("Agg")
    matplotlib.rcParams["animation.ffmpeg_path"] = imageio_ffmpeg.get_ffmpeg_exe()
    import matplotlib.pyplot as plt
    from matplotlib.animation import FFMpegWriter, FuncAnimation
    from matplotlib.patches import Rectangle

    figure, ax = plt.subplots(figsize=(4.8, 4.8), dpi=100)

    def tile(x: float, y: float, text: str) -> None:
        ax.add_patch(Rectangle((x + 0.04, y + 0.04), 0.92, 0.92, facecolor="tab:blue", edgecolor="black"))
        ax.text(x + 0.5, y + 0.5, text, ha="center", va="center", fontsize=28, color="white")

    def draw(frame: int) -> None:
        kind, step, t = clock[frame]
        ax.clear()
        ax.set_xlim(0, 3)
        ax.set_ylim(3, 0)
        ax.set_xticks([0.5, 1.5, 2.5], ["1", "2", "3"])
        ax.set_yticks([0.5, 1.5, 2.5], ["a", "b", "c"])
        ax.grid(True)
        ax.set_title("Sliding puzzle")
        for index, digit in enumerate(boards[step]):
            row, column = divmod(index, 3)
            if digit == 0:
                continue
            if kind == "motion" and index == moves[step][0]:
                to_row, to_column = divmod(moves[step][1], 3)
                way = t * t * (3 - 2 * t)
                tile(column + (to_column - column) * way, row + (to_row - row) * way, "")
                ax.annotate(
                    "",
                    (to_column + 0.5, to_row + 0.5),
                    (column + 0.5, row + 0.5),
                    arrowprops={"color": "red", "width": 3},
                )
            else:
                tile(column, row, str(digit) if kind == "shown" else "")

    animation = FuncAnimation(figure, draw, frames=len(clock), interval=1000 / fps)
    writer = FFMpegWriter(
        fps=fps,
        codec="libx264",
        extra_args=["-preset", "ultrafast", "-crf", "18", "-threads", "1", "-pix_fmt", "yuv420p"],
    )
    animation.save(str(path), writer=writer)
    plt.close(figure)
