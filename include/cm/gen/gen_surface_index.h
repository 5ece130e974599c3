// SPDX-License-Identifier: MIT
// Handles of surfaces and samplers on Gen: slots of the binding table.
#pragma once

#include "../core/region.h"
#include "../thread/thread.h"

namespace cm::gen {
template <int Kind>
class handle {
public:
    handle() = default;
    CM_INLINE handle(uint index) : index_(index) {}
    CM_INLINE handle(int index) : index_(static_cast<uint>(index)) {}
    CM_INLINE uint cm_index() const { return index_; }

private:
    uint index_ = 0;
};
}  // namespace cm::gen

class SurfaceIndex : public cm::gen::handle<cm::gen::surface_argument> {
    using handle::handle;
};
class SamplerIndex : public cm::gen::handle<cm::gen::sampler_argument> {
    using handle::handle;
};
