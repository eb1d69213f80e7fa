"""The cancellation by which a TaskGroup wakes its own task is not one of the task.

Before Python 3.13 a group whose task fails while it waits for the others leaves its own task
counted as cancelled (python/cpython#116720), and whoever looks at that count takes it for
somebody's wish that all of this ends.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio import taskgroups


def taken_back(came: BaseException, task: asyncio.Task[object]) -> None:
    """Take the cancellation back that a group asked for itself, if it is what ``came``.

    ``came`` was just thrown into what runs in ``task``: who caught it is the outermost frame that
    it has come through.
    """
    if sys.version_info >= (3, 13) or came.__traceback__ is None:
        return
    caught = came.__traceback__.tb_frame
    if caught.f_globals is not vars(taskgroups):
        return
    group, raised_in_body = caught.f_locals["self"], caught.f_locals["et"]
    # A group that was woken in its body has taken that back by itself.
    if group._parent_cancel_requested and raised_in_body is None:
        group._parent_cancel_requested = False  # once: whoever cancels it from now on is another
        task.uncancel()
