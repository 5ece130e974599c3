// SPDX-License-Identifier: MIT
// Surfaces in memory of others, surfaces whose memory others see, copies and locks.
#include "loaded_driver.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <va/va_drmcommon.h>

#include <array>
#include <cstring>

namespace genmedia::test {
namespace {

using Rows = std::vector<std::vector<uint8_t>>;

VASurfaceAttrib number(VASurfaceAttribType type, unsigned value) {
    VASurfaceAttrib attribute{};
    attribute.type = type;
    attribute.flags = VA_SURFACE_ATTRIB_SETTABLE;
    attribute.value.type = VAGenericValueTypeInteger;
    attribute.value.value.i = static_cast<int>(value);
    return attribute;
}

VASurfaceAttrib pointer(VASurfaceAttribType type, void* value) {
    VASurfaceAttrib attribute{};
    attribute.type = type;
    attribute.flags = VA_SURFACE_ATTRIB_SETTABLE;
    attribute.value.type = VAGenericValueTypePointer;
    attribute.value.value.p = value;
    return attribute;
}

class VaMemory : public ::testing::Test {
protected:
    // `made` surfaces of 20x10 in memory that the descriptor describes.
    template <size_t Count>
    VAStatus create(unsigned type, void* descriptor, std::array<VASurfaceID, Count>& made) {
        std::array attributes{number(VASurfaceAttribMemoryType, type),
                              pointer(VASurfaceAttribExternalBufferDescriptor, descriptor)};
        return driver_.table.vaCreateSurfaces2(driver_.context(), VA_RT_FORMAT_YUV420, 20, 10, made.data(),
                                               Count, attributes.data(),
                                               static_cast<unsigned>(attributes.size()));
    }
    VAStatus create(unsigned type, void* descriptor) {
        std::array<VASurfaceID, 1> made{};
        return create(type, descriptor, made);
    }

    LoadedDriver driver_;
};

// NV12 of 20x10, with a pitch of 33 and a hole between the planes.
VASurfaceAttribExternalBuffers nv12_of(uintptr_t* buffers, uint32_t count = 1) {
    VASurfaceAttribExternalBuffers given{};
    given.pixel_format = VA_FOURCC_NV12;
    given.width = 20;
    given.height = 10;
    given.data_size = 1000;
    given.num_planes = 2;
    given.pitches[0] = given.pitches[1] = 33;
    given.offsets[1] = 500;
    given.buffers = buffers;
    given.num_buffers = count;
    return given;
}

int memory_file(size_t size) {
    const int file = memfd_create("test", MFD_CLOEXEC);
    EXPECT_EQ(ftruncate(file, static_cast<off_t>(size)), 0);
    return file;
}

TEST_F(VaMemory, OfTheProgram) {
    std::array<std::vector<uint8_t>, 2> memory{std::vector<uint8_t>(1000, 9), std::vector<uint8_t>(1000, 9)};
    std::array buffers{reinterpret_cast<uintptr_t>(memory[0].data()),
                       reinterpret_cast<uintptr_t>(memory[1].data())};
    auto given = nv12_of(buffers.data(), 2);
    std::array<VASurfaceID, 2> made{};
    ASSERT_EQ(create(VA_SURFACE_ATTRIB_MEM_TYPE_USER_PTR, &given, made), VA_STATUS_SUCCESS);
    driver_.fill(made[1], 0, Rows(10, std::vector<uint8_t>(20, 50)));
    driver_.fill(made[1], 1, Rows(5, std::vector<uint8_t>(20, 60)));
    EXPECT_EQ(memory[1][33 * 9 + 19], 50);
    EXPECT_EQ(memory[1][33 * 9 + 20], 9);
    EXPECT_EQ(memory[1][500 + 33 * 4 + 19], 60);
    EXPECT_EQ(memory[0], std::vector<uint8_t>(1000, 9));
    // What the driver converts writes into the rows alone.
    const VASurfaceID rgb = driver_.surface(20, 10, VA_FOURCC_BGRA);
    driver_.fill(rgb, 0, Rows(10, std::vector<uint8_t>(80, 255)));
    VACopyObject to{}, from{};
    to.object.surface_id = made[0];
    from.object.surface_id = rgb;
    ASSERT_EQ(driver_.table.vaCopy(driver_.context(), &to, &from, {}), VA_STATUS_SUCCESS);
    for (size_t y = 0; y < 10; y++)
        for (size_t x = 0; x < 33; x++) EXPECT_EQ(memory[0][33 * y + x], x < 20 ? 235 : 9) << x << ' ' << y;
    // It is the program's, and no file.
    VADRMPRIMESurfaceDescriptor described{};
    EXPECT_EQ(driver_.table.vaExportSurfaceHandle(driver_.context(), made[0],
                                                  VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2,
                                                  VA_EXPORT_SURFACE_READ_WRITE, &described),
              VA_STATUS_ERROR_INVALID_SURFACE);
}

TEST_F(VaMemory, ThatOthersSee) {
    const VASurfaceID surface = driver_.surface(20, 10, VA_FOURCC_NV12);
    driver_.fill(surface, 0, Rows(10, std::vector<uint8_t>(20, 50)));
    driver_.fill(surface, 1, Rows(5, std::vector<uint8_t>(20, 60)));
    VADRMPRIMESurfaceDescriptor described{};
    ASSERT_EQ(driver_.table.vaExportSurfaceHandle(
                  driver_.context(), surface, VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2,
                  VA_EXPORT_SURFACE_READ_WRITE | VA_EXPORT_SURFACE_SEPARATE_LAYERS, &described),
              VA_STATUS_SUCCESS);
    EXPECT_EQ(described.fourcc, static_cast<uint32_t>(VA_FOURCC_NV12));
    ASSERT_EQ(described.num_objects, 1u);
    ASSERT_EQ(described.num_layers, 2u);
    EXPECT_EQ(std::memcmp(&described.layers[0].drm_format, "R8  ", 4), 0);
    EXPECT_EQ(std::memcmp(&described.layers[1].drm_format, "GR88", 4), 0);
    auto* seen = static_cast<uint8_t*>(mmap(nullptr, described.objects[0].size, PROT_READ | PROT_WRITE,
                                            MAP_SHARED, described.objects[0].fd, 0));
    ASSERT_NE(seen, MAP_FAILED);
    EXPECT_EQ(seen[9 * described.layers[0].pitch[0] + 19], 50);
    EXPECT_EQ(seen[described.layers[1].offset[0] + 4 * described.layers[1].pitch[0] + 19], 60);
    seen[0] = 77;
    EXPECT_EQ(driver_.rows(surface, 0, 1, 1)[0][0], 77);
    // And back: the same memory by its file, and by objects that lie apart.
    ASSERT_EQ(driver_.table.vaExportSurfaceHandle(
                  driver_.context(), surface, VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2,
                  VA_EXPORT_SURFACE_READ_WRITE | VA_EXPORT_SURFACE_COMPOSED_LAYERS, &described),
              VA_STATUS_SUCCESS);
    ASSERT_EQ(described.num_layers, 1u);
    ASSERT_EQ(described.layers[0].num_planes, 2u);
    EXPECT_EQ(std::memcmp(&described.layers[0].drm_format, "NV12", 4), 0);
    std::array<VASurfaceID, 1> again{};
    ASSERT_EQ(create(VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2, &described, again), VA_STATUS_SUCCESS);
    close(described.objects[0].fd);
    VASurfaceID gone = surface;
    EXPECT_EQ(driver_.table.vaDestroySurfaces(driver_.context(), &gone, 1), VA_STATUS_SUCCESS);
    EXPECT_EQ(driver_.rows(again[0], 0, 2, 1)[0], (std::vector<uint8_t>{77, 50}));
    EXPECT_EQ(driver_.rows(again[0], 1, 20, 5), Rows(5, std::vector<uint8_t>(20, 60)));
}

// What the program mapped before stays the surface's.
TEST_F(VaMemory, AddressesStayWhenOthersSee) {
    const VASurfaceID surface = driver_.surface(20, 10, VA_FOURCC_NV12);
    VAImage image{};
    ASSERT_EQ(driver_.table.vaDeriveImage(driver_.context(), surface, &image), VA_STATUS_SUCCESS);
    uint8_t* mapped = nullptr;
    ASSERT_EQ(driver_.table.vaMapBuffer(driver_.context(), image.buf, reinterpret_cast<void**>(&mapped)),
              VA_STATUS_SUCCESS);
    mapped[3] = 33;
    VABufferInfo info{};
    info.mem_type = VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME;
    ASSERT_EQ(driver_.table.vaAcquireBufferHandle(driver_.context(), image.buf, &info), VA_STATUS_SUCCESS);
    const auto* seen = static_cast<uint8_t*>(
        mmap(nullptr, info.mem_size, PROT_READ, MAP_SHARED, static_cast<int>(info.handle), 0));
    ASSERT_NE(seen, MAP_FAILED);
    EXPECT_EQ(seen[3], 33);
    mapped[3] = 34;
    EXPECT_EQ(seen[3], 34);
    EXPECT_EQ(driver_.table.vaReleaseBufferHandle(driver_.context(), image.buf), VA_STATUS_SUCCESS);
    EXPECT_EQ(driver_.table.vaReleaseBufferHandle(driver_.context(), image.buf),
              VA_STATUS_ERROR_INVALID_BUFFER);
    EXPECT_EQ(fcntl(static_cast<int>(info.handle), F_GETFD), -1);
    info = {};
    info.mem_type = VA_SURFACE_ATTRIB_MEM_TYPE_KERNEL_DRM;
    EXPECT_EQ(driver_.table.vaAcquireBufferHandle(driver_.context(), image.buf, &info),
              VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE);
    EXPECT_EQ(driver_.table.vaAcquireBufferHandle(driver_.context(), 0, &info),
              VA_STATUS_ERROR_INVALID_BUFFER);
}

TEST_F(VaMemory, OfTwoFiles) {
    VADRMPRIMESurfaceDescriptor given{};
    given.fourcc = VA_FOURCC_NV12;
    given.width = 20;
    given.height = 10;
    given.num_objects = given.num_layers = 2;
    for (uint32_t i = 0; i < 2; i++) {
        given.objects[i] = {memory_file(700), 700, 0};
        given.layers[i].num_planes = 1;
        given.layers[i].object_index[0] = i;
        given.layers[i].offset[0] = 100;
        given.layers[i].pitch[0] = 60;
    }
    std::array<VASurfaceID, 1> made{};
    ASSERT_EQ(create(VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2, &given, made), VA_STATUS_SUCCESS);
    driver_.fill(made[0], 1, Rows(5, std::vector<uint8_t>(20, 60)));
    uint8_t byte = 0;
    EXPECT_EQ(pread(given.objects[1].fd, &byte, 1, 100 + 4 * 60 + 19), 1);
    EXPECT_EQ(byte, 60);
    given.objects[1].drm_format_modifier = 0x0100000000000001;  // Intel's X tiles
    EXPECT_EQ(create(VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2, &given),
              VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE);
    given.objects[1].drm_format_modifier = 0;
    const auto with = [&](auto change) {
        auto other = given;
        change(other);
        return create(VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2, &other);
    };
    using Descriptor = VADRMPRIMESurfaceDescriptor;
    for (const VAStatus status :
         {with([](Descriptor& of) { of.num_objects = 5; }), with([](Descriptor& of) { of.num_layers = 5; }),
          with([](Descriptor& of) { of.num_layers = 1; }),
          with([](Descriptor& of) { of.layers[0].num_planes = 9; }),
          with([](Descriptor& of) { of.layers[1].object_index[0] = 2; }),
          with([](Descriptor& of) { of.layers[1].pitch[0] = 19; }),
          with([](Descriptor& of) { of.layers[1].offset[0] = 500; }),
          with([](Descriptor& of) { of.layers[0].pitch[0] = 0xffffffff; }),
          with([](Descriptor& of) { of.objects[0].size = 1 << 20; }),  // the file has less
          with([](Descriptor& of) { of.objects[0].fd = -1; })})
        EXPECT_EQ(status, VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(with([](Descriptor& of) { of.fourcc = VA_FOURCC_AI44; }),
              VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT);
    for (const auto& object : given.objects) close(object.fd);
}

TEST_F(VaMemory, OfOneFile) {
    uintptr_t file = static_cast<uintptr_t>(memory_file(1000));
    auto given = nv12_of(&file);
    std::array<VASurfaceID, 1> made{};
    ASSERT_EQ(create(VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME, &given, made), VA_STATUS_SUCCESS);
    driver_.fill(made[0], 0, Rows(1, std::vector<uint8_t>(20, 50)));
    uint8_t byte = 0;
    EXPECT_EQ(pread(static_cast<int>(file), &byte, 1, 19), 1);
    EXPECT_EQ(byte, 50);
    given.data_size = 100000;
    EXPECT_EQ(create(VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME, &given), VA_STATUS_ERROR_INVALID_PARAMETER);
    close(static_cast<int>(file));
}

TEST_F(VaMemory, ThatCannotBe) {
    std::vector<uint8_t> memory(1000);
    uintptr_t buffer = reinterpret_cast<uintptr_t>(memory.data()), none = 0;
    auto given = nv12_of(&buffer);
    const unsigned program = VA_SURFACE_ATTRIB_MEM_TYPE_USER_PTR;
    std::array<VASurfaceID, 2> two{};
    EXPECT_EQ(create(program, &given, two), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(create(program, nullptr), VA_STATUS_SUCCESS);  // in the driver's memory
    EXPECT_EQ(create(VA_SURFACE_ATTRIB_MEM_TYPE_V4L2, &given), VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE);
    EXPECT_EQ(create(program | VA_SURFACE_ATTRIB_MEM_TYPE_VA, &given),
              VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE);
    const auto with = [&](auto change) {
        auto other = given;
        change(other);
        return create(program, &other);
    };
    using Buffers = VASurfaceAttribExternalBuffers;
    for (const VAStatus status :
         {with([](Buffers& of) { of.data_size = 600; }), with([](Buffers& of) { of.buffers = nullptr; }),
          with([&](Buffers& of) { of.buffers = &none; }), with([](Buffers& of) { of.num_planes = 1; }),
          with([](Buffers& of) { of.num_planes = 5; }),
          with([](Buffers& of) { of.offsets[1] = 0xffffffff; })})
        EXPECT_EQ(status, VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(with([](Buffers& of) { of.flags = VA_SURFACE_EXTBUF_DESC_ENABLE_TILING; }),
              VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE);
    EXPECT_EQ(with([](Buffers& of) { of.pixel_format = 1; }), VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT);
    VADRMPRIMESurfaceDescriptor described{};
    const VASurfaceID surface = driver_.surface(20, 10, VA_FOURCC_NV12);
    EXPECT_EQ(driver_.table.vaExportSurfaceHandle(driver_.context(), 0,
                                                  VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2, 1, &described),
              VA_STATUS_ERROR_INVALID_SURFACE);
    EXPECT_EQ(driver_.table.vaExportSurfaceHandle(driver_.context(), surface,
                                                  VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME, 1, &described),
              VA_STATUS_ERROR_UNSUPPORTED_MEMORY_TYPE);
    EXPECT_EQ(driver_.table.vaExportSurfaceHandle(driver_.context(), surface,
                                                  VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2, 1, nullptr),
              VA_STATUS_ERROR_INVALID_PARAMETER);
}

TEST_F(VaMemory, Modifiers) {
    std::array<uint64_t, 2> modifiers{0x0100000000000001, 0};  // Intel's X tiles; lines behind each other
    VADRMFormatModifierList list{1, modifiers.data()};
    const auto create_with = [&](void* value) {
        VASurfaceAttrib attribute = pointer(VASurfaceAttribDRMFormatModifiers, value);
        VASurfaceID made = 0;
        return driver_.table.vaCreateSurfaces2(driver_.context(), VA_RT_FORMAT_YUV420, 16, 16, &made, 1,
                                               &attribute, 1);
    };
    EXPECT_EQ(create_with(&list), VA_STATUS_ERROR_ATTR_NOT_SUPPORTED);
    EXPECT_EQ(create_with(nullptr), VA_STATUS_ERROR_ATTR_NOT_SUPPORTED);
    list.num_modifiers = 2;
    EXPECT_EQ(create_with(&list), VA_STATUS_SUCCESS);
}

// Between the program's rows stays what was there, of a surface and of its image.
TEST_F(VaMemory, BetweenTheProgramsRows) {
    std::vector<uint8_t> memory(64 * 10 + 64 * 5, 9);
    uintptr_t buffer = reinterpret_cast<uintptr_t>(memory.data());
    auto given = nv12_of(&buffer);
    given.data_size = static_cast<uint32_t>(memory.size());
    given.pitches[0] = given.pitches[1] = 64;
    given.offsets[1] = 640;
    std::array<VASurfaceID, 1> made{};
    ASSERT_EQ(create(VA_SURFACE_ATTRIB_MEM_TYPE_USER_PTR, &given, made), VA_STATUS_SUCCESS);
    VAImage image{};
    ASSERT_EQ(driver_.table.vaDeriveImage(driver_.context(), made[0], &image), VA_STATUS_SUCCESS);
    const VASurfaceID white = driver_.surface(20, 10, VA_FOURCC_BGRX);
    driver_.fill(white, 0, Rows(10, std::vector<uint8_t>(80, 255)));
    const auto expect_white = [&] {
        for (size_t y = 0; y < 10; y++)
            for (size_t x = 0; x < 64; x++) EXPECT_EQ(memory[64 * y + x], x < 20 ? 235 : 9) << x << ' ' << y;
    };
    VACopyObject to{}, from{};
    to.object.surface_id = made[0];
    from.object.surface_id = white;
    ASSERT_EQ(driver_.table.vaCopy(driver_.context(), &to, &from, {}), VA_STATUS_SUCCESS);
    expect_white();
    std::fill(memory.begin(), memory.end(), uint8_t{9});
    ASSERT_EQ(driver_.table.vaGetImage(driver_.context(), white, 0, 0, 20, 10, image.image_id),
              VA_STATUS_SUCCESS);
    expect_white();
}

TEST_F(VaMemory, Copies) {
    const VASurfaceID from = driver_.surface(20, 10, VA_FOURCC_I420),
                      to = driver_.surface(20, 10, VA_FOURCC_NV12);
    driver_.fill(from, 0, Rows(10, std::vector<uint8_t>(20, 50)));
    driver_.fill(from, 2, Rows(5, std::vector<uint8_t>(10, 60)));
    const auto copy = [&](VACopyObjectType type, unsigned target, unsigned source) {
        VACopyObject there{}, here{};
        there.obj_type = here.obj_type = type;
        there.object.surface_id = target;
        here.object.surface_id = source;
        return driver_.table.vaCopy(driver_.context(), &there, &here, {});
    };
    EXPECT_EQ(copy(VACopyObjectSurface, to, from), VA_STATUS_SUCCESS);
    EXPECT_EQ(driver_.rows(to, 0, 20, 10), Rows(10, std::vector<uint8_t>(20, 50)));
    EXPECT_EQ(driver_.rows(to, 1, 2, 1)[0], (std::vector<uint8_t>{0, 60}));
    EXPECT_EQ(copy(VACopyObjectSurface, to, 0), VA_STATUS_ERROR_INVALID_SURFACE);
    EXPECT_EQ(copy(VACopyObjectSurface, to, driver_.surface(22, 10, VA_FOURCC_NV12)),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(copy(VACopyObjectBuffer, to, from), VA_STATUS_ERROR_INVALID_BUFFER);
    EXPECT_EQ(driver_.table.vaCopy(driver_.context(), nullptr, nullptr, {}),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    VAImage small{}, large{};
    VAImageFormat format{};
    format.fourcc = VA_FOURCC_Y800;
    ASSERT_EQ(driver_.table.vaCreateImage(driver_.context(), &format, 20, 10, &small), VA_STATUS_SUCCESS);
    ASSERT_EQ(driver_.table.vaCreateImage(driver_.context(), &format, 20, 20, &large), VA_STATUS_SUCCESS);
    EXPECT_EQ(copy(VACopyObjectBuffer, large.buf, small.buf), VA_STATUS_SUCCESS);
    EXPECT_EQ(copy(VACopyObjectBuffer, small.buf, large.buf), VA_STATUS_ERROR_NOT_ENOUGH_BUFFER);
}

TEST_F(VaMemory, Locks) {
    const VASurfaceID surface = driver_.surface(20, 10, VA_FOURCC_YV12);
    driver_.fill(surface, 1, Rows(5, std::vector<uint8_t>(10, 60)));  // V
    unsigned fourcc = 0, pitch = 0, u_pitch = 0, v_pitch = 0, luma = 1, u = 0, v = 0, name = 1;
    uint8_t* memory = nullptr;
    auto& table = driver_.table;
    ASSERT_EQ(table.vaLockSurface(driver_.context(), surface, &fourcc, &pitch, &u_pitch, &v_pitch, &luma, &u,
                                  &v, &name, reinterpret_cast<void**>(&memory)),
              VA_STATUS_SUCCESS);
    EXPECT_EQ(fourcc, static_cast<unsigned>(VA_FOURCC_YV12));
    EXPECT_EQ(memory[v + 4 * v_pitch + 9], 60);
    EXPECT_EQ(memory[u + 4 * u_pitch + 9], 0);
    EXPECT_EQ(table.vaLockSurface(driver_.context(), surface, nullptr, nullptr, nullptr, nullptr, nullptr,
                                  nullptr, nullptr, nullptr, nullptr),
              VA_STATUS_ERROR_SURFACE_BUSY);
    EXPECT_EQ(table.vaUnlockSurface(driver_.context(), surface), VA_STATUS_SUCCESS);
    EXPECT_EQ(table.vaUnlockSurface(driver_.context(), surface), VA_STATUS_ERROR_OPERATION_FAILED);
    EXPECT_EQ(table.vaUnlockSurface(driver_.context(), 0), VA_STATUS_ERROR_INVALID_SURFACE);
}

}  // namespace
}  // namespace genmedia::test
