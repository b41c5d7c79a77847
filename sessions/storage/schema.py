"""The database schema, as named steps that are applied once, in order.

Owns every table. A step that has been released is never edited; a change is a new step.
`migrations` applies the steps.
"""

from collections.abc import Mapping


def _only_added_to(subject: str, *tables: str) -> str:
    """Triggers that refuse to change and to delete rows of the tables."""
    return "".join(
        f"""CREATE TRIGGER {table}_is_never_{done} BEFORE {verb} ON {table}
BEGIN SELECT RAISE(ABORT, '{subject} are only added to'); END;
"""
        for table in tables
        for verb, done in (("UPDATE", "changed"), ("DELETE", "deleted"))
    )


RECORD = """
CREATE TABLE study (
    hash TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    path TEXT NOT NULL,
    text TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
CREATE TABLE version (
    hash TEXT PRIMARY KEY,
    study_hash TEXT NOT NULL REFERENCES study (hash),
    pools TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
CREATE TABLE item (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE session (
    id TEXT PRIMARY KEY,
    version TEXT NOT NULL REFERENCES version (hash),
    code TEXT,
    pilot INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    utc TEXT NOT NULL
) STRICT;
CREATE INDEX session_code ON session (code);
CREATE INDEX session_slot ON session (version, pilot, slot);
CREATE TABLE event (
    session TEXT NOT NULL REFERENCES session (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    mono_ns INTEGER NOT NULL,
    boot_id TEXT NOT NULL,
    utc TEXT NOT NULL,
    PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE withdrawal (
    session TEXT PRIMARY KEY REFERENCES session (id),
    utc TEXT NOT NULL
) STRICT;
CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
WHEN NOT EXISTS (SELECT 1 FROM withdrawal WHERE session = OLD.session)
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
WHEN NOT EXISTS (SELECT 1 FROM withdrawal WHERE session = OLD.session)
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER no_event_after_withdrawal BEFORE INSERT ON event
WHEN EXISTS (SELECT 1 FROM withdrawal WHERE session = NEW.session)
BEGIN SELECT RAISE(ABORT, 'the session was withdrawn'); END;
"""
MIGRATION = "CREATE TABLE IF NOT EXISTS migration (name TEXT PRIMARY KEY, utc TEXT NOT NULL) STRICT"
PROOFS = """
CREATE TABLE proof (
    item_hash TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    program TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
"""
FIGURES = """
CREATE TABLE figure (
    item_hash TEXT PRIMARY KEY,
    figures TEXT NOT NULL,
    program TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
"""
RESPONSES = """
CREATE TABLE series (
    id BLOB PRIMARY KEY,
    model TEXT NOT NULL,
    setting TEXT NOT NULL,
    run INTEGER NOT NULL
) STRICT;
CREATE TABLE target (
    id BLOB PRIMARY KEY,
    item_hash TEXT NOT NULL,
    item_id TEXT NOT NULL,
    question TEXT NOT NULL,
    part TEXT NOT NULL
) STRICT;
CREATE INDEX target_item ON target (item_hash);
CREATE TABLE parameters (
    hash TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE call (
    id BLOB PRIMARY KEY,
    prompt_hash TEXT NOT NULL,
    parameters TEXT NOT NULL REFERENCES parameters (hash),
    source TEXT NOT NULL CHECK (source IN ('asked', 'imported')),
    origin TEXT NOT NULL,
    utc TEXT NOT NULL,
    seconds REAL,
    prompt_tokens INTEGER,
    completion_tokens INTEGER,
    reasoning_tokens INTEGER,
    raw TEXT
) STRICT;
CREATE TABLE response (
    id BLOB PRIMARY KEY,
    key BLOB NOT NULL,
    series BLOB NOT NULL REFERENCES series (id),
    target BLOB NOT NULL REFERENCES target (id),
    mutant INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('answered', 'unreadable', 'failed')),
    answer TEXT,
    note TEXT NOT NULL,
    call BLOB NOT NULL REFERENCES call (id),
    CHECK ((answer IS NOT NULL) = (status = 'answered'))
) STRICT;
CREATE INDEX response_target ON response (target);
CREATE INDEX response_failed ON response (key) WHERE status = 'failed';
CREATE TABLE judgement (
    id BLOB PRIMARY KEY,
    response BLOB NOT NULL REFERENCES response (id),
    judge TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('model', 'person')),
    match INTEGER CHECK (match IN (0, 1)),
    reason TEXT NOT NULL,
    prompt_hash TEXT NOT NULL,
    raw TEXT,
    utc TEXT NOT NULL
) STRICT;
CREATE INDEX judgement_response ON judgement (response);
""" + _only_added_to(
    "model answers", "series", "target", "parameters", "call", "response", "judgement"
)
ANNOTATION = """
CREATE TABLE queue (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    text TEXT NOT NULL,
    scheme TEXT NOT NULL,
    guidelines TEXT NOT NULL,
    material TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
CREATE TABLE desk (
    id TEXT PRIMARY KEY,
    queue TEXT NOT NULL REFERENCES queue (hash),
    annotator TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('annotator', 'adjudicator')),
    utc TEXT NOT NULL
) STRICT;
CREATE INDEX desk_queue ON desk (queue);
CREATE TABLE annotation (
    desk TEXT NOT NULL REFERENCES desk (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    mono_ns INTEGER NOT NULL,
    utc TEXT NOT NULL,
    PRIMARY KEY (desk, seq)
) STRICT, WITHOUT ROWID;
""" + _only_added_to("annotations", "queue", "desk", "annotation")
SIMULATED = """
ALTER TABLE session ADD COLUMN simulated INTEGER NOT NULL DEFAULT 0;
CREATE INDEX session_group ON session (version, pilot, simulated, slot);
DROP INDEX session_slot;
"""
GRADES = """
CREATE TABLE grade (
    id BLOB PRIMARY KEY,
    answer BLOB NOT NULL,
    item_hash TEXT NOT NULL,
    part TEXT NOT NULL,
    judge TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('model', 'person')),
    match INTEGER CHECK (match IN (0, 1)),
    reason TEXT NOT NULL,
    prompt_hash TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
""" + _only_added_to("grades", "grade")
WHOLE_RESPONSES = """
DROP TRIGGER call_is_never_changed;
ALTER TABLE call ADD COLUMN refusal TEXT;
ALTER TABLE call ADD COLUMN reasoning TEXT;
ALTER TABLE call ADD COLUMN finish TEXT;
ALTER TABLE call ADD COLUMN served_model TEXT;
ALTER TABLE call ADD COLUMN fingerprint TEXT;
ALTER TABLE call ADD COLUMN request_id TEXT;
ALTER TABLE call ADD COLUMN tries INTEGER;
UPDATE call SET
    finish = nullif(json_extract(body, '$.response.finish_reason'), ''),
    served_model = nullif(json_extract(body, '$.response.model'), ''),
    tries = json_extract(body, '$.response.tries')
FROM parameters
WHERE parameters.hash = call.parameters AND call.source = 'asked'
    AND CASE WHEN json_valid(body) THEN json_type(body, '$.response.tries') END = 'integer';
CREATE TRIGGER call_is_never_changed BEFORE UPDATE ON call
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
"""
"""Before, the parameters contained how a response ended and which model answered."""
HARDENING = """
CREATE TABLE hardening (
    id TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    item_hash TEXT NOT NULL REFERENCES item (hash),
    setup TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
CREATE INDEX hardening_item ON hardening (item_hash);
CREATE TABLE hardening_event (
    hardening TEXT NOT NULL REFERENCES hardening (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    utc TEXT NOT NULL,
    PRIMARY KEY (hardening, seq)
) STRICT, WITHOUT ROWID;
""" + _only_added_to("hardenings", "hardening", "hardening_event")
ADJUDICATIONS = """
CREATE TABLE adjudication (
    id BLOB PRIMARY KEY,
    item_hash TEXT NOT NULL,
    left TEXT NOT NULL,
    right TEXT NOT NULL,
    left_name TEXT NOT NULL,
    right_name TEXT NOT NULL,
    choice TEXT NOT NULL CHECK (choice IN ('left', 'right', 'both', 'neither')),
    reason TEXT NOT NULL,
    person TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
CREATE INDEX adjudication_item ON adjudication (item_hash);
""" + _only_added_to("adjudications", "adjudication")
CHAIN = """
ALTER TABLE event ADD COLUMN link BLOB;
ALTER TABLE annotation ADD COLUMN link BLOB;
CREATE TABLE head (
    owner TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    link BLOB NOT NULL
) STRICT, WITHOUT ROWID;
"""
_CHAINED, _BORN = (
    f"(SELECT julianday(utc) FROM migration WHERE name = '{name}')"
    for name in ("0011 chain", "0001 record")
)
BEFORE_CHAIN = """
CREATE TABLE before_chain (
    owner TEXT PRIMARY KEY,
    events INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
""" + "".join(
    f"""INSERT INTO before_chain SELECT {owner}, count(*) FROM {table}
WHERE link IS NULL AND ({_CHAINED} > {_BORN} + 0.0001 OR julianday(utc) < {_CHAINED})
GROUP BY {owner};
"""
    for table, owner in (("event", "session"), ("annotation", "desk"))
)
"""Number of events of a record stored before events were chained. A file that was created with
chains has such events only if they were merged from another one, so these are older than the
file."""
KEPT = """
CREATE TABLE kept (
    owner TEXT PRIMARY KEY,
    source BLOB NOT NULL,
    code TEXT NOT NULL,
    body BLOB NOT NULL
) STRICT;
CREATE TRIGGER nothing_is_kept_after_withdrawal BEFORE INSERT ON kept
WHEN EXISTS (SELECT 1 FROM withdrawal WHERE session = NEW.owner)
BEGIN SELECT RAISE(IGNORE); END;
"""
WHAT_CAME = """
ALTER TABLE call ADD COLUMN message TEXT;
ALTER TABLE call ADD COLUMN http_status INTEGER;
ALTER TABLE call ADD COLUMN body_text TEXT;
ALTER TABLE call ADD COLUMN body_bytes INTEGER;
"""
STEPS: Mapping[str, str] = {
    "0001 record": RECORD,
    "0002 proofs": PROOFS,
    "0003 figures": FIGURES,
    "0004 model answers": RESPONSES,
    "0005 annotation": ANNOTATION,
    "0006 simulated respondents": SIMULATED,
    "0007 grades of answers": GRADES,
    "0008 whole responses": WHOLE_RESPONSES,
    "0009 hardening": HARDENING,
    "0010 adjudications": ADJUDICATIONS,
    "0011 chain": CHAIN,
    "0012 events before the chain": BEFORE_CHAIN,
    "0013 kept": KEPT,
    "0014 what came": WHAT_CAME,
}
