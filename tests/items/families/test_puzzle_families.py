"""Puzzles, syllogisms and rules of inference: proved anew by brute force, read back, given away by
nothing that is counted."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable
from importlib import import_module
from itertools import pairwise, permutations, product, takewhile
from typing import Any, get_args

import pytest

from items.answers import ChoiceAnswer, TruthAnswer
from items.audit.features import Passage, truth_row
from items.audit.texts import groups_of
from items.families.batches import GeneratedItems, run
from items.families.knights.generator import Knights
from items.families.matched_puzzles import conjoined
from items.families.ordering.generator import Ordering
from items.families.phrases import Clue
from items.families.registry import FAMILIES
from items.families.rules.generator import LABELS, RuleName, Rules, draw_task
from items.families.rules.steps import RULES
from items.families.syllogism.crossings import crossings
from items.families.syllogism.foils import foils
from items.families.syllogism.generator import Syllogisms
from items.families.syllogism.logic import FORMS, VALID, entails
from items.families.zebra.generator import Zebra
from items.families.zebra.logic import by_ties, region
from items.gold.check import check_item
from items.models import Item
from items.wording.bank import Language
from solver.errors import InputError

Maker = Callable[[int], GeneratedItems]
MAKERS: dict[str, Callable[[Language], Maker]] = {
    "knights": lambda language: Knights(7, language=language),
    "ordering": lambda language: Ordering(7, "table", 6, language=language),
    "zebra": lambda language: Zebra(7, 3, language=language),
    "syllogism": lambda language: Syllogisms(7, language=language),
    "rules": lambda language: Rules(7, language=language),
}
COUNT = 12


def items_of(maker: Maker, count: int = COUNT) -> tuple[Item, ...]:
    return run(maker, count).items


def gold(item: Item) -> str:
    answer = item.questions[0].gold
    if isinstance(answer, ChoiceAnswer):
        assert answer.option is not None
        return item.questions[0].options[answer.option].text
    assert isinstance(answer, TruthAnswer)
    return answer.value


def premises(item: Item) -> list[str]:
    assert item.formalization is not None
    return list(item.formalization["premise"])


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", MAKERS)
def test_both_engines_prove_what_is_given_out(name: str, language: Language) -> None:
    items = items_of(MAKERS[name](language), 6)
    assert items
    for item in items:
        checked = check_item(item, engine="both")
        assert (checked.state, checked.contradictions) == ("proved", ())


@pytest.mark.parametrize("name", MAKERS)
def test_the_same_seed_gives_the_same_items_and_another_seed_others(name: str) -> None:
    items, again = items_of(MAKERS[name]("en"), 3), items_of(MAKERS[name]("en"), 3)
    assert items == again
    other = items_of(MAKERS[name]("zh"), 3)
    assert [gold(item) for item in items] == [gold(item) for item in other] or name == "zebra"
    assert [premises(item) for item in items] == [premises(item) for item in other]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("name", MAKERS)
def test_the_reader_detects_a_text_with_another_meaning(name: str, language: Language) -> None:
    module, _, function = FAMILIES[name].reader.partition(":")
    differences: Any = getattr(import_module(module), function)
    items = items_of(MAKERS[name](language), 4)
    for item, other in pairwise(items):
        assert list(differences(item)) == []
        strange = item.model_copy(update={"formalization": other.formalization})
        assert list(differences(strange)) or premises(item) == premises(other)
        end = "." if language == "en" else "。"
        sentences = item.text.rstrip(end).split(end)
        cut = item.model_copy(update={"text": end.join(sentences[:-1]) + end})
        assert list(differences(cut)), "a missing sentence"
        question = item.questions[0].model_copy(update={"text": "?"})
        assert list(differences(item.model_copy(update={"questions": (question,)})))
        if name == "rules":
            assert list(differences(glosses_exchanged(item))), "two glosses exchanged"


def glosses_exchanged(item: Item) -> Item:
    """The first two symbols stand for one another's meaning."""
    assert item.formalization is not None
    glosses = dict(item.formalization["translation"])
    gloss, other, *_ = glosses
    glosses[gloss], glosses[other] = glosses[other], glosses[gloss]
    return item.model_copy(update={"formalization": {**item.formalization, "translation": glosses}})


# --- brute force, from the texts ----------------------------------------------------------------


def speaker_and_claim(sentence: str) -> tuple[str, Callable[[dict[str, bool]], bool]]:
    """Who speaks, and what is said, of an English sentence on the island."""
    names = re.findall(r"[A-Z][a-z]+(?= |,|\.|$)", sentence.replace("At least", "at least"))
    speaker = re.search(r"([A-Z][a-z]+) says that|says ([A-Z][a-z]+)", sentence)
    assert speaker is not None
    who = speaker[1] or speaker[2]
    others = [name for name in names if name != who]
    entry, other = others[0], others[-1]
    if "same kind" in sentence:
        return who, lambda world: world[entry] == world[other]
    if "different kinds" in sentence:
        return who, lambda world: world[entry] != world[other]
    wanted = "knave" not in sentence
    if "at least one" in sentence.lower():
        return who, lambda world: wanted in (world[entry], world[other])
    return who, lambda world: world[entry] == world[other] == wanted


@pytest.mark.slow
def test_knights_agree_with_all_assignments_of_knights_and_knaves() -> None:
    for item in items_of(Knights(3, 5), 60):
        message = item.text.split("live there. ")[1]
        statements = [speaker_and_claim(text) for text in re.split(r"(?<=\.) ", message)]
        names = sorted({name for name, _ in statements})
        worlds = [
            world
            for signs in product((True, False), repeat=len(names))
            for world in (dict(zip(names, signs, strict=True)),)
            if all(world[who] == claim(world) for who, claim in statements)
        ]
        match = re.search(r"“(\w+) is a knight", item.questions[0].text)
        assert match is not None
        assert worlds
        outcome = {world[match[1]] for world in worlds}
        assert gold(item) == ("unknown" if len(outcome) == 2 else str(outcome.pop()).lower())


def seated(sentence: str, where: dict[str, int], n: int) -> bool:
    """Whether a sentence about a round table is true."""
    names = re.findall(r"[A-Z][a-z]+", re.sub(r"^(There|The|Counted)", "", sentence))
    count, other = where[names[0]], where[names[1]]
    way = min((count - other) % n, (other - count) % n)
    if "next seat to the right of" in sentence:
        return (count + 1) % n == other
    if "directly to the right" in sentence:
        return (other + 1) % n == count
    if "opposite" in sentence or "face to face" in sentence:
        return (way == n // 2) != ("not" in sentence)
    if "exactly one seat" in sentence:
        return way == 2
    return (way == 1) != ("not" in sentence)


@pytest.mark.slow
def test_seatings_by_all_orders() -> None:
    for item in items_of(Ordering(4, "table", 6), 30):
        first, *sentences = re.split(r"(?<=\.) ", item.text)
        assert first.endswith("facing its middle.")
        if sentences[0].endswith("seen from above."):  # What "right" means, where it is said.
            del sentences[0]
        match = re.match(r"(.+) sit around", item.text)
        assert match is not None
        names = re.split(r", | and ", match[1])
        statement = re.search(r"“(.+)”", item.questions[0].text)
        assert statement is not None
        outcome = set()
        for order in permutations(range(len(names))):
            where = dict(zip(names, order, strict=True))
            if all(seated(sentence, where, len(names)) for sentence in sentences):
                outcome.add(seated(statement[1], where, len(names)))
        assert gold(item) == ("unknown" if len(outcome) == 2 else str(outcome.pop()).lower())


def test_the_fifteen_valid_syllogisms() -> None:
    """As every textbook lists them, without existential import."""
    textbook = "AAA-1 EAE-1 AII-1 EIO-1 EAE-2 AEE-2 EIO-2 AOO-2 IAI-3 AII-3 OAO-3 EIO-3 AEE-4 IAI-4"
    assert {form.name for form in VALID} == {*textbook.split(), "EIO-4"}
    assert len(FORMS) == 256


# --- what is counted gives nothing away ---------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["knights", "ordering", "rules"])
def test_twins_have_every_answer_once(name: str) -> None:
    twins: dict[object, list[str]] = defaultdict(list)
    for item in items_of(MAKERS[name]("en"), 18):
        twins[item.attributes["twins"]].append(gold(item))
    assert len(twins) == 6
    assert all(sorted(golds) == ["false", "true", "unknown"] for golds in twins.values())


@pytest.mark.slow
def test_twins_on_the_island_speak_and_are_mentioned_equally_often() -> None:
    twins: dict[object, list[Counter[tuple[str, str, int]]]] = defaultdict(list)
    for item in items_of(Knights(2, 6), 30):
        outcome: Counter[tuple[str, str, int]] = Counter()
        for premise in premises(item):
            shape = re.sub(r"[A-G]", "_", premise)
            speaker, *others = re.findall(r"[A-G]", premise)
            outcome[shape, speaker, 0] += 1
            outcome.update((shape, other, 1) for other in others)
        twins[item.attributes["twins"]].append(outcome)
    assert all(count == counts[0] for counts in twins.values() for count in counts)


@pytest.mark.slow
def test_twins_on_the_island_are_as_far_from_the_person_asked_about() -> None:
    twins: dict[object, set[str]] = defaultdict(set)
    for item in items_of(Knights(2, 6), 9):
        near: dict[str, set[str]] = defaultdict(set)
        for premise in premises(item):
            people = set(re.findall(r"[A-G]", premise))
            for person in people:
                near[person] |= people - {person}
        layers = [1]
        reached = {re.findall(r"[A-G]", item.questions[0].query or "")[-1]}
        while layers[-1]:
            more = {n for person in reached for n in near[person]} - reached
            reached |= more
            layers.append(len(more))
        pairs = sum(map(len, near.values()))
        twins[item.attributes["twins"]].add(f"{layers} {pairs}")
    assert {len(counts) for counts in twins.values()} == {1}
    assert len(twins) == 3


def test_people_who_are_not_next_door_may_all_be_in_two_houses() -> None:
    met = 0
    for index in range(8):
        puzzle = Zebra(5)._draw(index)
        assert not isinstance(puzzle, int)
        apart = [clue for clue in puzzle.clues if clue.kind == "apart"]
        met += len(apart)
        left = conjoined([region(clue, 4, 3) for clue in puzzle.clues], (1 << 24**3) - 1)
        for clue in apart:
            left &= ~region(Clue("same", clue.args), 4, 3)
        assert left
    assert met


@pytest.mark.slow
def test_no_answer_on_a_grid_is_seen_from_ties_alone() -> None:
    """Equations alone tie nobody to the thing asked about, and not all others to others."""
    most = 0
    for item in items_of(Zebra(13, 3, 3, 3), 24):
        classes = [{f"{letter}{n}"} for letter in "ABCD" for n in (1, 2, 3)]
        for premise in premises(item):
            if re.fullmatch(r"[A-D]\d = [A-D]\d", premise):
                first_class, second_class = (
                    next(c for c in classes if name in c) for name in premise.split(" = ")
                )
                classes = [c for c in classes if c not in (first_class, second_class)] + [
                    first_class | second_class
                ]
        tied = {
            name
            for c in classes
            if any(person.startswith("A") for person in c)
            for name in c
            if name.startswith("B")
        }
        assert "B1" not in tied
        assert len(tied) < 2
        most = max(most, len(tied))
    assert most == 1
    ties = [Clue("same", pair) for pair in (("A1", "C1"), ("C1", "B2"), ("A2", "C2"))]
    assert not by_ties(ties, "B1", 3)
    assert by_ties([*ties, Clue("same", ("B3", "C2"))], "B1", 3)
    assert by_ties([*ties, Clue("same", ("B1", "C2"))], "B1", 3)
    assert not by_ties([*ties, Clue("next", ("B3", "C2"))], "B1", 3)


def test_everybody_on_a_grid_is_in_the_same_number_of_clues_of_each_kind() -> None:
    for item in items_of(Zebra(5), 6):
        kinds: dict[str, Counter[str]] = defaultdict(Counter)
        for premise in premises(item):
            people = set(re.findall(r"A\d", premise))
            if len(people) == 1:
                (person,) = people
                kinds[person][re.sub(r"[A-D]\d", "_", premise)] += 1
                assert "B1" not in premise
        assert len(kinds) == 4
        assert len({tuple(sorted(kind.items())) for kind in kinds.values()}) == 1


def neighbour_clues(item: Item, symbol: str) -> Counter[tuple[str, tuple[str, ...]]]:
    """The forms of clues in which a symbol stands, each with the forms of all clues in which the
    symbol beside it does."""
    clues = [p for p in premises(item) if not re.fullmatch(r"([A-D])\d* ≠ \1\d*|[A-G] ≠ [A-G]", p)]

    def shape(clue: str, own: str) -> str:
        masked = re.sub(r"\b[A-G]\d?\b", lambda m: "x" if m[0] == own else "_", clue)
        parts = [sorted(part.split(" ∧ ")) for part in re.split("[()]", masked)]
        return repr(("¬" in masked, sorted(parts)))

    outcome: Counter[tuple[str, tuple[str, ...]]] = Counter()
    for clue in clues:
        names = set(re.findall(r"\b[A-G]\d?\b", clue))
        for other in names - {symbol} if symbol in names else ():
            uses = tuple(sorted(shape(c, other) for c in clues if re.search(rf"\b{other}\b", c)))
            outcome[shape(clue, symbol), uses] += 1
    return outcome


@pytest.mark.slow
def test_the_neighbours_of_the_asked_symbols_are_in_the_same_number_of_clues_of_each_kind() -> None:
    twins: dict[object, set[str]] = defaultdict(set)
    met = 0
    for item in items_of(Ordering(4, "table", 6), 36):
        assert item.attributes["matched"] == "neighbours"
        queried_names = sorted(set(re.findall(r"\b[A-F]\b", item.questions[0].query or "")))
        assert len(queried_names) == 2
        counts = [sorted(neighbour_clues(item, name).items()) for name in queried_names]
        met += any(counts)
        twins[item.attributes["twins"]].add(repr(counts))
    assert met
    assert {len(counts) for counts in twins.values()} == {1}
    for item in items_of(Zebra(5), 6):
        people = [f"A{n}" for n in range(1, 5)]
        counts_of_people = {repr(sorted(neighbour_clues(item, name).items())) for name in people}
        assert len(counts_of_people) == 1
        assert counts_of_people != {"[]"}


@pytest.mark.slow
def test_syllogisms_of_valid_forms_follow_in_every_belief_equally_often() -> None:
    items = items_of(Syllogisms(1, "valid"), 120)
    counts = Counter(
        (
            item.attributes["mood"],
            item.attributes["figure"],
            item.attributes["believable"],
            gold(item),
        )
        for item in items
    )
    assert len(counts) == 60
    assert set(counts.values()) == {2}
    assert not any(item.attributes["matched"] for item in items)


@pytest.mark.slow
def test_each_passage_and_each_question_of_syllogisms_stands_with_both_answers() -> None:
    """Names and order aside, in eight items: so neither tells anything alone."""
    blocks: dict[object, list[Item]] = defaultdict(list)
    for item in items_of(Syllogisms(1), 8 * len(crossings())):
        blocks[item.attributes["twins"]].append(item)
    assert len(blocks) == len(crossings())
    for items in blocks.values():
        for pairs in (
            [tuple(sorted(map(evened, premises(item)))) for item in items],
            [item.questions[0].query for item in items],
            [item.attributes["crossed"] for item in items],
        ):
            golds = Counter(zip(pairs, map(gold, items), strict=True))
            assert all(golds[pair_key, "true"] == golds[pair_key, "false"] for pair_key in pairs)
        assert len({item.questions[0].query for item in items}) == 2
        (group,) = groups_of(items)
        counted = Counter(
            (frozenset(truth_row(question, Passage(question.item)).items()), question.gold)
            for question in group.questions
        )
        # Nor do all counts of text, premises and question together.
        assert all(counted[row, 0] == counted[row, 1] for row, _gold in counted)
        beliefs = Counter((item.attributes["believable"], gold(item)) for item in items)
        assert set(beliefs.values()) == {2}
        assert len(beliefs) == 4
    assert {
        f"{item.attributes['mood']}-{item.attributes['figure']}"
        for items in blocks.values()
        for item in items
    } == {form.name for form in VALID} - {"AEE-2", "AOO-2", "EAE-2", "EIO-2"}


def evened(premise: str) -> str:
    """With the middle terms taken for one another."""
    return re.sub(r"[MN]\(", "_(", premise)


def test_crossing_premises_leave_all_conclusions_but_one_open() -> None:
    for crossing in crossings():
        for crossed in (False, True):
            clues = [clue for half in crossing.halves(crossed=crossed) for clue in half]
            outcome = [entails(clues, conclusion) for conclusion in crossing.conclusions]
            assert outcome == [not crossed, crossed]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_premises_on_either_side_share_no_word_but_terms(language: Language) -> None:
    """So two of them have one term in common, or nothing, whatever they say."""
    cut = re.compile(r"<.>|\w" if language == "zh" else r"<.>|\w+").findall
    for item in items_of(Syllogisms(4, language=language), 8 * len(crossings())):
        assert item.formalization is not None
        text = item.text.casefold()
        sentences = item.formalization["translation"].items()
        for key, gloss in sorted(sentences, key=lambda entry: -len(entry[1])):
            term = gloss.removeprefix("x is one of the ").removeprefix("x是").casefold()
            text = text.replace(term, f"<{key[0]}>")
        parts = [
            set(cut(part)) for part in re.split(r"[.。，,;；]|\band\b|并且|而", text) if "<" in part
        ]
        assert len(parts) == 4
        about_s = [part for part in parts if "<S>" in part]
        about_p = [part for part in parts if "<P>" in part]
        shared = sorted(
            len(of_subject & of_predicate) for of_subject in about_s for of_predicate in about_p
        )
        assert shared == [0, 0, 1, 1]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_syllogisms_of_valid_forms_repeat_as_many_words_whether_they_follow_or_not(
    language: Language,
) -> None:
    """Two halves share both middle terms. What stands on either side of a shared term is
    repeated equally far, up to the next comma."""
    twins: dict[object, dict[str, set[tuple[int, ...]]]] = defaultdict(lambda: defaultdict(set))
    for item in items_of(Syllogisms(4, "valid", language), 60):
        assert item.formalization is not None
        uses = Counter(re.findall(r"\b([A-Z])\(x\)", " ".join(premises(item))))
        assert uses == {"S": 2, "P": 2, "M": 2, "N": 2}
        text = item.text.casefold()
        for key, gloss in item.formalization["translation"].items():
            term = gloss.removeprefix("x is one of the ").removeprefix("x是").casefold()
            text = text.replace(term, f"<{key[0]}>")
        sentences = [part for part in re.split(r"[.。;；]", text) if "<" in part]
        marks = [set(re.findall("<(.)>", part)) for part in sentences]
        assert sorted("".join(sorted(mark)) for mark in marks) == ["MNP", "MNS"]
        cut = re.compile(r"<.>|\w" if language == "zh" else r"<.>|\w+").findall
        repeated = []
        for middle in "MN":
            sides = []
            for part in re.split(r"[.。，,;；]|\band\b|并且|而", text):
                if f"<{middle}>" in part:
                    words = cut(part)
                    place = words.index(f"<{middle}>")
                    sides.append((words[:place][::-1], words[place + 1 :]))
            repeated.append(
                sum(
                    len(list(takewhile(lambda pair: pair[0] == pair[1], zip(*both, strict=False))))
                    for both in zip(*sides, strict=True)
                )
            )
        twins[item.attributes["twins"]][gold(item)].add(tuple(sorted(repeated)))
    assert len(twins) == 15
    assert all(len(both["true"]) == 1 and both["true"] == both["false"] for both in twins.values())


def test_each_valid_form_has_foils() -> None:
    """A foil alone never gives the conclusion, and there are several for each form."""
    for form in VALID:
        assert len(foils(form)) >= 3
        assert not set(foils(form)) & set(VALID)


@pytest.mark.slow
def test_orders_are_at_a_table_by_default() -> None:
    """There neighbours are alike. How far the two people are from each other still tells something,
    so these tasks are not called strict."""
    items = items_of(Ordering(3), 9)
    assert {(item.attributes["scene"], item.attributes["people"]) for item in items} == {
        ("table", 6)
    }
    assert {(item.attributes["matched"], item.attributes["mode"]) for item in items} == {
        ("neighbours", "balanced")
    }


@pytest.mark.slow
def test_all_forms_are_asked_once_believable_and_once_not() -> None:
    forms = Counter(
        (item.attributes["mood"], item.attributes["figure"], item.attributes["believable"])
        for item in items_of(Syllogisms(1, "all"), 512)
    )
    assert len(forms) == 512


def test_every_rule_can_be_asked_for() -> None:
    assert set(get_args(RuleName)) - {"any"} == set(RULES)


@pytest.mark.parametrize("rule", [rule for rule in get_args(RuleName) if rule != "any"])
def test_each_rule_leads_to_all_labels(rule: RuleName) -> None:
    items = items_of(Rules(2, rule, 2), 3)
    assert sorted(map(gold, items)) == ["false", "true", "unknown"]
    assert {item.attributes["rule"] for item in items} == {rule}


def test_five_steps_are_made_and_too_many_clauses_refused() -> None:
    assert all(item.attributes["depth"] == 5 for item in items_of(Rules(0, depth=5), 6))
    with pytest.raises(InputError, match="takes 46"):
        Rules(0, "proof-by-cases", 5, language="zh")


def test_an_odd_table_is_refused() -> None:
    with pytest.raises(InputError, match="even number"):
        Ordering(0, "table", 5)


@pytest.mark.parametrize("depth", [2, 3])
def test_what_is_given_is_equally_far_from_what_is_asked_whatever_the_label(depth: int) -> None:
    for rule in RULES.values():
        distances = set()
        for label in LABELS:
            task = draw_task(rule, depth, label, "distances")
            fact_symbol = next(p.literals[0].symbol for p in task.premises if p.form == "fact")
            reached, steps = {task.asked_literal.symbol}, 0
            while fact_symbol not in reached:
                symbols = [{lit.symbol for lit in premise.literals} for premise in task.premises]
                wider = reached.union(*(names for names in symbols if names & reached))
                assert wider != reached
                reached, steps = wider, steps + 1
            distances.add(steps)
        assert len(distances) == 1
