"""The signature of the search: what a fixed list of deals costs, to the state.

    python benchmarks/signature.py          # compare with signature.json; exit 1 and name the deals when it differs
    python benchmarks/signature.py --write  # take the present counts as the new signature

Same sources, same signature, on every machine: a change that was not meant to change the search must leave it alone.
"""

import hashlib
import json
from pathlib import Path

import click
from freecell_pools.solver.decide import decide_deals

FILE = Path(__file__).with_name("signature.json")
DEALS = (
    *range(1, 1001),
    *(11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948, 1941, 98714),
    *range(2**31 - 50, 2**31 + 50),
    *range(2**32 - 50, 2**32 + 50),
    *range(2**33 - 100, 2**33),
)


def signature() -> dict[str, object]:
    """Return the total of states, a digest of all answers, and [states, moves] by deal (moves null unless solvable)."""
    answers = decide_deals(DEALS)
    rows = {str(deal): [answer.states, answer.moves] for deal, answer in zip(DEALS, answers, strict=True)}
    lines = "".join(f"{deal} {a.verdict} {a.states} {a.solution}\n" for deal, a in zip(DEALS, answers, strict=True))
    return {
        "digest": hashlib.sha256(lines.encode()).hexdigest()[:16],
        "states": sum(answer.states for answer in answers),
        "deals": rows,
    }


@click.command()
@click.option("--write", is_flag=True, help="Write signature.json instead of comparing with it.")
def main(write: bool) -> None:
    """Compare the signature of the search with the committed one."""
    now = signature()
    if write:
        FILE.write_text(json.dumps(now, sort_keys=True, separators=(",", ":")) + "\n")
    committed = json.loads(FILE.read_text())
    click.echo(f"signature {now['digest']}, {now['states']:,} states for {len(DEALS):,} deals")
    if now != committed:
        different = [deal for deal in map(str, DEALS) if now["deals"][deal] != committed["deals"].get(deal)]
        named = ", ".join(different[:10]) + (" ..." if len(different) > 10 else "")
        click.echo(
            f"differs from the committed {committed['digest']}, {committed['states']:,} states: "
            f"{len(different)} deals ({named or 'in their solutions only'})",
            err=True,
        )
        raise SystemExit(1)


if __name__ == "__main__":
    main()
