// SPDX-License-Identifier: MIT
// Skip and intra check (SIC).
#include "vme/inter/skip_check.h"
#include "vme/intra/intra.h"
#include "vme/operations.h"

#include <limits>

namespace genmedia::vme {

SicResult check(const UnitFunctions& functions, const SicRequest& request) {
    return check_below(functions, request, std::numeric_limits<uint32_t>::max());
}

SicResult check_below(const UnitFunctions& functions, const SicRequest& request, uint32_t enough) {
    SicResult result;
    const Pixels source = fetch_source(request.source);
    if (request.skip) check_skip(functions, request, source, result);
    if (request.intra) estimate_intra(functions, request, source, enough, result);
    return result;
}

}  // namespace genmedia::vme
