"""A study file as frozen classes, and reading one.

Owns the fields of the TOML file, their defaults and what makes them valid. What the fields do to a
session is in `plan`, `timing` and `gate`; naming the line of a mistake is `toml_errors`.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from items.models import QuestionKind
from solver.errors import InputError
from study.toml_errors import Place, PlacedError, field_error, read_toml, validated

Seconds = Annotated[float, Field(strict=True, gt=0, le=604_800, allow_inf_nan=False)]
"""A limit, up to a week."""
Text = Annotated[str, Field(strict=True, min_length=1, pattern=r"\S")]
AttributeValue = StrictBool | StrictInt | float | StrictStr
BUILTIN = Path(__file__).parent / "builtin"


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Filter(_Frozen):
    """Which items of the sources a section uses; every condition given must hold."""

    language: StrictStr | None = None
    """The item's language, such as "en" or "zh"."""
    kinds: tuple[QuestionKind, ...] = ()
    """Every question of the item must be of one of these kinds."""
    ids: tuple[StrictStr, ...] = ()
    """Only these items."""
    attributes: Mapping[StrictStr, AttributeValue | tuple[AttributeValue, ...]] = Field(
        default_factory=dict
    )
    """Attribute to the value, or the list of values, it must have."""

    @property
    def allowed(self) -> dict[str, tuple[bool | int | float | str, ...]]:
        """The attributes with their allowed values, always as tuples."""
        return {
            name: value if isinstance(value, tuple) else (value,)
            for name, value in self.attributes.items()
        }


class Section(_Frozen):
    """What the qualification and the blocks have in common."""

    source: Text | Annotated[tuple[Text, ...], Field(min_length=1)]
    """Where the items come from: a path (relative to the study file) or `builtin:NAME`; several
    as a list."""
    filter: Filter = Field(default_factory=Filter)
    number: Annotated[int, Field(strict=True, ge=1)] | None = None
    """How many items; all that pass the filter where absent."""
    sample: Literal["same", "per-slot"] = "same"
    """Which items, where there are more than `number`: the same for everybody, so that an item
    gets many answers, or drawn anew (for every run of slots that balances the options)."""
    order: Literal["random", "fixed"] = "random"
    """`random` is seeded by study and slot; `fixed` is the order of the source."""
    rotate: StrictBool = True
    """Rotate the options of multiple choice, so that every option stands in every place equally
    often over participants."""
    seconds_per_question: Seconds | None = None
    """No limit where absent."""
    seconds_per_block: Seconds | None = None
    """Counts while a question is open; no limit where absent."""
    confidence: StrictBool | None = None
    """Ask how sure, 1 to 5, with every answer; the study's default where absent."""
    breaks: StrictBool = True
    """Whether the participant may take a break at will (the item is hidden, the clock stops)."""
    title: StrictStr = ""
    instructions: StrictStr = ""
    """Shown before the first question of the section."""

    @property
    def sources(self) -> tuple[str, ...]:
        """The source or sources, as named in the file."""
        return self.source if isinstance(self.source, tuple) else (self.source,)


class Qualification(Section):
    """The symbolic test that admits to the main blocks (DivLogicEval, section 4.2)."""

    pass_above: Annotated[float, Field(strict=True, ge=0, lt=1)] = 0.8
    """Share of right answers that must be exceeded: strictly more than this passes."""
    confidence: StrictBool | None = False


class Block(Section):
    """A run of items under one set of rules."""

    id: Annotated[str, Field(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")] | None = None
    """Name in reports; `block-1`, `block-2`, … where absent."""
    none_option: StrictBool = False
    """Offer N, "none of these, or I cannot tell", under every list of options."""
    break_after: Annotated[int, Field(strict=True, ge=1)] | None = None
    """Call a break after every so many questions, but never inside an item."""


class Away(_Frozen):
    """What the clock does while the program is not running or the computer sleeps."""

    clock: Literal["running", "stopped"] = "stopped"
    max_away_seconds: Annotated[float, Field(strict=True, ge=0, le=1e9, allow_inf_nan=False)] = (
        600.0
    )
    """With `stopped`: how long the clock may stand still, over all absences of a session during
    an open question; what is beyond counts as used."""


class Example(_Frozen):
    """The worked example shown with the instructions, its answer and explanation included."""

    source: Text
    item: Text
    """The id of the item in that source."""


class Study(_Frozen):
    """One study, as its TOML file says."""

    id: Annotated[str, Field(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")] | None = None
    """Stays the same when the file is edited, so that an edited file is recognised as a new
    version of the same study; the title where absent."""
    title: Text
    language: Literal["en", "zh"] = "en"
    """Of the screens; items are in their own language."""
    consent: Text
    """What the participant agrees to."""
    instructions: StrictStr = ""
    """Shown before the first question; the program's own text where empty."""
    contact: StrictStr = ""
    """Whom to turn to; shown with the consent and at the end."""
    seed: StrictInt = 0
    """Decides samples and orders, together with the slot."""
    confidence: StrictBool = False
    """Ask how sure, 1 to 5, unless a block says otherwise."""
    allow_disproved: StrictBool = False
    """Use items whose gold answer the solver has disproved."""
    away: Away = Field(default_factory=Away)
    example: Example | None = None
    qualification: Qualification | None = None
    blocks: Annotated[tuple[Block, ...], Field(min_length=1)]

    @property
    def key(self) -> str:
        """What makes two files versions of one study: the id, or the title."""
        return self.id or self.title

    @property
    def sections(self) -> tuple[Section, ...]:
        """The qualification, if any, and the blocks, in the order of a session."""
        return (*((self.qualification,) if self.qualification else ()), *self.blocks)

    @property
    def all_sources(self) -> tuple[str, ...]:
        """Every source the study draws from, once each, the worked example's included."""
        sources = [source for section in self.sections for source in section.sources]
        if self.example is not None:
            sources.append(self.example.source)
        return tuple(dict.fromkeys(sources))

    def section_id(self, section: Section) -> str:
        """The name of a section in plans and reports."""
        if not isinstance(section, Block):
            return "qualification"
        place = next(i for i, block in enumerate(self.blocks) if block is section)
        return section.id or f"block-{place + 1}"

    def place_of(self, section: Section) -> Place:
        """Where a section stands in the file."""
        if not isinstance(section, Block):
            return ("qualification",)
        return ("blocks", next(i for i, block in enumerate(self.blocks) if block is section))

    def asks_confidence(self, section: Section) -> bool:
        """Whether a section's answers come with a confidence rating."""
        return self.confidence if section.confidence is None else section.confidence


@dataclass(frozen=True, slots=True)
class LoadedStudy:
    """A study as read, with what is needed to recognise it again."""

    study: Study
    text: str
    study_hash: str
    """SHA-256 (hex) of the file's text."""
    path: str
    """As given: a path or `builtin:NAME`."""
    folder: Path
    """What relative sources are relative to."""

    def resolve(self, source: str) -> str:
        """A source of the study file as the item registry takes it."""
        if source.startswith("builtin:") or Path(source).is_absolute():
            return source
        return str(self.folder / source)

    @contextmanager
    def located(self) -> Iterator[None]:
        """Errors about a field, raised inside, come with file, line and field."""
        try:
            yield
        except PlacedError as error:
            raise error.located(self.text, self.path) from error


def load_study(source: str | Path) -> LoadedStudy:
    """Read a study from a path or `builtin:NAME`.

    Raises InputError with file, line, field, what was expected and what was found.
    """
    name = str(source)
    path = Path(name)
    if name.startswith("builtin:"):
        path = BUILTIN / f"{name.removeprefix('builtin:')}.toml"
        if not path.is_file():
            known = ", ".join(f"builtin:{file.stem}" for file in sorted(BUILTIN.glob("*.toml")))
            raise InputError("No such built-in study", f"found no {name}", f"There is {known}.")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            "Study cannot be read",
            f"{name}: expected UTF-8 text, found another byte at offset {error.start}",
        ) from error
    except OSError as error:
        raise InputError(
            "Study cannot be read",
            f"{name}: {error.strerror or error}",
            "Give the path of a study file, or builtin:demo.",
        ) from error
    return parse_study(text, name, path.parent)


def parse_study(text: str, name: str, folder: Path = Path()) -> LoadedStudy:
    """Read a study from its text; `name` stands in error messages."""
    study = validated(Study, read_toml(text, name), text, name)
    names: list[str] = ["qualification"]
    for place, block in enumerate(study.blocks):
        if study.section_id(block) in names:
            where = ("blocks", place, "id")
            raise field_error(text, name, where, "a name of its own", study.section_id(block))
        names.append(study.section_id(block))
    digest = hashlib.sha256(text.encode()).hexdigest()
    return LoadedStudy(study=study, text=text, study_hash=digest, path=name, folder=folder)
