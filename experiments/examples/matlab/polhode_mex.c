/* SPDX-License-Identifier: MIT */
/* The C library as a function of MATLAB and Octave: mex polhode_mex.c -lpolhode, mkoctfile --mex polhode_mex.c -lpolhode
 *
 *   [momentum, attitude] = polhode_mex(inertia, attitude, momentum, times)   exact, without torque: 3 x n and 4 x n
 *   answer = polhode_mex('run', spec)                                        JSON, as the program writes it
 *   answer = polhode_mex('reference', spec, digits)
 *   answer = polhode_mex('recommend', spec, attitude_error, time)
 *
 * Conventions are those of polhode.h. What cannot be is an error with the program's line.
 */
#include <polhode.h>
#include <string.h>

#include "mex.h"

static const double *numbers(const mxArray *x, size_t n) {
  if (!mxIsDouble(x) || mxIsComplex(x) || mxIsSparse(x) || mxGetNumberOfElements(x) != n)
    mexErrMsgIdAndTxt("polhode:usage", "polhode_mex: %d numbers are wanted", (int)n);
  return mxGetPr(x);
}

static void flow(mxArray *out[], const mxArray *in[]) {
  const double *inertia = numbers(in[0], 3);
  const size_t n = mxGetNumberOfElements(in[3]);
  const double *times = numbers(in[3], n);
  polhode_state initial, *states;
  polhode_flow *motion;
  char why[POLHODE_WHY];
  size_t i;

  memcpy(initial.attitude, numbers(in[1], 4), sizeof initial.attitude);
  memcpy(initial.momentum, numbers(in[2], 3), sizeof initial.momentum);
  motion = polhode_flow_new(inertia, &initial, why);
  if (!motion) mexErrMsgIdAndTxt("polhode:refused", "%s", why);
  states = mxMalloc((n ? n : 1) * sizeof *states);
  polhode_flow_states(motion, (int64_t)n, times, states);
  polhode_flow_delete(motion);
  out[0] = mxCreateDoubleMatrix(3, n, mxREAL);
  out[1] = mxCreateDoubleMatrix(4, n, mxREAL);
  for (i = 0; i < n; ++i) {
    memcpy(mxGetPr(out[0]) + 3 * i, states[i].momentum, sizeof states[i].momentum);
    memcpy(mxGetPr(out[1]) + 4 * i, states[i].attitude, sizeof states[i].attitude);
  }
  mxFree(states);
}

static mxArray *command(const char *name, const char *spec, double first, double second) {
  char *answer = NULL;
  char line[1024];
  mxArray *text;
  int32_t code = 0;

  if (strcmp(name, "run") == 0)
    code = polhode_run(spec, &answer);
  else if (strcmp(name, "reference") == 0)
    code = polhode_reference(spec, (int32_t)first, &answer);
  else if (strcmp(name, "recommend") == 0)
    code = polhode_recommend(spec, first, 0, 0, second, &answer);
  else
    mexErrMsgIdAndTxt("polhode:usage", "polhode_mex: run, reference or recommend, not %s", name);
  text = mxCreateString(answer);
  strncpy(line, answer, sizeof line - 1);
  line[sizeof line - 1] = '\0';
  polhode_free(answer);
  if (code != 0) mexErrMsgIdAndTxt("polhode:refused", "%s", line);
  return text;
}

void mexFunction(int outputs, mxArray *out[], int inputs, const mxArray *in[]) {
  mxArray *both[2];
  if (inputs >= 2 && inputs <= 4 && mxIsChar(in[0]) && mxIsChar(in[1]))
    out[0] = command(mxArrayToString(in[0]), mxArrayToString(in[1]), inputs > 2 ? *numbers(in[2], 1) : 0,
                     inputs > 3 ? *numbers(in[3], 1) : 0);
  else if (inputs == 4) {
    flow(both, in);
    out[0] = both[0];
    if (outputs > 1) out[1] = both[1];
  } else
    mexErrMsgIdAndTxt("polhode:usage", "polhode_mex(inertia, attitude, momentum, times) or polhode_mex(COMMAND, spec, ..)");
}
