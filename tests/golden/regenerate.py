"""Writes the golden playthroughs anew: `python tests/golden/regenerate.py`, and then read what `git diff` says."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    from tests.library import ruleset
    from tests.palast.playthrough import playthrough
    from tests.palast.test_golden import SPECS, golden

    for spec in SPECS:
        golden(spec).write_text(playthrough(ruleset(spec)), "utf-8")
        print(golden(spec).relative_to(ROOT))
