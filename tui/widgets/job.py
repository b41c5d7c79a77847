"""Slow background work for a screen: in a thread, one at a time, cancellable, never out of date.

Owns the number of the latest start and the token that ends earlier ones. The screen supplies the
work and handles the result; it passes `Job.Ended` messages back.
"""

from collections.abc import Callable
from typing import Generic, TypeVar

from textual.message import Message
from textual.widget import Widget

from solver.cancel import Cancel, GaveUp
from solver.errors import CountermodelError, OutsideError
from tui.state.translation import translated

R = TypeVar("R")


def failure_text(error: CountermodelError) -> str:
    """Why work failed, in a line for the pane that would have shown the result."""
    return ": ".join(translated(part) for part in (error.title, error.message) if part)


def refusal_text(error: CountermodelError) -> str:
    """Why something was not done, and what to do about it."""
    text, hint = failure_text(error), translated(error.hint)
    return f"{text.rstrip('.')}. {hint}" if hint else text


def _trouble(error: Exception) -> CountermodelError:
    """The error as the user sees it; an engine that gave up leaves the question `unknown`.

    Raises the error itself if it is a fault in the program.
    """
    if isinstance(error, GaveUp):
        return OutsideError("unknown", error.reason)
    if isinstance(error, CountermodelError):
        return error
    raise error


class JobEnded(Message):
    """Work has ended. Sent to the owner of the job, which calls `deliver`."""

    def __init__(self, deliver: Callable[[], None]) -> None:
        super().__init__()
        self.deliver = deliver


class Job(Generic[R]):
    """One kind of work of one screen. Starting it again ends the present work."""

    def __init__(
        self,
        owner: Widget,
        group: str,
        on_result: Callable[[R], None],
        on_error: Callable[[CountermodelError], None],
    ) -> None:
        self.owner = owner
        self.group = group
        self.on_result = on_result
        self.on_error = on_error
        self.start_number = 0
        """Number of the latest start; results of earlier ones are dropped."""
        self.busy = False
        self._token = Cancel()

    def start(self, work: Callable[[Cancel], R]) -> None:
        """Run `work` in a thread; it should stop soon after its token is cancelled."""
        self.cancel()
        self.start_number += 1
        self.busy = True
        number, token = self.start_number, Cancel()
        self._token = token

        def run() -> None:
            try:
                result = work(token)
            except Exception as error:
                if token.cancelled:
                    # Stopped work may fail anywhere, even inside a library.
                    return
                trouble = _trouble(error)
                self._post(lambda: self._end(number, lambda: self.on_error(trouble)))
                return
            self._post(lambda: self._end(number, lambda: self.on_result(result)))

        self.owner.run_worker(
            run, group=self.group, exclusive=True, thread=True, exit_on_error=True
        )

    def meanwhile(self, token: Cancel, deliver: Callable[[], None]) -> None:
        """Let the screen receive something while this token's work continues."""
        self._post(lambda: None if token.cancelled or token is not self._token else deliver())

    def cancel(self) -> bool:
        """Stop the present work. Returns whether there was any. Its result is never delivered."""
        if not self.busy:
            return False
        self.busy = False
        self.start_number += 1
        self._token.cancel(wait=0.0)
        return True

    def _post(self, deliver: Callable[[], None]) -> None:
        if self.owner.is_attached:
            self.owner.post_message(JobEnded(deliver))

    def _end(self, number: int, deliver: Callable[[], None]) -> None:
        """Runs in the screen's own thread."""
        if number == self.start_number:
            self.busy = False
            deliver()
