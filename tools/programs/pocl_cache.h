// SPDX-License-Identifier: MIT
// Where PoCL keeps what it compiles.
#pragma once

#include <unistd.h>

#include <cstdlib>
#include <string>

// Why PoCL cannot keep anything, for which its device fails or is missing; empty: it can.
inline std::string pocl_cache_fault() {
    const auto is_set = [](const char* variable) {
        const char* value = std::getenv(variable);
        return value && *value;
    };
    if (is_set("POCL_CACHE_DIR") || is_set("XDG_CACHE_HOME") || !is_set("HOME")) return {};
    const std::string home = std::getenv("HOME");
    if (access(home.c_str(), W_OK | X_OK) == 0) return {};
    return "HOME is '" + home +
           "', in which PoCL cannot keep what it compiles; POCL_CACHE_DIR names another folder";
}
