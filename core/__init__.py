"""Ground floor: errors, chance, digests, files, the catalog of plug-ins and progress."""
