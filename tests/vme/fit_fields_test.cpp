// SPDX-License-Identifier: MIT
// What becomes of values that do not fit in the fields of the unit's message.
#include "vme/fit_fields.h"

#include "made_pictures.h"
#include "vme/validate.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

namespace genmedia::vme {
namespace {

const test::Picture kOneLine(40, 1, 7), kManyLines(40, 30, 7);

U4U4 fitted_point(uint8_t bits) {
    ImeRequest request;
    request.costs.motion_vector.emplace().table[3].bits = bits;
    fit_fields(request);
    return request.costs.motion_vector->table[3];
}

// A point of a cost table has ten bits. 15 << 7 is 11110000000b, 9 << 8 is 100100000000b.
TEST(FitFields, NumbersKeepTheirLowBits) {
    EXPECT_EQ(fitted_point(0x6F).value(), 15u << 6);
    EXPECT_EQ(fitted_point(0x7F).value(), 7u << 7);
    EXPECT_EQ(fitted_point(0x89).value(), 1u << 8);
    EXPECT_EQ(fitted_point(0xAF).value(), 0u);
    EXPECT_EQ(fitted_point(0xFF).value(), 0u);
}

// S13.2: 14 bits across, 12 down.
TEST(FitFields, VectorsWrapAround) {
    SicRequest request;
    SkipCheck& skip = request.skip.emplace();
    skip.vectors[0].forward = {8191, 2047};
    skip.vectors[1].forward = {8192, 2048};
    skip.vectors[2].backward = {-8193, -2049};
    fit_fields(request);
    EXPECT_EQ(skip.vectors[0].forward, (MotionVector{8191, 2047}));
    EXPECT_EQ(skip.vectors[1].forward, (MotionVector{-8192, -2048}));
    EXPECT_EQ(skip.vectors[2].backward, (MotionVector{8191, 2047}));
}

TEST(FitFields, AFieldOfAPictureOfOneLineIsThatLine) {
    ImeRequest request;
    request.source = {.image = {kOneLine.view(), {}}, .scan = Scan::bottom_field};
    request.forward = {.luma = kManyLines.view(), .scan = Scan::bottom_field};
    fit_fields(request);
    EXPECT_EQ(request.source.scan, Scan::top_field);
    EXPECT_EQ(request.forward.scan, Scan::bottom_field);
}

// Whatever a message holds is answered: all bytes of a request but its pictures at random.
class AnyBits {
public:
    template <class T>
    void fill(T& value) {
        auto* const bytes = reinterpret_cast<unsigned char*>(&value);
        for (size_t i = 0; i < sizeof value; i++) bytes[i] = static_cast<unsigned char>(random_() >> 24);
    }
    bool chance() { return random_() & 1; }
    int number(int low, int high) {
        return low + static_cast<int>(random_() % static_cast<uint32_t>(high - low + 1));
    }
    InterCosts costs() {
        InterCosts costs;
        fill(costs.shape);
        fill(costs.backward_direction);
        fill(costs.base_multi_reference);
        if (chance()) fill(costs.motion_vector.emplace());
        return costs;
    }
    SourceBlock source() {
        return {.image = {(chance() ? kOneLine : kManyLines).view(), {}},
                .scan = static_cast<Scan>(number(0, 2)),
                .x = number(0, 0xFFFF),
                .y = number(0, 0xFFFF)};
    }
    Reference reference() {
        return {.luma = kManyLines.view(),
                .scan = static_cast<Scan>(number(0, 2)),
                .id = static_cast<uint8_t>(number(0, 15))};
    }

private:
    std::mt19937 random_{1};
};

template <class Request>
void expect_answered(Request request) {
    fit_fields(request);
    const Status status = validate(request);
    EXPECT_TRUE(status.ok()) << status.message();
}

TEST(FitFields, AnySearchIsAnswered) {
    AnyBits any;
    for (int i = 0; i < 2000; i++) {
        ImeRequest request;
        request.source = any.source();
        request.forward = any.reference();
        if (any.chance()) request.backward = any.reference();
        any.fill(request.window);
        if (any.chance()) any.fill(request.custom_path.emplace());
        if (request.custom_path)
            request.custom_path->adaptive = request.custom_path->separate_steps = any.chance();
        any.fill(request.forward_offset);
        any.fill(request.backward_offset);
        any.fill(request.disabled_partitions);
        any.fill(request.max_vector_count);
        if (any.chance()) any.fill(request.early_termination.emplace());
        request.costs = any.costs();
        expect_answered(request);
    }
}

TEST(FitFields, AnyRefinementIsAnswered) {
    AnyBits any;
    for (int i = 0; i < 2000; i++) {
        RefineRequest request;
        request.source = any.source();
        request.set_forward(any.reference());
        request.set_backward(any.reference());
        request.major_shape = static_cast<MajorShape>(any.number(0, 3));
        for (MinorShape& minor : request.minor_shapes) minor = static_cast<MinorShape>(any.number(0, 3));
        for (Direction& direction : request.directions) direction = static_cast<Direction>(any.number(0, 3));
        any.fill(request.vectors);
        any.fill(request.subpixel);
        if (any.chance()) any.fill(request.bidirectional.emplace());
        request.costs = any.costs();
        expect_answered(request);
    }
}

TEST(FitFields, AnyCheckIsAnswered) {
    AnyBits any;
    for (int i = 0; i < 2000; i++) {
        SicRequest request;
        request.source = any.source();
        if (any.chance()) {
            SkipCheck& skip = request.skip.emplace();
            skip.set_forward(any.reference());
            skip.set_backward(any.reference());
            skip.partition_8x8 = any.chance();
            for (auto& direction : skip.directions)
                if (any.chance()) direction = static_cast<Direction>(any.number(0, 2));
            any.fill(skip.vectors);
            any.fill(skip.weight);
            skip.costs = any.costs();
        }
        if (any.chance()) {
            IntraEstimation& intra = request.intra.emplace();
            any.fill(intra.disabled_partitions);
            any.fill(intra.shape_penalty);
            any.fill(intra.chroma_mode_penalty);
            IntraModeCost& cost = intra.mode_cost.emplace();
            any.fill(cost.penalty);
            for (auto* modes : {&cost.left, &cost.upper})
                for (LumaMode& mode : *modes) mode = static_cast<LumaMode>(any.number(0, 15));
        }
        expect_answered(request);
    }
}

}  // namespace
}  // namespace genmedia::vme
