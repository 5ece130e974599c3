// SPDX-License-Identifier: MIT
// Native requests with the same meaning as the helpers of tests/opencl/kernels.
#pragma once

#include "opencl/compare.h"
#include "opencl/layered_device.h"

namespace genmedia::test {

inline vme::SourceBlock source_at(const Picture& picture, int x, int y) {
    return {.image = {.luma = picture.view(), .chroma = {}}, .scan = Scan::progressive, .x = x, .y = y};
}

inline vme::Reference reference(const Picture& picture, int id = 0, Scan scan = Scan::progressive) {
    return {.luma = picture.view(), .scan = scan, .id = static_cast<uint8_t>(id)};
}

// As single_search() and dual_search() of ime.h do, around the macroblock at (x, y).
inline vme::ImeRequest single_search(const Scene& scene, int x, int y) {
    vme::ImeRequest request;
    request.source = source_at(scene.source, x, y);
    request.forward = reference(scene.forward);
    return request;
}

inline vme::ImeRequest dual_search(const Scene& scene, int x, int y) {
    vme::ImeRequest request = single_search(scene, x, y);
    request.backward = reference(scene.backward);
    return request;
}

using ImeChange = std::function<void(vme::ImeRequest&)>;

inline RequestAt<vme::ImeRequest> singles(const Scene& scene, const ImeChange& change = {}) {
    return [&scene, change](int x, int y) {
        vme::ImeRequest request = single_search(scene, x, y);
        if (change) change(request);
        return request;
    };
}

inline RequestAt<vme::ImeRequest> duals(const Scene& scene, const ImeChange& change = {}) {
    return [&scene, change](int x, int y) {
        vme::ImeRequest request = dual_search(scene, x, y);
        if (change) change(request);
        return request;
    };
}

// The parameters' polarities: bit 2n is for forward picture n, bit 2n + 1 for backward picture n.
inline uint8_t looked_up_polarities(uint32_t ids, uint32_t polarities) {
    unsigned bits = 0;
    for (int q = 0; q < 4; q++) {
        const unsigned forward = ids >> (8 * q) & 15, backward = ids >> (8 * q + 4) & 15;
        bits |= (polarities >> (2 * forward) & 1) << q;
        bits |= (polarities >> (2 * backward + 1) & 1) << (q + 4);
    }
    return static_cast<uint8_t>(bits);
}

// Packed reference ids, and the polarities of the parameters.
inline constexpr std::pair<cl_uint, cl_uint> kPolarityCases[] = {
    {0x00000000, 0x00000002}, {0x10321032, 0x000000C9}, {0xF0E1D2C3, 0x9A5C36E1}, {0x76543210, 0xFFFFFFFF}};

// Runs `check` with each scene, until it fails for one.
template <class Check>
void for_each_scene(const Check& check) {
    for (const Scene& scene : scenes()) {
        SCOPED_TRACE(scene.name + " scene");
        check(scene);
        if (::testing::Test::HasFailure()) return;
    }
}

}  // namespace genmedia::test
