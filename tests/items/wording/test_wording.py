"""Templates, rendering, and reading back: what is written means what was meant."""

import itertools
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from items.wording.bank import LANGUAGES, Bank, Clause, ClauseGroup, Language, load_bank
from items.wording.forms import Sign, build, equivalent, shape_of
from items.wording.reader import Reader, Unreadable, patterns, read
from items.wording.render import Writer
from items.wording.scope import heard_two_ways, unless_not
from items.wording.templates import QUESTION_KINDS, Form, Template, load_templates
from items.wording.tokens import tokens_of
from solver.errors import InputError
from solver.language.parser import parse_formula
from solver.language.syntax import And, Formula, Implies, Not, Or, Prop

A, B, C = Prop("A"), Prop("B"), Prop("C")
RULES = ("implies", "not_both", "either")
LEAST: dict[Language, int] = {"en": 25, "zh": 12}


def forms(language: Language) -> list[Form]:
    return list(load_templates(language).forms.values())


def meaning_of(form: str, signs: tuple[bool, ...]) -> Formula:
    return build(form, [Sign(n, s).formula for n, s in zip("ABC", signs, strict=False)])


def write(template: Template, signs: tuple[bool, ...], groups: list[ClauseGroup], k: int) -> str:
    """The template over the k-th texts of the groups."""
    clauses = []
    for slot in template.slots:
        group, positive = groups[slot.literal], signs[slot.literal] != slot.flipped
        texts = group.affirmative if positive else group.negative
        clauses.append(texts[k % len(texts)])
    return template.fill(clauses)


@pytest.mark.parametrize("language", LANGUAGES)
def test_there_are_templates_enough_and_none_twice(language: Language) -> None:
    for form in forms(language):
        assert len({t.skeleton(language) for t in form.templates}) == len(form.templates), form.name
        if form.name in RULES:
            assert len(form.templates) >= LEAST[language], form.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_forms_pattern_is_its_formula(language: Language) -> None:
    for form in forms(language):
        pattern = parse_formula(form.formula)
        shaped = shape_of(pattern)
        assert shaped.form == form.name
        assert shaped.literals == tuple(Sign(n, True) for n in "ABC"[: form.places])
        assert build(form.name, [s.formula for s in shaped.literals]) == pattern


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sign_pattern_has_a_template(language: Language) -> None:
    for form in forms(language):
        assert all(form.fitting[signs] for signs in form.fitting), form.name


@pytest.mark.parametrize("language", LANGUAGES)
def test_templates_stand_alone_without_asserting_their_parts(language: Language) -> None:
    factive = {
        "en": ("since", "because", "given that", "the fact that", "until", "once", "now that"),
        "zh": ("因为", "由于", "既然", "鉴于", "无论", "即使"),
    }[language]
    for form in forms(language):
        for template in form.templates:
            fixed = " ".join(template.pieces)
            assert not any(word in fixed for word in factive), template.text
            assert not template.text.endswith((".", "。", " "))
            assert template.text[0] == template.text[0].lower()


CLAIMED: dict[Language, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:can|cannot|could|may|might|must|certain\w*|sure\w*|necessar\w*|need\w*|possibl\w*"
        r"|impossibl\w*|sufficient|enough|follows?|know\w*|known|fact|stated?|said|say|correct"
        r"|wrong|right|doubt\w*|clear\w*|evident\w*|prove\w*|allow\w*|permit\w*|safe\w*)\b"
    ),
    "zh": re.compile("[能必须该需定会知疑]|可以|肯定|推出|充分|要让|显然|允许|事实"),
}
"""Words of certainty, necessity, knowledge, permission, and of what may be said."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_asked_about_is_wrapped_in_nothing_but_truth(language: Language) -> None:
    """Where it is open whether X, "it is certain that X" is false, and its gold would be wrong."""
    left_out = 0
    for form in forms(language):
        for template in form.templates:
            claims = any(CLAIMED[language].search(piece) for piece in template.pieces)
            assert not (template.neutral and claims), template.text
            left_out += not template.neutral
        for signs, templates in form.neutral.items():
            assert templates, (form.name, signs)
            assert all(template.neutral and template.fits(signs) for template in templates)
    assert left_out


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_writer_tells_what_is_asked_about_in_neutral_words(language: Language) -> None:
    bank = load_bank(language)
    claims = [0, 0]
    for seed in range(300):
        rng = Random(seed)
        assignment = dict(zip("ABC", bank.draw(rng, 3), strict=True))
        for as_question in (False, True):
            writer = Writer(assignment, Random(seed), language)
            for formula in (A, Not(A), Implies(A, Not(B)), Implies(Not(And((A, B))), C)):
                sentence = writer.sentence(formula, as_question=as_question)
                for group in assignment.values():
                    for text in sorted((*group.affirmative, *group.negative), key=len)[::-1]:
                        sentence = re.sub(re.escape(text), "", sentence, flags=re.IGNORECASE)
                claims[as_question] += bool(CLAIMED[language].search(sentence.lower()))
    assert claims[False] > 50
    assert claims[True] == 0


def test_both_never_stands_before_a_clause() -> None:
    """ "Both people can see the comet and …" begins like two people, "both no …" is no English, and
    "false both" may mean each."""
    for form in forms("en"):
        for template in form.templates:
            assert "both {" not in template.text, template.text
            assert "false both" not in template.text, template.text


def test_what_follows_whenever_is_marked_in_chinese() -> None:
    """每当 … 就 …; a clause that may end with 了 stands between quotation marks."""
    marked = 0
    for form in forms("zh"):
        for template in form.templates:
            before, every, after = template.text.partition("每当")
            if every:
                first, _, then = after.partition("，")
                assert not before
                assert re.search("[就都]", then), template.text
                assert not first.endswith("}"), template.text
                marked += 1
            assert "才会有" not in template.text
    assert marked >= 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_that_share_a_sentence_are_equivalent(language: Language) -> None:
    shared = [result for result in patterns(language).values() if len(result) > 1]
    assert shared
    for outcome in shared:
        read_as = []
        for pattern in outcome:
            literals: dict[int, Formula] = {}
            for slot, name in zip(pattern.slots, "ABC", strict=False):
                literals[slot.literal] = Sign(name, not slot.flipped).formula
            read_as.append(build(pattern.form, [literals[i] for i in sorted(literals)]))
        assert all(equivalent(read_as[0], other) for other in read_as)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_templates_and_signs_come_back_equivalent(language: Language) -> None:
    """Each template with each pattern of signs, over many clauses, read with the whole bank."""
    rng, bank = Random(3), load_bank(language)
    whole = Reader(bank.by_id, language)
    ids = {group.id for group in bank.groups}
    for form in forms(language):
        for template, signs in itertools.product(form.templates, form.fitting):
            if not template.fits(signs):
                continue
            for k in range(3):
                groups = bank.draw(rng, 3)
                text = write(template, signs, groups, k)
                formula = meaning_of(form.name, signs)
                named = dict(zip("ABC", groups, strict=True))
                assert equivalent(Reader(named, language).sentence(text), formula), text
                everywhere = whole.readings(text)
                assert everywhere, text
                assert all(equivalent(everywhere[0], other) for other in everywhere), text
                used = {s.symbol for f in everywhere for s in shape_of(f).literals}
                assert used <= ids & {group.id for group in groups}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_of_the_bank_is_read_as_what_it_says(language: Language) -> None:
    bank = load_bank(language)
    reader = Reader(bank.by_id, language)
    for group in bank.groups:
        for text in group.affirmative:
            assert reader.readings(text) == [Prop(group.id)], text
        for text in group.negative:
            assert reader.readings(text) == [Not(Prop(group.id))], text


literals = st.builds(lambda n, s: Sign(n, s).formula, st.sampled_from("ABC"), st.booleans())


@st.composite
def formulas(draw_from: st.DrawFn) -> Formula:
    form = draw_from(st.sampled_from(sorted(load_templates("en").forms)))
    names = draw_from(st.permutations("ABCD"))
    signs = draw_from(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    return build(form, [Sign(n, s).formula for n, s in zip(names, signs, strict=False)])


@given(st.lists(formulas(), min_size=1, max_size=5), st.none() | formulas(), st.integers(0, 10**9))
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_passage_comes_back(
    language: Language, premises: list[Formula], conclusion: Formula | None, seed: int
) -> None:
    rng = Random(seed)
    assignment = dict(zip("ABCD", load_bank(language).draw(rng, 4), strict=True))
    text = Writer(assignment, rng, language).passage(premises, conclusion)
    passage = Reader(assignment, language).passage(text)
    assert len(passage.premises) == len(premises)
    assert all(map(equivalent, passage.premises, premises))
    if conclusion is None:
        assert passage.conclusion is None
    else:
        assert passage.conclusion is not None
        assert equivalent(passage.conclusion, conclusion)
    assert len(read(text, assignment, language)) == len(premises) + (conclusion is not None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_seed_writes_the_same_bytes(language: Language) -> None:
    def text(seed: int) -> bytes:
        rng = Random(seed)
        writer = Writer(
            dict(zip("ABC", load_bank(language).draw(rng, 3), strict=True)), rng, language
        )
        rule = Implies(Not(And((A, Not(B)))), C)
        return (writer.passage([rule, A, Implies(B, C)], C) + writer.question("3e1c")).encode()

    assert text(5) == text(5)
    assert len({text(seed) for seed in range(20)}) == 20


def test_sentences_written_for_a_seed_stay_what_they_are() -> None:
    """Items that were generated before must be generated again byte for byte."""
    rng = Random(11)
    assignment = dict(zip("ABC", load_bank().draw(rng, 3), strict=True))
    writer = Writer(assignment, rng)
    assert writer.sentence(Implies(A, Not(B))) == FROZEN_ENGLISH
    rng = Random(11)
    assignment = dict(zip("ABC", load_bank("zh").draw(rng, 3), strict=True))
    assert Writer(assignment, rng, "zh").sentence(Implies(A, Not(B))) == FROZEN_CHINESE


FROZEN_ENGLISH = (
    "Whenever the suit of armour makes a squeaking sound, the frame is free of gold leaf."
)
FROZEN_CHINESE = "在“秤显示的重量正确”成立的所有情况下，“白王未受将军”都成立。"


def test_a_repeated_symbol_is_said_in_its_other_words() -> None:
    group = ClauseGroup(
        "g", "t", (Clause("x sings", "x is not singing"), Clause("y", "no y")), ("z",)
    )
    for seed in range(10):
        writer = Writer({"A": group}, Random(seed))
        clauses = [writer._say("A", "affirmative") for _ in range(4)]
        assert clauses[0] != clauses[1]
        assert clauses[:2] == clauses[2:]


def test_a_denied_literal_is_never_denied_twice() -> None:
    """After "unless" or "it is false that" no text stands that is negated itself."""
    bank = load_bank("en")
    for seed in range(300):
        rng = Random(seed)
        assignment = dict(zip("AB", bank.draw(rng, 2), strict=True))
        writer = Writer(assignment, rng)
        for formula in (Not(A), Implies(Not(A), B)):
            text = writer.sentence(formula).lower()
            for opening in ("it is not true that ", "it is false that ", "unless "):
                if opening in text:
                    after = text.split(opening)[1]
                    assert not after.startswith(("no ", "nobody", "there is no", "there are no"))


@pytest.mark.parametrize(
    ("sentence", "part"),
    [
        ("The bell does not ring only if it rains.", "not ring only if"),
        ("It can be true that nobody sings only if it rains.", "nobody sings only if"),
        ("Ann doesn’t sing whenever it rains.", "doesn’t sing whenever"),
        ("It is true that Ann does not sing exactly if it rains.", "not sing exactly if"),
        (
            "It cannot be true that Ann does not sing without its also being true that it rains.",
            "not sing without its also being true",
        ),
        ("Everybody knows that all lamps are not on.", "that all lamps are not"),
        ("Ann did not leave because it rained.", "not leave because"),
    ],
)
def test_a_not_that_is_heard_in_two_ways_is_found(sentence: str, part: str) -> None:
    assert heard_two_ways(sentence, "en") == part


@pytest.mark.parametrize(
    "sentence",
    [
        "Only if it rains is it the case that the bell does not ring.",
        "The bell rings only if it does not rain.",
        "The bell does not ring if it rains.",
        "The bell does not ring, provided that it rains.",
        "It cannot be true that the bell rings without its also being true that it rains.",
        "Every diver who is not afraid of the dark dives at night.",
        "Not all lamps are on.",
        "All lamps are new and some doors are not open.",
    ],
)
def test_a_not_that_is_heard_in_one_way_is_let_pass(sentence: str) -> None:
    assert heard_two_ways(sentence, "en") is None


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Unless the cake is not tilted, the anchor drags.", True),
        ("Also, unless no rope is used, the bridge is shut.", True),
        ("The bell rings unless it is the case that nobody sings.", True),
        ("Unless the cake is tilted, the anchor does not drag.", False),
        ("The bell does not ring unless it rains.", False),
        ("Unless it is true both that no rope is used and that it rains, the bell rings.", False),
        (
            "Unless two claims are both true, that it does not rain and that Ann sings, he goes.",
            False,
        ),
    ],
)
def test_unless_before_a_negation_is_found(sentence: str, found: bool) -> None:
    assert unless_not(sentence, "en") == found


def test_unless_before_a_negation_is_found_in_chinese() -> None:
    assert unless_not("除非小猫未能捉住老鼠，否则甜瓜没有熟。", "zh")
    assert unless_not("甜瓜没有熟，除非小猫没有捉住老鼠。", "zh")
    assert not unless_not("除非小猫捉住老鼠，否则甜瓜没有熟。", "zh")
    assert not unless_not("除非“小猫没睡”与“甜瓜熟了”同时成立，否则灯亮着。", "zh")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_of_the_bank_says_unless_of_a_clause_with_a_negation(
    language: Language,
) -> None:
    sentences = []
    for seed in range(120):
        groups = load_bank(language).draw(Random(seed), 2)
        writer = Writer(dict(zip("AB", groups, strict=True)), Random(seed), language)
        sentences.append(writer.phrase(Or((A if seed % 2 else Not(A), B))))
    assert not any(unless_not(text, language) for text in sentences)
    assert any(("unless" in text or "除非" in text) for text in sentences)


def test_what_all_do_not_do_is_heard_in_two_ways_in_chinese() -> None:
    assert heard_two_ways("所有的灯不是亮的。", "zh") is not None
    assert heard_two_ways("所有的灯都不是亮的。", "zh") is None
    assert heard_two_ways("只有“门没开”成立，“灯没亮”才会成立。", "zh") is None


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_not_of_a_sentence_is_heard_in_two_ways(language: Language) -> None:
    """Every form with every sign, in many draws; in English there is something to avoid."""
    rng, bank = Random(8), load_bank(language)
    avoided = 0
    for form in forms(language):
        for signs in form.fitting:
            formula = meaning_of(form.name, signs)
            for _ in range(40):
                groups = bank.draw(rng, form.places)
                writer = Writer(dict(zip("ABC", groups, strict=False)), rng, language)
                assert heard_two_ways(writer.sentence(formula), language) is None
            texts = [write(template, signs, groups, 0) for template in form.fitting[signs]]
            avoided += sum(heard_two_ways(text, language) is not None for text in texts)
    assert (avoided > 0) == (language == "en")


def test_a_group_that_is_negated_throughout_is_never_denied() -> None:
    group = ClauseGroup("g", "t", (Clause("no owl hoots", "an owl hoots"),), ("an owl is heard",))
    texts = {Writer({"A": group}, Random(seed)).sentence(Not(A)) for seed in range(200)}
    assert not any("no owl" in text.lower() for text in texts)


def test_sentences_begin_with_a_capital_and_end_with_a_stop() -> None:
    for language, stop in (("en", "."), ("zh", "。")):
        assert language in LANGUAGES
        for seed in range(100):
            rng = Random(seed)
            assignment = dict(zip("AB", load_bank(language).draw(rng, 2), strict=True))
            text = Writer(assignment, rng, language).sentence(Implies(A, B))
            assert text.endswith(stop)
            assert text.count(stop) == 1
            assert text[0] == text[0].upper()


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_of_question_has_several_wordings(language: Language) -> None:
    questions = load_templates(language).questions
    assert set(questions) == set(QUESTION_KINDS)
    assert all(len(set(wordings)) >= 3 for wordings in questions.values())
    with pytest.raises(InputError, match="No such question"):
        Writer({}, Random(1), language).question("4e0c")


def test_a_formula_without_a_sentence_is_refused() -> None:
    for formula in (Implies(Implies(A, B), C), And((A, B, C)), Implies(Or((A, And((A, B)))), C)):
        with pytest.raises(InputError, match="No sentence"):
            shape_of(formula)
    assert shape_of(Not(Not(A))).literals == (Sign("A", True),)


def test_a_symbol_without_a_clause_is_named() -> None:
    with pytest.raises(InputError, match="has no sentence") as caught:
        Writer({}, Random(1)).sentence(A)
    assert "A is used" in caught.value.message


def test_what_is_not_of_the_language_is_refused() -> None:
    group = load_bank("en").by_id["en_ferry_1"]
    reader = Reader({"A": group})
    assert reader.sentence("The ferry is late.") == A
    assert reader.sentence("Moreover, the ferry is free of delays.") == Not(A)
    for text in (
        "The ferry is very late.",
        "If the ferry is late.",
        "Since the ferry is late, so.",
    ):
        with pytest.raises(Unreadable, match="cannot be read back"):
            reader.sentence(text)
    with pytest.raises(Unreadable, match="cannot be read back"):
        reader.passage("Therefore, the ferry is late. The ferry is late.")


def test_a_sentence_with_two_readings_is_refused() -> None:
    clause_group = ClauseGroup(
        "o", "t", (Clause("owls hoot", "owls do not hoot"),), ("owls are silent",)
    )
    other = ClauseGroup("p", "u", (Clause("if owls hoot, cats purr", "no"),), ("cats rest",))
    third = ClauseGroup("q", "v", (Clause("cats purr", "cats do not purr"),), ("cats sleep",))
    reader = Reader({"A": clause_group, "B": other, "C": third})
    with pytest.raises(Unreadable, match="cannot be read back") as caught:
        reader.sentence("If owls hoot, cats purr.")
    assert "two ways" in caught.value.message
    assert len(reader.readings("If owls hoot, cats purr.")) == 2


def test_one_text_for_two_symbols_is_refused() -> None:
    group = load_bank("en").groups[0]
    with pytest.raises(InputError, match="two things"):
        Reader({"A": group, "B": group})


def test_a_converse_is_not_taken_for_its_original() -> None:
    groups = load_bank().draw(Random(2), 2)
    assignment = dict(zip("AB", groups, strict=True))
    p, q = (group.clauses[0].text for group in groups)
    reader = Reader(assignment)
    assert reader.sentence(f"{p} only if {q}") == Implies(A, B)
    assert reader.sentence(f"{p} if {q}") == Implies(B, A)
    assert equivalent(reader.sentence(f"{q} unless {p}"), Implies(Not(A), B))
    assert not equivalent(Implies(A, B), Implies(B, A))


def test_tokens_drop_case_and_spacing_only() -> None:
    assert tokens_of("The X-ray's here,  Tom.", "en") == ("the", "x-ray's", "here", ",", "tom", ".")
    assert tokens_of("猫 在", "zh") == ("猫", "在")


def test_a_bank_of_ones_own_is_written_and_read_like_the_built_in() -> None:
    bank = Bank("en", load_bank("en").groups[::7])
    rng = Random(4)
    assignment = dict(zip("ABC", bank.draw(rng, 3), strict=True))
    rule = Implies(Or((A, Not(B))), Not(C))
    text = Writer(assignment, rng).sentence(rule)
    assert equivalent(read(text, assignment)[0], rule)
