// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    constexpr UINT width = 16, height = 4;
    std::vector<uint8_t> ramp(width * height), found(width * height * 4);
    for (UINT i = 0; i < width * height; i++) ramp[i] = static_cast<uint8_t>(i % width * 16);
    Host host("sampler_genx.isa");
    CmSurface2D* small = host.picture(width, height, CM_SURFACE_FORMAT_A8, ramp);
    CmSurface2D* large = host.picture(width * 2, height * 2, CM_SURFACE_FORMAT_A8, found);
    SurfaceIndex* sampled = nullptr;
    cm_result_check(host.device->CreateSamplerSurface2D(small, sampled));
    CM_SAMPLER_STATE state = {CM_TEXTURE_FILTER_TYPE_LINEAR, CM_TEXTURE_FILTER_TYPE_LINEAR,
                              CM_TEXTURE_ADDRESS_CLAMP, CM_TEXTURE_ADDRESS_CLAMP, CM_TEXTURE_ADDRESS_CLAMP};
    CmSampler* sampler = nullptr;
    cm_result_check(host.device->CreateSampler(state, sampler));
    CmKernel* kernel = host.kernel("enlarge");
    Host::set_all(kernel, sampled, sampler, large, 0.5f / width, 0.5f / height);
    host.run(kernel, 2, height * 2);
    Host::read(large, found);
    bool right = found[0] == 0 && found[31] == 240;  // outside, the edges' pixels are repeated
    for (UINT x = 1; x < 31; x++) right = right && found[x] == x * 8 - 4;
    return report(right);
}
