"""Gates that a dataset must pass: null policies and shortcuts."""
