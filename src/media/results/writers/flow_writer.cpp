// SPDX-License-Identifier: MIT
#include "media/results/writers/flow_writer.h"

#include "genmedia/partition.h"
#include "media/results/field_queries.h"
#include "media/video/output/output_file.h"

#include <bit>
#include <vector>

namespace genmedia::media {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie in memory");

constexpr float kUnknownFlow = 1e10F;

FlowVector flow_at(const MotionField& field, int32_t x, int32_t y) {
    const int32_t macroblock = y / kMacroblockSide * field.columns + x / kMacroblockSide;
    const vme::InterResult& result = field.inter[static_cast<size_t>(macroblock)];
    const int32_t block = vme::entry_at(x % kMacroblockSide / 4, y % kMacroblockSide / 4);
    if (!uses_forward(result.directions[block / 4])) return {kUnknownFlow, kUnknownFlow};
    const vme::MotionVector vector = result.vectors[block].forward;
    return {static_cast<float>(vector.x) / 4, static_cast<float>(vector.y) / 4};
}

}  // namespace

std::vector<FlowVector> dense_flow(const MotionField& field) {
    if (!field.flow.empty()) return field.flow;
    std::vector<FlowVector> flow(static_cast<size_t>(field.width) * static_cast<size_t>(field.height));
    if (!field.has_inter) return flow;
    for (int32_t y = 0; y < field.height; y++)
        for (int32_t x = 0; x < field.width; x++)
            flow[static_cast<size_t>(y) * static_cast<size_t>(field.width) + static_cast<size_t>(x)] =
                flow_at(field, x, y);
    return flow;
}

Status write_flow(const std::string& path, const MotionField& field, const Announce& announce) {
    if (!field.has_inter)
        return {StatusCode::invalid_argument, "'" + path + "': the frame has no motion to write"};
    OutputFile file;
    Status status = file.open(path, announce);
    const float magic = 202021.25F;
    const int32_t size[2] = {field.width, field.height};
    if (status.ok()) status = file.write(&magic, sizeof magic);
    if (status.ok()) status = file.write(size, sizeof size);
    const std::vector<FlowVector> flow = dense_flow(field);
    static_assert(sizeof(FlowVector) == 2 * sizeof(float));
    if (status.ok()) status = file.write(flow.data(), flow.size() * sizeof(FlowVector));
    return status.ok() ? file.publish() : status;
}

}  // namespace genmedia::media
