"""QMFOL items: the grid, names, proofs, what configurations share, the same bytes everywhere."""

import re
from collections import Counter

import pytest

from items.executors.executor import Workers
from items.executors.local import Local
from items.families.batches import run
from items.families.qmfol.generator import (
    LABELS,
    Config,
    Qmfol,
    configurations,
    filler_text,
    grid,
    skeleton,
)
from items.families.qmfol.read_back import differences
from items.families.qmfol.topics import TOPICS
from items.gold.check import check_item
from items.models import Item
from items.sources.own_format import write
from solver.errors import InputError
from tests.effort import sampled
from tests.items.families.processes import printed

SOME = configurations(TOPICS, (2, 5), (3,), LABELS, (0, 5), (0, 1))


def test_the_grid_is_the_papers() -> None:
    configs = grid()
    assert len(configs) == 2880
    names = {config.name for config in configs}
    assert len(names) == 2880
    assert "Food_d5_w5_0_0_distract15" in names
    assert Config("Food", 5, 5, "unknown", 15, 2).name == "Food_d5_w5_2_2_distract15"
    assert len({(c.topic, c.depth, c.width, c.label, c.distractors) for c in configs}) == 960
    assert set(Counter(c.label for c in configs).values()) == {960}
    assert set(Counter(c.depth for c in configs).values()) == {720}
    assert set(Counter(c.distractors for c in configs).values()) == {576}


@pytest.mark.slow
@pytest.mark.scaled
@pytest.mark.parametrize("named", [False, True])
def test_both_engines_agree_with_every_gold(named: bool) -> None:
    configs = tuple(sampled(SOME, 25))
    batch = run(Qmfol(configs, named), len(configs))
    assert len(batch.items) == len(configs)
    for item, config in zip(batch.items, configs, strict=True):
        assert item.id == config.name
        assert check_item(item, engine="both").state == "proved"
        assert item.attributes["proof"] == "proved"
        assert item.questions[0].gold is not None
        assert item.questions[0].gold.model_dump()["value"] == config.label
        assert item.attributes["individuals"] == named
        constants = (item.formalization or {})["parameters"].get("a")
        assert (constants == "Individual") == named


def _premises(config: Config, named: bool = False) -> tuple[list[str], list[str]]:
    item = Qmfol((config,), named)(0).items[0]
    roles = str(item.provenance.parameters["roles"]).split()
    premises = (item.formalization or {})["premise"]
    return premises, roles


def test_configurations_differ_in_nothing_but_what_they_name() -> None:
    bare, roles = _premises(Config("Food", 5, 5, "true", 0, 3))
    more, more_roles = _premises(Config("Food", 5, 5, "true", 10, 3))
    most, most_roles = _premises(Config("Food", 5, 5, "true", 20, 3))
    assert "distractor" not in roles
    assert more_roles.count("distractor") == 10
    assert set(bare) < set(more) < set(most)
    assert most_roles.count("rule") == roles.count("rule") == 5
    other, other_roles = _premises(Config("Mathematics", 5, 5, "true", 10, 3))
    assert (other, other_roles) == (more, more_roles)
    false, false_roles = _premises(Config("Food", 5, 5, "false", 0, 3))
    assert _only("rule", false, false_roles) == _only("rule", bare, roles)


def _only(role: str, premises: list[str], roles: list[str]) -> set[str]:
    return {premise for premise, own in zip(premises, roles, strict=True) if own == role}


def test_premises_are_shuffled() -> None:
    roles = [_premises(Config("Food", 5, 5, "true", 10, seed))[1] for seed in range(5)]
    assert all(own != sorted(own) for own in roles)
    assert len({tuple(own) for own in roles}) == 5


def test_individuals_occur_in_facts_and_conclusion() -> None:
    item = Qmfol((Config("University", 3, 4, "false", 0, 0),), named=True)(0).items[0]
    premises, roles = _premises(Config("University", 3, 4, "false", 0, 0), named=True)
    assert all("(a)" in text for text in _only("fact", premises, roles))
    assert all("∀x" in entry for entry in _only("rule", premises, roles))
    name = (item.formalization or {})["translation"]["a"]
    assert name in item.text
    assert name in item.questions[0].text


def test_filler_follows_the_premises_and_has_the_requested_length() -> None:
    config = Config("Food", 3, 3, "true", 0, 0)
    plain, filled = Qmfol((config,))(0).items[0], Qmfol((config,), filler=600)(0).items[0]
    assert filled.text.startswith(plain.text)
    message, _, rest = filled.text.partition("\n\nUnimportant content: ")
    assert message == plain.text
    assert abs(len(rest.split()) - 600) < 10
    assert filled.formalization == plain.formalization
    assert filled.id == f"{plain.id}_filler600"
    assert Qmfol((config,), filler=70)(0).items[0].id != filled.id
    chinese = [Qmfol((config,), filler=n, language="zh")(0).items[0].id for n in (0, 600)]
    assert chinese == [f"{plain.id}-zh", f"{plain.id}_filler600-zh"]
    assert filler_text(70, 1).startswith(filler_text(7, 1))


def test_no_unknown_without_a_choice() -> None:
    batch = run(Qmfol((Config("Food", 2, 0, "unknown", 0, 0),)), 1)
    assert batch.items == ()
    assert batch.rejected == {"no unknown: one source and one sink": 1}
    assert len(run(Qmfol((Config("Food", 2, 0, "true", 0, 0),)), 1).items) == 1


CODE = """
from items.families.batches import run
from items.families.qmfol.generator import LABELS, Qmfol, configurations
from items.sources.own_format import write
import hashlib
q = Qmfol(configurations(("Food", "Animals"), (3,), (4,), LABELS, (5,), (1,)))
print(hashlib.sha256(write(run(q, 6).items).encode()).hexdigest())
"""


@pytest.mark.slow
def test_same_seed_same_bytes_whatever_the_hash_seed() -> None:
    assert printed(CODE, "1") == printed(CODE, "2")


@pytest.mark.torture
def test_any_number_of_processes_gives_the_same() -> None:
    configs = configurations(("Food",), (2,), (2,), LABELS, (2,), range(24))
    with Workers(Local(2)) as workers:
        batch, in_processes = run(Qmfol(configs), 72), run(Qmfol(configs), 72, workers=workers)
    assert write(batch.items) == write(in_processes.items)
    assert batch.rejected == in_processes.rejected


def test_a_proof_that_fails_keeps_the_item_out(monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config("Food", 3, 2, "true", 0, 77)
    skeleton.cache_clear()
    monkeypatch.setattr("items.families.qmfol.generator.by_z3", lambda *_: None)
    assert run(Qmfol((config,)), 1).rejected == {"label not proved by Z3": 1}
    skeleton.cache_clear()
    monkeypatch.setattr("items.families.qmfol.generator.by_z3", lambda *_: "false")
    assert run(Qmfol((config,)), 1).rejected == {"the two proofs disagree": 1}
    skeleton.cache_clear()
    monkeypatch.setattr("items.families.qmfol.generator.by_grounding", lambda *_: "unknown")
    assert run(Qmfol((config,)), 1).rejected == {"label not proved by grounding": 1}
    skeleton.cache_clear()


@pytest.mark.parametrize(
    "wrong", [("Ships", 5, 5, 0), ("Food", 0, 5, 0), ("Food", 5, 61, 0), ("Food", 5, 5, -1)]
)
def test_configurations_that_make_no_sense_are_refused(wrong: tuple[str, int, int, int]) -> None:
    name, depth, width, count = wrong
    with pytest.raises(InputError):
        Config(name, depth, width, "true", count, 0)


def test_tasks_that_outgrow_a_topic_are_refused_or_counted() -> None:
    with pytest.raises(InputError, match="Too many predicates"):
        Qmfol((Config("Food", 60, 60, "true", 60, 0),))
    batch = run(Qmfol((Config("Food", 25, 25, "true", 60, 0),)), 1)
    assert batch.items == ()
    assert batch.rejected["more predicates than the topic has"] == 1


@pytest.mark.torture
def test_the_corners_of_the_grid_are_written_and_proved() -> None:
    configs = configurations(TOPICS, (5, 20), (5, 20), LABELS, (0, 20), (0, 1))
    batch = run(Qmfol(configs), len(configs))
    assert len(batch.items) == len(configs)
    items: list[Item] = [item for item in batch.items if "w20" in item.id and "Food" in item.id]
    for item in items[:6]:
        assert check_item(item, engine="both").state == "proved"


def test_formulas_with_their_literals_in_another_order_are_read_back() -> None:
    def reverse_literals(match: re.Match[str]) -> str:
        joint = " ∧ " if " ∧ " in match[0] else " ∨ "
        return joint.join(reversed(match[0].split(joint)))

    joined = re.compile(r"¬?P\d+\(x\)(?:(?: ∧ ¬?P\d+\(x\))+|(?: ∨ ¬?P\d+\(x\))+)")
    configs = configurations(("Food",), (2,), (2,), LABELS, (1,), range(2))
    changed = 0
    for item in run(Qmfol(configs, strict=True), len(configs)).items:
        formal = item.formalization
        assert formal is not None
        premises = [joined.sub(reverse_literals, str(premise)) for premise in formal["premise"]]
        changed += premises != formal["premise"]
        other = {**formal, "premise": premises}
        assert list(differences(item.model_copy(update={"formalization": other}))) == []
        other["premise"] = [str(premise).replace(" ∧ ", " ∨ ") for premise in premises]
        if other["premise"] != premises:
            assert list(differences(item.model_copy(update={"formalization": other})))
    assert changed
