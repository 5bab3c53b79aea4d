"""Every command of the command line with its own parser, read off the program itself."""

from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator

from bot.cli.parser import SHELL_COMMANDS


def parsers() -> Iterator[tuple[str, ArgumentParser]]:
    """Each command that can be run, such as `games list`, with the parser of what follows."""
    for command in SHELL_COMMANDS:
        parser = ArgumentParser()
        command.arguments(parser)
        within = [one for one in parser._actions if isinstance(one, _SubParsersAction)]
        if not any(one.required for one in within):
            yield command.name, parser
        for one in within:
            for name, inner in one.choices.items():
                yield f"{command.name} {name}", inner


def name_of(argument: Action) -> str:
    """An argument as people type it: `--out`, or `file` where it stands alone."""
    return argument.option_strings[-1] if argument.option_strings else argument.dest
