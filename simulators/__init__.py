"""Executable worlds: one file each, pure rules, no pixels and no questions."""
