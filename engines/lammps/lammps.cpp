// SPDX-License-Identifier: MIT
// LAMMPS (liblammps-dev, GPL-2), linked into a program of its own: an ellipsoid under fix nve/asphere, and six atoms
// that are one rigid body under fix rigid and fix rigid/nve.
#include <lammps/library.h>

#include <cstdarg>

#include "adapter.hpp"

namespace {

using namespace polhode::adapter;

constexpr int per_atom = 1, array = 2;  // style and type of lammps_extract_compute

/// A LAMMPS, which ends the program where a command is wrong.
class Lammps {
 public:
  Lammps() {
    static const char* arguments[] = {"lammps", "-log", "none", "-screen", "none", "-nocite"};
    lammps_ = lammps_open_no_mpi(6, const_cast<char**>(arguments), nullptr);
    if (!lammps_) throw std::runtime_error("LAMMPS does not open");
  }
  ~Lammps() { lammps_close(lammps_); }
  Lammps(const Lammps&) = delete;

  void command(const char* format, ...) __attribute__((format(printf, 2, 3))) {
    char text[400];
    std::va_list values;
    va_start(values, format);
    std::vsnprintf(text, sizeof text, format, values);
    va_end(values);
    lammps_command(lammps_, text);
  }
  double** vectors(const char* name) const { return static_cast<double**>(lammps_extract_atom(lammps_, name)); }
  double** computed(const char* id) const {
    return static_cast<double**>(lammps_extract_compute(lammps_, id, per_atom, array));
  }
  int* tags() const { return static_cast<int*>(lammps_extract_atom(lammps_, "id")); }
  void call_back(const char* fix, FixExternalFnPtr function, void* self) {
    lammps_set_fix_external_callback(lammps_, fix, function, self);
  }

  /// An empty box without interactions, 100 wide.
  void empty(const char* style) {
    command("clear");
    command("units lj");
    command("atom_style %s", style);
    command("atom_modify map array sort 0 0");
    command("boundary f f f");
    command("region box block -50 50 -50 50 -50 50");
    command("create_box 1 box");
  }
  void interact() {
    command("pair_style zero 1.0");
    command("pair_coeff * *");
    command("comm_modify cutoff 20");
    command("neigh_modify delay 1000000000 every 1000000000 check no exclude type 1 1");
    command("thermo_modify lost ignore");
  }

 private:
  void* lammps_;
};

/// The steps of both: the torque is asked for by LAMMPS, after forces are cleared, at the attitude of the moment.
template <class Derived>
class Stepped {
 public:
  explicit Stepped(const Torque& torque) : torque_(torque) {}

  void step(double h) {
    if (h != h_) {
      lammps_.command("timestep %.17g", h);
      asked_at_ = t_;
      lammps_.command("run 0 post no");
      h_ = h;
    }
    asked_at_ = t_ + h;
    lammps_.command("run 1 pre no post no");
    t_ += h;
  }

 protected:
  static void called(void* self, int64_t, int atoms, int* ids, double** x, double** f) {
    auto& body = *static_cast<Derived*>(self);
    for (int n = 0; n < atoms; ++n) std::fill_n(f[n], 3, 0.0);
    if (body.torque_) body.apply(body.torque_.in_space(body.asked_at_, body.motion().q), atoms, ids, x, f);
  }

  Lammps lammps_;
  Torque torque_;
  double t_ = 0, asked_at_ = 0, h_ = 0;
};

class Ellipsoid : public Stepped<Ellipsoid> {
 public:
  Ellipsoid(const Vec& inertia, const Torque& torque) : Stepped(torque), inertia_(inertia) {
    double d[3];
    for (int i = 0; i < 3; ++i) {
      const double square = 2.5 * (inertia[(i + 1) % 3] + inertia[(i + 2) % 3] - inertia[i]);  // semi-axis, mass 1
      if (!(square > 0))
        throw Refused("no ellipsoid has these moments: the largest is not below the sum of the others");
      d[i] = 2 * std::sqrt(square);
    }
    lammps_.empty("ellipsoid");
    lammps_.command("create_atoms 1 single 0 0 0");
    lammps_.command("set atom 1 shape %.17g %.17g %.17g", d[0], d[1], d[2]);
    lammps_.command("set atom 1 mass 1");
    lammps_.interact();
    lammps_.command("compute q all property/atom quatw quati quatj quatk");
    lammps_.command("fix torque all external pf/callback 1 1");
    lammps_.command("fix turn all nve/asphere");
    lammps_.call_back("torque", called, this);
  }

  void set(double t, const Motion& m) {
    t_ = t, h_ = 0;
    const double sine = std::sqrt(m.q[1] * m.q[1] + m.q[2] * m.q[2] + m.q[3] * m.q[3]);
    const double degrees = 2 * std::atan2(sine, m.q[0]) * 180 / M_PI;
    if (sine > 0)
      lammps_.command("set atom 1 quat %.17g %.17g %.17g %.17g", m.q[1] / sine, m.q[2] / sine, m.q[3] / sine, degrees);
    else
      lammps_.command("set atom 1 quat 1 0 0 0");
    const auto l = rotated(m.q, {inertia_[0] * m.omega[0], inertia_[1] * m.omega[1], inertia_[2] * m.omega[2]});
    for (int i = 0; i < 3; ++i) lammps_.vectors("angmom")[0][i] = l[i], lammps_.vectors("x")[0][i] = 0;
    lammps_.command("run 0 post no");
  }
  Motion motion() const {
    const auto* q = lammps_.computed("q")[0];
    const auto unit = normalised({q[0], q[1], q[2], q[3]});
    const auto* l = lammps_.vectors("angmom")[0];
    const auto Pi = rotated(conjugate(unit), {l[0], l[1], l[2]});
    return {unit, {Pi[0] / inertia_[0], Pi[1] / inertia_[1], Pi[2] / inertia_[2]}};
  }
  void apply(const Vec& T, int, int*, double**, double**) {
    for (int i = 0; i < 3; ++i) lammps_.vectors("torque")[0][i] += T[i];
  }

 private:
  Vec inertia_;
};

enum class Fix { rigid, rigid_nve };

/// Two atoms on each axis, each as heavy as makes their arms of size 1, whatever the unit of mass. The fix has its
/// state to itself: it is set by making all anew.
template <Fix fix>
class SixAtoms : public Stepped<SixAtoms<fix>> {
 public:
  SixAtoms(const Vec& inertia, const Torque& torque)
      : Stepped<SixAtoms>(torque), inertia_(inertia), mass_(*std::max_element(inertia.begin(), inertia.end())) {
    for (int i = 0; i < 3; ++i) {
      const double square = (inertia[(i + 1) % 3] + inertia[(i + 2) % 3] - inertia[i]) / (4 * mass_);
      if (!(square > 0))
        throw Refused("no six atoms have these moments: the largest is not below the sum of the others");
      arm_[i] = std::sqrt(square);
    }
  }

  void set(double t, const Motion& m) {
    auto& lammps = this->lammps_;
    this->t_ = this->asked_at_ = t, this->h_ = 0;
    lammps.empty("atomic");
    for (int k = 0; k < 6; ++k) {
      const auto x = rotated(m.q, place(k));
      lammps.command("create_atoms 1 single %.17g %.17g %.17g", x[0], x[1], x[2]);
    }
    lammps.command("mass 1 %.17g", mass_);
    for (int k = 0; k < 6; ++k) {
      const auto v = rotated(m.q, cross(m.omega, place(k)));
      lammps.command("set atom %d vx %.17g vy %.17g vz %.17g", k + 1, v[0], v[1], v[2]);
    }
    lammps.interact();
    lammps.command("fix torque all external pf/callback 1 1");
    lammps.command("fix turn all %s single", fix == Fix::rigid ? "rigid" : "rigid/nve");
    lammps.call_back("torque", this->called, this);
    lammps.command("run 0 post no");
  }
  /// The body's axes are where its atoms are.
  Motion motion() const {
    double** x = this->lammps_.vectors("x");
    double** v = this->lammps_.vectors("v");
    const int* id = this->lammps_.tags();
    double R[3][3] = {}, l[3] = {};
    for (int n = 0; n < 6; ++n) {
      const int axis = (id[n] - 1) / 2, side = id[n] % 2 ? 1 : -1;
      for (int i = 0; i < 3; ++i) {
        R[i][axis] += side * x[n][i] / (2 * arm_[axis]);
        l[i] += mass_ * (x[n][(i + 1) % 3] * v[n][(i + 2) % 3] - x[n][(i + 2) % 3] * v[n][(i + 1) % 3]);
      }
    }
    const auto q = quaternion(R);
    const auto Pi = rotated(conjugate(q), {l[0], l[1], l[2]});
    return {q, {Pi[0] / inertia_[0], Pi[1] / inertia_[1], Pi[2] / inertia_[2]}};
  }
  /// Three couples, each on the two atoms of an axis along the next one.
  void apply(const Vec& T, int atoms, int* ids, double** x, double** f) {
    const auto at = [&](int tag) {
      for (int n = 0; n < atoms; ++n)
        if (ids[n] == tag) return n;
      throw std::runtime_error("an atom is lost");
    };
    const auto T_body = rotated(conjugate(motion().q), T);
    for (int axis = 0; axis < 3; ++axis) {
      const int next = (axis + 1) % 3, about = (axis + 2) % 3, to = at(2 * next + 1), from = at(2 * next + 2);
      const double force = T_body[about] / (2 * arm_[axis]);
      for (int i = 0; i < 3; ++i) {
        const double along = force * (x[to][i] - x[from][i]) / (2 * arm_[next]);
        f[at(2 * axis + 1)][i] += along, f[at(2 * axis + 2)][i] -= along;
      }
    }
  }

 private:
  /// The k-th atom in the body frame.
  Vec place(int k) const {
    Vec r{};
    r[k / 2] = k % 2 ? -arm_[k / 2] : arm_[k / 2];
    return r;
  }
  /// Of a rotation matrix, by its largest component.
  static Quaternion quaternion(const double R[3][3]) {
    const double trace = R[0][0] + R[1][1] + R[2][2];
    if (trace > 0) return normalised({1 + trace, R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]});
    const int i = R[0][0] >= R[1][1] && R[0][0] >= R[2][2] ? 0 : R[1][1] >= R[2][2] ? 1 : 2;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    Quaternion q{};
    q[0] = R[k][j] - R[j][k];
    q[1 + i] = 1 + R[i][i] - R[j][j] - R[k][k], q[1 + j] = R[i][j] + R[j][i], q[1 + k] = R[i][k] + R[k][i];
    return normalised(q);
  }

  Vec inertia_;
  double mass_, arm_[3];
};

polhode_engine about(const char* id, const char* label, const char* source, int symmetric_and_symplectic) {
  const auto settings = "units lj, no interactions; run 1 pre no post no per step; torque by fix external";
  auto e = described(id, label, source, "GPL-2", settings, 2, POLHODE_TORQUE_NATIVE);
  e.negative_steps = 1, e.spatial_momentum = POLHODE_YES_WITHOUT_TORQUE;
  e.symmetric = e.symplectic = symmetric_and_symplectic;
  return e;
}

}  // namespace

POLHODE_ENGINES(engine<Ellipsoid>(about("lammps-asphere", "LAMMPS 20220106, fix nve/asphere (as it comes)",
                                        "src/ASPHERE/fix_nve_asphere.cpp", POLHODE_NO)),
                engine<SixAtoms<Fix::rigid>>(about("lammps-rigid", "LAMMPS 20220106, fix rigid (as it comes)",
                                                   "src/RIGID/fix_rigid.cpp", POLHODE_NO)),
                engine<SixAtoms<Fix::rigid_nve>>(about("lammps-rigid-nve",
                                                       "LAMMPS 20220106, fix rigid/nve (as it comes)",
                                                       "src/RIGID/fix_rigid_nh.cpp", POLHODE_YES)))
