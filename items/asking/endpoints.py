"""The address and key of a model, from an option, the environment or the settings file.

Owns their precedence, and the rule that a key is sent only to the address it is configured with.
This module stores and prints neither; `Endpoint.hidden` removes both from a text.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from solver.errors import InputError
from solver.files import parse_toml, read_utf8

SETTINGS_VARIABLE = "COUNTERMODEL_SETTINGS"
DEFAULT_URL = "https://api.openai.com/v1"
ENVIRONMENTS = (
    ("COUNTERMODEL_BASE_URL", "COUNTERMODEL_API_KEY"),
    ("OPENAI_BASE_URL", "OPENAI_API_KEY"),
)
"""Names of the variables for address and key; the first pair takes precedence."""
_FIELDS = {"base_url", "api_key", "models"}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """An address to send requests to, and its key."""

    url: str = field(repr=False)
    key: str = field(default="", repr=False)
    """Empty if the address needs no key."""

    def hidden(self, text: str) -> str:
        """The text with key and address replaced, in case a server or a library included them."""
        if len(self.key) >= 4:
            for written in (self.key, quote(self.key, safe=""), self.key.replace("/", r"\/")):
                text = text.replace(written, "[key]")
        for part in (self.url, urlsplit(self.url).netloc):
            if part:
                text = text.replace(part, "[address]")
        return text


def settings_path() -> Path:
    """The settings file: COUNTERMODEL_SETTINGS, or a file in the user's configuration folder."""
    named = os.environ.get(SETTINGS_VARIABLE)
    if named:
        return Path(named).expanduser()
    from platformdirs import user_config_path

    return user_config_path("countermodel", appauthor=False) / "settings.toml"


def endpoint(model: str, base_url: str | None = None, *, judge: bool = False) -> Endpoint:
    """The endpoint of a model.

    The address is the first that is set of: `base_url`, the settings file's entry for this model,
    the environment, the settings file's general entry, and OpenAI's. For a judge, the settings
    file's entry for it precedes `base_url`, which belongs to the judged model. The key is the one
    configured with the address; a key from the environment is also used with `base_url`.

    Raises:
        InputError: the settings file cannot be read, the address is invalid, or a key is missing.
    """
    path = settings_path()
    settings = _settings(path)
    general = {name: settings[name] for name in ("base_url", "api_key") if name in settings}
    special = settings.get("models", {}).get(model, {})
    keys = [os.environ.get(key, "").strip() for _, key in ENVIRONMENTS]
    own = next((key for key in keys if key), "")
    if base_url and not (judge and special):
        matching = (entry for entry in (special, general) if entry.get("base_url") == base_url)
        key = next((entry["api_key"] for entry in matching if entry.get("api_key")), own)
        return _checked(base_url, key)
    if special:
        url = special.get("base_url") or general.get("base_url") or DEFAULT_URL
        same = url == general.get("base_url", DEFAULT_URL)
        key = special.get("api_key") or (general.get("api_key", "") if same else "")
        return _checked(url, key or (own if url == DEFAULT_URL else ""))
    for (name, _), key in zip(ENVIRONMENTS, keys, strict=True):
        url = os.environ.get(name, "").strip()
        if url:
            return _checked(url, key or own)
    if general.get("base_url"):
        return _checked(general["base_url"], general.get("api_key") or own)
    return _checked(DEFAULT_URL, own or general.get("api_key", ""))


def _checked(url: str, key: str) -> Endpoint:
    try:
        parts = urlsplit(url)
        good = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
        good = good and url.isprintable() and not any(map(str.isspace, url))
    except ValueError:
        good = False
    if not good:
        raise InputError(
            "Wrong address of the endpoint",
            "expected http://… or https://…, found something else",
            "It is set by --base-url, OPENAI_BASE_URL, COUNTERMODEL_BASE_URL or the settings file.",
        )
    if not key and url.rstrip("/") == DEFAULT_URL:
        raise InputError(
            "There is no key",
            "expected one in OPENAI_API_KEY or COUNTERMODEL_API_KEY, found neither",
            f"Or write it into {settings_path()}, or give another endpoint with --base-url.",
        )
    if any(not "!" <= char <= "~" for char in key):
        raise InputError(
            "The key cannot be sent", "expected letters, digits and signs, found something else"
        )
    return Endpoint(url.rstrip("/"), key)


def _settings(path: Path) -> dict[str, Any]:
    """The settings file as checked tables; empty if there is no file. Values are never printed."""
    try:
        settings = parse_toml(read_utf8(path))
    except FileNotFoundError:
        return {}
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise InputError("The settings cannot be read", f"{path}: {reason}") from None
    except ValueError as error:
        # The message names a place and may quote one character, but never a value.
        raise InputError("The settings cannot be read", f"{path}: {error}") from None
    _check_table(settings, _FIELDS, str(path))
    models = settings.get("models", {})
    if not isinstance(models, dict):
        raise InputError("The settings cannot be read", f"{path}, models: expected tables")
    for name, table in models.items():
        where = f"{path}, models.{name}"
        if not isinstance(table, dict):
            raise InputError("The settings cannot be read", f"{where}: expected a table")
        _check_table(table, _FIELDS - {"models"}, where)
    return settings


def _check_table(table: Mapping[str, Any], known_keys: set[str], where: str) -> None:
    for name, value in table.items():
        if name not in known_keys:
            raise InputError(
                "The settings cannot be read",
                f"{where}: expected one of {', '.join(sorted(known_keys))}, found {name!r}",
            )
        if name != "models" and not isinstance(value, str):
            name__ = type(value).__name__
            raise InputError(
                "The settings cannot be read", f"{where}, {name}: expected text, found {name__}"
            )
