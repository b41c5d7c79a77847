"""`countermodel harden`: a file of hardened items, and why others are left out."""

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.asking.pace import Pace, Turn
from items.files.loading import load
from items.harden.catalogue import strategies
from items.sources.own_format import write
from sessions.annotation.desk import Desk
from sessions.record.clock import ManualClock
from sessions.storage.database import Database
from study.annotation.queue import load_queue
from study.annotation.scheme import Verdict
from tests.fake_endpoint import Behaviour, FakeEndpoint, Reaction, Say
from tests.fake_roles import FakeRoles, bases
from tests.sessions.hardened import write_roles
from tui.cli import main
from tui.commands.harden import STRATEGIES


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["harden", *arguments])


def test_a_hardened_item_is_written_and_checks_out(tmp_path: Path) -> None:
    output, db = tmp_path / "hard.jsonl", str(tmp_path / "db.sqlite")
    wanted = ("builtin:demo", "--solver", "--item", "demo/four-lamps", "-o", str(output))
    result = run(*wanted, "--db", db, "--json")
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout)["written"] == 1
    (item,) = load(output).items
    assert item.attributes["base"] == "demo/four-lamps"
    checked = CliRunner().invoke(
        main, ["items", "claims", str(output), "--base", "builtin:demo", "--json"]
    )
    assert checked.exit_code == 0
    counts = json.loads(checked.stdout)["counts"]
    assert counts["harder"] == {"proved": 1}
    assert counts["alias"] == {"proved": 1}


def test_items_that_cannot_be_hardened_are_reported(tmp_path: Path) -> None:
    output = tmp_path / "hard.jsonl"
    result = run("builtin:demo", "--item", "demo/rosettes", "-o", str(output), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout)["rejected"] == {"no item: it is first-order": 1}
    assert run("builtin:demo", "--item", "nobody", "-o", str(output)).exit_code == 2


def test_a_strategy_is_left_out(tmp_path: Path) -> None:
    output = tmp_path / "hard.jsonl"
    wanted = ("builtin:demo", "--item", "demo/four-lamps", "-o", str(output), "--json")
    result = run(*wanted, "--without", "add_counterfactual_variant", "--db", str(tmp_path / "d"))
    assert result.exit_code == 0, result.stderr
    (item,) = load(output).items
    assert item.formalization is not None
    assert "variants" not in item.formalization
    assert run(*wanted, "--without", "add_luck").exit_code == 2
    assert list(STRATEGIES) == list(strategies())


# --- by models ----------------------------------------------------------------------------------


def by_models(folder: Path, roles: Behaviour, *more: str, lines: str = "") -> Result:
    """`harden --roles` against fake roles, on a file with the English base."""
    base = folder / "base.jsonl"
    base.write_text(write(bases()[:1]), encoding="utf-8")
    file = write_roles(folder)
    file.write_text(file.read_text(encoding="utf-8") + lines, encoding="utf-8")
    wanted = (str(base), "--roles", str(file), "-o", str(folder / "hard.jsonl"), "--json")
    where = ("--db", str(folder / "record.db"), "--tries", "1")
    with FakeEndpoint(roles) as server:
        return run(*wanted, *where, "--base-url", server.url, *more)


@pytest.mark.slow
def test_models_harden_and_the_same_command_asks_nothing_more(tmp_path: Path) -> None:
    roles = FakeRoles()
    first = by_models(tmp_path, roles)
    assert first.exit_code == 0, first.stderr
    document = json.loads(first.stdout)
    assert (document["written"], document["requests"], document["unfinished"]) == (1, 8, 0)
    assert document["settled_by"] == {"solver": 1}
    (item,) = load(tmp_path / "hard.jsonl").items
    assert item.attributes["base"] == bases()[0].id
    again = by_models(tmp_path, roles)
    assert json.loads(again.stdout)["requests"] == 0
    assert len(roles.calls) == 8
    assert load(tmp_path / "hard.jsonl").items == (item,)


@pytest.mark.slow
def test_token_limits_per_minute_are_per_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every model has a pace, and every request takes its turn there."""
    turns: dict[int, int] = {}
    turn = Pace.turn

    async def counted(
        pace: Pace, texts: Sequence[str], longest: int | None, ended: asyncio.Event
    ) -> Turn | None:
        assert (pace.requests, pace.tokens) == (1000, 5_000_000)
        turns[id(pace)] = turns.get(id(pace), 0) + 1
        return await turn(pace, texts, longest, ended)

    monkeypatch.setattr(Pace, "turn", counted)
    run_outcome = by_models(tmp_path, FakeRoles(), "--rpm", "1000", "--tpm", "5000000")
    assert json.loads(run_outcome.stdout)["written"] == 1
    # Planner and proposers, the reviewer, and three answerers.
    assert sorted(turns.values()) == [1, 1, 1, 1, 4]


@pytest.mark.slow
def test_costs_are_reported_and_the_limit_holds_over_prices_of_each_model(tmp_path: Path) -> None:
    prices = tmp_path / "prices.toml"
    names = ("planner", "reviewer", "ann", "ben", "cleo")
    prices.write_text("".join(f"[{n}]\ninput = 1000000\noutput = 0\n" for n in names))
    capped = by_models(tmp_path, FakeRoles(), "--prices", str(prices), "--max-cost", "1000")
    assert capped.exit_code == 3
    document = json.loads(capped.stdout)
    assert document["unfinished"] == 1
    assert 0 < document["cost"] <= 1000
    assert "leaves no room" in capped.stderr
    whole = by_models(tmp_path, FakeRoles(), "--prices", str(prices))
    after = json.loads(whole.stdout)
    assert after["reused"] == document["requests"]
    assert after["cost_in_all"] == document["cost"] + after["cost"]
    assert by_models(tmp_path, FakeRoles(), "--max-cost", "1").exit_code == 2


@pytest.mark.parametrize(("number", "enters"), [(3, True), (4, False)])
def test_only_items_that_probes_find_easy_enter_the_loop(
    tmp_path: Path, number: int, enters: bool
) -> None:
    roles = FakeRoles()

    def probed(request: dict[str, Any], before: int) -> Reaction:
        if request["model"] == "probe":
            return Say(json.dumps({"answer": number}))
        return roles(request, before)

    run_outcome = by_models(tmp_path, probed, "--probe", lines='\n[probe]\nmodel = "probe"\n')
    document = json.loads(run_outcome.stdout)
    assert document["entered"] == int(enters)
    assert bool(roles.calls) is enters
    assert run_outcome.exit_code == (0 if enters else 1)
    assert sum(document["left_out"].values()) == int(not enters)


@pytest.mark.slow
def test_a_queue_has_each_item_with_its_base_and_the_accepted_come_out(tmp_path: Path) -> None:
    queue, db = tmp_path / "queue.toml", tmp_path / "record.db"
    run_outcome = by_models(tmp_path, FakeRoles(), "--queue", str(queue), "--annotators", "ann,ben")
    assert run_outcome.exit_code == 0, run_outcome.stderr
    loaded = load_queue(queue)
    assert loaded.queue.scheme == "hardened-item"
    (entry,) = loaded.queue.entries
    assert (entry.item, entry.base) == (f"{bases()[0].id}/hardened", bases()[0].id)
    refused = by_models(tmp_path, FakeRoles(), "--queue", str(queue), "--annotators", "ann")
    assert refused.exit_code == 2
    assert "already exists" in refused.stderr
    with Database.open(db) as database:
        desk = Desk.open(database, loaded, "ann", clock=ManualClock())
        current = desk.next()
        assert current is not None
        assert current.base == bases()[0]
        while current.missing:
            check = current.missing[0].asked_check.check
            verdict: Verdict = next(iter(check.accept), "yes") if check.kind != "codes" else ()
            now = desk.give(current.missing[0].asked_check.key, verdict, "looked at")
            assert now is not None
            current = now
        desk.submit()
        desk.close()
    accepted = tmp_path / "accepted.jsonl"
    result = CliRunner().invoke(
        main, ["annotate", "export", str(queue), "--items", str(accepted), "--db", str(db)]
    )
    assert result.exit_code == 0, result.output
    (item,) = load(accepted).items
    (hard,) = load(tmp_path / "hard.jsonl").items
    assert item.content_hash == hard.content_hash
    assert item.claims == hard.claims
    assert item.attributes["settled_by"] == "solver"


BAD_ROLES = {
    "no such role": ("[cook]\nmodel = 'm'\n", "'cook'"),
    "two models": ("[decider]\nmodels = ['a', 'b']\n", "expected one model"),
    "one answerer": ("[answerer]\nmodels = ['a']\n", "at least 2"),
    "no model": ("[verifier]\ntemperature = 0\n", "either model or models"),
    "twice the same": ("[answerer]\nmodels = ['a', 'a']\n", "different names"),
    "a budget below zero": ("[budgets]\nreview = -1\n", "budgets, review"),
    "no such budget": ("[budgets]\ntime = 1\n", "'time'"),
    "a share above one": ("[probe]\nmodel = 'm'\nleast = 2\n", "probe, least"),
    "messages": ("[decider]\nmodel = 'm'\nmessages = []\n", "'messages'"),
    "no TOML": ("[decider\n", "roles.toml"),
}


@pytest.mark.parametrize("name", BAD_ROLES)
def test_a_bad_file_of_roles_is_refused_with_its_place(tmp_path: Path, name: str) -> None:
    text, message = BAD_ROLES[name]
    file = tmp_path / "roles.toml"
    rest = "[default]\nmodel = 'd'\n"
    if "answerer" not in text:
        rest += "[answerer]\nmodels = ['a', 'b']\n"
    file.write_text(text + rest, encoding="utf-8")
    run_outcome = run("builtin:demo", "--roles", str(file), "-o", str(tmp_path / "o.jsonl"))
    assert run_outcome.exit_code == 2
    assert message in run_outcome.stderr
    assert "roles.toml" in run_outcome.stderr


def test_a_dry_run_sends_nothing(tmp_path: Path) -> None:
    roles = FakeRoles()
    run_outcome = by_models(tmp_path, roles, "--dry-run")
    assert run_outcome.exit_code == 0
    assert json.loads(run_outcome.stdout)["least_requests"] == 8
    assert not roles.calls
    assert not (tmp_path / "hard.jsonl").exists()
