// SPDX-License-Identifier: MIT
// The motion estimation unit: fields of its messages, and the calls that send them. CM spec 4.12, Gen7.5 and
// Gen8 (Gen9 is like Gen8), and the appendix. run_vme_idm is missing: no text says what it means.
//
//     matrix<uchar, 4, 32> universal;
//     INIT_VME_UNIINPUT(universal);
//     VME_SET_UNIInput_SrcX(universal, get_thread_origin_x() * 16);
//     ...
//     run_vme_ime(universal, path, VME_STREAM_DISABLE, VME_SEARCH_SINGLE_REF_SINGLE_REC_SINGLE_START,
//                 pictures, window, 0, centers, result);
//
// `pictures` is a surface of CreateVmeSurfaceG7_5. A message that the unit cannot answer gives zeros and ends
// the task with an error in the log.
#pragma once

#include "dataport/memory.h"
#include "vme/check.h"
#include "vme/refine.h"
#include "vme/result.h"
#include "vme/search.h"
#include "vme/universal.h"

typedef enum _VMEStreamMode_ {
    VME_STREAM_DISABLE = 0,
    VME_STREAM_OUT = 1,
    VME_STREAM_IN = 2,
    VME_STREAM_IN_OUT = 3,
} VMEStreamMode;

// One reference or two. The two values in between are refused: a second start or record of one reference.
typedef enum _VMESearchCtrl_ {
    VME_SEARCH_SINGLE_REF_SINGLE_REC_SINGLE_START = 0,
    VME_SEARCH_SINGLE_REF_SINGLE_REC_DUAL_START = 1,
    VME_SEARCH_SINGLE_REF_DUAL_REC = 3,
    VME_SEARCH_DUAL_REF_DUAL_REC = 7,
} VMESearchCtrl;

#ifdef CM_GEN

// Gives an error message at each call.
#define CM_VME_NO_GEN \
    __attribute__((   \
        unavailable("the motion estimation unit is not supported in Gen code: compile without --gen")))
template <class... A>
void run_vme_ime(const A&...) CM_VME_NO_GEN;
template <class... A>
void run_vme_fbr(const A&...) CM_VME_NO_GEN;
template <class... A>
void run_vme_sic(const A&...) CM_VME_NO_GEN;

#else

namespace cm {

// Rows of 32 bytes. For objects of other shapes: as many as their bytes fill.
template <class X>
inline constexpr int vme_rows = bytes_in<bare<X>> / 32;

// The universal input on its way to the unit. Calls put their arguments into it.
template <int Rows>
struct vme_universal {
    static_assert(Rows == 3 || Rows == 4, "UNIInput has 4 rows of 32 bytes, or 3 as Gen7.5 has it");
    alignas(64) std::uint8_t data[Rows * 32];

    std::uint8_t& byte(int row, int at) { return data[32 * row + at]; }
};

// Two coordinates. 0 or NULL stands for a missing reference.
template <class X>
CM_INLINE void put_window(const X& x, std::uint8_t* to) {
    if constexpr (is_object<bare<X>>) {
        static_assert(bytes_in<bare<X>> == 4, "a reference window is a vector<short, 2>");
        store_block(x, to, 4);
    } else {
        __builtin_memset(to, 0, 4);
    }
}

template <int Rows, class Input, class Output>
CM_INLINE void send_vme(cm_abi::VmeMessage message, const vme_universal<Rows>& universal, const Input& input,
                        const Output& output, const char* file, int line) {
    alignas(64) std::uint8_t in[bytes_in<Input>];
    alignas(64) std::uint8_t out[bytes_in<Output>];
    store_block(input, in, bytes_in_row<Input>);
    store_block(output, out, bytes_in_row<Output>);  // rows that the message does not have stay
    message.universal_rows = Rows;
    message.input_rows = vme_rows<Input>;
    message.output_rows = vme_rows<Output>;
    message.universal = universal.data;
    message.input = in;
    message.output = out;
    message.file = file;
    message.line = line;
    cm_abi::Thread& thread = this_thread();
    thread.dispatch->host->send_vme(&thread, &message);
    load_block(output, out, bytes_in_row<Output>);
}

template <class Universal>
CM_INLINE vme_universal<vme_rows<Universal>> universal_of(const Universal& input) {
    vme_universal<vme_rows<Universal>> universal;
    store_block(input, universal.data, bytes_in_row<Universal>);
    return universal;
}

}  // namespace cm

// Searches (IME). ref0 and ref1: from the macroblock to the upper left of the reference window, in pixels.
// costCenter: 16 words in quarter pixels, forward and backward for each quadrant; 4 words if UNIInput has
// three rows. IMEInput has two rows; if a stream comes in 4, or 6 with two references. IMEOutput has 7; if a
// stream goes out 9, or 11 with two references.
template <class U, class I, class R0, class R1, class C, class O>
CM_INLINE void run_vme_ime(const U& UNIInput, const I& IMEInput, VMEStreamMode streamMode,
                           VMESearchCtrl searchCtrl, SurfaceIndex surface, const R0& ref0, const R1& ref1,
                           const C& costCenter, O&& IMEOutput, CM_SOURCE_PLACE) {
    auto universal = cm::universal_of(UNIInput);
    constexpr bool gen7_5 = cm::vme_rows<U> == 3;
    static_assert(cm::bytes_in<C> == (gen7_5 ? 8 : 32),
                  "costCenter is a vector<ushort, 16>, or with three rows of UNIInput a vector<ushort, 4>");
    universal.byte(0, 13) = static_cast<std::uint8_t>((universal.byte(0, 13) & 0xF8) | searchCtrl);
    cm::put_window(ref0, &universal.byte(0, 0));
    cm::put_window(ref1, &universal.byte(0, 4));
    cm::store_block(costCenter, gen7_5 ? &universal.byte(1, 16) : &universal.data[96], cm::bytes_in_row<C>);
    cm_abi::VmeMessage message{};
    message.operation = cm_abi::VmeOperation::search;
    message.stream_in = (streamMode & VME_STREAM_IN) != 0;
    message.stream_out = (streamMode & VME_STREAM_OUT) != 0;
    message.surface = &surface.cm_surface();
    cm::send_vme(message, universal, IMEInput, IMEOutput, file, line);
}

// Refines (FBR): fractional, and bidirectional unless BMEDisableFBR is set. FBRInput has 4 rows, FBROutput 7.
template <class U, class I, class O>
CM_INLINE void run_vme_fbr(const U& UNIInput, const I& FBRInput, SurfaceIndex surface, uchar FBRMbMode,
                           uchar FBRSubMbShape, uchar FBRSubPredMode, O&& FBROutput, CM_SOURCE_PLACE) {
    static_assert(cm::vme_rows<I> == 4, "FBRInput has 4 rows of 32 bytes");
    auto universal = cm::universal_of(UNIInput);
    universal.byte(2, 20) = FBRMbMode;
    universal.byte(2, 21) = FBRSubMbShape;
    universal.byte(2, 22) = FBRSubPredMode;
    cm_abi::VmeMessage message{};
    message.operation = cm_abi::VmeOperation::refine;
    message.surface = &surface.cm_surface();
    cm::send_vme(message, universal, FBRInput, FBROutput, file, line);
}

// Checks skip vectors, intra modes or both (SIC). SICInput has 4 rows, SICOutput 7.
template <class U, class I, class O>
CM_INLINE void run_vme_sic(const U& UNIInput, const I& SICInput, SurfaceIndex surface, O&& SICOutput,
                           CM_SOURCE_PLACE) {
    static_assert(cm::vme_rows<I> == 4, "SICInput has 4 rows of 32 bytes");
    auto universal = cm::universal_of(UNIInput);
    cm_abi::VmeMessage message{};
    message.operation = cm_abi::VmeOperation::check;
    message.surface = &surface.cm_surface();
    cm::send_vme(message, universal, SICInput, SICOutput, file, line);
}

#endif
