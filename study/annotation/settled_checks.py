"""From what the solver found out about an item to the checks it settles.

Owns which finding settles which check. Finding out is `items.inspection.audit`'s; that a settled
check may be contradicted with a reason is `checks`'. What is found of a formalization that an
annotator attached is a fact about what they wrote. It settles nothing of the item's own text and
its published gold: that they say the same takes a person's word. Only checks that are about the
formalization are settled by it.
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
    """A check the solver has something to say to."""

    asked_check: AskedCheck
    verdict: Verdict | None
    """None where a person has to say what the findings are worth."""
    findings: tuple[Finding, ...]
    attached: bool = False
    """Whether the findings are about what an annotator wrote: the one who is told, or for whoever
    adjudicates, another."""
    published: str = ""
    """Of a gold, the one that was told; empty where there is none."""
    contradicting: bool = False
    """Whether what was attached has premises that contradict one another."""

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
    """The checks that the findings settle, by key; those of which anything is open are left to the
    annotator. `attached`: the annotator built the formalization, so that what is found is found of
    that, and what it says of the item is left to them too."""
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
    """The verdict that a finding comes to: of a choice, the accepted option or the other."""
    check = asked_check.check
    if check.kind != "choice":
        return "yes" if holds else "no"
    return next(option.id for option in check.options if (option.id in check.accept) is holds)


def _published(check: AskedCheck, texts: Mapping[str, str]) -> str:
    """The gold that was told in words: of the question, or of all of them."""
    own = (id for id in texts if id == check.subject or id.startswith(f"{check.subject}."))
    ids = list(own if check.subject else texts)
    return "; ".join(texts[id] if len(ids) == 1 else f"{id}: {texts[id]}" for id in ids)


def _findings(asked_check: AskedCheck, audit: Audit) -> tuple[Finding, ...]:
    """What was found about the check's subject: of a question asked in two breaths, about all its
    parts; of gold answers as a whole, about each."""
    kind = asked_check.check.settled_by
    if not kind:
        return ()
    findings = audit.of(kind)
    if asked_check.subject:
        own = asked_check.subject
        return tuple(f for f in findings if f.subject == own or f.subject.startswith(f"{own}."))
    return findings if kind == "gold" else tuple(f for f in findings if not f.subject)
