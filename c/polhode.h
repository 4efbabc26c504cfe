/* SPDX-License-Identifier: MIT */
#ifndef POLHODE_H
#define POLHODE_H

#include <polhode/engine.h>

/* The exact free motion, and the commands of the program, for C99, C++ and every language that calls C. Link with
 * -lpolhode.
 *
 * Conventions as in polhode/engine.h: angular momenta are components along the principal axes of the body, attitudes
 * are quaternions (w, x, y, z), body to space, of length 1 up to 0.001 where they are given, and units follow from the
 * numbers given.
 *
 * Functions that return int32_t return 0 or the exit code of the program: 2 for wrong input, 3 for a run that ended too
 * early, 1 for an internal error. Any thread may call any function.
 * *answer is the answer in JSON (results/schemas), or one line that says what is wrong; free it with polhode_free.
 * A null pointer is wrong input, unless the description of the function allows it. For a null flow, numbers are NaN
 * and no states are written.
 */
#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define POLHODE_API __attribute__((visibility("default")))
#else
#define POLHODE_API
#endif

/* The version of the library, like "1.0.0"; not to be freed. */
POLHODE_API const char* polhode_version(void);

/* --- the motion of a body without torque, at any time, without steps ------------------------------------------- */

/* The motion of one body. Several threads may ask one flow at once. */
typedef struct polhode_flow polhode_flow;

/* The motion from *initial at time 0. If there is no such body, a null pointer; `why` then says what is wrong. */
POLHODE_API polhode_flow* polhode_flow_new(const double inertia[3], const polhode_state* initial,
                                           char why[POLHODE_WHY]);
/* states[i] at times[i], of either sign, for i = 0 .. n-1. NaN at times that are not finite. */
POLHODE_API void polhode_flow_states(const polhode_flow* flow, int64_t n, const double* times, polhode_state* states);
/* The time after which the angular momentum in the body repeats; infinite on the separatrix and in steady rotation. */
POLHODE_API double polhode_flow_period(const polhode_flow* flow);
/* The angle turned about the spatial angular momentum per period, less whole turns: -pi to pi. */
POLHODE_API double polhode_flow_turn_per_period(const polhode_flow* flow);
/* The mean period in which the axis that the angular momentum circles in the body turns about it in space. */
POLHODE_API double polhode_flow_P_phi(const polhode_flow* flow);
/* 2 pi / P_phi, in radians per time. Deprecated. */
POLHODE_API double polhode_flow_precession(const polhode_flow* flow);
/* Frees a flow; does nothing with a null pointer. */
POLHODE_API void polhode_flow_delete(polhode_flow* flow);

/* --- an attitude from the rates of a gyro ----------------------------------------------------------------------- */

/* The attitudes that a method computes from n samples in the body's axes. `values` are n x 3 rates in radians per unit
 * of time at n `times` or, if `increments` is not 0, (n - 1) x 3 angles over the intervals between them. For methods
 * that take angles, rates are integrated by the trapezoidal rule. `every` is the number of samples per update, for
 * methods that take any number. *updates is the number of updates; attitudes[i] is the quaternion (w, x, y, z) after
 * update i, at update_times[i]. Both arrays have room for n - 1, or are null. `start` is the first attitude, and the
 * last one on return. docs/rates.md lists the methods. */
POLHODE_API int32_t polhode_attitude(const char* method, int64_t n, const double* times, const double* values,
                                     int32_t increments, int32_t every, double start[4], int64_t* updates,
                                     double* update_times, double (*attitudes)[4], char why[POLHODE_WHY]);

/* --- a method by its name -------------------------------------------------------------------------------------- */

/* Makes `steps` steps of h from *state at time t. On return, *state is the state after the last good step and *taken,
 * unless it is null, the number of good steps. `torque` is null for a free body; `context` is its first argument.
 * `why`, unless it is null, receives one line if the result is not 0. Some methods evaluate the torque before t or
 * after the last step. */
POLHODE_API int32_t polhode_integrate(const char* method, const double inertia[3], polhode_torque torque, void* context,
                                      double t, double h, int64_t steps, polhode_state* state, int64_t* taken,
                                      char why[POLHODE_WHY]);

/* A torque that depends on the angular velocity (in the body's axes, in radians per time), too: rate feedback, drag,
 * B-dot. It writes three components in the body's axes to `torque`. */
typedef void (*polhode_rate_torque)(void* context, double t, const double attitude[4], const double angular_velocity[3],
                                    double torque[3]);

/* polhode_integrate with such a torque, which is not null. A method that does not support it is refused with 2 and a
 * line that names some that do. */
POLHODE_API int32_t polhode_integrate_rates(const char* method, const double inertia[3], polhode_rate_torque torque,
                                            void* context, double t, double h, int64_t steps, polhode_state* state,
                                            int64_t* taken, char why[POLHODE_WHY]);

/* --- the commands: a spec is the text of a spec file ------------------------------------------------------------- */

/* The declarations of all methods: a list of objects with an id, an order, and further fields. */
POLHODE_API int32_t polhode_methods(char** answer);
/* Integrates the body of a spec by its method and steps. */
POLHODE_API int32_t polhode_run(const char* spec, char** answer);

/* The best known state after the time of the spec, to `digits` digits, with a bound on its error. */
POLHODE_API int32_t polhode_reference(const char* spec, int32_t digits, char** answer);
/* The cheapest method and step. attitude_error is in radians, momentum_error and energy_drift are relative to the
 * largest angular momentum and kinetic energy; 0 means no such tolerance. A time of 0 means the time of the spec. */
POLHODE_API int32_t polhode_recommend(const char* spec, double attitude_error, double momentum_error,
                                      double energy_drift, double time, char** answer);
/* polhode_recommend with all that the program can be asked: `options` is JSON with the names of its flags, like
 * {"attitude_error": ["0.1deg", 1e-6], "method": ["dmv*"], "time_limit": 60}; torque_cost is in microseconds. Accepted
 * are attitude_error, momentum_error, energy_drift, rate, standard_error, spread, time, at_end, torque_cost,
 * time_limit, method, tag, restated, least_rate, and html and emit, which name a page and a folder to write. `torque`
 * in C, with its `context`, is added to those of the spec; it may be null. */
POLHODE_API int32_t polhode_recommend_options(const char* spec, polhode_torque torque, void* context,
                                              const char* options, char** answer);
/* polhode_reference with a torque in C besides the torques of the spec, in the body frame of the spec. Several threads
 * call it, one at a time, about a thousand times per radian; requests that run side by side do not wait for each other.
 * The reference is computed in double: tolerances below about 1e-11 are refused. */
POLHODE_API int32_t polhode_reference_with(const char* spec, polhode_torque torque, void* context, int32_t digits,
                                           char** answer);
/* polhode_recommend with such a torque. */
POLHODE_API int32_t polhode_recommend_with(const char* spec, polhode_torque torque, void* context,
                                           double attitude_error, double momentum_error, double energy_drift,
                                           double time, char** answer);
/* polhode_reference_with for a torque that depends on the angular velocity, which is not null. */
POLHODE_API int32_t polhode_reference_rates(const char* spec, polhode_rate_torque torque, void* context, int32_t digits,
                                            char** answer);
/* polhode_recommend_with for such a torque. */
POLHODE_API int32_t polhode_recommend_rates(const char* spec, polhode_rate_torque torque, void* context,
                                            double attitude_error, double momentum_error, double energy_drift,
                                            double time, char** answer);
/* The property report of a method, or of an attitude update. */
POLHODE_API int32_t polhode_check(const char* method, char** answer);
/* Frees an answer; does nothing with a null pointer. */
POLHODE_API void polhode_free(char* answer);

#ifdef __cplusplus
}
#endif

#endif
