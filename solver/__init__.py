"""The logic: formulas, finite spaces, engines and query kinds. Knows neither items nor people."""
