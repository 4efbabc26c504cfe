/* SPDX-License-Identifier: MIT */
#ifndef POLHODE_H
#define POLHODE_H

#include <polhode/engine.h>

/* The exact free motion, and the commands of the program, for C99, C++ and whatever calls C: link with -lpolhode.
 *
 * Conventions are those of polhode/engine.h: momenta in the body's axes, along which the moments of inertia are given;
 * attitudes are quaternions (w, x, y, z), body to space; units are those of the numbers given.
 *
 * Functions that return int32_t return 0, or the exit code that the program would have: 2 for what is wrong with what
 * was given, 3 for a run that ended too early, 1 for a fault of the library. Any thread may call any function.
 * What is written to *answer is to be freed by polhode_free: the answer, which is JSON (results/schemas), or the one line
 * that says what is wrong.
 * Null pointers that are not spoken of are wrong, too; of a null flow numbers are NaN, and no states are written.
 */
#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define POLHODE_API __attribute__((visibility("default")))
#else
#define POLHODE_API
#endif

/* Of the library, like "0.1.0"; not to be freed. */
POLHODE_API const char *polhode_version(void);

/* --- the motion of a body without torque, at any time, without steps ------------------------------------------- */

/* The motion of one body. Several threads may ask one flow at once. */
typedef struct polhode_flow polhode_flow;

/* A null pointer, and in `why` one line that says what is wrong, if there is no such body. */
POLHODE_API polhode_flow *polhode_flow_new(const double inertia[3], const polhode_state *initial,
                                           char why[POLHODE_WHY]);
/* states[i] at times[i], i = 0 .. n-1, of either sign; the initial state is at 0. NaN at times that are not finite. */
POLHODE_API void polhode_flow_states(const polhode_flow *flow, int64_t n, const double *times, polhode_state *states);
/* The time after which the momentum is the same again; infinite on the separatrix and in steady rotation. */
POLHODE_API double polhode_flow_period(const polhode_flow *flow);
/* The angle by which a period turns the body about the spatial momentum, without whole turns, from -pi to pi. */
POLHODE_API double polhode_flow_turn_per_period(const polhode_flow *flow);
/* The mean period in which the axis that the momentum circles in the body circles it in space, turns counted. */
POLHODE_API double polhode_flow_P_phi(const polhode_flow *flow);
/* 2 pi over that period, in radians per time. Deprecated. */
POLHODE_API double polhode_flow_precession(const polhode_flow *flow);
/* Frees a flow; of a null pointer it does nothing. */
POLHODE_API void polhode_flow_delete(polhode_flow *flow);

/* --- an attitude from the rates of a gyro ----------------------------------------------------------------------- */

/* What a method makes of n samples, in the body's axes: `values` are n x 3 rates in radians per unit of time at n `times`, or,
 * with `increments` not 0, (n - 1) x 3 angles of the intervals between them. Methods that take angles get those of rates by
 * the trapezoidal rule. `every`: samples an update of methods that take any number, else without meaning. *updates is how
 * many updates there were; attitudes[i] is a quaternion (w, x, y, z) of length 1 after the i-th, at update_times[i]. Both
 * have room for n - 1, or are null; *start is then the last one. docs/rates.md has the methods. */
POLHODE_API int32_t polhode_attitude(const char *method, int64_t n, const double *times, const double *values,
                                     int32_t increments, int32_t every, double start[4], int64_t *updates,
                                     double *update_times, double (*attitudes)[4], char why[POLHODE_WHY]);

/* --- a method by its name -------------------------------------------------------------------------------------- */

/* `steps` steps of h from *state at time t; *state is then where the last good step led, and *taken, unless it is null,
 * how many there were. `torque` is null for a free body; `context` is its first argument. `why`, unless it is null, has
 * one line where 0 is not returned. Some methods go back within a step, or past its end: they ask for the torque of times
 * before the first and after the last. */
POLHODE_API int32_t polhode_integrate(const char *method, const double inertia[3], polhode_torque torque, void *context,
                                      double t, double h, int64_t steps, polhode_state *state, int64_t *taken,
                                      char why[POLHODE_WHY]);

/* A torque that sees the angular velocity, too, which is in the body's axes, in radians per time: rate feedback, drag,
 * B-dot. `torque` gets three components in the body's axes. */
typedef void (*polhode_rate_torque)(void *context, double t, const double attitude[4], const double angular_velocity[3],
                                    double torque[3]);

/* polhode_integrate with such a torque, which is not null. Methods that do not serve it are refused with 2 and a line that
 * names some that do. Such runs wait for one another and for judgements with a torque in C. */
POLHODE_API int32_t polhode_integrate_rates(const char *method, const double inertia[3], polhode_rate_torque torque,
                                            void *context, double t, double h, int64_t steps, polhode_state *state,
                                            int64_t *taken, char why[POLHODE_WHY]);

/* --- the commands: a spec is the text of a spec file ------------------------------------------------------------- */

/* What all methods say of themselves: a list of objects, with id and order among their fields. */
POLHODE_API int32_t polhode_methods(char **answer);
/* Integrates the body of a spec by its method and steps. */
POLHODE_API int32_t polhode_run(const char *spec, char **answer);

/* The best state known after the time of the spec, to so many digits, with an estimate of its error. */
POLHODE_API int32_t polhode_reference(const char *spec, int32_t digits, char **answer);
/* The cheapest method and step. attitude_error is in radians, momentum_error and energy_drift are relative to the largest
 * momentum and kinetic energy; a target that is 0 is not asked for. A time that is 0 is that of the spec. */
POLHODE_API int32_t polhode_recommend(const char *spec, double attitude_error, double momentum_error,
                                      double energy_drift, double time, char **answer);
/* The same with a torque in C beside those of the spec, in whose body frame it is. It is called from several threads, one
 * at a time, some thousand times per radian; such judgements wait for one another. Their reference is in double: targets
 * below some 1e-11 are refused. */
POLHODE_API int32_t polhode_reference_with(const char *spec, polhode_torque torque, void *context, int32_t digits,
                                           char **answer);
/* polhode_recommend with such a torque. */
POLHODE_API int32_t polhode_recommend_with(const char *spec, polhode_torque torque, void *context,
                                           double attitude_error, double momentum_error, double energy_drift,
                                           double time, char **answer);
/* Both with a torque that sees the angular velocity, which is not null. */
POLHODE_API int32_t polhode_reference_rates(const char *spec, polhode_rate_torque torque, void *context, int32_t digits,
                                            char **answer);
/* polhode_recommend_with for it. */
POLHODE_API int32_t polhode_recommend_rates(const char *spec, polhode_rate_torque torque, void *context,
                                            double attitude_error, double momentum_error, double energy_drift,
                                            double time, char **answer);
/* Measures what a method is. */
POLHODE_API int32_t polhode_check(const char *method, char **answer);
/* Frees an answer; of a null pointer it does nothing. */
POLHODE_API void polhode_free(char *answer);

#ifdef __cplusplus
}
#endif

#endif
