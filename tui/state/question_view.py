"""One question while the participant works on it: drafts, focus, and the current meaning of Enter.

Owns the view state of the item screen. The runner stores and the widgets draw; nothing here depends
on either.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from items.answers import Answer
from items.models import Item, Question
from study.course.plan import Plan
from study.course.sections import Step, option_order
from study.course.timing import SECOND, Remaining
from tui.i18n import _, ngettext
from tui.state.answers import draft_for, question_text
from tui.state.confidence import Confidence
from tui.state.draft import Draft, KeyHint
from tui.text import plain, sentences, wrap

SOON, LAST = 30, 10
"""Seconds left at which the clock warns, and warns again."""
WARNING_SECONDS = 5
"""Seconds for which a warning shows the time left, before that number would be wrong."""


@dataclass(frozen=True)
class EnterEffect:
    """The current effect of the Enter key."""

    effect: Literal["missing", "part", "confidence", "confirm"]
    place: int = 0
    """Index of the part it goes to."""
    message: str = ""
    """Why it goes there, or nowhere."""


@dataclass(frozen=True)
class Clock:
    """The time left, for the header."""

    text: str
    level: Literal["plain", "soon", "last"] = "plain"
    seconds: int = 0


class QuestionView:
    """The open question. `place` is the index of the focused part; one past the last is the row
    below: the confidence, if the study asks for it, or a button."""

    def __init__(
        self,
        plan: Plan,
        step: Step,
        item: Item,
        title: str,
        answers: Mapping[str, Answer] | None = None,
        confidence: int | None = None,
        pilot: bool = False,
    ) -> None:
        answers = answers or {}
        self.plan, self.step, self.item, self.pilot = plan, step, item, pilot
        self.title = plain(title)
        self.block = plan.blocks[step.block]
        self.question = item.questions[step.question]
        self.parts: tuple[Question, ...] = self.question.leaves
        self.drafts: list[Draft] = [
            draft_for(
                item,
                part,
                option_order(step, part) if part.options else (),
                self.block.none_option,
                answers.get(part.id),
            )
            for part in self.parts
        ]
        self.confidence = Confidence(confidence) if self.block.confidence else None
        self.place = next((n for n, draft in enumerate(self.drafts) if draft.missing()), 0)

    @property
    def button(self) -> bool:
        """Whether a row is needed on which Enter confirms, because it starts a new line elsewhere
        and there is no confidence row."""
        return self.confidence is None and any(draft.typing for draft in self.drafts)

    @property
    def draft(self) -> Draft | None:
        """The focused draft; None on the row below them."""
        return self.drafts[self.place] if self.place < len(self.drafts) else None

    @property
    def shape(self) -> tuple[object, ...]:
        """What its widgets depend on: views of the same shape can share widgets. A text has its own
        editor, so its shape is unique."""
        texts = tuple(id(draft) for draft in self.drafts if draft.typing)
        prompts = (bool(self.prompt), bool(self.condition), bool(self.question.parts))
        return (len(self.drafts), self.confidence is None, self.block.breaks, prompts, texts)

    @property
    def text(self) -> str:
        """The item's background text."""
        return plain(self.item.text).strip()

    @property
    def condition(self) -> str:
        """For a counterfactual question, its own assumption."""
        return plain(self.question.condition or "").strip()

    @property
    def prompt(self) -> str:
        """The question; where it has parts, the text before them."""
        if self.question.parts:
            return plain(self.question.text).strip()
        return question_text(self.item, self.question)

    def part_prompt(self, place: int) -> str:
        """A part's question, with its number; empty where the question has no parts."""
        if not self.question.parts:
            return ""
        return f"{place + 1}. {question_text(self.item, self.parts[place])}"

    def enter(self) -> EnterEffect:
        """The effect of Enter: go to the next open part or the confidence, or confirm."""
        draft = self.draft
        if draft is not None and draft.missing():
            return EnterEffect("missing", message=draft.missing())
        turn = [*range(self.place + 1, len(self.drafts)), *range(min(self.place, len(self.drafts)))]
        for place in turn:
            if self.drafts[place].missing():
                # Do not skip unreadable input without a message.
                wrong = self.drafts[place].wrong()
                return EnterEffect("part", place, wrong)
        if self.confidence is not None and self.confidence.value is None:
            if draft is None:
                return EnterEffect("missing", message=self.confidence.missing())
            return EnterEffect("confidence", len(self.drafts))
        return EnterEffect("confirm")

    def enter_says(self) -> str:
        """The effect of Enter, in one or two words; empty where it has none."""
        enter = self.enter()
        if enter.effect == "part":
            return _("next part")
        if enter.effect == "confidence":
            return _("go on")
        if enter.effect == "confirm":
            word = self.drafts[0].word if len(self.drafts) == 1 else ""
            return _("confirm {answer}").format(answer=word) if word else _("confirm")
        return ""

    def keys(self) -> tuple[KeyHint, ...]:
        """The keys that currently answer, most important first."""
        draft = self.draft
        answer_keys: tuple[KeyHint, ...]
        if draft is None:
            answer_keys = self.confidence.keys() if self.confidence else ()
        else:
            answer_keys = draft.keys()
        hints = list(answer_keys)
        says = self.enter_says()
        if says and not (draft is not None and draft.typing):
            hints.append(KeyHint("Enter", says, "go_on"))
        if self.confidence is not None and draft is not None and not draft.digits:
            hints.append(KeyHint("1–5", _("how sure")))
        if len(self.drafts) > 1 and not (draft is not None and draft.typing):
            hints.append(KeyHint("Tab", _("other part")))
        return tuple(hints)

    def place_text(self) -> str:
        """Block, item and question, for the header."""
        mains = [block for block in self.plan.blocks if block.role == "main"]
        if self.block.role == "qualification":
            parts = [_("Qualification")]
        elif self.block.role == "practice":
            parts = [_("Practice")]
        elif len(mains) > 1:
            number = next(n for n, block in enumerate(mains) if block.id == self.block.id) + 1
            parts = [_("Block {n} of {m}").format(n=number, m=len(mains))]
        else:
            parts = []
        item = _("item {n} of {m}") if parts else _("Item {n} of {m}")
        parts.append(item.format(n=self.step.ordinal + 1, m=self.block.items))
        if self.step.questions > 1:
            phrase = _("question {n} of {m}")
            parts.append(phrase.format(n=self.step.question + 1, m=self.step.questions))
        return " · ".join(parts)

    @property
    def progress(self) -> float:
        """Share of the whole session that is over, from 0 to 1."""
        return self.step.index / max(len(self.plan.steps), 1)

    def air(self, cells: int, room: int) -> bool:
        """Put empty lines between entries if there is room; returns whether this changed."""
        before = [draft.airy for draft in self.drafts]
        for draft in self.drafts:
            draft.airy = True
        if self.answer_lines(cells) > room:
            for draft in self.drafts:
                draft.airy = False
        return before != [draft.airy for draft in self.drafts]

    def answer_lines(self, cells: int) -> int:
        """Number of lines of the question, controls and confidence in this width."""
        lines = len(wrap(self.prompt, cells)) if self.prompt else 0
        if self.condition:
            lines += len(wrap(condition_text(self.condition), cells))
        for place, draft in enumerate(self.drafts):
            phrase = self.part_prompt(place)
            lines += len(wrap(phrase, cells)) if phrase else 0
            lines += TEXT_LINES if draft.typing else len(draft.lines(cells - 1, True))
        if len(self.drafts) > 1:
            lines += len(self.drafts) - 1
        if self.confidence is not None:
            lines += 1 + len(self.confidence.lines(cells - 1, True))
        return lines + (2 if self.button else 0)


TEXT_LINES = 6
"""Lines of the editor for a free text, including its frame."""


def condition_text(condition: str) -> str:
    """The text for the condition of a counterfactual question."""
    return _("For this question only, suppose: {condition}").format(condition=condition)


def clock(remaining: Remaining) -> Clock:
    """The time left as the header shows it, with the name of the clock where the block's runs out
    first."""
    if remaining.shortest_ns is None:
        return Clock("")
    of_block = remaining.block_ns == remaining.shortest_ns != remaining.question_ns
    of_session = remaining.session_ns == remaining.shortest_ns and not of_block
    of_session = of_session and remaining.session_ns != remaining.question_ns
    seconds = -(-remaining.shortest_ns // SECOND)
    hours, rest = divmod(seconds, 3600)
    time_text = (
        f"{rest // 60:02}:{rest % 60:02}"
        if not hours
        else f"{hours}:{rest // 60:02}:{rest % 60:02}"
    )
    phrase = _("{time} left")
    if of_block:
        phrase = _("{time} left in block")
    elif of_session:
        phrase = _("{time} left in all")
    text = "◷ " + phrase.format(time=time_text)
    if seconds <= LAST:
        return Clock(f"!! {text} !!", "last", seconds)
    if seconds <= SOON:
        return Clock(f"! {text}", "soon", seconds)
    return Clock(text)


def warning(clock_shown: Clock, submits: bool = False) -> str:
    """The message when the clock begins to warn; `submits`: an answer given when time runs out
    counts."""
    n = clock_shown.seconds
    if clock_shown.level == "soon":
        return ngettext("{n} second left.", "{n} seconds left.", n).format(n=n)
    if clock_shown.level == "last":
        phrase = ngettext("Only {n} second left.", "Only {n} seconds left.", n).format(n=n)
        return sentences(phrase, what_to_do(clock_shown, submits))
    return ""


def what_to_do(clock_shown: Clock, submits: bool = False) -> str:
    """The part of a warning besides the time left, which stays true as that decreases."""
    if clock_shown.level != "last":
        return ""
    if submits:
        return _("Your answer counts as it stands.")
    return _("Confirm your answer with Enter.")


def share(room: int, text: int, answer: int) -> tuple[int, int]:
    """How many of `room` lines the text and the answer get, by the lines they need.

    Both get all they need if there is room. Otherwise the answer comes first, but at least four
    lines (or a third) of a longer text remain; both can be scrolled.
    """
    if text + answer <= room:
        return text, answer
    text_lines = min(text, max(4, room // 3))
    answer = min(answer, room - text_lines)
    return room - answer, answer
