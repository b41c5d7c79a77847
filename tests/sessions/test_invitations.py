"""Links into a served study: what they say comes back, and nothing else lets anybody in."""

import errno
import json
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessions.taking import invitations
from sessions.taking.invitations import Invitation, LinkError, read_token, token
from solver.errors import InputError, OutsideError
from tests.effort import examples, rng

SECRET = bytes(range(32))
OTHER = bytes(range(1, 33))
CODES = st.text("ABCXYZ019-_.", min_size=1, max_size=40)


@given(code=CODES, until=st.integers(0, 1 << 40), values=st.lists(CODES, max_size=3))
@examples(100)
def test_a_link_is_read_back(code: str, until: int, values: list[str]) -> None:
    invitation = Invitation(code, {f"P{n}": value for n, value in enumerate(values)}, until)
    given_ = token(SECRET, "study", invitation)
    assert read_token(SECRET, "study", given_) == invitation
    assert set(given_) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")


def test_a_link_leads_into_one_study_with_one_secret() -> None:
    signed = token(SECRET, "study", Invitation("P1"))
    for secret, study in ((OTHER, "study"), (SECRET, "other"), (SECRET, "")):
        with pytest.raises(LinkError):
            read_token(secret, study, signed)


def test_no_changed_character_is_let_through() -> None:
    signed = token(SECRET, "study", Invitation("P1", {"PID": "abc"}))
    letters = "ABab01-_."
    random = rng(7)
    tried = 0
    for place in range(len(signed)):
        for letter in letters:
            forged = signed[:place] + letter + signed[place + 1 :]
            if forged == signed:
                continue
            tried += 1
            with pytest.raises(LinkError):
                read_token(SECRET, "study", forged)
        with pytest.raises(LinkError):
            read_token(SECRET, "study", signed[:place] + signed[place + 1 :])
    for _ in range(200):
        text = "".join(random.choice(letters) for _ in range(len(signed)))
        with pytest.raises(LinkError):
            read_token(SECRET, "study", text)
    assert tried > 300


@pytest.mark.parametrize("given_", ["", ".", "a.b", "é.é", "x" * 5000 + ".y", "=.=", "..", "\0.\0"])
def test_random_text_is_not_a_link(given_: str) -> None:
    with pytest.raises(LinkError):
        read_token(SECRET, "study", given_)


@pytest.mark.parametrize("body", [[], ["P1"], {"a": 1}, "P1", [1, 2, 3], ["P1", 0, "x"], None])
def test_a_signed_text_of_another_shape_is_refused(body: object) -> None:
    letters = invitations._letters(json.dumps(body).encode())
    signed = f"{letters}.{invitations._letters(invitations._signature(SECRET, 'study', letters))}"
    with pytest.raises(LinkError):
        read_token(SECRET, "study", signed)


def test_a_link_expires() -> None:
    signed = token(SECRET, "study", Invitation("P1", until=1000))
    assert read_token(SECRET, "study", signed, now=1000.0).code == "P1"
    assert read_token(SECRET, "study", signed).code == "P1"
    with pytest.raises(LinkError, match="it has expired"):
        read_token(SECRET, "study", signed, now=1000.5)


def test_the_secret_is_created_once_and_readable_by_the_owner_only(tmp_path: Path) -> None:
    database = tmp_path / "study.db"
    secret = invitations.secret_of(database)
    assert len(secret) == 32
    assert invitations.secret_of(database) == secret
    file = invitations.secret_path(database)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert invitations.secret_of(tmp_path / "other.db") != secret
    link = tmp_path / "by another name.db"
    link.symlink_to(database)
    database.touch()
    assert invitations.secret_of(link) == secret


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "study.db"
    invitations.secret_of(database)
    invitations.secret_path(database).chmod(0o640)
    with pytest.raises(InputError, match="expected mode 600, found 640"):
        invitations.secret_of(database)


def test_a_secret_that_could_not_be_written_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    database = tmp_path / "study.db"
    with monkeypatch.context() as patched:
        patched.setattr("os.fsync", full)
        with pytest.raises(OutsideError, match="No space left"):
            invitations.secret_of(database)
    assert [*tmp_path.iterdir()] == []
    assert len(invitations.secret_of(database)) == 32


def test_a_damaged_secret_is_refused(tmp_path: Path) -> None:
    database = tmp_path / "study.db"
    file = invitations.secret_path(database)
    file.touch(0o600)
    file.write_text("short")
    with pytest.raises(InputError, match="expected 64 hexadecimal digits, found 5 characters"):
        invitations.secret_of(database)


def test_a_recruited_person_has_one_code_that_reveals_nothing() -> None:
    ids = [f"{n:024x}" for n in range(500)]
    codes = [invitations.code_of_recruited(SECRET, "study", "PID", id_) for id_ in ids]
    assert codes == [invitations.code_of_recruited(SECRET, "study", "PID", id_) for id_ in ids]
    assert len(set(codes)) == len(codes)
    assert codes[0] != invitations.code_of_recruited(OTHER, "study", "PID", ids[0])
    assert codes[0] != invitations.code_of_recruited(SECRET, "other", "PID", ids[0])
    assert all(id_ not in code for id_, code in zip(ids, codes, strict=True))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PID", ""),
        ("PID", "a\r\nSet-Cookie: x"),
        ("PID", "x" * 81),
        ("PID", "<script>"),
        ("PID", "=1+1"),
        ("1", "x"),
    ],
)
def test_values_from_a_recruiter_with_other_characters_are_refused(name: str, value: str) -> None:
    with pytest.raises(LinkError):
        invitations.checked_about({name: value})
