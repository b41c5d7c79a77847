"""`countermodel word --style contexthub` over real HTTP: domains and categories, the three checks
of a model with planted faults, and the queue for people's two checks."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.families.batches import run
from items.families.dyval.generator import Dyval
from items.families.dyval.task import Shape
from items.files.loading import load
from items.gold.check import check_item
from items.model_wording.context_checks import ACCEPTED, Checks, read_checks
from items.model_wording.contexts import read_categories, wishes
from items.models import Item
from items.sources.own_format import write
from solver.errors import InputError
from study.annotation.queue import load_queue
from tests.fake_endpoint import FakeEndpoint, Say
from tests.fake_tellers import Checkers, Tellers
from tui.cli import main

CONTEXTHUB = load("builtin:contexthub")


def templates(count: int) -> list[Item]:
    maker = Dyval(Shape(depth=3), 5, ("symbols",), strict=True)
    return list(run(maker, count, unique=True).items)


def call(folder: Path, endpoint: FakeEndpoint, items: list[Item], *more: str) -> Result:
    source = folder / "source.jsonl"
    source.write_text(write(items), encoding="utf-8")
    arguments = ["word", str(source), "--model", "teller", "--base-url", endpoint.url]
    arguments += ["--db", str(folder / "db.sqlite"), "-o", str(folder / "told.jsonl"), *more]
    return CliRunner().invoke(main, arguments)


def test_the_domains_are_contexthubs_and_have_categories() -> None:
    known = read_categories()
    shipped = {str(i.attributes["domain"]) for i in CONTEXTHUB.items} - {"abstract"}
    assert len(known) == 11
    assert shipped <= set(known)
    for listed in known.values():
        assert len(set(listed)) >= 5


def test_each_domain_has_different_categories_and_a_seed_decides() -> None:
    known = read_categories()
    wished = wishes("a", "contexthub", "en", known, 5, 1)
    assert len(wished) == 55
    assert len({(wish.domain, wish.category) for wish in wished}) == 55
    assert all(wish.category in known[wish.domain] for wish in wished)
    assert wished == wishes("a", "contexthub", "en", known, 5, 1)
    assert wished != wishes("a", "contexthub", "en", known, 5, 2)
    assert wished != wishes("b", "contexthub", "en", known, 5, 1)
    (single,) = wishes("a", "domain:Culture and Arts", "en", known, 1, 1)
    assert single.domain == "culture and arts"
    with pytest.raises(InputError, match="Unknown domain"):
        wishes("a", "domain:cheese", "en", known, 1, 1)
    with pytest.raises(InputError, match="Too few categories"):
        wishes("a", "contexthub", "en", known, 99, 1)


@pytest.mark.parametrize("text", ["a = 3", "a = []", 'a = ["x", "X"]', "", "a = [", "a = [1]"])
def test_files_that_hold_no_categories_are_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"own\.toml"):
        read_categories(path)


@pytest.mark.slow
def test_every_template_is_worded_in_every_domain(tmp_path: Path) -> None:
    items = templates(3)
    prompts: list[str] = []
    checkers = Checkers(Tellers(), {})

    def watched(request: dict[str, Any], before: int) -> Any:
        prompts.append(request["messages"][-1]["content"])
        return checkers(request, before)

    with FakeEndpoint(watched) as endpoint:
        result = call(tmp_path, endpoint, items, "--style", "contexthub", "--json")
    assert result.exit_code == 0, (result.output, result.exception)
    document = json.loads(result.stdout)
    assert document["accepted"] == document["items"] == 33
    assert document["checks"] == {"checked": 33, "failed": dict.fromkeys(ACCEPTED, 0)}
    items_told = load(tmp_path / "told.jsonl", strict=True).items
    known = read_categories()
    for item in items_told:
        assert item.attributes["category"] in known[str(item.attributes["domain"])]
        assert check_item(item, engine="both").state == "proved"
        checks = item.provenance.parameters["checks"]
        assert checks == {
            "by": "teller",
            "common_sense": "no",
            "sensibility": "yes",
            "tautology": "no",
        }
    assert (
        len({(item.attributes["template"], item.attributes["domain"]) for item in items_told}) == 33
    )
    telling_prompts = [text for text in prompts if "<telling>" in text]
    assert len([text for text in telling_prompts if re.search(r"domain.*: .+, .+", text)]) == 33
    rows = {row["value"]: row for row in document["table"] if row["by"] == "domain"}
    assert {name: row["items"] for name, row in rows.items()} == dict.fromkeys(known, 3)


def test_texts_that_fail_a_check_are_reworded_and_then_rejected(tmp_path: Path) -> None:
    items = templates(4)
    # The fake teller's first meaning is about the lamp in every text: all fail by it.
    faults = {"the lamp is old": {"common_sense": "yes"}}
    checkers = Checkers(Tellers(), faults)
    with FakeEndpoint(checkers) as endpoint:
        options = ("--style", "domain:culture and arts", "--checker", "judge", "--rounds", "2")
        result = call(tmp_path, endpoint, items, *options, "--json")
    assert result.exit_code == 1, (result.output, result.exception)
    document = json.loads(result.stdout)
    assert document["accepted"] == 0
    assert document["rejected"] == {"does not pass the check common sense": 4}
    assert document["checks"] == {
        "checked": 4,
        "failed": {"common_sense": 4, "sensibility": 0, "tautology": 0},
    }
    assert len(checkers.checked) == 8
    assert all(
        "lamp is old" in line for lines in document["differences"].values() for line in lines
    )


def test_a_wrong_text_is_not_even_checked(tmp_path: Path) -> None:
    items = templates(2)

    def dropped(pair: Any, _: int) -> Any:
        return [f"¬({pair[0][0]})", *pair[0][1:]], pair[1]

    from tests.tui.test_word_command import premises

    checkers = Checkers(Tellers({premises(items[0]): dropped}), {})
    with FakeEndpoint(checkers) as endpoint:
        style = ("--style", "domain:human activities", "--checker", "judge", "--rounds", "1")
        result = call(tmp_path, endpoint, items, *style, "--json")
    assert json.loads(result.stdout)["accepted"] == 1
    assert len(checkers.checked) == 1


def test_the_queue_has_the_two_checks_for_people(tmp_path: Path) -> None:
    queue = tmp_path / "spot.toml"
    with FakeEndpoint(Checkers(Tellers(), {})) as endpoint:
        more = ("--queue", str(queue), "--annotators", "ann, ben")
        result = call(tmp_path, endpoint, templates(1), "--style", "contexthub", *more)
    assert result.exit_code == 0, (result.output, result.exception)
    loaded = load_queue(queue)
    assert len(loaded.queue.entries) == 11
    assert loaded.queue.overlap == 2
    checks = loaded.scheme.scheme.checks
    assert [check.id for check in checks] == ["template_adherence", "fact_reckoning"]


def test_own_categories_are_used_and_wrong_usage_is_refused(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('"sea" = ["Tides", "Ports"]\n', encoding="utf-8")
    tellers = Checkers(Tellers(), {})
    with FakeEndpoint(tellers) as endpoint:
        style = ("--style", "contexthub", "--categories", str(own), "--instances", "2", "--json")
        result = call(tmp_path, endpoint, templates(2), *style)
        assert json.loads(result.stdout)["accepted"] == 4
        items_told = load(tmp_path / "told.jsonl").items
        assert {item.attributes["category"] for item in items_told} == {"Tides", "Ports"}
        requests_before = tellers.tellers.requests
        for wrong in (
            ("--style", "plain", "--categories", str(own)),
            ("--style", "domain:land", "--categories", str(own)),
            ("--style", "contexthub", "--categories", str(own), "--instances", "3"),
            ("--style", "plain", "--instances", "2"),
            ("--style", "contexthub", "--queue", str(tmp_path / "q.toml")),
        ):
            refused = call(tmp_path, endpoint, templates(1), *wrong)
            assert refused.exit_code == 2, (wrong, refused.output)
        assert tellers.tellers.requests == requests_before


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        ("Fine.", "there is no JSON object with the checks"),
        ('{"common_sense": "no", "sensibility": "yes"}', "tautology: expected yes or no"),
        ('{"common_sense": "maybe", "sensibility": "yes", "tautology": "no"}', "common_sense: "),
    ],
)
def test_replies_without_checks_are_rejected(reply: str, outcome: str) -> None:
    checks = read_checks(reply)
    assert isinstance(checks, str)
    assert checks.startswith(outcome)


def test_verdicts_are_read_in_the_forms_that_models_write() -> None:
    checks = read_checks(
        '<checks>{"common_sense": false, "sensibility": "是", "tautology": "YES"}</checks>'
    )
    assert isinstance(checks, Checks)
    assert checks.failed == ("tautology",)
    assert checks.complaints == ("tautology: no reason given",)


def test_unreadable_checks_reject_the_text(tmp_path: Path) -> None:
    tellers = Tellers()

    def react(request: dict[str, Any], before: int) -> Any:
        return Say("Fine.") if request["model"] == "judge" else tellers(request, before)

    with FakeEndpoint(react) as endpoint:
        result = call(tmp_path, endpoint, templates(1), "--checker", "judge", "--json")
    (reason,) = json.loads(result.stdout)["rejected"]
    assert reason.startswith("checks that cannot be read")
