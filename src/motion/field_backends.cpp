// SPDX-License-Identifier: MIT
#include "motion/field_backends.h"

#include <algorithm>

namespace genmedia::motion {
namespace {

struct BackendFields {
    const vme::Backend* backend;
    const FieldFunctions* functions;
};

constexpr BackendFields kFields[] = {
#if defined(__x86_64__)
    {&vme::kAvx512Backend, &kAvx512Fields},
    {&vme::kAvx2Backend, &kAvx2Fields},
    {&vme::kSse4Backend, &kSse4Fields},
#elif defined(__aarch64__)
    {&vme::kNeonBackend, &kNeonFields},
#endif
};

}  // namespace

const FieldFunctions& field_functions(const vme::Backend& backend) {
    const auto* const found = std::ranges::find(kFields, &backend, &BackendFields::backend);
    return found == std::end(kFields) ? kReferenceFields : *found->functions;
}

}  // namespace genmedia::motion
