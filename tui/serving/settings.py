"""Settings of a server."""

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from solver.errors import InputError

KNOWN_RECRUITERS = {"PROLIFIC_PID": ("STUDY_ID", "SESSION_ID")}
"""A recruiter's parameter that identifies the participant, and the other parameters it sends."""


@dataclass(frozen=True)
class Settings:
    """The address of the study, who is admitted, and how many."""

    database: Path
    url: str = ""
    """The address that participants use, without a path: its origin is the only one accepted. If
    empty, this machine's own."""
    host: str = "127.0.0.1"
    port: int = 8000
    pilot: bool = False
    most_participants: int = 100
    """Maximum number of participants' processes at once."""
    per_address: int = 20
    """The same per address."""
    behind_proxy: bool = False
    """Whether the participant's address is what a reverse proxy adds to `X-Forwarded-For`."""
    idle_seconds: float = 1800.0
    """The process ends after this time without a key or click; the link leads back."""
    grace_seconds: float = 60.0
    """How long a process waits for a page whose connection was lost."""
    recruiter: str = ""
    """The address parameter that identifies a participant; if empty, only links admit people."""
    recorded_parameters: tuple[str, ...] = ()
    """Further parameters that are recorded."""
    new_sessions: int = 0
    """Maximum number of sessions begun by recruiters' ids while the server runs; 0: unlimited."""

    @property
    def origins(self) -> frozenset[str]:
        """Accepted values of `Origin`."""
        parts = urlsplit(self.url)
        texts = {f"{parts.scheme}://{host}" for host in self.hosts}
        return frozenset(texts)

    @property
    def hosts(self) -> frozenset[str]:
        """Accepted values of `Host`."""
        netloc = urlsplit(self.url).netloc.lower()
        name, colon, port = netloc.partition(":")
        both = ("localhost", "127.0.0.1") if name in ("localhost", "127.0.0.1") else (name,)
        return frozenset(f"{text}{colon}{port}" for text in both)

    @property
    def line_url(self) -> str:
        """The websocket's address, before the token."""
        return self.line_url_at(urlsplit(self.url).netloc)

    def line_url_at(self, host: str) -> str:
        """The same for one of `hosts`: a page may only connect to the host it came from."""
        return f"{'wss' if self.url.startswith('https:') else 'ws'}://{host}/line/"


def checked_url(text: str) -> str:
    """An http or https address with a host and nothing after it.

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
            "This is not the address of a server",
            f"expected one such as https://study.example.org, found {text!r}",
            "Give the address that participants use, without a path.",
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"
