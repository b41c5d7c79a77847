BEGIN TRANSACTION;
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
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',0,'session_started','{"study_hash":"c02475f7998ddbb9f36c7cf5b038f4e7472fde6c6fdebd4da5227b600bdd1591","version":"0fc35c279349b8d4aa77ce5716f3caffe57f470ff428b1beeccb27fafd2a1751","code":"P1","slot":0,"pilot":false,"simulated":null,"language":"en","program":"","about":{},"plan":{"condition":"","seconds":null,"stations":[{"station":"consent","id":"","when":"passed"},{"station":"instructions","id":"","when":"passed"},{"station":"opening","id":"block-1-opening","when":"passed"},{"station":"question","id":"block-1","when":"passed","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","time_up":{"answer":"discard","then":"next","pause_after":1},"steps":[{"index":0,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":0,"questions":11,"ordinal":0,"shift":0},{"index":1,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":1,"questions":11,"ordinal":0,"shift":0},{"index":2,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":2,"questions":11,"ordinal":0,"shift":0},{"index":3,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":3,"questions":11,"ordinal":0,"shift":0},{"index":4,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":4,"questions":11,"ordinal":0,"shift":0},{"index":5,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":5,"questions":11,"ordinal":0,"shift":0},{"index":6,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":6,"questions":11,"ordinal":0,"shift":0},{"index":7,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":7,"questions":11,"ordinal":0,"shift":0},{"index":8,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":8,"questions":11,"ordinal":0,"shift":0},{"index":9,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":9,"questions":11,"ordinal":0,"shift":0},{"index":10,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":10,"questions":11,"ordinal":0,"shift":0}],"checks":[]},{"station":"end","id":"","when":"always"}]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',2,'consent_given','{}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',3,'instructions_read','{}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',4,'block_started','{"block":0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',5,'question_shown','{"step":0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',6,'answer_changed','{"step":0,"part":"choice","answer":{"kind":"choice","option":1}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',7,'answer_confirmed','{"step":0,"answers":{"choice":{"kind":"choice","option":1}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',8,'question_shown','{"step":1}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',9,'answer_changed','{"step":1,"part":"truth","answer":{"kind":"truth","value":"unknown"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',10,'answer_confirmed','{"step":1,"answers":{"truth":{"kind":"truth","value":"unknown"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',11,'question_shown','{"step":2}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',12,'answer_changed','{"step":2,"part":"possible","answer":{"kind":"verdict","word":"impossible"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',13,'answer_confirmed','{"step":2,"answers":{"possible":{"kind":"verdict","word":"impossible"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',14,'question_shown','{"step":3}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',15,'answer_changed','{"step":3,"part":"necessary","answer":{"kind":"verdict","word":"necessary"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',16,'answer_confirmed','{"step":3,"answers":{"necessary":{"kind":"verdict","word":"necessary"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',17,'question_shown','{"step":4}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',18,'answer_changed','{"step":4,"part":"worlds","answer":{"kind":"models","models":[["A"],["A","B"]]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',19,'answer_confirmed','{"step":4,"answers":{"worlds":{"kind":"models","models":[["A"],["A","B"]]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',20,'question_shown','{"step":5}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',21,'answer_changed','{"step":5,"part":"names","answer":{"kind":"set","members":["A"]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',22,'answer_confirmed','{"step":5,"answers":{"names":{"kind":"set","members":["A"]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',23,'question_shown','{"step":6}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',24,'answer_changed','{"step":6,"part":"count","answer":{"kind":"count","count":3}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',25,'answer_confirmed','{"step":6,"answers":{"count":{"kind":"count","count":3}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',26,'question_shown','{"step":7}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',27,'answer_changed','{"step":7,"part":"unique","answer":{"kind":"unique","verdict":"unique","solution":["A","status=open"]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',28,'answer_confirmed','{"step":7,"answers":{"unique":{"kind":"unique","verdict":"unique","solution":["A","status=open"]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',29,'question_shown','{"step":8}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',30,'answer_changed','{"step":8,"part":"other","answer":{"kind":"verdict","word":"alternative"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',31,'answer_confirmed','{"step":8,"answers":{"other":{"kind":"verdict","word":"alternative"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',32,'question_shown','{"step":9}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',33,'answer_changed','{"step":9,"part":"projection","answer":{"kind":"set","members":["A","B"]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',34,'answer_confirmed','{"step":9,"answers":{"projection":{"kind":"set","members":["A","B"]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',35,'question_shown','{"step":10}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',36,'answer_changed','{"step":10,"part":"text","answer":{"kind":"text","text":"it is late, the boat"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',37,'answer_confirmed','{"step":10,"answers":{"text":{"kind":"text","text":"it is late, the boat"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',38,'session_completed','{"outcome":"completed","completion_code":"3T0R-HB6N"}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d',39,'segment_ended','{}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
CREATE TABLE figure (
    item_hash TEXT PRIMARY KEY,
    figures TEXT NOT NULL,
    program TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
CREATE TABLE item (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO "item" VALUES('ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c','kinds','{"id":"kinds","title":"","language":"en","text":"All kinds.","questions":[{"id":"choice","text":"","kind":"choice","query_kind":null,"query":null,"options":[{"text":"option 0","formula":null},{"text":"option 1","formula":null},{"text":"option 2","formula":null}],"vocabulary":[],"gold":{"kind":"choice","option":1},"condition":null,"parts":[]},{"id":"truth","text":"","kind":"truth","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"truth","value":"unknown"},"condition":null,"parts":[]},{"id":"possible","text":"","kind":"possible","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"impossible"},"condition":null,"parts":[]},{"id":"necessary","text":"","kind":"necessary","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"necessary"},"condition":null,"parts":[]},{"id":"worlds","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"models","models":[["A"],["A","B"]]},"condition":null,"parts":[]},{"id":"names","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A"]},"condition":null,"parts":[]},{"id":"count","text":"","kind":"count_models","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"count","count":3},"condition":null,"parts":[]},{"id":"unique","text":"","kind":"unique_solution","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"status=going","label":""},{"key":"status=open","label":""}],"gold":{"kind":"unique","verdict":"unique","solution":["A","status=open"]},"condition":null,"parts":[]},{"id":"other","text":"","kind":"has_alternative","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"alternative"},"condition":null,"parts":[]},{"id":"projection","text":"","kind":"projection","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A","B"]},"condition":null,"parts":[]},{"id":"text","text":"","kind":"text","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"text","text":"The ferry is late."},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"claims":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}}');
CREATE TABLE migration (name TEXT PRIMARY KEY, utc TEXT NOT NULL) STRICT;
INSERT INTO "migration" VALUES('0001 record','2026-11-22T00:00:00.000Z');
INSERT INTO "migration" VALUES('0002 proofs','2026-11-22T00:00:00.000Z');
INSERT INTO "migration" VALUES('0003 figures','2026-11-22T00:00:00.000Z');
CREATE TABLE proof (
    item_hash TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    program TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
INSERT INTO "proof" VALUES('ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c','proved','0','2030-01-01T12:00:00+00:00');
CREATE TABLE session (
    id TEXT PRIMARY KEY,
    version TEXT NOT NULL REFERENCES version (hash),
    code TEXT,
    pilot INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    utc TEXT NOT NULL
) STRICT;
INSERT INTO "session" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d','0fc35c279349b8d4aa77ce5716f3caffe57f470ff428b1beeccb27fafd2a1751','P1',0,0,'2030-01-01T00:00:00.000000+00:00');
CREATE TABLE study (
    hash TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    path TEXT NOT NULL,
    text TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
INSERT INTO "study" VALUES('c02475f7998ddbb9f36c7cf5b038f4e7472fde6c6fdebd4da5227b600bdd1591','Free','Free','sample.toml','
title = "Free"
consent = "Yes?"
[[blocks]]
source = "kinds"
order = "fixed"
filter = { ids = ["kinds"] }
','2030-01-01T00:00:00.000000+00:00');
CREATE TABLE version (
    hash TEXT PRIMARY KEY,
    study_hash TEXT NOT NULL REFERENCES study (hash),
    pools TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
INSERT INTO "version" VALUES('0fc35c279349b8d4aa77ce5716f3caffe57f470ff428b1beeccb27fafd2a1751','c02475f7998ddbb9f36c7cf5b038f4e7472fde6c6fdebd4da5227b600bdd1591','{"sections":[["block-1",["ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c"]]],"example":null}','2030-01-01T00:00:00.000000+00:00');
CREATE TABLE withdrawal (
    session TEXT PRIMARY KEY REFERENCES session (id),
    utc TEXT NOT NULL
) STRICT;
CREATE INDEX session_code ON session (code);
CREATE INDEX session_slot ON session (version, pilot, slot);
CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
WHEN NOT EXISTS (SELECT 1 FROM withdrawal WHERE session = OLD.session)
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
WHEN NOT EXISTS (SELECT 1 FROM withdrawal WHERE session = OLD.session)
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER no_event_after_withdrawal BEFORE INSERT ON event
WHEN EXISTS (SELECT 1 FROM withdrawal WHERE session = NEW.session)
BEGIN SELECT RAISE(ABORT, 'the session was withdrawn'); END;
COMMIT;
