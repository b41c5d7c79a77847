"""Links that admit one participant to a study: how they are made, and how forged ones are detected.

Owns the secret next to the database, the signature, and the code derived from a recruiter's id. A
link contains the participant's code, what the researcher knows about them, and its time of expiry;
the signature covers all of this and the study. Nothing about a link is stored: anybody with the
secret can check it, and a link leads to one session however often it is opened, since it names its
code.
"""

import base64
import binascii
import hashlib
import hmac
import json
import os
import re
import secrets
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from solver.errors import InputError, OutsideError
from solver.files import parse_json
from study.design.codes import KEY_LETTERS, MAX_CODE, normalise_code

CODE_LETTERS = 8
"""Length of a code generated here: 31 to the 8th is more than 8 · 10^11."""
SIGNATURE_BYTES = 16
"""Length of the HMAC-SHA256 in a link: 128 bits."""
LONGEST = 1000
"""Maximum length in characters of a link's signed part."""
_VALUE = re.compile(r"[A-Za-z0-9_.@:+-]{1,80}")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,39}")


class LinkError(InputError):
    """The link does not belong to this study, or has expired."""


@dataclass(frozen=True)
class Invitation:
    """The content of a link."""

    code: str
    """The participant's code, normalised."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What the researcher knows about the participant, such as the recruiter's ids, by name."""
    until: int = 0
    """Expiry in seconds since 1970, UTC: from then on it begins no session; 0: no limit."""


def secret_path(database: Path | str) -> Path:
    """Path of the secret for a database's links."""
    return Path(f"{os.path.realpath(database)}.secret")


def secret_of(database: Path | str) -> bytes:
    """The secret for a database's links: 32 random bytes, created on first use.

    Raises InputError where the file can be read by others or contains something else, OutsideError
    where it cannot be read or written.
    """
    path = secret_path(database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            with tempfile.NamedTemporaryFile(
                "w", dir=path.parent, prefix=f".{path.name}.", encoding="ascii"
            ) as file:
                file.write(f"{secrets.token_hex(32)}\n")
                file.flush()
                os.fsync(file.fileno())
                # Linked under its name only when complete; if another process was first, its secret
                # is used.
                with suppress(FileExistsError):
                    os.link(file.name, path)
    except OSError as error:
        raise OutsideError(
            "The secret of the links cannot be stored", f"{path}: {error.strerror or error}"
        ) from error
    return _read(path)


def _read(path: Path) -> bytes:
    """The stored secret. Raises InputError where others can read the file, or it is damaged."""
    mode = path.stat().st_mode & 0o777
    if mode & 0o077:
        raise InputError(
            "The secret of the links can be read by others",
            f"{path}: expected mode 600, found {mode:o}",
            f"Run `chmod 600 {path}`. If somebody may have read it, delete it instead: links that "
            "were sent out are then no longer valid.",
        )
    text = path.read_text(encoding="ascii", errors="replace").strip()
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise InputError(
            "The secret of the links is damaged",
            f"{path}: expected 64 hexadecimal digits, found {len(text)} characters",
            "Put the file back from a copy. Without it, links that were sent out are not valid.",
        )
    return bytes.fromhex(text)


def new_code() -> str:
    """A new random code, such as P-7KMQ2XW9."""
    return "P-" + "".join(secrets.choice(KEY_LETTERS) for _ in range(CODE_LETTERS))


def code_of_recruited(secret: bytes, study: str, parameter: str, value: str) -> str:
    """The code of a person whom a recruiter sends with this id: always the same, and the id cannot
    be derived from it without the secret."""
    digest = _keyed(secret, "recruited", study, parameter, value)
    return "R-" + base64.b32encode(digest[:8]).decode("ascii").rstrip("=")


def checked_about(values: Mapping[str, str]) -> dict[str, str]:
    """The data about a participant in a recruiter's address, if its names and values are plain.

    Raises LinkError.
    """
    for name, value in values.items():
        if not _NAME.fullmatch(name) or not _VALUE.fullmatch(value):
            raise LinkError(
                "The address is not complete",
                f"{name[:40]}: expected 1 to 80 letters, digits and signs such as - and _, "
                f"found {len(value)} characters that are not",
            )
    return dict(values)


def token(secret: bytes, study: str, invitation: Invitation) -> str:
    """The token in a link, of letters, digits, `-`, `_` and one dot.

    `study` is the study's key: a link to one study is not valid for another.
    """
    parts: list[object] = [normalise_code(invitation.code), invitation.until]
    if invitation.about:
        parts.append(dict(invitation.about))
    text = json.dumps(parts, separators=(",", ":"), ensure_ascii=True)
    body = _letters(text.encode("ascii"))
    return f"{body}.{_letters(_signature(secret, study, body))}"


def read_token(secret: bytes, study: str, link_token: str, now: float = 0.0) -> Invitation:
    """The content of a link. With `now`, in seconds since 1970, an expired link is refused.

    Raises LinkError where it was not made with this secret for this study.
    """
    forged = LinkError("This link is not valid", "expected a link that the study gave out")
    body, dot, signature = link_token.partition(".")
    if not dot or len(link_token) > LONGEST or not link_token.isascii():
        raise forged
    if not hmac.compare_digest(_letters(_signature(secret, study, body)), signature):
        raise forged
    try:
        content = parse_json(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        code, until, *rest = content if isinstance(content, list) else []
        about = rest[0] if rest else {}
        invitation = Invitation(
            str(code)[:MAX_CODE], {str(k): str(v) for k, v in about.items()}, int(until)
        )
    except (ValueError, TypeError, AttributeError, binascii.Error):
        raise forged from None
    if now and invitation.until and now > invitation.until:
        raise LinkError("This link is no longer valid", "it has expired")
    return invitation


def _signature(secret: bytes, study: str, body: str) -> bytes:
    return _keyed(secret, "link", study, body)[:SIGNATURE_BYTES]


def _keyed(secret: bytes, *parts: str) -> bytes:
    """HMAC-SHA256 over parts with unambiguous boundaries."""
    text = json.dumps(["countermodel", *parts]).encode("utf-8")
    return hmac.new(secret, text, hashlib.sha256).digest()


def _letters(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode("ascii").rstrip("=")
