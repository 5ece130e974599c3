// SPDX-License-Identifier: MIT
// _GFX_offload and _GFX_enqueue.
#pragma once

#include "../gfx/gfx_types.h"
#include "regions.h"

#include <tuple>

namespace gfxcc {

template <class R, class... P>
struct Call {
    R (*kernel)(P...);
    std::tuple<value<P>...> arguments;

    static void run(void* data) {
        Call& call = *static_cast<Call*>(data);
        std::apply(call.kernel, call.arguments);
    }
    static void drop(void* data) { delete static_cast<Call*>(data); }
};

// What the queue checks of an argument.
template <class T>
gfxcc_argument packed(const T& argument) {
    if constexpr (std::is_class_v<T> && std::is_convertible_v<T, __gfx_surface_index>)
        return {GFXCC_IMAGE, 0, 0, static_cast<__gfx_surface_index>(argument)};
    else if constexpr (kind_of<T>() == GFXCC_POINTER || kind_of<T>() == GFXCC_IMAGE)
        return {kind_of<T>(), 0, 0, const_cast<const void*>(static_cast<const volatile void*>(argument))};
    else if constexpr (kind_of<T>() == GFXCC_REAL)
        return {GFXCC_REAL, 0, static_cast<double>(argument), nullptr};
    else
        return {GFXCC_INTEGER, static_cast<long long>(argument), 0, nullptr};
}

// Of a kernel whose parameters are known, what is neither a pointer nor an image may have any type.
template <class T>
gfxcc_argument checked(const T& argument) {
    if constexpr (std::is_pointer_v<T> || std::is_convertible_v<T, __gfx_surface_index>)
        return packed(argument);
    else
        return {GFXCC_INTEGER, 0, 0, nullptr};
}

template <class... A>
GfxTaskId enqueue_untyped(const char* name, const void* kernel, const A&... arguments) {
    const gfxcc_argument all[] = {packed<std::decay_t<A>>(arguments)..., {}};
    return gfxcc_enqueue_kernel(name, kernel, all, sizeof...(A));
}

}  // namespace gfxcc

template <class R, class... P, class... A>
GfxTaskId _GFX_offload(R (*kernel)(P...), A... arguments) {
    static_assert(sizeof...(P) == sizeof...(A),
                  "a kernel enqueued with another number of arguments than it has");
    if constexpr (sizeof...(P) == sizeof...(A)) {
        static_assert((std::is_convertible_v<A, P> && ...),
                      "a kernel enqueued with arguments of other types than it has");
        const gfxcc_argument all[] = {gfxcc::checked(arguments)..., {}};
        const void* const target = gfxcc_kernel_target(reinterpret_cast<const void*>(kernel));
        using Call = gfxcc::Call<R, P...>;
        return gfxcc_enqueue(
            Call::run, Call::drop,
            new Call{reinterpret_cast<R (*)(P...)>(const_cast<void*>(target)), {arguments...}}, all,
            sizeof...(A));
    }
}

template <class... A>
GfxTaskId _GFX_offload(const void* kernel, A... arguments) {
    return gfxcc::enqueue_untyped(nullptr, kernel, arguments...);
}

template <class... A>
GfxTaskId _GFX_enqueue(const char* name, A... arguments) {
    return gfxcc::enqueue_untyped(name, nullptr, arguments...);
}
