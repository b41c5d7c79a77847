"""Queries tied to sub-questions: golds read and refused, items saved, joined and checked."""

import json
from pathlib import Path

import pytest

from items.answers import CountAnswer, ModelsAnswer, TextAnswer, VerdictAnswer
from items.export.registry import convert
from items.files.loading import load
from items.files.save import save_item
from items.gold.check import Status, check_item
from items.models import Item, Question
from items.scratchpads.formalized_items import put_on
from items.scratchpads.sub_questions import links_of, print_of, published_answer
from items.scratchpads.text import formal_pad, scratch_item, scratch_text, with_formalization
from solver.errors import InputError
from solver.language.scratchpad_lines import read_scratch
from tests.items.verified import verify
from tests.shared_data import shared_path

HARD = "llmeval-logic/hard/llmeval_logic_hard.json"
HARBOUR = Item.model_validate(
    {
        "id": "harbour",
        "text": "The gull or the heron leaves, not both.\nThe heron leaves at low tide only.",
        "questions": [
            {
                "id": "1",
                "text": "Which may leave?",
                "kind": "text",
                "gold": {"kind": "text", "text": "the gull; or the heron at low tide"},
            },
            {
                "id": "2",
                "condition": "Suppose the tide is high.",
                "text": "Must the gull leave?",
                "kind": "text",
                "gold": {"kind": "text", "text": "必然"},
            },
            {
                "id": "3",
                "text": "How many cases are there?",
                "kind": "text",
                "gold": {"kind": "text", "text": "共 4 种。"},
            },
        ],
        "attributes": {"sub_questions": 3},
    }
)
PAD = """\
# item: harbour
gull, heron, low: Bool
gull xor heron
heron -> low
@high add ~low
? enumerate_models(gull, heron, low)
gold for 1: {(gull), (gull, low), (heron, low)}
? necessary(gull) under high
gold for 2:
? count_models(gull, heron, low)
gold for 3:
"""


def formalized_harbour(pad: str = PAD) -> Item:
    return with_formalization(HARBOUR, read_scratch(pad))


def test_comments_of_ones_own_are_kept_without_the_words_of_the_item() -> None:
    words = scratch_text(HARBOUR, golds=True)
    assert "leaves, not both" in words
    item = formalized_harbour(f"{words}# Low tide is meant for all day.\n{PAD}")
    assert item.provenance.parameters["notes"] == "Low tide is meant for all day."
    assert "# Low tide is meant for all day.\n" in formal_pad(item)
    assert "not both" not in formal_pad(item)
    text = scratch_text(item, golds=True)
    assert (
        formalized_harbour(text).provenance.parameters["notes"] == "Low tide is meant for all day."
    )
    # A note that was deleted from the text is one no more.
    assert "notes" not in with_formalization(item, read_scratch(PAD)).provenance.parameters


def statuses(item: Item) -> dict[str, Status]:
    """By one engine: whether both agree is the business of `test_check` and `test_verify`."""
    parts = check_item(item, engine="auto").parts
    return {part.question.id: part.status for part in parts}


def test_the_pad_shows_text_conditions_and_published_golds() -> None:
    assert scratch_text(HARBOUR, golds=True) == (
        "# item: harbour\n"
        f"# made of: {print_of(HARBOUR)}\n"
        "# The gull or the heron leaves, not both.\n"
        "# The heron leaves at low tide only.\n"
        "# 1. Which may leave?\n"
        "# 1 published: the gull; or the heron at low tide\n"
        "# 2. Suppose the tide is high.\n"
        "# Must the gull leave?\n"
        "#2 published:必然\n"
        "# 3. How many cases are there?\n"
        "#3 published:共 4 种。\n"
    )
    bare = scratch_text(HARBOUR)
    assert "Suppose the tide is high." in bare
    assert "published" not in bare
    assert "必然" not in bare


def test_golds_are_written_or_read_and_the_false_one_is_caught() -> None:
    ties = links_of(read_scratch(PAD), HARBOUR)
    assert [(tie.question, tie.place, tie.read, tie.wrong) for tie in ties] == [
        ("1", 0, False, False),
        ("2", 1, True, False),
        ("3", 2, True, False),
    ]
    assert isinstance(ties[0].gold, ModelsAnswer)
    assert ties[1].gold == VerdictAnswer(word="necessary")
    assert ties[2].gold == CountAnswer(count=4)
    outcome = statuses(formalized_harbour())
    # Three cases, not the four that are published.
    assert outcome == {"1": Status.AGREE, "2": Status.AGREE, "3": Status.DISAGREE}


def test_every_planted_gold_is_refuted() -> None:
    worlds = ["()", "(gull)", "(gull, low)", "(heron)", "(heron, low)", "(gull, heron)"]
    right = {"(gull)", "(gull, low)", "(heron, low)"}
    for chosen in range(1 << len(worlds)):
        messages = {world for n, world in enumerate(worlds) if chosen >> n & 1}
        pad = PAD.replace("{(gull), (gull, low), (heron, low)}", "{" + ", ".join(messages) + "}")
        wanted = Status.AGREE if messages == right else Status.DISAGREE
        assert statuses(formalized_harbour(pad))["1"] is wanted, messages


def test_several_queries_for_one_sub_question_are_its_parts() -> None:
    pad = PAD + "? possible(heron) under high\ngold for 2: impossible\n"
    refused = links_of(read_scratch(pad), HARBOUR)[1]
    assert refused.gold is None
    assert "several queries" in refused.reason
    item = formalized_harbour(pad.replace("gold for 2:\n", "gold for 2: necessary\n"))
    assert [leaf.id for leaf in item.questions[1].parts] == ["2.1", "2.2"]
    assert item.questions[1].condition == "Suppose the tide is high."
    assert statuses(item)["2.1"] is statuses(item)["2.2"] is Status.AGREE


def test_what_is_published_in_words_stays_open_until_a_person_reads_it() -> None:
    item = formalized_harbour(
        PAD.replace("gold for 1: {(gull), (gull, low), (heron, low)}", "gold for 1:")
    )
    first = item.questions[0]
    assert first.free
    assert first.query == "enumerate_models(gull, heron, low)"
    assert first.gold == HARBOUR.questions[0].gold
    assert statuses(item)["1"] is Status.UNCHECKED
    figures = verify([item]).figures.sub_questions
    assert figures == {"proved": 1, "refuted": 1, "open": 1}
    assert verify([HARBOUR]).figures.sub_questions == {"proved": 0, "refuted": 0, "open": 3}
    assert verify(load("builtin:practice").items).figures.sub_questions is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("gold for 9: necessary", "there is no sub-question 9; there are 1, 2, 3"),
        ("gold for 2: perhaps", "expected"),
        ("gold for 1: {(gull, goat)}", "goat"),
    ],
)
def test_a_wrong_gold_is_refused_with_its_line(line: str, message: str) -> None:
    number = line.split(":")[0][-1]
    old = {"9": "gold for 3:\n", "2": "gold for 2:\n"}.get(
        number, "gold for 1: {(gull), (gull, low), (heron, low)}\n"
    )
    pad = PAD.replace(old, line + "\n")
    place = pad.split("\n").index(line) + 1
    with pytest.raises(InputError, match=message) as caught:
        formalized_harbour(pad)
    assert f"line {place}" in caught.value.message


def test_a_gold_without_a_query_or_with_two_is_marked() -> None:
    scratch = read_scratch("gold for 1: 3\n? count_models(A)\ngold for 1: 2\ngold for 2: 2\n")
    assert [(bad.number, str(bad.error)) for bad in scratch.errors] == [
        (
            0,
            "Line cannot be read\n"
            "a gold answer must be below its query, but there is no query above",
        ),
        (3, "Line cannot be read\nthe query above already has a gold answer"),
    ]


def test_saved_items_come_back_whole_and_are_checked(tmp_path: Path) -> None:
    item = formalized_harbour()
    path = save_item(item, tmp_path / "harbour.jsonl")
    loaded = load(path, strict=True).items[0]
    assert loaded == item
    assert "1. the gull; or the heron at low tide" in loaded.explanation
    again = with_formalization(loaded, read_scratch(scratch_text(loaded, golds=True)))
    assert statuses(again) == statuses(item)
    assert [leaf.gold for leaf in again.leaves] == [leaf.gold for leaf in item.leaves]


def test_saved_again_with_another_query_the_words_stay_words(tmp_path: Path) -> None:
    path = save_item(formalized_harbour(), tmp_path / "harbour.jsonl")
    loaded = load(path, strict=True).items[0]
    more = PAD + "? possible(heron) under high\ngold for 2:\n"
    again = with_formalization(loaded, read_scratch(more))
    # Two queries share it now, so neither has a gold answer until somebody reads what is published.
    assert all(leaf.free for leaf in again.questions[1].parts)
    assert all(isinstance(leaf.gold, TextAnswer) for leaf in again.questions[1].parts)
    assert load(save_item(again, path), strict=True).items[0] == again
    assert again.explanation == loaded.explanation


def test_a_pad_is_a_source_and_is_put_on_the_items_of_its_id(tmp_path: Path) -> None:
    path = tmp_path / "any-name.pad"
    path.write_text(
        PAD.replace("# item: harbour", f"# item: harbour\n# made of: {print_of(HARBOUR)}")
    )
    pad = load(path, strict=True).items[0]
    assert pad.id == "harbour"
    assert statuses(pad)["1"] is Status.AGREE
    formalized = put_on([HARBOUR], [pad])
    assert (formalized.count, formalized.problems) == (1, ())
    assert statuses(formalized.items[0]) == statuses(formalized_harbour())
    assert formalized.items[0].text == HARBOUR.text
    assert formalized.items[0].questions[1].condition == "Suppose the tide is high."


def test_converted_to_a_pad_the_words_are_gone_and_the_verdicts_are_the_same(
    tmp_path: Path,
) -> None:
    saved = load(save_item(formalized_harbour(), tmp_path / "harbour.jsonl"), strict=True).items[0]
    written = convert([saved, HARBOUR], "pad", tmp_path / "pads")
    assert written.omitted == (("harbour", "There is no formalization"),)
    text = written.files[0].read_text(encoding="utf-8")
    for word in ("leaves", "tide", "Suppose", "cases", "必然", "种"):
        assert word not in text
    pads = load(tmp_path / "pads", strict=True).items
    assert statuses(pads[0]) == statuses(saved)
    back = put_on([HARBOUR], pads)
    assert back.problems == ()
    assert statuses(back.items[0]) == statuses(saved)
    # On the item as saved it is no other item either.
    assert put_on(back.items, pads).count == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["demo", "hard", "qmfol"])
def test_pads_of_built_in_items_are_read_back(tmp_path: Path, name: str) -> None:
    items = load(f"builtin:{name}", strict=True).items
    written = convert(items, "pad", tmp_path)
    assert len(written.files) + len(written.omitted) == len(items)
    outcome = {}
    for path in written.files:
        assert not ties_wrong(path.read_text(encoding="utf-8"))
        pad = load(path)
        if pad.items:
            outcome[pad.items[0].id] = statuses(pad.items[0])
    golds = 0
    for item in items:
        for part in check_item(item, engine="auto").parts:
            if part.query is None or part.question.kind != part.query.kind:
                continue
            golds += 1
            mine = outcome[item.id]
            assert part.status in mine.values(), item.id
    assert golds > 0 or name == "qmfol"


def ties_wrong(text: str) -> list[str]:
    scratch = read_scratch(text)
    assert not scratch.errors, text
    return [tie.reason for tie in links_of(scratch, None) if tie.wrong]


def test_a_pad_of_other_words_is_reported_and_one_that_fits_nothing(tmp_path: Path) -> None:
    for name, text in (("harbour", PAD), ("nobody", PAD.replace("# item: harbour", ""))):
        marked = f"# made of: {print_of(HARBOUR)}\n{text}"
        (tmp_path / f"{name}.pad").write_text(marked)
    pads = load(tmp_path, strict=True).items
    edited = HARBOUR.model_copy(update={"text": HARBOUR.text + " Always."})
    outcome = put_on([edited], pads)
    assert [problem.title for problem in outcome.problems] == ["The item has changed"]
    assert outcome.unused_ids == ("nobody",)
    other = HARBOUR.model_copy(update={"questions": HARBOUR.questions[:2]})
    refused = put_on([other], pads)
    assert refused.items == (other,)
    assert "found 3" in refused.problems[0].message


def test_a_pad_that_cannot_be_read_names_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "bad.pad"
    path.write_text("A: Bool\nA &\n? necessary(A)\n")
    message = str(load(path).problems[0])
    assert "bad.pad, line 2" in message
    path.write_text("A: Bool\nA\n")
    assert "with queries and their golds, found none" in str(load(path).problems[0])


def test_a_pad_of_no_item_makes_questions_of_its_own() -> None:
    item = scratch_item(
        read_scratch("A\n? possible(A)\n? necessary(A)\ngold for 1: necessary\n"), "p"
    )
    assert [question.id for question in item.questions] == ["2", "1"]
    assert statuses(item) == {"2": Status.UNCHECKED, "1": Status.AGREE}


@pytest.mark.parametrize(
    ("kind", "query", "text", "gold"),
    [
        ("count_models", "count_models(A)", "共 12 种", "12"),
        ("count_models", "count_models(A)", "12 种，另有 3 种", None),
        ("count_models", "count_models(A)", "不是 12 种", None),
        ("necessary", "necessary(A)", "不必然。", "unnecessary"),
        ("necessary", "necessary(A)", "不必然成立，因为 A", None),
        ("possible", "possible(A)", "必然", None),
        ("possible", "possible(A)", "可能", "possible"),
        ("enumerate_models", "enumerate_models(A)", "{(A), ()}", "{(), (A)}"),
        ("enumerate_models", "enumerate_models(A)", "{(甲), ()}", None),
        ("unique_solution", "unique_solution(A)", "不能唯一确定", "not_unique"),
        ("unique_solution", "unique_solution(A)", "能", None),
    ],
)
def test_only_plain_words_are_read(kind: str, query: str, text: str, gold: str | None) -> None:
    from items.values.answer_text import format_answer

    part = Question.model_validate(
        {"id": "1", "kind": kind, "query": query, "vocabulary": [{"key": "A"}]}
    )
    outcome = published_answer(text, part, {"parameters": {"A": "Bool"}})
    assert (None if outcome is None else format_answer(outcome)) == gold


def test_the_condition_of_every_published_sub_question_is_shown() -> None:
    conditions = 0
    for item in load(shared_path(HARD)).items:
        text = scratch_text(item, golds=True)
        for question in item.questions:
            for part in (question.condition, question.text):
                for line in (part or "").splitlines():
                    assert line.strip() in text
            conditions += question.condition is not None
            assert isinstance(question.gold, TextAnswer)
            assert question.gold.text.splitlines()[0].strip() in text
    assert conditions > 70


def test_a_query_that_cannot_be_read_loses_no_other(tmp_path: Path) -> None:
    path = tmp_path / "half.pad"
    golds = "? nessecary(A)\ngold for 1: necessary\n? necessary(B)\ngold for 2: 不必然\n"
    path.write_text(f"A: Bool\nB: Bool\nA\n{golds}? necessary(A)\ngold for 1: necessary\n")
    (item,) = load(path).items
    assert [question.id for question in item.questions] == ["2", "1"]
    statuses = [part.status for part in check_item(item).parts]
    assert statuses == [Status.AGREE, Status.AGREE, Status.UNCHECKED]
    last = check_item(item).parts[-1]
    assert last.unread
    assert "nessecary is not a query" in last.reason
    path.write_text(f"A: Bool\nB: Bool\nA &\n{golds}")
    assert "half.pad, line 3" in str(load(path).problems[0])


@pytest.mark.parametrize("gold", [None, ["necessary", "necessary"]])
def test_a_formal_object_keeps_its_other_queries(tmp_path: Path, gold: list[str] | None) -> None:
    path = tmp_path / "half.json"
    formal = {"premise": ["A"], "question": ["nessecary(A)", "necessary(A)"]}
    path.write_text(json.dumps({**formal, **({"answer": gold} if gold else {})}))
    (item,) = load(path).items
    check = check_item(item)
    assert [part.unread for part in check.parts] == [True, False]
    assert check.parts[1].status is (Status.AGREE if gold else Status.UNCHECKED)
    assert check.state == "not checkable"
