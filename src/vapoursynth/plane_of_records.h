// SPDX-License-Identifier: MIT
// Frames between nodes of this plugin, whose lines hold records in place of pixels. VapourSynth keeps, shares
// and counts them as it does all frames.
#pragma once

#include "vapoursynth/vapoursynth.h"

#include <cstring>
#include <vector>

namespace genmedia::vapoursynth {

// The format and size of frames with `columns` x `rows` records.
template <class Record>
VSVideoInfo records_info(const VSVideoInfo& like, int columns, int rows, VSCore* core, const VSAPI* api) {
    static_assert(sizeof(Record) % 4 == 0);
    VSVideoInfo info = like;
    if (!api->queryVideoFormat(&info.format, cfGray, stInteger, 32, 0, 0, core))
        throw Refusal("VapourSynth has no format of 32 bits");
    info.width = columns * static_cast<int>(sizeof(Record) / 4);
    info.height = rows;
    return info;
}

// From line `row` on.
template <class Record>
void write_records(const std::vector<Record>& records, int columns, int row, const NewFrame& frame,
                   const VSAPI* api) {
    const auto line = static_cast<size_t>(columns);
    uint8_t* to = api->getWritePtr(frame.get(), 0) + row * api->getStride(frame.get(), 0);
    for (size_t first = 0; first < records.size(); first += line, to += api->getStride(frame.get(), 0))
        std::memcpy(to, records.data() + first, line * sizeof(Record));
}

template <class Record>
std::vector<Record> read_records(const Frame& frame, int columns, int first_row, int rows, const VSAPI* api) {
    const auto line = static_cast<size_t>(columns);
    std::vector<Record> records(line * static_cast<size_t>(rows));
    for (int row = 0; row < rows; row++)
        std::memcpy(records.data() + static_cast<size_t>(row) * line,
                    api->getReadPtr(frame.get(), 0) + (first_row + row) * api->getStride(frame.get(), 0),
                    line * sizeof(Record));
    return records;
}

}  // namespace genmedia::vapoursynth
