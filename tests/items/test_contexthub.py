"""ContextHub: templates, their formal notation, and what is kept of every instantiation."""

from pathlib import Path
from typing import Any

import pytest

from items.answers import TruthAnswer
from items.files.loading import LoadedItems, load
from items.sources.contexthub import read_template
from solver.errors import InputError
from tests.items.source_files import template, write_json
from tests.shared_data import shared_path


def hub(tmp_path: Path, *records: Any) -> LoadedItems:
    return load(write_json(tmp_path / "data_level2" / "abductive_logic.json", list(records)))


@pytest.mark.parametrize(
    ("text", "premises", "asked"),
    [
        (
            "aad is False.\n(aaa or aab) -> aac.\n(NOT aac) -> aad.\nDeduce the result of aac.",
            ("¬aad", "(aaa ∨ aab) → aac", "(¬aac) → aad"),
            "aac",
        ),
        (
            "\n(aaa and aab) -> aac.\nGiven aac is True, what is the value of aab?.",
            ("(aaa ∧ aab) → aac", "aac"),
            "aab",
        ),
        (
            "(NOT (aaa or (aab and aac))) -> aad.\nDeduce the result of aad",
            ("(¬(aaa ∨ (aab ∧ aac))) → aad",),
            "aad",
        ),
    ],
)
def test_formal_texts(text: str, premises: tuple[str, ...], asked: str) -> None:
    read = read_template(text, "here")
    assert read.premises == premises
    assert read.question == asked


@pytest.mark.parametrize(
    "text",
    [
        "",
        "aaa is True.",
        "aaa is maybe.\nDeduce the result of aaa.",
        "Deduce the result of aaa.\naab is True.",
        "(aaa xor+ aab) -> aac.\nDeduce the result of aac.",
    ],
)
def test_formal_texts_of_no_known_form(text: str) -> None:
    with pytest.raises(InputError, match="here"):
        read_template(text, "here")


def test_every_instantiation_is_an_item_that_shares_the_formalization(tmp_path: Path) -> None:
    opera, abstract = hub(tmp_path, template()).items
    assert opera.id == "contexthub/2/abductive/000/arts/opera"
    assert opera.attributes == {
        "level": 2,
        "kind": "abductive",
        "domain": "arts",
        "category": "Opera",
        "template": 0,
        "abstract": False,
    }
    assert opera.formalization is not None
    assert abstract.formalization is not None
    assert opera.formalization["premise"] == abstract.formalization["premise"]
    assert opera.formalization["translation"]["aab"] == "The tenor slept."
    assert opera.text == "The soprano sang.\nIf the tenor did not sleep, they clapped."
    assert opera.questions[0].text == "Did they?"
    assert opera.questions[0].gold == TruthAnswer(value="unknown")
    assert abstract.text == "xq is True. What of zz?"
    assert abstract.attributes["abstract"] is True


@pytest.mark.parametrize(
    ("label", "value"), [(True, "true"), (False, "false"), ("N/A", "unknown"), ("N-A", "unknown")]
)
def test_labels(tmp_path: Path, label: Any, value: str) -> None:
    items = hub(tmp_path, template(answer=label)).items
    assert {str(item.questions[0].gold) for item in items} == {
        str(TruthAnswer.model_validate({"value": value}))
    }


def test_stray_keys_are_kept(tmp_path: Path) -> None:
    record = template()
    record["arts"]["Opera"] |= {"<ans>": "aac = True", "<zzz>": "nobody"}
    opera, abstract = hub(tmp_path, record).items
    assert opera.attributes["stray"] == "<ans>: aac = True; <zzz>: nobody"
    assert "stray" not in abstract.attributes


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"answer": "perhaps"}, "field answer"),
        ({"answer": None}, "field answer"),
        ({"question": [{"<nl>": "nonsense"}]}, "nonsense"),
        ({"question": [{"<nl>": 7}]}, "field question"),
        ({"question": []}, "template"),
    ],
)
def test_a_bad_template_is_reported_and_loses_no_other(
    tmp_path: Path, changes: dict[str, Any], message: str
) -> None:
    loaded = hub(tmp_path, template(), template(**changes))
    assert len(loaded.items) == 2
    assert "index 1" in str(loaded.problems[0])
    assert message in str(loaded.problems[0])


def test_a_bad_instantiation_is_reported_and_loses_no_other(tmp_path: Path) -> None:
    record = template(music={"Jazz": {"<aaa>": "no text"}, "Blues": "x"}, dance=7)
    loaded = hub(tmp_path, record)
    assert len(loaded.items) == 2
    messages = [str(problem) for problem in loaded.problems]
    assert [
        "music, Jazz" in messages[0],
        "music, Blues" in messages[1],
        "dance" in messages[2],
    ] == [True] * 3


def test_the_shared_files_are_read_whole() -> None:
    loaded = load(shared_path("contexthub"), strict=True)
    assert len(loaded.items) == (6 + 10 + 40) * 12 * 5
    assert {item.attributes["level"] for item in loaded.items} == {1, 2}
    assert sum("stray" in item.attributes for item in loaded.items) == 30
    assert all(
        item.formalization is not None
        and set(item.formalization["translation"]) == set(item.formalization["parameters"])
        for item in loaded.items
    )
