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
_GENX_MAIN_ _GENX_ROUNDING_MODE_(CM_RTZ) void round_to_zero(SurfaceIndex out, float one, float tiny,
                                                            float small) {
    round_all(out, one, tiny, small);
}
