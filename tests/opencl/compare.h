// SPDX-License-Identifier: MIT
// Native results in the form in which the tests' kernels write results, and comparisons of the two.
#pragma once

#include "genmedia/vme.h"
#include "opencl/kernels/kernel_records.h"

#include <CL/cl_platform.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

namespace genmedia::test {

enum class References { single, dual };

uint32_t packed(vme::MotionVector vector);
uint64_t packed(const vme::BidirectionalVector& vector);
uint32_t packed(const std::array<vme::ReferenceIds, 4>& ids);
cl_uint2 packed(const vme::CostTable& table);

// 2 bits for each quadrant.
template <class Enum>
uint8_t packed(const std::array<Enum, 4>& values) {
    unsigned bits = 0;
    for (int q = 0; q < 4; q++) bits |= static_cast<unsigned>(values[q]) << (2 * q);
    return static_cast<uint8_t>(bits);
}

// Adds what a block pays alone for its shape and direction, as messages have it.
void add_penalties(const vme::InterCosts& costs, vme::InterResult& result);
InterRecord record_of(const vme::InterResult& result);
ImeRecord record_of(const vme::ImeResult& result);
StreamRecord record_of(const vme::ImeStream& stream);
SicRecord record_of(const vme::SicResult& result);

// The first field that differs, with both values, or nothing. Ignores what a single reference search leaves
// undefined (all backward fields). Ignores minor shapes unless the major shape is 8x8.
std::string difference(const InterRecord& got, const InterRecord& expected, References references);
std::string difference(const ImeRecord& got, const ImeRecord& expected, References references);
std::string difference(const StreamRecord& got, const StreamRecord& expected, References references);

struct SicParts {
    bool skip = false, transform = false, intra = false, chroma = false;
};
std::string difference(const SicRecord& got, const SicRecord& expected, SicParts parts);

// Makes the request of the macroblock at (x, y).
template <class Request>
using RequestAt = std::function<Request(int x, int y)>;

template <class Result, class Request>
Result evaluated(const Request& request) {
    Result result;
    const Status status = vme::evaluate(request, result);
    EXPECT_TRUE(status.ok()) << status.message();
    return result;
}

// What a kernel is to write of a request.
template <class Result, class Request>
auto expected_record(const Request& request) {
    auto result = evaluated<Result>(request);
    if constexpr (std::is_same_v<Request, vme::SicRequest>) {
        const size_t entries = request.skip && request.skip->partition_8x8 ? 4 : 16;  // of a block
        for (size_t e = 0; e < 16; e++)
            if (e % entries != 0) result.distortions[e] = 0;
    } else {
        add_penalties(request.costs, result);
    }
    return record_of(result);
}

// Expects every record to equal the native result's. Reports the first macroblock that differs.
template <class Result, class Record, class Request, class Parts>
void expect_native(const std::vector<Record>& got, size_t columns, const RequestAt<Request>& request,
                   Parts parts) {
    if (::testing::Test::HasFailure()) return;  // the kernel did not run
    for (size_t i = 0; i < got.size(); i++) {
        const int x = static_cast<int>(i % columns) * 16, y = static_cast<int>(i / columns) * 16;
        const Record expected = expected_record<Result>(request(x, y));
        const std::string text = difference(got[i], expected, parts);
        ASSERT_EQ(text, "") << "macroblock at (" << x << ", " << y << ")";
    }
}

// Expects that a setting matters: without it, some macroblock has another native result.
template <class Result, class Request, class Parts>
void expect_effect(size_t columns, size_t rows, const RequestAt<Request>& with,
                   const RequestAt<Request>& without, Parts parts) {
    for (size_t i = 0; i < columns * rows; i++) {
        const int x = static_cast<int>(i % columns) * 16, y = static_cast<int>(i / columns) * 16;
        const auto a = record_of(evaluated<Result>(with(x, y))),
                   b = record_of(evaluated<Result>(without(x, y)));
        if (!difference(a, b, parts).empty()) return;
    }
    ADD_FAILURE() << "the setting changes no macroblock, so that the test shows nothing";
}

}  // namespace genmedia::test
