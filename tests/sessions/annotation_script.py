"""An annotator who is killed in the middle of an entry: run in a process of its own by a test."""

import os
import signal
import sys

from sessions.annotation.desk import Desk
from sessions.storage.database import Database
from study.annotation.queue import load_queue

if __name__ == "__main__":
    queue, database = sys.argv[1:]
    desk = Desk.open(Database.open(database), load_queue(queue), "a")
    current = desk.next()
    assert current is not None
    desk.give("clear", "yes")
    desk.submit()
    desk.next()
    desk.give("clear", "no", "blurred")
    desk.comment("the second rule")
    os.kill(os.getpid(), signal.SIGKILL)
