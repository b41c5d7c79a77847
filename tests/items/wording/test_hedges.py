"""Words that weaken what a sentence says, and those that only look like it."""

import pytest

from items.model_wording.hedges import hedges, weakened
from items.wording.bank import Language
from solver.language.parser import parse_formula

WEAK = """
The lamp probably does not burn.
The lamp may burn.
If the door is open, the lamp might burn.
Perhaps the door is open.
If the door is open, it is likely that the lamp burns.
The lamp is unlikely to burn.
It is quite possible that the door is open.
There is a good chance that the lamp burns.
There are signs that the door is open.
In all likelihood, the door is open.
The lamp almost certainly burns.
The lamp does not necessarily burn.
The lamp need not burn.
The lamp ought to burn.
If the door is open, the lamp should burn.
The lamp could be burning.
It seems that the door is open.
The door appears to be open.
Apparently, the door is open.
It looks as if the door is open.
An open door suggests that the lamp burns.
It is said that the door is open.
The door is believed to be open.
According to the porter, the door is open.
I think the door is open.
In my opinion, the door is open.
Usually the door is open.
If the door is open, the lamp often burns.
As a rule, the lamp burns if the door is open.
In most cases, the lamp burns if the door is open.
The lamp tends to burn if the door is open.
Most lamps burn.
The lamp hardly burns.
The door is almost open.
The door is open to some extent.
The door is more or less open.
门可能开着。
如果门开着，灯大概亮着。
也许门没有开。
灯不太可能亮着。
如果门开着，灯未必亮着。
灯似乎亮着。
看起来门开着。
据说门开着。
我认为门开着。
通常门开着。
如果门开着，灯往往亮着。
门一般都开着。
灯有时亮着。
灯几乎不亮。
如果门开着，灯应该会亮。
Odds are that the door is open.
With a bit of luck, the door is open.
It looks very much as though the door is open.
To all intents and purposes, the door is open.
按理说门开着。
照说门开着。
依我看，门开着。
传闻门开着。
我猜门开着。
""".strip().split("\n")
PLAIN = """
If the door is open, then the lamp burns.
Should the door be open, the lamp burns.
The lamp burns if the door should be open.
The lamp burns should the door be open.
In case the door should be open, the lamp burns.
Only if the door is open can it be true that the lamp burns.
Only if the door is open is it possible that the lamp burns.
It is not possible that the door is open and the lamp burns.
It is impossible for the lamp to burn while the door is open.
There is no chance that the lamp burns.
The lamp burns if it is assumed that the door is open.
It could be true that the lamp burns only if the door is open.
The lamp necessarily burns if the door is open.
If the door is open, the lamp must burn.
It is certain that the lamp burns.
Either the door is open, or the lamp burns, or both.
The lamp burns on 3 May 2020.
It is wrong that the door is open.
A rumour was heard in the street.
At least one lamp burns, and at most one door is open.
The door is open in a way that lets the wind in.
如果门开着，那么灯亮着。
只有门开着，灯才可能亮着。
只有门开着，灯才有可能亮着。
门开着并且灯亮着是不可能的。
门不可能开着。
除非门开着，否则灯不可能亮着。
纽约和北京有时差。
灯一定亮着。
所有的灯都亮着。
我看到门开着。
两个人按理由投票。
""".strip().split("\n")


def language_of(text: str) -> Language:
    return "en" if text.isascii() else "zh"


@pytest.mark.parametrize("text", WEAK)
def test_words_that_weaken_are_found(text: str) -> None:
    assert list(hedges(text, language_of(text)))


@pytest.mark.parametrize("text", PLAIN)
def test_words_that_say_what_formulas_say_are_let_be(text: str) -> None:
    assert list(hedges(text, language_of(text))) == []


def test_what_the_meaning_of_a_symbol_says_is_not_a_weakening() -> None:
    meanings = {"A": "it rarely rains here", "B": "the lamp burns"}
    rule = parse_formula("A → B")
    assert weakened("If it seldom rains here, the lamp burns.", rule, meanings, "en") == ()
    assert weakened("If it rarely rains here, the lamp usually burns.", rule, meanings, "en") == (
        "rarely",
        "usually",
    )
    assert weakened("If it rarely rains here, the lamp may burn.", rule, meanings, "en") == ("may",)
    fact = parse_formula("B")
    assert weakened("The lamp rarely burns.", fact, meanings, "en") == ("rarely",)
    both = parse_formula("A ∧ (¬A ∨ B)")
    text = "It rarely rains here, and either it does not rarely rain here or the lamp burns."
    assert weakened(text, both, meanings, "en") == ()
