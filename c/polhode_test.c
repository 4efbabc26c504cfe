/* SPDX-License-Identifier: MIT */
/* The C library from C99. End states are of other programs: Taylor series of order 40 in 200 bits (free body), 30-digit
 * mpmath (IMIDM, and the top under gravity). */
#include <math.h>
#include <polhode.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures = 0;

static void expect(int is, const char* what) {
  if (!is) printf("not so: %s\n", what), ++failures;
}
static double farthest(const double* a, const double* b) {
  return fmax(fabs(a[0] - b[0]), fmax(fabs(a[1] - b[1]), fabs(a[2] - b[2])));
}

/* A call's code, and its answer, which is freed: a line begins with what it says, JSON has it. */
static char* answer;
static void answered(int code, int wanted, const char* says, const char* what) {
  const char* at = answer == NULL ? NULL : strstr(answer, says);
  expect(code == wanted && at != NULL && (wanted != 2 || at == answer), what);
  polhode_free(answer);
}

typedef struct gravity {
  double moment; /* weight times the distance of the centre of mass */
  long calls;
} gravity;

/* T = R^T e3 x (0, 0, moment) */
static void torque_of_gravity(void* context, double t, const double q[4], double torque[3]) {
  gravity* g = context;
  const double up[2] = {2 * (q[1] * q[3] - q[0] * q[2]), 2 * (q[2] * q[3] + q[0] * q[1])};
  (void)t;
  ++g->calls;
  torque[0] = g->moment * up[1], torque[1] = -g->moment * up[0], torque[2] = 0;
}

/* T = -0.3 Omega */
static void brake(void* context, double t, const double q[4], const double Omega[3], double torque[3]) {
  int i;
  (void)context, (void)t, (void)q;
  for (i = 0; i < 3; ++i) torque[i] = -0.3 * Omega[i];
}

/* The n-th decimal string behind a key. */
static double decimal(const char* json, const char* key, int n) {
  const char* at = strstr(json, key);
  int quotes = 2 * n + 3; /* two of the key */
  for (; at != NULL && *at && quotes; ++at) quotes -= *at == '"';
  return at == NULL ? HUGE_VAL : strtod(at, NULL);
}

int main(void) {
  const double I[3] = {0.9144, 1.098, 1.66}, bad[3] = {1, 2, -3}, top[3] = {5, 5, 1}, times[2] = {10, 100};
  const double known[2][3] = {{0.8268308572203182290400, -0.1013094711041240157997, -0.5530838233755993046118},
                              {0.6615686038527652808485, 0.6341307090387840069551, 0.4000247708794128095688}};
  const double q100[4] = {0.93577514808309, -0.305476787772524, -0.139604654631533, 0.107328210492216};
  const double imidm[3] = {-10.24787143163333800451, -4.635604311892815700843, 5.000790614667397628901};
  const polhode_state start = {{1, 0, 0, 0}, {0.416500056, 0.90720054, 0.0577016}};
  polhode_state states[2], state = {{0, 0, 0, 0}, {0, 0, 5}};
  char why[POLHODE_WHY] = "";
  const double top_momentum[3] = {-10.24725754302294083739, -4.634995053042481558554, 5};
  const char* top_spec =
      "{\"body\": {\"inertia\": [5, 5, 1], \"attitude\": {\"rotation_vector\": [0.05, 0, 0]}, "
      "\"momentum\": [0, 0, 5]}, \"torque\": {\"kind\": \"gravity\", \"moment\": [0, 0, 5]}, \"time\": 2}";
  const char* free_spec = "{\"body\": {\"inertia\": [1, 2, 3], \"momentum\": [1, 0.1, 0]}}";
  const double ball[3] = {2, 2, 2};
  const polhode_state ball_at_start = {{1, 0, 0, 0}, {0, 0, 2}};
  const char* ball_spec = "{\"body\": {\"inertia\": [2, 2, 2], \"momentum\": [0, 0, 2]}, \"time\": 4}";
  gravity all = {20, 0}, rest = {15, 0};
  int i;
  int64_t taken = 0;
  polhode_flow* flow = polhode_flow_new(I, &start, why);

  expect(flow != NULL, why);
  if (flow == NULL) return failures;
  polhode_flow_states(flow, 2, times, states);
  expect(farthest(states[0].momentum, known[0]) < 1e-13 && farthest(states[1].momentum, known[1]) < 1e-13,
         "exact momenta");
  expect(farthest(states[1].attitude, q100) < 1e-13 && fabs(states[1].attitude[3] - q100[3]) < 1e-13, "exact attitude");
  expect(polhode_flow_period(flow) > 0 && polhode_flow_precession(flow) > 0, "period and precession");
  expect(fabs(polhode_flow_precession(flow) * polhode_flow_P_phi(flow) - 2 * acos(-1.0)) < 1e-14, "P_phi");
  expect(fabs(polhode_flow_turn_per_period(flow)) <= acos(-1.0), "turn per period");
  polhode_flow_delete(flow);
  expect(polhode_flow_new(bad, &start, why) == NULL && strstr(why, "inertia"), "a body that is none");

  state.attitude[0] = cos(0.025), state.attitude[1] = sin(0.025);
  expect(
      polhode_integrate("imidm", top, torque_of_gravity, &all, 0, 0.01, 200, &state, &taken, why) == 0 && taken == 200,
      why);
  expect(farthest(state.momentum, imidm) < 1e-9, "IMIDM"); /* its Jacobian of this torque is differenced */
  expect(all.calls >= 200, "the torque is asked for");
  expect(polhode_integrate("imdm", top, NULL, NULL, 0, 0.1, 1, &state, NULL, why) == 2 &&
             strstr(why, "did you mean \"imidm\"?"),
         "a method that is none");

  answered(
      polhode_run("{\"body\": {\"inertia\": [1, 2, 3], \"momentum\": [1, 0.1, 0]}, \"method\": \"mr\", \"h\": 0.1, "
                  "\"steps\": 4, \"every\": 2}",
                  &answer),
      0, "\"n\": 2", "a run");
  expect(polhode_flow_new(NULL, &start, why) == NULL && strstr(why, "inertia: a null pointer"), "no inertia");
  expect(polhode_flow_new(I, NULL, NULL) == NULL, "no state, and nothing said");
  polhode_flow_states(NULL, 1, times, states), polhode_flow_delete(NULL), polhode_free(NULL);
  expect(isnan(polhode_flow_period(NULL)) && isnan(polhode_flow_precession(NULL)), "no flow");
  expect(isnan(polhode_flow_P_phi(NULL)) && isnan(polhode_flow_turn_per_period(NULL)), "no flow that turns");
  expect(polhode_integrate(NULL, top, NULL, NULL, 0, 0.1, 1, &state, NULL, why) == 2 && strstr(why, "method: a null"),
         "no name");
  expect(polhode_integrate("mr", NULL, NULL, NULL, 0, 0.1, 1, &state, NULL, NULL) == 2 &&
             polhode_integrate("mr", top, NULL, NULL, 0, 0.1, 1, NULL, &taken, why) == 2 &&
             strstr(why, "state: a null"),
         "no body");
  expect(polhode_methods(NULL) == 2 && polhode_run("{}", NULL) == 2, "no place for the answer");
  answered(polhode_run(NULL, &answer), 2, "spec: a null pointer is given", "no spec");
  answered(polhode_recommend(NULL, 1e-3, 0, 0, 1, &answer), 2, "spec: ", "nothing to recommend for");
  answered(polhode_reference(NULL, 20, &answer), 2, "spec: ", "nothing to refer to");
  answered(polhode_check(NULL, &answer), 2, "method: ", "nothing to check");
  answered(polhode_run("{", &answer), 2, "spec: ", "JSON that is none");
  answered(polhode_methods(&answer), 0, "\"imidm\"", "methods");
  answered(polhode_recommend(free_spec, 1e-3, 0, 0, 1, &answer), 0, "\"best\": {", "a recommendation");
  answered(polhode_recommend(free_spec, 4, 0, 0, 1, &answer), 2, "attitude_error: ", "a target that nobody can miss");
  expect(
      polhode_recommend_options(top_spec, NULL, NULL,
                                "{\"attitude_error\": \"0.1deg\", \"time\": 0.5, \"method\": \"rk4\"}", &answer) == 0 &&
          strstr(answer, "\"method\": \"rk4\"") && !strstr(answer, "\"method\": \"mr\""),
      "a recommendation of one method");
  polhode_free(answer);
  answered(
      polhode_recommend_options(top_spec, NULL, NULL,
                                "{\"attitude_error\": [\"0.1deg\", 0.1], \"time\": 0.5, \"method\": \"rk4\"}", &answer),
      0, "polhode/recommendations/1", "two tolerances");
  answered(
      polhode_run(
          "{\"rate\": {\"kind\": \"formula\", \"rate\": [\"1\", \"0\", \"0\"]}, \"method\": \"coning-2\", \"time\": 1, "
          "\"steps\": 8}",
          &answer),
      0, "coning-2", "a rate that is prescribed");
  answered(polhode_recommend_options(top_spec, NULL, NULL, "{\"atitude_error\": 1}", &answer), 2,
           "atitude_error: ", "an option that there is not");
  answered(polhode_recommend_options(top_spec, torque_of_gravity, &rest,
                                     "{\"attitude_error\": 1, \"method\": \"imdm\"}", &answer),
           2, "method: ", "a method that there is not");

  expect(polhode_reference_with(top_spec, torque_of_gravity, &rest, 30, &answer) == 0 &&
             strstr(answer, "\"kind\": \"converged in double\""),
         "a reference under a torque in C");
  for (i = 0; i < 3; ++i) expect(fabs(decimal(answer, "\"momentum\": [", i) - top_momentum[i]) < 1e-11, "its momentum");
  polhode_free(answer);
  rest.calls = 0;
  answered(polhode_recommend_with(top_spec, torque_of_gravity, &rest, 1e-3, 0, 0, 0.5, &answer), 0, "\"best\": {",
           "a recommendation under a torque in C");
  expect(rest.calls > 1000, "which was asked for");
  expect(polhode_recommend_with(top_spec, torque_of_gravity, &rest, 1e-13, 0, 0, 0.5, &answer) == 2 &&
             strstr(answer, "reference") && !strstr(answer, "--"),
         "a target below the reference");
  polhode_free(answer);
  expect(polhode_recommend(top_spec, 0, 0, 0, 1, &answer) == 2 && strstr(answer, "attitude_error: missing") &&
             !strstr(answer, "standard"),
         "no target");
  polhode_free(answer);
  answered(polhode_check("none", &answer), 2, "method: ", "no method");
  answered(polhode_check("coning-2", &answer), 0, "\"schema\": \"polhode/attitude-passport/1\"", "an attitude update");
  expect(polhode_integrate("rk4", ball, torque_of_gravity, &rest, 1e17, 0.01, 1, &state, &taken, why) == 2 &&
             strstr(why, "t: a step does not change it"),
         "times that are 16 apart");
  answered(polhode_reference("{\"body\": {\"inertia\": [1, 2, 3], \"momentum\": [1, 0, 0]}, \"time\": 1, \"torque\": "
                             "{\"kind\": \"library\", \"symbol\": \"caller\"}}",
                             30, &answer),
           2, "torque.file: missing", "a torque in C that is none");

  /* A ball that is braked keeps exp(-0.3 t / 2) of its momentum: exp(-0.6) at t = 4. */
  state = ball_at_start;
  expect(polhode_integrate_rates("rk4", ball, brake, NULL, 0, 0.01, 400, &state, &taken, why) == 0 && taken == 400,
         why);
  expect(fabs(state.momentum[2] - 2 * 0.54881163609402643) < 1e-9, "a ball that is braked");
  expect(polhode_integrate_rates("mr", ball, brake, NULL, 0, 0.01, 400, &state, &taken, why) == 2 &&
             strstr(why, "depends on the momentum") && strstr(why, "imidm"),
         "MR does not serve it, and says so");
  expect(polhode_integrate_rates("taylor8", ball, brake, NULL, 0, 0.01, 400, &state, &taken, why) == 2 &&
             polhode_integrate("taylor8", ball, torque_of_gravity, &rest, 0, 0.01, 400, &state, &taken, why) == 2 &&
             strstr(why, "by their Taylor series"),
         "nor do Taylor series, and say so");
  expect(polhode_integrate_rates("rk4", ball, NULL, NULL, 0, 0.01, 1, &state, &taken, why) == 2 &&
             strstr(why, "torque: a null"),
         "no torque");
  state = (polhode_state){{1, 0, 0, 0}, {300, 200, 100}};
  expect(polhode_integrate("dmv2", I, NULL, NULL, 0, 1, 5, &state, &taken, why) == 3 && taken == 0,
         "a step that fails");
  expect(polhode_run("{\"body\": {\"inertia\": [1, 2, 3], \"momentum\": [300, 200, 100]}, \"method\": \"dmv2\", "
                     "\"h\": 1, \"steps\": 5}",
                     &answer) == 3,
         "the same of a spec");
  polhode_free(answer);
  expect(polhode_reference_rates(ball_spec, brake, NULL, 30, &answer) == 0 &&
             fabs(decimal(answer, "\"momentum\": [", 2) - 2 * 0.54881163609402643) < 1e-11,
         "its reference");
  polhode_free(answer);
  answered(polhode_recommend_rates(ball_spec, brake, NULL, 1e-3, 0, 0, 1, &answer), 0, "\"best\": {",
           "a recommendation for it");

  /* A body that turns at (0.3, -0.2, 0.5) for 2: exp of the angle, whatever the method. */
  {
    double when[4], samples[5][3], turns[4][3], q[4] = {1, 0, 0, 0}, all[4][4];
    const double instants[5] = {0, 0.5, 1, 1.5, 2}, half = 0.5 * 2 * 0.61644140029689765;
    int64_t updates = 0;
    int i;
    for (i = 0; i < 5; ++i) samples[i][0] = 0.3, samples[i][1] = -0.2, samples[i][2] = 0.5;
    for (i = 0; i < 4; ++i) turns[i][0] = 0.15, turns[i][1] = -0.1, turns[i][2] = 0.25;
    expect(
        polhode_attitude("mean-rate", 5, instants, samples[0], 0, 1, q, &updates, when, all, why) == 0 && updates == 4,
        why);
    expect(fabs(q[0] - cos(half)) < 1e-15 && fabs(q[1] - sin(half) * 0.3 / 0.61644140029689765) < 1e-15 &&
               when[3] == 2 && all[3][0] == q[0],
           "an attitude from rates");
    q[0] = 1, q[1] = q[2] = q[3] = 0;
    expect(polhode_attitude("coning-2", 5, instants, turns[0], 1, 1, q, &updates, NULL, NULL, why) == 0 &&
               updates == 2 && fabs(q[0] - cos(half)) < 1e-15,
           "an attitude from increments");
    expect(polhode_attitude("coning-9", 5, instants, turns[0], 1, 1, q, &updates, NULL, NULL, why) == 2 &&
               strstr(why, "method: "),
           "a method for rates that there is not");
    expect(polhode_attitude("mean-rate", 5, instants, turns[0], 1, 1, q, NULL, NULL, NULL, why) == 2 &&
               strstr(why, "takes rates"),
           "a method of rates on increments");
  }
  return failures;
}
