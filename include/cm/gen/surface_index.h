// Handles of surfaces and samplers on Gen: places in the binding table.
#pragma once

#include "../region.h"
#include "../thread.h"

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

namespace cm {
// Every second row of a picture.
struct field_surface {
    SurfaceIndex surface;
    int parity;
};
// A buffer whose offsets are aligned to 4 bytes only.
struct dword_aligned {
    SurfaceIndex surface;
};
}  // namespace cm

CM_INLINE cm::dword_aligned DWALIGNED(SurfaceIndex surface) { return {surface}; }
CM_INLINE cm::dword_aligned MODIFIED_DWALIGNED(SurfaceIndex surface) { return {surface}; }
CM_NOT_ON_GEN(TOP_FIELD)
CM_NOT_ON_GEN(BOTTOM_FIELD)

#define CM_SOURCE_PLACE \
    [[maybe_unused]] const char *file = __builtin_FILE(), [[maybe_unused]] int line = __builtin_LINE()
