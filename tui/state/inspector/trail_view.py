"""How an item was hardened, step by step: who said what, which gate, which issue.

Owns the entries and their details, from the record of the hardening loop. What happened there is
`items.harden.loop`'s; where it is kept, `sessions.models.hardenings`'.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from items.harden.catalogue import issue_kinds
from items.harden.roles.registry import ROLES
from solver.files import parse_json
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.listed import Listed, ListedView
from tui.state.inspector.worlds import table, text_lines
from tui.text import counted

if TYPE_CHECKING:
    from sessions.models.hardenings import Hardening, HardeningEvent

GATES: Mapping[str, str] = {
    "review": "gate before answering",
    "verify": "gate after answering",
}
NOTES: Mapping[str, tuple[str, Role, str]] = {
    "blueprint": ("◆", "key", "plan of all six strategies"),
    "version": ("◆", "heading", "version {version}"),
    "revision": ("◆", "key", "what is to be changed"),
    "objections": ("!", "warn", "objections"),
    "sent back": ("✗", "bad", "sent back to the proposers"),
    "residual": ("~", "warn", "soft issues accepted"),
    "repair": ("↻", "warn", "answers to be repaired"),
    "answers": ("◆", "key", "answers as they stand"),
    "unusable": ("✗", "warn", "reply cannot be used"),
    "passed": ("✓", "good", "passed"),
    "accepted": ("✓", "good", "came out of the loop"),
    "rejected": ("✗", "bad", "given up"),
}
"""What a note is shown as: sign, role, words."""
STAGES: Mapping[str, str] = {"initial": "", "revise": "revises", "repair": "again"}


def trail_view(hardenings: "Sequence[Hardening]") -> ListedView:
    """Every step of every hardening, the first thing sent back looked at first."""
    entries = [entry for hardening in hardenings for entry in _entries(hardening)]
    message = ""
    if hardenings:
        last = hardenings[-1]
        asked = sum(1 for _ in last.of("asked"))
        ended = last.ended
        ending = (
            "not finished"
            if ended is None
            else "accepted"
            if last.accepted
            else f"given up: {ended['reason']}"
        )
        message = f"{counted(asked, 'request')} · {ending}"
    return ListedView(entries, message, "This item is not in the record of any hardening.")


def _entries(hardening: "Hardening") -> Iterator[Listed]:
    version = -1
    for event in hardening.events:
        payload = event.payload
        if event.kind == "ended":
            continue
        now = int(payload.get("version", version))
        heading = ""
        if version < 0:
            heading = f"Entered {hardening.utc[:16].replace('T', ' ')}"
        elif now != version:
            heading = f"Version {now}"
        version = max(version, now)
        yield _entry(event, heading)


def _entry(event: "HardeningEvent", heading: str) -> Listed:
    payload = event.payload

    def detail(cells: int) -> list[Line]:
        return _DETAILS[event.kind](payload, cells)

    match event.kind:
        case "asked":
            reply = payload["reply"]
            tokens = (reply.get("prompt_tokens") or 0) + (reply.get("completion_tokens") or 0)
            text = _asked(payload)
            return Listed("·", "muted", text, f"{tokens:,} tokens", detail, heading)
        case "failed":
            return Listed("✗", "bad", f"{_asked(payload)}: no reply", "", detail, heading)
        case "solved":
            gate = GATES[payload["gate"]]
            name = _found(payload)
            return Listed("∴", "key", f"Solver, {gate}", name, detail, heading)
    mark, role, words = NOTES.get(payload["what"], ("◆", "muted", payload["what"]))
    document = words.format(version=payload["version"])
    who = ROLES[payload["who"]].title if payload["who"] in ROLES else payload["who"].capitalize()
    gate = f", {GATES[payload['gate']]}" if payload["gate"] else ""
    codes = ", ".join(dict.fromkeys(issue["code"] for issue in payload["issues"]))
    text = (
        f"{who}{gate}: {document}" if payload["who"] != "loop" else f"{document.capitalize()}{gate}"
    )
    return Listed(mark, role, text, codes, detail, heading)


def _asked(payload: Mapping[str, Any]) -> str:
    stage = STAGES.get(payload["stage"], payload["stage"])
    title = ROLES[payload["role"]].title
    return " ".join(part for part in (title, stage, f"({payload['model']})") if part)


def _found(payload: Mapping[str, Any]) -> str:
    outcome = payload["found"]
    if payload["gate"] == "review":
        return counted(len(outcome["issues"]), "issue")
    wrong = sum(1 for entry in outcome.values() if entry["right"].get("final") is False)
    return f"{wrong} of {len(outcome)} refuted"


# --- details -----------------------------------------------------------------------------------


def _request(payload: Mapping[str, Any], cells: int) -> list[Line]:
    parameters = payload.get("parameters") or {}
    message = f"{payload['role']} · {payload['model']} · {payload['stage']}"
    message += f" · try {payload['attempt']}" if payload["attempt"] > 1 else ""
    lines = text_lines(message, cells, "heading")
    if parameters:
        lines += text_lines(_json(parameters), cells, "muted")
    reply = payload.get("reply")
    if reply is not None:
        lines += [Line(), *text_lines("Reply", cells, "key")]
        lines += _text(laid_out(reply["text"]), cells)
        lines += text_lines(_figures(reply), cells, "muted")
    else:
        lines += [Line(), *text_lines(str(payload.get("reason", "")), cells, "bad")]
    for role, content in payload["messages"]:
        lines += [Line(), *text_lines(f"Prompt, {role}", cells, "key"), *_text(content, cells)]
    return lines


def _figures(reply: Mapping[str, Any]) -> str:
    parts = [
        f"{reply['prompt_tokens']:,} tokens of prompt" if reply.get("prompt_tokens") else "",
        f"{reply['completion_tokens']:,} of reply" if reply.get("completion_tokens") else "",
        f"{reply['seconds']:.1f} s",
        f"ended with {reply['finish']}" if reply.get("finish") not in ("", "stop", None) else "",
    ]
    return ", ".join(part for part in parts if part)


def _solved(payload: Mapping[str, Any], cells: int) -> list[Line]:
    lines = text_lines(f"The solver at the {GATES[payload['gate']]}", cells, "heading")
    outcome = payload["found"]
    if payload["gate"] == "review":
        lines += _issues(outcome["issues"], cells)
        for claim in outcome["claims"]:
            sign, role = {"proved": ("✓", "good"), "refuted": ("✗", "bad")}.get(
                claim["status"], ("?", "warn")
            )
            made = "" if claim["claimed"] else " (not claimed)"
            message = f"{sign} {claim['claim']}{made}: {claim['reason']}"
            lines += text_lines(message, cells, _role(role))
        lines += [Line(), *text_lines("Golds", cells, "key")]
        for id, gold in outcome["golds"].items():
            lines += text_lines(f"{id}: {_json(_bare(gold))}", cells, "plain", 1)
        return lines
    for id, entry in outcome.items():
        lines += [Line(), *text_lines(f"Question {id}", cells, "key")]
        for who, right in entry["right"].items():
            sign = {True: "✓ right", False: "✗ refuted", None: "– cannot be read"}[right]
            lines += text_lines(f"{who}: {sign}", cells, "plain", 1)
            against = entry["against"].get(who)
            if against:
                lines += text_lines(against["reason"], cells, "muted", 3)
                lines += _world(against["world"], cells)
    return lines


def _note(payload: Mapping[str, Any], cells: int) -> list[Line]:
    mark, role, words = NOTES.get(payload["what"], ("◆", "plain", payload["what"]))
    message = f"{mark} {payload['who']}: {words.format(version=payload['version'])}"
    lines = text_lines(message, cells, role)
    lines += text_lines(payload["text"], cells)
    lines += _issues(payload["issues"], cells)
    data = payload["data"]
    if payload["what"] == "version":
        lines += [Line(), *text_lines("Background", cells, "key")]
        lines += _text(data["background"], cells)
        for question in data["questions"]["questions"]:
            lines += [Line(), *text_lines(f"Question {question['id']}", cells, "key")]
            lines += text_lines(question.get("condition") or "", cells, "muted", 1)
            lines += text_lines(question["text"], cells, "plain", 1)
            lines += text_lines(question.get("query") or "no query", cells, "muted", 1)
            lines += text_lines(", ".join(question.get("strategies", ())), cells, "muted", 1)
        rest = {k: v for k, v in data["questions"].items() if k in ("formalization", "claims")}
        lines += [Line(), *_text(json.dumps(rest, ensure_ascii=False, indent=1), cells)]
    elif payload["what"] == "answers":
        for id, given in data.items():
            sure = "all answerers agree" if given["agreed"] else "adjudicated"
            lines += [Line(), *text_lines(f"Question {id}: {sure}", cells, "key")]
            answer = "cannot be read" if given["answer"] is None else _json(_bare(given["answer"]))
            lines += text_lines(answer, cells, "plain", 1)
            lines += text_lines(given["reasoning"], cells, "muted", 1)
    elif data:
        lines += [Line(), *_text(json.dumps(data, ensure_ascii=False, indent=1), cells)]
    return lines


def _issues(issues: Sequence[Mapping[str, Any]], cells: int) -> list[Line]:
    lines: list[Line] = []
    for issue in issues:
        kind = issue_kinds().get(issue["code"])
        severity = "" if kind is None else f" ({kind.severity})"
        meaning = "" if kind is None else f": {kind.texts['en']}"
        lines += [Line(), *text_lines(f"! {issue['code']}{severity}{meaning}", cells, "warn")]
        about = [f"by {issue['by']}"]
        if issue.get("questions"):
            about.append(f"questions {', '.join(issue['questions'])}")
        about += [str(issue[name]) for name in ("strategy", "clue") if issue.get(name)]
        lines += text_lines(" · ".join(about), cells, "muted", 2)
        lines += text_lines(issue.get("suggestion", ""), cells, "plain", 2)
        lines += _world(issue.get("world"), cells)
    return lines


def _world(world: Mapping[str, Any] | None, cells: int) -> list[Line]:
    """A world as the record keeps it; a structure as JSON."""
    if not world:
        return []
    flat = all(isinstance(value, bool | str) for value in world.values())
    if not flat:
        return _text(_json(world), cells)
    keys = list(world)
    lines = text_lines("as this world shows:", cells, "muted", 2)
    return [*lines, *table(keys, [[world[key] for key in keys]], cells, 3)]


def _text(text: str, cells: int) -> list[Line]:
    return [
        line
        for row in text.splitlines() or [""]
        for line in (text_lines(row, cells, "plain", 1) or [Line((Piece(""),))])
    ]


def laid_out(reply: str) -> str:
    """A reply that is one JSON object, a member a line; any other as it is."""
    try:
        value = parse_json(reply)
    except ValueError:
        return reply
    return json.dumps(value, ensure_ascii=False, indent=1) if isinstance(value, dict) else reply


def _bare(answer: Mapping[str, Any]) -> Any:
    """An answer without the name of its form, where one thing is left."""
    rest = {name: value for name, value in answer.items() if name != "kind"}
    return next(iter(rest.values())) if len(rest) == 1 else rest


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _role(name: str) -> Role:
    return "good" if name == "good" else "bad" if name == "bad" else "warn"


_DETAILS = {"asked": _request, "failed": _request, "solved": _solved, "note": _note}
