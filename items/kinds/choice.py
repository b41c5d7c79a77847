"""Multiple choice: the letter of one option, or N for none of them."""

from items.answers import Answer, ChoiceAnswer
from items.kinds.base import AnswerForm, Flaw, Rank, refuse
from items.kinds.question import QuestionKind
from items.models import Question
from items.seeds import Draw
from items.values.keys import KeyReader
from items.values.letters import letter
from solver.kinds.words import Text


class Letter(AnswerForm):
    """The letter of one option."""

    name = "choice"
    rotates = True

    def parse(self, text: str, part: Question, keys: KeyReader) -> Answer:
        name = text.strip("().: ").upper()
        if name == "N":
            return ChoiceAnswer(option=None)
        letters = [letter(place) for place in range(len(part.options))]
        if name not in letters:
            refuse(f"a letter from A to {letters[-1]}, or N", text)
        return ChoiceAnswer(option=letters.index(name))

    def write(self, answer: Answer, rank: Rank) -> str:
        assert isinstance(answer, ChoiceAnswer)
        return "N" if answer.option is None else letter(answer.option)

    def misfit(self, answer: Answer, part: Question, none_option: bool) -> Flaw | None:
        if not isinstance(answer, ChoiceAnswer):
            return Flaw.WRONG_KIND
        if answer.option is None:
            return None if none_option else Flaw.NONE_NOT_OFFERED
        return None if 0 <= answer.option < len(part.options) else Flaw.UNKNOWN_OPTION

    def any(self, part: Question, none_option: bool, draw: Draw) -> Answer:
        places: list[int | None] = list(range(len(part.options)))
        return ChoiceAnswer(option=draw.choice([*places, None] if none_option else places))


FORM = Letter()
KIND = QuestionKind(
    name="choice",
    form="choice",
    question=Text("Which one is right?", "哪一项正确？"),
    question_on_screen=Text("Which one is right?", "哪一个是对的？"),
    expected_accuracy=0.6,
)
