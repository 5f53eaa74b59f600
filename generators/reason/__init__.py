"""`gen reason`: hidden state, visible operations."""
