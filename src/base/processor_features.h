// SPDX-License-Identifier: MIT
// Features that compilers use by themselves and that processors of one family may lack. cmc writes into a
// kernel file what its code needs, and the runtime asks whether this processor has it.
#pragma once

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>
#elif defined(__aarch64__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#include <algorithm>
#include <string_view>

namespace genmedia::base {

struct ProcessorFeature {
    const char* macro;  // the compiler defines it where it may use the feature
    const char* name;   // as in __builtin_cpu_supports, and in kernel files
    bool (*there)();
};

#if defined(__x86_64__) || defined(__i386__)

// Bit `bit` of register `place` of CPUID, for those that GCC before 12 or clang before 18 cannot ask for.
inline bool processor_says(unsigned leaf, unsigned subleaf, int place, int bit) {
    unsigned words[4] = {};
    const bool known = __get_cpuid_count(leaf, subleaf, &words[0], &words[1], &words[2], &words[3]) != 0;
    return known && (words[place] >> bit & 1) != 0;
}

#define GENMEDIA_FEATURE(macro, name)                                 \
    {                                                                 \
        macro, name, [] { return __builtin_cpu_supports(name) != 0; } \
    }
#define GENMEDIA_FEATURE_IF(macro, name, condition) \
    {                                               \
        macro, name, [] { return condition; }       \
    }
// The system saves the registers of these only together with those of AVX, or of AVX-512.
#define GENMEDIA_FEATURE_WITH(macro, name, base, leaf, subleaf, place, bit) \
    GENMEDIA_FEATURE_IF(macro, name,                                        \
                        processor_says(leaf, subleaf, place, bit) && __builtin_cpu_supports(base) != 0)
inline constexpr ProcessorFeature kProcessorFeatures[] = {
    GENMEDIA_FEATURE("__MMX__", "mmx"),
    GENMEDIA_FEATURE("__SSE__", "sse"),
    GENMEDIA_FEATURE("__SSE2__", "sse2"),
    GENMEDIA_FEATURE("__SSE3__", "sse3"),
    GENMEDIA_FEATURE("__SSSE3__", "ssse3"),
    GENMEDIA_FEATURE("__SSE4_1__", "sse4.1"),
    GENMEDIA_FEATURE("__SSE4_2__", "sse4.2"),
    GENMEDIA_FEATURE("__SSE4A__", "sse4a"),
    GENMEDIA_FEATURE("__POPCNT__", "popcnt"),
    GENMEDIA_FEATURE_IF("__LZCNT__", "lzcnt", processor_says(0x80000001, 0, 2, 5)),
    GENMEDIA_FEATURE_IF("__MOVBE__", "movbe", processor_says(1, 0, 2, 22)),
    GENMEDIA_FEATURE("__AVX__", "avx"),
    GENMEDIA_FEATURE("__AVX2__", "avx2"),
    GENMEDIA_FEATURE_WITH("__F16C__", "f16c", "avx", 1, 0, 2, 29),
    GENMEDIA_FEATURE("__FMA__", "fma"),
    GENMEDIA_FEATURE("__FMA4__", "fma4"),
    GENMEDIA_FEATURE("__XOP__", "xop"),
    GENMEDIA_FEATURE_IF("__TBM__", "tbm", processor_says(0x80000001, 0, 2, 21)),
    GENMEDIA_FEATURE("__BMI__", "bmi"),
    GENMEDIA_FEATURE("__BMI2__", "bmi2"),
    GENMEDIA_FEATURE("__AES__", "aes"),
    GENMEDIA_FEATURE("__PCLMUL__", "pclmul"),
    GENMEDIA_FEATURE("__GFNI__", "gfni"),
    GENMEDIA_FEATURE("__VPCLMULQDQ__", "vpclmulqdq"),
    GENMEDIA_FEATURE_WITH("__AVXVNNI__", "avxvnni", "avx2", 7, 1, 0, 4),
    GENMEDIA_FEATURE("__AVX512F__", "avx512f"),
    GENMEDIA_FEATURE("__AVX512VL__", "avx512vl"),
    GENMEDIA_FEATURE("__AVX512BW__", "avx512bw"),
    GENMEDIA_FEATURE("__AVX512DQ__", "avx512dq"),
    GENMEDIA_FEATURE("__AVX512CD__", "avx512cd"),
    GENMEDIA_FEATURE("__AVX512IFMA__", "avx512ifma"),
    GENMEDIA_FEATURE("__AVX512VBMI__", "avx512vbmi"),
    GENMEDIA_FEATURE("__AVX512VBMI2__", "avx512vbmi2"),
    GENMEDIA_FEATURE("__AVX512VNNI__", "avx512vnni"),
    GENMEDIA_FEATURE("__AVX512BITALG__", "avx512bitalg"),
    GENMEDIA_FEATURE("__AVX512VPOPCNTDQ__", "avx512vpopcntdq"),
    GENMEDIA_FEATURE_WITH("__AVX512BF16__", "avx512bf16", "avx512f", 7, 1, 0, 5),
    GENMEDIA_FEATURE_WITH("__AVX512FP16__", "avx512fp16", "avx512f", 7, 0, 3, 23),
};
#undef GENMEDIA_FEATURE_WITH
#undef GENMEDIA_FEATURE_IF
#undef GENMEDIA_FEATURE

#elif defined(__aarch64__)

// What the Linux kernel says of the processor. The names are those of clang's -march.
#define GENMEDIA_FEATURE(macro, name, word, bit)                   \
    {                                                              \
        macro, name, [] { return (getauxval(word) & (bit)) != 0; } \
    }
inline constexpr ProcessorFeature kProcessorFeatures[] = {
    GENMEDIA_FEATURE("__ARM_FEATURE_CRC32", "crc", AT_HWCAP, HWCAP_CRC32),
    GENMEDIA_FEATURE("__ARM_FEATURE_ATOMICS", "lse", AT_HWCAP, HWCAP_ATOMICS),
    GENMEDIA_FEATURE("__ARM_FEATURE_QRDMX", "rdm", AT_HWCAP, HWCAP_ASIMDRDM),
    GENMEDIA_FEATURE("__ARM_FEATURE_FP16_VECTOR_ARITHMETIC", "fp16", AT_HWCAP, HWCAP_ASIMDHP),
    GENMEDIA_FEATURE("__ARM_FEATURE_FP16_FML", "fp16fml", AT_HWCAP, HWCAP_ASIMDFHM),
    GENMEDIA_FEATURE("__ARM_FEATURE_DOTPROD", "dotprod", AT_HWCAP, HWCAP_ASIMDDP),
    GENMEDIA_FEATURE("__ARM_FEATURE_COMPLEX", "fcma", AT_HWCAP, HWCAP_FCMA),
    GENMEDIA_FEATURE("__ARM_FEATURE_JCVT", "jscvt", AT_HWCAP, HWCAP_JSCVT),
    GENMEDIA_FEATURE("__ARM_FEATURE_AES", "aes", AT_HWCAP, HWCAP_AES),
    GENMEDIA_FEATURE("__ARM_FEATURE_SHA2", "sha2", AT_HWCAP, HWCAP_SHA2),
    GENMEDIA_FEATURE("__ARM_FEATURE_SHA3", "sha3", AT_HWCAP, HWCAP_SHA3),
    GENMEDIA_FEATURE("__ARM_FEATURE_SVE", "sve", AT_HWCAP, HWCAP_SVE),
    GENMEDIA_FEATURE("__ARM_FEATURE_FRINT", "frintts", AT_HWCAP2, HWCAP2_FRINT),
    GENMEDIA_FEATURE("__ARM_FEATURE_BF16", "bf16", AT_HWCAP2, HWCAP2_BF16),
    GENMEDIA_FEATURE("__ARM_FEATURE_MATMUL_INT8", "i8mm", AT_HWCAP2, HWCAP2_I8MM),
    GENMEDIA_FEATURE("__ARM_FEATURE_SVE2", "sve2", AT_HWCAP2, HWCAP2_SVE2),
};
#undef GENMEDIA_FEATURE

#else
#error \
    "no list of processor features for this architecture; without C for Metal (GENMEDIA_CM=OFF) none is needed"
#endif

// Whether this processor has a feature; false for a name that the list lacks.
inline bool processor_has(std::string_view feature) {
    const auto* found =
        std::ranges::find_if(kProcessorFeatures, [&](const auto& known) { return feature == known.name; });
    return found != std::end(kProcessorFeatures) && found->there();
}

}  // namespace genmedia::base
