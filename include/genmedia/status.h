// SPDX-License-Identifier: MIT
// The outcome of a call: a code for programs, one line of text for people.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

// Marks what the shared library exports; everything else is hidden.
#if defined(__GNUC__)
#define GENMEDIA_API __attribute__((visibility("default")))
#else
#define GENMEDIA_API
#endif

namespace genmedia {

// What kind of failure it was.
enum class StatusCode : uint8_t {
    ok,
    invalid_argument,  // a field of a request, an option or a flag has an impossible value
    unsupported,       // well formed, but genmedia cannot do it
    not_found,         // no such file, stream or frame
    corrupt,           // data that contradicts itself or ends too early
    io,                // reading or writing failed
    exhausted,         // memory or another resource of the machine ran out
};

// Default-constructed: success. The message names the thing, its value and what was expected,
// without a trailing full stop or newline.
class [[nodiscard]] Status {
public:
    Status() = default;
    Status(StatusCode code, std::string message) : code_(code), message_(std::move(message)) {}

    bool ok() const { return code_ == StatusCode::ok; }      // success
    StatusCode code() const { return code_; }                // what went wrong, for programs
    const std::string& message() const { return message_; }  // the same for people; empty where ok

private:
    StatusCode code_ = StatusCode::ok;
    std::string message_;
};

}  // namespace genmedia
