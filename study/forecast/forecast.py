"""All figures about a study file, for the researcher who checks it before anybody takes part.

Owns which figures there are and their order; each has its own file in this folder, with its
sentence and its assumptions.
"""

from dataclasses import dataclass

from study.course.sections import Pools
from study.design.planning import make_plan
from study.design.protocol import Study
from study.forecast.balance import Balance, Round, balance, rounds
from study.forecast.fill_sessions import Filling, FullStudy, fillings, full
from study.forecast.guesses import Guessing, guesses
from study.forecast.interval import Interval, interval
from study.forecast.minutes import Hurry, Minutes, hurries, minutes_of

PEOPLE = 30
"""Number of people for the interval, where neither the researcher nor the study gives one."""
MOST_PEOPLE = 2000


@dataclass(frozen=True, slots=True)
class Forecast:
    """All the figures."""

    minutes: tuple[Minutes, ...]
    guessing: tuple[Guessing, ...]
    balance: Balance
    interval: Interval | None
    """None with fewer than two items."""
    hurries: tuple[Hurry, ...] = ()
    """Limits that are too short for reading the questions."""
    rounds: tuple[Round, ...] = ()
    """One for each block with a balanced sample, or for each part of its sample."""
    fillings: tuple[Filling, ...] = ()
    """One for each block with `answers_per_item`."""
    full: FullStudy | None = None
    """None where no number of answers is required."""

    @property
    def warnings(self) -> list[str]:
        """The warnings, one line each."""
        return [hurry.sentence for hurry in self.hurries]

    @property
    def lines(self) -> list[str]:
        """The figures, one line each."""
        lines = [minute.sentence for minute in self.minutes]
        lines += [guessing.sentence for guessing in self.guessing]
        lines.append(self.balance.sentence)
        lines += [each.sentence for each in self.rounds]
        lines += [each.sentence for each in self.fillings]
        if self.full is not None:
            lines.append(self.full.sentence)
        return lines if self.interval is None else [*lines, self.interval.sentence]


def forecast(
    study: Study, pools: Pools, people: int | None = None, repetitions: int = 60
) -> Forecast:
    """The figures of a study that passed its check, with this number of people; by default
    `PEOPLE`, or the number that fills it, up to `MOST_PEOPLE`."""
    items = {item.content_hash: item for pool in pools.values() for item in pool}
    cells = max(len(study.conditions), 1) * study.orders
    plans = {
        sitting: [make_plan(study, pools, slot, sitting) for slot in range(min(cells, 60))]
        for sitting in range(1, len(study.sittings) + 2)
    }
    minutes = tuple(
        max(
            (minutes_of(plan, sitting, items) for plan in sitting_plans),
            key=lambda entry: entry.expected,
        )
        for sitting, sitting_plans in plans.items()
    )
    filled = fillings(study, pools)
    when_full = full(study, filled, sum(each.expected for each in minutes))
    if people is None:
        people = PEOPLE if when_full is None else min(when_full.sessions, MOST_PEOPLE)
    all_plans = [plan for sitting_plans in plans.values() for plan in sitting_plans]
    return Forecast(
        minutes,
        guesses(all_plans, items),
        balance(study, pools, all_plans),
        interval(study, plans, items, people, repetitions),
        hurries(plans, items),
        rounds(study, pools),
        filled,
        when_full,
    )
