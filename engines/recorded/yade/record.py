# SPDX-License-Identifier: MIT
"""Yade (package yade, GPL-2+; 1 GB with what it needs) on the bodies of recorded.py: one particle without contact.

usage: yade -n -x engines/recorded/yade/record.py

The angular momentum that it shows is that of half a step before the attitude: it starts there, and is read at the
attitude's time, but for the row "as it comes", which takes what is shown.
"""
import os
import sys

import __main__
from yade import Body, ForceResetter, NewtonIntegrator, O, PyRunner, Quaternion, Vector3

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(sys.argv[0]))))
import recorded


def runner(aspherical=True, damping=0.0, as_shown=False, **settings):
    def run(body, h, steps, every):
        O.reset()
        O.dt = h
        b = Body()
        b.aspherical = True
        b.state.mass, b.state.inertia = 1, Vector3(*body.inertia)
        number = O.bodies.append(b)
        s = b.state

        def attitude():
            return [s.ori[3], s.ori[0], s.ori[1], s.ori[2]]

        def shift(share):
            """h times so much of the torque at this attitude."""
            return [0 if as_shown else share * h * x for x in body.torque_in_space(recorded.unit(attitude()))]

        def see():
            late = shift(0.5)
            if aspherical:
                return recorded.state(attitude(), [a + b for a, b in zip(s.angMom, late)])
            q = recorded.unit(attitude())
            omega, change = recorded.back(q, list(s.angVel)), recorded.back(q, late)
            return q, [i * w + x for i, w, x in zip(body.inertia, omega, change)]

        s.ori = Quaternion(body.q[0], body.q[1], body.q[2], body.q[3])
        if aspherical:
            s.angMom = Vector3(*[a - b for a, b in zip(recorded.rotated(body.q, body.Pi), shift(0.5))])
        else:
            early = [a - b for a, b in zip(body.Pi, recorded.back(body.q, shift(0.5)))]
            s.angVel = Vector3(*recorded.rotated(body.q, [p / i for p, i in zip(early, body.inertia)]))

        __main__.torque = lambda: O.forces.addT(number, Vector3(*body.torque_in_space(recorded.unit(attitude()))))
        newton = NewtonIntegrator(damping=damping, **settings)
        O.engines = [ForceResetter(), newton]
        if body.moment:
            O.engines = [ForceResetter(), PyRunner(command="torque()", iterPeriod=1, initRun=True), newton]
        states = []
        for _ in range(steps // every):
            O.run(every, True)
            states.append(see())
        return states

    return run


recorded.write(sys.argv[0], "yade", "2023.02a-1", "GPL-2+",
               "yade -n -x engines/recorded/yade/record.py", {
    "yade-aspherical": recorded.method("Yade 2023.02a, aspherical body", "damping 0; momentum at the attitude's time",
                                       runner()),
    "yade-as-it-comes": recorded.method("Yade 2023.02a, aspherical body (as it comes)",
                                        "damping 0.2; momentum as shown", runner(damping=0.2, as_shown=True), False),
    "yade-plain": recorded.method("Yade 2023.02a, no exactAsphericalRot", "damping 0; exactAsphericalRot off",
                                  runner(aspherical=False, exactAsphericalRot=False), False),
})
