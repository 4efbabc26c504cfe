// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/director.hpp"
#include "core/spaces/particles.hpp"
#include "core/spaces/rigid_body.hpp"
#include "core/torques/driven_body.hpp"
#include "core/torques/torque.hpp"
