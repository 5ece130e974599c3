// SPDX-License-Identifier: MIT
// The environment variables that genmedia reads, all of them. `genmedia settings` prints this table, and
// genmedia(1) has its words.
#pragma once

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace genmedia::base {

struct Setting {
    const char* name;
    const char* values;     // after "expected"
    const char* otherwise;  // what holds where it is not set
    const char* meaning;    // a sentence
};

namespace settings {

inline constexpr Setting kBackend = {"GENMEDIA_BACKEND", "a name that genmedia backends lists as supported",
                                     "the first of that list which this processor supports",
                                     "The instructions that the motion estimation unit runs on."};
inline constexpr Setting kRecord = {
    "GENMEDIA_RECORD", "a file", "nothing is recorded",
    "Where OpenCL programs and hosts of C for Metal note what they ask the unit, for genmedia view."};
inline constexpr Setting kThreads = {"GENMEDIA_THREADS", "a number of threads, or 0 for all cores", "0",
                                     "How many threads run kernels of C for Metal."};
inline constexpr Setting kCmPatience = {
    "GENMEDIA_CM_PATIENCE", "a number of seconds above 0", "10",
    "How long DestroyCmDevice waits for a kernel of which no thread ends."};
inline constexpr Setting kCmLog = {"GENMEDIA_CM_LOG", "off, error, warn, info or debug", "warn",
                                   "What the C for Metal runtime says on standard error."};
inline constexpr Setting kClLog = {"GENMEDIA_LOG", "off, error, warn, info or debug", "error",
                                   "What the OpenCL layer says on standard error."};
inline constexpr Setting kClAs = {"GENMEDIA_CL_AS", "intel or pocl", "intel",
                                  "How OpenCL programs see the device: as Intel's, or as PoCL's."};
inline constexpr Setting kClLanes = {
    "GENMEDIA_CL_LANES", "never, auto or always", "auto",
    "Which OpenCL kernels' work-items are fibers, small stacks on one thread: auto is those that exchange "
    "values behind a condition."};
inline constexpr Setting kClDevice = {
    "GENMEDIA_CL_DEVICE", "processors, gpu or portable", "processors",
    "Where OpenCL kernels run: on PoCL, on the first GPU of another driver, or on PoCL by what a GPU runs."};
inline constexpr Setting kClFallback = {
    "GENMEDIA_CL_FALLBACK", "never, auto or always", "auto",
    "Which OpenCL programs run on processors in place of a GPU: auto is those that the GPU cannot run. With "
    "never these do not build."};
inline constexpr Setting kClang = {"GENMEDIA_CLANG", "a program of clang++ 14 or newer",
                                   "the one that genmedia was built with",
                                   "The C++ compiler that cmc and gfxcc compile with."};
inline constexpr Setting kOcloc = {"GENMEDIA_OCLOC", "a program", "ocloc",
                                   "Intel's offline compiler, for Gen code."};
inline constexpr Setting kCmInclude = {"CM_INCLUDE_DIR", "a folder that holds cm/cm.h",
                                       "that of this installation",
                                       "The headers that C for Metal kernels include."};

inline constexpr const Setting* kAll[] = {&kBackend, &kRecord, &kThreads,  &kCmPatience, &kCmLog,
                                          &kClLog,   &kClAs,   &kClLanes,  &kClDevice,   &kClFallback,
                                          &kClang,   &kOcloc,  &kCmInclude};

}  // namespace settings

// The setting's value in the environment; none where it is not set, or empty.
inline std::optional<std::string> value_of(const Setting& setting) {
    const char* value = std::getenv(setting.name);
    if (value == nullptr || *value == 0) return std::nullopt;
    return value;
}

// The message about a value that is none of those expected.
inline std::string wrong_value(const Setting& setting, std::string_view value) {
    return std::string(setting.name) + " is \"" + std::string(value) + "\"; expected " + setting.values;
}

// A whole number of at least `least`. `otherwise` where the setting is not set or wrong; warn(text) reports a
// wrong value.
template <class Warn>
int number_of(const Setting& setting, int least, int otherwise, const Warn& warn) {
    const std::optional<std::string> value = value_of(setting);
    if (!value) return otherwise;
    int number = 0;
    const char* const end = value->data() + value->size();
    const auto [stop, error] = std::from_chars(value->data(), end, number);
    if (error == std::errc() && stop == end && number >= least) return number;
    warn(wrong_value(setting, *value));
    return otherwise;
}

}  // namespace genmedia::base
