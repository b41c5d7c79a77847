"""The checks of an entry on the screen: one key each, the cursor, and what a key means.

Owns which row a key goes to and which verdict it turns to. Lines are `check_lines`'; whether a
verdict is taken is the desk's.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from sessions.annotation.desk_views import Current, Opinion
from study.annotation.attachments import FORMALIZATION, NONE
from study.annotation.checks import AskedCheck, StandingVerdict, key_of
from study.annotation.scheme import Check, Scheme, Verdict, allowed
from tui.i18n import _

SIGNS = {"+": "yes", "-": "no", "?": "unsure"}
"""Keys that say yes, no, unsure to the check at the cursor."""
ADOPT = "="
"""Key with which an adjudicator adopts an annotator's verdict."""
NUMBERED = ("scale", "choice")
"""Kinds of check that a digit answers."""
WRITTEN = ("codes", "text")
"""Kinds of check whose verdict is given in a window of its own."""
END = "submit it"
"""The cursor's place after the last check, where no key gives a verdict; no check has this key."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a key comes to."""

    asked_check: AskedCheck
    give: bool = False
    """Whether the check gets `verdict`; else the cursor only goes there."""
    verdict: Verdict | None = None
    """None takes the verdict back."""
    opens: bool = False
    """Whether a window is wanted for it."""
    final: bool = False
    """Whether the key says which verdict, so that the next check's turn has come."""
    reason: str | None = None
    """What is to stand as its reason; None leaves it as it is."""
    replaces: StandingVerdict | None = None
    """A verdict with a reason of one's own that would be lost: asked about first."""


def adopted_reason(opinion: Opinion) -> str:
    """The reason of a final verdict that is an annotator's."""
    reason = "" if opinion.standing is None else opinion.standing.reason.strip()
    if not reason:
        return _("as annotator {n}").format(n=opinion.number)
    return _("as annotator {n}: {reason}").format(n=opinion.number, reason=reason)


def numbered_values(asked_check: AskedCheck) -> tuple[Verdict, ...]:
    """What digits from 1 stand for; on a scale, the digits."""
    values = allowed(asked_check.check)
    if asked_check.key == FORMALIZATION:
        return tuple(value for value in values if value != NONE)
    return tuple(values)


class ChecksPane:
    """The checks, and the one the cursor is on."""

    def __init__(self, scheme: Scheme, deciding: bool = False) -> None:
        self.scheme = scheme
        self.deciding = deciding
        """Whether these are an adjudicator's: what annotators said stands under each."""
        self.current: Current | None = None
        self.cursor = ""
        """Key of a check as asked."""
        self._entry = ""

    def show(self, current: Current | None) -> None:
        """The entry as it is now; the cursor stays, or goes to the first thing that is missing."""
        self.current = current
        keys = [row.key for row in self.rows]
        if current is not None and not current.missing:
            keys.append(END)
        entry = "" if current is None else current.entry.id
        if entry != self._entry or self.cursor not in keys:
            self._entry = entry
            self.cursor = self.first_missing or (keys[0] if keys else "")

    @property
    def rows(self) -> tuple[AskedCheck, ...]:
        """The checks that apply."""
        return () if self.current is None else self.current.asked_checks

    @property
    def current_check(self) -> AskedCheck | None:
        """The check at the cursor."""
        return self.at(self.cursor)

    def at(self, key: str) -> AskedCheck | None:
        """A check as asked, by its key."""
        return next((row for row in self.rows if row.key == key), None)

    @property
    def first_missing(self) -> str:
        """Key of the first check that lacks something; empty where nothing does."""
        if self.current is None or not self.current.missing:
            return ""
        return self.current.missing[0].asked_check.key

    @property
    def next_missing(self) -> str:
        """The first after the cursor that lacks something, round and round."""
        if self.current is None:
            return ""
        lacking = {missing.asked_check.key for missing in self.current.missing}
        keys = [row.key for row in self.rows]
        start = keys.index(self.cursor) + 1 if self.cursor in keys else 0
        return next((key for key in keys[start:] + keys[:start] if key in lacking), "")

    def key_of(self, check: Check) -> str:
        """The key of a check, as it is shown."""
        return key_of(check, self.scheme)

    @property
    def keys_told(self) -> str:
        """The keys of the checks that apply, from the first to the last, for the line of keys."""
        keys = sorted({self.key_of(row.check) for row in self.rows})
        return "–".join(dict.fromkeys((*keys[:1], *keys[-1:])))

    def verdict(self, key: str) -> Verdict | None:
        """What the annotator gave on a check, else what the solver found."""
        opinion = None if self.current is None else self.current.verdicts.get(key)
        return None if opinion is None else opinion.verdict

    # --- keys ------------------------------------------------------------------------------------

    def press(self, character: str) -> Turn | None:
        """A key that prints; None where it is no check's. Turns the check at the cursor to its next
        verdict; elsewhere it goes there, and turns it where nothing stands yet."""
        current = self.current_check
        if character in SIGNS and current is not None and current.check.kind == "yes_no":
            verdict = SIGNS[character]
            return Turn(current, verdict in allowed(current.check), verdict, final=True)
        if current is not None and self.deciding and character == ADOPT:
            return self.adopted(current)
        if current is not None and character.isdecimal() and current.check.kind in NUMBERED:
            return self.numbered(current, int(character))
        rows = [row for row in self.rows if self.key_of(row.check) == character]
        if not rows:
            return None
        if current is not None and current in rows:
            return self.turned(current)
        lacking = [question for question in rows if self.verdict(question.key) is None]
        goal = (lacking or rows)[0]
        return self.turned(goal) if lacking else Turn(goal)

    def numbered(self, asked_check: AskedCheck, number: int) -> Turn:
        """A number of a scale, or an option of a choice counted from 1; another number gives
        nothing. That no formalization holds is 0, as where they stand beside each other."""
        values = numbered_values(asked_check)
        if asked_check.key == FORMALIZATION and number == 0:
            return Turn(asked_check, True, NONE, final=True)
        if asked_check.check.kind == "scale":
            return Turn(asked_check, number in values, number, final=True)
        fits = 0 < number <= len(values)
        return Turn(asked_check, fits, values[number - 1] if fits else None, final=True)

    def adopted(self, asked_check: AskedCheck) -> Turn:
        """The verdict and the reason of an annotator, made the final ones: the first at first, then
        the next."""
        assert self.current is not None
        opinions = [
            opinion
            for opinion in self.current.opinions.get(asked_check.key, ())
            if opinion.standing is not None
        ]
        if not opinions:
            return Turn(asked_check)
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
        return Turn(asked_check, True, opinion.verdict, reason=texts[place], replaces=own)

    def turn(self, step: int = 1) -> Turn | None:
        """The check at the cursor, turned on or back."""
        return None if self.current_check is None else self.turned(self.current_check, step)

    def turned(self, asked_check: AskedCheck, step: int = 1) -> Turn:
        """A check turned to its next verdict, after the last to none at all."""
        if asked_check.check.kind in WRITTEN:
            return Turn(asked_check, opens=True)
        verdicts: Sequence[Verdict | None] = (None, *allowed(asked_check.check))
        now = self.verdict(asked_check.key)
        place = verdicts.index(now) if now in verdicts else 0
        next_verdict = verdicts[(place + step) % len(verdicts)]
        settled = self.current is not None and asked_check.key in self.current.settled
        if next_verdict is None and settled and not self.deciding:
            # There is no "nothing" on a settled check: the solver's verdict stands there.
            next_verdict = verdicts[(place + 2 * step) % len(verdicts)]
        return Turn(asked_check, True, next_verdict)
