"""Frequency of each misreading among people and models."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from items.misreadings.registry import MISREADINGS
from sessions.report.diagnosed_data import DiagnosedData
from sessions.report.rows import Rows, column, share, table_of
from solver.phrases import listed, phrase, titled
from study.diagnosis.rates import FEW_ANSWERS, Rate
from study.statistics.samples import Estimate

NAME = phrase("misreadings")
NOTE = phrase(
    "a rate says how often a misreading is made where it would change something; rates and "
    "intervals are those of a mixture model (see `countermodel diagnose`)"
)


@dataclass(frozen=True, slots=True)
class RateRow:
    """One group and one misreading."""

    group: Annotated[str, column("group", "text")]
    respondents: Annotated[int, column("respondents")]
    misreading: Annotated[str, column("misreading", "text")]
    rate: Annotated[Estimate | None, share("rate")]


def table(data: DiagnosedData) -> Rows | None:
    """Misreadings that some question can reveal; None where nothing could be diagnosed."""
    rows: list[RateRow] = []
    groups = data.document["groups"]
    few = {group: n for group, reply in groups.items() if (n := _decided(reply)) < FEW_ANSWERS}
    notes: list[str] = []
    for name in dict.fromkeys(name for reply in groups.values() for name in reply["rates"]):
        for group, document in groups.items():
            rate = document["rates"][name]
            if rate is not None:
                number = len(document["respondents"])
                estimate = None if group in few else _estimate(rate, document["answers"])
                rows.append(RateRow(group, number, _title(name), estimate))
    for group, document in groups.items():
        if group in few:
            notes.append(
                phrase(
                    "{group}: rates need at least {least} answers, and there are {n}",
                    group=phrase(group),
                    least=FEW_ANSWERS,
                    n=few[group],
                )
            )
            continue
        rates = {name: Rate(**rate) for name, rate in document["rates"].items() if rate is not None}
        untold = [_title(name) for name, rate in rates.items() if not rate.is_informative]
        if untold:
            notes.append(
                phrase(
                    "{group}: these answers cannot determine the rates of {names}",
                    group=phrase(group),
                    names=listed(untold),
                )
            )
        notes += [
            phrase(
                "{group}: these questions cannot distinguish {names}",
                group=phrase(group),
                names=listed(map(_title, names)),
            )
            for names in document["not_told_apart"]
        ]
    n = data.document["answers"]
    return table_of(RateRow, rows, int(n), notes=(NOTE, *notes), sampled=False)


def _decided(reply: dict[str, Any]) -> int:
    return int(reply["answers"] - reply["diagnoses"]["undecided"])


def _title(name: str) -> str:
    return titled(MISREADINGS[name].titles) if name in MISREADINGS else phrase(name)


def misread_together(names: Sequence[str]) -> str:
    """Titles of misreadings that are made together."""
    first, *others = map(_title, names)
    whole: str = first
    for other in others:
        whole = phrase("{first} + {second}", first=whole, second=other)
    return whole


def _estimate(rate: dict[str, Any], n: float) -> Estimate:
    return Estimate(rate["value"], rate["low"], rate["high"], int(n))
