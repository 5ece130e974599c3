// SPDX-License-Identifier: MIT
// Samplers, and the device's table of them.
#pragma once

#include <cm/abi.h>

#include <map>
#include <memory>
#include <mutex>

#include "cm/runtime/cm_api.h"

namespace genmedia::runtime {

class Sampler final : public CmSampler {
public:
    explicit Sampler(const CM_SAMPLER_STATE& state);
    explicit Sampler(const CM_SAMPLER_STATE_EX& state);

    INT GetIndex(SamplerIndex*& index) override;

    const cm_abi::Sampler& state() const { return state_; }
    // The table calls it once.
    void set_index(unsigned index) { index_ = index; }
    unsigned index() { return index_.get_data(); }

private:
    cm_abi::Sampler state_{};
    SamplerIndex index_;
};

class SamplerTable {
public:
    // False if there are kMaxSamplers already.
    bool add(const std::shared_ptr<Sampler>& sampler);
    std::shared_ptr<Sampler> find(unsigned index) const;  // null if there is none
    std::shared_ptr<Sampler> take(const CmSampler* sampler);

private:
    mutable std::mutex mutex_;
    std::map<unsigned, std::shared_ptr<Sampler>> samplers_;
};

}  // namespace genmedia::runtime
