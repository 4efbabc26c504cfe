! SPDX-License-Identifier: MIT
! The C library from Fortran 2018: compile this file with yours, and link with -lpolhode. polhode.h says what each function
! does. Texts end with c_null_char; an answer becomes a Fortran text by polhode_text, which frees it.
module polhode
  use, intrinsic :: iso_c_binding
  implicit none

  integer, parameter :: polhode_why = 256

  type, bind(c) :: polhode_state
    real(c_double) :: attitude(4)  ! w, x, y, z; body to space
    real(c_double) :: momentum(3)  ! in the body frame
  end type

  abstract interface
    subroutine polhode_torque(context, t, attitude, torque) bind(c)  ! its c_funloc is what is given
      import
      type(c_ptr), value :: context
      real(c_double), value :: t
      real(c_double), intent(in) :: attitude(4)
      real(c_double), intent(out) :: torque(3)
    end subroutine
    subroutine polhode_rate_torque(context, t, attitude, angular_velocity, torque) bind(c)
      import
      type(c_ptr), value :: context
      real(c_double), value :: t
      real(c_double), intent(in) :: attitude(4), angular_velocity(3)
      real(c_double), intent(out) :: torque(3)
    end subroutine
  end interface

  interface
    type(c_ptr) function polhode_version() bind(c)
      import
    end function
    type(c_ptr) function polhode_flow_new(inertia, initial, why) bind(c)
      import
      real(c_double), intent(in) :: inertia(3)
      type(polhode_state), intent(in) :: initial
      character(kind=c_char), intent(out) :: why(polhode_why)
    end function
    subroutine polhode_flow_states(flow, n, times, states) bind(c)
      import
      type(c_ptr), value :: flow
      integer(c_int64_t), value :: n
      real(c_double), intent(in) :: times(n)
      type(polhode_state), intent(out) :: states(n)
    end subroutine
    real(c_double) function polhode_flow_period(flow) bind(c)
      import
      type(c_ptr), value :: flow
    end function
    subroutine polhode_flow_delete(flow) bind(c)
      import
      type(c_ptr), value :: flow
    end subroutine

    integer(c_int32_t) function polhode_attitude(method, n, times, values, increments, every, start, updates, update_times, &
                                                 attitudes, why) bind(c)
      import
      character(kind=c_char), intent(in) :: method(*)
      integer(c_int64_t), value :: n
      real(c_double), intent(in) :: times(n), values(3, *)
      integer(c_int32_t), value :: increments, every
      real(c_double), intent(inout) :: start(4)
      integer(c_int64_t), intent(out) :: updates
      real(c_double), intent(out) :: update_times(n - 1), attitudes(4, n - 1)
      character(kind=c_char), intent(out) :: why(polhode_why)
    end function

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
      character(kind=c_char), intent(out) :: why(polhode_why)
    end function

    integer(c_int32_t) function polhode_methods(answer) bind(c)
      import
      type(c_ptr), intent(out) :: answer
    end function
    integer(c_int32_t) function polhode_run(spec, answer) bind(c)
      import
      character(kind=c_char), intent(in) :: spec(*)
      type(c_ptr), intent(out) :: answer
    end function
    integer(c_int32_t) function polhode_reference(spec, digits, answer) bind(c)
      import
      character(kind=c_char), intent(in) :: spec(*)
      integer(c_int32_t), value :: digits
      type(c_ptr), intent(out) :: answer
    end function
    integer(c_int32_t) function polhode_recommend(spec, attitude_error, momentum_error, energy_drift, time, answer) bind(c)
      import
      character(kind=c_char), intent(in) :: spec(*)
      real(c_double), value :: attitude_error, momentum_error, energy_drift, time
      type(c_ptr), intent(out) :: answer
    end function
    integer(c_int32_t) function polhode_recommend_options(spec, torque, context, options, answer) bind(c)
      import
      character(kind=c_char), intent(in) :: spec(*)
      type(c_funptr), value :: torque
      type(c_ptr), value :: context
      character(kind=c_char), intent(in) :: options(*)
      type(c_ptr), intent(out) :: answer
    end function
    integer(c_int32_t) function polhode_reference_with(spec, torque, context, digits, answer) bind(c)
      import
      character(kind=c_char), intent(in) :: spec(*)
      type(c_funptr), value :: torque
      type(c_ptr), value :: context
      integer(c_int32_t), value :: digits
      type(c_ptr), intent(out) :: answer
    end function
    integer(c_int32_t) function polhode_recommend_with(spec, torque, context, attitude_error, momentum_error, energy_drift, &
                                                       time, answer) bind(c)
      import
      character(kind=c_char), intent(in) :: spec(*)
      type(c_funptr), value :: torque
      type(c_ptr), value :: context
      real(c_double), value :: attitude_error, momentum_error, energy_drift, time
      type(c_ptr), intent(out) :: answer
    end function
    integer(c_int32_t) function polhode_check(method, answer) bind(c)
      import
      character(kind=c_char), intent(in) :: method(*)
      type(c_ptr), intent(out) :: answer
    end function
    subroutine polhode_free(answer) bind(c)
      import
      type(c_ptr), value :: answer
    end subroutine
  end interface

  procedure(polhode_flow_period), bind(c) :: polhode_flow_turn_per_period, polhode_flow_precession
  procedure(polhode_flow_period), bind(c, name="polhode_flow_P_phi") :: polhode_flow_p_phi
  ! The same with a polhode_rate_torque:
  procedure(polhode_integrate), bind(c) :: polhode_integrate_rates
  procedure(polhode_reference_with), bind(c) :: polhode_reference_rates
  procedure(polhode_recommend_with), bind(c) :: polhode_recommend_rates

contains

  function polhode_text(answer) result(text)
    type(c_ptr), intent(inout) :: answer
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    integer :: n
    n = 0
    if (c_associated(answer)) then
      call c_f_pointer(answer, letters, [huge(n)])
      do while (letters(n + 1) /= c_null_char)
        n = n + 1
      end do
    end if
    allocate (character(n) :: text)
    if (n > 0) text = transfer(letters(:n), text)
    call polhode_free(answer)
    answer = c_null_ptr
  end function
end module
