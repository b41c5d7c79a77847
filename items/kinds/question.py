"""What is known of a kind of question that is no query kind."""

from dataclasses import dataclass

from solver.kinds.words import Text


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """One kind of question."""

    name: str
    form: str
    """Name of the form of its answers in the registry."""
    question: Text
    """What a language model is asked where the question has no text of its own."""
    question_on_screen: Text
    """What a participant is asked then."""
    instruction: Text | None = None
    """In which form a language model is to answer, where its protocol has no words for that."""
    expected_accuracy: float = 0.5
    """Share of right answers of a simulated respondent of middling ability."""
