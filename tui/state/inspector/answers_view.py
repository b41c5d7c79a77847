"""Who answered what on an item: each distinct answer with its share, and who gave it.

Owns the grouping of answers for the screen and its lines. `sessions.report.answer_book` reads the
record, and `items.gold.refutation` finds why an answer is wrong.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from items.answers import Answer, ChoiceAnswer
from items.gold.check import Status
from items.models import Item, Question
from items.values.answer_text import format_answer
from items.values.letters import letter
from study.diagnosis.possible_answers import answers_to
from study.scores.scoring import score
from study.statistics.sub_questions import bounds
from tui.i18n import _, mark
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.contradiction import contradiction_lines
from tui.state.inspector.respondent import Respondent, respondent_of
from tui.state.inspector.words import headed
from tui.state.inspector.world_lines import text_lines
from tui.text import fit, pad, pad_left, plain, width

if TYPE_CHECKING:
    from sessions.report.item_answers import ItemAnswers, RecordedAnswer, RespondentKind
    from study.statistics.intervals import Share

BAR = 20
NUMBERS = 25
"""Width of the numbers beside an answer and its bar."""
LABEL = 14
GRADING_WORDS: Mapping[str, str] = {
    "matched": mark("matched"),
    "judged": mark("judged"),
    "by a person": mark("graded by a person"),
}
"""How it was decided whether a free answer is right."""


@dataclass(frozen=True)
class AnswerGroup:
    """One distinct answer to one part, or no answer."""

    key: str
    place: int
    """Index of the part among the item's leaves."""
    part: Question
    answer: Answer | None
    """None: nothing was answered, or it could not be read."""
    answers: "tuple[RecordedAnswer, ...]"
    """The answers in the group, with their respondents."""
    answer_count: int
    """Total number of answers to this part."""

    @property
    def right(self) -> bool | None:
        """Compared with the item's gold; a missing answer is None. For a free answer, the verdict
        of judges or persons, where they agree."""
        if self.answer is None:
            return None
        judgements = {
            answer.right
            for recorded_answer in self.answers
            if (answer := recorded_answer.scores.get(self.part.id)) is not None
            and answer.why in ("judged", "by a person")
        }
        if judgements:
            return judgements.pop() if len(judgements) == 1 else None
        return score(self.answer, self.part).right

    @property
    def label(self) -> str:
        """The answer as text."""
        if self.answer is None:
            return _("unreadable") if self._unread else _("no answer")
        return plain(format_answer(self.answer, self.part))

    @property
    def _unread(self) -> bool:
        """Whether any of them had contents that could not be read."""
        return bool(self.answers) and all(answer.note for answer in self.answers)

    @property
    def remark(self) -> tuple[str, ...]:
        """Remarks where the answer is not itself wrong: it is right, nobody graded it, or there is
        none, with the reason for each that could not be read."""
        if self.answer is not None:
            return (_("This answer is right.") if self.right else _("This answer is not graded."),)
        wrong = any(answer.right is False for answer in self.answers)
        if not self._unread:
            message = _("Nothing was answered.")
            return (_("Nothing was answered. It counts as wrong.") if wrong else message,)
        why = {
            headed(plain(answer.respondent), plain(answer.note)): None for answer in self.answers
        }
        message = _("The reply could not be read.")
        return (_("The reply could not be read. It counts as wrong.") if wrong else message, *why)

    @property
    def long_label(self) -> str:
        """The same, with the text of an option."""
        if isinstance(self.answer, ChoiceAnswer) and self.answer.option is not None:
            options = self.part.options
            if self.answer.option < len(options):
                return f"{self.label}  {plain(options[self.answer.option].text)}"
        return self.label

    def count(self, *kinds: str) -> int:
        """Number of respondents of these kinds."""
        return sum(answer.respondent_kind in kinds for answer in self.answers)


@dataclass(frozen=True)
class RefutedGold:
    """The solver's results for the answers to a part without gold, or whose gold it refutes."""

    gold: str
    """The gold as text; empty where there is none."""
    proved_answer: str
    """The solver's own answer as text; empty where it has none."""
    statuses: Mapping[str, Status]
    """The status of every answer, by the key of its group."""


@dataclass(frozen=True)
class CheckedGolds:
    """The solver's results for the golds of an item."""

    refuted_golds: Mapping[int, RefutedGold] = field(default_factory=dict)
    """Parts that the solver judges, because they have no gold or it refutes theirs, by index."""
    inconsistent: tuple[str, ...] = ()
    """Variants whose premises contradict each other, including the baseline by its name."""
    void_parts: frozenset[int] = frozenset()
    """Indices of the parts asked under such a variant: everything follows from its premises."""


class AnswersView:
    """The answers to one item."""

    def __init__(
        self, item: Item, answers: "ItemAnswers", respondent: Respondent | None = None
    ) -> None:
        self.item = item
        self.answers = answers
        self.respondent = respondent
        """The respondent whose answer is selected first, and marked among the respondents."""
        self.checked_golds = CheckedGolds()
        """The solver's results for the golds; empty until they are computed."""
        self.groups: tuple[AnswerGroup, ...] = tuple(_groups(item, answers))
        wrong = [group for group in self.groups if group.right is False and group.answers]
        answered = [group for group in self.groups if group.answers]
        first = self._of_marked() or max(
            wrong or answered, key=lambda group: len(group.answers), default=None
        )
        if first is None:
            first = next((group for group in self.groups if group.right is False), None)
        self.selected = first.key if first is not None else ""

    def _of_marked(self) -> AnswerGroup | None:
        """The marked respondent's answer: for the original item before mutants, wrong ones before
        right ones."""
        places = [
            (answer.mutant != 0, group.right is not False, place)
            for place, group in enumerate(self.groups)
            for answer in group.answers
            if self.respondent is not None and respondent_of(answer) == self.respondent
        ]
        return self.groups[min(places)[2]] if places else None

    @property
    def group(self) -> AnswerGroup | None:
        """The selected group."""
        return next((entry for entry in self.groups if entry.key == self.selected), None)

    def right(self, group: AnswerGroup) -> bool | None:
        """Whether an answer is right: according to the solver where it refutes the gold or there is
        none, otherwise to the gold; None where neither decides."""
        refuted = self.checked_golds.refuted_golds.get(group.place)
        if refuted is None or group.answer is None:
            return group.right
        judged = {Status.AGREE: True, Status.DISAGREE: False}
        status = refuted.statuses.get(group.key)
        return judged.get(status, None if refuted.gold else group.right) if status else None

    def remark(self, group: AnswerGroup) -> tuple[str, ...]:
        """Remarks where an answer is not itself wrong."""
        refuted = self.checked_golds.refuted_golds.get(group.place)
        void = group.place in self.checked_golds.void_parts
        if refuted is None or group.answer is None:
            if void and group.answer is not None and group.right:
                return (_("This is the gold answer. With such premises that says little."),)
            return group.remark
        if refuted.statuses.get(group.key) is Status.AGREE:
            if void:
                return (_("This answer follows, as everything does from such premises."),)
            return (_("This answer follows from the premises: the solver proves it."),)
        return (_("The solver does not decide this answer."),)

    def contradiction(self, cells: int) -> list[Line]:
        """The warning that premises contradict each other, at the top of every pane."""
        return contradiction_lines(self.checked_golds.inconsistent, cells)

    def refuted_lines(self, place: int, cells: int) -> list[Line]:
        """That the gold of a part is refuted, and the consequences; empty where it is not and there
        is one."""
        refuted = self.checked_golds.refuted_golds.get(place)
        if refuted is None:
            return []
        lines: list[Line] = []
        if refuted.gold:
            message = _("✗ The published gold is refuted: {gold}").format(gold=plain(refuted.gold))
            lines += text_lines(message, cells, "bad")
        if refuted.proved_answer:
            message = _("From the premises follows: {answer}").format(
                answer=plain(refuted.proved_answer)
            )
            lines += text_lines(
                message, cells, "warn" if place in self.checked_golds.void_parts else "good"
            )
        return lines

    def wrong(self, group: AnswerGroup) -> int:
        """Number of wrong answers to a group's question part."""
        return sum(
            len(other.answers)
            for other in self.groups
            if other.place == group.place and self.right(other) is False
        )

    @property
    def summary(self) -> str:
        """Whether premises contradict each other and golds are refuted; how many answered, and how
        many of them were right."""
        people = self._share("person")
        models = self._share("model")
        text = _("people {people} · models {models}").format(people=people, models=models)
        if any(refutation.gold for refutation in self.checked_golds.refuted_golds.values()):
            text = " · ".join((_("gold refuted ✗"), text))
        if self.checked_golds.inconsistent:
            text = _("‼ inconsistent · {message}").format(message=text)
        return text

    def _share(self, kind: "RespondentKind") -> str:
        """The share of right answers, with its interval; while free answers are unsettled, its
        range."""
        tally = self.answers.tally(kind)
        ends = bounds(tally.right, tally.n, tally.unjudged)
        if not tally.unjudged or ends is None:
            return _share(self.answers.accuracy(kind))
        return _("– ({low:.0f}–{high:.0f} %, {n} unsettled)").format(
            low=100 * ends.all_wrong, high=100 * ends.all_right, n=tally.unjudged
        )

    # --- lines -----------------------------------------------------------------------------------

    def distribution_lines(self, cells: int, focused: bool) -> list[Line]:
        """All answers with bars and numbers, part by part."""
        lines = self.contradiction(cells)
        if self.answers.other_version:
            warning = _("These are answers to another version of this item.")
            lines += [*text_lines(f"! {warning}", cells, "warn"), Line()]
        if not self.answers.answers:
            lines += text_lines(_("Nobody has answered this item yet."), cells, "muted")
        place = -1
        for group in self.groups:
            if group.place != place:
                place = group.place
                if lines and lines[-1].pieces:
                    lines.append(Line())
                head = (
                    _("Question {id}").format(id=plain(group.part.id))
                    if len(self.item.leaves) > 1
                    else _("Question")
                )
                lines += text_lines(f"{head}  {plain(group.part.text)}", cells, "heading")
                lines += self.refuted_lines(place, cells)
                lines.append(Line((Piece(_legend(cells), "muted"),)))
            lines.append(self._line(group, cells, focused))
        return lines

    def _line(self, group: AnswerGroup, cells: int, focused: bool) -> Line:
        at_cursor = group.key == self.selected
        mark, role = _mark(group, self.right(group))
        label = _label_cells(cells)
        share = len(group.answers) / group.answer_count if group.answer_count else 0.0
        return Line(
            (
                Piece("▸ " if at_cursor and focused else "› " if at_cursor else "  ", "cursor"),
                Piece(f"{mark} ", role),
                Piece(pad(fit(group.long_label, label), label), "chosen" if at_cursor else "plain"),
                Piece(" " + _bar(share, _bar_cells(cells)), "key"),
                Piece(f" {100 * share:>3.0f} %" if group.answer_count else "   –  "),
                Piece(f"{group.count('person', 'simulated'):>7}"),
                Piece(f"{group.count('model'):>7}"),
            ),
            group.key,
            at_cursor,
        )

    def who_lines(self, cells: int, _focused: bool) -> list[Line]:
        """The respondents who gave the selected answer, with time and confidence."""
        group = self.group
        if group is None:
            return []
        lines = self.contradiction(cells)
        lines += text_lines(
            _("{label} · {n} of {all}").format(
                label=group.long_label, n=len(group.answers), all=group.answer_count
            ),
            cells,
            "heading",
        )
        studies = {answer.study for answer in group.answers}
        alike = len(group.answers) > 1 and len(studies) == 1
        if alike and any(studies):
            lines += text_lines(plain(*studies), cells, "muted", 1)
        bare = all(answer.seconds is None and answer.confidence is None for answer in group.answers)
        if bare and group.answers:
            lines += text_lines(_("neither times nor confidence recorded"), cells, "muted", 1)
        names = [width(plain(answer.respondent)) for answer in group.answers]
        room = min(max(names, default=0), max(cells - 40, 12))
        for answer in group.answers:
            time = "–" if answer.seconds is None else f"{answer.seconds:.1f} s"
            # Models are not asked for their confidence, so their line has more room.
            confidence = "–" if answer.confidence is None else f"{answer.confidence}/5"
            sure = pad(_("sure {n}").format(n=confidence), 8)
            sure = f"  {sure} "
            sure = " " if bare or answer.respondent_kind == "model" else sure
            kind = {"person": _("person"), "model": _("model"), "simulated": _("simul.")}
            is_marked = self.respondent is not None and respondent_of(answer) == self.respondent
            lead = " " if self.respondent is None else "▸ " if is_marked else "  "
            duration = "" if bare else f"{time:>8}"
            used_cells = room + 9 + len(duration) + len(lead) + width(sure)
            notes = fit(
                " · ".join(_notes(answer, group.part, not alike)), max(cells - used_cells, 0)
            )
            pieces = (
                Piece(
                    f"{lead}{pad(fit(plain(answer.respondent), room), room)} ",
                    "cursor" if is_marked else "key",
                ),
                Piece(pad(kind[answer.respondent_kind], 7)),
                Piece(f"{duration}{sure}"),
                Piece(f" {notes}", "muted"),
            )
            lines.append(Line(pieces, None, is_marked))
        if not group.answers:
            lines += text_lines(_("nobody"), cells, "muted", 1)
        return lines


def _notes(answer: "RecordedAnswer", part: Question, study: bool) -> list[str]:
    """Who decided, what went wrong, and the conditions: including the study, where it is not the
    same for all."""
    decided = answer.scores.get(part.id)
    return [
        *([_(GRADING_WORDS[decided.why])] if decided and decided.why in GRADING_WORDS else []),
        *(["time-out"] if answer.timed_out else []),
        *([plain(answer.study)] if answer.study and study else []),
        *([plain(answer.block)] if answer.respondent_kind == "model" and answer.block else []),
        *([_("rotated {n}").format(n=answer.mutant)] if answer.mutant else []),
        *([plain(answer.note)] if answer.note else []),
    ]


def _groups(item: Item, answers: "ItemAnswers") -> Iterator[AnswerGroup]:
    """All options of a choice, and all other given answers, part by part."""
    place = 0
    for index, question in enumerate(item.questions):
        answers_here = [entry for entry in answers.answers if entry.question_index == index]
        for part in question.leaves:
            pairs: dict[str, tuple[Answer | None, list[RecordedAnswer]]] = {}
            if answers_here:
                for n in range(len(part.options)):
                    pairs[letter(n)] = (ChoiceAnswer(option=n), [])
            elif not answers.answers and item.formalization is not None and not part.free:
                # Nobody answered: list the possible answers, for what would lead to them.
                for possible in answers_to(part, ()):
                    pairs[plain(format_answer(possible, part))] = (possible, [])
            for recorded_answer in answers_here:
                answer = recorded_answer.answers.get(part.id)
                if recorded_answer.scores[part.id].why == "not recorded":
                    continue
                key = "" if answer is None else plain(format_answer(answer, part))
                pairs.setdefault(key, (answer, []))[1].append(recorded_answer)
            ordered = list(pairs.items())
            if not part.options:
                ordered.sort(key=lambda pair: (not pair[0], -len(pair[1][1])))
            for key, (answer, respondents) in ordered:
                yield AnswerGroup(
                    f"{place}:{key}", place, part, answer, tuple(respondents), len(answers_here)
                )
            place += 1


def _mark(group: AnswerGroup, right: bool | None) -> tuple[str, Role]:
    if group.answer is None:
        return "–", "muted"
    if right is None:
        return "?", "muted"
    return ("✓", "good") if right else ("✗", "bad")


def _share(share: "Share | None") -> str:
    if share is None:
        return "–"
    low, high = 100 * share.low, 100 * share.high
    return f"{share.successes}/{share.n} {100 * share.value:.0f} % ({low:.0f}–{high:.0f})"


def _bar_cells(cells: int) -> int:
    """Width of a bar, which shrinks before an answer is cut to less than LABEL cells."""
    return max(6, min(BAR, cells // 4, cells - NUMBERS - LABEL))


def _label_cells(cells: int) -> int:
    return max(cells - _bar_cells(cells) - NUMBERS, 6)


def _legend(cells: int) -> str:
    heads = "".join(pad_left(text, 7) for text in (_("people"), _("models")))
    return " " * (_label_cells(cells) + _bar_cells(cells) + 11) + heads


def _bar(share: float, cells: int) -> str:
    full = round(share * cells)
    return "█" * full + "░" * (cells - full)
