"""Datasets in the forms of other systems; a layer beside the generators, which it does not know."""
