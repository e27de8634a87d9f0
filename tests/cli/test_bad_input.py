"""Whatever a user may get wrong: one clear line on stderr, exit code 2, nothing on stdout, nothing written."""

import os
import subprocess
from pathlib import Path

import click
import pytest
from command_runs import COMMAND, call, run, subcommand
from freecell_pools.cli.main import COMMANDS
from freecell_pools.solver.game.board_text import format_board
from freecell_pools.solver.game.deals import deal_board
from patience import PATIENCE_SECONDS

BOARD = format_board(deal_board(617))


def assert_one_line(arguments: list[str], expected: str, text: str | bytes = "") -> None:
    result = call(*arguments, text=text)
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert expected in result.stderr


@pytest.mark.parametrize(
    "command", [["check"], ["solve"], ["hint"], ["inspect"], ["deal"], ["build", "--out", "x", "--deals"]]
)
@pytest.mark.parametrize(
    ("deal", "expected"),
    [
        ("0", "there is no deal 0: they run from 1 to 8589934591"),
        ("8589934592", "there is no deal 8589934592: they run from 1 to 8589934591"),
        ("999999999999999", "there is no deal 999999999999999"),
        ("9" * 5000, "is no deal number"),
        ("eleven", "'eleven' is no deal number, nor a range such as 1-100"),
        ("1.5", "'1.5' is no deal number"),
        ("1e3", "'1e3' is no deal number"),
        ("\u0661\u0662", "is no deal number"),
        ("5-1", "the range 5-1 ends before it begins"),
        ("0-5", "there is no deal 0"),
        ("1-8589934592", "there is no deal 8589934592"),
        ("1-2-3", "'1-2-3' is no deal number"),
        ("", "'' is no deal number"),
    ],
)
def test_no_such_deal(command: list[str], deal: str, expected: str) -> None:
    assert_one_line([*command, deal], expected)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["chekc"], "No such command 'chekc'"),
        (["--nope"], "No such option"),
        (["check", "-5"], "No such option"),
        (["check", "--nope", "1"], "No such option"),
        (["check", "--rules", "klondike", "1"], "'klondike' is not"),
        (["check", "--workers", "0", "1"], "0 is not in the range"),
        (["check", "--workers", "1000000000", "1"], "1000000000 is not in the range"),
        (["check", "--workers", "two", "1"], "'two' is not a valid integer"),
        (["check", "--max-states", "0", "1"], "0 is not in the range"),
        (["check"], "no deal is named"),
        (["bench", "--deals", "5-1"], "the range 5-1 ends before it begins"),
        (["bench", "--rounds", "-1"], "-1 is not in the range"),
        (["bench", "--against", "nobody"], "'nobody' is not"),
        (["bench", "--budget", "5"], "--budget is for --write"),
        (["check", "1,,2"], "'' is no deal number"),
        (["solve"], "give either a deal number or --board FILE"),
        (["solve", "1", "--board", "-"], "give either a deal number or --board FILE"),
        (["solve", "1", "2"], "unexpected extra argument"),
        (["hint"], "give either a deal number or --board FILE"),
        (["inspect", "1", "--board", "-"], "give either a deal number or --board FILE"),
        (["hint", "1-2"], "1-2 is a range, one deal is wanted"),
        (["inspect", "1", "--max-states", "0"], "0 is not in the range"),
        (["solve", "1-2"], "1-2 is a range, one deal is wanted"),
        (["deal"], "Missing argument 'DEAL'"),
        (["deal", "1", "--format", "svg"], "'svg' is not one of"),
        (["build", "--deals", "1-10"], "Missing option '--out'"),
        (["build", "--out", "x"], "Missing option '--deals'"),
        (["build", "--deals", "1-10", "--out", "x", "--workers", "0"], "0 is not in the range"),
        (["build", "--deals", "1-10", "--out", "x", "--cuts", "5"], "'5' is not two efforts"),
        (["build", "--deals", "1-10", "--out", "x", "--cuts", "5,x"], "'5,x' is not two efforts"),
        (["build", "--deals", "1-10", "--out", "x", "--cuts", "9,5"], "cuts 9,5 do not rise"),
        (["verify"], "Missing argument 'DIR'"),
        (["verify", "no-such-folder"], "no-such-folder does not exist"),
        (["stats", "no-such-folder"], "no-such-folder does not exist"),
        (["verify", "."], "holds no finished pools: there is no manifest.json in it"),
        (["stats", "."], "holds no finished pools"),
    ],
)
def test_usage(arguments: list[str], expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert_one_line(arguments, expected)
    assert not list(tmp_path.iterdir())


def integer_options() -> list[tuple[str, str]]:
    """Return each option of each command that takes a whole number."""
    return [
        (name, max(parameter.opts, key=len))
        for name in COMMANDS
        for parameter in subcommand(name).params
        if isinstance(parameter.type, click.IntRange)
    ]


def test_all_options_with_whole_numbers_are_looked_at() -> None:
    assert len(integer_options()) > 15
    assert all(parameter.type is not click.INT for name in COMMANDS for parameter in subcommand(name).params)


def names() -> list[tuple[str, ...]]:
    """Return each command with each of its options and arguments that name a file or a folder."""
    return [
        (name, *(max(parameter.opts, key=len),) * isinstance(parameter, click.Option))
        for name in COMMANDS
        for parameter in subcommand(name).params
        if parameter.metavar in ("FILE", "DIR", "OLD.json")
    ]


@pytest.mark.parametrize("words", names(), ids=" ".join)
def test_an_empty_name_is_not_the_folder_one_is_in(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_one_line([*words, ""], "the name is empty")
    assert not list(tmp_path.iterdir())


def test_all_names_are_looked_at() -> None:
    paths = [
        parameter
        for name in COMMANDS
        for parameter in subcommand(name).params
        if isinstance(parameter.type, click.Path)
    ]
    assert len(paths) == len(names()) > 10


@pytest.mark.parametrize(("command", "option"), integer_options())
def test_only_plain_digits_are_a_whole_number(command: str, option: str) -> None:
    for value in ("\u0664", "\uff14", "1\u0664", "1_0", " 4", "4 ", "4\n", "+4", "", "-", "4.0", "1e1"):
        assert_one_line([command, option, value], "is not a valid integer range")
    assert_one_line([command, option, "-1"], "-1 is not in the range")


@pytest.mark.parametrize(
    "arguments",
    [
        ["stats", "D", "--plot", "NAME.jpg"],
        ["stats", "D", "--plot", "NAME/a.png"],
        ["stats", "NAME"],
        ["verify", "NAME"],
        ["pick", "NAME", "--seed", "1"],
        ["build", "--deals", "1-10", "--out", "file/NAME"],
        ["check", "--file", "NAME"],
        ["check", "NAME"],
        ["check", "1", "NAME"],
        ["check", "--rules", "NAME", "1"],
        ["solve", "--board", "NAME"],
        ["bench", "--compare", "NAME"],
        ["bench", "--write", "NAME/a"],
        ["NAME"],
        ["check", "--NAME"],
    ],
)
def test_a_name_cannot_reach_the_terminal(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").touch()
    for name in ("\x1b[31mx", "a\x07b\x9bc", "a\u202eb", "a\udc9bb"):
        result = call(*(argument.replace("NAME", name) for argument in arguments))
        assert (result.exit_code, result.stdout) == (2, "")
        *compiling, error, end = result.stderr.split("\n")
        assert (error[:7], end) == ("Error: ", "")
        assert error.isprintable()
        assert all(line.startswith("Compiling ") for line in compiling)


def without(board: str, card: str) -> str:
    return board.replace(card, "", 1)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "standard input: empty"),
        (" \n\n", "standard input: empty"),
        (without(BOARD, "AS"), "1 card missing: AS"),
        (BOARD.replace("AH", "AS", 1), "AS stands already in line"),
        (BOARD + ": KS\n", "a board has 8 columns, this is one more"),
        (BOARD.replace("AH", "1X", 1), "'1X' is not a card"),
        ("hello", "'hello' is not a card"),
        (b"\x7fELF\x00\x01\x02", "standard input: not a text"),
        (b"\xff\xfe\xfa", "standard input: not a text"),
        ("AS " * 100_000, "standard input: longer than 65536 bytes"),
    ],
)
@pytest.mark.parametrize("command", ["solve", "hint", "inspect"])
def test_a_board_that_is_none(command: str, text: str | bytes, expected: str) -> None:
    assert_one_line([command, "--board", "-"], expected, text)


@pytest.mark.parametrize(
    "command", [["solve", "--board"], ["hint", "--board"], ["inspect", "--board"], ["check", "--file"]]
)
def test_files_that_cannot_be_read(command: list[str], tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(bytes(range(256)) * 10_000)
    assert_one_line([*command, str(binary)], "binary: not a text")
    assert_one_line([*command, str(tmp_path)], "Is a directory")
    assert_one_line([*command, str(tmp_path / "none")], "No such file or directory")
    assert_one_line([*command, str(binary / "below")], "Not a directory")
    assert_one_line([*command, "a\0b"], "null byte")
    binary.write_bytes(b"")
    assert_one_line([*command, str(binary)], "binary: empty")


@pytest.mark.parametrize(
    ("command", "limit"),
    [
        (["solve", "--board"], 65536),
        (["hint", "--board"], 65536),
        (["inspect", "--board"], 65536),
        (["check", "--file"], 16777216),
    ],
)
def test_inputs_without_end(command: list[str], limit: int, tmp_path: Path) -> None:
    assert_one_line([*command, "/dev/zero"], "/dev/zero: not a text")
    assert_one_line([*command, "/dev/urandom"], "/dev/urandom: not a text")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"yes 1 > {pipe}"]) as endless:
        assert_one_line([*command, str(pipe)], f"pipe: longer than {limit} bytes")
        endless.wait(PATIENCE_SECONDS)
    with (
        subprocess.Popen(["yes", "1"], stdout=subprocess.PIPE) as endless,
        subprocess.Popen([*COMMAND, *command, "-"], stdin=endless.stdout, stderr=subprocess.PIPE, text=True) as process,
    ):
        assert endless.stdout is not None
        endless.stdout.close()
        _, errors = process.communicate(timeout=PATIENCE_SECONDS)
    assert (process.returncode, errors) == (2, f"Error: standard input: longer than {limit} bytes\n")


@pytest.mark.parametrize("arguments", [["check", "-"], ["check", "--file", "-"]])
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "standard input: empty"),
        ("# only a comment\n", "no deal is named"),
        ("617\n\nabc\n", "standard input, line 3: 'abc' is no deal number"),
        ("617\n0\n", "standard input, line 2: there is no deal 0"),
    ],
)
def test_a_list_with_an_error(arguments: list[str], text: str, expected: str) -> None:
    assert_one_line(arguments, expected, text)


def test_a_list_is_checked_before_any_deal_is_solved(tmp_path: Path) -> None:
    path = tmp_path / "deals"
    path.write_text("617\n" * 1000 + "618x\n")
    assert_one_line(["check", "1", "--file", str(path)], f"{path}, line 1001: '618x' is no deal number")


def test_standard_input_is_read_once() -> None:
    assert_one_line(["check", "-", "--file", "-"], "standard input can be read only once", "1\n")


@pytest.mark.parametrize("below", ["", "/below", "/below/that"])
def test_an_output_folder_that_cannot_be_written(tmp_path: Path, below: str) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    assert_one_line(["build", "--deals", "1-10", "--out", f"{file}{below}"], f"cannot write to {file}{below}: ")
    assert file.read_text() == "mine"


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs a file system that even root cannot write to")
def test_an_output_folder_that_exists_and_cannot_be_written() -> None:
    assert_one_line(["build", "--deals", "1-10", "--out", "/proc/self/fdinfo"], "/proc/self/fdinfo")


@pytest.mark.parametrize("arguments", [["check", "0"], ["solve", "--board", "/nowhere"], ["verify", "/nowhere"]])
def test_a_real_process_says_the_same(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [(KeyboardInterrupt(), 130, "Interrupted\n"), (MemoryError(), 1, "Error: out of memory\n")],
)
def test_errors_of_the_process_are_a_line(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, code: int, line: str
) -> None:
    def fail(_: int) -> None:
        raise error

    monkeypatch.setattr("freecell_pools.solver.game.deals.deal_board", fail)
    result = call("deal", "1")
    assert (result.exit_code, result.stdout, result.stderr) == (code, "", line)
