"""The command line: `bonfire` and `python -m bot`."""

import io
import sys
from importlib.util import find_spec


def main() -> int:
    """Run the command that the process was started with; the exit status is returned.

    0 is success, 2 an input that cannot be used, 75 that Discord could not be reached, 130 an
    interruption by the keyboard.
    """
    if find_spec("fcntl") is None:
        sys.stderr.write("bonfire: Bonfire runs on Linux and macOS only, not on Windows.\n")
        return 2
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that this terminal has no signs for is no reason to fail.
        sys.stdout.reconfigure(errors="backslashreplace")
    # Here, as processes that draw or think read this file when they begin, and need none of it.
    from bot.runtime import memory  # noqa: PLC0415

    memory.pause()
    from bot.cli.parser import execute  # noqa: PLC0415

    return execute(sys.argv[1:], ready=memory.keep_imports)


if __name__ == "__main__":
    sys.exit(main())
