#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Misprints in the five papers, each with its number: how far a formula is off as it is printed, and how far as it is
mended, in 30 digits (mpmath). docs/errata.md is written from this (results/pages.py write errata).

usage: errata.py [ID]
"""
import sys
from typing import Callable, NamedTuple

from mpmath import asin, atan, atan2, diff, ellipf, ellipfun, matrix, mp, mpf, nint, norm, pi, sech, sin, sqrt, tan, tanh

from kept import read

mp.dps = 30


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def apart(a, b):
    return norm(matrix(a) - matrix(b))


class FreeBody:
    """Celledoni & Zanna 2008, sec. 1: I = (1, 1.7, 2.6), m(0) = (0.8, 0.36, 0.48), which is case (i)."""
    I = [mpf(1), mpf("1.7"), mpf("2.6")]
    m0 = [mpf("0.8"), mpf("0.36"), mpf("0.48")]

    def __init__(self):
        self.T2 = dot(self.m0, self.omega(self.m0))  # 2T
        self.d = [1 - self.T2 * x for x in self.I]
        self.k2 = -self.d[0] * self.gap(3, 2) / (self.d[2] * self.gap(2, 1))
        self.lam = sqrt(-self.d[2] * self.gap(1, 2) / (self.I[0] * self.I[1] * self.I[2]))
        self.phi0 = atan2(self.m0[1] / self.B(2, 1), self.m0[2] / self.B(3, 1))

    def gap(self, j, h):
        return abs(self.I[j - 1] - self.I[h - 1])

    def B(self, j, h):
        return sqrt(self.I[j - 1] * abs(self.d[h - 1]) / self.gap(j, h))

    def omega(self, m):
        return [x / moment for x, moment in zip(m, self.I)]

    def rate(self, m):
        return cross(m, self.omega(m))

    def jacobi(self, name, t):
        return ellipfun(name, ellipf(self.phi0, self.k2) + self.lam * t, m=self.k2)

    def m(self, t):
        return [self.B(1, 3) * self.jacobi("dn", t), self.B(2, 1) * self.jacobi("sn", t),
                self.B(3, 1) * self.jacobi("cn", t)]


class InCaseII(FreeBody):
    m0 = [mpf("0.36"), mpf("0.48"), mpf("0.8")]


def remark_n(mended):
    """The rate of psi in case (ii), at t = 0: 2T + (Delta2 / I2) / (1 - n sn^2), with n = 1/B21 or its square."""
    b = InCaseII()
    m, mdot = b.m0, b.rate(b.m0)
    again = [x + y for x, y in zip(cross(mdot, b.omega(m)), cross(m, b.omega(mdot)))]
    sn = sin(atan2(m[1] / b.B(2, 3), m[0] / b.B(1, 3)))
    rate = b.T2 + b.d[1] / b.I[1] / (1 - (sn / b.B(2, 1)) ** 2 if mended else 1 - sn ** 2 / b.B(2, 1))
    return abs(rate - b.T2 - dot(cross(m, mdot), again) / dot(mdot, mdot))


def measured(claim):
    """Of a formula that is a claim: how far psi is off, in 113 bits, as `make properties` has measured it."""
    off = {v["id"]: v["numbers"]["off"] for v in read("golden/properties.json")["verdicts"] if v["id"].startswith(claim)}
    return lambda mended: mpf(off[claim if mended else claim + "-as-printed"])


def framed(m, p3_squared, sign, v):
    """How far p, made by (15), turns the unit vector v past e1."""
    p3 = sqrt(p3_squared)
    p0 = sqrt((1 + m[2]) / 2 - p3_squared) * (1 if sign > 0 else -1)
    p = [(p3 * m[0] + p0 * m[1]) / (1 + m[2]), (p3 * m[1] - p0 * m[0]) / (1 + m[2]), p3]
    turned = cross(p, v)
    again = cross(p, turned)
    return apart([x + 2 * p0 * y + 2 * z for x, y, z in zip(v, turned, again)], [1, 0, 0])


def choice_2_frame(mended):
    b = FreeBody()
    m, mdot = b.m0, b.rate(b.m0)
    size = sqrt(dot(mdot, mdot))
    B = b.B(3, 2) ** 2 if mended else b.B(3, 2)
    sign = m[0] * m[2] * b.gap(3, 1) / (b.I[0] * b.I[2]) + m[0] * b.d[0] / b.I[0]
    p3_squared = (1 + m[2]) / 4 + b.gap(3, 2) * m[1] / (4 * b.I[1] * b.I[2] * size) * (m[2] - B)
    return framed(m, p3_squared, -sign if mended else sign, [x / size for x in mdot])


def choice_3_frame(mended):
    m = FreeBody.m0
    r = sqrt(1 - m[2] ** 2)
    p3_squared = (1 + m[2]) / 4 - m[1] * (1 + m[2]) / (4 * r)
    return framed(m, p3_squared, m[0] if mended else m[2] * m[1] - m[0], [m[1] / r, -m[0] / r, 0])


def case_iii(mended):
    """The Euler equations on the separatrix, for sigma = -1, sigma' = -1: m1 m3 is negative, and printed positive."""
    I, T2 = FreeBody.I, 1 / FreeBody.I[1]
    B13, B31 = (sqrt(I[j] * abs(1 - T2 * I[2 - j]) / (I[2] - I[0])) for j in (0, 2))
    rate, sigma, other = sqrt(abs(1 - T2 * I[2]) * (I[1] - I[0]) / (I[0] * I[1] * I[2])), -1, -1

    def m(t):
        last = sigma * other if mended else other
        return [other * B13 * sech(sigma * rate * t), tanh(sigma * rate * t), last * B31 * sech(sigma * rate * t)]
    return apart([diff(lambda s, i=i: m(s)[i], mpf("0.3")) for i in range(3)], FreeBody().rate(m(mpf("0.3"))))


# A step of 0.1: of a particle without force, M = p = 1; from rest under the torque t, to t^2 / 2, by the midpoint and by the
# last stage of MKRK with the trapezoidal tableau; of u' = 1, where a step composed with its own inverse is no step.
DT = mpf("0.1")
PI2, I2 = mpf(4), mpf(2)  # phi_2 turns pi = (0, 4, 0) of I = (1, 2, 3) at omega_2 = 2


def permuted_product(mended):
    """P (a x b) against P a x P b, for the exchange of two axes: the sign is det P, and h runs backwards."""
    a, b = [mpf(x) for x in (1, 2, 3)], [mpf(x) for x in (-1, 1, 2)]
    swap = lambda v: [v[1], v[0], v[2]]  # noqa: E731
    return apart(swap(cross(a, b)), [(-1 if mended else 1) * x for x in cross(swap(a), swap(b))])


def permuted_back(mended):
    """Fig. 3: three axes in a cycle there, and back by the same list of indices or by its inverse."""
    order, m = [1, 2, 0], [mpf(x) for x in (1, 2, 3)]
    there = [m[i] for i in order]
    return apart([there[order.index(i) if mended else order[i]] for i in range(3)], m)


def landen(mended):
    """(17)-(19): F(0.7 | k = 0.8) by the ascending transformation, with tan of phi_n, or of a_n."""
    phi, k = mpf("0.7"), mpf("0.8")
    exact, a, b = ellipf(phi, k * k), mpf(1), sqrt(1 - k * k)
    for n in range(8):
        turned = phi if mended else a
        phi += atan(b / a * tan(turned)) + pi * nint(turned / pi) if mended else atan(b / a * tan(turned))
        a, b = (a + b) / 2, sqrt(a * b)
    return abs(phi / (2 ** 8 * a) - exact)


def descending(mended):
    """The amplitude by the descending transformation for n = N .. 1, or .. 0, once too often."""
    u, k = mpf("0.7"), mpf("0.8")
    a, b, c = [mpf(1)], [sqrt(1 - k * k)], [k]
    for n in range(8):
        a, b, c = a + [(a[n] + b[n]) / 2], b + [sqrt(a[n] * b[n])], c + [(a[n] - b[n]) / 2]
    phi = 2 ** 8 * a[8] * u
    for n in range(8, 0 if mended else -1, -1):
        phi = (phi + asin(c[n] / a[n] * sin(phi))) / 2
    return abs(sin(phi) - ellipfun("sn", u, m=k * k))


def norm_G(mended):
    """A solution of norm G = 2 from one of norm 1: m(t) -> G m(t), or G m(G t)."""
    b, G, t = FreeBody(), 2, mpf("0.4")
    m = lambda s: [G * x for x in b.m(G * s if mended else s)]  # noqa: E731
    return apart([diff(lambda s, i=i: m(s)[i], t) for i in range(3)], b.rate(m(t)))


def energy_of_3(mended):
    """omega by (4) and (5) from E of (3), for the body of Fig. 1, I = (1, 2, 3), omega = (1, 0, 2): omega_1(0) = a_1 /
    sqrt(I1 (I3 - I1)), since omega_2 = 0."""
    I, omega = [1, 2, 3], [mpf(1), mpf(0), mpf(2)]
    E = dot(I, [x * x for x in omega]) / (2 if mended else 1)
    G2 = dot([x * x for x in I], [x * x for x in omega])
    return abs(sqrt(abs(2 * E * I[2] - G2)) / sqrt(I[0] * (I[2] - I[0])) - omega[0])


def without_bar(mended):
    """After (15): the kinetic energy is conserved by Pi_n = 2 Pibar - Pi_(n-1); without the bar Pi_n = Pi_(n-1)."""
    dt, Pi0 = DT, FreeBody.m0
    middle = list(Pi0)
    for _ in range(60):
        middle = [x + dt / 2 * y for x, y in zip(Pi0, FreeBody().rate(middle))]
    Pi1 = [x + dt * y for x, y in zip(Pi0, FreeBody().rate(middle))]
    return apart([2 * x - y for x, y in zip(middle, Pi0)] if mended else Pi0, Pi1)


def coulomb(mended):
    """dH/dt at R33 = 0.5, |dR33/dt| = 1, under the printed torque, with V of the prose, or with -V."""
    y = mpf("1.6")
    force = -y ** -2 + mpf("0.01") * y ** -11  # the printed factor: power = -force dR33/dt
    slope = y ** -2 - mpf("0.01") * y ** -11  # dV/dR33, V = -1/y + 0.001/y^10
    return abs((-slope if mended else slope) - force)


class Erratum(NamedTuple):
    paper: str
    where: str
    printed: str
    mended: str
    off: Callable  # of the printed formula, or the mended one


CZ, CS, K6 = "Celledoni & Zanna 2008", "Celledoni & Säfström 2006", "Krysl 2006"
ERRATA = {
    "cz-9": Erratum(CZ, "Sec. 1.3, (9)",
                    "Δ₂, the absolute value of 1 − 2TI₂, and n = 1/B₂₃",
                    "1 − 2TI₂ with its sign, and n = 1/B₂₃²", measured("frb2008.E9")),
    "cz-9-ii": Erratum(CZ, "Sec. 1.3, remark after (9)", "n = 1/B₂₁ in case (ii)", "n = 1/B₂₁²", remark_n),
    "cz-16": Erratum(CZ, "Sec. 1.4, (16)", "Π + f", "Π − f", measured("frb2008.E16")),
    "cz-3": Erratum(CZ, "Sec. 1.4, choice (3)", "n = −B₃₁⁻²B₁₃⁻²", "n = −B₃₁²B₁₃⁻²", measured("frb2008.E3")),
    "cz-2-frame": Erratum(CZ, "Sec. 1.4, choice (2)", "m₃ − B₃₂, and the sign of p₀p₃",
                          "m₃ − B₃₂², and the opposite sign", choice_2_frame),
    "cz-3-frame": Erratum(CZ, "Sec. 1.4, choice (3)", "sign(p₀p₃) = sign(m₃m₂ − m₁)", "sign(p₀p₃) = sign(m₁)",
                          choice_3_frame),
    "cz-iii": Erratum(CZ, "Sec. 1.2, case (iii)", "m₃ = σ′B₃₁ sech", "m₃ = σσ′B₃₁ sech", case_iii),
    "cz-norm": Erratum(CZ, "Sec. 1.2, remark", "**m** → G**m**, T → T/G²", "and t → Gt", norm_G),
    "cz-product": Erratum(CZ, "Sec. 3.1", "P(a × b) = Pa × Pb", "det(P) Pa × Pb, so an odd P takes −h",
                          permuted_product),
    "cz-back": Erratum(CZ, "Fig. 3", "back by [i1, i2, i3]", "back by the inverse permutation", permuted_back),
    "cz-17": Erratum(CZ, "Sec. 3.2, (17)", "tan(aₙ)", "tan(φₙ)", landen),
    "cz-descending": Erratum(CZ, "Sec. 3.2", "n = N, N − 1, …, 0", "n = N, N − 1, …, 1", descending),
    "cs-3": Erratum(CS, "Sec. 1, (3)", "E = Σ Iⱼωⱼ²", "E = ½ Σ Iⱼωⱼ², as (4) needs", energy_of_3),
    "cs-angle": Erratum(CS, "Sec. 4", "C = ω₁/I₁", "C = π₁/I₁ = ω₁",
                        lambda mended: abs((PI2 / I2 if mended else PI2 / I2 / I2) - PI2 / I2)),
    "k6-5": Erratum(K6, "Sec. 2, (5)", "u + (Δt/2) M⁻¹p", "u + Δt M⁻¹p", lambda mended: abs((1 if mended else mpf(1) / 2) * DT - DT)),
    "k6-time": Erratum(K6, "Secs. 3.4, 3.6", "torque at tₙ + Δt/2", "torque at tₙ₋₁ + Δt/2",
                       lambda mended: abs(DT * (DT / 2 if mended else DT + DT / 2) - DT ** 2 / 2)),
    "k6-13": Erratum(K6, "Sec. 3.2, (13)", "R₂ = R₁ exp[hI⁻¹Π₂]", "R₂ = R₁ exp[−hI⁻¹Π₂]",
                     lambda mended: mpf(0) if mended else abs(2 * sin(DT))),  # there and back, |h w| = 0.1
    "k6-15": Erratum(K6, "Sec. 3.5, after (15)", "Πₙ = 2Π − Πₙ₋₁", "Πₙ = 2Π̄ − Πₙ₋₁", without_bar),
    "k6-mkrk": Erratum(K6, "Sec. 3.7, MKRK", "T₍ₖ₎ in the sum over j", "T₍ⱼ₎",
                       lambda mended: abs(DT / 2 * ((0 if mended else DT) + DT) - DT ** 2 / 2)),
    "k6-symmetry": Erratum(K6, "Sec. 3.7", "Φ*(−Δt/2) ∘ Φ(Δt/2)", "Φ*(Δt/2) ∘ Φ(Δt/2)",
                           lambda mended: abs(DT / 2 + (DT / 2 if mended else -DT / 2) - DT)),
    "k6-torque": Erratum(K6, "Sec. 5.4", "torque against the potential of the text", "potential of the opposite sign",
                         coulomb),
}


def rows():
    for id, e in ERRATA.items():
        yield id, e, e.off(False), e.off(True)


if __name__ == "__main__":
    for id, e, printed, mended in rows():
        if len(sys.argv) < 2 or sys.argv[1] == id:
            print(f"{id}: {e.paper}, {e.where}: {e.printed}: off by {mp.nstr(printed, 4)}; {e.mended}: {mp.nstr(mended, 2)}")
