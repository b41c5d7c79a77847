"""Payments due to participants.

Owns one row for each session of people that is under way or has a known outcome.
`study.design.payment` computes the amounts. Rows contain codes and completion codes; the export
does not.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from sessions.record.results import SessionResult, VersionResults, excluding_rules, versions
from sessions.storage.database import Database
from study.design.payment import Payment


@dataclass(frozen=True, slots=True)
class PaymentRow:
    """One session."""

    study: str
    """Title."""
    code: str
    about: Mapping[str, str]
    """What the researcher knew about the participant, e.g. columns of a list of codes."""
    attempt: int
    sitting: int
    status: str
    """Outcome of the session, or `under_way`."""
    completion_code: str
    """As shown on the last page; empty where the session is under way."""
    minutes: float
    """Time on questions."""
    right: int
    """Right answers of the main blocks."""
    base: Decimal
    bonus: Decimal
    amount: Decimal
    currency: str
    left_out: tuple[str, ...]
    """Rules that exclude the session from the report; it is still paid."""
    session: str
    person: str


def payments(
    db: Database, study: str | None = None, rule: Payment | None = None
) -> list[PaymentRow]:
    """Rows for every session of people, oldest first, without pilots and withdrawn sessions.

    `study` is a study's id, title or file name; all studies if None. `rule` replaces the rule in
    the study files that sessions began with.
    """
    rows = [
        (session.started_utc, _row(version, session, payment))
        for version in versions(db, study, full=True)
        if (payment := rule or version.study.payment) is not None
        for session in version.sessions
    ]
    return [row for _, row in sorted(rows, key=lambda pair: (pair[0], pair[1].session))]


@dataclass(frozen=True, slots=True)
class Unpaid:
    """How many sessions have no row in the table, by reason."""

    simulated: int
    pilots: int
    withdrawn: int
    unsaid: int
    """Sessions of people in studies that do not define a payment."""


def unpaid(db: Database, study: str | None, rows: Sequence[PaymentRow]) -> Unpaid:
    """The sessions of a study, by its id, that are not among its `rows`; of all studies if None."""
    ((simulated, pilots, withdrawn, people),) = db.tuples(
        "SELECT coalesce(sum(simulated), 0), coalesce(sum(pilot AND NOT simulated), 0),"
        " coalesce(sum(gone AND NOT pilot AND NOT simulated), 0),"
        " coalesce(sum(NOT gone AND NOT pilot AND NOT simulated), 0)"
        " FROM (SELECT session.pilot, session.simulated, withdrawal.session IS NOT NULL AS gone"
        "  FROM session JOIN version ON version.hash = session.version"
        "  JOIN study ON study.hash = version.study_hash"
        "  LEFT JOIN withdrawal ON withdrawal.session = session.id"
        "  WHERE study.key = coalesce(?, study.key))",
        study,
    )
    return Unpaid(simulated, pilots, withdrawn, people - len(rows))


def _row(version: VersionResults, session: SessionResult, rule: Payment) -> PaymentRow:
    right = sum(result.main and result.score.right is True for result in session.results)
    due = rule.amount_due(
        session.status,
        right,
        attempt=session.attempt,
        sitting=session.sitting,
        met_before=session.met_before,
    )
    own = version.study.last_page(session.status).code
    started = session.state.started
    return PaymentRow(
        version.study.title,
        session.code,
        {} if started is None else started.about,
        session.attempt,
        session.sitting,
        session.status,
        own or session.state.completion_code or "",
        (session.seconds or 0) / 60,
        right,
        due.base,
        due.bonus,
        due.amount,
        rule.currency,
        excluding_rules(version.study.exclude, session),
        session.id,
        session.person,
    )


def recipient_rows(rows: list[PaymentRow]) -> Iterator[dict[str, object]]:
    """Rows for a file that names the recipients, by code."""
    own = sorted({name for row in rows for name in row.about})
    for row in rows:
        yield {
            "study": row.study,
            "code": row.code,
            **{name: row.about.get(name, "") for name in own},
            "sitting": row.sitting,
            "attempt": row.attempt,
            "status": row.status,
            "completion_code": row.completion_code,
            "minutes": round(row.minutes, 2),
            "right": row.right,
            "base": f"{row.base:.2f}",
            "bonus": f"{row.bonus:.2f}",
            "amount": f"{row.amount:.2f}",
            "currency": row.currency,
            "left_out_by": "; ".join(row.left_out),
        }


def totals(rows: list[PaymentRow]) -> dict[str, Decimal]:
    """The sum in each currency."""
    sums: dict[str, Decimal] = {}
    for row in rows:
        sums[row.currency] = sums.get(row.currency, Decimal(0)) + row.amount
    return sums
