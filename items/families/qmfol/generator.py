"""The QMFOL generator: monadic first-order tasks of given depth, width, label and distractors.

Owns configurations, the grid of the paper (section 3.3), and the construction of items, each with
its label proved in two ways and its text read back. (QMFOL, section 3.1; templates replace the
language model of section 3.2.)
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from items.answers import TruthAnswer
from items.families.batches import PROVED, GeneratedItems
from items.families.qmfol.distractors import ADDS, distractors
from items.families.qmfol.proofs import by_grounding, by_z3
from items.families.qmfol.reader import Unreadable
from items.families.qmfol.rules import (
    CONSTANT,
    Label,
    Lit,
    Side,
    Statement,
    basic_rules,
    claim,
    formula,
    predicate_name,
)
from items.families.qmfol.strict_tasks import LEAST_WIDTH, rivals
from items.families.qmfol.task_languages import TONGUES, Listener, Speaker, TaskLanguage, listener
from items.families.qmfol.topics import TOPICS, check_name
from items.models import Item, Provenance, Question
from items.seeds import Draw
from items.wording.bank import Language
from items.wording.render import capitalised
from solver.errors import InputError

GENERATOR = "qmfol"
VERSION = "6"
BENCHMARK = "QMFOL (generated)"
LABELS: tuple[Label, ...] = ("true", "false", "unknown")
"""In the order of their numbers in a task's name."""
GRID_STEPS = (5, 10, 15, 20)
GRID_DISTRACTORS = (0, 5, 10, 15, 20)
GRID_SEEDS = 3
NEGATION = 0.3
"""Share of negated literals; the paper mentions them without stating their share."""
MAX_STEPS = 60


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration and seed of one task."""

    topic: str
    depth: int
    width: int
    label: Label
    distractors: int
    seed: int

    def __post_init__(self) -> None:
        """Raises InputError for an unknown topic and for a number outside its range."""
        check_name(self.topic)
        for name, value, least in (
            ("depth", self.depth, 1),
            ("width", self.width, 0),
            ("number of distractors", self.distractors, 0),
        ):
            if not least <= value <= MAX_STEPS:
                raise InputError(f"Wrong {name}", f"expected {least} to {MAX_STEPS}, found {value}")

    @property
    def name(self) -> str:
        """Name as in the paper: topic, depth, width, seed, number of the label, distractors."""
        number = LABELS.index(self.label)
        return (
            f"{self.topic}_d{self.depth}_w{self.width}_{self.seed}_{number}"
            f"_distract{self.distractors}"
        )


def configurations(
    topics: Sequence[str],
    depths: Sequence[int],
    widths: Sequence[int],
    labels: Sequence[Label],
    distractor_counts: Sequence[int],
    seeds: Sequence[int],
) -> tuple[Config, ...]:
    """Return all combinations. The topics of one logical task are adjacent, as they share its
    proof."""
    combinations = product(depths, widths, seeds, labels, distractor_counts, topics)
    return tuple(
        [
            Config(t, depth, width, label, n, seed)
            for depth, width, seed, label, n, t in combinations
        ]
    )


def grid(first_seed: int = 0) -> tuple[Config, ...]:
    """Return the paper's 960 configurations × 3 seeds = 2,880 tasks."""
    seeds = range(first_seed, first_seed + GRID_SEEDS)
    return configurations(TOPICS, GRID_STEPS, GRID_STEPS, LABELS, GRID_DISTRACTORS, seeds)


@dataclass(frozen=True, slots=True)
class Skeleton:
    """The logic of a task, shared by all topics."""

    premises: tuple[Statement, ...]
    conclusion: Statement
    roles: tuple[str, ...]
    """Role of each premise: rule, fact or distractor."""
    predicates: int
    label_case: str
    """true, false, unknown1 or unknown2."""
    redrawn_count: int
    failure: str = ""
    """Why there is no task; empty if there is one."""
    form: str = ""
    """Strict tasks: the form of the conclusion."""


@lru_cache(maxsize=256)
def skeleton(
    depth: int,
    width: int,
    label: Label,
    distractor_count: int,
    seed: int,
    named: bool,
    negation: float,
    strict: bool = False,
) -> Skeleton:
    """Return the task of a configuration, its label proved by grounding and by Z3.

    Depth, width and seed determine the rules, whatever the label; a higher number of distractors
    extends the list of the lower one. A pure function of its arguments, so that a proof is made
    once for all topics.
    """
    key = (depth, width, negation, seed)
    if strict:
        task = rivals(depth, width, negation, label, named, " ".join(map(str, key)))
        base, facts, conclusion = task.base, task.facts, task.conclusion
        way, form = str(label), task.form
    else:
        base = basic_rules(depth, width, negation, Draw("qmfol rules", *map(str, key)))
        claimed = claim(base, label, named, Draw("qmfol claim", *map(str, key), label, named))
        if claimed is None:
            empty = Statement("all", Side((Lit(0, True),), "or"))
            return Skeleton((), empty, (), 0, "", 0, "no unknown: one source and one sink")
        facts, conclusion, way, form = claimed.facts, claimed.conclusion, claimed.label_case, ""
    mode = ("strict",) if strict else ()
    extra = distractors(
        base, distractor_count, negation, Draw("qmfol distract", *mode, *map(str, key))
    )
    labelled = [(statement, "rule") for statement in base.rules]
    labelled += [(statement, "fact") for statement in facts]
    labelled += [(statement, "distractor") for statement in extra.statements]
    Draw("qmfol shuffle", *mode, *map(str, key), label, named, distractor_count).shuffle(labelled)
    premises = tuple([statement for statement, _ in labelled])
    trouble = ""
    grounded = by_grounding(premises, conclusion)
    if grounded != label:
        trouble = "label not proved by grounding"
    elif (by_solver := by_z3(premises, conclusion)) != label:
        trouble = "label not proved by Z3" if by_solver is None else "the two proofs disagree"
    return Skeleton(
        premises,
        conclusion,
        tuple([role for _, role in labelled]),
        extra.predicates,
        way,
        extra.redrawn_count,
        trouble,
        form,
    )


@dataclass(frozen=True, slots=True)
class Qmfol:
    """A run of the generator; it maps an index to the task of that configuration."""

    configs: tuple[Config, ...]
    named: bool = False
    """Whether facts and conclusion are about a named individual instead of all."""
    filler: int = 0
    """Approximate number of words of irrelevant text after the premises."""
    negation: float = NEGATION
    strict: bool = False
    """Whether every label occurs with every form of conclusion, unlike in the published
    construction."""
    language: Language = "en"

    def __post_init__(self) -> None:
        """Raises InputError for strict tasks with too few facts, or if a topic has too few
        predicates."""
        for config in self.configs:
            if self.strict and config.width < LEAST_WIDTH:
                raise InputError(
                    "Wrong width",
                    f"expected {LEAST_WIDTH} or more, found {config.width}: with fewer facts a "
                    "chain cannot be broken without a trace",
                    "The published construction (--as-published) also has smaller widths.",
                )
            least = config.depth + 1 + config.width + config.distractors
            if self.strict:
                least += config.depth - 1 + config.width
            room = len(TONGUES[self.language].topic(config.topic).phrases)
            if least > room:
                raise InputError(
                    "Too many predicates for a topic",
                    f"{config.name} takes {least} or more, {config.topic} has {room}",
                    "Ask for less depth, width or distractors.",
                )

    def __call__(self, index: int) -> GeneratedItems:
        """Return the item for one configuration."""
        config = self.configs[index]
        logic = skeleton(
            config.depth,
            config.width,
            config.label,
            config.distractors,
            config.seed,
            self.named,
            self.negation,
            self.strict,
        )
        rejected = {ADDS: logic.redrawn_count} if logic.redrawn_count else {}
        if logic.failure:
            return GeneratedItems(rejected={**rejected, logic.failure: 1})
        tongue = TONGUES[self.language]
        if logic.predicates > len(tongue.topic(config.topic).phrases):
            return GeneratedItems(rejected={**rejected, "more predicates than the topic has": 1})
        meaning = _task_text(config, logic, self.language)
        if not meaning.read_back:
            return GeneratedItems(rejected={**rejected, "not read back as intended": 1})
        return GeneratedItems((self._item(config, index, logic, meaning),), rejected=rejected)

    def _item(self, config: Config, index: int, logic: Skeleton, meaning: "_WordedTask") -> Item:
        speech, tongue = meaning.speaker, TONGUES[self.language]
        from solver.language.printer import print_formula

        parameters: dict[str, str] = {}
        translation: dict[str, str] = {}
        for number in range(logic.predicates):
            name = predicate_name(number)
            parameters[name] = "Function(1)"
            phrase = speech.phrases[number].singular
            translation[f"{name}(x)"] = tongue.gloss.format(phrase=phrase)
        if self.named:
            parameters[CONSTANT] = "Individual"
            translation[CONSTANT] = capitalised(speech.name)
        query = f"necessary({print_formula(formula(logic.conclusion))})"
        opening = tongue.begin(tongue.topic(config.topic), self.strict)
        text = tongue.sentence_separator.join((opening, *meaning.sentences))
        if self.filler:
            text += f"\n\n{filler_text(self.filler, config.seed, self.language)}"
        attributes: dict[str, str | int | float | bool] = {
            "topic": config.topic,
            "depth": config.depth,
            "width": config.width,
            "distractors": config.distractors,
            "kind": logic.label_case,
            "individuals": self.named,
            "premises": len(logic.premises),
            "proof": PROVED,
        }
        name = config.name
        if self.strict:
            twins = f"d{config.depth}-w{config.width}-s{config.seed}"
            attributes |= {"mode": "strict", "conclusion": logic.form, "twins": twins}
            name = f"strict/{name}"
        if self.filler:
            name += f"_filler{self.filler}"
        more: dict[str, str] = {}
        if self.language != "en":
            name += f"-{self.language}"
            more = {"language": self.language}
        return Item(
            id=name,
            title=name,
            language=self.language,
            text=text,
            questions=(
                Question(
                    id="1",
                    text=tongue.question.format(conclusion=meaning.conclusion),
                    kind="truth",
                    query=query,
                    gold=TruthAnswer(value=config.label),
                ),
            ),
            formalization={
                "parameters": parameters,
                "translation": translation,
                "premise": [print_formula(formula(premise)) for premise in logic.premises],
                "question": [query],
            },
            attributes=attributes,
            provenance=Provenance(
                benchmark=BENCHMARK,
                index=index,
                generator=GENERATOR,
                version=VERSION,
                seed=config.seed,
                parameters={
                    "topic": config.topic,
                    "depth": config.depth,
                    "width": config.width,
                    "label": config.label,
                    "distractors": config.distractors,
                    "individuals": self.named,
                    "negation": self.negation,
                    "filler": self.filler,
                    "roles": " ".join(logic.roles),
                    "mode": "strict" if self.strict else "published",
                    **more,
                },
            ),
        )


@dataclass(frozen=True, slots=True)
class _WordedTask:
    speaker: Speaker
    sentences: tuple[str, ...]
    conclusion: str
    read_back: bool


def _task_text(config: Config, logic: Skeleton, language: Language) -> _WordedTask:
    tongue = TONGUES[language]
    subject = tongue.topic(config.topic)
    key = (config.topic, config.depth, config.width, config.seed)
    own = () if language == "en" else (language,)
    phrases = subject.choose(logic.predicates, Draw("qmfol phrases", *key, *own))
    name = Draw("qmfol name", *key, *own).choice(subject.names)
    speech = tongue.speaker(subject, phrases, name)
    draw = Draw("qmfol words", *key, config.label, config.distractors, *own)
    statements = [*logic.premises, logic.conclusion]
    sentences = [speech.sentence(each, draw) for each in statements]
    numbers = {place: number for number, place in enumerate(phrases)}
    reads_back = all(
        _same(sentence, statement, listener(subject.name, language), numbers)
        for sentence, statement in zip(sentences, statements, strict=True)
    )
    return _WordedTask(speech, tuple(sentences[:-1]), sentences[-1], reads_back)


def _same(
    sentence: str, intended_statement: Statement, listener: Listener, numbers: dict[int, int]
) -> bool:
    """Whether a sentence is read back with the intended meaning: the same subject and the same
    clauses, which is sufficient for equivalence."""
    try:
        statement = listener.statement(sentence)
        clauses = {
            frozenset(Lit(numbers[literal.predicate], literal.positive) for literal in clause)
            for clause in statement.clauses()
        }
    except (Unreadable, KeyError):
        return False
    return (
        statement.subject == intended_statement.subject and clauses == intended_statement.clauses()
    )


def filler_text(words: int, seed: int, language: Language = "en") -> str:
    """Return irrelevant text of whole sentences, at least one, whose length is nearest to `words`
    words (in Chinese: characters, including full stops), without its heading (ablation in section
    4.3)."""
    tongue = TONGUES[language]
    chosen: list[str] = []
    lacking = words
    for sentence in _filler_sentences(tongue, Draw("qmfol filler", seed)):
        size = len(sentence.split() if tongue.sentence_separator else sentence)
        if chosen and size - lacking > lacking:
            break
        chosen.append(sentence)
        lacking -= size
        if lacking <= 0:
            break
    return tongue.filler_heading + tongue.sentence_separator.join(chosen)


def _filler_sentences(task_language: TaskLanguage, draw: Draw) -> Iterator[str]:
    sentences = task_language.filler.read_text(encoding="utf-8").splitlines()
    while True:
        yield from draw.shuffled(sentences)
