// SPDX-License-Identifier: MIT
// Qualifiers, types and versions that Intel's headers let a kernel spell, and that change nothing here.
#include <cm/cm.h>

#if __INTEL_MDF < CM_2_4 || __INTEL_CM <= CM_7_0
#error "the last version of the language has all that kernels ask for"
#endif
CM_STATIC_ERROR(sizeof(unsigned __int64) == 8 && sizeof(__uint16) == 2 && sizeof(__int8) == 1, "sizes");
CM_STATIC_WARNING(GENX_NUM_BUFFER_ATTRIB == 11, "a warning is no error");

CM_NOINLINE _CM_BUILTIN_ CM_NODEBUG inline __int32 one() { return 1; }

_GENX_MAIN_ _CM_ENTRY_ _GENX_FLOAT_CONTROL_(CM_RTZ | CM_DENORM_FTZ) void entry(
    vector<__int16, 16> CURBE _CM_INPUT_, _CM_FIXED_ ushort width,
    matrix<ushort, 2, 8> words _CM_INPUT_OUTPUT_, matrix<ushort, 2, 8> out _CM_OUTPUT_,
    vector<uint, 2> state _CM_OUTPUT_INPUT_) {
    vector<uchar, 16> bytes(CURBE, _GENX_SAT);
    out = words + bytes.format<uchar, 2, 8>() + one();
    state(0) = out(0, 0) + width;
}
