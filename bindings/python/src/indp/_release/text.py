"""Shows a table of answers as text and as HTML."""

from __future__ import annotations

from decimal import Decimal
from html import escape
from typing import TYPE_CHECKING, Any, List, Optional

if TYPE_CHECKING:
    from .answers import Answers


def plain(answers: Answers) -> str:
    """A table in plain text."""
    lines = [list(map(_printable, answers.columns)), *_cells(answers)]
    widths = [max(map(len, column)) for column in zip(*lines)]
    texts = [
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in lines
    ]
    texts.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join([*texts, *notes(answers)])


def html(answers: Answers) -> str:
    """A table in HTML. Every text is escaped."""
    head = "".join(f"<th>{escape(name)}</th>" for name in answers.columns)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in line)}</tr>"
        for line in _cells(answers)
    )
    below = "<br>".join(map(escape, notes(answers)))
    return (
        f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
        f"<caption style='caption-side: bottom'>{below}</caption></table>"
    )


def notes(answers: Answers) -> List[str]:
    """The lines below the table: errors and cost."""
    rows = "1 row" if answers.rows_per_person == 1 else f"{answers.rows_per_person} rows"
    loss = f"{decimal(answers.epsilon)} for each person"
    found = [f"privacy loss: at most {loss}, if nobody has more than {rows}"]
    if any(error is not None for row in answers.errors for error in row[len(answers.by) :]):
        sure = f"{1 - answers.alpha:g}"
        found.insert(0, f"± holds for each answer by itself, with probability {sure}")
    if answers.insecure:
        found.append("NOT PRIVATE: the noise follows from a seed")
    return found


def _cells(answers: Answers) -> List[List[str]]:
    keys = len(answers.by)
    return [
        [
            _printable(str(value)) if at < keys else _answer(value, error)
            for at, (value, error) in enumerate(zip(row, bounds))
        ]
        for row, bounds in zip(answers.rows, answers.errors)
    ]


def _answer(value: Any, error: Optional[float]) -> str:
    return shown(value) if error is None else f"{shown(value)} ± {error:.3g}"


def decimal(value: Decimal) -> str:
    """All digits of a decimal, without zeros at its end."""
    found = f"{value:f}"
    return found.rstrip("0").rstrip(".") if "." in found else found


def shown(value: Any) -> str:
    """An answer with few digits."""
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, dict):
        return ", ".join(f"{_printable(str(name))}: {shown(one)}" for name, one in value.items())
    if isinstance(value, (list, tuple)):
        return ", ".join(map(shown, value))
    return _printable(str(value))


def _printable(text: str) -> str:
    """A text on one line, without control characters."""
    return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in text)
