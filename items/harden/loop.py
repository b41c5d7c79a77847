"""The loop: decider, proposers, gate, answerers, gate, and the ways back.

Owns the course of one item through the roles and the solver, within its budgets (LLMEval-Logic,
section 2.2 and appendix B). It is a generator without side effects: it yields what to ask, solve or
note, and receives the results. So the same replies always give the same course, and an interrupted
course is continued by replaying the recorded results. Leaves sending, solving and storing to the
caller.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from items.answers import Answer
from items.harden.candidate import Candidate
from items.harden.configuration import LOOP_VERSION, Setup
from items.harden.gates import GateResult
from items.harden.issue import Issue, issue_rows
from items.harden.loop_steps import (
    REVIEW,
    VERIFY,
    Ask,
    Course,
    Effect,
    Ending,
    Note,
    Solve,
    used_up,
)
from items.harden.roles.answering import RoleAnswer, read_answers, request
from items.harden.roles.background_proposer import Background
from items.harden.roles.decider import Blueprint, Revision
from items.harden.roles.question_proposer import QuestionPatch, QuestionSet, patched
from items.harden.roles.registry import ROLES
from items.harden.roles.reviewer import Review
from items.harden.roles.role import (
    LanguageName,
    NoReply,
    Reply,
    issues_for_prompt,
    strategies_for_prompt,
)
from items.harden.roles.verifier import Verification
from items.models import Item, Provenance, Question
from items.sources.own_format import to_json

T = TypeVar("T")
FINAL_ANSWER = "final"
"""The key of the answer that is used, next to those of the single answerers."""


class _GivenUp(Exception):
    """A budget is used up."""


def harden(base: Item, setup: Setup) -> Course[Ending]:
    """The course of one item."""
    return _Loop(base, setup).run()


@dataclass
class _Answers:
    """The current answers to one candidate."""

    members: dict[str, dict[str, RoleAnswer]] = field(default_factory=dict)
    """Answers by question id, then by model."""
    final: dict[str, RoleAnswer] = field(default_factory=dict)
    agreed: dict[str, bool] = field(default_factory=dict)
    """Whether all answerers gave the same answer."""

    def for_verifier(self) -> dict[str, Any]:
        """The answers in the form for the verifier and the record."""
        return {
            id: {
                **answer.to_json(),
                "agreed": self.agreed[id],
                "by": {
                    model: member.to_json()["answer"] for model, member in self.members[id].items()
                },
            }
            for id, answer in self.final.items()
        }

    def plain(self) -> dict[str, dict[str, Any]]:
        """The answers in the form for the solver."""
        return {
            id: {
                **{model: member.to_json()["answer"] for model, member in self.members[id].items()},
                FINAL_ANSWER: answer.to_json()["answer"],
            }
            for id, answer in self.final.items()
        }


class _Loop:
    def __init__(self, base: Item, setup: Setup) -> None:
        self.base = base
        self.setup = setup
        self.language: LanguageName = "zh" if base.language.startswith("zh") else "en"
        self.original = _original(base)
        self.left_review = setup.budgets.review
        self.left_verify = setup.budgets.verify
        self.left_answers = setup.budgets.answers
        self.version = 0
        self.residual: tuple[str, ...] = ()
        self.blueprint: Blueprint | None = None

    # --- asking ----------------------------------------------------------------------------------

    def ask(
        self, name: str, stage: str, context: Mapping[str, Any], read_reply: Callable[[Reply], T]
    ) -> Course[T]:
        """One role's reply, converted by `read_reply`. If a reply cannot be used, the request is
        repeated within the budget, with the reason. Raises _GivenUp at the end of the budget."""
        role = ROLES[name]
        (model,) = self.setup.players[name].models
        reason = ""
        for attempt in range(1, self.setup.budgets.format + 2):
            whole = {**context, "trouble": reason} if reason else context
            messages = role.messages(stage, self.language, whole)
            (text,) = yield (Ask(name, stage, model, self.version, attempt, messages),)
            try:
                return read_reply(role.read(stage, text))
            except NoReply as error:
                reason = str(error)
                yield (Note(name, "unusable", "", self.version, reason),)
        raise _GivenUp(f"unusable replies of the {role.title.lower()}")

    def answering(
        self,
        name: str,
        stage: str,
        item: Item,
        ids: Sequence[str],
        context: Mapping[str, Any],
    ) -> Course[dict[str, dict[str, RoleAnswer]]]:
        """Answers of a role's models to some questions, by model; empty for a model that gave no
        readable answer in all attempts."""
        role, models = ROLES[name], self.setup.players[name].models
        answers: dict[str, dict[str, RoleAnswer]] = {}
        troubles = dict.fromkeys(models, "")
        for attempt in range(1, self.setup.budgets.format + 2):
            asks = [
                Ask(
                    name,
                    stage,
                    model,
                    self.version,
                    attempt,
                    request(
                        role,
                        stage,
                        item,
                        ids,
                        self.language,
                        {**context, "trouble": trouble} if trouble else context,
                    ),
                )
                for model, trouble in troubles.items()
            ]
            texts = yield tuple(asks)
            notes: list[Effect] = []
            for ask, text in zip(asks, texts, strict=True):
                try:
                    answers[ask.model] = read_answers(item, ids, text)
                    del troubles[ask.model]
                except NoReply as error:
                    troubles[ask.model] = str(error)
                    told_by = f"{ask.model}: {error}"
                    notes.append(Note(name, "unusable", "", self.version, told_by))
            if notes:
                yield tuple(notes)
            if not troubles:
                break
        for model, trouble in troubles.items():
            answers[model] = {id: RoleAnswer(None, "", trouble) for id in ids}
        return {model: answers[model] for model in models}

    def note(
        self,
        author: str,
        event: str,
        gate: str = "",
        text: str = "",
        issues: Sequence[Issue] = (),
        details: Mapping[str, Any] | None = None,
    ) -> Course[None]:
        """Record a note."""
        yield (Note(author, event, gate, self.version, text, tuple(issues), details or {}),)

    # --- the course ------------------------------------------------------------------------------

    def run(self) -> Course[Ending]:
        """Run the whole course, from the base to an ending."""
        try:
            item = yield from self._course()
        except _GivenUp as error:
            yield from self.note("loop", "rejected", text=str(error))
            return Ending(False, str(error))
        yield from self.note("loop", "accepted", details={"item": to_json(item)})
        return Ending(True, "", item)

    def _course(self) -> Course[Item]:
        candidate = yield from self._first()
        while True:
            before = yield from self._review(candidate)
            if isinstance(before, list):
                candidate = yield from self._revised(candidate, before)
                continue
            answers = yield from self._answered(candidate, candidate.item().leaves)
            issues = yield from self._verify(candidate, before, answers)
            if issues:
                candidate = yield from self._revised(candidate, issues)
                continue
            return self._finished(candidate, before, answers)

    def _first(self) -> Course[Candidate]:
        """The first version of the candidate."""
        context: dict[str, Any] = {**self._strategies(), "item": self.original}
        blueprint = yield from self.ask("decider", "initial", context, self._blueprint)
        self.blueprint = blueprint
        plans = blueprint.model_dump(mode="json")
        yield from self.note("decider", "blueprint", text=blueprint.weakness, details=plans)
        context["blueprint"] = plans
        background = yield from self.ask("background-proposer", "initial", context, _is(Background))
        context["background"] = background.model_dump(mode="json")
        questions = yield from self.ask("question-proposer", "initial", context, self._questions)
        return (yield from self._version(self._candidate(background.background, questions)))

    def _strategies(self) -> dict[str, Any]:
        return strategies_for_prompt(self.language, self.setup.excluded_strategies)

    def _candidate(self, background: str, questions: QuestionSet) -> Candidate:
        return Candidate(self.base, background, questions, self.setup.excluded_strategies)

    def _blueprint(self, reply: Reply) -> Blueprint:
        blueprint = _is(Blueprint)(reply)
        blueprint.require_plans(self.setup.excluded_strategies)
        return blueprint

    def _questions(self, reply: Reply) -> QuestionSet:
        questions = _is(QuestionSet)(reply)
        questions.require_left_out(self.setup.excluded_strategies)
        return questions

    def _version(self, candidate: Candidate) -> Course[Candidate]:
        self.version += 1
        data = {"background": candidate.background, "questions": candidate.for_roles()}
        yield from self.note("question-proposer", "version", details=data)
        return candidate

    def _revised(self, candidate: Candidate, issues: Sequence[Issue]) -> Course[Candidate]:
        """The next version, after objections that the budget allows to fix."""
        assert self.blueprint is not None
        context: dict[str, Any] = {
            **self._strategies(),
            "item": self.original,
            "blueprint": self.blueprint.model_dump(mode="json"),
            "background": candidate.background,
            "questions": candidate.for_roles(),
            "findings": issue_rows(issues, self.language),
        }
        revision = yield from self.ask("decider", "revise", context, _is(Revision))
        yield from self.note(
            "decider", "revision", text=revision.summary, details=revision.model_dump(mode="json")
        )
        context["revision"] = revision.model_dump(mode="json")
        background = candidate.background
        if revision.background_fixes:
            reply = yield from self.ask("background-proposer", "revise", context, _is(Background))
            background = reply.background
            context["background"] = background

        def patch(reply: Reply) -> QuestionSet:
            return self._questions(patched(candidate.question_set, _is(QuestionPatch)(reply)))

        questions = yield from self.ask("question-proposer", "revise", context, patch)
        return (yield from self._version(self._candidate(background, questions)))

    # --- the gate before answering ---------------------------------------------------------------

    def _review(self, candidate: Candidate) -> Course["GateResult | list[Issue]"]:
        """The solver's result if the candidate passes, else the issues to be fixed."""
        before = GateResult((), {}, ())
        if candidate.formal:
            (data,) = yield (Solve(REVIEW, self.version, candidate.record()),)
            before = GateResult.from_json(data)
        elif any(question.query for question in candidate.question_set.questions):
            missing = "there are queries and no formalization"
            before = GateResult(
                (Issue("formalization_unreadable", "solver", suggestion=missing),), {}, ()
            )
        issues = list(before.issues)
        if issues:
            yield from self.note("solver", "objections", REVIEW, issues=issues)
        if not any(issue.hard for issue in issues):
            review = yield from self.ask(
                "reviewer",
                "initial",
                {
                    **self._strategies(),
                    "issues": issues_for_prompt("reviewer", self.language),
                    "item": self.original,
                    "blueprint": _plans(self.blueprint),
                    "background": candidate.background,
                    "questions": candidate.for_roles(),
                    "solver": {
                        "claims": list(before.claims),
                        "issues": issue_rows(issues, self.language),
                    },
                    "accepted": list(self.residual),
                },
                _is(Review),
            )
            audits = review.model_dump(mode="json", exclude={"issues", "approved"})
            reported = [Issue.reported("reviewer", objection) for objection in review.issues]
            if reported:
                yield from self.note(
                    "reviewer", "objections", REVIEW, issues=reported, details=audits
                )
            issues += reported
        standing = self._standing(issues)
        if not standing:
            yield from self.note("loop", "passed", REVIEW, details={"claims": list(before.claims)})
            return before
        if self.left_review > 0:
            self.left_review -= 1
            yield from self.note("loop", "sent back", REVIEW, issues=standing)
            return standing
        if any(issue.hard for issue in standing):
            yield from self.note("loop", "sent back", REVIEW, issues=standing)
            raise _GivenUp(used_up(REVIEW))
        yield from self._accept(standing, REVIEW)
        return before

    def _standing(self, issues: Sequence[Issue]) -> list[Issue]:
        """The issues that count, without soft ones that were accepted before."""
        return [issue for issue in issues if issue.hard or issue.code not in self.residual]

    def _accept(self, issues: Sequence[Issue], gate: str) -> Course[None]:
        """Accept soft issues from now on."""
        codes = (*self.residual, *(issue.code for issue in issues))
        self.residual = tuple(dict.fromkeys(codes))
        yield from self.note("loop", "residual", gate, issues=issues)

    # --- answering -------------------------------------------------------------------------------

    def _answered(
        self,
        candidate: Candidate,
        leaves: Sequence[Question],
        earlier_answers: _Answers | None = None,
        objections: Sequence[Issue] = (),
    ) -> Course[_Answers]:
        """Answers to some questions; the answers to the others are kept."""
        item = candidate.item()
        ids = [leaf.id for leaf in leaves]
        stage = "initial" if earlier_answers is None else "repair"
        context: dict[str, Any] = {}
        if earlier_answers is not None:
            # The solver's results would give the answer away; earlier answers do not.
            previous_answers = earlier_answers.for_verifier()
            context["answers"] = {id: previous_answers[id] for id in ids if id in previous_answers}
            context["findings"] = [
                {"issue": issue.code, "questions": list(issue.questions)}
                if issue.by == "solver"
                else issue.to_json()
                for issue in objections
            ]
        by_model = yield from self.answering("answerer", stage, item, ids, context)
        answers = earlier_answers or _Answers()
        open_: list[str] = []
        for id in ids:
            by = {model: answered[id] for model, answered in by_model.items()}
            values = [answer.answer for answer in by.values()]
            agreed = None not in values and all(value == values[0] for value in values)
            answers.members[id], answers.agreed[id] = by, agreed
            first = next(iter(by.values()))
            if agreed:
                answers.final[id] = first
            else:
                open_.append(id)
        if open_:
            candidates = {
                id: [member.to_json() for member in answers.members[id].values()] for id in open_
            }
            context = {"candidates": candidates}
            settled = yield from self.answering("adjudicator", "initial", item, open_, context)
            (final,) = settled.values()
            answers.final.update(final)
        yield from self.note("answerer", "answers", details=answers.for_verifier())
        return answers

    # --- the gate after answering ----------------------------------------------------------------

    def _verify(
        self, candidate: Candidate, gate_result: GateResult, answers: _Answers
    ) -> Course[list[Issue]]:
        """The issues to be fixed; empty if the candidate passes. Repairs answers where
        necessary."""
        while True:
            solved = yield from self._held(candidate, gate_result, answers)
            wrong = self._refuted(solved, answers, repair=self.left_answers > 0)
            if wrong and not any(issue.kind.target == "proposer" for issue in wrong):
                yield from self.note("solver", "objections", VERIFY, issues=wrong)
                yield from self._repair(candidate, wrong, answers)
                continue
            if wrong:
                yield from self.note("solver", "objections", VERIFY, issues=wrong)
            reported = yield from self._verified(candidate, gate_result, answers, solved)
            standing = self._standing([*wrong, *reported])
            design = [issue for issue in standing if issue.kind.target == "proposer"]
            repairs = [issue for issue in standing if issue.kind.target == "answerer"]
            if not design and repairs:
                if self.left_answers > 0:
                    yield from self._repair(candidate, repairs, answers)
                    continue
                if any(id in self._open(candidate, repairs) for id in candidate.by_models):
                    raise _GivenUp("the repairs of answers are used up")
                # The solver's gold answers do not depend on models' answers.
                repairs = []
            if not design:
                missing = [id for id in candidate.by_models if answers.final[id].answer is None]
                if missing:
                    raise _GivenUp("a question that only models can settle has no answer")
                yield from self.note("loop", "passed", VERIFY)
                return []
            if self.left_verify > 0:
                self.left_verify -= 1
                yield from self.note("loop", "sent back", VERIFY, issues=design)
                return design
            if any(issue.hard for issue in design):
                yield from self.note("loop", "sent back", VERIFY, issues=design)
                raise _GivenUp(used_up(VERIFY))
            yield from self._accept(design, VERIFY)
            yield from self.note("loop", "passed", VERIFY)
            return []

    def _held(
        self, candidate: Candidate, gate_result: GateResult, answers: _Answers
    ) -> Course[Mapping[str, Any]]:
        """The result of comparing the answers with the solver's gold answers."""
        if not gate_result.golds:
            return {}
        golds = {id: gold.model_dump(mode="json") for id, gold in gate_result.golds.items()}
        solve = Solve(VERIFY, self.version, candidate.record(), golds, answers.plain())
        (solved,) = yield (solve,)
        comparison: Mapping[str, Any] = solved
        return comparison

    def _refuted(
        self, solution: Mapping[str, Any], answers: _Answers, *, repair: bool
    ) -> list[Issue]:
        """While answers can be repaired: an issue for every final answer that is missing or that
        the solver refutes. After that: if all answerers agree on a refuted answer, an issue says
        that text and formalization differ; any other wrong answer means that the question is
        hard."""
        issues: list[Issue] = []
        for id, entry in solution.items():
            right = entry["right"].get(FINAL_ANSWER)
            if right:
                continue
            against = entry["against"].get(FINAL_ANSWER, {})
            note = answers.final[id].note or "no answer that can be read"
            reason = against.get("reason", note)
            if repair:
                code = "answer_missing" if right is None else "answer_wrong"
                issues.append(
                    Issue(code, "solver", (id,), suggestion=reason, world=against.get("world"))
                )
            elif right is False and answers.agreed[id]:
                issues.append(
                    Issue(
                        "text_and_formalization_differ",
                        "solver",
                        (id,),
                        suggestion=reason,
                        world=against.get("world"),
                    )
                )
        return issues

    def _verified(
        self,
        candidate: Candidate,
        gate_result: GateResult,
        answers: _Answers,
        solution: Mapping[str, Any],
    ) -> Course[list[Issue]]:
        """The issues that the verifier reports."""
        refuted = {
            id: entry["against"].get(FINAL_ANSWER)
            for id, entry in solution.items()
            if not entry["right"][FINAL_ANSWER]
        }
        verdict = yield from self.ask(
            "verifier",
            "initial",
            {
                "issues": issues_for_prompt("verifier", self.language),
                "item": self.original,
                "blueprint": _plans(self.blueprint),
                "background": candidate.background,
                "questions": candidate.for_roles(),
                "answers": answers.for_verifier(),
                "solver": {
                    "golds": {id: g.model_dump(mode="json") for id, g in gate_result.golds.items()},
                    "claims": list(gate_result.claims),
                    "refuted answers": refuted,
                },
                "accepted": list(self.residual),
            },
            _is(Verification),
        )
        reported = [Issue.reported("verifier", issue) for issue in verdict.issues]
        audits = verdict.model_dump(mode="json", exclude={"issues", "passed"})
        if reported:
            yield from self.note("verifier", "objections", VERIFY, issues=reported, details=audits)
        return reported

    def _repair(
        self, candidate: Candidate, issues: Sequence[Issue], answers: _Answers
    ) -> Course[None]:
        """Have the questions of the issues answered again."""
        self.left_answers -= 1
        ids = self._open(candidate, issues)
        yield from self.note("loop", "repair", VERIFY, issues=issues, details={"questions": ids})
        leaves = [leaf for leaf in candidate.item().leaves if leaf.id in ids]
        yield from self._answered(candidate, leaves, answers, issues)

    def _open(self, candidate: Candidate, issues: Sequence[Issue]) -> list[str]:
        """The existing questions that issues name; all questions if there are none."""
        all_ids = [question.id for question in candidate.question_set.questions]
        named = {id for issue in issues for id in issue.questions}
        return [id for id in all_ids if id in named] or all_ids

    # --- the end ---------------------------------------------------------------------------------

    def _finished(self, candidate: Candidate, gate_result: GateResult, answers: _Answers) -> Item:
        golds: dict[str, Answer] = dict(gate_result.golds)
        for id in candidate.by_models:
            answer = answers.final[id].answer
            assert answer is not None
            golds[id] = answer
        reasons = {
            id: final.reasoning
            for id, final in answers.final.items()
            if final.answer == golds.get(id)
        }
        provenance = Provenance(
            benchmark="hardened",
            generator="harden --roles",
            version=str(LOOP_VERSION),
            parameters={"setup": self.setup.key, "versions": self.version},
        )
        return candidate.finished(golds, reasons, self.residual, provenance)


def _is(form: type[T]) -> Callable[[Reply], T]:
    """A function that checks that a reply has the form of its stage."""

    def checked(reply: Reply) -> T:
        assert isinstance(reply, form)
        return reply

    return checked


def _plans(blueprint: Blueprint | None) -> dict[str, Any]:
    return {} if blueprint is None else blueprint.model_dump(mode="json")


def _original(base: Item) -> dict[str, Any]:
    """The base as passed to roles."""
    whole = to_json(base)
    names = ("title", "text", "questions", "formalization")
    return {name: whole[name] for name in names if name in whole}
