"""The wording of questions without a text: the words of their kind, and what they are about.

A vocabulary, where answers are built from one, shows what the question is about. Answers that are a
word or a number have no vocabulary, so the targets and formulas of the query are listed instead.
"""

from functools import lru_cache

from items.formal import arguments, formal_item, gloss_language
from items.kinds.names import own_kind
from items.models import Choice, Item, Question
from solver.errors import InputError
from solver.kinds.registry import kind_of
from solver.language.problem import Problem, Query

MOST_CACHED = 64
"""Most questions whose parsed queries are cached: a screen asks for the same ones repeatedly."""


def wording(item: Item, leaf: Question, language: str, *, on_screen: bool = False) -> str:
    """What the kind of a question or part asks; empty for a question that has parts."""
    if leaf.kind is None:
        return ""
    own = own_kind(leaf.kind)
    if own is not None:
        return (own.question_on_screen if on_screen else own.question).of(language)
    kind = kind_of(leaf.kind)
    query_and_problem = _query(item, leaf)
    if query_and_problem is None:
        return ((kind.question_on_screen if on_screen else None) or kind.question).of(language)
    return kind.wording(query_and_problem[0], on_screen=on_screen).of(language)


def about(item: Item, leaf: Question) -> tuple[Choice, ...]:
    """What a question or part is about: its vocabulary or, if it has none and no text, the targets
    and formulas of its query."""
    if leaf.vocabulary or leaf.kind is None or own_kind(leaf.kind) is not None:
        return glossed(item, leaf).vocabulary
    if _has_text(item, leaf):
        return ()
    return _arguments(item, leaf)


def glossed(item: Item, leaf: Question) -> Question:
    """A copy of a question or part in which vocabulary entries that are formulas with signs have a
    label: a participant may not know what ¬A means. Only missing labels are filled in. The item
    itself is not changed, so its content hash stays the same."""
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
    query_and_problem = _query(item, leaf)
    return () if query_and_problem is None else arguments(*query_and_problem, gloss_language(item))


def line_of(choice: Choice) -> str:
    """The text of a vocabulary entry: its key and, if it has one, its label."""
    return f"{choice.key}: {choice.label}" if choice.label else choice.key


def _has_text(item: Item, leaf: Question) -> bool:
    """Whether the part or its whole question has a text."""
    return bool(leaf.text.strip()) or any(
        question.text.strip() for question in item.questions if leaf in question.parts
    )


def _query(item: Item, leaf: Question) -> tuple[Query, Problem] | None:
    """The query of a part with its problem; None if there is no query or it cannot be parsed."""
    if leaf.query is None:
        return None
    return _read(_ItemPart(item, leaf.id))


class _ItemPart:
    """A cache key: a part of an item, compared by the item's content."""

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


@lru_cache(maxsize=MOST_CACHED)
def _read(part: _ItemPart) -> tuple[Query, Problem] | None:
    try:
        formal = formal_item(part.item)
    except InputError:
        return None
    query = None if formal is None else formal.queries.get(part.place)
    return None if formal is None or query is None else (query, formal.problem)
