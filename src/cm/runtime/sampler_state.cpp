// SPDX-License-Identifier: MIT
#include "cm/runtime/sampler_state.h"

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

bool SamplerTable::add(const std::shared_ptr<Sampler>& sampler) {
    const std::lock_guard lock(mutex_);
    if (samplers_.size() == kMaxSamplers) return false;
    unsigned free = 0;
    while (samplers_.contains(free)) free++;
    samplers_.emplace(free, sampler);
    sampler->set_index(free);
    return true;
}

std::shared_ptr<Sampler> SamplerTable::find(unsigned index) const {
    const std::lock_guard lock(mutex_);
    const auto found = samplers_.find(index);
    return found == samplers_.end() ? nullptr : found->second;
}

std::shared_ptr<Sampler> SamplerTable::take(const CmSampler* sampler) {
    const std::lock_guard lock(mutex_);
    const auto found =
        std::ranges::find_if(samplers_, [&](const auto& entry) { return entry.second.get() == sampler; });
    if (found == samplers_.end()) return nullptr;
    std::shared_ptr<Sampler> taken = std::move(found->second);
    samplers_.erase(found);
    return taken;
}

}  // namespace genmedia::runtime
