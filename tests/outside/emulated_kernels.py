# SPDX-License-Identifier: MIT
"""Kernels whose results Intel's emulator and genmedia must agree on: a statement each, on random elements."""
INTEGERS = ["char", "uchar", "short", "ushort", "int", "uint"]
BYTES = {"char": 1, "uchar": 1, "short": 2, "ushort": 2, "int": 4, "uint": 4, "float": 4}
LANES = 16

# {a} and {b} are vectors of 16 elements of type {T}; r is one of type {R}.
SAME_TYPE = {
    "add": "r = a + b;", "sub": "r = a - b;", "mul": "r = a * b;", "and": "r = a & b;", "or": "r = a | b;",
    "xor": "r = a ^ b;", "not": "r = ~a;", "negate": "r = -a;", "shift_left": "r = a << (b & 7);",
    "shift_right": "r = a >> (b & 7);", "less": "r = a < b;", "equal": "r = (a & 3) == (b & 3);",
    "min": "r = cm_min<{T}>(a, b);",
    "max": "r = cm_max<{T}>(a, b);", "avg": "r = cm_avg<{T}>(a, b);",
    "add_sat": "r = cm_add<{T}>(a, b, SAT);", "merge": "r = 7; r.merge(a, a > b);",
    "merge_two": "r.merge(a, b, (a & 1) != 0);",
    "select": "r = b; r.select<8, 2>(1) = a.select<8, 1>(3);", "replicate": "r = a.template replicate<4, 3, 4, 1>(1);",
    "any_all": "r = (a > b).any() * 2 + (a != b).all();", "sum": "r = cm_sum<{T}>(a);",
    "reduced_min": "r = cm_reduced_min<{T}>(a);", "reduced_max": "r = cm_reduced_max<{T}>(a);",
    "divide": "r = a / (b | 1);", "modulo": "r = a % (b | 1);",
    "iselect": "vector<ushort, 16> i = vector<ushort, 16>(b & 15); r = a.iselect(i);",
    "simd_if": "r = a; SIMD_IF_BEGIN(a > b) {{ r = b; SIMD_IF_BEGIN((a & 1) == 0) {{ r += 3; }} SIMD_IF_END; }} SIMD_ELSE "
               "{{ r -= 5; }} SIMD_IF_END;",
    "simd_loop": "r = a & 15; vector<ushort, 16> n = 0; SIMD_DO_WHILE_BEGIN {{ n += 1; "
                 "SIMD_IF_BEGIN(n > 9) {{ SIMD_BREAK; }} SIMD_IF_END; r += 1; }} SIMD_DO_WHILE_END(r < 20); r += n;",
    "matrix": "matrix<{T}, 4, 4> m = a; matrix<{T}, 4, 4> k = b; m.row(1) += k.column(2); "
              "m.select<2, 2, 2, 1>(0, 1) = 3; r = m;",
    "format": "vector<uchar, 16 * sizeof({T})> f = a.template format<uchar>(); f.template select<16, 1>(0) += 1; "
              "r = f.template format<{T}>();",
}
DWORDS = {
    "lzd": "r = cm_lzd<uint>(vector<uint, 16>(a));", "cbit": "r = cm_cbit<uint>(a);",
    "fbl": "r = cm_fbl<uint>(vector<uint, 16>(a));",
    "fbh": "r = cm_fbh<{T}>(a);", "bf_reverse": "r = cm_bf_reverse<uint>(vector<uint, 16>(a));",
    "bf_extract": "r = cm_bf_extract<{T}>(vector<uint, 16>(9), vector<uint, 16>(5), a);",
    "bf_insert": "r = cm_bf_insert<{T}>(vector<uint, 16>(9), vector<uint, 16>(5), a, b);",
    "pack_mask": "r = cm_pack_mask(a > b);", "quot": "r = cm_quot<{T}>(a, b | 1);", "mod": "r = cm_mod<{T}>(a, b | 1);",
    "shl": "r = cm_shl<{T}>(a, b & 31);",
}
FLOATS = {
    "add": "r = a + b;", "mul": "r = a * b;", "sat": "r = cm_add<float>(a / 65536.0f, b / 65536.0f, SAT);",
    "frc": "r = cm_frc<float>(a);",
    "rnde": "r = cm_rnde<float>(a);", "rndd": "r = cm_rndd<float>(a);", "rndu": "r = cm_rndu<float>(a);",
    "rndz": "r = cm_rndz<float>(a);", "min": "r = cm_min<float>(a, b);", "max": "r = cm_max<float>(a, b);",
    "abs": "r = cm_abs<float>(a);",
    "dp4": "r = cm_dp4<float>(a, b);", "dp3": "r = cm_dp3<float>(a, b);", "dp2": "r = cm_dp2<float>(a, b);",
    "less": "r = a < b;", "merge": "r = 1.5f; r.merge(a, a < b);", "reduced_min": "r = cm_reduced_min<float>(a);",
}


def kernels():
    """(name, the type of elements, that of results, the statement) of all kernels."""
    for source in INTEGERS:
        for name, body in SAME_TYPE.items():
            yield f"{name}_{source}", source, source, body
        for target in [*INTEGERS, "float"]:
            yield f"convert_{source}_{target}", source, target, "r = a;"
            yield f"convert_sat_{source}_{target}", source, target, "r = vector<{R}, 16>(a, SAT);"
    for source in ("int", "uint"):
        for name, body in DWORDS.items():
            yield f"{name}_{source}", source, source, body
    for name, body in FLOATS.items():
        yield f"{name}_float", "float", "float", body
    for target in INTEGERS:
        yield f"convert_float_{target}", "float", target, "r = a / 4096.0f;"
        yield f"convert_sat_float_{target}", "float", target, "r = vector<{R}, 16>(a, SAT);"


def text(name, source, target, body):
    """The kernel. Thread t reads two vectors at 128 t; its result is at 128 t."""
    if source == "float":  # random integers, as random bits are mostly no numbers
        load = ("vector<int, 16> i, k; read(in, t * 128, i); read(in, t * 128 + 64, k);\n"
                "    vector<float, 16> a = (i >> 8), b = (k >> 8); a /= 257.0f; b /= 263.0f;")
    else:
        load = f"vector<{source}, 16> a, b; read(in, t * 128, a); read(in, t * 128 + 64, b);"
    return f"""extern "C" _GENX_MAIN_ void {name}(SurfaceIndex in, SurfaceIndex out) {{
    const int t = cm_linear_global_id();
    {load}
    vector<{target}, 16> r = 0;
    {body.format(T=source, R=target)}
    write(out, t * 128, r);
}}
"""
