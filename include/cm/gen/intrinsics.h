// SPDX-License-Identifier: MIT
// The Gen instructions that kernels use, as functions without a body. cmc replaces them by the back end's
// intrinsics: `media_ld` becomes llvm.genx.media.ld with the types of the call. Masks here are vectors of
// integers, set where an element is not 0. The back end's masks have one bit for each lane.
#pragma once

#include "../core/types.h"

namespace cm::gen {

// Regions of registers. Elements are at base + offset bytes: rows of `width` elements that are `stride`
// elements apart, and rows `row` elements apart. row, width and stride are constants once all is inlined.
template <class V>
V region_read(const void* base, long offset, int row, int width, int stride);
template <class V>
void region_write(void* base, long offset, int row, int width, int stride, V v);
// Each lane has its own place. Offsets are in bytes.
template <class V, class I>
V region_gather(const void* base, I offsets);

// The kind of the kernel's argument `number`. To be called once for each, in the kernel's entry function.
enum argument_kind { value_argument, sampler_argument, surface_argument };
void argument(int number, int kind);

// Messages. Surfaces are slots of the binding table.
constexpr uint kSlmSurface = 254;
template <class V>
V media_ld(int modifiers, uint surface, int plane, int width, int x, int y);
template <class V>
void media_st(int modifiers, uint surface, int plane, int width, int x, int y, V v);
template <class V>
V oword_ld(int modified, uint surface, uint owords);
template <class V>
V oword_ld_unaligned(int modified, uint surface, uint bytes);
template <class V>
void oword_st(uint surface, uint owords, V v);
template <class V, class M, class O>
V gather_scaled(M mask, int blocks, short scale, uint surface, uint global, O offsets, V old);
template <class V, class M, class O>
void scatter_scaled(M mask, int blocks, short scale, uint surface, uint global, O offsets, V v);
template <class V, class M, class O>
V gather4_scaled(M mask, int channels, short scale, uint surface, uint global, O offsets, V old);
template <class V, class M, class O>
void scatter4_scaled(M mask, int channels, short scale, uint surface, uint global, O offsets, V v);
template <class V, class M, class O>
V gather4_typed(int channels, M mask, uint surface, O u, O v, O r, V old);
template <class V, class M, class O>
void scatter4_typed(int channels, M mask, uint surface, O u, O v, O r, V data);
// Atomic operations by number. Sources that an operation does not take are ignored.
template <class V, class M, class O>
V dword_atomic(int operation, M mask, uint surface, O offsets, V source0, V source1, V old);
template <class V, class M, class O>
V typed_atomic(int operation, M mask, uint surface, V source0, V source1, O u, O v, O r, O lod);
template <class V, class M, class A>
V svm_atomic(int operation, M mask, A addresses, V source0, V source1, V old);
template <class V, class U>
V sample(int channels, uint sampler, uint surface, U u, U v, U r);
template <class V, class U>
V sampler_load(int channels, uint surface, U u, U v, U r);
// Up to 15 operands.
template <class V, class M, class... U>
V sample_3d(int operation, M mask, int channels, short texel_offsets, uint sampler, uint surface,
            U... operands);
template <class V, class M, class... U>
V load_3d(int operation, M mask, int channels, short texel_offsets, uint surface, U... operands);
template <class V>
V svm_block_ld(svmptr_t address);
template <class V>
V svm_block_ld_unaligned(svmptr_t address);
template <class V>
void svm_block_st(svmptr_t address, V v);
template <class V, class M, class A>
V svm_gather(M mask, int log2_blocks, A addresses, V old);
template <class V, class M, class A>
void svm_scatter(M mask, int log2_blocks, A addresses, V v);
template <class V, class M, class A>
V svm_gather4_scaled(M mask, int channels, short scale, unsigned long global, A offsets, V old);
template <class V, class M, class A>
void svm_scatter4_scaled(M mask, int channels, short scale, unsigned long global, A offsets, V v);

// Bit k is set if element k is not 0; and the reverse, to 0 and 1. For 8, 16 or 32 elements.
template <class M>
uint mask_bits(M mask);
template <class M>
M mask_of_bits(uint bits);

// Lane by lane.
template <class V>
V sqrt(V v);
template <class V>
V ieee_sqrt(V v);
template <class V>
V rsqrt(V v);
template <class V>
V inv(V v);
template <class V>
V log(V v);
template <class V>
V exp(V v);
template <class V>
V sin(V v);
template <class V>
V cos(V v);
template <class V>
V pow(V v, V to);
template <class V>
V rndd(V v);
template <class V>
V rndu(V v);
template <class V>
V rnde(V v);
template <class V>
V rndz(V v);
template <class V>
V frc(V v);
template <class V>
V sat(V v);
// On bytes, to 16 bits: |a0 - b0| + |a1 - b1| in each pair's first element, anything in its second; plus c.
template <class R, class V>
R ssad2(V a, V b);
template <class R, class V>
R usad2(V a, V b);
template <class R, class V>
R sssad2add(V a, V b, R c);
template <class R, class V>
R uusad2add(V a, V b, R c);
template <class R, class V>
R sssad2add_sat(V a, V b, R c);
template <class R, class V>
R uusad2add_sat(V a, V b, R c);
// (a + b + 1) >> 1 of integers of up to 32 bits, exact.
template <class R, class V>
R ssavg(V a, V b);
template <class R, class V>
R uuavg(V a, V b);
// On groups of four floats.
template <class V>
V dp2(V a, V b);
template <class V>
V dp3(V a, V b);
template <class V>
V dp4(V a, V b);
template <class V>
V dph(V a, V b);
// c + the products of the four bytes of a's and b's dwords.
template <class V>
V ssdp4a(V c, V a, V b);
template <class V>
V uudp4a(V c, V a, V b);
// a * b + (1 - a) * c.
template <class V>
V lrp(V a, V b, V c);
// On integers.
template <class V>
V absi(V v);
template <class R, class V>
R cbit(V v);
template <class V>
V lzd(V v);
// The place of the first set bit (of signed numbers: the first that differs from the sign), from the highest
// down; all ones if there is none. Then the same from the lowest up.
template <class V>
V ufbh(V v);
template <class V>
V sfbh(V v);
template <class V>
V fbl(V v);
// Unsigned, 32 bits. The carry or borrow is 0 or 1.
template <class V>
V addc_sum(V a, V b);
template <class V>
V addc_carry(V a, V b);
template <class V>
V subb_difference(V a, V b);
template <class V>
V subb_borrow(V a, V b);
template <class V>
V bfrev(V v);
template <class R, class V>
R fptosi_sat(V v);
template <class R, class V>
R fptoui_sat(V v);
template <class R, class V>
R sstrunc_sat(V v);
template <class R, class V>
R sutrunc_sat(V v);
template <class R, class V>
R ustrunc_sat(V v);
template <class R, class V>
R uutrunc_sat(V v);

// The thread.
uint group_id_x();
uint group_id_y();
uint group_id_z();
ushort get_color();
typedef uint three __attribute__((ext_vector_type(3)));
three local_id();
three local_size();
three group_count();
void slm_init(uint bytes);
void barrier();
void sbarrier(char signal);
void fence(char flags);
void wait(char dependencies);
void more_than_64_bits();  // refused where it is left

}  // namespace cm::gen

// A function of the language that Gen does not support yet, whatever a kernel spells out.
#define CM_NOT_ON_GEN(name)                                     \
    template <class... Types, class... A>                       \
    CM_IS_NOT_ON_GEN(name)                                      \
    (A && ...);                                                 \
    template <int N, int... More, class... A>                   \
    CM_IS_NOT_ON_GEN(name)                                      \
    (A && ...);                                                 \
    template <class T, int N, int... More, class... A>          \
    CM_IS_NOT_ON_GEN(name)                                      \
    (A && ...);                                                 \
    template <class T, class U, int N, int... More, class... A> \
    CM_IS_NOT_ON_GEN(name)                                      \
    (A && ...);
#define CM_IS_NOT_ON_GEN(name) __attribute__((unavailable(#name " is not lowered to Gen code"))) void name
