// SPDX-License-Identifier: MIT
#pragma once

#include "core/spaces/director.hpp"
#include "core/spaces/particles.hpp"
#include "core/spaces/rigid_body.hpp"
#include "core/torques/torqued_body.hpp"
