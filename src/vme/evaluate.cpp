// SPDX-License-Identifier: MIT
// The public entry points: the contract, then the unit.
#include "genmedia/vme.h"
#include "vme/backends.h"
#include "vme/operations.h"
#include "vme/recording.h"
#include "vme/validate.h"

namespace genmedia::vme {
namespace {

template <class Request, class Result>
Status evaluate_with(Result (*operation)(const UnitFunctions&, const Request&), const Request& request,
                     Result& result) {
    Status status = validate(request);
    const Backend* backend = nullptr;
    if (status.ok()) status = active_backend(backend);
    if (status.ok()) result = operation(backend->functions, request);
    if (status.ok() && is_recorded()) status = record(request, result);
    return status;
}

}  // namespace

Status evaluate(const ImeRequest& request, ImeResult& result) {
    return evaluate_with(integer_search, request, result);
}

Status evaluate(const RefineRequest& request, RefineResult& result) {
    return evaluate_with(refine, request, result);
}

Status evaluate(const SicRequest& request, SicResult& result) {
    return evaluate_with(check, request, result);
}

}  // namespace genmedia::vme
