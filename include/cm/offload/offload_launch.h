// SPDX-License-Identifier: MIT
// Programs whose regions run as kernels: each is in the program's kernel file by a name that is made of its
// types.
#pragma once

#include "offload_entry.h"
#include "offload_memory.h"

extern "C" void gfxcc_run_kernel(const void* region, const char* file, const char* name, const char* kernel,
                                 const int* size, const void* const* memory, int count, const void* captured,
                                 int captured_bytes);

namespace cm::offload {

constexpr char hex_digit(uint64_t h, int k) { return "0123456789abcdef"[h >> (60 - 4 * k) & 15]; }
template <uint64_t Hash, int... K>
struct hash_name {
    static constexpr char text[] = {'k', hex_digit(Hash, K)..., '\0'};
};
template <uint64_t Hash, int... K>
hash_name<Hash, K...> hash_name_of(std::integer_sequence<int, K...>);
template <class C>
using kernel_name = decltype(hash_name_of<kernel_of<C>::hash()>(std::make_integer_sequence<int, 16>()));

// The kernel file's table has those of its section.
template <class C>
struct kernel_record {
    static const cm_abi::Kernel record;
};
template <class C>
__attribute__((section("gfx_kernels"), used))
const cm_abi::Kernel kernel_record<C>::record = described<&kernel_of<C>::run>(kernel_name<C>::text, false, 0);

// Where what a clause names begins.
template <class V>
const void* place_of(V& variable) {
    return &variable;
}
template <class T>
const void* place_of(T*& variable) {
    return variable;
}
template <class T>
const void* place_of(T* const& variable) {
    return variable;
}
template <class T>
const void* place_of(gfxcc::rows<T>& variable) {
    return variable.first;
}

struct launch_size {
    int of[2];
};
template <class C, class... P>
void launch(const void* region, const char* file, const char* name, C& closure, launch_size size,
            P... places) {
    (void)&kernel_record<C>::record;
    const void* const memory[] = {places..., nullptr};
    char words[words_of<C> * 4] = {};
    __builtin_memcpy(words, static_cast<const void*>(&closure), sizeof(C));
    gfxcc_run_kernel(region, file, name, kernel_name<C>::text, size.of, memory, sizeof...(P), words,
                     sizeof words);
}

}  // namespace cm::offload
