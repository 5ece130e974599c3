// SPDX-License-Identifier: MIT
// Raw messages, against the ordinary messages in the same kernel file and against their rules in plain C++.
#include <cmath>

#include "kernel_test.h"

namespace {

using Registers = std::array<std::array<uint32_t, 8>, 16>;
using Lanes = std::array<float, 16>;

constexpr uint32_t kSampler = 2, kDataCache = 10, kDataCache1 = 12;

uint32_t lengths(uint32_t message, uint32_t response, bool header) {
    return message << 25 | response << 20 | uint32_t{header} << 19;
}
Registers header_of(uint32_t first, uint32_t second, uint32_t third) {
    Registers message{};
    message[0] = {first, second, third, 0, 0, 0, 0, 0};
    return message;
}
void put_lanes(Registers& message, size_t first, const float* lanes, size_t count) {
    std::memcpy(&message[first], lanes, count * sizeof(float));
}

class RawMessageTest : public KernelTest {
protected:
    RawMessageTest() : KernelTest("raw_message_genx.isa") {}

    // The response. Registers that are not returned are 0x77.
    template <class... T>
    Bytes send(const char* kernel, const Registers& message, uint32_t function, uint32_t descriptor,
               T... surface) {
        CmBuffer* out = host_.buffer(Bytes(512));
        run(kernel, host_.buffer(std::vector(message.begin(), message.end())), out, function, descriptor,
            surface...);
        return contents<unsigned char>(out, 512);
    }
    // The log's text about a message that ends its task.
    template <class... T>
    std::string refused(const char* name, const Registers& message, uint32_t function, uint32_t descriptor,
                        T... surface) {
        CmBuffer* out = host_.buffer(Bytes(512, 1));
        const std::string log =
            KernelTest::refused(name, host_.buffer(std::vector(message.begin(), message.end())), out,
                                function, descriptor, surface...);
        Bytes expected(512, 0x77);  // zeros where the response should be
        std::fill_n(expected.begin(), std::min(512u, (descriptor >> 20 & 31) * 32), 0);
        EXPECT_EQ(contents<unsigned char>(out, 512), expected);
        return log;
    }
    CmSampler* linear() {
        const CM_SAMPLER_STATE state{CM_TEXTURE_FILTER_TYPE_LINEAR, CM_TEXTURE_FILTER_TYPE_LINEAR,
                                     CM_TEXTURE_ADDRESS_CLAMP, CM_TEXTURE_ADDRESS_MIRROR,
                                     CM_TEXTURE_ADDRESS_CLAMP};
        CmSampler* made = nullptr;
        cm_result_check(host_.device->CreateSampler(state, made));
        return made;
    }
    CmSurface2D* colors(UINT width, UINT height) {
        return host_.picture(width, height, CM_SURFACE_FORMAT_A8R8G8B8, pattern(size_t{width} * height * 4));
    }
    template <class T>
    static std::vector<T> as(const Bytes& bytes, size_t count) {
        std::vector<T> values(count);
        std::memcpy(values.data(), bytes.data(), count * sizeof(T));
        return values;
    }
};

std::pair<Lanes, Lanes> coordinates() {
    Lanes u{}, v{};
    for (size_t k = 0; k < 16; k++) {
        u[k] = static_cast<float>(k * 37 % 101) / 60.0f - 0.3f;
        v[k] = static_cast<float>(k * 53 % 97) / 60.0f - 0.3f;
    }
    return {u, v};
}

TEST_F(RawMessageTest, MediaBlocksAreReadsAndWrites) {
    constexpr UINT width = 64, height = 37;
    const Bytes data = pattern(width * height);
    CmSurface2D* from = host_.picture(width, height, CM_SURFACE_FORMAT_A8, data);
    for (const char* kernel : {"raw_copy", "split_copy", "counted_copy"}) {
        for (const uint32_t field : {0u, 6u, 7u}) {
            for (const auto& [x, y] : {std::pair{0, 0}, {4, 3}, {-8, -2}, {48, 33}, {60, 15}, {200, 2}}) {
                const Bytes before(width * height);
                CmSurface2D* raw = host_.picture(width, height, CM_SURFACE_FORMAT_A8, before);
                CmSurface2D* ordinary = host_.picture(width, height, CM_SURFACE_FORMAT_A8, before);
                run(kernel, from, raw, x, y, field);
                run("ordinary_copy", from, ordinary, x, y, field);
                Bytes found(before), expected(before);
                Host::read(raw, found);
                Host::read(ordinary, expected);
                EXPECT_EQ(found, expected) << kernel << " " << x << "," << y << " field " << field;
                EXPECT_EQ(found == before, x >= 64 || (field != 0 && y >= 19))
                    << kernel << " " << x << "," << y;
                cm_result_check(host_.device->DestroySurface(raw));
                cm_result_check(host_.device->DestroySurface(ordinary));
            }
        }
    }
}

TEST_F(RawMessageTest, RowsTakeAPowerOfTwoInRegisters) {
    constexpr int row = 64, rows = 16;
    const Bytes data = pattern(row * rows);
    CmSurface2D* picture = host_.picture(row, rows, CM_SURFACE_FORMAT_A8, data);
    for (const auto& [width, height, pitch] :
         {std::array{1, 3, 4}, {3, 9, 4}, {5, 2, 8}, {12, 6, 16}, {20, 8, 32}, {33, 4, 64}, {64, 4, 64}}) {
        const auto size = static_cast<uint32_t>((width - 1) | (height - 1) << 16);
        const auto registers = static_cast<uint32_t>(pitch * height + 31) / 32;
        const Bytes found =
            send("send", header_of(8, 2, size), kDataCache1, lengths(1, registers, true) | 4 << 14, picture);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < width; x++)
                ASSERT_EQ(found[static_cast<size_t>(y * pitch + x)],
                          data[static_cast<size_t>((2 + y) * row + std::min(8 + x, row - 1))])
                    << width << "x" << height << " " << x << "," << y;
        for (size_t i = registers * 32; i < 512; i++) ASSERT_EQ(found[i], 0x77) << i;

        Registers message = header_of(8, 2, size);  // writes the same bytes; the other bytes are zeros
        std::memcpy(&message[1], found.data(), registers * 32);
        CmSurface2D* to = host_.picture(row, rows, CM_SURFACE_FORMAT_A8, Bytes(row * rows));
        send("send", message, kDataCache1, lengths(1 + registers, 0, true) | 10 << 14, to);
        Bytes written(row * rows), expected(row * rows);
        Host::read(to, written);
        for (int y = 0; y < height; y++)
            for (int x = 0; x < std::min(width, row - 8); x++) {
                const auto at = static_cast<size_t>((2 + y) * row + 8 + x);
                expected[at] = data[at];
            }
        EXPECT_EQ(written, expected) << width << "x" << height;
        cm_result_check(host_.device->DestroySurface(to));
    }
}

TEST_F(RawMessageTest, OwordBlocks) {
    const Bytes data = pattern(256);
    CmBuffer* buffer = host_.buffer(data);
    const size_t sizes[] = {16, 16, 32, 64, 128};
    for (uint32_t size = 0; size < 5; size++) {
        const uint32_t registers = size < 3 ? 1 : size == 3 ? 2 : 4;
        const size_t bytes = sizes[size], from = size == 1 ? 16 : 0;
        for (const uint32_t type : {0u, 1u}) {                     // aligned, unaligned
            const uint32_t offset = type == 0 ? 10 : 10 * 16 + 4;  // owords, bytes
            const size_t first = type == 0 ? 160 : 164;
            const Bytes found = send("send", header_of(0, 0, offset), kDataCache,
                                     lengths(1, registers, true) | type << 14 | size << 8, buffer);
            Bytes expected(512, 0x77);
            for (size_t i = 0; i < bytes; i++) expected[from + i] = first + i < 256 ? data[first + i] : 0;
            EXPECT_EQ(found, expected) << "size " << size << ", type " << type;
        }
        Registers message = header_of(0, 0, 10);
        std::memcpy(&message[1], data.data(), 128);
        CmBuffer* to = host_.buffer(Bytes(256));
        send("send", message, kDataCache, lengths(1 + registers, 0, true) | 8 << 14 | size << 8, to);
        Bytes expected(256);
        for (size_t i = 0; i < bytes && 160 + i < 256; i++) expected[160 + i] = data[from + i];
        EXPECT_EQ(contents<unsigned char>(to, 256), expected) << "size " << size;
    }
}

TEST_F(RawMessageTest, SamplersFilterAsOrdinaryOnes) {
    CmSurface2D* picture = colors(8, 6);
    CmSampler* state = linear();
    const auto [u, v] = coordinates();
    CmBuffer* out = host_.buffer(std::vector<float>(64));
    run("ordinary_samples", picture, state, out, u, v);
    const auto expected = contents<float>(out, 64);

    Registers message = header_of(0, 0, 0xA000 | 0x2F0);  // without G and A, and with texel offsets
    put_lanes(message, 1, u.data(), 16);
    put_lanes(message, 3, v.data(), 16);
    Bytes found = send("send_sampled", message, kSampler, lengths(5, 4, true) | 2 << 17, picture, state);
    EXPECT_EQ(as<float>(found, 32), std::vector(expected.begin(), expected.begin() + 32));
    for (size_t i = 128; i < 512; i++) ASSERT_EQ(found[i], 0x77) << i;

    message = {};  // 8 lanes, no header, with a level of detail
    put_lanes(message, 1, u.data(), 8);
    put_lanes(message, 2, v.data(), 8);
    found = send("send_sampled", message, kSampler, lengths(3, 4, false) | 1 << 17 | 2 << 12, picture, state);
    EXPECT_EQ(as<float>(found, 32), std::vector(expected.begin() + 32, expected.end()));
    EXPECT_NE(expected[0], expected[1]);
}

TEST_F(RawMessageTest, OperandsOfEachSampleMessage) {
    CmSurface2D* picture = colors(8, 6);
    CmSampler* state = linear();
    const auto [u, v] = coordinates();
    Registers plain{};
    put_lanes(plain, 0, u.data(), 8);
    put_lanes(plain, 1, v.data(), 8);
    const Bytes expected =
        send("send_sampled", plain, kSampler, lengths(2, 4, false) | 1 << 17, picture, state);
    const struct {
        uint32_t type;
        size_t u, v;
    } messages[] = {{0x18, 0, 1}, {1, 1, 2}, {2, 1, 2}, {4, 0, 3}};
    for (const auto& [type, at_u, at_v] : messages) {
        Registers message{};
        for (auto& other : message) other.fill(0x3f000000);  // 0.5
        put_lanes(message, at_u, u.data(), 8);
        put_lanes(message, at_v, v.data(), 8);
        EXPECT_EQ(send("send_sampled", message, kSampler, lengths(9, 4, false) | 1 << 17 | type << 12,
                       picture, state),
                  expected)
            << type;
    }
}

TEST_F(RawMessageTest, LoadsTakeTexelsByNumber) {
    CmSurface2D* picture = colors(8, 6);
    std::array<uint32_t, 16> u{}, v{};
    for (uint32_t k = 0; k < 16; k++) u[k] = k * 5 % 11, v[k] = k * 3 % 7;
    CmBuffer* out = host_.buffer(std::vector<float>(64));
    run("ordinary_loads", picture, out, u, v);
    const auto expected = contents<float>(out, 64);
    Registers message{};
    std::memcpy(&message[0], u.data(), 64);
    std::memcpy(&message[2], v.data(), 64);
    for (const auto& [type, registers] : {std::pair{0x1Au, 4u}, {7u, 6u}})  // ld has a level of detail
        EXPECT_EQ(as<float>(send("send", message, kSampler,
                                 lengths(registers, 8, false) | 2 << 17 | type << 12, picture),
                            64),
                  expected)
            << type;
}

TEST_F(RawMessageTest, LoadsOfSolids) {
    constexpr uint32_t width = 4, height = 3, depth = 5;
    const Bytes data = pattern(width * height * depth * 4);
    CmSurface3D* solid = nullptr;
    cm_result_check(host_.device->CreateSurface3D(width, height, depth, CM_SURFACE_FORMAT_A8B8G8R8, solid));
    cm_result_check(solid->WriteSurface(data.data(), nullptr));
    SurfaceIndex* index = nullptr;
    cm_result_check(solid->GetIndex(index));
    for (const auto& [type, at_r] : {std::pair{0x1Au, 2u}, {7u, 3u}}) {
        Registers message{};
        for (uint32_t k = 0; k < 8; k++) {
            message[0][k] = k % 4;
            message[1][k] = k % 3;
            message[2][k] = 9;  // the level of detail of ld
            message[at_r][k] = k * 3 % 5;
        }
        const auto found = as<float>(
            send("send", message, kSampler, lengths(4, 4, false) | 1 << 17 | type << 12, index), 32);
        for (uint32_t k = 0; k < 8; k++) {
            const size_t texel = (k * 3 % 5 * height + k % 3) * width + k % 4;
            for (size_t c = 0; c < 4; c++)
                EXPECT_EQ(found[c * 8 + k], static_cast<float>(data[texel * 4 + c] / 255.0)) << type;
        }
    }
}

TEST_F(RawMessageTest, SampleUnormGivesBlocksOfWords) {
    CmSurface2D* picture = colors(16, 9);
    CmSampler* state = linear();
    const float u = 0.21f, v = 0.4f, du = 0.041f, dv = 0.07f;
    CmBuffer* out = host_.buffer(std::vector<float>(64));
    run("ordinary_block", picture, state, out, u, v, du, dv);
    const auto texels = contents<float>(out, 64);  // two rows of R, of G, then the next two
    Registers message = header_of(0, 0, 0xC000);   // R and G
    const float block[] = {0, 0, u, v, du, dv};
    put_lanes(message, 1, block, 6);
    const Bytes found =
        send("send_sampled", message, kSampler, lengths(2, 4, true) | 3 << 17 | 0xC << 12, picture, state);
    const auto words = as<uint16_t>(found, 64);
    for (size_t c = 0; c < 2; c++)
        for (size_t k = 0; k < 32; k++)
            EXPECT_NEAR(words[c * 32 + k], texels[k / 16 * 32 + c * 16 + k % 16] * 65280.0f, 1.5f)
                << c << ", " << k;
    for (size_t i = 128; i < 512; i++) ASSERT_EQ(found[i], 0x77) << i;
}

TEST_F(RawMessageTest, MasksTurnLanesOff) {
    CmSurface2D* picture = colors(8, 6);
    const auto [u, v] = coordinates();
    std::array<uint16_t, 16> mask{};
    for (size_t k = 0; k < 16; k++) mask[k] = k % 3 == 0;
    CmBuffer* out = host_.buffer(std::vector<float>(64));
    run("masked_sample", picture, linear(), out, u, v, mask);
    const auto found = contents<float>(out, 64);
    EXPECT_TRUE(std::equal(found.begin(), found.begin() + 32, found.begin() + 32));
    EXPECT_EQ(found[1], -1);
    EXPECT_NE(found[3], -1);
}

TEST_F(RawMessageTest, PlacesThatTheHostBinds) {
    const Bytes data = pattern(128);
    CmKernel* kernel = host_.kernel("send_as_is");
    CmBuffer* out = host_.buffer(Bytes(512));
    SurfaceIndex* index = nullptr;
    cm_result_check(host_.buffer(data)->GetIndex(index));
    cm_result_check(kernel->SetSurfaceBTI(index, 5));
    const Registers message = header_of(0, 0, 2);
    Host::set_all(kernel, host_.buffer(std::vector(message.begin(), message.end())), out, kDataCache,
                  lengths(1, 1, true) | 2 << 8 | 5);
    host_.run(kernel, 1, 1);
    const auto found = contents<unsigned char>(out, 512);
    EXPECT_TRUE(std::equal(data.begin() + 32, data.begin() + 64, found.begin()));
}

TEST_F(RawMessageTest, SamplersThatTheHostBinds) {
    CmSurface2D* picture = colors(8, 6);
    CmSampler* state = linear();
    const auto [u, v] = coordinates();
    SurfaceIndex* surface = nullptr;
    SamplerIndex* bound = nullptr;
    cm_result_check(picture->GetIndex(surface));
    cm_result_check(state->GetIndex(bound));
    CmBuffer* out = host_.buffer(std::vector<float>(64));
    CmKernel* kernel = host_.kernel("sample_bound");
    cm_result_check(kernel->SetSurfaceBTI(surface, 7));
    cm_result_check(kernel->SetSamplerBTI(bound, 3));
    Host::set_all(kernel, out, u, v);
    host_.run(kernel, 1, 1);
    const auto found = contents<float>(out, 64);
    EXPECT_TRUE(std::equal(found.begin(), found.begin() + 32, found.begin() + 32));
    EXPECT_NE(found[0], found[1]);
}

TEST_F(RawMessageTest, FirstRegistersSayWhereThreadsAre) {
    CmBuffer* out = host_.buffer(Dwords(8 * 12, 9));
    CmKernel* kernel = host_.kernel("first_registers");
    Host::set_all(kernel, out, 4);
    host_.run(kernel, 4, 3);
    Dwords expected(8 * 12);
    for (uint32_t i = 0; i < 12; i++) expected[i * 8 + 1] = i % 4 | i / 4 << 16;
    EXPECT_EQ(contents<uint32_t>(out, 8 * 12), expected);
}

TEST_F(RawMessageTest, FirstRegistersOfGroups) {
    CmBuffer* out = host_.buffer(Dwords(8 * 12, 9));
    CmKernel* kernel = host_.kernel("first_registers");
    Host::set_all(kernel, out, 4);
    host_.run_groups(kernel, 1, 1, 4, 3);
    Dwords expected(8 * 12);
    for (uint32_t i = 0; i < 12; i++) expected[i * 8 + 1] = i % 4, expected[i * 8 + 6] = i / 4;
    EXPECT_EQ(contents<uint32_t>(out, 8 * 12), expected);
}

TEST_F(RawMessageTest, PlacesOfArguments) {
    CmBuffer *first = host_.buffer(Bytes(16)), *second = host_.buffer(Bytes(16));
    CmBuffer* out = host_.buffer(Dwords(8));
    SurfaceIndex* index = nullptr;
    cm_result_check(first->GetIndex(index));
    CmKernel* kernel = host_.kernel("places");
    cm_result_check(kernel->SetSurfaceBTI(index, 17));
    Host::set_all(kernel, first, second, linear(), out);
    host_.run(kernel, 1, 1);
    const auto found = contents<uint32_t>(out, 8);
    EXPECT_EQ(found[0], 17);
    EXPECT_NE(found[1], 17);
    EXPECT_LT(found[1], 243);
    EXPECT_LT(found[2], 16);
    EXPECT_EQ(found[3], 243);
    EXPECT_EQ(found[4], 243);
}

TEST_F(RawMessageTest, SendcWaitsForDependencies) {
    constexpr UINT width = 64;
    CmSurface2D* cells = host_.picture(width * 8, 1, CM_SURFACE_FORMAT_A8, Bytes(width * 8));
    CmKernel* kernel = host_.kernel("chain");
    Host::set_all(kernel, cells, 0u);
    host_.run(kernel, width, 1, CM_WAVEFRONT);
    Dwords found(width * 2);
    Host::read(cells, found);
    for (uint32_t i = 0; i < width; i++) EXPECT_EQ(found[i * 2], i + 1);
}

TEST_F(RawMessageTest, WhatTheTableDoesNotNameEndsTheTask) {
    CmBuffer* buffer = host_.buffer(Bytes(64, 1));
    CmSurface2D* picture = colors(8, 8);
    const uint32_t read = lengths(1, 1, true) | 2 << 8, media = lengths(1, 2, true) | 4 << 14;
    const auto expect = [&](const std::string& said, const std::string& text) {
        EXPECT_NE(said.find(text), std::string::npos) << said;
        EXPECT_NE(said.find("raw_message_test_genx.cpp:"), std::string::npos) << said;
        EXPECT_NE(said.find("thread (0, 0)"), std::string::npos) << said;
    };
    expect(refused("send", {}, kDataCache, read | 7 << 14, buffer), "its type is 7; expected one of");
    expect(refused("send_as_is", {}, kDataCache, 0x0219C205),
           "descriptor 0x0219C205 to shared function 10: its type is 7");
    expect(refused("send", {}, 3, read, buffer), "to shared function 3: its type is 0");
    expect(refused("send", {}, kDataCache | 32, read, buffer), "the end of thread is 1; expected 0");
    expect(refused("send", {}, kDataCache, read | 1u << 30, buffer), "bits 31:29 is 2; expected 0");
    expect(refused("send_as_is", {}, kDataCache, read | 255), "the binding table index is 255; expected 0");
    expect(refused("send", {}, kDataCache, read & ~(1u << 19), buffer), "the header bit is 0; expected 1");
    expect(refused("send", {}, kDataCache, lengths(1, 1, true) | 5 << 8, buffer),
           "the control field (bits 13:8) is 5");
    expect(refused("send", {}, kDataCache, lengths(1, 1, true) | 4 << 8, buffer),
           "the response's length is 1");
    expect(refused("send", {}, kDataCache, lengths(1, 0, true) | 8 << 14, buffer),
           "the message's length is 1");
    expect(refused("send", {}, kDataCache, lengths(1, 17, true), buffer),
           "the response's length is 17; expected at most");
    expect(refused("send", header_of(0, 0, 1 << 30), kDataCache1, media, picture), "M0.2 is 1073741824");
    expect(refused("send", {}, kDataCache1, media | 1 << 8, picture), "the control field (bits 13:8) is 1");
    expect(refused("send", header_of(0, 0, 63 | 63 << 16), kDataCache1, media, picture),
           "the block's size in bytes is 4096; expected at most 256");
    expect(refused("send", header_of(0, 0, 31 | 7 << 16), kDataCache1, media, picture),
           "the response's length is 2");
    expect(refused("send", {}, kSampler, lengths(4, 8, false) | 2 << 17 | 3 << 12, picture), "its type is 3");
    expect(refused("send", {}, kSampler, lengths(4, 8, false), picture), "the SIMD mode (bits 18:17) is 0");
    expect(refused("send", header_of(0, 0, 1 << 18), kSampler, lengths(2, 8, true) | 3 << 17 | 0xC << 12,
                   picture),
           "M0.2 is 262144; expected channels");
}

}  // namespace
