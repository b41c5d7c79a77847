"""Questionnaires that come with the program: complete, and the same in both languages."""

import pytest

from solver.errors import InputError
from study.design.planning import make_plan
from study.design.protocol import parse_study
from study.stations.form import PlannedForm, questionnaire, questionnaires
from tests.study.samples import POOLS

STUDY = 'title = "T"\nlanguage = "{language}"\n[[blocks]]\nsource = "main"\n[[blocks]]\n{form}'


def planned(form: str, language: str = "en") -> PlannedForm:
    text = STUDY.format(language=language, form=f'station = "form"\n{form}')
    plan = make_plan(parse_study(text, "study.toml").study, POOLS, 0)
    (planned_form,) = [entry for entry in plan.stations if isinstance(entry, PlannedForm)]
    return planned_form


@pytest.mark.parametrize("name", questionnaires())
def test_both_languages_ask_the_same(name: str) -> None:
    english, chinese = questionnaire(name), questionnaire(name, "zh")
    for field, other in zip(english.fields, chinese.fields, strict=True):
        words = {"ask", "options", "low", "high"}
        assert field.model_dump(exclude=words) == other.model_dump(exclude=words)
        assert len(getattr(field, "options", ())) == len(getattr(other, "options", ()))
        assert not field.ask.isascii() or field.ask.isascii() != other.ask.isascii()


def test_there_are_those_that_studies_need() -> None:
    assert {"demographics", "ilogiceval-interview", "taking-part"} <= {*questionnaires()}
    assert all(field.decline for field in questionnaire("demographics").fields)


def test_a_preset_is_in_the_language_of_the_screens_and_can_be_changed() -> None:
    assert planned('preset = "demographics"', "zh").title == "关于您"
    own = 'title = "You"\npreset = "demographics"\nwithout = ["gender", "age"]\n'
    own += '[[blocks.fields]]\nid = "hand"\nkind = "choice"\nask = "?"\noptions = ["l", "r"]\n'
    form = planned(own)
    assert form.title == "You"
    ids = [field.id for field in form.fields]
    assert ids == ["education", "language", "logic", "programming", "hand"]


@pytest.mark.parametrize(
    ("form", "message"),
    [
        ('preset = "persons"', "expected one of demographics"),
        ('preset = "demographics"\nwithout = ["shoe"]', "found shoe"),
        ("", "expected fields, or a preset"),
    ],
)
def test_mistakes_are_reported(form: str, message: str) -> None:
    with pytest.raises(InputError, match="mistake") as caught:
        planned(form)
    assert message in caught.value.message
