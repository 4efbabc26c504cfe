# SPDX-License-Identifier: MIT
"""Integrators of rigid-body rotations, judged.

    import polhode
    body = polhode.Body([1, 2, 3], momentum=[0.3, -1.2, 0.5])
    momentum, attitude = polhode.FreeFlow(body)([0, 1, 2])      # exact, without steps
    answer = polhode.run(body, "imidm", h=0.1, steps=100, every=1)
    answer["trajectory"]["momentum"]                            # (101, 3)
    polhode.recommend(body, attitude_error=1e-6, time=10)["why"]

Conventions: momenta are components in the body's axes, (..., 3). An attitude is a quaternion (w, x, y, z) that takes
body to space, (..., 4). Units are those of the body's numbers: [momentum] = [inertia] / [time]; angles are radians.

Answers are the dictionaries that the program writes as JSON, of the schemas in results/schemas. What the program would
refuse raises UserError (a ValueError) with the program's line. Ctrl-C raises KeyboardInterrupt.
"""

from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core
from ._core import BodyOfMethod, GuestFailed, OutputError, UserError

__version__: str = _core.version
__all__ = ["Body", "BodyOfMethod", "Ensemble", "FreeFlow", "GuestFailed", "OutputError", "UserError", "check", "figure", "figure_value",
           "figures", "method", "methods", "recommend", "reference", "rows", "run"]

Answer = dict[str, Any]
Array = NDArray[np.float64]
Torque = Callable[[float, Array], ArrayLike]
Step = Callable[[BodyOfMethod, float, float, Array, Array], "tuple[ArrayLike, ArrayLike]"]


class Body:
    """A rigid body: what it is, where it starts, and what turns it.

    inertia           (3,) principal moments in any order, or (3, 3) symmetric
    momentum          (3,) in the body's axes, or angular_velocity (3,); exactly one
    attitude          (4,) quaternion (w, x, y, z), (3, 3) matrix, or {"rotation_vector": (3,)}; default identity
    torque            a dictionary of the README's "A body in a file", like {"kind": "gravity", "moment": (0, 0, 2)},
                      a callable torque(t, attitude) -> (3,) in the body's axes, or a list of dictionaries and one
                      callable, which add up. Some methods go back within a step, or past its end: they ask for the
                      torque of times before the first and after the last
    fields            any other field of "body" in a spec

    What is wrong with them is said where the body is first used.
    """

    def __init__(self, inertia: ArrayLike, *, momentum: ArrayLike | None = None,
                 angular_velocity: ArrayLike | None = None,
                 attitude: Union[ArrayLike, Mapping[str, ArrayLike], None] = None,
                 torque: Union[Mapping[str, Any], Torque, Sequence[Union[Mapping[str, Any], Torque]], None] = None,
                 **fields: Any) -> None:
        body: Answer = {"inertia": inertia, **fields}
        for name, value in (("momentum", momentum), ("angular_velocity", angular_velocity), ("attitude", attitude)):
            if value is not None:
                body[name] = value
        given = torque if isinstance(torque, (list, tuple)) else [] if torque is None else [torque]
        callables = [t for t in given if callable(t)]
        if len(callables) > 1:
            raise UserError(f"torque: {len(callables)} callables are given; accepted: one, which may add them up")
        self.spec: Answer = {"body": body}
        self.torque: Torque | None = callables[0] if callables else None
        if len(given) > len(callables):
            self.spec["torque"] = [t for t in given if not callable(t)]
        self.folder = ""

    @classmethod
    def from_spec(cls, spec: Mapping[str, Any], folder: str = "") -> Body:
        """A body as spec files have it, with the method and steps of the spec, which `run` takes if none are given."""
        if not isinstance(spec, Mapping):
            raise UserError(f"spec: {_text(spec)} is given; accepted: an object")
        body = cls.__new__(cls)
        body.spec, body.torque, body.folder = dict(spec), None, folder
        return body

    @classmethod
    def from_file(cls, path: Union[str, os.PathLike[str]]) -> Body:
        """The body of a spec file."""
        with open(path, encoding="utf-8") as file:
            try:
                spec = json.load(file)
            except ValueError as fault:
                raise UserError(f"{os.fspath(path)}: not JSON: {fault}") from None
        return cls.from_spec(spec, os.path.join(os.path.dirname(os.fspath(path)), ""))

    def __repr__(self) -> str:
        return f"Body({_text(self.spec)}{', and a callable torque' if self.torque is not None else ''})"


def _plain(x: Any) -> Any:
    """As JSON says it; what it has no word for, like NaN, is a text, which the program refuses and names the field of."""
    if isinstance(x, Mapping):
        return {k: _plain(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [_plain(v) for v in x]
    if x is None or isinstance(x, (bool, int, str)):
        return x
    if isinstance(x, float):
        return x if math.isfinite(x) else str(x)
    array = np.asarray(x)
    if array.ndim or array.dtype.kind in "biu" or array.dtype in (np.float16, np.float32):
        return _plain(array.tolist())
    return str(x)


def _text(document: Any) -> str:
    return json.dumps(_plain(document))


def _asked(body: Body, **fields: Any) -> str:
    """The spec of a body with what is not None."""
    if not isinstance(body, Body):
        raise UserError(f"body: a {type(body).__name__} is given; accepted: a polhode.Body")
    return _text({**body.spec, **{k: v for k, v in fields.items() if v is not None}})


class FreeFlow:
    """The exact motion of a body without torque, at any time of either sign, without steps.

    Error of a state, relative to the momentum and in the entries of the attitude's matrix: the larger of 2e-14 and 50
    times what half a unit in the last place of the inputs does.
    """

    def __init__(self, body: Body) -> None:
        spec = _asked(body)
        if body.torque is not None:
            raise UserError("torque: FreeFlow is the motion of a rigid body without one; for others see run")
        self._body = body
        self._flow = _core.Flow(spec, body.folder)

    def __reduce__(self) -> tuple[Any, ...]:
        return FreeFlow, (self._body,)

    def __call__(self, times: ArrayLike, out: Array | None = None) -> tuple[Array, Array]:
        """Momentum (..., 3) and attitude (..., 4) at times of shape (...): views of one array, in doubles.

        That array is `out`, (..., 7), where it is given: new memory for a million states takes longer to touch.
        States at times that are not finite are NaN.
        """
        return self._flow(times, out)

    def every(self, h: float, n: int, t0: float = 0, out: Array | None = None) -> tuple[Array, Array]:
        """Momentum (n, 3) and attitude (n, 4) at t0 + i h, i = 0 .. n-1; cheaper than the same times one by one."""
        return self._flow.every(h, n, t0, out)

    @property
    def period(self) -> float:
        """The time after which the momentum is the same again; infinite on the separatrix and in steady rotation."""
        return self._flow.period

    @property
    def precession(self) -> float:
        """The mean angular velocity about the spatial momentum, in radians per time."""
        return self._flow.precession


class Ensemble:
    """Many bodies without torque at once, in their principal axes, on all cores and in the lanes of the processor.

    inertia           (3,) principal moments of all, or (n, 3)
    momentum          (n, 3) in the body's axes, or (3,)
    attitude          (4,) quaternion (w, x, y, z), or (n, 4); default identity
    """

    def __init__(self, inertia: ArrayLike, momentum: ArrayLike, attitude: ArrayLike = (1, 0, 0, 0)) -> None:
        self._bodies = _core.Bodies(inertia, momentum, attitude)

    def __len__(self) -> int:
        return len(self.momentum)

    def __reduce__(self) -> tuple[Any, ...]:
        return Ensemble, (self.inertia, self.momentum), self.attitude

    def __setstate__(self, attitude: Array) -> None:
        self.attitude[:] = attitude  # to the last bit, which making them of length 1 once more might change

    @property
    def inertia(self) -> Array:
        """(n, 3): a view of the principal moments."""
        return self._bodies.inertia

    @property
    def momentum(self) -> Array:
        """(n, 3), now: a view of what is moved."""
        return self._bodies.momentum

    @property
    def attitude(self) -> Array:
        """(n, 4), now: a view of what is moved."""
        return self._bodies.attitude

    def run(self, method: str, *, h: ArrayLike, steps: int) -> NDArray[np.int64]:
        """Moves all bodies by so many steps of h, one number or (n,), as `run` moves each.

        Gives back (n,), the steps that each has taken: fewer where a step has failed, whose body is where the last good
        one led. The methods are few: a name that is none of them raises UserError with all.
        """
        return self._bodies.run(method, h, steps)

    def free_flow(self, times: ArrayLike) -> tuple[Array, Array]:
        """Momentum (n, 3) and attitude (n, 4) after times of either sign, one number or (n,): exact, without steps."""
        then = self._bodies.free_flow(times)
        return then.momentum, then.attitude


def methods() -> list[Answer]:
    """What all methods say of themselves: id, order, kind, what they serve, symmetric, symplectic, ..."""
    return json.loads(_core.methods())


def figures() -> list[Answer]:
    """The figures of the papers: id, title, source, number of claims."""
    return json.loads(_core.figures())


def run(body: Body, method: str | None = None, *, h: Union[float, Sequence[float], None] = None,
        steps: int | None = None, time: float | None = None, t0: float | None = None,
        every: int | None = None) -> Answer:
    """Integrates a body with any method: h with steps, or time with steps (schema polhode/run/1).

    With `every` the answer's "trajectory" holds columns, not rows: {"n": (m,), "t": (m,), "momentum": (m, 3),
    "attitude": {"quaternion": (m, 4), "matrix": (m, 3, 3)}, "energy": (m,), "spatial_momentum": (m, 3)}; `rows` makes
    rows of them. A run that ends too early has another "status" than "ok", and a "reason".
    """
    text, columns = _core.run(_asked(body, method=method, h=h, steps=steps, time=time, t0=t0, every=every),
                              body.folder, body.torque)
    answer: Answer = json.loads(text)
    if columns:
        table: Answer = {}
        for name, column in columns.items():
            *above, last = name.split("/")
            inner = table
            for part in above:
                inner = inner.setdefault(part, {})
            inner[last] = column.astype(np.int64) if name == "n" else column
        answer["trajectory"] = table
    return answer


def rows(trajectory: Mapping[str, Any]) -> list[Answer]:
    """The rows of a trajectory, as the schema has them and JSON takes them."""
    def row(columns: Any, i: int) -> Any:
        return {k: row(v, i) for k, v in columns.items()} if isinstance(columns, Mapping) else columns[i].tolist()
    return [row(trajectory, i) for i in range(len(trajectory["t"]))]


def reference(body: Body, *, time: float | None = None, digits: int = 30, time_limit: float | None = None) -> Answer:
    """The best state known after a time, in decimal strings, with an error estimate (schema polhode/reference/1).

    "kind" is "exact" for what has a closed form (free bodies, Lagrange tops, directors in a constant field, ..), up to
    45 digits; "converged" for others, up to 33; "converged in double" under a callable torque, whose "error_estimate" is
    never below 1e-13. time_limit: seconds of the processor; what would take longer is refused as soon as that is seen.
    """
    return json.loads(_core.reference(_asked(body, time=time), body.folder, body.torque, digits, time_limit))


def recommend(body: Body, *, attitude_error: float | None = None, momentum_error: float | None = None,
              energy_drift: float | None = None, time: float | None = None, time_limit: float | None = None,
              at_end: bool = False, restated: bool = False) -> Answer:
    """The cheapest method and step for a body and an accuracy (schema polhode/recommendation/1).

    Targets: attitude_error in radians (of a director its distance), momentum_error and energy_drift relative to the
    largest momentum and kinetic energy. "best" is None if no method meets them; "why" says it in sentences.
    time_limit: seconds of the processor that the reference and the methods may take, each. at_end: errors count at the end only.
    restated: rank the updates of physics engines, too.

    A callable torque is called from several threads, one at a time, some thousand times per radian; what a call takes
    is in the costs. Its reference is in double: what is asked for below some 1e-11 is refused.
    """
    return json.loads(_core.recommend(_asked(body), body.folder, body.torque, attitude_error, momentum_error,
                                      energy_drift, time, time_limit, at_end, restated))


def check(method: str, *, long_run: int = 100000) -> Answer:
    """Measures what a method is, and compares it with what it says of itself (schema polhode/passport/1).

    long_run: steps over which invariants are watched.
    """
    return json.loads(_core.check(method, long_run))


def figure(name: Union[str, Answer], *, beside: Sequence[str] = (), set: Mapping[str, Any] | None = None) -> Answer:
    """Measures a figure of a paper, without times, and judges its claims (schema polhode/experiment/1).

    name: of a figure, or one of your own as a value (docs/own_figure.md) or the path of its file, whose claims nobody judges.
    beside: ids of other methods, like one of your own, which are measured beside those of the figure; no claim is about them.
    set: what is changed in it, like {"problem.inertia": [2, 5, 7]}; claims are not judged then.
    """
    others = [beside] if isinstance(beside, str) else list(beside)
    if isinstance(name, str):
        return json.loads(_core.figure(name, others, _settings(set)))
    return json.loads(_core.figure_of_value(json.dumps(name), others, _settings(set)))


def figure_value(name: str, *, set: Mapping[str, Any] | None = None) -> Answer:
    """A figure of a paper as a value that `figure` measures: its problem, methods, ladder, norm and panels."""
    return json.loads(_core.figure_value(name, _settings(set)))


def _settings(changes: Mapping[str, Any] | None) -> list[str]:
    return [f"{path}={json.dumps(value)}" for path, value in (changes or {}).items()]


def method(id: str, *, order: Union[int, tuple[int, int]], label: str | None = None,
           source: str = "a Python callable") -> Callable[[Step], Step]:
    """Adds a method of your own to the roster, where `run`, `check`, `recommend` and `figure(.., beside=["my-euler"])` find it:

        @polhode.method("my-euler", order=1)
        def my_euler(body, t, h, attitude, momentum):
            ...
            return attitude, momentum

    order is of convergence under a torque that depends on attitude and time, one number or (of the momentum, of the
    attitude); 0: none, it solves another equation. body.inertia is (3,), principal moments; body.torque(t, attitude) is
    (3,) in the principal axes. h may be negative. A method of the same name and order is replaced.
    """
    orders = order if isinstance(order, tuple) else (order, order)
    if len(orders) != 2 or not all(isinstance(n, int) for n in orders):
        raise UserError(f"order: {order!r} is given; accepted: an integer, or a pair of them")

    def add(step: Step) -> Step:
        _core.add_method(id, step, id if label is None else label, source, *orders)
        return step
    return add
