// SPDX-License-Identifier: MIT
// Python with polhode._core built in, like any python3 otherwise: the module is tested by it where libraries are not
// position-independent and cannot be loaded.
#include <Python.h>

extern "C" PyObject* PyInit__core();

int main(int argc, char** argv) {
  PyImport_AppendInittab("_core", &PyInit__core);
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  PyConfig_SetBytesArgv(&config, argc, argv);
  const auto status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status)) Py_ExitStatusException(status);
  PyObject* core = PyImport_ImportModule("_core");
  if (!core || PyDict_SetItemString(PyImport_GetModuleDict(), "polhode._core", core) != 0) {
    PyErr_Print();
    return 1;
  }
  return Py_RunMain();
}
