"""From the solver's findings about an item to the checks they settle.

Owns which finding settles which check. `items.inspection.audit` finds out; `checks` allows
contradicting a settled check with a reason. A finding about a formalization that an annotator
attached is a fact about what they wrote. It settles nothing about the item's own text and its
published gold: only a person can say that these agree. It settles only checks that are about the
formalization.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from items.inspection.audit import Audit, Finding
from items.scratchpads.formalize import GOLD_TEXTS
from solver.phrases import phrase
from study.annotation.checks import AskedCheck
from study.annotation.scheme import Verdict

CONTRADICTION = phrase("the premises contradict one another")


@dataclass(frozen=True, slots=True)
class SettledCheck:
    """A check about which the solver found something."""

    asked_check: AskedCheck
    verdict: Verdict | None
    """None where a person must weigh the findings."""
    findings: tuple[Finding, ...]
    attached: bool = False
    """Whether the findings are about an attached formalization: the annotator's own or, for an
    adjudicator, another annotator's."""
    published: str = ""
    """For a check of golds: the published gold; empty where there is none."""
    contradicting: bool = False
    """Whether the attached premises contradict each other."""

    @property
    def proof(self) -> str:
        """The findings in words."""
        text = "; ".join(finding.text for finding in self.findings)
        if not self.attached:
            return text
        if self.contradicting:
            text = f"{CONTRADICTION}; {text}"
        text = phrase("of the attached formalization: {a}", a=text)
        if self.verdict is not None:
            return text
        if self.asked_check.check.settled_by != "gold":
            return phrase("{a}. You have to decide whether the text says the same.", a=text)
        answer_line = (
            phrase("published: “{a}”", a=self.published)
            if self.published
            else phrase("no answer is published")
        )
        same = "Yes if both say the same." if self._holds else "The verdict is yours."
        return f"{answer_line}; {text}. {same}"

    @property
    def _holds(self) -> bool:
        sound = bool(self.published) and not self.contradicting
        return sound and all(finding.holds for finding in self.findings)


def settle(
    checks: Iterable[AskedCheck], audit: Audit, *, attached: bool = False
) -> Mapping[str, SettledCheck]:
    """The checks that the findings settle, by key; a check with an open finding is left to the
    annotator. `attached`: the findings are about the annotator's own formalization, so what they
    mean for the item is left to the annotator too."""
    settled: dict[str, SettledCheck] = {}
    texts = audit.item.provenance.parameters.get(GOLD_TEXTS) if attached else None
    published = texts if isinstance(texts, Mapping) else {}
    for check in checks:
        findings = _findings(check, audit)
        answers = {finding.holds for finding in findings}
        if not findings or (None in answers and False not in answers):
            continue
        verdict: Verdict | None = _verdict(check, False not in answers)
        if attached and check.check.when.formalization is not True:
            verdict = None
        message = _published(check, published) if check.check.settled_by == "gold" else ""
        void = attached and any(finding.subject in audit.contradicting for finding in findings)
        settled[check.key] = SettledCheck(check, verdict, findings, attached, message, void)
    return settled


def _verdict(asked_check: AskedCheck, holds: bool) -> Verdict:
    """The verdict for a finding: for a choice, the accepted option or the other."""
    check = asked_check.check
    if check.kind != "choice":
        return "yes" if holds else "no"
    return next(option.id for option in check.options if (option.id in check.accept) is holds)


def _published(check: AskedCheck, texts: Mapping[str, str]) -> str:
    """The published gold in words: of the question, or of all questions."""
    own = (id for id in texts if id == check.subject or id.startswith(f"{check.subject}."))
    ids = list(own if check.subject else texts)
    return "; ".join(texts[id] if len(ids) == 1 else f"{id}: {texts[id]}" for id in ids)


def _findings(asked_check: AskedCheck, audit: Audit) -> tuple[Finding, ...]:
    """The findings about the check's subject: for a question with several parts, about all of them;
    for the gold answers as a whole, about each."""
    kind = asked_check.check.settled_by
    if not kind:
        return ()
    findings = audit.of(kind)
    if asked_check.subject:
        own = asked_check.subject
        return tuple(f for f in findings if f.subject == own or f.subject.startswith(f"{own}."))
    return findings if kind == "gold" else tuple(f for f in findings if not f.subject)
