// SPDX-License-Identifier: MIT
// Skip and intra check (SIC).
#include "vme/intra.h"
#include "vme/operations.h"
#include "vme/skip_check.h"

namespace genmedia::vme {

SicResult check(const BackendFunctions& functions, const SicRequest& request) {
    SicResult result;
    const Pixels source = fetch_source(request.source);
    if (request.skip) check_skip(functions, request, source, result);
    if (request.intra) estimate_intra(functions, request, source, result);
    return result;
}

}  // namespace genmedia::vme
