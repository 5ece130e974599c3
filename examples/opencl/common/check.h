// SPDX-License-Identifier: MIT
// For --check: asks the native unit the same, and reports the first difference.
#pragma once

#include "macroblock.h"
#include "pictures.h"

#include <genmedia/partition.h>
#include <genmedia/vme.h>

#include <cstdio>
#include <stdexcept>

namespace example {

inline genmedia::PlaneView view(const Frame& frame) {
    return {frame.luma.data(), frame.width, frame.height, frame.width, 1};
}

inline genmedia::vme::SourceBlock source(const Frame& frame, int column, int row) {
    genmedia::vme::SourceBlock block;
    block.image.luma = view(frame);
    block.x = column * 16;
    block.y = row * 16;
    return block;
}

inline genmedia::vme::Reference reference(const Frame& frame, int id = 0) {
    genmedia::vme::Reference reference;
    reference.luma = view(frame);
    reference.id = static_cast<uint8_t>(id);
    return reference;
}

template <class Result, class Request>
Result evaluated(const Request& request) {
    Result result;
    const genmedia::Status status = genmedia::vme::evaluate(request, result);
    if (!status.ok()) throw std::runtime_error(status.message());
    return result;
}

inline genmedia::vme::RefineResult refined(const genmedia::vme::ImeRequest& search,
                                           const genmedia::vme::ImeResult& result) {
    genmedia::vme::RefineRequest request;
    request.source = search.source;
    request.set_forward(search.forward);
    request.set_partition(result);
    request.costs = search.costs;
    return evaluated<genmedia::vme::RefineResult>(request);
}

inline cl_uint packed(genmedia::vme::MotionVector vector) {
    return static_cast<uint16_t>(vector.x) | static_cast<cl_uint>(static_cast<uint16_t>(vector.y)) << 16;
}

class Check {
public:
    // Sets the macroblock for the next comparisons.
    void at(int column, int row) {
        column_ = column;
        row_ = row;
    }

    template <class T>
    void equal(const char* field, int index, T got, T expected) {
        fields_++;
        if (got == expected || differs_) return;
        differs_ = true;
        std::printf("differs: macroblock (%d, %d), %s[%d] is %#llx, the native unit has %#llx\n", column_,
                    row_, field, index, static_cast<unsigned long long>(got),
                    static_cast<unsigned long long>(expected));
    }

    // After a search in one picture, backward values are undefined; so are minor shapes of undivided blocks.
    void equal(const Macroblock& got, const genmedia::vme::InterResult& expected, bool both_directions,
               const genmedia::vme::InterCosts& costs = {}) {
        const auto distortions = genmedia::vme::packed_distortions(expected, costs);
        const cl_ulong vector_mask = both_directions ? ~cl_ulong{0} : 0xFFFFFFFF;
        for (int n = 0; n < 16; n++) {
            const cl_ulong vector = packed(expected.vectors[n].forward) |
                                    static_cast<cl_ulong>(packed(expected.vectors[n].backward)) << 32;
            equal("vectors", n, got.vectors[n] & vector_mask, vector & vector_mask);
            equal("distortions", n, int{got.distortions[n]}, int{distortions[n]});
        }
        equal("best_distortion", 0, int{got.best_distortion}, int{expected.best_distortion});
        equal("major_shape", 0, int{got.major_shape}, static_cast<int>(expected.major_shape));
        equal("vector_count", 0, int{got.vector_count}, int{expected.vector_count});
        for (int q = 0; q < 4; q++) {
            const genmedia::vme::ReferenceIds ids = expected.reference_ids[q];
            const int got_ids = static_cast<int>(got.reference_ids >> (8 * q) & 255);
            equal("directions", q, got.directions >> (2 * q) & 3, static_cast<int>(expected.directions[q]));
            equal("forward ids", q, got_ids & 15, int{ids.forward});
            if (both_directions) equal("backward ids", q, got_ids >> 4, int{ids.backward});
            if (expected.major_shape == genmedia::vme::MajorShape::shape_8x8) {
                equal("minor_shapes", q, got.minor_shapes >> (2 * q) & 3,
                      static_cast<int>(expected.minor_shapes[q]));
            }
        }
    }

    // The example's exit status.
    int status() const {
        if (!differs_) std::printf("check: %d values equal the native unit's\n", fields_);
        return differs_ ? 1 : 0;
    }

private:
    int column_ = 0, row_ = 0, fields_ = 0;
    bool differs_ = false;
};

}  // namespace example
