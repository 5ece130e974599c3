// SPDX-License-Identifier: MIT
// Sets each field of the unit's messages in rows of its own, and reads each from rows that the host has made.
#include <cm/cm.h>

enum { ROWS = 6 };

// Rows that are not zero, so that what a macro leaves alone shows.
static __attribute__((noinline)) void put_rows(SurfaceIndex to, uint& at, matrix_ref<uchar, ROWS, 32> rows) {
#pragma unroll
    for (int row = 0; row < ROWS; row++) write(to, at + 32 * row, rows.row(row));
    at += 32 * ROWS;
}
static __attribute__((noinline)) void put_number(SurfaceIndex to, uint& at, uint number) {
    vector<uint, 8> one = number;
    write(to, at, one);
    at += 32;
}

#define SETTING(call)                     \
    {                                     \
        matrix<uchar, ROWS, 32> m = 0x96; \
        call;                             \
        put_rows(to, at, m);              \
    }

#define SETTER(part)                                                      \
    extern "C" _GENX_MAIN_ void set_##part(SurfaceIndex to, uint value) { \
        uint at = 0;

#define FIELD(name, row, byte, first, bits) SETTING(VME_SET_##name(m, value&((1u << bits) - 1)))
#define SET FIELD
#define GET(name, row, byte, first, bits)
#define FLAG(name, row, byte, bit) SETTING(VME_SET_##name(m)) SETTING(VME_CLEAR_##name(m))
#define PAIR(name, row, byte) \
    SETTING(VME_SET_##name(m, static_cast<short>(value), static_cast<short>(value >> 16)))
#define NIBBLES(name, row, byte) SETTING(VME_SET_##name(m, value & 15, value >> 4 & 15))
SETTER(universal)
#define UNIVERSAL_FIELDS
#include "fields.inc"
#undef UNIVERSAL_FIELDS
}

#define FIELD(name, row, byte, first, bits) SETTING(VME_SET_##name(m, value&((1u << bits) - 1)))
#define SET FIELD
#define GET(name, row, byte, first, bits)
SETTER(search)
#define SEARCH_FIELDS
#include "fields.inc"
#undef SEARCH_FIELDS
}

#define FIELD(name, row, byte, first, bits) SETTING(VME_SET_##name(m, value&((1u << bits) - 1)))
#define SET FIELD
#define GET(name, row, byte, first, bits)
#define PAIR(name, row, byte) \
    SETTING(VME_SET_##name(m, static_cast<short>(value), static_cast<short>(value >> 16)))
SETTER(check)
#define CHECK_FIELDS
#include "fields.inc"
#undef CHECK_FIELDS
}

#define FIELD(name, row, byte, first, bits) SETTING(VME_SET_##name(m, value&((1u << bits) - 1)))
SETTER(refine)
#define REFINE_FIELDS
#include "fields.inc"
#undef REFINE_FIELDS
}

_GENX_ inline void read_rows(SurfaceIndex from, matrix_ref<uchar, 11, 32> rows) {
#pragma unroll
    for (int row = 0; row < 11; row++) read(from, 32 * row, rows.row(row));
}

#define GETTER(part)                                                             \
    extern "C" _GENX_MAIN_ void get_##part(SurfaceIndex from, SurfaceIndex to) { \
        matrix<uchar, 11, 32> m;                                                 \
        read_rows(from, m);                                                      \
        uint at = 0;

#define FIELD(name, row, byte, first, bits) put_number(to, at, VME_GET_##name(m));
#define GET FIELD
#define SET(name, row, byte, first, bits)
#define FLAG(name, row, byte, bit)
#define PAIR(name, row, byte)
#define NIBBLES(name, row, byte)
GETTER(universal)
#define UNIVERSAL_FIELDS
#include "fields.inc"
#undef UNIVERSAL_FIELDS
}

#define FIELD(name, row, byte, first, bits) put_number(to, at, VME_GET_##name(m));
#define GET FIELD
#define SET(name, row, byte, first, bits)
GETTER(search)
#define SEARCH_FIELDS
#include "fields.inc"
#undef SEARCH_FIELDS
}

#define FIELD(name, row, byte, first, bits) put_number(to, at, VME_GET_##name(m));
#define GET FIELD
#define SET(name, row, byte, first, bits)
#define PAIR(name, row, byte)
GETTER(check)
#define CHECK_FIELDS
#include "fields.inc"
#undef CHECK_FIELDS
}

#define FIELD(name, row, byte, first, bits) put_number(to, at, VME_GET_##name(m));
GETTER(refine)
#define REFINE_FIELDS
#include "fields.inc"
#undef REFINE_FIELDS
}

#define READ(name, row, byte, first, bits) \
    {                                      \
        uint number;                       \
        VME_GET_##name(m, number);         \
        put_number(to, at, number);        \
    }
#define KEPT(name, row, byte, mask) READ(name, row, byte, 0, 8)
GETTER(result)
#define RESULT_FIELDS
#include "fields.inc"
#undef RESULT_FIELDS
}

// The fields that are more than numbers: vectors and distortions, of answers of seven rows and of eleven.
extern "C" _GENX_MAIN_ void get_arrays(SurfaceIndex from, SurfaceIndex to) {
    matrix<uchar, 11, 32> answer;
    read_rows(from, answer);
    matrix<uchar, 7, 32> seven = answer.select<7, 1, 32, 1>(0, 0);
    matrix<short, 4, 16> vectors[2];
    vector<short, 16> distortions[2];
    VME_GET_UNIOutput_Mvs(seven, vectors[0]);
    VME_GET_IMEOutput_Mvs(answer, vectors[1]);
    VME_GET_UNIOutput_InterDistortion(seven, distortions[0]);
    VME_GET_IMEOutput_InterDistortion(answer, distortions[1]);
#pragma unroll
    for (int i = 0; i < 2; i++) {
        write(to, 160 * i, vectors[i].format<short>());
        write(to, 160 * i + 128, distortions[i]);
    }
}

// What kernels begin with.
extern "C" _GENX_MAIN_ void initial(SurfaceIndex to) {
    uint at = 0;
    matrix<uchar, 4, 32> four = 0x96;
    matrix<uchar, 3, 32> three = 0x96;
    matrix<uchar, 2, 32> two = 0x96;
    INIT_VME_UNIINPUT(four);
    INIT_VME_UNIINPUT(three);
    INIT_VME_IMEINPUT(two);
    matrix<uchar, ROWS, 32> rows = 0x96;
    rows.select<4, 1, 32, 1>(0, 0) = four;
    rows.select<2, 1, 32, 1>(4, 0) = two;
    put_rows(to, at, rows);
    rows = 0x96;
    rows.select<3, 1, 32, 1>(0, 0) = three;
    put_rows(to, at, rows);
    rows = 0x96;
    INIT_VME_SICINPUT(four);
    rows.select<4, 1, 32, 1>(0, 0) = four;
    put_rows(to, at, rows);
    four = 0x96;
    INIT_VME_FBRINPUT(four);
    rows.select<4, 1, 32, 1>(0, 0) = four;
    RESET_VME_IMEINPUT(two, 2);
    put_rows(to, at, rows);
    four = 0x96;
    RESET_VME_UNIINPUT(four);
    rows.select<4, 1, 32, 1>(0, 0) = four;
    put_rows(to, at, rows);
}
