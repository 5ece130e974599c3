// SPDX-License-Identifier: MIT
#include "media/flow_writer.h"

#include "genmedia/partition.h"
#include "media/field_queries.h"
#include "media/output_file.h"

#include <bit>
#include <vector>

namespace genmedia::media {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

constexpr float kUnknownFlow = 1e10F;

struct Flow {
    float u = 0, v = 0;  // pixels rightwards and downwards
};

Flow flow_at(const MotionField& field, int32_t x, int32_t y) {
    const int32_t macroblock = y / kMacroblockSide * field.columns + x / kMacroblockSide;
    const vme::InterResult& result = field.inter[static_cast<size_t>(macroblock)];
    const int32_t block = vme::entry_at(x % kMacroblockSide / 4, y % kMacroblockSide / 4);
    if (!uses_forward(result.directions[block / 4])) return {kUnknownFlow, kUnknownFlow};
    const vme::MotionVector vector = result.vectors[block].forward;
    return {static_cast<float>(vector.x) / 4, static_cast<float>(vector.y) / 4};
}

}  // namespace

Status write_flow(const std::string& path, const MotionField& field) {
    if (!field.has_inter)
        return {StatusCode::invalid_argument, "'" + path + "': the frame has no motion to write"};
    OutputFile file;
    Status status = file.open(path);
    const float magic = 202021.25F;
    const int32_t size[2] = {field.width, field.height};
    if (status.ok()) status = file.write(&magic, sizeof magic);
    if (status.ok()) status = file.write(size, sizeof size);
    if (!field.flow.empty()) {
        static_assert(sizeof(FlowVector) == sizeof(Flow));
        if (status.ok()) status = file.write(field.flow.data(), field.flow.size() * sizeof(FlowVector));
        return status.ok() ? file.publish() : status;
    }
    std::vector<Flow> row(static_cast<size_t>(field.width));
    for (int32_t y = 0; y < field.height && status.ok(); y++) {
        for (int32_t x = 0; x < field.width; x++) row[static_cast<size_t>(x)] = flow_at(field, x, y);
        status = file.write(row.data(), row.size() * sizeof(Flow));
    }
    return status.ok() ? file.publish() : status;
}

}  // namespace genmedia::media
