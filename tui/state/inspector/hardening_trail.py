"""How an item was hardened, step by step: the replies, the gates, the issues.

Owns the entries and their details, from the record of the hardening loop. `items.harden.loop` owns
the process, and `sessions.models.hardenings` stores it.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from items.harden.catalogue import issue_kinds
from items.harden.roles.registry import ROLES
from solver.files import parse_json
from tui.i18n import _, mark, ngettext
from tui.state.draft import Line, Piece, Role
from tui.state.inspector.list_detail import ListDetailView, ListEntry
from tui.state.inspector.words import spoken_in
from tui.state.inspector.world_lines import table, text_lines

if TYPE_CHECKING:
    from sessions.models.hardenings import Hardening, HardeningEvent

GATE_WORDS: Mapping[str, str] = {
    "review": mark("gate before answering"),
    "verify": mark("gate after answering"),
}
NOTES: Mapping[str, tuple[str, Role, str]] = {
    "blueprint": ("◆", "key", mark("plan of all six strategies")),
    "version": ("◆", "heading", mark("version {version}")),
    "revision": ("◆", "key", mark("what is to be changed")),
    "objections": ("!", "warn", mark("objections")),
    "sent back": ("✗", "bad", mark("sent back to the proposers")),
    "residual": ("~", "warn", mark("soft issues accepted")),
    "repair": ("↻", "warn", mark("answers to be repaired")),
    "answers": ("◆", "key", mark("answers as they stand")),
    "unusable": ("✗", "warn", mark("reply cannot be used")),
    "passed": ("✓", "good", mark("passed")),
    "accepted": ("✓", "good", mark("passed the loop")),
    "rejected": ("✗", "bad", mark("given up")),
}
"""How a note is shown: sign, role, words."""
STAGES: Mapping[str, str] = {"initial": "", "revise": mark("revises"), "repair": mark("again")}


def trail_view(hardenings: "Sequence[Hardening]") -> ListDetailView:
    """All steps of all hardenings; the first one that was sent back is selected."""
    entries = [entry for hardening in hardenings for entry in _entries(hardening)]
    message = ""
    if hardenings:
        last = hardenings[-1]
        requests_sent = sum(1 for _ in last.of("asked"))
        ended = last.ending
        ending = (
            _("not finished")
            if ended is None
            else _("accepted")
            if last.accepted
            else _("given up: {reason}").format(reason=ended["reason"])
        )
        requests = ngettext("{n} request", "{n} requests", requests_sent).format(n=requests_sent)
        message = f"{requests} · {ending}"
    return ListDetailView(entries, message, _("This item is not in the record of any hardening."))


def _entries(hardening: "Hardening") -> Iterator[ListEntry]:
    version = -1
    for event in hardening.events:
        payload = event.payload
        if event.kind == "ended":
            continue
        now = int(payload.get("version", version))
        heading = ""
        if version < 0:
            heading = _("Entered {when}").format(when=hardening.utc[:16].replace("T", " "))
        elif now != version:
            heading = _("Version {n}").format(n=now)
        version = max(version, now)
        yield _entry(event, heading)


def _entry(event: "HardeningEvent", heading: str) -> ListEntry:
    payload = event.payload

    def detail(cells: int) -> list[Line]:
        return _DETAILS[event.kind](payload, cells)

    match event.kind:
        case "asked":
            reply = payload["reply"]
            tokens = (reply.get("prompt_tokens") or 0) + (reply.get("completion_tokens") or 0)
            text = _request_text(payload)
            return ListEntry(
                "·", "muted", text, _("{n} tokens").format(n=f"{tokens:,}"), detail, heading
            )
        case "failed":
            return ListEntry(
                "✗",
                "bad",
                _("{who}: no reply").format(who=_request_text(payload)),
                "",
                detail,
                heading,
            )
        case "solved":
            gate = _gate(payload)
            name = _outcome_text(payload)
            return ListEntry(
                "∴", "key", _("Solver, {gate}").format(gate=gate), name, detail, heading
            )
    mark, role, words = NOTES.get(payload["what"], ("◆", "muted", payload["what"]))
    note_words = _(words).format(version=payload["version"])
    who = _title(payload["who"]) if payload["who"] in ROLES else payload["who"].capitalize()
    gate = f", {_gate(payload)}" if payload["gate"] else ""
    codes = ", ".join(dict.fromkeys(issue["code"] for issue in payload["issues"]))
    text = (
        f"{who}{gate}: {note_words}"
        if payload["who"] != "loop"
        else f"{note_words.capitalize()}{gate}"
    )
    return ListEntry(mark, role, text, codes, detail, heading)


def _request_text(payload: Mapping[str, Any]) -> str:
    stage = _(STAGES.get(payload["stage"], payload["stage"]))
    title = _title(payload["role"])
    return " ".join(part for part in (title, stage, f"({payload['model']})") if part)


def _gate(payload: Mapping[str, Any]) -> str:
    gate = GATE_WORDS[payload["gate"]]
    return _(gate)


def _title(role: str) -> str:
    return _(ROLES[role].title)


def _outcome_text(payload: Mapping[str, Any]) -> str:
    findings = payload["found"]
    if payload["gate"] == "review":
        n = len(findings["issues"])
        return ngettext("{n} issue", "{n} issues", n).format(n=n)
    wrong = sum(1 for entry in findings.values() if entry["right"].get("final") is False)
    return _("{n} of {all} refuted").format(n=wrong, all=len(findings))


# --- details -----------------------------------------------------------------------------------


def _request(payload: Mapping[str, Any], cells: int) -> list[Line]:
    parameters = payload.get("parameters") or {}
    message = f"{payload['role']} · {payload['model']} · {payload['stage']}"
    message += _(" · try {n}").format(n=payload["attempt"]) if payload["attempt"] > 1 else ""
    lines = text_lines(message, cells, "heading")
    if parameters:
        lines += text_lines(_json(parameters), cells, "muted")
    reply = payload.get("reply")
    if reply is not None:
        lines += [Line(), *text_lines(_("Reply"), cells, "key")]
        lines += _text(laid_out(reply["text"]), cells)
        lines += text_lines(_figures(reply), cells, "muted")
    else:
        lines += [Line(), *text_lines(str(payload.get("reason", "")), cells, "bad")]
        if body := (payload.get("came") or {}).get("body"):
            lines += [Line(), *text_lines(_("Received instead of a reply"), cells, "key")]
            lines += _text(body, cells)
    for role, content in payload["messages"]:
        lines += [
            Line(),
            *text_lines(_("Prompt, {role}").format(role=role), cells, "key"),
            *_text(content, cells),
        ]
    return lines


def _figures(reply: Mapping[str, Any]) -> str:
    parts = [
        _("{n} tokens of prompt").format(n=f"{reply['prompt_tokens']:,}")
        if reply.get("prompt_tokens")
        else "",
        _("{n} of reply").format(n=f"{reply['completion_tokens']:,}")
        if reply.get("completion_tokens")
        else "",
        f"{reply['seconds']:.1f} s",
        _("ended with {finish}").format(finish=reply["finish"])
        if reply.get("finish") not in ("", "stop", None)
        else "",
    ]
    return ", ".join(part for part in parts if part)


def _solved(payload: Mapping[str, Any], cells: int) -> list[Line]:
    lines = text_lines(_("The solver at the {gate}").format(gate=_gate(payload)), cells, "heading")
    findings = payload["found"]
    if payload["gate"] == "review":
        lines += _issues(findings["issues"], cells)
        for claim in findings["claims"]:
            sign, role = {"proved": ("✓", "good"), "refuted": ("✗", "bad")}.get(
                claim["status"], ("?", "warn")
            )
            note = "" if claim["claimed"] else _(" (not claimed)")
            message = f"{sign} {claim['claim']}{note}: {claim['reason']}"
            lines += text_lines(message, cells, _role(role))
        lines += [Line(), *text_lines(_("Golds"), cells, "key")]
        for id, gold in findings["golds"].items():
            lines += text_lines(f"{id}: {_json(_bare(gold))}", cells, "plain", 1)
        return lines
    for id, entry in findings.items():
        lines += [Line(), *text_lines(_("Question {id}").format(id=id), cells, "key")]
        for who, right in entry["right"].items():
            sign = {True: _("✓ right"), False: _("✗ refuted"), None: _("– cannot be read")}[right]
            lines += text_lines(f"{who}: {sign}", cells, "plain", 1)
            against = entry["against"].get(who)
            if against:
                lines += text_lines(against["reason"], cells, "muted", 3)
                lines += _world(against["world"], cells)
    return lines


def _note(payload: Mapping[str, Any], cells: int) -> list[Line]:
    mark, role, words = NOTES.get(payload["what"], ("◆", "plain", payload["what"]))
    message = f"{mark} {payload['who']}: {_(words).format(version=payload['version'])}"
    lines = text_lines(message, cells, role)
    lines += text_lines(payload["text"], cells)
    lines += _issues(payload["issues"], cells)
    data = payload["data"]
    if payload["what"] == "version":
        lines += [Line(), *text_lines(_("Background"), cells, "key")]
        lines += _text(data["background"], cells)
        for question in data["questions"]["questions"]:
            lines += [
                Line(),
                *text_lines(_("Question {id}").format(id=question["id"]), cells, "key"),
            ]
            lines += text_lines(question.get("condition") or "", cells, "muted", 1)
            lines += text_lines(question["text"], cells, "plain", 1)
            lines += text_lines(question.get("query") or _("no query"), cells, "muted", 1)
            lines += text_lines(", ".join(question.get("strategies", ())), cells, "muted", 1)
        rest = {k: v for k, v in data["questions"].items() if k in ("formalization", "claims")}
        lines += [Line(), *_text(json.dumps(rest, ensure_ascii=False, indent=1), cells)]
    elif payload["what"] == "answers":
        for id, answered in data.items():
            sure = _("all answerers agree") if answered["agreed"] else _("adjudicated")
            lines += [
                Line(),
                *text_lines(_("Question {id}: {sure}").format(id=id, sure=sure), cells, "key"),
            ]
            answer = (
                _("cannot be read")
                if answered["answer"] is None
                else _json(_bare(answered["answer"]))
            )
            lines += text_lines(answer, cells, "plain", 1)
            lines += text_lines(answered["reasoning"], cells, "muted", 1)
    elif data:
        lines += [Line(), *_text(json.dumps(data, ensure_ascii=False, indent=1), cells)]
    return lines


def _issues(issues: Sequence[Mapping[str, Any]], cells: int) -> list[Line]:
    lines: list[Line] = []
    for issue in issues:
        kind = issue_kinds().get(issue["code"])
        severity = "" if kind is None else f" ({kind.severity})"
        meaning = "" if kind is None else f": {spoken_in(kind.texts)}"
        lines += [Line(), *text_lines(f"! {issue['code']}{severity}{meaning}", cells, "warn")]
        about = [_("by {who}").format(who=issue["by"])]
        if issue.get("questions"):
            about.append(_("questions {ids}").format(ids=", ".join(issue["questions"])))
        about += [str(issue[name]) for name in ("strategy", "clue") if issue.get(name)]
        lines += text_lines(" · ".join(about), cells, "muted", 2)
        lines += text_lines(issue.get("suggestion", ""), cells, "plain", 2)
        lines += _world(issue.get("world"), cells)
    return lines


def _world(world: Mapping[str, Any] | None, cells: int) -> list[Line]:
    """A world as stored in the record; a structure as JSON."""
    if not world:
        return []
    flat = all(isinstance(value, bool | str) for value in world.values())
    if not flat:
        return _text(_json(world), cells)
    keys = list(world)
    lines = text_lines(_("as this world shows:"), cells, "muted", 2)
    return [*lines, *table(keys, [[world[key] for key in keys]], cells, 3)]


def _text(text: str, cells: int) -> list[Line]:
    return [
        line
        for row in text.splitlines() or [""]
        for line in (text_lines(row, cells, "plain", 1) or [Line((Piece(""),))])
    ]


def laid_out(reply: str) -> str:
    """A reply that is one JSON object, with one member per line; any other unchanged."""
    try:
        value = parse_json(reply)
    except ValueError:
        return reply
    return json.dumps(value, ensure_ascii=False, indent=1) if isinstance(value, dict) else reply


def _bare(answer: Mapping[str, Any]) -> Any:
    """An answer without the name of its form, if only one field remains."""
    rest = {name: value for name, value in answer.items() if name != "kind"}
    return next(iter(rest.values())) if len(rest) == 1 else rest


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _role(name: str) -> Role:
    return "good" if name == "good" else "bad" if name == "bad" else "warn"


_DETAILS = {"asked": _request, "failed": _request, "solved": _solved, "note": _note}
