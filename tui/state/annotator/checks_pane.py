"""The checks of an entry on the screen: one key each, the cursor, and the meaning of a key.

Owns which row a key selects and which verdict it sets. `check_lines` owns the lines, and the desk
decides whether a verdict is accepted.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sessions.annotation.desk_views import Current, Opinion
from study.annotation.attachments import FORMALIZATION, NONE
from study.annotation.checks import AskedCheck, StandingVerdict, key_of
from study.annotation.scheme import Check, Scheme, Verdict, allowed
from tui.i18n import _

SIGNS = {"+": "yes", "-": "no", "?": "unsure"}
"""Keys that answer the selected check with yes, no or unsure."""
ADOPT_KEY = "="
"""Key with which an adjudicator adopts an annotator's verdict."""
NUMBERED_KINDS = ("scale", "choice")
"""Kinds of check that digits answer."""
WINDOW_KINDS = ("codes", "text")
"""Kinds of check whose verdict is given in a separate window."""
SUBMIT_ROW = "submit it"
"""Position of the cursor after the last check, where no key gives a verdict; no check has this
key."""


@dataclass(frozen=True, slots=True)
class KeyEffect:
    """The effect of a key."""

    asked_check: AskedCheck
    sets_verdict: bool = False
    """Whether the check gets `verdict`; otherwise the cursor only moves there."""
    verdict: Verdict | None = None
    """None withdraws the verdict."""
    opens_window: bool = False
    """Whether it opens a window."""
    moves_on: bool = False
    """Whether the key determines the verdict, so that the cursor moves to the next check."""
    reason: str | None = None
    """The new reason; None leaves the reason unchanged."""
    replaced: StandingVerdict | None = None
    """A verdict with the annotator's own reason that would be lost; ask first."""


def adopted_reason(opinion: Opinion) -> str:
    """The reason for a final verdict adopted from an annotator."""
    reason = "" if opinion.standing is None else opinion.standing.reason.strip()
    if not reason:
        return _("as annotator {n}").format(n=opinion.number)
    return _("as annotator {n}: {reason}").format(n=opinion.number, reason=reason)


def numbered_values(asked_check: AskedCheck) -> tuple[Verdict, ...]:
    """The verdicts for digits from 1; on a scale, the digits."""
    values = allowed(asked_check.check)
    if asked_check.key == FORMALIZATION:
        return tuple(value for value in values if value != NONE)
    return tuple(values)


class ChecksPane:
    """The checks, and the selected one."""

    def __init__(self, scheme: Scheme, is_adjudicator: bool = False) -> None:
        self.scheme = scheme
        self.is_adjudicator = is_adjudicator
        """Whether these are an adjudicator's checks, which show the annotators' verdicts below
        each."""
        self.current: Current | None = None
        self.cursor = ""
        """Key of a check as asked."""
        self._keys: dict[str, str] = {}
        """The key that stands for a check, by the check's name."""
        self._entry = ""

    def show(self, current: Current | None) -> None:
        """Show the entry's current state; the cursor stays, or moves to the first missing
        verdict."""
        self.current = current
        keys = [row.key for row in self.rows]
        if current is not None and not current.missing:
            keys.append(SUBMIT_ROW)
        entry = "" if current is None else current.entry.id
        if entry != self._entry or self.cursor not in keys:
            self._entry = entry
            self.cursor = self.first_missing or (keys[0] if keys else "")

    @property
    def rows(self) -> tuple[AskedCheck, ...]:
        """The checks that apply."""
        return () if self.current is None else self.current.asked_checks

    @property
    def place(self) -> int | None:
        """Index of the selected check; None where none is selected."""
        return next((n for n, row in enumerate(self.rows) if row.key == self.cursor), None)

    @property
    def current_check(self) -> AskedCheck | None:
        """The selected check."""
        return self.at(self.cursor)

    def at(self, key: str) -> AskedCheck | None:
        """A check as asked, by its key."""
        return next((row for row in self.rows if row.key == key), None)

    @property
    def first_missing(self) -> str:
        """Key of the first incomplete check; empty where there is none."""
        if self.current is None or not self.current.missing:
            return ""
        return self.current.missing[0].asked_check.key

    @property
    def next_missing(self) -> str:
        """The first incomplete check after the cursor, wrapping around."""
        if self.current is None:
            return ""
        lacking = {missing.asked_check.key for missing in self.current.missing}
        keys = [row.key for row in self.rows]
        start = keys.index(self.cursor) + 1 if self.cursor in keys else 0
        return next((key for key in keys[start:] + keys[:start] if key in lacking), "")

    def key_of(self, check: Check) -> str:
        """The key of a check, as displayed."""
        if check.id not in self._keys:
            self._keys[check.id] = key_of(check, self.scheme)
        return self._keys[check.id]

    @property
    def keys_told(self) -> str:
        """The keys of the checks that apply, from the first to the last, for the footer."""
        keys = sorted({self.key_of(row.check) for row in self.rows})
        return "–".join(dict.fromkeys((*keys[:1], *keys[-1:])))

    def verdict(self, key: str) -> Verdict | None:
        """The annotator's verdict on a check, or else the solver's."""
        opinion = None if self.current is None else self.current.verdicts.get(key)
        return None if opinion is None else opinion.verdict

    # --- keys ------------------------------------------------------------------------------------

    def press(self, character: str) -> KeyEffect | None:
        """Press a printing key; None where it belongs to no check. At the selected check it sets
        the next verdict; elsewhere it moves there, and sets the first verdict if there is none."""
        current = self.current_check
        if character in SIGNS and current is not None and current.check.kind == "yes_no":
            verdict = SIGNS[character]
            return KeyEffect(current, verdict in allowed(current.check), verdict, moves_on=True)
        if current is not None and self.is_adjudicator and character == ADOPT_KEY:
            return self.adopted(current)
        if current is not None and character.isdecimal() and current.check.kind in NUMBERED_KINDS:
            return self.numbered(current, int(character))
        rows = [row for row in self.rows if self.key_of(row.check) == character]
        if not rows:
            return None
        if current is not None and current in rows:
            return self.next_verdict(current)
        lacking = [asked_check for asked_check in rows if self.verdict(asked_check.key) is None]
        goal = (lacking or rows)[0]
        return self.next_verdict(goal) if lacking else KeyEffect(goal)

    def numbered(self, asked_check: AskedCheck, number: int) -> KeyEffect:
        """A number on a scale, or an option of a choice counted from 1; other numbers do nothing. 0
        says that no formalization is right, as in the comparison of formalizations."""
        values = numbered_values(asked_check)
        if asked_check.key == FORMALIZATION and number == 0:
            return KeyEffect(asked_check, True, NONE, moves_on=True)
        if asked_check.check.kind == "scale":
            return KeyEffect(asked_check, number in values, number, moves_on=True)
        fits = 0 < number <= len(values)
        return KeyEffect(asked_check, fits, values[number - 1] if fits else None, moves_on=True)

    def adopted(self, asked_check: AskedCheck) -> KeyEffect:
        """The verdict and the reason of an annotator, made final: of the first annotator, then of
        the next."""
        assert self.current is not None
        opinions = [
            opinion
            for opinion in self.current.opinions.get(asked_check.key, ())
            if opinion.standing is not None
        ]
        if not opinions:
            return KeyEffect(asked_check)
        verdict_given = self.current.work.verdicts.get(asked_check.key)
        texts = [adopted_reason(opinion) for opinion in opinions]
        before = (
            None
            if verdict_given is None or verdict_given.reason not in texts
            else texts.index(verdict_given.reason)
        )
        place = 0 if before is None else (before + 1) % len(opinions)
        opinion = opinions[place].standing
        assert opinion is not None
        own = (
            verdict_given
            if before is None and verdict_given is not None and verdict_given.reason.strip()
            else None
        )
        return KeyEffect(asked_check, True, opinion.verdict, reason=texts[place], replaced=own)

    def turn(self, step: int = 1) -> KeyEffect | None:
        """Set the next or previous verdict of the selected check."""
        return None if self.current_check is None else self.next_verdict(self.current_check, step)

    def next_verdict(self, asked_check: AskedCheck, step: int = 1) -> KeyEffect:
        """A check set to its next verdict; after the last, to none."""
        if asked_check.check.kind in WINDOW_KINDS:
            return KeyEffect(asked_check, opens_window=True)
        verdicts: Sequence[Verdict | None] = (None, *allowed(asked_check.check))
        now = self.verdict(asked_check.key)
        place = verdicts.index(now) if now in verdicts else 0
        next_verdict = verdicts[(place + step) % len(verdicts)]
        settled = self.current is not None and asked_check.key in self.current.settled_verdicts
        if next_verdict is None and settled and not self.is_adjudicator:
            # A settled check is never without a verdict: the solver's remains.
            next_verdict = verdicts[(place + 2 * step) % len(verdicts)]
        return KeyEffect(asked_check, True, next_verdict)
