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
INSERT INTO "annotation" VALUES('4220fb7b-268a-4d76-86c5-f54401a66092',0,'desk_opened','{"queue":"9f2aa79e914a62880f38457d8395b2a1ea88acfad96287b0743ee489e7a5e587","annotator":"ann","role":"annotator","program":""}',0,'2030-01-01T00:00:00.000000+00:00',X'9AC3D68313C1B1353F7C8796DC6EC998');
INSERT INTO "annotation" VALUES('4220fb7b-268a-4d76-86c5-f54401a66092',1,'segment_started','{"program":""}',0,'2030-01-01T00:00:00.000000+00:00',X'74AF45D6B6AE253167923FE341A67A17');
INSERT INTO "annotation" VALUES('4220fb7b-268a-4d76-86c5-f54401a66092',2,'entry_opened','{"entry":"e2","dealt":true}',0,'2030-01-01T00:00:00.000000+00:00',X'B69E2D89A0855AF8D7124BA4204B427D');
INSERT INTO "annotation" VALUES('4220fb7b-268a-4d76-86c5-f54401a66092',3,'verdict_given','{"check":"match","verdict":"no","reason":"says nothing"}',0,'2030-01-01T00:00:00.000000+00:00',X'F1E16C3A8C945E89EC730821D306851B');
INSERT INTO "annotation" VALUES('4220fb7b-268a-4d76-86c5-f54401a66092',4,'submitted','{"entry":"e2"}',1000000000,'2030-01-01T00:00:01.000000+00:00',X'7F57E854971609FCC7DD00468F41C437');
INSERT INTO "annotation" VALUES('4220fb7b-268a-4d76-86c5-f54401a66092',5,'entry_opened','{"entry":"e1","dealt":true}',1000000000,'2030-01-01T00:00:01.000000+00:00',X'0BD995DB7361362C6D3A3F0EE9A922F3');
INSERT INTO "annotation" VALUES('4220fb7b-268a-4d76-86c5-f54401a66092',6,'verdict_given','{"check":"match","verdict":"yes","reason":"means that"}',1000000000,'2030-01-01T00:00:01.000000+00:00',X'BACE1D6C64F61DB639D17804C9BD7E50');
INSERT INTO "annotation" VALUES('4220fb7b-268a-4d76-86c5-f54401a66092',7,'submitted','{"entry":"e1"}',2000000000,'2030-01-01T00:00:02.000000+00:00',X'07A75DC8523C68EFFBE510D3AD82C46D');
INSERT INTO "annotation" VALUES('4220fb7b-268a-4d76-86c5-f54401a66092',8,'segment_ended','{}',2000000000,'2030-01-01T00:00:02.000000+00:00',X'DF1AB6D548AA84D6B8505F2E4C4EB0E1');
CREATE TABLE before_chain (
    owner TEXT PRIMARY KEY,
    events INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
INSERT INTO "desk" VALUES('4220fb7b-268a-4d76-86c5-f54401a66092','9f2aa79e914a62880f38457d8395b2a1ea88acfad96287b0743ee489e7a5e587','ann','annotator','2030-01-01T00:00:00.000000+00:00');
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
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',0,'session_started','{"study_hash":"c02475f7998ddbb9f36c7cf5b038f4e7472fde6c6fdebd4da5227b600bdd1591","version":"0fc35c279349b8d4aa77ce5716f3caffe57f470ff428b1beeccb27fafd2a1751","code":"P1","slot":0,"pilot":false,"simulated":null,"language":"en","program":"","about":{},"attempt":1,"sitting":1,"return_key":"","plan":{"condition":"","seconds":null,"stations":[{"station":"consent","id":"","when":"passed"},{"station":"instructions","id":"","when":"passed"},{"station":"opening","id":"block-1-opening","when":"passed"},{"station":"question","id":"block-1","when":"passed","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","time_up":{"answer":"discard","then":"next","pause_after":1},"steps":[{"index":0,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":0,"questions":11,"ordinal":0,"shift":0},{"index":1,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":1,"questions":11,"ordinal":0,"shift":0},{"index":2,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":2,"questions":11,"ordinal":0,"shift":0},{"index":3,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":3,"questions":11,"ordinal":0,"shift":0},{"index":4,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":4,"questions":11,"ordinal":0,"shift":0},{"index":5,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":5,"questions":11,"ordinal":0,"shift":0},{"index":6,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":6,"questions":11,"ordinal":0,"shift":0},{"index":7,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":7,"questions":11,"ordinal":0,"shift":0},{"index":8,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":8,"questions":11,"ordinal":0,"shift":0},{"index":9,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":9,"questions":11,"ordinal":0,"shift":0},{"index":10,"block":0,"item_hash":"ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c","item_id":"kinds","question":10,"questions":11,"ordinal":0,"shift":0}],"checks":[]},{"station":"end","id":"","when":"always"}]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'64BDBC5ABDAA46BDAACAEFBC2A780413');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'2FC0F9541CD157B19EEE88CB9637EB0C');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',2,'consent_given','{}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'F8103E2E6DFD67610BD02676B4E1D6C7');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',3,'instructions_read','{}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'273627625E985C43C1F47D35093B2E6E');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',4,'block_started','{"block":0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'B1D11A53739F5FA9FEB177C98395FDBC');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',5,'question_shown','{"step":0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'C6272599E0838A4D406178AFB8E06E64');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',6,'answer_changed','{"step":0,"part":"choice","answer":{"kind":"choice","option":1}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'5C282C216B044AC44780416C30CFCC14');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',7,'answered_quickly','{"step":0,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'94A8DA6E016DD8488FD57B830A3E5800');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',8,'answer_confirmed','{"step":0,"answers":{"choice":{"kind":"choice","option":1}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'54D7F8D61EFC8D7784D863F6D8AF90EC');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',9,'question_shown','{"step":1}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'B3747728031CDDB3D6456D6AC5784604');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',10,'answer_changed','{"step":1,"part":"truth","answer":{"kind":"truth","value":"unknown"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'F87D092C3608BA419E003D075485DCA3');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',11,'answered_quickly','{"step":1,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'AE9B08CD7CB01DBCD8CF28434237E2CB');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',12,'answer_confirmed','{"step":1,"answers":{"truth":{"kind":"truth","value":"unknown"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'2B06D24D20C629A803E758CCE125F05D');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',13,'question_shown','{"step":2}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'677C0C9120765879FD0B44CD3CADC539');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',14,'answer_changed','{"step":2,"part":"possible","answer":{"kind":"verdict","word":"impossible"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'35C1572C940145563B190AA9E9858D63');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',15,'answered_quickly','{"step":2,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'4604DDB117CD74ED3F44F6CC318F6C9B');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',16,'answer_confirmed','{"step":2,"answers":{"possible":{"kind":"verdict","word":"impossible"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'0B41D37838B38D54B006878668102576');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',17,'question_shown','{"step":3}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'FF1A999B6C37308BAAC844B7D5FE0C76');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',18,'answer_changed','{"step":3,"part":"necessary","answer":{"kind":"verdict","word":"necessary"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'D35E74FD8B8E590C5E499077E3D148B2');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',19,'answered_quickly','{"step":3,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'E88AB6A3FF6CE24B194EF5E13A6B91A0');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',20,'answer_confirmed','{"step":3,"answers":{"necessary":{"kind":"verdict","word":"necessary"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'E8A8CB496E7F5BE6F632C5B131421060');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',21,'question_shown','{"step":4}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'C9FBEC73E373CBC80282A73844AAB5E3');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',22,'answer_changed','{"step":4,"part":"worlds","answer":{"kind":"models","models":[["A"],["A","B"]]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'357DC02ABCEF0B8273CD356815FAEDBF');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',23,'answered_quickly','{"step":4,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'83F37F7354EE6BE03FF04839CF2A299A');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',24,'answer_confirmed','{"step":4,"answers":{"worlds":{"kind":"models","models":[["A"],["A","B"]]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'345B8B65AAC24E96B566A2528B4598F3');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',25,'question_shown','{"step":5}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'4B28BAAAB988A944B9DD8207AE763D8C');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',26,'answer_changed','{"step":5,"part":"names","answer":{"kind":"set","members":["A"]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'7BC5AEC56DE90972F09B714D70189C6C');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',27,'answered_quickly','{"step":5,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'B731B0670C8CA79EB8939E5BB2EA6C00');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',28,'answer_confirmed','{"step":5,"answers":{"names":{"kind":"set","members":["A"]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'5EE41A36A004C22CBBCB6F522B2C86A9');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',29,'question_shown','{"step":6}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'282BD571BF5F3838C4AD5B0884FF1101');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',30,'answer_changed','{"step":6,"part":"count","answer":{"kind":"count","count":3}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'B9ECFDEB3F047C427A6C788DEEE8A1C9');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',31,'answered_quickly','{"step":6,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'56927F91EEA8F907E7192AA7DE2DFC95');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',32,'answer_confirmed','{"step":6,"answers":{"count":{"kind":"count","count":3}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'714A33CECB859706CD4CC51A519A1EC5');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',33,'question_shown','{"step":7}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'9DC9CECD35753B6092A3F316DE413760');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',34,'answer_changed','{"step":7,"part":"unique","answer":{"kind":"unique","verdict":"unique","solution":["A","status=open"]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'040BD37F0118F298E7BC901EDA151D7E');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',35,'answered_quickly','{"step":7,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'1B95E166220C109600F5F9896CD2BF56');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',36,'answer_confirmed','{"step":7,"answers":{"unique":{"kind":"unique","verdict":"unique","solution":["A","status=open"]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'6EF2138D20C2720FA418AF99FCDCCD7C');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',37,'question_shown','{"step":8}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'120CD719C868E759BB4489123FF10D59');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',38,'answer_changed','{"step":8,"part":"other","answer":{"kind":"verdict","word":"alternative"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'E07B816705DFAEC479524C095683E667');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',39,'answered_quickly','{"step":8,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'1B54F06FEB8E63B6E7A1673FE4C22074');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',40,'answer_confirmed','{"step":8,"answers":{"other":{"kind":"verdict","word":"alternative"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'4DB2F9CA8ADC3511591910529D456809');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',41,'question_shown','{"step":9}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'DE4BBC5A7242439F1E3AC626D46648F9');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',42,'answer_changed','{"step":9,"part":"projection","answer":{"kind":"set","members":["A","B"]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'82E5E4876E477895AB51D071A28EED93');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',43,'answered_quickly','{"step":9,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'8FF1A5B0689F7B188B0E9B0FEBF80314');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',44,'answer_confirmed','{"step":9,"answers":{"projection":{"kind":"set","members":["A","B"]}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'95C1206BB15D35F90B591C0C80DE9889');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',45,'question_shown','{"step":10}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'87EC7C4275ABC591A3C52FDD1CC93515');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',46,'answer_changed','{"step":10,"part":"text","answer":{"kind":"text","text":"it is late, the boat"}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'A6A618020B25EFBE04C788AAADE9F7BE');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',47,'answered_quickly','{"step":10,"seconds":0.0}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'9515339A7B5EA0DDBC55716D95EFEED5');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',48,'answer_confirmed','{"step":10,"answers":{"text":{"kind":"text","text":"it is late, the boat"}},"confidence":null}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'66B06D04C79B7D5C19779E5731148ABD');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',49,'session_completed','{"outcome":"completed","completion_code":"NYR5-EBTP"}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'2DCD5F1E969A7DE2A6889FBFD7245B83');
INSERT INTO "event" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',50,'segment_ended','{}',0,'boot-1','2030-01-01T00:00:00.000000+00:00',X'8F7F82ED504125ECD57A86392AF370DF');
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
INSERT INTO "hardening" VALUES('d6dca387-1845-4fe7-834d-af3184036a81','2da26ff4fa177aa10c4f7724095d0ebdfe38446e6b52de0e01603203c91fb955','ac51bcb028799ae2f5e9244d42e2c04275bad399d11c7967b14fedbd5c30c70c','{"budgets": {"answers": 4, "format": 2, "review": 6, "verify": 4}, "roles": {"adjudicator": {"models": ["planner"], "parameters": {}}, "answerer": {"models": ["planner"], "parameters": {}}, "background-proposer": {"models": ["planner"], "parameters": {}}, "decider": {"models": ["planner"], "parameters": {}}, "question-proposer": {"models": ["planner"], "parameters": {}}, "reviewer": {"models": ["planner"], "parameters": {}}, "verifier": {"models": ["planner"], "parameters": {}}}, "version": 1}','2030-01-01T12:00:00+00:00');
CREATE TABLE hardening_event (
    hardening TEXT NOT NULL REFERENCES hardening (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    utc TEXT NOT NULL,
    PRIMARY KEY (hardening, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "hardening_event" VALUES('d6dca387-1845-4fe7-834d-af3184036a81',0,'note','{"who": "loop", "what": "rejected"}','2030-01-01T12:00:00+00:00');
INSERT INTO "hardening_event" VALUES('d6dca387-1845-4fe7-834d-af3184036a81',1,'ended','{"accepted": false, "reason": "no plan", "item_hash": null, "item": null}','2030-01-01T12:00:00+00:00');
CREATE TABLE head (
    owner TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    link BLOB NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "head" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223',50,X'8F7F82ED504125ECD57A86392AF370DF');
INSERT INTO "head" VALUES('4220fb7b-268a-4d76-86c5-f54401a66092',8,X'DF1AB6D548AA84D6B8505F2E4C4EB0E1');
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
CREATE TABLE kept (
    owner TEXT PRIMARY KEY,
    source BLOB NOT NULL,
    code TEXT NOT NULL,
    body BLOB NOT NULL
) STRICT;
CREATE TABLE migration (name TEXT PRIMARY KEY, utc TEXT NOT NULL) STRICT;
INSERT INTO "migration" VALUES('0001 record','2026-11-28T17:27:30.791Z');
INSERT INTO "migration" VALUES('0002 proofs','2026-11-28T17:27:30.791Z');
INSERT INTO "migration" VALUES('0003 figures','2026-11-28T17:27:30.791Z');
INSERT INTO "migration" VALUES('0004 model answers','2026-11-28T17:27:30.799Z');
INSERT INTO "migration" VALUES('0005 annotation','2026-11-28T17:27:30.799Z');
INSERT INTO "migration" VALUES('0006 simulated respondents','2026-11-28T17:27:30.800Z');
INSERT INTO "migration" VALUES('0007 grades of answers','2026-11-28T17:27:30.800Z');
INSERT INTO "migration" VALUES('0008 whole responses','2026-11-28T17:27:30.811Z');
INSERT INTO "migration" VALUES('0009 hardening','2026-11-28T17:27:30.811Z');
INSERT INTO "migration" VALUES('0010 adjudications','2026-11-28T17:27:30.812Z');
INSERT INTO "migration" VALUES('0011 chain','2026-11-28T17:27:30.813Z');
INSERT INTO "migration" VALUES('0012 events before the chain','2026-11-28T17:27:30.813Z');
INSERT INTO "migration" VALUES('0013 kept','2026-11-28T17:27:30.813Z');
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
INSERT INTO "queue" VALUES('9f2aa79e914a62880f38457d8395b2a1ea88acfad96287b0743ee489e7a5e587','g','g','id = "g"
title = "g"
scheme = "answer-grading"
sources = ["/tmp/tmpee9druc6/items.jsonl"]
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
INSERT INTO "session" VALUES('0b9a7b21-5796-4065-b993-cdc7189dd223','0fc35c279349b8d4aa77ce5716f3caffe57f470ff428b1beeccb27fafd2a1751','P1',0,0,'2030-01-01T00:00:00.000000+00:00',0);
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
CREATE TRIGGER nothing_is_kept_after_withdrawal BEFORE INSERT ON kept
WHEN EXISTS (SELECT 1 FROM withdrawal WHERE session = NEW.owner)
BEGIN SELECT RAISE(IGNORE); END;
COMMIT;
