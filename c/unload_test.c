/* SPDX-License-Identifier: MIT */
/* unload_test LIBRARY: those who load the library when they need it, as interpreters do, may unload it at any time. Its
 * threads live on. */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <polhode.h>
#include <stdio.h>
#include <time.h>

int main(int argc, char** argv) {
  const struct timespec moment = {0, 100000000};
  const char* spec = "{\"body\": {\"inertia\": [1, 2, 3], \"momentum\": [0.3, -1.2, 0.5]}}";
  void* library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
  int32_t (*recommend)(const char*, double, double, double, double, char**);
  char* answer;

  if (!library) return printf("%s\n", argc == 2 ? dlerror() : "unload_test LIBRARY"), 2;
  *(void**)&recommend = dlsym(library, "polhode_recommend");
  if (recommend(spec, 1e-3, 0, 0, 1, &answer) != 0) return printf("%s\n", answer), 1;
  dlclose(library);
  nanosleep(&moment, NULL);
  return 0;
}
