"""Prompts: what each protocol requires is there, and nothing that gives the answer away."""

import re
from pathlib import Path

import pytest

from items.answers import ChoiceAnswer, TextAnswer
from items.asking.extraction import extract
from items.asking.prompting import Prompt, examples_for, mutants, prompt, units
from items.asking.protocol import (
    FOLDER,
    by_protocol,
    load_protocol,
    protocol_names,
    suited,
)
from items.files.loading import load
from items.gold.check import check_item
from items.models import Item, Option, Question
from items.values.letters import shown_options
from solver.errors import InputError

DEMO = {item.id: item for item in load("builtin:demo").items}
GOAT = DEMO["demo/goat-on-the-roof"]
GOAT_ZH = DEMO["demo/goat-on-the-roof-zh"]
POND = DEMO["demo/village-pond"]


def prompts_for(item: Item, protocol: str, mutant: int = 0) -> list[Prompt]:
    loaded = load_protocol(protocol)
    examples = examples_for(loaded, [item]).get(item.language, ())
    return [
        prompt(item, leaves, loaded.protocol, mutant, examples)
        for leaves in units(item, loaded.protocol)
    ]


def text(item: Item, protocol: str, mutant: int = 0) -> str:
    (entry,) = prompts_for(item, protocol, mutant)
    return "\n".join(message.content for message in entry.messages)


def test_these_protocols_ship() -> None:
    assert protocol_names() == (
        "contexthub",
        "divlogic-0-shot",
        "divlogic-3-shot",
        "divlogic-no-logic",
        "llmeval",
        "qmfol",
    )
    for name in protocol_names():
        protocol = load_protocol(name).protocol
        assert protocol.name == name
        assert protocol.paper
        assert protocol.en is not None
        assert protocol.zh is not None


def test_zero_shot_is_instruction_content_question_options() -> None:
    (entry,) = prompts_for(GOAT, "divlogic-0-shot")
    (message,) = entry.messages
    assert message.role == "user"
    order = ["Answer: <A/B/C/D>", "no explanation", GOAT.text, GOAT.questions[0].text, "A. ", "D. "]
    places = [message.content.index(part) for part in order]
    assert places == sorted(places)
    assert message.content.count("Answer:") == 1


@pytest.mark.parametrize("mutant", range(4))
def test_options_are_rotated_to_the_left(mutant: int) -> None:
    lines = text(GOAT, "divlogic-0-shot", mutant).split("\n")
    option_texts = [line[3:] for line in lines if re.match(r"[A-D]\. ", line)]
    texts = [option.text for option in GOAT.questions[0].options]
    assert option_texts == texts[mutant:] + texts[:mutant]
    assert [texts[place] for place in shown_options(GOAT.questions[0], mutant)] == option_texts


def test_mutants_are_of_multiple_choice_alone() -> None:
    assert mutants(GOAT.leaves) == 4
    assert mutants(POND.leaves) == 1
    assert mutants(DEMO["demo/bav-and-dex"].leaves) == 1


def test_three_shot_has_one_example_a_question_type() -> None:
    (entry,) = prompts_for(GOAT, "divlogic-3-shot")
    assert [message.role for message in entry.messages] == ["user", "assistant"] * 3 + ["user"]
    replies = [message.content for message in entry.messages if message.role == "assistant"]
    assert replies == ["Answer: B", "Answer: A", "Answer: D"]
    assert entry.messages[-1].content == text(GOAT, "divlogic-0-shot")


def test_the_examples_are_right_and_of_the_three_types() -> None:
    items = load(FOLDER / "divlogic-examples.jsonl", strict=True).items
    for language in ("en", "zh"):
        types = [i.attributes["question_type"] for i in items if i.language == language]
        assert types == ["3c1e", "3e1c", "missing"]
    assert {check_item(item).state for item in items} == {"proved"}


def test_an_item_that_is_asked_is_not_an_example() -> None:
    loaded = load_protocol("divlogic-3-shot")
    first = load(FOLDER / "divlogic-examples.jsonl").items[0]
    copy = first.model_copy(update={"id": "mine/1", "text": first.text.upper() + "\n"})
    for entry in (first, copy):
        (english,) = (
            example for key, example in examples_for(loaded, [entry]).items() if key == "en"
        )
        assert [item.id for item in english] == ["example/beekeeper", "example/owl"]


def test_without_logic() -> None:
    message = text(GOAT, "divlogic-no-logic")
    assert "no logical inference" in message
    assert "Answer: <A/B/C/D>" in message


def test_contexthub_asks_for_tags() -> None:
    message = text(DEMO["demo/bav-and-dex"], "contexthub")
    assert "True, False, N/A" in message
    assert "<answer>True</answer>" in message
    assert message.endswith("Is hup true?")


def test_two_values_where_a_statement_follows_or_does_not() -> None:
    item = load("builtin:qualification").items[0]
    message = text(item, "contexthub")
    assert "True, False," in message
    assert "N/A" not in message


def test_qmfol_asks_for_steps_and_then_the_label() -> None:
    message = text(DEMO["demo/rosettes"], "qmfol")
    assert message.index("Step 1") < message.index("Answer: <True/False/Unknown>")


@pytest.mark.parametrize("name", ["divlogic-0-shot", "divlogic-3-shot", "divlogic-no-logic"])
def test_chinese_items_are_asked_in_chinese(name: str) -> None:
    message = text(GOAT_ZH, name)
    assert "答案：<A/B/C/D>" in message
    assert not re.search(r"[a-z]{3,}", message)


@pytest.mark.parametrize("id", [entry.id for entry in DEMO.values() if entry.language == "zh"])
def test_no_english_in_chinese_prompts(id: str) -> None:
    item = DEMO[id]
    for entry in prompts_for(item, suited(item)):
        word = "\n".join(message.content for message in entry.messages)
        keys = {part for leaf in item.leaves for c in leaf.vocabulary for part in [c.key, c.label]}
        for key in sorted(keys, key=len, reverse=True):
            word = word.replace(key, "") if len(key) > 2 else word
        words = set(re.findall(r"[A-Za-z]{3,}", word))
        assert words <= {"answer", "reasoning", "verdict", "solution", "JSON", "Markdown"}


def test_a_multi_question_item_is_keyed_by_question() -> None:
    (entry,) = prompts_for(POND, "llmeval")
    system, user = entry.messages
    assert [leaf.id for leaf in entry.leaves] == ["1", "2", "3", "4", "5", "6", "7"]
    assert 'here 1, 2, 3, 4, 5, 6, 7, so its form is {"1": {"answer": …' in system.content
    assert "answer it under that condition" in system.content
    assert user.content.count("Condition: ") == 3
    for leaf in POND.leaves:
        assert f"[{leaf.id}] {leaf.text}" in user.content
        assert (leaf.condition or "") in user.content


@pytest.mark.parametrize(
    ("id", "form"),
    [
        ("demo/brass-and-choir", '"possible" or "impossible"'),
        ("demo/in-time-for-the-wedding", '"necessary" or "unnecessary"'),
        ("demo/dinner-guests", "one entry for each possible arrangement"),
        ("demo/barking-dogs", "of whom it can be true"),
        ("demo/four-lamps", "the number, as a numeral"),
        ("demo/three-hats", '"verdict": "unique"'),
        ("demo/broken-vase", '"no_alternative"'),
        ("demo/picnic-basket", "whose statements fit the question"),
    ],
)
def test_each_kind_in_its_own_form(id: str, form: str) -> None:
    message = text(DEMO[id], "llmeval")
    assert form in message
    assert 'Its form is {"answer": …, "reasoning": "…"}.' in message
    assert all(choice.label in message for leaf in DEMO[id].leaves for choice in leaf.vocabulary)


@pytest.mark.parametrize("id", list(DEMO))
def test_nothing_gives_the_answer_away(id: str) -> None:
    item = DEMO[id]
    bare = item.model_copy(
        update={
            "explanation": "",
            "questions": tuple(
                question.model_copy(
                    update={
                        "gold": None,
                        "query": None if question.kind != "enumerate_models" else question.query,
                        "parts": tuple(
                            part.model_copy(update={"gold": None}) for part in question.parts
                        ),
                    }
                )
                for question in item.questions
            ),
        }
    )
    prompts = [entry.messages for entry in prompts_for(item, suited(item))]
    assert prompts == [entry.messages for entry in prompts_for(bare, suited(item))]


def test_braces_and_placeholders_in_items_stay_as_they_are() -> None:
    item = GOAT.model_copy(update={"text": "{{question}} {text} \\1 $x"})
    assert "{{question}} {text} \\1 $x" in text(item, "divlogic-0-shot")


def test_the_hash_is_of_what_is_sent() -> None:
    (entry,), (same,) = prompts_for(GOAT, "divlogic-0-shot"), prompts_for(GOAT, "divlogic-0-shot")
    assert entry.hash == same.hash
    assert entry.hash != prompts_for(GOAT, "divlogic-0-shot", 1)[0].hash
    assert entry.hash != prompts_for(GOAT, "divlogic-no-logic")[0].hash


def test_items_find_their_protocol() -> None:
    protocol = DEMO["demo/rosettes"]
    qmfol = protocol.model_copy(
        update={"provenance": protocol.provenance.model_copy(update={"generator": "qmfol"})}
    )
    assert suited(GOAT) == "divlogic-0-shot"
    assert suited(protocol) == "contexthub"
    assert suited(qmfol) == "qmfol"
    assert suited(POND) == "llmeval"
    groups, left = by_protocol([GOAT, POND, protocol], "divlogic-0-shot")
    assert [item.id for item in groups["divlogic-0-shot"][1]] == [GOAT.id]
    assert left == [POND, protocol]


def test_a_question_in_parts_is_told_whole() -> None:
    part = Question(id="1.1", text="（1）", kind="possible", query="possible(A)")
    item = Item(
        id="x",
        language="zh",
        text="背景。",
        questions=(
            Question(
                id="1",
                text="可能吗？一定吗？",
                parts=(part, part.model_copy(update={"id": "1.2", "kind": "necessary"})),
            ),
        ),
    )
    assert "（1）可能吗？一定吗？" in text(item, "llmeval")


OWN = """
name = "mine"
kinds = ["choice"]
answer = "tag"
tag = "pick"
examples = "train.jsonl"
[en]
system = "Short."
prompt = "{{text}} {{question}}\\n{{options}}\\n<pick>"
reply = "<pick>{{gold}}</pick>"
"""


def test_a_protocol_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN)
    examples = [
        Item(
            id=f"t/{n}",
            text=f"Train {n}.",
            questions=(
                Question(
                    id="1",
                    kind="choice",
                    options=(Option(text="x"), Option(text="y")),
                    gold=ChoiceAnswer(option=n % 2) if n else None,
                ),
            ),
        )
        for n in range(3)
    ]
    (tmp_path / "train.jsonl").write_text("\n".join(e.model_dump_json() for e in examples))
    (entry,) = prompts_for(GOAT, str(path))
    assert [message.role for message in entry.messages] == ["system", "user", "assistant", "user"]
    assert entry.messages[2].content == "<pick>B</pick>"
    assert "Which one is right?\nA. x\nB. y" in entry.messages[1].content
    first = load_protocol(str(path)).setting
    assert re.fullmatch(r"mine@[0-9a-f]{8}", first)
    path.write_text(OWN.replace("Short.", "Be short."))
    assert load_protocol(str(path)).setting != first


@pytest.mark.parametrize(
    ("form", "response"),
    [
        ('"tag"\ntag = "pick"', "It is not <pick>A</pick>, so <pick>B</pick>, as I said."),
        ('"line"\nmarkers = ["Buchstabe"]', "Answer: A?\n**Buchstabe:** B\nThank you."),
    ],
)
def test_tags_and_markers_of_a_protocols_own_are_read(
    tmp_path: Path, form: str, response: str
) -> None:
    path = tmp_path / "own.toml"
    other = OWN.replace('"tag"\ntag = "pick"', form).replace('examples = "train.jsonl"\n', "")
    path.write_text(other)
    (entry,) = prompts_for(GOAT, str(path))
    (extracted,) = extract(response, entry)
    assert extracted.answer == ChoiceAnswer(option=1)
    (stock,) = extract(response, prompts_for(GOAT, "divlogic-0-shot")[0])
    assert stock.answer != extracted.answer, "only this protocol says so"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('"tag"', '"tags"'), "answer"),
        (("{{text}}", "{{txt}}"), "{{txt}} is not a placeholder"),
        (('tag = "pick"', 'tag = "<pick>"'), "tag"),
        (('["choice"]', "[]"), "kinds"),
        (("[en]", "[fr]"), "fr"),
        (('answer = "tag"', 'unit = "item"\nanswer = "tag"'), "json"),
        (('name = "mine"', "name = mine"), "TOML"),
    ],
)
def test_mistakes_in_a_protocol_are_reported(
    tmp_path: Path, change: tuple[str, str], message: str
) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN.replace(*change))
    with pytest.raises(InputError) as caught:
        load_protocol(str(path))
    assert message in str(caught.value)
    assert "own.toml" in str(caught.value)
    # In the program's words, not the library's.
    assert not re.search("Input should|Value error|Record", str(caught.value))


def test_no_such_protocol() -> None:
    with pytest.raises(InputError, match="No such protocol"):
        load_protocol("divlogic")


def test_free_answers_are_asked_by_what_they_are_about() -> None:
    question = Question(id="1", text="共有几种？", kind="text", gold=TextAnswer(text="3"))
    item = Item(id="x", language="zh", text="背景。", questions=(question,))
    assert "直接回答问题的简短文字" in text(item, "llmeval")
    about = question.model_copy(update={"query_kind": "count_models"})
    assert "只写数目" in text(item.model_copy(update={"questions": (about,)}), "llmeval")
