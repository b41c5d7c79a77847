"""True, False or Unknown."""

from items.answers import Answer, TruthAnswer
from items.kinds.base import AnswerForm, Rank, refuse
from items.kinds.question import QuestionKind
from items.models import Question
from items.seeds import Draw
from items.values.keys import KeyReader
from items.values.plain_answers import TRUTH_WORDS
from solver.kinds.words import Text
from solver.phrases import phrase

TRUTHS = tuple(
    TruthAnswer.model_validate({"value": value}) for value in ("true", "false", "unknown")
)


class TruthValue(AnswerForm):
    """One of three values."""

    name = "truth"
    truth = True

    def parse(self, text: str, part: Question, keys: KeyReader) -> Answer:
        word = TRUTH_WORDS.get(text.casefold())
        if word is None:
            refuse(phrase("True, False or Unknown"), text)
        return TruthAnswer.model_validate({"value": word})

    def write(self, answer: Answer, rank: Rank) -> str:
        assert isinstance(answer, TruthAnswer)
        return answer.value.capitalize()

    def any(self, part: Question, none_option: bool, draw: Draw) -> Answer:
        return draw.choice(TRUTHS)


FORM = TruthValue()
KIND = QuestionKind(
    name="truth",
    form="truth",
    question=Text("Is this true, false, or can it not be known?", "这是真的、假的，还是无法确定？"),
    question_on_screen=Text(
        "Is this true, false, or impossible to tell?", "这是真的、假的，还是无法知道？"
    ),
    expected_accuracy=0.7,
)
