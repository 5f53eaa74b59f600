"""The version, read by the package's face, the manifest and the build."""

VERSION = "0.1.0"
