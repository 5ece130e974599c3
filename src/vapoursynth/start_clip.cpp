// SPDX-License-Identifier: MIT
#include "vapoursynth/start_clip.h"

#include "vapoursynth/frame_properties.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace genmedia::vapoursynth {
namespace {

constexpr int kMacroblock = 16, kLargestSide = 1 << 16, kMostDelta = 1 << 20;
constexpr const char *kToolsDescription = "MVTools_MVAnalysisData", *kToolsVectors = "MVTools_vectors";

std::string bytes_of(const Frame& frame, const char* name, const VSAPI* api) {
    int error = 0;
    const char* const bytes = api->mapGetData(frame.properties(), name, 0, &error);
    if (error) return {};
    return {bytes, static_cast<size_t>(api->mapGetDataSize(frame.properties(), name, 0, nullptr))};
}

std::string size_words(int width, int height) { return std::to_string(width) + "x" + std::to_string(height); }

// The block whose middle is nearest to a macroblock's.
int nearest_block(int macroblock, int side, int overlap, int count) {
    const int step = side - overlap, middle = kMacroblock * macroblock + kMacroblock / 2;
    return std::clamp((middle - side / 2 + step / 2) / step, 0, count - 1);
}

}  // namespace

StartClip::StartClip(Node clip, const SuperLayout& super, int delta, const VSAPI* api)
    : clip_(std::move(clip)), super_(super) {
    char words[512] = "";
    const Frame first(api->getFrame(0, clip_.get(), words, sizeof words), api);
    if (!first.get()) throw Refusal(words);
    const Properties properties(first, "start", api);
    const std::string own = super.prefix + "AnalysisNBlkX";
    if (properties.has(own))
        grid_ = grid_of_utensils(first, api);
    else if (properties.has(kToolsDescription))
        grid_ = grid_of_tools(first, api);
    else
        throw Refusal("start is no clip of vectors: frame 0 has neither " + own + " nor " +
                      kToolsDescription);
    if (grid_.delta != delta)
        throw Refusal("start has vectors of delta " + std::to_string(grid_.delta) + "; expected " +
                      std::to_string(delta));
    if (grid_.picture_width != super.real_width || grid_.picture_height != super.real_height)
        throw Refusal("start is of a clip of " + size_words(grid_.picture_width, grid_.picture_height) +
                      "; expected " + size_words(super.real_width, super.real_height) + ", as super");
}

StartClip::Grid StartClip::grid_of_utensils(const Frame& frame, const VSAPI* api) const {
    const Properties properties(frame, "start", api);
    const auto number = [&](const char* name, int low, int high) {
        return properties.at(super_.prefix + "Analysis" + name, low, high);
    };
    Grid grid;
    grid.columns = number("NBlkX", 1, kLargestSide);
    grid.rows = number("NBlkY", 1, kLargestSide);
    grid.width = number("BlkSizeX", 4, 128);
    grid.height = number("BlkSizeY", 4, 128);
    grid.overlap_x = number("OverlapX", 0, grid.width / 2);
    grid.overlap_y = number("OverlapY", 0, grid.height / 2);
    grid.pel = number("Pel", 1, 4);
    grid.delta = number("DeltaFrame", -kMostDelta, kMostDelta);
    grid.picture_width = number("RealWidth", 1, kLargestSide);
    grid.picture_height = number("RealHeight", 1, kLargestSide);
    return grid;
}

StartClip::Grid StartClip::grid_of_tools(const Frame& frame, const VSAPI* api) {
    std::array<int32_t, 21> numbers{};  // as vector_properties.cpp writes them
    const std::string bytes = bytes_of(frame, kToolsDescription, api);
    if (bytes.size() < sizeof numbers)
        throw Refusal(std::string("start's frame property ") + kToolsDescription + " has " +
                      std::to_string(bytes.size()) + " bytes; expected " + std::to_string(sizeof numbers));
    std::memcpy(numbers.data(), bytes.data(), sizeof numbers);
    const auto number = [&](size_t i, int low, int high) {
        const int value = numbers[i];
        if (value >= low && value <= high) return value;
        throw Refusal(std::string("number ") + std::to_string(i) + " of start's frame property " +
                      kToolsDescription + " is " + std::to_string(value) + "; expected " +
                      std::to_string(low) + ".." + std::to_string(high));
    };
    Grid grid;
    grid.width = number(2, 4, 128);
    grid.height = number(3, 4, 128);
    grid.pel = number(4, 1, 4);
    grid.delta = number(6, 0, kMostDelta) * (number(7, 0, 1) ? 1 : -1);
    grid.picture_width = number(10, 1, kLargestSide);
    grid.picture_height = number(11, 1, kLargestSide);
    grid.overlap_x = number(12, 0, grid.width / 2);
    grid.overlap_y = number(13, 0, grid.height / 2);
    grid.columns = number(14, 1, kLargestSide);
    grid.rows = number(15, 1, kLargestSide);
    return grid;
}

std::vector<FlowVector> StartClip::block_vectors(const Frame& frame, const VSAPI* api) const {
    const size_t count = static_cast<size_t>(grid_.columns) * static_cast<size_t>(grid_.rows);
    std::vector<FlowVector> found;
    const auto refuse = [&](const std::string& name) {
        throw Refusal("a frame of start has fewer vectors in " + name + "; expected those of " +
                      size_words(grid_.columns, grid_.rows) + " blocks, as frame 0");
    };
    const std::string name = super_.prefix + "AnalysisVectors";
    if (const int elements = api->mapNumElements(frame.properties(), name.c_str()); elements > 0) {
        if (static_cast<size_t>(elements) != count) refuse(name);
        int error = 0;
        const int64_t* const packed = api->mapGetIntArray(frame.properties(), name.c_str(), &error);
        if (error) throw Refusal("start's frame property " + name + " is no integers; expected vectors");
        for (size_t i = 0; i < count; i++)
            found.push_back({static_cast<float>(static_cast<int32_t>(packed[i])),
                             static_cast<float>(static_cast<int32_t>(packed[i] >> 32))});
        return found;
    }
    const std::string bytes = bytes_of(frame, kToolsVectors, api);
    if (bytes.empty()) return found;
    struct Record {
        int32_t x, y;
        int64_t sad;
    };
    int32_t has_any = 0;
    if (bytes.size() < 8 + count * sizeof(Record)) refuse(kToolsVectors);
    std::memcpy(&has_any, bytes.data() + 4, sizeof has_any);
    if (!has_any) return found;
    std::vector<Record> records(count);  // of the finest level, which is the last
    std::memcpy(records.data(), bytes.data() + bytes.size() - count * sizeof(Record), count * sizeof(Record));
    for (const Record& record : records)
        found.push_back({static_cast<float>(record.x), static_cast<float>(record.y)});
    return found;
}

std::vector<FlowVector> StartClip::vectors(const Frame& frame, const VSAPI* api) const {
    const std::vector<FlowVector> blocks = block_vectors(frame, api);
    std::vector<FlowVector> result;
    if (blocks.empty()) return result;
    const float pixel = 1 / static_cast<float>(grid_.pel);
    for (int my = 0; my < (super_.real_height + kMacroblock - 1) / kMacroblock; my++)
        for (int mx = 0; mx < (super_.real_width + kMacroblock - 1) / kMacroblock; mx++) {
            const int column = nearest_block(mx, grid_.width, grid_.overlap_x, grid_.columns),
                      row = nearest_block(my, grid_.height, grid_.overlap_y, grid_.rows);
            const FlowVector& v = blocks[static_cast<size_t>(row * grid_.columns + column)];
            result.push_back({pixel * v.x, pixel * v.y});
        }
    return result;
}

}  // namespace genmedia::vapoursynth
