"""What was reached beside what is wanted, for JSON and for people."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """What was reached, in the unit that its name ends in, and what is wanted of it at most.

    `empty` is the same figure of an empty event loop of the same run, for latencies; `goal` is
    None where there is none.
    """

    reached: float
    goal: float | None = None
    empty: float | None = None

    @property
    def met(self) -> bool | None:
        return None if self.goal is None else self.reached <= self.goal

    @property
    def ratio(self) -> float | None:
        return self.reached / self.empty if self.empty else None

    def told(self) -> dict[str, float | bool | None]:
        return {
            "reached": round(self.reached, 2),
            "goal": self.goal,
            "to_empty_loop": None if self.ratio is None else round(self.ratio, 2),
            "met": self.met,
        }


def latencies(
    name: str, found: Mapping[str, float], empty: Mapping[str, float], **goals: float
) -> dict[str, Figure]:
    """Figures of a `Lateness`: `p95=5` is the goal of its 95th percentile in ms."""
    return {
        f"{name}_{kind}_ms": Figure(found[f"{kind}_ms"], goal, empty[f"{kind}_ms"])
        for kind, goal in goals.items()
    }


def tell(figures: Mapping[str, Figure]) -> None:
    """A line for each on stderr, while stdout is kept for JSON."""
    for name, figure in figures.items():
        goal = "-" if figure.goal is None else f"{figure.goal:g}"
        ratio = "" if figure.ratio is None else f"{figure.ratio:.1f} x empty loop"
        met = {True: "met", False: "MISSED", None: ""}[figure.met]
        sys.stderr.write(f"{name:36} {figure.reached:10.1f}  goal {goal:>6}  {met:7}{ratio}\n")
    sys.stderr.flush()
