# SPDX-License-Identifier: MIT
"""Compares integrators of rigid-body rotations.

    import polhode
    body = polhode.Body([1, 2, 3], momentum=[0.3, -1.2, 0.5])
    momentum, attitude = polhode.FreeFlow(body)([0, 1, 2])      # exact, without steps
    answer = polhode.run(body, "imidm", h=0.1, steps=100, every=1)
    answer.trajectory.momentum                                  # (101, 3), also answer["trajectory"]["momentum"]
    polhode.recommend(body, attitude_error="0.001deg", time=10).why
    stepper = polhode.Stepper(body, "mr")                       # for a loop of your own
    stepper.step(0.01, torque=(0, 0, 0.1))

Conventions: momenta are angular momenta in the body's axes, (..., 3). An attitude is a quaternion (w, x, y, z) that
maps body to space, (..., 4). SciPy's Rotation objects are accepted as attitudes, and returned as `.rotation`. Units
follow from the numbers of the body: [momentum] = [inertia] / [time]; angles are in radians, unless `units` names others.

A torque of your own is a callable, torque(t, attitude) or torque(t, attitude, angular_velocity) -> (3,), in the body's
axes. Methods that do not support the second form refuse it.

Answers are the dictionaries that the program writes as JSON (results/schemas). Their fields are also typed attributes
(polhode.answers), and `print` shows the lines that the program prints. `json.dumps` and `pickle` accept them.

A wrong value or shape raises UserError, a ValueError, with one line. An argument of a wrong type, like an array of
complex numbers, raises TypeError. In a Body, strings are decimal numbers. Ctrl-C raises KeyboardInterrupt. Calls that take longer than
two seconds show their progress, in notebooks and terminals.

All functions but `method` may be called from several threads at the same time; threads wait for each other only in
callables. `method` is to be called while nothing else runs. A Stepper or an Ensemble is for one thread at a time; a
FreeFlow is for any number.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import math
import numbers
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, answers
from ._core import BodyOfMethod, GuestFailed, OutputError, StepFailed, UserError
from .answers import Answer, answer, rotation_of, rows

if TYPE_CHECKING:
    from scipy.spatial.transform import Rotation

    from ._core import GivenBody

__version__: str = _core.version
__all__ = ["Answer", "Body", "BodyOfMethod", "Ensemble", "FreeFlow", "GuestFailed", "OutputError", "StepFailed", "Stepper",
           "UserError", "attitude", "check", "compare", "figure", "figure_value", "figures", "method", "methods", "recommend",
           "reference", "rows", "run", "sweep"]

Array = NDArray[np.float64]
Said = TypeVar("Said")
Torque = Union[Callable[[float, Array], ArrayLike], Callable[[float, Array, Array], ArrayLike]]
Step = Callable[[BodyOfMethod, float, float, Array, Array], "tuple[ArrayLike, ArrayLike]"]


def __dir__() -> list[str]:
    return sorted([*__all__, "answers", "plot", "__version__", "__doc__"])


def _attitude(given: Any, field: str = "attitude") -> Any:
    """An attitude in the form of spec files; a SciPy Rotation, {"wxyz": ..} or {"xyzw": ..} as numbers (w, x, y, z)."""
    if hasattr(given, "as_quat"):
        given = {"xyzw": given.as_quat()}
    if isinstance(given, Mapping) and len(given) == 1 and next(iter(given)) in ("wxyz", "xyzw"):
        order, q = next(iter(given.items()))
        q = np.asarray(q)
        if q.shape[-1:] != (4,):
            raise UserError(f"{field}.{order}: shape {q.shape} is given; accepted: four numbers")
        return q if order == "wxyz" else q[..., [3, 0, 1, 2]]
    return given


def _sees_rates(torque: Any) -> bool:
    """Whether a callable requires a third argument, the angular velocity."""
    try:
        parameters = inspect.signature(torque).parameters.values()
    except (TypeError, ValueError):
        return False
    needed = [p for p in parameters
              if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.default is p.empty]
    if len(needed) not in (2, 3) and not any(p.kind == p.VAR_POSITIONAL for p in parameters):
        raise TypeError(f"torque: a callable of {len(needed)} arguments is given; accepted: torque(t, attitude), or "
                        "torque(t, attitude, angular_velocity)")
    return len(needed) == 3


class Body:
    """A rigid body with its initial state and its torques.

    inertia           (3,) principal moments in any order, or (3, 3) symmetric; or none, with a shape among the fields,
                      like box=(1, 2, 3), mass=12
    momentum          (3,) in the body's axes, or angular_velocity (3,); exactly one
    attitude          body to space: a SciPy Rotation, (4,) quaternion (w, x, y, z), {"xyzw": (4,)}, (3, 3) matrix, or
                      {"rotation_vector": (3,)}; default identity
    torque            a dictionary as in spec files (docs/keys.md), like {"kind": "gravity", "moment": (0, 0, 2)}; a
                      callable torque(t, attitude) or torque(t, attitude, angular_velocity) -> (3,) in the body's axes;
                      or a list of dictionaries and at most one callable, which add up. Some methods evaluate the
                      torque before the first time and after the last
    units             units of these numbers and of the answers, like {"mass": "g", "length": "cm", "time": "s", "rate": "rpm"}
    fields            any other field of "body" in a spec

    Fields, shapes and numbers are checked at once. Whether they agree with each other is checked at the first use.
    """

    torque: Torque | None = None
    folder: str = ""
    _sees_rates: bool = False

    def __init__(self, inertia: ArrayLike | None = None, *, momentum: ArrayLike | None = None,
                 angular_velocity: ArrayLike | None = None,
                 attitude: ArrayLike | Mapping[str, ArrayLike] | Rotation | None = None,
                 torque: Mapping[str, Any] | Torque | Sequence[Mapping[str, Any] | Torque] | None = None,
                 units: Mapping[str, str] | None = None, **fields: Any) -> None:
        body: dict[str, Any] = fields if inertia is None else {"inertia": inertia, **fields}
        for name, value in (("momentum", momentum), ("angular_velocity", angular_velocity),
                            ("attitude", _attitude(attitude))):
            if value is not None:
                body[name] = value
        given = torque if isinstance(torque, (list, tuple)) else [] if torque is None else [torque]
        callables: list[Any] = [t for t in given if callable(t)]
        if len(callables) > 1:
            raise UserError(f"torque: {len(callables)} callables are given; accepted: one, which may add them up")
        self.spec: dict[str, Any] = {"body": _plain(body)}
        if units is not None:
            self.spec["units"] = _plain(units, "units")
        if callables:
            self.torque, self._sees_rates = callables[0], _sees_rates(callables[0])
        if len(given) > len(callables):
            self.spec["torque"] = _plain([t for t in given if not callable(t)], "torque")
        _core.check_form(_text(self.spec))

    @classmethod
    def from_spec(cls, spec: Mapping[str, Any], folder: str = "") -> Body:
        """The body of a spec, with the method and steps of the spec, which `run` uses by default."""
        body = cls.__new__(cls)
        body.spec, body.folder = _plain(_typed("spec", spec, *_DICTIONARY)), folder
        return body

    @classmethod
    def from_file(cls, path: str | os.PathLike[str]) -> Body:
        """The body of a spec file."""
        with open(path, "rb") as file:
            spec = json.loads(_core.spec_of(file.read(), os.fspath(path)))
        return cls.from_spec(spec, os.path.join(os.path.dirname(os.fspath(path)), ""))

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, Body) and _text(self.spec) == _text(other.spec) and self.torque == other.torque and
                self.folder == other.folder)

    def __hash__(self) -> int:
        return hash((_text(self.spec), self.torque, self.folder))

    def _repr_html_(self) -> str:
        return answer(Answer, _plain(self.spec))._repr_html_()

    def __repr__(self) -> str:
        return f"Body({_text(self.spec)}{', and a callable torque' if self.torque is not None else ''})"


def _plain(x: Any, at: str = "") -> Any:
    """A value in a form that JSON can hold. A path becomes a string, and so does a number that JSON cannot hold, like NaN or a
    Decimal; it is read in all its digits or refused. Other values raise TypeError with their place."""
    if isinstance(x, Mapping):
        return {str(k): _plain(v, f"{at}.{k}" if at else str(k)) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [_plain(v, f"{at}[{i}]") for i, v in enumerate(x)]
    if isinstance(x, os.PathLike):
        return os.fspath(x)
    if x is None or isinstance(x, (bool, int, str)):
        return x
    if isinstance(x, float):
        return x if math.isfinite(x) else str(x)
    array = np.asarray(x)
    if array.ndim or array.dtype.kind in "biu" or array.dtype in (np.float16, np.float32):
        return _plain(array.tolist(), at)
    if array.dtype.kind == "f" or isinstance(x, numbers.Real) or (
            isinstance(x, numbers.Number) and not isinstance(x, numbers.Complex)):
        return str(x)
    raise TypeError(f"{at}: {x!r} is given; accepted: texts and numbers")


def _text(document: Any) -> str:
    return json.dumps(_plain(document), sort_keys=True)


def _asked(body: Body, **fields: Any) -> GivenBody:
    """A body as _core takes it: its spec with the fields that are not None, the folder of its files, and its callable."""
    spec = _text({**_typed("body", body, Body, "a polhode.Body").spec, **{k: v for k, v in fields.items() if v is not None}})
    return spec, body.folder, body.torque, body._sees_rates


class FreeFlow(_core.Flow):
    """The exact motion of a body without torque, at any time of either sign, without steps.

    The error of a state (of the momentum, relative to its length; of the entries of the attitude matrix) is at most the
    larger of 2e-14 and 50 times the effect of half a unit in the last place of the inputs.
    """

    def __init__(self, body: Body) -> None:
        super().__init__(_asked(body))
        self._body = body

    def __reduce__(self) -> tuple[Any, ...]:
        return FreeFlow, (self._body,)

    def every(self, h: float, n: int, t0: float = 0, out: Array | None = None) -> tuple[Array, Array]:
        """Momentum (n, 3) and attitude (n, 4) at t0 + i h, i = 0 .. n-1, faster than at times in general."""
        return super().every(_typed("h", h, *_NUMBER), _typed("n", n, *_INTEGER), _typed("t0", t0, *_NUMBER), out)


class Stepper(_core.Steppers):
    """Moves one body, or several independent bodies, step by step in a loop of your own.

    body              a Body with its torques, or a sequence of n bodies
    method            the name of a method; UserError lists the methods that have steppers
    t0                initial time

    With a constant dt and torque, the states equal those of `run` up to rounding. They differ if a torque jumps or has a
    kink inside a step: `run` ends a step there, and a stepper does not. A stepper is for one thread at a time. For a
    sequence of bodies, the arrays below have shapes (n, 3) and (n, 4).
    """

    def __init__(self, body: Body | Sequence[Body], method: str, *, t0: float = 0) -> None:
        alone = isinstance(body, Body)
        bodies = [body] if isinstance(body, Body) else list(body)
        super().__init__([_asked(b) for b in bodies], _name(method), _typed("t0", t0, *_NUMBER), alone)
        self._last: Any = None
        self._last_sees = False

    def step(self, dt: float, torque: ArrayLike | Torque | None = None) -> None:
        """Makes a step of dt, of either sign.

        torque: a further torque in the body's axes: (3,) or (n, 3), held over the step, in the units of the body's spec; or
        a callable torque(t, attitude[, angular_velocity]) -> (3,). StepFailed is raised if the step fails or its result is
        not finite. In this case, and if a callable raises, all bodies keep their states.
        """
        if torque is not self._last:
            self._last, self._last_sees = torque, callable(torque) and _sees_rates(torque)
        try:
            self._step(dt, torque, self._last_sees)
        except TypeError:
            _typed("dt", dt, *_NUMBER)
            raise

    def set(self, *, momentum: ArrayLike | None = None,
            attitude: ArrayLike | Mapping[str, ArrayLike] | Rotation | None = None) -> None:
        """Sets the state, for example after an impulse; an omitted argument keeps its value. The attitude is a (4,) or (n, 4)
        quaternion (w, x, y, z), {"xyzw": ...}, or a SciPy Rotation."""
        self._set(momentum, None if attitude is None else _attitude(attitude))

    @property
    def rotation(self) -> Rotation:
        """The attitude as a SciPy Rotation."""
        return rotation_of(self.attitude)


class Ensemble(_core.Bodies):
    """Many bodies at once, in their principal axes, on all cores and in the lanes of the processor.

    inertia           (3,) principal moments of all bodies, or (n, 3)
    momentum          (n, 3) in the body's axes, or (3,)
    attitude          (4,) quaternion (w, x, y, z), or (n, 4), {"xyzw": ...} or a SciPy Rotation; default identity
    torque            a dictionary as for Body, or a list of dictionaries, which add up. A vector may be (n, 3), a row for
                      each body, and a matrix (n, 3, 3). Bodies under uniform fields, dipoles and gravity gradients, with
                      signals that do not jump, move in lanes; others, such as bodies under formulas, move one by one
    """

    def __init__(self, inertia: ArrayLike, momentum: ArrayLike,
                 attitude: ArrayLike | Mapping[str, ArrayLike] | Rotation = (1, 0, 0, 0),
                 torque: Mapping[str, Any] | Sequence[Mapping[str, Any]] | None = None) -> None:
        super().__init__(inertia, momentum, _attitude(attitude), _torques_of_each(torque))
        self._torque = _plain(torque, "torque")

    def __reduce__(self) -> tuple[Any, ...]:
        return Ensemble, (self.inertia, self.momentum, (1, 0, 0, 0), self._torque), (self.attitude, self.t)

    def __setstate__(self, state: tuple[Array, Array]) -> None:
        self.attitude[:], self.t[:] = state  # to the last bit, which making them of length 1 once more might change

    def run(self, method: str, *, h: ArrayLike, steps: int) -> NDArray[np.int64]:
        """Moves all bodies by `steps` steps of h, which is one number or (n,).

        A step does not end where a torque jumps, as in `run` with "breaks": "cross". Returns the number of steps of each
        body, (n,). If a step fails, the number is smaller, and the state is the one after the last good step. An unknown
        method raises UserError, which says what lists the methods.
        """
        return self._run(_name(method), h, _typed("steps", steps, *_INTEGER))

    def free_flow(self, times: ArrayLike) -> tuple[Array, Array]:
        """Exact momentum (n, 3) and attitude (n, 4) after times of either sign, one number or (n,), without steps."""
        then = self._free_flow(times)
        return then.momentum, then.attitude


@functools.cache
def _matrices() -> set[str]:
    """The keys of torques that may be (3, 3) for one body."""
    kinds = json.loads(_core.schema_of_specs)["$defs"]
    return {key for kind in kinds if kind.startswith("torque_") for key, its in kinds[kind].get("properties", {}).items()
            if its.get("$ref") in ("#/$defs/tensor", "#/$defs/attitude")}


def _torques_of_each(torque: Any) -> list[str]:
    """The torques as JSON: one for all bodies, or one for each body if a vector has rows."""
    given = [] if torque is None else torque if isinstance(torque, (list, tuple)) else [torque]
    for one in given:
        if not isinstance(one, Mapping):
            raise UserError(f"torque: {type(one).__name__} is given; accepted: a dictionary, or a list of them")

    def has_rows(key: str, value: Any) -> bool:
        shape = np.shape(value) if isinstance(value, (np.ndarray, list, tuple)) else ()
        return len(shape) == 3 or len(shape) == 2 and not (key in _matrices() and shape == (3, 3))

    rows = {len(v) for one in given for k, v in one.items() if has_rows(k, v)}
    if len(rows) > 1:
        raise UserError(f"torque: rows for {' and '.join(map(str, sorted(rows)))} bodies are given; accepted: for all")
    if not rows:
        return [_text(given)] if given else []
    return [_text([{k: v[i] if has_rows(k, v) else v for k, v in one.items()} for one in given])
            for i in range(rows.pop())]


_NUMBER, _INTEGER, _DICTIONARY = (numbers.Real, "a number"), (numbers.Integral, "an integer"), (Mapping, "a dictionary")


def _typed(name: str, value: Said, kind: Any, accepted: str) -> Said:
    good: bool = isinstance(value, kind)
    if not good:
        raise TypeError(f"{name}: {value!r} is given; accepted: {accepted}")
    return value


def _name(method: str) -> str:
    return _typed("method", method, str, "a name")


def _core_of(call: Callable[..., Said], *given: Any) -> Said:
    """The answer of the library; its error lines name the arguments of Python instead of the flags of the program."""
    try:
        return call(*given)
    except UserError as fault:
        line = re.sub(r"--([a-z]+(?:-[a-z]+)*)", lambda flag: flag[1].replace("-", "_"), str(fault))
        raise UserError(re.sub("^[A-Z]+(?=: )", lambda argument: argument[0].lower(), line)) from None


_NO_BODY: GivenBody = ("null", "", None, False)


def _ask(command: str, body: GivenBody = _NO_BODY, **options: Any) -> tuple[Any, str]:
    """The answer of a command to a body and to the options that are not None, and the lines that the program prints."""
    given = _text({name: value for name, value in options.items() if value is not None})
    document, lines = _core_of(_core.ask, command, body, given)
    return json.loads(document), lines


_shown: dict[int, Any] = {}  # by the number of the cell


def _progress(line: str) -> bool:
    """Shows the progress of a call in IPython without a terminal: creates and updates an output of the cell."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or sys.stderr.isatty():
        return False
    data, cell = {"text/plain": line}, shell.execution_count
    if cell in _shown:
        _shown[cell].update(data, raw=True)
    elif line:
        _shown[cell] = importlib.import_module("IPython.display").display(data, raw=True, display_id=True)
    return True


_core.show_progress(_progress)


def attitude(times: ArrayLike, rates: ArrayLike | None = None, *, increments: ArrayLike | None = None,
             method: str = "coning-recursive", start: ArrayLike | Rotation = (1, 0, 0, 0),
             every: int = 4) -> tuple[Array, Array]:
    """Integrates the samples of a gyro by a method of docs/rates.md.

    times             (n,), increasing
    rates             (n, 3) angular velocities in the body's axes, radians per unit of time
    increments        (n - 1, 3) angles over the intervals between the times; exactly one of rates and increments
    start             attitude at the first time, body to space: a SciPy Rotation or (4,) quaternion (w, x, y, z)
    every             samples per update, for methods that take any number

    Returns the times (m,) of the updates and the attitudes (m, 4) after them. For methods that need increments, rates are
    integrated by the trapezoidal rule.
    """
    if (rates is None) == (increments is None):
        raise UserError("rates: exactly one of rates and increments is accepted")
    values = rates if increments is None else increments
    return _core_of(_core.attitude, times, values, increments is not None, _name(method), _attitude(start, "start"),
                    _typed("every", every, *_INTEGER))


def methods() -> list[Answer]:
    """The declarations of all methods: id, order, kind, supported problems, symmetric, symplectic, ..."""
    return [answer(Answer, m) for m in _ask("methods")[0]]


def figures() -> list[Answer]:
    """The figures of the papers: id, title, source, number of claims."""
    return [answer(Answer, f) for f in _ask("figures")[0]]


def run(body: Body, method: str | None = None, *, h: float | Sequence[float] | None = None,
        steps: int | None = None, time: float | None = None, t0: float | None = None,
        every: int | None = None, dense: float | None = None, case: int | None = None, **fields: Any) -> answers.Run:
    """Integrates a body with any method: h with steps, or time with steps (schema polhode/run/1).

    With `every`, or with `dense` for rows at equal times, the answer's "trajectory" has columns, not rows: {"n": (m,),
    "t": (m,), "momentum": (m, 3), "attitude": {"quaternion": (m, 4), "matrix": (m, 3, 3)}, "angular_velocity": (m, 3),
    "energy": (m,), "spatial_momentum": (m, 3)}; `rows` converts them to rows. A run that ends early has a "status" other than "ok", and a
    "reason". A body with a prescribed "rate" is turned by an attitude update (docs/rates.md).

    case: the number of a body of the family, if the body has "vary"; the number of a case, if the body is a sweep.
    fields: any other field of a spec, such as align="knots", breaks="cross", output=["mrp"], events=[...].
    """
    asked = _asked(body, method=None if method is None else _name(method), h=h, steps=steps, time=time, t0=t0, every=every,
                   dense=dense, **fields)
    if case is not None:
        drawn, _ = _ask("spec_of_case", asked, case=_typed("case", case, *_INTEGER))
        asked = _text(drawn), *asked[1:]
    text, lines, first, table = _core_of(_core.run, asked)
    said = json.loads(text)
    if case is not None:
        said["case"] = {"number": case, "spec": drawn}
    if len(table):
        said["trajectory"] = _columns(json.loads(first), table)
    return answer(answers.Run, said, lines)


def _columns(first: Mapping[str, Any], table: Array) -> dict[str, Any]:
    """The columns of a table. All its rows have the numbers of the first row, in its order."""
    at = 0

    def column(name: str, x: Any) -> Any:
        nonlocal at
        if isinstance(x, Mapping):
            return {k: column(k, v) for k, v in x.items()}
        begin, at = at, at + np.size(x)
        found = table[:, begin:at].reshape(len(table), *np.shape(x))
        return found.astype(np.int64) if name == "n" else found
    return {k: column(k, v) for k, v in first.items()}


def reference(body: Body, *, time: float | None = None, digits: int = 30, time_limit: float | None = None) -> answers.Reference:
    """The best known state after a time, in decimal strings, with an error estimate (schema polhode/reference/1).

    "kind" is "exact" for motions with a closed form (free bodies, Lagrange tops, directors in a constant field, ..), with
    up to 45 digits. It is "converged" for other motions, with up to 33 digits, and "converged in double" under a callable
    torque, with an "error_estimate" of at least 1e-13.

    time_limit: seconds of processor time; a computation that would take longer is refused.
    """
    limit = None if time_limit is None else float(_typed("time_limit", time_limit, *_NUMBER))
    return answer(answers.Reference, *_ask("reference", _asked(body, time=time), digits=_typed("digits", digits, *_INTEGER),
                                           time_limit=limit))


def recommend(body: Body, *, attitude_error: float | str | Sequence[float | str] | None = None,
              momentum_error: float | Sequence[float] | None = None, energy_drift: float | Sequence[float] | None = None,
              rate: float | str | None = None, standard_error: float | None = None, spread: float | None = None,
              time: float | None = None, at_end: bool = False, torque_cost: float | None = None,
              time_limit: float | None = None, method: str | Sequence[str] = (), tag: str | Sequence[str] = (),
              restated: bool = False, least_rate: bool = False, html: str | os.PathLike[str] | None = None,
              emit: str | os.PathLike[str] | None = None) -> answers.Recommendation:
    """The cheapest method and step for a body and a tolerance (schema polhode/recommendation/1).

    The arguments are the flags of the program.

    attitude_error: in radians, or like "0.1deg"; for a director, a distance.
    momentum_error, energy_drift: relative to the largest angular momentum and kinetic energy. Each of these three
    tolerances may be a list; "recommendations" then has an answer for each element (schema polhode/recommendations/1).
    rate: a fixed step, as steps per unit of time, or like "1000Hz".
    standard_error: tolerance of the means and deviations of an ensemble whose starts differ by `spread` (0.01).
    at_end: compare at the end of the motion only.
    torque_cost: microseconds that an evaluation of your torque takes in addition to the body's torques.
    time_limit: seconds of processor time for the search (10); the reference may take twice as long.
    method: only methods whose id matches a pattern ("dmv*"), or one of several patterns.
    tag: only methods with this tag ("symplectic"), or with all of several tags.
    restated: also rank the updates of physics engines.
    least_rate: for a body with a prescribed "rate", find the smallest number of samples, to 20 %, that meets the attitude
    error (schema polhode/attitude-recommendation/1).
    html: also write a page with the motion to this file.
    emit: also write a C++ project with the method to this folder.

    "best" is None if no method meets the tolerances; "why" gives the reasons in words. Chaotic motions have
    "lyapunov_time". If no method follows them, "statistics" has the method and the number of members that give their
    distributions over time.

    A callable torque is called from several threads, one at a time, about a thousand times per radian; costs include
    these calls. The reference is then computed in double, so tolerances below about 1e-11 are refused.
    """
    options = {name: value for name, value in locals().items() if name != "body"}
    return answer(answers.Recommendation, *_ask("recommend", _asked(body), **options))


def check(method: str, *, on: Body | None = None, long_run: int | None = None, timing: bool = False) -> answers.PropertyReport | answers.UpdateReport:
    """Measures the properties of a method, and compares them with what the method declares.

    The answer has the schema polhode/passport/1, or for an attitude update polhode/attitude-passport/1.

    on: a body to measure on instead of the test problems; the order is measured over its "time".
    long_run: number of steps over which invariants are measured (100000; 10000 with `on`).
    timing: also times a step.
    """
    if on is not None and on.torque is not None:
        raise UserError("on: a body with a callable torque is given; accepted: one with torques of a spec")
    steps = None if long_run is None else _typed("long_run", long_run, *_INTEGER)
    found, lines = _ask("check", _NO_BODY if on is None else _asked(on), method=_name(method), long_run=steps,
                        timing=_typed("timing", timing, bool, "True or False"))
    if found["schema"] == "polhode/attitude-passport/1":
        return answer(answers.UpdateReport, found, lines)
    return answer(answers.PropertyReport, found, lines)


def sweep(spec: Mapping[str, Any]) -> answers.Sweep:
    """Runs methods on a population of bodies, in memory (schema polhode/shard/1; docs/sweeps.md describes the spec).

    "result" has the distributions of errors and the answers to the questions, as in result.json of the program. For
    populations that take hours, use the program, which writes shards and resumes. `run(Body.from_spec(spec), case=41)`
    repeats a case.
    """
    return answer(answers.Sweep, *_ask("sweep", _asked(Body.from_spec(spec))))


def compare(a: str | os.PathLike[str], b: str | os.PathLike[str]) -> answers.Comparison:
    """Compares two files of performance measurements.

    The findings list what is slower or less accurate in b than in a (schema polhode/comparison/1; docs/performance.md).
    """
    return answer(answers.Comparison, *_ask("compare", a=os.fspath(a), b=os.fspath(b)))


def figure(name: str | Answer, *, beside: Sequence[str] = (), set: Mapping[str, Any] | None = None) -> answers.Experiment:
    """Measures a figure of a paper, without times, and judges its claims (schema polhode/experiment/1).

    name: the name of a figure; or a figure of your own, as a value (docs/own_figure.md) or the path of its file.
    beside: ids of further methods, which are measured beside the methods of the figure.
    set: changes of the figure, like {"problem.inertia": [2, 5, 7]}.

    Claims are judged only for unchanged figures of the papers, without the further methods.
    """
    others = [beside] if isinstance(beside, str) else list(beside)
    if not all(isinstance(other, str) for other in others):
        raise TypeError(f"beside: {others!r} is given; accepted: names")
    of = _typed("name", name, (str, Mapping), "a name, or a figure as a value")
    return answer(answers.Experiment, *_ask("figure", name=of, beside=others, settings=_settings(set)))


def figure_value(name: str, *, set: Mapping[str, Any] | None = None) -> Answer:
    """A figure of a paper as a value for `figure`: its problem, methods, ladder, norm and panels."""
    return answer(Answer, *_ask("figure_value", name=_typed("name", name, str, "a name"), settings=_settings(set)))


def _settings(changes: Mapping[str, Any] | None) -> list[str]:
    return [f"{path}={json.dumps(_plain(value, path))}" for path, value in (changes or {}).items()]


def method(id: str, *, order: int | tuple[int, int], label: str | None = None,
           source: str = "a Python callable") -> Callable[[Step], Step]:
    """Registers a method of your own for `run`, `check`, `recommend` and `figure(.., beside=["my-euler"])`:

        @polhode.method("my-euler", order=1)
        def my_euler(body, t, h, attitude, momentum):
            ...
            return attitude, momentum

    `order` is the order of convergence under a torque that depends on attitude and time: one number, or a pair (angular
    momentum, attitude). An order of 0 means that the method solves another equation. `body.inertia` has the principal
    moments, (3,); `body.torque(t, attitude)` is (3,), in the principal axes. h may be negative. The method replaces an
    earlier one of the same name and order. No other call may run meanwhile.
    """
    orders = order if isinstance(order, tuple) else (order, order)
    if len(orders) != 2 or not all(isinstance(n, numbers.Integral) and -1 <= n < 100 for n in orders):
        raise UserError(f"order: {order!r} is given; accepted: an integer, or a pair of them")

    def add(step: Step) -> Step:
        _core_of(_core.add_method, id, _typed(id, step, Callable, "a callable"), id if label is None else label, source,
                 *orders)
        return step
    return add
