"""Gold answers against the engines: asked, compared, refuted."""
