"""Joins recorded rows to items: which item, which part, which mutant, which option.

Owns the search by content hash, id and text, the mapping of options back to the item's own order,
and the reason for every row that cannot be joined. Nothing is guessed: a row that fits two items is
not joined, and an id is not used if something else in the row contradicts it (`contradiction`). If
the text then identifies another item, the method of joining says so.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from items.answers import Answer, ChoiceAnswer
from items.models import Item, Question
from items.recorded.contradiction import contradiction, question_alone
from items.recorded.placeholders import StatedQuestion, placeholder, placeholder_id, stated_question
from items.recorded.recorded_answer import read_answer
from items.recorded.rows import RecordedRow, Skip, prompt_text
from items.recorded.shown_question import ShownOptions, options_shown, stands_longer
from items.responses.answer_object import located, read_value
from items.responses.reasoning_text import thought_left_out
from items.values.text_folding import folded
from items.values.unreadable import Unreadable
from solver.errors import InputError
from solver.phrases import phrase

_HASH = re.compile(r"[0-9a-fA-F]{64}")
"""A content hash in the format of items."""
Identification = Literal[
    "content hash",
    "id",
    "id, question alone",
    "number",
    "text",
    "text, against the id",
    "text in the prompt",
    "placeholder",
]
Status = Literal["answered", "unreadable", "failed"]
SHORTEST = 24
"""Minimum number of characters of a background that is searched for inside a prompt."""


@dataclass(frozen=True, slots=True)
class JoinedAnswer:
    """A recorded answer joined to its item."""

    row: RecordedRow
    item: Item
    question: Question
    part: Question
    mutant: int
    status: Status
    answer: Answer | None
    """In the item's own order of options; only if the status is answered."""
    note: str
    identified_by: Identification
    """What identified the item."""


class _NoItem(InputError):
    """No item could be the one that a row answers."""


class Joiner:
    """Finds the items of recorded rows."""

    def __init__(
        self, items: Iterable[Item] = (), *, others: Iterable[Item] = (), stand_in: bool = False
    ) -> None:
        """`items` are the answered set, in order; `others` are also found by hash, id or text. With
        `stand_in`, a row that fits none of them creates a placeholder."""
        self._numbered = tuple(items)
        self._items = (*self._numbered, *others)
        self._stand_in = stand_in
        self.joined_items: dict[str, Item] = {}
        """Items that rows were joined to, by content hash."""
        self.placeholders = 0
        """Number of new placeholders among them."""
        self._placeholders: dict[str, tuple[Item, StatedQuestion]] = {}

    def join(self, row: RecordedRow) -> JoinedAnswer | Skip:
        """Return the joined row, or why it cannot be joined."""
        try:
            return self._join(replace(row, prompt=prompt_text(row.prompt)))
        except InputError as error:
            return Skip(row.row, error.message, no_item=isinstance(error, _NoItem))

    def joined_rows(self, row: RecordedRow) -> Iterator[JoinedAnswer | Skip]:
        """Yield the joined row; several if its response answers several parts at once."""
        result = self.join(row)
        if not isinstance(result, Skip) or row.question is not None or row.raw is None:
            yield result
            return
        try:
            yield from self._parts(replace(row, prompt=prompt_text(row.prompt)), row.raw)
        except (InputError, Unreadable):
            yield result

    def _parts(self, row: RecordedRow, response: str) -> Iterator[JoinedAnswer]:
        """An answer to each part of an item from one response, read in the same way as asked ones.
        Raises InputError and Unreadable if it is not a response to several parts."""
        item, by = self._item(row)
        several = len(item.leaves) > 1 and row.answer is None and row.given is None
        if not several or row.shown is not None or row.mutant:
            raise Unreadable("not a response to several parts")
        values = located(thought_left_out(response), item.leaves)
        self.joined_items.setdefault(item.content_hash, item)
        for question in item.questions:
            if not any(part.id in values for part in question.leaves):
                continue  # It may have been asked for in another request.
            for part in question.leaves:
                answer: Answer | None = None
                note = ""
                try:
                    if part.id not in values:
                        raise Unreadable("the response has no answer to this question")
                    answer = read_value(values[part.id], part, 0, item.formalization)
                except Unreadable as error:
                    note = str(error)
                part_row = replace(row, question=part.id)
                status: Status = "answered" if answer is not None else "unreadable"
                yield JoinedAnswer(part_row, item, question, part, 0, status, answer, note, by)

    def _join(self, row: RecordedRow) -> JoinedAnswer:
        item, by = self._item(row)
        question, part = _part(row, item)
        mutant = _mutant(row, part)
        self.joined_items.setdefault(item.content_hash, item)
        silent = row.raw is None and row.answer is None and row.given is None and row.shown is None
        if silent:
            why = row.failed or phrase("no response is recorded")
            return JoinedAnswer(row, item, question, part, mutant, "failed", None, why, by)
        try:
            answer = _answer(row, item, part, mutant)
        except InputError as error:
            note = error.message
            return JoinedAnswer(row, item, question, part, mutant, "unreadable", None, note, by)
        return JoinedAnswer(row, item, question, part, mutant, "answered", answer, "", by)

    # --- which item --------------------------------------------------------------------------

    def _item(self, row: RecordedRow) -> tuple[Item, Identification]:
        """The only item that the row identifies without contradiction."""
        doubt = ""
        for by, named in self._candidates(row):
            against = {item.content_hash: self._against(row, item) for item in named}
            fitting = [item for item in named if not against[item.content_hash]]
            if len(fitting) > 1:
                alike = len({item.id for item in fitting}) < len(fitting)
                names = ", ".join(
                    f"{item.id} ({item.content_hash[:8]})" if alike else item.id
                    for item in fitting[:3]
                )
                raise InputError("", phrase("it fits {n} items: {a}", n=len(fitting), a=names))
            if fitting:
                refuted = by.startswith("text") and row.item_id in self._by_id
                if by == "id" and question_alone(row, fitting[0]):
                    return fitting[0], "id, question alone"
                return fitting[0], "text, against the id" if refuted else by
            doubt = doubt or next(filter(None, against.values()), "")
        if doubt:
            raise InputError("", doubt)
        if not self._stand_in:
            raise _NoItem("", phrase("no item has {a}", a=_about(row)))
        return self._placeholder(row), "placeholder"

    def _against(self, row: RecordedRow, item: Item) -> str:
        """What in a row contradicts an item; empty if nothing does. It is also a contradiction if
        the row contains the question of another item with the same background."""
        reason = contradiction(row, item)
        if reason or row.item_hash == item.content_hash or not item.text:
            return reason
        if row.item_hash is not None and _HASH.fullmatch(row.item_hash):
            # The content differs; the texts in the row, if there are any, are better evidence.
            matching_items = self._by_texts(row) + (
                () if row.prompt is None else self._inside(row.prompt)
            )
            if not any(entry is item for entry in matching_items):
                return phrase("the item {a} and the row have different content hashes", a=item.id)
        for twin in self._by_text.get(folded(item.text), ()):
            if (
                twin is not item
                and folded(twin.text) == folded(item.text)
                and stands_longer(row, item, twin)
                and not contradiction(row, twin)
            ):
                return phrase(
                    "the row contains the question of {b}, not of {a}", a=item.id, b=twin.id
                )
        return ""

    def _candidates(self, row: RecordedRow) -> Iterator[tuple[Identification, tuple[Item, ...]]]:
        """Candidate items for the row, with the method, most reliable first."""
        if row.item_hash is not None and row.item_hash in self._by_hash:
            yield "content hash", (self._by_hash[row.item_hash],)
        if row.item_id is not None and row.item_id in self._by_id:
            yield "id", self._by_id[row.item_id]
        elif row.number is not None and row.number < len(self._numbered):
            yield "number", (self._numbered[row.number],)
        yield "text", self._by_texts(row)
        if row.prompt is not None:
            yield "text in the prompt", self._inside(row.prompt)

    def _placeholder(self, row: RecordedRow) -> Item:
        id_, about = placeholder_id(row), stated_question(row)
        if id_ is None:
            raise InputError("", phrase("the row has neither an id nor a text for its item"))
        if about is None:
            raise _NoItem("", phrase("no item has {a}, and the row has no gold", a=_about(row)))
        earlier = self._placeholders.get(id_)
        if earlier is None:
            self._placeholders[id_] = placeholder(row, id_, about), about
            self.placeholders += 1
        elif earlier[1] != about:
            raise InputError(
                "",
                phrase(
                    "an earlier row of {a} has a different gold answer or different options", a=id_
                ),
            )
        elif reason := contradiction(row, earlier[0]):
            raise InputError("", reason)
        return self._placeholders[id_][0]

    @cached_property
    def _by_hash(self) -> dict[str, Item]:
        return {item.content_hash: item for item in self._items}

    @cached_property
    def _by_id(self) -> dict[str | None, tuple[Item, ...]]:
        return _grouped((item.id, item) for item in self._items)

    @cached_property
    def _by_text(self) -> dict[str | None, tuple[Item, ...]]:
        return _grouped(
            (key, item)
            for item in self._items
            for key in dict.fromkeys(
                folded(text)
                for part in item.leaves
                for text in (item.text, f"{item.text} {part.text}")
            )
            if key
        )

    def _by_texts(self, row: RecordedRow) -> tuple[Item, ...]:
        """Items whose background is one of the row's texts; if there are several, those whose
        question, and then whose options, are among the texts too."""
        texts = {folded(text) for text in row.texts}
        matching = _distinct(item for text in texts for item in self._by_text.get(text, ()))
        shown_texts = texts | {folded(text) for text in row.options}
        for narrower in (
            lambda item: any(folded(part.text) in texts for part in item.leaves),
            lambda item: any(
                part.options and all(folded(option.text) in shown_texts for option in part.options)
                for part in item.leaves
            ),
        ):
            if len(matching) > 1:
                matching = tuple(filter(narrower, matching)) or matching
        return matching

    @cached_property
    def _openings(self) -> dict[str, list[tuple[str, Item]]]:
        openings: dict[str, list[tuple[str, Item]]] = {}
        for item in self._items:
            text = folded(item.text)
            if len(text) >= SHORTEST:
                openings.setdefault(text[:SHORTEST], []).append((text, item))
        return openings

    def _inside(self, prompt: str) -> tuple[Item, ...]:
        """Items whose background is contained in a prompt; if several share it, those whose
        question and options are contained too."""
        text = folded(prompt)
        starts = [0, *(n + 1 for n, char in enumerate(text) if char in " :\"'“(<>")]
        matching = _distinct(
            item
            for start in starts
            for whole, item in self._openings.get(text[start : start + SHORTEST], ())
            if text.startswith(whole, start)
        )
        if len(matching) > 1:
            fitting = tuple(
                item for item in matching if any(_is_asked(p, text) for p in item.leaves)
            )
            matching = fitting or matching
        return matching


def join_all(rows: Iterable[RecordedRow | Skip], joiner: Joiner) -> Iterator[JoinedAnswer | Skip]:
    """Yield every joined row, or why it cannot be joined."""
    for row in rows:
        if isinstance(row, Skip):
            yield row
        else:
            yield from joiner.joined_rows(row)


def _is_asked(part: Question, text: str) -> bool:
    return folded(part.text) in text and all(folded(option.text) in text for option in part.options)


def _about(row: RecordedRow) -> str:
    """A short description of the row's reference to its item."""
    if row.item_id is not None:
        if row.texts:
            return phrase("the id {a}, nor the row's text", a=repr(row.item_id))
        return phrase("the id {a}", a=repr(row.item_id))
    if row.item_hash is not None:
        return phrase("the content hash {a}", a=f"{row.item_hash[:12]}…")
    if row.texts:
        return phrase("the text {a}", a=repr(row.texts[0][:60]))
    if row.prompt:
        return phrase("a text in the row's prompt")
    return phrase("anything the row says")


def _part(row: RecordedRow, item: Item) -> tuple[Question, Question]:
    """The question and part that a row answers."""
    pairs = [(question, part) for question in item.questions for part in question.leaves]
    if row.question is not None:
        for question, part in pairs:
            if row.question == part.id:
                return question, part
        numbered = [pair for n, pair in enumerate(pairs, start=1) if row.question == str(n)]
        if numbered:
            return numbered[0]
        same = [pair for pair in pairs if folded(pair[1].text) == folded(row.question)]
        if len(same) == 1:
            return same[0]
    if len(pairs) == 1:
        return pairs[0]
    texts = {folded(text) for text in row.texts}
    same = [pair for pair in pairs if folded(pair[1].text) in texts and pair[1].text]
    if len(same) == 1:
        return same[0]
    names = ", ".join(part.id for _, part in pairs[:6])
    name = phrase("none") if row.question is None else repr(row.question[:40])
    raise InputError(
        "",
        phrase(
            "{a} has the questions {b}; expected one of them, found {c}", a=item.id, b=names, c=name
        ),
    )


def _mutant(row: RecordedRow, part: Question) -> int:
    """The rotation of the options, from the row's statement and from the displayed options."""
    count = len(part.options)
    recorded = row.mutant
    if recorded is not None and not 0 <= recorded < max(count, 1):
        most = max(count, 1) - 1
        raise InputError(
            "", phrase("expected a mutant from 0 to {a}, found {b}", a=most, b=recorded)
        )
    if not part.multiple_choice:
        return recorded or 0
    own = [folded(option.text) for option in part.options]
    shown_options = [folded(text) for text in row.options] or list(_marked_options(row, part).texts)
    if not shown_options:
        return recorded or 0
    if shown_options == own:
        turn = 0
    else:
        turns = [k for k in range(count) if shown_options == own[k:] + own[:k]]
        if not turns:
            same = sorted(shown_options) == sorted(own)
            raise InputError(
                "",
                phrase("its options were shown in an order that is not a rotation")
                if same
                else phrase("its options are not the item's"),
            )
        turn = turns[0]
    if recorded is not None and recorded != turn:
        raise InputError(
            "",
            phrase("it says mutant {a} and shows the options of mutant {b}", a=recorded, b=turn),
        )
    return turn


def _marked_options(row: RecordedRow, part: Question) -> ShownOptions:
    """The options as marked in the row's prompt."""
    return options_shown(row.prompt, [option.text for option in part.options])


def _answer(row: RecordedRow, item: Item, part: Question, mutant: int) -> Answer:
    """The answer in the item's own order of options."""
    count = len(part.options)
    if row.given is not None:
        if isinstance(row.given, ChoiceAnswer):
            option = row.given.option
            if not part.multiple_choice or (option is not None and option >= count):
                raise InputError("", f"expected one of {count} options, found option {option}")
        return row.given
    if row.shown is not None:
        if not part.multiple_choice or not 0 <= row.shown < count:
            raise InputError("", f"expected one of {count} options, found option {row.shown}")
        return ChoiceAnswer(option=(row.shown + mutant) % count)
    text = row.answer if row.answer is not None else row.raw
    if text is None:
        raise InputError("", "no answer is recorded")
    own = [option.text for option in part.options]
    shown_options: Sequence[str] = row.options or own[mutant:] + own[:mutant]
    first = _marked_options(row, part).first if part.multiple_choice else None
    answer = read_answer(text, part, shown_options, item.formalization, first=first)
    if isinstance(answer, ChoiceAnswer) and answer.option is not None:
        return ChoiceAnswer(option=(answer.option + mutant) % count)
    return answer


def _grouped(pairs: Iterable[tuple[str | None, Item]]) -> dict[str | None, tuple[Item, ...]]:
    groups: dict[str | None, list[Item]] = {}
    for key, item in pairs:
        groups.setdefault(key, []).append(item)
    return {key: _distinct(items) for key, items in groups.items()}


def _distinct(items: Iterable[Item]) -> tuple[Item, ...]:
    """Items without duplicates of the same content."""
    return tuple({item.content_hash: item for item in items}.values())
