"""reelproof: video benchmarks with proofs."""

__version__ = "0.1.0"
