"""Files of items: read, mended where they are damaged, written; the proofs that ship."""
