"""DyVal tasks in Chinese: proved, read back, and the same logic as in English."""

import pytest

from items.families.batches import run
from items.families.dyval import chinese
from items.families.dyval.generator import Dyval
from items.families.dyval.read_back import differences
from items.families.dyval.task import Shape
from items.families.dyval.tree import Kind
from items.families.dyval.words import domains
from items.findings.readings import look
from items.gold.check import check_item
from items.wording.bank import Language
from solver.errors import InputError


def maker(kind: Kind, language: Language) -> Dyval:
    return Dyval(Shape(kind=kind), 3, ("contextual",), strict=True, language=language)


def test_the_domains_are_contexthubs_and_have_room() -> None:
    assert set(chinese.domains()) == set(domains())
    for domain in chinese.domains().values():
        sentences = [s for group in domain.categories.values() for s in group]
        texts = [text for s in sentences for text in (s.affirmation, s.negation)]
        assert len(set(texts)) == 64
        assert not any(name != other and name in other for name in texts for other in texts)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["deductive", "abductive"])
def test_tasks_are_proved_and_read_back(kind: Kind) -> None:
    items = run(maker(kind, "zh"), 12).items
    english = run(maker(kind, "en"), 12).items
    assert len(items) == 12
    for item, other in zip(items, english, strict=True):
        assert check_item(item, engine="both").state == "proved"
        assert list(differences(item)) == []
        assert list(look(item, 5)) == []
        assert item.language == "zh"
        assert item.questions[0].gold == other.questions[0].gold
        assert item.formalization is not None
        assert other.formalization is not None
        assert item.formalization["premise"] == other.formalization["premise"]
        wrong = item.text.replace("没有", "", 1) if "没有" in item.text else item.text[:-9]
        assert list(differences(item.model_copy(update={"text": wrong})))


def test_other_tasks_in_chinese_are_refused() -> None:
    with pytest.raises(InputError, match="in sentences"):
        Dyval(Shape(kind="deductive"), 3, ("abstract",), strict=True, language="zh")
    with pytest.raises(InputError, match="in sentences"):
        Dyval(Shape(kind="deductive"), 3, ("contextual",), language="zh")
