// SPDX-License-Identifier: MIT
#include "vapoursynth/vector_properties.h"

#include <array>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <string>

namespace genmedia::vapoursynth {
namespace {

void set_int(VSMap* map, const std::string& name, int64_t value, const VSAPI* api) {
    api->mapSetInt(map, name.c_str(), value, maReplace);
}

// They hold the planes of the super clip.
void remove_super(VSMap* map, const std::string& prefix, const VSAPI* api) {
    std::vector<std::string> names;
    for (int i = 0; i < api->mapNumKeys(map); i++) names.emplace_back(api->mapGetKey(map, i));
    for (const std::string& name : names)
        if (name.starts_with(prefix)) api->mapDeleteKey(map, name.c_str());
}

void describe(const VectorClip& clip, VSMap* map, const VSAPI* api) {
    const SuperLayout& layout = clip.layout;
    const BlockGrid& grid = clip.grid;
    const std::pair<const char*, int> facts[] = {{"Width", layout.width},
                                                 {"Height", layout.height},
                                                 {"RealWidth", layout.real_width},
                                                 {"RealHeight", layout.real_height},
                                                 {"HPad", layout.pad_x},
                                                 {"VPad", layout.pad_y},
                                                 {"Pel", layout.pel},
                                                 {"Levels", layout.levels},
                                                 {"Chroma", clip.with_chroma},
                                                 {"XRatioUV", layout.ratio_x},
                                                 {"YRatioUV", layout.ratio_y},
                                                 {"BlkSizeX", grid.width},
                                                 {"BlkSizeY", grid.height},
                                                 {"OverlapX", grid.overlap_x},
                                                 {"OverlapY", grid.overlap_y},
                                                 {"NBlkX", grid.columns},
                                                 {"NBlkY", grid.rows},
                                                 {"DeltaFrame", clip.delta},
                                                 {"BitsPerSample", layout.bits}};
    for (const auto& [name, value] : facts) set_int(map, layout.prefix + "Analysis" + name, value, api);
}

void set_utensils(const VectorClip& clip, const std::vector<BlockVector>& vectors, VSMap* map,
                  const VSAPI* api) {
    const std::string& prefix = clip.layout.prefix;
    remove_super(map, prefix + "Super", api);
    describe(clip, map, api);
    if (vectors.empty()) return;
    std::vector<int64_t> packed, sads;
    packed.reserve(vectors.size());
    sads.reserve(vectors.size());
    for (const BlockVector& v : vectors) {
        packed.push_back(static_cast<int64_t>(uint64_t{static_cast<uint32_t>(v.x)} |
                                              uint64_t{static_cast<uint32_t>(v.y)} << 32));
        sads.push_back(v.sad);
    }
    const auto count = static_cast<int>(vectors.size());
    api->mapSetIntArray(map, (prefix + "AnalysisVectors").c_str(), packed.data(), count);
    api->mapSetIntArray(map, (prefix + "AnalysisSAD").c_str(), sads.data(), count);
}

void set_bytes(VSMap* map, const char* name, const void* bytes, size_t count, const VSAPI* api) {
    api->mapSetData(map, name, static_cast<const char*>(bytes), static_cast<int>(count), dtBinary, maReplace);
}

// MVTools' structure of 21 numbers.
std::array<int32_t, 21> tools_description(const VectorClip& clip) {
    const SuperLayout& layout = clip.layout;
    const BlockGrid& grid = clip.grid;
    constexpr int is_backward = 2, uses_chroma = 8, levels = 1;
    const int flags = (clip.with_chroma ? uses_chroma : 0) | (clip.delta > 0 ? is_backward : 0);
    return {0,
            0,
            grid.width,
            grid.height,
            layout.pel,
            levels,
            std::abs(clip.delta),
            clip.delta > 0,
            0,
            flags,
            layout.width,
            layout.height,
            grid.overlap_x,
            grid.overlap_y,
            grid.columns,
            grid.rows,
            layout.bits,
            layout.ratio_y,
            layout.ratio_x,
            layout.pad_x,
            layout.pad_y};
}

void set_tools(const VectorClip& clip, const std::vector<BlockVector>& vectors, VSMap* map,
               const VSAPI* api) {
    struct Record {
        int32_t x, y;
        int64_t sad;
    };
    const std::array<int32_t, 21> description = tools_description(clip);
    set_bytes(map, "MVTools_MVAnalysisData", description.data(), sizeof description, api);
    // As many records where there are no vectors: what would be a match of nothing.
    const auto count = static_cast<size_t>(clip.grid.columns) * static_cast<size_t>(clip.grid.rows);
    const Record none{0, 0, int64_t{clip.grid.width} * clip.grid.height << clip.layout.bits};
    std::vector<Record> records(count, none);
    for (size_t i = 0; i < vectors.size(); i++) records[i] = {vectors[i].x, vectors[i].y, vectors[i].sad};
    const auto level = static_cast<int32_t>(4 + count * sizeof(Record));
    const int32_t head[] = {8 + level, vectors.empty() ? 0 : 1,
                            level};  // all bytes, is there any, a level's bytes
    std::vector<char> bytes(sizeof head + count * sizeof(Record));
    std::memcpy(bytes.data(), head, sizeof head);
    std::memcpy(bytes.data() + sizeof head, records.data(), count * sizeof(Record));
    set_bytes(map, "MVTools_vectors", bytes.data(), bytes.size(), api);
}

}  // namespace

void set_vector_properties(const VectorClip& clip, const std::vector<BlockVector>& vectors,
                           const NewFrame& frame, const VSAPI* api) {
    VSMap* const map = api->getFramePropertiesRW(frame.get());
    if (clip.layout.kind == SuperKind::tools)
        set_tools(clip, vectors, map, api);
    else
        set_utensils(clip, vectors, map, api);
}

}  // namespace genmedia::vapoursynth
