# SPDX-License-Identifier: MIT
"""The module as its users meet it. End states are those of results/reference/vectors, made by other programs."""
import ast
import contextlib
import copy
import json
import os
import pathlib
import pickle
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
import types
from concurrent import futures

import numpy as np
import pytest

import polhode

RESULTS = pathlib.Path(__file__).parents[2] / "results"


def read(name):
    return json.loads((RESULTS / name).read_text())


KRYSL = read("reference/vectors/krysl.json")
FREE = KRYSL["problems"]["free"]


def numbers(texts):
    return np.array([float(x) for x in texts])


def refused(line, call, *given, error=polhode.UserError, **named):
    """What is asked for is refused by a line that says so."""
    with pytest.raises(error, match=line):
        call(*given, **named)


def free_body(**more):
    return polhode.Body(numbers(FREE["I"]), angular_velocity=numbers(FREE["Omega0"]), **more)


GRAVITY = {"kind": "gravity", "moment": [0, 0, 20]}


def slow_top(**more):
    return polhode.Body([5, 5, 1], attitude={"rotation_vector": [0.05, 0, 0]}, angular_velocity=[0, 0, 5], **more)


def heavy_top():
    return slow_top(torque=GRAVITY)


def matrix(q):
    """The rotation of a quaternion (w, x, y, z), by the formula of textbooks."""
    w, x, y, z = q
    return np.array([[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
                     [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
                     [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]])


TURN = matrix([0.8, 0, 0.6, 0])


def follows(answer, schema):
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.validate(answer, read(f"schemas/{schema}.json"))


# --- the exact flow --------------------------------------------------------------------------------------------------

def test_free_flow():
    momentum, attitude = polhode.FreeFlow(free_body())([0, 10, 100])
    for i, t in ((1, "t=10.0"), (2, "t=100.0")):
        known = KRYSL["references"]["free"][t]
        np.testing.assert_allclose(momentum[i], numbers(known["Pi"]), atol=1e-13)
        np.testing.assert_allclose(matrix(attitude[i]).ravel(), numbers(known["R"]), atol=1e-13)


def test_free_flow_takes_times_of_any_shape_and_gives_views():
    flow = polhode.FreeFlow(free_body())
    momentum, attitude = flow(np.linspace(0, 9, 12).reshape(3, 4))
    assert momentum.shape == (3, 4, 3) and attitude.shape == (3, 4, 4)
    assert momentum.base is attitude.base
    assert flow(2.5)[0].shape == (3,)
    assert flow([])[1].shape == (0, 4)
    for a, b in zip(flow.every(0.5, 2000, 1), flow(1 + 0.5 * np.arange(2000))):
        np.testing.assert_allclose(a, b, atol=1e-11)
    np.testing.assert_allclose(flow(flow.period)[0], flow(0)[0], atol=1e-14)


def test_free_flow_writes_into_an_array_that_is_given():
    flow, times, out = polhode.FreeFlow(free_body()), np.linspace(0, 9, 12).reshape(3, 4), np.empty((3, 4, 7))
    momentum, attitude = flow(times, out=out)
    assert momentum.base is out and attitude.base is out
    np.testing.assert_array_equal(out, np.concatenate(flow(times), axis=-1))
    flow.every(0.5, 4, out=out[0])
    np.testing.assert_array_equal(out[0], np.concatenate(flow.every(0.5, 4), axis=-1))


def test_free_flow_in_axes_of_the_user():
    moments, Omega = np.diag(numbers(FREE["I"])), numbers(FREE["Omega0"])
    turned = polhode.Body(TURN @ moments @ TURN.T, angular_velocity=TURN @ Omega)
    (momentum, attitude), (p, q) = (polhode.FreeFlow(body)(10.0) for body in (turned, free_body()))
    np.testing.assert_allclose(momentum, TURN @ p, atol=1e-13)
    # Both began at the identity: space is turned, too.
    np.testing.assert_allclose(matrix(attitude), TURN @ matrix(q) @ TURN.T, atol=1e-13)


def test_flows_and_many_bodies_are_copied_to_the_last_bit():
    flow = polhode.FreeFlow(free_body())
    for same in (pickle.loads(pickle.dumps(flow)), copy.deepcopy(flow)):
        np.testing.assert_array_equal(same(10.0)[1], flow(10.0)[1])
    bodies = polhode.Ensemble(*many_bodies(70))
    bodies.run("mr", h=0.1, steps=3)
    for same in (pickle.loads(pickle.dumps(bodies)), copy.copy(bodies)):
        assert len(same) == 70
        np.testing.assert_array_equal(same.inertia, bodies.inertia)
        same.run("mr", h=0.1, steps=1)
        assert (same.momentum != bodies.momentum).any()
    bodies.run("mr", h=0.1, steps=1)
    np.testing.assert_array_equal(same.momentum, bodies.momentum)
    np.testing.assert_array_equal(same.attitude, bodies.attitude)
    np.testing.assert_allclose(same.t, 0.4, rtol=1e-15)


# --- many bodies at once ---------------------------------------------------------------------------------------------

def many_bodies(n):
    random = np.random.default_rng(1)
    attitude = random.normal(size=(n, 4))
    return (random.uniform(1, 2, (n, 3)), random.normal(size=(n, 3)),
            attitude / np.linalg.norm(attitude, axis=1, keepdims=True))


def follow(bodies, method, h, steps, torque_of=lambda i: None, every=1):
    """Moves an ensemble; every so many of its bodies end where each would alone (ensemble_test.cpp: all, to the last bit)."""
    starts = bodies.momentum.copy(), bodies.attitude.copy()
    assert bodies.run(method, h=h, steps=steps).tolist() == [steps] * len(bodies)
    for i in range(0, len(bodies), every):
        body = polhode.Body(bodies.inertia[i], momentum=starts[0][i], attitude=starts[1][i], torque=torque_of(i))
        final = polhode.run(body, method, h=np.broadcast_to(h, len(bodies))[i], steps=steps)["final"]
        np.testing.assert_allclose(bodies.momentum[i], final["momentum"], rtol=1e-12, atol=1e-13)
        np.testing.assert_allclose(bodies.attitude[i], final["attitude"]["quaternion"], rtol=0, atol=1e-13)


def test_many_bodies_run_as_each_would():
    given = many_bodies(70)
    moments = np.random.default_rng(2).normal(size=(70, 3))
    gradient = {"kind": "gravity-gradient", "strength": 0.3, "direction": [0, 0.6, 0.8]}
    formula = {"kind": "formula", "torque": ["0.3*R31", "-0.1", "sin(t)*R33"]}  # not in lanes
    follow(polhode.Ensemble(*given), "dmv6", np.linspace(0.05, -0.2, 70), 9)
    follow(polhode.Ensemble(*given, {"kind": "gravity", "moment": moments}), "mr", 0.05, 9,
           lambda i: {"kind": "gravity", "moment": moments[i]}, 9)
    pickled = pickle.loads(pickle.dumps(polhode.Ensemble(*given, [gradient, formula])))
    follow(pickled, "rkn8b17", 0.05, 9, lambda i: [gradient, formula], 9)
    np.testing.assert_allclose(pickled.t, 0.45, rtol=1e-15)


def test_many_bodies_take_torques_of_the_momentum_by_methods_that_do():
    drag = {"kind": "formula", "torque": ["-0.1*Omega1", "-0.2*Omega2", "0"]}
    damping = {"kind": "damping", "matrix": [[0.2, 0, 0.1], [0, 0.1, 0], [0.1, 0, 0.3]]}  # of one body, though there are three
    for torque, method in ((drag, "rk4"), (damping, "mr")):
        follow(polhode.Ensemble(*many_bodies(3), torque), method, 0.05, 8, lambda i: torque)
    refused("^method: mr: supports damping and rotors; .*; try rk4", polhode.Ensemble(*many_bodies(3), drag).run, "mr", h=0.05, steps=8)


def test_many_bodies_flow():
    times = np.linspace(-50, 90, 3)
    p, q = polhode.Ensemble(*many_bodies(3)).free_flow(times)
    for i, (inertia, momentum, attitude) in enumerate(zip(*many_bodies(3))):
        alone = polhode.FreeFlow(polhode.Body(inertia, momentum=momentum, attitude=attitude))(times[i])
        np.testing.assert_allclose(np.concatenate([p[i], q[i]]), np.concatenate(alone), rtol=0, atol=1e-14)


def test_many_bodies_say_how_far_each_came():
    fast = polhode.Ensemble([1, 2, 3], [[0.3, -1.2, 0.5], [300, -1200, 500]])
    assert fast.run("dmv6", h=0.1, steps=5).tolist() == [5, 0]
    np.testing.assert_array_equal(fast.momentum[1], [300, -1200, 500])


# --- runs ------------------------------------------------------------------------------------------------------------

def ball(**fields):
    """Of inertia 2: braked by 0.3 Omega it keeps exp(-0.6) of its momentum at t = 4."""
    return polhode.Body([2, 2, 2], momentum=[0, 0, 2], **fields)


def brake(t, attitude, angular_velocity):
    return -0.3 * angular_velocity


def stepped(body, method, dt, steps, torque=None):
    """The stepper after its steps."""
    stepper = polhode.Stepper(body, method)
    for _ in range(steps):
        stepper.step(dt, torque)
    return stepper


def test_a_torque_sees_the_angular_velocity():
    left = 2 * 0.54881163609402643
    stepper = polhode.Stepper(ball(torque=lambda t, attitude, size=0: [0, 0, size]), "rk4")  # which is of two
    for torque in (lambda t, attitude: [0, 0, 0], brake):
        stepper.step(0.1, torque)
    assert stepper.momentum[2] == pytest.approx(2 * np.exp(-0.015), rel=1e-10)
    assert polhode.run(ball(torque=brake), "rk4", h=0.01, steps=400).final.momentum[2] == pytest.approx(left, rel=1e-9)
    refused = polhode.run(ball(torque=brake), "mr", h=0.01, steps=400)
    assert refused.status == "skipped" and re.search("mr: supports .* depends on the momentum.* imidm", refused.reason)
    reference = polhode.reference(ball(torque=brake), time=4)
    assert float(reference.final.momentum[2]) == pytest.approx(left, rel=1e-11)
    assert polhode.recommend(ball(torque=brake), attitude_error="0.1deg", time=1).best is not None


@pytest.mark.parametrize("method", ["mr", "rk4", "imidm", "vi", "aba864"])
def test_steps_are_those_of_run(method):
    """In axes that are not principal, with a torque of the body, a callable, and one that is held."""
    inertia = [[2, 0.3, 0], [0.3, 1.7, 0], [0, 0, 1.2]]
    pull = lambda t, q: [0.3 * q[1], -0.1, 0.2 * t]  # noqa: E731
    held = {"kind": "body", "torque": [0.1, 0.0, -0.3]}
    field = {"kind": "gravity", "moment": [0, 0.2, 1]}
    for torque, given in ((None, None), (field, None), (pull, None), (None, (0.1, 0.0, -0.3)), (field, np.array([0.1, 0, -0.3]))):
        stepper = stepped(polhode.Body(inertia, momentum=[0.3, -1.2, 0.5], torque=torque), method, 0.05, 20, given)
        whole = [t for t in (torque, held if given is not None else None) if t is not None]
        run = polhode.run(polhode.Body(inertia, momentum=[0.3, -1.2, 0.5], torque=whole or None), method, h=0.05, steps=20)
        close = 0 if len(whole) < 2 and torque is not pull else 1e-13
        assert np.abs(stepper.momentum - run.final.momentum).max() <= close
        assert np.abs(stepper.attitude - run.final.attitude.quaternion).max() <= close
        assert stepper.t == pytest.approx(1)


def test_torques_of_steps_are_in_the_units_of_the_body():
    spec = {"body": {"inertia": [0.03, 0.02, 0.01], "momentum": [0.003, -0.012, 0.005]},
            "units": {"mass": "kg", "length": "m", "time": "s", "torque": "mN m"}}
    stepper = stepped(polhode.Body.from_spec(spec), "mr", 0.01, 10, (0.0, 0.0, 3.0))
    in_si = stepped(polhode.Body(**spec["body"]), "mr", 0.01, 10, (0.0, 0.0, 0.003))
    np.testing.assert_allclose(stepper.momentum, in_si.momentum, rtol=1e-15)
    own = polhode.Body.from_spec(spec)
    own.torque = lambda t, q: [0, 0, 1]
    for call in (lambda: stepper.step(0.01, own.torque), lambda: polhode.Stepper(own, "mr"),
                 lambda: polhode.run(own, "mr", h=1, steps=1), lambda: polhode.reference(own, time=1)):
        refused("^units.torque: given with a callable torque", call)


def test_steppers_of_many_bodies():
    bodies = [polhode.Body([1, 2, 3], momentum=[0.3, -1.2, 0.1 * i]) for i in range(3)]
    many, torques = polhode.Stepper(bodies, "rk4"), np.arange(9.0).reshape(3, 3) / 10
    each = [polhode.Stepper(body, "rk4") for body in bodies]
    for _ in range(5):
        many.step(0.1, torques)
        for one, torque in zip(each, torques):
            one.step(0.1, torque)
    assert many.momentum.tolist() == [one.momentum.tolist() for one in each]
    assert many.attitude.shape == (3, 4) and len(many) == 3
    many.set(momentum=[0, 0, 1])
    assert many.angular_velocity[2].tolist() == pytest.approx([0, 0, 1 / 3])


@pytest.mark.parametrize("method", ["mr", "imidm", "vi"])
def test_many_bodies_step_together_or_not_at_all(method):
    """Where the second fails or its torque raises, and the torque is another one: states and what methods carry."""
    bodies = [polhode.Body([1, 2, 3], momentum=[0.3, -1.2, 0.1 * i]) for i in range(3)]
    many, known = polhode.Stepper(bodies, method), polhode.Stepper(bodies, method)
    calls = []

    def gone(t, attitude):
        calls.append(attitude)
        if np.ptp(calls, axis=0).max() > 1e-3:
            raise KeyError("gone")
        return [0, 0, 1]
    for _ in range(3):
        many.step(0.1), known.step(0.1)
        refused("^body 1: ", many.step, 0.1, np.array([[0, 0, 1], [np.nan, 0, 0], [0, 0, 1]]), error=polhode.StepFailed)
        refused("gone", many.step, 0.1, gone, error=KeyError)
        assert len(calls) > 1
        assert many.momentum.tolist() == known.momentum.tolist() and many.attitude.tolist() == known.attitude.tolist()
        assert many.t == known.t


def test_a_step_that_fails_says_so_and_stays():
    stepper = polhode.Stepper(polhode.Body([1, 2, 3], momentum=[30, -120, 50]), "dmv6")
    refused(".", stepper.step, 10, error=polhode.StepFailed)
    assert stepper.t == 0 and stepper.momentum.tolist() == [30, -120, 50]
    for method in ("mr", "rk4", "dop853", "mkrk-gauss4"):
        stepper = polhode.Stepper(polhode.Body([1, 2, 3], momentum=[0.3, -1.2, 0.5]), method)
        for torque in ([1, 2, np.nan], lambda t, attitude: [1, 2, np.nan]):
            refused(".", stepper.step, 0.1, torque, error=polhode.StepFailed)
            assert stepper.t == 0 and stepper.momentum.tolist() == [0.3, -1.2, 0.5]
        stepper.step(0.1, [1, 2, 3])
        assert stepper.t == 0.1 and np.isfinite(stepper.momentum).all()
    refused("dt: it does not change t", polhode.Stepper(ball(), "rk4", t0=1e17).step, 0.1)


def test_steps_over_a_jump_are_those_that_cross_it():
    jump = {"kind": "body", "torque": {"kind": "pieces", "times": [0.13], "values": [[0, 0, 3], [0, 2, 0]]}}
    body = polhode.Body([1, 2, 3], momentum=[0.3, -1.2, 0.5], torque=jump)
    crossing = polhode.run(polhode.Body.from_spec({**body.spec, "breaks": "cross"}), "rk4", h=0.05, steps=10).final.momentum
    cut = polhode.run(body, "rk4", h=0.05, steps=10).final.momentum
    stepper = stepped(body, "rk4", 0.05, 10)
    bodies = polhode.Ensemble([1, 2, 3], [0.3, -1.2, 0.5], torque=jump)
    bodies.run("rk4", h=0.05, steps=10)
    assert np.abs(stepper.momentum - crossing).max() < 1e-15 and np.abs(bodies.momentum[0] - crossing).max() < 1e-15
    assert np.abs(cut - crossing).max() > 1e-3


def test_rotations_of_scipy():
    rotations = pytest.importorskip("scipy.spatial.transform")
    R = rotations.Rotation.from_rotvec([0.3, -0.2, 0.1])
    x, y, z, w = R.as_quat()
    bodies = [polhode.Body([1, 2, 3], momentum=[0.3, -1.2, 0.5], attitude=a) for a in (R, [w, x, y, z], {"xyzw": [x, y, z, w]}, {"wxyz": [w, x, y, z]})]
    ends = [polhode.run(body, "mr", h=0.1, steps=10) for body in bodies]
    assert all(end.final == ends[0].final for end in ends)
    found = ends[0].rotation.as_matrix()
    assert np.abs(found - ends[0].final.attitude.matrix).max() < 1e-15
    assert polhode.Stepper(bodies[0], "mr").rotation.as_rotvec() == pytest.approx([0.3, -0.2, 0.1])


def test_answers_are_dictionaries_with_attributes():
    answer = polhode.run(free_body(), "mr", h=0.1, steps=4, every=2)
    assert answer.trajectory.momentum is answer["trajectory"]["momentum"] and "final" in dir(answer)
    refused("^momenta: there is none", getattr, answer, "momenta", error=AttributeError)
    again = pickle.loads(pickle.dumps(answer))
    assert again.final == answer.final and (again.trajectory.momentum == answer.trajectory.momentum).all()
    assert type(again.final) is type(answer.final) is polhode.answers.State
    written = json.loads(json.dumps(answer, indent=1))
    assert written == json.loads(json.dumps(answer)) == answer.plain()
    assert [row["momentum"] for row in written["trajectory"]] == answer.trajectory.momentum.tolist()
    follows(written, "run-1")
    # One kind of array, whatever the field.
    for array in (answer.final.momentum, answer.final.attitude.matrix, answer.trajectory.energy):
        assert isinstance(array, np.ndarray) and array.dtype == float
    assert answer.final["momentum"] == answer.final.momentum.tolist() and answer.warnings == []
    assert polhode.Answer(these=[True, False]).these == [True, False]
    assert [polhode.Answer(text=n * "a")._repr_html_().count("a" * 200) for n in (200, 201)] == [1, 0]
    assert "<table>" in answer.final._repr_html_() and "<table>" in free_body()._repr_html_()
    # As a text, what the program prints.
    assert str(answer).startswith(f"{answer.method}: ok, {answer.steps} steps, t = ") and str(again) == str(answer)
    assert answer._repr_html_() == f"<pre>{answer}</pre>" and str(answer.final) == repr(answer.final)


def test_classes_of_answers_have_the_fields_of_the_schemas():
    recommendations = ["recommendation-1", "recommendations-1", "attitude-recommendation-1"]
    named = {"Run": ["run-1"], "Reference": ["reference-1"], "Recommendation": recommendations, "PropertyReport": ["passport-1"],
             "Experiment": ["experiment-1"]}
    for name, schemas in named.items():
        fields = {f for s in schemas for f in read(f"schemas/{s}.json")["properties"]}
        assert set(getattr(polhode.answers, name).__annotations__) <= fields, name
    run = polhode.run(free_body(), "mr", h=0.1, steps=4, every=2)
    assert set(polhode.answers.Trajectory.__annotations__) >= set(run["trajectory"])
    assert set(polhode.answers.State.__annotations__) >= set(run["final"])


def test_threads_share_a_flow_and_have_steppers_of_their_own():
    flow = polhode.FreeFlow(free_body())

    def work(_):
        return [*stepped(free_body(), "mr", 0.01, 500).momentum, *flow(5.0)[0]]
    with futures.ThreadPoolExecutor(4) as threads:
        found = list(threads.map(work, range(4)))
    end = polhode.run(free_body(), "mr", h=0.01, steps=500).final.momentum
    assert found == 4 * [[*end, *flow(5.0)[0]]]


def test_trajectories_are_data_frames():
    pytest.importorskip("pandas")
    run = polhode.run(free_body(), "mr", h=0.1, steps=4, every=2)
    frame = run.to_pandas()
    assert len(frame) == 3 and {"t", "momentum_0", "attitude_quaternion_3"} <= set(frame)
    np.testing.assert_array_equal(frame["attitude_matrix_0_1"], run.trajectory.attitude.matrix[:, 0, 1])


def test_bodies_are_equal_by_what_they_are():
    assert free_body() == free_body() and hash(free_body()) == hash(free_body())
    assert free_body() != ball() and free_body() != 1 and slow_top(torque=gravity) != slow_top()
    box, same = polhode.Body(box=(1, 2, 3), mass=12, momentum=(1, 2, 3)), polhode.Body((13, 10, 5), momentum=(1, 2, 3))
    np.testing.assert_allclose(polhode.FreeFlow(box)(5.0)[0], polhode.FreeFlow(same)(5.0)[0], rtol=1e-13)


def test_what_is_public_is_shown_and_explained():
    assert set(dir(polhode)) == {*polhode.__all__, "answers", "plot", "__version__", "__doc__"}
    for name in polhode.__all__:
        assert getattr(polhode, name).__doc__, name


OF_ANOTHER_TYPE = [["1", "2", "3"], [1, 2, 3j], np.zeros(3, complex), [object()] * 3, [None, 1, 2], np.array(["2026-11-23"] * 3, "M8[D]")]


@pytest.mark.parametrize("given", OF_ANOTHER_TYPE, ids=str)
def test_arrays_of_another_type_are_type_errors(given):
    flow, stepper, some = polhode.FreeFlow(ball()), polhode.Stepper(ball(), "mr"), polhode.Ensemble([1, 2, 3], [1, 2, 3])
    calls = {"times": [lambda: flow(given), lambda: some.free_flow(given), lambda: polhode.attitude(given, np.ones((3, 3)))],
             "rates": [lambda: polhode.attitude([0, 1, 2], [given] * 3)], "h": [lambda: some.run("mr", h=given, steps=1)],
             "inertia": [lambda: polhode.Ensemble(given, [1, 2, 3])], "momentum": [lambda: stepper.set(momentum=given)],
             "torque": [lambda: stepper.step(0.1, given), lambda: polhode.run(ball(torque=lambda t, q: given), "mr", h=1, steps=1)]}
    if given[0] is not None and not isinstance(given[0], str):  # which are values of JSON, and of a body in decimals
        calls["inertia"] += [lambda: polhode.Body(given, momentum=[1, 0, 0])]
    for name, each in calls.items():
        for call in each:
            refused(rf"^{name}.* is given; accepted: .*numbers", call, error=TypeError)


@pytest.mark.parametrize("given", [np.ones((2, 2)), [[1, 2], [3]], np.ones((7, 3, 1))], ids=str)
def test_arrays_of_another_shape_are_value_errors(given):
    stepper = polhode.Stepper(ball(), "mr")
    for name, call in (("inertia", lambda: polhode.Ensemble(given, [1, 2, 3])), ("times", lambda: polhode.attitude(given, np.ones((3, 3)))),
                       ("torque", lambda: stepper.step(0.1, given)), ("momentum", lambda: stepper.set(momentum=given)),
                       ("body.inertia", lambda: polhode.FreeFlow(polhode.Body(given, momentum=[1, 0, 0])))):
        refused(f"^{name}", call, error=ValueError)


@pytest.mark.parametrize("call, said", [
    (lambda x: polhode.recommend(free_body(), attitude_error=x), "attitude_error[0]: 1j is given; accepted: texts and numbers"),
    (lambda x: polhode.recommend(free_body(), method=x), "method[0]: 1j is given; accepted: texts and numbers"),
    (lambda x: polhode.reference(free_body(), time=1, digits=x), "digits: {} is given; accepted: an integer"),
    (lambda x: polhode.check("mr", long_run=x), "long_run: {} is given; accepted: an integer"),
    (lambda x: polhode.FreeFlow(free_body()).every(x, 3), "h: {} is given; accepted: a number"),
    (lambda x: polhode.Stepper(ball(), "mr", t0=x), "t0: {} is given; accepted: a number"),
    (lambda x: polhode.Stepper(ball(), "mr").step(x), "dt: {} is given; accepted: a number"),
    (lambda x: polhode.Ensemble([1, 2, 3], [1, 2, 3]).run("mr", h=0.1, steps=x), "steps: {} is given; accepted: an integer"),
    (lambda x: polhode.figure(x), "name: {} is given; accepted: a name"),
    (lambda x: polhode.figure("figure2", beside=[x]), "beside: [{}] is given; accepted: names"),
    (lambda x: polhode.run(free_body(), "mr", h=x, steps=1), "h[0]: 1j is given; accepted: texts and numbers"),
    (lambda x: polhode.run(x, "mr", h=1, steps=1), "body: {} is given; accepted: a polhode.Body"),
    (lambda x: polhode.run(free_body(), x, h=1, steps=1), "method: {} is given; accepted: a name"),
    (lambda x: polhode.Stepper(ball(), x), "method: {} is given; accepted: a name"),
    (lambda x: polhode.Ensemble([1, 2, 3], [1, 2, 3]).run(x, h=1, steps=1), "method: {} is given; accepted: a name"),
    (lambda x: polhode.check(x), "method: {} is given; accepted: a name"),
    (lambda x: polhode.method("py-three", order=1)(x), "py-three: {} is given; accepted: a callable"),
])
def test_an_argument_of_another_type_is_named(call, said):
    refused(f"^{re.escape(said.format('[1j]'))}", call, [1j], error=TypeError)


def test_run():
    answer = polhode.run(heavy_top(), "imidm", h=0.01, steps=200, every=50)
    known = KRYSL["method_end_states"]["slowtop"]["methods"]["IMIDM"]
    assert answer["status"] == "ok"
    np.testing.assert_allclose(answer["final"]["momentum"], numbers(known["Pi"]), rtol=0, atol=1e-11)
    table = answer["trajectory"]
    assert table["n"].tolist() == [0, 50, 100, 150, 200] and table["n"].dtype == np.int64
    assert table["momentum"].shape == (5, 3) and table["attitude"]["matrix"].shape == (5, 3, 3)
    np.testing.assert_array_equal(table["momentum"][-1], answer["final"]["momentum"])
    np.testing.assert_allclose(list(map(matrix, table["attitude"]["quaternion"])), table["attitude"]["matrix"], atol=1e-15)
    answer["trajectory"] = polhode.rows(table)
    follows(answer, "run-1")


def test_run_takes_what_the_program_takes():
    table = {"kind": "body", "torque": {"kind": "table", "times": [0, 0.3, 1], "values": [[0, 0, 0], [0, 0, 1], [0, 0, 0]]}}
    body = polhode.Body([1, 1, 1], momentum=[0, 0, 0.5], torque=table)
    assert polhode.run(body, "rk4", time=1, steps=2, align="knots").steps == 3
    assert polhode.run(body, "rk4", time=0.5, t0=0.5, steps=2).final.t == 1
    assert polhode.run(body, "rk4", time=1, steps=2, dense=0.25, output=["mrp"]).trajectory.t.tolist() == [0, 0.25, 0.5, 0.75, 1]
    turned = polhode.run(ball(), "exact", time=4, steps=1, output=["mrp"]).final.mrp  # by 4 radians: of the shorter turn
    assert turned == pytest.approx([0, 0, -np.tan((2 * np.pi - 4) / 4)])
    refused("^alighn: ", polhode.run, body, "rk4", time=1, steps=2, alighn="knots")
    family = polhode.Body.from_spec({**body.spec, "vary": {"body": {"momentum": [None, None, [1, 2]]}, "samples": 2}})
    third = polhode.run(family, "rk4", time=1, steps=2, case=2)
    follows(third, "run-1")
    drawn = third["case"]["spec"]["body"]["momentum"][2]
    assert 1 <= drawn <= 2 and third.final.momentum[2] - drawn == pytest.approx(
        polhode.run(body, "rk4", time=1, steps=2).final.momentum[2] - 0.5)
    for wrong in (-1, 3):
        refused(f"^case: {wrong} is given; accepted: 0 to 2", polhode.run, family, "rk4", time=1, steps=2, case=wrong)


def test_a_method_is_checked_on_a_body():
    timed = polhode.Body.from_spec({**heavy_top().spec, "time": 0.5})
    found = polhode.check("trap", on=timed, long_run=1000, timing=True)
    follows(found, "passport-1")
    assert found.cost.seconds_per_step > 0 and found["on"] == {"problem": "body", "time": 0.5}
    update = polhode.check("coning-2")
    follows(update, "attitude-passport-1")
    assert update.method == "coning-2" and not update.disagreements
    refused("^long_run: given for an attitude update", polhode.check, "coning-2", long_run=10)
    refused("^time: missing; accepted: a positive number", polhode.check, "trap", on=heavy_top())
    refused("^on: a body with a callable torque", polhode.check, "trap", on=slow_top(torque=gravity))
    refused("^method: dmv6", polhode.check, "dmv6", on=timed)


def gravity(t, q, moment=GRAVITY["moment"]):
    return np.cross(matrix(q)[2], moment)  # e3 in the body, and the moment


def test_a_torque_may_be_a_callable():
    half = [{"kind": "gravity", "moment": [0, 0, 10]}, lambda t, q: gravity(t, q) / 2]
    known, *found = (polhode.run(slow_top(torque=t), "mr", h=0.01, steps=50).final for t in (GRAVITY, gravity, half))
    for final in found:
        np.testing.assert_allclose(final.momentum, known.momentum, atol=1e-12)


def test_a_callable_torque_is_in_the_axes_of_the_user():
    body = dict(inertia=TURN @ np.diag([1, 2, 3]) @ TURN.T, momentum=[0.3, -1.2, 0.5])
    moment = np.array([0.2, 0.5, -0.3])
    known = polhode.run(polhode.Body(**body, torque={"kind": "gravity", "moment": moment}), "mr", h=0.01, steps=50)
    own = polhode.Body(**body, torque=lambda t, q: gravity(t, q, moment))
    np.testing.assert_allclose(polhode.run(own, "mr", h=0.01, steps=50)["final"]["momentum"],
                               known["final"]["momentum"], atol=1e-13)


# --- methods of one's own --------------------------------------------------------------------------------------------

def midpoint_step(body, t, h, attitude, momentum):
    I = body.inertia.tolist()

    def moved(by, t, w, x, y, z, P1, P2, P3):
        """The start, moved by the rates at a state: in plain numbers, which are faster than small arrays."""
        O1, O2, O3 = P1 / I[0], P2 / I[1], P3 / I[2]
        n = (w * w + x * x + y * y + z * z) ** 0.5
        T = body.torque(t, (w / n, x / n, y / n, z / n))
        rates = (-(x * O1 + y * O2 + z * O3) / 2, (w * O1 + y * O3 - z * O2) / 2, (w * O2 + z * O1 - x * O3) / 2,
                 (w * O3 + x * O2 - y * O1) / 2, P2 * O3 - P3 * O2 + T[0], P3 * O1 - P1 * O3 + T[1],
                 P1 * O2 - P2 * O1 + T[2])
        return [s + by * r for s, r in zip(start, rates)]

    start = [*attitude.tolist(), *momentum.tolist()]
    end = moved(h, t + h / 2, *moved(h / 2, t, *start))
    return end[:4], end[4:]


@contextlib.contextmanager
def method_of(step, name):
    """A method while this is there; then it is the midpoint rule, since other tests run all methods."""
    polhode.method(name, order=2)(step)
    try:
        yield name
    finally:
        polhode.method(name, order=2)(midpoint_step)


def test_a_method_may_be_a_callable():
    polhode.method("py-midpoint", order=2)(midpoint_step)
    assert any(m["id"] == "py-midpoint" for m in polhode.methods())
    known = numbers(KRYSL["references"]["slowtop"]["t=2.0"]["Pi"])
    off = [np.linalg.norm(polhode.run(heavy_top(), "py-midpoint", time=2, steps=n).final.momentum - known) for n in (800, 1600)]
    assert off[1] < 0.01 and 3.5 < off[0] / off[1] < 4.5
    passport = polhode.check("py-midpoint", long_run=200)  # judged as any other
    follows(passport, "passport-1")
    assert passport["method"] == "py-midpoint" and not passport["disagreements"]
    polhode.method("py-pair", order=(2, 3), label="Pair")(midpoint_step)
    pair = polhode.check("py-pair", long_run=200)
    assert pair.label == "Pair" and pair.disagreements == ["order: declared 2, 3, measured 2.000 in R"]


def test_a_callable_method_stands_in_a_figure():
    polhode.method("py-midpoint", order=2)(midpoint_step)
    answer = polhode.figure("romero2008-figure1", beside=["py-midpoint"])
    follows(answer, "experiment-1")
    assert '"method": "py-midpoint"' in json.dumps(answer)
    assert [v["verdict"] for v in answer["verdicts"]] == [v["verdict"] for v in read("golden/romero2008-figure1.json")["verdicts"]]


def test_a_method_may_keep_its_body():
    kept = []

    def step(body, t, h, attitude, momentum):
        kept.append(body)
        return midpoint_step(body, t, h, attitude, momentum)
    with method_of(step, "py-keeps") as name:
        polhode.run(heavy_top(), name, h=0.01, steps=1)
    assert kept[0].inertia.tolist() == [5, 5, 1]
    refused("the run of this body is over", kept[0].torque, 0, [1, 0, 0, 0])


# --- judgements ------------------------------------------------------------------------------------------------------

def test_methods_and_figures():
    ids = [m["id"] for m in polhode.methods()]
    assert "imidm" in ids and len(ids) == len(set(ids)) > 100
    assert "krysl2006-figure1" in [f["id"] for f in polhode.figures()]


def test_recommend():
    answer = polhode.recommend(free_body(), energy_drift=1e-6, time=1, time_limit=30)
    follows(answer, "recommendation-1")
    assert answer["best"]["method"] in [m["id"] for m in polhode.methods()]
    lines = str(answer).splitlines()
    assert set(answer.why) < set(lines) and any(line.startswith(f"  > {answer.best.method} ") for line in lines)


def test_recommend_takes_what_the_program_takes():
    top = heavy_top()
    tried = lambda **asked: {c.method for c in polhode.recommend(top, attitude_error="1 deg", time=0.2, **asked).methods}  # noqa: E731
    assert tried(method=["rk4", "dmv*", "mr"]) == {"rk4", "mr"}  # of free bodies are dmv2 to dmv10
    assert tried(method="rk4") == {"rk4"}
    known = {m.id: m for m in polhode.methods()}
    some = tried(tag=["symplectic", "explicit"])
    assert "mr" in some and all(known[m].symplectic.answer == "yes" and known[m].kind == "explicit" for m in some)
    at_rate = polhode.recommend(top, rate=1000, time=0.2, method=["rk4", "rk4-held"], restated=True)
    assert at_rate.rate.steps_per_time == 1000 and at_rate.best.method == "rk4"
    assert polhode.recommend(top, rate=1000, attitude_error=1e-9, time=0.2, method="mr").best is None
    costly = polhode.recommend(top, attitude_error=1e-3, time=0.2, method="rk4", torque_cost=1e6).best
    assert costly.seconds_per_time * 0.2 == pytest.approx(costly.tally.torque_evaluations, rel=1e-3)
    both = polhode.recommend(top, attitude_error=["1 deg", 1e-6], momentum_error=1e-2, time=0.2, method="rk4")
    assert [r.target.attitude for r in both.recommendations] == pytest.approx([np.pi / 180, 1e-6])
    spread = polhode.recommend(top, standard_error=0.5, spread=0.1, time=0.1, method=["rk4", "mr"]).statistics
    assert spread.spread == 0.1 and spread.standard_error == 0.5


def test_recommend_writes_a_page_and_a_project(tmp_path):
    asked = {"attitude_error": 1e-3, "time": 1, "method": "mr"}
    best = polhode.recommend(free_body(), html=tmp_path / "page.html", emit=tmp_path / "project", **asked).best
    assert "<html" in (tmp_path / "page.html").read_text() and best.method == "mr"
    assert "Mr" in (tmp_path / "project/main.cpp").read_text()
    twice = {**asked, "attitude_error": [1e-3, 1e-4], "html": tmp_path / "none.html"}
    refused("^html: given with 2 tolerances; accepted: one", polhode.recommend, free_body(), **twice)
    assert not (tmp_path / "none.html").exists()


def test_a_prescribed_rate_is_run_and_recommended_for():
    rate = {"kind": "formula", "rate": ["cos(t)", "0.3", "sin(2*t)"]}
    body = polhode.Body.from_spec({"rate": rate, "time": 4, "steps": 400})
    found = polhode.recommend(body, attitude_error=1e-4, least_rate=True)
    follows(found, "attitude-recommendation-1")
    assert found.least_rate
    integrate = pytest.importorskip("scipy.integrate")

    def kinematics(t, q):
        (w, x, y, z), (a, b, c) = q, (np.cos(t), 0.3, np.sin(2 * t))
        return [-(x * a + y * b + z * c) / 2, (w * a + y * c - z * b) / 2, (w * b + z * a - x * c) / 2, (w * c + x * b - y * a) / 2]
    end = integrate.solve_ivp(kinematics, (0, 4), [1, 0, 0, 0], "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    fewest = polhode.Body.from_spec({**body.spec, "steps": found.best.steps})
    for run, tolerance in ((polhode.run(fewest, found.best.method), 1e-4), (polhode.run(body, "magnus6-gauss", every=100), 1e-9)):
        q = run.final.attitude.quaternion
        assert 2 * min(np.linalg.norm(q - end), np.linalg.norm(q + end)) < tolerance
    assert run.trajectory.t.tolist() == [0, 1, 2, 3, 4]


def test_a_sweep_is_that_of_the_program(tmp_path):
    spec = read("../problems/sweeps/two_methods.json")
    spec["population"]["bodies"] = 20
    found = polhode.sweep(spec)
    (tmp_path / "spec.json").write_text(json.dumps(spec))
    subprocess.run([os.environ["POLHODE_PROGRAM"], "sweep", tmp_path / "spec.json", "-o", tmp_path / "out"], check=True, capture_output=True)
    by_program = json.loads((tmp_path / "out/result.json").read_text())
    assert found.result == by_program["result"] and found.spec == by_program["spec"] and len(found.result.cells) == 4
    for wrong, line in (({**spec, "methods": ["mrr"]}, "^methods.*mrr"), ({}, "schema")):
        refused(line, polhode.sweep, wrong)
    case = polhode.run(polhode.Body.from_spec(spec), case=41)
    assert case.method == "mr" and case.steps == 200


def test_measurements_are_compared(tmp_path):
    baseline = read("perf/baseline.json")
    name = next(row for row in baseline["rows"] if "instructions" in baseline["rows"][row])
    (tmp_path / "a.json").write_text(json.dumps(baseline))
    baseline["rows"][name]["instructions"] *= 2
    (tmp_path / "b.json").write_text(json.dumps(baseline))
    slower = [f for f in polhode.compare(tmp_path / "a.json", tmp_path / "b.json").findings if f.verdict == "slower"]
    assert [f.row for f in slower] == [name] and slower[0].after == 2 * slower[0].before
    refused("is a directory", polhode.compare, tmp_path / "a.json", RESULTS.parent / "python")


def test_a_callable_torque_is_judged_in_double():
    known = polhode.reference(heavy_top(), time=0.5)
    found = polhode.reference(slow_top(torque=gravity), time=0.5)
    follows(found, "reference-1")
    assert known["kind"] == "exact" and found["kind"] == "converged in double"
    off = np.abs(numbers(found["final"]["momentum"]) - numbers(known["final"]["momentum"])).max()
    assert off < found["error_estimate"] < 1e-11

    best = polhode.recommend(slow_top(torque=gravity), attitude_error=1e-3, time=0.2, time_limit=20)
    follows(best, "recommendation-1")
    chosen = best["best"]
    run = polhode.run(heavy_top(), chosen["method"], time=0.2, steps=chosen["steps"])
    end = numbers(polhode.reference(heavy_top(), time=0.2)["final"]["attitude"]["quaternion"])
    assert 2 * np.arccos(min(1, abs(np.dot(run["final"]["attitude"]["quaternion"], end)))) < 1e-3


def test_a_callable_method_that_raises_is_a_row():
    def step(body, t, h, attitude, momentum):
        raise KeyError("of the step")
    with method_of(step, "py-raises") as name:
        answer = polhode.recommend(free_body(), attitude_error=1e-3, time=1, method=[name, "rk4"])
    rows = {m.method: m for m in answer.methods}
    assert answer.best.method == "rk4"
    assert rows["py-raises"].outcome == "fails" and "KeyError: 'of the step'" in rows["py-raises"].reason


def test_bodies_from_files_are_judged_where_they_are():
    body = polhode.Body.from_file(RESULTS.parent / "problems/examples/cubesat.json")
    assert polhode.recommend(body, attitude_error=0.1, time=1, time_limit=20)["schema"] == "polhode/recommendation/1"


def test_a_figure_of_another_body_and_of_ones_own():
    changes = {"problem.inertia": [1, 1, 2], "ladder": [5, 10], "errors": None, "methods": ["exact"]}
    value = polhode.figure_value("figure1", set=changes)
    assert value["problem"]["inertia"] == [1, 1, 2] and value["ladder"] == [5, 10]
    answer = polhode.figure("figure1", set=changes)
    follows(answer, "experiment-1")
    assert answer["verdicts"] == [] and answer["id"].startswith("figure1+problem.inertia=1,1,2")
    again = polhode.figure(value)
    errors = [[[point.get("errors") for point in series.get("points", [])] for panel in a["panels"] for series in panel["series"]]
              for a in (again, answer)]
    assert errors[0] == errors[1] and errors[0][0] and again["id"] == "figure"  # times differ, and titles say what was set
    refused("problem.inertia", polhode.figure, "figure1", set={"problem.inertia": [1, 1, -2]})


# --- mistakes, and Ctrl-C --------------------------------------------------------------------------------------------

def test_a_mistake_is_an_exception_with_the_line_of_the_program():
    spec = {"body": {"inertia": [1, 2, -3], "momentum": [1, 0, 0]}, "method": "mr", "h": 0.1, "steps": 1}
    with pytest.raises(polhode.UserError) as mistake:
        polhode.run(polhode.Body.from_spec(spec))
    program = subprocess.run([os.environ["POLHODE_PROGRAM"], "run", "-"], input=json.dumps(spec), text=True,
                             capture_output=True)
    assert program.stderr == f"polhode: {mistake.value}\n"


@pytest.mark.parametrize("call, said", [
    (lambda: polhode.run(free_body(), "imdm", h=1, steps=1), "did you mean .imidm"),
    (lambda: polhode.run(free_body(), "mr", h=np.nan, steps=1), "^h: .nan. is given; accepted: a finite number"),
    (lambda: polhode.Body([1, 2, np.inf], momentum=[1, 0, 0]), "^body.inertia.2.: .inf. is given; accepted: a number, 0 or more"),
    (lambda: polhode.Body([1, 2, 3], momentum=[1, 0]), r"^body.momentum: \[1,0\] is given; accepted: three numbers"),
    (lambda: polhode.Body([1, 2, 3], momentum=[1, 0, 0], attitude=[1, 0, 0, np.nan]), "^body.attitude.3.: .nan. is given"),
    (lambda: polhode.FreeFlow(polhode.Body(object(), momentum=[1, 0, 0])), "^inertia: <object"),
    (lambda: polhode.FreeFlow(None), "^body: None is given; accepted: a polhode.Body"),
    (lambda: polhode.method("py-orders", order=(1, 2, 3)), "^order: .1, 2, 3. is given; accepted: an integer, or a pair"),
    (lambda: polhode.Body.from_spec([]), r"^spec: \[\] is given; accepted: a dictionary"),
    (lambda: polhode.Body.from_file(__file__), "test_module.py: byte 1: not JSON"),
    (lambda: polhode.FreeFlow(free_body())(None), "^times: None is given; accepted: numbers"),
    (lambda: polhode.Ensemble([1e-310] * 3, [1, 2, 3]), "^inertia: of body 0; accepted: .* from 1e-300 to 1e100"),
    (lambda: polhode.Ensemble([1, 2, 3], [1e200, 0, 0]), "^momentum: of body 0; accepted: .* energy are finite"),
    (lambda: polhode.check("mr", long_run=0), "^long_run: 0 is given; accepted: 1 or more"),
    (lambda: polhode.reference(ball(torque={"kind": "damping", "matrix": [1, 2, 3]}), time=1, time_limit=1e-9), "^time: .* would take"),
    (lambda: polhode.reference(slow_top(torque=lambda t, q: polhode.reference(slow_top(torque=gravity), time=1)), time=1),
     "^torque: it starts a measurement that would ask for it again"),
    (lambda: polhode.figure("figure99"), "^name: "),
    (lambda: polhode.Ensemble([1, 2, 3], np.ones((3, 2))), "momentum: shape .3, 2. is given; accepted: .3,. or"),
    (lambda: polhode.Ensemble([1, 2, 3], np.ones((5, 3)), np.ones((4, 4))), "attitude: shape .4, 4. is given"),
    (lambda: polhode.Ensemble([[1, 2, 3], [1, -2, 3]], [1, 2, 3]), "inertia: of body 1; accepted: three positive"),
    (lambda: polhode.Ensemble([1, 2, 3], [[1, 2, np.nan]]), "momentum: of body 0"),
    (lambda: polhode.Ensemble([1, 2, 3], [1, 2, 3], [1, 1, 0, 0]), "attitude: of body 0; accepted: a unit quaternion"),
    (lambda: polhode.Ensemble([1, 2, 3], [1, 2, 3]).run("vs-verlet", h=0.1, steps=1), "rigid bodies"),
    (lambda: polhode.Ensemble([1, 2, 3], [1, 2, 3], torque={"kind": "gravity", "moment": [0, 0, 1]}).run("dmv6", h=0.1, steps=1), "^method: dmv6 integrates bodies without torque only"),
    (lambda: polhode.Ensemble([1, 2, 3], [1, 2, 3], torque={"kind": "gravity", "moment": [0, 0, 1]}).free_flow(1), "^torque: free_flow is the motion"),
    (lambda: polhode.Ensemble([1, 2, 3], np.ones((3, 3)), torque={"kind": "gravity", "moment": np.ones((2, 3))}),
     "^torque: rows for 2 bodies are given; accepted: for 3"),
    (lambda: polhode.Ensemble([1, 2, 3], [1, 2, 3], torque=[3]), "^torque: int is given; accepted: a dictionary"),
    (lambda: polhode.Ensemble([1, 2, 3], [1, 2, 3]).run("mr", h=[0.1, 0.2], steps=1), "one for each body"),
    (lambda: polhode.Ensemble([1, 2, 3], [1, 2, 3]).run("mr", h=0, steps=1), "not zero"),
    (lambda: polhode.Ensemble([1, 2, 3], [1, 2, 3]).free_flow([1, 2]), "one for each body"),
    (lambda: polhode.figure("all"), "accepted: one figure"),
    (lambda: polhode.FreeFlow(free_body())([0, 1], out=np.empty((2, 6))), "out: accepted: an array .* .2, 7., without gaps"),
    (lambda: polhode.FreeFlow(free_body())([0, 1], out=np.empty((2, 7), np.float32)), "an array of doubles"),
    (lambda: polhode.FreeFlow(free_body())([0, 1], out=np.empty((2, 14))[:, ::2]), "without gaps"),
    (lambda: polhode.FreeFlow(free_body())([0, 1], out=np.broadcast_to(0.0, (2, 7))), "without gaps"),
    (lambda: polhode.FreeFlow(free_body())([0, 1], out=np.frombuffer(bytes(112)).reshape(2, 7)), "can be written"),
    (lambda: polhode.FreeFlow(slow_top(torque=gravity)), "for others see run"),
    (lambda: polhode.FreeFlow(slow_top(torque={"kind": "gravity", "moment": [0, 0, 2]})), "for others see run"),
    (lambda: polhode.recommend(free_body(), attitude_error=1e-3), "time"),
    (lambda: polhode.recommend(free_body(), time=1), "^attitude_error"),
    (lambda: polhode.recommend(free_body(), attitude_error=1e-3, time=1, method=[3]), "^method: .3. is given; accepted: a text, or a list"),
    (lambda: polhode.recommend(free_body(), attitude_error=1e-3, time=1, tag="symmetrical"), "^tag: .*symmetric"),
    (lambda: polhode.recommend(free_body(), attitude_error=1e-3, standard_error=0.1, time=1), "^attitude_error: given with standard_error"),
    (lambda: polhode.recommend(free_body(), attitude_error=1e-3, torque_cost=-1, time=1), "^torque_cost: -1 is given"),
    (lambda: polhode.recommend(free_body(), attitude_error="0.1 degrees", time=1), "^attitude_error: 0.1 degrees is given; accepted: .*like 0.1deg"),
    (lambda: free_body(torque=lambda t: 0), "^torque: a callable of 1 arguments is given"),
    (lambda: polhode.Body([1, 2, 3], momentum=[1, 0, 0], attitude={"xyzw": [0, 0, 1]}), "^attitude.xyzw: shape .3,. is given"),
    (lambda: polhode.Stepper(ball(torque=brake), "mr").step(0.1), "^torque: it sees the angular velocity, which mr does not"),
    (lambda: polhode.Stepper(ball(), "exact").step(0.1, (0, 0, 1)), "^torque: it turns the body, which exact does not"),
    (lambda: polhode.Stepper(ball(), "dmv10"), "^method: .*method of steppers"),
    (lambda: polhode.Stepper(ball(), "mr").step(0), "^dt: accepted"),
    (lambda: polhode.Stepper(ball(), "mr").step(0.1, "up"), "^torque: 'up' is given; accepted: three numbers"),
    (lambda: polhode.Stepper([ball(), ball()], "mr").step(0.1, np.ones((3, 3))), "^torque: shape .3, 3. is given"),
    (lambda: polhode.Stepper(ball(), "mr").set(attitude=[1, 1, 0, 0]), "^attitude: of body 0; accepted: a unit"),
    (lambda: polhode.recommend(slow_top(torque=gravity), attitude_error=1e-13, time=0.1), "the reference .* is certain to"),
    (lambda: polhode.reference(slow_top(torque=lambda t, q: [1, 2]), time=1), "accepted: 3 numbers"),
    (lambda: polhode.reference(slow_top(torque={"kind": "library", "symbol": "caller"}), time=1), "^torque.*[.]file: missing"),
    (lambda: polhode.run(slow_top(torque=lambda t, q: [1, 2]), "mr", h=1, steps=1), "accepted: 3 numbers"),
    (lambda: polhode.method("no name", order=1)(midpoint_step), "is not a name of a method"),
    (lambda: polhode.method("mr", order=1)(midpoint_step), "already exists"),
])
def test_what_is_refused(call, said):
    refused(said, call, error=(polhode.UserError, TypeError))


def test_what_a_callable_raises_is_raised():
    def torque(t, q):
        raise ZeroDivisionError("of the torque")
    for judge in (lambda b: polhode.run(b, "imidm", h=0.1, steps=3), lambda b: polhode.reference(b, time=1),
                  lambda b: polhode.recommend(b, attitude_error=1e-3, time=1)):
        refused("of the torque", judge, slow_top(torque=torque), error=ZeroDivisionError)

    def step(body, t, h, attitude, momentum):
        raise KeyError("of the step")
    for wrong, error, line in ((step, KeyError, "of the step"), (lambda *_: 1, polhode.UserError, "accepted: a pair")):
        with method_of(wrong, "py-raises") as name:
            refused(line, polhode.run, free_body(), name, h=0.1, steps=3, error=error)
    assert polhode.run(free_body(), "py-raises", h=0.1, steps=3)["status"] == "ok"


def test_an_exception_is_that_of_the_thread_that_has_called():
    def step(body, t, h, attitude, momentum):
        time.sleep(0.001)
        raise KeyError("of the step")

    def fails():
        for _ in range(100):
            refused("of the step", polhode.run, free_body(), "py-other", h=0.1, steps=3, error=KeyError)
    with method_of(step, "py-other"), futures.ThreadPoolExecutor(1) as other:
        failing = other.submit(fails)
        while not failing.done():
            polhode.run(free_body(), "mr", h=0.1, steps=3)
        failing.result()


@pytest.mark.parametrize("work", [lambda _: polhode.run(free_body(), "imidm", h=0.01, steps=3000000), lambda many: many.free_flow(10)],
                         ids=["run", "free_flow"])
def test_other_threads_run_meanwhile(work):
    """They run between calls, too: what holds them up all the time lets through a few."""
    counted, done, many = [], threading.Event(), polhode.Ensemble([1, 2, 3], np.ones((1000000, 3)))

    def count():
        while not done.is_set():
            counted.append(1)
            time.sleep(0.001)

    def during():
        before = len(counted)
        work(many)
        return len(counted) - before
    with futures.ThreadPoolExecutor(1) as other, contextlib.ExitStack() as end:
        end.callback(done.set)
        other.submit(count)
        most = max(during() for _ in range(3))
    assert most > 30


@contextlib.contextmanager
def interrupted(work):
    """A program that is told Ctrl-C where this is left, and ends well with its last lines."""
    process = subprocess.Popen([sys.executable, "-c", "import polhode, time\nbody = dict(inertia=[1, 2, 3], momentum=[0.3, -1.2, 0.5])\n" +
                                textwrap.dedent(work)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    said = types.SimpleNamespace(line=process.stdout.readline)
    yield said
    process.send_signal(signal.SIGINT)
    said.end, _ = process.communicate(timeout=120)
    assert process.returncode == 0


def test_ctrl_c():
    with interrupted("""
            print('ready', flush=True)
            try:
                polhode.run(polhode.Body(**body), 'imidm', h=1e-9, steps=10**10)
            except KeyboardInterrupt:
                print('stopped', polhode.run(polhode.Body(**body), 'mr', h=0.1, steps=5)['status'])
            try:
                import signal; signal.raise_signal(signal.SIGINT)
            except KeyboardInterrupt:
                print('as before')""") as said:
        assert said.line() == "ready\n"
        time.sleep(0.5)
    assert said.end == "stopped ok\nas before\n"


def test_a_notebook_shows_progress_and_ctrl_c_ends_it():
    pytest.importorskip("IPython")
    with interrupted("""
            from IPython.core.interactiveshell import InteractiveShell
            from IPython.core.displaypub import DisplayPublisher
            class Shown(DisplayPublisher):
                def publish(self, data, metadata=None, *_, update=False, **__):
                    print(update, repr(data['text/plain']), flush=True)
            InteractiveShell.instance(display_pub_class=Shown)
            try:
                polhode.run(polhode.Body(**body), 'imidm', h=1e-9, steps=10**9)
            except KeyboardInterrupt:
                print('stopped')""") as said:
        first, second = said.line(), said.line()
    assert re.match(r"False 'run \[#*\.+\] +\d+ %  ETA \d+ s'\n", first) and re.match(r"True 'run \[", second), (first, second)
    assert said.end.endswith("True ''\nstopped\n")


def test_ctrl_c_in_a_callable_that_does_not_return():
    with interrupted("""
            def torque(t, attitude):
                print('ready', flush=True)
                time.sleep(60)
            try:
                polhode.run(polhode.Body(**body, torque=torque), 'mr', h=0.1, steps=5)
            except KeyboardInterrupt:
                time.sleep(0.1), print('stopped')""") as said:
        assert said.line() == "ready\n"
    assert said.end == "stopped\n"


# --- pictures and words ----------------------------------------------------------------------------------------------

def test_plots(tmp_path):
    pytest.importorskip("matplotlib")
    from polhode import plot
    answer = polhode.run(free_body(), "imidm", h=0.1, steps=20, every=1)
    lines = plot.trajectory(answer)[0].get_lines()
    np.testing.assert_array_equal(lines[1].get_ydata(), answer["trajectory"]["momentum"][:, 1])
    x, y, z = plot.polhode(free_body()).get_lines()[0].get_data_3d()
    energy = np.array([x, y, z]).T ** 2 @ (1 / (2 * numbers(FREE["I"])))
    np.testing.assert_allclose(energy, float(KRYSL["references"]["free"]["t=10.0"]["H"]), rtol=1e-14)
    assert x[0] == pytest.approx(x[-1])
    refused("accepted: a run with `every`", plot.trajectory, polhode.run(free_body(), "imidm", h=0.1, steps=20))
    ratio = answer["trajectory"]["energy"] / answer["trajectory"]["energy"][0]
    np.testing.assert_array_equal(plot.trajectory(answer)[1].get_lines()[0].get_ydata(), ratio - 1)
    points = [{"status": "ok", "seconds_per_time": 2, "errors": {"attitude": e}} for e in (0.1, 0, 0.2)]
    best = {"method": "mr", "h": 0.5, "seconds_per_time": 3, "errors": {"attitude": 0.3}}
    drawn = plot.recommendation({"target": {"attitude": 1}, "methods": [{"points": points}], "best": best}).get_lines()
    assert [list(line.get_ydata()) for line in drawn] == [[0.1, 0.2], [1, 1], [0.3]]


def test_stubs_say_what_there_is():
    """Names, arguments and properties; compiled functions say their arguments in the first line of their docstring."""
    def agree(stubs, there):
        assert {n.name for n in stubs if hasattr(n, "name")} <= set(dir(there))
        for node in stubs:
            if isinstance(node, ast.ClassDef) and not node.bases:
                public = {name for name in vars(getattr(there, node.name)) if not name.startswith("_")}
                assert public == {n.name for n in node.body if not n.name.startswith("_")}
                agree(node.body, getattr(there, node.name))
            elif isinstance(node, ast.FunctionDef):
                what = getattr(there, node.name)
                if node.decorator_list:
                    assert isinstance(what, property), node.name
                else:
                    told = re.search(r"\((.*)\) -> ", what.__doc__.splitlines()[0])[1]
                    assert re.findall(r"(\w+): ", told) == [a.arg for a in node.args.args], node.name

    stubs = ast.parse((pathlib.Path(polhode.__file__).parent / "_core.pyi").read_text()).body
    agree(stubs, polhode._core)
    named = {n.name for n in stubs if hasattr(n, "name")} | {"version", "schema_of_specs"}
    assert named == {name for name in dir(polhode._core) if not name.startswith("__")}


def test_types_are_what_they_say():
    mypy = pytest.importorskip("mypy.api")
    said, _, code = mypy.run(["--strict", "--ignore-missing-imports", "--cache-dir=/dev/null", str(pathlib.Path(polhode.__file__).parent)])
    assert code == 0, said


def test_pyright_agrees():
    if not (pyright := shutil.which("pyright")):
        pytest.skip("there is no pyright")
    done = subprocess.run([pyright, "--pythonpath", sys.executable, os.path.dirname(os.path.realpath(polhode.__file__))],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


def test_attitudes_from_samples():
    times = np.linspace(0, 2, 401)
    rate = np.array([0.3, -0.2, 0.5])
    speed = np.linalg.norm(rate)
    known = np.concatenate([[np.cos(speed)], np.sin(speed) * rate / speed])
    when, q = polhode.attitude(times, np.tile(rate, (401, 1)), method="mean-rate")
    assert when.shape == (400,) and q.shape == (400, 4) and when[-1] == 2
    assert np.abs(q[-1] - known).max() < 1e-13
    when, q = polhode.attitude(times, increments=np.tile(rate * 0.005, (400, 1)))
    assert np.abs(q[-1] - known).max() < 1e-13
    # A free body: its rates at 1e-3 by coning-2 against the exact motion.
    body = polhode.Body([1, 2, 3], angular_velocity=[0.4, 1, -0.3])
    fine = np.linspace(0, 3, 3001)
    momentum, attitude = polhode.FreeFlow(body)(fine)
    rates = momentum / np.array([1, 2, 3])
    when, q = polhode.attitude(fine, rates, method="coning-2")
    assert np.abs(np.abs((q[-1] * attitude[-1]).sum()) - 1) < 1e-12
    for wrong, line in (({"method": "coning-9"}, "method: "), ({"every": 0}, "every: "), ({"start": (1, 1, 0, 0)}, "start: ")):
        refused(line, polhode.attitude, fine, rates, **wrong)
    refused("rates: exactly one", polhode.attitude, fine)
    refused(r"times\[1\]", polhode.attitude, [0, 0], np.zeros((2, 3)))


def test_files_are_read_as_the_program_reads_them(tmp_path):
    file = tmp_path / "body.json"
    text = '{"body": {"inertia": [1, 2, 3], /* here */ "momentum": [0.3, -1.2, 0.5]}, "time": 1, "steps": 10}'
    file.write_bytes(b"\xef\xbb\xbf// mine\n" + text.encode())
    assert polhode.run(polhode.Body.from_file(file), "mr").status == "ok"
    assert polhode.Body.from_file(file) == polhode.Body.from_spec(json.loads(text.replace("/* here */", "")), f"{tmp_path}/")
    for wrong, why in ((text.replace("}, ", ', "momentum": [1, 1, 1]}, '), "body.momentum: the key is given twice"),
                       ("[" * 100000, "nested deeper"), ("{", "body.json: byte"), ("", "empty"), ("\xff{}", "not JSON")):
        file.write_bytes(wrong.encode("latin-1"))
        refused(why, polhode.Body.from_file, file)
