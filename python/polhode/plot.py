# SPDX-License-Identifier: MIT
"""Plots of answers by matplotlib. Functions return the axes, for you to change and show.

    from polhode import plot
    plot.trajectory(polhode.run(body, "imidm", h=0.1, steps=1000, every=1))
    plt.show()
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import matplotlib.pyplot as plt
import numpy as np

from . import Body, FreeFlow, UserError


def trajectory(answer: Mapping[str, Any]) -> Any:
    """Plots the angular momentum in the body's axes and the relative change of the energy of a run with `every`."""
    if "trajectory" not in answer:
        raise UserError("answer: it has no trajectory; accepted: a run with `every`")
    columns = answer["trajectory"]
    axes: Any
    _, axes = plt.subplots(2, 1, sharex=True, layout="constrained")
    axes[0].plot(columns["t"], columns["momentum"], label=["$\\Pi_1$", "$\\Pi_2$", "$\\Pi_3$"])
    axes[0].legend()
    axes[0].set(title=answer["method"], ylabel="momentum, body")
    axes[1].plot(columns["t"], columns["energy"] / columns["energy"][0] - 1)
    axes[1].set(xlabel="time", ylabel="energy / energy at the start - 1")
    return axes


def polhode(body: Body, count: int = 1000) -> Any:
    """Plots the angular momentum in the body's axes over one period of the free motion."""
    flow = FreeFlow(body)
    if not np.isfinite(flow.period):
        raise UserError("body: its momentum does not repeat; accepted: a motion with a period")
    momentum, _ = flow.every(flow.period / (count - 1), count)
    axes: Any = plt.figure().add_subplot(projection="3d")
    axes.plot(*momentum.T)
    axes.set(xlabel="$\\Pi_1$", ylabel="$\\Pi_2$", zlabel="$\\Pi_3$", aspect="equal")
    return axes


def recommendation(answer: Mapping[str, Any]) -> Any:
    """Plots error against cost of every tried method, with the tolerance and the recommended step."""
    wished = next(iter(answer["target"]))
    axes: Any
    _, axes = plt.subplots(layout="constrained")
    for method in answer["methods"]:
        points = [p for p in method["points"] if p["status"] == "ok" and p["errors"][wished] > 0]
        if points:
            axes.loglog([p["seconds_per_time"] for p in points], [p["errors"][wished] for p in points], ".-",
                        color="0.8", linewidth=0.8)
    axes.axhline(answer["target"][wished], linestyle="--", color="0.4")
    if answer["best"]:
        axes.loglog(answer["best"]["seconds_per_time"], answer["best"]["errors"][wished], "*", markersize=12,
                    label=f"{answer['best']['method']}, h = {answer['best']['h']:g}")
        axes.legend()
    axes.set(xlabel="seconds per unit of time", ylabel=f"error: {wished}")
    return axes
