"""Study files and what they are read with: TOML, its errors, texts by language."""
