"""The faults that are put into the program are faults, and the same ones in equal code."""

import ast
from pathlib import Path

from tests.tools.mutation.faults import chosen

SOURCE = '''
def most(numbers: list[int]) -> int:
    """The largest of 3."""
    if len(numbers) < 3 and numbers:
        return f"{numbers[0]}"
    return max(one for one in numbers if one)
'''


def put(folder: Path, name: str) -> set[str]:
    """Every faulty source."""
    (folder / "package").mkdir(parents=True)
    (folder / "package" / name).write_text(SOURCE)
    faults = chosen(folder, ["package"], seed=1, count=100)
    return {fault.put_into(SOURCE.encode()).decode() for fault in faults}


def test_comparisons_are_turned_constants_moved_and_conditions_negated(tmp_path: Path) -> None:
    sources = put(tmp_path, "most.py")
    assert sources == {
        SOURCE.replace("len(numbers) < 3", "(len(numbers) <= 3)"),
        SOURCE.replace("< 3", "< 4"),
        SOURCE.replace("len(numbers) < 3 and numbers", "(not (len(numbers) < 3 and numbers))"),
        SOURCE.replace("if one)", "if (not (one)))"),
    }
    assert all(ast.parse(source) for source in sources)


def test_the_same_faults_are_chosen_in_a_file_of_another_name(tmp_path: Path) -> None:
    assert put(tmp_path / "one", "most.py") == put(tmp_path / "other", "largest.py")


def test_some_of_the_faults_are_chosen_by_the_seed() -> None:
    root = Path(__file__).resolve().parents[2]
    first, again, other = (chosen(root, ["engine/rules"], seed, 5) for seed in (1, 1, 2))
    assert first == again != other
