"""Draws answers with Altair or Matplotlib."""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Sequence

if TYPE_CHECKING:
    from .answers import Answers, Row


@dataclass(frozen=True)
class Panel:
    """What one chart shows: points with a place on the axis, a group, an answer and its ends."""

    name: str
    axis: str
    groups: str  # the title of the groups, or an empty text if there is one group
    points: List[Dict[str, Any]]


def chart(answers: Answers, name: Optional[str]) -> Any:
    """A chart of Altair or a Figure of Matplotlib."""
    panels = _panels(answers, name)
    try:
        altair = importlib.import_module("altair")
    except ImportError:
        return _figure(panels)
    return altair.vconcat(*(_altair(altair, panel) for panel in panels))


def _panels(answers: Answers, name: Optional[str]) -> List[Panel]:
    names = answers.columns[len(answers.by) :]
    if name is not None and name not in names:
        raise ValueError(f"name: there is no answer {name!r}; the answers are {', '.join(names)}")
    drawn = [one for one in names if name in (None, one) and one not in answers.categories]
    panels = [panel for panel in (_panel(answers, one) for one in drawn) if panel.points]
    if not panels:
        raise ValueError("there are no numbers to draw")
    return panels


def _panel(answers: Answers, name: str) -> Panel:
    labels = answers.labels.get(name)
    points: List[Dict[str, Any]] = []
    for row, bounds in zip(answers.rows, answers.errors):
        key = _key(row, len(answers.by))
        value = row[name]
        if value is None:
            continue  # bounds that were not found
        if labels is None:
            points.append(_point(key or name, "", value, bounds[name]))
            continue
        values: Sequence[Any] = list(value.values()) if isinstance(value, dict) else value
        points += [_point(label, key, one, bounds[name]) for label, one in zip(labels, values)]
    by = ", ".join(answers.by)
    return Panel(name, by if labels is None else "", "" if labels is None else by, points)


def _key(row: Row, number: int) -> str:
    return ", ".join(map(str, row[:number]))


def _point(place: str, group: str, value: float, error: Optional[float]) -> Dict[str, Any]:
    around = 0.0 if error is None else error
    ends = {"low": value - around, "high": value + around}
    return {"place": place, "group": group, "answer": value, **ends}


def _altair(altair: Any, panel: Panel) -> Any:
    data = altair.Data(values=panel.points)
    place = {"x": altair.X("place:N", sort=None, title=panel.axis or None)}
    if panel.groups:
        place["xOffset"] = altair.XOffset("group:N", sort=None)
        place["color"] = altair.Color("group:N", sort=None, title=panel.groups)
    bars = altair.Chart(data).mark_bar(opacity=0.7)
    bars = bars.encode(y=altair.Y("answer:Q", title=panel.name), **place)
    ends = altair.Chart(data).mark_rule(color="black")
    place.pop("color", None)
    ends = ends.encode(y=altair.Y("low:Q", title=panel.name), y2="high:Q", **place)
    return altair.layer(bars, ends)


def _figure(panels: List[Panel]) -> Any:
    try:
        figures = importlib.import_module("matplotlib.figure")
    except ImportError:
        raise ImportError("plot needs Altair or Matplotlib: pip install indp[plot]") from None
    figure = figures.Figure(figsize=(7, 3 * len(panels)), layout="constrained")
    for axes, panel in zip(figure.subplots(len(panels), squeeze=False)[:, 0], panels):
        _draw(axes, panel)
    return figure


def _draw(axes: Any, panel: Panel) -> None:
    places = list(dict.fromkeys(point["place"] for point in panel.points))
    groups = list(dict.fromkeys(point["group"] for point in panel.points))
    width = 0.8 / len(groups)
    for number, group in enumerate(groups):
        points = [point for point in panel.points if point["group"] == group]
        shift = (number - (len(groups) - 1) / 2) * width
        at = [places.index(point["place"]) + shift for point in points]
        heights = [point["answer"] for point in points]
        ends = [point["high"] - point["answer"] for point in points]
        axes.bar(at, heights, width, yerr=ends, label=group, alpha=0.7)
    axes.set_xticks(range(len(places)), [_escaped(place) for place in places])
    axes.set_xlabel(_escaped(panel.axis))
    axes.set_ylabel(_escaped(panel.name))
    if panel.groups:
        axes.legend(title=_escaped(panel.groups))


def _escaped(text: str) -> str:
    """A text in which Matplotlib finds no formula."""
    return text.replace("$", r"\$")
