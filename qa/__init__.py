"""Questions, answers, proofs and grades."""
