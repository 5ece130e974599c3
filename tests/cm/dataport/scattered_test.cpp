// SPDX-License-Identifier: MIT
// One element for each lane, against the rules in plain C++.
#include "kernel_test.h"

namespace {

class ScatteredTest : public KernelTest {
protected:
    ScatteredTest() : KernelTest("scattered_genx.isa") {}
};

template <class T>
std::vector<T> scattered(const Bytes& data, uint32_t global, const std::array<uint32_t, 16>& offsets,
                         size_t unit) {
    Bytes out(data.size(), 5);
    for (const uint32_t offset : offsets) {
        const size_t from = size_t{global + offset} * unit, to = size_t{offset} * unit;
        T value = 0;
        if (from + sizeof(T) <= data.size()) std::memcpy(&value, &data[from], sizeof(T));
        if (to + sizeof(T) <= out.size()) std::memcpy(&out[to], &value, sizeof(T));
    }
    return std::vector<T>(reinterpret_cast<T*>(out.data()), reinterpret_cast<T*>(out.data() + out.size()));
}

TEST_F(ScatteredTest, ScatteredMessagesMoveOneElementALane) {
    const Bytes data = pattern(256);
    std::array<uint32_t, 16> offsets;
    for (uint32_t i = 0; i < 16; i++) offsets[i] = (i * 7 + 3) % 64;
    offsets[5] = 1000;
    const auto check = [&]<class T>(const char* name, T, uint32_t global, size_t unit) {
        CmBuffer* out = host_.buffer(Bytes(256, 5));
        run(name, host_.buffer(data), out, global, offsets);
        std::vector<T> found(256 / sizeof(T));
        Host::read(out, found);
        EXPECT_EQ(found, scattered<T>(data, global, offsets, unit)) << name;
    };
    check("scattered_bytes", uint8_t{}, 9, 1);
    check("scattered_words", uint16_t{}, 9, 2);
    check("scattered_dwords", uint32_t{}, 9, 4);
    for (uint32_t& offset : offsets) offset *= 4;  // if lanes overlapped, their order would be undefined
    check("scattered_scaled", uint32_t{}, 9, 1);
}

TEST_F(ScatteredTest, InactiveLanesDoNothing) {
    std::array<uint32_t, 16> offsets;
    std::iota(offsets.begin(), offsets.end(), 0u);
    CmBuffer* out = host_.buffer(Dwords(32, 5));
    run("scattered_masked", host_.buffer(ramp(16, 100)), out, offsets);
    Dwords found(32), expected(32, 5);
    Host::read(out, found);
    for (uint32_t i = 0; i < 16; i++) {
        if (i % 2 == 0) expected[i] = 100 + i;
        expected[16 + i] = i % 2 == 0 ? 100 + i : 99;
    }
    EXPECT_EQ(found, expected);
}

}  // namespace
