"""The description of a question kind that is not a query kind."""

from dataclasses import dataclass

from solver.kinds.words import Text


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """One question kind."""

    name: str
    form: str
    """Name of its answer form in the registry."""
    question: Text
    """The question put to a language model if the question has no text of its own."""
    question_on_screen: Text
    """The question shown to a participant in that case."""
    instruction: Text | None = None
    """The answer format requested from a language model if its protocol has no words for it."""
    expected_accuracy: float = 0.5
    """Share of right answers of a simulated respondent with average ability."""
