"""One item as a self-contained page: text, logic, verdicts, countermodels, variants.

Owns the page's structure; its words are in `words`, its style in `style`. Nothing on it can run:
every text is escaped, there is no script, and a content-security policy forbids everything except
the style. The findings about the item come from `items.inspection`.
"""

import base64
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from html import escape

from items.answers import TextAnswer
from items.files.file_names import file_name
from items.formal import gloss_language
from items.formalizations.sentence_alignment import Alignment, Certainty
from items.gold.check import Status
from items.gold.refutation import Objection
from items.gold.verify import question_states
from items.inspection.analysis import Analysis, OptionAnalysis, QuestionAnalysis
from items.inspection.blocking import BlockingPremises
from items.misreadings.registry import MISREADINGS
from items.models import Question
from items.scratchpads.sub_questions import NOTES
from items.values.answer_text import format_answer
from solver.cancel import Budget, GaveUp
from solver.diff import Diff, DistinguishingStructure, Part
from solver.explain import verdict_words, world_in_words
from solver.inspection.evaluate import evaluate
from solver.inspection.formula_standing import FormulaStanding, FormulaVerdict
from solver.kinds.registry import verdict_word
from solver.kinds.words import Claim
from solver.language.edits import format_edit
from solver.language.printer import print_formula
from solver.language.problem import BASELINE, Premise, Theory
from solver.language.sorts import write_sort
from solver.language.syntax import Formula, Signature, definitions_through
from solver.language.words import Language, words
from solver.results import EngineAnswer, Model, Structure, Supports, World
from study.diagnosis.smallest_misreading import SmallestMisreadings
from tui import i18n
from tui.pages.style import STYLE
from tui.pages.words import VERDICT_WORDS, WHY_WORDS, WORDS
from tui.solution_text import answer_brief
from tui.state.inspector.world_lines import FALSE, TRUE, structure_lines
from tui.state.translation import translated
from tui.text import plain

DEFINED_SECONDS = 1.0
"""Time limit for the value of one definition in a world."""
MOST_ROWS = 64
"""Maximum number of rows in a table of models."""
BRIEF_ROWS = 4
"""Maximum number of rows in an inline list."""


@dataclass(frozen=True, slots=True)
class RefutationReasons:
    """Conditions under which a refuted gold would be right."""

    blocking: BlockingPremises
    misreading: SmallestMisreadings | None
    members: EngineAnswer | None = None
    """For a counting question, the list of what is counted."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What was not finished in time."""

    seconds: float
    """Time limit of the whole page."""
    undecided_count: int
    """Number of questions and options without a verdict for lack of time."""
    omitted_names: tuple[str, ...]
    """Names of variants and questions that were not examined."""


class SharePage:
    """The page of one item."""

    def __init__(
        self,
        analysis: Analysis,
        alignments: Sequence[Alignment],
        diffs: Sequence[Diff],
        refutation_reasons: Mapping[int, RefutationReasons],
        unfinished: Unfinished,
        version: str,
        language: Language,
        command: str,
        pad: str,
    ) -> None:
        """`command` checks the item's file; `pad` is the formalization as a scratchpad;
        `refutation_reasons` maps the places of parts with refuted golds to reasons."""
        self.analysis = analysis
        self.item = analysis.item
        self.alignments = alignments
        self.diffs = diffs
        self.refutation_reasons = refutation_reasons
        self.unfinished = unfinished
        self.version = version
        self.language: Language = language
        self.gloss_language = gloss_language(analysis.item)
        """Language of formulas and worlds in words, which may differ from the page's."""
        self.command = command
        self.pad = pad

    def html(self) -> str:
        """The page as text."""
        with i18n.speaking(self.language):
            return "\n".join(self._page()) + "\n"

    @property
    def _colon(self) -> str:
        return "：" if self.language == "zh" else ": "

    def _words(self, key: str, **values: object) -> str:
        """Words of the page, escaped, with escaped values."""
        texts = {name: _text(str(value)) for name, value in values.items()}
        return escape(WORDS[key].of(self.language), quote=False).format(**texts)

    def _page(self) -> Iterator[str]:
        item = self.item
        title = f"{item.title} · {item.id}" if item.title else item.id
        lang = "zh" if self.language == "zh" else "en"
        allowed = f"default-src 'none'; style-src '{_digest(STYLE)}'"
        policy = f"{allowed}; base-uri 'none'; form-action 'none'"
        yield f'<!DOCTYPE html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">'
        yield f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        yield '<meta name="referrer" content="no-referrer">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{_text(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>"
        yield f"<h1>{_text(title)}</h1>"
        yield from self._summary()
        yield f"<h2>{self._words('text')}</h2>"
        yield from self._body()
        if self.analysis.error is not None:
            yield f'<p class="bad">{_text(translated(str(self.analysis.error)))}</p>'
        if self.analysis.formal is not None:
            yield f"<h2>{self._words('logic')}</h2>"
            yield from self._logic()
        yield f"<h2>{self._words('questions')}</h2>"
        if self.analysis.formal is not None:
            yield f'<p class="soft">{self._words("key")}</p>'
        yield from self._questions()
        if self.diffs:
            yield f"<h2>{self._words('variants')}</h2>"
            for diff in self.diffs:
                yield from self._diff(diff)
        yield f"<h2>{self._words('how')}</h2>"
        yield f"<p>{self._words('made', version=self.version, hash=item.content_hash)}</p>"
        yield f"<pre>{_text(self.command)}</pre>"
        if self.pad:
            words = "pad" if "gold for" in self.pad else "formulas"
            yield f"<p>{self._words(words, file=f'{file_name(item.id)}.pad')}</p>"
            yield "<pre>" + "\n".join(map(_text, self.pad.rstrip().split("\n"))) + "</pre>"
        yield "</body>\n</html>"

    # --- the item ------------------------------------------------------------------------------

    def _summary(self) -> Iterator[str]:
        origin = self.item.provenance
        message = " · ".join(part for part in (origin.benchmark, origin.file) if part)
        if message:
            yield f'<p class="soft">{_text(message)}</p>'
        names = [
            name for name in self.analysis.check.inconsistent_variants if not self._told_empty(name)
        ]
        if names:
            yield f'<p class="bad">‼ {self._words("inconsistent", where=", ".join(names))}</p>'
        if self.item.approximate:
            yield f"<p>{self._words('approximate')}</p>"
        states = list(question_states(self.analysis.check))
        counts = {state: states.count(state) for state in ("proved", "refuted", "open")}
        yield f"<p>{self._words('totals', **counts)}</p>"
        if self.unfinished.undecided_count or self.unfinished.omitted_names:
            seconds = f"{self.unfinished.seconds:g}"
            notes = [self._words("late", seconds=seconds)]
            if self.unfinished.undecided_count:
                notes.append(self._words("late_open", n=self.unfinished.undecided_count))
            if self.unfinished.omitted_names:
                notes.append(
                    self._words("late_left", names=", ".join(self.unfinished.omitted_names))
                )
            yield f'<p class="open">{("" if self.language == "zh" else " ").join(notes)}</p>'
        wrong = [
            question_analysis
            for question_analysis in self.analysis.questions
            if question_analysis.check is not None
            and question_analysis.check.status is Status.DISAGREE
        ]
        if wrong:
            yield f'<p class="bad">{self._words("wrong")}</p><ul>'
            for question_analysis in wrong:
                yield self._wrong(question_analysis)
            yield "</ul>"

    def _wrong(self, question_analysis: QuestionAnalysis) -> str:
        """A refuted gold in a line: its place, its text, and the solver's answer."""
        check = question_analysis.check
        assert check is not None
        link = self._words("question", id=check.question.id)
        place = f'<a href="#q{question_analysis.place}">{link}</a>'
        gold = f"<code>{_text(check.gold_text)}</code>"
        texts = [check.text(engine) for engine in check.by_engine]
        proved = next((text for text in texts if text not in (None, "unknown")), None)
        line = f"{place}{self._colon}{self._words('gold')} {gold}"
        if proved is not None:
            line += f" · {self._words('found')}{self._colon}<code>{_text(proved)}</code>"
        return f"<li>{line}</li>"

    def _told_empty(self, variant_name: str) -> bool:
        """Whether the premises contradict one another under a variant, and all golds asked there
        agree: every gold is proved, and lists nothing."""
        analyses = [
            question_analysis
            for question_analysis in self.analysis.questions
            if question_analysis.under == variant_name
        ]
        return variant_name in self.analysis.check.inconsistent_variants and all(
            question_analysis.check is not None
            and question_analysis.check.status is Status.AGREE
            and question_analysis.report is not None
            and question_analysis.report.answer.models == ()
            for question_analysis in analyses
        )

    def _body(self) -> Iterator[str]:
        text = self.item.text
        marks: dict[int, list[str]] = {}
        for alignment in self.alignments:
            sure = "" if alignment.certainty is Certainty.GIVEN else "~"
            for span in alignment.spans:
                number = alignment.premise + 1
                mark = f'<a href="#p{number}">{sure}{number}</a>'
                marks.setdefault(span.end, []).append(mark)
        ends = sorted(marks)
        pieces, start = [], 0
        for end in ends:
            pieces.append(_text(text[start:end]) + f"<sup>{' '.join(marks[end])}</sup>")
            start = end
        whole = "".join([*pieces, _text(text[start:])])
        for paragraph in whole.split("\n"):
            if paragraph.strip():
                yield f"<p>{paragraph}</p>"
        if marks:
            yield f'<p class="soft">{self._words("likely")}</p>'

    def _logic(self) -> Iterator[str]:
        assert self.analysis.formal is not None
        problem = self.analysis.formal.problem
        signature = problem.signature
        notes = str(self.item.provenance.parameters.get(NOTES, ""))
        if notes:
            yield f"<h3>{self._words('notes')}</h3>"
            yield from _paragraphs(notes)
        yield f"<h3>{self._words('symbols')}</h3>"
        yield '<div class="scroll"><table class="formulas">'
        for symbol in signature.symbols.values():
            name = f"{symbol.name}({', '.join(symbol.places)})" if symbol.places else symbol.name
            yield (
                f"<tr><td><code>{_text(name)}</code></td>"
                f"<td><code>{_text(write_sort(symbol.sort))}</code></td>"
                f"<td>{_text(symbol.gloss)}</td></tr>"
            )
        yield "</table></div>"
        if problem.definitions:
            yield f"<h3>{self._words('definitions')}</h3>"
            yield '<div class="scroll"><table class="formulas">'
            for name, formula in problem.definitions.items():
                yield (
                    f"<tr><td><code>{_text(name)}</code></td>"
                    f"<td><code>{_text(print_formula(formula))}</code></td></tr>"
                )
            yield "</table></div>"
        yield f"<h3>{self._words('premises')}</h3>"
        yield '<div class="scroll"><table class="formulas">'
        for number, formula in enumerate(problem.premises, start=1):
            yield (
                f'<tr id="p{number}"><td class="number">{number}</td>'
                f"<td><code>{_text(print_formula(formula))}</code></td>"
                f"<td>{_text(self._spoken(formula, signature))}</td></tr>"
            )
        yield "</table></div>"

    def _spoken(self, formula: Formula, signature: Signature) -> str:
        """A formula in words, if these differ from the formula."""
        message = words(formula, signature, self.gloss_language)
        return "" if message == print_formula(formula) else message

    # --- questions -------------------------------------------------------------------------------

    def _questions(self) -> Iterator[str]:
        analyses = {
            analysis.place: analysis
            for analysis in self.analysis.questions
            if analysis.place is not None
        }
        place = 0
        for question in self.item.questions:
            yield f"<h3>{self._words('question', id=question.id)}</h3>"
            if question.condition:
                yield from _paragraphs(question.condition, "soft")
            yield from _paragraphs(question.text)
            published = self._published(question)
            if published:
                yield f'<p class="soft">{self._words("published")}{self._colon}</p>'
                yield from _paragraphs(published)
            for leaf in question.leaves:
                if leaf is not question and leaf.text:
                    yield from _paragraphs(f"{leaf.id} {leaf.text}")
                yield from self._question(analyses[place], leaf)
                place += 1
        rest = [analysis for analysis in self.analysis.questions if analysis.place is None]
        if rest:
            yield f"<h3>{self._words('further')}</h3>"
        for question_analysis in rest:
            yield from self._question(question_analysis, None)

    def _published(self, question: Question) -> str:
        """The published answer in words: from the explanation if it was kept there, else the
        gold."""
        golds = [leaf.gold.text for leaf in question.leaves if isinstance(leaf.gold, TextAnswer)]
        if golds:
            return "\n".join(dict.fromkeys(golds))
        lines = self.item.explanation.split("\n")
        heads = tuple(f"{entry.id}. " for entry in self.item.questions)
        lines_of_question: list[str] = []
        for line in lines:
            if line.startswith(f"{question.id}. "):
                lines_of_question = [line.removeprefix(f"{question.id}. ")]
            elif lines_of_question and not line.startswith(heads):
                lines_of_question.append(line)
            elif lines_of_question:
                break
        return "\n".join(lines_of_question) if len(heads) > 1 else ""

    def _question(
        self, question_analysis: QuestionAnalysis, leaf: Question | None
    ) -> Iterator[str]:
        check = question_analysis.check
        status = None if check is None or leaf is None or leaf.gold is None else check.status
        edge = {Status.DISAGREE: " wrong", Status.AGREE: " right"}
        place = question_analysis.place
        mark = "" if place is None else f' id="q{place}"'
        yield f'<div class="box{"" if status is None else edge.get(status, "")}"{mark}>'
        if question_analysis.query is not None:
            query_text = _text(question_analysis.query.text)
            yield f"<p>{self._words('asked')}{self._colon}<code>{query_text}</code></p>"
        if leaf is not None and leaf.gold is not None and not leaf.free:
            gold = format_answer(leaf.gold, leaf)
            yield f"<p>{self._words('gold')}{self._colon}<code>{_text(gold)}</code></p>"
        if status is Status.AGREE:
            under = question_analysis.under
            told_empty = self._told_empty(under)
            if under in self.analysis.check.inconsistent_variants and not told_empty:
                yield f'<p class="bad">{self._words("proved_from_nothing", name=under)}</p>'
            else:
                yield f'<p class="good">{self._words("proved")}</p>'
            if told_empty:
                yield from self._no_world(under)
        elif status is Status.DISAGREE:
            yield f'<p class="bad">{self._words("refuted")}</p>'
        elif status is Status.UNCHECKED and leaf is not None and leaf.free:
            yield f'<p class="open">{self._words("in_words")}</p>'
        elif check is not None and status is Status.UNCHECKED:
            yield f'<p class="open">{self._words("unchecked", why=translated(check.reason))}</p>'
        elif check is not None and status is Status.UNKNOWN:
            why = translated(check.reason)
            yield f'<p class="open">{self._words("unknown", why=why)}</p>'
        if question_analysis.refutation is not None:
            drawn = listed = False
            for objection in question_analysis.refutation.objections[:8]:
                yield from self._objection(objection, question_analysis, not drawn)
                under = objection.under or question_analysis.under
                spoken = [objection.formula] if objection.formula is not None else []
                if objection.world is not None and not drawn:
                    drawn = True
                    yield from self._one_by_one(under, spoken, world=objection.world)
                elif objection.supports is not None and objection.supports.sets and not listed:
                    listed = True
                    yield from self._one_by_one(under, spoken, objection.supports.sets[0])
            if place is not None and place in self.refutation_reasons:
                yield from self._members(self.refutation_reasons[place])
                yield from self._right_if(self.refutation_reasons[place], question_analysis.under)
        yield from self._solver_answer(question_analysis)
        if question_analysis.options:
            yield from self._options(question_analysis)
        yield "</div>"

    def _no_world(self, variant_name: str) -> Iterator[str]:
        """Say that the gold states the inconsistency of the premises."""
        conflict = self.analysis.theories[variant_name].report.conflict
        which = "" if conflict is None else f" ({self._premises(conflict)})"
        yield f"<p>{self._words('no_world', name=variant_name, which=which)}</p>"

    def _one_by_one(
        self,
        variant_name: str,
        formulas: Sequence[Formula],
        needed_numbers: Sequence[int] | None = None,
        world: World | None = None,
    ) -> Iterator[str]:
        """List every premise with its truth in the world shown, or those `needed_numbers` for the
        refutation, with their sentences, and the definitions behind them and behind `formulas`.
        The author of the gold can then say which of them is not intended."""
        theory, problem = self.analysis.theories[variant_name].theory, self.analysis.formal
        stated = () if problem is None else problem.problem.premises
        premises = [
            p for p in theory.premises if needed_numbers is None or p.number in needed_numbers
        ]
        all_formulas = [*formulas, *(premise.formula for premise in premises)]
        defined = definitions_through(all_formulas, theory.definitions)
        if premises:
            yield f"<p>{self._words('one_by_one' if needed_numbers is None else 'by_these')}</p>"
            yield from self._premise_rows(
                premises, stated, variant_name, "✓" if needed_numbers is None else ""
            )
        if defined:
            key = "defined_here" if world is not None else "defined"
            yield f"<p>{self._words(key if premises else 'by_definitions')}</p>"
            yield from self._definition_rows(defined, theory, world)

    def _definition_rows(
        self, definitions: Mapping[str, Formula], theory: Theory, world: World | None
    ) -> Iterator[str]:
        """Rows of definitions, with their values in a world."""
        yield '<div class="scroll"><table class="formulas">'
        for name, formula in definitions.items():
            sign = ""
            if world is not None:
                with suppress(GaveUp):
                    budget = Budget.of(DEFINED_SECONDS)
                    value = evaluate(formula, world, theory.definitions, budget).value
                    sign = {True: TRUE, False: FALSE}.get(value, "") if value is not None else ""
            yield (
                f"<tr><td><code>{_text(name)}</code></td><td>{sign}</td>"
                f"<td><code>:= {_text(print_formula(formula))}</code></td>"
                f"<td>{_text(self._spoken(formula, theory.signature))}</td></tr>"
            )
        yield "</table></div>"

    def _premise_rows(
        self,
        premises: Sequence[Premise],
        item_premises: Sequence[Formula],
        variant_name: str,
        sign: str,
    ) -> Iterator[str]:
        theory = self.analysis.theories[variant_name].theory
        yield '<div class="scroll"><table class="formulas">'
        for premise in premises:
            number = premise.number
            changed = number >= len(item_premises) or item_premises[number] != premise.formula
            source = (
                self._words("by_variant", name=variant_name) if changed else self._sentence(number)
            )
            yield (
                f'<tr><td class="number">{number + 1}</td><td class="good">{sign}</td>'
                f"<td><code>{_text(print_formula(premise.formula))}</code></td>"
                f"<td>{_text(self._spoken(premise.formula, theory.signature))}</td>"
                f'<td class="soft">{source}</td></tr>'
            )
        yield "</table></div>"

    def _sentence(self, number: int) -> str:
        """The text a premise was taken from, with ~ if that is a guess; empty if unknown."""
        alignment = next((a for a in self.alignments if a.premise == number), None)
        if alignment is None or not alignment.spans:
            return ""
        sure = "" if alignment.certainty is Certainty.GIVEN else "~ "
        spans = alignment.spans
        return sure + " … ".join(_text(self.item.text[s.start : s.end]) for s in spans)

    def _members(self, reasons: RefutationReasons) -> Iterator[str]:
        """The list of what is counted, so that a wrong number can be checked by hand."""
        answer = reasons.members
        if answer is None or not answer.models:
            return
        yield f"<p>{self._words('counted')} {self._answer_text(answer)}</p>"
        keys = list(answer.models[0])
        rows = [
            [str(number), *_cells(keys, model)]
            for number, model in enumerate(answer.models[:MOST_ROWS], start=1)
        ]
        yield _table(["", *keys], rows)

    def _right_if(self, reasons: RefutationReasons, variant_name: str) -> Iterator[str]:
        """Conditions under which the gold would be right."""
        conditions = []
        if reasons.blocking.premises:
            premise_sets = reasons.blocking.premises, *reasons.blocking.further_sets
            sets = [self._premises(some) for some in premise_sets]
            conditions.append(
                self._words("without", which=WORDS["or"].of(self.language).join(sets[:4]))
            )
        misread = reasons.misreading
        if misread is not None and misread.combinations:
            names = misread.combinations[0]
            titles = ", ".join(self._of(MISREADINGS[name].titles) for name in names)
            conditions.append(self._words("misread", title=titles))
            conditions += [_text(self._of(MISREADINGS[name].descriptions)) for name in names]
            signature = self.analysis.theories[variant_name].theory.signature
            for change in misread.changed_premises:
                if change.read_formula is not None:
                    formula = print_formula(change.read_formula)
                    words = self._spoken(change.read_formula, misread.signature or signature)
                    which = self._premises((change.number,))
                    text = self._words("read_as", which=which, words=words)
                    conditions.append(f"{text} <code>{_text(formula)}</code>")
        if conditions:
            yield f"<p>{self._words('right_if')}</p><ul>"
            yield "".join(f"<li>{text}</li>" for text in conditions) + "</ul>"

    def _of(self, texts: Mapping[str, str]) -> str:
        return texts.get(self.language, texts["en"])

    def _objection(
        self, objection: Objection, question_analysis: QuestionAnalysis, draw: bool
    ) -> Iterator[str]:
        subject = objection.subject
        if objection.claimed is not None:
            formula = print_formula(objection.claimed)
            subject = f"{subject}: {formula}" if subject else formula
        text = escape(WHY_WORDS[objection.kind].of(self.language), quote=False)
        yield f"<p>{text.format(what=f'<code>{_text(subject)}</code>', count=objection.count)}</p>"
        if objection.world is not None and draw:
            under = objection.under or question_analysis.under
            key = "world" if under == BASELINE else "world_under"
            yield f"<p>{self._words(key, name=under)}</p>"
            yield from self._world(objection.world, under)
        elif objection.supports is not None:
            yield from self._supports(objection.supports)

    def _solver_answer(self, question_analysis: QuestionAnalysis) -> Iterator[str]:
        """The solver's answer, and the evidence for it."""
        report = question_analysis.report
        if report is None:
            return
        answer = report.answer
        names = ", ".join(
            name for name, engine_answer in report.engines.items() if not engine_answer.unknown
        )
        by = ""
        if names:
            by = self._words("engines", names=names)
            if report.agree is not None:
                by += self._words("agree" if report.agree else "disagree")
            by = f' <span class="soft">({by})</span>'
        if answer.unknown:
            why = translated(answer.reason) or "–"
            yield f'<p class="open">{self._words("unknown", why=why)}{by}</p>'
            return
        message = self._answer_text(answer)
        yield f"<p>{self._words('found')}{self._colon}{message}{by}</p>"
        if answer.models:
            keys = list(answer.models[0])
            if keys:
                yield _table(keys, [_cells(keys, m) for m in answer.models[:MOST_ROWS]])
        if answer.solution is not None:
            keys = list(answer.solution)
            yield _table(keys, [_cells(keys, answer.solution)])
        refuting_world = (
            None if question_analysis.refutation is None else question_analysis.refutation.world
        )
        word = verdict_word(answer.verdict)
        has_formula = (
            question_analysis.query is not None and question_analysis.query.formula is not None
        )
        if word is not None and has_formula:
            if word.claim is Claim.FAILS and answer.countermodel not in (None, refuting_world):
                yield f"<p>{self._words('fails')}</p>"
                yield from self._world(answer.countermodel, question_analysis.under)
            elif word.claim is Claim.HOLDS and answer.witness not in (None, refuting_world):
                yield f"<p>{self._words('holds')}</p>"
                yield from self._world(answer.witness, question_analysis.under)
        supports = report.supports or question_analysis.claim_supports
        if supports is not None:
            yield from self._supports(supports)

    def _answer_text(self, answer: EngineAnswer) -> str:
        if answer.verdict is not None:
            return _text(verdict_words(answer.verdict, self.language))
        if answer.projection is not None:
            return f"<code>{_text('{' + ', '.join(answer.projection) + '}')}</code>"
        if answer.models is not None:
            total = answer.count if answer.count is not None else len(answer.models)
            if total > min(len(answer.models), MOST_ROWS):
                return self._words("cut", n=total, shown=min(len(answer.models), MOST_ROWS))
            if not total:
                return self._words("nothing")
            return self._words("row") if total == 1 else self._words("rows", n=total)
        return _text(str(answer.count if answer.count is not None else "–"))

    def _brief(self, answer: EngineAnswer) -> str:
        """An answer in one line; a long list is given by its length."""
        if answer.verdict is not None and answer.solution is None:
            return _text(verdict_words(answer.verdict, self.language))
        if answer.models is not None and len(answer.models) > BRIEF_ROWS:
            return self._answer_text(answer).rstrip(":：")
        return f"<code>{_text(answer_brief(answer))}</code>"

    def _options(self, question_analysis: QuestionAnalysis) -> Iterator[str]:
        yield '<div class="scroll"><table class="formulas">'
        heads = ("", self._words("option"), "", self._words("stands"))
        yield "<tr>" + "".join(f"<th>{head}</th>" for head in heads) + "</tr>"
        for option in question_analysis.options:
            stand = option.standing
            formula = "" if stand is None else print_formula(stand.formula)
            text, role = ("–", "soft") if stand is None else self._stand(stand)
            yield (
                f"<tr><td>{_text(option.letter)}</td><td>{_text(option.text)}</td>"
                f'<td><code>{_text(formula)}</code></td><td class="{role}">{_text(text)}</td></tr>'
            )
        yield "</table></div>"
        for option in question_analysis.options:
            yield from self._option_world(option, question_analysis)

    def _option_world(
        self, option: OptionAnalysis, question_analysis: QuestionAnalysis
    ) -> Iterator[str]:
        stand = option.standing
        if stand is None:
            return
        if stand.refuted and stand.countermodel is not None:
            yield f"<p><b>{_text(option.letter)}</b>: {self._words('fails')}</p>"
            yield from self._world(stand.countermodel, question_analysis.under)
        elif stand.supports is not None and stand.verdict is FormulaVerdict.ENTAILED:
            message = "".join(self._supports(stand.supports)).removeprefix("<p>")
            yield f"<p><b>{_text(option.letter)}</b>: {message}" if message else ""

    def _stand(self, standing: FormulaStanding) -> tuple[str, str]:
        text, role = VERDICT_WORDS[standing.verdict]
        return text.of(self.language), role

    def _supports(self, supports: Supports) -> Iterator[str]:
        if not supports.sets:
            return
        sets = [self._premises(chosen) for chosen in supports.sets[:6]]
        which = WORDS["or"].of(self.language).join(sets)
        if not supports.exhausted or len(supports.sets) > len(sets):
            which += WORDS["more"].of(self.language)
        if [tuple(chosen) for chosen in supports.sets] == [()]:
            yield f"<p>{self._words('needs_none')}</p>"
            return
        yield f"<p>{self._words('needs', which=which)}</p>"

    def _premises(self, numbers: Sequence[int]) -> str:
        if not numbers:
            return WORDS["none"].of(self.language)
        message = ", ".join(str(number + 1) for number in numbers)
        return (
            WORDS["premise" if len(numbers) == 1 else "several"]
            .of(self.language)
            .format(numbers=message)
        )

    # --- worlds and variants ---------------------------------------------------------------------

    def _world(self, world: World | None, variant_name: str) -> Iterator[str]:
        if world is None:
            return
        formal, theory_analysis = self.analysis.formal, self.analysis.theories.get(variant_name)
        if theory_analysis is not None:
            signature = theory_analysis.theory.signature
        else:
            signature = Signature({}) if formal is None else formal.problem.signature
        if isinstance(world, Structure):
            lines = structure_lines(world, signature, 90)
            yield "<pre>" + "\n".join(_text(line.text) for line in lines) + "</pre>"
        else:
            keys = list(world)
            yield _table(keys, [_cells(keys, world)])
        message = ("" if self.gloss_language == "zh" else " ").join(
            world_in_words(world, signature, self.gloss_language)
        )
        if message:
            yield f'<p class="soft">{_text(message)}</p>'

    def _diff(self, diff: Diff) -> Iterator[str]:
        assert self.analysis.formal is not None
        problem = self.analysis.formal.problem
        yield f"<h3>{self._words('variant', name=diff.after)}</h3>"
        edits = [format_edit(edit) for edit in problem.variants[diff.after].edits]
        yield "<ul>" + "".join(f"<li><code>{_text(e)}</code></li>" for e in edits) + "</ul>"
        parts = (("", diff.kept), ("removed", diff.removed), ("added", diff.added))
        if any(part.models is None for _, part in parts):
            if diff.reason:
                yield f'<p class="soft">{_text(translated(diff.reason))}</p>'
        else:
            numbers = ("–" if part.count is None else part.count for _, part in parts)
            counts = dict(zip(("kept", "removed", "added"), numbers, strict=True))
            yield f"<p>{self._words('kept', **counts)}</p>"
            yield from self._models(parts)
        for side, apart, name in (
            ("before", diff.only_before, diff.before),
            ("after", diff.only_after, diff.after),
        ):
            if apart is not None:
                yield from self._one_sided(apart, side, name)
        changed = [change for change in diff.queries if change.changed]
        if changed:
            yield f"<p>{self._words('changes')}{self._colon}</p><ul>"
            for query_change in changed:
                query = query_change.query.text.split(" under ")[0]
                sides = (query_change.before.answer, query_change.after.answer)
                before, after = map(self._brief, sides)
                yield f"<li><code>{_text(query)}</code>{self._colon}{before} → {after}</li>"
            yield "</ul>"

    def _one_sided(self, structure: DistinguishingStructure, side: str, name: str) -> Iterator[str]:
        """A structure that only one side of a diff allows, or the statement that there is none."""
        if structure.exists is False:
            yield f"<p>{self._words(f'none_{side}')}</p>"
            return
        yield f"<p>{self._words(f'only_{side}')}</p>"
        if structure.world is not None:
            yield from self._world(structure.world, name)
        elif structure.exists:
            yield f'<p class="soft">{self._words("not_shown")}</p>'
        else:
            reason = translated(structure.reason)
            yield f'<p class="open">{self._words("not_known", why=reason)}</p>'

    def _models(self, parts: Sequence[tuple[str, Part]]) -> Iterator[str]:
        keys: list[str] = next((list(p.models[0]) for _, p in parts if p.models), [])
        if not keys:
            return
        rows = []
        for name, part in parts:
            mark = {"removed": "−", "added": "+"}.get(name, "=")
            rows += [(name, [mark, *_cells(keys, model)]) for model in part.models or ()]
        if len(keys) <= 24:
            yield _table(["", *keys], [row for _, row in rows], [name for name, _ in rows])
            if any(not part.exhausted for _, part in parts):
                yield f'<p class="soft">{self._words("listed", n=DIFF_ROWS)}</p>'


DIFF_ROWS = 16
"""Maximum number of models of each kind next to a variant."""


def _table(keys: Sequence[str], rows: Sequence[Sequence[str]], roles: Sequence[str] = ()) -> str:
    """A table of models: ● true, · false, or a value."""
    head = "".join(f"<th>{_text(key)}</th>" for key in keys)
    body = []
    for place, row in enumerate(rows):
        role = f' class="{roles[place]}"' if roles and roles[place] else ""
        body.append(f"<tr{role}>" + "".join(f"<td>{_text(cell)}</td>" for cell in row) + "</tr>")
    table = f'<table class="world"><tr>{head}</tr>{"".join(body)}</table>'
    return f'<div class="scroll">{table}</div>'


def _cells(keys: Sequence[str], model: Model) -> list[str]:
    values = (model[key] for key in keys)
    return [value if isinstance(value, str) else TRUE if value else FALSE for value in values]


def _paragraphs(text: str, role: str = "") -> Iterator[str]:
    named = f' class="{role}"' if role else ""
    for line in text.splitlines():
        if line.strip():
            yield f"<p{named}>{_text(line)}</p>"


def _text(text: str) -> str:
    """Escape a text: it contains no markup, and control characters are visible."""
    return escape(plain(text))


def _digest(style: str) -> str:
    """The digest of the style for the content-security policy."""
    return "sha256-" + base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
