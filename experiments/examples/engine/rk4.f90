! SPDX-License-Identifier: MIT
! An engine in Fortran: the classical Runge-Kutta method on quaternion and momentum.
!
!   gfortran -std=f2018 -O2 -shared -fPIC rk4.f90 -o librk4.so
!   polhode --engine ./librk4.so check fortran-rk4
!
! The derived types have the layout of polhode/engine.h. Only polhode_engine_v1 has a name outside: others could be
! taken for functions of other libraries (there is a `step` in libc).
module fortran_rk4
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: polhode_engine_v1

  integer, parameter :: dp = c_double

  type, bind(C) :: engine_description
    integer(c_int32_t) :: size
    type(c_ptr) :: id, label, source, licence, settings
    integer(c_int32_t) :: order_of_momentum, order_of_attitude, precision, torque
    integer(c_int32_t) :: negative_steps, history, threads
    integer(c_int32_t) :: symmetric, symplectic, spatial_momentum, energy
    type(c_funptr) :: create, set, step, get, destroy
  end type

  type, bind(C) :: state
    real(dp) :: attitude(4), momentum(3)
  end type

  abstract interface
    subroutine torque_call(context, t, attitude, torque) bind(C)
      import :: c_ptr, dp
      type(c_ptr), value :: context
      real(dp), value :: t
      real(dp), intent(in) :: attitude(4)
      real(dp), intent(out) :: torque(3)
    end subroutine
  end interface

  type :: body
    real(dp) :: inertia(3), t, y(7)  ! y: attitude, momentum
    logical :: free
    procedure(torque_call), pointer, nopass :: torque => null()
    type(c_ptr) :: context
  end type

  character(kind=c_char, len=*), parameter :: texts(4) = [character(kind=c_char, len=40) :: &
    'fortran-rk4' // c_null_char, 'RK4, in Fortran' // c_null_char, 'Kutta 1901' // c_null_char, 'MIT' // c_null_char]
  character(kind=c_char, len=40), target, save :: kept(4)
  type(engine_description), target, save :: described

contains

  function create(inertia, torque, context, why) bind(C, name='') result(self)
    real(dp), intent(in) :: inertia(3)
    type(c_funptr), value :: torque
    type(c_ptr), value :: context
    character(kind=c_char), intent(inout) :: why(256)
    type(c_ptr) :: self
    character(len=*), parameter :: reason = 'out of memory'
    type(body), pointer :: b
    integer :: failed, i
    self = c_null_ptr
    allocate (b, stat=failed)
    if (failed /= 0) then
      why(1:len(reason)) = [(reason(i:i), i=1, len(reason))]
      why(len(reason) + 1) = c_null_char
      return
    end if
    b%inertia = inertia
    b%free = .not. c_associated(torque)
    if (.not. b%free) call c_f_procpointer(torque, b%torque)
    b%context = context
    self = c_loc(b)
  end function

  function set(self, t, s) bind(C, name='') result(outcome)
    type(c_ptr), value :: self
    real(dp), value :: t
    type(state), intent(in) :: s
    integer(c_int32_t) :: outcome
    type(body), pointer :: b
    call c_f_pointer(self, b)
    b%t = t
    b%y = [s%attitude, s%momentum]
    outcome = 0
  end function

  function step(self, h) bind(C, name='') result(outcome)
    type(c_ptr), value :: self
    real(dp), value :: h
    integer(c_int32_t) :: outcome
    type(body), pointer :: b
    real(dp) :: k1(7), k2(7), k3(7), k4(7)
    call c_f_pointer(self, b)
    k1 = rate(b, b%t, b%y)
    k2 = rate(b, b%t + h / 2, b%y + h / 2 * k1)
    k3 = rate(b, b%t + h / 2, b%y + h / 2 * k2)
    k4 = rate(b, b%t + h, b%y + h * k3)
    b%y = b%y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    b%t = b%t + h
    outcome = 0
  end function

  function get(self, s) bind(C, name='') result(outcome)
    type(c_ptr), value :: self
    type(state), intent(out) :: s
    integer(c_int32_t) :: outcome
    type(body), pointer :: b
    call c_f_pointer(self, b)
    s%attitude = b%y(1:4)
    s%momentum = b%y(5:7)
    outcome = 0
  end function

  subroutine destroy(self) bind(C, name='')
    type(c_ptr), value :: self
    type(body), pointer :: b
    call c_f_pointer(self, b)
    deallocate (b)
  end subroutine

  ! q' = q (0, w) / 2,  Pi' = Pi x w + T
  function rate(b, t, y) result(dy)
    type(body), intent(in) :: b
    real(dp), intent(in) :: t, y(7)
    real(dp) :: dy(7), w(3), torque(3)
    torque = 0
    if (.not. b%free) call b%torque(b%context, t, y(1:4) / norm2(y(1:4)), torque)
    w = y(5:7) / b%inertia
    dy(1) = -dot_product(y(2:4), w) / 2
    dy(2:4) = (y(1) * w + cross(y(2:4), w)) / 2
    dy(5:7) = cross(y(5:7), w) + torque
  end function

  pure function cross(a, b) result(c)
    real(dp), intent(in) :: a(3), b(3)
    real(dp) :: c(3)
    c = [a(2) * b(3) - a(3) * b(2), a(3) * b(1) - a(1) * b(3), a(1) * b(2) - a(2) * b(1)]
  end function

  function polhode_engine_v1(index) bind(C) result(engine)
    integer(c_int32_t), value :: index
    type(c_ptr) :: engine
    engine = c_null_ptr
    if (index /= 0) return
    kept = texts
    described = engine_description( &
      size=int(c_sizeof(described), c_int32_t), id=c_loc(kept(1)), label=c_loc(kept(2)), source=c_loc(kept(3)), &
      licence=c_loc(kept(4)), settings=c_null_ptr, order_of_momentum=4, order_of_attitude=4, precision=2, torque=2, &
      negative_steps=1, history=0, threads=1, symmetric=0, symplectic=0, spatial_momentum=0, energy=0, create=c_funloc(create), &
      set=c_funloc(set), step=c_funloc(step), get=c_funloc(get), destroy=c_funloc(destroy))
    engine = c_loc(described)
  end function

end module
