// Skip and intra check (SIC).
#include "vme/reference/intra.h"
#include "vme/reference/skip_check.h"
#include "vme/unit.h"

namespace genmedia::vme::reference {

SicResult check(const SicRequest& request) {
    SicResult result;
    const Pixels source = fetch_source(request.source);
    if (request.skip) check_skip(request, source, result);
    if (request.intra) estimate_intra(request, source, result);
    return result;
}

}  // namespace genmedia::vme::reference
