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
    utc TEXT NOT NULL, link BLOB,
    PRIMARY KEY (desk, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "annotation" VALUES('92362fa1-0b22-4329-ad12-840a4c9208be',0,'desk_opened','{"queue":"31d5a83453f382879e73d4cee4056ab8b8c62305cbd8240c73a5c487169ff751","annotator":"ann","role":"annotator","program":""}',0,'2030-01-01T00:00:00.000000+00:00',X'158F74C5067195584086A9C50287DAEB');
INSERT INTO "annotation" VALUES('92362fa1-0b22-4329-ad12-840a4c9208be',1,'segment_started','{"program":""}',0,'2030-01-01T00:00:00.000000+00:00',X'A75D90830CD6E61796AC83C24E42B07B');
INSERT INTO "annotation" VALUES('92362fa1-0b22-4329-ad12-840a4c9208be',2,'entry_opened','{"entry":"e2","dealt":true}',0,'2030-01-01T00:00:00.000000+00:00',X'A2A03F442083196EF5FDC921C83F57EA');
INSERT INTO "annotation" VALUES('92362fa1-0b22-4329-ad12-840a4c9208be',3,'verdict_given','{"check":"match","verdict":"no","reason":"says nothing"}',0,'2030-01-01T00:00:00.000000+00:00',X'3510C9A576B565EB9B3CEBDE794D90C1');
INSERT INTO "annotation" VALUES('92362fa1-0b22-4329-ad12-840a4c9208be',4,'submitted','{"entry":"e2"}',1000000000,'2030-01-01T00:00:01.000000+00:00',X'D1D578E1335960402A0391898CD8C2AF');
INSERT INTO "annotation" VALUES('92362fa1-0b22-4329-ad12-840a4c9208be',5,'entry_opened','{"entry":"e1","dealt":true}',1000000000,'2030-01-01T00:00:01.000000+00:00',X'20B44992C36C640ECDAF3F37ECD0172D');
INSERT INTO "annotation" VALUES('92362fa1-0b22-4329-ad12-840a4c9208be',6,'verdict_given','{"check":"match","verdict":"yes","reason":"means that"}',1000000000,'2030-01-01T00:00:01.000000+00:00',X'4EF9770AD6A395A3AAF8C7076588B1D3');
INSERT INTO "annotation" VALUES('92362fa1-0b22-4329-ad12-840a4c9208be',7,'submitted','{"entry":"e1"}',2000000000,'2030-01-01T00:00:02.000000+00:00',X'DE60C342376CDAC0F40A433CBA6BF0E6');
INSERT INTO "annotation" VALUES('92362fa1-0b22-4329-ad12-840a4c9208be',8,'segment_ended','{}',2000000000,'2030-01-01T00:00:02.000000+00:00',X'25D01A664EFFB765A642918E64EF6BD6');
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
INSERT INTO "desk" VALUES('92362fa1-0b22-4329-ad12-840a4c9208be','31d5a83453f382879e73d4cee4056ab8b8c62305cbd8240c73a5c487169ff751','ann','annotator','2030-01-01T00:00:00.000000+00:00');
CREATE TABLE event (
    session TEXT NOT NULL REFERENCES session (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    mono_ns INTEGER NOT NULL,
    boot_id TEXT NOT NULL,
    utc TEXT NOT NULL, link BLOB,
    PRIMARY KEY (session, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',0,'session_started','{"study_hash":"c02475f7998ddbb9f36c7cf5b038f4e7472fde6c6fdebd4da5227b600bdd1591","version":"0fc35c279349b8d4aa77ce5716f3caffe57f470ff428b1beeccb27fafd2a1751","code":"P1","slot":0,"pilot":false,"simulated":null,"language":"en","program":"","about":{},"attempt":1,"sitting":1,"return_key":"","plan":{"condition":"","seconds":null,"stations":[{"station":"consent","id":"","when":"passed"},{"station":"instructions","id":"","when":"passed"},{"station":"opening","id":"block-1-opening","when":"passed"},{"station":"question","id":"block-1","when":"passed","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","time_up":{"answer":"discard","then":"next","pause_after":1},"steps":[{"index":0,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":0,"questions":11,"ordinal":0,"shift":0},{"index":1,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":1,"questions":11,"ordinal":0,"shift":0},{"index":2,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":2,"questions":11,"ordinal":0,"shift":0},{"index":3,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":3,"questions":11,"ordinal":0,"shift":0},{"index":4,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":4,"questions":11,"ordinal":0,"shift":0},{"index":5,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":5,"questions":11,"ordinal":0,"shift":0},{"index":6,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":6,"questions":11,"ordinal":0,"shift":0},{"index":7,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":7,"questions":11,"ordinal":0,"shift":0},{"index":8,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":8,"questions":11,"ordinal":0,"shift":0},{"index":9,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":9,"questions":11,"ordinal":0,"shift":0},{"index":10,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":10,"questions":11,"ordinal":0,"shift":0}],"checks":[]},{"station":"end","id":"","when":"always"}]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'26E6395517F2336E07F153325882F99D');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'FF6E0F129B47DCAC1A4F4358805D6060');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',2,'consent_given','{}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'F5D1F0BCE274941C86D316D656A18D6B');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',3,'instructions_read','{}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'BDC7D3D9AE86C16E7B8D914354C876CB');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',4,'block_started','{"block":0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'5A3088ADDCE3BB63F0CC04548A97AB02');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',5,'question_shown','{"step":0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'2087EC8930302A42A07CB5432FD5B202');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',6,'answer_changed','{"step":0,"part":"choice","answer":{"kind":"choice","option":1}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'9F5E85210064E20B5612EBB1FFEABEFE');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',7,'answered_quickly','{"step":0,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'CF73A41059FEE8C8F6D405B26DE3DC71');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',8,'answer_confirmed','{"step":0,"answers":{"choice":{"kind":"choice","option":1}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'5BF8ABEDE1994F59D3F0FD05185F6441');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',9,'question_shown','{"step":1}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'E47EE95835C68C3B88345800F8541B34');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',10,'answer_changed','{"step":1,"part":"truth","answer":{"kind":"truth","value":"unknown"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'E47FF826144F8D667ED6CD55014BDAE5');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',11,'answered_quickly','{"step":1,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'806138AF59F8ACBF6FD2FA67B3DB4632');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',12,'answer_confirmed','{"step":1,"answers":{"truth":{"kind":"truth","value":"unknown"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'3479EC19E7BFE73E39F74AFDAC46F14B');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',13,'question_shown','{"step":2}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'84A0D663502CF27FE0885B90607185E9');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',14,'answer_changed','{"step":2,"part":"possible","answer":{"kind":"verdict","word":"impossible"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'59B45441CA54622F4DD9CA5BC6986D58');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',15,'answered_quickly','{"step":2,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'9054283202ACABC7FE77FEFEF71853FE');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',16,'answer_confirmed','{"step":2,"answers":{"possible":{"kind":"verdict","word":"impossible"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'596CB5FA6704EB1D0761858387F985C9');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',17,'question_shown','{"step":3}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'6301836B8653410CB1666B64D2FF91D0');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',18,'answer_changed','{"step":3,"part":"necessary","answer":{"kind":"verdict","word":"necessary"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'73610534D16C5B2E9ADDCB96F0E6C67D');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',19,'answered_quickly','{"step":3,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'736E200832A6A47D4E81611017FBEF85');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',20,'answer_confirmed','{"step":3,"answers":{"necessary":{"kind":"verdict","word":"necessary"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'E55BB639951EAA7743FF4700462CF894');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',21,'question_shown','{"step":4}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'D6D0BDD242AC5DB178F8B6CA842AD2DA');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',22,'answer_changed','{"step":4,"part":"worlds","answer":{"kind":"models","models":[["A"],["A","B"]]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'8AC786A15721D2346DED12A1E280A0AA');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',23,'answered_quickly','{"step":4,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'046DE344099B79D15EAC5FB4801E726F');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',24,'answer_confirmed','{"step":4,"answers":{"worlds":{"kind":"models","models":[["A"],["A","B"]]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'8DAEA1043E4CCE28ADDB60DC82F18DEA');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',25,'question_shown','{"step":5}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'04F5B58911AB3D04DBAF2F861CEB6983');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',26,'answer_changed','{"step":5,"part":"names","answer":{"kind":"set","members":["A"]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'346457BA2D2B6E7E4FD1922A45D5E816');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',27,'answered_quickly','{"step":5,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'D8BABB806E7F5C751D104A7F7D015287');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',28,'answer_confirmed','{"step":5,"answers":{"names":{"kind":"set","members":["A"]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'80FB17688D0C819BB35799303D885F5C');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',29,'question_shown','{"step":6}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'3A532B7A0ED93CE38C42F1C64EEF7C99');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',30,'answer_changed','{"step":6,"part":"count","answer":{"kind":"count","count":3}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'94E3CF0762CFFCB9C4FB5A95BF2DF413');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',31,'answered_quickly','{"step":6,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'ED1C9633EE2F1C89D3BE582616576463');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',32,'answer_confirmed','{"step":6,"answers":{"count":{"kind":"count","count":3}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'A2A8A2ACADD77F362C8EF7C53B590E39');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',33,'question_shown','{"step":7}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'6DA51C82F7C1A05AB6EEB2F6F173BA2F');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',34,'answer_changed','{"step":7,"part":"unique","answer":{"kind":"unique","verdict":"unique","solution":["A","status=open"]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'446B7957E5658FE2ECA918E1BA7642AF');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',35,'answered_quickly','{"step":7,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'266A86350E50C5EEFC7373269A7A8BAF');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',36,'answer_confirmed','{"step":7,"answers":{"unique":{"kind":"unique","verdict":"unique","solution":["A","status=open"]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'480114CE5105CEF70F691629539FEBC7');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',37,'question_shown','{"step":8}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'ED1C8800462956BAE032CBBE85C4A7DC');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',38,'answer_changed','{"step":8,"part":"other","answer":{"kind":"verdict","word":"alternative"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'E88DE84997B6B803389837864C2201E6');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',39,'answered_quickly','{"step":8,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'2AE3CF61604DE293C7D83693F409EF3A');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',40,'answer_confirmed','{"step":8,"answers":{"other":{"kind":"verdict","word":"alternative"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'7BFE6EEDCE799C8BB27E43B05C12504B');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',41,'question_shown','{"step":9}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'4156EEEF3EE72BF34AC544600387121D');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',42,'answer_changed','{"step":9,"part":"projection","answer":{"kind":"set","members":["A","B"]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'1924EF4C912EE1CB8009146C6E48FC76');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',43,'answered_quickly','{"step":9,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'53ADB6C5804A67B6329C160A2CE5B188');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',44,'answer_confirmed','{"step":9,"answers":{"projection":{"kind":"set","members":["A","B"]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'C03AB14D53F1D99C64BE695D3907C618');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',45,'question_shown','{"step":10}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'F8582FB2ADF33662CA88E50344AA95EC');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',46,'answer_changed','{"step":10,"part":"text","answer":{"kind":"text","text":"it is late, the boat"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'67AA247FE317533EE5D719614AFA9A88');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',47,'answered_quickly','{"step":10,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'55CF6774C0215FDB912EF63231357339');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',48,'answer_confirmed','{"step":10,"answers":{"text":{"kind":"text","text":"it is late, the boat"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'A4826832C0DF748D306E68AD8875087A');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',49,'session_completed','{"outcome":"completed","completion_code":"GMR6-J011"}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'27C7389D3CC4EEF940DD3B24FC1B8F2D');
INSERT INTO "event" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',50,'segment_ended','{}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'A1A2516AC78B0275CC57EBBC311E2339');
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
INSERT INTO "hardening" VALUES('144f894c-86ee-4ae2-b01e-12119a78bc24','2da26ff4fa177aa10c4f7724095d0ebdfe38446e6b52de0e01603203c91fb955','ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c','{"budgets": {"answers": 4, "format": 2, "review": 6, "verify": 4}, "roles": {"adjudicator": {"models": ["planner"], "parameters": {}}, "answerer": {"models": ["planner"], "parameters": {}}, "background-proposer": {"models": ["planner"], "parameters": {}}, "decider": {"models": ["planner"], "parameters": {}}, "question-proposer": {"models": ["planner"], "parameters": {}}, "reviewer": {"models": ["planner"], "parameters": {}}, "verifier": {"models": ["planner"], "parameters": {}}}, "version": 1}','2030-01-01T12:00:00+00:00');
CREATE TABLE hardening_event (
    hardening TEXT NOT NULL REFERENCES hardening (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    utc TEXT NOT NULL,
    PRIMARY KEY (hardening, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "hardening_event" VALUES('144f894c-86ee-4ae2-b01e-12119a78bc24',0,'note','{"who": "loop", "what": "rejected"}','2030-01-01T12:00:00+00:00');
INSERT INTO "hardening_event" VALUES('144f894c-86ee-4ae2-b01e-12119a78bc24',1,'ended','{"accepted": false, "reason": "no plan", "item_hash": null, "item": null}','2030-01-01T12:00:00+00:00');
CREATE TABLE head (
    owner TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    link BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "head" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835',50,X'A1A2516AC78B0275CC57EBBC311E2339');
INSERT INTO "head" VALUES('92362fa1-0b22-4329-ad12-840a4c9208be',8,X'25D01A664EFFB765A642918E64EF6BD6');
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
INSERT INTO "migration" VALUES('0001 record','2026-11-23T04:26:30.655Z');
INSERT INTO "migration" VALUES('0002 proofs','2026-11-23T04:26:30.655Z');
INSERT INTO "migration" VALUES('0003 figures','2026-11-23T04:26:30.655Z');
INSERT INTO "migration" VALUES('0004 model answers','2026-11-23T04:26:30.656Z');
INSERT INTO "migration" VALUES('0005 annotation','2026-11-23T04:26:30.656Z');
INSERT INTO "migration" VALUES('0006 simulated respondents','2026-11-23T04:26:30.657Z');
INSERT INTO "migration" VALUES('0007 grades of answers','2026-11-23T04:26:30.657Z');
INSERT INTO "migration" VALUES('0008 whole responses','2026-11-23T04:26:30.679Z');
INSERT INTO "migration" VALUES('0009 hardening','2026-11-23T04:26:30.679Z');
INSERT INTO "migration" VALUES('0010 adjudications','2026-11-23T04:26:30.679Z');
INSERT INTO "migration" VALUES('0011 chain','2026-11-23T04:26:30.680Z');
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
INSERT INTO "queue" VALUES('31d5a83453f382879e73d4cee4056ab8b8c62305cbd8240c73a5c487169ff751','g','g','id = "g"
title = "g"
scheme = "answer-grading"
sources = ["/tmp/tmpxbq9tva8/items.jsonl"]
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
title = { en = "Answer grading", zh = "回答评分" }
source = "LLMEval-Logic, section 2.3 and appendix D"
languages = ["en", "zh"]
guidelines = { en = "answer-grading.md", zh = "answer-grading.zh.md" }
unit = "answer"
blind = true

[[checks]]
id = "match"
text.en = "Does the answer say the same as the reference?"
text.zh = "这个回答与参考答案说的是同一个意思吗？"
help.en = "Same meaning, whatever the words, the order or the form. What is missing or added counts."
help.zh = "只看意思，不看用词、顺序和形式。缺少或多出的内容都要算。"
kind = "yes_no"
accept = ["yes"]
reason = "always"

[[checks]]
id = "reference"
text.en = "Is the reference itself in doubt?"
text.zh = "参考答案本身可疑吗？"
help.en = "Grade against the reference all the same, and say here what is wrong with it."
help.zh = "仍然按参考答案评分，在这里说明它错在哪里。"
kind = "yes_no"
required = false
reason = "always"
','{"en": "# Grading answers\n\nYou see an item, one of its questions, the reference answer, and an answer that somebody gave. Who\ngave it is not shown and should not be guessed.\n\n- **Match** is about meaning. Order inside a set, names for the same thing, tables or sentences:\n  none of that matters. Every member of an enumeration must be there, and none that should not.\n- A number matches the same number; a list matches a count only if it is the list that was asked.\n- A stronger answer than was asked for matches if the reference follows from it and it is right (“it\n  must be so” for “can it be so?”).\n- Names and numbers of the answer''s own for cases or objects are as good as the reference''s, if each\n  can be told to stand for one of them; what an earlier question of the item has named keeps that name.\n- \"None\", \"no case\" and an empty set are the same, if the question allows for it. Nothing written, or \"cannot\n  be determined\", is not the empty set.\n- An answer that gives several alternatives of which one is right does not match.\n- The reference is what you grade against, also where you would have answered otherwise. Say so\n  under the second check.\n- Give the reason in a few words: what is missing, added or turned round; or why it is the same in\n  spite of looking different.\n", "zh": "# 回答评分\n\n您会看到一道题、其中的一个问题、参考答案，以及某位作答者给出的回答。作答者是谁不会显示，也请不要猜测。\n\n- **是否相符**看的是意思。集合内的顺序、同一事物的不同名称、表格还是句子，都无关紧要。列举题的每个成员都必须在，不该有的一个也不能有。\n- 数字与同一个数字相符；只有当问题要的就是那份列表时，列表才与数目相符。\n- 比所问更强的回答，如果能由它推出参考答案且它本身正确，就算相符（例如问“可能吗”，回答“必然如此”）。\n- 回答自己给情形或对象起的名称和编号，只要能看出各自代表参考答案中的哪一个，就同样有效；本题前面的问题已经命名的，保留那个名称。\n- 如果问题允许，“没有”“不存在任何情形”与空集是一回事。什么都没写，或“无法确定”，不是空集。\n- 给出几个备选、其中只有一个正确的回答，不算相符。\n- 即使您自己会给出不同的答案，也请以参考答案为准评分；您的意见写在第二项检查下。\n- 用几个字写明理由：缺了什么、多了什么、哪里弄反了；或者为什么看起来不同，意思却一样。\n"}','{"items":{"e1":{"id":"kinds","title":"","language":"en","text":"All kinds.","questions":[{"id":"choice","text":"","kind":"choice","query_kind":null,"query":null,"options":[{"text":"option 0","formula":null},{"text":"option 1","formula":null},{"text":"option 2","formula":null}],"vocabulary":[],"gold":{"kind":"choice","option":1},"condition":null,"parts":[]},{"id":"truth","text":"","kind":"truth","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"truth","value":"unknown"},"condition":null,"parts":[]},{"id":"possible","text":"","kind":"possible","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"impossible"},"condition":null,"parts":[]},{"id":"necessary","text":"","kind":"necessary","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"necessary"},"condition":null,"parts":[]},{"id":"worlds","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"models","models":[["A"],["A","B"]]},"condition":null,"parts":[]},{"id":"names","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A"]},"condition":null,"parts":[]},{"id":"count","text":"","kind":"count_models","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"count","count":3},"condition":null,"parts":[]},{"id":"unique","text":"","kind":"unique_solution","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"status=going","label":""},{"key":"status=open","label":""}],"gold":{"kind":"unique","verdict":"unique","solution":["A","status=open"]},"condition":null,"parts":[]},{"id":"other","text":"","kind":"has_alternative","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"alternative"},"condition":null,"parts":[]},{"id":"projection","text":"","kind":"projection","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A","B"]},"condition":null,"parts":[]},{"id":"text","text":"","kind":"text","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"text","text":"The ferry is late."},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"claims":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}},"e2":{"id":"kinds","title":"","language":"en","text":"All kinds.","questions":[{"id":"choice","text":"","kind":"choice","query_kind":null,"query":null,"options":[{"text":"option 0","formula":null},{"text":"option 1","formula":null},{"text":"option 2","formula":null}],"vocabulary":[],"gold":{"kind":"choice","option":1},"condition":null,"parts":[]},{"id":"truth","text":"","kind":"truth","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"truth","value":"unknown"},"condition":null,"parts":[]},{"id":"possible","text":"","kind":"possible","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"impossible"},"condition":null,"parts":[]},{"id":"necessary","text":"","kind":"necessary","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"necessary"},"condition":null,"parts":[]},{"id":"worlds","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"models","models":[["A"],["A","B"]]},"condition":null,"parts":[]},{"id":"names","text":"","kind":"enumerate_models","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A"]},"condition":null,"parts":[]},{"id":"count","text":"","kind":"count_models","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"count","count":3},"condition":null,"parts":[]},{"id":"unique","text":"","kind":"unique_solution","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"status=going","label":""},{"key":"status=open","label":""}],"gold":{"kind":"unique","verdict":"unique","solution":["A","status=open"]},"condition":null,"parts":[]},{"id":"other","text":"","kind":"has_alternative","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"verdict","word":"alternative"},"condition":null,"parts":[]},{"id":"projection","text":"","kind":"projection","query_kind":null,"query":null,"options":[],"vocabulary":[{"key":"A","label":""},{"key":"B","label":""}],"gold":{"kind":"set","members":["A","B"]},"condition":null,"parts":[]},{"id":"text","text":"","kind":"text","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"text","text":"The ferry is late."},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"claims":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}}},"bases":{},"controls":{},"answers":{"e2":"perhaps"}}','2030-01-01T00:00:00.000000+00:00');
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
INSERT INTO "session" VALUES('3f42fe3e-286e-4b09-9523-ce3db7d88835','0fc35c279349b8d4aa77ce5716f3caffe57f470ff428b1beeccb27fafd2a1751','P1',0,0,'2030-01-01T00:00:00.000000+00:00',0);
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
