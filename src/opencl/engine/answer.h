// SPDX-License-Identifier: MIT
// Results of the unit, dealt out to the work-items as the extension's text says.
#pragma once

#include "genmedia/vme.h"
#include "opencl/builtins/abi.h"

namespace genmedia::opencl {

void write_inter(const vme::InterResult& result, const vme::InterCosts& costs,
                 abi::gm_evaluation& evaluation);
void write_check(const vme::SicResult& result, bool partition_8x8, abi::gm_evaluation& evaluation);
void write_nothing(abi::gm_evaluation& evaluation);  // all zero

// Which work-items hold a stream's records: all hold 16x16, 0 and 1 hold 16x8 and 8x16, 0 to 3 hold 8x8. The
// others repeat these.
vme::ImeStream gathered_stream(const abi::gm_stream (&lanes)[abi::GM_UNIT_LANES]);
void scatter_stream(const vme::ImeStream& stream, abi::gm_stream (&lanes)[abi::GM_UNIT_LANES]);

}  // namespace genmedia::opencl
