/* SPDX-License-Identifier: MIT */
/* An engine in C99: the explicit midpoint rule on momentum and quaternion, normalised after every step.
 *
 *   cc -std=c99 -O2 -shared -fPIC -I PREFIX/include midpoint.c -o libmidpoint.so -lm
 *   polhode --engine ./libmidpoint.so check explicit-midpoint
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <polhode/engine.h>

typedef struct {
  double inertia[3], t, y[7]; /* y: attitude, momentum */
  polhode_torque torque;
  void* context;
} body;

static void normalise(double q[4]) {
  const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int i = 0; i < 4; ++i) q[i] /= length;
}

/* y' of Pi' = Pi x Omega + T, q' = q (0, Omega) / 2 */
static void field(const body* b, double t, const double y[7], double dy[7]) {
  const double* Pi = y + 4;
  const double w[3] = {Pi[0] / b->inertia[0], Pi[1] / b->inertia[1], Pi[2] / b->inertia[2]};
  double T[3] = {0, 0, 0}, q[4];
  memcpy(q, y, sizeof q);
  normalise(q);
  if (b->torque) b->torque(b->context, t, q, T);
  dy[0] = (-y[1] * w[0] - y[2] * w[1] - y[3] * w[2]) / 2;
  dy[1] = (y[0] * w[0] + y[2] * w[2] - y[3] * w[1]) / 2;
  dy[2] = (y[0] * w[1] + y[3] * w[0] - y[1] * w[2]) / 2;
  dy[3] = (y[0] * w[2] + y[1] * w[1] - y[2] * w[0]) / 2;
  for (int i = 0; i < 3; ++i) dy[4 + i] = Pi[(i + 1) % 3] * w[(i + 2) % 3] - Pi[(i + 2) % 3] * w[(i + 1) % 3] + T[i];
}

static void* create(const double inertia[3], polhode_torque torque, void* context, char why[POLHODE_WHY]) {
  body* b = calloc(1, sizeof *b);
  if (!b) {
    strncpy(why, "out of memory", POLHODE_WHY);
    return NULL;
  }
  memcpy(b->inertia, inertia, sizeof b->inertia);
  b->torque = torque;
  b->context = context;
  return b;
}

static int32_t set(void* self, double t, const polhode_state* state) {
  body* b = self;
  b->t = t;
  memcpy(b->y, state->attitude, sizeof state->attitude);
  memcpy(b->y + 4, state->momentum, sizeof state->momentum);
  return POLHODE_DONE;
}

static int32_t step(void* self, double h) {
  body* b = self;
  double middle[7], slope[7];
  field(b, b->t, b->y, slope);
  for (int i = 0; i < 7; ++i) middle[i] = b->y[i] + h / 2 * slope[i];
  field(b, b->t + h / 2, middle, slope);
  for (int i = 0; i < 7; ++i) b->y[i] += h * slope[i];
  normalise(b->y);
  b->t += h;
  return POLHODE_DONE;
}

static int32_t get(void* self, polhode_state* state) {
  const body* b = self;
  memcpy(state->attitude, b->y, sizeof state->attitude);
  memcpy(state->momentum, b->y + 4, sizeof state->momentum);
  return POLHODE_DONE;
}

const polhode_engine* polhode_engine_v1(int32_t index) {
  static const polhode_engine engine = {.size = sizeof(polhode_engine),
                                        .id = "explicit-midpoint",
                                        .label = "explicit-midpoint",
                                        .source = "Runge 1895",
                                        .licence = "MIT",
                                        .order_of_momentum = 2,
                                        .order_of_attitude = 2,
                                        .precision = POLHODE_DOUBLE,
                                        .torque = POLHODE_TORQUE_NATIVE,
                                        .negative_steps = 1,
                                        .history = 0,
                                        .threads = 1,
                                        .symmetric = POLHODE_NO,
                                        .symplectic = POLHODE_NO,
                                        .spatial_momentum = POLHODE_NO,
                                        .energy = POLHODE_NO,
                                        .create = create,
                                        .set = set,
                                        .step = step,
                                        .get = get,
                                        .destroy = free};
  return index == 0 ? &engine : NULL;
}
