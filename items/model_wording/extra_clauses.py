"""Clauses of a rendered sentence that go beyond its formula: an additional fact, such as “…; after
all, the lamp burns”, whether or not a reader writes a formula for it.

Owns the comparison of one sentence with one formula by symbols. A clause is an addition if it
mentions a symbol that the formula lacks, if the rest of the sentence already mentions every symbol
of the formula, or if it gives a reason or a conclusion although the formula does not join two
facts.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from items.lint.clauses import SeparateClause, separate_clauses, symbols_in
from items.wording.bank import Language
from items.wording.lemmas import content_words
from solver.language.syntax import And, Formula, Not, Or, Pred, Prop, walk


def names_in(formula: Formula) -> Counter[str]:
    """Count the occurrences of each symbol in a formula, without symbols that have a list of
    values."""
    return Counter(node.name for node in walk(formula) if isinstance(node, Prop | Pred))


class ExtraClauseFinder:
    """Finds additions to formulas in a text whose symbols have these `meanings` (by name) and whose
    `statements` have these texts."""

    def __init__(
        self,
        meanings: Mapping[str, str],
        statements: Sequence[tuple[str, Formula]],
        language: Language,
    ) -> None:
        self._language: Language = language
        listed = [(meaning, frozenset({name})) for name, meaning in meanings.items()]
        listed += [(text, frozenset(names_in(formula))) for text, formula in statements]
        self._texts = sorted(
            [(text, names) for text, names in listed if names], key=lambda pair: -len(pair[0])
        )
        self._own: dict[str, list[frozenset[str]]] = {}
        for text, names in listed:
            words = content_words((text,), language)
            if len(names) == 1 and words:
                self._own.setdefault(next(iter(names)), []).append(words)

    def clauses(self, sentence: str, formula: Formula) -> Iterator[str]:
        """Yield the clauses of a sentence that go beyond its formula, each once."""
        formula_names = names_in(formula)
        clauses_seen: dict[str, None] = {}
        for each in separate_clauses(sentence, self._texts, self._own, self._language):
            if self._too_much(each, formula, formula_names):
                clauses_seen[each.clause] = None
        yield from clauses_seen

    def _too_much(
        self, separate_clause: SeparateClause, formula: Formula, formula_names: Counter[str]
    ) -> bool:
        if separate_clause.exact and not separate_clause.names <= formula_names.keys():
            return True
        if separate_clause.aside and not _joins(formula):
            return True
        if any(formula_names[name] > 1 for name in separate_clause.names):
            return False
        rest = symbols_in(self._own, separate_clause.rest, self._language)
        return (
            formula_names.keys() & self._own.keys() <= rest
            and separate_clause.names & formula_names.keys() <= rest
        )


def _joins(formula: Formula) -> bool:
    """Whether a formula asserts several things."""
    return isinstance(formula, And) or (isinstance(formula, Not) and isinstance(formula.body, Or))
