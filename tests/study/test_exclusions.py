"""Rules of exclusion: each at its boundary, and what the study file may say."""

import pytest

from solver.errors import InputError
from study.course.attention import AttentionResult
from study.design.protocol import parse_study
from study.exclusions.base import EXCLUSIONS, Exclusion, Facts, FinishedQuestion, read_exclusion
from study.stations.form_fields import Entry

FORM = """
[[blocks]]
station = "form"
id = "last"
preset = "taking-part"
"""
STUDY = 'title = "T"\n[[blocks]]\nsource = "main"\n'


def rule(**table: object) -> Exclusion:
    return read_exclusion(table)


def quick(*seconds: float) -> Facts:
    return Facts("completed", [FinishedQuestion(second, timed_out=False) for second in seconds])


def test_every_rule_has_what_a_plug_in_must_have() -> None:
    rules = dict(EXCLUSIONS.working())
    assert rules
    for name, of_rule in rules.items():
        assert not EXCLUSIONS._misfit(of_rule, name)


def test_unfinished() -> None:
    exclusion = rule(rule="unfinished")
    for status in ("not_qualified", "timed_out", "declined", "under_way"):
        assert exclusion.leaves_out(Facts(status))
    assert not exclusion.leaves_out(Facts("completed"))


def test_attention_counts_what_was_failed_alone() -> None:
    exclusion = rule(rule="attention", failed=2)
    verdicts: list[bool | None] = [False, True, None, None]
    assert not exclusion.leaves_out(
        Facts("completed", attention=[AttentionResult("rotated", v) for v in verdicts])
    )
    verdicts.append(False)
    assert exclusion.leaves_out(
        Facts("completed", attention=[AttentionResult("rotated", v) for v in verdicts])
    )
    assert not exclusion.leaves_out(Facts("under_way"))


def test_quick_is_strictly_more_than_the_share_of_confirmed_answers() -> None:
    exclusion = rule(rule="quick", seconds=3, share=0.25)
    assert not exclusion.leaves_out(quick(1, 9, 9, 9))
    assert exclusion.leaves_out(quick(1, 2.9, 9, 9, 9))
    assert not exclusion.leaves_out(quick(3, 3, 3, 3)), "three seconds are not less than three"
    assert not exclusion.leaves_out(quick())
    timed_out = Facts(
        "completed",
        [FinishedQuestion(1, True), FinishedQuestion(1, True), FinishedQuestion(9, False)],
    )
    assert not exclusion.leaves_out(timed_out)


def test_time_outs() -> None:
    exclusion = rule(rule="time_outs", share=0.5)
    half = [FinishedQuestion(60, True), FinishedQuestion(9, False)]
    assert not exclusion.leaves_out(Facts("completed", half))
    assert exclusion.leaves_out(Facts("completed", [*half, FinishedQuestion(60, True)]))
    assert not exclusion.leaves_out(Facts("declined"))


def test_same_place_counts_runs_of_choices() -> None:
    exclusion = rule(rule="same_place", run=4)

    def places(*chosen: int | None) -> Facts:
        return Facts("completed", [FinishedQuestion(9, False, place) for place in chosen])

    assert not exclusion.leaves_out(places(1, 1, 1, 2, 1, 1, 1))
    assert exclusion.leaves_out(places(0, 1, 1, 1, 1, 2))
    assert exclusion.leaves_out(places(1, 1, None, 1, 1)), "what is no choice does not end a run"
    assert not exclusion.leaves_out(places())


def test_form_entries() -> None:
    def facts_with_entry(value: object, declined: bool = False) -> Facts:
        entry = Entry.model_validate({"value": value, "declined": declined})
        return Facts("completed", forms={"last": {"x": entry}})

    words = rule(rule="form", form="last", field="x", values=["no", "maybe"])
    assert words.leaves_out(facts_with_entry("no"))
    assert not words.leaves_out(facts_with_entry("yes"))
    assert words.leaves_out(facts_with_entry(("yes", "maybe"))), "one of several options is enough"
    assert not words.leaves_out(facts_with_entry(None, declined=True))
    assert not words.leaves_out(Facts("completed"))
    numbers = rule(rule="form", form="last", field="x", below=18, above=65)
    assert [numbers.leaves_out(facts_with_entry(n)) for n in (17, 18, 65, 66)] == [
        True,
        False,
        False,
        True,
    ]


def test_every_rule_says_whom_it_leaves_out() -> None:
    for name, _ in EXCLUSIONS.working():
        more = {"form": "f", "field": "x", "values": ["no"]} if name == "form" else {}
        exclusion = rule(rule=name, **more)
        assert exclusion.clause
        assert exclusion.name == name
        assert not exclusion.leaves_out(Facts("completed")), (
            f"{name} leaves out whoever did nothing"
        )


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ('rule = "slow"', "exclude[1].rule: expected 'unfinished', "),
        ('rule = "quick"\nsecond = 3', "exclude[1].second: unknown field; did you mean seconds?"),
        ('rule = "quick"\nshare = 1.5', "exclude[1].share: expected a number of less than 1"),
        ('rule = "form"\nform = "last"\nfield = "serious"', "expected values, below or above"),
        (
            'rule = "form"\nform = "first"\nfield = "serious"\nvalues = ["no"]',
            "exclude[1].form: expected last, found first",
        ),
        (
            'rule = "form"\nform = "last"\nfield = "honest"\nvalues = ["no"]',
            "exclude[1].field: expected serious, aids",
        ),
        (
            'rule = "form"\nform = "last"\nfield = "serious"\nvalues = ["no"]',
            "exclude[1].values: expected some of 'yes, use them'",
        ),
        (
            'rule = "quick"\n[[exclude]]\nrule = "quick"',
            "exclude[2].id: expected a unique name",
        ),
    ],
)
def test_mistakes_are_reported_with_line_and_field(table: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_study(f"{STUDY}{FORM}[[exclude]]\n{table}\n", "study.toml")
    assert message in caught.value.message


def test_rules_do_not_change_the_design() -> None:
    plain = parse_study(STUDY, "study.toml").study
    ruled = parse_study(f'{STUDY}[[exclude]]\nrule = "unfinished"\n', "study.toml").study
    assert ruled.design == plain.design
    assert ruled.exclude
