"""What every file on disk looks like: frozen records and, beside each, its generated JSON Schema."""
