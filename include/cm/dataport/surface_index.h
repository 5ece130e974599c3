// SPDX-License-Identifier: MIT
// Handles of surfaces, samplers and states, which kernels get as parameters. CM spec 2.3, 4.5.
#pragma once

#include "../core/region.h"
#include "../thread/thread.h"

#ifdef CM_GEN
#include "../gen/gen_surface_index.h"
#else

namespace cm::detail {

// The surface of unbound places: reads give 0, writes are dropped. Kernels for debugging stop instead.
inline constexpr cm_abi::Surface kUnbound = {};

CM_INLINE const cm_abi::Surface* in_binding_table(uint index) {
    const cm_abi::Dispatch& dispatch = *this_thread().dispatch;
    const cm_abi::Surface* surface =
        index < cm_abi::kBindingTableSize && dispatch.binding_table ? dispatch.binding_table[index] : nullptr;
    return surface ? surface : &kUnbound;
}
CM_INLINE const cm_abi::Sampler* in_sampler_table(uint index) {
    const cm_abi::Sampler* const* table = this_thread().dispatch->samplers;
    return index < cm_abi::kBindingTableSize && table ? table[index] : nullptr;
}

}  // namespace cm::detail

class SurfaceIndex {
public:
    SurfaceIndex() = default;
    CM_INLINE explicit SurfaceIndex(const cm_abi::Surface* surface)
        : surface_(surface ? surface : &cm::detail::kUnbound) {}
    // A slot of the binding table, as filled by the host's SetSurfaceBTI.
    CM_INLINE SurfaceIndex(uint index) : surface_(cm::detail::in_binding_table(index)) {}
    CM_INLINE SurfaceIndex(int index) : SurfaceIndex(static_cast<uint>(index)) {}

    CM_INLINE const cm_abi::Surface& cm_surface() const { return *surface_; }

private:
    const cm_abi::Surface* surface_ = &cm::detail::kUnbound;
};

class SamplerIndex {
public:
    SamplerIndex() = default;
    CM_INLINE explicit SamplerIndex(const cm_abi::Sampler* sampler) : sampler_(sampler) {}
    // A slot of the samplers' table, as filled by the host's SetSamplerBTI.
    CM_INLINE SamplerIndex(uint index) : sampler_(cm::detail::in_sampler_table(index)) {}
    CM_INLINE SamplerIndex(int index) : SamplerIndex(static_cast<uint>(index)) {}
    CM_INLINE const cm_abi::Sampler* cm_sampler() const { return sampler_; }

private:
    const cm_abi::Sampler* sampler_ = nullptr;
};

class VmeIndex {
public:
    VmeIndex() = default;
    CM_INLINE explicit VmeIndex(const void* state) : state_(state) {}
    CM_INLINE const void* cm_state() const { return state_; }

private:
    const void* state_ = nullptr;
};

// The buffers that the host bound with SetStaticBuffer.
#define CM_STATIC_BUFFER_0 (SurfaceIndex(cm::this_thread().dispatch->static_buffer[0]))
#define CM_STATIC_BUFFER_1 (SurfaceIndex(cm::this_thread().dispatch->static_buffer[1]))
#define CM_STATIC_BUFFER_2 (SurfaceIndex(cm::this_thread().dispatch->static_buffer[2]))
#define CM_STATIC_BUFFER_3 (SurfaceIndex(cm::this_thread().dispatch->static_buffer[3]))

namespace cm {

// In kernels for debugging, stops if a surface is of the wrong kind for an operation.
CM_INLINE void check_kind([[maybe_unused]] SurfaceIndex surface, [[maybe_unused]] bool right,
                          [[maybe_unused]] const char* expected, [[maybe_unused]] const char* file,
                          [[maybe_unused]] int line) {
#ifdef CM_DEBUG
    if (surface.cm_surface().kind == cm_abi::SurfaceKind::unbound)
        fail(file, line, "this surface is not bound");
    else if (!right)
        fail(file, line, expected);
#endif
}

// In any kernel: ends the task if a message has no meaning for the format of a bound surface. An unbound one
// reads as zeros, as on the hardware.
CM_INLINE void check_format(SurfaceIndex surface, bool right, const char* expected, const char* file,
                            int line) {
#ifdef CM_DEBUG
    check_kind(surface, right, expected, file, line);
#else
    if (__builtin_expect(!right, 0) && surface.cm_surface().kind != cm_abi::SurfaceKind::unbound)
        refuse(file, line, expected);
#endif
}

}  // namespace cm

#endif

// A parameter that holds several surfaces; only its elements may be used.
template <int N>
class cm::vector_of<SurfaceIndex[N]> {
public:
    CM_INLINE SurfaceIndex& operator()(cm::index i) { return surfaces_[cm::checked(i, N, "index")]; }
    CM_INLINE SurfaceIndex operator()(cm::index i) const { return surfaces_[cm::checked(i, N, "index")]; }
    CM_INLINE SurfaceIndex& operator[](cm::index i) { return surfaces_[cm::checked(i, N, "index")]; }
    CM_INLINE SurfaceIndex operator[](cm::index i) const { return surfaces_[cm::checked(i, N, "index")]; }

private:
    SurfaceIndex surfaces_[N];
};

namespace cm {

// Every second row of a picture.
struct field_surface {
    SurfaceIndex surface;
    int parity;
};
// A buffer with offsets that are aligned only to 4 bytes.
struct dword_aligned {
    SurfaceIndex surface;
};

}  // namespace cm

// Parameters for the call's place in the kernel's source. Their defaults give that place.
#define CM_SOURCE_PLACE \
    [[maybe_unused]] const char *file = __builtin_FILE(), [[maybe_unused]] int line = __builtin_LINE()
