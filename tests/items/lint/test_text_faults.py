"""Faults of the words that need no solver: leaked answers, marked options, damaged texts, facts
told with the other sign. Each with texts beside it in which nothing is wrong."""

import time
from collections.abc import Mapping

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from items.lint import damaged_text, polarity, text_faults
from items.models import Item, Option, Question

OPTIONS = (
    "The tenor forgot his lines.",
    "The choir sang two songs.",
    "The curtain fell.",
    "Nobody was in the hall.",
)


def choice(text: str, options: tuple[str, ...] = OPTIONS, language: str = "en") -> Item:
    question = Question(
        id="1",
        text="Which conclusion follows?" if language == "en" else "能推出哪一项？",
        kind="choice",
        options=tuple(Option(text=option) for option in options),
        gold=ChoiceAnswer(option=1),
    )
    return Item(id="x", text=text, questions=(question,), language=language)


def truth(asked: str) -> Item:
    question = Question(id="1", text=asked, kind="truth", gold=TruthAnswer(value="false"))
    return Item(id="x", text="Somebody sang.", questions=(question,))


def rules_of(item: Item) -> set[str]:
    return {finding.rule.name for finding in text_faults.look(item)}


LEAKS = (
    "The correct response would be the second one.",
    "Key: C",
    "ans: the answer is B",
    "Solution: (2)",
    "The second statement follows, the others do not.",
    "So the last option is correct.",
    "Obviously the third of these is right.",
    "(correct) is what B is",
    "[Correct] B",
    "Answer = D",
    "You should choose the first option.",
    "The right one is A.",
    "Spoiler: the tenor.",
    "**B** it is.",
    "Hence the verdict is True.",
    "C is right.",
    "Options A, C and D are wrong.",
    "It is the second one.",
    "The other three do not follow.",
    "The second of the options is what we want.",
    "Thus, the choir sang two songs.",
)
HARMLESS = (
    "Alice did not arrive at the correct solution to the problem.",
    "Should Jane select a low-power microcontroller?",
    "The quiz answer is not right.",
    "Pick a date before making a guest list.",
    "The second statement of the bank came late.",
    "The first option was sold on the market.",
    "The truth is that the value is falling.",
    "A label is on the box.",
    "So the tenor was late for the train.",
    "He gave his friends a sign, and the others followed.",
    "The children do as they are told, and so do the teachers.",
)


@pytest.mark.parametrize("text", LEAKS)
def test_leaked_answers_in_many_wordings(text: str) -> None:
    assert "leaked-answer" in rules_of(choice(f"Somebody sang. {text}"))


@pytest.mark.parametrize("text", HARMLESS)
def test_stories_that_speak_of_answers(text: str) -> None:
    assert rules_of(choice(f"Somebody sang. {text}")) == set()


RULES = "If the door is open, the bell rings. If the bell rings, the alarm goes off."
FORMAL = {
    "parameters": {"D": "Bool", "B": "Bool", "W": "Bool"},
    "translation": {"D": "the door is open", "B": "the bell rings", "W": "the alarm goes off"},
    "premise": ["D → B", "B → W", "D"],
}
FORMAL_ZH = {
    "parameters": {"D": "Bool", "B": "Bool", "W": "Bool"},
    "translation": {"D": "大门敞开", "B": "铃声响起", "W": "警报启动"},
    "premise": ["D → B", "B → W", "D"],
}


def formal(text: str, formula: Mapping[str, object], asked: str = "") -> Item:
    """An item with the premises above, whose conclusion is W."""
    language = "en" if formula is FORMAL else "zh"
    statement = asked or ("The alarm goes off." if language == "en" else "警报启动。")
    asks = (
        "Is the following true, false, or unknown?" if language == "en" else "下面的陈述是真是假？"
    )
    item = truth(f"{asks} “{statement}”")
    question = item.questions[0].model_copy(update={"query": "necessary(W)"})
    return item.model_copy(
        update={
            "text": text,
            "language": language,
            "questions": (question,),
            "formalization": dict(formula),
        }
    )


@pytest.mark.parametrize(
    "told",
    [
        "The door is open. Therefore the alarm goes off.",
        "The door is open. Accordingly, the alarm goes off.",
        "The door is open, so the alarm goes off.",
        "The door is open; hence the bell rings.",
        "The door is open. The alarm thus goes off.",
        "The door is open. One may conclude that the siren howls.",
        "The door is open. From this it follows that the alarm goes off.",
        "The door is open. The alarm goes off, as everyone knows.",
        "The door is open. Evidently, the alarm goes off!",
        "The door is open. That is why the alarm goes off.",
        "The door is open. No doubt the alarm will go off.",
        "The door is open. (False)",
        "The door is open. Yes, it does.",
        "The door is open. So the answer to this is False.",
        "The door is open. This does not follow.",
        "The door is open. The following statement holds.",
    ],
)
def test_a_conclusion_that_the_text_draws_is_a_leak(told: str) -> None:
    assert "leaked-answer" in rules_of(formal(f"{RULES} {told}", FORMAL))


@pytest.mark.parametrize("told", ["因此，警报启动。", "所以铃声响起。", "由此可见，警报启动。"])
def test_a_conclusion_that_a_chinese_text_draws_is_a_leak(told: str) -> None:
    text = "如果大门敞开，那么铃声响起。如果铃声响起，那么警报启动。大门敞开。"
    assert "leaked-answer" in rules_of(formal(f"{text}{told}", FORMAL_ZH))
    assert rules_of(formal(f"{text}（提示：选“真”）", FORMAL_ZH)) == {"leaked-answer"}
    assert rules_of(formal(text, FORMAL_ZH)) == set()


@pytest.mark.parametrize(
    "told",
    [
        "The door is open.",
        "The door is open, and so is the window.",
        "The door is open so that air comes in.",
        "If the door is open, it follows that the bell rings. The door is open.",
    ],
)
def test_premises_and_rules_are_not_leaks(told: str) -> None:
    assert rules_of(formal(f"{RULES} {told}", FORMAL)) == set()


def test_a_premise_that_is_told_with_therefore_is_no_leak() -> None:
    text = "The door is open, so the bell rings. If the bell rings, the alarm goes off."
    leaky = {**FORMAL, "premise": ["D ∧ B", "B → W"]}
    assert rules_of(formal(text, FORMAL).model_copy(update={"formalization": leaky})) == set()


@pytest.mark.parametrize(
    "asked",
    [
        "It follows that the alarm goes off.",
        "The alarm goes off, which is certain.",
        "Clearly, the alarm goes off!",
    ],
)
def test_a_statement_that_says_of_itself_that_it_holds(asked: str) -> None:
    text = f"{RULES} The door is open."
    assert "leaked-answer" in rules_of(formal(text, FORMAL, asked))
    assert rules_of(formal(text, FORMAL)) == set()


@pytest.mark.parametrize("leak", ["第二项能推出。", "正确答案是B。", "应选B。", "答案：D"])
def test_leaked_answers_in_chinese(leak: str) -> None:
    options = ("他来。", "她走。", "下雨。", "天晴。")
    assert "leaked-answer" in rules_of(choice(f"有人在唱歌。{leak}", options, "zh"))
    assert rules_of(choice("有人在唱歌。第二项计划推迟了。", options, "zh")) == set()


def test_a_chinese_list_that_says_when_one_of_its_clauses_is_true_leaks_nothing() -> None:
    text = "以下各项中，若其余有任何一项成立，则第一项成立：花瓶裂开了；铃响了。"
    assert rules_of(choice(text, ("他来。", "她走。", "下雨。", "天晴。"), "zh")) == set()


def test_a_short_chinese_option_or_conclusion_that_the_text_states() -> None:
    options = ("他来了。", "花瓶裂开了。", "下雨了。", "天晴了。")
    assert "leaked-answer" in rules_of(choice("铃响了。花瓶裂开了。", options, "zh"))
    asked_question = truth("下面的陈述是真是假？“花瓶裂开了。”")
    assert "leaked-answer" in rules_of(
        asked_question.model_copy(update={"text": "铃响了。花瓶裂开了。"})
    )


@pytest.mark.parametrize("marked", ["{}（对）", "{}√", "{}【答案】", "{}*"])
def test_a_name_of_two_characters_that_alone_is_marked(marked: str) -> None:
    names = ("伊娃", "里奥", "雨果", "约翰")
    row = (names[0], marked.format(names[1]), *names[2:])
    assert "leaked-answer" in rules_of(choice("谁在唱歌？", row, "zh"))
    assert rules_of(choice("谁在唱歌？", tuple(map(marked.format, names)), "zh")) == set()


@pytest.mark.parametrize("asked", ["Did he come? (False)", "“He came.” It is false.", "(True)"])
def test_a_truth_value_behind_the_question(asked: str) -> None:
    assert "leaked-answer" in rules_of(truth(asked))


@pytest.mark.parametrize(
    "asked", ["Is it true or false that he came?", "“He came”: true, false, or unknown (N/A)?"]
)
def test_the_scale_is_not_a_leak(asked: str) -> None:
    assert rules_of(truth(asked)) == set()


@pytest.mark.parametrize(
    "marked",
    ["* {}", "{}*", "{} (this one)", "{} [yes]", "B. {}", "→ {}", "<b>{}</b>", "__{}__", "UP"],
)
def test_an_option_that_alone_is_marked(marked: str) -> None:
    def mark(option: str) -> str:
        return option.upper() if marked == "UP" else marked.format(option)

    row = (*OPTIONS[:1], mark(OPTIONS[1]), *OPTIONS[2:])
    assert "leaked-answer" in rules_of(choice("Somebody sang.", row))
    every = tuple(map(mark, OPTIONS))
    assert rules_of(choice("Somebody sang.", every)) == set()
    wrong = (mark(OPTIONS[0]), *OPTIONS[1:])
    assert rules_of(choice("Somebody sang.", wrong)) == set()


@pytest.mark.parametrize(
    ("text", "language", "wrong"),
    [
        ("Wenn es regnet, wird die Straße nass, und heute regnet es.", "en", True),
        ("Si le chat dort sur le tapis, alors le chien mange dans la cuisine.", "en", True),
        ("Si llueve entonces la calle se moja y por eso no hay gente en el parque.", "en", True),
        ("如果下雨，街道就会湿。", "en", True),
        ("If it rains then the street gets wet and nobody goes out.", "zh", True),
        ("new jazz, used jazz, used opera, used pop, new rap", "en", False),
        ("Will Emily attend her first swimming lesson?", "en", False),
        ("比较 α 世界与 β 世界中的《罪与罚》和 RM-0217。", "zh", False),
    ],
)
def test_languages(text: str, language: str, wrong: bool) -> None:
    findings = [
        finding
        for finding in text_faults.look(choice(text, language=language))
        if "the text" in finding.what
    ]
    assert bool(findings) == wrong


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    "formula", ["(¬(H ∧ A) → E)", "∀y ((O(y) ∧ A(y)) → (Y(y) ∨ E(y)))", "(A -> E) | (A <-> I)"]
)
def test_formulas_are_of_no_language(formula: str, language: str) -> None:
    text = "Somebody sang." if language == "en" else "有人唱歌。"
    rules = rules_of(choice(text, tuple(f"¬{formula}" for _ in "ABCD"), language))
    assert "wrong-language" not in rules


@pytest.mark.parametrize(
    ("text", "broken"),
    [
        ("The tenorâ€™s lines", True),
        ("He came &amp; she went.", True),
        ("He came.&ldquo;Why?&rdquo;", True),
        ("He came.<br/>She went.", True),
        ("He **came** and she <b>went</b>.", True),
        ("如果铃响，<strong>他来。", True),
        ("The {person} came.", True),
        ("It is so where a <b and c> d, and 2 ** 3 is 2 * 2 * 2.", False),
        ("TODO: a premise", True),
        ("Caf\ufffd", True),
        ("A set such as {A} or {a, b} is fine, and so is R&D.", False),
        ("Coração, Straße and naïve are words.", False),
        ("He has a to-do list.", False),
    ],
)
def test_damaged_texts(text: str, broken: bool) -> None:
    assert bool(list(damaged_text.look(choice(text)))) == broken


def test_an_option_without_a_value() -> None:
    (finding,) = damaged_text.look(choice("Somebody sang.", ("nan", *OPTIONS[1:])))
    assert "option 1" in finding.what


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Somebody sang. The tenor does not bow only if the curtain falls."),
        ("en", "Somebody sang. All seats are not taken."),
        ("en", "Somebody sang. A dish is sold if it is not grilled and contains dill."),
        ("en", "Somebody sang. A tenor bows when that tenor does not cough or has sung."),
        ("zh", "有人唱歌。所有的座位不是满的。"),
    ],
)
def test_a_not_that_is_heard_in_two_ways(language: str, text: str) -> None:
    (finding,) = text_faults.look(Item(id="x", text=text, questions=(), language=language))
    assert finding.rule.name == "scope-of-not"
    assert text.endswith(finding.excerpt)
    assert not finding.excerpt.startswith(text[:4])


@pytest.mark.parametrize(
    "text",
    [
        "If a dish is not grilled and contains dill, then it is sold.",
        "A dish is sold if it is not grilled.",
        "A dish is sold if it contains dill and is not grilled.",
        "A dish is sold if it is not grilled, and contains dill.",
        "A dish is sold if it is not grilled and the cook is ill.",
        "The hall burns if it is not true that both the tenor sings and the choir weeps.",
    ],
)
def test_a_not_that_is_heard_in_one_way(text: str) -> None:
    assert not list(text_faults.look(Item(id="x", text=text, questions=())))


@pytest.mark.slow
def test_endless_sentences_are_passed_over() -> None:
    before = time.process_time()
    for text in ("a if it not and " * 30_000 + ",", "not only " * 30_000, "all not " * 30_000):
        list(text_faults.look(Item(id="x", text=text, questions=())))
    assert time.process_time() - before < 20


# --- facts told with the other sign ---------------------------------------------------------------

GLOSSES = {"T": "the tenor forgot his lines", "C": "the choir did not sing the first song"}


def finding_texts(text: str, *premises: str, language: str = "en", **glosses: str) -> list[str]:
    item = Item(
        id="x",
        text=text,
        questions=(),
        language=language,
        formalization={"translation": glosses or GLOSSES, "premise": list(premises)},
    )
    return [finding.rule.name for finding in polarity.look(item)]


@pytest.mark.parametrize(
    ("text", "premise", "texts"),
    [
        ("The tenor forgot his lines.", "¬T", ["polarity-slip"]),
        ("The tenor forgot his lines.", "T", []),
        ("The tenor did not forget his lines.", "T", ["polarity-slip"]),
        ("The tenor did not forget his lines.", "¬T", []),
        ("The tenor had not forgot his lines.", "T", ["polarity-slip"]),
        ("However, the tenor forgot his lines on the stage tonight.", "¬T", ["polarity-unsure"]),
        ("The choir did not sing the first song.", "¬C", ["polarity-slip"]),
        ("The choir did not sing the first song.", "C", []),
        ("The choir sang the first song.", "¬C", []),
        ("If the tenor forgot his lines, the choir did not sing the first song.", "¬T", []),
        ("The tenor was late, but he forgot his lines.", "¬T", ["polarity-unsure"]),
        ("The tenor was late, but he did not forget his lines.", "¬T", []),
        ("The tenor was late but did sing the first song.", "¬C", []),
        ("The choir was late but did sing the first song.", "¬C", []),
        ("Did it happen that the tenor forgot his lines?", "¬T", []),
        ("Given that the tenor forgot his lines, what of the choir?", "¬T", ["polarity-slip"]),
        ("The tenor forgot his lines.", "¬T → C", []),
    ],
)
def test_facts_told_with_the_other_sign(text: str, premise: str, texts: list[str]) -> None:
    assert finding_texts(text, premise) == texts


@pytest.mark.parametrize(
    ("text", "gloss"),
    [
        ("The accountant stays off the stairs.", "the accountant takes the stairs"),
        ("The wedding dress is the wrong size.", "the wedding dress is the right size"),
        ("The troll is away from home.", "the troll is at home"),
        ("The tuba is free of dents.", "the tuba is dented"),
        ("The watchdog refrains from barking.", "the watchdog barks"),
        ("The safety valve remained open.", "the safety valve was closed"),
        ("The temperature is outside the normal range.", "the temperature is within normal range"),
        ("The Red Sox lost their game.", "the Red Sox won their game"),
        ("The slope at c = 0.", "the slope at c ≠ 0"),
        ("It would be wrong to say that the tower has a lift.", "the tower has a lift"),
    ],
)
def test_words_of_the_contrary_deny_too(text: str, gloss: str) -> None:
    assert finding_texts(text, "¬T", T=gloss) == []


@pytest.mark.parametrize(
    ("gloss", "denied"),
    [
        ("the team found the cause", "The team did not find the cause."),
        ("the firm provided lunch", "It is false that the firm provided lunch."),
        ("the doctor requires a fee", "The doctor does not require a fee."),
        ("the lamp is on when dark", "The lamp is not on when dark."),
        ("the pump leads to the cellar", "The pump does not lead to the cellar."),
        ("the vote resulted in a tie", "The vote did not result in a tie."),
        ("the mayor was either late", "The mayor was not either late."),
        ("the tram has not run since May", "The tram has run since May."),
    ],
)
def test_words_of_rules_in_a_fact_told_word_for_word(gloss: str, denied: str) -> None:
    affirmed = f"{gloss[:1].upper()}{gloss[1:]}."
    assert finding_texts(affirmed, "¬T", T=gloss) == ["polarity-slip"]
    assert finding_texts(denied, "T", T=gloss) == ["polarity-slip"]
    assert finding_texts(affirmed, "T", T=gloss) == []
    assert finding_texts(denied, "¬T", T=gloss) == []
    assert finding_texts(f"If the bell rings, {gloss}.", "¬T", T=gloss) == []


@pytest.mark.parametrize(
    ("past", "base"),
    [
        *(("shod", "shoe"), ("forsook", "forsake"), ("bound", "bind"), ("swore", "swear")),
        *(("forbade", "forbid"), ("clung to", "cling to"), ("wept for", "weep for")),
        *(("wrung", "wring"), ("mislaid", "mislay"), ("leapt over", "leap over")),
    ],
)
def test_irregular_pasts_of_short_glosses(past: str, base: str) -> None:
    gloss = f"Tom {past} it"
    assert finding_texts(f"Tom did not {base} it.", "T", T=gloss) == ["polarity-slip"]
    assert finding_texts(f"Tom did not {base} it.", "¬T", T=gloss) == []


def test_a_denial_in_other_words_is_a_denial() -> None:
    text = "It would be wrong to say that the tower has a lift."
    assert finding_texts(text, "T", T="the tower has a lift") == ["polarity-unsure"]


@pytest.mark.parametrize(
    ("text", "premise", "gloss"),
    [
        ("男高音忘记了台词，或者渡轮没有晚点，或者两者都成立。", "¬T", "男高音忘记了台词"),
        ("“男高音忘记了台词”与“灯亮着”都成立，是“门开着”的充分条件。", "¬T", "男高音忘记了台词"),
        ("在“灯亮着”的前提下，男高音没有忘记台词。", "T", "男高音忘记了台词"),
        ("由“男高音忘记了台词”可以推出“门没有开”。", "¬T", "男高音忘记了台词"),
        ("行李架上什么都没有。", "T", "行李架是空的"),
        ("候诊室里有人。", "¬T", "候诊室是空的"),
        ("猫头鹰离巢在外。", "¬T", "猫头鹰在巢里"),
    ],
)
def test_rules_and_other_words_in_chinese_are_not_slips(
    text: str, premise: str, gloss: str
) -> None:
    assert finding_texts(text, premise, language="zh", T=gloss) == []


def test_facts_in_chinese() -> None:
    glosses = {"T": "男高音忘记了台词"}
    assert finding_texts("男高音忘记了台词。", "¬T", language="zh", **glosses) == ["polarity-slip"]
    assert finding_texts("男高音没有忘记台词。", "¬T", language="zh", **glosses) == []
    assert finding_texts("如果男高音忘记了台词，就停演。", "¬T", language="zh", **glosses) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The bell rings if the lamp is lit. 灯亮着。", "en"),
        ("The bell rings if the 灯 is lit.", "en"),
        ("The bell rings if the lamp is lit. Die Lampe ist grün.", "en"),
        ("如果灯亮着，那么铃响了。The lamp is lit.", "zh"),
        ("如果灯亮着，那么 the bell 响了。", "zh"),
        ("如果灯亮着，那么铃响了。風鈴響了，門開著。如果铃响了，那么钟停了。", "zh"),
    ],
)
def test_a_sentence_in_another_language_than_the_rest(text: str, language: str) -> None:
    options = OPTIONS if language == "en" else ("他来。", "她走。", "下雨。", "天晴。")
    assert "wrong-language" in rules_of(choice(text, options, language))


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Renée plays the café's piano. Du Pré plays chess.", "en"),
        ("他在看《The Name of the Rose》，喜欢 BBC 和 Bob Dylan。", "zh"),
        ("李喆在喆记面馆，张堃去了北京。", "zh"),
    ],
)
def test_names_and_titles_in_another_language(text: str, language: str) -> None:
    options = OPTIONS if language == "en" else ("他来。", "她走。", "下雨。", "天晴。")
    assert rules_of(choice(text, options, language)) == set()


@pytest.mark.parametrize("left", ["{A}.", "The lamp is ___.", "[A] is lit.", "{x} is lit."])
def test_a_place_that_was_left_open(left: str) -> None:
    text = f"The bell rings if the lamp is lit. {left}"
    assert "damaged-text" in {finding.rule.name for finding in damaged_text.look(choice(text))}


def test_a_question_may_leave_a_place_open() -> None:
    item = choice("The bell rings [see the note](x).")
    asked_question = item.questions[0].model_copy(update={"text": "The bell ___."})
    assert not list(damaged_text.look(item.model_copy(update={"questions": (asked_question,)})))


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("Amy played a long game with her friend, but she won the match.", ["polarity-unsure"]),
        ("Amy played a long game with her friend, but she did not win the match.", []),
        ("Amy ponder the whole game.", ["polarity-slip"]),
        ("Amy did not ponder the whole game.", []),
    ],
)
def test_clauses_that_go_back_and_regular_pasts(text: str, texts: list[str]) -> None:
    formal = {
        "parameters": {"W": "Bool", "P": "Bool"},
        "translation": {"W": "Amy won the game match", "P": "Amy pondered the whole game"},
        "premise": ["¬W", "¬P"],
    }
    item = Item(id="x", text=text, questions=truth("?").questions, formalization=formal)
    assert [finding.rule.name for finding in polarity.look(item)] == texts
