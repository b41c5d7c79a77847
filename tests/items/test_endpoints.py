"""Key and address: where they come from, and that they are never printed."""

from pathlib import Path

import pytest

from items.asking.endpoints import DEFAULT_URL, Endpoint, endpoint, settings_path
from solver.errors import InputError

NAMES = ("OPENAI_API_KEY", "OPENAI_BASE_URL", "COUNTERMODEL_API_KEY", "COUNTERMODEL_BASE_URL")


@pytest.fixture(autouse=True)
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "settings.toml"
    monkeypatch.setenv("COUNTERMODEL_SETTINGS", str(path))
    return path


def url_and_key(
    model: str = "m", base_url: str | None = None, judge: bool = False
) -> tuple[str, str]:
    entry = endpoint(model, base_url, judge=judge)
    return entry.url, entry.key


def test_openai_needs_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="no key"):
        endpoint("m")
    monkeypatch.setenv("OPENAI_API_KEY", "k1")
    assert url_and_key() == (DEFAULT_URL, "k1")


def test_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://one/v1/")
    assert url_and_key() == ("http://one/v1", "")
    monkeypatch.setenv("OPENAI_API_KEY", "k1")
    monkeypatch.setenv("COUNTERMODEL_BASE_URL", "http://two/v1")
    monkeypatch.setenv("COUNTERMODEL_API_KEY", "k2")
    assert url_and_key() == ("http://two/v1", "k2")
    assert url_and_key(base_url="http://three/v1") == ("http://three/v1", "k2")


def test_the_settings_file(settings: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.write_text(
        'base_url = "http://general/v1"\napi_key = "kg"\n'
        '[models.m]\nbase_url = "http://own/v1"\napi_key = "km"\n[models.plain]\n'
    )
    assert url_and_key("m") == ("http://own/v1", "km")
    assert url_and_key("other") == ("http://general/v1", "kg")
    assert url_and_key("plain") == ("http://general/v1", "kg")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://env/v1")
    monkeypatch.setenv("OPENAI_API_KEY", "ke")
    assert url_and_key("m") == ("http://own/v1", "km")
    assert url_and_key("other") == ("http://env/v1", "ke")


def test_a_key_of_the_file_goes_to_its_own_address_alone(settings: Path) -> None:
    settings.write_text('[models.m]\nbase_url = "http://own/v1"\napi_key = "km"\n')
    assert url_and_key("m", "http://elsewhere/v1") == ("http://elsewhere/v1", "")
    assert url_and_key("m", "http://own/v1") == ("http://own/v1", "km")


def test_a_judge_keeps_its_own_address(settings: Path) -> None:
    settings.write_text('[models.j]\nbase_url = "http://judge/v1"\napi_key = "kj"\n')
    assert url_and_key("j", "http://asked/v1", judge=True) == ("http://judge/v1", "kj")
    assert url_and_key("k", "http://asked/v1", judge=True) == ("http://asked/v1", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("api_key = 5", "expected text, found int"),
        ('apikey = "secret-value"', "found 'apikey'"),
        ("models = 5", "expected tables"),
        ("[models]\nm = 5", "models.m: expected a table"),
        ('api_key = "secret-value', "settings.toml"),
    ],
)
def test_mistakes_in_the_file_are_reported_without_values(
    settings: Path, text: str, message: str
) -> None:
    settings.write_text(text)
    with pytest.raises(InputError) as caught:
        endpoint("m")
    assert message in str(caught.value)
    assert "secret-value" not in str(caught.value)


@pytest.mark.parametrize(
    "url",
    [
        "ftp://x",
        "localhost:80",
        "http://",
        "http://[::1",
        "http://a:99999",
        "http://a:0",
        "http://a/\x07",
        "http://a/\u202e",
        "http://a/b c",
    ],
)
def test_what_is_not_an_address(url: str) -> None:
    with pytest.raises(InputError, match="Wrong address"):
        endpoint("m", url)


def test_a_key_with_a_line_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "a\nb")
    with pytest.raises(InputError, match="cannot be sent"):
        endpoint("m")


def test_nothing_shows_them() -> None:
    entry = Endpoint("http://host:99/v1", "secret-value")
    assert "host" not in repr(entry)
    assert "secret" not in repr(entry)
    assert entry.hidden("at http://host:99/v1 or host:99 with secret-value") == (
        "at [address] or [address] with [key]"
    )


def test_the_file_has_a_place_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COUNTERMODEL_SETTINGS")
    assert settings_path().parts[-2:] == ("countermodel", "settings.toml")
