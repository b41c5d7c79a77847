"""Formalizations out of what models write: read where the meaning is certain, and nowhere else."""

import json

import pytest

from items.formalizations.written_formalizations import read_written

GOOD = {
    "parameters": {"A": "Bool", "B": "Bool"},
    "translation": {"A": 'the so-called "ferry" is late', "B": "the baker whistles"},
    "premise": ["A \\rightarrow B", "\\neg B", "\\forall x (F(x) \\to G(x))"],
    "question": ["necessary(\\neg A)", "possible(A \\vee B)"],
}
TEXT = json.dumps(GOOD, ensure_ascii=False, indent=1)


@pytest.mark.parametrize(
    ("response", "repairs"),
    [
        (TEXT, ()),
        (f"Here it is:\n```json\n{TEXT}\n```\nI hope it helps {{really}}.", ()),
        (f"<think>{{'premise': ['C']}}</think>{TEXT}", ()),
        (json.dumps({"formalization": GOOD}), ()),
        ('Draft: {"premise": ["C"]}\n<formalization>' + TEXT + "</formalization>", ()),
        (TEXT.replace("\\\\", "\\"), ("math commands with one backslash",)),
        (TEXT.replace("\n}", ",\n}"), ("commas before a closing bracket",)),
        (TEXT.replace('\\"', '"'), ("quotes within a text",)),
        (repr(GOOD).replace("\\\\", "\\"), ("Python notation",)),
        (f"{TEXT}\n\nAgain:\n{TEXT}", ()),
        (
            TEXT.replace('"premise"', '"Premises"').replace('"question"', '"queries"'),
            ("other names of fields",),
        ),
    ],
)
def test_certain_parts_are_read_and_repairs_are_reported(
    response: str, repairs: tuple[str, ...]
) -> None:
    written = read_written(response)
    assert written.formalization == GOOD, written.reason
    assert written.repairs == repairs


def test_line_breaks_within_a_text_are_read() -> None:
    written = read_written(TEXT.replace("the baker whistles", "the baker\nwhistles"))
    assert written.formalization is not None
    assert written.formalization["translation"]["B"] == "the baker\nwhistles"
    assert written.repairs == ("line breaks within a text",)


def test_two_contradictory_fields_with_the_same_meaning_are_not_read() -> None:
    response = json.dumps({**GOOD, "premises": ["A"]})
    assert read_written(response).formalization is None
    assert read_written(json.dumps({**GOOD, "premises": GOOD["premise"]})).formalization == GOOD


def test_several_repairs_in_one_response() -> None:
    broken = TEXT.replace("\\\\", "\\").replace('\\"', '"').replace("\n}", ",\n}")
    written = read_written(f"```json\n{broken}\n```")
    assert written.formalization == GOOD
    assert len(written.repairs) == 3


def test_a_line_end_is_not_a_command() -> None:
    text = '{"translation": {"A": "one\\ntwo\\nexists"}, "premise": ["A"], "question": []}'
    written = read_written(text)
    assert written.formalization is not None
    assert (written.formalization["translation"], written.repairs) == (
        {"A": "one\ntwo\nexists"},
        (),
    )


def test_blocks_that_hold_parts_are_joined() -> None:
    parts = [{key: GOOD[key]} for key in GOOD]
    response = "\n".join(
        f"{key}:\n```json\n{json.dumps(p)}\n```" for key, p in zip(GOOD, parts, strict=True)
    )
    written = read_written(response)
    assert (written.formalization, written.repairs) == (GOOD, ("several blocks were joined",))


def test_a_formula_a_line() -> None:
    written = read_written("**Premises:**\n1. A -> B\n2. ~B\n\nQuery:\n- necessary(~A)\n")
    assert written.formalization == {"premise": ["A -> B", "~B"], "question": ["necessary(~A)"]}
    assert written.repairs == ("a formula per line",)


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ("", "empty"),
        ("I cannot formalize this.", "no formalization"),
        ("The ferry is late.\nnecessary(A)", "not all lines are formulas"),
        (TEXT + TEXT.replace("\\\\neg B", "B"), "several formalizations that differ"),
        ('{"parameters": {"A": "Bool"}}', "neither premises nor queries"),
        ('{"premise": ["A"], "premise": ["~A"], "question": ["possible(A)"]}', "two values"),
        ('{"premise": ["A" "B"], "question": ["possible(A)"]', "no"),
    ],
)
def test_what_is_not_certain_is_not_read(response: str, reason: str) -> None:
    written = read_written(response)
    assert written.formalization is None
    assert reason in written.reason


@pytest.mark.parametrize(
    ("response", "reason"),
    [
        ('{"premise": ["A"], "premise": ["~A"]}', "two values for one key"),
        ("{'premise': ['A'], 'premise': ['~A']}", "its JSON cannot be read"),
        ('{"premise": ["A", "B -> C', "its JSON cannot be read"),
        ('{"premise": ["A" /* why */]}', "its JSON cannot be read"),
        ("I cannot do that.", "there is no formalization"),
        ("Sure\nA -> B\nnecessary(B)", "Sure alone on a line"),
        ("A -> B\nnecessary(B)\nDone.", "Done. alone on a line"),
        ("A -> B\n- B\nnecessary(-A)", "a minus before some lines may mean ¬"),
    ],
)
def test_an_uncertain_formalization_is_not_read_and_the_reason_is_reported(
    response: str, reason: str
) -> None:
    written = read_written(response)
    assert written.formalization is None
    assert reason in written.reason


def test_a_minus_before_every_premise_is_not_a_negation() -> None:
    listed = read_written("Premises:\n- A -> B\n- A\nQuery:\nnecessary(B)")
    assert listed.formalization == {"premise": ["A -> B", "A"], "question": ["necessary(B)"]}


def test_headings_without_a_colon_are_not_premises() -> None:
    for heads in (("Premises", "Query"), ("前提", "查询")):
        written = read_written(f"{heads[0]}\nA -> B\nA\n{heads[1]}\nnecessary(B)")
        assert written.formalization == {"premise": ["A -> B", "A"], "question": ["necessary(B)"]}
    rain = read_written("Rain -> Wet\nRain\nnecessary(Wet)")
    assert rain.formalization == {
        "premise": ["Rain -> Wet", "Rain"],
        "question": ["necessary(Wet)"],
    }


@pytest.mark.parametrize(
    "response",
    [
        *("{{}}", "{{{}}}", "{[]: 1}", "{'premise': {{}}}"),
        *("{b'premise': ['A']}", "{1: 2, 'premise': ['A']}", "{'premise': [b'A']}"),
    ],
)
def test_python_code_that_is_not_a_value_is_not_read(response: str) -> None:
    assert read_written(response).formalization is None


@pytest.mark.slow
def test_quotes_and_blanks_without_end_are_read_in_time_with_their_number() -> None:
    """Looking for what follows a quote copied all of the rest: 1 MB took minutes."""
    written = read_written('{"premise": ["' + '" ' * 450_000 + '"]}')
    assert written.formalization is not None
    assert len(written.formalization["premise"][0]) == 900_000


def test_half_a_character_is_no_character_and_deep_nesting_no_formalization() -> None:
    text = TEXT.replace("baker", "\\ud800")
    written = read_written(text)
    assert written.formalization is not None
    assert written.formalization["translation"]["B"] == "the ? whistles"
    whole = read_written(TEXT.replace("baker", "\\ud83d\\ude00"))
    assert whole.formalization is not None
    assert whole.formalization["translation"]["B"] == "the \N{GRINNING FACE} whistles"
    assert read_written('{"premise": ' + "[" * 100 + "]" * 100 + "}").formalization is None
