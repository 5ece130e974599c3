// SPDX-License-Identifier: MIT
// The unit's operations as commands on a device's queue: of many macroblocks, between buffers of the device.
// Each buffer holds what records.h calls its elements; one that is left out is null.
#pragma once

#include "vme/opencl/device_program.h"

namespace genmedia::vme::opencl {

// A run of places, all of which belong to one operation.
struct Places {
    const cl::Buffer& records;  // PlaceRecord
    size_t first = 0, count = 0;
};

// One caller at a time. Functions throw cl::Error.
class UnitKernels {
public:
    explicit UnitKernels(const Program& program);

    // Integer searches. Where a place's SearchRecord::is_rectangle is not `rectangles`, its result stays as
    // it is. `results` is InterRecord of each place, `extras` SearchExtras.
    struct Search {
        const cl::Buffer &pictures, &searches, &paths, &streams;
        bool rectangles;
    };
    void search(const Search& search, const Places& places, const cl::Buffer& results,
                const cl::Buffer& extras);

    // Refines the partitionings `given`, InterRecord of each place; `results` may be the same buffer.
    void refine(const cl::Buffer& pictures, const cl::Buffer& refinements, const Places& places,
                const cl::Buffer& given, const cl::Buffer& results);

    // `results` is SkipResult of each place.
    void check_skip(const cl::Buffer& pictures, const cl::Buffer& skips, const Places& places,
                    const cl::Buffer& results);

    // Of places with neighbours of their own, NeighborRecord of each. `results` is IntraResult of each.
    void estimate_intra(const cl::Buffer& pictures, const cl::Buffer& intras, const Places& places,
                        const cl::Buffer& neighbors, const cl::Buffer& results);

    // Of all macroblocks of a picture, `count` in rows of `columns`, with its own samples as neighbours.
    void estimate_picture_intra(const cl::Buffer& pictures, const cl::Buffer& intra, int columns,
                                size_t count, const cl::Buffer& results);

private:
    void run(const cl::Kernel& kernel, size_t count, size_t items, const auto&... arguments);

    const Program& program_;
    cl::Kernel search_windows_, search_rectangles_, refine_, check_skip_, estimate_intra_;
};

}  // namespace genmedia::vme::opencl
