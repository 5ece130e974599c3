// SPDX-License-Identifier: MIT
// Atomic operations, against the rules in plain C++.
#include "kernel_test.h"

namespace {

class AtomicsTest : public KernelTest {
protected:
    AtomicsTest() : KernelTest("atomics_genx.isa") {}
};

TEST_F(AtomicsTest, AtomicOperations) {
    const uint32_t a = 0x80000005, b = 14 * 3;
    Dwords data(16), olds(16, 77);
    for (uint32_t i = 0; i < 16; i++) data[i] = i * 3;
    CmBuffer *surface = host_.buffer(data), *old = host_.buffer(olds);
    run("atomic_each", surface, old, a, b);
    Dwords found(16), returned(16);
    Host::read(surface, found);
    Host::read(old, returned);
    const auto signed_min = [](uint32_t x, uint32_t y) {
        return static_cast<int32_t>(x) < static_cast<int32_t>(y) ? x : y;
    };
    const Dwords expected = {
        a,  3 - a, a - 6, 9 & a, 12 | a, 15 ^ a, a, std::min(21u, a), std::max(24u, a), signed_min(27, a),
        30, 34,    35,    38,    a,      45};
    EXPECT_EQ(found, expected);
    Dwords before = data;
    before[13] = 38;  // PREDEC returns the new value
    before[15] = 77;
    EXPECT_EQ(returned, before);
}

TEST_F(AtomicsTest, AtomicsOfAllThreadsCount) {
    CmBuffer* data = host_.buffer(Dwords(8));
    CmKernel* kernel = host_.kernel("atomic_count");
    Host::set_all(kernel, data);
    host_.run(kernel, 40, 25);
    Dwords found(8), expected(8);
    Host::read(data, found);
    expected[3] = expected[5] = 8 * 40 * 25;
    EXPECT_EQ(found, expected);
}

TEST_F(AtomicsTest, TheOlderCompareAndExchangeHasBothSourcesInOne) {
    std::array<uint32_t, 16> both;
    for (uint32_t i = 0; i < 8; i++) both[i] = 100 + i, both[8 + i] = i % 2 == 0 ? i : 55;
    CmBuffer *data = host_.buffer(ramp(8)), *olds = host_.buffer(Dwords(8));
    run("atomic_exchange_old_form", data, both, olds);
    Dwords found(8), old(8), expected = ramp(8);
    Host::read(data, found);
    Host::read(olds, old);
    for (uint32_t i = 0; i < 8; i += 2) expected[i] = 100 + i;
    EXPECT_EQ(found, expected);
    EXPECT_EQ(old, ramp(8));
}

TEST_F(AtomicsTest, OnPixels) {
    const Dwords before = ramp(24);  // 8 x 3 pixels
    Bytes bytes(96);
    std::memcpy(bytes.data(), before.data(), 96);
    CmSurface2D* pixels = host_.picture(8, 3, CM_SURFACE_FORMAT_R32_UINT, bytes);
    CmBuffer* olds = host_.buffer(Dwords(40));
    run("atomic_pixels", pixels, olds);
    Dwords old(40), after(24), expected = before, expected_old(40);
    Host::read(olds, old);
    pixels->ReadSurface(reinterpret_cast<unsigned char*>(after.data()), nullptr);
    for (uint32_t x = 0; x < 8; x++) {
        expected_old[x] = x;
        expected_old[8 + x] = x + 1;
        expected[x] = x + 2;
        // Masked-out lanes keep the old object's elements.
        expected_old[16 + x] = x % 2 == 0 ? 8 + x : x + 1;
        expected[8 + x] += x % 2 == 0 ? 1000 : 0;
        expected_old[24 + x] = 16 + x;
        expected_old[32 + x] = x % 2 == 0 ? 0 : 16 + x;
    }
    expected[16 + 3] = 5;   // CMPXCHG found 19 there
    expected[16 + 7] -= 1;  // PREDEC in lane 0 at x = 7; the other lanes are outside, where the value is 0
    expected_old[32] = 22;
    EXPECT_EQ(after, expected);
    EXPECT_EQ(old, expected_old);
}

}  // namespace
