"""Parser from sentences of the controlled language to formulas.

Owns recognizing clauses and templates. The reader knows the clauses of one item (or of a whole
bank) and all templates; it tries every way to find clauses in a sentence and refuses a sentence
with no reading or with several. Writing is in `render`.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from items.wording.bank import ClauseGroup, Language
from items.wording.forms import Sign, build
from items.wording.templates import SLOT, Slot, load_templates
from items.wording.tokens import sentences_of, tokens_of
from solver.errors import InputError
from solver.language.syntax import Formula

Tokens = tuple[str, ...]


class Unreadable(InputError):
    """The sentence is outside the controlled language, or has two readings."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """The meaning of a skeleton."""

    form: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A parsed background text."""

    premises: tuple[Formula, ...]
    conclusion: Formula | None
    """The sentence marked by "Therefore" or the like, which must be the last."""


@lru_cache
def patterns(language: Language) -> Mapping[Tokens, tuple[Pattern, ...]]:
    """Return the meanings of each skeleton. If two forms share a sentence ("not both"), both are
    listed; they are equivalent, and the first is used."""
    by_skeleton: dict[Tokens, tuple[Pattern, ...]] = {}
    for form in load_templates(language).forms.values():
        for template in form.templates:
            key = template.skeleton(language)
            by_skeleton[key] = (*by_skeleton.get(key, ()), Pattern(form.name, template.slots))
    return by_skeleton


class _Node(dict[str, "_Node"]):
    """A word trie; `clause` is set where a clause ends."""

    __slots__ = ("clause",)

    def __init__(self) -> None:
        super().__init__()
        self.clause: Sign | None = None


class Reader:
    """Reads sentences over the clauses of an assignment (symbol to clause group).

    Raises:
        InputError: one text in the assignment has two different meanings.
    """

    def __init__(self, assignment: Mapping[str, ClauseGroup], language: Language = "en") -> None:
        templates = load_templates(language)
        self.language: Language = language
        self._patterns = patterns(language)
        self._leads = tuple(tokens_of(text, language) for text in templates.lead)
        self._therefore = tuple(tokens_of(text, language) for text in templates.therefore)
        self._root = _Node()
        for symbol, group in assignment.items():
            for text in group.affirmative:
                self._learn(text, Sign(symbol, True))
            for text in group.negative:
                self._learn(text, Sign(symbol, False))

    def _learn(self, text: str, sign: Sign) -> None:
        node = self._root
        for token in tokens_of(text, self.language):
            below = node.get(token)
            if below is None:
                below = node[token] = _Node()
            node = below
        if node.clause is not None and node.clause != sign:
            raise InputError(
                "One sentence says two things",
                f"{text!r} would stand for {node.clause.formula} and for {sign.formula}.",
            )
        node.clause = sign

    def _clauses_at(self, tokens: Tokens, start: int) -> list[tuple[int, Sign]]:
        clauses_at = []
        node: _Node | None = self._root
        for index in range(start, len(tokens)):
            assert node is not None
            node = node.get(tokens[index])
            if node is None:
                break
            if node.clause is not None:
                clauses_at.append((index + 1, node.clause))
        return clauses_at

    def _skeletons(self, tokens: Tokens) -> Iterator[tuple[Tokens, tuple[Sign, ...]]]:
        """Every way to find clauses in the tokens, including no clause at all."""
        partial: list[tuple[int, Tokens, tuple[Sign, ...]]] = [(0, (), ())]
        clauses = [self._clauses_at(tokens, index) for index in range(len(tokens))]
        while partial:
            start, skeleton, signs = partial.pop()
            for index in range(start, len(tokens)):
                for end, sign in clauses[index]:
                    with_clause = (*skeleton, *tokens[start:index], SLOT)
                    partial.append((end, with_clause, (*signs, sign)))
            yield (*skeleton, *tokens[start:]), signs

    def readings(self, text: str) -> list[Formula]:
        """Return every possible formula of the sentence, in every form that has such a sentence."""
        meanings: dict[Formula, None] = {}
        for matching, signs in self._known_patterns(self._tokens(text)):
            meanings.update((_meaning(pattern, signs), None) for pattern in matching)
        return list(meanings)

    def _tokens(self, sentence: str) -> Tokens:
        return tokens_of(sentence.rstrip(" .。"), self.language)

    def _known_patterns(
        self, tokens: Tokens
    ) -> Iterator[tuple[tuple[Pattern, ...], tuple[Sign, ...]]]:
        for skeleton, signs in self._skeletons(tokens):
            matching = self._patterns.get(skeleton)
            if matching:
                yield matching, signs

    def sentence(self, text: str) -> Formula:
        """Return the formula of a sentence; an opening such as "Moreover," is skipped."""
        return self._single_sentence(text)[0]

    def _single_sentence(self, text: str) -> tuple[Formula, bool]:
        tokens = self._tokens(text)
        concludes = False
        for openings, marks in ((self._leads, False), (self._therefore, True)):
            for opening in openings:
                if tokens[: len(opening)] == opening:
                    tokens, concludes = tokens[len(opening) :], marks
                    break
        formulas = {
            _meaning(matching[0], signs) for matching, signs in self._known_patterns(tokens)
        }
        if len(formulas) == 1:
            return formulas.pop(), concludes
        reason = "is no sentence of this language" if not formulas else "can be read in two ways"
        raise Unreadable(
            "A sentence cannot be read back",
            f"{text.strip()!r} {reason}.",
            "Only sentences made of known clauses and templates are read.",
        )

    def passage(self, text: str) -> Passage:
        """Parse a running text sentence by sentence.

        Raises:
            Unreadable: a sentence has no reading, or several.
        """
        formulas = [
            self._single_sentence(sentence) for sentence in sentences_of(text, self.language)
        ]
        if any(concludes for _, concludes in formulas[:-1]):
            raise Unreadable(
                "A text cannot be read back", "Its conclusion is not its last sentence."
            )
        concluded = formulas[-1][0] if formulas and formulas[-1][1] else None
        premises = formulas[:-1] if concluded is not None else formulas
        return Passage(tuple(formula for formula, _ in premises), concluded)


def _meaning(pattern: Pattern, signs: tuple[Sign, ...]) -> Formula:
    literals: list[Formula | None] = [None, None, None]
    for slot, (symbol, positive) in zip(pattern.slots, signs, strict=True):
        literals[slot.literal] = Sign(symbol, positive != slot.flipped).formula
    return build(pattern.form, [literal for literal in literals if literal is not None])


def read(
    text: str, assignment: Mapping[str, ClauseGroup], language: Language = "en"
) -> tuple[Formula, ...]:
    """Return the formulas of a text, one per sentence, with a marked conclusion last."""
    passage = Reader(assignment, language).passage(text)
    return (
        passage.premises if passage.conclusion is None else (*passage.premises, passage.conclusion)
    )
