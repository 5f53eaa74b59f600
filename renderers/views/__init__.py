"""The look of each world, one file each."""
