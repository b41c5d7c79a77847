"""The sentences for each form of formula, and the wordings of questions.

Owns the template files and their structure. `forms` determines the form of a formula.
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from pathlib import Path

from items.wording.bank import LANGUAGES, Language
from items.wording.tokens import tokens_of
from solver.errors import InputError

_FOLDER = Path(__file__).parent / "templates"
_SLOT = re.compile(r"\{(~?)([ABC])\}")
SLOT = "\0"
"""Placeholder for any clause in a skeleton."""
QUESTION_KINDS = ("3c1e", "3e1c", "missing", "contradicted", "truth")


@dataclass(frozen=True, slots=True)
class Slot:
    """A place in a template for one clause."""

    literal: int
    """0, 1, 2 for A, B, C of the form."""
    flipped: bool
    """Whether the clause states the opposite of the literal, as after "unless"."""


@dataclass(frozen=True)
class Template:
    """One sentence with slots for clauses."""

    text: str
    neutral: bool = True
    """Whether it states only that the formula is true, without certainty, necessity, knowledge or
    permission. Only such templates are used in questions."""

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slots, in the order of the text."""
        return tuple(Slot("ABC".index(n), bool(f)) for f, n in _SLOT.findall(self.text))

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The fixed text before, between and after the slots."""
        return tuple(_SLOT.sub(SLOT, self.text).split(SLOT))

    def skeleton(self, language: Language) -> tuple[str, ...]:
        """Return the tokens, with every slot replaced by `SLOT`."""
        out: list[str] = []
        for number, piece in enumerate(self.pieces):
            if number:
                out.append(SLOT)
            out += tokens_of(piece, language)
        return tuple(out)

    def fits(self, signs: Sequence[bool]) -> bool:
        """Whether literals with these signs can be inserted: a flipped slot requires a negative
        one."""
        return not any(slot.flipped and signs[slot.literal] for slot in self.slots)

    def fill(self, clauses: Sequence[str]) -> str:
        """Return the sentence with clauses in its slots, in the order of the text."""
        out = [self.pieces[0]]
        for clause, piece in zip(clauses, self.pieces[1:], strict=True):
            out += (clause, piece)
        return "".join(out)


@dataclass(frozen=True)
class Form:
    """All sentences for one form of formula."""

    name: str
    formula: str
    """The pattern over A, B, C."""
    templates: tuple[Template, ...]
    first_half: bool
    """Whether the first template is used half of the time and the others share the rest."""

    @cached_property
    def places(self) -> int:
        """Number of literals in the form."""
        return len(self.templates[0].slots)

    @cached_property
    def fitting(self) -> Mapping[tuple[bool, ...], tuple[Template, ...]]:
        """By the signs of the literals, the templates that fit them."""
        return {
            signs: tuple(t for t in self.templates if t.fits(signs))
            for signs in product((False, True), repeat=self.places)
        }

    @cached_property
    def neutral(self) -> Mapping[tuple[bool, ...], tuple[Template, ...]]:
        """The same, restricted to templates allowed in questions."""
        return {
            signs: tuple(t for t in templates if t.neutral)
            for signs, templates in self.fitting.items()
        }


@dataclass(frozen=True)
class Templates:
    """All templates and texts for one language."""

    language: Language
    end: str
    """End of a sentence."""
    joint: str
    """Separator between two sentences."""
    lead: tuple[str, ...]
    """Openings that add a premise to others ("Moreover,")."""
    therefore: tuple[str, ...]
    """Openings that mark a conclusion."""
    forms: Mapping[str, Form]
    questions: Mapping[str, tuple[str, ...]]
    """By kind of question (`QUESTION_KINDS`)."""


def _form(name: str, table: Mapping[str, object], path: Path) -> Form:
    texts = table.get("templates")
    formula = table.get("formula")
    if not isinstance(texts, list) or not texts or not isinstance(formula, str):
        raise InputError("Templates cannot be read", f"{path.name}, form {name}: no templates")
    stated = table.get("stated", [])
    if not isinstance(stated, list):
        raise InputError("Templates cannot be read", f"{path.name}, form {name}: stated")
    templates = (
        *(Template(str(text)) for text in texts),
        *(Template(str(text), neutral=False) for text in stated),
    )
    literals = sorted({"ABC".index(char) for char in formula if char in "ABC"})
    for template in templates:
        if sorted(slot.literal for slot in template.slots) != literals:
            raise InputError(
                "Templates cannot be read",
                f"{path.name}, form {name}: expected each literal of {formula} once, "
                f"found {template.text!r}",
            )
    return Form(name, formula, templates, bool(table.get("first_half")))


@lru_cache(maxsize=len(LANGUAGES))
def load_templates(language: Language = "en") -> Templates:
    """Return the built-in templates."""
    path = _FOLDER / f"{language}.toml"
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    return Templates(
        language,
        table["end"],
        table["joint"],
        tuple(table["lead"]),
        tuple(table["therefore"]),
        {name: _form(name, form, path) for name, form in table["forms"].items()},
        {kind: tuple(table["questions"][kind]) for kind in QUESTION_KINDS},
    )
