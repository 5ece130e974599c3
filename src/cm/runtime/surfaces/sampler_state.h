// SPDX-License-Identifier: MIT
// Samplers, and the device's table of them.
#pragma once

#include <cm/abi.h>

#include <map>
#include <memory>
#include <mutex>

#include "cm/runtime/cm_api.h"

namespace genmedia::runtime {

// A state, and its place in the table.
class SamplerEntry {
public:
    virtual ~SamplerEntry() = default;

    const cm_abi::Sampler& state() const { return state_; }
    // The table calls it once.
    void set_index(unsigned index) { index_ = index; }

protected:
    cm_abi::Sampler state_{};
    SamplerIndex index_;
};

class Sampler final : public CmSampler, public SamplerEntry {
public:
    explicit Sampler(const CM_SAMPLER_STATE& state);
    explicit Sampler(const CM_SAMPLER_STATE_EX& state);

    INT GetIndex(SamplerIndex*& index) override;
};

// For adaptive video scaling.
class Sampler8x8 final : public CmSampler8x8, public SamplerEntry {
public:
    explicit Sampler8x8(const CM_AVS_STATE_MSG& state);  // with its AvsState

    INT GetIndex(SamplerIndex*& index) override;

private:
    cm_abi::Scaler scaler_{};
};

class SamplerTable {
public:
    // False if there are kMaxSamplers already.
    bool add(const std::shared_ptr<SamplerEntry>& sampler);
    std::shared_ptr<SamplerEntry> find(unsigned index) const;  // null if there is none
    // Whether the host's object was there.
    template <class Interface>
    bool remove(const Interface* sampler) {
        const std::lock_guard lock(mutex_);
        return std::erase_if(samplers_, [&](const auto& entry) {
                   const Interface* object = dynamic_cast<const Interface*>(entry.second.get());
                   return object != nullptr && object == sampler;
               }) != 0;
    }

private:
    mutable std::mutex mutex_;
    std::map<unsigned, std::shared_ptr<SamplerEntry>> samplers_;
};

}  // namespace genmedia::runtime
