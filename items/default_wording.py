"""What a question asks that has no text of its own: the words of its kind, and what they are about.

Where answers are built from a vocabulary, that says what the question is about. Answers that are a
word or a number have none; there the query's targets and formulas are listed in its place.
"""

from functools import lru_cache

from items.formal import arguments, formal_item, gloss_language
from items.kinds.names import own_kind
from items.models import Choice, Item, Question
from solver.errors import InputError
from solver.kinds.registry import kind_of
from solver.language.problem import Problem, Query

MOST_KEPT = 64
"""Questions whose queries are kept read: a screen asks for the same again and again."""


def wording(item: Item, leaf: Question, language: str, *, on_screen: bool = False) -> str:
    """What the kind of a question or part asks; empty for a question that has parts."""
    if leaf.kind is None:
        return ""
    own = own_kind(leaf.kind)
    if own is not None:
        return (own.question_on_screen if on_screen else own.question).of(language)
    kind = kind_of(leaf.kind)
    read = _query(item, leaf)
    if read is None:
        return ((kind.question_on_screen if on_screen else None) or kind.question).of(language)
    return kind.wording(read[0], on_screen=on_screen).of(language)


def about(item: Item, leaf: Question) -> tuple[Choice, ...]:
    """What a question or part is about: its vocabulary, else, where no text says it, the targets
    and formulas of its query."""
    if leaf.vocabulary or leaf.kind is None or own_kind(leaf.kind) is not None:
        return glossed(item, leaf).vocabulary
    if _has_text(item, leaf):
        return ()
    return _arguments(item, leaf)


def glossed(item: Item, leaf: Question) -> Question:
    """A question or part, in whose vocabulary formulas with signs say what they mean: ¬A is
    nothing to somebody who does not know the sign. Only labels are filled in, never changed; an
    item itself keeps what it has, and with that its content hash."""
    bare = {c.key for c in leaf.vocabulary if not c.label and not c.key.isidentifier()}
    labels = {c.key: c.label for c in _arguments(item, leaf) if c.key in bare} if bare else {}
    if not any(labels.values()):
        return leaf
    choices = [
        choice.model_copy(update={"label": labels[choice.key]}) if choice.key in labels else choice
        for choice in leaf.vocabulary
    ]
    return leaf.model_copy(update={"vocabulary": tuple(choices)})


def _arguments(item: Item, leaf: Question) -> tuple[Choice, ...]:
    read = _query(item, leaf)
    return () if read is None else arguments(*read, gloss_language(item))


def line_of(choice: Choice) -> str:
    """An entry of such a list, with what it says where that is known."""
    return f"{choice.key}: {choice.label}" if choice.label else choice.key


def _has_text(item: Item, leaf: Question) -> bool:
    """Whether a text says what is asked: the part's own, or that of the whole question."""
    return bool(leaf.text.strip()) or any(
        question.text.strip() for question in item.questions if leaf in question.parts
    )


def _query(item: Item, leaf: Question) -> tuple[Query, Problem] | None:
    """The query of a part with its problem; None where there is none that can be read."""
    if leaf.query is None:
        return None
    return _read(_ItemPart(item, leaf.id))


class _ItemPart:
    """A part of an item, by the item's content."""

    def __init__(self, item: Item, part: str) -> None:
        self.item = item
        self._key = item.content_hash, part

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ItemPart) and self._key == other._key

    @property
    def place(self) -> int:
        """The part's place among the item's leaves."""
        return [leaf.id for leaf in self.item.leaves].index(self._key[1])


@lru_cache(maxsize=MOST_KEPT)
def _read(part: _ItemPart) -> tuple[Query, Problem] | None:
    try:
        formal = formal_item(part.item)
    except InputError:
        return None
    query = None if formal is None else formal.queries.get(part.place)
    return None if formal is None or query is None else (query, formal.problem)
