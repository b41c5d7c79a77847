"""Items made harder: by the solver and the themes of this folder alone."""
