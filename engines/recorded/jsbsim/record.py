#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""JSBSim (the program JSBSim of package flightgear, LGPL-2+) on the bodies of recorded.py: a vehicle without air.

usage: engines/recorded/jsbsim/record.py [/usr/games/JSBSim]

It hangs over the equator at 3e7 feet (much higher it ends itself), and translation is not integrated. Space is north,
east, down there. The torque is what aerodynamics makes of Euler's angles; units are slugs, feet and pounds.
"""
import csv
import math
import os
import subprocess
import sys
import tempfile

sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import recorded

PROGRAM = sys.argv[1] if len(sys.argv) > 1 else "/usr/games/JSBSim"
NONE, EULER, TRAPEZOIDAL, AB2, AB3, AB4, BUSS1, BUSS2, LINEAR = range(9)

VEHICLE = """<fdm_config name="body" version="2.0" release="ALPHA">
 <metrics><wingarea unit="FT2">1</wingarea><wingspan unit="FT">1</wingspan><chord unit="FT">1</chord>
  <location name="AERORP" unit="IN"><x>0</x><y>0</y><z>0</z></location></metrics>
 <mass_balance><ixx unit="SLUG*FT2">{}</ixx><iyy unit="SLUG*FT2">{}</iyy><izz unit="SLUG*FT2">{}</izz>
  <emptywt unit="LBS">100</emptywt><location name="CG" unit="IN"><x>0</x><y>0</y><z>0</z></location></mass_balance>
 <ground_reactions/><propulsion/><flight_control name="none"/><aerodynamics>{}</aerodynamics>
 <output name="out.csv" type="CSV" rate="{}"><rates>ON</rates><position>ON</position></output>
</fdm_config>"""
START = """<initialize name="start" version="2.0">
 <position frame="ECI" unit="FT"><x>3e7</x><y>0</y><z>0</z></position>
 <orientation unit="RAD" frame="LOCAL"><roll>{}</roll><pitch>{}</pitch><yaw>{}</yaw></orientation>
 <velocity unit="FT/SEC" frame="ECI"><x>0</x><y>1</y><z>0</z></velocity>
 <attitude_rate unit="RAD/SEC" frame="ECI"><roll>{}</roll><pitch>{}</pitch><yaw>{}</yaw></attitude_rate>
</initialize>"""
# Components of down in the body frame.
DOWN = ["<product><value>-1</value><sin><property>attitude/theta-rad</property></sin></product>",
        "<product><sin><property>attitude/phi-rad</property></sin>"
        "<cos><property>attitude/theta-rad</property></cos></product>",
        "<product><cos><property>attitude/phi-rad</property></cos>"
        "<cos><property>attitude/theta-rad</property></cos></product>"]


def aerodynamics(moment):
    """T = down x moment."""
    if not moment:
        return ""
    text = ""
    for i, axis in enumerate(("ROLL", "PITCH", "YAW")):
        j, k = (i + 1) % 3, (i + 2) % 3
        text += (f'<axis name="{axis}"><function name="torque/{axis}"><sum>'
                 f"<product>{DOWN[j]}<value>{moment[k]!r}</value></product>"
                 f"<product>{DOWN[k]}<value>{-moment[j]!r}</value></product></sum></function></axis>")
    return text


def runner(rate, position):
    def run(body, h, steps, every):
        w, x, y, z = body.q
        angles = [math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)), math.asin(2 * (w * y - x * z)),
                  math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))]
        north, east, down = recorded.rotated(body.q, body.omega())
        with tempfile.TemporaryDirectory() as folder:
            os.makedirs(folder + "/aircraft/body")
            with open(folder + "/aircraft/body/body.xml", "w", encoding="utf-8") as file:
                file.write(VEHICLE.format(*body.inertia, aerodynamics(body.moment), repr(1 / (every * h))))
            with open(folder + "/start.xml", "w", encoding="utf-8") as file:
                file.write(START.format(*map(repr, (*angles, -down, east, north))))
            settings = [f"--property=simulation/integrator/{what}={how}" for what, how in
                        (("rate/rotational", rate), ("position/rotational", position),
                         ("rate/translational", NONE), ("position/translational", NONE))]
            subprocess.run([PROGRAM, "--root=" + folder, "--aircraft=body", "--initfile=" + folder + "/start",
                            f"--simulation-rate={h!r}", f"--end={(steps + 0.5) * h!r}", "--nohighlight", *settings],
                           cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            with open(folder + "/out.csv", encoding="utf-8") as file:
                rows = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
        count, states = steps // every, []
        for row in rows[1:count + 1]:
            degrees, q = row[7:10], row[15:19]
            states.append((recorded.unit(q), [i * math.radians(w) for i, w in zip(body.inertia, degrees)]))
        return states if len(states) == count else [([math.nan] * 4, [math.nan] * 3)]  # it has ended before

    return run


if __name__ == "__main__":
    set_to = "without air, translation not integrated"
    recorded.write(__file__, "flightgear", "1:2020.3.16+dfsg-1+deb12u1", "LGPL-2+", "engines/recorded/jsbsim/record.py", {
        name: recorded.method(f"JSBSim of FlightGear 2020.3.16, {label}", set_to, runner(*how)) for name, label, how in (
            ("jsbsim-as-it-comes", "rectangular Euler, both (as it comes)", (EULER, EULER)),
            ("jsbsim-trapezoidal-both", "trapezoidal, both", (TRAPEZOIDAL, TRAPEZOIDAL)),
            ("jsbsim-ab2-both", "Adams-Bashforth 2, both", (AB2, AB2)),
            ("jsbsim-ab3-both", "Adams-Bashforth 3, both", (AB3, AB3)),
            ("jsbsim-ab4-both", "Adams-Bashforth 4, both", (AB4, AB4)),
            ("jsbsim-ab2-buss2", "Adams-Bashforth 2, Buss 2", (AB2, BUSS2)),
            ("jsbsim-ab2-linear", "Adams-Bashforth 2, local linearisation", (AB2, LINEAR)))})
