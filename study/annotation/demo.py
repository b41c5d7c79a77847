"""The built-in queue: the built-in hard items, for anybody who tries the program.

Owns the choice of items. It has no file; work on it goes into the database as for any queue.
"""

from pathlib import Path

from items.files.loading import load
from study.annotation.queue import Entry, LoadedQueue, Queue, write_queue
from study.annotation.scheme import load_scheme

ANNOTATOR = "you"
SOURCE = "builtin:demo"
NAME = "builtin:demo-hard"


def demo_queue() -> LoadedQueue:
    """The queue with its scheme."""
    items = [item for item in load(SOURCE).items if item.attributes.get("kind") == "hard"]
    queue = Queue(
        id="demo-hard",
        title="Hard items of the demo",
        scheme="hardened-item",
        sources=(SOURCE,),
        annotators=(ANNOTATOR,),
        entries=tuple(
            Entry(id=f"e{number}", item=item.id, hash=item.content_hash)
            for number, item in enumerate(items, start=1)
        ),
    )
    return LoadedQueue(queue, write_queue(queue), load_scheme(queue.scheme), NAME, Path())
