"""Inspect's logs: `.eval` archives, finished or not, and the `.json` form.

Owns the members of the archive (`header.json`, `summaries.json`, `samples/…`, `_journal/…`),
samples as a whole or in chunks, and their attachments. An unfinished log has no header: its journal
names the model, and its samples so far are read.
"""

import re
import struct
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from items.recorded.json_log import JsonLog, wrapped
from items.recorded.rows import (
    Grade,
    RecordedRow,
    Skip,
    first_plain,
    json_of,
    number,
    object_of,
    strings,
    text_of,
    whole_number,
)
from items.sources.document import read_bytes
from items.sources.json_values import reason
from solver.errors import InputError
from solver.phrases import phrase

ZSTD = 93
"""The ZIP format's number of a compression that Python supports from version 3.14."""
DEFLATED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, ZSTD)
"""Compression methods that Inspect uses."""
MOST_BYTES = 64 * 2**20
"""Upper limit for the unpacked size of a member."""
MOST_RATIO = 100
"""Upper limit for the ratio of unpacked to packed bytes; texts of models stay below 30."""
FREE_BYTES = 2**20
"""Unpacked size that is allowed at any ratio."""
_SAMPLE = re.compile(r"samples/(.+)_epoch_(\d+)(?:\.json|/sample\.json)", re.DOTALL)
_SUMMARY = re.compile(r"_journal/summaries/(\d+)\.json")
_ATTACHMENT = "attachment://"
_VALUES = {"C": True, "I": False}
_SETTINGS = ("temperature", "top_p", "seed", "max_tokens", "reasoning_effort", "reasoning_tokens")


def recognises(begin: bytes) -> bool:
    """Whether a file begins like an archive with a log's members, or like a log in JSON."""
    if begin.startswith(b"PK"):
        return b"_journal/start.json" in begin or b"header.json" in begin
    return re.match(rb'\s*\{[^{}\[\]]*"eval"\s*:\s*\{', begin) is not None


def read(path: Path) -> Iterator[RecordedRow | Skip]:
    """Yield the samples of a log; each epoch is a run.

    Raises:
        InputError: it is not a log of Inspect, or its compression is not supported by this Python.
    """
    if zipfile.is_zipfile(path):
        return _archive(path)
    data = read_bytes(path)
    if data[:2] == b"PK":
        raise InputError(
            "File cannot be read",
            f"{path}: expected a complete ZIP archive, found a truncated one",
            "Copy it again, or recover it with `inspect log recover`.",
        )
    try:
        whole_log = wrapped(data, path)
    except ValueError as error:
        raise _no_log(path, f"neither a ZIP archive nor JSON ({reason(error)})") from None
    log = whole_log.value
    if not isinstance(log, dict) or not isinstance(log.get("eval"), dict):
        raise _no_log(path, "JSON without `eval`")
    samples = log.get("samples")
    listed = samples if isinstance(samples, list) else []
    about = _LogHeader(whole_log.clean({**log, "samples": None}))
    return _samples(whole_log, listed, about)


def _samples(
    log: JsonLog, samples: list[Any], header: "_LogHeader"
) -> Iterator[RecordedRow | Skip]:
    for sample in samples:
        if reason := log.reason(sample):
            fields = log.clean(object_of(sample))
            named = (fields.get("id"), fields.get("epoch", 1))
            yield Skip(phrase("sample {a}, epoch {b}", a=named[0], b=named[1]), reason)
        else:
            yield _guarded(sample, header, {})
    yield from log.unread_bytes()


class _LogHeader:
    """Information common to all samples of a log."""

    def __init__(self, header: dict[str, Any]) -> None:
        spec = object_of(header.get("eval"))
        config = object_of(object_of(header.get("plan")).get("config")) | object_of(
            spec.get("model_generate_config")
        )
        self.model = text_of(spec.get("model"))
        self.task = text_of(spec.get("task"))
        self.created = text_of(spec.get("created"))
        self.parameters = {key: config[key] for key in _SETTINGS if config.get(key) is not None}


def _archive(path: Path) -> Iterator[RecordedRow | Skip]:
    with _opened(path) as archive:
        names = archive.namelist()
        members = set(names)
        header = next((n for n in ("header.json", "_journal/start.json") if n in members), None)
        if header is None:
            raise _no_log(path, "an archive without header.json and without a journal")
        about = _LogHeader(object_of(_json(archive, header, path)))
        read_samples: set[tuple[str, str]] = set()
        for name in dict.fromkeys(names):
            match = _SAMPLE.fullmatch(name)
            if match is None:
                continue
            read_samples.add((match[1], match[2]))
            try:
                sample = object_of(_json(archive, name, path))
                chunks = _chunks(archive, name.removesuffix("sample.json"), members, path)
            except InputError as error:
                yield Skip(phrase("sample {a}, epoch {b}", a=match[1], b=match[2]), error.message)
                continue
            yield _guarded(sample, about, chunks)
        for summary in _summaries(archive, names, path):
            if isinstance(summary, Skip):
                yield summary
            elif (str(summary.get("id")), str(summary.get("epoch"))) not in read_samples:
                yield _guarded(summary, about, {})


def _opened(path: Path) -> Any:
    """The archive, opened by a module that supports its compression."""
    try:
        archive = zipfile.ZipFile(path)
    except (OSError, ValueError, RuntimeError, zipfile.BadZipFile, struct.error) as error:
        raise _no_log(path, f"a damaged archive ({error})") from None
    members = archive.infolist()
    packed, unpacked = path.stat().st_size, sum(info.file_size for info in members)
    if unpacked > max(FREE_BYTES, packed * MOST_RATIO):
        archive.close()
        raise _no_log(path, f"{unpacked} bytes packed into {packed}")
    if all(info.compress_type != ZSTD for info in members):
        return archive
    if hasattr(zipfile, "ZIP_ZSTANDARD"):  # from Python 3.14 on
        return archive
    archive.close()
    try:
        from backports.zstd import zipfile as with_zstd
    except ImportError:
        raise InputError(
            "This log needs an extra",
            f"{path}: its members are compressed with Zstandard, which this Python cannot read",
            "Install the program as `countermodel[inspect]`, or use Python 3.14.",
        ) from None
    return with_zstd.ZipFile(path)


def _json(archive: Any, name: str, path: Path) -> Any:
    info = archive.getinfo(name)
    if info.compress_type not in DEFLATED:
        raise _no_member(path, name, f"compression {info.compress_type}")
    most = min(MOST_BYTES, max(FREE_BYTES, info.compress_size * MOST_RATIO))
    if info.file_size > most:
        raise _no_member(path, name, f"{info.file_size} bytes packed into {info.compress_size}")
    try:
        with archive.open(name) as member:
            # A member is never read beyond the size in its entry, which was checked.
            return json_of(member.read(most).decode())
    except RecursionError:
        raise _no_member(path, name, "too many levels of brackets") from None
    except Exception as error:  # each decompressor has its own kinds of errors
        raise _no_member(path, name, str(error) or type(error).__name__) from None


def _no_member(path: Path, name: str, text: str) -> InputError:
    return InputError("Log cannot be read", f"{path}, {name}: expected JSON, found {text}")


def _chunks(archive: Any, prefix: str, names: set[str], path: Path) -> dict[str, str]:
    """The attachments of a sample in chunks, by their index."""
    folder = f"{prefix}attachments/"
    stems = (name[len(folder) :].removesuffix(".json") for name in names if name.startswith(folder))
    starts = sorted(int(stem) for stem in stems if re.fullmatch(r"[0-9]{1,18}", stem))
    texts = [
        text for start in starts for text in _list(_json(archive, f"{folder}{start}.json", path))
    ]
    return {str(n): text for n, text in enumerate(texts) if isinstance(text, str)}


def _summaries(archive: Any, names: list[str], path: Path) -> Iterator[dict[str, Any] | Skip]:
    """Summaries of samples: all together in a finished log, otherwise those of the journal."""
    members = ["summaries.json"] if "summaries.json" in names else []
    if not members:
        numbered = ((int(match[1]), name) for name in names if (match := _SUMMARY.fullmatch(name)))
        members = [name for _, name in sorted(numbered)]
    for name in members:
        try:
            listed = _list(_json(archive, name, path))
        except InputError as error:
            yield Skip(name, error.message)
            continue
        yield from (summary for summary in listed if isinstance(summary, dict))


def _guarded(sample: Any, header: _LogHeader, attached: Mapping[str, str]) -> RecordedRow | Skip:
    if not isinstance(sample, dict) or sample.get("id") is None:
        return Skip(phrase("a sample"), phrase("expected an object with an id"))
    row = phrase("sample {a}, epoch {b}", a=sample["id"], b=sample.get("epoch", 1))
    return _row(sample, header, {**_texts(sample.get("attachments")), **attached}, row)


def _row(
    sample: dict[str, Any], header: _LogHeader, attached: Mapping[str, str], row: str
) -> RecordedRow:
    metadata = object_of(sample.get("metadata"))
    output = object_of(sample.get("output"))
    usage = object_of(output.get("usage"))
    raw = _completion(output, attached)
    error = object_of(sample.get("error")).get("message") or sample.get("error")
    failed = ""
    if raw is None and error:
        failed = str(error)
    scores = _scores(sample)
    targets = strings(sample.get("target"))
    return RecordedRow(
        row=row,
        item_hash=first_plain(metadata, "item_hash", "content_hash"),
        item_id=first_plain(metadata, "item_id", "item") or str(sample["id"]),
        texts=tuple(
            _resolved(text, attached)
            for text in (*_inputs(sample.get("input")), *strings(metadata))
        ),
        question=first_plain(metadata, "part", "question_id", "question"),
        mutant=whole_number(metadata.get("mutant", metadata.get("rotation"))),
        options=tuple(_resolved(text, attached) for text in strings(sample.get("choices"))),
        answer=next((answer for _, answer in scores if answer is not None), None),
        raw=raw,
        gold=targets[0] if len(targets) == 1 else None,
        failed=failed,
        model=header.model,
        setting=header.task,
        epoch=whole_number(sample.get("epoch")) or 1,
        seconds=number(output.get("time")) or number(sample.get("total_time")),
        prompt_tokens=whole_number(usage.get("input_tokens")),
        completion_tokens=whole_number(usage.get("output_tokens")),
        reasoning_tokens=whole_number(usage.get("reasoning_tokens")),
        parameters=header.parameters,
        utc=text_of(sample.get("completed_at")) or header.created,
        grades=tuple(grade for grade, _ in scores if grade is not None),
    )


def _scores(sample: dict[str, Any]) -> list[tuple[Grade | None, str | None]]:
    """For each scorer, its verdict and the answer it read, if available."""
    scores: list[tuple[Grade | None, str | None]] = []
    for name, score in object_of(sample.get("scores")).items():
        if not isinstance(score, dict):
            continue
        value = score.get("value")
        match = value if isinstance(value, bool) else None
        if isinstance(value, str):
            match = _VALUES.get(value)
        elif match is None and number(value) in (0, 1):
            match = number(value) == 1
        reason = text_of(score.get("explanation")) or ""
        grade = None if match is None else Grade(f"inspect {name}", match, reason)
        scores.append((grade, text_of(score.get("answer"))))
    return scores


def _completion(output: dict[str, Any], attached: Mapping[str, str]) -> str | None:
    """The text of the response, without its reasoning; None if there is none."""
    for choice in _list(output.get("choices")):
        text = _content(object_of(object_of(choice).get("message")).get("content"))
        if text is not None:
            return _resolved(text, attached)
    completion = output.get("completion")
    return _resolved(completion, attached) if isinstance(completion, str) and completion else None


def _inputs(value: Any) -> list[str]:
    """The texts of a sample's input: the input itself, or the users' messages."""
    if isinstance(value, str):
        return [value]
    messages = [
        message
        for message in _list(value)
        if isinstance(message, dict) and message.get("role") == "user"
    ]
    return [text for message in messages if (text := _content(message.get("content"))) is not None]


def _content(value: Any) -> str | None:
    """Text of a message, whose content is a text or a list of parts."""
    if isinstance(value, str):
        return value
    parts = [object_of(part) for part in _list(value)]
    texts = [str(part.get("text", "")) for part in parts if part.get("type") == "text"]
    return "\n".join(texts) if texts else None


def _resolved(text: str, attached: Mapping[str, str]) -> str:
    return attached.get(text.removeprefix(_ATTACHMENT), text) if _ATTACHMENT in text else text


def _texts(value: Any) -> dict[str, str]:
    return {key: text for key, text in object_of(value).items() if isinstance(text, str)}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _no_log(path: Path, text: str) -> InputError:
    return InputError("Not an Inspect log", f"{path}: expected a log of Inspect, found {text}")
