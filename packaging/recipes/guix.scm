;; SPDX-License-Identifier: MIT
;; Untried recipe for Guix: guix build -f packaging/recipes/guix.scm. Guix is not known to have Random123: its headers are to be
;; added to the inputs.
(use-modules (guix packages) (guix gexp) (guix build-system cmake) ((guix licenses) #:prefix license:)
             (gnu packages algebra) (gnu packages benchmark) (gnu packages boost) (gnu packages check)
             (gnu packages cpp) (gnu packages ninja) (gnu packages pretty-print) (gnu packages sqlite)
             (gnu packages tbb))

(package
  (name "polhode")
  (version "0.1.0")
  (source (local-file "../.." "polhode" #:recursive? #t))
  (build-system cmake-build-system)
  (arguments (list #:tests? #f #:configure-flags #~(list "-G" "Ninja")))
  (native-inputs (list ninja googletest benchmark))
  (inputs (list boost nlohmann-json fmt-9 cli11 tbb sqlite eigen))
  (home-page "")
  (synopsis "Integrators of rigid-body rotations, judged")
  (description "Describe a rigid body and an accuracy: Polhode names the cheapest integrator and the largest step that
meet it.")
  (license license:expat))
