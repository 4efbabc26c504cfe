/* SPDX-License-Identifier: MIT */
#ifndef POLHODE_ENGINE_H
#define POLHODE_ENGINE_H

#include <stdint.h>

/* Engines: methods that Polhode sees from outside only. An engine turns one rigid body in doubles, whatever it computes
 * in; `polhode --engine libmine.so` lists, runs, checks, recommends and draws it beside the methods of the roster.
 * A library exports one function:
 *
 *   const polhode_engine *polhode_engine_v1(int32_t index);
 *
 * the engine with this number, from 0; a null pointer after the last. The result must live until the program ends.
 * No other name should be seen outside (static, -fvisibility=hidden): there is a `step` in libc.
 * This header is C99 and C++11 and needs nothing else; engines in other languages follow its layout.
 *
 * Conventions: the body frame has its origin at the fixed point and its axes along the principal axes of inertia. An
 * attitude is a quaternion (w, x, y, z), body to space: v_space = q v_body q*. Momentum and torque are components in
 * the body frame: Pi' = Pi x Omega + T(t, q), q' = q (0, Omega) / 2, Omega = I^-1 Pi. No gravity but by the torque,
 * and whatever an engine adds by itself (damping, sleeping, limits) should be switched off, or be named in its label.
 *
 * Calls of one body come one at a time, from one thread, in the order create, set, then any of set, step and get,
 * destroy. No exception may leave a call. A call that does not return is not noticed.
 */
#ifdef __cplusplus
extern "C" {
#endif

/* State of a body. */
typedef struct polhode_state {
  double attitude[4]; /* w, x, y, z; given with length 1 up to rounding; accepted with any length but 0 */
  double momentum[3]; /* in the body frame */
} polhode_state;

/* Writes the torque at time t and this attitude, of length 1. It may be called within create, set and step. */
typedef void (*polhode_torque)(void* context, double t, const double attitude[4], double torque[3]);

enum { POLHODE_WHY = 256 }; /* room for a reason, with its final 0 */

/* Results of set, step and get. A run ends at the first result other than POLHODE_DONE. */
enum {
  POLHODE_DONE = 0,
  POLHODE_FAILED = 1, /* the call failed: no root, a limit, an error of the engine */
  POLHODE_REFUSED = 2 /* the engine does not support this state or this step */
};

/* precision: the floating-point type of the engine */
enum { POLHODE_SINGLE = 1, POLHODE_DOUBLE = 2 };

/* torque: how a torque is evaluated */
enum {
  POLHODE_TORQUE_NONE = 0,  /* not at all: free bodies only */
  POLHODE_TORQUE_HELD = 1,  /* evaluated once, constant over the step */
  POLHODE_TORQUE_NATIVE = 2 /* evaluated at the points of the scheme */
};

/* properties */
enum {
  POLHODE_NO = 0,
  POLHODE_YES = 1,
  POLHODE_UNKNOWN = 2,
  POLHODE_YES_WITHOUT_TORQUE = 3 /* no or unknown with torque */
};

/* An engine: its declaration and its functions. */
typedef struct polhode_engine {
  uint32_t size; /* sizeof(polhode_engine), of this header: others are refused */

  /* The declaration. Strings are UTF-8; only `settings` may be null. */
  const char* id;       /* small letters, digits, single dashes; unique among all methods */
  const char* label;    /* for people: name, version, option */
  const char* source;   /* publication or file of its scheme */
  const char* licence;  /* of the engine, for example "Zlib" */
  const char* settings; /* settings that differ from the defaults, to isolate the scheme; null: none */

  int32_t order_of_momentum; /* of convergence, under a torque that depends on attitude and time; */
  int32_t order_of_attitude; /* 0: none, it solves another equation */
  int32_t precision;         /* POLHODE_SINGLE or POLHODE_DOUBLE */
  int32_t torque;            /* POLHODE_TORQUE_NONE, POLHODE_TORQUE_HELD or POLHODE_TORQUE_NATIVE */

  int32_t negative_steps; /* 1: h may be negative */
  int32_t history;        /* 1: a step depends on earlier steps; its body cannot be set back */
  int32_t threads;        /* 1: bodies of this library may be stepped by several threads at once */

  int32_t symmetric;  /* a step and a step back are the identity: one of POLHODE_NO to POLHODE_YES_WITHOUT_TORQUE */
  int32_t symplectic; /* a step preserves the symplectic form: the same */
  int32_t spatial_momentum; /* a step conserves the spatial angular momentum: the same */
  int32_t energy;           /* a step conserves the energy: the same */

  /* Creates a body with these principal moments, in any order. `torque` is null for a free body; `context` is its first
   * argument. Returns a null pointer, and writes one line with the reason to `why`, if the engine does not support the
   * body; an engine that takes torques only from its own forces refuses other torques in this way. */
  void* (*create)(const double inertia[3], polhode_torque torque, void* context, char why[POLHODE_WHY]);

  /* Sets the state of the body at time t, and forgets earlier steps. */
  int32_t (*set)(void* body, double t, const polhode_state* state);

  /* Makes one step of h, not 0. h may differ from step to step. */
  int32_t (*step)(void* body, double h);

  /* Writes the current state. This must not affect later steps. */
  int32_t (*get)(void* body, polhode_state* state);

  /* Frees the body. */
  void (*destroy)(void* body);
} polhode_engine;

/* Exported by a library: its engine with this number, from 0; a null pointer after the last. */
#ifdef _WIN32
__declspec(dllexport)
#elif defined(__GNUC__)
__attribute__((visibility("default")))
#endif
    const polhode_engine* polhode_engine_v1(int32_t index);

#ifdef __cplusplus
}
#endif

#endif
