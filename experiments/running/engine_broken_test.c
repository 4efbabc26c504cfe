/* SPDX-License-Identifier: MIT */
/* Engines that misbehave, for engine_interface_test.cpp. The environment says what is wrong with the description; what
 * goes wrong in a run has an id of its own.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <polhode/engine.h>

typedef struct {
  polhode_state state;
  int steps;
  double inertia;
} body;

static void* make(const double inertia[3], polhode_torque torque, void* context, char why[POLHODE_WHY]) {
  double T[3];
  const double q[4] = {1, 0, 0, 0};
  if (torque) torque(context, 0, q, T);
  (void)why;
  body* b = calloc(1, sizeof(body));
  b->inertia = inertia[0];
  return b;
}
static void* make_none(const double inertia[3], polhode_torque torque, void* context, char why[POLHODE_WHY]) {
  (void)inertia, (void)torque, (void)context;
  memset(why, '!', POLHODE_WHY);
  return NULL;
}
static void* make_none_silently(const double inertia[3], polhode_torque torque, void* context, char why[POLHODE_WHY]) {
  (void)inertia, (void)torque, (void)context, (void)why;
  return NULL;
}
static int32_t set(void* self, double t, const polhode_state* state) {
  body* b = self;
  (void)t;
  b->state = *state;
  return POLHODE_DONE;
}
static int32_t refuse(void* self, double t, const polhode_state* state) {
  (void)self, (void)t, (void)state;
  return POLHODE_REFUSED;
}
/* The momentum counts the steps. */
static int32_t count(void* self, double h) {
  body* b = self;
  (void)h;
  b->state.momentum[0] = ++b->steps;
  return POLHODE_DONE;
}
static int32_t fail_at_200(void* self, double h) {
  return ((body*)self)->state.momentum[0] >= 199.5 ? POLHODE_FAILED : (((body*)self)->state.momentum[0] += h, 0);
}
static int32_t nan_at_200(void* self, double h) {
  body* b = self;
  b->state.momentum[0] = b->state.momentum[0] >= 199.5 ? NAN : b->state.momentum[0] + h;
  return POLHODE_DONE;
}
static int32_t abort_at_once(void* self, double h) {
  (void)self, (void)h;
  abort();
}
/* Knows how many steps were before, which no state says. */
static int32_t remember(void* self, double h) {
  body* b = self;
  b->state.momentum[0] += 1e-3 * h * ++b->steps;
  return POLHODE_DONE;
}
static int32_t fail_once(void* self, double h) {
  body* b = self;
  if (++b->steps == 200) return POLHODE_FAILED;
  b->state.momentum[0] += h;
  return POLHODE_DONE;
}
/* Leaves small bodies alone. */
static int32_t turn_large(void* self, double h) {
  body* b = self;
  if (b->inertia > 1e-6) b->state.momentum[0] += 1e-3 * h * b->inertia;
  return POLHODE_DONE;
}
static int32_t get(void* self, polhode_state* state) {
  *state = ((body*)self)->state;
  return POLHODE_DONE;
}

const polhode_engine* polhode_engine_v1(int32_t index) {
  static polhode_engine engines[12];
  static const char* const ids[] = {"none",   "none-silently", "refuses",     "fails",
                                    "nan",    "history-fails", "history-nan", "counts",
                                    "aborts", "remembers",     "threshold",   "fails-once"};
  if (index < 0 || index >= 12) return NULL;
  polhode_engine* e = &engines[index];
  const polhode_engine usual = {.size = sizeof usual,
                                .label = "l",
                                .source = "s",
                                .licence = "MIT",
                                .order_of_momentum = 1,
                                .order_of_attitude = 1,
                                .precision = POLHODE_DOUBLE,
                                .torque = POLHODE_TORQUE_NATIVE,
                                .create = make,
                                .set = set,
                                .step = count,
                                .get = get,
                                .destroy = free};
  *e = usual;
  e->id = ids[index];
  if (index == 0) e->create = make_none;
  if (index == 1) e->create = make_none_silently;
  if (index == 2) e->set = refuse;
  if (index == 3 || index == 5) e->step = fail_at_200;
  if (index == 4 || index == 6) e->step = nan_at_200;
  if (index == 8) e->step = abort_at_once;
  if (index == 9) e->step = remember;
  if (index == 10) e->step = turn_large;
  if (index == 11) e->step = fail_once;
  if (index == 5 || index == 6) e->history = 1;

  const char* broken = getenv("BROKEN");
  if (!broken) return e;
  if (!strcmp(broken, "empty")) return NULL;
  if (!strcmp(broken, "size")) e->size = 8;
  if (!strcmp(broken, "label")) e->label = NULL;
  if (!strcmp(broken, "licence")) e->licence = "";
  if (!strcmp(broken, "order")) e->order_of_attitude = -1;
  if (!strcmp(broken, "precision")) e->precision = 0;
  if (!strcmp(broken, "energy")) e->energy = 7;
  if (!strcmp(broken, "step")) e->step = NULL;
  return e;
}
