// SPDX-License-Identifier: MIT
// Every refusal: each case breaks one field of a valid request and names what the message must say.
#include "vme/validate.h"

#include "made_pictures.h"

#include <gtest/gtest.h>

#include <functional>

namespace genmedia::vme {
namespace {

const test::Picture kPicture(64, 48, 10);
const std::vector<uint8_t> kChroma(32 * 24 * 2, 10);

ImageView image() { return {kPicture.view(), {kChroma.data(), 32, 24, 64, 2}}; }

template <class Request>
struct Case {
    const char* message;
    std::function<void(Request&)> break_it;
};

template <class Request, class Result>
void expect_refusals(const Request& valid, const std::vector<Case<Request>>& cases) {
    ASSERT_TRUE(validate(valid).ok()) << validate(valid).message();
    for (const Case<Request>& c : cases) {
        Request broken = valid;
        c.break_it(broken);
        Result untouched;
        untouched.best_distortion = 1234;
        const Status status = evaluate(broken, untouched);
        EXPECT_EQ(status.code(), StatusCode::invalid_argument) << c.message;
        EXPECT_EQ(status.message(), c.message);
        EXPECT_EQ(untouched.best_distortion, 1234) << c.message;
    }
}

ImeRequest ime() {
    ImeRequest r;
    r.source = {.image = image(), .x = 16, .y = 16};
    r.forward.luma = kPicture.view();
    return r;
}

template <class Enum>
Enum as(int value) {
    return static_cast<Enum>(value);
}

TEST(Validate, ImeRequest) {
    expect_refusals<ImeRequest, ImeResult>(
        ime(),
        {
            {"ImeRequest.source.image.luma is empty; expected a picture",
             [](auto& r) { r.source.image.luma.data = nullptr; }},
            {"ImeRequest.source.image.luma.width is 0; expected 1..16384",
             [](auto& r) { r.source.image.luma.width = 0; }},
            {"ImeRequest.source.image.luma.height is 16385; expected 1..16384",
             [](auto& r) { r.source.image.luma.height = 16385; }},
            {"ImeRequest.source.image.luma.stride is 63; expected at least 64 or at most -64",
             [](auto& r) { r.source.image.luma.stride = 63; }},
            {"ImeRequest.source.image.luma.bytes_per_sample is 2; expected 1..1",
             [](auto& r) { r.source.image.luma.bytes_per_sample = 2; }},
            {"ImeRequest.source.scan is 3; expected one of 0 1 2",
             [](auto& r) { r.source.scan = as<Scan>(3); }},
            {"ImeRequest.source.x is 65536; expected 0..65535", [](auto& r) { r.source.x = 65536; }},
            {"ImeRequest.source.y is -1; expected 0..65535", [](auto& r) { r.source.y = -1; }},
            {"ImeRequest.source.scan is bottom_field; expected a picture of two lines or more",
             [](auto& r) {
                 r.source.scan = Scan::bottom_field;
                 r.source.image.luma.height = 1;
             }},
            {"ImeRequest.forward.luma is empty; expected a picture", [](auto& r) { r.forward.luma = {}; }},
            {"ImeRequest.forward.id is 16; expected 0..15", [](auto& r) { r.forward.id = 16; }},
            {"ImeRequest.forward.scan is 7; expected one of 0 1 2",
             [](auto& r) { r.forward.scan = as<Scan>(7); }},
            {"ImeRequest.backward.luma is empty; expected a picture", [](auto& r) { r.backward.emplace(); }},
            {"ImeRequest.window is 6; expected one of 0 1 2 3 4 5 9 10",
             [](auto& r) { r.window = as<SearchWindow>(6); }},
            {"ImeRequest.forward_offset.x is 2048; expected -2048..2047",
             [](auto& r) { r.forward_offset.x = 2048; }},
            {"ImeRequest.forward_offset.y is -2049; expected -2048..2047",
             [](auto& r) { r.forward_offset.y = -2049; }},
            {"ImeRequest.backward_offset.x is 5000; expected -2048..2047",
             [](auto& r) {
                 r.backward = r.forward;
                 r.backward_offset.x = 5000;
             }},
            {"ImeRequest.disabled_partitions is 128; expected 0..127",
             [](auto& r) { r.disabled_partitions = 128; }},
            {"ImeRequest.distortion is 3; expected one of 0 1 2",
             [](auto& r) { r.distortion = as<Distortion>(3); }},
            {"ImeRequest.costs.shape.shape_16x16 is 4096; expected a U4U4 value below 4096",
             [](auto& r) { r.costs.shape.shape_16x16.bits = 0x98; }},  // 8 << 9
            {"ImeRequest.costs.shape.shape_16x8_8x16 is 7680; expected a U4U4 value below 4096",
             [](auto& r) { r.costs.shape.shape_16x8_8x16.bits = 0x9F; }},
            {"ImeRequest.costs.shape.shape_8x8 is 1024; expected a U4U4 value below 1024",
             [](auto& r) { r.costs.shape.shape_8x8.bits = 0x78; }},
            {"ImeRequest.costs.shape.shape_8x4_4x8 is 1024; expected a U4U4 value below 1024",
             [](auto& r) { r.costs.shape.shape_8x4_4x8.bits = 0x78; }},
            {"ImeRequest.costs.shape.shape_4x4 is 1024; expected a U4U4 value below 1024",
             [](auto& r) { r.costs.shape.shape_4x4.bits = 0x78; }},
            {"ImeRequest.costs.backward_direction is 491520; expected a U4U4 value below 4096",
             [](auto& r) { r.costs.backward_direction.bits = 0xFF; }},
            {"ImeRequest.costs.base_multi_reference is 4096; expected a U4U4 value below 4096",
             [](auto& r) { r.costs.base_multi_reference.bits = 0x98; }},
            {"ImeRequest.costs.motion_vector.table[3] is 1024; expected a U4U4 value below 1024",
             [](auto& r) { r.costs.motion_vector.emplace().table[3].bits = 0x78; }},
            {"ImeRequest.costs.motion_vector.precision is 4; expected 0..3",
             [](auto& r) { r.costs.motion_vector.emplace().precision = as<CostPrecision>(4); }},
            {"ImeRequest.costs.motion_vector.center[2].forward.x is 8192; expected -8192..8191",
             [](auto& r) { r.costs.motion_vector.emplace().center[2].forward.x = 8192; }},
            {"ImeRequest.costs.motion_vector.center[3].backward.y is -2049; expected -2048..2047",
             [](auto& r) { r.costs.motion_vector.emplace().center[3].backward.y = -2049; }},
            {"ImeRequest.max_vector_count is 33; expected 0..32", [](auto& r) { r.max_vector_count = 33; }},
            {"ImeRequest.early_termination is 16384; expected a U4U4 value below 16384",
             [](auto& r) { r.early_termination = U4U4{0xB8}; }},
            {"ImeRequest.stream_in.forward[8].reference_id is 16; expected 0..15",
             [](auto& r) { r.stream_in.emplace().forward[8].reference_id = 16; }},
            {"ImeRequest.stream_in.backward[0].reference_id is 99; expected 0..15",
             [](auto& r) {
                 r.backward = r.forward;
                 r.stream_in.emplace().backward[0].reference_id = 99;
             }},
        });
}

RefineRequest refine() {
    RefineRequest r;
    r.source = {.image = image(), .x = 16, .y = 16};
    r.set_forward({.luma = kPicture.view()});
    return r;
}

TEST(Validate, RefineRequest) {
    expect_refusals<RefineRequest, RefineResult>(
        refine(),
        {
            {"RefineRequest.source.y is -5; expected 0..65535", [](auto& r) { r.source.y = -5; }},
            {"RefineRequest.major_shape is 4; expected 0..3",
             [](auto& r) { r.major_shape = as<MajorShape>(4); }},
            {"RefineRequest.minor_shapes[2] is 5; expected 0..3",
             [](auto& r) { r.minor_shapes[2] = as<MinorShape>(5); }},
            {"RefineRequest.directions[1] is 3; expected 0..2",
             [](auto& r) {
                 r.directions[1] = as<Direction>(3);
                 r.set_backward(r.forward[0]);
             }},
            {"RefineRequest.forward[3].luma is empty; expected a picture",
             [](auto& r) { r.forward[3] = {}; }},
            {"RefineRequest.backward[0].luma is empty; expected a picture",
             [](auto& r) { r.directions.fill(Direction::backward); }},
            {"RefineRequest.backward[0].luma is empty; expected a picture",
             [](auto& r) { r.bidirectional = BidirectionalWeight::half; }},
            {"RefineRequest.forward[1].id is 20; expected 0..15", [](auto& r) { r.forward[1].id = 20; }},
            {"RefineRequest.forward[3] is not [0]; expected one reference in a partition",
             [](auto& r) { r.forward[3].id = 2; }},
            {"RefineRequest.forward[3] is not [2]; expected one reference in a partition",
             [](auto& r) {
                 r.major_shape = MajorShape::shape_16x8;
                 r.forward[0].id = r.forward[1].id = 2;
                 r.forward[3].luma = kPicture.view();
                 r.forward[3].luma.data++;
             }},
            {"RefineRequest.forward[2] is not [0]; expected one reference in a partition",
             [](auto& r) {
                 r.major_shape = MajorShape::shape_8x16;
                 r.forward[1].id = r.forward[3].id = 2;
                 r.forward[2].scan = Scan::top_field;
             }},
            {"RefineRequest.forward[2] is not [0]; expected one reference in a partition",
             [](auto& r) { r.forward[2].luma.width = 63; }},
            {"RefineRequest.forward[1] is not [0]; expected one reference in a partition",
             [](auto& r) { r.forward[1].luma.height = 47; }},
            {"RefineRequest.backward[3] is not [1]; expected one reference in a partition",
             [](auto& r) {
                 r.set_backward(r.forward[0]);
                 r.major_shape = MajorShape::shape_8x16;
                 r.directions[1] = Direction::bidirectional;
                 r.backward[3].luma.stride = 65;
             }},
            {"RefineRequest.vectors[8].forward.x is 8192; expected -8192..8191",
             [](auto& r) {
                 r.major_shape = MajorShape::shape_16x8;
                 r.vectors[8].forward.x = 8192;
             }},
            {"RefineRequest.vectors[15].forward.y is -8193; expected -8192..8191",
             [](auto& r) {
                 r.major_shape = MajorShape::shape_8x8;
                 r.minor_shapes[3] = MinorShape::shape_4x4;
                 r.vectors[15].forward.y = -8193;
             }},
            {"RefineRequest.vectors[0].backward.x is 8192; expected -8192..8191",
             [](auto& r) {
                 r.set_backward(r.forward[0]);
                 r.directions.fill(Direction::backward);
                 r.vectors[0].backward.x = 8192;
             }},
            {"RefineRequest.subpixel is 2; expected one of 0 1 3",
             [](auto& r) { r.subpixel = as<SubpixelMode>(2); }},
            {"RefineRequest.bidirectional is 64; expected 1..63",
             [](auto& r) {
                 r.set_backward(r.forward[0]);
                 r.bidirectional = as<BidirectionalWeight>(64);
             }},
            {"RefineRequest.distortion is 9; expected one of 0 1 2",
             [](auto& r) { r.distortion = as<Distortion>(9); }},
            {"RefineRequest.costs.backward_direction is 4096; expected a U4U4 value below 4096",
             [](auto& r) { r.costs.backward_direction.bits = 0x98; }},
        });
}

// The unit reads the first entry of a partition or a block alone.
TEST(Validate, WhatDoesNotCountInARefinement) {
    RefineRequest request = refine();
    request.directions[1] = Direction::backward;  // of 16x16
    request.vectors[5].forward.x = 8192;
    request.backward[2].id = 77;
    RefineResult plain, result;
    ASSERT_TRUE(evaluate(refine(), plain).ok());
    const Status status = evaluate(request, result);
    EXPECT_TRUE(status.ok()) << status.message();
    EXPECT_EQ(result.vectors, plain.vectors);
    EXPECT_EQ(result.best_distortion, plain.best_distortion);

    request = refine();
    request.major_shape = MajorShape::shape_16x8;
    request.directions = {Direction::backward, Direction::forward, Direction::forward, Direction::forward};
    request.backward[0] = request.backward[1] = request.forward[0];
    request.forward[0] = request.forward[1] = {};  // the upper half looks backward alone
    const Status halves = validate(request);
    EXPECT_TRUE(halves.ok()) << halves.message();
}

SicRequest sic() {
    SicRequest r;
    r.source = {.image = image(), .x = 16, .y = 16};
    r.skip.emplace();
    r.skip->set_forward({.luma = kPicture.view()});
    r.skip->directions[0] = Direction::forward;
    r.intra.emplace();
    r.intra->chroma = true;
    r.intra->mode_cost.emplace();
    return r;
}

TEST(Validate, SicRequest) {
    expect_refusals<SicRequest, SicResult>(
        sic(), {
                   {"SicRequest.source.image.luma is empty; expected a picture",
                    [](auto& r) { r.source.image = {}; }},
                   {"SicRequest.skip.directions[0] is 3; expected 0..2",
                    [](auto& r) { r.skip->directions[0] = as<Direction>(3); }},
                   {"SicRequest.skip.forward[0].luma is empty; expected a picture",
                    [](auto& r) { r.skip->forward[0] = {}; }},
                   {"SicRequest.skip.backward[0].luma is empty; expected a picture",
                    [](auto& r) { r.skip->directions[0] = Direction::bidirectional; }},
                   {"SicRequest.skip.forward[1] is not [0]; expected one reference in a partition",
                    [](auto& r) { r.skip->forward[1].id = 1; }},
                   {"SicRequest.skip.forward[3] is not [0]; expected one reference in a partition",
                    [](auto& r) { r.skip->forward[3].luma.height = 40; }},
                   {"SicRequest.skip.backward[2].luma is empty; expected a picture",
                    [](auto& r) {
                        r.skip->partition_8x8 = true;
                        r.skip->directions[2] = Direction::bidirectional;
                        r.skip->backward[1] = r.skip->forward[1];
                    }},
                   {"SicRequest.skip.vectors[0].forward.y is 2048; expected -2048..2047",
                    [](auto& r) { r.skip->vectors[0].forward.y = 2048; }},
                   {"SicRequest.skip.vectors[0].backward.x is 8192; expected -8192..8191",
                    [](auto& r) {
                        r.skip->set_backward(r.skip->forward[0]);
                        r.skip->directions[0] = Direction::backward;
                        r.skip->vectors[0].backward.x = 8192;
                    }},
                   {"SicRequest.skip.weight is 0; expected 1..63",
                    [](auto& r) { r.skip->weight = as<BidirectionalWeight>(0); }},
                   {"SicRequest.skip.distortion is 4; expected one of 0 1 2",
                    [](auto& r) { r.skip->distortion = as<Distortion>(4); }},
                   {"SicRequest.skip.raw_sad is 3; expected one of 0 1 2",
                    [](auto& r) { r.skip->raw_sad = as<RawSad>(3); }},
                   {"SicRequest.skip.forward_transform[4] is 256; expected 0..255",
                    [](auto& r) { r.skip->forward_transform.emplace()[4] = 256; }},
                   {"SicRequest.skip.costs.shape.shape_8x8 is 1024; expected a U4U4 value below 1024",
                    [](auto& r) { r.skip->costs.shape.shape_8x8.bits = 0x78; }},
                   {"SicRequest.intra.disabled_partitions is 8; expected 0..7",
                    [](auto& r) { r.intra->disabled_partitions = 8; }},
                   {"SicRequest.intra.distortion is 3; expected one of 0 1 2",
                    [](auto& r) { r.intra->distortion = as<Distortion>(3); }},
                   {"SicRequest.intra.shape_penalty.shape_16x16 is 4096; expected a U4U4 value below 4096",
                    [](auto& r) { r.intra->shape_penalty.shape_16x16.bits = 0x98; }},
                   {"SicRequest.intra.shape_penalty.shape_8x8 is 4096; expected a U4U4 value below 4096",
                    [](auto& r) { r.intra->shape_penalty.shape_8x8.bits = 0x98; }},
                   {"SicRequest.intra.shape_penalty.shape_4x4 is 4096; expected a U4U4 value below 4096",
                    [](auto& r) { r.intra->shape_penalty.shape_4x4.bits = 0x98; }},
                   {"SicRequest.intra.chroma_mode_penalty is 4096; expected a U4U4 value below 4096",
                    [](auto& r) { r.intra->chroma_mode_penalty.bits = 0x98; }},
                   {"SicRequest.intra.mode_cost.penalty is 1024; expected a U4U4 value below 1024",
                    [](auto& r) { r.intra->mode_cost->penalty.bits = 0x78; }},
                   {"SicRequest.intra.mode_cost.left[1] is 16; expected 0..15",
                    [](auto& r) { r.intra->mode_cost->left[1] = as<LumaMode>(16); }},
                   {"SicRequest.intra.mode_cost.upper[3] is 20; expected 0..15",
                    [](auto& r) { r.intra->mode_cost->upper[3] = as<LumaMode>(20); }},
                   {"SicRequest.source.image.chroma is empty; expected a picture",
                    [](auto& r) { r.source.image.chroma = {}; }},
                   {"SicRequest.source.image.chroma.bytes_per_sample is 1; expected 2..2",
                    [](auto& r) { r.source.image.chroma.bytes_per_sample = 1; }},
                   {"SicRequest.source.image.chroma.stride is 63; expected at least 64 or at most -64",
                    [](auto& r) { r.source.image.chroma.stride = 63; }},
                   {"SicRequest.source.image.chroma.width is 31; expected 32..32",
                    [](auto& r) { r.source.image.chroma.width = 31; }},
                   {"SicRequest.source.image.chroma.height is 25; expected 24..24",
                    [](auto& r) { r.source.image.chroma.height = 25; }},
               });
}

}  // namespace
}  // namespace genmedia::vme
