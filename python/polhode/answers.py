# SPDX-License-Identifier: MIT
"""Answers: the program's JSON answers as dictionaries, with their fields as typed attributes.

The schemas in results/schemas describe the fields. Many fields are present only if they were requested or apply.
"""

from __future__ import annotations

import functools
import html
import json
from collections.abc import ItemsView, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Optional, TypeVar, get_args, get_type_hints

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._core import UserError

if TYPE_CHECKING:
    from scipy.spatial.transform import Rotation

Array = NDArray[np.float64]


class Answer(dict[str, Any]):
    """A JSON answer of the program as a dictionary, whose fields are also attributes.

    A list of numbers is a NumPy array as an attribute (answer.final.momentum), and a list as an item
    (answer["final"]["momentum"]). The numbers of a trajectory are arrays in both. `json.dumps` accepts an answer. `print`
    shows the lines that the program prints.
    """

    schema: str  # parts of answers have none, and no lines
    _lines: str = ""

    def __getattr__(self, name: str) -> Any:
        try:
            value = self[name]
        except KeyError:
            raise AttributeError(f"{name}: there is none; accepted: {', '.join(self)}") from None
        if isinstance(value, list):
            array = np.array(value, dtype=object)  # of rows of different lengths, one of lists
            if array.size and all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in array.flat):
                return np.array(value)
        return value

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *(name for name in self if name.isidentifier())]

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (dict(self),), self.__dict__

    def __str__(self) -> str:
        return self._lines.rstrip("\n") or repr(self)

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]
        """The items as in JSON: arrays as lists, and a trajectory as rows."""
        def said(x: Any) -> Any:
            return rows(x) if isinstance(x, Trajectory) else x.tolist() if isinstance(x, np.ndarray) else x
        return {name: said(self[name]) for name in self}.items()

    @property
    def rotation(self) -> Rotation:
        """The attitude of a state or trajectory, body to space, as a SciPy Rotation."""
        attitude = self.get("attitude", self.get("final", {}).get("attitude"))
        if attitude is None:
            raise AttributeError("rotation: there is no attitude")
        return rotation_of(attitude["quaternion"])

    def plain(self) -> dict[str, Any]:
        """The answer as a plain dictionary, as in the schema, without arrays and attributes. A trajectory becomes rows."""
        plain: dict[str, Any] = json.loads(json.dumps(self))
        return plain

    def to_pandas(self) -> Any:
        """The trajectory as a pandas DataFrame: a column for each number, like momentum_0."""
        import pandas
        table = self.get("trajectory", self)
        if not isinstance(table, Mapping) or not isinstance(table.get("t"), np.ndarray):
            raise UserError("to_pandas: there is no trajectory; accepted: a run with `every`")
        columns: dict[str, Any] = {}

        def add(name: str, x: Any) -> None:
            if isinstance(x, Mapping):
                for key in x:
                    add(f"{name}_{key}" if name else key, x[key])
            else:
                for index in np.ndindex(x.shape[1:]):
                    columns["_".join([name, *map(str, index)])] = x[(slice(None), *index)]
        add("", table)
        return pandas.DataFrame(columns)

    def _repr_html_(self) -> str:
        if self._lines:
            return f"<pre>{html.escape(str(self))}</pre>"

        def short(x: Any) -> str:
            text = f"array {x.shape}" if isinstance(x, np.ndarray) else str(x)
            return html.escape(text if len(text) <= 200 else text[:199] + "\u2026")
        cells = "".join(f"<tr><th style='text-align:left'>{html.escape(str(k))}</th><td>{short(self[k])}</td></tr>"
                        for k in self)
        return f"<table>{cells}</table>"


class Attitude(Answer):
    """Attitude, body to space: a quaternion (w, x, y, z) and its matrix; for a trajectory, a row for each time."""

    quaternion: Array
    matrix: Array


class State(Answer):
    """State of a rigid body, with angular momenta in the body's axes and in space."""

    t: float
    momentum: Array
    angular_velocity: Array
    attitude: Attitude
    energy: float
    spatial_momentum: Array


class Trajectory(Answer):
    """Columns with a row for each time: t (m,), momentum (m, 3), attitude.quaternion (m, 4), attitude.matrix (m, 3, 3)."""

    n: NDArray[np.int64]
    t: Array
    momentum: Array
    angular_velocity: Array
    attitude: Attitude
    energy: Array
    spatial_momentum: Array


class Run(Answer):
    """Answer of `run` (schema polhode/run/1)."""

    status: str
    reason: str
    warnings: list[str]
    method: str
    steps: int
    h: Any
    start_momentum: Array
    final: State
    trajectory: Trajectory
    body: Answer
    free_motion: Answer
    tally: Answer


class Reference(Answer):
    """Answer of `reference` (schema polhode/reference/1). Numbers of the state are decimal strings."""

    kind: str
    error_estimate: float
    features_longer_than: float
    warnings: list[str]
    final: Answer
    problem: str
    body: Answer
    free_motion: Answer
    transition: Answer


class Recommended(Answer):
    """A method with its step."""

    method: str
    h: float
    steps: int
    seconds_per_time: float
    errors: Answer


class Recommendation(Answer):
    """Answer of `recommend` (schemas polhode/recommendation/1, recommendations/1 and
    attitude-recommendation/1)."""

    problem: str
    t0: float
    time: float
    target: Answer
    promise: str
    margin: float
    reference: Answer
    radians: float
    best: Optional[Recommended]
    why: list[str]
    reasons: Answer
    methods: list[Answer]
    rate: Answer
    lyapunov_time: float
    statistics: Answer
    recommendations: list[Recommendation]
    least_rate: bool
    would_do: Answer
    noise_floor: float


class PropertyReport(Answer):
    """Answer of `check` (schema polhode/passport/1)."""

    method: str
    label: str
    source: str
    order: Any
    symmetric: Answer
    symplectic: Answer
    conservation: list[Answer]
    torque_evaluations: float
    solver_iterations: float
    cost: Answer
    disagreements: list[Any]


class UpdateReport(Answer):
    """Answer of `check` on an attitude update (schema polhode/attitude-passport/1)."""

    method: str
    source: str
    order: Answer
    invariance: Answer
    float: Answer
    disagreements: list[str]


class Sweep(Answer):
    """Answer of `sweep` (schema polhode/shard/1)."""

    program: Answer
    spec: Answer
    bodies: Any
    result: Answer


class Comparison(Answer):
    """Answer of `compare` (schema polhode/comparison/1)."""

    rows: int
    exit: int
    findings: list[Answer]


class Experiment(Answer):
    """Answer of `figure` (schema polhode/experiment/1)."""

    id: str
    title: str
    source: str
    panels: list[Answer]
    verdicts: list[Answer]


A = TypeVar("A", bound=Answer)


@functools.cache
def _classes(cls: type[Answer]) -> dict[str, type[Answer]]:
    """The classes of the fields of a class of answers."""
    return {name: next((t for t in (hint, *get_args(hint)) if isinstance(t, type) and issubclass(t, Answer)), Answer)
            for name, hint in get_type_hints(cls).items()}


def _made(cls: type[Answer], x: Any) -> Any:
    if isinstance(x, dict):
        classes = _classes(cls)
        return cls({k: _made(classes.get(k, Answer), v) for k, v in x.items()})
    return [_made(cls, v) for v in x] if isinstance(x, list) else x


def answer(cls: type[A], x: dict[str, Any], lines: str = "") -> A:
    """A JSON value, or one with arrays, as an answer, with its printed lines."""
    made: A = _made(cls, x)
    made._lines = lines
    return made


def rows(trajectory: Mapping[str, Any]) -> list[Answer]:
    """The rows of a trajectory, as in the schema."""
    def row(columns: Any, i: int) -> Any:
        return {k: row(columns[k], i) for k in columns} if isinstance(columns, Mapping) else columns[i].tolist()
    return [answer(State, row(trajectory, i)) for i in range(len(trajectory["t"]))]


def rotation_of(attitude: ArrayLike) -> Rotation:
    """A SciPy Rotation from quaternions (w, x, y, z)."""
    from scipy.spatial.transform import Rotation
    q = np.asarray(attitude, dtype=float)
    return Rotation.from_quat(q[..., [1, 2, 3, 0]])
