"""Write the golden files of this folder, by which a frontend in any language can test itself.

    python pools/contract/make.py [FOLDER]

Everything comes from the reference engine, which is plain Python and never searches (`deals`, `board`, `positions`,
`solution`), and from the rule of `pick`. The solutions were searched once and stand in ``solutions.txt``; here they are
only replayed. FORMAT.md says what is in each file. Run it when the rules or the format change on purpose, and say so in
the CHANGELOG.
"""

import json
import sys
from pathlib import Path

from golden import FILES

HERE = Path(__file__).parent


def as_text(value: object, indent: str = "") -> str:
    """Return JSON with a line for each case, and for each move of a solution."""
    inner = indent + " "
    if isinstance(value, dict) and any(_in_lines(part) for part in value.values()):
        parts = [f"{inner}{json.dumps(key)}: {as_text(part, inner)}" for key, part in value.items()]
        return "{\n" + ",\n".join(parts) + f"\n{indent}}}"
    if _in_lines(value):
        assert isinstance(value, list)
        return "[\n" + ",\n".join(inner + as_text(part, inner) for part in value) + f"\n{indent}]"
    return json.dumps(value)


def _in_lines(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(part, dict) for part in value)


def main() -> None:
    """Write all files, into this folder or into another one."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in FILES.items():
        (folder / name).write_text(as_text(make()) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
