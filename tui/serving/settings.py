"""What a server is told when it starts."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from solver.errors import InputError

KNOWN_RECRUITERS = {"PROLIFIC_PID": ("STUDY_ID", "SESSION_ID")}
"""A recruiter's parameter that names the participant, and what else it sends."""


@dataclass(frozen=True)
class Settings:
    """Where the study is served, to whom, and to how many."""

    database: Path
    url: str = ""
    """The address that participants use, without a path: its origin is the only one accepted.
    Where empty, this machine's own."""
    host: str = "127.0.0.1"
    port: int = 8000
    pilot: bool = False
    most: int = 100
    """Participants' processes at once."""
    per_address: int = 20
    """Of them, those of one address."""
    behind_proxy: bool = False
    """Whether the participant's address is what a reverse proxy adds to `X-Forwarded-For`."""
    idle_seconds: float = 1800.0
    """After so long without a key or click the process ends; the link leads back."""
    grace_seconds: float = 60.0
    """For so long a process waits for a page whose line was lost."""
    recruiter: str = ""
    """The parameter of the address that names a participant; empty: only links let people in."""
    keep: tuple[str, ...] = ()
    """Further parameters that go into the record."""
    new_sessions: int = 0
    """How many sessions may be begun by a recruiter's id while the server runs; 0: any number."""

    @property
    def origins(self) -> frozenset[str]:
        """What `Origin` may be."""
        parts = urlsplit(self.url)
        texts = {f"{parts.scheme}://{host}" for host in self.hosts}
        return frozenset(texts)

    @property
    def hosts(self) -> frozenset[str]:
        """What `Host` may be."""
        netloc = urlsplit(self.url).netloc.lower()
        name, colon, port = netloc.partition(":")
        both = ("localhost", "127.0.0.1") if name in ("localhost", "127.0.0.1") else (name,)
        return frozenset(f"{text}{colon}{port}" for text in both)

    @property
    def line_url(self) -> str:
        """Where the page's line goes, before the token."""
        return self.line_url_at(urlsplit(self.url).netloc)

    def line_url_at(self, host: str) -> str:
        """The same at one of `hosts`: a page may only call where it came from."""
        return f"{'wss' if self.url.startswith('https:') else 'ws'}://{host}/line/"


def checked_url(text: str) -> str:
    """An address of http or https with a host and nothing behind it.

    Raises InputError.
    """
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and parts.hostname and not parts.username
        whole = whole and parts.port != 0 and text.isprintable() and " " not in text
    except ValueError:
        whole = False
    if not whole or parts.path.strip("/") or parts.query or parts.fragment:
        raise InputError(
            "This is no address of a server",
            f"expected one such as https://study.example.org, found {text!r}",
            "Give the address that participants use, without a path.",
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"
