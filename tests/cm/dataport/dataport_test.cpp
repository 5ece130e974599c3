// What each message of the language does, run by the runtime and compared with the rules in plain C++.
#include <cstdio>
#include <fstream>

#include "kernel_test.h"

namespace {

class Dataport : public KernelTest {
protected:
    Dataport() : KernelTest("dataport_genx.isa") {}

    // 6 rows of 12 bytes that `name` read at (x, y).
    Bytes block(const char* name, CmSurface2D* picture, int x, int y) {
        CmBuffer* out = host_.buffer(Bytes(96));
        run(name, picture, out, x, y);
        Bytes rows(96), found;
        Host::read(out, rows);
        for (int i = 0; i < 6; i++) found.insert(found.end(), &rows[i * 16], &rows[i * 16 + 12]);
        return found;
    }
};

constexpr std::pair<int, int> places[] = {{0, 0},   {4, 3},    {-4, -2},  {-40, 5}, {60, 1},
                                          {56, 14}, {200, 40}, {-12, 17}, {3, 2}};

TEST_F(Dataport, BlockReadsRepeatTheNearestPixel) {
    const struct {
        CM_SURFACE_FORMAT format;
        int pixel;
    } kinds[] = {{CM_SURFACE_FORMAT_A8, 1}, {CM_SURFACE_FORMAT_V8U8, 2}, {CM_SURFACE_FORMAT_A8R8G8B8, 4}};
    for (const auto& [format, pixel] : kinds) {
        constexpr int row_bytes = 64, rows = 17;
        const Bytes data = pattern(row_bytes * rows);
        CmSurface2D* picture = host_.picture(static_cast<UINT>(row_bytes / pixel), rows, format, data);
        for (auto [x, y] : places) {
            if (x % pixel != 0) continue;
            Bytes expected;
            for (int i = 0; i < 72; i++) {
                const int row = std::clamp(y + i / 12, 0, rows - 1), byte = x + i % 12;
                int p = byte / pixel, within = byte % pixel;
                if (within < 0) within += pixel, p--;
                expected.push_back(
                    data[row * row_bytes + std::clamp(p, 0, row_bytes / pixel - 1) * pixel + within]);
            }
            EXPECT_EQ(block("block_read", picture, x, y), expected)
                << x << "," << y << " pixels of " << pixel;
        }
    }
}

TEST_F(Dataport, FieldsAreEverySecondRow) {
    constexpr int row_bytes = 64, rows = 17;
    const Bytes data = pattern(row_bytes * rows);
    CmSurface2D* picture = host_.picture(row_bytes, rows, CM_SURFACE_FORMAT_A8, data);
    for (const int parity : {0, 1}) {
        for (auto [x, y] : places) {
            Bytes expected;
            const int field_rows = parity == 0 ? 9 : 8;
            for (int i = 0; i < 72; i++) {
                const int row = std::clamp(y + i / 12, 0, field_rows - 1) * 2 + parity;
                expected.push_back(data[row * row_bytes + std::clamp(x + i % 12, 0, row_bytes - 1)]);
            }
            EXPECT_EQ(block(parity == 0 ? "top_read" : "bottom_read", picture, x, y), expected)
                << x << "," << y;
        }
    }
}

TEST_F(Dataport, PackedPairsKeepTheirChromaAtTheBorder) {
    constexpr int row_bytes = 64, rows = 8;
    const Bytes data = pattern(row_bytes * rows);
    for (const bool yuyv : {true, false}) {
        CmSurface2D* picture =
            host_.picture(row_bytes / 2, rows, yuyv ? CM_SURFACE_FORMAT_YUY2 : CM_SURFACE_FORMAT_UYVY, data);
        for (const int x : {-8, 0, 56, 100}) {
            Bytes expected;
            for (int i = 0; i < 72; i++) {
                const int byte = x + i % 12,
                          pair = std::clamp(byte < 0 ? -1 : byte / 4, 0, row_bytes / 4 - 1);
                const unsigned char* p = &data[i / 12 * row_bytes + pair * 4];
                const int within = ((byte % 4) + 4) % 4, luma = yuyv ? 0 : 1;
                const bool is_luma = within % 2 == luma;
                if (byte < 0 && is_luma)
                    expected.push_back(p[luma]);
                else if (byte >= row_bytes && is_luma)
                    expected.push_back(p[luma + 2]);
                else
                    expected.push_back(p[within]);
            }
            EXPECT_EQ(block("block_read", picture, x, 0), expected) << x << (yuyv ? " YUY2" : " UYVY");
        }
    }
}

TEST_F(Dataport, PlanesOfNv12) {
    constexpr int width = 64, height = 16;
    const Bytes data = pattern(width * height * 3 / 2);
    CmSurface2D* picture = host_.picture(width, height, CM_SURFACE_FORMAT_NV12, data);
    for (auto [x, y] : {std::pair{0, 0}, {60, 5}, {-4, -1}}) {
        Bytes expected;
        for (int i = 0; i < 72; i++) {
            const int row = std::clamp(y + i / 12, 0, height / 2 - 1), byte = x + i % 12;
            const int pair = std::clamp(byte < 0 ? -1 : byte / 2, 0, width / 2 - 1);
            expected.push_back(data[width * height + row * width + pair * 2 + (byte & 1)]);
        }
        EXPECT_EQ(block("chroma_read", picture, x, y), expected) << x << "," << y;
    }
}

TEST_F(Dataport, BlockWritesDropWhatLiesOutside) {
    constexpr int row_bytes = 64, rows = 17;
    for (auto [x, y] : places) {
        if (x % 4 != 0) continue;
        Bytes data = pattern(row_bytes * rows), found(data.size());
        CmSurface2D* picture = host_.picture(row_bytes, rows, CM_SURFACE_FORMAT_A8, data);
        run("block_write", picture, x, y);
        Host::read(picture, found);
        for (int i = 0; i < 72; i++) {
            const int row = y + i / 12, byte = x + i % 12;
            if (row >= 0 && row < rows && byte >= 0 && byte < row_bytes)
                data[row * row_bytes + byte] = static_cast<unsigned char>(i + 1);
        }
        EXPECT_EQ(found, data) << x << "," << y;
    }
}

TEST_F(Dataport, RegionsWithStridesAreReadAndWritten) {
    Dwords data = ramp(16 * 8, 100), found(data.size());
    CmSurface2D* picture = host_.picture(16, 8, CM_SURFACE_FORMAT_A8R8G8B8, data);
    run("column_copy", picture, 8, 2);  // dword 2 of rows 2 to 5
    Host::read(picture, found);
    for (int i = 2; i < 6; i++) {
        data[i * 16 + 4] = data[i * 16 + 2] + 1;
        data[i * 16 + 3] = data[i * 16 + 2];
    }
    EXPECT_EQ(found, data);
}

TEST_F(Dataport, BuffersReadZeroAndDropWritesPastTheirEnd) {
    const Bytes data = pattern(100);
    for (const int from : {0, 16, 48, 96, 112, 1 << 30, -16}) {
        for (const int to : {0, 32, 80, 160, -32}) {
            Bytes expected(100, 1), found(100);
            CmBuffer* target = host_.buffer(expected);
            run("oword_copy", host_.buffer(data), from, target, to);
            Host::read(target, found);
            for (int i = 0; i < 64; i++) {
                const bool there = from >= 0 && from + i < 100;
                if (to >= 0 && to + i < 100) expected[to + i] = there ? data[from + i] : 0;
            }
            EXPECT_EQ(found, expected) << from << " to " << to;
        }
    }
    Dwords found(8);
    CmBuffer* target = host_.buffer(found);
    run("dword_copy", host_.buffer(ramp(32)), 12, target);
    Host::read(target, found);
    EXPECT_EQ(found, ramp(8, 3));
}

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

TEST_F(Dataport, ScatteredMessagesMoveOneElementALane) {
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
    for (uint32_t& offset : offsets) offset *= 4;  // lanes that overlap would have no order
    check("scattered_scaled", uint32_t{}, 9, 1);
}

TEST_F(Dataport, InactiveLanesDoNothing) {
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

TEST_F(Dataport, UntypedMessagesMoveEnabledChannels) {
    std::array<uint32_t, 8> u;
    for (uint32_t i = 0; i < 8; i++) u[i] = i * 4;
    u[7] = 31;  // all but its first channel are past the end
    CmBuffer* out = host_.buffer(Dwords(32, 5));
    run("untyped_copy", host_.buffer(ramp(32, 100)), out, u);
    Dwords found(32), expected(32, 5);
    Host::read(out, found);
    for (int k = 0; k < 8; k++) {
        const uint32_t from[3] = {0, 2, 3};
        for (uint32_t c = 0; c < 3; c++)
            if (u[k] + c < 32) expected[u[k] + c] = u[k] + from[c] < 32 ? 100 + u[k] + from[c] : 0;
    }
    EXPECT_EQ(found, expected);
}

TEST_F(Dataport, TypedMessagesTakePixelCoordinates) {
    constexpr uint32_t width = 10, height = 6;
    std::vector<float> data(width * height), expected(data.size(), -1.0f), found(data.size());
    std::iota(data.begin(), data.end(), 1.0f);
    std::array<uint32_t, 8> u = {0, 9, 5, 10, 3, 0xffffffff, 7, 2}, v = {0, 5, 2, 1, 6, 0, 3, 4};
    CmSurface2D* out = host_.picture(width, height, CM_SURFACE_FORMAT_R32F, expected);
    run("typed_copy", host_.picture(width, height, CM_SURFACE_FORMAT_R32F, data), out, u, v);
    Host::read(out, found);
    for (int k = 0; k < 8; k++)
        if (u[k] < width && v[k] < height) expected[v[k] * width + u[k]] = data[v[k] * width + u[k]] + 0.5f;
    EXPECT_EQ(found, expected);
}

TEST_F(Dataport, AtomicOperations) {
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

TEST_F(Dataport, AtomicsOfAllThreadsCount) {
    CmBuffer* data = host_.buffer(Dwords(8));
    CmKernel* kernel = host_.kernel("atomic_count");
    Host::set_all(kernel, data);
    host_.run(kernel, 40, 25);
    Dwords found(8), expected(8);
    Host::read(data, found);
    expected[3] = 8 * 40 * 25;
    EXPECT_EQ(found, expected);
}

TEST_F(Dataport, TheOlderCompareAndExchangeHasBothSourcesInOne) {
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

TEST_F(Dataport, GroupsShareMemoryAndMeetAtBarriers) {
    constexpr uint32_t x = 4, y = 3, groups_x = 2, groups_y = 3, threads = x * y,
                       all = threads * groups_x * groups_y;
    CmBuffer* out = host_.buffer(Dwords(all * 8));
    CmKernel* kernel = host_.kernel("slm_turn");
    Host::set_all(kernel, out);
    run_groups(kernel, x, y, groups_x, groups_y);
    Dwords found(all * 8);
    Host::read(out, found);
    const uint32_t unused = 0;  // the first buffer begins the group's memory
    for (uint32_t i = 0; i < all; i++) {
        const uint32_t group = i / threads, id = i % threads;
        EXPECT_EQ(found[i * 8], (group * threads + threads - 1 - id) * 10 + unused);
        EXPECT_EQ(found[i * 8 + 1],
                  id % x + 10 * (id / x) + 100 * (group % groups_x) + 1000 * (group / groups_x));
        EXPECT_EQ(found[i * 8 + 2], x + 10 * y + 100 * groups_x + 1000 * groups_y);
    }
}

TEST_F(Dataport, SharedMemoryInAllForms) {
    Dwords in = ramp(100, 500), found(72);  // shorter than what is loaded
    std::array<uint16_t, 8> dwords = {0, 8, 16, 24, 32, 40, 99, 104};
    CmBuffer* out = host_.buffer(found);
    CmKernel* kernel = host_.kernel("slm_forms");
    Host::set_all(kernel, host_.buffer(in), out, dwords);
    run_groups(kernel, 1, 1, 1, 1);
    Host::read(out, found);
    Dwords memory = in;
    memory.resize(128);  // loading past the end gives 0
    for (int k = 0; k < 8; k++) {
        EXPECT_EQ(found[k], memory[dwords[k]]);
        EXPECT_EQ(found[8 + k], memory[dwords[k]]);
        EXPECT_EQ(found[16 + k], memory[dwords[k] + 1]);
    }
    const Dwords before = memory;
    for (int k = 0; k < 8; k++) {
        memory[dwords[k] + 2] = before[dwords[k]] + 1000;
        memory[dwords[k] + 3] = before[dwords[k] + 1] + 1000;
    }
    for (int k = 0; k < 8; k++) {
        EXPECT_EQ(found[24 + k], memory[dwords[k]]);
        memory[dwords[k]] += 7;
    }
    for (int k = 0; k < 32; k++) EXPECT_EQ(found[32 + k], memory[4 + k]) << k;
    for (int k = 0; k < 8; k++) EXPECT_EQ(found[64 + k], memory[4 + k]) << k;
}

TEST_F(Dataport, SharedVirtualMemory) {
    void* address = nullptr;
    CmBufferSVM* buffer = nullptr;
    cm_result_check(host_.device->CreateBufferSVM(4096, address, CM_SVM_ACCESS_FLAG_DEFAULT, buffer));
    auto* dwords = static_cast<uint32_t*>(address);
    for (uint32_t i = 0; i < 16; i++) dwords[i] = 1000 + i;
    run("svm_copy", reinterpret_cast<uint64_t>(dwords), reinterpret_cast<uint64_t>(dwords + 64));
    for (uint32_t i = 0; i < 16; i++) EXPECT_EQ(dwords[64 + i], 1001 + i);
    for (uint32_t i = 0; i < 8; i++) EXPECT_EQ(dwords[80 + i], 1000 + (7 - i) * 2);
}

TEST_F(Dataport, ArgumentsOfAllKinds) {
    CmKernel* kernel = host_.kernel("arguments");
    Host::set_all(kernel, uint8_t{200}, int16_t{-3}, 2.5f, 0.75, int64_t{5} << 32,
                  std::array<int16_t, 5>{1, 2, 3, 4, -20}, std::array<uint8_t, 6>{1, 2, 3, 4, 5, 6});
    CmBuffer* buffers[3];
    SurfaceIndex handles[3];
    for (int i = 0; i < 3; i++) {
        buffers[i] = host_.buffer(Dwords(8));
        SurfaceIndex* handle = nullptr;
        cm_result_check(buffers[i]->GetIndex(handle));
        handles[i] = *handle;
    }
    cm_result_check(kernel->SetKernelArg(7, sizeof handles, handles));
    Host::set(kernel, 8, true);
    host_.run(kernel, 1, 1);
    for (int i = 0; i < 3; i++) {
        std::vector<int> found(8);
        Host::read(buffers[i], found);
        EXPECT_EQ(found, (std::vector<int>{200 - 3 + 10 + 3 + 5, -10, 6, 1, i, 0, 0, 0}));
    }
}

TEST_F(Dataport, PrintfFormats) {
    cm_result_check(host_.device->InitPrintBuffer());
    run("print_all", -5, 1.25f);
    const std::string file = testing::TempDir() + "dataport_print.txt";
    cm_result_check(host_.device->FlushPrintBufferIntoFile(file.c_str()));
    std::ifstream in(file);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    EXPECT_EQ(text, "-5 7 x text  1.25|3   |ff%\nsome lane\n");
    std::remove(file.c_str());
}

TEST_F(Dataport, FloatControl) {
    const float above = 0x1.000002p0f, denormal = 0x1p-130f;
    const struct {
        const char* name;
        float sum, negative_sum, product;
    } kernels[] = {{"round_by_default", 1, -1, 0},
                   {"round_up", above, -1, 0},
                   {"round_down", 1, -above, denormal},
                   {"round_to_zero", 1, -1, 0}};
    for (const auto& kernel : kernels) {
        std::vector<float> found(4);
        CmBuffer* out = host_.buffer(found);
        run(kernel.name, out, 1.0f, 0x1p-30f, 0x1p-65f);
        Host::read(out, found);
        EXPECT_EQ(found[0], kernel.sum) << kernel.name;
        EXPECT_EQ(found[1], kernel.negative_sum) << kernel.name;
        EXPECT_EQ(found[2], kernel.product) << kernel.name;
    }
}

TEST_F(Dataport, GlobalsBelongToAThread) {
    constexpr UINT threads = 16, groups = 4;
    CmBuffer* out = host_.buffer(Dwords(threads * groups * 8));
    CmKernel* kernel = host_.kernel("globals");
    Host::set_all(kernel, out);
    run_groups(kernel, threads, 1, groups, 1);
    Dwords found(threads * groups * 8);
    Host::read(out, found);
    for (uint32_t i = 0; i < found.size(); i++) EXPECT_EQ(found[i], 100 + 2 * (i / 8));
}

}  // namespace
