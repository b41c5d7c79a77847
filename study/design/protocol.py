"""A study file as frozen classes, and reading one.

Owns the fields of the TOML file that belong to no station, their defaults, and reading the whole
file. Stations own their fields; `study.files.toml_errors` finds the line of a mistake.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import lcm
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, PlainValidator, StrictBool, StrictInt, StrictStr

from solver.phrases import Verbatim, phrase
from study.course.assignment import (
    MOST_COUNTERBALANCED,
    Assigned,
    BlockOrder,
    Slots,
    assigned,
    in_order,
    number_of_orders,
)
from study.course.behaviour import Behaviour
from study.course.entries import Config, Frozen, Id, Planned, TimeUp, read_config
from study.course.sections import Seconds, Section, Text
from study.course.state import Outcome
from study.course.timing import Away
from study.design.codes import CodeList, Codes, Sitting, read_codes
from study.design.payment import Payment
from study.exclusions.base import Exclusion, read_exclusion
from study.exclusions.form import SaidInForm
from study.files.study_file import StudyFile, study_file
from study.files.toml_errors import Place, PlacedError, field_error, validated
from study.files.toml_file import source_path
from study.stations.consent import Consent
from study.stations.end import End, LastPage
from study.stations.form import Form
from study.stations.qualification import Qualification
from study.stations.question import Block
from study.stations.return_key import ReturnKey
from study.stations.text import Instructions

MOST_BLOCKS = 500
"""Maximum number of stations in a study."""


class Example(Frozen):
    """The worked example shown with the instructions, including its answer and explanation."""

    source: Text
    item: Text
    """The item's id in that source."""


class Study(Frozen):
    """One study, as its TOML file says."""

    id: Annotated[str, Field(strict=True, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")] | None = None
    """Stays the same when the file is edited, so that an edited file counts as a new version of the
    same study; by default the title."""
    title: Text
    language: Literal["en", "zh"] = "en"
    """Language of the screens; items have their own language."""
    languages: tuple[Literal["en", "zh"], ...] = ()
    """Languages that participants can choose from. Every text of the file may then be a table by
    language."""
    consent: StrictStr = ""
    """What the participant agrees to; no consent is asked for where it is empty."""
    instructions: StrictStr = ""
    """Shown before the first question; the program's own text where empty."""
    contact: StrictStr = ""
    """Whom to contact; shown with the consent and at the end."""
    seed: StrictInt = 0
    """Determines samples and orders, together with the slot."""
    confidence: StrictBool = False
    """Ask for confidence, 1 to 5, unless a block says otherwise."""
    allow_disproved: StrictBool = False
    """Use items whose gold answer the solver has refuted."""
    allow_approximate: StrictBool = False
    """Use items whose words only approximate their formulas; otherwise they are omitted."""
    on_timeout: Literal["submit", "discard"] = "discard"
    """Whether a complete answer counts when time runs out before its confirmation."""
    after_timeout: Literal["next", "page"] = "next"
    """Whether the next question follows a time-out at once, or a page comes first."""
    pause_after: Annotated[int, Field(strict=True, ge=0)] = 1
    """The session waits after this number of consecutive time-outs without any answer; 0: never."""
    away: Away = Field(default_factory=Away)
    conditions: tuple[Id, ...] = ()
    """Between-participants conditions; each participant is in one of them."""
    block_order: BlockOrder = "fixed"
    """Order of the main blocks: as in the file, by a Latin square, or all orders equally often."""
    slots: Slots = Field(default_factory=Slots)
    codes: Codes = Field(default_factory=Codes)
    sittings: tuple[Sitting, ...] = ()
    """Further sessions of the same participants: the second, the third, and so on."""
    behaviour: Behaviour = Field(default_factory=Behaviour)
    example: Example | None = None
    qualification: Qualification | None = None
    seconds_per_session: Seconds | None = None
    """Limit for all questions together; no limit where absent. Participants who reach it go to the
    end."""
    exclude: tuple[Annotated[Exclusion, PlainValidator(read_exclusion)], ...] = ()
    """Rules by which the report excludes sessions."""
    payment: Payment | None = None
    """What participants are paid, by the outcome of their sessions."""
    end: Mapping[Literal[Outcome, "full"], LastPage] = Field(default_factory=dict)
    """Text of the last page, by outcome; the program's own where absent. `full` is for people who
    cannot begin a session because the study has all required answers."""
    tables: Annotated[
        tuple[Annotated[Config, PlainValidator(read_config)], ...],
        Field(alias="blocks", min_length=1, max_length=MOST_BLOCKS),
    ]
    """The stations after consent, instructions and qualification, in order. Consent and
    instructions named here come at their position in the list."""

    @property
    def key(self) -> str:
        """Identifies the versions of one study: the id, or the title."""
        return self.id or self.title

    def last_page(self, outcome: str) -> LastPage:
        """The text of the last page for an outcome; empty where the file has none."""
        return next((page for name, page in self.end.items() if name == outcome), LastPage())

    @property
    def quick_seconds(self) -> float:
        """An answer confirmed sooner after its question appeared is recorded."""
        return self.behaviour.quick_seconds

    @property
    def time_up(self) -> TimeUp:
        """What happens when the time of a question runs out."""
        return TimeUp(answer=self.on_timeout, then=self.after_timeout, pause_after=self.pause_after)

    @property
    def course(self) -> tuple[Config, ...]:
        """All stations, in the order of a session."""
        placed = {config.station for config in self.tables}
        first: list[Config] = [ReturnKey()] if self.codes.return_key else []
        if self.consent and "consent" not in placed:
            first.append(Consent())
        if "instructions" not in placed:
            first.append(Instructions())
        if self.qualification is not None:
            first.append(self.qualification)
        return (*first, *self.tables, End())

    def course_of(self, assigned: Assigned, sitting: int = 1) -> tuple[Config, ...]:
        """The stations of one session: those of its sitting and its condition, with main blocks in
        its order. Stations without a place in the file are in the first sitting, except
        instructions and the end, which all sittings have."""
        course = [
            config
            for config in self.course
            if (not config.conditions or assigned.condition in config.conditions)
            and (config.sitting == sitting or self._everywhere(config))
        ]
        places = [place for place, config in enumerate(course) if isinstance(config, Block)]
        blocks = in_order([course[place] for place in places], self.block_order, assigned.order)
        for place, block in zip(places, blocks, strict=True):
            course[place] = block
        return tuple(course)

    def _everywhere(self, config: Config) -> bool:
        """Whether a station is in every sitting."""
        return isinstance(config, Instructions | ReturnKey | End) and config not in self.tables

    def assigned(self, slot: int) -> Assigned:
        """The condition, the order of blocks and the turn of a slot."""
        return assigned(slot, self.conditions, self.orders)

    @property
    def orders(self) -> int:
        """The number of orders of main blocks; where conditions or sittings have different numbers
        of blocks, the number after which all of them repeat."""
        counts = [
            sum(
                isinstance(config, Block)
                and config.sitting == sitting
                and (not config.conditions or name in config.conditions)
                for config in self.tables
            )
            for name in self.conditions or ("",)
            for sitting in range(1, len(self.sittings) + 2)
        ]
        return lcm(*(number_of_orders(count, self.block_order) for count in counts))

    @property
    def design(self) -> tuple[object, ...]:
        """What decides which questions are asked, in which order, and with which time limits: two
        files of one study that differ only in words have the same."""
        words = {"id", "title", "consent", "instructions", "contact", "end", "qualification"}
        words |= {"tables", "exclude", "codes", "sittings", "behaviour", "payment", "languages"}
        # The required number of answers, and when a slot becomes free, do not concern participants
        # who have a session.
        words |= {"slots"}
        word_fields = {"title", "instructions", "text", "answers_per_item"}
        stations = (
            (config.station, config.model_dump(exclude=word_fields)) for config in self.course
        )
        return (self.model_dump(exclude=words), *stations)

    @property
    def sections(self) -> tuple[Section, ...]:
        """The stations that ask questions about items, in the order of a session."""
        return tuple(config for config in self.course if isinstance(config, Section))

    @property
    def block_ids(self) -> tuple[str, ...]:
        """The names of all planned blocks of questions, in the order of a session."""
        return tuple(
            name
            for section in self.sections
            for name in section.block_ids(self.section_id(section))
        )

    @property
    def main_ids(self) -> tuple[str, ...]:
        """The names of the sections whose answers are results."""
        return tuple(
            self.section_id(section) for section in self.sections if section.role == "main"
        )

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The main blocks among the sections."""
        return tuple(config for config in self.tables if isinstance(config, Block))

    @property
    def filled(self) -> Mapping[str, Block]:
        """The main blocks with pools to fill (`answers_per_item`), by name."""
        return {self.section_id(block): block for block in self.blocks if block.fills is not None}

    @property
    def all_sources(self) -> tuple[str, ...]:
        """Every source of the study, without duplicates, including the worked example's."""
        sources = [source for section in self.sections for source in section.sources]
        for section in self.sections:
            if section.watches is not None:
                sources += section.watches.sources(self.language)
        if self.example is not None:
            sources.append(self.example.source)
        return tuple(dict.fromkeys(sources))

    def section_id(self, config: Config) -> str:
        """The name of a station in plans and reports."""
        if config.id:
            return config.id
        if config is self.qualification:
            return config.station
        same = [other for other in self.tables if other.station == config.station]
        number = next((i for i, other in enumerate(same, 1) if other is config), 0)
        kind = "block" if isinstance(config, Block) else config.station
        return f"{kind}-{number}" if number else ""

    def place_of(self, config: Config) -> Place:
        """The place of a station in the file; the top of the file where it has no table."""
        if config is self.qualification:
            return ("qualification",)
        places = (("blocks", i) for i, other in enumerate(self.tables) if other is config)
        return next(places, ())

    def table_of(self, planned: Planned) -> Config | None:
        """The table that an entry of a plan comes from; None where there is none."""
        if not planned.id:
            return None
        return next(
            (config for config in self.course if self.section_id(config) == planned.id), None
        )

    def unwanted(self, form: str, field: str) -> frozenset[str]:
        """Entries in a form for which a rule excludes a session."""
        rules = [rule for rule in self.exclude if isinstance(rule, SaidInForm)]
        return frozenset(
            value
            for rule in rules
            if (rule.form, rule.field) == (form, field)
            for value in rule.values
        )


@dataclass(frozen=True, slots=True)
class LoadedStudy:
    """A study file with what identifies its version."""

    study: Study
    text: str
    study_hash: str
    """SHA-256 (hex) of the file's text."""
    path: str
    """As the user gave it: a path or `builtin:NAME`."""
    folder: Path
    """Folder that relative sources start from."""

    @property
    def title(self) -> str:
        """The study's title."""
        return self.study.title

    @property
    def language(self) -> str:
        """Language of the screens."""
        return self.study.language

    @property
    def listed(self) -> bool:
        """Whether only participants with a listed code may take part."""
        return self.study.codes.listed

    @property
    def languages(self) -> tuple[str, ...]:
        """Languages that participants can choose from; empty where there is only one."""
        return self.study.languages

    def in_language(self, language: str) -> "LoadedStudy":
        """The same study in another of its languages."""
        if language == self.language or language not in self.languages:
            return self
        return loaded(StudyFile(self.text, self.path, self.folder, language))

    def resolve(self, source: str) -> str:
        """A source of the study file in the form the item registry takes."""
        return source_path(source, self.folder)

    @property
    def code_list(self) -> CodeList | None:
        """The list of codes, read now; None where any code is accepted.

        Raises InputError naming file and line: of the list, or of this file where the list does not
        exist.
        """
        codes = self.study.codes
        if not codes.listed:
            return None
        path = Path(codes.file)
        path = path if path.is_absolute() else self.folder / path
        if not path.is_file():
            raise field_error(
                self.text, self.path, ("codes", "file"), "a file with the codes", f"no file {path}"
            )
        return read_codes(path, self.study.conditions)

    @contextmanager
    def located(self) -> Iterator[None]:
        """Add file, line and field to errors about a field raised inside the block."""
        try:
            yield
        except PlacedError as error:
            raise error.located(self.text, self.path) from error


def load_study(source: str | Path) -> LoadedStudy:
    """Read a study from a path or `builtin:NAME`.

    Raises InputError with file, line, field, what was expected and what was found.
    """
    return loaded(study_file(source))


def parse_study(text: str, name: str, folder: Path = Path(), language: str = "") -> LoadedStudy:
    """Read a study from its text; error messages use `name`. It is read in `language`, or in its
    first where it has no such language.

    Raises InputError with file, line, field, what was expected and what was found.
    """
    return loaded(StudyFile(text, name, folder, language))


def loaded(file: StudyFile) -> LoadedStudy:
    """The study for a file whose text was read.

    Raises InputError with file, line, field, what was expected and what was found.
    """
    text, name = file.text, file.path
    study = validated(Study, file.table, text, name)
    names = [] if study.qualification is None else ["qualification"]
    for place, config in enumerate(study.tables):
        own = study.section_id(config)
        block_ids = config.block_ids(own) if isinstance(config, Section) else (own,)
        for each in block_ids:
            if each in names:
                where = ("blocks", place, "id")
                raise field_error(text, name, where, phrase("a unique name"), each)
        names += block_ids
        if config.station == "consent" and not study.consent.strip():
            raise field_error(
                text,
                name,
                ("consent",),
                phrase("the text that participants agree to"),
                phrase("none"),
            )
        for condition in config.conditions:
            if condition not in study.conditions:
                where = ("blocks", place, "conditions")
                valid_conditions = ", ".join(study.conditions) or phrase(
                    "none, as the study has no conditions"
                )
                raise field_error(text, name, where, valid_conditions, condition)
        if config.sitting > len(study.sittings) + 1:
            most = phrase(
                "at most {a}: each further one is a table [[sittings]]", a=len(study.sittings) + 1
            )
            where = ("blocks", place, "sitting")
            raise field_error(text, name, where, most, str(config.sitting))
    if len(set(study.conditions)) < len(study.conditions):
        actual = ", ".join(study.conditions)
        raise field_error(text, name, ("conditions",), phrase("each condition once"), actual)
    if study.languages and study.id is None:
        expected = phrase("an id, as the title differs between languages")
        raise field_error(text, name, ("languages",), expected, phrase("none"))
    if len(set(study.languages)) < len(study.languages):
        raise field_error(
            text, name, ("languages",), phrase("each language once"), str(study.languages)
        )
    _check_sittings(study, text, name)
    _check_codes(study.codes, text, name)
    _check_payment(study, text, name)
    _check_filled(study, text, name)
    _check_exclusions(study, text, name)
    if study.block_order == "counterbalanced" and len(study.blocks) > MOST_COUNTERBALANCED:
        most = phrase("at most {a} blocks, or latin-square", a=MOST_COUNTERBALANCED)
        raise field_error(
            text, name, ("block_order",), most, phrase("{a} blocks", a=len(study.blocks))
        )
    digest = hashlib.sha256(text.encode()).hexdigest()
    return LoadedStudy(study=study, text=text, study_hash=digest, path=name, folder=file.folder)


def _check_sittings(study: Study, text: str, name: str) -> None:
    """Each further sitting must have a block, and an interval in which it can begin. Raises
    InputError."""
    for place, sitting in enumerate(study.sittings):
        if not any(config.sitting == place + 2 for config in study.tables):
            expected = phrase("a block with sitting = {a}", a=place + 2)
            raise field_error(text, name, ("sittings", place), expected, phrase("none"))
        if sitting.within_hours is not None and sitting.within_hours <= sitting.after_hours:
            where = ("sittings", place, "within_hours")
            more = phrase("more than after_hours, {a}", a=f"{sitting.after_hours:g}")
            raise field_error(text, name, where, more, f"{sitting.within_hours:g}")


def _check_codes(codes: Codes, text: str, name: str) -> None:
    """Check that there is a list where one is needed, and no contradiction with it. Raises
    InputError."""
    if codes.listed and not codes.file.strip():
        expected = phrase("the file of codes that who = {a} needs", a=repr(codes.who))
        raise field_error(text, name, ("codes", "file"), expected, phrase("none"))
    if not codes.listed and codes.file:
        expected = phrase("who = 'list' or 'one-time' with a file")
        raise field_error(text, name, ("codes", "who"), expected, repr(codes.who))
    if codes.who == "one-time" and codes.again not in (None, "refuse"):
        expected = phrase("'refuse', as codes are one-time")
        raise field_error(text, name, ("codes", "again"), expected, repr(codes.again))


def _check_payment(study: Study, text: str, name: str) -> None:
    """There must be no amount for a sitting that does not exist. Raises InputError."""
    amounts = study.payment.completed if study.payment is not None else ()
    most = len(study.sittings) + 1
    if isinstance(amounts, tuple) and len(amounts) > most:
        expected = phrase("at most {a}, as there are no more sittings", a=most)
        raise field_error(
            text, name, ("payment", "completed"), expected, phrase("{a} amounts", a=len(amounts))
        )


def _check_filled(study: Study, text: str, name: str) -> None:
    """Blocks with `answers_per_item` must have no other rule for their items and be met by all who
    complete their first session, and every condition must have one. Raises InputError."""
    filled = study.filled.values()
    for block in filled:
        place = study.place_of(block)
        if "sample" in block.model_fields_set:
            expected = phrase(
                "no sample with answers_per_item, which decides which items are asked"
            )
            raise field_error(text, name, (*place, "sample"), expected, repr(block.sample))
        if block.same_as is not None:
            expected = phrase(
                "answers_per_item at {a}, whose items this block takes", a=Verbatim(block.same_as)
            )
            raise field_error(text, name, (*place, "answers_per_item"), expected, phrase("it here"))
        if block.sitting > 1:
            expected = phrase("a block of the first sitting, as it has answers_per_item")
            raise field_error(text, name, (*place, "sitting"), expected, str(block.sitting))
        if block.when == "failed":
            expected = phrase("a block for those who failed no test, as it has answers_per_item")
            raise field_error(text, name, (*place, "when"), expected, repr(block.when))
    for condition in study.conditions:
        if filled and not any(condition in (b.conditions or study.conditions) for b in filled):
            expected = phrase(
                "a block with answers_per_item in each condition, or in none: it says how many "
                "people a condition needs"
            )
            raise field_error(
                text, name, ("conditions",), expected, phrase("none in {a}", a=Verbatim(condition))
            )


def _check_exclusions(study: Study, text: str, name: str) -> None:
    """Exclusion rules must have unique names, and those about a form must name an existing one with
    one of its fields. Raises InputError."""
    names: list[str] = []
    forms = {study.section_id(table): table for table in study.tables if isinstance(table, Form)}
    for place, rule in enumerate(study.exclude):
        where = ("exclude", place)
        if rule.name in names:
            raise field_error(text, name, (*where, "id"), phrase("a unique name"), rule.name)
        names.append(rule.name)
        if not isinstance(rule, SaidInForm):
            continue
        form = forms.get(rule.form)
        if form is None:
            option_list = ", ".join(forms) or phrase("none, as the study has no form")
            raise field_error(text, name, (*where, "form"), option_list, rule.form)
        field = form.field(rule.field, study.language)
        if field is None:
            option_list = ", ".join(entry.id for entry in form.all_fields(study.language))
            raise field_error(text, name, (*where, "field"), option_list, rule.field)
        options = getattr(field, "options", None)
        # With several languages, the values include options in the other languages.
        if study.languages:
            continue
        strange = [value for value in rule.values if options and value not in options]
        if strange:
            option_list = ", ".join(map(repr, options or ()))
            raise field_error(
                text,
                name,
                (*where, "values"),
                phrase("some of {a}", a=Verbatim(option_list)),
                repr(strange[0]),
            )
