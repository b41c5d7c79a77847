"""People's rows in the tables of papers C, D and E: every figure has an interval, made of the same
answers; values are counted again by plain code."""

import random
from dataclasses import replace
from itertools import product
from statistics import fmean
from typing import Any

import pytest

from items.answers import CountAnswer, TextAnswer, TruthAnswer
from items.models import Item, Provenance, Question
from sessions.record.solver_figures import Solving
from sessions.report.comparing_data import ComparingData
from sessions.report.papers.paper_record import PaperRecord
from sessions.report.papers.paper_table import NOT_RECORDED
from sessions.report.papers.published import printed
from sessions.report.papers.registry import PAPERS
from sessions.report.respondents import Respondent
from sessions.report.sampling import Clusters
from sessions.storage.database import Database
from study.scores.answer_sheets import AnswerSheet, asked_of
from study.statistics.open_ranks import Span, open_correlation
from study.statistics.ranks import rank_correlation
from study.statistics.samples import NEW_PEOPLE_AND_ITEMS, Sampling
from tests.sessions.crossed_model import crossed_share

LABELS = ("true", "false", "unknown")
WITHOUT = ("p of", "seconds", "tokens", "paired by template", "table 3 ")
"""Tables whose figures are no shares of right answers, nor differences of such."""
COUNTS = (
    *("pairs", "tasks", "median tokens", "runs", "seconds", "tokens"),
    *("Base items", "Hard items"),
)


def truth(id_: str, gold: str, benchmark: str, **attributes: Any) -> Item:
    value = TruthAnswer.model_validate({"value": gold})
    return Item(
        id=id_,
        text=f"Text of {id_}.",
        questions=(Question(id="1", kind="truth", gold=value),),
        attributes=attributes,
        provenance=Provenance(benchmark=benchmark, parameters={"filler": 0}),
    )


def people(
    sheet: AnswerSheet, items: list[Item], sampling: Sampling = NEW_PEOPLE_AND_ITEMS
) -> Respondent:
    known = {item.content_hash: item for item in items}
    clusters = Clusters(sampling).cluster_of_item(known.items())
    return Respondent(
        "people (6)", "people", "S", None, sheet, known, asked_of(known), {}, clusters, sampling
    )


def tables(letter: str, *respondents: Respondent) -> dict[str, list[dict[str, Any]]]:
    data = ComparingData(Database.open(":memory:"), respondents, respondents, (), Solving(0), True)
    outcome = {}
    for name, rows in PAPERS[letter].tables(PaperRecord(data, printed(letter))):
        heads = [column.name for column in rows.columns]
        outcome[name] = [dict(zip(heads, row, strict=True)) for row in rows.rows]
    return outcome


def humans(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [row for row in rows if any(value == "Human" for value in row.values())]


def check_ends(by_name: dict[str, list[dict[str, Any]]]) -> int:
    """Every figure of people in these tables has ends around it, of some width; how many do."""
    n = 0
    for name, rows in by_name.items():
        if any(word in name for word in WITHOUT):
            continue
        for row in humans(rows):
            for head, value in row.items():
                other = head.endswith((" low", " high", "(paper)", "sd")) or head in COUNTS
                if other or value is None or isinstance(value, str):
                    continue
                low, high = row[f"{head} low"], row[f"{head} high"]
                assert low <= value <= high, (name, head, row)
                assert low < high, (name, head, row)
                n += 1
    return n


def answered_truths(
    items: list[Item], seed: int
) -> tuple[AnswerSheet, list[tuple[str, Item, Any]]]:
    draw = random.Random(seed)
    leaves = asked_of({item.content_hash: item for item in items})
    sheet = AnswerSheet()
    truths = []
    for person in range(6):
        for item in items:
            gold = item.leaves[0].gold
            assert isinstance(gold, TruthAnswer)
            word = gold.value if draw.random() < 0.6 else draw.choice(LABELS)
            answer = TruthAnswer.model_validate({"value": word})
            part = leaves[item.content_hash, "1"]
            sheet.put(part, 0, "answered", answer, respondent=f"p{person}")
            truths.append((f"p{person}", item, (gold.value, word)))
    return sheet, truths


def test_people_of_contexthub_have_intervals() -> None:
    items = [
        truth(
            f"{kind}/{template}/{domain}/{n}",
            LABELS[(template + n) % 3],
            "ContextHub",
            kind=kind,
            level=1,
            template=template,
            domain=domain,
            abstract=domain == "abstract",
        )
        for kind in ("deductive", "abductive")
        for template in range(6)
        for domain in ("abstract", "math")
        for n in range(3)
    ]
    sheet, truths = answered_truths(items, 5)
    by_name = tables("C", people(sheet, items))
    assert check_ends(by_name) >= 34
    (row,) = [r for r in humans(by_name["figure 3"]) if r["kind"] == "deductive"]

    def average(domain: str) -> float:
        pairs = [
            pair
            for _, item, pair in truths
            if item.attributes["domain"] == domain and item.attributes["kind"] == "deductive"
        ]
        scores = []
        for label in LABELS:
            both = sum(pair == (label, label) for pair in pairs)
            scores.append(2 * both / sum((g == label) + (w == label) for g, w in pairs))
        return fmean(scores)

    assert row["abstract minus contextual"] == pytest.approx(average("abstract") - average("math"))
    # The difference cannot be surer than the wider of both figures with as much of the other.
    widths = [row[f"{side} high"] - row[f"{side} low"] for side in ("abstract", "contextual")]
    width = row["abstract minus contextual high"] - row["abstract minus contextual low"]
    assert abs(widths[0] - widths[1]) - 1e-9 <= width <= sum(widths) + 1e-9


def test_people_of_qmfol_have_intervals() -> None:
    items = [
        truth(
            f"Food_d{depth}_w5_{label}_{n}_distract{distractors}",
            label,
            "QMFOL",
            topic="Food",
            depth=depth,
            width=5,
            distractors=distractors,
        )
        for depth in (5, 20)
        for label in LABELS
        for n in range(3)
        for distractors in (0, 5)
    ]
    sheet, truths = answered_truths(items, 7)
    by_name = tables("D", people(sheet, items))
    assert check_ends(by_name) > 20
    (row,) = humans(by_name["figure 4, overall"])
    cells = [(who, item.content_hash, int(gold == word)) for who, item, (gold, word) in truths]
    share, low, high = crossed_share(cells)
    assert [row["accuracy"], row["accuracy low"], row["accuracy high"]] == pytest.approx(
        [share, low, high]
    )
    (row,) = humans(by_name["figure 5"])
    good = {(who, item.id): gold == word for who, item, (gold, word) in truths}
    pairs = [
        (good[who, name], good[who, name.replace("distract0", "distract5")])
        for who, name in good
        if name.endswith("distract0")
    ]
    cw, wc = (pairs.count(change) / len(pairs) for change in ((True, False), (False, True)))
    assert [row["CW"], row["WC"], row["net"]] == pytest.approx([cw, wc, cw - wc])
    (row,) = humans(by_name["table 3"])
    of_gold = [word for *_, (gold, word) in truths if gold == "true"]
    assert row["T as F"] == pytest.approx(of_gold.count("false") / len(of_gold))


def test_seconds_of_people_are_means_over_their_answers() -> None:
    """As the accuracy next to them; the items were answered by four people and by one."""
    items = [
        truth(
            f"Food_d5_w5_true_{n}_distract0",
            "true",
            "QMFOL",
            topic="Food",
            depth=5,
            width=5,
            distractors=0,
        )
        for n in range(2)
    ]
    times = {items[0].content_hash: (10.0, 20.0, 30.0, 40.0), items[1].content_hash: (90.0,)}
    sheet, _ = answered_truths(items, 7)
    by_name = tables("D", replace(people(sheet, items), times=times))
    (row,) = humans(by_name["figure 4, overall"])
    assert row["seconds"] == pytest.approx(190 / 5)
    (row,) = humans(by_name["figure 4, seconds"])
    assert row["W5"] == pytest.approx(190 / 5)


def test_declaring_a_finite_population_changes_only_the_intervals() -> None:
    items = [
        truth(
            f"Food_d5_w5_{label}_{n}_distract0",
            label,
            "QMFOL",
            topic="Food",
            depth=5,
            width=5,
            distractors=0,
        )
        for label in LABELS
        for n in range(5)
    ]
    sheet, _ = answered_truths(items, 9)
    widths = {}
    for name in (None, "people", "items"):
        (row,) = humans(tables("D", people(sheet, items, Sampling(name)))["figure 4, overall"])
        widths[name] = row["accuracy"], row["accuracy high"] - row["accuracy low"]
    assert len({value for value, _ in widths.values()}) == 1
    assert len({width for _, width in widths.values()}) == 3


def _whole(draw: random.Random, sheet: AnswerSheet, items: list[Item], person: str) -> list[Any]:
    leaves = asked_of({item.content_hash: item for item in items})
    outcome = []
    for item in items:
        rights = []
        before = len(sheet.parts)
        for part, leaf in enumerate(item.leaves):
            is_right = draw.random() < 0.8
            answer = CountAnswer(count=part if is_right else part + 1)
            sheet.put(leaves[item.content_hash, leaf.id], 0, "answered", answer, respondent=person)
            rights.append(is_right)
        for place in range(before, len(sheet.parts)):
            row = sheet.parts[place]
            sheet.parts[place] = row._replace(item=f"{row.item}#{person}")
        outcome.append(rights)
    return outcome


def test_people_of_llmeval_logic_have_intervals() -> None:
    draw = random.Random(3)
    texts = ["多少种？", "假设甲改为红，多少种？", "几个？"]
    items = {
        subset: [
            Item(
                id=f"{subset} {n}",
                text=f"{subset} {n}",
                language="zh",
                questions=tuple(
                    Question(
                        id=str(part + 1),
                        text=texts[part],
                        kind="count_models",
                        gold=CountAnswer(count=part),
                    )
                    for part in range(parts)
                ),
                provenance=Provenance(benchmark=f"LLMEval-Logic {subset}"),
            )
            for n in range(12)
        ]
        for subset, parts in (("Base", 1), ("Hard", 3))
    }
    sheet = AnswerSheet()
    judged: dict[str, list[list[bool]]] = {"Base": [], "Hard": []}
    for person, subset in product(range(6), items):
        judged[subset] += _whole(draw, sheet, items[subset], f"p{person}")
    by_name = tables("E", people(sheet, [*items["Base"], *items["Hard"]]))
    assert check_ends(by_name) >= 11
    (row,) = humans(by_name["figure 7"])
    base, hard = (fmean(map(all, judged[subset])) for subset in ("Base", "Hard"))
    assert row["Base minus Hard"] == pytest.approx(base - hard)
    by_sub = fmean(right for rights in judged["Hard"] for right in rights)
    assert row["Sub-Q minus Item"] == pytest.approx(by_sub - hard)
    assert NOT_RECORDED not in row.values()


@pytest.mark.slow
def test_an_unsettled_rank_correlation_has_two_bounds() -> None:
    """All ways to settle it, on a finer grid than the program's."""
    draw = random.Random(1)
    for _ in range(30):
        n = draw.choice((3, 4, 5))
        pairs: list[tuple[Span, Span]] = []
        for place in range(n):
            base, hard = draw.randrange(10) / 10, draw.randrange(10) / 10
            width = draw.choice((0.1, 0.3, 0.5)) if place < 2 else 0.0
            pairs.append(((base, base), (hard, hard + width)))
        correlation = open_correlation(pairs)
        steps = [
            [low + (high - low) * k / 30 for k in range(31)] if high > low else [low]
            for _, (low, high) in pairs
        ]
        rank_pairs = [
            rho
            for hards in product(*steps)
            if (
                rho := rank_correlation(
                    {str(k): pair[0][0] for k, pair in enumerate(pairs)},
                    {str(k): value for k, value in enumerate(hards)},
                ).spearman
            )
            is not None
        ]
        if correlation.value is not None:
            # It is the same however the open ones are settled.
            assert correlation.ends is None
            assert all(rho == pytest.approx(correlation.value) for rho in rank_pairs)
        elif rank_pairs:
            assert correlation.ends is not None
            assert correlation.ends[0] - 1e-9 <= min(rank_pairs)
            assert max(rank_pairs) <= correlation.ends[1] + 1e-9
            assert correlation.ends == pytest.approx((min(rank_pairs), max(rank_pairs)), abs=0.2)
    settled = open_correlation(
        [((0.1, 0.1), (0.2, 0.2)), ((0.3, 0.3), (0.1, 0.1)), ((0.5,) * 2, (0.4,) * 2)]
    )
    assert settled.value == pytest.approx(0.5)
    assert settled.ends is None


def test_a_rank_correlation_that_no_open_figure_changes_has_a_value() -> None:
    pairs: list[tuple[Span, Span]] = [
        ((0.9, 0.9), (0.7, 0.8)),
        ((0.6, 0.6), (0.3, 0.5)),
        ((0.2, 0.2), (0.1, 0.2)),
    ]
    correlation = open_correlation(pairs)
    assert correlation.value == pytest.approx(1.0)
    assert correlation.ends is None
    pairs[1] = ((0.6, 0.6), (0.3, 0.75))
    overlapping = open_correlation(pairs)
    assert overlapping.value is None
    assert overlapping.ends == pytest.approx((0.5, 1.0))


def test_an_unsettled_setting_leaves_the_rank_correlation_of_base_and_hard_open() -> None:
    items = {
        subset: [
            Item(
                id=f"{subset} {n}",
                text=f"{subset} {n}",
                language="zh",
                questions=(Question(id="1", kind="text", gold=TextAnswer(text="both")),),
                provenance=Provenance(benchmark=f"LLMEval-Logic {subset}"),
            )
            for n in range(4)
        ]
        for subset in ("Base", "Hard")
    }
    every = [*items["Base"], *items["Hard"]]
    known = {item.content_hash: item for item in every}
    leaves = asked_of(known)
    respondents = []
    rights = {"a": (4, 3), "b": (3, 2), "c": (2, 1)}
    for model, goods in rights.items():
        sheet = AnswerSheet()
        for (subset, subset_items), good in zip(items.items(), goods, strict=True):
            for n, item in enumerate(subset_items):
                open_ = model == "c" and subset == "Hard" and n == 3
                text = "something else, which is not settled" if open_ else "both"
                ruling = None if open_ else (n < good)
                sheet.put(leaves[item.content_hash, "1"], 0, "answered", TextAnswer(text=text))
                sheet.parts[-1] = sheet.parts[-1]._replace(right=ruling)
        respondents.append(Respondent(model, "model", "s", 1, sheet, known, leaves))
    rows = tables("E", *respondents)["figure 6"]
    (row,) = [row for row in rows if "all settings" in row.values()]
    head = "rho of Base and Hard"
    assert row[head] is None
    assert row[f"{head} at most"] == pytest.approx(1.0)
    # Base 1, .75, .5 against Hard .75, .5 and .25 or .5: a tie at most.
    assert row[f"{head} at least"] == pytest.approx(
        rank_correlation({"a": 1, "b": 2, "c": 3}, {"a": 1, "b": 2.5, "c": 2.5}).spearman
    )
