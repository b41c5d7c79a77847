"""The sentence bank: groups of clauses for one statement, its opposite, and paraphrases of both.

Owns the groups, reading them from JSON Lines, and drawing unrelated ones. `render` puts a clause
into a sentence; `corpora` reads the user's own sentences.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from random import Random
from typing import Literal, get_args

from items.wording.lemmas import content_words
from items.wording.words import word_set
from solver.errors import InputError
from solver.files import parse_json

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = get_args(Language)
_FOLDER = Path(__file__).parent / "bank"
_RESTARTS = 20


def language_of(code: str) -> Language:
    """Return the language with that code.

    Raises:
        InputError: there is no such language; the error lists the available ones.
    """
    for language in LANGUAGES:
        if code == language:
            return language
    raise InputError(
        "No such language",
        f"expected one of {', '.join(LANGUAGES)}, found {code!r}",
        "Sentences can be written in English (en) and Chinese (zh).",
    )


@dataclass(frozen=True, slots=True)
class Clause:
    """One wording of a group's statement, with its written negation."""

    text: str
    """Without a full stop, and without a capital unless it begins with a name."""
    negation: str


@dataclass(frozen=True)
class ClauseGroup:
    """The possible texts of one propositional symbol in an item."""

    id: str
    """Unique within its bank, and usable as a symbol's name."""
    topic: str
    """Two groups with the same topic never occur in one item."""
    clauses: tuple[Clause, ...]
    """The clause and its paraphrases, all true in the same situations."""
    contradictions: tuple[str, ...]
    """Clauses without a negation that hold if the group's clause fails: everyday opposites. By
    convention of the bank they are equivalent to its negation."""
    language: Language = "en"

    @cached_property
    def affirmative(self) -> tuple[str, ...]:
        """Every text that states the clause."""
        return tuple(clause.text for clause in self.clauses)

    @cached_property
    def negative(self) -> tuple[str, ...]:
        """Every text that states the opposite: the negation, the contradictions, the other
        negations."""
        first, *others = (clause.negation for clause in self.clauses)
        return (first, *self.contradictions, *others)

    @cached_property
    def plain(self) -> tuple[str, ...]:
        """The affirmative texts that contain no negation; they may follow "it is not true that".
        There may be none in a user's own corpus."""
        return tuple(text for text in self.affirmative if not is_negated(text, self.language))

    @cached_property
    def words(self) -> frozenset[str]:
        """Content words of all texts; see `lemmas`."""
        return content_words((*self.affirmative, *self.negative), self.language)


_NEGATORS = word_set("negators")
_HAN_NEGATORS = frozenset("不没未无非")


def is_negated(text: str, language: Language) -> bool:
    """Whether the text contains a negating word: "no", "nobody", "isn't", 没, 不 and the like."""
    if language == "zh":
        return not _HAN_NEGATORS.isdisjoint(text)
    return any(word in _NEGATORS or word.endswith("n't") for word in text.lower().split())


@dataclass(frozen=True)
class Bank:
    """All clause groups of one language, or those of a user's corpus."""

    language: Language
    groups: tuple[ClauseGroup, ...]

    @cached_property
    def by_id(self) -> Mapping[str, ClauseGroup]:
        """The groups by their id."""
        return {group.id: group for group in self.groups}

    def draw(self, rng: Random, n: int, *, excluded_ids: Collection[str] = ()) -> list[ClauseGroup]:
        """Draw `n` groups with different topics and no common content word, in random order.

        Groups whose id is in `excluded_ids` are skipped.

        Raises:
            InputError: there are not enough unrelated groups.
        """
        for _ in range(_RESTARTS):
            drawn = self._attempt(rng, n, excluded_ids)
            if len(drawn) == n:
                return drawn
        raise InputError(
            "Not enough unrelated sentences",
            f"{n} groups without a common topic or word were requested from "
            f"{len(self.groups)}, of which {len(excluded_ids)} are excluded.",
            "Ask for fewer symbols, or use a larger bank.",
        )

    def dealt(self, rng: Random, n: int) -> tuple[tuple[str, ...], ...]:
        """Partition the groups into sets of `n`, by id and in random order, with different topics
        and no common content word. Groups that do not fit into a complete set are omitted."""
        whole: list[list[ClauseGroup]] = []
        open_: list[list[ClauseGroup]] = []
        for group in sorted(self.groups, key=lambda _: rng.random()):
            for begun in open_:
                if all(
                    group.topic != other.topic and group.words.isdisjoint(other.words)
                    for other in begun
                ):
                    begun.append(group)
                    if len(begun) == n:
                        open_.remove(begun)
                        whole.append(begun)
                    break
            else:
                open_.append([group])
        return tuple([tuple([group.id for group in chosen]) for chosen in whole])

    def _attempt(self, rng: Random, n: int, excluded_ids: Collection[str]) -> list[ClauseGroup]:
        drawn: list[ClauseGroup] = []
        topics: set[str] = set()
        words: set[str] = set()

        def take(group: ClauseGroup) -> None:
            if (
                group.topic not in topics
                and group.id not in excluded_ids
                and words.isdisjoint(group.words)
            ):
                drawn.append(group)
                topics.add(group.topic)
                words.update(group.words)

        for _ in range(10 * n):
            if len(drawn) == n or not self.groups:
                return drawn
            take(self.groups[int(rng.random() * len(self.groups))])
        # Only `random()` gives the same numbers in every Python version; `sample` may not.
        for group in sorted(self.groups, key=lambda _: rng.random()):
            if len(drawn) == n:
                break
            take(group)
        return drawn


def _text(record: Mapping[str, object], key: str, where: str) -> str:
    value = record.get(key)
    if not isinstance(value, str) or not value:
        raise InputError("Sentence bank cannot be read", f"{where}: no text under {key!r}")
    return value


def _listed(record: Mapping[str, object], key: str, where: str) -> list[Mapping[str, object]]:
    value = record.get(key)
    if not isinstance(value, list) or not all(isinstance(v, dict) for v in value):
        raise InputError(
            "Sentence bank cannot be read", f"{where}: expected a list of objects under {key!r}"
        )
    return value


def parse_group(record: object, language: Language, where: str) -> ClauseGroup:
    """Parse a group from its JSON object; `where` (file and line) is used in errors.

    Raises:
        InputError: the value is not a clause group.
    """
    if not isinstance(record, dict):
        raise InputError("Sentence bank cannot be read", f"{where}: expected an object")
    first = Clause(_text(record, "clause", where), _text(record, "negation", where))
    others = (
        Clause(_text(other, "text", where), _text(other, "negation", where))
        for other in _listed(record, "paraphrases", where)
    )
    return ClauseGroup(
        _text(record, "id", where),
        _text(record, "topic", where),
        (first, *others),
        tuple(_text(other, "text", where) for other in _listed(record, "contradictions", where)),
        language,
    )


def to_document(group: ClauseGroup) -> dict[str, object]:
    """Return a group in the format that `parse_group` reads."""
    first, *others = group.clauses
    return {
        "id": group.id,
        "topic": group.topic,
        "clause": first.text,
        "negation": first.negation,
        "paraphrases": [{"text": c.text, "negation": c.negation} for c in others],
        "contradictions": [{"text": text} for text in group.contradictions],
    }


def is_bank(path: Path) -> bool:
    """Whether a JSON Lines file begins like a bank, with a group rather than a pair of
    sentences."""
    if not path.is_file():  # a pipe could be read only once
        return False
    try:
        with path.open(encoding="utf-8") as lines:
            record = parse_json(next((line for line in lines if line.strip()), "null"))
    except (OSError, ValueError):
        return False
    return isinstance(record, dict) and "clause" in record


def read_bank(path: Path, language: Language) -> Bank:
    """Read a bank from JSON Lines, one group per line.

    Raises:
        InputError: the file cannot be read, or a line is not a group.
    """
    groups = []
    try:
        lines: Iterable[str] = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as trouble:
        raise InputError("Sentence bank cannot be read", f"{path}: {trouble}") from trouble
    for number, line in enumerate(lines, 1):
        if line.strip():
            where = f"{path.name}, line {number}"
            try:
                record = parse_json(line)
            except ValueError as trouble:
                raise InputError("Sentence bank cannot be read", f"{where}: {trouble}") from trouble
            groups.append(parse_group(record, language, where))
    return Bank(language, tuple(groups))


@lru_cache(maxsize=len(LANGUAGES))
def load_bank(language: Language = "en") -> Bank:
    """Return the built-in bank."""
    return read_bank(_FOLDER / f"{language}.jsonl", language)
