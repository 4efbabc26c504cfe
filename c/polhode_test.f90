! SPDX-License-Identifier: MIT
! The C library from Fortran 2018: the exact flow, and a method by its name under a torque in Fortran.
module polhode
  use, intrinsic :: iso_c_binding
  implicit none

  type, bind(c) :: polhode_state
    real(c_double) :: attitude(4)  ! w, x, y, z; body to space
    real(c_double) :: momentum(3)  ! in the body frame
  end type

  interface
    type(c_ptr) function polhode_flow_new(inertia, initial, why) bind(c)
      import
      real(c_double), intent(in) :: inertia(3)
      type(polhode_state), intent(in) :: initial
      character(kind=c_char), intent(out) :: why(256)
    end function
    subroutine polhode_flow_states(flow, n, times, states) bind(c)
      import
      type(c_ptr), value :: flow
      integer(c_int64_t), value :: n
      real(c_double), intent(in) :: times(n)
      type(polhode_state), intent(out) :: states(n)
    end subroutine
    subroutine polhode_flow_delete(flow) bind(c)
      import
      type(c_ptr), value :: flow
    end subroutine
    integer(c_int32_t) function polhode_integrate(method, inertia, torque, context, t, h, steps, state, taken, why) bind(c)
      import
      character(kind=c_char), intent(in) :: method(*)
      real(c_double), intent(in) :: inertia(3)
      type(c_funptr), value :: torque
      type(c_ptr), value :: context
      real(c_double), value :: t, h
      integer(c_int64_t), value :: steps
      type(polhode_state), intent(inout) :: state
      integer(c_int64_t), intent(out) :: taken
      character(kind=c_char), intent(out) :: why(256)
    end function
  end interface
end module

module gravity
  use polhode
contains
  subroutine torque_of_gravity(context, t, q, torque) bind(c)
    type(c_ptr), value :: context
    real(c_double), value :: t
    real(c_double), intent(in) :: q(4)
    real(c_double), intent(out) :: torque(3)
    if (c_associated(context) .or. t < 0) stop 2
    torque = [40 * (q(3) * q(4) + q(1) * q(2)), -40 * (q(2) * q(4) - q(1) * q(3)), 0d0]
  end subroutine
end module

program polhode_test
  use gravity
  implicit none
  type(polhode_state) :: states(2), state = polhode_state([cos(0.025d0), sin(0.025d0), 0d0, 0d0], [0d0, 0d0, 5d0])
  type(c_ptr) :: flow
  character(kind=c_char) :: why(256)
  integer(c_int64_t) :: taken

  flow = polhode_flow_new([0.9144d0, 1.098d0, 1.66d0], &
    polhode_state([1d0, 0d0, 0d0, 0d0], [0.416500056d0, 0.90720054d0, 0.0577016d0]), why)
  if (.not. c_associated(flow)) error stop "no flow"
  call polhode_flow_states(flow, 2_c_int64_t, [10d0, 100d0], states)
  call polhode_flow_delete(flow)
  if (any(abs(states(2)%momentum - [0.6615686038527652808485d0, 0.6341307090387840069551d0, &
                                    0.4000247708794128095688d0]) > 1d-13)) error stop "exact momentum"

  if (polhode_integrate("imidm" // c_null_char, [5d0, 5d0, 1d0], c_funloc(torque_of_gravity), c_null_ptr, 0d0, &
                        0.01d0, 200_c_int64_t, state, taken, why) /= 0) error stop "imidm ends too early"
  if (any(abs(state%momentum - [-10.24787143163333800451d0, -4.635604311892815700843d0, &
                                5.000790614667397628901d0]) > 1d-9)) error stop "imidm"
end program
