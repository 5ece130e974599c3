// The public entry points: the contract, then the unit.
#include "genmedia/vme.h"
#include "vme/unit.h"
#include "vme/validate.h"

namespace genmedia::vme {

Status evaluate(const ImeRequest& request, ImeResult& result) {
    Status status = validate(request);
    if (status.ok()) result = reference::integer_search(request);
    return status;
}

Status evaluate(const RefineRequest& request, RefineResult& result) {
    Status status = validate(request);
    if (status.ok()) result = reference::refine(request);
    return status;
}

Status evaluate(const SicRequest& request, SicResult& result) {
    Status status = validate(request);
    if (status.ok()) result = reference::check(request);
    return status;
}

}  // namespace genmedia::vme
