// SPDX-License-Identifier: MIT
#include "messages.h"

#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace genmedia::gfx {

void say(const std::string& message) { std::fprintf(stderr, "gfx: %s\n", message.c_str()); }

void fail(const std::string& message) {
    say(message);
    std::abort();
}

std::string place(const char* file, int line) { return std::string(file) + ":" + std::to_string(line); }

int number_from_environment(const char* name, int least, int otherwise) {
    const char* value = std::getenv(name);
    if (value == nullptr || *value == 0) return otherwise;
    int number = 0;
    const char* const end = value + std::strlen(value);
    const auto [stop, error] = std::from_chars(value, end, number);
    if (error != std::errc() || stop != end || number < least)
        fail(std::string(name) + " is \"" + value + "\"; expected a number of at least " +
             std::to_string(least));
    return number;
}

}  // namespace genmedia::gfx
