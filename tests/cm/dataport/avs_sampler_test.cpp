// SPDX-License-Identifier: MIT
// cm_avs_sampler and sample32: numbers by hand, and a scalar model of CM spec 4.8 and of the rules and
// guesses in cm/dataport/avs_sampler.h, in integers. The model shares nothing with the header.
#include <cmath>
#include <functional>
#include <random>

#include "kernel_test.h"

namespace {

using At = std::array<float, 6>;  // u, v, deltaU, deltaV, u2d, v2d
using Words = std::vector<uint16_t>;

// A plane of a picture: samples of 16 bits, in the given channels (R, G, B, A). `by`: pixels to a sample.
struct ScaledPlane {
    int width, height;
    double by_x, by_y;
    bool chroma;
    std::vector<size_t> channels;
    std::function<int(size_t channel, int x, int y)> sample;
};
struct ScaledPicture {
    CM_SURFACE_FORMAT format;
    int width, height;
    Bytes data;
    std::vector<ScaledPlane> planes;
};

int word_at(const Bytes& data, size_t word) { return data[2 * word] + 256 * data[2 * word + 1]; }

ScaledPicture scaled_picture(CM_SURFACE_FORMAT format, int width, int height) {
    const auto w = static_cast<size_t>(width), h = static_cast<size_t>(height);
    const auto place = [w](int x, int y) { return static_cast<size_t>(y) * w + static_cast<size_t>(x); };
    ScaledPicture p{format, width, height, {}, {}};
    switch (format) {
        case CM_SURFACE_FORMAT_A8R8G8B8: {
            p.data = pattern(w * h * 4);
            p.planes = {
                {width, height, 1, 1, true, {0, 1, 2, 3}, [d = p.data, place](size_t c, int x, int y) {
                     const size_t in_memory[] = {2, 1, 0, 3};  // blue is first
                     return d[place(x, y) * 4 + in_memory[c]] * 257;
                 }}};
            return p;
        }
        case CM_SURFACE_FORMAT_A8:
            p.data = pattern(w * h);
            p.planes = {{width, height, 1, 1, false, {0}, [d = p.data, place](size_t, int x, int y) {
                             return d[place(x, y)] * 257;
                         }}};
            return p;
        case CM_SURFACE_FORMAT_YUY2:
        case CM_SURFACE_FORMAT_UYVY: {
            p.data = pattern(w * h * 2);
            const size_t luma = format == CM_SURFACE_FORMAT_YUY2 ? 0 : 1;
            p.planes = {
                {width,
                 height,
                 1,
                 1,
                 false,
                 {1},
                 [d = p.data, place, luma](size_t, int x, int y) { return d[place(x, y) * 2 + luma] * 257; }},
                {width / 2, height, 2, 1, true, {0, 2}, [d = p.data, place, luma](size_t c, int x, int y) {
                     return d[place(2 * x, y) * 2 + (1 - luma) + (c == 0 ? 2 : 0)] * 257;
                 }}};
            return p;
        }
        default: {  // NV12, P010
            const size_t bytes = format == CM_SURFACE_FORMAT_NV12 ? 1 : 2;
            p.data = pattern(w * h * 3 / 2 * bytes);
            const auto value = [d = p.data, bytes](size_t i) {
                return bytes == 1 ? d[i] * 257 : word_at(d, i);
            };
            p.planes = {
                {width,
                 height,
                 1,
                 1,
                 false,
                 {1},
                 [value, place](size_t, int x, int y) { return value(place(x, y)); }},
                {width / 2, height / 2, 2, 2, true, {0, 2}, [value, place, w, h](size_t c, int x, int y) {
                     return value(w * h + place(2 * x, y) + (c == 0 ? 1 : 0));
                 }}};
            return p;
        }
    }
}

// A state with its tables: coefficients of 1 at the sample itself, until a test changes them.
struct ScalerState {
    CM_AVS_STATE_MSG message{};
    CM_AVS_NONPIPLINED_STATE tables{};
    bool mirror = false;

    ScalerState() {
        message.BypassIEF = true;
        tables.BypassXAF = tables.BypassYAF = true;
        tables.DefaultSharpLvl = 255;
        for (auto* table : {tables.Tbl0X, tables.Tbl0Y, tables.Tbl1X, tables.Tbl1Y})
            for (int i = 0; i < 32; i++) table[i].FilterCoeff_0_3 = 1;
    }
    ScalerState(const ScalerState&) = delete;
    ScalerState& operator=(const ScalerState&) = delete;

    // Of luma or chroma, across or down.
    CM_AVS_COEFF_TABLE* table(bool chroma, bool down) {
        if (chroma) return down ? tables.Tbl1Y : tables.Tbl1X;
        return down ? tables.Tbl0Y : tables.Tbl0X;
    }
    static float& coefficient(CM_AVS_COEFF_TABLE& row, int tap) {
        static_assert(sizeof row == 8 * sizeof(float));
        return (&row.FilterCoeff_0_0)[tap];
    }
    void randomise(uint32_t seed) {
        std::minstd_rand random(seed);
        for (auto* table : {tables.Tbl0X, tables.Tbl0Y, tables.Tbl1X, tables.Tbl1Y})
            for (int i = 0; i < 32; i++)
                for (int k = 0; k < 8; k++)
                    coefficient(table[i], k) =
                        static_cast<float>(static_cast<int>(random() % 41) - 12) / 64.0f;
    }
};

int beyond(bool mirror, int i, int n) {
    if (!mirror) return std::clamp(i, 0, n - 1);
    while (i < 0 || i >= n) i = i < 0 ? -1 - i : 2 * n - 1 - i;
    return i;
}

// The weights of samples first - 3 .. first + 4 at a place in samples. 255 * 64 is 1.
std::pair<int, std::array<int64_t, 8>> weights_at(ScalerState& s, bool chroma_table, bool down,
                                                  double place) {
    const auto steps = static_cast<int64_t>(std::floor(place * 32 + 0.5));
    const auto first = static_cast<int>(std::floor(static_cast<double>(steps) / 32));
    const auto phase = static_cast<int>(steps - int64_t{first} * 32);
    std::array<int64_t, 8> weights{};
    if (s.message.AVSTYPE) {
        weights[phase < 16 ? 3 : 4] = 255 * 64;
        return {first, weights};
    }
    const int sharp = s.tables.DefaultSharpLvl;
    for (int k = 0; k < 8; k++) {
        if (chroma_table && (k < 2 || k > 5)) continue;
        weights[static_cast<size_t>(k)] =
            int64_t{sharp} *
            static_cast<int>(ScalerState::coefficient(s.table(chroma_table, down)[phase], k) * 64);
    }
    weights[3] += int64_t{255 - sharp} * (64 - 2 * phase);
    weights[4] += int64_t{255 - sharp} * 2 * phase;
    return {first, weights};
}

double step_to(float first, float delta, float growth, int i) {
    return double{first} + i * double{delta} + i * (i - 1) / 2 * double{growth};
}

// Channel c of pixel (i, j). Channels that no plane has are 0, a missing A is 1.
int scaled(const ScaledPicture& p, ScalerState& s, const At& at, size_t c, int i, int j) {
    for (const ScaledPlane& plane : p.planes) {
        if (std::ranges::find(plane.channels, c) == plane.channels.end()) continue;
        const bool rgb = plane.channels.size() == 4;
        const bool chroma = plane.chroma && !(rgb && s.message.EightTapAFEnable);
        const auto [x, across] =
            weights_at(s, chroma, false, step_to(at[0], at[2], at[4], i) * (p.width / plane.by_x));
        const auto [y, down] =
            weights_at(s, chroma, true, step_to(at[1], at[3], at[5], j) * (p.height / plane.by_y));
        int64_t sum = 0;
        for (int b = 0; b < 8; b++)
            for (int a = 0; a < 8; a++)
                sum += across[static_cast<size_t>(a)] * down[static_cast<size_t>(b)] *
                       plane.sample(c, beyond(s.mirror, x - 3 + a, plane.width),
                                    beyond(s.mirror, y - 3 + b, plane.height));
        constexpr int64_t one = int64_t{255 * 64} * (255 * 64) * 257;  // 0x0101 is one step of a byte
        return static_cast<int>(std::clamp<int64_t>(sum <= 0 ? 0 : sum * 256 / one, 0, 0xFF00));
    }
    return -1;
}

class AvsSamplerTest : public KernelTest {
protected:
    AvsSamplerTest() : KernelTest("avs_sampler_genx.isa") {}

    // What the kernel wrote of the state's picture: 512 elements.
    template <class T>
    std::vector<T> scale(const char* kernel, const ScaledPicture& p, ScalerState& s, const At& at,
                         int block = 0) {
        CmSurface2D* surface =
            host_.picture(static_cast<UINT>(p.width), static_cast<UINT>(p.height), p.format, p.data);
        SurfaceIndex* picture = nullptr;
        cm_result_check(host_.device->CreateSampler8x8Surface(
            surface, picture, CM_AVS_SURFACE, s.mirror ? CM_SURFACE_MIRROR : CM_SURFACE_CLAMP));
        s.message.AvsState = &s.tables;
        CM_SAMPLER_8X8_DESCR description{};
        description.stateType = CM_SAMPLER8X8_AVS;
        description.avs = &s.message;
        CmSampler8x8* sampler = nullptr;
        cm_result_check(host_.device->CreateSampler8x8(description, sampler));
        SamplerIndex* handle = nullptr;
        cm_result_check(sampler->GetIndex(handle));
        CmBuffer* out = host_.buffer(std::vector<T>(512));
        run(kernel, picture, *handle, out, at, block);
        const auto result = contents<T>(out, 512);
        cm_result_check(host_.device->DestroySampler8x8(sampler));
        cm_result_check(host_.device->DestroySampler8x8Surface(picture));
        cm_result_check(host_.device->DestroySurface(surface));
        cm_result_check(host_.device->DestroySurface(out));
        return result;
    }
    // All channels of a 16x4 block that the picture has, against the model.
    void check(const ScaledPicture& p, ScalerState& s, const At& at, int block, const std::string& what) {
        const Words found = scale<uint16_t>("words_16x4", p, s, at, block);
        for (size_t c = 0; c < 4; c++)
            for (int k = 0; k < 64; k++) {
                const int expected = scaled(p, s, at, c, k % 16, 4 * block + k / 16);
                if (expected < 0) continue;
                ASSERT_EQ(found[c * 64 + static_cast<size_t>(k)], expected)
                    << what << ", channel " << c << ", pixel " << k % 16 << ", " << k / 16;
            }
    }
    // One step of the picture's pixels, from its first pixel.
    static At each_pixel(const ScaledPicture& p) {
        return {0, 0, 1 / static_cast<float>(p.width), 1 / static_cast<float>(p.height), 0, 0};
    }
};

// A row of pixels, four times.
ScaledPicture row_of(Bytes pixels) {
    ScaledPicture p{CM_SURFACE_FORMAT_A8, static_cast<int>(pixels.size()), 4, {}, {}};
    for (int i = 0; i < 4; i++) p.data.insert(p.data.end(), pixels.begin(), pixels.end());
    return p;
}

TEST_F(AvsSamplerTest, PixelsAreAtWholeSteps) {
    const ScaledPicture p = row_of({10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150, 255});
    for (const bool nearest : {false, true}) {
        ScalerState s;
        s.message.AVSTYPE = nearest;
        const Words found = scale<uint16_t>("words_16x4", p, s, each_pixel(p));
        for (size_t i = 0; i < 64; i++) EXPECT_EQ(found[i], p.data[i] * 256) << i;
    }
}

TEST_F(AvsSamplerTest, BilinearBetweenPixels) {
    const ScaledPicture p = row_of({100, 201, 0, 255, 8, 8, 8, 8});
    ScalerState s;
    s.tables.DefaultSharpLvl = 0;
    const Words found = scale<uint16_t>("words_16x4", p, s, {0, 0, 0.25f / 8, 0.25f, 0, 0});
    EXPECT_EQ(found[0], 100 * 256);
    EXPECT_EQ(found[1], 125 * 256 + 64);   // 100 + 101 / 4
    EXPECT_EQ(found[2], 150 * 256 + 128);  // 100 + 101 / 2
    EXPECT_EQ(found[6], 100 * 256 + 128);  // 201 / 2
    EXPECT_EQ(found[9], 63 * 256 + 192);   // 255 / 4
}

TEST_F(AvsSamplerTest, TapsStandAroundTheirPixel) {
    const ScaledPicture p = row_of({1, 2, 4, 8, 16, 32, 64, 128});
    for (int tap = 0; tap < 8; tap++) {
        ScalerState s;
        for (int i = 0; i < 32; i++) {
            s.tables.Tbl0X[i].FilterCoeff_0_3 = 0;
            ScalerState::coefficient(s.tables.Tbl0X[i], tap) = 0.5f;
        }
        const Words found = scale<uint16_t>("words_16x4", p, s, {3.0f / 8, 0, 0, 0.25f, 0, 0});
        EXPECT_EQ(found[0], p.data[static_cast<size_t>(tap)] * 128) << tap;
    }
}

TEST_F(AvsSamplerTest, WeightsAreSixtyFourthsAndResultsStayInRange) {
    const ScaledPicture p = row_of({64, 128, 200, 200});
    ScalerState s;
    s.tables.Tbl0X[0].FilterCoeff_0_3 = 1.51f / 64;  // one 64th
    EXPECT_EQ(scale<uint16_t>("words_16x4", p, s, {0, 0, 0, 0, 0, 0})[0], 256);
    s.tables.Tbl0X[0].FilterCoeff_0_3 = -1.99f / 64;  // minus one 64th
    s.tables.Tbl0X[0].FilterCoeff_0_4 = 1;
    EXPECT_EQ(scale<uint16_t>("words_16x4", p, s, {0, 0, 0, 0, 0, 0})[0], 127 * 256);
    s.tables.Tbl0X[0].FilterCoeff_0_4 = -1;
    EXPECT_EQ(scale<uint16_t>("words_16x4", p, s, {0, 0, 0, 0, 0, 0})[0], 0);
    s.tables.Tbl0X[0].FilterCoeff_0_4 = 1.5f;
    s.tables.Tbl0X[0].FilterCoeff_0_5 = 1.5f;
    EXPECT_EQ(scale<uint16_t>("words_16x4", p, s, {0, 0, 0, 0, 0, 0})[0], 0xFF00);
}

TEST_F(AvsSamplerTest, EdgesAreRepeatedOrMirrored) {
    const ScaledPicture p = row_of({10, 20, 30, 40});
    ScalerState s;
    const At at = {-1, 0, 0.25f, 0.25f, 0, 0};  // four pixels before the picture, four in it, eight behind
    const int clamped[] = {10, 10, 10, 10, 10, 20, 30, 40, 40, 40, 40, 40, 40, 40, 40, 40};
    const int mirrored[] = {40, 30, 20, 10, 10, 20, 30, 40, 40, 30, 20, 10, 10, 20, 30, 40};
    for (const bool mirror : {false, true}) {
        s.mirror = mirror;
        const Words found = scale<uint16_t>("words_16x4", p, s, at);
        for (size_t i = 0; i < 16; i++) EXPECT_EQ(found[i], (mirror ? mirrored : clamped)[i] * 256) << i;
    }
}

TEST_F(AvsSamplerTest, StepsGrow) {
    Bytes ramp(64);
    std::iota(ramp.begin(), ramp.end(), 0);
    const ScaledPicture p = row_of(ramp);
    ScalerState s;
    const Words found = scale<uint16_t>("words_16x4", p, s, {0, 0, 1.0f / 64, 0.25f, 0.25f / 64, 0});
    // Steps of 1, 1.25, 1.5, ... pixels; coefficients take the pixel at or before.
    const int expected[] = {0, 1, 2, 3, 5, 7, 9, 12, 15, 18, 21, 24, 28, 32, 36, 41};
    for (size_t i = 0; i < 16; i++) EXPECT_EQ(found[i], expected[i] * 256) << i;
}

TEST_F(AvsSamplerTest, FormatsAgainstTheModel) {
    uint32_t seed = 1;
    for (const auto format : {CM_SURFACE_FORMAT_A8R8G8B8, CM_SURFACE_FORMAT_A8, CM_SURFACE_FORMAT_YUY2,
                              CM_SURFACE_FORMAT_UYVY, CM_SURFACE_FORMAT_NV12, CM_SURFACE_FORMAT_P010}) {
        const ScaledPicture p = scaled_picture(format, 20, 12);
        for (int turn = 0; turn < 12; turn++, seed++) {
            ScalerState s;
            s.randomise(seed);
            s.mirror = turn % 2 != 0;
            s.message.AVSTYPE = turn % 6 == 5;
            s.message.EightTapAFEnable = turn % 3 == 0;
            s.tables.DefaultSharpLvl = turn % 4 == 0 ? 255 : static_cast<BYTE>(turn * 21);
            const auto number = [&](double most) {
                return static_cast<float>(seed * 2654435761u % 1009 / 1009.0 * most);
            };
            const At at = {number(1.3) - 0.2f, 0.7f - number(1.0), number(0.11),
                           number(0.2),        number(0.003),      number(0.01)};
            check(p, s, at, turn % 4, "format " + std::to_string(format) + ", turn " + std::to_string(turn));
        }
    }
}

// The expected order: channels and pixels of a 1:1 block.
template <class T>
void expect_order(const std::vector<T>& found, const ScaledPicture& p,
                  const std::vector<std::array<int, 3>>& order, const std::string& what) {
    ScalerState s;
    const At at = {0, 0, 1 / static_cast<float>(p.width), 1 / static_cast<float>(p.height), 0, 0};
    for (size_t i = 0; i < found.size(); i++) {
        int expected = sizeof(T) == 2 ? 0xEEEE : 0xEE;
        if (i < order.size() && order[i][0] >= 0)
            expected = scaled(p, s, at, static_cast<size_t>(order[i][0]), order[i][1], order[i][2]) >>
                       (sizeof(T) == 2 ? 0 : 8);
        ASSERT_EQ(found[i], expected) << what << ", element " << i;
    }
}

// Channels of a part, one after the other. A channel below 0 is left out. down: R and B of even columns.
std::vector<std::array<int, 3>> part(const std::vector<int>& channels, int x, int y, int width,
                                     bool down = false) {
    std::vector<std::array<int, 3>> order;
    for (const int c : channels) {
        const int channel = c >= 10 ? c - 10 : c;  // 10 and above: room without a pixel
        for (int j = y; j < y + 4; j++)
            for (int i = x; i < x + width; i += down && channel % 2 == 0 ? 2 : 1)
                order.push_back({c < 10 ? c : -1, i, j});
    }
    return order;
}
std::vector<std::array<int, 3>> operator+(std::vector<std::array<int, 3>> a,
                                          const std::vector<std::array<int, 3>>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

TEST_F(AvsSamplerTest, OrderOfResults) {
    const ScaledPicture p = scaled_picture(CM_SURFACE_FORMAT_A8R8G8B8, 16, 8);
    const At at = each_pixel(p);
    const std::vector<int> all = {0, 1, 2, 3};
    ScalerState s;
    const auto words = [&](const char* kernel, const std::vector<std::array<int, 3>>& order) {
        expect_order(scale<uint16_t>(kernel, p, s, at), p, order, kernel);
    };
    const auto bytes = [&](const char* kernel, const std::vector<std::array<int, 3>>& order) {
        expect_order(scale<unsigned char>(kernel, p, s, at), p, order, kernel);
    };
    words("words_16x4", part(all, 0, 0, 16));
    words("words_16x8", part(all, 0, 0, 16) + part(all, 0, 4, 16));
    words("words_g", part({1}, 0, 0, 16));
    words("words_br", part({0, 2}, 0, 0, 16));
    words("words_ab", part({2, 3}, 0, 0, 16));
    words("down_words_16x4", part(all, 0, 0, 16, true));
    bytes("bytes_16x4", part(all, 0, 0, 16));
    bytes("down_bytes_16x4", part(all, 0, 0, 16, true));
    bytes("down_bytes_gr", part({0, 1}, 0, 0, 16, true));
    s.message.ShuffleOutputWriteback = true;
    words("words_16x4", part(all, 0, 0, 8) + part(all, 8, 0, 8));
    words("words_8x4", part(all, 0, 0, 8));
    words("words_4x4", part(all, 0, 0, 4));
    words("words_br", part({0, 2}, 0, 0, 8) + part({0, 2}, 8, 0, 8));
    bytes("bytes_16x4", part(all, 0, 0, 8) + part(all, 8, 0, 8));
    bytes("down_bytes_16x4", part(all, 0, 0, 8, true) + part(all, 8, 0, 8, true));
    bytes("down_bytes_gr", part({0, 1, 12}, 0, 0, 8, true) + part({0, 1, 12}, 8, 0, 8, true));
    bytes("down_bytes_bg", part({10, 1, 2}, 0, 0, 8, true) + part({10, 1, 2}, 8, 0, 8, true));
    bytes("down_bytes_ag", part({1, 3}, 0, 0, 8, true) + part({1, 3}, 8, 0, 8, true));
}

TEST_F(AvsSamplerTest, RegionsAreFilledWhateverLanesAreActive) {
    const ScaledPicture p = scaled_picture(CM_SURFACE_FORMAT_A8R8G8B8, 16, 8);
    ScalerState s;
    const Words found = scale<uint16_t>("scale_region", p, s, each_pixel(p));
    for (size_t row = 0; row < 8; row++)
        for (size_t column = 0; column < 64; column++) {
            const bool inside = (row == 1 || row == 3) && column >= 16 && column < 48;
            const int k = static_cast<int>((row == 3 ? 32 : 0) + column) - 16;
            const int expected = inside ? scaled(p, s, each_pixel(p), 1, k % 16, k / 16) : 0xEEEE;
            ASSERT_EQ(found[row * 64 + column], expected) << row << ", " << column;
        }
}

TEST_F(AvsSamplerTest, Sample32GivesBlocks) {
    const ScaledPicture p = scaled_picture(CM_SURFACE_FORMAT_A8R8G8B8, 16, 8);
    CmSurface2D* surface = host_.picture(16, 8, p.format, p.data);
    CmSampler* sampler = nullptr;
    cm_result_check(host_.device->CreateSampler(
        {CM_TEXTURE_FILTER_TYPE_POINT, CM_TEXTURE_FILTER_TYPE_POINT, CM_TEXTURE_ADDRESS_CLAMP,
         CM_TEXTURE_ADDRESS_CLAMP, CM_TEXTURE_ADDRESS_CLAMP},
        sampler));
    const At at = {4.5f / 16, 2.5f / 8, 1.0f / 16, 1.0f / 8, 0, 0};  // the middle of pixel 4, 2
    const auto pixel = [&](size_t c, size_t x, size_t y) {
        return p.planes[0].sample(c, static_cast<int>(4 + x), static_cast<int>(2 + y)) / 257;
    };
    CmBuffer* out = host_.buffer(Words(512));
    run("sample32_words", surface, sampler, out, at, 0);
    const auto words = contents<uint16_t>(out, 512);
    for (size_t c = 0; c < 4; c++)
        for (size_t k = 0; k < 64; k++)
            ASSERT_EQ(words[c * 64 + k], k < 32 ? pixel(c, k % 8, k / 8) * 256 : 0xEEEE) << c << ", " << k;
    CmBuffer* bytes_out = host_.buffer(Bytes(512));
    run("sample32_bytes", surface, sampler, bytes_out, at, 0);
    const auto bytes = contents<unsigned char>(bytes_out, 512);
    for (size_t k = 0; k < 32; k++) ASSERT_EQ(bytes[k], pixel(1, k % 8, k / 8)) << k;
    for (size_t k = 0; k < 16; k++) ASSERT_EQ(bytes[32 + k], pixel(2, k % 4 * 2, k / 4)) << k;
    EXPECT_EQ(bytes[48], 0xEE);
}

}  // namespace
