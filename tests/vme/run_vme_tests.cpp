// SPDX-License-Identifier: MIT
// The unit's tests, on the backend that GENMEDIA_BACKEND names.
#include "vme/backends.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
    const char* const name = std::getenv("GENMEDIA_BACKEND");
    const genmedia::vme::Backend* const backend = genmedia::vme::find_backend(name == nullptr ? "" : name);
    if (backend != nullptr && !backend->supported()) {
        std::printf("SKIPPED: this processor lacks %s (%s)\n", backend->name, backend->description);
        return 77;
    }
    testing::InitGoogleTest(&argc, argv);
    return RUN_ALL_TESTS();
}
