"""The hardening loop played by roles that are good or bad at random, broken off at random.

Whatever they say: budgets hold, golds are the solver's, nothing hard stays, and going on from any
point leads to the same end without asking twice.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from items.claims.run import claims_of
from items.files.loading import load
from items.gold.check import Status
from items.harden.catalogue import issue_kinds, reported_by
from items.sources.own_format import write
from sessions.report.hardening_data import gate_path
from tests.effort import rng, turns
from tests.fake_roles import changed, objection, silly, wrongly
from tests.items.verified import verify
from tests.sessions.hardened import Played, play
from tests.sessions.test_hardening import BAD_SETS, UNUSABLE
from tests.sessions.test_hardening_resumed import request_keys, resumed, write_events

REASONS = {
    "the retries of the review gate are used up",
    "the retries of the verify gate are used up",
    "the repairs of answers are used up",
    "a question that only models can settle has no answer",
}


def script(draw: Random) -> dict[str, list[Any]]:
    """Some twenty replies a role, good ones more often than not."""

    def several(bad: list[Any], share: float) -> list[Any]:
        return [draw.choice(bad) if draw.random() < share else None for _ in range(20)]

    gate = {
        name: [objection(draw.choice(list(reported_by(name))), questions=(str(n),)) for n in "1234"]
        for name in ("reviewer", "verifier")
    }
    sets = [bad for bad, _ in BAD_SETS.values()]
    sets += [bad for role, bad in UNUSABLE.values() if role == "question-proposer"]
    some = changed(questions=lambda qs: [*qs[:-1], {**qs[-1], "query": None}], claims=lambda _: {})
    first = [draw.choice([*sets, some, None, None, None])]
    answers = [wrongly("3"), wrongly("3", by=2), wrongly("3", "6"), silly]
    share = draw.choice([0.1, 0.3, 0.6])
    return {
        "decider": several([silly], 0.1),
        "background-proposer": several([silly], 0.1),
        "question-proposer": [*first, *([None] * 20)],
        "reviewer": several([*gate["reviewer"], silly], share),
        "verifier": several([*gate["verifier"], silly], share),
        "ann": several(answers, share),
        "ben": several(answers, share),
        "cleo": several(answers, share),
        "adjudicator": several(answers, share),
    }


def check(played: Played, budgets: dict[str, int]) -> None:
    """What holds whatever was said."""
    record, ending = played.record, played.ending
    outcome = gate_path(record)
    assert outcome.retries["review"] <= budgets["review"]
    assert outcome.retries["verify"] <= budgets["verify"]
    assert outcome.repairs <= budgets["answers"]
    versions = len(record.noted("version"))
    whole = ending.accepted or ending.reason in REASONS
    assert (
        versions == 1 + outcome.proposer_retries if whole else versions <= outcome.proposer_retries
    )
    keys = request_keys(record)
    assert len(keys) == len(played.roles.calls)
    codes = issue_kinds()
    for note in record.of("note"):
        for issue in note["issues"]:
            assert issue["by"] in codes[issue["code"]].reporters
    for note in record.noted("residual"):
        assert all(codes[issue["code"]].severity == "soft" for issue in note["issues"])
    if not ending.accepted:
        assert ending.reason in REASONS or ending.reason.startswith("unusable replies of the ")
        assert ending.item is None
        return
    item = ending.item
    assert item is not None
    checked = verify([item], engine="both")
    assert not checked.parts(Status.DISAGREE)
    by_models = str(item.attributes.get("settled_by_models", ""))
    formal = [leaf.id for leaf in item.leaves if leaf.id not in by_models.split(", ")]
    assert {part.question.id for _, part in checked.parts(Status.AGREE)} == set(formal)
    assert all(leaf.gold is not None for leaf in item.leaves)
    claims = claims_of(item)
    assert not [entry for entry in claims.refuted if entry.claim not in ("clues-used", "harder")]


@pytest.mark.slow
@pytest.mark.scaled
def test_random_roles_interrupted_at_random_finish_correctly(tmp_path: Path) -> None:
    draw = rng(23)
    endings = set()
    for turn in range(turns(3, 60)):
        budgets: dict[str, Any] = {
            name: draw.randrange(4) for name in ("review", "verify", "answers", "format")
        }
        folder = tmp_path / str(turn)
        folder.mkdir()
        played = play(folder, script(draw), None, **budgets)
        check(played, budgets)
        endings.add(played.ending.accepted)
        if played.ending.item is not None:
            file = folder / "hard.jsonl"
            file.write_text(write([played.ending.item]), encoding="utf-8")
            assert load(file).items == (played.ending.item.model_copy(
                update={"provenance": load(file).items[0].provenance}),)  # fmt: skip
        events = draw.randrange(len(played.record.events) + 1)
        again = tmp_path / f"{turn}-again"
        again.mkdir()
        write_events(again, played.record, events)
        assert resumed(again, played, **budgets).events[-1].payload == dict(
            played.record.events[-1].payload
        )
    assert endings
