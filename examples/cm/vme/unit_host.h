// SPDX-License-Identifier: MIT
// The hosts' part: pictures, and C++ requests with the same meaning as the kernels' messages.
#pragma once

#include "../common/host.h"

#include <genmedia/vme.h>

#include <algorithm>
#include <cmath>

namespace vme = genmedia::vme;

struct Picture {
    int width, height;
    std::vector<unsigned char> nv12 =
        std::vector<unsigned char>(static_cast<size_t>(width * height * 3 / 2), 128);

    unsigned char& at(int x, int y) { return nv12[static_cast<size_t>(y * width + x)]; }
    genmedia::PlaneView luma() const { return {nv12.data(), width, height, width}; }
};

// A landscape that was moved by (dx, dy) pixels.
inline Picture moved_landscape(int width, int height, double dx, double dy) {
    Picture picture{width, height};
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            const double u = x - dx, v = y - dy;
            picture.at(x, y) = static_cast<unsigned char>(
                128 + 40 * std::sin(u / 19 + v / 31) + 40 * std::sin(v / 23 - u / 47 + std::sin(u / 13)) +
                20 * std::sin(u / 2.3) * std::sin(v / 2.9 + u / 37));
        }
    }
    return picture;
}

inline CmSurface2D* surface(Host& host, const Picture& picture) {
    return host.picture(static_cast<UINT>(picture.width), static_cast<UINT>(picture.height),
                        CM_SURFACE_FORMAT_NV12, picture.nv12);
}

// The costs of set_macroblock. The unit encodes costs of distances as bytes with base and shift, as here.
inline vme::InterCosts costs(vme::MotionVector center = {}) {
    vme::InterCosts costs;
    vme::MotionVectorCost& vector = costs.motion_vector.emplace();
    const int bytes[] = {0, 2, 4, 7, 9, 12, 15, 0x19};
    for (size_t i = 0; i < 8; i++) vector.table[i] = {static_cast<uint8_t>(bytes[i])};
    vector.center.fill({center, {}});
    return costs;
}

// The search of set_walk.
inline vme::CustomSearchPath raster_path(int width, int height) {
    vme::CustomSearchPath path{{width, height}, 25, 40, true, {}, {}, {}};
    path.forward_start = path.backward_start = {static_cast<uint8_t>((width - 16) / 8),
                                                static_cast<uint8_t>((height - 16) / 8)};
    const uint8_t steps[4] = {0x01, 0x10, 0x0F, 0xF0};
    size_t at = 0;
    for (int leg = 0; leg < 9; leg++) {
        for (int i = 0; i <= leg / 2 && at < 24; i++) path.steps[at++] = steps[leg % 4];
    }
    return path;
}

template <class Result, class Request>
Result evaluated(const Request& request) {
    Result result;
    const genmedia::Status status = evaluate(request, result);
    if (!status.ok()) {
        std::cerr << status.message() << "\n";
        std::exit(1);
    }
    return result;
}

inline vme::RefineResult refined(const vme::ImeRequest& search, const vme::ImeResult& found) {
    vme::RefineRequest request;
    request.source = search.source;
    request.set_forward(search.forward);
    request.set_partition(found);
    if (search.backward) {
        request.set_backward(*search.backward);
        request.bidirectional = vme::BidirectionalWeight::half;
    }
    request.distortion = search.distortion;
    request.costs = search.costs;
    return evaluated<vme::RefineResult>(request);
}
