"""The record as Parquet segments, and the report over them."""
