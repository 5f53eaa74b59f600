"""`python -m reelproof` is `gen`."""

from .cli.main import main

main()
