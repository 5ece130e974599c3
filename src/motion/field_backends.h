// SPDX-License-Identifier: MIT
// Which functions true motion takes on a backend of the unit.
#pragma once

#include "motion/field_functions.h"
#include "vme/backends.h"

namespace genmedia::motion {

extern const FieldFunctions kReferenceFields;
#if defined(__x86_64__)
extern const FieldFunctions kAvx512Fields, kAvx2Fields, kSse4Fields;
#elif defined(__aarch64__)
extern const FieldFunctions kNeonFields;
#endif

const FieldFunctions& field_functions(const vme::Backend& backend);

// All that true motion calls of one backend.
struct BackendFunctions {
    const vme::UnitFunctions& unit;
    const FieldFunctions& field;
};
inline BackendFunctions functions_of(const vme::Backend& backend) {
    return {.unit = backend.functions, .field = field_functions(backend)};
}

}  // namespace genmedia::motion
