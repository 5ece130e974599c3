// SPDX-License-Identifier: MIT
// Shared virtual memory, against the rules in plain C++.
#include "kernel_test.h"

namespace {

class SvmTest : public KernelTest {
protected:
    SvmTest() : KernelTest("svm_genx.isa") {
        cm_result_check(host_.device->CreateBufferSVM(4096, address_, CM_SVM_ACCESS_FLAG_DEFAULT, buffer_));
        std::memset(address_, 0, 4096);
    }
    template <class T>
    T* at(size_t byte) {
        return reinterpret_cast<T*>(static_cast<char*>(address_) + byte);
    }
    static uint64_t number(const void* address) { return reinterpret_cast<uint64_t>(address); }

    void* address_ = nullptr;
    CmBufferSVM* buffer_ = nullptr;
};

TEST_F(SvmTest, BlocksAndScattered) {
    auto* dwords = at<uint32_t>(0);
    for (uint32_t i = 0; i < 16; i++) dwords[i] = 1000 + i;
    run("svm_copy", number(dwords), number(dwords + 64));
    for (uint32_t i = 0; i < 16; i++) EXPECT_EQ(dwords[64 + i], 1001 + i);
    for (uint32_t i = 0; i < 8; i++) EXPECT_EQ(dwords[80 + i], 1000 + (7 - i) * 2);
}

TEST_F(SvmTest, Pointers) {
    float *from = at<float>(0), *to = at<float>(256);
    for (int i = 0; i < 8; i++) from[i] = 0.5f * float(i);
    run("svm_pointers", from, to, 8);
    for (int i = 0; i < 8; i++) {
        EXPECT_EQ(to[i], 0.5f * float(7 - i) + 256) << i;
        EXPECT_EQ(to[8 + i], 0.5f * float(i)) << i;
    }
}

TEST_F(SvmTest, Atomics) {
    std::array<uint32_t, 16> a, b;
    for (uint32_t i = 0; i < 16; i++) a[i] = i * 0x30000000, b[i] = i % 3 == 0 ? 1000 + (15 - i) * 2 : 7;
    const struct {
        const char* kernel;
        uint32_t (*result)(uint32_t old, uint32_t a, uint32_t b);
    } operations[] = {
        {"atomic_add", [](uint32_t old, uint32_t x, uint32_t) { return old + x; }},
        {"atomic_maxsint",
         [](uint32_t old, uint32_t x, uint32_t) {
             return static_cast<int32_t>(old) > static_cast<int32_t>(x) ? old : x;
         }},
        {"atomic_cmpxchg", [](uint32_t old, uint32_t x, uint32_t y) { return old == y ? x : old; }},
    };
    for (const auto& [kernel, result] : operations) {
        auto *data = at<uint32_t>(256), *olds = at<uint32_t>(1024);
        for (uint32_t i = 0; i < 32; i++) data[i] = 1000 + i;
        run(kernel, number(data), number(olds), a, b);
        for (uint32_t i = 0; i < 16; i++) {
            const uint32_t place = (15 - i) * 2;
            EXPECT_EQ(olds[i], 1000 + place) << kernel;
            EXPECT_EQ(data[place], result(1000 + place, a[i], b[i])) << kernel;
            EXPECT_EQ(data[place + 1], 1001 + place) << kernel;
        }
    }
}

TEST_F(SvmTest, AtomicsOfActiveLanesOnOneDword) {
    *at<int32_t>(512) = 40;
    run("atomic_inc", number(at<int32_t>(512)), number(at<int32_t>(0)));
    EXPECT_EQ(*at<int32_t>(512), 44);
    std::array<int32_t, 8> olds;
    std::memcpy(olds.data(), at<int32_t>(0), sizeof olds);
    for (size_t i = 0; i < 8; i += 2) EXPECT_EQ(olds[i], -1);
    int32_t active[4] = {olds[1], olds[3], olds[5], olds[7]};
    std::sort(active, active + 4);
    for (int i = 0; i < 4; i++) EXPECT_EQ(active[i], 40 + i);
}

TEST_F(SvmTest, FourChannels) {
    auto *from = at<float>(64), *to = at<float>(2048);
    for (int i = 0; i < 40; i++) from[i] = static_cast<float>(i);
    for (int i = 0; i < 32; i++) to[i] = -7;
    run("four_channels", number(from), number(to));
    for (int i = 0; i < 8; i++) {  // lane i reads dwords 5 i and 5 i + 3
        const float* four = to + (7 - i) * 4;
        EXPECT_EQ(four[0], -7);
        EXPECT_EQ(four[1], static_cast<float>(5 * i) + 0.5f);
        EXPECT_EQ(four[2], static_cast<float>(5 * i + 3) + 0.5f);
        EXPECT_EQ(four[3], -7);
    }
}

}  // namespace
