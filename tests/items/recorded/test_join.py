"""Rows find their items by hash, id or text, and nothing is guessed."""

from collections.abc import Sequence
from typing import Any

import pytest

from items.answers import ChoiceAnswer, TextAnswer
from items.asking.prompting import prompt
from items.asking.protocol import load_protocol
from items.files.loading import load
from items.models import Item, Question
from items.recorded.join import JoinedAnswer, Joiner
from items.recorded.placeholders import is_placeholder
from items.recorded.rows import RecordedRow, Skip
from tests.items.recorded.joined_rows import FERRY, GOATS, choice, option, truth

GOAT, SHIP = choice("goats", GOATS, 1), choice("ferry", FERRY, 0)


def row(**fields: Any) -> RecordedRow:
    return RecordedRow(row="here", **{"answer": "B", **fields})


def place(joiner: Joiner, **fields: Any) -> JoinedAnswer:
    outcome = joiner.join(row(**fields))
    assert isinstance(outcome, JoinedAnswer), outcome
    return outcome


def reason(joiner: Joiner, **fields: Any) -> str:
    outcome = joiner.join(row(**fields))
    assert isinstance(outcome, Skip), outcome
    return outcome.reason


@pytest.fixture
def joiner() -> Joiner:
    return Joiner([GOAT, SHIP])


def test_the_content_hash_goes_first(joiner: Joiner) -> None:
    assert place(joiner, item_hash=SHIP.content_hash, item_id="goats").item is SHIP
    assert place(joiner, item_hash="unknown", item_id="goats").item is GOAT
    assert "content hash abcdef" in reason(joiner, item_hash="abcdef" * 10)


def test_texts_are_the_same_whatever_their_spacing(joiner: Joiner) -> None:
    assert place(joiner, texts=("x", GOATS.upper().replace(" ", "\n  "))).item is GOAT
    assert place(joiner, texts=(f"{GOATS} Which follows?",)).item is GOAT
    assert "no item has the text" in reason(joiner, texts=(GOATS[:-1],))


def test_items_with_the_same_text_are_distinguished_by_question_and_options() -> None:
    """Two questions on one background."""
    options = ("p", "q", "r", "s")
    other = choice("other", GOATS, 0, options)
    joiner = Joiner([GOAT, other])
    assert place(joiner, texts=(GOATS, *options)).item is other
    assert place(joiner, texts=(GOATS,), options=options).item is other
    assert reason(joiner, texts=(GOATS,)) == "it fits 2 items: goats, other"
    prompt = f"Read.\n{GOATS}\nWhich follows?\nA. p\nB. q\nC. r\nD. s"
    assert place(joiner, prompt=prompt).item is other


def test_an_item_that_occurs_twice_counts_once() -> None:
    assert place(Joiner([GOAT, GOAT]), texts=(GOATS,)).item is GOAT


def test_a_prompt_must_hold_the_whole_text(joiner: Joiner) -> None:
    assert place(joiner, prompt=f"“{FERRY}”").item is SHIP
    assert "prompt" in reason(joiner, prompt=FERRY[:-3])
    short = Joiner([choice("short", "It rains.", 0)])
    assert "prompt" in reason(short, prompt="It rains.")


def test_numbers_are_ids_only_together_with_the_text() -> None:
    joiner = Joiner([choice("1", GOATS, 1), choice("2", FERRY, 0)])
    assert place(joiner, item_id="1").item.id == "1"
    assert place(joiner, item_id="1", texts=(FERRY,)).item.id == "2"
    wrong = reason(joiner, item_id="1", texts=("A text of quite another set of items.",))
    assert wrong == "the item 1 and the row have different texts"


def test_different_golds_distinguish_items(joiner: Joiner) -> None:
    assert place(joiner, item_id="goats", gold="B").item is GOAT
    assert place(joiner, item_id="goats", gold="A", mutant=1).item is GOAT
    assert reason(joiner, item_id="goats", gold="C") == (
        "the item goats and the row have different gold answers"
    )
    # The text outweighs a gold that was corrected since.
    assert place(joiner, item_id="goats", gold="C", texts=(GOATS,)).item is GOAT
    assert place(Joiner([truth("t", FERRY)]), item_id="t", gold="True").item.id == "t"
    assert "different gold answer" in reason(Joiner([truth("t", FERRY)]), item_id="t", gold="False")


def test_the_order_of_options_identifies_the_mutant(joiner: Joiner) -> None:
    texts = [entry.text for entry in GOAT.leaves[0].options]
    for k in range(4):
        turned = tuple(texts[k:] + texts[:k])
        joined = place(joiner, item_id="goats", options=turned, answer="A")
        assert (joined.mutant, option(joined)) == (k, k)
        by_text = place(joiner, item_id="goats", options=turned, answer=texts[2])
        assert option(by_text) == 2
    refusal = reason(joiner, item_id="goats", options=tuple(texts), mutant=2)
    assert refusal == "it says mutant 2 and shows the options of mutant 0"


def test_letters_turn_with_the_mutant_and_n_does_not(joiner: Joiner) -> None:
    counts = [option(place(joiner, item_id="goats", mutant=k, answer="B")) for k in range(4)]
    assert counts == [1, 2, 3, 0]
    assert option(place(joiner, item_id="goats", mutant=3, answer="N")) is None
    assert option(place(joiner, item_id="goats", mutant=3, shown=0, answer=None)) == 3


def test_what_cannot_be_read_stays_in_its_place(joiner: Joiner) -> None:
    for fields in (
        {"answer": "no idea"},
        {"answer": None, "raw": ""},
        {"answer": None, "shown": 7},
        {"answer": None, "given": ChoiceAnswer(option=4)},
    ):
        joined = place(joiner, item_id="goats", **fields)
        assert (joined.status, joined.answer) == ("unreadable", None)
        assert joined.note


def test_a_failed_request_is_not_an_answer(joiner: Joiner) -> None:
    joined = place(joiner, item_id="goats", answer=None, failed="HTTP 500")
    assert (joined.status, joined.note) == ("failed", "HTTP 500")
    silent = place(joiner, item_id="goats", answer=None, raw=None)
    assert (silent.status, silent.note) == ("failed", "no response is recorded")
    both = place(joiner, item_id="goats", answer=None, raw="Answer: B", failed="cut off")
    assert both.status == "answered"


def test_placeholders_are_made_once_and_only_on_request(joiner: Joiner) -> None:
    assert "no item has the id 'new'" in reason(joiner, item_id="new", gold="A")
    standing = Joiner(stand_in=True)
    first = place(standing, item_id="new", gold="A", answer="A")
    again = place(standing, item_id="new", gold="D", mutant=1, answer="D")
    assert first.item is again.item
    assert is_placeholder(first.item)
    assert (option(first), option(again)) == (0, 0)
    assert standing.placeholders == 1
    assert list(standing.joined_items.values()) == [first.item]
    assert "different gold answer" in reason(standing, item_id="new", gold="B")
    assert "neither an id nor a text" in reason(standing, gold="A")
    text = place(standing, texts=("Some text.",), gold="A").item
    assert text.text == "Some text."
    assert place(standing, texts=("some  TEXT.",), gold="A").item is text


def test_a_placeholder_at_hand_is_used_again_if_its_gold_agrees() -> None:
    placeholder = place(Joiner(stand_in=True), item_id="new", gold="A").item
    later = Joiner(others=[placeholder], stand_in=True)
    assert place(later, item_id="new", gold="A").item is placeholder
    assert later.placeholders == 0
    assert "different gold answer" in reason(later, item_id="new", gold="C")


def test_placeholders_with_options_as_they_were_shown() -> None:
    standing = Joiner(stand_in=True)
    displayed = ("b", "c", "a")
    joined = place(standing, item_id="x", options=displayed, mutant=1, gold="a", answer="C")
    item: Item = joined.item
    assert [entry.text for entry in item.leaves[0].options] == ["a", "b", "c"]
    assert item.leaves[0].gold == ChoiceAnswer(option=0)
    assert (joined.mutant, option(joined)) == (1, 0)


# --- planted contradictions -----------------------------------------------------------------------

OTHER_TEXT = "Every otter in the harbour owns a lantern, and no lantern burns by day."
GOLD_LETTER = "B"
WORDS = ("p is so", "q is so", "r is so", "s is so")


@pytest.mark.parametrize(
    "fields",
    [
        {"item_id": "goats", "texts": (OTHER_TEXT,)},
        {"item_id": "goats", "texts": (OTHER_TEXT,), "gold": "B"},
        {"item_hash": GOAT.content_hash, "texts": (OTHER_TEXT,)},
        {"item_id": "goats", "prompt": f"Read this.\n{OTHER_TEXT}\nAnswer with a letter."},
        {"item_id": "goats", "texts": (GOATS[:-12],)},
        {"item_id": "goats", "texts": (GOATS.replace("whistles", "sings"),)},
        {"item_id": "goats", "texts": (GOATS,), "options": WORDS},
        {"item_id": "goats", "prompt": f"{GOATS}\n" + "\n".join(WORDS)},
        {"prompt": f"{GOATS} Which of them follows?\n" + "\n".join(WORDS)},
        {"item_id": "goats", "gold": "True"},
        {"number": 0, "texts": (OTHER_TEXT,)},
        {"item_id": "goats", "item_hash": "0" * 64},
        {"item_id": "goats", "item_hash": "0" * 64, "gold": GOLD_LETTER},
        {"item_id": "goats", "item_hash": "0" * 64, "texts": ("Which follows?",)},
    ],
)
def test_other_fields_can_contradict_an_id(joiner: Joiner, fields: Any) -> None:
    refusal = reason(joiner, **fields)
    assert "different" in refusal or "not the item's" in refusal


def test_a_text_that_is_the_items_says_more_than_a_hash_of_other_content(joiner: Joiner) -> None:
    """As after a gold was corrected, or a formalization."""
    other = "0" * 64
    options = "\n".join(entry.text for entry in GOAT.leaves[0].options)
    assert place(joiner, item_id="goats", item_hash=other, texts=(GOATS,)).item is GOAT
    prompt = f"Read.\n{GOATS}\nWhich follows?\n{options}"
    assert place(joiner, item_id="goats", item_hash=other, prompt=prompt).item is GOAT


def test_one_background_with_two_conclusions() -> None:
    """The conclusion tells truth items apart, although background, id and gold are the same."""

    def concluded(id_: str, text: str) -> Item:
        base = truth(id_, GOATS)
        question = base.questions[0].model_copy(update={"text": text})
        return base.model_copy(update={"questions": (question,)})

    joiner = Joiner([concluded("c", "The baker whistles in the morning.")])
    same = place(joiner, item_id="c", texts=(GOATS, "The baker whistles in the morning."))
    assert (same.item.id, same.identified_by) == ("c", "id")
    other = "No baker whistles in the evening."
    assert "different questions or options" in reason(
        joiner, item_id="c", texts=(GOATS, other), answer="True"
    )
    assert "different questions or options" in reason(joiner, texts=(GOATS, other), answer="True")
    assert "different questions or options" in reason(
        joiner, prompt=f"{GOATS}\n{other}\nTrue or False?"
    )


def test_what_an_item_was_joined_by(joiner: Joiner) -> None:
    options = "\n".join(entry.text for entry in GOAT.leaves[0].options)
    texts = [
        place(joiner, **fields).identified_by
        for fields in (
            {"item_hash": GOAT.content_hash},
            {"item_id": "goats"},
            {"number": 0},
            {"texts": (GOATS,)},
            {"prompt": f"Read.\n{GOATS}\nWhich follows?\n{options}"},
        )
    ]
    assert texts == ["content hash", "id", "number", "text", "text in the prompt"]


def test_a_text_that_contradicts_the_id_joins_and_is_reported(joiner: Joiner) -> None:
    joined_place = place(joiner, item_id="goats", texts=(FERRY,))
    assert (joined_place.item.id, joined_place.identified_by) == ("ferry", "text, against the id")
    assert place(joiner, item_id="unknown", texts=(FERRY,)).identified_by == "text"


def test_a_free_gold_contradicts_too() -> None:
    question = Question(id="1", kind="text", gold=TextAnswer(text="the baker"))
    joiner = Joiner([Item(id="f", text=GOATS, questions=(question,))])
    assert place(joiner, item_id="f", gold="The  baker").item.id == "f"
    assert "different gold answer" in reason(joiner, item_id="f", gold="the butcher")


def test_ids_and_hashes_among_the_texts_contradict_nothing(joiner: Joiner) -> None:
    metadata = ("a" * 64, "https-log-of-the-fourth-of-may", "B")
    assert place(joiner, item_id="goats", texts=metadata).item is GOAT


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("All cats purr. Tom is a cat.", "a"),
        ("  ALL cats\n purr. Tom is a cat. ", "a"),
        ("Premises: All cats purr. Tom is a cat.", "a"),
        ("No dogs fly. Rex is a dog.", "b"),
        ("All cats purr.", None),
        ("All cats hiss. Tom is a cat.", None),
        ("Birds sing.", None),
    ],
)
def test_a_short_text_that_differs_never_joins(text: str, found: str | None) -> None:
    """The id is that of the first item, and so is the gold: neither makes up for another text."""
    items = [
        choice("a", "All cats purr. Tom is a cat.", 1),
        choice("b", "No dogs fly. Rex is a dog.", 1),
    ]
    outcome = Joiner(items).join(
        row(item_id="a", texts=(text,), background=text, gold="B", number=0)
    )
    if found is None:
        assert isinstance(outcome, Skip)
        lacking = ": the row lacks “all cats purr”" if text.startswith("All cats hiss") else ""
        assert outcome.reason == f"the item a and the row have different texts{lacking}"
    else:
        assert isinstance(outcome, JoinedAnswer)
        assert outcome.item.id == found
        assert outcome.identified_by == ("id" if found == "a" else "text, against the id")


@pytest.mark.parametrize(
    ("prompt", "joined"),
    [
        # The question of one item under another background; options of another set.
        ("Every ferry that is late is blue, and no blue ferry sails. Which one follows?", False),
        (
            "Every ferry that is late is blue. No blue ferry sails at night. Which one follows? p",
            False,
        ),
        # The item's own sentences, told one by one, and its question alone.
        ("Answer with a letter.\n1. {first}.\n2. {second}.\nWhich one follows?", True),
        ("Which one follows?", True),
    ],
)
def test_a_prompt_with_the_question_and_another_background_never_joins(
    prompt: str, joined: bool
) -> None:
    first, second = "It rains whenever the goat sings", "The goat sings on Sundays"
    item = choice("rain", f"{first}. {second}.", 0, ("p", "q", "r", "s"))
    question = item.questions[0].model_copy(update={"text": "Which one follows?"})
    joiner = Joiner([item.model_copy(update={"questions": (question,)})])
    outcome = joiner.join(row(item_id="rain", prompt=prompt.format(first=first, second=second)))
    assert isinstance(outcome, JoinedAnswer) is joined, outcome


OPTIONS = ("Tom purrs.", "Tom hisses.", "Rex barks.", "Rex flies.")


@pytest.mark.parametrize(
    ("marks", "said", "option"),
    [
        (("1. ", "2. ", "3. ", "4. "), "2", 1),
        (("(1) ", "(2) ", "(3) ", "(4) "), "The answer is (3).", 2),
        (("① ", "② ", "③ ", "④ "), "②", 1),
        # They go on where the numbers of the premises end.
        (("3. ", "4. ", "5. ", "6. "), "Answer: 5", 2),
        (("0) ", "1) ", "2) ", "3) "), "0", 0),
        # Letters in the prompt: a number is no option.
        (("A. ", "B. ", "C. ", "D. "), "2", None),
    ],
)
@pytest.mark.parametrize("turned", range(4))
def test_options_with_numbers_in_the_prompt_are_answered_by_number(
    marks: tuple[str, ...], said: str, option: int | None, turned: int
) -> None:
    item = choice("tom", "1. All cats purr. 2. Tom is a cat.", 0, OPTIONS)
    displayed = (*OPTIONS[turned:], *OPTIONS[:turned])
    listed = "\n".join(f"{mark}{text}" for mark, text in zip(marks, displayed, strict=True))
    prompt = f"{item.text}\nWhich one follows?\n{listed}\nReply with its number."
    outcome = Joiner([item]).join(row(item_id="tom", prompt=prompt, answer=None, raw=said))
    assert isinstance(outcome, JoinedAnswer), outcome
    assert outcome.mutant == turned
    if option is None:
        assert outcome.status == "unreadable"
    else:
        assert outcome.answer == ChoiceAnswer(option=(option + turned) % 4)


HARBOUR = "The ferry is late if the harbour is closed. The harbour is closed on Sunday."
ASKED = "Is the ferry late on Sunday?"
FILLER = "The lighthouse keeper owns three old boats."


def harbour(text: str = HARBOUR) -> Joiner:
    question = Question(id="1", kind="truth", text=ASKED)
    return Joiner([Item(id="17", text=text, questions=(question,))])


@pytest.mark.parametrize(
    "text",
    [
        f"{HARBOUR} {FILLER}",
        f"{FILLER} {HARBOUR}",
        f"{HARBOUR} It rains.",
        f"{HARBOUR} Not so.",
        f"Text: {HARBOUR} {FILLER}\n{ASKED}",
        f"{HARBOUR}\n{FILLER}\n{ASKED}",
        f"Read the text.\n{HARBOUR}\n{FILLER}\nQuestion: {ASKED}\nAnswer:",
    ],
)
def test_a_text_with_another_sentence_in_it_never_joins(text: str) -> None:
    """Fillers and premises that are added make another item, whatever its id and question."""
    matching_fields = {"texts": (text, ASKED), "background": text}
    for fields in (
        {"item_id": "17", **matching_fields},
        {"item_id": "17", "prompt": text},
        {"prompt": text},
    ):
        assert reason(harbour(), answer="True", **fields)


@pytest.mark.parametrize(
    "text",
    [
        f"{HARBOUR} {ASKED}",
        f"Text: {HARBOUR}\nQuestion: {ASKED}\nAnswer with True or False.",
        f"Read the text and answer. {HARBOUR} Based on it: {ASKED}",
        f"{FILLER}\nIs there a boat?\nTrue\n\n{HARBOUR}\n{ASKED}",
        HARBOUR.replace(" ", "\u3000").replace("e", "ｅ"),
        HARBOUR.replace(" ", " \u200b\n"),
    ],
)
def test_instructions_examples_and_spacing_do_not_make_another_text(text: str) -> None:
    assert place(harbour(), item_id="17", prompt=text, answer="True").item.id == "17"


def test_a_raised_digit_is_another_text() -> None:
    text = f"{HARBOUR} The harbour has 25 boats."
    raised = text.replace("25", "2⁵")
    assert reason(harbour(text), item_id="17", texts=(raised,), background=raised, answer="True")


@pytest.mark.parametrize("source", ["builtin:demo", "builtin:divlogic-zh", "builtin:hard"])
@pytest.mark.parametrize("name", ["divlogic-0-shot", "divlogic-3-shot", "llmeval"])
def test_the_programs_own_prompts_join_their_items(source: str, name: str) -> None:
    """Whatever a protocol says around an item is no other item's text."""
    items = load(source).items[:4]
    protocol = load_protocol(name).protocol
    for item in items:
        part = item.leaves[0]
        sent = "\n".join(message.content for message in prompt(item, (part,), protocol).messages)
        joiner = Joiner(items)
        joined_row = joiner.join(row(item_id=item.id, question=part.id, prompt=sent, answer="A"))
        assert isinstance(joined_row, JoinedAnswer), joined_row
        assert (joined_row.item.id, joined_row.identified_by) == (item.id, "id")


MASONS = "Every mason in the village owns a red ladder. Tomas is a mason."
OWNED = (
    "Tomas owns a red",
    "Tomas owns a red ladder.",
    "Tomas owns a",
    "Nobody owns a red ladder.",
)


def item_asking(id_: str, question: str, text: str = MASONS) -> Item:
    item = choice(id_, text, 1, OWNED)
    part = item.questions[0].model_copy(update={"text": question})
    return item.model_copy(update={"questions": (part,)})


def lettered(options: Sequence[str], mark: str = "{}. ") -> str:
    return "\n".join(mark.format("ABCD"[n]) + text for n, text in enumerate(options))


@pytest.mark.parametrize("mark", ["{}. ", "({}) ", "{}) ", "{}: ", "{}、", "**{}.** ", "（{}）"])
def test_a_prompt_shows_the_order_of_options(mark: str) -> None:
    """Options contain each other, and examples before the item show other options and orders."""
    joiner = Joiner([item_asking("mason", "What follows?")])
    for k in range(4):
        turned = (*OWNED[k:], *OWNED[:k])
        examples = (
            f"It rains.\nWhat follows?\n{lettered(('p', 'q', 'r', 's'), mark)}\nAnswer: A\n\n"
            f"{MASONS}\nWhat follows?\n{lettered(OWNED[::-1], mark)}\nAnswer: C\n\n"
        )
        for before in ("", examples):
            prompt = f"{before}{MASONS}\nWhat follows?\n{lettered(turned, mark)}\nAnswer: "
            joined_place = place(joiner, item_id="mason", prompt=prompt, answer="A")
            assert (joined_place.mutant, option(joined_place)) == (k, k)
    shuffled = f"{MASONS}\nWhat follows?\n{lettered(OWNED[::-1], mark)}"
    refusal = reason(joiner, item_id="mason", prompt=shuffled, answer="A", gold="A")
    assert refusal == "its options were shown in an order that is not a rotation"
    first = f"{MASONS}\nWhat follows?\n{lettered((*OWNED[1:], OWNED[0]), mark)}"
    refusal = reason(joiner, item_id="mason", prompt=first, mutant=2)
    assert refusal == "it says mutant 2 and shows the options of mutant 1"


FOLLOWS = (
    "What follows?",
    "Which of the following statements follows from the text?",
    "Which option must be true?",
    "Choose the statement that is at least entailed",
    "下列哪一项可以推出？",
    "以下推断正确的是",
    "If it does not rain, which of these is true?",
)
FAILS = (
    "Which one does NOT follow from the text above?",
    "Which of these statements cannot possibly be true?",
    "Which of these can't be true?",
    "All of the following can be inferred except which?",
    "Which contradicts the text?",
    "下列哪一项不能推出？",
    "以下推断不正确的是",
    "除了哪一项以外都能推出？",
)


@pytest.mark.parametrize("own", [*FOLLOWS, *FAILS])
def test_a_question_that_asks_the_other_way_never_joins(own: str) -> None:
    joiner = Joiner([item_asking("mason", own)])
    for other in (*FOLLOWS, *FAILS):
        prompts = (
            f"{MASONS}\n{other}\n{lettered(OWNED)}\nAnswer with a letter, and do not explain.",
            f"Read the text. Do not guess.\n\nText: {MASONS}\n\nQuestion: {other}\nOptions:\n"
            f"{lettered(OWNED, '({}) ')}\nWhat is your answer? If none of them is, say N.",
            f"{MASONS}\n{lettered(OWNED)}\n{other}",
        )
        rows: list[dict[str, Any]] = [{"prompt": prompt} for prompt in prompts]
        rows.append({"texts": (MASONS, other), "question": other, "options": OWNED})
        for fields in rows:
            fields |= {"background": None, "answer": "B"}
            if (own in FAILS) == (other in FAILS):
                assert place(joiner, item_id="mason", **fields).item.id == "mason"
                assert place(joiner, **fields).item.id == "mason"
            else:
                for named in ({"item_id": "mason"}, {}):
                    assert "different questions or options" in reason(joiner, **named, **fields)


def test_twins_with_the_same_background_are_distinguished_by_their_questions() -> None:
    """Same text, same options, and questions that ask the same way in other words."""
    must, may = "Which of these must be true?", "Which of these could be true?"
    joiner = Joiner(
        [
            item_asking("must", must),
            item_asking("may", may),
            item_asking("more", f"{may} Tell which."),
        ]
    )
    for id_, question in (("must", must), ("may", may), ("more", f"{may} Tell which.")):
        prompt = f"Think step by step.\n{MASONS}\n{question}\n{lettered(OWNED)}"
        for fields in (
            {"prompt": prompt},
            {"texts": (MASONS, question), "question": question, "options": OWNED},
        ):
            assert place(joiner, **fields).item.id == id_
            for named in ("must", "may", "more"):
                joined_row = joiner.join(row(item_id=named, **fields))
                assert isinstance(joined_row, Skip) or joined_row.item.id == id_
                assert isinstance(joined_row, JoinedAnswer) or named != id_
