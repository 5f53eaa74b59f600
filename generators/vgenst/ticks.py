"""The moments of a video at which its visibility is measured, also for worlds that are not looked at yet."""

from ...qa.vgenst.base import World


def ticks(world: World) -> list[float]:
    """In seconds, rising; four a second where nothing is measured yet."""
    if world.sight is not None:
        return [frame / world.sight.fps for frame in world.sight.frames]
    last = (world.scene.frames - 1) / world.scene.fps
    return [*(k / 4 for k in range(int(last * 4) + 1)), last]
