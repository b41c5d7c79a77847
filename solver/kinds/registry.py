"""The query kinds by word: the built-in ones and those of other distributions.

To add a kind to the program, write its module in this package and name it here. Another
distribution adds a kind as an entry point in the group `countermodel.kinds`, named after the kind's
word.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, NoReturn

from solver.errors import InputError
from solver.plugin_guard import FunctionContract
from solver.plugins import Registry

if TYPE_CHECKING:
    from solver.kinds.base import Kind
    from solver.kinds.words import Claim, VerdictWord


def _gives_up(reason: str) -> NoReturn:
    from solver.engines.base import GaveUp

    raise GaveUp(reason)


KINDS: "Registry[Kind]" = Registry(
    "countermodel.kinds",
    {
        "possible": "solver.kinds.possible:KIND",
        "necessary": "solver.kinds.necessary:KIND",
        "enumerate_models": "solver.kinds.enumerate_models:KIND",
        "count_models": "solver.kinds.count_models:KIND",
        "unique_solution": "solver.kinds.unique_solution:KIND",
        "has_alternative": "solver.kinds.has_alternative:KIND",
        "projection": "solver.kinds.projection:KIND",
        "difference": "solver.kinds.difference:KIND",
        "union": "solver.kinds.union:KIND",
        "intersection": "solver.kinds.intersection:KIND",
        "symmetric_difference": "solver.kinds.symmetric_difference:KIND",
    },
    required=("word", "verdicts", "question", "read", "inside", "form", "answer"),
    sort="solver.kinds.base:Kind",
    contracts={"answer": FunctionContract("solver.results:EngineAnswer", substitute=_gives_up)},
)

_words: "dict[str, tuple[Kind, VerdictWord]]" = {}


def kind_of(word: str) -> "Kind":
    """The kind of that word. Raises InputError if there is none or it cannot be used."""
    try:
        return KINDS[word]
    except KeyError:
        raise InputError(
            "No such query kind", f"expected one of {', '.join(KINDS)}, found {word!r}"
        ) from None


def kinds() -> "Iterator[Kind]":
    """Every usable kind, in the order of the registry."""
    for _, kind in KINDS.working():
        yield kind


def verdict_word(verdict: str | None) -> "VerdictWord | None":
    """The description of a verdict, whatever its kind; None if no kind has it."""
    if verdict is None:
        return None
    if verdict not in _words:
        for kind in kinds():
            for word in kind.verdicts:
                _words.setdefault(word.verdict, (kind, word))
    pair = _words.get(verdict)
    return pair[1] if pair is not None and pair[0].word in KINDS else None


def asks_whether_follows(word: str | None) -> bool:
    """Whether queries of a kind ask if a formula holds in every world, as `necessary` does; False
    for an unknown kind."""
    return _asks(word) == "follows"


def asks_whether_possible(word: str | None) -> bool:
    """Whether queries of a kind ask if a formula holds in some world, as `possible` does; False for
    an unknown kind."""
    return _asks(word) == "can hold"


def _asks(word: str | None) -> "Claim | None":
    """What a kind's affirmative verdict says about the query's formula."""
    verdicts = KINDS[word].verdicts if word is not None and word in KINDS else ()
    return verdicts[0].claim if verdicts else None


def affirms(verdict: str | None) -> bool:
    """Whether a verdict is its kind's affirmative one, such as `possible` or `unique`."""
    word = verdict_word(verdict)
    return word is not None and _words[word.verdict][0].verdicts[0] is word
