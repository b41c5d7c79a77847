"""Answer sheets: the answers of one respondent, or a group, sorted by the scores they count in.

Owns which answer counts where: choices in the circular scores, truth values in the F1 scores, all
other parts and all parts of items with several in the scores by item. `metrics` owns the formulas,
and the caller the origin of the answers.
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from items.answers import Answer, ChoiceAnswer, TruthAnswer
from items.models import Item, Question
from items.shape.computed_once import memoized
from items.splits.registry import splits
from study.scores.scoring import Ruling, decider, ruled, score
from study.statistics.circular import Circular, Tally, code
from study.statistics.sub_questions import SubAnswer, SubQuestions
from study.statistics.truth import TruthAnswers, truth_answers

if TYPE_CHECKING:
    # Joining imports the readers of responses, which no report needs.
    from items.recorded.join import JoinedAnswer
    from items.recorded.rows import Skip

Status = Literal["answered", "unreadable", "failed"]


@dataclass(frozen=True, slots=True)
class AskedPart:
    """One question part of one item, with what the scores need."""

    key: str
    """The item's content hash, followed by the part's id where the item has several parts."""
    item_hash: str
    item_id: str
    part: Question
    by_item: bool
    """Whether it counts in the scores by item."""
    counterfactual: frozenset[str]
    """Keys of the splits under which it is counterfactual, where it counts in the scores by
    item."""
    kind: str
    scored_as: Literal["choice", "truth", ""]
    """Scores besides those by item in which its answers count."""
    tagged: bool
    """Whether the part is a choice or a truth value."""
    part_count: int
    """Number of parts of its item that have a gold answer."""


class TruthRow(NamedTuple):
    """One answer that is a truth value."""

    key: str
    gold: str
    answer: str | None
    """None where the answer could not be read."""
    respondent: str = ""
    mutant: int = 0


class MissingAnswer(NamedTuple):
    """An answer that is listed because it was unreadable, or never arrived."""

    item_id: str
    part: str
    mutant: int
    note: str
    item_hash: str


@dataclass(frozen=True)
class Tallies:
    """Numbers of answers, and of right answers, to each item."""

    items: Sequence[str]
    """Content hashes of the items."""
    rows: Any
    """Array with one row per item: right answers and answers."""

    @cached_property
    def by_item(self) -> Mapping[str, tuple[int, int]]:
        """The same, by content hash."""
        return dict(zip(self.items, zip(*self.rows.T.tolist(), strict=True), strict=True))

    @property
    def total(self) -> tuple[int, int]:
        """Total right answers and answers."""
        right, n = self.rows.sum(axis=0).tolist()
        return right, n


def tallies_of(by_item: Mapping[str, tuple[int, int]]) -> Tallies:
    """Tallies from counts by item."""
    import numpy

    rows = numpy.array(list(by_item.values()), dtype=numpy.int64).reshape(-1, 2)
    return Tallies(list(by_item), rows)


def together(tallies_of_respondents: Sequence[Tallies]) -> Tallies:
    """The sum of several respondents' tallies, item by item."""
    import numpy

    if not tallies_of_respondents:
        return tallies_of({})
    first = tallies_of_respondents[0]
    if all(
        each.items is first.items or each.items == first.items
        for each in tallies_of_respondents[1:]
    ):
        return Tallies(
            first.items, numpy.sum([each.rows for each in tallies_of_respondents], axis=0)
        )
    items = list(dict.fromkeys(item for each in tallies_of_respondents for item in each.items))
    places = {item: place for place, item in enumerate(items)}
    rows: Any = numpy.zeros((len(items), 2), dtype=numpy.int64)
    for each in tallies_of_respondents:
        rows[[places[item] for item in each.items]] += each.rows
    return Tallies(items, rows)


@dataclass(slots=True)
class AnswerSheet:
    """Answers of one respondent in one setting and run, or of a group treated as one."""

    choices: Tally = field(default_factory=Tally)
    """Items are identified by `AskedPart.key`."""
    truths: list[TruthRow] = field(default_factory=list)
    parts: list[SubAnswer] = field(default_factory=list)
    """`item` is the content hash."""
    answers: int = 0
    """Number of all answers that arrived, readable or not."""
    unreadable: list[MissingAnswer] = field(default_factory=list)
    """These count as wrong."""
    failed_requests: list[MissingAnswer] = field(default_factory=list)
    """No response arrived; these do not count at all."""
    ungraded: int = 0
    """Number of free answers that nobody graded."""
    without_gold: Counter[str] = field(default_factory=Counter)
    """Number of answers to questions without a gold answer, by content hash of the item."""
    superseded: int = 0
    """Number of answers to an earlier wording of the same prompt, which do not count."""
    people: dict[tuple[str, str], tuple[int, int]] = field(default_factory=dict)
    """Right answers and answers by content hash of the item and person, for people's answers."""
    tallies: Tallies | None = None
    """Tallies by item, where they were counted while reading the answers. Items with choices come
    first, then those with truth values, then others, each in the order of their questions."""

    @property
    def no_gold(self) -> int:
        """Number of answers to questions without a gold answer; they do not count."""
        return self.without_gold.total()

    def put(
        self,
        part_asked: AskedPart,
        mutant: int,
        status: Status,
        answer: Answer | None,
        *,
        respondent: str = "",
        ruling: Ruling | None = None,
        note: str = "",
    ) -> None:
        """Add an answer; `ruling` is the verdict of a judge model or a person."""
        part = part_asked.part
        if status == "failed":
            self.failed_requests.append(
                MissingAnswer(part_asked.item_id, part.id, mutant, note, part_asked.item_hash)
            )
            return
        self.answers += 1
        if status == "unreadable":
            self.unreadable.append(
                MissingAnswer(part_asked.item_id, part.id, mutant, note, part_asked.item_hash)
            )
        gold = part.gold
        if gold is None:
            self.without_gold[part_asked.item_hash] += 1
            return
        if part_asked.scored_as == "choice":
            assert isinstance(gold, ChoiceAnswer)
            chosen = answer.option if isinstance(answer, ChoiceAnswer) else None
            one_code = code(chosen, gold.option, answer is not None)
            self.choices.gather(part_asked.key, len(part.options), mutant, one_code, respondent)
            self._count(part_asked, respondent, bool(one_code & 1))
        elif part_asked.scored_as == "truth":
            assert isinstance(gold, TruthAnswer)
            value = answer.value if isinstance(answer, TruthAnswer) else None
            self.truths.append(TruthRow(part_asked.key, gold.value, value, respondent, mutant))
            self._count(part_asked, respondent, gold.value == value)
        # A model is asked every mutant, a person only one of them.
        if part_asked.by_item and (mutant == 0 or respondent):
            scored = ruled(score(answer, part), ruling)
            self.ungraded += scored.right is None
            if scored.right is not None and not part_asked.tagged:
                self._count(part_asked, respondent, scored.right)
            self.parts.append(
                SubAnswer(
                    part_asked.item_hash,
                    part.id,
                    scored.right,
                    part_asked.counterfactual,
                    part_asked.kind,
                    decider(scored),
                    part_asked.part_count,
                )
            )

    def _count(self, part_asked: AskedPart, respondent: str, right: bool) -> None:
        if respondent:
            before = self.people.get((part_asked.item_hash, respondent), (0, 0))
            self.people[part_asked.item_hash, respondent] = before[0] + right, before[1] + 1

    @property
    def answered_items(self) -> set[str]:
        """Content hashes of the items with answers that can be right or wrong, in arbitrary
        order."""
        keys = set(self.choices.items)
        keys.update(row.key for row in self.truths)
        keys.update(part.item for part in self.parts)
        return {key.partition("#")[0] for key in keys}

    def of(self, items: Container[str]) -> "AnswerSheet":
        """The answers to some items, given by content hash. How many of these were asked again with
        another wording is unknown, so `superseded` is 0."""
        sheet = AnswerSheet(
            choices=self.choices.of(lambda key: key.partition("#")[0] in items),
            truths=[row for row in self.truths if row.key.partition("#")[0] in items],
            parts=[part for part in self.parts if part.item.partition("#")[0] in items],
            unreadable=[listed for listed in self.unreadable if listed.item_hash in items],
            failed_requests=[
                listed for listed in self.failed_requests if listed.item_hash in items
            ],
            people={place: tally for place, tally in self.people.items() if place[0] in items},
        )
        golds = {key: count for key, count in self.without_gold.items() if key in items}
        sheet.without_gold = Counter(golds)
        sheet.ungraded = sum(part.right is None for part in sheet.parts)
        sheet.answers = sheet._number()
        return sheet

    def _number(self) -> int:
        """Number of answers: choices, truth values, and parts that are neither, each once; and
        those without a gold answer."""
        choices, truths = self.choices.items, {row.key for row in self.truths}
        places = (f"{part.item.partition('#')[0]}#{part.question}" for part in self.parts)
        others = sum(place not in choices and place not in truths for place in places)
        chosen = sum(self.choices.right(item)[1] for item in choices)
        return chosen + len(self.truths) + others + self.no_gold

    def without(self, questions: Mapping[str, Container[str]]) -> "AnswerSheet":
        """The sheet without the answers to some questions, given by the item's content hash and
        their ids. What is only listed or counted does not change."""

        def keeps_question(item: str, question: str) -> bool:
            return question not in questions.get(item, ())

        def keeps_part(key: str) -> bool:
            item, _, question = key.partition("#")
            return keeps_question(item, question)

        parts = [
            part
            for part in self.parts
            if keeps_question(part.item.partition("#")[0], part.question)
        ]
        people = {place: n for place, n in self.people.items() if place[0] not in questions}
        for part in parts:
            item, _, met = part.item.partition("#")
            person = met.partition("#")[0]
            if person and item in questions and part.right is not None:
                right, n = people.get((item, person), (0, 0))
                people[item, person] = right + part.right, n + 1
        return replace(
            self,
            choices=self.choices.of(keeps_part),
            truths=[row for row in self.truths if keeps_part(row.key)],
            parts=parts,
            people=people,
            tallies=None,
        )

    def at(self, mutants: Mapping[str, Container[int]]) -> "AnswerSheet":
        """The sheet of a single respondent with only the answers to these mutants of some choices,
        given by `AskedPart.key`, and everything else. What is only listed or counted does not
        change."""
        return replace(self, choices=self.choices.at(mutants), tallies=None)

    def circular(self) -> Circular:
        """ACC, CIR and PC."""
        return self.choices.scores()

    def truth(self, clusters: Mapping[str, str]) -> TruthAnswers:
        """Truth values by question. `clusters` maps an item's content hash to its cluster; by
        default each item is its own."""
        answers = truth_answers((row.key, row.gold, row.answer) for row in self.truths)
        items = [key.partition("#")[0] for key in dict.fromkeys(row.key for row in self.truths)]
        drawn = [clusters.get(item, item) for item in items]
        return replace(answers, items=items, clusters=drawn)

    def by_item(self, clusters: Mapping[str, str]) -> SubQuestions:
        """Answers to sub-questions, by item; `clusters` as for `truth`."""
        return SubQuestions(self.parts, clusters)


@memoized
def parts_asked(item: Item) -> tuple[AskedPart, ...]:
    """Every question part of an item."""
    return tuple(_parts_of(item))


def _parts_of(item: Item) -> Iterator[AskedPart]:
    leaves = item.leaves
    several = len(leaves) > 1
    by_item = several or any(not (leaf.multiple_choice or leaf.truth) for leaf in leaves)
    marked = {split.key: split.counterfactual(item) for split in splits()} if by_item else {}
    of = sum(leaf.gold is not None for leaf in leaves)
    for part in leaves:
        choice = part.multiple_choice
        yield AskedPart(
            key=f"{item.content_hash}#{part.id}" if several else item.content_hash,
            item_hash=item.content_hash,
            item_id=item.id,
            part=part,
            by_item=by_item,
            counterfactual=frozenset(key for key, ids in marked.items() if part.id in ids),
            kind=part.query_kind or ("" if part.free else str(part.kind)),
            scored_as=_scored_as(part.gold, choice=choice),
            tagged=choice or part.truth,
            part_count=of,
        )


def _scored_as(gold: Answer | None, *, choice: bool) -> Literal["choice", "truth", ""]:
    if isinstance(gold, ChoiceAnswer) and choice:
        return "choice"
    return "truth" if isinstance(gold, TruthAnswer) else ""


def asked_of(items: Mapping[str, Item]) -> dict[tuple[str, str], AskedPart]:
    """From an item's content hash and a part's id to the part."""
    return {
        (item_hash, part_asked.part.id): part_asked
        for item_hash, item in items.items()
        for part_asked in parts_asked(item)
    }


def recorded_sheets(
    rows: "Iterable[JoinedAnswer | Skip]",
) -> "tuple[dict[tuple[str, str, int], AnswerSheet], tuple[Skip, ...], dict[str, Item]]":
    """Sheets of recorded answers by (model, setting, run), what was skipped (including duplicates),
    and the items by content hash. Nothing is stored. A failed request counts only where no other
    row has the answer."""
    from items.recorded.rows import Skip, answered_twice

    sheets: dict[tuple[str, str, int], AnswerSheet] = {}
    skipped: list[Skip] = []
    items: dict[str, Item] = {}
    parts: dict[tuple[str, str], AskedPart] = {}
    first_rows: dict[tuple[object, ...], JoinedAnswer] = {}
    failed: dict[tuple[object, ...], tuple[AnswerSheet, JoinedAnswer]] = {}
    for joined in rows:
        if isinstance(joined, Skip):
            skipped.append(joined)
            continue
        item_hash = joined.item.content_hash
        if item_hash not in items:
            items[item_hash] = joined.item
            parts.update(asked_of({item_hash: joined.item}))
        row = joined.row
        setting = "/".join(filter(None, (row.setting, row.variant)))
        series = (row.model or "", setting, (row.run or 1) + row.epoch - 1)
        place = (*series, item_hash, joined.part.id, joined.mutant)
        sheet = sheets.setdefault(series, AnswerSheet())
        if joined.status == "failed":
            failed[place] = sheet, joined
            continue
        if place in first_rows:
            first = first_rows[place]
            same = (first.answer, first.row.raw) == (joined.answer, row.raw)
            skipped.append(Skip(row.row, answered_twice(first.row.row, same)))
            continue
        first_rows[place] = joined
        graded = row.grades and joined.part.free
        ruling = Ruling(row.grades[0].match, by_person=False) if graded else None
        sheet.put(
            parts[item_hash, joined.part.id],
            joined.mutant,
            joined.status,
            joined.answer,
            ruling=ruling,
            note=joined.note,
        )
    for sheet, joined in (failed[place] for place in failed if place not in first_rows):
        part_asked = parts[joined.item.content_hash, joined.part.id]
        sheet.put(part_asked, joined.mutant, "failed", None, note=joined.note)
    return sheets, tuple(skipped), items
