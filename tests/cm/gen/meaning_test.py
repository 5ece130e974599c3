# SPDX-License-Identifier: MIT
"""meaning_test.py CMC RUN_KERNEL EXAMPLES WHICH TARGET...: compiles kernels for these Gens and for this machine's CPU, runs all on the
same random bytes, the Gen code in gen_thread.py, and compares every byte of every surface. WHICH: "examples", or "own" for
the kernels below."""
import copy
import functools
import os
import sys
import tempfile

import numpy as np

from gen import call, check, need_backend, need_lowering, write
from gen_surfaces import Buffer, Picture
from gen_thread import Kernel, run_groups, run_threads

cmc, run_kernel, examples, which, *TARGETS = sys.argv[1:]
HERE = os.path.dirname(os.path.abspath(__file__))
random = np.random.default_rng(1)


def numbers(count, low=0, high=1 << 32, kind=np.uint32):
    return random.integers(low, high, count).astype(kind)


def noise(rows, columns):
    return random.integers(0, 256, (rows, columns)).astype(np.uint8)


def empty(rows, columns, kind=np.uint8):
    return np.full((rows, columns), 0x5A, kind)


SOURCE = "extern \"C\" _GENX_MAIN_ void %s(SurfaceIndex from, SurfaceIndex to) {\n%s}\n"
READ = "    vector<int, 16> v, n = 0;\n    read(from, get_thread_origin_x() * 64, v);\n"
WRITE = "    write(to, get_thread_origin_x() * 64, n);\n"
# Bytes of all values; of what sad2 gives only the first of each pair counts.
BYTES = ("    vector<uint, 16> hash = vector<uint, 16>(v) * 0x9E3779B1u + 0x7F80FF01u;\n    hash ^= hash >> 15;\n"
         "    vector<uchar, 64> a = hash.format<uchar>(), b = vector<uint, 16>(hash * 0x85EBCA6Bu).format<uchar>();\n")
OWN = {  # kernels of (from, to), each thread with 16 ints of both
    "simd_else": "    n = v;\n    SIMD_IF_BEGIN(v > 20) { n += 1; }\n    SIMD_ELSEIF(v > 8) { n *= 3; }\n"
                 "    SIMD_ELSE { n -= v * v; }\n    SIMD_IF_END;\n",
    "simd_nested": "    SIMD_IF_BEGIN(v > 8) {\n        SIMD_IF_BEGIN((v & 1) == 0) { n = v; }\n        SIMD_ELSE { n = -v; }\n"
                   "        SIMD_IF_END;\n        n += 1000;\n    }\n    SIMD_IF_END;\n",
    "simd_loop": "    SIMD_DO_WHILE_BEGIN {\n        n += 1;\n        v >>= 1;\n    } SIMD_DO_WHILE_END(v > 0);\n",
    "simd_leave": "    SIMD_DO_WHILE_BEGIN {\n        n += 1;\n        v -= 3;\n"
                  "        SIMD_IF_BEGIN((v & 7) == 5) { SIMD_BREAK; }\n        SIMD_IF_END;\n"
                  "        SIMD_IF_BEGIN((v & 3) == 1) { SIMD_CONTINUE; }\n        SIMD_IF_END;\n"
                  "        n += 100;\n    } SIMD_DO_WHILE_END(v > 0);\n",
    "simd_in_loop": "    SIMD_DO_WHILE_BEGIN {\n        vector<int, 16> m = v;\n"
                    "        SIMD_DO_WHILE_BEGIN {\n            m -= 5;\n            SIMD_IF_BEGIN(m == 3) { SIMD_BREAK; }\n"
                    "            SIMD_IF_END;\n            n += 1;\n        } SIMD_DO_WHILE_END(m > 0);\n"
                    "        v -= 7;\n    } SIMD_DO_WHILE_END(v > 0);\n",
    "simd_reduce": "    SIMD_IF_BEGIN(v > 16) {\n        int most = cm_reduced_max<int>(v);\n        n = cm_sum<int>(v) + most;\n"
                   "        if (v.any()) n += 1;\n    }\n    SIMD_IF_END;\n",
    "saturate": "    vector<uchar, 16> bytes(v * 10 - 50, SAT);\n    n = bytes;\n    vector<short, 16> words = v << 12;\n"
                "    n += cm_add<short>(words, words, SAT);\n",
    "division": "    n = v / 3 + v % 7 + (v - 20) / 4;\n    vector<uint, 16> u = v;\n    n += (u << 27) / 5u;\n",
    "bits": "    n = cm_cbit<int>(v) + cm_fbl<int>(v + 1) * 100 + cm_fbh<int>(v + 1) * 10000 + cm_bf_reverse<int>(v);\n"
            "    n += cm_lzd<int>(v);\n    vector<int, 16> s = v - 20;\n    vector<uint, 16> u = s, t = s - 1;\n"
            "    n += cm_fbh<int>(s) * 3 + cm_fbh<int>(u) * 5 + cm_fbl<int>(s) * 7 + cm_fbl<int>(v << 9) * 11 + cm_fbh<int>(s * 99999);\n",
    "carries": BYTES + "    vector<uint, 16> w = v, carry, borrow;\n    vector<uint, 16> sum = cm_addc(hash, hash * 3u, carry);\n"
               "    vector<uint, 16> difference = cm_subb(hash, w * 0x10000000u, borrow);\n    n = sum ^ difference * 3u;\n    n += carry * 1000 + borrow * 50000;\n"
               "    uint c;\n    uint one = cm_addc(hash(0), 0xFFFFFFFFu, c);\n    n(0) = one ^ c;\n",
    "merge": "    n.merge(v, -v, v > 10);\n    n.merge(7, (v & 3) == 2);\n    if ((v > 30).any()) n += 1;\n"
             "    if ((v >= 0).all()) n += 2;\n",
    "regions": "    matrix<int, 4, 4> m = v;\n    n.select<4, 4>(1) = m.column(2);\n    n.select<4, 1>(12) = m.row(1);\n"
               "    n.select<8, 2>(0) += v.replicate<2, 4, 4, 1>(2);\n    n += v.iselect(vector<ushort, 16>(v & 15));\n"
               "    n(n(3) & 15) = 77;\n",
    "bytes": "    vector<uchar, 64> b = v.format<uchar>();\n    b.select<32, 2>(1) = b.select<32, 2>(0) + 3;\n"
             "    n = b.format<int>();\n",
    "scalars": "    int total = 0;\n    for (int i = 0; i < 16; i++) total = total * 3 + v(i);\n    n = total;\n"
               "    n(2) = v(v(0) & 15);\n",
    "floats": "    vector<float, 16> f = v;\n    f = f * 0.25f - 3.0f;\n    n = f;\n    n += cm_rndd<float>(f);\n"
              "    vector<int, 16> whole(f * 1e9f);\n    n += whole;\n    vector<uchar, 16> byte(f, SAT);\n    n += byte;\n",
    "channels": "    vector<uint, 4> at;\n#pragma unroll\n    for (int i = 0; i < 4; i++) at(i) = get_thread_origin_x() * 16 + (3 - i) * 4;\n"
                "    matrix<int, 4, 4> m;\n    read_untyped(from, CM_ABGR_ENABLE, m, at);\n    n = m;\n"
                "    read_untyped(from, CM_BR_ENABLE, m.select<2, 1, 4, 1>(1, 0), at);\n"
                "    write_untyped(to, CM_AG_ENABLE, m.select<2, 1, 4, 1>(1, 0), at);\n"
                "    read(to, get_thread_origin_x() * 64, v);\n    n += v;\n",
    "atomics": "    vector<uint, 16> at, u = v, old = 9;\n#pragma unroll\n    for (int i = 0; i < 16; i++) at(i) = get_thread_origin_x() * 16 + 15 - i;\n"
               "    write_atomic<ATOMIC_ADD>(to, at, u, old);\n    n += old;\n"
               "    write_atomic<ATOMIC_MAXSINT>(to, at, n, old);\n    n += old;\n    write_atomic<ATOMIC_MIN>(to, at, u * 0x10000000, old);\n"
               "    n += old;\n    vector<ushort, 16> odd = v & 1;\n    write_atomic<ATOMIC_PREDEC>(odd, to, at, old);\n    n += old;\n"
               "    u = v.replicate<16, 0, 1, 0>(0);\n    write_atomic<ATOMIC_CMPXCHG>(to, at, u, old, n);\n    at = at & ~3;\n"
               "    write_atomic<ATOMIC_INC>(to, at);\n    read(to, get_thread_origin_x() * 64, v);\n    n += v;\n",
    "sad2": BYTES + "    vector<ushort, 64> s = cm_sad2<ushort>(a, b);\n    s = cm_sada2<ushort>(b, a.replicate<64, 0, 1, 0>(5), s);\n"
            "    vector<ushort, 32> t = cm_sad2<ushort>(a.select<32, 1>(0), 77);\n    t = cm_sada2<ushort>(a.select<32, 1>(0), b.select<32, 1>(32), t);\n"
            "    t = cm_sada2<ushort>(a.select<32, 2>(1), b.select<32, 2>(0), t);\n"
            "    n = s.select<16, 2>(0) + s.select<16, 2>(32) * 256 + t.select<16, 2>(0) * 65536;\n",
    "sad2_widths": BYTES + "    vector<ushort, 6> s = cm_sad2<ushort>(a.select<6, 1>(1), b.select<6, 1>(2));\n    vector<ushort, 40> t = 5;\n"
                   "    t = cm_sada2<ushort>(a.select<40, 1>(7), b.select<40, 1>(3), t);\n    vector<ushort, 2> r = cm_sad2<ushort>(a.select<2, 1>(0), b.select<2, 1>(0));\n"
                   "    n.select<3, 1>(0) = s.select<3, 2>(0);\n    n.select<10, 1>(3) = t.select<10, 4>(0);\n    n(15) = r(0) + cm_sum<int>(t.select<20, 2>(0));\n",
    "sad2_signed": BYTES + "    vector<char, 64> c = a, d = b;\n    vector<short, 64> s = cm_sad2<short>(c, d);\n"
                   "    vector<short, 64> most = 32700;\n    most = cm_sada2<short>(c, d, most, SAT);\n    s = cm_sada2<short>(d, d.replicate<64, 0, 1, 0>(3), s);\n"
                   "    n = s.select<16, 2>(0) + s.select<16, 2>(32) * 1024 - most.select<16, 2>(14);\n",
    "sad2_saturated": BYTES + "    vector<ushort, 64> most = 65300;\n    most = cm_sada2<ushort>(a, b, most, SAT);\n    vector<ushort, 64> over = 65300;\n"
                      "    over = cm_sada2<ushort>(a, b, over);\n    n = most.select<16, 2>(0) + over.select<16, 2>(0) * 65536;\n",
    "sad2_others": BYTES + "    vector<int, 64> s = cm_sad2<int>(a, b);\n    vector<short, 16> x = v * 1000, y = v.replicate<16, 0, 1, 0>(0) - 9;\n"
                   "    vector<int, 64> many = 100000;\n    s = cm_sada2<int>(a, b, many) + s;\n    vector<int, 16> t = cm_sad2<int>(x, y);\n"
                   "    vector<char, 64> c = a;\n    vector<int, 64> r = cm_sad2<int>(c, b);\n"
                   "    n = s.select<16, 2>(0) + r.select<16, 2>(32);\n    n.select<8, 2>(0) += t.select<8, 2>(0);\n",
    "average": BYTES + "    vector<char, 64> c = a, d = b;\n    vector<uchar, 64> e = cm_avg<uchar>(a, b);\n    vector<char, 64> f = cm_avg<char>(c, d);\n"
               "    vector<uchar, 64> g = cm_avg<uchar>(c, d, SAT);\n    vector<short, 64> h = cm_avg<short>(a, c);\n"
               "    n = e.format<int>() + 3 * f.format<int>() + 5 * g.format<int>() + h.select<32, 2>(0).format<int>() + cm_avg<uint>(hash, 0xFFFFFFFFu);\n"
               "    vector<int, 16> low = hash;\n    n += cm_avg<int>(low, -7) + cm_avg<int>(low, hash) + cm_avg<ushort>(low, 3);\n",
    "dot_products": "    vector<float, 16> x = v, y = v * v + 1, p = (v & 3) * 0.25f;\n"
                    "    n = cm_dp4(x, y) + cm_dp3(x, y) * 3.0f + cm_dp2(x, y) * 5.0f + cm_dph(x, y) * 7.0f + cm_dp4(x, 2.0f);\n"
                    "    n += cm_dp4<float>(y - x, y, SAT) + cm_lrp(p, x * 4.0f, y * 4.0f) + cm_lrp<float>(p, x, 8.0f, SAT);\n"
                    "    n += cm_line(x.select<4, 1>(4), y) + cm_pln(x.select<4, 1>(4), x, y);\n",
    "dp4a": BYTES + "    vector<int, 16> c = hash, d = b.format<int>();\n    vector<uint, 16> u = hash, w = b.format<uint>();\n"
            "    n = cm_dp4a(v, c, d) + cm_dp4a(v, u, w) * 3 + cm_dp4a<int>(v, c, w) * 5;\n    vector<int, 16> most = 0x7FFFFFF0;\n"
            "    n += cm_dp4a(most, c, d, SAT) + cm_dp4a<short>(v, u, w);\n",
    # bytes that a product, a sum or a shift cuts off decide nothing
    "byte_signs": BYTES + "    vector<char, 16> c = v * 7, d = c * 3, e = d + c, f = c << 2;\n    n.merge(1, d > 0);\n    n.merge(n + 10, e < 0);\n"
                  "    n.merge(n + 100, f >= 0);\n    vector<uchar, 64> p = a * b;\n    n.merge(n + 1000, p.select<16, 1>(9) == 0);\n    n(1) += char(d(0) * e(1)) > 0;\n",
    # signs that an unsigned type in between takes away, also through regions
    "signs_taken": "    vector<char, 16> c = v - 20;\n    vector<ushort, 16> u = c;\n    vector<short, 16> s = c;\n    vector<uint, 16> w = s;\n"
                   "    vector<unsigned long long, 16> q = w;\n    vector<ushort, 32> every = 3;\n    every.select<16, 2>(1) = c;\n    vector<uchar, 16> b = c;\n"
                   "    vector<int, 16> far = every.select<16, 2>(1);\n    n = u * 3 + far * 5 + vector<int, 16>(q >> 25) + b;\n"
                   "    u = c;\n    SIMD_IF_BEGIN(v > 9) { u = s + 1; }\n    SIMD_IF_END;\n    n += u * 7;\n    u = -(v > 7);\n    n += u;\n",
    # counts of 0 to 156
    "shift_counts": "    vector<uint, 16> u = v * 0x9E3779B1u, w = n;\n    vector<int, 16> s = u, c = v * 4;\n    vector<short, 16> h = u;\n    vector<uchar, 16> b = u;\n"
                    "    w += cm_shr<uint>(u, c) + 3u * cm_shr<uint>(s, c) + 5u * cm_asr<uint>(u, c) + 7u * cm_lsr<uint>(s, c) + 9u * cm_shl<uint>(u, c);\n"
                    "    w += 11u * (u >> c) + 13u * (u << c) + 15u * vector<uint, 16>(s >> c) + 17u * cm_rol<uint>(u, c) + 19u * cm_ror<uint>(u, c);\n"
                    "    w += 21u * cm_asr<uint>(h, c) + 23u * cm_shr<uint>(b, c) + 25u * vector<uint, 16>(h << c) + 27u * cm_asr<uint>(s, 33);\n"
                    "    vector<ushort, 16> x = h;\n    vector<long long, 16> q = s, p = 0;\n    q *= 0x100000001LL;\n"
                    "    w += cm_rol<ushort>(x, c) * 29u + cm_ror<uchar>(b, c) * 31u;\n    p = cm_asr<long long>(q, c) + (q >> c) * 3 + (q << c) * 5 + cm_shl<long long>(q, c) * 7;\n"
                    "    n = w + vector<uint, 16>(p) + vector<uint, 16>(p >> 32);\n",
    "odd_blocks": "    vector<uchar, 23> b;\n    read(from, get_thread_origin_x() * 64 + 21, b);\n    n.select<4, 1>(2) = b.select<4, 6>(4);\n"
                  "    vector<short, 11> s;\n    read(DWALIGNED(from), get_thread_origin_x() * 64 + 4, s);\n    n.select<11, 1>(5) += s;\n    write(to, get_thread_origin_x() * 64, n);\n"
                  "    write(to, get_thread_origin_x() * 64 + 9, s);\n    write(to, get_thread_origin_x() * 64 + 32, b);\n"
                  "    read(to, get_thread_origin_x() * 64, n);\n",
    # what LLVM has intrinsics for, some of which the back end does not know
    "generic": "#pragma unroll\n    for (int i = 0; i < 4; i++) {\n        uint u = v(i) * 0x9E3779B1u + 5;\n        unsigned long long q = u * 0x123456789ABCDEFull;\n"
               "        n(i * 4) = __builtin_bswap32(u) + __builtin_bswap16(u) + (int)(__builtin_bswap64(q) >> 21);\n"
               "        n(i * 4 + 1) = (u >> i * 7 ? __builtin_clz(u >> i * 7) : 32) + (u << i * 7 ? __builtin_ctz(u << i * 7) : 32) * 100 + __builtin_clzll(q | 1) * 10000;\n"
               "        n(i * 4 + 2) = __builtin_popcountll(q) + __builtin_ctzll(q << 33 | 1ull << 63) * 100 + __builtin_bitreverse32(u) + (int)__builtin_bitreverse64(q);\n"
               "        n(i * 4 + 3) = (int)__builtin_rotateleft64(q, v(i) & 63) + __builtin_rotateright16(u, v(i) & 15) + __builtin_bitreverse8(u);\n    }\n",
    # cases that share a place, one that falls through, bits in the middle
    "switches": "    for (int i = 0; i < 16; i++) {\n        int s = i;\n        switch (v(i) * 2654435761u & 0x07000000) {\n        case 0x01000000:\n"
                "        case 0x04000000: s += 3;\n        case 0x02000000: s += 500; break;\n        case 0x05000000: s = -7; break;\n        case 0x06000000: s -= v(2); break;\n"
                "        default: s ^= 77;\n        }\n        switch (v(i) * 256 & 0xFF00) {\n        case 256: s *= 3; break;\n        case 768:\n        case 512: s += 2; break;\n"
                "        case 1024: s ^= v(3); break;\n        }\n        n(i) = s;\n    }\n",
    # of 5, 12, 24 and 48 bits: between the widths of registers
    "odd_widths": "    unsigned _BitInt(12) t = v(0);\n    signed _BitInt(5) s = v(1);\n    unsigned _BitInt(24) w = v(2);\n    signed _BitInt(48) q = v(3);\n"
                  "    for (int i = 0; i < 16; i++) {\n        t = t * (unsigned _BitInt(12))v(i) + 300;\n        s -= v(i);\n        w = w << 3 ^ w >> 5 ^ v(i);\n"
                  "        q = q * 77777 - v(i);\n        if (s < -3) s = s >> 1;\n        n(i) = t + (int)s * 5000 + (t > (unsigned _BitInt(12))2000 ? w : 5) + (int)(q >> 17) - (int)q + (float)s;\n    }\n",
    # in an object of 6 bytes; in one of three that take 8 bytes each
    "other_sizes": "    vector<uchar, 6> six = v.format<uchar>().select<6, 1>(1);\n    n(0) = six.format<int>()(0);\n    signed _BitInt(48) q[3];\n"
                   "    for (int i = 0; i < 3; i++) q[i] = v(i) * 0x7FFF10001LL - v(9);\n    for (int i = 1; i < 16; i++) n(i) = q[(uint)v(i) % 3] >> (i + 3);\n",
    "wide": "    vector<long long, 16> q = v;\n    q = q * 0x100000001LL + 5;\n    vector<int, 16> high = q >> 32, low = q;\n"
            "    n = high + low;\n",
}

FIELDS = ("    matrix<uchar, 4, 16> m;\n    int x = get_thread_origin_x() * 16, y = get_thread_origin_y() * 4;\n"
          "    read(TOP_FIELD(from), x - 4, y - 2, m);\n    write(BOTTOM_FIELD(to), x, y, m);\n"
          "    read(BOTTOM_FIELD(from), x, y + 1, m);\n    write(TOP_FIELD(to), x, y, m);\n")
# Each lane has a pixel of (from) of its own, the last lane the first.
PIXEL_ATOMICS = ("    const uint at = get_thread_origin_x(), y = get_thread_origin_y();\n    vector<uint, 8> x, a, old = 7, n = 0;\n"
                 "#pragma unroll\n    for (int i = 0; i < 8; i++) {\n        x(i) = at * 8 + 7 - i;\n        a(i) = i * 9 + 1;\n    }\n"
                 "    vector<ushort, 8> odd = x & 1;\n    write_typed_atomic<ATOMIC_INC>(from, old, x, y);\n    n += old;\n"
                 "    write_typed_atomic<ATOMIC_PREDEC>(odd, from, old, x, y);\n    n += old * 3;\n"
                 "    write_typed_atomic<ATOMIC_ADD>(odd, from, old, a, x, y);\n    n += old * 5;\n    old += 1u - (x & 1u);  // what even columns hold\n"
                 "    write_typed_atomic<ATOMIC_CMPXCHG>(from, a, a, old, x, y);\n    n += a * 7;\n    write(to, at * 32, y, n);\n")
APPROXIMATE = ("move_bodies",)  # the hardware's reciprocal square root is not the exact one of gen_thread.py


def wide_picture(data):
    return Picture(data, 4)


def cases():
    """name: source, kernel, size, surfaces and values in the order of the parameters."""
    def example(name, folder=None):
        return f"{examples}/{folder or name}/{name}_genx.cpp"

    linear, picture = example("linear"), noise(14, 160)
    yield linear, "linear1d2", (4, 2), [Picture(picture, 1), Picture(empty(14, 160), 1)]
    for slide in ("linearslide", "linearslide2"):
        yield linear, slide, (3, 2), [Picture(picture, 1), Picture(empty(14, 160), 1), 6]
    yield example("integral"), "integral", (4, 3), [Picture(noise(48, 64), 1), wide_picture(empty(48, 64, np.uint32))]
    yield example("sepia"), "sepia", (2, 2), [wide_picture(numbers(16 * 16).reshape(16, 16)),
                                              wide_picture(empty(16, 16, np.uint32))]
    yield example("media_block", "dataport"), "blur", (3, 3), [Picture(noise(24, 24), 1), Picture(empty(24, 24), 1)]
    yield example("oword_block", "dataport"), "differences", (3, 1), [Buffer(numbers(48)), Buffer(numbers(48))]
    yield example("scattered", "dataport"), "permute", (3, 1), [
        Buffer(numbers(32)), Buffer(numbers(48, 0, 64)), Buffer(numbers(24))]
    bitonic = example("bitonic")
    yield bitonic, "sort_blocks", (4, 1), [Buffer(numbers(256))]
    yield bitonic, "merge_blocks", (4, 1), [Buffer(numbers(256)), 128]
    yield bitonic, "exchange_far", (2, 1), [Buffer(numbers(256)), 128, 128]
    prefix = example("prefix")
    yield prefix, "scan_blocks", (4, 1), [Buffer(numbers(256)), Buffer(numbers(64))]
    yield prefix, "add_totals", (3, 1), [Buffer(numbers(256)), Buffer(numbers(64))]
    radix = example("radix")
    yield radix, "count_digits", (3, 1), [Buffer(numbers(192)), Buffer(numbers(48)), 3, 4]
    first = np.arange(48, dtype=np.uint32)  # of each digit and block; places are apart enough
    yield radix, "place_numbers", (3, 1), [Buffer(numbers(192)), Buffer(numbers(1024)), Buffer(first * 20), 3, 4]
    columns = noise(40, 60)
    yield example("sad"), "search", (3, 2), [Picture(columns[3:35, 5:53], 1), Picture(columns[:32, :48], 1),
                                             wide_picture(empty(2, 12, np.uint32))]
    yield os.path.join(HERE, "quarter_genx.cpp"), "quarter", (3, 2), [Picture(noise(16, 24), 1) for _ in range(4)] + [
        wide_picture(empty(2, 48, np.uint32))]
    yield example("nbody"), "move_bodies", "4*2", [Buffer(random.random(512, np.float32)),
                                                   Buffer(random.random(384, np.float32)), 128, 0.01]
    yield example("sync"), "add_one", (2, 1), [Buffer(noise(1, 128))]
    yield example("sync"), "twice", (2, 1), [Buffer(noise(1, 128))]
    # One file: a compiler that starts takes longer than it takes for one of these.
    write("own.cpp", "#include <cm/cm.h>\n" + SOURCE % ("fields", FIELDS) + SOURCE % ("pixel_atomics", PIXEL_ATOMICS)
          + "".join(SOURCE % (name, READ + body + WRITE) for name, body in OWN.items()))
    yield "own.cpp", "fields", (3, 2), [Picture(noise(15, 48), 1), Picture(empty(15, 48), 1)]
    yield "own.cpp", "pixel_atomics", (3, 2), [wide_picture(numbers(2 * 24).reshape(2, 24)), wide_picture(empty(2, 24, np.uint32))]
    for name in OWN:
        yield "own.cpp", name, (3, 1), [Buffer(numbers(48, 0, 40, np.int32)), Buffer(numbers(48))]


def is_surface(argument):
    return isinstance(argument, (Buffer, Picture))


@functools.cache
def compiled_for_cpu(source):
    name = os.path.basename(source) + ".isa"
    status, _, err = call(cmc, source, "-o", name)
    check(status == 0, source, "for this machine:", err)
    return name


@functools.cache
def compiled_for_gen(source, target):
    name = f"{os.path.basename(source)}_{target}"
    status, _, err = call(cmc, "--gen", "-mdump_asm", "-march=" + target, source, "-o", name + ".gen")
    need_lowering(err)
    check(status == 0, source, "for", target, err)
    return name


def on_cpu(source, kernel, size, arguments):
    """The surfaces' bytes after it."""
    texts = []
    for k, argument in enumerate(arguments):
        name = f"argument{k}"
        if is_surface(argument):
            argument.data.tofile(name)
        if isinstance(argument, Buffer):
            texts.append("buffer=" + name)
        elif isinstance(argument, Picture):
            rows, columns = argument.data.shape
            texts.append(f"{'a8' if argument.pixel_bytes == 1 else 'r32'}={name},{columns},{rows}")
        else:
            texts.append(f"{type(argument).__name__}={argument}")
    size = size if isinstance(size, str) else "x".join(map(str, size))
    status, out, err = call(run_kernel, compiled_for_cpu(source), kernel, size, *texts)
    check(status == 0, source, kernel, out, err)
    return [np.fromfile(f"argument{k}", np.uint8) for k, argument in enumerate(arguments) if is_surface(argument)]


def on_gen(target, source, kernel, size, arguments):
    arguments = copy.deepcopy(arguments)
    with open(f"{compiled_for_gen(source, target)}_{kernel}.asm") as file:
        code = Kernel(file.read())
    surfaces = [a for a in arguments if is_surface(a)]
    values = [a for a in arguments if not is_surface(a)]
    if isinstance(size, str):
        run_groups(code, *map(int, size.split("*")), surfaces, values)
    else:
        run_threads(code, *size, surfaces, values)
    return [as_bytes(surface.data) for surface in surfaces]


def as_bytes(data):
    return np.ascontiguousarray(data).view(np.uint8).reshape(-1)


need_backend()
compared = 0
with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    for source, kernel, size, arguments in cases():
        if os.path.isabs(source) != (which == "examples"):
            continue
        expected = on_cpu(source, kernel, size, arguments)
        before = [as_bytes(a.data) for a in arguments if is_surface(a)]
        check(any((a != b).any() for a, b in zip(before, expected)), source, kernel, "writes nothing")
        for target in TARGETS:
            for k, (gen, cpu) in enumerate(zip(on_gen(target, source, kernel, size, arguments), expected)):
                wrong = np.flatnonzero(gen != cpu)
                if kernel in APPROXIMATE:
                    wrong = np.flatnonzero(~np.isclose(gen.view(np.float32), cpu.view(np.float32), rtol=1e-4, atol=1e-4))
                check(not wrong.size, target, os.path.basename(source), kernel,
                      f"surface {k}: {wrong.size} of {gen.size} bytes differ, first at {wrong[:1]}: "
                      f"{gen[wrong[:1]]} on Gen, {cpu[wrong[:1]]} on this machine")
                compared += gen.size
        print("same:", os.path.basename(source), kernel)
check(compared > 0, "nothing was compared")
print(compared, "bytes compared")
