"""Language models in the record: requests, answers, imports and judgements."""
