BEGIN TRANSACTION;
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
INSERT INTO "adjudication" VALUES(X'5414CB54B16914671C6A558EDFD79162','ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c','{}','I cannot.','gold','m','left','so','ann','2030-01-01T12:00:00+00:00');
CREATE TABLE annotation (
    desk TEXT NOT NULL REFERENCES desk (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    mono_ns INTEGER NOT NULL,
    utc TEXT NOT NULL,
    PRIMARY KEY (desk, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "annotation" VALUES('e2372730-ab2e-4b7a-8b4a-ea07679cb0e2',0,'desk_opened','{"queue":"1916029f3199d68625a8a8d38431271448be0cc9fdc4a4da043021d7a9391b19","annotator":"ann","role":"annotator","program":""}',0,'2030-01-01T00:00:00.000000+00:00');
INSERT INTO "annotation" VALUES('e2372730-ab2e-4b7a-8b4a-ea07679cb0e2',1,'segment_started','{"program":""}',0,'2030-01-01T00:00:00.000000+00:00');
INSERT INTO "annotation" VALUES('e2372730-ab2e-4b7a-8b4a-ea07679cb0e2',2,'entry_opened','{"entry":"e2","dealt":true}',0,'2030-01-01T00:00:00.000000+00:00');
INSERT INTO "annotation" VALUES('e2372730-ab2e-4b7a-8b4a-ea07679cb0e2',3,'verdict_given','{"check":"match","verdict":"no","reason":"says nothing"}',0,'2030-01-01T00:00:00.000000+00:00');
INSERT INTO "annotation" VALUES('e2372730-ab2e-4b7a-8b4a-ea07679cb0e2',4,'submitted','{"entry":"e2"}',1000000000,'2030-01-01T00:00:01.000000+00:00');
INSERT INTO "annotation" VALUES('e2372730-ab2e-4b7a-8b4a-ea07679cb0e2',5,'entry_opened','{"entry":"e1","dealt":true}',1000000000,'2030-01-01T00:00:01.000000+00:00');
INSERT INTO "annotation" VALUES('e2372730-ab2e-4b7a-8b4a-ea07679cb0e2',6,'verdict_given','{"check":"match","verdict":"yes","reason":"means that"}',1000000000,'2030-01-01T00:00:01.000000+00:00');
INSERT INTO "annotation" VALUES('e2372730-ab2e-4b7a-8b4a-ea07679cb0e2',7,'submitted','{"entry":"e1"}',2000000000,'2030-01-01T00:00:02.000000+00:00');
INSERT INTO "annotation" VALUES('e2372730-ab2e-4b7a-8b4a-ea07679cb0e2',8,'segment_ended','{}',2000000000,'2030-01-01T00:00:02.000000+00:00');
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
, refusal TEXT, reasoning TEXT, finish TEXT, served_model TEXT, fingerprint TEXT, request_id TEXT, tries INTEGER) STRICT;
INSERT INTO "call" VALUES(X'04B2AB739304CCC4BFA3161DEBE388BD','','39be6c375d6b0f64afe8042384f5a198','asked','','2030-01-01T12:00:00+00:00',NULL,NULL,NULL,NULL,'perhaps',NULL,NULL,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "call" VALUES(X'919BB278D8278E187FA287A9259E3056','','39be6c375d6b0f64afe8042384f5a198','asked','','2030-01-01T12:00:00+00:00',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE desk (
    id TEXT PRIMARY KEY,
    queue TEXT NOT NULL REFERENCES queue (hash),
    annotator TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('annotator', 'adjudicator')),
    utc TEXT NOT NULL
) STRICT;
INSERT INTO "desk" VALUES('e2372730-ab2e-4b7a-8b4a-ea07679cb0e2','1916029f3199d68625a8a8d38431271448be0cc9fdc4a4da043021d7a9391b19','ann','annotator','2030-01-01T00:00:00.000000+00:00');
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
INSERT INTO "grade" VALUES(X'AD8422D1026ABAA47DB89C8C8ECA324A',X'5D6C66980D910D662EEA97C41F490249','ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c','text','ann','person',0,'says nothing','','2030-01-01T00:00:01.000000+00:00');
INSERT INTO "grade" VALUES(X'DFACECAA92F9B0FBEDDBBB87DA23DA35',X'B1858ADAEE362A2242A1540CE2AAD8FF','ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c','text','ann','person',1,'means that','','2030-01-01T00:00:02.000000+00:00');
CREATE TABLE hardening (
    id TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    item_hash TEXT NOT NULL REFERENCES item (hash),
    setup TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
INSERT INTO "hardening" VALUES('45e38e0e-c66e-41bc-9804-9fe83d42d5de','1d532b1cb1c33eb23c24fb42121638fb04b521ffae5fde30f89cb205f6ca38a2','ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c','{"budgets": {"answers": 4, "format": 2, "review": 6, "verify": 4}, "roles": {"adjudicator": {"models": ["planner"], "parameters": {}}, "answerer": {"models": ["planner"], "parameters": {}}, "background-proposer": {"models": ["planner"], "parameters": {}}, "decider": {"models": ["planner"], "parameters": {}}, "question-proposer": {"models": ["planner"], "parameters": {}}, "reviewer": {"models": ["planner"], "parameters": {}}, "verifier": {"models": ["planner"], "parameters": {}}}, "version": 1}','2030-01-01T12:00:00+00:00');
CREATE TABLE hardening_event (
    hardening TEXT NOT NULL REFERENCES hardening (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    utc TEXT NOT NULL,
    PRIMARY KEY (hardening, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "hardening_event" VALUES('45e38e0e-c66e-41bc-9804-9fe83d42d5de',0,'note','{"who": "loop", "what": "rejected"}','2030-01-01T12:00:00+00:00');
INSERT INTO "hardening_event" VALUES('45e38e0e-c66e-41bc-9804-9fe83d42d5de',1,'ended','{"accepted": false, "reason": "no plan", "item_hash": null, "item": null}','2030-01-01T12:00:00+00:00');
CREATE TABLE item (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO "item" VALUES('ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c','kinds','{"id":"kinds","title":"","language":"en","text":"All kinds.","questions":[{"id":"choice","text":"","kind":"choice","query_kind":null,"query":null,"options":[{"text":"option 0","formula":null},{"text":"option 1","formula":null},{"text":"option 2","formula":null}],"vocabulary":[],"gold":{"kind":"choice","option":1},"condition":null,"parts":[]},{"id":"truth","text":"","kind":"truth","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"truth","value":"unknown"},"condition":null,"parts":[]},{"id":"possible","text":"","kind":"possible","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"impossible"},"condition":null,"parts":[]},{"id":"necessary","text":"","kind":"necessary","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"necessary"},"condition":null,"parts":[]},{"id":"worlds","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"models","models":[["A"],["A","B"]]},"condition":null,"parts":[]},{"id":"names","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A"]},"condition":null,"parts":[]},{"id":"count","text":"","kind":"count_models","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"count","count":3},"condition":null,"parts":[]},{"id":"unique","text":"","kind":"unique_solution","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"status=going","label":""},{"key":"status=open","label":""}],"gold":{"kind":"unique","verdict":"unique","solution":["A","status=open"]},"condition":null,"parts":[]},{"id":"other","text":"","kind":"has_alternative","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"alternative"},"condition":null,"parts":[]},{"id":"projection","text":"","kind":"projection","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A","B"]},"condition":null,"parts":[]},{"id":"text","text":"","kind":"text","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"text","text":"The ferry is late."},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"claims":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}}');
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
INSERT INTO "judgement" VALUES(X'E999E436E3D873AE5964D9FCBABFAECF',X'5130986413E4CAA328A49507172DCACA','j','model',1,'so so','ph','raw','2030-01-01T12:00:00+00:00');
CREATE TABLE migration (name TEXT PRIMARY KEY, utc TEXT NOT NULL) STRICT;
INSERT INTO "migration" VALUES('0001 record','2026-11-22T00:00:00.000Z');
INSERT INTO "migration" VALUES('0002 proofs','2026-11-22T00:00:00.000Z');
INSERT INTO "migration" VALUES('0003 figures','2026-11-22T00:00:00.000Z');
INSERT INTO "migration" VALUES('0004 model answers','2026-11-22T00:00:00.000Z');
INSERT INTO "migration" VALUES('0005 annotation','2026-11-22T00:00:00.000Z');
INSERT INTO "migration" VALUES('0006 simulated respondents','2026-11-22T00:00:00.000Z');
INSERT INTO "migration" VALUES('0007 grades of answers','2026-11-22T00:00:00.000Z');
INSERT INTO "migration" VALUES('0008 whole responses','2026-11-22T00:00:00.000Z');
INSERT INTO "migration" VALUES('0009 hardening','2026-11-22T00:00:00.000Z');
INSERT INTO "migration" VALUES('0010 adjudications','2026-11-22T00:00:00.000Z');
CREATE TABLE parameters (
    hash TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
INSERT INTO "parameters" VALUES('39be6c375d6b0f64afe8042384f5a198','{"temperature": 0}');
CREATE TABLE proof (
    item_hash TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    program TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
INSERT INTO "proof" VALUES('ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c','proved','0','2030-01-01T12:00:00+00:00');
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
INSERT INTO "queue" VALUES('1916029f3199d68625a8a8d38431271448be0cc9fdc4a4da043021d7a9391b19','g','g','id = "g"
title = "g"
scheme = "answer-grading"
sources = ["/tmp/tmpbnx_khtr/items.jsonl"]
annotators = ["ann"]

[[entries]]
id = "e1"
item = "kinds"
hash = "ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c"
part = "text"
answer = "b1858adaee362a2242a1540ce2aad8ff"

[[entries]]
id = "e2"
item = "kinds"
hash = "ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c"
part = "text"
answer = "5d6c66980d910d662eea97c41f490249"
','name = "answer-grading"
title = "Answer grading"
source = "LLMEval-Logic, section 2.3 and appendix D"
guidelines = "answer-grading.md"
unit = "answer"
blind = true

[[checks]]
id = "match"
text = "Does the answer say the same as the reference?"
help = "Same meaning, whatever the words, the order or the form. What is missing or added counts."
kind = "yes_no"
accept = ["yes"]
reason = "always"

[[checks]]
id = "reference"
text = "Is the reference itself in doubt?"
help = "Grade against the reference all the same, and say here what is wrong with it."
kind = "yes_no"
required = false
reason = "always"
','# Grading answers

You see an item, one of its questions, the reference answer, and an answer that somebody gave. Who
gave it is not shown and should not be guessed.

- **Match** is about meaning. Order inside a set, names for the same thing, tables or sentences:
  none of that matters. Every member of an enumeration must be there, and none that should not.
- A number matches the same number; a list matches a count only if it is the list that was asked.
- A stronger answer than was asked for matches if the reference follows from it and it is right (“it
  must be so” for “can it be so?”).
- Names and numbers of the answer''s own for cases or objects are as good as the reference''s, if each
  can be told to stand for one of them; what an earlier question of the item has named keeps that name.
- "None", "no case" and an empty set are the same, if the question allows for it. Nothing written, or "cannot
  be determined", is not the empty set.
- An answer that gives several alternatives of which one is right does not match.
- The reference is what you grade against, also where you would have answered otherwise. Say so
  under the second check.
- Give the reason in a few words: what is missing, added or turned round; or why it is the same in
  spite of looking different.
','{"items":{"e1":{"id":"kinds","title":"","language":"en","text":"All kinds.","questions":[{"id":"choice","text":"","kind":"choice","query_kind":null,"query":null,"options":[{"text":"option 0","formula":null},{"text":"option 1","formula":null},{"text":"option 2","formula":null}],"vocabulary":[],"gold":{"kind":"choice","option":1},"condition":null,"parts":[]},{"id":"truth","text":"","kind":"truth","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"truth","value":"unknown"},"condition":null,"parts":[]},{"id":"possible","text":"","kind":"possible","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"impossible"},"condition":null,"parts":[]},{"id":"necessary","text":"","kind":"necessary","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"necessary"},"condition":null,"parts":[]},{"id":"worlds","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"models","models":[["A"],["A","B"]]},"condition":null,"parts":[]},{"id":"names","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A"]},"condition":null,"parts":[]},{"id":"count","text":"","kind":"count_models","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"count","count":3},"condition":null,"parts":[]},{"id":"unique","text":"","kind":"unique_solution","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"status=going","label":""},{"key":"status=open","label":""}],"gold":{"kind":"unique","verdict":"unique","solution":["A","status=open"]},"condition":null,"parts":[]},{"id":"other","text":"","kind":"has_alternative","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"alternative"},"condition":null,"parts":[]},{"id":"projection","text":"","kind":"projection","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A","B"]},"condition":null,"parts":[]},{"id":"text","text":"","kind":"text","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"text","text":"The ferry is late."},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"claims":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}},"e2":{"id":"kinds","title":"","language":"en","text":"All kinds.","questions":[{"id":"choice","text":"","kind":"choice","query_kind":null,"query":null,"options":[{"text":"option 0","formula":null},{"text":"option 1","formula":null},{"text":"option 2","formula":null}],"vocabulary":[],"gold":{"kind":"choice","option":1},"condition":null,"parts":[]},{"id":"truth","text":"","kind":"truth","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"truth","value":"unknown"},"condition":null,"parts":[]},{"id":"possible","text":"","kind":"possible","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"impossible"},"condition":null,"parts":[]},{"id":"necessary","text":"","kind":"necessary","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"necessary"},"condition":null,"parts":[]},{"id":"worlds","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"models","models":[["A"],["A","B"]]},"condition":null,"parts":[]},{"id":"names","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A"]},"condition":null,"parts":[]},{"id":"count","text":"","kind":"count_models","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"count","count":3},"condition":null,"parts":[]},{"id":"unique","text":"","kind":"unique_solution","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"status=going","label":""},{"key":"status=open","label":""}],"gold":{"kind":"unique","verdict":"unique","solution":["A","status=open"]},"condition":null,"parts":[]},{"id":"other","text":"","kind":"has_alternative","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"alternative"},"condition":null,"parts":[]},{"id":"projection","text":"","kind":"projection","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A","B"]},"condition":null,"parts":[]},{"id":"text","text":"","kind":"text","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"text","text":"The ferry is late."},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"claims":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}}},"bases":{},"controls":{},"answers":{"e2":"perhaps"}}','2030-01-01T00:00:00.000000+00:00');
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
INSERT INTO "response" VALUES(X'5130986413E4CAA328A49507172DCACA',X'5130986413E4CAA328A49507172DCACA',X'89E12755CD49236DD3CED2ECFB61039D',X'8FD0EE73A5E9AED241F7EB2FC4A48297',0,'answered','{"kind":"text","text":"perhaps"}','',X'04B2AB739304CCC4BFA3161DEBE388BD');
INSERT INTO "response" VALUES(X'3E7BF785531EBAD609430B54C2D642B7',X'C93AC78016125EE3C312BBEA724C049E',X'7DF166F98DF86CBCF97A7C57C6EB458C',X'8FD0EE73A5E9AED241F7EB2FC4A48297',0,'failed',NULL,'',X'919BB278D8278E187FA287A9259E3056');
CREATE TABLE series (
    id BLOB PRIMARY KEY,
    model TEXT NOT NULL,
    setting TEXT NOT NULL,
    run INTEGER NOT NULL
) STRICT;
INSERT INTO "series" VALUES(X'89E12755CD49236DD3CED2ECFB61039D','secret-model','s',1);
INSERT INTO "series" VALUES(X'7DF166F98DF86CBCF97A7C57C6EB458C','secret-model','s',2);
CREATE TABLE session (
    id TEXT PRIMARY KEY,
    version TEXT NOT NULL REFERENCES version (hash),
    code TEXT,
    pilot INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    utc TEXT NOT NULL
, simulated INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "session" VALUES('0b2ef416-4e20-4cc0-9f9f-336db2487a8d','0fc35c279349b8d4aa77ce5716f3caffe57f470ff428b1beeccb27fafd2a1751','P1',0,0,'2030-01-01T00:00:00.000000+00:00',0);
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
CREATE TABLE target (
    id BLOB PRIMARY KEY,
    item_hash TEXT NOT NULL,
    item_id TEXT NOT NULL,
    question TEXT NOT NULL,
    part TEXT NOT NULL
) STRICT;
INSERT INTO "target" VALUES(X'8FD0EE73A5E9AED241F7EB2FC4A48297','ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c','kinds','text','text');
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
CREATE TRIGGER event_is_never_changed BEFORE UPDATE ON event
WHEN NOT EXISTS (SELECT 1 FROM withdrawal WHERE session = OLD.session)
BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
WHEN NOT EXISTS (SELECT 1 FROM withdrawal WHERE session = OLD.session)
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
CREATE TRIGGER no_event_after_withdrawal BEFORE INSERT ON event
WHEN EXISTS (SELECT 1 FROM withdrawal WHERE session = NEW.session)
BEGIN SELECT RAISE(ABORT, 'the session was withdrawn'); END;
CREATE INDEX target_item ON target (item_hash);
CREATE INDEX response_target ON response (target);
CREATE INDEX response_failed ON response (key) WHERE status = 'failed';
CREATE INDEX judgement_response ON judgement (response);
CREATE TRIGGER series_is_never_changed BEFORE UPDATE ON series
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE TRIGGER series_is_never_deleted BEFORE DELETE ON series
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE TRIGGER target_is_never_changed BEFORE UPDATE ON target
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE TRIGGER target_is_never_deleted BEFORE DELETE ON target
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE TRIGGER parameters_is_never_changed BEFORE UPDATE ON parameters
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE TRIGGER parameters_is_never_deleted BEFORE DELETE ON parameters
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE TRIGGER call_is_never_deleted BEFORE DELETE ON call
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE TRIGGER response_is_never_changed BEFORE UPDATE ON response
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE TRIGGER response_is_never_deleted BEFORE DELETE ON response
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE TRIGGER judgement_is_never_changed BEFORE UPDATE ON judgement
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE TRIGGER judgement_is_never_deleted BEFORE DELETE ON judgement
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE INDEX desk_queue ON desk (queue);
CREATE TRIGGER queue_is_never_changed BEFORE UPDATE ON queue
BEGIN SELECT RAISE(ABORT, 'annotations are only added to'); END;
CREATE TRIGGER queue_is_never_deleted BEFORE DELETE ON queue
BEGIN SELECT RAISE(ABORT, 'annotations are only added to'); END;
CREATE TRIGGER desk_is_never_changed BEFORE UPDATE ON desk
BEGIN SELECT RAISE(ABORT, 'annotations are only added to'); END;
CREATE TRIGGER desk_is_never_deleted BEFORE DELETE ON desk
BEGIN SELECT RAISE(ABORT, 'annotations are only added to'); END;
CREATE TRIGGER annotation_is_never_changed BEFORE UPDATE ON annotation
BEGIN SELECT RAISE(ABORT, 'annotations are only added to'); END;
CREATE TRIGGER annotation_is_never_deleted BEFORE DELETE ON annotation
BEGIN SELECT RAISE(ABORT, 'annotations are only added to'); END;
CREATE INDEX session_group ON session (version, pilot, simulated, slot);
CREATE TRIGGER grade_is_never_changed BEFORE UPDATE ON grade
BEGIN SELECT RAISE(ABORT, 'grades are only added to'); END;
CREATE TRIGGER grade_is_never_deleted BEFORE DELETE ON grade
BEGIN SELECT RAISE(ABORT, 'grades are only added to'); END;
CREATE TRIGGER call_is_never_changed BEFORE UPDATE ON call
BEGIN SELECT RAISE(ABORT, 'model answers are only added to'); END;
CREATE INDEX hardening_item ON hardening (item_hash);
CREATE TRIGGER hardening_is_never_changed BEFORE UPDATE ON hardening
BEGIN SELECT RAISE(ABORT, 'hardenings are only added to'); END;
CREATE TRIGGER hardening_is_never_deleted BEFORE DELETE ON hardening
BEGIN SELECT RAISE(ABORT, 'hardenings are only added to'); END;
CREATE TRIGGER hardening_event_is_never_changed BEFORE UPDATE ON hardening_event
BEGIN SELECT RAISE(ABORT, 'hardenings are only added to'); END;
CREATE TRIGGER hardening_event_is_never_deleted BEFORE DELETE ON hardening_event
BEGIN SELECT RAISE(ABORT, 'hardenings are only added to'); END;
CREATE INDEX adjudication_item ON adjudication (item_hash);
CREATE TRIGGER adjudication_is_never_changed BEFORE UPDATE ON adjudication
BEGIN SELECT RAISE(ABORT, 'adjudications are only added to'); END;
CREATE TRIGGER adjudication_is_never_deleted BEFORE DELETE ON adjudication
BEGIN SELECT RAISE(ABORT, 'adjudications are only added to'); END;
COMMIT;
