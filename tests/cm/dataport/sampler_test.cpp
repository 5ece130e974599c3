// SPDX-License-Identifier: MIT
// sample16 and load16, against their rules in plain C++: CM spec 4.7, and the guesses in
// cm/dataport/sampler.h where the spec is silent.
#include <cmath>
#include <functional>

#include "kernel_test.h"

namespace {

using Texel = std::array<double, 4>;  // R, G, B, A
using Lanes = std::array<float, 16>;
using Numbers = std::array<uint32_t, 16>;

double unit(const Bytes& data, size_t byte) { return data[byte] / 255.0; }
double unit_of_word(const Bytes& data, size_t word) {
    return (data[2 * word] + 256 * data[2 * word + 1]) / 65535.0;
}
float float_of(const Bytes& data, size_t dword) {
    float f;
    std::memcpy(&f, &data[4 * dword], 4);
    return f;
}
// The value of a normal binary16 number.
double half_of(const Bytes& data, size_t word) {
    const int bits = data[2 * word] + 256 * data[2 * word + 1];
    return (bits & 0x8000 ? -1 : 1) * std::ldexp(1024 + (bits & 1023), (bits >> 10 & 31) - 25);
}

// A plane's texels, and how many of the picture's pixels one texel covers in each direction.
struct Grid {
    int width, height, by;
    int channels;  // the result's channels that it provides, as a mask
    std::function<Texel(int, int)> texel;
};
struct Picture {
    CM_SURFACE_FORMAT format;
    int width, height;
    Bytes data;
    std::vector<Grid> grids;
};

Picture picture_of(CM_SURFACE_FORMAT format, int width, int height) {
    Picture p{format, width, height, {}, {}};
    const auto w = static_cast<size_t>(width);
    const auto one = [&](size_t pixel_bytes, auto texel) {
        p.data = pattern(w * static_cast<size_t>(height) * pixel_bytes);
        p.grids = {{width, height, 1, 15, [data = p.data, w, texel](int x, int y) {
                        return texel(data, static_cast<size_t>(x), static_cast<size_t>(y), w);
                    }}};
        return p;
    };
    using D = const Bytes&;
    using S = size_t;
    switch (format) {
        case CM_SURFACE_FORMAT_A8R8G8B8:  // blue comes first in memory
        case CM_SURFACE_FORMAT_X8R8G8B8:
            return one(4, [opaque = format == CM_SURFACE_FORMAT_X8R8G8B8](D d, S x, S y, S row) {
                const S at = (y * row + x) * 4;
                return Texel{unit(d, at + 2), unit(d, at + 1), unit(d, at), opaque ? 1 : unit(d, at + 3)};
            });
        case CM_SURFACE_FORMAT_A8B8G8R8:
            return one(4, [](D d, S x, S y, S row) {
                const S at = (y * row + x) * 4;
                return Texel{unit(d, at), unit(d, at + 1), unit(d, at + 2), unit(d, at + 3)};
            });
        case CM_SURFACE_FORMAT_A16B16G16R16:
            return one(8, [](D d, S x, S y, S row) {
                const S at = (y * row + x) * 4;
                return Texel{unit_of_word(d, at), unit_of_word(d, at + 1), unit_of_word(d, at + 2),
                             unit_of_word(d, at + 3)};
            });
        case CM_SURFACE_FORMAT_R16G16_UNORM:
            return one(4, [](D d, S x, S y, S row) {
                const S at = (y * row + x) * 2;
                return Texel{unit_of_word(d, at), unit_of_word(d, at + 1), 0, 1};
            });
        case CM_SURFACE_FORMAT_A8:
            return one(1, [](D d, S x, S y, S row) { return Texel{0, 0, 0, unit(d, y * row + x)}; });
        case CM_SURFACE_FORMAT_R8_UNORM:
            return one(1, [](D d, S x, S y, S row) { return Texel{unit(d, y * row + x), 0, 0, 1}; });
        case CM_SURFACE_FORMAT_R16_UNORM:
            return one(2, [](D d, S x, S y, S row) { return Texel{unit_of_word(d, y * row + x), 0, 0, 1}; });
        case VA_CM_FMT_L8:
            return one(1, [](D d, S x, S y, S row) {
                const double l = unit(d, y * row + x);
                return Texel{l, l, l, 1};
            });
        case CM_SURFACE_FORMAT_L16:
            return one(2, [](D d, S x, S y, S row) {
                const double l = unit_of_word(d, y * row + x);
                return Texel{l, l, l, 1};
            });
        case CM_SURFACE_FORMAT_R32F: {
            one(4, [](D d, S x, S y, S row) { return Texel{float_of(d, y * row + x), 0, 0, 1}; });
            for (size_t i = 0; i < p.data.size() / 4; i++) {
                const float f = static_cast<float>(i * 7 % 31) - 15.5f;
                std::memcpy(&p.data[4 * i], &f, 4);
            }
            p.grids[0].texel = [data = p.data, w](int x, int y) {
                return Texel{float_of(data, static_cast<size_t>(y) * w + static_cast<size_t>(x)), 0, 0, 1};
            };
            return p;
        }
        case CM_SURFACE_FORMAT_R16_FLOAT:
        case CM_SURFACE_FORMAT_A16B16G16R16F: {
            const size_t parts = format == CM_SURFACE_FORMAT_R16_FLOAT ? 1 : 4;
            p.data = pattern(w * static_cast<size_t>(height) * parts * 2);
            for (size_t i = 1; i < p.data.size(); i += 2)  // 0.5 to 4, with either sign
                p.data[i] = static_cast<unsigned char>((p.data[i] & 0x87) | 0x38);
            p.grids = {{width, height, 1, 15, [data = p.data, w, parts](int x, int y) {
                            const size_t at = (static_cast<size_t>(y) * w + static_cast<size_t>(x)) * parts;
                            if (parts == 1) return Texel{half_of(data, at), 0, 0, 1};
                            return Texel{half_of(data, at), half_of(data, at + 1), half_of(data, at + 2),
                                         half_of(data, at + 3)};
                        }}};
            return p;
        }
        case CM_SURFACE_FORMAT_YUY2:  // Y Cb Y Cr
            return one(2, [](D d, S x, S y, S row) {
                const S pair = (y * row + x / 2 * 2) * 2;
                return Texel{unit(d, pair + 3), unit(d, pair + x % 2 * 2), unit(d, pair + 1), 1};
            });
        case CM_SURFACE_FORMAT_UYVY:  // Cb Y Cr Y
            return one(2, [](D d, S x, S y, S row) {
                const S pair = (y * row + x / 2 * 2) * 2;
                return Texel{unit(d, pair + 2), unit(d, pair + 1 + x % 2 * 2), unit(d, pair), 1};
            });
        case CM_SURFACE_FORMAT_NV12:
        case CM_SURFACE_FORMAT_P010: {
            const auto part = format == CM_SURFACE_FORMAT_NV12 ? unit : unit_of_word;
            const int rows = (height + 1) / 2;
            p.data =
                pattern(w * static_cast<size_t>(height + rows) * (format == CM_SURFACE_FORMAT_NV12 ? 1 : 2));
            const size_t chroma = w * static_cast<size_t>(height);
            p.grids = {
                {width, height, 1, 2 | 8,
                 [data = p.data, w, part](int x, int y) {
                     return Texel{0, part(data, static_cast<size_t>(y) * w + static_cast<size_t>(x)), 0, 1};
                 }},
                {width / 2, rows, 2, 1 | 4, [data = p.data, w, part, chroma](int x, int y) {
                     const size_t pair = chroma + static_cast<size_t>(y) * w + static_cast<size_t>(2 * x);
                     return Texel{part(data, pair + 1), 0, part(data, pair), 1};
                 }}};
            return p;
        }
        default: ADD_FAILURE() << "no such picture"; return p;
    }
}

// Which of n texels is used for texel i; -1: the border.
int place(CM_TEXTURE_ADDRESS_TYPE mode, int i, int n) {
    switch (mode) {
        case CM_TEXTURE_ADDRESS_WRAP:
            while (i < 0) i += n;
            while (i >= n) i -= n;
            return i;
        case CM_TEXTURE_ADDRESS_MIRROR:
            while (i < 0 || i >= n) i = i < 0 ? -1 - i : 2 * n - 1 - i;
            return i;
        case CM_TEXTURE_ADDRESS_BORDER: return i < 0 || i >= n ? -1 : i;
        case CM_TEXTURE_ADDRESS_MIRRORONCE:
            if (i < 0) i = -1 - i;
            return std::min(i, n - 1);
        default: return std::clamp(i, 0, n - 1);
    }
}

struct State {
    CM_TEXTURE_FILTER_TYPE filter = CM_TEXTURE_FILTER_TYPE_POINT;
    CM_TEXTURE_ADDRESS_TYPE u = CM_TEXTURE_ADDRESS_CLAMP, v = CM_TEXTURE_ADDRESS_CLAMP;
    Texel border = {0, 0, 0, 0};
};

Texel sample(const Picture& p, const State& s, float u, float v) {
    Texel result{};
    for (const Grid& grid : p.grids) {
        const auto texel = [&](int x, int y) {
            x = place(s.u, x, grid.width), y = place(s.v, y, grid.height);
            return x < 0 || y < 0 ? s.border : grid.texel(x, y);
        };
        const double x = u * (static_cast<double>(p.width) / grid.by),
                     y = v * (static_cast<double>(p.height) / grid.by);
        Texel t{};
        if (s.filter == CM_TEXTURE_FILTER_TYPE_POINT) {
            t = texel(static_cast<int>(std::floor(x)), static_cast<int>(std::floor(y)));
        } else {
            const int left = static_cast<int>(std::floor(x - 0.5)),
                      top = static_cast<int>(std::floor(y - 0.5));
            for (int j = 0; j < 2; j++) {
                for (int i = 0; i < 2; i++) {
                    const double weight =
                        (1 - std::abs(x - 0.5 - (left + i))) * (1 - std::abs(y - 0.5 - (top + j)));
                    for (size_t c = 0; c < 4; c++) t[c] += weight * texel(left + i, top + j)[c];
                }
            }
        }
        for (size_t c = 0; c < 4; c++)
            if (grid.channels >> c & 1) result[c] = t[c];
    }
    return result;
}

class SamplerTest : public KernelTest {
protected:
    SamplerTest() : KernelTest("sampler_genx.isa") {}

    CmSampler* sampler(const State& s) {
        CM_SAMPLER_STATE_EX state{};
        state.minFilterType = state.magFilterType = s.filter;
        state.addressU = s.u;
        state.addressV = s.v;
        state.addressW = s.u;
        state.SurfaceFormat = CM_PIXEL_OTHER;
        state.BorderColorRedF = static_cast<float>(s.border[0]);
        state.BorderColorGreenF = static_cast<float>(s.border[1]);
        state.BorderColorBlueF = static_cast<float>(s.border[2]);
        state.BorderColorAlphaF = static_cast<float>(s.border[3]);
        CmSampler* made = nullptr;
        cm_result_check(host_.device->CreateSamplerEx(state, made));
        return made;
    }
    CmSurface2D* surface(const Picture& p) {
        return host_.picture(static_cast<UINT>(p.width), static_cast<UINT>(p.height), p.format, p.data);
    }
    SurfaceIndex* sampled(CmSurface2D* surface) {
        SurfaceIndex* index = nullptr;
        cm_result_check(host_.device->CreateSamplerSurface2D(surface, index));
        return index;
    }
    // Coordinates around and inside the picture.
    static std::pair<Lanes, Lanes> coordinates(int turn) {
        Lanes u{}, v{};
        for (size_t k = 0; k < 16; k++) {
            const auto i = k + 16 * static_cast<size_t>(turn);
            u[k] = static_cast<float>(i * 37 % 101) / 101.0f * 5.0f - 2.013f;
            v[k] = static_cast<float>(i * 53 % 97) / 97.0f * 5.0f - 2.017f;
        }
        return {u, v};
    }
    // Checks all channels at 32 places. S is a surface, or a surface for samplers.
    template <class S>
    void check(const Picture& p, S* surface, const State& s, const std::string& what) {
        CmSampler* state = sampler(s);
        for (int turn = 0; turn < 2; turn++) {
            const auto [u, v] = coordinates(turn);
            CmBuffer* out = host_.buffer(std::vector<float>(64));
            run("sample_all", surface, state, out, u, v);
            const auto found = contents<float>(out, 64);
            for (size_t k = 0; k < 16; k++) {
                const Texel expected = sample(p, s, u[k], v[k]);
                for (size_t c = 0; c < 4; c++)
                    ASSERT_NEAR(found[c * 16 + k], expected[c], 2e-5 * std::max(1.0, std::abs(expected[c])))
                        << what << ", channel " << c << " at " << u[k] << ", " << v[k];
            }
            cm_result_check(host_.device->DestroySurface(out));
        }
        cm_result_check(host_.device->DestroySampler(state));
    }
};

constexpr CM_TEXTURE_FILTER_TYPE kFilters[] = {CM_TEXTURE_FILTER_TYPE_POINT, CM_TEXTURE_FILTER_TYPE_LINEAR};
constexpr CM_TEXTURE_ADDRESS_TYPE kModes[] = {CM_TEXTURE_ADDRESS_WRAP, CM_TEXTURE_ADDRESS_MIRROR,
                                              CM_TEXTURE_ADDRESS_CLAMP, CM_TEXTURE_ADDRESS_BORDER,
                                              CM_TEXTURE_ADDRESS_MIRRORONCE};

TEST_F(SamplerTest, FiltersAndAddressModes) {
    const Picture p = picture_of(CM_SURFACE_FORMAT_A8R8G8B8, 7, 5);
    SurfaceIndex* surface = sampled(this->surface(p));
    for (const auto filter : kFilters)
        for (const auto u : kModes)
            for (const auto v : kModes)
                check(p, surface, {filter, u, v, {0.25, -1, 2, 0.75}},
                      "filter " + std::to_string(filter) + ", modes " + std::to_string(u) + " and " +
                          std::to_string(v));
}

TEST_F(SamplerTest, Formats) {
    for (const auto format :
         {CM_SURFACE_FORMAT_A8R8G8B8, CM_SURFACE_FORMAT_X8R8G8B8, CM_SURFACE_FORMAT_A8B8G8R8,
          CM_SURFACE_FORMAT_A16B16G16R16, CM_SURFACE_FORMAT_A16B16G16R16F, CM_SURFACE_FORMAT_R16G16_UNORM,
          CM_SURFACE_FORMAT_A8, CM_SURFACE_FORMAT_R8_UNORM, CM_SURFACE_FORMAT_R16_UNORM,
          CM_SURFACE_FORMAT_R16_FLOAT, CM_SURFACE_FORMAT_R32F, VA_CM_FMT_L8, CM_SURFACE_FORMAT_L16,
          CM_SURFACE_FORMAT_YUY2, CM_SURFACE_FORMAT_UYVY, CM_SURFACE_FORMAT_NV12, CM_SURFACE_FORMAT_P010}) {
        for (const auto& [width, height] : {std::pair{12, 6}, {1, 1}, {5, 3}, {2, 7}}) {
            const bool pairs = format == CM_SURFACE_FORMAT_YUY2 || format == CM_SURFACE_FORMAT_UYVY ||
                               format == CM_SURFACE_FORMAT_NV12 || format == CM_SURFACE_FORMAT_P010;
            if (pairs && width % 2 != 0) continue;  // there are no such pictures
            if (format == CM_SURFACE_FORMAT_P010 && height % 2 != 0) continue;
            const Picture p = picture_of(format, width, height);
            CmSurface2D* surface = this->surface(p);
            for (const auto filter : kFilters)
                for (const auto mode : kModes)
                    check(p, surface, {filter, mode, mode, {0.5, 0.125, -3, 1}},
                          "format " + std::to_string(format) + " of " + std::to_string(width) + "x" +
                              std::to_string(height) + ", filter " + std::to_string(filter) + ", mode " +
                              std::to_string(mode));
            cm_result_check(host_.device->DestroySurface(surface));
        }
    }
}

// They would all be zeros.
TEST_F(SamplerTest, FormatsWithoutTexelsEndTheTask) {
    const Numbers at{};
    const std::array<float, 16> nowhere{};
    CmBuffer* out = host_.buffer(std::vector<float>(64));
    for (const auto format : {CM_SURFACE_FORMAT_P8, CM_SURFACE_FORMAT_R8_UINT, CM_SURFACE_FORMAT_R16_UINT,
                              CM_SURFACE_FORMAT_R16_SINT, CM_SURFACE_FORMAT_V8U8, CM_SURFACE_FORMAT_D16,
                              CM_SURFACE_FORMAT_R10G10B10A2, CM_SURFACE_FORMAT_AYUV, CM_SURFACE_FORMAT_Y210,
                              CM_SURFACE_FORMAT_444P, CM_SURFACE_FORMAT_I420}) {
        CmSurface2D* surface = nullptr;
        cm_result_check(host_.device->CreateSurface2D(12, 6, format, surface));
        const std::string log = refused("load_all", surface, out, at, at) +
                                refused("sample_all", surface, this->sampler({}), out, nowhere, nowhere);
        const std::string what = "samplers read no surface of this format";
        const size_t first = log.find(what);
        ASSERT_NE(first, std::string::npos) << format << ": " << log;
        EXPECT_NE(log.find(what, first + 1), std::string::npos) << format << ": " << log;
        EXPECT_NE(log.find("sampler_test_genx.cpp:"), std::string::npos) << log;
        cm_result_check(host_.device->DestroySurface(surface));
    }
    EXPECT_NE(refused("load_all", out, out, at, at).find("samplers read no surface of this format"),
              std::string::npos);
}

TEST_F(SamplerTest, TexelCentresAndEdges) {
    const Picture p = picture_of(CM_SURFACE_FORMAT_A8, 8, 1);
    CmSurface2D* surface = this->surface(p);
    Lanes u{}, v{};
    for (size_t k = 0; k < 16; k++) u[k] = static_cast<float>(k) / 16.0f;  // edges, centres
    CmBuffer* out = host_.buffer(std::vector<float>(64));
    run("sample_all", surface, sampler({CM_TEXTURE_FILTER_TYPE_LINEAR}), out, u, v);
    auto found = contents<float>(out, 64);
    for (size_t k = 0; k < 16; k++) {
        const size_t right = k / 2, left = k % 2 == 1 || k == 0 ? right : right - 1;
        EXPECT_NEAR(found[48 + k], (p.data[left] + p.data[right]) / 510.0, 1e-6) << k;
    }
    run("sample_all", surface, sampler({}), out, u, v);
    found = contents<float>(out, 64);
    for (size_t k = 0; k < 16; k++)  // an edge belongs to the texel right of it
        EXPECT_EQ(found[48 + k], static_cast<float>(p.data[k / 2] / 255.0)) << k;
}

TEST_F(SamplerTest, CoordinatesThatAreNoPlaces) {
    const Picture p = picture_of(CM_SURFACE_FORMAT_A8, 8, 2);
    CmSurface2D* surface = this->surface(p);
    Lanes u{}, v{};
    u[1] = std::nanf(""), u[2] = INFINITY, u[3] = -INFINITY, u[4] = 3e38f, u[5] = -3e38f;
    for (const auto filter : kFilters) {
        CmBuffer* out = host_.buffer(std::vector<float>(64));
        run("sample_all", surface, sampler({filter}), out, u, v);
        const auto found = contents<float>(out, 64);
        const float first = static_cast<float>(p.data[0] / 255.0),
                    last = static_cast<float>(p.data[7] / 255.0);
        for (const size_t k : {0u, 1u, 3u, 5u}) EXPECT_EQ(found[48 + k], first) << k;
        for (const size_t k : {2u, 4u}) EXPECT_EQ(found[48 + k], last) << k;
    }
}

TEST_F(SamplerTest, EnabledChannelsFillRowsInOrder) {
    const Picture p = picture_of(CM_SURFACE_FORMAT_A8R8G8B8, 9, 4);
    const State s{CM_TEXTURE_FILTER_TYPE_LINEAR, CM_TEXTURE_ADDRESS_WRAP, CM_TEXTURE_ADDRESS_MIRROR};
    const auto [u, v] = coordinates(1);
    const struct {
        const char* kernel;
        std::vector<size_t> channels;
    } kernels[] = {{"sample_r", {0}}, {"sample_ag", {1, 3}}, {"sample_abr", {0, 2, 3}}};
    for (const auto& [kernel, channels] : kernels) {
        CmBuffer* out = host_.buffer(std::vector<float>(64));
        run(kernel, surface(p), sampler(s), out, u, v);
        const auto found = contents<float>(out, 64);
        for (size_t k = 0; k < 16; k++) {
            const Texel t = sample(p, s, u[k], v[k]);
            for (size_t row = 0; row < 4; row++)
                EXPECT_NEAR(found[row * 16 + k], row < channels.size() ? t[channels[row]] : -1, 2e-5)
                    << kernel;
        }
    }
}

TEST_F(SamplerTest, RegionsAndActiveLanes) {
    const Picture p = picture_of(CM_SURFACE_FORMAT_A8B8G8R8, 4, 4);
    Lanes u{};
    for (size_t k = 0; k < 16; k++) u[k] = (static_cast<float>(k * 5 % 16) + 0.5f) / 16.0f;
    CmBuffer* out = host_.buffer(std::vector<float>(80));
    run("sample_region", surface(p), sampler({}), out, u);
    const auto found = contents<float>(out, 80);
    for (size_t k = 0; k < 16; k++) {
        const Texel t = sample(p, {}, u[k], 0);
        EXPECT_EQ(found[k], -1);
        EXPECT_EQ(found[16 + k], u[k] > 0.5f ? static_cast<float>(t[0]) : -1);
        EXPECT_EQ(found[32 + k], -1);
        EXPECT_EQ(found[48 + k], u[k] > 0.5f ? static_cast<float>(t[1]) : -1);
        EXPECT_EQ(found[64 + k], k < 8 ? -1 : -2);
    }
}

TEST_F(SamplerTest, IntegersKeepTheirBits) {
    const Dwords data = {0x7fc01234, 5, 0xffffffff, 0x80000001, 0x7f800001, 1u << 31};
    CmSurface2D* surface = host_.picture(3, 2, CM_SURFACE_FORMAT_R32_UINT, data);
    const auto [u, v] = coordinates(0);
    const State wrap{CM_TEXTURE_FILTER_TYPE_LINEAR, CM_TEXTURE_ADDRESS_WRAP, CM_TEXTURE_ADDRESS_WRAP};
    CmBuffer* out = host_.buffer(Dwords(16));
    run("sample_bits", surface, sampler(wrap), out, u, v);
    const auto found = contents<uint32_t>(out, 16);
    for (size_t k = 0; k < 16; k++) {
        const int x = place(CM_TEXTURE_ADDRESS_WRAP, static_cast<int>(std::floor(u[k] * 3)), 3),
                  y = place(CM_TEXTURE_ADDRESS_WRAP, static_cast<int>(std::floor(v[k] * 2)), 2);
        EXPECT_EQ(found[k], data[static_cast<size_t>(y * 3 + x)]) << k;
    }
}

TEST_F(SamplerTest, LoadsTakeTexelNumbers) {
    Numbers u{}, v{};
    for (uint32_t k = 0; k < 16; k++) u[k] = k * 5 % 11, v[k] = k * 3 % 7;
    u[3] = 0xffffffff, v[9] = 0x80000000;
    for (const auto format : {CM_SURFACE_FORMAT_A8R8G8B8, CM_SURFACE_FORMAT_A8, CM_SURFACE_FORMAT_YUY2,
                              CM_SURFACE_FORMAT_NV12, CM_SURFACE_FORMAT_R32F}) {
        const Picture p = picture_of(format, 8, 5);
        for (const bool all : {true, false}) {
            CmBuffer* out = host_.buffer(std::vector<float>(64));
            run(all ? "load_all" : "load_bg", surface(p), out, u, v);
            const auto found = contents<float>(out, 64);
            for (size_t k = 0; k < 16; k++) {
                Texel t{};
                if (u[k] < 8 && v[k] < 5)
                    for (const Grid& grid : p.grids)
                        for (size_t c = 0; c < 4; c++)
                            if (grid.channels >> c & 1)
                                t[c] = grid.texel(static_cast<int>(u[k]) / grid.by,
                                                  static_cast<int>(v[k]) / grid.by)[c];
                for (size_t row = 0; row < 4; row++) {
                    const double expected = all ? t[row] : row < 2 ? t[row + 1] : -1;
                    EXPECT_EQ(found[row * 16 + k], static_cast<float>(expected)) << format << ", lane " << k;
                }
            }
        }
    }
}

TEST_F(SamplerTest, ThreeDimensions) {
    constexpr int width = 4, height = 3, depth = 5;
    const Bytes data = pattern(width * height * depth * 4);
    CmSurface3D* solid = nullptr;
    cm_result_check(host_.device->CreateSurface3D(width, height, depth, CM_SURFACE_FORMAT_A8B8G8R8, solid));
    cm_result_check(solid->WriteSurface(data.data(), nullptr));
    SurfaceIndex* index = nullptr;
    cm_result_check(solid->GetIndex(index));
    const auto texel = [&](int x, int y, int z, size_t c) {
        const auto at = static_cast<size_t>((z * height + y) * width + x);
        return data[at * 4 + c] / 255.0;
    };
    Lanes u{}, v{}, r{};
    Numbers x{}, y{}, z{};
    for (uint32_t k = 0; k < 16; k++) {
        u[k] = static_cast<float>(k * 7 % 16) / 16.0f + 0.01f;
        v[k] = static_cast<float>(k * 3 % 16) / 16.0f + 0.02f;
        r[k] = static_cast<float>(k * 5 % 16) / 16.0f - 0.03f;
        x[k] = k % 5, y[k] = k / 5, z[k] = k * 5 % 6;
    }
    const State wrap{CM_TEXTURE_FILTER_TYPE_LINEAR, CM_TEXTURE_ADDRESS_WRAP, CM_TEXTURE_ADDRESS_WRAP};
    CmBuffer* out = host_.buffer(std::vector<float>(64));
    run("sample_3d", index, sampler(wrap), out, u, v, r);
    auto found = contents<float>(out, 64);
    for (size_t k = 0; k < 16; k++) {
        const double at[3] = {u[k] * width - 0.5, v[k] * height - 0.5, r[k] * depth - 0.5};
        for (size_t c = 0; c < 4; c++) {
            double sum = 0;
            for (int corner = 0; corner < 8; corner++) {
                double weight = 1;
                int i[3];
                for (int d = 0; d < 3; d++) {
                    i[d] = static_cast<int>(std::floor(at[d])) + (corner >> d & 1);
                    weight *= 1 - std::abs(at[d] - i[d]);
                }
                sum += weight * texel(place(wrap.u, i[0], width), place(wrap.u, i[1], height),
                                      place(wrap.u, i[2], depth), c);
            }
            EXPECT_NEAR(found[c * 16 + k], sum, 2e-5) << k;
        }
    }
    run("load_3d", index, out, x, y, z);
    found = contents<float>(out, 64);
    for (size_t k = 0; k < 16; k++) {
        const bool there = x[k] < width && y[k] < height && z[k] < depth;
        for (size_t c = 0; c < 4; c++)
            EXPECT_EQ(found[c * 16 + k],
                      there ? static_cast<float>(texel(static_cast<int>(x[k]), static_cast<int>(y[k]),
                                                       static_cast<int>(z[k]), c))
                            : 0.0f)
                << k;
    }
}

// The texel 2 right of and 1 above the texel at u, v.
Texel moved(const Picture& p, const State& s, float u, float v) {
    return sample(p, s, u + 2.0f / static_cast<float>(p.width), v - 1.0f / static_cast<float>(p.height));
}

TEST_F(SamplerTest, MessagesOfEightAndSixteenLanes) {
    const Picture p = picture_of(CM_SURFACE_FORMAT_A8R8G8B8, 8, 16);
    CmSurface2D* surface = this->surface(p);
    const State s{CM_TEXTURE_FILTER_TYPE_LINEAR, CM_TEXTURE_ADDRESS_WRAP, CM_TEXTURE_ADDRESS_MIRROR};
    const auto [u, v] = coordinates(1);
    std::array<float, 8> u8, v8;
    std::copy_n(u.begin(), 8, u8.begin());
    std::copy_n(v.begin(), 8, v8.begin());

    CmBuffer* out = host_.buffer(std::vector<float>(64));
    run("sample_3d_8", surface, sampler(s), out, u8, v8);
    auto found = contents<float>(out, 64);
    for (size_t k = 0; k < 8; k++) {
        const Texel t = sample(p, s, u[k], v[k]);
        EXPECT_NEAR(found[k], t[1], 2e-5);
        EXPECT_NEAR(found[8 + k], t[3], 2e-5);
        EXPECT_EQ(found[16 + k], -1);
    }
    run("sample_3d_half", surface, sampler(s), out, u8, v8);
    found = contents<float>(out, 64);
    for (size_t k = 0; k < 16; k++) {
        const Texel t = k < 8 ? sample(p, s, u[k], v[k]) : Texel{-1, -1, -1, -1};
        EXPECT_NEAR(found[k], t[0], 1e-3);
        EXPECT_NEAR(found[16 + k], t[1], 1e-3);
    }
    for (const State& state : {s, State{}}) {
        run("sample_3d_moved", surface, sampler(state), out, u, v);
        found = contents<float>(out, 64);
        for (size_t k = 0; k < 16; k++) {
            const Texel t = moved(p, state, u[k], v[k]);
            for (size_t c = 0; c < 4; c++) EXPECT_NEAR(found[c * 16 + k], t[c], 4e-5) << k;
        }
    }
    Numbers x{}, y{};
    for (uint32_t k = 0; k < 16; k++) x[k] = k % 9, y[k] = k;
    run("load_3d_moved", surface, out, x, y);
    found = contents<float>(out, 64);
    for (size_t k = 0; k < 16; k++) {
        const bool there = x[k] + 2 < 8 && y[k] >= 1;
        const Texel t =
            there ? p.grids[0].texel(static_cast<int>(x[k]) + 2, static_cast<int>(y[k]) - 1) : Texel{};
        for (size_t c = 0; c < 4; c++) EXPECT_EQ(found[c * 16 + k], static_cast<float>(t[c])) << k;
    }
}

}  // namespace
