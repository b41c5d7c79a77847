"""Whether a text matches its formulas: the formulas that another model read from it are compared
with the original ones.

Owns the proof: each premise is equivalent to the one at the same position, the premises are
equivalent as a whole, and each statement is equivalent to the one at the same position. Equal
answers would not be sufficient, as two errors may cancel out. A difference is described with a
world that separates the two. Words that weaken a sentence ("probably") also count as differences,
and so do clauses that go beyond it ("…; after all, it rains"), although a reader writes no formula
for them. Also owns faults that make a text unusable although it matches.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from items.findings import rules
from items.formalizations.written_formalizations import read_written
from items.lint import damaged_text, invisible, verdicts
from items.lint import text_faults as words
from items.model_wording import hedges
from items.model_wording.extra_clauses import ExtraClauseFinder
from items.model_wording.worded_items import Task, WordedText
from items.models import Item
from items.wording.bank import Language
from solver.cancel import whole_budget
from solver.errors import InputError
from solver.explain import world_in_words
from solver.kinds.registry import asks_whether_follows
from solver.language.loader import load_problem
from solver.language.printer import print_formula
from solver.language.syntax import Formula, Iff, Signature, expand
from solver.premise_relation import compare, entails, union
from solver.results import World

SECONDS = 60.0
"""Time limit for one text with all its questions to the solver."""
TIMEOUT = 5.0
"""Seconds that one of these questions may take, or a twelfth of a longer time."""


@dataclass(frozen=True, slots=True)
class Proof:
    """Result of comparing a text with its formulas."""

    same: bool | None
    """None if the solver did not decide within its time."""
    differences: tuple[str, ...] = ()
    """In words, as feedback for the next attempt."""


def prove(
    task: Task,
    worded_text: WordedText,
    response: str,
    language: Language,
    *,
    timeout: float = SECONDS,
) -> Proof:
    """Compare the formulas read from a text with the original ones; `response` is the reader's
    whole response. Unreadable parts count as differences. `timeout` is in seconds for the whole
    text."""
    with whole_budget(timeout):
        return _prove(task, worded_text, response, language, max(TIMEOUT, timeout / 12))


def _prove(
    task: Task, telling: WordedText, written: str, language: Language, timeout: float
) -> Proof:
    formalization = read_written(written)
    if formalization.formalization is None:
        return Proof(False, (f"nothing could be read in it: {formalization.reason}",))
    try:
        problem = load_problem({**formalization.formalization, "variants": {}})
        premises = [expand(premise, problem.definitions) for premise in problem.premises]
        statements = []
        for query in problem.queries:
            if (
                not asks_whether_follows(query.kind)
                or query.formula is None
                or query.given is not None
            ):
                return Proof(False, (f"a statement was read as {query.text}",))
            statements.append(expand(query.formula, problem.definitions))
    except InputError as error:
        message = error.line
        return Proof(False, (f"nothing could be read in it: {message}",))
    signature = union(task.problem.signature, problem.signature)
    prover = _Prover(task, telling, signature, language, timeout)
    return prover.prove(premises, statements)


def faults(item: Item) -> tuple[str, ...]:
    """Return faults in the words of a rendered item other than its meaning: a revealed answer,
    invisible characters, damage, another language. They are feedback for the next attempt."""
    findings = (*words.look(item), *damaged_text.look(item), *invisible.look(item))
    problems = [
        f"{finding.rule.title}: {finding.what}"
        for finding in findings
        if finding.rule.severity == "wrong" or finding.rule is rules.ODD
    ]
    problems += [f"“{value}” next to an option" for value in verdicts.marked(item)]
    return tuple(problems)


class _Prover:
    def __init__(
        self,
        task: Task,
        worded_text: WordedText,
        signature: Signature,
        language: Language,
        timeout: float,
    ) -> None:
        self.task = task
        self.worded_text = worded_text
        self.signature = signature
        self.language: Language = language
        self.timeout = timeout
        self.undecided = False
        self.faults: list[str] = []

    def prove(self, premises: Sequence[Formula], statements: Sequence[Formula]) -> Proof:
        self._one_by_one(premises)
        self._as_a_whole(premises)
        self._statements(statements)
        self._weakened()
        self._beyond()
        if self.faults:
            return Proof(False, tuple(dict.fromkeys(self.faults)))
        return Proof(None if self.undecided else True)

    def _same(self, formula: Formula, other: Formula) -> tuple[bool | None, World | None]:
        if formula == other:
            return True, None
        entailed = entails((), Iff(formula, other), self.signature, timeout=self.timeout)
        self.undecided |= entailed.follows is None
        return entailed.follows, entailed.world

    def _one_by_one(self, premises: Sequence[Formula]) -> None:
        formulas = self.task.premises
        if len(premises) != len(formulas):
            self.faults.append(
                f"{len(formulas)} premises were told, {len(premises)} were read: each sentence "
                "must say one premise"
            )
            return
        # In order: the display of an item relates each premise to its sentence.
        for place, (formula, read_back) in enumerate(zip(formulas, premises, strict=True)):
            sentence = self.worded_text.sentences[place]
            self._differs(f"sentence {place + 1}, “{sentence}”", formula, read_back)

    def _as_a_whole(self, premises: Sequence[Formula]) -> None:
        comparison = compare(self.task.premises, premises, self.signature, timeout=self.timeout)
        self.undecided |= comparison.equivalent is None
        for side, listed in (
            ("the text says, and the formulas do not", comparison.extras),
            ("the formulas say, and the text does not", comparison.missing),
        ):
            for step in listed:
                self.faults.append(
                    f"{side}: {print_formula(step.formula)}{self._where(step.world)}"
                )

    def _statements(self, statements: Sequence[Formula]) -> None:
        formulas = self.task.statements
        if len(statements) != len(formulas):
            self.faults.append(f"{len(formulas)} statements were told, {len(statements)} were read")
            return
        for place, (formula, other) in enumerate(zip(formulas, statements, strict=True)):
            self._differs(
                f"statement {place + 1}, “{self.worded_text.statements[place]}”", formula, other
            )

    def _weakened(self) -> None:
        meanings = _by_name({**self.task.glosses, **self.worded_text.meanings})
        for kind, texts, formulas in (
            ("sentence", self.worded_text.sentences, self.task.premises),
            ("statement", self.worded_text.statements, self.task.statements),
        ):
            for place, (text, formula) in enumerate(zip(texts, formulas, strict=False), 1):
                words = hedges.weakened(text, formula, meanings, self.language)
                if words:
                    self.faults.append(
                        f"{kind} {place}, “{text}”: {', '.join(f'“{word}”' for word in words)} "
                        f"says less than {print_formula(formula)}"
                    )

    def _beyond(self) -> None:
        meanings = _by_name({**self.task.glosses, **self.worded_text.meanings})
        statements = list(zip(self.worded_text.statements, self.task.statements, strict=False))
        beyond = ExtraClauseFinder(meanings, statements, self.language)
        premises = zip(self.worded_text.sentences, self.task.premises, strict=False)
        for kind, pairs in (("sentence", premises), ("statement", statements)):
            for place, (text, formula) in enumerate(pairs, 1):
                for clause in beyond.clauses(text, formula):
                    self.faults.append(
                        f"{kind} {place}, “{text}”: the clause “{clause}” says more than "
                        f"{print_formula(formula)}"
                    )

    def _differs(self, kind: str, formula: Formula, read_formula: Formula) -> None:
        same, world = self._same(formula, read_formula)
        if same is False:
            self.faults.append(
                f"{kind}: read as {print_formula(read_formula)}, meant {print_formula(formula)}"
                f"{self._where(world)}"
            )

    def _where(self, world: World | None) -> str:
        if world is None:
            return ""
        signature = _signature_of(self.signature, self.worded_text)
        return f"; they differ where: {' '.join(world_in_words(world, signature, self.language))}"


def _signature_of(signature: Signature, worded_text: WordedText) -> Signature:
    """The signature with the meanings used in the text."""
    from dataclasses import replace

    meanings = _by_name(worded_text.meanings)
    return Signature(
        {
            key: replace(symbol, gloss=meanings.get(symbol.name, symbol.gloss))
            for key, symbol in signature.symbols.items()
        }
    )


def _by_name(meanings: Mapping[str, str]) -> Mapping[str, str]:
    """Meanings by name of symbol, without its arguments."""
    return {key.partition("(")[0]: text for key, text in meanings.items()}
