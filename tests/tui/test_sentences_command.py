"""`countermodel sentences` over real HTTP: a model's verdicts on planted groups say what is kept.

The fake model knows in which of four situations each text is true, and answers from that alone.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from items.families.batches import run
from items.families.divlogic.generator import Divlogic
from items.families.divlogic.task import Logic
from items.model_wording.clause_group_checks import share_kept
from items.wording.bank import load_bank, read_bank, to_document
from tests.fake_endpoint import FakeEndpoint, Reaction, Say
from tests.items.families.test_divlogic_items import ACTS, corpus
from tui.cli import main

ALL = frozenset(range(4))
YES = frozenset({0, 1})
NO = ALL - YES
Truth = dict[str, frozenset[int]]
"""Text to the situations in which it is true."""


class Knowing:
    """Gives groups, corrects by a table, and judges by the situations."""

    def __init__(self, truth: Truth, groups: list[Any], corrections: dict[str, str]) -> None:
        self.truth = {text.casefold(): where for text, where in truth.items()}
        self.groups = groups
        self.corrections = corrections
        self.requests = 0
        self.garbled: str = ""
        """Probes that contain this text are answered with a verdict too few."""

    def __call__(self, request: dict[str, Any], before: int) -> Reaction:
        self.requests += 1
        prompt = "\n".join(message["content"] for message in request["messages"])
        if "<sentences>" in prompt:
            groups, self.groups = self.groups[:5], self.groups[5:]
            return Say(json.dumps({"groups": groups}))
        lines = re.findall(r"^\d+\. (.+)$", prompt, re.M)
        if "<grammar>" in prompt:
            return Say(json.dumps({"texts": [self.corrections.get(t, t) for t in lines]}))
        verdicts = [self.verdict(*line.split(" ⇒ ")) for line in lines]
        if self.garbled and self.garbled in prompt:
            verdicts.pop()
        return Say(f"<probes>{json.dumps({'verdicts': verdicts})}</probes>")

    def verdict(self, premise: str, claim: str) -> str:
        where, right = self.worlds_where(premise), self.worlds_where(claim)
        if where <= right:
            return "true"
        return "open" if where & right else "false"

    def worlds_where(self, text: str) -> frozenset[int]:
        if text in ("(nothing is supposed)", "（没有任何假设）"):
            return ALL
        bare = text.casefold().rstrip(".。")
        for denial in ("it is not true that ", "并非"):
            if bare.startswith(denial):
                return ALL - self.worlds_where(bare.removeprefix(denial))
        return self.truth[bare]


NAMES = [
    f"{a} {b}" for a in ("red", "blue", "old", "tall") for b in ("lamp", "door", "oven", "bell")
]


def group(name: str) -> tuple[dict[str, Any], Truth]:
    """A good group about a thing, and where its texts are true."""
    record: dict[str, Any] = {
        "clause": f"the {name} is open",
        "negation": f"the {name} is not open",
        "paraphrases": [
            {"text": f"the {name} stands open", "negation": f"the {name} does not stand open"}
        ],
        "contradictions": [{"text": f"the {name} is shut"}],
    }
    truth: Truth = {
        f"the {name} is open": YES,
        f"the {name} is not open": NO,
        f"the {name} stands open": YES,
        f"the {name} does not stand open": NO,
        f"the {name} is shut": NO,
    }
    return record, truth


def call(folder: Path, endpoint: FakeEndpoint, *more: str) -> Result:
    arguments = ["sentences", "--model", "m", "--base-url", endpoint.url, "--json"]
    arguments += ["--db", str(folder / "db.sqlite"), "-o", str(folder / "bank.jsonl"), *more]
    return CliRunner().invoke(main, arguments)


# What is planted: which text is true where, and what that costs the group of the same place.
GROUP, PARAPHRASE, OPPOSITE = "group", "paraphrase", "opposite"
MEANINGS: dict[str, tuple[str, frozenset[int], str]] = {
    "a weaker paraphrase": ("the {} stands open", frozenset({0, 1, 2}), PARAPHRASE),
    "a stronger paraphrase": ("the {} stands open", frozenset({0}), PARAPHRASE),
    "an unrelated paraphrase": ("the {} stands open", frozenset({0, 2}), PARAPHRASE),
    "an opposite as paraphrase": ("the {} stands open", NO, PARAPHRASE),
    "a contrary as opposite": ("the {} is shut", frozenset({2}), OPPOSITE),
    "an opposite that may be true too": ("the {} is shut", frozenset({1, 2, 3}), OPPOSITE),
    "a paraphrase as opposite": ("the {} is shut", YES, OPPOSITE),
    "a negation that says less": ("the {} is not open", frozenset({1, 2, 3}), GROUP),
    "a negation that says more": ("the {} is not open", frozenset({3}), GROUP),
    "a paraphrase's negation that says more": (
        "the {} does not stand open",
        frozenset({3}),
        PARAPHRASE,
    ),
}


@pytest.mark.slow
def test_clauses_with_another_meaning_are_omitted(tmp_path: Path) -> None:
    records: list[Any] = []
    truth: Truth = {}
    wanted: dict[str, tuple[int, int]] = {}
    for name, (text, where, loss) in zip(NAMES, MEANINGS.values(), strict=False):
        record, known = group(name)
        records.append(record)
        truth |= known
        truth[text.format(name)] = where
        if loss != GROUP:
            wanted[record["clause"]] = (int(loss != PARAPHRASE), int(loss != OPPOSITE))
    for name in NAMES[len(MEANINGS) :]:
        record, known = group(name)
        records.append(record)
        truth |= known
        wanted[record["clause"]] = (1, 1)
    always, _ = group("sky")
    truth |= dict.fromkeys((always["clause"], "the sky stands open"), ALL)
    truth |= dict.fromkeys(
        (always["negation"], "the sky does not stand open", "the sky is shut"), frozenset[int]()
    )
    records.append(always)
    with FakeEndpoint(Knowing(truth, records, {})) as endpoint:
        result = call(tmp_path, endpoint, "-n", str(len(records)), "--concurrency", "1")
    assert result.exit_code == 0, (result.output, result.exception)
    bank = read_bank(tmp_path / "bank.jsonl", "en")
    group_sizes = {
        g.clauses[0].text: (len(g.clauses) - 1, len(g.contradictions)) for g in bank.groups
    }
    assert group_sizes == wanted
    document = json.loads(result.stdout)
    assert document["groups"] == len(wanted)
    assert document["rejected"] == {
        "a negation that is not the denial of its clause": 2,
        "a clause that is true, or false, whatever the case": 1,
    }
    assert document["texts"] == {"paraphrase not equivalent": 5, "opposite not the denial": 3}


def test_grammar_is_corrected_if_little_changes_and_no_negation(tmp_path: Path) -> None:
    names = NAMES[:6]
    records: list[Any] = []
    truth: Truth = {}
    for name in names:
        record, known = group(name)
        records.append(record)
        truth |= known
    bad, long, turned, joined, garbled, good = names
    records[0]["clause"] = f"the {bad} are open"
    corrections = {
        f"the {bad} are open": f"The {bad} is open.",
        f"the {long} stands open": "nobody has ever closed this thing",
        f"the {turned} is shut": f"the {turned} is not shut",
        f"the {joined} is open": f"the {joined} is open and clean",
    }
    # Said in other groups too.
    records.append({**records[5], "clause": "the gate is locked today"})
    knowing = Knowing(truth, records, corrections)
    knowing.garbled = f"the {garbled} is open"
    with FakeEndpoint(knowing) as endpoint:
        result = call(tmp_path, endpoint, "-n", "7", "--concurrency", "1")
    assert result.exit_code == 0, (result.output, result.exception)
    bank = read_bank(tmp_path / "bank.jsonl", "en")
    group_sizes = {
        g.clauses[0].text: (len(g.clauses) - 1, len(g.contradictions)) for g in bank.groups
    }
    assert group_sizes == {
        f"the {bad} is open": (1, 1),
        f"the {long} is open": (0, 1),
        f"the {turned} is open": (1, 0),
        f"the {good} is open": (1, 1),
    }
    document = json.loads(result.stdout)
    assert document["rejected"] == {
        "no clause with its negation is left": 1,
        "a text that was already there": 1,
        "probes that cannot be read": 1,
    }
    assert document["texts"]["text corrected"] == 1


def test_a_correction_that_keeps_half_or_less_is_not_taken() -> None:
    assert share_kept("a dog run in the park", "a dog runs in the park") > 0.5
    assert share_kept("abcd", "abxy") == 0.5
    assert share_kept("", "") == 0


def test_recorded_replies_are_not_asked_for_again_and_cost_is_capped(tmp_path: Path) -> None:
    pairs = [group(name) for name in NAMES[:4]]
    truth = {text: where for _, known in pairs for text, where in known.items()}
    prices = tmp_path / "prices.toml"
    prices.write_text("[m]\ninput = 1000.0\noutput = 1000.0\n", encoding="utf-8")
    capped = ("-n", "4", "--concurrency", "1", "--prices", str(prices), "--max-cost")
    knowing = Knowing(truth, [record for record, _ in pairs], {})
    with FakeEndpoint(knowing) as endpoint:
        stopped = call(tmp_path, endpoint, *capped, "1")
        assert stopped.exit_code == 3
        assert json.loads(stopped.stdout)["unfinished"] > 0
        before = knowing.requests
        assert 0 < before < 9
        run_outcome = call(tmp_path, endpoint, *capped, "1000")
        assert run_outcome.exit_code == 0
        assert json.loads(run_outcome.stdout)["groups"] == 4
        assert knowing.requests == 9  # one for the groups, two for each of the four
        call(tmp_path, endpoint, *capped, "1000")
        assert knowing.requests == 9


@pytest.mark.slow
def test_a_corpus_is_probed_and_items_are_made_of_it(tmp_path: Path) -> None:
    file = corpus(tmp_path)
    truth: Truth = {}
    for person, object_name, verb, alike, unlike in ACTS:
        for word, where in ((verb, YES), (alike, YES), (unlike, frozenset({2}))):
            truth[f"the {person} is {word} {object_name}"] = where
            truth[f"the {person} is not {word} {object_name}"] = ALL - where
    with FakeEndpoint(Knowing(truth, [], {})) as endpoint:
        result = call(tmp_path, endpoint, str(file))
    assert result.exit_code == 0, (result.output, result.exception)
    document = json.loads(result.stdout)
    assert document["groups"] == document["begun"] == len(ACTS)
    # To be asleep is more than not to run.
    assert document["texts"]["opposite not the denial"] == len(ACTS)
    bank = str(tmp_path / "bank.jsonl")
    items = run(Divlogic(1, Logic(symbols=4), corpus=(bank,)), 3).items
    assert len(items) == 3
    assert all(item.attributes["approximate"] is True for item in items)


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_bank_in_either_language_serves_as_a_corpus(tmp_path: Path, language: str) -> None:
    own = load_bank("zh" if language == "zh" else "en")
    bank = tmp_path / "bank.jsonl"
    groups = Random(3).sample(own.groups, 60)
    lines = [json.dumps(to_document(entry), ensure_ascii=False) for entry in groups]
    bank.write_text("\n".join(lines), encoding="utf-8")
    output = tmp_path / "items.jsonl"
    command = ("generate", "divlogic", "-n", "3", "--symbols", "6", "--corpus", str(bank))
    arguments = (*command, "--language", language, "--db", str(tmp_path / "db"), "-o", str(output))
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 0, (result.output, result.exception)
    assert len(output.read_text(encoding="utf-8").splitlines()) == 3


def test_impossible_options_are_refused(tmp_path: Path) -> None:
    file = corpus(tmp_path)
    with FakeEndpoint(Knowing({}, [], {})) as endpoint:
        chinese = call(tmp_path, endpoint, str(file), "--language", "zh")
        many = call(tmp_path, endpoint, "-n", "5000")
        nothing = call(tmp_path, endpoint, "-n", "5")
    assert chinese.exit_code == many.exit_code == 2
    assert "Too few categories" in many.output
    assert nothing.exit_code == 1
    assert json.loads(nothing.stdout)["groups"] == 0


def model_giving(groups: str, texts: str = "", verdicts: str = "") -> Callable[..., Reaction]:
    """A model that gives these groups, and these corrections and verdicts if any; JSON is returned
    unchanged."""

    def react(request: dict[str, Any], _before: int) -> Reaction:
        prompt = "\n".join(message["content"] for message in request["messages"])
        lines = re.findall(r"^\d+\. (.+)$", prompt, re.M)
        if "<sentences>" in prompt:
            return Say(groups)
        if "<grammar>" in prompt:
            return Say(json.dumps({"texts": [texts or line for line in lines]}))
        return Say('{"verdicts": [' + ", ".join([verdicts or '"true"'] * len(lines)) + "]}")

    return react


@pytest.mark.parametrize(
    "react",
    [
        model_giving(json.dumps({"groups": [group("lamp")[0]]}).replace("lamp", "\\ud800")),
        model_giving(json.dumps({"groups": [group("a" * 50_000)[0]]}), texts="b" * 50_000),
        model_giving(json.dumps({"groups": [group("a" * 50_000)[0]]}), texts="the lamp is open"),
        model_giving(json.dumps({"groups": [group("lamp")[0]]}), verdicts="[" * 400 + "]" * 400),
        model_giving(json.dumps({"groups": [group("lamp")[0]]}), verdicts="9" * 6000),
        model_giving("[" * 100_000),
        model_giving('{"groups":' * 20_000),
    ],
    ids=["half a character", "long", "long before", "deep", "vast", "brackets", "objects"],
)
def test_whatever_a_model_replies_the_command_ends_with_no_group(
    tmp_path: Path, react: Callable[..., Reaction]
) -> None:
    with FakeEndpoint(react) as endpoint:
        result = call(tmp_path, endpoint, "-n", "1")
    assert result.exit_code == 1, (result.output, result.exception)
    assert json.loads(result.stdout)["groups"] == 0
