"""Options, truth questions and rows of a difference in `--json`, against all assignments."""

import json
import random
from collections.abc import Callable, Sequence
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tui.cli import main

NAMES = "ABCD"
World = dict[str, bool]
Claim = tuple[str, Callable[[World], bool]]
"""A formula as it is written, and its truth in a world, worked out beside the solver."""


def claim(draw: random.Random, depth: int = 2) -> Claim:
    if not depth or draw.random() < 0.2:
        name = draw.choice(NAMES)
        return name, lambda world: world[name]
    (text, first), (second_text, second) = claim(draw, depth - 1), claim(draw, depth - 1)
    return draw.choice(
        [
            (f"¬({text})", lambda world: not first(world)),
            (f"({text} ∧ {second_text})", lambda world: first(world) and second(world)),
            (f"({text} ∨ {second_text})", lambda world: first(world) or second(world)),
            (f"({text} → {second_text})", lambda world: not first(world) or second(world)),
            (f"({text} ↔ {second_text})", lambda world: first(world) == second(world)),
        ]
    )


def worlds(premises: Sequence[Claim]) -> list[World]:
    all_worlds = (
        dict(zip(NAMES, values, strict=True)) for values in product([False, True], repeat=4)
    )
    return [world for world in all_worlds if all(holds(world) for _text, holds in premises)]


def standing_of(premises: Sequence[Claim], claim: Claim) -> str:
    values = {bool(claim[1](world)) for world in worlds(premises)}
    if not values:
        return "premises inconsistent"
    if len(values) == 2:
        return "undetermined"
    return "entailed" if True in values else "contradicted"


TRUTH = {
    "entailed": "True",
    "contradicted": "False",
    "undetermined": "Unknown",
    "premises inconsistent": "Inconsistent",
}


def problem(seed: int) -> tuple[list[Claim], list[Claim], dict[str, Any]]:
    draw = random.Random(seed)
    premises = [claim(draw) for _ in range(4)]
    options = [claim(draw) for _ in range(4)]
    choice_options = [
        {"text": f"option {n}", "formula": text} for n, (text, _) in enumerate(options)
    ]
    record = {
        "id": f"random/{seed}",
        "text": "Something.",
        "formalization": {
            "parameters": dict.fromkeys(NAMES, "Bool"),
            "premise": [text for text, _ in premises],
        },
        "questions": [
            {"kind": "choice", "options": choice_options, "gold": "A"},
            {"kind": "truth", "query": f"necessary({options[0][0]})", "gold": "True"},
        ],
    }
    return premises, options, record


def write_items(folder: Path, records: Sequence[dict[str, Any]]) -> str:
    path = folder / "items.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return str(path)


def json_of(*arguments: str) -> Any:
    return json.loads(CliRunner().invoke(main, [*arguments, "--json"]).stdout)


def extended(model: World | None) -> list[World]:
    """The worlds that a model over the used symbols represents."""
    if model is None:
        return []
    return [w for w in worlds([]) if all(w[name] == value for name, value in model.items())]


def check(premises: Sequence[Claim], claim: Claim, entry: dict[str, Any]) -> None:
    stand = standing_of(premises, claim)
    assert entry["verdict"] == stand
    refuted = stand in ("contradicted", "undetermined")
    assert (entry["countermodel"] is not None) == refuted
    for world in extended(entry["countermodel"]):
        assert world in worlds(premises)
        assert not claim[1](world)
    for world in extended(entry["witness"]):
        assert world in worlds(premises)
        assert claim[1](world)
    if stand == "undetermined":
        assert entry["witness"] is not None
        assert entry["supports"] is None
        return

    def settles(chosen: Sequence[int]) -> bool:
        return standing_of([premises[n] for n in chosen], claim) in (stand, "premises inconsistent")

    def contradicts(chosen: Sequence[int]) -> bool:
        return not worlds([premises[n] for n in chosen])

    enough = contradicts if stand == "premises inconsistent" else settles
    sufficient = [c for size in range(5) for c in combinations(range(4), size) if enough(c)]
    least = [c for c in sufficient if not any(set(o) < set(c) for o in sufficient)]
    assert sorted(map(tuple, entry["supports"])) == sorted(least)
    assert entry["supports_exhausted"] is True


@pytest.mark.slow
def test_options_and_truth_values_agree_with_all_assignments(tmp_path: Path) -> None:
    problems = [problem(seed) for seed in range(60)]
    source = write_items(tmp_path, [record for _, _, record in problems])
    solved = json_of("solve", source)
    db = ("--db", str(tmp_path / "record.db"))
    verified = json_of("verify", source, "--engine", "worlds", *db)
    verdicts = set()
    for (premises, options, record), item, again in zip(
        problems, solved, verified["answers"], strict=True
    ):
        assert item["id"] == again["id"] == record["id"]
        for choice, truth in (item["answers"], again["questions"]):
            for claim, entry in zip(options, choice["options"], strict=True):
                check(premises, claim, entry)
                verdicts.add(entry["verdict"])
            entailed = [
                letter
                for letter, claim in zip("ABCD", options, strict=True)
                if standing_of(premises, claim) in ("entailed", "premises inconsistent")
            ]
            assert choice["answer"] == entailed
            assert [o["letter"] for o in choice["options"] if o["right"]] == entailed
            check(premises, options[0], truth["statement"])
            assert truth["answer"] == TRUTH[standing_of(premises, options[0])]
    assert verdicts == set(TRUTH)


def test_rows_of_a_difference_agree_with_all_assignments(tmp_path: Path) -> None:
    changed = 0
    for seed in range(60, 75):
        premises, options, record = problem(seed)
        (outcome,) = (json_of("diff", write_items(tmp_path, [record]), "--edit", "drop 2"),)
        after = [premises[0], *premises[2:]]
        rows = {row["label"]: row for row in outcome["rows"]}
        claims = {f"1 {letter}": o for letter, o in zip("ABCD", options, strict=True)}
        assert set(rows) <= {*claims, "2"}
        for label, row in rows.items():
            pair = claims.get(label, options[0])
            before = standing_of(premises, pair)
            assert (row["before"], row["after"]) == (before, standing_of(after, pair))
            assert row["changed"] == (row["before"] != row["after"])
            for world in extended(row["world"]):
                assert world in worlds(after)
                assert pair[1](world) == (row["world_shows"] == "holds")
            changed += row["changed"]
    assert changed


def test_an_option_without_a_formula_says_why(tmp_path: Path) -> None:
    options = [{"text": "one"}, {"text": "two"}]
    record = {"id": "x", "text": "T", "questions": [{"kind": "choice", "options": options}]}
    (item,) = json_of("solve", write_items(tmp_path, [record]))
    (answer,) = item["answers"]
    assert (answer["answer"], answer["reason"]) == (None, "the item has no formalization")
    assert [option["verdict"] for option in answer["options"]] == [None, None]
