"""Sentences that know what they were made of."""

import json
import pickle

from solver.phrases import Phrase, listed, phrase, plural


def test_a_phrase_is_its_own_english() -> None:
    whole = plural("{n} item of {name}", "{n} items of {name}", n=2, name=phrase("people"))
    assert whole == "2 items of people"
    assert json.loads(json.dumps(whole)) == "2 items of people"
    assert (whole.message, whole.plural_message) == ("{n} item of {name}", "{n} items of {name}")
    assert plural("{n} item", "{n} items", n=1) == "1 item"


def test_braces_without_values_stay() -> None:
    assert phrase("a set {A}") == "a set {A}"


def test_it_goes_from_one_process_to_another() -> None:
    whole = listed(["a", phrase("b {n}", n=1), "c"])
    again = pickle.loads(pickle.dumps(whole))
    assert again == whole == "a, b 1, c"
    assert isinstance(whole, Phrase)
    assert isinstance(again, Phrase)
    assert again.values == whole.values
