// SPDX-License-Identifier: MIT
// Regions and kernels, for rewritten C++.
#pragma once

#include "gfx_abi.h"
#include "rows.h"

#include <type_traits>
#include <utility>

namespace gfxcc {

template <class T>
using value = std::remove_cv_t<std::remove_reference_t<T>>;

// Of no elements the largest is the type's least value, and the smallest its greatest.
template <class T>
constexpr T least() {
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(-__builtin_huge_val());
    else if constexpr (std::is_signed_v<T>)
        return static_cast<T>(~0ULL << (sizeof(T) * 8 - 1));
    else
        return T(0);
}
template <class T>
constexpr T most() {
    if constexpr (std::is_floating_point_v<T>)
        return static_cast<T>(__builtin_huge_val());
    else if constexpr (std::is_signed_v<T>)
        return static_cast<T>(~(~0ULL << (sizeof(T) * 8 - 1)));
    else
        return static_cast<T>(-1);
}

template <class T>
inline constexpr bool is_pointer = std::is_pointer_v<value<T>> || is_rows<value<T>>;

namespace detail {

// How a region holds a variable: pointers by value, all else by reference.
template <class T>
struct Held {
    using type = T&;
};
template <class T>
struct Held<T*> {
    using type = T*;
};
template <class T>
struct Held<T* const> {
    using type = T*;
};
template <class T>
struct Held<rows<T>> {
    using type = rows<T>;
};

}  // namespace detail

// A thread's own copy of a number or a pointer; other variables stay what they are, and those that are
// volatile.
template <class T>
inline constexpr bool is_copied =
    (std::is_scalar_v<T> && !std::is_volatile_v<T>) || is_rows<std::remove_cv_t<T>>;
template <class T>
std::enable_if_t<is_copied<T>, std::remove_cv_t<T>> own(T& variable) {
    return variable;
}
template <class T>
std::enable_if_t<!is_copied<T>, T&> own(T& variable) {
    return variable;
}

// Where what a clause names begins.
template <class T>
void* place_in_memory(T& variable) {
    if constexpr (std::is_pointer_v<std::remove_cv_t<T>>)
        return const_cast<void*>(static_cast<const volatile void*>(variable));
    else if constexpr (is_rows<std::remove_cv_t<T>>)
        return const_cast<void*>(static_cast<const volatile void*>(variable.first));
    else
        return const_cast<void*>(static_cast<const volatile void*>(&variable));
}

// How many numbers a subscript of a variable gives: 1, or those of an array.
template <class T>
constexpr long numbers_of_each(T* const&) {
    return long{sizeof(T)} / long{sizeof(std::remove_all_extents_t<T>)};
}
template <class T, unsigned long N>
constexpr long numbers_of_each(T (&)[N]) {
    return long{sizeof(T)} / long{sizeof(std::remove_all_extents_t<T>)};
}
template <class T>
long numbers_of_each(const rows<T>& variable) {
    return variable.length;
}

class Region {
public:
    Region(bool condition, const char* file, int line, bool transfer = false)
        : region_((transfer ? gfxcc_transfer_begin : gfxcc_region_begin)(condition, file, line)) {}
    ~Region() { gfxcc_region_end(region_); }
    Region(const Region&) = delete;
    Region& operator=(const Region&) = delete;

    operator const void*() const { return region_; }

    // `length` elements, from number `start` on, of what a pointer leads to or an array has. `host`: where
    // copies come from and go to.
    template <class T>
    typename detail::Held<T>::type some(T& variable, void* host, long length, int how, const char* name,
                                        long start = 0) {
        using Held = typename detail::Held<T>::type;
        if constexpr (std::is_pointer_v<std::remove_cv_t<T>>) {
            using Element = std::remove_all_extents_t<std::remove_pointer_t<std::remove_cv_t<T>>>;
            return static_cast<Held>(
                data(variable, host, start * size<Element>, length * size<Element>, how, name));
        } else if constexpr (std::is_array_v<T>) {
            using Element = std::remove_all_extents_t<T>;
            return *static_cast<T*>(
                data(variable, host, start * size<Element>, length * size<Element>, how, name));
        } else {
            static_assert(is_rows<std::remove_cv_t<T>>, "length() of what is no pointer and no array");
            using Element = std::remove_pointer_t<decltype(variable.first)>;
            return {static_cast<Element*>(
                        data(variable, host, start * size<Element>, length * size<Element>, how, name)),
                    variable.length};
        }
    }

    template <class T>
    T& all(T& variable, void* host, int how, const char* name) {
        return *static_cast<T*>(data(variable, host, 0, size<T>, how, name));
    }

    // What is on the target, however much that is.
    template <class T>
    typename detail::Held<T>::type whole(T& variable, void* host, int how, const char* name) {
        if constexpr (is_pointer<T>)
            return some(variable, host, 0, how, name);
        else
            return all(variable, host, how, name);
    }

private:
    template <class T>
    static constexpr long size = long{sizeof(T)};

    // Where the variable would begin whose `bytes` behind `start` the target has.
    template <class T>
    void* data(T& variable, void* host, long start, long bytes, int how, const char* name) {
        void* there = gfxcc_region_data(region_, moved(place_in_memory(variable), start), moved(host, start),
                                        static_cast<unsigned long>(bytes), how, name);
        return moved(there, -start);
    }
    static void* moved(void* place, long bytes) { return static_cast<char*>(place) + bytes; }

    void* region_;
};

template <class T>
constexpr int kind_of() {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T> || std::is_pointer_v<T>,
                  "a kernel's parameter that is no number and no pointer");
    return std::is_same_v<T, __gfx_surface_index> ? GFXCC_IMAGE
           : std::is_pointer_v<T>                 ? GFXCC_POINTER
           : std::is_floating_point_v<T>          ? GFXCC_REAL
                                                  : GFXCC_INTEGER;
}

template <class T>
T argument_as(const gfxcc_argument& argument) {
    if constexpr (std::is_pointer_v<T>)
        return static_cast<T>(const_cast<void*>(argument.pointer));
    else
        return argument.kind == GFXCC_REAL ? static_cast<T>(argument.real) : static_cast<T>(argument.integer);
}

// A kernel that is found by its name, and by its address.
class Kernel {
public:
    template <class R, class... P>
    Kernel(const char* name, R (*host)(P...), R (*target)(P...)) {
        if constexpr (((std::is_arithmetic_v<P> || std::is_enum_v<P> || std::is_pointer_v<P>)&&...)) {
            static const int kinds[] = {kind_of<P>()..., 0};
            static gfxcc_kernel kernel;
            kernel = {name, address(host), address(target), kinds, sizeof...(P), &Kernel::call<R, P...>};
            gfxcc_add_kernel(&kernel);
        }
    }

private:
    template <class F>
    static const void* address(F* function) {
        return reinterpret_cast<const void*>(function);
    }

    template <class R, class... P>
    static void call(const void* target, const gfxcc_argument* arguments) {
        unpack<R, P...>(reinterpret_cast<R (*)(P...)>(const_cast<void*>(target)), arguments,
                        std::make_integer_sequence<int, sizeof...(P)>());
    }

    template <class R, class... P, int... I>
    static void unpack(R (*target)(P...), const gfxcc_argument* arguments, std::integer_sequence<int, I...>) {
        (void)arguments;
        target(argument_as<P>(arguments[I])...);
    }
};

}  // namespace gfxcc
