"""Which addresses a server accepts."""

import pytest

from solver.errors import InputError
from tui.serving.settings import checked_url


@pytest.mark.parametrize(
    "text",
    [
        "http://[::1",
        "http://\x1b[31m",
        "http://a b",
        "http://h:99999999999",
        "http://h:0",
        "ftp://h",
        "http://h/path",
        "http://h\u202e",
    ],
)
def test_what_is_not_an_address_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="not the address of a server"):
        checked_url(text)


def test_an_address_is_a_scheme_and_a_host() -> None:
    assert checked_url("https://Study.example.org/") == "https://study.example.org"
    assert checked_url("http://[::1]:8080") == "http://[::1]:8080"
