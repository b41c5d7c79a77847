"""The rows of an export that hold models' complete responses, and the meaning of their columns.

Owns one row per request. `rows` owns the answers by part.
"""

from typing import Any

from items.asking.llm import MAX_KEPT
from sessions.export.rows import Field
from sessions.models.responses import select
from sessions.storage.database import Database

CALLS = (
    Field("call", "id of the request", "hexadecimal"),
    Field("respondent", "the requested model"),
    Field("study", "the setting of the request"),
    Field("run", "which run of the setting", "number from 1"),
    Field("item", "id of the item"),
    Field("item_hash", "content hash of the item as it was asked"),
    Field("parts", "ids of the question parts that it answered, separated by spaces"),
    Field("rotation", "rotation of the options to the left, in places", "number"),
    Field("status", "answered, failed (no response came), or unreadable (in all parts)"),
    Field("note", "why it failed, or why a part could not be read"),
    Field(
        "content", "the response's content verbatim; if it has several parts, their joined texts"
    ),
    Field(
        "message",
        "the message as JSON, verbatim, where its content or reasoning was not text (parts, null,"
        " or missing)",
    ),
    Field(
        "reasoning",
        "what the model wrote before its answer, where the endpoint returns it separately",
    ),
    Field("refusal", "why the model refused to answer"),
    Field("finish", "why the response ended, such as stop or length"),
    Field("served_model", "the model that answered, as reported by the endpoint"),
    Field("fingerprint", "id of the configuration that answered (system_fingerprint)"),
    Field("request_id", "the endpoint's id of the request"),
    Field("http_status", "HTTP status of a response without a reply (failed)", "number"),
    Field(
        "failed_body",
        f"the beginning of such a response, of the last try: {MAX_KEPT:,} characters at most,"
        " without key and address",
    ),
    Field("failed_bytes", "full length of that response", "bytes"),
    Field("parameters", "what was sent in addition to the prompt, as JSON"),
    Field("prompt_hash", "hash over what was sent; empty where the record does not say"),
    Field("source", "asked or imported"),
    Field("origin", "for an imported response: its format and file"),
    Field("utc", "when it was asked, or imported", "ISO 8601, UTC"),
    Field("seconds", "from sending to the end of the response", "s"),
    Field("tries", "number of times the request was sent", "number"),
    Field("prompt_tokens", "tokens of the prompt", "number"),
    Field("completion_tokens", "tokens of the response, including reasoning tokens", "number"),
    Field("reasoning_tokens", "reasoning tokens", "number"),
)
_BEST_FIRST = ("answered", "unreadable", "failed")


def calls(db: Database) -> tuple[dict[str, Any], ...]:
    """One row per request, in the order of the first answers; failed requests are included."""
    names = [field.name for field in CALLS]
    rows: dict[str, dict[str, Any]] = {}
    for values in select(
        db,
        "SELECT lower(hex(call.id)), model, setting, run, item_id, item_hash, part, mutant, status,"
        " note, coalesce(raw, ''), coalesce(message, ''), coalesce(reasoning, ''),"
        " coalesce(refusal, ''),"
        " coalesce(finish, ''), coalesce(served_model, ''), coalesce(fingerprint, ''),"
        " coalesce(request_id, ''), http_status, coalesce(body_text, ''), body_bytes,"
        " body, prompt_hash, source, origin, utc, seconds, tries,"
        " prompt_tokens, completion_tokens, reasoning_tokens"
        " FROM response JOIN call ON call.id = response.call"
        " JOIN series ON series.id = response.series JOIN target ON target.id = response.target"
        " JOIN parameters ON parameters.hash = call.parameters ORDER BY response.rowid",
    ):
        row = dict(zip(names, values, strict=True))
        first = rows.setdefault(row["call"], {**row, "parts": []})
        first["parts"].append(row["parts"])
        first["status"] = min(first["status"], row["status"], key=_BEST_FIRST.index)
        first["note"] = first["note"] or row["note"]
    return tuple(rows.values())
