// SPDX-License-Identifier: MIT
// cm_send, cm_sends, cm_raw_send: messages by the bits of their descriptors. CM spec 4.15; bits as on Gen9.
//
//     matrix<uint, 9, 8> message;  // a header, and 8 rows of 32 bytes
//     message.row(0) = cm_get_r0();
//     message(0, 0) = x, message(0, 1) = y, message(0, 2) = 31 | 7 << 16;
//     cm_send(0, message, 0xC, 0x120A8000 + cm_get_value(picture), 0);  // a media block write
//
// exDesc: bits 3:0 are the shared function, bit 5 ends the thread, bits 9:6 are the number of registers of
// cm_sends' second operand. msgDesc: bits 28:25 are the first operand's registers, bits 24:20 the response's,
// bit 19 means that there is a header. The rest belongs to the shared function; its lowest eight bits are a
// binding table slot. message_table.h lists the supported messages. Other messages give zeros and end the
// task with an error in the log: it names the descriptor and what was expected.
#pragma once

#include "memory.h"

#ifdef CM_GEN

// Gives an error message at each call.
#define CM_RAW_NO_GEN \
    __attribute__((unavailable("raw messages are not supported in Gen code: compile without --gen")))
template <class T = void>
vector<uint, 8> cm_get_r0() CM_RAW_NO_GEN;
template <class... A>
uint cm_get_value(const A&...) CM_RAW_NO_GEN;
template <class... A>
void cm_send(const A&...) CM_RAW_NO_GEN;
template <class... A>
void cm_sends(const A&...) CM_RAW_NO_GEN;
template <class... A>
void cm_raw_send(const A&...) CM_RAW_NO_GEN;

#else

#include "message_table.h"

namespace cm {

// An operand's bytes. A number stands for a missing operand.
template <class X>
constexpr uint message_bytes() {
    if constexpr (is_object<bare<X>>) {
        static_assert(bytes_in<bare<X>> % 32 == 0, "a message's operands are whole registers of 32 bytes");
        return bytes_in<bare<X>>;
    } else {
        return 0;
    }
}
template <class X>
CM_INLINE void put_operand([[maybe_unused]] const X& x, [[maybe_unused]] unsigned char* to) {
    if constexpr (is_object<X>) store_block(x, to, bytes_in_row<X>);
}

// `registers`: the operands' by the call. The descriptor has the first operand's and the response's too.
struct message_registers {
    uint first, second, response;
};

// Whether the operands have as many registers as the message says.
template <class R, class A, class B>
CM_INLINE bool operands_suffice(const raw_message& m, message_registers n) {
    const uint first = m.field(25, 4), response = m.field(20, 5);
    return demand(m, {{n.first == first, "numSrc0", n.first, "the descriptor's message length"},
                      {n.response == response, "numDst", n.response, "the descriptor's response length"},
                      {first * 32 <= message_bytes<A>(), "the message's length", first,
                       "at most the first operand's registers"},
                      {n.second * 32 <= message_bytes<B>(), "the second operand's length", n.second,
                       "at most its registers"},
                      {response * 32 <= message_bytes<R>(), "the response's length", response,
                       "at most the result's registers"}});
}

template <class R, class A, class B>
CM_INLINE void send_message(raw_message m, message_registers n, bool conditional, R&& response,
                            const A& first, const B& second) {
    constexpr uint response_bytes = message_bytes<R>();
    alignas(64) unsigned char data[message_bytes<A>() + message_bytes<B>() + 32];
    alignas(64) unsigned char result[response_bytes + 32];
    put_operand(response, result);  // bytes that the message does not fill stay
    m.response = result;
    m.response_registers = response_bytes / 32;
    if (operands_suffice<R, A, B>(m, n)) {
        put_operand(first, data);
        put_operand(second, data + n.first * 32);
        m.data = data;
        m.registers = n.first + n.second;
        m.response_registers = n.response;
        if (conditional) {
            yield([](cm_abi::Thread* t) { t->dispatch->host->wait(t, 0); });
        }
        answer_message<float>(m);
    }
    if constexpr (response_bytes > 0) load_block(response, result, bytes_in_row<bare<R>>);
}

CM_INLINE raw_message message_to(uint function, uint descriptor, bool ends_thread, const char* file,
                                 int line) {
    return {function, descriptor, ends_thread, ~0u, nullptr, 0, nullptr, 0, file, line};
}

// The last place of `table` that holds `what`: arguments are at the table's end. If there is none: the first
// system place, which no message may name.
template <class T>
uint place_in(const T* const* table, const T* what) {
    for (int place = cm_abi::kFirstSystemPlace - 1; what != nullptr && place >= 0; place--)
        if (table[place] == what) return static_cast<uint>(place);
    return cm_abi::kFirstSystemPlace;
}

}  // namespace cm

// The first register of a thread's payload. It has the thread's color in bits 3:0 of dword 2, and its place:
// x and y in the halves of dword 1; for groups, the group's number in dwords 1, 6 and 7. The rest is 0 here.
// Message headers begin as a copy of this register.
template <class T = void>
CM_INLINE vector<uint, 8> cm_get_r0() {
    const cm_abi::Thread& t = cm::this_thread();
    vector<uint, 8> r0 = 0;
    r0(1) = t.slm != nullptr ? t.group_id[0] : t.x | static_cast<uint>(t.y) << 16;
    r0(2) = t.color & 15;
    r0(6) = t.group_id[1];
    r0(7) = t.group_id[2];
    return r0;
}

// A surface's place in the binding table, or a sampler's among the first sixteen. Either the host bound it
// there, or it got the place as a kernel's argument. 243 if it has none.
CM_INLINE uint cm_get_value(SurfaceIndex surface) {
    return cm::place_in(cm::this_thread().dispatch->binding_table, &surface.cm_surface());
}
CM_INLINE uint cm_get_value(SamplerIndex sampler) {
    return cm::place_in(cm::this_thread().dispatch->samplers, sampler.cm_sampler());
}

// Sends `message`. The response goes to `response`, which is a number if there is none. sendc: first waits
// for the threads that this one depends on.
template <class R, class M>
CM_INLINE void cm_send(R&& response, const M& message, uint exDesc, uint msgDesc, uint sendc,
                       CM_SOURCE_PLACE) {
    const cm::raw_message m = cm::message_to(exDesc & 15, msgDesc, (exDesc & 32) != 0, file, line);
    cm::send_message(m, {m.field(25, 4), 0, m.field(20, 5)}, sendc != 0, response, message, 0);
}

// With the message in two operands.
template <class R, class M, class M2>
CM_INLINE void cm_sends(R&& response, const M& message, const M2& message2, uint exDesc, uint msgDesc,
                        uint sendc, CM_SOURCE_PLACE) {
    const cm::raw_message m = cm::message_to(exDesc & 15, msgDesc, (exDesc & 32) != 0, file, line);
    cm::send_message(m, {m.field(25, 4), exDesc >> 6 & 15, m.field(20, 5)}, sendc != 0, response, message,
                     message2);
}

// Has arguments for the shared function (sfid) and the numbers of registers. message2 is a number if there is
// none. `mask` enables channels of samplers. exDesc has no effect; nor has execSize, which is also in the
// descriptor.
template <class R, class M, class M2, class K = ushort>
CM_INLINE void cm_raw_send(R&& response, const M& message, const M2& message2, uint, uint msgDesc, uchar,
                           uchar sfid, uchar numSrc0, uchar numSrc1, uchar numDst, uchar isEOT = 0,
                           uchar isSendc = 0, const K& mask = 1, CM_SOURCE_PLACE) {
    cm::raw_message m = cm::message_to(sfid, msgDesc, isEOT != 0, file, line);
    if constexpr (cm::is_object<K>) {
        for (int k = 0; k < cm::count_of<K>; k++)
            if (cm::lane<ushort>(mask, k) == 0) m.channels &= ~(1u << k);
    } else if (mask == 0) {
        m.channels = 0;
    }
    cm::send_message(m, {numSrc0, numSrc1, numDst}, isSendc != 0, response, message, message2);
}

#endif
