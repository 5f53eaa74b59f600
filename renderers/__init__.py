"""Pictures from states: views, renderers, video and transcripts."""
