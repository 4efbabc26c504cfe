#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the engines of a library say of themselves, and where a free body is after a time, through polhode/engine.h by
ctypes alone; for whoever writes an engine.

    python3 look.py ./libmidpoint.so
"""
import ctypes as c
import sys

Text, Int, Double = c.c_char_p, c.c_int32, c.c_double


class State(c.Structure):
    _fields_ = [("attitude", Double * 4), ("momentum", Double * 3)]


Torque = c.CFUNCTYPE(None, c.c_void_p, Double, c.POINTER(Double), c.POINTER(Double))


class Engine(c.Structure):
    _fields_ = (
        [("size", c.c_uint32)]
        + [(name, Text) for name in ("id", "label", "source", "licence", "settings")]
        + [(name, Int) for name in ("order_of_momentum", "order_of_attitude", "precision", "torque",
                                    "negative_steps", "history", "threads",
                                    "symmetric", "symplectic", "spatial_momentum", "energy")]
        + [("create", c.CFUNCTYPE(c.c_void_p, c.POINTER(Double), Torque, c.c_void_p, c.c_char_p)),
           ("set", c.CFUNCTYPE(Int, c.c_void_p, Double, c.POINTER(State))),
           ("step", c.CFUNCTYPE(Int, c.c_void_p, Double)),
           ("get", c.CFUNCTYPE(Int, c.c_void_p, c.POINTER(State))),
           ("destroy", c.CFUNCTYPE(None, c.c_void_p))]
    )


def engines(path):
    """All engines of a shared library."""
    describe = c.CDLL(path).polhode_engine_v1
    describe.restype, describe.argtypes = c.POINTER(Engine), [Int]
    index = 0
    while engine := describe(index):
        if engine.contents.size != c.sizeof(Engine):
            sys.exit(f"{path}: engine number {index} is of another polhode/engine.h")
        yield engine.contents
        index += 1


def run(engine, inertia, state, h, steps, torque=Torque()):
    """Where a body is after some steps; what went wrong ends the program."""
    why = c.create_string_buffer(256)
    body = engine.create((Double * 3)(*inertia), torque, None, why)
    if not body:
        sys.exit(f"{engine.id.decode()}: no such body: {why.value.decode()}")
    done = [engine.set(body, 0.0, state)] + [engine.step(body, h) for _ in range(steps)]
    end = State()
    done.append(engine.get(body, end))
    engine.destroy(body)
    if any(done):
        sys.exit(f"{engine.id.decode()}: not done")
    return end


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("look.py LIBRARY")
    for e in engines(sys.argv[1]):
        orders = [e.order_of_momentum or "none", e.order_of_attitude or "none"]
        print(f"{e.id.decode()}: {e.label.decode()} [{e.source.decode()}; {e.licence.decode()}], orders {orders[0]} of "
              f"momentum and {orders[1]} of attitude")
        start = State((1, 0, 0, 0), (0.3, -1.2, 0.5))
        end = run(e, (1, 2, 2.5), start, 0.01, 1000)
        energy = [sum(m * m / I for m, I in zip(s.momentum, (1, 2, 2.5))) / 2 for s in (start, end)]
        print(f"  after 1000 steps of 0.01: momentum {[round(m, 4) for m in end.momentum]}, energy {energy[1] / energy[0] - 1:+.1e}")
