// SPDX-License-Identifier: MIT
// Input for the tests of refinement: native search results, and requests that refine them.
#pragma once

#include "opencl/builtins/native_requests.h"

namespace genmedia::test {

// A search result for each macroblock of a scene.
class Searched {
public:
    Searched(const Scene& scene, Grid grid, const RequestAt<vme::ImeRequest>& request)
        : scene_(scene), grid_(grid) {
        for (size_t i = 0; i < grid.count(); i++) {
            results_.push_back(evaluated<vme::ImeResult>(
                request(static_cast<int>(i % grid.columns) * 16, static_cast<int>(i / grid.columns) * 16)));
        }
    }

    const vme::ImeResult& at(int x, int y) const {
        return results_[static_cast<size_t>(y / 16) * grid_.columns + static_cast<size_t>(x / 16)];
    }

    // The inputs as the kernels take them.
    std::vector<RefineInput> inputs() const {
        std::vector<RefineInput> inputs;
        for (const vme::ImeResult& result : results_) {
            const InterRecord record = record_of(static_cast<const vme::InterResult&>(result));
            RefineInput input{};
            std::copy(std::begin(record.vectors), std::end(record.vectors), input.vectors);
            input.reference_ids = record.reference_ids;
            input.major_shape = record.major_shape;
            input.minor_shapes = record.minor_shapes;
            input.directions = record.directions;
            inputs.push_back(input);
        }
        return inputs;
    }

    // Refines to quarter pixels, from the first or the second pair of pictures.
    vme::RefineRequest request(int x, int y, int pair = 0) const {
        vme::RefineRequest request;
        request.source = source_at(scene_.source, x, y);
        request.set_forward(reference(pair == 0 ? scene_.forward : scene_.forward1, pair));
        request.set_backward(reference(pair == 0 ? scene_.backward : scene_.backward1, pair));
        request.set_partition(at(x, y));
        return request;
    }

    Grid grid() const { return grid_; }

private:
    const Scene& scene_;
    Grid grid_;
    std::vector<vme::ImeResult> results_;
};

using RefineChange = std::function<void(vme::RefineRequest&)>;

inline RequestAt<vme::RefineRequest> fractional(const Searched& searched, const RefineChange& change = {}) {
    return [&searched, change](int x, int y) {
        vme::RefineRequest request = searched.request(x, y);
        if (change) change(request);
        return request;
    };
}

// The same as bidirectional() in ref.h.
inline RequestAt<vme::RefineRequest> bidirectional(const Searched& searched, const RefineChange& change = {},
                                                   int pair = 0) {
    return [&searched, change, pair](int x, int y) {
        vme::RefineRequest request = searched.request(x, y, pair);
        request.bidirectional = vme::BidirectionalWeight::half;
        if (change) change(request);
        return request;
    };
}

}  // namespace genmedia::test
