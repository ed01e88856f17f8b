"""What readers must not be able to do. Each recipe is tested with it."""

import json
from pathlib import Path

ATTACKS = json.loads(Path(__file__).with_name("attacks.json").read_text())


def refused(private, ledger, run):
    """Calls run(sql) for each attack. A call must raise an exception."""
    for attack in ATTACKS:
        sql = attack.replace("$P", str(private)).replace("$L", str(ledger))
        try:
            rows = run(sql)
        except Exception:
            continue
        raise AssertionError(f"{sql} was not refused: {rows}")
