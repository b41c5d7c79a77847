BEGIN TRANSACTION;
CREATE TABLE annotation (
    desk TEXT NOT NULL REFERENCES desk (id),
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    mono_ns INTEGER NOT NULL,
    utc TEXT NOT NULL,
    PRIMARY KEY (desk, seq)
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
) STRICT;
CREATE TABLE desk (
    id TEXT PRIMARY KEY,
    queue TEXT NOT NULL REFERENCES queue (hash),
    annotator TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('annotator', 'adjudicator')),
    utc TEXT NOT NULL
) STRICT;
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
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',0,'session_started','{"study_hash":"ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff","version":"995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5","code":"SIM-4-007-995DCB","slot":6,"pilot":false,"simulated":{"seed":4,"number":7,"profile":{"right":{"qualification":0.8,"choice":0.6},"spread":0.5,"seconds":12.0,"seconds_spread":0.5,"careless":0.05,"time_outs":0.2,"abandon":0.3,"decline":0.2}},"language":"en","program":"","plan":{"blocks":[{"id":"qualification","title":"","role":"qualification","seconds_per_question":30.0,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":0,"block":0,"item_hash":"ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c","item_id":"g2","question":0,"questions":1,"ordinal":0,"shift":7},{"index":1,"block":0,"item_hash":"19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0","item_id":"g3","question":0,"questions":1,"ordinal":1,"shift":8},{"index":2,"block":0,"item_hash":"5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6","item_id":"g1","question":0,"questions":1,"ordinal":2,"shift":6}]},{"id":"first","title":"","role":"main","seconds_per_question":20.0,"seconds_per_block":25.0,"confidence":true,"none_option":true,"break_after":1,"breaks":true,"instructions":"","steps":[{"index":3,"block":1,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":0,"shift":6},{"index":4,"block":1,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":1,"shift":8}]},{"id":"second","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":5,"block":2,"item_hash":"c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","item_id":"m2","question":0,"questions":1,"ordinal":0,"shift":7},{"index":6,"block":2,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":6},{"index":7,"block":2,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":2,"shift":8}]}]}}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',2,'consent_given','{}',7133807639,'boot-1','2030-05-01T12:00:07.133808+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',3,'instructions_read','{}',18074238617,'boot-1','2030-05-01T12:00:18.074239+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',4,'block_started','{"block":0}',27104154395,'boot-1','2030-05-01T12:00:27.104155+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',5,'question_shown','{"step":0}',27104154395,'boot-1','2030-05-01T12:00:27.104155+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',6,'answer_changed','{"step":0,"part":"q","answer":{"kind":"truth","value":"false"}}',30281028401,'boot-1','2030-05-01T12:00:30.281029+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',7,'answer_confirmed','{"step":0,"answers":{"q":{"kind":"truth","value":"false"}},"confidence":null}',33457902407,'boot-1','2030-05-01T12:00:33.457903+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',8,'question_shown','{"step":1}',33457902407,'boot-1','2030-05-01T12:00:33.457903+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',9,'answer_changed','{"step":1,"part":"q","answer":{"kind":"truth","value":"true"}}',43210661187,'boot-1','2030-05-01T12:00:43.210662+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',10,'answer_confirmed','{"step":1,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',52963419967,'boot-1','2030-05-01T12:00:52.963421+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',11,'question_shown','{"step":2}',52963419967,'boot-1','2030-05-01T12:00:52.963421+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',12,'answer_changed','{"step":2,"part":"q","answer":{"kind":"truth","value":"true"}}',57777343217,'boot-1','2030-05-01T12:00:57.777344+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',13,'answer_confirmed','{"step":2,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',62591266467,'boot-1','2030-05-01T12:01:02.591267+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',14,'qualification_decided','{"correct":3,"asked":3,"passed":true}',62591266467,'boot-1','2030-05-01T12:01:02.591267+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',15,'verdict_read','{}',71337510945,'boot-1','2030-05-01T12:01:11.337511+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',16,'block_started','{"block":1}',80170693848,'boot-1','2030-05-01T12:01:20.170694+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',17,'question_shown','{"step":3}',80170693848,'boot-1','2030-05-01T12:01:20.170694+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',18,'answer_changed','{"step":3,"part":"q","answer":{"kind":"choice","option":0}}',94504388271,'boot-1','2030-05-01T12:01:34.504388+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',19,'question_timed_out','{"step":3,"limit":"question","answers":{"q":{"kind":"choice","option":0}},"confidence":null}',100220693848,'boot-1','2030-05-01T12:01:40.220694+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',20,'break_started','{"planned":true}',100220693848,'boot-1','2030-05-01T12:01:40.220694+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',21,'break_ended','{}',104483141269,'boot-1','2030-05-01T12:01:44.483141+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',22,'question_shown','{"step":4}',104483141269,'boot-1','2030-05-01T12:01:44.483141+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',23,'answer_changed','{"step":4,"part":"q","answer":{"kind":"choice","option":3}}',108112262850,'boot-1','2030-05-01T12:01:48.112263+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',24,'question_timed_out','{"step":4,"limit":"block","answers":{"q":{"kind":"choice","option":3}},"confidence":null}',109483141269,'boot-1','2030-05-01T12:01:49.483141+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',25,'block_started','{"block":2}',118993346830,'boot-1','2030-05-01T12:01:58.993347+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',26,'question_shown','{"step":5}',118993346830,'boot-1','2030-05-01T12:01:58.993347+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',27,'answer_changed','{"step":5,"part":"q","answer":{"kind":"choice","option":1}}',143904059039,'boot-1','2030-05-01T12:02:23.904059+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',28,'answer_confirmed','{"step":5,"answers":{"q":{"kind":"choice","option":1}},"confidence":null}',168814771248,'boot-1','2030-05-01T12:02:48.814771+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',29,'question_shown','{"step":6}',168814771248,'boot-1','2030-05-01T12:02:48.814771+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',30,'answer_changed','{"step":6,"part":"q","answer":{"kind":"choice","option":0}}',190315312883,'boot-1','2030-05-01T12:03:10.315313+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',31,'answer_confirmed','{"step":6,"answers":{"q":{"kind":"choice","option":0}},"confidence":null}',211815854518,'boot-1','2030-05-01T12:03:31.815855+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',32,'question_shown','{"step":7}',211815854518,'boot-1','2030-05-01T12:03:31.815855+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',33,'answer_changed','{"step":7,"part":"q","answer":{"kind":"choice","option":3}}',230134848969,'boot-1','2030-05-01T12:03:50.134849+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',34,'answer_confirmed','{"step":7,"answers":{"q":{"kind":"choice","option":3}},"confidence":null}',248453843420,'boot-1','2030-05-01T12:04:08.453843+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',35,'session_completed','{"outcome":"completed","completion_code":"87D0-TXP2"}',248453843420,'boot-1','2030-05-01T12:04:08.453843+00:00');
INSERT INTO "event" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556',36,'segment_ended','{}',248453843420,'boot-1','2030-05-01T12:04:08.453843+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',0,'session_started','{"study_hash":"ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff","version":"995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5","code":"SIM-4-002-995DCB","slot":1,"pilot":false,"simulated":{"seed":4,"number":2,"profile":{"right":{"qualification":0.8,"choice":0.6},"spread":0.5,"seconds":12.0,"seconds_spread":0.5,"careless":0.05,"time_outs":0.2,"abandon":0.3,"decline":0.2}},"language":"en","program":"","plan":{"blocks":[{"id":"qualification","title":"","role":"qualification","seconds_per_question":30.0,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":0,"block":0,"item_hash":"5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6","item_id":"g1","question":0,"questions":1,"ordinal":0,"shift":1},{"index":1,"block":0,"item_hash":"19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0","item_id":"g3","question":0,"questions":1,"ordinal":1,"shift":3},{"index":2,"block":0,"item_hash":"ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c","item_id":"g2","question":0,"questions":1,"ordinal":2,"shift":2}]},{"id":"first","title":"","role":"main","seconds_per_question":20.0,"seconds_per_block":25.0,"confidence":true,"none_option":true,"break_after":1,"breaks":true,"instructions":"","steps":[{"index":3,"block":1,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":3},{"index":4,"block":1,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":1}]},{"id":"second","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":5,"block":2,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":3},{"index":6,"block":2,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":1},{"index":7,"block":2,"item_hash":"c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","item_id":"m2","question":0,"questions":1,"ordinal":2,"shift":2}]}]}}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',2,'consent_given','{}',9616236495,'boot-1','2030-05-01T12:00:09.616236+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',3,'instructions_read','{}',20085243070,'boot-1','2030-05-01T12:00:20.085243+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',4,'block_started','{"block":0}',30916660939,'boot-1','2030-05-01T12:00:30.916661+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',5,'question_shown','{"step":0}',30916660939,'boot-1','2030-05-01T12:00:30.916661+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',6,'answer_changed','{"step":0,"part":"q","answer":{"kind":"truth","value":"true"}}',38329510625,'boot-1','2030-05-01T12:00:38.329511+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',7,'question_timed_out','{"step":0,"limit":"question","answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',60966660939,'boot-1','2030-05-01T12:01:00.966661+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',8,'question_shown','{"step":1}',60966660939,'boot-1','2030-05-01T12:01:00.966661+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',9,'answer_changed','{"step":1,"part":"q","answer":{"kind":"truth","value":"unknown"}}',64038739578,'boot-1','2030-05-01T12:01:04.038740+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',10,'answer_confirmed','{"step":1,"answers":{"q":{"kind":"truth","value":"unknown"}},"confidence":null}',67110818217,'boot-1','2030-05-01T12:01:07.110819+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',11,'question_shown','{"step":2}',67110818217,'boot-1','2030-05-01T12:01:07.110819+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',12,'answer_changed','{"step":2,"part":"q","answer":{"kind":"truth","value":"false"}}',74210508009,'boot-1','2030-05-01T12:01:14.210509+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',13,'answer_confirmed','{"step":2,"answers":{"q":{"kind":"truth","value":"false"}},"confidence":null}',81310197801,'boot-1','2030-05-01T12:01:21.310199+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',14,'qualification_decided','{"correct":1,"asked":3,"passed":false}',81310197801,'boot-1','2030-05-01T12:01:21.310199+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',15,'session_completed','{"outcome":"not_qualified","completion_code":"A130-4BWE"}',81310197801,'boot-1','2030-05-01T12:01:21.310199+00:00');
INSERT INTO "event" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9',16,'segment_ended','{}',81310197801,'boot-1','2030-05-01T12:01:21.310199+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',0,'session_started','{"study_hash":"ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff","version":"995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5","code":"SIM-4-003-995DCB","slot":2,"pilot":false,"simulated":{"seed":4,"number":3,"profile":{"right":{"qualification":0.8,"choice":0.6},"spread":0.5,"seconds":12.0,"seconds_spread":0.5,"careless":0.05,"time_outs":0.2,"abandon":0.3,"decline":0.2}},"language":"en","program":"","plan":{"blocks":[{"id":"qualification","title":"","role":"qualification","seconds_per_question":30.0,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":0,"block":0,"item_hash":"ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c","item_id":"g2","question":0,"questions":1,"ordinal":0,"shift":3},{"index":1,"block":0,"item_hash":"5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6","item_id":"g1","question":0,"questions":1,"ordinal":1,"shift":2},{"index":2,"block":0,"item_hash":"19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0","item_id":"g3","question":0,"questions":1,"ordinal":2,"shift":4}]},{"id":"first","title":"","role":"main","seconds_per_question":20.0,"seconds_per_block":25.0,"confidence":true,"none_option":true,"break_after":1,"breaks":true,"instructions":"","steps":[{"index":3,"block":1,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":4},{"index":4,"block":1,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":2}]},{"id":"second","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":5,"block":2,"item_hash":"c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","item_id":"m2","question":0,"questions":1,"ordinal":0,"shift":3},{"index":6,"block":2,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":2},{"index":7,"block":2,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":2,"shift":4}]}]}}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',2,'consent_given','{}',8938754762,'boot-1','2030-05-01T12:00:08.938755+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',3,'instructions_read','{}',19464926318,'boot-1','2030-05-01T12:00:19.464927+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',4,'block_started','{"block":0}',25911910960,'boot-1','2030-05-01T12:00:25.911912+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',5,'question_shown','{"step":0}',25911910960,'boot-1','2030-05-01T12:00:25.911912+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',6,'answer_changed','{"step":0,"part":"q","answer":{"kind":"truth","value":"true"}}',38524410191,'boot-1','2030-05-01T12:00:38.524411+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',7,'answer_confirmed','{"step":0,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',51136909422,'boot-1','2030-05-01T12:00:51.136910+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',8,'question_shown','{"step":1}',51136909422,'boot-1','2030-05-01T12:00:51.136910+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',9,'answer_changed','{"step":1,"part":"q","answer":{"kind":"truth","value":"false"}}',61407395911,'boot-1','2030-05-01T12:01:01.407396+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',10,'answer_confirmed','{"step":1,"answers":{"q":{"kind":"truth","value":"false"}},"confidence":null}',71677882400,'boot-1','2030-05-01T12:01:11.677882+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',11,'question_shown','{"step":2}',71677882400,'boot-1','2030-05-01T12:01:11.677882+00:00');
INSERT INTO "event" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9',12,'segment_ended','{}',71677882400,'boot-1','2030-05-01T12:01:11.677882+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',0,'session_started','{"study_hash":"ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff","version":"995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5","code":"OPEN","slot":2,"pilot":false,"simulated":null,"language":"en","program":"","plan":{"blocks":[{"id":"qualification","title":"","role":"qualification","seconds_per_question":30.0,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":0,"block":0,"item_hash":"ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c","item_id":"g2","question":0,"questions":1,"ordinal":0,"shift":3},{"index":1,"block":0,"item_hash":"5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6","item_id":"g1","question":0,"questions":1,"ordinal":1,"shift":2},{"index":2,"block":0,"item_hash":"19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0","item_id":"g3","question":0,"questions":1,"ordinal":2,"shift":4}]},{"id":"first","title":"","role":"main","seconds_per_question":20.0,"seconds_per_block":25.0,"confidence":true,"none_option":true,"break_after":1,"breaks":true,"instructions":"","steps":[{"index":3,"block":1,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":4},{"index":4,"block":1,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":2}]},{"id":"second","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":5,"block":2,"item_hash":"c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","item_id":"m2","question":0,"questions":1,"ordinal":0,"shift":3},{"index":6,"block":2,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":2},{"index":7,"block":2,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":2,"shift":4}]}]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',2,'consent_given','{}',6000000000,'boot-1','2030-01-01T00:00:06.000000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',3,'instructions_read','{}',9000000000,'boot-1','2030-01-01T00:00:09.000000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',4,'block_started','{"block":0}',9200000000,'boot-1','2030-01-01T00:00:09.200000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',5,'question_shown','{"step":0}',9200000000,'boot-1','2030-01-01T00:00:09.200000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',6,'answer_changed','{"step":0,"part":"q","answer":{"kind":"truth","value":"false"}}',9400000000,'boot-1','2030-01-01T00:00:09.400000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',7,'answer_confirmed','{"step":0,"answers":{"q":{"kind":"truth","value":"false"}},"confidence":null}',9600000000,'boot-1','2030-01-01T00:00:09.600000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',8,'question_shown','{"step":1}',9600000000,'boot-1','2030-01-01T00:00:09.600000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',9,'answer_changed','{"step":1,"part":"q","answer":{"kind":"truth","value":"true"}}',12600000000,'boot-1','2030-01-01T00:00:12.600000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',10,'break_started','{"planned":false}',13600000000,'boot-1','2030-01-01T00:00:13.600000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',11,'break_ended','{}',13600000000,'boot-1','2030-01-01T00:00:13.600000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',12,'heartbeat','{}',14600000000,'boot-1','2030-01-01T00:00:14.600000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',13,'answer_confirmed','{"step":1,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',21000000000,'boot-1','2030-01-01T00:00:21.000000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',14,'question_shown','{"step":2}',21000000000,'boot-1','2030-01-01T00:00:21.000000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',15,'heartbeat','{}',24000000000,'boot-1','2030-01-01T00:00:24.000000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',16,'segment_ended','{}',24000000000,'boot-1','2030-01-01T00:00:24.000000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',17,'segment_started','{"boot_ns":20000000000,"away_ns":0,"away_clock":"utc","flagged":true,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-2','2029-12-31T23:52:04.000000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',18,'answer_changed','{"step":2,"part":"q","answer":{"kind":"truth","value":"true"}}',0,'boot-2','2029-12-31T23:52:04.000000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',19,'heartbeat','{}',1000000000,'boot-2','2029-12-31T23:52:05.000000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',20,'answer_confirmed','{"step":2,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',1200000000,'boot-2','2029-12-31T23:52:05.200000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',21,'qualification_decided','{"correct":3,"asked":3,"passed":true}',1200000000,'boot-2','2029-12-31T23:52:05.200000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',22,'verdict_read','{}',1200000000,'boot-2','2029-12-31T23:52:05.200000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',23,'block_started','{"block":1}',4200000000,'boot-2','2029-12-31T23:52:08.200000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',24,'question_shown','{"step":3}',4200000000,'boot-2','2029-12-31T23:52:08.200000+00:00');
INSERT INTO "event" VALUES('5651f64e-d664-453b-b24c-bba63bad8377',25,'answer_changed','{"step":3,"part":"q","answer":{"kind":"choice","option":1}}',4400000000,'boot-2','2029-12-31T23:52:08.400000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',0,'session_started','{"study_hash":"ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff","version":"995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5","code":"P5","slot":0,"pilot":false,"simulated":null,"language":"en","program":"","plan":{"blocks":[{"id":"qualification","title":"","role":"qualification","seconds_per_question":30.0,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":0,"block":0,"item_hash":"19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0","item_id":"g3","question":0,"questions":1,"ordinal":0,"shift":2},{"index":1,"block":0,"item_hash":"ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c","item_id":"g2","question":0,"questions":1,"ordinal":1,"shift":1},{"index":2,"block":0,"item_hash":"5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6","item_id":"g1","question":0,"questions":1,"ordinal":2,"shift":0}]},{"id":"first","title":"","role":"main","seconds_per_question":20.0,"seconds_per_block":25.0,"confidence":true,"none_option":true,"break_after":1,"breaks":true,"instructions":"","steps":[{"index":3,"block":1,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":2},{"index":4,"block":1,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":0}]},{"id":"second","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":5,"block":2,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":2},{"index":6,"block":2,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":0},{"index":7,"block":2,"item_hash":"c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","item_id":"m2","question":0,"questions":1,"ordinal":2,"shift":1}]}]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',2,'consent_given','{}',1000000000,'boot-1','2030-01-01T00:00:01.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',3,'instructions_read','{}',1000000000,'boot-1','2030-01-01T00:00:01.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',4,'block_started','{"block":0}',1200000000,'boot-1','2030-01-01T00:00:01.200000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',5,'question_shown','{"step":0}',1200000000,'boot-1','2030-01-01T00:00:01.200000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',6,'answer_changed','{"step":0,"part":"q","answer":{"kind":"truth","value":"true"}}',1400000000,'boot-1','2030-01-01T00:00:01.400000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',7,'break_started','{"planned":false}',1600000000,'boot-1','2030-01-01T00:00:01.600000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',8,'break_ended','{}',8800000000,'boot-1','2030-01-01T00:00:08.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',9,'answer_confirmed','{"step":0,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',13800000000,'boot-1','2030-01-01T00:00:13.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',10,'question_shown','{"step":1}',13800000000,'boot-1','2030-01-01T00:00:13.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',11,'heartbeat','{}',15800000000,'boot-1','2030-01-01T00:00:15.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',12,'heartbeat','{}',18800000000,'boot-1','2030-01-01T00:00:18.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',13,'answer_changed','{"step":1,"part":"q","answer":{"kind":"truth","value":"false"}}',18800000000,'boot-1','2030-01-01T00:00:18.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',14,'answer_confirmed','{"step":1,"answers":{"q":{"kind":"truth","value":"false"}},"confidence":null}',18800000000,'boot-1','2030-01-01T00:00:18.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',15,'question_shown','{"step":2}',18800000000,'boot-1','2030-01-01T00:00:18.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',16,'answer_changed','{"step":2,"part":"q","answer":{"kind":"truth","value":"true"}}',19000000000,'boot-1','2030-01-01T00:00:19.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',17,'heartbeat','{}',24000000000,'boot-1','2030-01-01T00:00:24.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',18,'answer_changed','{"step":2,"part":"q","answer":null}',25000000000,'boot-1','2030-01-01T00:00:25.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',19,'answer_changed','{"step":2,"part":"q","answer":{"kind":"truth","value":"true"}}',28000000000,'boot-1','2030-01-01T00:00:28.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',20,'answer_confirmed','{"step":2,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',31000000000,'boot-1','2030-01-01T00:00:31.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',21,'qualification_decided','{"correct":3,"asked":3,"passed":true}',31000000000,'boot-1','2030-01-01T00:00:31.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',22,'verdict_read','{}',34000000000,'boot-1','2030-01-01T00:00:34.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',23,'block_started','{"block":1}',37400000000,'boot-1','2030-01-01T00:00:37.400000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',24,'question_shown','{"step":3}',37400000000,'boot-1','2030-01-01T00:00:37.400000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',25,'answer_changed','{"step":3,"part":"q","answer":{"kind":"choice","option":1}}',46600000000,'boot-1','2030-01-01T00:00:46.600000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',26,'confidence_changed','{"step":3,"confidence":5}',46800000000,'boot-1','2030-01-01T00:00:46.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',27,'answer_changed','{"step":3,"part":"q","answer":null}',49800000000,'boot-1','2030-01-01T00:00:49.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',28,'answer_changed','{"step":3,"part":"q","answer":{"kind":"choice","option":1}}',51800000000,'boot-1','2030-01-01T00:00:51.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',29,'heartbeat','{}',52800000000,'boot-1','2030-01-01T00:00:52.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',30,'answer_confirmed','{"step":3,"answers":{"q":{"kind":"choice","option":1}},"confidence":5}',53800000000,'boot-1','2030-01-01T00:00:53.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',31,'break_started','{"planned":true}',53800000000,'boot-1','2030-01-01T00:00:53.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',32,'segment_started','{"boot_ns":1059800000000,"away_ns":6000000000,"away_clock":"boot","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-01-01T00:00:59.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',33,'break_ended','{}',1000000000,'boot-1','2030-01-01T00:01:00.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',34,'question_shown','{"step":4}',1000000000,'boot-1','2030-01-01T00:01:00.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',35,'heartbeat','{}',2000000000,'boot-1','2030-01-01T00:01:01.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',36,'answer_changed','{"step":4,"part":"q","answer":{"kind":"choice","option":2}}',5000000000,'boot-1','2030-01-01T00:01:04.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',37,'confidence_changed','{"step":4,"confidence":2}',6000000000,'boot-1','2030-01-01T00:01:05.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',38,'heartbeat','{}',7000000000,'boot-1','2030-01-01T00:01:06.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',39,'question_timed_out','{"step":4,"limit":"block","answers":{"q":{"kind":"choice","option":2}},"confidence":2}',10000000000,'boot-1','2030-01-01T00:01:09.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',40,'block_started','{"block":2}',13000000000,'boot-1','2030-01-01T00:01:12.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',41,'question_shown','{"step":5}',13000000000,'boot-1','2030-01-01T00:01:12.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',42,'heartbeat','{}',14000000000,'boot-1','2030-01-01T00:01:13.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',43,'heartbeat','{}',16200000000,'boot-1','2030-01-01T00:01:16.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',44,'segment_ended','{}',19200000000,'boot-1','2030-01-01T00:01:19.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',45,'segment_started','{"boot_ns":1129000000000,"away_ns":50000000000,"away_clock":"boot","flagged":false,"counted_ns":0,"stopped_ns":50000000000,"program":""}',0,'boot-1','2030-01-01T00:02:09.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',46,'heartbeat','{}',2000000000,'boot-1','2030-01-01T00:02:11.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',47,'answer_changed','{"step":5,"part":"q","answer":{"kind":"choice","option":1}}',3000000000,'boot-1','2030-01-01T00:02:12.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',48,'answer_changed','{"step":5,"part":"q","answer":{"kind":"choice","option":2}}',4000000000,'boot-1','2030-01-01T00:02:13.000000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',49,'heartbeat','{}',7400000000,'boot-1','2030-01-01T00:02:16.400000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',50,'answer_confirmed','{"step":5,"answers":{"q":{"kind":"choice","option":2}},"confidence":null}',7600000000,'boot-1','2030-01-01T00:02:16.600000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',51,'question_shown','{"step":6}',7600000000,'boot-1','2030-01-01T00:02:16.600000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',52,'heartbeat','{}',11600000000,'boot-1','2030-01-01T00:02:20.600000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',53,'break_started','{"planned":false}',14600000000,'boot-1','2030-01-01T00:02:23.600000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',54,'break_ended','{}',15600000000,'boot-1','2030-01-01T00:02:24.600000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',55,'answer_changed','{"step":6,"part":"q","answer":{"kind":"choice","option":0}}',16600000000,'boot-1','2030-01-01T00:02:25.600000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',56,'suspended','{"away_ns":20000000000,"counted_ns":0,"stopped_ns":20000000000}',36800000000,'boot-1','2030-01-01T00:02:45.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',57,'segment_started','{"boot_ns":1216800000000,"away_ns":51000000000,"away_clock":"boot","flagged":false,"counted_ns":1000000000,"stopped_ns":50000000000,"program":""}',0,'boot-1','2030-01-01T00:03:36.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',58,'heartbeat','{}',1000000000,'boot-1','2030-01-01T00:03:37.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',59,'answer_confirmed','{"step":6,"answers":{"q":{"kind":"choice","option":0}},"confidence":null}',2000000000,'boot-1','2030-01-01T00:03:38.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',60,'question_shown','{"step":7}',2000000000,'boot-1','2030-01-01T00:03:38.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',61,'break_started','{"planned":false}',2000000000,'boot-1','2030-01-01T00:03:38.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',62,'break_ended','{}',3000000000,'boot-1','2030-01-01T00:03:39.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',63,'answer_changed','{"step":7,"part":"q","answer":{"kind":"choice","option":0}}',4000000000,'boot-1','2030-01-01T00:03:40.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',64,'answer_confirmed','{"step":7,"answers":{"q":{"kind":"choice","option":0}},"confidence":null}',7000000000,'boot-1','2030-01-01T00:03:43.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',65,'session_completed','{"outcome":"completed","completion_code":"8F61-AR5G"}',7000000000,'boot-1','2030-01-01T00:03:43.800000+00:00');
INSERT INTO "event" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f',66,'segment_ended','{}',7000000000,'boot-1','2030-01-01T00:03:43.800000+00:00');
INSERT INTO "event" VALUES('78eb39d6-15c2-4750-a3cd-a32f4a6f72ad',0,'session_started','{"study_hash":"ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff","version":"995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5","code":"SIM-4-006-995DCB","slot":5,"pilot":false,"simulated":{"seed":4,"number":6,"profile":{"right":{"qualification":0.8,"choice":0.6},"spread":0.5,"seconds":12.0,"seconds_spread":0.5,"careless":0.05,"time_outs":0.2,"abandon":0.3,"decline":0.2}},"language":"en","program":"","plan":{"blocks":[{"id":"qualification","title":"","role":"qualification","seconds_per_question":30.0,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":0,"block":0,"item_hash":"19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0","item_id":"g3","question":0,"questions":1,"ordinal":0,"shift":7},{"index":1,"block":0,"item_hash":"ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c","item_id":"g2","question":0,"questions":1,"ordinal":1,"shift":6},{"index":2,"block":0,"item_hash":"5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6","item_id":"g1","question":0,"questions":1,"ordinal":2,"shift":5}]},{"id":"first","title":"","role":"main","seconds_per_question":20.0,"seconds_per_block":25.0,"confidence":true,"none_option":true,"break_after":1,"breaks":true,"instructions":"","steps":[{"index":3,"block":1,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":7},{"index":4,"block":1,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":5}]},{"id":"second","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":5,"block":2,"item_hash":"c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","item_id":"m2","question":0,"questions":1,"ordinal":0,"shift":6},{"index":6,"block":2,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":5},{"index":7,"block":2,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":2,"shift":7}]}]}}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('78eb39d6-15c2-4750-a3cd-a32f4a6f72ad',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('78eb39d6-15c2-4750-a3cd-a32f4a6f72ad',2,'consent_declined','{}',4620134661,'boot-1','2030-05-01T12:00:04.620135+00:00');
INSERT INTO "event" VALUES('78eb39d6-15c2-4750-a3cd-a32f4a6f72ad',3,'session_completed','{"outcome":"declined","completion_code":"CKCD-6QN7"}',4620134661,'boot-1','2030-05-01T12:00:04.620135+00:00');
INSERT INTO "event" VALUES('78eb39d6-15c2-4750-a3cd-a32f4a6f72ad',4,'segment_ended','{}',4620134661,'boot-1','2030-05-01T12:00:04.620135+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',0,'session_started','{"study_hash":"ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff","version":"995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5","code":"SIM-4-005-995DCB","slot":4,"pilot":false,"simulated":{"seed":4,"number":5,"profile":{"right":{"qualification":0.8,"choice":0.6},"spread":0.5,"seconds":12.0,"seconds_spread":0.5,"careless":0.05,"time_outs":0.2,"abandon":0.3,"decline":0.2}},"language":"en","program":"","plan":{"blocks":[{"id":"qualification","title":"","role":"qualification","seconds_per_question":30.0,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":0,"block":0,"item_hash":"19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0","item_id":"g3","question":0,"questions":1,"ordinal":0,"shift":6},{"index":1,"block":0,"item_hash":"ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c","item_id":"g2","question":0,"questions":1,"ordinal":1,"shift":5},{"index":2,"block":0,"item_hash":"5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6","item_id":"g1","question":0,"questions":1,"ordinal":2,"shift":4}]},{"id":"first","title":"","role":"main","seconds_per_question":20.0,"seconds_per_block":25.0,"confidence":true,"none_option":true,"break_after":1,"breaks":true,"instructions":"","steps":[{"index":3,"block":1,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":0,"shift":4},{"index":4,"block":1,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":1,"shift":6}]},{"id":"second","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":5,"block":2,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":6},{"index":6,"block":2,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":4},{"index":7,"block":2,"item_hash":"c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","item_id":"m2","question":0,"questions":1,"ordinal":2,"shift":5}]}]}}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',2,'consent_given','{}',9857828152,'boot-1','2030-05-01T12:00:09.857828+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',3,'instructions_read','{}',21373969133,'boot-1','2030-05-01T12:00:21.373969+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',4,'block_started','{"block":0}',29959999882,'boot-1','2030-05-01T12:00:29.960000+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',5,'question_shown','{"step":0}',29959999882,'boot-1','2030-05-01T12:00:29.960000+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',6,'answer_changed','{"step":0,"part":"q","answer":{"kind":"truth","value":"true"}}',46337103389,'boot-1','2030-05-01T12:00:46.337104+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',7,'question_timed_out','{"step":0,"limit":"question","answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',60009999882,'boot-1','2030-05-01T12:01:00.010000+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',8,'question_shown','{"step":1}',60009999882,'boot-1','2030-05-01T12:01:00.010000+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',9,'question_timed_out','{"step":1,"limit":"question","answers":{},"confidence":null}',90059999882,'boot-1','2030-05-01T12:01:30.060000+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',10,'question_shown','{"step":2}',90059999882,'boot-1','2030-05-01T12:01:30.060000+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',11,'answer_changed','{"step":2,"part":"q","answer":{"kind":"truth","value":"true"}}',104663050827,'boot-1','2030-05-01T12:01:44.663051+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',12,'answer_confirmed','{"step":2,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',119266101772,'boot-1','2030-05-01T12:01:59.266102+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',13,'qualification_decided','{"correct":1,"asked":3,"passed":false}',119266101772,'boot-1','2030-05-01T12:01:59.266102+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',14,'session_completed','{"outcome":"not_qualified","completion_code":"C3WH-79J9"}',119266101772,'boot-1','2030-05-01T12:01:59.266102+00:00');
INSERT INTO "event" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad',15,'segment_ended','{}',119266101772,'boot-1','2030-05-01T12:01:59.266102+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',0,'session_started','{"study_hash":"ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff","version":"995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5","code":"SIM-4-001-995DCB","slot":0,"pilot":false,"simulated":{"seed":4,"number":1,"profile":{"right":{"qualification":0.8,"choice":0.6},"spread":0.5,"seconds":12.0,"seconds_spread":0.5,"careless":0.05,"time_outs":0.2,"abandon":0.3,"decline":0.2}},"language":"en","program":"","plan":{"blocks":[{"id":"qualification","title":"","role":"qualification","seconds_per_question":30.0,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":0,"block":0,"item_hash":"19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0","item_id":"g3","question":0,"questions":1,"ordinal":0,"shift":2},{"index":1,"block":0,"item_hash":"ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c","item_id":"g2","question":0,"questions":1,"ordinal":1,"shift":1},{"index":2,"block":0,"item_hash":"5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6","item_id":"g1","question":0,"questions":1,"ordinal":2,"shift":0}]},{"id":"first","title":"","role":"main","seconds_per_question":20.0,"seconds_per_block":25.0,"confidence":true,"none_option":true,"break_after":1,"breaks":true,"instructions":"","steps":[{"index":3,"block":1,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":2},{"index":4,"block":1,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":0}]},{"id":"second","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":5,"block":2,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":2},{"index":6,"block":2,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":0},{"index":7,"block":2,"item_hash":"c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","item_id":"m2","question":0,"questions":1,"ordinal":2,"shift":1}]}]}}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',2,'consent_given','{}',4616018535,'boot-1','2030-05-01T12:00:04.616019+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',3,'instructions_read','{}',15284578372,'boot-1','2030-05-01T12:00:15.284579+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',4,'block_started','{"block":0}',21087259476,'boot-1','2030-05-01T12:00:21.087260+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',5,'question_shown','{"step":0}',21087259476,'boot-1','2030-05-01T12:00:21.087260+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',6,'answer_changed','{"step":0,"part":"q","answer":{"kind":"truth","value":"true"}}',29136441749,'boot-1','2030-05-01T12:00:29.136442+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',7,'answer_confirmed','{"step":0,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',37185624022,'boot-1','2030-05-01T12:00:37.185624+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',8,'question_shown','{"step":1}',37185624022,'boot-1','2030-05-01T12:00:37.185624+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',9,'answer_changed','{"step":1,"part":"q","answer":{"kind":"truth","value":"false"}}',39795902112,'boot-1','2030-05-01T12:00:39.795902+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',10,'answer_confirmed','{"step":1,"answers":{"q":{"kind":"truth","value":"false"}},"confidence":null}',42406180202,'boot-1','2030-05-01T12:00:42.406180+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',11,'question_shown','{"step":2}',42406180202,'boot-1','2030-05-01T12:00:42.406180+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',12,'answer_changed','{"step":2,"part":"q","answer":{"kind":"truth","value":"true"}}',48905755730,'boot-1','2030-05-01T12:00:48.905756+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',13,'answer_confirmed','{"step":2,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',55405331258,'boot-1','2030-05-01T12:00:55.405332+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',14,'qualification_decided','{"correct":3,"asked":3,"passed":true}',55405331258,'boot-1','2030-05-01T12:00:55.405332+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',15,'verdict_read','{}',59630580345,'boot-1','2030-05-01T12:00:59.630581+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',16,'block_started','{"block":1}',64378414198,'boot-1','2030-05-01T12:01:04.378415+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',17,'question_shown','{"step":3}',64378414198,'boot-1','2030-05-01T12:01:04.378415+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',18,'answer_changed','{"step":3,"part":"q","answer":{"kind":"choice","option":null}}',68875807581,'boot-1','2030-05-01T12:01:08.875808+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',19,'confidence_changed','{"step":3,"confidence":5}',73373200964,'boot-1','2030-05-01T12:01:13.373201+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',20,'answer_confirmed','{"step":3,"answers":{"q":{"kind":"choice","option":null}},"confidence":5}',77870594347,'boot-1','2030-05-01T12:01:17.870594+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',21,'break_started','{"planned":true}',77870594347,'boot-1','2030-05-01T12:01:17.870594+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',22,'break_ended','{}',85763408552,'boot-1','2030-05-01T12:01:25.763408+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',23,'question_shown','{"step":4}',85763408552,'boot-1','2030-05-01T12:01:25.763408+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',24,'answer_changed','{"step":4,"part":"q","answer":{"kind":"choice","option":0}}',90716016207,'boot-1','2030-05-01T12:01:30.716016+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',25,'confidence_changed','{"step":4,"confidence":4}',95668623862,'boot-1','2030-05-01T12:01:35.668624+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',26,'question_timed_out','{"step":4,"limit":"block","answers":{"q":{"kind":"choice","option":0}},"confidence":4}',97321228403,'boot-1','2030-05-01T12:01:37.321229+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',27,'block_started','{"block":2}',102346604111,'boot-1','2030-05-01T12:01:42.346605+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',28,'question_shown','{"step":5}',102346604111,'boot-1','2030-05-01T12:01:42.346605+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',29,'answer_changed','{"step":5,"part":"q","answer":{"kind":"choice","option":2}}',107644427188,'boot-1','2030-05-01T12:01:47.644428+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',30,'answer_confirmed','{"step":5,"answers":{"q":{"kind":"choice","option":2}},"confidence":null}',112942250265,'boot-1','2030-05-01T12:01:52.942251+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',31,'question_shown','{"step":6}',112942250265,'boot-1','2030-05-01T12:01:52.942251+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',32,'answer_changed','{"step":6,"part":"q","answer":{"kind":"choice","option":0}}',120371161747,'boot-1','2030-05-01T12:02:00.371162+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',33,'answer_confirmed','{"step":6,"answers":{"q":{"kind":"choice","option":0}},"confidence":null}',127800073229,'boot-1','2030-05-01T12:02:07.800073+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',34,'question_shown','{"step":7}',127800073229,'boot-1','2030-05-01T12:02:07.800073+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',35,'answer_changed','{"step":7,"part":"q","answer":{"kind":"choice","option":3}}',132968786401,'boot-1','2030-05-01T12:02:12.968786+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',36,'answer_confirmed','{"step":7,"answers":{"q":{"kind":"choice","option":3}},"confidence":null}',138137499573,'boot-1','2030-05-01T12:02:18.137499+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',37,'session_completed','{"outcome":"completed","completion_code":"HNN8-1SRZ"}',138137499573,'boot-1','2030-05-01T12:02:18.137499+00:00');
INSERT INTO "event" VALUES('eea48f66-9582-407b-977d-3b4549f1c657',38,'segment_ended','{}',138137499573,'boot-1','2030-05-01T12:02:18.137499+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',0,'session_started','{"study_hash":"ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff","version":"995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5","code":"P8","slot":1,"pilot":false,"simulated":null,"language":"en","program":"","plan":{"blocks":[{"id":"qualification","title":"","role":"qualification","seconds_per_question":30.0,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":0,"block":0,"item_hash":"5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6","item_id":"g1","question":0,"questions":1,"ordinal":0,"shift":1},{"index":1,"block":0,"item_hash":"19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0","item_id":"g3","question":0,"questions":1,"ordinal":1,"shift":3},{"index":2,"block":0,"item_hash":"ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c","item_id":"g2","question":0,"questions":1,"ordinal":2,"shift":2}]},{"id":"first","title":"","role":"main","seconds_per_question":20.0,"seconds_per_block":25.0,"confidence":true,"none_option":true,"break_after":1,"breaks":true,"instructions":"","steps":[{"index":3,"block":1,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":3},{"index":4,"block":1,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":1}]},{"id":"second","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":5,"block":2,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":3},{"index":6,"block":2,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":1,"shift":1},{"index":7,"block":2,"item_hash":"c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","item_id":"m2","question":0,"questions":1,"ordinal":2,"shift":2}]}]}}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-01-01T00:00:00.000000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',2,'consent_given','{}',6200000000,'boot-1','2030-01-01T00:00:06.200000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',3,'instructions_read','{}',9400000000,'boot-1','2030-01-01T00:00:09.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',4,'segment_ended','{}',10600000000,'boot-1','2030-01-01T00:00:10.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',5,'segment_started','{"boot_ns":1060600000000,"away_ns":50000000000,"away_clock":"boot","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-01-01T00:01:00.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',6,'block_started','{"block":0}',0,'boot-1','2030-01-01T00:01:00.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',7,'question_shown','{"step":0}',0,'boot-1','2030-01-01T00:01:00.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',8,'answer_changed','{"step":0,"part":"q","answer":{"kind":"truth","value":"true"}}',0,'boot-1','2030-01-01T00:01:00.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',9,'answer_confirmed','{"step":0,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',400000000,'boot-1','2030-01-01T00:01:01.000000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',10,'question_shown','{"step":1}',400000000,'boot-1','2030-01-01T00:01:01.000000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',11,'answer_changed','{"step":1,"part":"q","answer":{"kind":"truth","value":"true"}}',3400000000,'boot-1','2030-01-01T00:01:04.000000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',12,'answer_confirmed','{"step":1,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',3800000000,'boot-1','2030-01-01T00:01:04.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',13,'question_shown','{"step":2}',3800000000,'boot-1','2030-01-01T00:01:04.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',14,'heartbeat','{}',7000000000,'boot-1','2030-01-01T00:01:07.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',15,'heartbeat','{}',8000000000,'boot-1','2030-01-01T00:01:08.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',16,'answer_changed','{"step":2,"part":"q","answer":{"kind":"truth","value":"false"}}',11000000000,'boot-1','2030-01-01T00:01:11.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',17,'suspended','{"away_ns":20000000000,"counted_ns":0,"stopped_ns":20000000000}',37200000000,'boot-1','2030-01-01T00:01:37.800000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',18,'heartbeat','{}',40200000000,'boot-1','2030-01-01T00:01:40.800000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',19,'answer_confirmed','{"step":2,"answers":{"q":{"kind":"truth","value":"false"}},"confidence":null}',40200000000,'boot-1','2030-01-01T00:01:40.800000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',20,'qualification_decided','{"correct":3,"asked":3,"passed":true}',40200000000,'boot-1','2030-01-01T00:01:40.800000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',21,'verdict_read','{}',41200000000,'boot-1','2030-01-01T00:01:41.800000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',22,'segment_started','{"boot_ns":20000000000,"away_ns":504000000000,"away_clock":"utc","flagged":true,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-2','2030-01-01T00:10:05.800000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',23,'block_started','{"block":1}',3000000000,'boot-2','2030-01-01T00:10:08.800000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',24,'question_shown','{"step":3}',3000000000,'boot-2','2030-01-01T00:10:08.800000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',25,'answer_changed','{"step":3,"part":"q","answer":{"kind":"choice","option":2}}',6200000000,'boot-2','2030-01-01T00:10:12.000000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',26,'answer_changed','{"step":3,"part":"q","answer":{"kind":"choice","option":null}}',12200000000,'boot-2','2030-01-01T00:10:18.000000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',27,'confidence_changed','{"step":3,"confidence":5}',12200000000,'boot-2','2030-01-01T00:10:18.000000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',28,'heartbeat','{}',15400000000,'boot-2','2030-01-01T00:10:21.200000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',29,'break_started','{"planned":false}',15600000000,'boot-2','2030-01-01T00:10:21.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',30,'break_ended','{}',15600000000,'boot-2','2030-01-01T00:10:21.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',31,'answer_confirmed','{"step":3,"answers":{"q":{"kind":"choice","option":null}},"confidence":5}',19600000000,'boot-2','2030-01-01T00:10:25.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',32,'break_started','{"planned":true}',19600000000,'boot-2','2030-01-01T00:10:25.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',33,'break_ended','{}',20600000000,'boot-2','2030-01-01T00:10:26.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',34,'question_shown','{"step":4}',20600000000,'boot-2','2030-01-01T00:10:26.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',35,'answer_changed','{"step":4,"part":"q","answer":{"kind":"choice","option":0}}',20600000000,'boot-2','2030-01-01T00:10:26.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',36,'heartbeat','{}',23600000000,'boot-2','2030-01-01T00:10:29.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',37,'confidence_changed','{"step":4,"confidence":3}',24600000000,'boot-2','2030-01-01T00:10:30.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',38,'answer_confirmed','{"step":4,"answers":{"q":{"kind":"choice","option":0}},"confidence":3}',24800000000,'boot-2','2030-01-01T00:10:30.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',39,'block_started','{"block":2}',25800000000,'boot-2','2030-01-01T00:10:31.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',40,'question_shown','{"step":5}',25800000000,'boot-2','2030-01-01T00:10:31.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',41,'heartbeat','{}',28800000000,'boot-2','2030-01-01T00:10:34.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',42,'answer_changed','{"step":5,"part":"q","answer":{"kind":"choice","option":1}}',30800000000,'boot-2','2030-01-01T00:10:36.600000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',43,'answer_confirmed','{"step":5,"answers":{"q":{"kind":"choice","option":1}},"confidence":null}',34000000000,'boot-2','2030-01-01T00:10:39.800000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',44,'question_shown','{"step":6}',34000000000,'boot-2','2030-01-01T00:10:39.800000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',45,'answer_changed','{"step":6,"part":"q","answer":{"kind":"choice","option":0}}',34200000000,'boot-2','2030-01-01T00:10:40.000000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',46,'answer_confirmed','{"step":6,"answers":{"q":{"kind":"choice","option":0}},"confidence":null}',37400000000,'boot-2','2030-01-01T00:10:43.200000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',47,'question_shown','{"step":7}',37400000000,'boot-2','2030-01-01T00:10:43.200000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',48,'answer_changed','{"step":7,"part":"q","answer":{"kind":"choice","option":1}}',38600000000,'boot-2','2030-01-01T00:10:44.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',49,'answer_confirmed','{"step":7,"answers":{"q":{"kind":"choice","option":1}},"confidence":null}',38600000000,'boot-2','2030-01-01T00:10:44.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',50,'session_completed','{"outcome":"completed","completion_code":"N2KW-7RTG"}',38600000000,'boot-2','2030-01-01T00:10:44.400000+00:00');
INSERT INTO "event" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87',51,'segment_ended','{}',38600000000,'boot-2','2030-01-01T00:10:44.400000+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',0,'session_started','{"study_hash":"ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff","version":"995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5","code":"SIM-4-004-995DCB","slot":3,"pilot":false,"simulated":{"seed":4,"number":4,"profile":{"right":{"qualification":0.8,"choice":0.6},"spread":0.5,"seconds":12.0,"seconds_spread":0.5,"careless":0.05,"time_outs":0.2,"abandon":0.3,"decline":0.2}},"language":"en","program":"","plan":{"blocks":[{"id":"qualification","title":"","role":"qualification","seconds_per_question":30.0,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":0,"block":0,"item_hash":"ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c","item_id":"g2","question":0,"questions":1,"ordinal":0,"shift":4},{"index":1,"block":0,"item_hash":"19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0","item_id":"g3","question":0,"questions":1,"ordinal":1,"shift":5},{"index":2,"block":0,"item_hash":"5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6","item_id":"g1","question":0,"questions":1,"ordinal":2,"shift":3}]},{"id":"first","title":"","role":"main","seconds_per_question":20.0,"seconds_per_block":25.0,"confidence":true,"none_option":true,"break_after":1,"breaks":true,"instructions":"","steps":[{"index":3,"block":1,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":0,"shift":3},{"index":4,"block":1,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":1,"shift":5}]},{"id":"second","title":"","role":"main","seconds_per_question":null,"seconds_per_block":null,"confidence":false,"none_option":false,"break_after":null,"breaks":true,"instructions":"","steps":[{"index":5,"block":2,"item_hash":"3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b","item_id":"m3","question":0,"questions":1,"ordinal":0,"shift":5},{"index":6,"block":2,"item_hash":"c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","item_id":"m2","question":0,"questions":1,"ordinal":1,"shift":4},{"index":7,"block":2,"item_hash":"2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","item_id":"m1","question":0,"questions":1,"ordinal":2,"shift":3}]}]}}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',1,'segment_started','{"boot_ns":1000000000000,"away_ns":0,"away_clock":"none","flagged":false,"counted_ns":0,"stopped_ns":0,"program":""}',0,'boot-1','2030-05-01T12:00:00.000000+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',2,'consent_given','{}',8108354226,'boot-1','2030-05-01T12:00:08.108354+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',3,'instructions_read','{}',19932577578,'boot-1','2030-05-01T12:00:19.932577+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',4,'block_started','{"block":0}',29772864643,'boot-1','2030-05-01T12:00:29.772864+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',5,'question_shown','{"step":0}',29772864643,'boot-1','2030-05-01T12:00:29.772864+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',6,'answer_changed','{"step":0,"part":"q","answer":{"kind":"truth","value":"true"}}',30496675512,'boot-1','2030-05-01T12:00:30.496675+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',7,'answer_confirmed','{"step":0,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',31220486381,'boot-1','2030-05-01T12:00:31.220486+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',8,'question_shown','{"step":1}',31220486381,'boot-1','2030-05-01T12:00:31.220486+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',9,'answer_changed','{"step":1,"part":"q","answer":{"kind":"truth","value":"unknown"}}',34573807497,'boot-1','2030-05-01T12:00:34.573807+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',10,'answer_confirmed','{"step":1,"answers":{"q":{"kind":"truth","value":"unknown"}},"confidence":null}',37927128613,'boot-1','2030-05-01T12:00:37.927128+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',11,'question_shown','{"step":2}',37927128613,'boot-1','2030-05-01T12:00:37.927128+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',12,'answer_changed','{"step":2,"part":"q","answer":{"kind":"truth","value":"true"}}',39723586901,'boot-1','2030-05-01T12:00:39.723586+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',13,'answer_confirmed','{"step":2,"answers":{"q":{"kind":"truth","value":"true"}},"confidence":null}',41520045189,'boot-1','2030-05-01T12:00:41.520044+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',14,'qualification_decided','{"correct":1,"asked":3,"passed":false}',41520045189,'boot-1','2030-05-01T12:00:41.520044+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',15,'session_completed','{"outcome":"not_qualified","completion_code":"77SB-SEXC"}',41520045189,'boot-1','2030-05-01T12:00:41.520044+00:00');
INSERT INTO "event" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3',16,'segment_ended','{}',41520045189,'boot-1','2030-05-01T12:00:41.520044+00:00');
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
CREATE TABLE item (
    hash TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO "item" VALUES('5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6','g1','{"id":"g1","title":"","language":"en","text":"g1","questions":[{"id":"q","text":"","kind":"truth","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"truth","value":"true"},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}}');
INSERT INTO "item" VALUES('ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c','g2','{"id":"g2","title":"","language":"en","text":"g2","questions":[{"id":"q","text":"","kind":"truth","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"truth","value":"false"},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}}');
INSERT INTO "item" VALUES('19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0','g3','{"id":"g3","title":"","language":"en","text":"g3","questions":[{"id":"q","text":"","kind":"truth","query_kind":null,"query":null,"options":[],"vocabulary":[],"gold":{"kind":"truth","value":"true"},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}}');
INSERT INTO "item" VALUES('2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c','m1','{"id":"m1","title":"","language":"en","text":"About m1.","questions":[{"id":"q","text":"","kind":"choice","query_kind":null,"query":null,"options":[{"text":"option 0","formula":null},{"text":"option 1","formula":null},{"text":"option 2","formula":null},{"text":"option 3","formula":null}],"vocabulary":[],"gold":{"kind":"choice","option":0},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}}');
INSERT INTO "item" VALUES('c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8','m2','{"id":"m2","title":"","language":"en","text":"About m2.","questions":[{"id":"q","text":"","kind":"choice","query_kind":null,"query":null,"options":[{"text":"option 0","formula":null},{"text":"option 1","formula":null},{"text":"option 2","formula":null},{"text":"option 3","formula":null}],"vocabulary":[],"gold":{"kind":"choice","option":1},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}}');
INSERT INTO "item" VALUES('3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b','m3','{"id":"m3","title":"","language":"en","text":"About m3.","questions":[{"id":"q","text":"","kind":"choice","query_kind":null,"query":null,"options":[{"text":"option 0","formula":null},{"text":"option 1","formula":null},{"text":"option 2","formula":null},{"text":"option 3","formula":null}],"vocabulary":[],"gold":{"kind":"choice","option":null},"condition":null,"parts":[]}],"formalization":null,"attributes":{},"rubric":[],"explanation":"","provenance":{"benchmark":"","file":"","index":null,"generator":null,"version":null,"seed":null,"parameters":{}}}');
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
CREATE TABLE migration (name TEXT PRIMARY KEY, utc TEXT NOT NULL) STRICT;
INSERT INTO "migration" VALUES('0001 record','2026-11-21T23:28:11.159Z');
INSERT INTO "migration" VALUES('0002 proofs','2026-11-21T23:28:11.159Z');
INSERT INTO "migration" VALUES('0003 figures','2026-11-21T23:28:11.159Z');
INSERT INTO "migration" VALUES('0004 model answers','2026-11-21T23:28:11.160Z');
INSERT INTO "migration" VALUES('0005 annotation','2026-11-21T23:28:11.160Z');
INSERT INTO "migration" VALUES('0006 simulated respondents','2026-11-21T23:28:11.165Z');
INSERT INTO "migration" VALUES('0007 grades of answers','2026-11-21T23:28:11.166Z');
CREATE TABLE parameters (
    hash TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
CREATE TABLE proof (
    item_hash TEXT PRIMARY KEY,
    state TEXT NOT NULL,
    program TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
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
CREATE TABLE series (
    id BLOB PRIMARY KEY,
    model TEXT NOT NULL,
    setting TEXT NOT NULL,
    run INTEGER NOT NULL
) STRICT;
CREATE TABLE session (
    id TEXT PRIMARY KEY,
    version TEXT NOT NULL REFERENCES version (hash),
    code TEXT,
    pilot INTEGER NOT NULL,
    slot INTEGER NOT NULL,
    utc TEXT NOT NULL
, simulated INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "session" VALUES('eea48f66-9582-407b-977d-3b4549f1c657','995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5','SIM-4-001-995DCB',0,0,'2030-05-01T12:00:00.000000+00:00',1);
INSERT INTO "session" VALUES('35833c4c-bce5-40d2-b810-46c651bc96b9','995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5','SIM-4-002-995DCB',0,1,'2030-05-01T12:00:00.000000+00:00',1);
INSERT INTO "session" VALUES('417c5cfc-b701-4191-b540-eb6d69d71ae9','995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5','SIM-4-003-995DCB',0,2,'2030-05-01T12:00:00.000000+00:00',1);
INSERT INTO "session" VALUES('fb8a3ba0-3652-4e11-8a2b-ea70a43a14f3','995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5','SIM-4-004-995DCB',0,3,'2030-05-01T12:00:00.000000+00:00',1);
INSERT INTO "session" VALUES('cdb3e76a-4054-4d45-81f7-ad50b1b564ad','995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5','SIM-4-005-995DCB',0,4,'2030-05-01T12:00:00.000000+00:00',1);
INSERT INTO "session" VALUES('78eb39d6-15c2-4750-a3cd-a32f4a6f72ad','995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5','SIM-4-006-995DCB',0,5,'2030-05-01T12:00:00.000000+00:00',1);
INSERT INTO "session" VALUES('1a631e86-39c0-47a8-bbf8-629c32ac0556','995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5','SIM-4-007-995DCB',0,6,'2030-05-01T12:00:00.000000+00:00',1);
INSERT INTO "session" VALUES('7776158e-f02f-4ab1-abb6-1f4221acca0f','995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5','P5',0,0,'2030-01-01T00:00:00.000000+00:00',0);
INSERT INTO "session" VALUES('f63be0d0-c842-4464-a5a3-38ea1326ba87','995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5','P8',0,1,'2030-01-01T00:00:00.000000+00:00',0);
INSERT INTO "session" VALUES('5651f64e-d664-453b-b24c-bba63bad8377','995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5','OPEN',0,2,'2030-01-01T00:00:00.000000+00:00',0);
CREATE TABLE study (
    hash TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    title TEXT NOT NULL,
    path TEXT NOT NULL,
    text TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
INSERT INTO "study" VALUES('ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff','kept','A kept record','study.toml','id = "kept"
title = "A kept record"
consent = "Yes?"
seed = 3

[qualification]
source = "gate.jsonl"
pass_above = 0.6
seconds_per_question = 30

[[blocks]]
id = "first"
source = "main.jsonl"
number = 2
seconds_per_question = 20
seconds_per_block = 25
confidence = true
none_option = true
break_after = 1

[[blocks]]
id = "second"
source = "main.jsonl"
','2030-05-01T12:00:00.000000+00:00');
CREATE TABLE target (
    id BLOB PRIMARY KEY,
    item_hash TEXT NOT NULL,
    item_id TEXT NOT NULL,
    question TEXT NOT NULL,
    part TEXT NOT NULL
) STRICT;
CREATE TABLE version (
    hash TEXT PRIMARY KEY,
    study_hash TEXT NOT NULL REFERENCES study (hash),
    pools TEXT NOT NULL,
    utc TEXT NOT NULL
) STRICT;
INSERT INTO "version" VALUES('995dcb94f67b45cbacee5d9e5be256b74847e4d6256eded638b699884b93eea5','ad548aec214da6c15602bdabe7847ce1fd470618eecb7c6bebd8fb10f88cf8ff','{"sections":[["qualification",["5f788993d03dbe8acaaff6988652ec61cd932978c6b41ea2cd83c97095e80dd6","ab3daca4103396153ced18ced157e3c0e9a8659079ee014dda1a9ebc269ff07c","19f7dd4e0d2f90fa97e45c4c76517d18a602e784acfe49ca97f62e5dfbb13db0"]],["first",["2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b"]],["second",["2e27fa2339b43db9bcda0f100d4e421b36671850fd05d10e14811a914a758e2c","c5d4761ef14dc343e411710915f3927dc037f9b209b3289865cf8af7ca2fcee8","3a82e8460a676fd89322ec800ae885ca9771df843022c578e4819eb9d27ee54b"]]],"example":null}','2030-05-01T12:00:00.000000+00:00');
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
CREATE TRIGGER call_is_never_changed BEFORE UPDATE ON call
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
COMMIT;
