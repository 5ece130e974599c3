// SPDX-License-Identifier: MIT
// Each kernel does what one message does, with what its arguments say.
#include <cm/cm.h>

// 1 + 2^-30 and -1 - 2^-30, rounded as the kernel says, and the product of two numbers whose product is a
// denormal.
_GENX_ inline void round_all(SurfaceIndex out, float one, float tiny, float small) {
    vector<float, 4> v = 0;
    v(0) = one + tiny;
    v(1) = -one - tiny;
    v(2) = small * small;
    write(out, 0, v);
}
_GENX_MAIN_ void round_by_default(SurfaceIndex out, float one, float tiny, float small) {
    round_all(out, one, tiny, small);
}
_GENX_MAIN_ _GENX_FLOAT_CONTROL_(CM_RTP) void round_up(SurfaceIndex out, float one, float tiny, float small) {
    round_all(out, one, tiny, small);
}
_GENX_FLOAT_CONTROL_(CM_RTN | CM_DENORM_ALLOW)
_GENX_MAIN_ void round_down(SurfaceIndex out, float one, float tiny, float small) {
    round_all(out, one, tiny, small);
}
// Infinities, and roots and logarithms of what is negative.
_GENX_ inline void leave_range(SurfaceIndex out, float large, float negative) {
    vector<float, 8> v = 0, x = large, n = negative;
    v(0) = cm_inv(x - x)(0);
    v(1) = (x * x)(1);
    v(2) = (-x * x)(2);
    x *= large;
    v(3) = x(3);
    v(4) = cm_sqrt(n)(4);
    v(5) = cm_rsqrt(n)(5);
    v(6) = cm_log(n)(6);
    v(7) = (n / 2.0f)(7);
    write(out, 0, v);
}
_GENX_MAIN_ void leave_range_by_default(SurfaceIndex out, float large, float negative) {
    leave_range(out, large, negative);
}
_GENX_MAIN_ _GENX_FLOAT_CONTROL_(CM_FLOAT_MODE_ALT) void stay_in_range(SurfaceIndex out, float large,
                                                                       float negative) {
    leave_range(out, large, negative);
}
_GENX_MAIN_ _GENX_ROUNDING_MODE_(CM_RTZ) void round_to_zero(SurfaceIndex out, float one, float tiny,
                                                            float small) {
    round_all(out, one, tiny, small);
}
