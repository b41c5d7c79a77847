"""From what the solver found out about an item to the checks it settles.

Owns which finding settles which check. Finding out is `items.inspection.audit`'s; that a settled
check may be contradicted with a reason is `checks`'.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from items.inspection.audit import Audit, Finding
from study.annotation.checks import Asked
from study.annotation.scheme import Verdict


@dataclass(frozen=True, slots=True)
class SettledCheck:
    """A check the solver has an answer to."""

    asked: Asked
    verdict: Verdict
    findings: tuple[Finding, ...]

    @property
    def proof(self) -> str:
        """The findings in words."""
        return "; ".join(finding.text for finding in self.findings)


def settle(asked: Iterable[Asked], audit: Audit) -> Mapping[str, SettledCheck]:
    """The checks that the findings settle, by key; those of which anything is open are left to the
    annotator."""
    settled: dict[str, SettledCheck] = {}
    for check in asked:
        findings = _findings(check, audit)
        answers = {finding.holds for finding in findings}
        if not findings or (None in answers and False not in answers):
            continue
        verdict = "no" if False in answers else "yes"
        settled[check.key] = SettledCheck(check, verdict, findings)
    return settled


def _findings(asked: Asked, audit: Audit) -> tuple[Finding, ...]:
    """What was found about the check's subject: of a question asked in two breaths, about all its
    parts; of gold answers as a whole, about each."""
    kind = asked.check.settled_by
    if not kind:
        return ()
    findings = audit.of(kind)
    if asked.subject:
        own = asked.subject
        return tuple(f for f in findings if f.subject == own or f.subject.startswith(f"{own}."))
    return findings if kind == "gold" else tuple(f for f in findings if not f.subject)
