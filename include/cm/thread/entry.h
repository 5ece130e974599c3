// SPDX-License-Identifier: MIT
// How the runtime calls a kernel. cm::described<&k> is kernel k as cm_abi::Kernel; cmc makes a table of them.
#pragma once

#ifdef CM_GEN
#include "../gen/gen_entry.h"
#else

#include "../dataport/surface_index.h"

namespace cm {

// The place of a parameter of type P in the argument block. Pointers are addresses of shared virtual memory.
template <class P>
struct parameter {
    static constexpr cm_abi::ArgumentKind kKind = cm_abi::ArgumentKind::value;
    static constexpr std::uint32_t kCount = 1, kBytes = sizeof(P);
    static P load(const char* at) {
        P p;
        __builtin_memcpy(&p, at, sizeof(P));
        return p;
    }
};
template <class P>
struct object_parameter {
    static constexpr cm_abi::ArgumentKind kKind = cm_abi::ArgumentKind::value;
    static constexpr std::uint32_t kCount = 1, kBytes = count_of<P> * sizeof(element_t<P>);
    static P load(const char* at) {
        P p;
        __builtin_memcpy(bytes_of(p), at, kBytes);
        return p;
    }
};
template <class T, int N>
struct parameter<vector<T, N>> : object_parameter<vector<T, N>> {};
template <class T, int R, int C>
struct parameter<matrix<T, R, C>> : object_parameter<matrix<T, R, C>> {};

template <class Index, class State, cm_abi::ArgumentKind Kind>
struct handle_parameter {
    static constexpr cm_abi::ArgumentKind kKind = Kind;
    static constexpr std::uint32_t kCount = 1, kBytes = sizeof(const State*);
    static Index load(const char* at) {
        const State* state;
        __builtin_memcpy(&state, at, sizeof state);
        return Index(state);
    }
};
template <>
struct parameter<SurfaceIndex>
    : handle_parameter<SurfaceIndex, cm_abi::Surface, cm_abi::ArgumentKind::surface> {};
template <>
struct parameter<SamplerIndex>
    : handle_parameter<SamplerIndex, cm_abi::Sampler, cm_abi::ArgumentKind::sampler> {};
template <>
struct parameter<VmeIndex> : handle_parameter<VmeIndex, void, cm_abi::ArgumentKind::vme> {};

template <int N>
struct parameter<vector<SurfaceIndex, N>> {
    static constexpr cm_abi::ArgumentKind kKind = cm_abi::ArgumentKind::surface;
    static constexpr std::uint32_t kCount = N, kBytes = sizeof(const cm_abi::Surface*);
    static vector<SurfaceIndex, N> load(const char* at) {
        vector<SurfaceIndex, N> surfaces;
        for (int i = 0; i < N; i++)
            surfaces(i) = parameter<SurfaceIndex>::load(at + i * sizeof(const cm_abi::Surface*));
        return surfaces;
    }
};

template <class... P>
struct argument_table {
    static constexpr std::uint32_t kCount = sizeof...(P);
    cm_abi::Argument entry[kCount > 0 ? kCount : 1] = {};
    std::uint32_t block_bytes = 0;

    constexpr argument_table() {
        std::uint32_t i = 0;
        ((entry[i] = {parameter<P>::kKind, parameter<P>::kCount, parameter<P>::kBytes, block_bytes},
          block_bytes += (parameter<P>::kCount * parameter<P>::kBytes + 7) / 8 * 8, i++),
         ...);
    }
};

template <auto Function>
struct entry;
template <class... P, void (*Function)(P...)>
struct entry<Function> {
    static constexpr argument_table<std::decay_t<P>...> kTable = {};

    template <std::size_t... I>
    CM_INLINE static void call(const char* block, std::index_sequence<I...>) {
        Function(parameter<std::decay_t<P>>::load(block + kTable.entry[I].offset)...);
    }
    static void run(cm_abi::Thread* thread, const void* block) {
        detail::set_current(thread);
        if (cm_simd_used) detail::simd() = {};  // another thread may wait inside a block
#ifdef CM_DEBUG
        fail_hook = [](const char* file, int line, const char* message) {
            cm_abi::Thread* failed = detail::current();
            failed->dispatch->host->fail(failed, file, line, message);
        };
#endif
        call(static_cast<const char*>(block), std::make_index_sequence<sizeof...(P)>());
    }
};

template <auto Function>
constexpr cm_abi::Kernel described(const char* name, bool waits, std::uint32_t float_control) {
    using e = entry<Function>;
    return {name, e::run, e::kTable.entry, e::kTable.kCount, e::kTable.block_bytes, waits, float_control};
}

}  // namespace cm

#endif
