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

}  // namespace
