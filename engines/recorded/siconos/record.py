#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Siconos (package python3-siconos, Apache-2.0) on the bodies of recorded.py: NewtonEulerDS under MoreauJeanOSI.

usage: engines/recorded/siconos/record.py
"""
import os
import sys

import numpy
from siconos import kernel

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import recorded


def runner(tolerance=None):
    """The moment is evaluated before each step, and held."""

    def run(body, h, steps, every):
        spin = kernel.NewtonEulerDS([0, 0, 0, *body.q], [0, 0, 0, *body.omega()], 1.0, numpy.diag(body.inertia))
        spin.setIsMextExpressedInInertialFrame(True)
        spin.setMExtPtr(body.torque_in_space(body.q))
        model = kernel.NonSmoothDynamicalSystem(0, (steps + 1) * h)
        model.insertDynamicalSystem(spin)
        simulation = kernel.TimeStepping(model, kernel.TimeDiscretisation(0, h), kernel.MoreauJeanOSI(0.5),
                                         kernel.LCP())
        if tolerance:
            simulation.setNewtonTolerance(tolerance)
        states = []
        for n in range(1, steps + 1):
            if body.moment:
                spin.setMExtPtr(body.torque_in_space(recorded.unit([float(x) for x in spin.q()[3:]])))
            simulation.computeOneStep()
            simulation.nextStep()
            if n % every == 0:
                q, omega = spin.q()[3:], spin.twist()[3:]
                states.append((recorded.unit([float(x) for x in q]),
                               [i * float(w) for i, w in zip(body.inertia, omega)]))
        return states

    return run


if __name__ == "__main__":
    recorded.write(__file__, "python3-siconos", "4.4.0+dfsg-2", "Apache-2.0", "engines/recorded/siconos/record.py", {
        "siconos-as-it-comes": recorded.method("Siconos 4.4.0, MoreauJeanOSI, theta 1/2 (as it comes)", "moment held",
                                               runner()),
        "siconos-solved": recorded.method("Siconos 4.4.0, MoreauJeanOSI, theta 1/2, solved to rounding",
                                          "moment held; Newton's tolerance 1e-13", runner(1e-13))})
