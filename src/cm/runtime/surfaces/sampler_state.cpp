// SPDX-License-Identifier: MIT
#include "cm/runtime/surfaces/sampler_state.h"

#include <algorithm>

namespace genmedia::runtime {

Sampler::Sampler(const CM_SAMPLER_STATE& state) {
    state_.min_filter = state.minFilterType;
    state_.mag_filter = state.magFilterType;
    state_.address_u = state.addressU;
    state_.address_v = state.addressV;
    state_.address_w = state.addressW;
    state_.border_type = CM_PIXEL_OTHER;
}

Sampler::Sampler(const CM_SAMPLER_STATE_EX& state)
    : Sampler(CM_SAMPLER_STATE{state.minFilterType, state.magFilterType, state.addressU, state.addressV,
                               state.addressW}) {
    state_.border_type = state.SurfaceFormat;
    const float as_floats[4] = {state.BorderColorRedF, state.BorderColorGreenF, state.BorderColorBlueF,
                                state.BorderColorAlphaF};
    const DWORD unsigned_ones[4] = {state.BorderColorRedU, state.BorderColorGreenU, state.BorderColorBlueU,
                                    state.BorderColorAlphaU};
    for (int c = 0; c < 4; c++) {
        if (state.SurfaceFormat == CM_PIXEL_UINT) {
            state_.border[c] = static_cast<float>(unsigned_ones[c]);
        } else if (state.SurfaceFormat == CM_PIXEL_SINT) {
            state_.border[c] = static_cast<float>(static_cast<INT>(unsigned_ones[c]));
        } else {
            state_.border[c] = as_floats[c];
        }
    }
}

INT Sampler::GetIndex(SamplerIndex*& index) {
    index = &index_;
    return CM_SUCCESS;
}

namespace {

// As Intel's runtime rounds: to 1/64, towards 0, in eight bits.
int8_t weight(float coefficient) { return static_cast<int8_t>(static_cast<int>(coefficient * 64)); }

template <class Rows>
void fill(const CM_AVS_COEFF_TABLE* from, Rows& rows) {
    for (auto& row : rows) {
        const float weights[] = {from->FilterCoeff_0_0, from->FilterCoeff_0_1, from->FilterCoeff_0_2,
                                 from->FilterCoeff_0_3, from->FilterCoeff_0_4, from->FilterCoeff_0_5,
                                 from->FilterCoeff_0_6, from->FilterCoeff_0_7};
        std::ranges::transform(weights, row, weight);
        from++;
    }
}

}  // namespace

Sampler8x8::Sampler8x8(const CM_AVS_STATE_MSG& state) {
    static_assert(cm_abi::kScalerPhases == CM_NUM_COEFF_ROWS_SKL);
    const CM_AVS_NONPIPLINED_STATE& tables = *state.AvsState;
    scaler_.nearest = state.AVSTYPE;
    scaler_.eight_taps = state.EightTapAFEnable;
    scaler_.shuffled = state.ShuffleOutputWriteback;
    scaler_.sharpness = tables.DefaultSharpLvl;
    fill(tables.Tbl0X, scaler_.coefficients[0][0]);
    fill(tables.Tbl0Y, scaler_.coefficients[0][1]);
    fill(tables.Tbl1X, scaler_.coefficients[1][0]);
    fill(tables.Tbl1Y, scaler_.coefficients[1][1]);
    for (auto& across_or_down : scaler_.coefficients[1])  // chroma has taps 2 to 5
        for (auto& row : across_or_down) row[0] = row[1] = row[6] = row[7] = 0;
    state_.scaler = &scaler_;
}

INT Sampler8x8::GetIndex(SamplerIndex*& index) {
    index = &index_;
    return CM_SUCCESS;
}

bool SamplerTable::add(const std::shared_ptr<SamplerEntry>& sampler) {
    const std::lock_guard lock(mutex_);
    if (samplers_.size() == kMaxSamplers) return false;
    unsigned free = 0;
    while (samplers_.contains(free)) free++;
    samplers_.emplace(free, sampler);
    sampler->set_index(free);
    return true;
}

std::shared_ptr<SamplerEntry> SamplerTable::find(unsigned index) const {
    const std::lock_guard lock(mutex_);
    const auto found = samplers_.find(index);
    return found == samplers_.end() ? nullptr : found->second;
}

}  // namespace genmedia::runtime
