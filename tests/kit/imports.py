"""The modules that a process has once it has imported some, as a fresh one tells."""

import subprocess
import sys


def imported_with(*modules: str) -> frozenset[str]:
    """Import these in a process of its own, and return all modules that are there then."""
    script = f"import sys, {', '.join(modules)}; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    return frozenset(done.stdout.split())
