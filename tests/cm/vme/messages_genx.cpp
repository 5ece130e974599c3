// SPDX-License-Identifier: MIT
// Sends messages that the host has made: of a search, a refinement or a check, one a thread.
#include <cm/cm.h>
#include <cm/genx_vme.h>

enum { MESSAGE_BYTES = 352, ANSWER_BYTES = 352, WIDTH = 64 };

_GENX_ inline uint message_number() { return get_thread_origin_y() * WIDTH + get_thread_origin_x(); }

// In the buffer: 32 bytes for the call's arguments, 4 rows of universal input, 6 of the operation's own.
_GENX_ inline void read_message(SurfaceIndex messages, vector_ref<uchar, 32> arguments,
                                matrix_ref<uchar, 4, 32> universal, matrix_ref<uchar, 6, 32> input) {
    const uint at = message_number() * MESSAGE_BYTES;
    read(DWALIGNED(messages), at, arguments);
    read(DWALIGNED(messages), at + 32, universal.format<uchar>());
    read(DWALIGNED(messages), at + 160, input.format<uchar>().select<128, 1>(0));
    read(DWALIGNED(messages), at + 288, input.format<uchar>().select<64, 1>(128));
}

_GENX_ inline void write_answer(SurfaceIndex answers, matrix_ref<uchar, 11, 32> answer) {
    const uint at = message_number() * ANSWER_BYTES;
#pragma unroll
    for (int row = 0; row < 11; row++) write(answers, at + 32 * row, answer.row(row));
}

// Matrices, references and regions, with as many rows as the stream mode and the search control want.
extern "C" _GENX_MAIN_ void search(SurfaceIndex messages, SurfaceIndex pictures, SurfaceIndex answers) {
    vector<uchar, 32> arguments;
    matrix<uchar, 4, 32> universal;
    matrix<uchar, 6, 32> input;
    read_message(messages, arguments, universal, input);
    matrix<uchar, 11, 32> answer = 0x5A;
    const VMEStreamMode mode = static_cast<VMEStreamMode>(arguments(0));
    const VMESearchCtrl control = static_cast<VMESearchCtrl>(arguments(1));
    vector_ref<short, 2> ref0 = universal.row(0).format<short>().select<2, 1>(0);
    vector<short, 2> ref1 = universal.row(0).format<short>().select<2, 1>(2);
    vector<ushort, 16> centers = universal.row(3).format<ushort>();
    // They count as arguments, not in the message.
    matrix<uchar, 4, 32> sent = universal;
    sent.row(0).format<uint>().select<2, 1>(0) = 0x7FFF7FFF;
    sent.row(3) = 0xAA;
    sent(0, 13) = sent(0, 13) | 7;
    if (control == VME_SEARCH_DUAL_REF_DUAL_REC) {
        matrix<uchar, 2, 32> path = input.select<2, 1, 32, 1>(0, 0);
        if (mode == VME_STREAM_DISABLE)
            run_vme_ime(sent, path, VME_STREAM_DISABLE, control, pictures, ref0, ref1, centers,
                        answer.select<7, 1, 32, 1>(0, 0));
        else if (mode == VME_STREAM_OUT)
            run_vme_ime(sent, path, VME_STREAM_OUT, control, pictures, ref0, ref1, centers, answer);
        else if (mode == VME_STREAM_IN)
            run_vme_ime(sent, input, VME_STREAM_IN, control, pictures, ref0, ref1, centers,
                        answer.select<7, 1, 32, 1>(0, 0));
        else
            run_vme_ime(sent, input, VME_STREAM_IN_OUT, control, pictures, ref0, ref1, centers, answer);
    } else {
        matrix<uchar, 9, 32> nine = 0x5A;
        if (mode == VME_STREAM_DISABLE)
            run_vme_ime(sent, input.select<2, 1, 32, 1>(0, 0), mode, control, pictures, ref0, NULL, centers,
                        nine.select<7, 1, 32, 1>(0, 0));
        else if (mode == VME_STREAM_OUT)
            run_vme_ime(sent, input.select<2, 1, 32, 1>(0, 0), mode, control, pictures, ref0, 0, centers,
                        nine.format<uchar, 9, 32>());
        else
            run_vme_ime(sent, input.select<4, 1, 32, 1>(0, 0), mode, control, pictures, ref0, 0, centers,
                        nine);
        answer.select<9, 1, 32, 1>(0, 0) = nine;
        // A matrix of nine rows is more than a message has that streams nothing out.
        if (mode == VME_STREAM_IN) answer.select<2, 1, 32, 1>(7, 0) = nine.select<2, 1, 32, 1>(7, 0);
    }
    write_answer(answers, answer);
}

// With Gen7.5's three rows: its cost centres lie in row 1.
extern "C" _GENX_MAIN_ void search_gen7_5(SurfaceIndex messages, SurfaceIndex pictures,
                                          SurfaceIndex answers) {
    vector<uchar, 32> arguments;
    matrix<uchar, 4, 32> universal;
    matrix<uchar, 6, 32> input;
    read_message(messages, arguments, universal, input);
    matrix<uchar, 3, 32> three = universal.select<3, 1, 32, 1>(0, 0);
    matrix<uchar, 11, 32> answer = 0x5A;
    vector<ushort, 4> centers = three.row(1).format<ushort>().select<4, 1>(8);
    run_vme_ime(three, input, static_cast<VMEStreamMode>(arguments(0)),
                static_cast<VMESearchCtrl>(arguments(1)), pictures,
                three.row(0).format<short>().select<2, 1>(0), three.row(0).format<short>().select<2, 1>(2),
                centers, answer);
    write_answer(answers, answer);
}

extern "C" _GENX_MAIN_ void refine(SurfaceIndex messages, SurfaceIndex pictures, SurfaceIndex answers) {
    vector<uchar, 32> arguments;
    matrix<uchar, 4, 32> universal;
    matrix<uchar, 6, 32> input;
    read_message(messages, arguments, universal, input);
    matrix<uchar, 11, 32> answer = 0x5A;
    matrix<uchar, 7, 32> seven = 0x33;
    // What the call is given counts, not what the message has.
    const uchar mode = universal(2, 20), shapes = universal(2, 21), directions = universal(2, 22);
    universal.row(2).select<3, 1>(20) = 0xFF;
    run_vme_fbr(universal, input.select<4, 1, 32, 1>(0, 0), pictures, mode, shapes, directions, seven);
    answer.select<7, 1, 32, 1>(0, 0) = seven;
    write_answer(answers, answer);
}

extern "C" _GENX_MAIN_ void check(SurfaceIndex messages, SurfaceIndex pictures, SurfaceIndex answers) {
    vector<uchar, 32> arguments;
    matrix<uchar, 4, 32> universal;
    matrix<uchar, 6, 32> input;
    read_message(messages, arguments, universal, input);
    matrix<uchar, 11, 32> answer = 0x5A;
    matrix<uchar, 4, 32> four = input.select<4, 1, 32, 1>(0, 0);
    run_vme_sic(universal, four, pictures, answer.select<7, 1, 32, 1>(0, 0));
    write_answer(answers, answer);
}
