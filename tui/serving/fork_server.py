"""Participants' processes: one that imports everything once, and a fork of it for each of them.

Owns both ends. `ForkServer` is the server's: it starts processes and hears when they have ended.
`main` is the parent of the participants' processes. It has no threads, no connection and no
database; it reads the study's text but no items, and its environment is built from scratch. A fork
gets one end of a socket as its standard input and output, and from then on shares only read-only
memory with the others.

Both ends exchange lines of JSON; a start carries the participant's end of the socket.
"""

import asyncio
import contextlib
import gc
import json
import os
import resource
import selectors
import signal
import socket
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NoReturn

from solver.errors import CountermodelError, OutsideError

if TYPE_CHECKING:
    from study.design.protocol import Study

MEMORY_BYTES = 2 << 30
"""Address space limit of a participant's process, including what it shares."""
INHERITED_VARIABLES = (
    "PATH",
    "TZ",
    "LD_LIBRARY_PATH",
    "COUNTERMODEL_THEME",
    "COUNTERMODEL_PLUGINS",
)
"""Variables that the participants' processes inherit; no others are passed on."""
PARENT_GONE = -2
"""Returned instead of a process id when the parent is gone. (-1: it could not fork.)"""
AGAIN_SECONDS = 1.0
"""Seconds between two attempts to start another parent."""
FORBIDDEN_EVENTS = frozenset(
    ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty",
     "pty.spawn", "socket.connect", "socket.bind", "socket.getaddrinfo", "ctypes.dlopen",
     "webbrowser.open")
)  # fmt: skip
"""What a participant's process never does, by the names of Python's audit events."""


@dataclass(frozen=True)
class SharedSetup:
    """What all participants' processes have in common."""

    study: str
    """A study file's text."""
    path: str
    """Where it was read from, as given on the command line."""
    database: str
    pilot: bool


@dataclass(frozen=True)
class SeatRequest:
    """The participant of a place, and the size of the page in cells."""

    code: str
    width: int
    height: int


class ForkServer:
    """The server's end."""

    def __init__(
        self,
        setup: SharedSetup,
        on_process_end: Callable[[int, int], None],
        on_parent_loss: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_process_end` is called with process id and exit code of each process that has ended;
        `on_parent_loss` is called when their parent has gone unexpectedly. Another one is then
        started."""
        self.setup = setup
        self.on_process_end = on_process_end
        self.on_parent_loss = on_parent_loss
        self.ready = asyncio.Event()
        """Set while a process can be started."""
        self.process: asyncio.subprocess.Process | None = None
        self._socket: socket.socket | None = None
        self._started_pids: asyncio.Queue[int] = asyncio.Queue()
        self._start_lock = asyncio.Lock()
        self._listening: asyncio.Task[None] | None = None
        self._reopening: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Start the parent of the processes, and wait until it is ready.

        Raises OutsideError if it does not start.
        """
        self._started_pids = asyncio.Queue()
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-P",  # modules next to a study are not imported
                "-c",
                "from tui.serving.fork_server import main; main()",
                str(theirs.fileno()),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                env=environment(),
                start_new_session=True,
            )
        self._socket = ours
        reader, self._writer = await asyncio.open_connection(sock=ours.dup())
        await self._send(asdict(self.setup))
        if not await reader.readline():
            raise OutsideError(
                "The participants' processes cannot be started", "see the messages above"
            )
        self._listening = asyncio.create_task(self._listen(reader))
        self.ready.set()

    async def start(self, place: SeatRequest, items: str) -> tuple[int, socket.socket]:
        """Start a process for a participant. Returns its id, and our end of its socket. `items` is
        what `snapshots.handed_over` wrote for the session.

        Raises OutsideError if none can be started.
        """
        for _attempt in range(2):
            await self.ready.wait()
            listening = self._listening
            ours, theirs = socket.socketpair()
            ours.setblocking(False)
            with theirs, tempfile.TemporaryFile() as file:
                file.write(items.encode())
                file.seek(0)
                async with self._start_lock:
                    try:
                        await self._send(asdict(place), theirs.fileno(), file.fileno())
                        pid = await self._started_pids.get()
                    except OSError:
                        pid = PARENT_GONE
            if pid > 0:
                return pid, ours
            ours.close()
            if pid != PARENT_GONE:
                break
            if listening is not None:
                await asyncio.wait([listening])
        raise OutsideError("No further process can be started", "the system refused")

    async def kill(self, pid: int) -> None:
        """Kill a process that does not end when asked."""
        with contextlib.suppress(OSError):
            await self._send({"kill": pid})

    async def close(self) -> None:
        """End the parent; the processes end when their sockets do."""
        for task in (self._listening, self._reopening):
            if task is not None:
                task.cancel()
        if self._socket is not None:
            self._writer.close()
            self._socket.close()
        if self.process is not None:
            await self.process.wait()

    async def _send(self, message: Mapping[str, object], *descriptors: int) -> None:
        assert self._socket is not None
        line = json.dumps(message).encode() + b"\n"
        while True:
            try:
                if not descriptors:
                    await asyncio.get_running_loop().sock_sendall(self._socket, line)
                else:
                    socket.send_fds(self._socket, [line], list(descriptors))
            except BlockingIOError:
                await asyncio.sleep(0.01)
            else:
                return

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        while line := await _line(reader):
            document = json.loads(line)
            if "started" in document:
                self._started_pids.put_nowait(document["started"])
            else:
                self.on_process_end(document["ended"], document["code"])
        self.ready.clear()
        self._started_pids.put_nowait(PARENT_GONE)
        self.on_parent_loss()
        self._reopening = asyncio.create_task(self._reopen())

    async def _reopen(self) -> None:
        """Start another parent to replace a lost one, as soon as possible."""
        while not self.ready.is_set():
            if self._socket is not None:
                self._writer.close()
                self._socket.close()
            if self.process is not None:
                await self.process.wait()
            try:
                await self.open()
            except (OSError, OutsideError):
                await asyncio.sleep(AGAIN_SECONDS)


async def _line(reader: asyncio.StreamReader) -> bytes:
    """The next line; empty at the end of the stream, whatever the cause."""
    try:
        return await reader.readline()
    except OSError:
        return b""


def environment() -> dict[str, str]:
    """The environment variables of the participants' processes."""
    variables = {name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ}
    return {
        **variables,
        "LANG": "C.UTF-8",
        "HOME": "/nonexistent",
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PYTHONDONTWRITEBYTECODE": "1",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TEXTUAL_ANIMATIONS": "none",
    }


# The parent of the participants' processes


def main() -> None:
    """Import what participants need, then fork for each of them until the server has ended."""
    from tui.console.lazy_group import GARBAGE_THRESHOLD

    gc.set_threshold(GARBAGE_THRESHOLD)
    control = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    text, _fds, _flags, _address = socket.recv_fds(control, 1 << 22, 0)
    while not text.endswith(b"\n"):
        more = control.recv(1 << 22)
        if not more:
            return
        text += more
    course = SharedSetup(**json.loads(text))
    task = _task(course)
    warm()
    if _solver_needed(task.loaded.study):
        # A participant's process may load no library by itself.
        import solver.engines.z3  # noqa: F401
    gc.collect()
    gc.freeze()
    control.sendall(b"{}\n")
    _serve(control, task)


def _task(course: SharedSetup) -> Any:
    from pathlib import Path

    from study.files.study_file import StudyFile
    from tui.screens.participant.task import Task

    def no_items() -> NoReturn:
        raise OutsideError("The session is not there", "it was begun in another process")

    folder = Path() if course.path.startswith("builtin:") else Path(course.path).parent
    file = StudyFile(course.study, course.path, folder)
    task = Task(file, course.database, "", course.pilot, None, no_items, by_link=True)
    _ = task.loaded
    return task


def _solver_needed(study: "Study") -> bool:
    """Whether participants of a study are shown what the solver says: the feedback on a practice
    question, or their misreadings on the last page."""
    explains = any(section.decides for section in study.sections)
    return explains or any(page.profile for page in study.end.values())


def warm() -> None:
    """Let a made-up participant take a made-up study here, so that everything is imported, built
    and read before the first fork. Leaves no thread behind."""
    import asyncio as own_loop
    import threading

    from tui.serving.rehearsal import rehearse

    own_loop.run(rehearse())
    other_threads = [
        thread for thread in threading.enumerate() if thread is not threading.main_thread()
    ]
    for thread in other_threads:
        thread.join(5.0)


def _serve(control: socket.socket, task: Any) -> None:
    bell, rope = os.pipe()
    os.set_blocking(rope, False)
    signal.set_wakeup_fd(rope)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.signal(signal.SIGTERM, lambda *_: None)
    selector = selectors.DefaultSelector()
    selector.register(control, selectors.EVENT_READ)
    selector.register(bell, selectors.EVENT_READ)
    children: set[int] = set()
    waiting = b""
    while True:
        for key, _events in selector.select():
            if key.fd == bell:
                os.read(bell, 512)
                _reap(control, children)
                continue
            data, handed, _flags, _address = socket.recv_fds(control, 1 << 16, 8)
            if not data:
                return
            *lines, waiting = (waiting + data).split(b"\n")
            for line in lines:
                document = json.loads(line)
                if "kill" in document:
                    if document["kill"] in children:
                        os.kill(document["kill"], signal.SIGKILL)
                    continue
                descriptor, items = handed.pop(0), handed.pop(0)
                pid = _fork(document, (descriptor, items), task, (control, bell, rope))
                os.close(descriptor)
                os.close(items)
                children.add(pid)
                _send_line(control, {"started": pid})


def _reap(control: socket.socket, children: set[int]) -> None:
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            return
        children.discard(pid)
        _send_line(control, {"ended": pid, "code": os.waitstatus_to_exitcode(status)})


def _send_line(control: socket.socket, message: Mapping[str, int]) -> None:
    with contextlib.suppress(OSError):
        control.sendall(json.dumps(message).encode() + b"\n")


def _fork(
    document: Mapping[str, Any],
    descriptors: tuple[int, int],
    task: Any,
    inherited_ends: tuple[socket.socket, int, int],
) -> int:
    try:
        pid = os.fork()
    except OSError:
        return -1
    if pid:
        return pid
    code = 3
    try:
        control, *pipes = inherited_ends
        descriptor, items = descriptors
        signal.set_wakeup_fd(-1)
        for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        os.dup2(descriptor, 0)
        os.dup2(descriptor, 1)
        for other in (descriptor, *pipes):
            os.close(other)
        control.close()
        code = _sit(SeatRequest(**document), items, task)
    except BaseException as error:
        _complain(error)
    finally:
        os._exit(code)
    return 0


def _sit(place: SeatRequest, items: int, task: Any) -> int:
    """Runs in the participant's own process: the session from its start to its end."""
    from dataclasses import replace

    os.environ["COLUMNS"], os.environ["ROWS"] = str(place.width), str(place.height)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    sys.addaudithook(_guard)
    from sessions.record.snapshots import received
    from tui.serving.participant import served

    with os.fdopen(items, encoding="utf-8") as file:
        session_items = received(file.read())
    own_task = replace(task, code=place.code, session_items=session_items)
    own_task.__dict__["loaded"] = task.loaded
    code, error = served(own_task)
    if error is not None:
        _complain(error)
        return 3
    return code


def _guard(event: str, _arguments: tuple[Any, ...]) -> None:
    """Refuse actions that a participant's process must never take, whatever code requests them.
    Raises PermissionError."""
    if event in FORBIDDEN_EVENTS:
        raise PermissionError(f"not in a participant's process: {event}")


def _complain(error: BaseException) -> None:
    """Print one line on the server's standard error, without any content of items."""
    from tui.console.exitcodes import visible

    expected = isinstance(error, CountermodelError) or type(error) in (OSError, PermissionError)
    message = f"{type(error).__name__}: {error}" if expected else type(error).__name__
    with contextlib.suppress(OSError):
        os.write(2, f"countermodel: a participant's process failed: {visible(message)}\n".encode())
