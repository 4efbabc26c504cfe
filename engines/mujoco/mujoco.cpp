// SPDX-License-Identifier: MIT
// MuJoCo (libmujoco-dev) in doubles: a body on a ball joint, without geometry and so without contacts.
#include <mujoco/mujoco.h>

#include <memory>
#include <string>

#include "adapter.hpp"

namespace {

using namespace polhode::adapter;

struct Free {
  void operator()(mjModel* m) const { mj_deleteModel(m); }
  void operator()(mjData* d) const { mj_deleteData(d); }
};

/// With principal axes: those that MuJoCo itself makes of a full inertia are good to 1e-6.
std::string model_of(const char* joint, double mass, const Vec& I, const Vec& g = {}, const Vec& c = {},
                     const Quaternion& q = {1, 0, 0, 0}) {
  char text[800];
  std::snprintf(text, sizeof text,
                "<mujoco><option gravity='%.17g %.17g %.17g'/><worldbody><body>%s<inertial pos='%.17g %.17g %.17g' "
                "quat='%.17g %.17g %.17g %.17g' mass='%.17g' diaginertia='%.17g %.17g %.17g'/></body></worldbody>"
                "</mujoco>",
                g[0], g[1], g[2], joint, c[0], c[1], c[2], q[0], q[1], q[2], q[3], mass, I[0], I[1], I[2]);
  return text;
}
std::string model_of(const Hanging& top) {
  return model_of("<joint type='ball'/>", top.mass, top.principal, top.gravity, top.centre, top.axes);
}

std::unique_ptr<mjModel, Free> loaded(const std::string& xml) {
  static thread_local mjVFS files;
  mj_defaultVFS(&files);
  mj_makeEmptyFileVFS(&files, "body.xml", static_cast<int>(xml.size()));
  xml.copy(static_cast<char*>(files.filedata[0]), xml.size());
  char why[200] = "";
  std::unique_ptr<mjModel, Free> model(mj_loadXML("body.xml", &files, why, sizeof why));
  mj_deleteVFS(&files);
  if (!model) {
    for (char* c = why; *c; ++c)
      if (*c == '\n') *c = ' ';
    throw Refused(why);
  }
  return model;
}

/// How a torque comes in: applied to the body, held over the step; by the call-back for passive forces, which every
/// stage asks; as the weight of a mass centre.
enum class Applied { held, at_stages, weight };
enum class On { ball, free };

template <int integrator, Applied applied, On on = On::ball>
class Body {
 public:
  Body(const Vec& inertia, const Torque& torque)
      : torque_(torque),
        model_(loaded(applied == Applied::weight ? model_of(Hanging(inertia, torque))
                      : on == On::ball           ? model_of("<joint type='ball'/>", 1, inertia)
                                                 : model_of("<freejoint/>", 1, inertia))),
        data_(mj_makeData(model_.get())) {
    mju_user_error = [](const char* text) { throw std::runtime_error(text); };
    mju_user_warning = [](const char*) {};
    model_->opt.integrator = integrator;
  }

  void set(double t, const Motion& m) {
    mj_resetData(model_.get(), data_.get());
    data_->time = t;
    for (int i = 0; i < 4; ++i) data_->qpos[q0 + i] = m.q[i];
    for (int i = 0; i < 3; ++i) data_->qvel[v0 + i] = m.omega[i];
  }
  void step(double h) {
    if (torque_ && applied == Applied::held) {
      const auto T = torque_.in_space(data_->time, attitude());
      for (int i = 0; i < 3; ++i) data_->xfrc_applied[6 + 3 + i] = T[i];
    }
    model_->opt.timestep = h;
    if (torque_ && applied == Applied::at_stages) asked_ = &torque_, mjcb_passive = add_torque;
    mj_step(model_.get(), data_.get());
    mjcb_passive = nullptr;
    for (const auto reset : {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC})
      if (data_->warning[reset].number > 0) throw std::runtime_error("it has put itself back to the model's start");
  }
  Motion motion() const { return {attitude(), {data_->qvel[v0], data_->qvel[v0 + 1], data_->qvel[v0 + 2]}}; }

 private:
  static constexpr int q0 = on == On::ball ? 0 : 3, v0 = q0;  // a free joint has its position first

  Quaternion attitude() const {
    const auto* q = data_->qpos + q0;
    return normalised({q[0], q[1], q[2], q[3]});
  }

  static inline const Torque* asked_ = nullptr;  ///< within a step: call-backs are of the whole program
  static void add_torque(const mjModel*, mjData* d) {
    const auto* q = d->qpos + q0;
    const auto T = asked_->in_body(d->time, normalised({q[0], q[1], q[2], q[3]}));
    for (int i = 0; i < 3; ++i) d->qfrc_passive[v0 + i] += T[i];
  }

  Torque torque_;
  std::unique_ptr<mjModel, Free> model_;
  std::unique_ptr<mjData, Free> data_;
};

polhode_engine about(const char* id, const char* label, const char* settings, int order, int torque) {
  auto e = described(id, label, "src/engine/engine_forward.c", "Apache-2.0", settings, order, torque);
  e.negative_steps = 1;
  return e;
}
/// Gravity on a mass centre 0.1 from a ball joint.
template <int integrator>
polhode_engine top(const char* id, const char* label, const char* settings, int order) {
  return engine<Body<integrator, Applied::weight>>(about(id, label, settings, order, POLHODE_TORQUE_NATIVE));
}
constexpr auto held = POLHODE_TORQUE_HELD, native = POLHODE_TORQUE_NATIVE;

}  // namespace

POLHODE_ENGINES(
    engine<Body<mjINT_EULER, Applied::held>>(about("mujoco2-as-it-comes", "MuJoCo 2.2.2, Euler (as it comes)",
                                                   "torque by xfrc_applied", 1, held)),
    engine<Body<mjINT_EULER, Applied::held, On::free>>(about("mujoco2-euler-free", "MuJoCo 2.2.2, Euler, free joint",
                                                             "torque by xfrc_applied", 1, held)),
    engine<Body<mjINT_RK4, Applied::held>>(about("mujoco2-rk4-held", "MuJoCo 2.2.2, RK4, torque held",
                                                 "integrator RK4; torque by xfrc_applied", 1, held)),
    engine<Body<mjINT_RK4, Applied::at_stages>>(about("mujoco2-rk4", "MuJoCo 2.2.2, RK4, torque at the stages",
                                                      "integrator RK4; torque by mjcb_passive", 2, native)),
    engine<Body<mjINT_IMPLICIT, Applied::held>>(about("mujoco2-implicit", "MuJoCo 2.2.2, implicit",
                                                      "integrator implicit; torque by xfrc_applied", 1, held)),
    top<mjINT_EULER>("mujoco2-top", "MuJoCo 2.2.2, Euler, top under gravity", nullptr, 1),
    top<mjINT_RK4>("mujoco2-top-rk4", "MuJoCo 2.2.2, RK4, top under gravity", "integrator RK4", 2),
    top<mjINT_IMPLICIT>("mujoco2-top-implicit", "MuJoCo 2.2.2, implicit, top under gravity", "integrator implicit", 1))
