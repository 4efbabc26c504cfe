! SPDX-License-Identifier: MIT
! Exact flow, a method by its name under a torque in Fortran, and the commands, from Fortran. End states are of other programs
! (polhode_test.c says which).
module gravity
  use polhode
contains
  subroutine torque_of_gravity(context, t, q, torque) bind(c)
    type(c_ptr), value :: context
    real(c_double), value :: t
    real(c_double), intent(in) :: q(4)
    real(c_double), intent(out) :: torque(3)
    if (c_associated(context) .or. abs(t) > 10) stop 2
    torque = [40 * (q(3) * q(4) + q(1) * q(2)), -40 * (q(2) * q(4) - q(1) * q(3)), 0d0]
  end subroutine
end module

program polhode_test
  use gravity
  implicit none
  character(*), parameter :: body = '{"body": {"inertia": [5, 5, 1], "attitude": {"rotation_vector": [0.05, 0, 0]}, &
                                    &"momentum": [0, 0, 5]}, "method": "mr", "h": 0.1, "steps": 4}' // c_null_char
  type(polhode_state) :: states(2), state = polhode_state([cos(0.025d0), sin(0.025d0), 0d0, 0d0], [0d0, 0d0, 5d0])
  type(c_ptr) :: flow, answer
  character(kind=c_char) :: why(polhode_why)
  integer(c_int64_t) :: taken
  real(c_double) :: period, precession
  procedure(polhode_torque), pointer :: torque => torque_of_gravity

  flow = polhode_flow_new([0.9144d0, 1.098d0, 1.66d0], &
    polhode_state([1d0, 0d0, 0d0, 0d0], [0.416500056d0, 0.90720054d0, 0.0577016d0]), why)
  if (.not. c_associated(flow)) error stop "no flow"
  call polhode_flow_states(flow, 2_c_int64_t, [10d0, 100d0], states)
  period = polhode_flow_period(flow)
  precession = polhode_flow_precession(flow)
  if (period <= 0 .or. precession <= 0) error stop "period and precession"
  if (abs(precession * polhode_flow_p_phi(flow) - 2 * acos(-1d0)) > 1d-14) error stop "P_phi"
  if (abs(polhode_flow_turn_per_period(flow)) > acos(-1d0)) error stop "turn per period"
  call polhode_flow_delete(flow)
  if (any(abs(states(2)%momentum - [0.6615686038527652808485d0, 0.6341307090387840069551d0, &
                                    0.4000247708794128095688d0]) > 1d-13)) error stop "exact momentum"

  if (polhode_integrate("imidm" // c_null_char, [5d0, 5d0, 1d0], c_funloc(torque), c_null_ptr, 0d0, &
                        0.01d0, 200_c_int64_t, state, taken, why) /= 0) error stop "imidm ends too early"
  if (any(abs(state%momentum - [-10.24787143163333800451d0, -4.635604311892815700843d0, &
                                5.000790614667397628901d0]) > 1d-9)) error stop "imidm"

  call expect(polhode_methods(answer), 0, '"imidm"', "methods")
  call expect(polhode_run(body, answer), 0, '"schema": "polhode/run/1"', "a run")
  call expect(polhode_run("{" // c_null_char, answer), 2, "spec: ", "JSON that is none")
  call expect(polhode_reference(body, 20, answer), 0, '"kind": "exact"', "a reference")
  call expect(polhode_reference_with(body, c_funloc(torque), c_null_ptr, 20, answer), 0, '"converged in double"', &
              "a reference under a torque in Fortran")
  call expect(polhode_recommend(body, 1d-3, 0d0, 0d0, 1d0, answer), 0, '"best": {', "a recommendation")
  call expect(polhode_recommend_with(body, c_funloc(torque), c_null_ptr, 1d-2, 0d0, 0d0, 0.2d0, answer), 0, '"best": {', &
              "a recommendation under a torque in Fortran")
  call expect(polhode_check("no-method" // c_null_char, answer), 2, "is not a method", "a method that is none")
  answer = polhode_version()
  if (.not. c_associated(answer)) error stop "version"

contains

  subroutine expect(code, wanted, holds, what)
    integer(c_int32_t), intent(in) :: code
    integer, intent(in) :: wanted
    character(*), intent(in) :: holds, what
    character(:), allocatable :: text
    text = polhode_text(answer)
    if (code == wanted .and. index(text, holds) > 0) return
    print *, what, code, text
    error stop
  end subroutine
end program
