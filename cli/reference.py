"""Print REFERENCE.md, the reference of the command line, from the commands themselves.

python -m freecell_pools.cli.reference > cli/REFERENCE.md
"""

import importlib
import inspect
from collections.abc import Iterator

import click

from .errors import EXIT_CODES
from .json_keys import Key
from .main import COMMANDS, cli

PROGRAM = "freecell-pools"
HEAD = f"""# Command line reference

Made from the commands by `python -m freecell_pools.cli.reference > cli/REFERENCE.md`; a test compares. The same text is
shown by `{PROGRAM} COMMAND --help`.
"""
JSON_HEAD = """## JSON

With `--json` a command prints one JSON object a line, with the keys named below. Keys may be added, others stay as they
are. `deals.first` is the key `first` of the object under `deals`, `bins[].from` the key `from` of each object of the
array under `bins`, and TIER stands for `easy`, `normal` and `hard`.
"""


def main() -> None:
    """Print the reference."""
    click.echo("\n".join(lines()))


def lines() -> Iterator[str]:
    """Yield the lines of the reference."""
    with click.Context(cli, info_name=PROGRAM, **cli.context_settings) as context:
        yield HEAD
        yield "| command | does |"
        yield "|---|---|"
        commands = {name: importlib.import_module(f"{__package__}.{name}") for name in COMMANDS}
        for name, module in commands.items():
            yield f"| [`{name}`](#{name}) | {module.command.short_help} |"
        yield from ["", f"    {PROGRAM} COMMAND ...", ""]
        yield inspect.cleandoc(cli.help or "")
        yield from _options(cli, context)
        yield from ["", "## Exit codes", "", "| code | means |", "|---|---|"]
        yield from (f"| {code} | {meaning} |" for code, meaning in EXIT_CODES.items())
        yield from ["", JSON_HEAD.rstrip()]
        for name, module in commands.items():
            with click.Context(module.command, parent=context, info_name=name) as inner:
                yield from ["", f"## {name}", "", f"    {_usage(module.command, inner)}", ""]
                yield inspect.cleandoc(module.command.help)
                yield from _options(module.command, inner)
                yield from _json_keys(getattr(module, "JSON_KEYS", {}))


def _usage(command: click.Command, context: click.Context) -> str:
    return " ".join([context.command_path, *command.collect_usage_pieces(context)])


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    yield from ["", "| option | means |", "|---|---|"]
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option):
            longest_first = sorted(parameter.opts, key=len, reverse=True)
            names = " / ".join([", ".join(longest_first), *parameter.secondary_opts])
            meaning = " ".join([parameter.help or "", *_notes(parameter)])
            yield f"| `{' '.join([names, *_value(parameter)])}` | {meaning} |"


def _value(option: click.Option) -> Iterator[str]:
    """Yield what stands for the value of an option, if it takes one and its choices are not listed."""
    if not option.is_flag and not isinstance(option.type, click.Choice):
        yield option.metavar or option.type.name.upper()


def _notes(option: click.Option) -> Iterator[str]:
    if option.required:
        yield "Required."
    if option.multiple:
        yield "May be given several times."
    if isinstance(option.type, click.Choice):
        yield f"One of {', '.join(f'`{choice}`' for choice in option.type.choices)}."
    if isinstance(option.type, click.IntRange):
        low, high = option.type.min, option.type.max
        yield f"At least {low:,}." if high is None else f"From {low:,} to {high:,}."
    if option.show_default:
        yield f"Default: `{option.default}`."


def _json_keys(keys: dict[str, Key]) -> Iterator[str]:
    if not keys:
        return
    yield from ["", "| JSON key | value | means |", "|---|---|---|"]
    for name, key in keys.items():
        only = f" Only with `{key.only_with}`." if key.only_with else ""
        yield f"| `{name}` | {key.kind} | {key.meaning}{only} |"


if __name__ == "__main__":
    main()
