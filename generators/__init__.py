"""Products: from a seed to a dataset."""
