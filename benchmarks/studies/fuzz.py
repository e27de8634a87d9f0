"""Fuzz whatever reads text or files from elsewhere, with atheris (`pip install atheris`).

    python benchmarks/studies/fuzz.py board -max_total_time=600

The first argument names the target, the others go to libFuzzer; inputs that tell something new are kept in
`fuzz-corpus/TARGET`, one that fails as `crash-...` in the current folder. A target fails by any other error than the
one it promises, by a board or a solution on which two readers disagree, by the end of the process, or by more memory
than `-rss_limit_mb`, 2 GB unless given.
"""

import contextlib
import json
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["freecell_pools"], exclude=["freecell_pools.solver.compiling.jit"]):
    from freecell_pools.cli.deal_lists import DealList, DealListError
    from freecell_pools.pools import ledger, manifest, pages, reader, regular, run, shards, thrift  # noqa: F401
    from freecell_pools.pools.errors import FolderError, PoolError
    from freecell_pools.solver.game import board_text, solution
    from freecell_pools.solver.game.board import IllegalMove
    from freecell_pools.solver.game.deals import deal_board
    from freecell_pools.solver.game.positions import is_won
    from freecell_pools.solver.game.rules import PRESETS, Rules

from freecell_pools.pools.tiers import TIERS, Cuts
from freecell_pools.solver.replay import replay_board

SCRATCH = Path(tempfile.mkdtemp(prefix="fuzz-", dir="/dev/shm" if os.path.isdir("/dev/shm") else None))
RULES = list(PRESETS.values())
BOARD = deal_board(617)
RUN = run.Run(1, 40, Rules(), Cuts(1270, 3608), 2)


def one_line(error: Exception) -> None:
    """Fail unless an error is one line that a terminal shows as it is."""
    assert str(error).isprintable(), str(error)


def board(content: bytes) -> None:
    """A text is no board, or a board that is written and read as the same."""
    text = content.decode("utf-8", "replace")
    try:
        found = board_text.parse_board(text)
    except board_text.BoardError:
        return
    assert board_text.parse_board(board_text.format_board(found)) == found


def deals(content: bytes) -> None:
    """A text is no list of deals, or one."""
    found = DealList()
    with contextlib.suppress(DealListError):
        found.add_lines(content.decode("utf-8", "replace").splitlines())
        assert len(found) >= 0


def moves(content: bytes) -> None:
    """The reference engine and the fast replayer agree on a notation: on wins, and on the first illegal move."""
    if not content:
        return
    rules = RULES[content[0] % len(RULES)]
    text = content[1:].decode("ascii", "replace")
    judged = replay_board(BOARD, text, rules)
    try:
        found = solution.parse_solution(BOARD, text, rules)
    except IllegalMove as reason:
        complaint = str(reason)
    else:
        won = is_won(solution.replay(BOARD, text, rules))
        assert judged == (len(found) if won else -1 - len(found))
        return
    assert complaint.startswith(f"Move {-judged}: "), (judged, complaint)


def manifest_json(content: bytes) -> None:
    """A manifest is refused in a line, or written and read as the same."""
    path = SCRATCH / manifest.NAME
    path.write_bytes(content)
    try:
        found = manifest.read_manifest(SCRATCH)
    except PoolError as error:
        one_line(error)
        return
    path.write_text(found.to_json())
    assert manifest.read_manifest(SCRATCH) == found


def ledger_note(content: bytes) -> None:
    """A ledger whose note is unreadable begins anew, another run's is refused in a line."""
    folder = SCRATCH / ledger.FOLDER
    folder.mkdir(exist_ok=True)
    (folder / "run.json").write_bytes(content)
    try:
        ledger.Ledger(SCRATCH, RUN)
    except FolderError as error:
        one_line(error)


def pool_file(content: bytes) -> None:
    """A pool file is refused in a line, or has as many rows as the manifest says."""
    facts = {tier: manifest.FileFacts(20, "", "") for tier in TIERS}
    pools = reader.Pools(SCRATCH, manifest.Manifest(RUN, shards.Tally(20), (), (), facts))
    (SCRATCH / "easy.parquet").write_bytes(content)
    try:
        assert sum(table.num_rows for _, table in pools.row_groups("easy")) == 20
    except PoolError as error:
        one_line(error)


def shard_file(content: bytes) -> None:
    """A shard is refused in a line, or is the one that this run made."""
    span = shards.Span(1, 40)
    shards.shard_path(SCRATCH, span).write_bytes(content)
    try:
        assert shards.read_shard(SCRATCH, Rules(), span).num_rows == 40
    except PoolError as error:
        one_line(error)


def seeds(target: str) -> list[bytes]:
    """Return inputs that are as they should be, to start from."""
    import pyarrow as pa
    from freecell_pools.pools.schema import METADATA_KEY, open_writer, pool_schema, provenance
    from freecell_pools.solver.decide import decide_deals

    if target == "board":
        return [board_text.format_board(deal_board(deal)).encode() for deal in (1, 617)]
    if target == "deals":
        return [b"617\n1-100, 5 # hard\n\n8589934591\n"]
    if target == "moves":
        (answer,) = decide_deals([617], Rules())
        return [bytes([index]) + (answer.solution or "").encode() for index in range(len(RULES))] + [b"\0" + b"26v3h3C"]
    if target == "ledger":
        return [json.dumps(RUN.facts()).encode()]
    if target == "manifest":
        facts = {tier: manifest.FileFacts(12, "ab" * 32, "cd" * 32) for tier in TIERS}
        return [manifest.Manifest(RUN, shards.Tally(36, 2, 2), (3, 5), (4, 6), facts).to_json().encode()]
    if target == "shard":
        shards.make_shard(SCRATCH, Rules(), shards.Span(1, 40))
        return [shards.shard_path(SCRATCH, shards.Span(1, 40)).read_bytes()]
    schema = pool_schema(40)
    columns = [range(1, 21), range(10, 210, 10), [80] * 20, [f"1a2b{deal}" for deal in range(20)]]
    table = pa.Table.from_arrays([pa.array(c, f.type) for c, f in zip(columns, schema, strict=True)], schema=schema)
    path = SCRATCH / "seed"
    with path.open("wb") as file, open_writer(file, schema) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({METADATA_KEY: json.dumps(provenance(RUN, "easy"))})
    return [path.read_bytes()]


TARGETS: dict[str, Callable[[bytes], None]] = {
    "board": board,
    "deals": deals,
    "moves": moves,
    "manifest": manifest_json,
    "ledger": ledger_note,
    "pool": pool_file,
    "shard": shard_file,
}


def main() -> None:
    """Fuzz the target that the first argument names."""
    if len(sys.argv) < 2 or sys.argv[1] not in TARGETS:
        raise SystemExit(f"usage: fuzz.py {'|'.join(TARGETS)} [libFuzzer options]")
    target = sys.argv.pop(1)
    corpus = Path("fuzz-corpus", target)
    corpus.mkdir(parents=True, exist_ok=True)
    for number, content in enumerate(seeds(target)):
        (corpus / f"seed-{number}").write_bytes(content)
    options = ["-max_len=16384", "-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1"]
    atheris.Setup([sys.argv[0], *options, *sys.argv[1:], str(corpus)], TARGETS[target])
    try:
        atheris.Fuzz()
    finally:
        shutil.rmtree(SCRATCH, ignore_errors=True)


if __name__ == "__main__":
    main()
