// SPDX-License-Identifier: MIT
#include "../common/host.h"

int main() {
    constexpr UINT width = 16, height = 4;
    std::vector<uint8_t> ramp(width * height), found(width * height * 4);
    for (UINT i = 0; i < width * height; i++) ramp[i] = static_cast<uint8_t>(i % width * 16);
    Host host("avs_sampler_genx.isa");
    CmSurface2D* small = host.picture(width, height, CM_SURFACE_FORMAT_A8, ramp);
    CmSurface2D* large = host.picture(width * 2, height * 2, CM_SURFACE_FORMAT_A8, found);
    SurfaceIndex* scaled = nullptr;
    cm_result_check(host.device->CreateSampler8x8Surface(small, scaled, CM_AVS_SURFACE));
    CM_AVS_NONPIPLINED_STATE tables{};
    tables.BypassXAF = tables.BypassYAF = true;
    tables.DefaultSharpLvl = 255;
    for (UINT i = 0; i < 32; i++) {  // phases: a cubic between pixels, across and down
        const float right = static_cast<float>(i) / 32, left = 1 - right, side = -0.5f * left * right;
        CM_AVS_COEFF_TABLE& row = tables.Tbl0X[i];
        row.FilterCoeff_0_2 = side * left;
        row.FilterCoeff_0_3 = left + side * (right - 2 * left);
        row.FilterCoeff_0_4 = right + side * (left - 2 * right);
        row.FilterCoeff_0_5 = side * right;
        tables.Tbl0Y[i] = row;
    }
    CM_AVS_STATE_MSG state{};
    state.AvsState = &tables;
    CM_SAMPLER_8X8_DESCR description{};
    description.stateType = CM_SAMPLER8X8_AVS;
    description.avs = &state;
    CmSampler8x8* sampler = nullptr;
    cm_result_check(host.device->CreateSampler8x8(description, sampler));
    SamplerIndex* index = nullptr;
    cm_result_check(sampler->GetIndex(index));
    CmKernel* kernel = host.kernel("enlarge");
    Host::set_all(kernel, scaled, *index, large, 0.5f / width, 0.5f / height);
    host.run(kernel, 2, height / 2);
    Host::read(large, found);
    bool right = true;  // a cubic leaves a ramp a ramp; outside, the edges' pixels are repeated
    for (UINT x = 2; x < 28; x++) right = right && found[x] == x * 8;
    return report(right);
}
