"""The topics of QMFOL: subjects, and predicates that are independent of one another.

Owns the English vocabulary files (`vocab`) and the grammatical forms of a predicate. A file begins
with noun, plural, pronoun, relative pronoun, the general subject, and names; then it has one verb
phrase per line: `is …`, or `third person/base …`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from items.seeds import Draw
from solver.errors import InputError

FOLDER = Path(__file__).parent / "vocab"
TOPICS = ("Food", "Animals", "University", "Mathematics")
_HEAD = 6
"""Lines before the verb phrases."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A predicate as a verb phrase in its four forms."""

    singular: str
    singular_not: str
    plural: str
    plural_not: str
    part: str = ""
    """The part of its subject that the verb is about: both forms begin with it, in Chinese."""

    def form(self, positive: bool, plural: bool = False) -> str:
        """Return the form for a subject of that number."""
        if plural:
            return self.plural if positive else self.plural_not
        return self.singular if positive else self.singular_not


@dataclass(frozen=True)
class Topic:
    """A topic."""

    name: str
    noun: str
    plural: str
    pronoun: str
    """Refers back to the noun: it, that student."""
    relative: str
    """that or who."""
    about: str
    """General subject of all statements."""
    names: tuple[str, ...]
    """Names of individuals."""
    phrases: tuple[Phrase, ...]
    measure: str = ""
    """The measure word of the noun, in Chinese."""

    @property
    def article(self) -> str:
        """`a` or `an`, before the noun."""
        return "an" if self.noun[0] in "aeio" else "a"

    @cached_property
    def singular(self) -> Mapping[str, tuple[int, bool]]:
        """Singular form to the place of its phrase and whether it is affirmed."""
        return {p.form(yes): (n, yes) for n, p in enumerate(self.phrases) for yes in (True, False)}

    @cached_property
    def several(self) -> Mapping[str, tuple[int, bool]]:
        """The same for the plural forms."""
        return {
            p.form(yes, True): (n, yes) for n, p in enumerate(self.phrases) for yes in (True, False)
        }

    def choose(self, count: int, draw: Draw) -> tuple[int, ...]:
        """Return places of different phrases for `count` predicates; a longer choice from an equal
        stream begins with the shorter one.

        Raises:
            InputError: the topic has too few predicates.
        """
        if count > len(self.phrases):
            raise InputError(
                "Too many predicates for a topic",
                f"{self.name} has {len(self.phrases)}, {count} are needed",
                "Ask for less depth, width or distractors.",
            )
        return tuple(draw.sample(range(len(self.phrases)), count))


def check_name(name: str) -> None:
    """Check that this is the name of a topic.

    Raises:
        InputError: there is no such topic.
    """
    if name not in TOPICS:
        raise InputError("Unknown topic", f"expected one of {', '.join(TOPICS)}, found {name!r}")


def vocabulary(folder: Path, name: str, head: int) -> tuple[dict[str, str], list[str]]:
    """Return the contents of a topic's file: the words of its first `head` lines by name, and the
    remaining lines.

    Raises:
        InputError: there is no such topic.
    """
    check_name(name)
    lines = (folder / f"{name.lower()}.txt").read_text(encoding="utf-8").splitlines()
    words = dict(line.split(" ", 1) for line in lines[:head])
    return words, [line for line in lines[head:] if line]


@cache
def topic(name: str) -> Topic:
    """Return a topic by its name.

    Raises:
        InputError: there is no such topic.
    """
    head, lines = vocabulary(FOLDER, name, _HEAD)
    names = tuple(name.strip() for name in head["names"].split(";"))
    phrases = tuple(map(phrase, lines))
    return Topic(
        name,
        head["noun"],
        head["plural"],
        head["pronoun"],
        head["relative"],
        head["about"],
        names,
        phrases,
    )


def phrase(line: str) -> Phrase:
    """Return the forms from one line of a vocabulary.

    Raises:
        ValueError: the line is not a verb phrase.
    """
    verb, _, rest = line.partition(" ")
    rest = f" {rest}" if rest else ""
    several = rest.replace(" its ", " their ")
    if verb == "is":
        return Phrase(f"is{rest}", f"is not{rest}", f"are{several}", f"are not{several}")
    third, slash, base = verb.partition("/")
    if not slash:
        raise ValueError(f"no verb in {line!r}: expected `is …` or `third/base …`")
    return Phrase(
        f"{third}{rest}", f"does not {base}{rest}", f"{base}{several}", f"do not {base}{several}"
    )
