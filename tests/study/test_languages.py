"""Study files with texts in several languages."""

import pytest

from solver.errors import InputError
from study.design.protocol import LoadedStudy, parse_study
from study.files.study_file import StudyFile
from study.stations.form import Form
from study.stations.form_fields import ChoiceField

TEXT = """
id = "two"
languages = ["en", "zh"]
title = { en = "Ferries", zh = "渡船" }
consent = { en = "Yes?", zh = "同意吗？" }
[end.completed]
text = { en = "Done.", zh = "完成。" }
[[blocks]]
station = "form"
id = "you"
title.en = "You"
title.zh = "您"
[[blocks.fields]]
id = "read"
kind = "choice"
ask = { en = "Did you read?", zh = "您读了吗？" }
options = { en = ["yes", "no"], zh = ["是", "否"] }
[[blocks]]
source = { en = "main", zh = ["main", "kinds"] }
number = 2
"""


def study(language: str = "") -> LoadedStudy:
    return parse_study(TEXT, "study.toml", language=language)


def test_every_text_is_read_in_the_language_that_is_asked_for() -> None:
    for language, title, options in (
        ("", "Ferries", ("yes", "no")),
        ("en", "Ferries", ("yes", "no")),
        ("zh", "渡船", ("是", "否")),
        ("fr", "Ferries", ("yes", "no")),
    ):
        loaded = study(language)
        assert loaded.title == title
        form = loaded.study.tables[0]
        assert isinstance(form, Form)
        (field, *_) = form.fields
        assert isinstance(field, ChoiceField)
        assert field.options == options
        assert StudyFile(TEXT, "s", chosen_language=language).title == title
    assert study("zh").study.end["completed"].text == "完成。"
    assert study("zh").study.sections[0].sources == ("main", "kinds")
    assert study().in_language("zh").study == study("zh").study
    assert study().study_hash == study("zh").study_hash


def test_the_first_language_is_the_default_and_language_may_say_another() -> None:
    assert parse_study(TEXT.replace('"en", "zh"', '"zh", "en"'), "s").language == "zh"
    assert parse_study('language = "zh"\n' + TEXT, "s").language == "zh"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (', zh = "同意吗？"', "", "line 5, consent: expected texts in en and zh, found none in zh"),
        (', zh = ["是", "否"]', "", "blocks[1].fields[1].options: expected texts in en and zh"),
        ('id = "two"\n', "", "languages: expected an id"),
        ('"en", "zh"', '"en", "en"', "each language once"),
        ('"en", "zh"', '"en", "fr"', "languages[2]"),
        ('languages = ["en", "zh"]\n', "", "title"),
    ],
)
def test_a_text_that_is_missing_is_named_with_its_line(old: str, new: str, message: str) -> None:
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    with pytest.raises(InputError) as caught:
        parse_study(text, "study.toml")
    assert message in caught.value.message


def test_who_began_in_one_language_is_resumed_after_an_edit_of_the_other() -> None:
    edited = TEXT.replace("同意吗？", "您同意吗？")
    assert parse_study(edited, "s").study.design == study().study.design
