"""Work spread over processes, results in the order of the jobs, memory flat."""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TypeVar

from .errors import BackendFailed

J = TypeVar("J")
R = TypeVar("R")

AHEAD = 4
"""Jobs in flight for each worker; more would only hold results back in memory."""


def ordered_map(work: Callable[[J], R], jobs: Sequence[J], workers: int) -> Iterator[R]:
    """`work(job)` for each job, in order. One worker runs here; more run in spawned processes.

    The first error ends the work: jobs under way finish, the rest are dropped, and it is raised here.
    """
    if workers <= 1 or len(jobs) <= 1:
        yield from map(work, jobs)
        return
    count = min(workers, len(jobs))
    pool = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_settle, initargs=(os.getpid(),)
    )
    waiting: deque[Future[R]] = deque()
    try:
        for job in jobs:
            waiting.append(pool.submit(work, job))
            if len(waiting) >= count * AHEAD:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as fault:
        raise BackendFailed(
            "a worker process died", hint="run the same command again, with fewer --workers if memory is short"
        ) from fault
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _settle(parent: int) -> None:
    """A worker leaves Ctrl-C to its parent, and leaves when its parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(parent,), daemon=True).start()


def _leave_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)
