"""`countermodel word` over real HTTP: every text with another meaning is rejected and every right
one accepted, whatever is planted; resuming, cost, tables, refusals."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.families.batches import run
from items.families.divlogic.generator import Divlogic
from items.families.qmfol.generator import LABELS, Qmfol, configurations
from items.files.loading import load
from items.gold.check import check_item
from items.model_wording.worded_items import WordingRequest, task_of
from items.models import Item
from items.sources.own_format import write
from solver.errors import InputError
from solver.language.parser import parse_formula
from solver.language.printer import print_formula
from solver.language.syntax import Implies, Not
from tests.fake_endpoint import FakeEndpoint, Say, Send
from tests.fake_tellers import WEAK, Formulas, Plant, Tellers
from tests.items.families import truth
from tui.cli import main


def divlogic(count: int) -> list[Item]:
    return list(run(Divlogic(7), count, unique=True).items)


def premises(item: Item) -> tuple[str, ...]:
    task = task_of(item, WordingRequest())
    assert not isinstance(task, str)
    return tuple(map(print_formula, task.premises))


def call(folder: Path, endpoint: FakeEndpoint, items: list[Item], *more: str) -> Result:
    source = folder / "source.jsonl"
    source.write_text(write(items), encoding="utf-8")
    arguments = ["word", str(source), "--model", "teller", "--base-url", endpoint.url]
    arguments += ["--db", str(folder / "db.sqlite"), "-o", str(folder / "told.jsonl"), *more]
    return CliRunner().invoke(main, arguments)


# --- what is planted ----------------------------------------------------------------------------


def converse_or_denial(formula: str) -> str:
    """The converse of an implication, else the denial."""
    read = parse_formula(formula)
    if isinstance(read, Implies):
        return print_formula(Implies(read.right, read.left))
    return print_formula(Not(read))


def _first(pair: Formulas, change: Any) -> Formulas:
    return [change(pair[0][0]), *pair[0][1:]], pair[1]


PLANTS: dict[str, Plant] = {
    "converse": lambda pair, _: _first(pair, converse_or_denial),
    "denied": lambda pair, _: _first(pair, lambda f: f"¬({f})"),
    "both ways": lambda pair, _: _first(pair, lambda f: f"({f}) ∧ ({converse_or_denial(f)})"),
    "a sentence missing": lambda pair, _: (pair[0][1:], pair[1]),
    "a sentence too many": lambda pair, _: ([*pair[0], pair[0][0]], pair[1]),
    "two in each other's place": lambda pair, _: (
        [pair[0][1], pair[0][0], *pair[0][2:]],
        pair[1],
    ),
    "one told twice": lambda pair, _: ([pair[0][1], *pair[0][1:]], pair[1]),
    "statement denied": lambda pair, _: (pair[0], [f"¬({pair[1][0]})", *pair[1][1:]]),
    "statement converse": lambda pair, _: (pair[0], [converse_or_denial(pair[1][0]), *pair[1][1:]]),
    "statements swapped": lambda pair, _: (pair[0], [pair[1][-1], *pair[1][1:-1], pair[1][0]]),
    # The same as a whole, and not sentence by sentence: the second says both.
    "the same as a whole": lambda pair, _: (
        [pair[0][0], f"({pair[0][1]}) ∧ ({pair[0][0]})", *pair[0][2:]],
        pair[1],
    ),
    # Weaker premises, and a statement told so that the answer stays what it was.
    "errors that cancel": lambda pair, _: (
        [f"({name}) ∨ ({pair[1][0]})" for name in pair[0]],
        pair[1],
    ),
}


@pytest.mark.slow
def test_every_wrong_text_is_rejected_and_every_right_one_accepted(tmp_path: Path) -> None:
    items = divlogic(len(PLANTS) + 6)
    wrong, right = items[: len(PLANTS)], items[len(PLANTS) :]
    planted = {item.id: kind for item, kind in zip(wrong, PLANTS, strict=True)}
    tellers = Tellers({premises(item): PLANTS[planted[item.id]] for item in wrong})
    with FakeEndpoint(tellers) as endpoint:
        result = call(tmp_path, endpoint, items, "--rounds", "2", "--json")
    assert result.exit_code == 0, (result.output, result.exception)
    document = json.loads(result.stdout)
    items_told = load(tmp_path / "told.jsonl", strict=True).items
    kept_ids = {item.id.rpartition("/")[0] for item in items_told}
    assert kept_ids == {item.id for item in right}
    assert document["accepted"] == len(right)
    assert document["rejected"] == {"says something else after 2 attempts": len(PLANTS)}
    assert set(document["differences"]) == set(planted)
    by_id = {item.id: item for item in items}
    for item in items_told:
        source = by_id[item.id.rpartition("/")[0]]
        assert check_item(item, engine="both").state == "proved"
        assert item.questions[0].gold == source.questions[0].gold
        assert item.text != source.text
        # The formulas are the source's, by a checker of the tests' own.
        assert truth.premises_of(item) == truth.premises_of(source)


@pytest.mark.slow
def test_weakening_words_are_rejected_although_the_reader_ignores_them(
    tmp_path: Path,
) -> None:
    items = divlogic(2 * len(WEAK) + 4)
    wrong, right = items[: 2 * len(WEAK)], items[2 * len(WEAK) :]
    weak = {premises(item): (WEAK[n // 2], n % 2 == 1) for n, item in enumerate(wrong)}
    assert len(weak) == len(wrong)
    with FakeEndpoint(Tellers(weak=weak)) as endpoint:
        result = call(tmp_path, endpoint, items, "--rounds", "1", "--json")
    assert result.exit_code == 0, (result.output, result.exception)
    document = json.loads(result.stdout)
    items_told = load(tmp_path / "told.jsonl", strict=True).items
    assert {item.id.rpartition("/")[0] for item in items_told} == {item.id for item in right}
    for item in wrong:
        _, in_question = weak[premises(item)]
        (difference,) = document["differences"][item.id]
        assert difference.startswith("statement 1" if in_question else "sentence 1")
        assert "” says less than" in difference


@pytest.mark.slow
def test_a_differing_text_is_returned_with_a_world_and_repaired(tmp_path: Path) -> None:
    items = divlogic(6)

    def at_first(pair: Formulas, before: int) -> Formulas:
        return PLANTS["converse"](pair, 0) if before == 0 else pair

    prompts: list[str] = []
    tellers = Tellers({premises(item): at_first for item in items[:3]})

    def watched(request: dict[str, Any], before: int) -> Any:
        prompts.append(request["messages"][-1]["content"])
        return tellers(request, before)

    with FakeEndpoint(watched) as endpoint:
        result = call(tmp_path, endpoint, items, "--json")
    document = json.loads(result.stdout)
    assert (document["accepted"], document["rejected"]) == (6, {})
    (whole,) = (row for row in document["table"] if row["by"] == "all")
    assert (whole["items"], whole["accepted"], whole["at_once"]) == (6, 6, 3)
    again = [prompt for prompt in prompts if "This was your last attempt" in prompt]
    assert len(again) == 3
    assert all("they differ where: " in text and "sentence 1" in text for text in again)
    items_told = load(tmp_path / "told.jsonl").items
    attempts = [item.provenance.parameters["word"]["attempts"] for item in items_told]
    assert sorted(attempts) == [1, 1, 1, 2, 2, 2]


@pytest.mark.slow
def test_first_order_items_are_worded_with_meanings_from_the_model(tmp_path: Path) -> None:
    configs = configurations(("Food",), (2,), (2,), LABELS, (0,), range(2))
    items = list(run(Qmfol(configs, strict=True), 6).items)
    tellers = Tellers({premises(items[0]): PLANTS["denied"]})
    with FakeEndpoint(tellers) as endpoint:
        result = call(tmp_path, endpoint, items, "--style", "scenario", "--rounds", "1", "--json")
    assert result.exit_code == 0, (result.output, result.exception)
    document = json.loads(result.stdout)
    assert document["accepted"] == 5
    items_told = load(tmp_path / "told.jsonl", strict=True).items
    glosses = (items_told[0].formalization or {})["translation"]
    assert all(" is old" in text for text in glosses.values())
    assert {item.attributes["style"] for item in items_told} == {"scenario"}
    assert any(row["by"] == "connective" and row["value"] == "∀" for row in document["table"])


@pytest.mark.slow
def test_running_again_asks_nothing_and_gives_the_same_texts(tmp_path: Path) -> None:
    items = divlogic(8)
    tellers = Tellers({premises(items[0]): PLANTS["converse"]})
    with FakeEndpoint(tellers) as endpoint:
        first = call(tmp_path, endpoint, items, "--rounds", "2")
        before = (tmp_path / "told.jsonl").read_bytes()
        requests_before = tellers.requests
        second = call(tmp_path, endpoint, items, "--rounds", "2")
    assert (first.exit_code, second.exit_code) == (0, 0)
    assert tellers.requests == requests_before
    assert (tmp_path / "told.jsonl").read_bytes() == before
    assert "7 of 8 items accepted" in second.stdout


@pytest.mark.slow
def test_a_run_that_reached_its_cost_limit_continues_later(tmp_path: Path) -> None:
    items = divlogic(8)
    prices = tmp_path / "prices.toml"
    prices.write_text("[teller]\ninput = 1.0\noutput = 1.0\n", encoding="utf-8")
    with FakeEndpoint(Tellers()) as endpoint:
        capped = ("--prices", str(prices), "--max-cost", "0.001", "--concurrency", "1", "--json")
        result = call(tmp_path, endpoint, items, *capped)
        assert result.exit_code == 3, result.output
        document = json.loads(result.stdout)
        assert 0 < document["unfinished"] <= 8
        assert document["cost"] <= 0.001
        whole = call(tmp_path, endpoint, items, "--json")
    assert json.loads(whole.stdout)["accepted"] == 8


@pytest.mark.slow
@pytest.mark.parametrize(
    "reply",
    [
        "I would rather not.",
        "<telling>{}</telling>",
        '<telling>{"sentences": ["a"], "statements": ["b"]}</telling>',
        '<telling>{"sentences": 3, "statements": ["b"]}</telling>',
    ],
)
def test_replies_of_another_form_are_rejected_with_the_reason(tmp_path: Path, reply: str) -> None:
    with FakeEndpoint(lambda _request, _before: Say(reply)) as endpoint:
        result = call(tmp_path, endpoint, divlogic(1), "--rounds", "2", "--json")
    assert result.exit_code == 1, (result.output, result.exception)
    document = json.loads(result.stdout)
    assert document["accepted"] == 0
    assert next(iter(document["differences"].values()))


def test_a_separate_reader_is_asked_and_one_that_reads_nothing_is_reported(tmp_path: Path) -> None:
    tellers = Tellers()

    def react(request: dict[str, Any], before: int) -> Any:
        return Say("No idea.") if request["model"] == "dull" else tellers(request, before)

    items = divlogic(3)
    with FakeEndpoint(react) as endpoint:
        dull = call(tmp_path, endpoint, items, "--reader", "dull", "--rounds", "1", "--json")
        keen = call(tmp_path, endpoint, items, "--reader", "keen", "--rounds", "1", "--json")
    assert (dull.exit_code, json.loads(dull.stdout)["accepted"]) == (1, 0)
    assert json.loads(keen.stdout)["accepted"] == 3
    items_told = load(tmp_path / "told.jsonl").items
    assert items_told[0].provenance.parameters["word"]["read_by"] == "keen"


@pytest.mark.slow
@pytest.mark.parametrize("reading", [False, True])
def test_a_failed_request_does_not_block_other_items(tmp_path: Path, reading: bool) -> None:
    """One of four gets no answer, where it is told or where it is read; one is told wrongly first.
    The others are told, read and told again; afterwards only the one is asked about."""
    items = divlogic(4)
    repaired = PLANTS["denied"]
    plants = {premises(items[1]): lambda p, tried: repaired(p, tried) if not tried else p}
    tellers = Tellers(plants)
    task = task_of(items[2], WordingRequest())
    assert not isinstance(task, str)
    lost = next(iter(task.glosses.values()))
    broken = True

    def react(request: dict[str, Any], before: int) -> Any:
        prompt = "\n".join(message["content"] for message in request["messages"])
        if broken and lost in prompt and reading == ("<telling>" not in prompt):
            return Send(body=b'{"choices": []}')
        return tellers(request, before)

    with FakeEndpoint(react) as endpoint:
        first = call(tmp_path, endpoint, items, "--json")
        document = json.loads(first.stdout)
        assert (first.exit_code, document["accepted"], document["failed"]) == (3, 3, 1)
        assert (document["rejected"], document["unfinished"]) == ({"no answer came": 1}, 1)
        assert len(load(tmp_path / "told.jsonl").items) == 3
        broken, requests_before = False, tellers.requests
        second = call(tmp_path, endpoint, items, "--json")
    assert (second.exit_code, json.loads(second.stdout)["accepted"]) == (0, 4)
    assert tellers.requests - requests_before == 2 - reading


def test_without_accepted_texts_no_file_is_written(tmp_path: Path) -> None:
    with FakeEndpoint(lambda _request, _before: Say("No.")) as endpoint:
        result = call(tmp_path, endpoint, divlogic(1), "--rounds", "1")
    assert result.exit_code == 1
    assert "0 of 1 item accepted: nothing is written" in result.stdout
    assert not (tmp_path / "told.jsonl").exists()


def test_items_that_cannot_be_worded_are_named(tmp_path: Path) -> None:
    items = [load("builtin:hard").items[0], *divlogic(1)]
    with FakeEndpoint(Tellers()) as endpoint:
        result = call(tmp_path, endpoint, items)
    assert "1 of 2 items accepted" in result.stdout
    assert "cannot be worded: " in result.stdout
    assert "Accepted, as told by teller" in result.stdout


@pytest.mark.parametrize("more", [("--style", "poem"), ("--style", "domain:"), ("--max-cost", "1")])
def test_wrong_usage_is_refused_before_anything_is_asked(
    tmp_path: Path, more: tuple[str, ...]
) -> None:
    tellers = Tellers()
    with FakeEndpoint(tellers) as endpoint:
        result = call(tmp_path, endpoint, divlogic(1), *more)
    assert isinstance(result.exception, InputError) or result.exit_code == 2
    assert tellers.requests == 0


@pytest.mark.slow
def test_random_errors_are_rejected_exactly_if_brute_force_finds_them(tmp_path: Path) -> None:
    """Formulas are changed at random; truth tables decide whether that changes the meaning."""
    rng = Random(3)
    items = divlogic(15)
    changed: dict[str, bool] = {}
    plants: dict[tuple[str, ...], Plant] = {}
    for item in items:
        known = premises(item)
        place = rng.randrange(len(known))
        new = rng.choice((known[place], converse_or_denial(known[place]), f"¬¬({known[place]})"))
        # The contrapositive says the same, the converse and the denial do not.
        wrong = new == converse_or_denial(known[place])
        plants[known] = _replacing(place, new)
        changed[item.id] = wrong
    with FakeEndpoint(Tellers(plants)) as endpoint:
        call(tmp_path, endpoint, items, "--rounds", "1")
    kept_ids = {item.id.rpartition("/")[0] for item in load(tmp_path / "told.jsonl").items}
    assert kept_ids == {id for id, wrong in changed.items() if not wrong}


def _replacing(place: int, new: str) -> Plant:
    def plant(pair: Formulas, _: int) -> Formulas:
        return [*pair[0][:place], new, *pair[0][place + 1 :]], pair[1]

    return plant
