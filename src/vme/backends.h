// SPDX-License-Identifier: MIT
// The implementations of the unit's functions that this library has.
#pragma once

#include "genmedia/status.h"
#include "vme/unit_functions.h"

#include <span>
#include <string_view>

namespace genmedia::vme {

struct Backend {
    const char* name;
    const char* description;
    bool (*supported)();  // whether this processor can run it
    UnitFunctions functions;
};

extern const Backend kReferenceBackend;
#if defined(__x86_64__)
extern const Backend kAvx512Backend, kAvx2Backend, kSse4Backend;
#elif defined(__aarch64__)
extern const Backend kNeonBackend;
#endif

// Best first; the last is the reference, which every processor supports.
std::span<const Backend* const> backends();

// The backend of that name; null if there is none.
const Backend* find_backend(std::string_view name);

// The backend that evaluate() uses: the one that GENMEDIA_BACKEND names, otherwise the best supported one.
// Fails where the variable names no backend, or one that this processor cannot run.
Status active_backend(const Backend*& backend);

}  // namespace genmedia::vme
