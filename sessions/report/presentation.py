"""Presentation of items: in words or in symbols, and in which language.

Owns what tables distinguish unless pooled, as cells of their rows. `items.shape.structure` defines
forms.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated

from items.models import Item
from items.shape.structure import form
from sessions.report.rows import varying_column
from solver.phrases import listed, phrase


@dataclass(frozen=True, slots=True, order=True)
class Presentation:
    """The form and the language of items; both empty where all are presented alike, or are
    pooled."""

    form: Annotated[str, varying_column("form", "text")] = ""
    language: Annotated[str, varying_column("language", "text")] = ""

    def __bool__(self) -> bool:
        return bool(self.form or self.language)

    @property
    def names(self) -> tuple[str, ...]:
        """The names that are not empty."""
        return tuple(name for name in (self.form, self.language) if name)


ALL_ALIKE = Presentation()


def in_words(presentation: Presentation) -> str:
    """Form and language, as part of a sentence."""
    return listed(
        [phrase(presentation.form)] * bool(presentation.form)
        + [presentation.language] * bool(presentation.language)
    )


def presentation_of(item: Item) -> Presentation:
    """The presentation of an item."""
    return Presentation(form(item), item.language)


def differing(sorts: Collection[Presentation]) -> dict[Presentation, Presentation]:
    """Each presentation reduced to the properties in which they differ."""
    forms = len({sort.form for sort in sorts}) > 1
    languages = len({sort.language for sort in sorts}) > 1
    return {
        sort: Presentation(sort.form if forms else "", sort.language if languages else "")
        for sort in sorts
    }
