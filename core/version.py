"""The version, read by the package's face, the manifest and the build."""

VERSION = "0.1.0"
REVISION = 1
"""Raised with every change that makes other bytes from the same recipe; datasets of different revisions
do not mix. `tests/generators/test_revision.py` tells when."""
