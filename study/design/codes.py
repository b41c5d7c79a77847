"""Participants' codes: their form, who may take part, and what happens when somebody returns.

Owns the table `[codes]` and the tables `[[sittings]]` of the study file, the list of codes in a
file, and the rule that says what a code leads to. The record knows which sessions a code has
(`sessions.taking.slots`).

    [codes]
    who = "list"            # or "open", "one-time"
    file = "codes.csv"      # a column `code`; the others are kept with the session
    again = "refuse"        # or "resume", "attempt": after the end of a session
    return_key = true       # who comes back needs more than the code

    [[sittings]]            # the second; its blocks have sitting = 2
    after_hours = 48
    within_hours = 240
"""

import csv
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, StrictBool, StrictStr

from solver.errors import InputError
from solver.phrases import phrase
from study.course.entries import Frozen
from study.course.state import Outcome
from study.files.toml_file import read_text

MAX_CODE = 40
KEY_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Alphabet for generated codes and keys, without letters and digits that are easily confused."""
MOST_COLUMN = 200
"""Maximum length in characters of a value in a list of codes."""
_COLUMN = re.compile(r"[A-Za-z][A-Za-z0-9_. -]{0,39}")
Hours = Annotated[float, Field(strict=True, ge=0, le=100_000, allow_inf_nan=False)]


class Codes(Frozen):
    """Who may take part, and what a code does once its session is over."""

    who: Literal["open", "list", "one-time"] = "open"
    """Anybody, with any code; those whose code is in the file; or the same, but a code can no
    longer be used once its session is over."""
    file: StrictStr = ""
    """The list, for `list` and `one-time`: a CSV file next to the study file. It may grow while the
    study runs."""
    again: Literal["resume", "refuse", "attempt"] | None = None
    """What happens when somebody returns after their session is over: the last page appears again
    (the default), the code is refused (the only possibility with `one-time`), or another attempt
    begins."""
    attempt_after: tuple[Literal["completed", "timed_out", "declined"], ...] = ("completed",)
    """Outcomes after which another attempt can begin. Participants who failed a test cannot retake
    it."""
    return_key: StrictBool = False
    """Whether a returning participant, to the same or a further session, must give a key besides
    the code. The key is shown when the first session begins."""

    @property
    def listed(self) -> bool:
        """Whether only those in the file may take part."""
        return self.who != "open"

    @property
    def coming_again(self) -> Literal["resume", "refuse", "attempt"]:
        """What happens when somebody whose session is over returns."""
        return self.again or ("refuse" if self.who == "one-time" else "resume")

    def begins_another(self, outcome: str | None) -> bool:
        """Whether a code begins another attempt after a session with this outcome."""
        return self.coming_again == "attempt" and outcome in self.attempt_after

    @property
    def sentence(self) -> str:
        """A sentence for the researcher."""
        who = {
            "open": "anybody can take part, with any code",
            "list": f"only codes in {self.file} can take part",
            "one-time": f"only codes in {self.file} can take part, each for one session",
        }[self.who]
        again = {
            "resume": "a code whose session is over shows its last page again",
            "refuse": "a code whose session is over is refused",
            "attempt": "a code whose session is over begins another attempt, after "
            + " or ".join(name.replace("_", " ") for name in self.attempt_after),
        }[self.coming_again]
        return_text = (
            "participants who come back need the code and a key that is shown at the beginning"
            if self.return_key
            else "anybody who knows a code can continue its session"
        )
        return f"codes: {who}; {again}; {return_text}"


class Sitting(Frozen):
    """A further session of the same participant, planned in advance."""

    after_hours: Hours = 24.0
    """Counted from the end of the previous session: participants who return earlier learn when to
    come back."""
    within_hours: Hours | None = None
    """Counted from the end of the previous session: the sitting cannot begin later; no limit if
    absent."""
    after: tuple[Outcome, ...] = ("completed",)
    """Outcomes of the previous session after which it is offered."""


class CodeError(InputError):
    """A code that leads to no session now. Screens have their own words for each reason."""

    def __init__(
        self,
        reason: Literal["unknown", "used", "early", "late", "full", "taken", "linked"],
        code: str,
        utc: str = "",
    ) -> None:
        words = {
            "unknown": (
                "This code is not on the list",
                f"found {code}",
                "Check its spelling.",
            ),
            "used": ("This code has been used", f"the session of {code} is over", ""),
            "early": ("It is too early", f"the next session of {code} begins from {utc} on", ""),
            "late": ("It is too late", f"the next session of {code} could begin until {utc}", ""),
            "linked": (
                "This session was started by a link",
                f"a code alone does not lead back to that of {code}",
                "Open the link again.",
            ),
            "full": (
                "The study is full",
                f"no session begins for {code}: every item has the required number of answers",
                "answers_per_item in the study file sets that number.",
            ),
            "taken": (
                "The study is full at the moment",
                f"no session begins for {code}: every item will have the required number of "
                "answers if all current participants complete",
                "[slots] in the study file decides which places become free again.",
            ),
        }
        super().__init__(*words[reason])
        self.reason = reason
        self.utc = utc
        """For `early` and `late`: from when, or until when, in ISO 8601."""

    @property
    def no_place(self) -> bool:
        """Whether the study has all required answers, or expects to."""
        return self.reason in ("full", "taken")


class LastSession(NamedTuple):
    """A participant's last session, in the order of attempts and sittings."""

    attempt: int
    sitting: int
    outcome: str | None
    """None while it is under way."""
    ended_utc: str
    """UTC of its last event, ISO 8601; empty if there is none."""


class Next(NamedTuple):
    """The session that begins now."""

    attempt: int = 1
    sitting: int = 1


def coming(
    codes: Codes, sittings: Sequence[Sitting], code: str, last_session: LastSession | None, now: str
) -> Next | None:
    """What a code leads to: the session that begins, or None where the last one is resumed (if it
    has ended, on its last page).

    Raises CodeError where it leads to neither.
    """
    if last_session is None:
        return Next()
    if last_session.outcome is None:
        return None
    window = opens(sittings, last_session)
    if window is not None:
        first, until = window
        moment = datetime.fromisoformat(now)
        if moment < first:
            raise CodeError("early", code, first.isoformat(timespec="minutes"))
        if until is None or moment <= until:
            return Next(last_session.attempt, last_session.sitting + 1)
        raise CodeError("late", code, until.isoformat(timespec="minutes"))
    if codes.coming_again == "refuse":
        raise CodeError("used", code)
    return Next(last_session.attempt + 1) if codes.begins_another(last_session.outcome) else None


def opens(
    sittings: Sequence[Sitting], last_session: LastSession
) -> tuple[datetime, datetime | None] | None:
    """When the sitting after a session opens and closes; None where there is no such sitting."""
    if last_session.sitting > len(sittings) or not last_session.ended_utc:
        return None
    following = sittings[last_session.sitting - 1]
    if last_session.outcome not in following.after:
        return None
    ended = datetime.fromisoformat(last_session.ended_utc)
    until = following.within_hours
    return (
        ended + timedelta(hours=following.after_hours),
        None if until is None else ended + timedelta(hours=until),
    )


def normalise_code(code: str) -> str:
    """A participant's code with width, case and spaces normalised.

    Raises InputError where nothing usable remains.
    """
    plain = re.sub(r"\s+", "", unicodedata.normalize("NFKC", code)).upper()
    if not plain or len(plain) > MAX_CODE or not all(c.isalnum() or c in "-_." for c in plain):
        raise InputError(
            phrase("This is not a participant code"),
            f"expected up to {MAX_CODE} letters, digits, dots and dashes, found {code[:60]!r}",
            phrase("Use the code you were given."),
        )
    return plain


def same_key(typed: str, key: str) -> bool:
    """Whether the typed text is a session's key, ignoring width, case, spaces and dashes."""
    from hmac import compare_digest

    plain = re.sub(r"[\s-]+", "", unicodedata.normalize("NFKC", typed)).upper()
    return compare_digest(plain.encode(), key.replace("-", "").encode())


@dataclass(frozen=True, slots=True)
class CodeList:
    """The codes of a file with the contents of their rows."""

    path: str
    columns: tuple[str, ...]
    """Column names without the code."""
    rows: Mapping[str, Mapping[str, str]]
    """Rows by normalised code, without empty cells."""


def read_codes(path: Path, conditions: Sequence[str] = ()) -> CodeList:
    """The list of codes in a CSV file with a header line, separated by commas, semicolons or tabs.

    A column `condition` assigns the participant to one of the study's `conditions`, if there are
    any.

    Raises InputError that names file and line.
    """
    text = read_text(
        path, str(path), "The list of codes", "The study file names it, under [codes]."
    )
    return codes_in(text, path, conditions)


def codes_in(text: str, path: Path, conditions: Sequence[str] = ()) -> CodeList:
    """Like `read_codes`, for the text that the file at `path` has or will have. Raises InputError
    that names file and line."""
    title = "The list of codes cannot be used"
    try:
        head, mark = head_of(text)
        lines = list(csv.reader(text.splitlines(), delimiter=mark))
    except csv.Error as error:
        raise InputError(title, f"{path}: expected a table, {error}") from None
    if head.count("code") != 1:
        word = ", ".join(head)[:80] or "nothing"
        raise InputError(title, f"{path}, line 1: expected one column named code, found {word}")
    for name in head:
        if not _COLUMN.fullmatch(name) or head.count(name) > 1:
            raise InputError(
                title,
                f"{path}, line 1: expected names of columns of at most 40 letters and digits, each "
                f"once, found {name[:60]!r}",
            )
    place = head.index("code")
    rows: dict[str, dict[str, str]] = {}
    for number, cells in enumerate(lines[1:], 2):
        where = f"{path}, line {number}"
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) != len(head):
            message = f"{where}: expected {len(head)} columns, found {len(cells)}"
            raise InputError(title, message)
        values = [cell.strip() for cell in cells]
        try:
            code = normalise_code(values[place])
        except InputError as error:
            raise InputError(title, f"{where}: {error.message}") from error
        if code in rows:
            message = f"{where}: expected each code once, found {code} again"
            raise InputError(title, message)
        row = {name: value for name, value in zip(head, values, strict=True) if value}
        del row["code"]
        for name, value in row.items():
            if len(value) > MOST_COLUMN or any(not char.isprintable() for char in value):
                raise InputError(
                    title,
                    f"{where}, {name}: expected at most {MOST_COLUMN} visible characters, "
                    f"found {value[:60]!r}",
                )
        if conditions and row.get("condition", conditions[0]) not in conditions:
            condition_list = ", ".join(conditions)
            message = (
                f"{where}, condition: expected one of {condition_list}, found {row['condition']!r}"
            )
            raise InputError(title, message)
        rows[code] = row
    if not rows:
        raise InputError(title, f"{path}: expected a code in each line, found none")
    return CodeList(str(path), tuple(name for name in head if name != "code"), rows)


def head_of(text: str) -> tuple[list[str], str]:
    """The columns of a list, and their separator."""
    line = text.partition("\n")[0]
    mark = max(",;\t", key=line.count)
    return [name.strip() for name in next(csv.reader([line], delimiter=mark), [])], mark
