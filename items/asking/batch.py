"""Request files for an endpoint's batch service, and the result files it returns.

Owns the format of both: JSON Lines as defined by OpenAI's Batch API and compatible services, with
one request or result per line, matched by `custom_id`. The caller decides what is asked.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from items.asking.endpoints import Endpoint
from items.asking.llm import MAX_NAME, Unusable, kept_body
from items.files.save import replacing
from items.sources.document import bad_record
from items.sources.json_values import read_value, reason
from solver.errors import InputError, OutsideError
from solver.phrases import phrase

URL = "/v1/chat/completions"
MOST_REQUESTS = 50_000
"""Per file, the limit of OpenAI's service."""
MOST_BYTES = 190 << 20


@dataclass(frozen=True, slots=True)
class Request:
    """One request."""

    id: str
    body: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of one request."""

    id: str
    body: bytes | None
    """Body of the response; None unless its status is good."""
    request_id: str
    failure: str
    """Why there is no response; empty if there is one."""
    place: str
    unusable: Unusable = field(default_factory=Unusable)
    """What arrived instead of a response."""


def write_requests(path: Path, requests: Iterable[Request]) -> tuple[Path, ...]:
    """Write requests to `path`. If that file would be too large for a service, continue in further
    files, numbered from 2. Existing files are not replaced.

    Raises InputError if a file already exists, OutsideError if the files cannot be written.
    """
    written: list[Path] = []
    lines: list[str] = []
    size = 0
    for request in requests:
        line = json.dumps(
            {"custom_id": request.id, "method": "POST", "url": URL, "body": request.body},
            ensure_ascii=False,
        )
        length = len(line.encode()) + 1
        if lines and (len(lines) >= MOST_REQUESTS or size + length > MOST_BYTES):
            written.append(_write(path, len(written), lines))
            lines, size = [], 0
        lines.append(line)
        size += length
    if lines:
        written.append(_write(path, len(written), lines))
    return tuple(written)


def _write(path: Path, number: int, lines: Iterable[str]) -> Path:
    file = path if number == 0 else path.with_name(f"{path.stem}-{number + 1}{path.suffix}")
    try:
        with replacing(file, new=True) as out:
            out.writelines(f"{line}\n".encode() for line in lines)
    except FileExistsError as error:
        raise InputError(
            phrase("The file already exists"), f"{file}", phrase("Give another name.")
        ) from error
    except OSError as error:
        raise OutsideError(
            phrase("The file cannot be written"), f"{file}: {error.strerror or error}"
        ) from error
    return file


def read_results(path: Path) -> Iterator[Result | InputError]:
    """The results in a file (or in an error file, which has the same format), line by line. A line
    that is not a result yields an error in its place.

    Raises InputError if the file cannot be read.
    """
    try:
        with path.open("rb") as file:
            empty = True
            for number, line in enumerate(file, start=1):
                if line.strip():
                    empty = False
                    yield _result(line, f"{path}, line {number}")
            if empty:
                yield InputError("File is empty", f"{path}: expected results, found none")
    except OSError as error:
        raise InputError("File cannot be read", f"{path}: {error.strerror or error}") from None


def _result(line: bytes, place: str) -> Result | InputError:
    try:
        value = read_value(line.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        byte = f"byte 0x{error.object[error.start]:02x}"
        return bad_record(place, "text in UTF-8", byte)
    except (ValueError, RecursionError) as error:
        return bad_record(place, phrase("a JSON object"), reason(error, in_a_line=True))
    id_ = value.get("custom_id") if isinstance(value, dict) else None
    if not isinstance(id_, str):
        return bad_record(place, "a result with custom_id", "none")
    response = value.get("response")
    if not isinstance(response, dict):
        failure = value.get("error")
        came = Unusable() if failure is None else _unusable(failure, None, "")
        return Result(id_, None, "", _error_text(failure), place, came)
    status, body = response.get("status_code"), response.get("body")
    request_id = response.get("request_id")
    named = request_id if isinstance(request_id, str) else ""
    if status != 200 or not isinstance(body, dict):
        document = body.get("error") if isinstance(body, dict) else None
        came = _unusable(body, status, named)
        return Result(id_, None, named, f"status {status}: {_error_text(document)}", place, came)
    return Result(id_, json.dumps(body).encode(), named, "", place)


def _unusable(body: object, status: object, request_id: str) -> Unusable:
    """A body that arrived instead of a reply, in the form in which it is stored."""
    raw = b"" if body is None else json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
    code = status if isinstance(status, int) and not isinstance(status, bool) else None
    return Unusable(kept_body(raw, Endpoint("")), len(raw), code, request_id[:MAX_NAME])


def _error_text(error: object) -> str:
    message = error.get("message") if isinstance(error, dict) else error
    text = " ".join(str(message).split()) if message else "no reason given"
    return text[:300]
