"""The generator of syllogisms.

By default two syllogisms of one mood and figure stand side by side, a form in which the conclusion
follows. It is asked of the subject and predicate of one of them, or of the subject of one and the
predicate of the other; then it does not follow. So nothing but which middle term is which tells the
answer, and each form, order and belief stands with both. `--forms all` makes single syllogisms in
all 256 forms instead, as in studies of syllogistic reasoning; there the form is the answer.
Believable conclusions and others: Evans, Barston and Pollard (1983); Ando et al., "NeuBAROCO"
(2023).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from items.families import giving
from items.families.building import Formal, Source, truth_question
from items.families.common import Made
from items.families.family import parameter
from items.families.phrases import Clue, Lexicon, load_phrases
from items.families.seeds import Draw
from items.families.syllogism.logic import FORMS, VALID, Form, follows, formula
from items.families.syllogism.read_back import FOLDER, differences
from items.models import Item
from items.wording.bank import Language

SOURCE = Source("syllogism", "1", "Syllogisms (generated)")
_INVENTED = 4


@dataclass(frozen=True)
class Syllogisms:
    """Syllogisms: does a statement follow from two premises? By default each is told beside another
    of the same form, and the question crosses them or does not."""

    seed: int = 0
    forms: Literal["valid", "all"] = parameter(
        "valid", "valid: forms in which something follows, asked across or not; all: all 256."
    )
    language: Language = parameter("en", "Language of the texts.")

    def __call__(self, index: int) -> Made:
        """The item of an index. Valid forms come in fours: follows or not, believable or not."""
        if self.forms == "all":
            number, turn = divmod(index, len(FORMS))
            form = Draw("syllogism forms", self.seed, number).shuffled(FORMS)[turn]
            # Every form is once believable and once not, in two rounds.
            belief = (Draw("syllogism belief", self.seed, form.name).below(2) + number) % 2 == 0
            task = _single(form)
            twins = f"{form.name}-s{self.seed}"
        else:
            number, turn = divmod(index, 4)
            form = Draw("syllogism valid", self.seed, number // len(VALID)).shuffled(VALID)[
                number % len(VALID)
            ]
            order = Draw("syllogism turns", self.seed, number).shuffled(range(4))[turn]
            belief = order % 2 == 0
            task = _double(form, crossed=order >= 2)
            twins = f"valid-s{self.seed}-{number}"
        return giving.given_out(self._item(index, task, belief, twins), differences)

    def _item(self, index: int, task: "_Task", belief: bool, twins: str) -> Item:
        phrases = load_phrases(FOLDER, self.language)
        draw = Draw("syllogism text", self.seed, self.forms, self.language, index)
        mood = task.asked.kind
        relation = "sub" if belief == (mood in "AI") else "apart"
        table: Any = phrases.words["terms"]
        pair: Sequence[str] = draw.choice(table[relation])
        invented = draw.sample(table["invented"], _INVENTED)
        terms = dict(zip(task.asked.args, pair, strict=True))
        for symbol in task.symbols:
            if symbol not in terms:
                terms[symbol] = invented.pop()
        lexicon = Lexicon({"": terms})
        order = Draw("syllogism order", self.seed, self.forms, index)
        premises = order.shuffled(task.premises)
        message = phrases.passage(premises, lexicon, draw)
        statement = phrases.say(task.asked, lexicon, draw)
        return SOURCE.item(
            self.seed,
            index,
            self.forms,
            task.form.name,
            self.language,
            phrases.joint.join((phrases.texts["intro"], message)),
            truth_question(
                phrases.texts["question"].format(statement=statement),
                formula(task.asked),
                "true" if task.follows else "false",
            ),
            Formal(
                dict.fromkeys(task.symbols, "Function(1)"),
                {
                    f"{symbol}(x)": phrases.texts["gloss"].format(term=terms[symbol])
                    for symbol in task.symbols
                },
                [formula(clue) for clue in premises],
            ),
            {
                "kind": "syllogism",
                "mode": "strict" if self.forms == "valid" else "all forms",
                "truth_scale": "follows",
                "mood": task.form.mood,
                "figure": task.form.figure,
                "believable": belief,
                "crossed": task.crossed,
                "premises": len(premises),
                "twins": twins,
            },
            {"forms": self.forms},
        )


@dataclass(frozen=True, slots=True)
class _Task:
    form: Form
    premises: tuple[Clue, ...]
    asked: Clue
    symbols: tuple[str, ...]
    follows: bool
    crossed: bool


def _single(form: Form) -> _Task:
    return _Task(
        form,
        form.premises("S", "M", "P"),
        form.conclusion("S", "P"),
        ("S", "M", "P"),
        follows(form),
        False,
    )


def _double(form: Form, *, crossed: bool) -> _Task:
    """Two syllogisms of one form. The asked terms have the same names either way; crossed, the
    middle terms of the two major premises have changed places."""
    middles = ("N", "M") if crossed else ("M", "N")
    first, _ = form.premises("S", middles[0], "P")
    second, _ = form.premises("T", middles[1], "Q")
    _, minor = form.premises("S", "M", "P")
    _, other = form.premises("T", "N", "Q")
    return _Task(
        form,
        (first, minor, second, other),
        form.conclusion("S", "P"),
        ("S", "M", "P", "T", "N", "Q"),
        not crossed,
        crossed,
    )
