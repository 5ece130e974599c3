// SPDX-License-Identifier: MIT
// Results of the unit, dealt out to the work-items as the extension's text says.
#pragma once

#include "genmedia/vme.h"
#include "opencl/builtins/abi.h"

namespace genmedia::opencl {

void write_inter(const vme::InterResult& result, abi::gm_evaluation& evaluation);
void write_check(const vme::SicResult& result, abi::gm_evaluation& evaluation);
void write_nothing(abi::gm_evaluation& evaluation);  // all zero

// A stream's records lie with the work-items: 16x16 with all, 16x8 and 8x16 with 0 and 1, 8x8 with 0 to 3
// (and the others repeat them).
vme::ImeStream gathered_stream(const abi::gm_stream (&lanes)[abi::GM_UNIT_LANES]);
void scatter_stream(const vme::ImeStream& stream, abi::gm_stream (&lanes)[abi::GM_UNIT_LANES]);

}  // namespace genmedia::opencl
