"""Work spread over processes, results in the order of the jobs, memory flat."""

import os
import signal
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, get_context
from typing import TypeVar

from .errors import BackendFailed

J = TypeVar("J")
R = TypeVar("R")

AHEAD = 4
"""Jobs in flight for each worker; more would only hold results back in memory."""


def ordered_map(work: Callable[[J], R], jobs: Sequence[J], workers: int) -> Generator[R, None, None]:
    """`work(job)` for each job, in order. One worker runs here; more run in spawned processes.

    The first error ends the work: jobs under way finish, the rest are dropped, and it is raised here.
    Who stops the run (Ctrl-C, SIGTERM) does not wait for them: workers are ended in the middle of a job.
    """
    if workers <= 1 or len(jobs) <= 1:
        yield from map(work, jobs)
        return
    count = min(workers, len(jobs))
    pool = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_settle, initargs=(os.getpid(),)
    )
    waiting: deque[Future[R]] = deque()
    others = {child.pid for child in active_children()}
    try:
        for job in jobs:
            waiting.append(pool.submit(_run, work, job))
            if len(waiting) >= count * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as fault:
        raise BackendFailed(
            "a worker process died", hint="run the same command again, with fewer --workers if memory is short"
        ) from fault
    except (KeyboardInterrupt, SystemExit, GeneratorExit):
        for child in active_children():
            if child.pid not in others:
                child.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _settle(parent: int) -> None:
    """A worker leaves Ctrl-C to its parent, and leaves when its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


_ended: list[int] = []
"""The signal that has ended this worker: no further job is begun."""


def _end(number: int, frame: object) -> None:
    """Leave the job by way of every `finally`, so that encoders and half-written files go, too."""
    signal.signal(number, signal.SIG_IGN)
    _ended.append(number)
    sys.exit(128 + number)


def _run(work: Callable[[J], R], job: J) -> R:
    """A job, but where the worker is being ended."""
    if _ended:
        sys.exit(128 + _ended[0])
    return work(job)


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
