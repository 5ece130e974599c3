// SPDX-License-Identifier: MIT
#include "motion/opencl/true_motion/field_self_test.h"

#include "motion/field_backends.h"

#include <cstring>
#include <vector>

namespace genmedia::motion {
namespace {

constexpr int kWidth = 168, kHeight = 101;

// Two shapes of noise over a slope, which move apart.
std::vector<uint8_t> made_up_picture(int number) {
    std::vector<uint8_t> samples;
    for (int y = 0; y < kHeight; y++)
        for (int x = 0; x < kWidth; x++) {
            const bool is_near = x + 5 * number > 60 && x + 5 * number < 110 && y > 30 && y < 80;
            const int px = x + (is_near ? 5 : -2) * number, py = y - (is_near ? 1 : 3) * number;
            const auto hash =
                (static_cast<uint32_t>(px / 2) * 2654435761U) ^ (static_cast<uint32_t>(py / 2) * 40503U);
            samples.push_back(static_cast<uint8_t>((hash >> 13) % 96 + static_cast<uint32_t>(x + 2 * y) / 4));
        }
    return samples;
}

MotionField empty_field() {
    MotionField field;
    field.width = kWidth, field.height = kHeight;
    field.columns = (kWidth + 15) / 16, field.rows = (kHeight + 15) / 16;
    field.has_inter = true;
    field.inter.resize(static_cast<size_t>(field.columns) * static_cast<size_t>(field.rows));
    return field;
}

bool is_same(const MotionField& a, const MotionField& b) {
    const auto same = [](const FlowVector& v, const FlowVector& w) { return v.x == w.x && v.y == w.y; };
    return a.inter == b.inter && a.confidence == b.confidence && a.occluded == b.occluded &&
           std::ranges::equal(a.flow, b.flow, same);
}

}  // namespace

Status field_self_test(DeviceSearch& device) {
    const std::vector<uint8_t> first = made_up_picture(0), second = made_up_picture(1);
    const PlaneView source{second.data(), kWidth, kHeight, kWidth},
        reference{first.data(), kWidth, kHeight, kWidth};
    MotionOptions options;
    options.field = Field::true_motion;
    options.per_pixel = options.confidence = true;
    std::vector<MotionField> fields(4, empty_field());
    const Status status = device.search(
        {.source = source, .reference = reference, .options = options, .fields = {&fields[0], &fields[1]}});
    if (!status.ok()) return status;
    const BackendFunctions functions = functions_of(vme::kReferenceBackend);
    estimate_true_motion(functions, options, SearchPicture(functions.field, PaddedPicture(source)),
                         SearchPicture(functions.field, PaddedPicture(reference)), {}, fields[2], &fields[3]);
    if (is_same(fields[0], fields[2]) && is_same(fields[1], fields[3])) return {};
    return {StatusCode::unsupported, device.name() + " finds another motion field than this processor"};
}

}  // namespace genmedia::motion
