"""A form: a page of questions about the person, or of a questionnaire, answered in any order.

Owns its table in the study file, its questionnaires and its events; `form_fields` owns the fields.
A form has no clock and no score. In the study file:

    [[blocks]]
    station = "form"
    id = "about-you"
    title = "About you"

    [[blocks.fields]]
    id = "age"
    kind = "number"
    ask = "How old are you?"
    least = 18
    most = 110
    decline = true

or with one of the program's questionnaires, which is a TOML file in the folder
`study/questionnaires`:

    [[blocks]]
    station = "form"
    preset = "demographics"
    without = ["gender"]
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, StrictStr, field_validator, model_validator

from solver.phrases import Verbatim, phrase
from study.course.entries import Config, Frozen, Id, Planned, Planner
from study.course.events import Event, SessionEvent
from study.course.sections import Text
from study.course.state import SessionState
from study.course.station import Command, Scene, Sitting, Station, advance
from study.respondents.answer_checks import Reason, RefusedError
from study.respondents.simulation import Respondent
from study.stations.form_fields import AnyField, ChoiceField, Entry, FormField

QUESTIONNAIRES = Path(__file__).parents[1] / "questionnaires"


class Questionnaire(Frozen):
    """A form that is part of the program: the words and fields of a page."""

    title: Text
    text: StrictStr = ""
    fields: Annotated[tuple[AnyField, ...], Field(min_length=1)]


def questionnaires() -> tuple[str, ...]:
    """The possible values of `preset`: the files of `study/questionnaires`."""
    files = sorted(QUESTIONNAIRES.glob("*.toml"))
    return tuple(file.stem for file in files if not file.stem.endswith("-zh"))


@cache
def questionnaire(name: str, language: str = "en") -> Questionnaire:
    """A questionnaire in the language of the screens."""
    suffix = "-zh" if language == "zh" else ""
    path = QUESTIONNAIRES / f"{name}{suffix}.toml"
    return Questionnaire.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))


class Form(Config):
    """A page of fields."""

    station: Literal["form"] = "form"
    preset: Id | None = None
    """One of the program's questionnaires, in the language of the screens."""
    without: tuple[Id, ...] = ()
    """Fields of the preset to omit."""
    title: StrictStr = ""
    """The preset's title where empty."""
    text: StrictStr = ""
    """Text above the fields; the preset's where empty."""
    fields: tuple[AnyField, ...] = ()
    """The form's own fields, after those of the preset."""

    @field_validator("preset")
    @classmethod
    def _known(cls, name: str | None) -> str | None:
        """Check the name of a questionnaire. Raises ValueError."""
        if name is not None and name not in questionnaires():
            raise ValueError(
                phrase(
                    "expected one of {a}, found {b}",
                    a=Verbatim(", ".join(questionnaires())),
                    b=Verbatim(str(name)),
                )
            )
        return name

    @model_validator(mode="after")
    def _whole(self) -> "Form":
        """Check that the form has a title and fields with unique ids, and leaves out only fields of
        its preset. Raises ValueError."""
        own = () if self.preset is None else questionnaire(self.preset).fields
        strange = sorted({*self.without} - {field.id for field in own})
        if strange:
            unknown = Verbatim(", ".join(strange))
            if not own:
                raise ValueError(phrase("expected a preset next to without, found {a}", a=unknown))
            field_list = Verbatim(", ".join(field.id for field in own))
            raise ValueError(
                phrase(
                    "expected fields of the preset under without ({a}), found {b}",
                    a=field_list,
                    b=unknown,
                )
            )
        fields = self.all_fields("en")
        if not fields:
            raise ValueError(phrase("expected fields, or a preset, found neither"))
        if self.preset is None and not self.title.strip():
            raise ValueError(phrase("expected a title, or a preset, found neither"))
        ids = [field.id for field in fields]
        twice = next((name for name in ids if ids.count(name) > 1), None)
        if twice is not None:
            raise ValueError(
                phrase("expected fields with unique ids, found {a} twice", a=Verbatim(twice))
            )
        return self

    def all_fields(self, language: str) -> "tuple[AnyField, ...]":
        """The fields of the preset, in a language of the screens, followed by the form's own."""
        return (*self._preset_fields(language), *self.fields)

    def field(self, name: str, language: str) -> FormField | None:
        """The field with an id; None where there is none."""
        return next((entry for entry in self.all_fields(language) if entry.id == name), None)

    def _preset_fields(self, language: str) -> Iterator["AnyField"]:
        if self.preset is not None:
            for field in questionnaire(self.preset, language).fields:
                if field.id not in self.without:
                    yield field

    def plan(self, planner: Planner) -> Iterator[Planned]:
        """Yield one entry, with the fields."""
        own = None if self.preset is None else questionnaire(self.preset, planner.language)
        yield PlannedForm(
            station=self.station,
            id=planner.name,
            when=self.when,
            title=self.title or (own.title if own else ""),
            text=self.text or (own.text if own else ""),
            fields=self.all_fields(planner.language),
        )


class PlannedForm(Planned):
    """A form with its words and fields."""

    title: str
    text: str
    fields: tuple[AnyField, ...]

    def field(self, name: str) -> FormField:
        """The field with an id.

        Raises RefusedError where there is none.
        """
        form_field = next((field for field in self.fields if field.id == name), None)
        if form_field is None:
            raise RefusedError(Reason.UNKNOWN_PART, name)
        return form_field


def entries_of(state: SessionState, form: str) -> Mapping[str, Entry]:
    """The entries in a form so far, by field."""
    part = state.parts.get(form, {})
    assert isinstance(part, Mapping)
    return part


class FieldChanged(SessionEvent):
    """A field was filled in or changed; None where it was emptied."""

    kind: Literal["field_changed"] = "field_changed"
    form: str
    field: str
    entry: Entry | None

    def apply(self, state: SessionState) -> None:
        """Replace the entry."""
        _need_form(self, state, self.form)
        entries = dict(entries_of(state, self.form))
        entries.pop(self.field, None)
        if self.entry is not None:
            entries[self.field] = self.entry
        state.parts = {**state.parts, self.form: entries}
        state.notice = None


class FormSubmitted(SessionEvent):
    """The form is final."""

    kind: Literal["form_submitted"] = "form_submitted"
    form: str
    entries: Mapping[str, Entry]
    """Entries by field; optional fields only where they were filled in."""

    def apply(self, state: SessionState) -> None:
        """Continue to the next station. Raises IllegalEventError where the answers differ from the
        entries before."""
        _need_form(self, state, self.form)
        if self.entries != entries_of(state, self.form):
            raise state.illegal(self, "it differs from what was filled in")
        state.notice = None
        advance(state)


def _need_form(event: SessionEvent, state: SessionState, form: str) -> None:
    """Check that a form is on screen. Raises IllegalEventError."""
    event.need(state, "form")
    if form != state.here.id:
        raise state.illegal(event, f"{form} is not on screen, {state.here.id} is")


class FormStation(Station):
    """A page of fields, which ends when it is complete."""

    name = "form"
    config: type[Config] | None = Form
    asks = True
    planned: type[Planned] = PlannedForm

    def enter(self, state: SessionState) -> None:
        """Show the form."""
        state.phase = "form"

    def commands(self, phase: str) -> Mapping[str, Command]:
        """The commands to fill in a field or submit the form."""
        return {"fill": _fill, "submit": _submit}

    def simulate(self, sitting: Sitting, respondent: Respondent) -> None:
        """Fill in everything. A careful respondent gives no entry that the study excludes."""
        form = form_of(sitting.scene)
        for field in form.fields:
            sitting.look()
            value = field.simulated(respondent, form.id)
            if not respondent.careless and isinstance(field, ChoiceField):
                unwanted = sitting.scene.study.unwanted(form.id, field.id)
                fitting = [option for option in field.options if option not in unwanted]
                value = value if value in fitting or not fitting else fitting[0]
            sitting.act("fill", field.id, Entry(value=value))
        sitting.act("submit")


def form_of(scene: Scene) -> PlannedForm:
    """The form at the session's current station. Raises RefusedError at any other station."""
    station = scene.state.here
    if not isinstance(station, PlannedForm):
        raise RefusedError(Reason.NOT_NOW)
    return station


def _fill(scene: Scene, name: str, entry: Entry | None) -> Event | None:
    """Fill in, change or empty (None) a field. Raises RefusedError where the entry does not fit the
    field."""
    form = form_of(scene)
    field = form.field(name)
    reason = None if entry is None else field.refuses(entry)
    if reason is not None:
        raise RefusedError(reason, name)
    if entries_of(scene.state, form.id).get(name) == entry:
        return None
    return FieldChanged(form=form.id, field=name, entry=entry)


def _submit(scene: Scene) -> Event:
    """Submit the form. Raises RefusedError where a required field has no entry."""
    form = form_of(scene)
    entries = entries_of(scene.state, form.id)
    for field in form.fields:
        if field.required and field.id not in entries:
            raise RefusedError(Reason.UNANSWERED, field.id)
    return FormSubmitted(form=form.id, entries=entries)


FORM = FormStation()
