"""Run the command line as `python -m freecell_pools.cli`."""

from .main import main

if __name__ == "__main__":
    main()
