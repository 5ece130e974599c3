// SPDX-License-Identifier: MIT
// The driver's table as libva calls it, without libva: every call, with arguments that no program should
// give.
#include <gtest/gtest.h>

#include <dlfcn.h>
#include <va/va.h>
#include <va/va_backend.h>
#include <va/va_backend_vpp.h>

#include <array>
#include <cstring>
#include <set>
#include <span>
#include <thread>
#include <vector>

namespace genmedia::test {
namespace {

constexpr VAProfile kOnePerCodec[] = {VAProfileAV1Profile0,  VAProfileH264High,  VAProfileHEVCMain,
                                      VAProfileJPEGBaseline, VAProfileMPEG2Main, VAProfileVP8Version0_3,
                                      VAProfileVP9Profile0};

class VaCalls : public ::testing::Test {
protected:
    void SetUp() override {
        library_ = dlopen(GENMEDIA_DRIVER, RTLD_NOW | RTLD_LOCAL);
        ASSERT_NE(library_, nullptr) << dlerror();
        const auto init = reinterpret_cast<VADriverInit>(dlsym(library_, "__vaDriverInit_1_17"));
        ASSERT_NE(init, nullptr);
        context_.vtable = &table_;
        context_.vtable_vpp = &processing_;
        ASSERT_EQ(init(&context_), VA_STATUS_SUCCESS);
    }
    void TearDown() override {
        if (table_.vaTerminate != nullptr) table_.vaTerminate(&context_);
    }

    VAConfigID config(VAProfile profile = VAProfileH264High, VAEntrypoint entrypoint = VAEntrypointVLD) {
        VAConfigID made = VA_INVALID_ID;
        EXPECT_EQ(table_.vaCreateConfig(&context_, profile, entrypoint, nullptr, 0, &made),
                  VA_STATUS_SUCCESS);
        return made;
    }
    VASurfaceID surface(unsigned width = 64, unsigned height = 48, unsigned format = VA_RT_FORMAT_YUV420) {
        VASurfaceID made = VA_INVALID_ID;
        EXPECT_EQ(table_.vaCreateSurfaces2(&context_, format, width, height, &made, 1, nullptr, 0),
                  VA_STATUS_SUCCESS);
        return made;
    }
    VAContextID decoder(VAConfigID config, VASurfaceID target) {
        VAContextID made = VA_INVALID_ID;
        EXPECT_EQ(table_.vaCreateContext(&context_, config, 64, 48, 0, &target, 1, &made), VA_STATUS_SUCCESS);
        return made;
    }
    VABufferID buffer(VAContextID decoder, VABufferType type, std::vector<uint8_t> bytes) {
        VABufferID made = VA_INVALID_ID;
        EXPECT_EQ(table_.vaCreateBuffer(&context_, decoder, type, static_cast<unsigned>(bytes.size()), 1,
                                        bytes.data(), &made),
                  VA_STATUS_SUCCESS);
        return made;
    }

    void* library_ = nullptr;
    VADriverVTable table_{};
    VADriverVTableVPP processing_{};
    VADriverContext context_{};
};

TEST_F(VaCalls, NoneIsMissing) {
    // Up to the bytes that va_backend.h reserves, the table is pointers to functions.
    std::array<void*, offsetof(VADriverVTable, reserved) / sizeof(void*)> calls{};
    std::memcpy(calls.data(), &table_, sizeof calls);
    for (size_t i = 0; i < calls.size(); i++) EXPECT_NE(calls[i], nullptr) << "call " << i;
    EXPECT_NE(processing_.vaQueryVideoProcFilters, nullptr);
    EXPECT_EQ(table_.vaPutSurface(&context_, 1, nullptr, 0, 0, 1, 1, 0, 0, 1, 1, nullptr, 0, 0),
              VA_STATUS_ERROR_UNIMPLEMENTED);
    EXPECT_GT(context_.max_profiles, 0);
    EXPECT_GT(context_.max_image_formats, 0);
}

TEST_F(VaCalls, ProfilesThatAreListedCanBeUsed) {
    std::vector<VAProfile> profiles(static_cast<size_t>(context_.max_profiles));
    int count = 0;
    ASSERT_EQ(table_.vaQueryConfigProfiles(&context_, profiles.data(), &count), VA_STATUS_SUCCESS);
    ASSERT_GT(count, 0);
    ASSERT_LE(count, context_.max_profiles);
    const auto listed = std::span(profiles).first(static_cast<size_t>(count));
    EXPECT_EQ(std::set(listed.begin(), listed.end()).size(), listed.size());  // each once
    for (int i = 0; i < count; i++) {
        SCOPED_TRACE(profiles[static_cast<size_t>(i)]);
        std::vector<VAEntrypoint> entrypoints(static_cast<size_t>(context_.max_entrypoints));
        int entrypoint_count = 0;
        const VAProfile profile = profiles[static_cast<size_t>(i)];
        ASSERT_EQ(table_.vaQueryConfigEntrypoints(&context_, profile, entrypoints.data(), &entrypoint_count),
                  VA_STATUS_SUCCESS);
        ASSERT_GT(entrypoint_count, 0);
        ASSERT_LE(entrypoint_count, context_.max_entrypoints);
        for (int e = 0; e < entrypoint_count; e++)
            decoder(config(profile, entrypoints[static_cast<size_t>(e)]), surface());
    }
    VAConfigID made = 0;
    EXPECT_EQ(table_.vaCreateConfig(&context_, VAProfileVC1Main, VAEntrypointVLD, nullptr, 0, &made),
              VA_STATUS_ERROR_UNSUPPORTED_PROFILE);
    EXPECT_EQ(table_.vaCreateConfig(&context_, VAProfileMPEG2Main, VAEntrypointEncSlice, nullptr, 0, &made),
              VA_STATUS_ERROR_UNSUPPORTED_ENTRYPOINT);
    VAConfigAttrib other{VAConfigAttribRTFormat, VA_RT_FORMAT_YUV444};
    EXPECT_EQ(table_.vaCreateConfig(&context_, VAProfileH264High, VAEntrypointVLD, &other, 1, &made),
              VA_STATUS_ERROR_UNSUPPORTED_RT_FORMAT);
}

TEST_F(VaCalls, NumbersOfNothingAreNamed) {
    const VASurfaceID there = surface();
    VAImage image{};
    void* memory = nullptr;
    for (const VAGenericID wrong : {VAGenericID{0}, VAGenericID{VA_INVALID_ID}, VAGenericID{there + 1}}) {
        EXPECT_EQ(table_.vaSyncSurface(&context_, wrong), VA_STATUS_ERROR_INVALID_SURFACE);
        EXPECT_EQ(table_.vaDeriveImage(&context_, wrong, &image), VA_STATUS_ERROR_INVALID_SURFACE);
        EXPECT_EQ(table_.vaDestroyConfig(&context_, wrong), VA_STATUS_ERROR_INVALID_CONFIG);
        EXPECT_EQ(table_.vaDestroyContext(&context_, wrong), VA_STATUS_ERROR_INVALID_CONTEXT);
        EXPECT_EQ(table_.vaBeginPicture(&context_, wrong, there), VA_STATUS_ERROR_INVALID_CONTEXT);
        EXPECT_EQ(table_.vaEndPicture(&context_, wrong), VA_STATUS_ERROR_INVALID_CONTEXT);
        EXPECT_EQ(table_.vaMapBuffer(&context_, wrong, &memory), VA_STATUS_ERROR_INVALID_BUFFER);
        EXPECT_EQ(table_.vaDestroyBuffer(&context_, wrong), VA_STATUS_ERROR_INVALID_BUFFER);
        EXPECT_EQ(table_.vaDestroyImage(&context_, wrong), VA_STATUS_ERROR_INVALID_IMAGE);
        EXPECT_EQ(table_.vaGetImage(&context_, there, 0, 0, 2, 2, wrong), VA_STATUS_ERROR_INVALID_IMAGE);
    }
    // A number of another kind is none of this one's.
    EXPECT_EQ(table_.vaDestroyConfig(&context_, there), VA_STATUS_ERROR_INVALID_CONFIG);
    EXPECT_EQ(table_.vaUnmapBuffer(&context_, buffer(decoder(config(), there), VASliceDataBufferType, {1})),
              VA_STATUS_ERROR_OPERATION_FAILED);
}

TEST_F(VaCalls, PointersToNothing) {
    int count = 1;
    unsigned number = 1;
    VAConfigID made = 0;
    const VASurfaceID target = surface();
    const VAContextID context = decoder(config(), target);
    EXPECT_EQ(table_.vaQueryConfigProfiles(&context_, nullptr, &count), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaQueryConfigEntrypoints(&context_, VAProfileH264High, nullptr, &count),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaGetConfigAttributes(&context_, VAProfileH264High, VAEntrypointVLD, nullptr, 1),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaCreateConfig(&context_, VAProfileH264High, VAEntrypointVLD, nullptr, 1, &made),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaCreateSurfaces2(&context_, VA_RT_FORMAT_YUV420, 16, 16, nullptr, 1, nullptr, 0),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaCreateSurfaces2(&context_, VA_RT_FORMAT_YUV420, 16, 16, &made, 1, nullptr, 1),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaDestroySurfaces(&context_, nullptr, 1), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaQuerySurfaceAttributes(&context_, config(), nullptr, nullptr),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaQuerySurfaceAttributes(&context_, config(), nullptr, &number), VA_STATUS_SUCCESS);
    EXPECT_GT(number, 1u);
    EXPECT_EQ(table_.vaQueryImageFormats(&context_, nullptr, &count), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaDeriveImage(&context_, target, nullptr), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaBeginPicture(&context_, context, target), VA_STATUS_SUCCESS);
    EXPECT_EQ(table_.vaRenderPicture(&context_, context, nullptr, 1), VA_STATUS_ERROR_INVALID_PARAMETER);
}

TEST_F(VaCalls, TheLargestSizeOfAContext) {
    const VAConfigID made_config = config();
    for (const int over : {0, 1})
        for (const auto& [width, height] : {std::pair(16384 + over, 16), {16, 16384 + over}}) {
            VAContextID made = VA_INVALID_ID;
            EXPECT_EQ(table_.vaCreateContext(&context_, made_config, width, height, 0, nullptr, 0, &made),
                      over == 0 ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED);
        }
}

TEST_F(VaCalls, SizesThatCannotBe) {
    VASurfaceID made = 0;
    for (const auto& [width, height] : {std::pair{0u, 16u}, {16u, 0u}, {100000u, 16u}, {16u, 0xffffffffu}})
        EXPECT_EQ(
            table_.vaCreateSurfaces2(&context_, VA_RT_FORMAT_YUV420, width, height, &made, 1, nullptr, 0),
            VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED);
    EXPECT_EQ(table_.vaCreateSurfaces(&context_, -1, 16, VA_RT_FORMAT_YUV420, 1, &made),
              VA_STATUS_ERROR_INVALID_PARAMETER);
    const VAContextID context = decoder(config(), surface());
    VABufferID some = 0;
    EXPECT_EQ(table_.vaCreateBuffer(&context_, context, VASliceDataBufferType, 0xffffffff, 0xffffffff,
                                    nullptr, &some),
              VA_STATUS_ERROR_ALLOCATION_FAILED);
    EXPECT_EQ(table_.vaCreateBuffer(&context_, context, VAEncCodedBufferType, 1, 1, nullptr, &some),
              VA_STATUS_ERROR_UNSUPPORTED_BUFFERTYPE);
    const VABufferID small = buffer(context, VASliceDataBufferType, {1, 2});
    EXPECT_EQ(table_.vaBufferSetNumElements(&context_, small, 2), VA_STATUS_ERROR_INVALID_PARAMETER);
    EXPECT_EQ(table_.vaBufferSetNumElements(&context_, small, 1), VA_STATUS_SUCCESS);
}

// Of every format: what is written to an image, put into a surface and read back is the same.
TEST_F(VaCalls, PicturesComeBack) {
    std::vector<VAImageFormat> formats(static_cast<size_t>(context_.max_image_formats));
    int count = 0;
    ASSERT_EQ(table_.vaQueryImageFormats(&context_, formats.data(), &count), VA_STATUS_SUCCESS);
    for (int i = 0; i < count; i++) {
        VAImageFormat& format = formats[static_cast<size_t>(i)];
        SCOPED_TRACE(format.fourcc);
        VASurfaceAttrib pixels{};
        pixels.type = VASurfaceAttribPixelFormat;
        pixels.flags = VA_SURFACE_ATTRIB_SETTABLE;
        pixels.value.type = VAGenericValueTypeInteger;
        pixels.value.value.i = static_cast<int>(format.fourcc);
        VASurfaceID there = 0;
        ASSERT_EQ(table_.vaCreateSurfaces2(&context_, 0, 52, 38, &there, 1, &pixels, 1), VA_STATUS_SUCCESS);
        VAImage up{}, down{}, derived{};
        ASSERT_EQ(table_.vaCreateImage(&context_, &format, 52, 38, &up), VA_STATUS_SUCCESS);
        ASSERT_EQ(table_.vaCreateImage(&context_, &format, 52, 38, &down), VA_STATUS_SUCCESS);
        ASSERT_EQ(table_.vaDeriveImage(&context_, there, &derived), VA_STATUS_SUCCESS);
        uint8_t *written = nullptr, *read = nullptr, *inside = nullptr;
        ASSERT_EQ(table_.vaMapBuffer(&context_, up.buf, reinterpret_cast<void**>(&written)),
                  VA_STATUS_SUCCESS);
        for (unsigned k = 0; k < up.data_size; k++) written[k] = static_cast<uint8_t>(k * 7 + k / 64);
        ASSERT_EQ(table_.vaPutImage(&context_, there, up.image_id, 0, 0, 52, 38, 0, 0, 52, 38),
                  VA_STATUS_SUCCESS);
        ASSERT_EQ(table_.vaGetImage(&context_, there, 0, 0, 52, 38, down.image_id), VA_STATUS_SUCCESS);
        ASSERT_EQ(table_.vaMapBuffer(&context_, down.buf, reinterpret_cast<void**>(&read)),
                  VA_STATUS_SUCCESS);
        ASSERT_EQ(table_.vaMapBuffer(&context_, derived.buf, reinterpret_cast<void**>(&inside)),
                  VA_STATUS_SUCCESS);
        // The first row of each plane, but for what the pitch adds.
        for (unsigned plane = 0; plane < up.num_planes; plane++) {
            const size_t least = format.fourcc == VA_FOURCC_411P ? 13 : 26;
            EXPECT_EQ(std::memcmp(written + up.offsets[plane], read + down.offsets[plane], least), 0)
                << plane;
            EXPECT_EQ(std::memcmp(written + up.offsets[plane], inside + derived.offsets[plane], least), 0)
                << plane;
        }
        EXPECT_EQ(table_.vaGetImage(&context_, there, 0, 0, 53, 38, down.image_id),
                  VA_STATUS_ERROR_INVALID_PARAMETER);
        EXPECT_EQ(table_.vaGetImage(&context_, there, -2, 0, 10, 10, down.image_id),
                  VA_STATUS_ERROR_INVALID_PARAMETER);
        // A derived image outlives its surface.
        EXPECT_EQ(table_.vaDestroySurfaces(&context_, &there, 1), VA_STATUS_SUCCESS);
        inside[0] = 1;
        EXPECT_EQ(table_.vaDestroyImage(&context_, derived.image_id), VA_STATUS_SUCCESS);
    }
}

TEST_F(VaCalls, PicturesWithoutWhatTheyNeed) {
    for (const VAProfile profile : kOnePerCodec) {
        SCOPED_TRACE(profile);
        const VASurfaceID target = surface();
        const VAContextID context = decoder(config(profile), target);
        EXPECT_EQ(table_.vaEndPicture(&context_, context),
                  VA_STATUS_ERROR_OPERATION_FAILED);  // none was begun
        const auto decode = [&](std::vector<VABufferID> buffers) {
            EXPECT_EQ(table_.vaBeginPicture(&context_, context, target), VA_STATUS_SUCCESS);
            EXPECT_EQ(
                table_.vaRenderPicture(&context_, context, buffers.data(), static_cast<int>(buffers.size())),
                VA_STATUS_SUCCESS);
            return table_.vaEndPicture(&context_, context);
        };
        EXPECT_EQ(decode({}), VA_STATUS_ERROR_INVALID_BUFFER);
        // Too small, of any kind; then parameters that lead out of the data.
        EXPECT_EQ(decode({buffer(context, VAPictureParameterBufferType, {1, 2, 3}),
                          buffer(context, VASliceParameterBufferType, {1}),
                          buffer(context, VASliceDataBufferType, {1})}),
                  VA_STATUS_ERROR_INVALID_BUFFER);
        std::vector<uint8_t> slice(sizeof(VASliceParameterBufferH264) + sizeof(VASliceParameterBufferMPEG2),
                                   0xff);
        EXPECT_EQ(decode({buffer(context, VAPictureParameterBufferType, std::vector<uint8_t>(1024, 0xff)),
                          buffer(context, VASliceParameterBufferType, slice),
                          buffer(context, VASliceDataBufferType, {1, 2, 3})}),
                  VA_STATUS_ERROR_INVALID_BUFFER);
    }
}

// Parameters of every value: an error, or a picture; never an end.
TEST_F(VaCalls, ParametersAtRandom) {
    uint32_t state = 1;
    const auto random = [&] { return static_cast<uint8_t>((state = state * 1664525 + 1013904223) >> 24); };
    for (const VAProfile profile : kOnePerCodec) {
        const VASurfaceID target = surface();
        const VAContextID context = decoder(config(profile), target);
        for (int round = 0; round < 60; round++) {
            const auto some = [&](size_t count) {
                std::vector<uint8_t> bytes(count);
                for (uint8_t& byte : bytes) byte = round % 2 ? random() : random() & random() & random();
                return bytes;
            };
            std::vector<uint8_t> picture = some(1024), slice = some(4096), data = some(300);
            // Sizes that a program could have; what is beyond is another test's.
            if (profile == VAProfileMPEG2Main) picture[1] = picture[3] = 0;
            if (profile == VAProfileH264High) {
                auto& parameters = *reinterpret_cast<VAPictureParameterBufferH264*>(picture.data());
                parameters.picture_width_in_mbs_minus1 %= 16;
                parameters.picture_height_in_mbs_minus1 %= 16;
            }
            const uint32_t size = 300, offset = 0, flag = 0;
            std::memcpy(slice.data(), &size, 4);
            std::memcpy(slice.data() + 4, &offset, 4);
            std::memcpy(slice.data() + 8, &flag, 4);
            if (profile == VAProfileH264High) data[0] = round % 3 ? 0x65 : 0x41;
            std::vector<VABufferID> buffers{buffer(context, VAPictureParameterBufferType, picture),
                                            buffer(context, VAIQMatrixBufferType, some(512)),
                                            buffer(context, VASliceParameterBufferType, slice),
                                            buffer(context, VASliceDataBufferType, data)};
            ASSERT_EQ(table_.vaBeginPicture(&context_, context, target), VA_STATUS_SUCCESS);
            ASSERT_EQ(table_.vaRenderPicture(&context_, context, buffers.data(), 4), VA_STATUS_SUCCESS);
            table_.vaEndPicture(&context_, context);
            for (const VABufferID one : buffers)
                EXPECT_EQ(table_.vaDestroyBuffer(&context_, one), VA_STATUS_SUCCESS);
        }
    }
}

// The decoder leaves out a picture between two others of which it has one. It may not be answered by that
// one's pixels.
TEST_F(VaCalls, PicturesThatAreLeftOutAreNoOthers) {
    const VASurfaceID target = surface();
    const VAContextID context = decoder(config(VAProfileMPEG2Main), target);
    const auto decode = [&](int32_t type) {
        VAPictureParameterBufferMPEG2 picture{};
        picture.horizontal_size = 64;
        picture.vertical_size = 48;
        picture.picture_coding_type = type;
        picture.f_code = type == 1 ? 0xffff : 0x1111;
        picture.picture_coding_extension.bits.picture_structure = 3;
        picture.picture_coding_extension.bits.frame_pred_frame_dct = 1;
        const std::vector<uint8_t> data{0, 0, 1, 1, 0x12, 0x34, 0x56, 0x78, 0x9a};
        VASliceParameterBufferMPEG2 slice{};
        slice.slice_data_size = static_cast<uint32_t>(data.size());
        const auto bytes = [](const auto& of) {
            const auto* first = reinterpret_cast<const uint8_t*>(&of);
            return std::vector<uint8_t>(first, first + sizeof of);
        };
        std::vector<VABufferID> buffers{buffer(context, VAPictureParameterBufferType, bytes(picture)),
                                        buffer(context, VASliceParameterBufferType, bytes(slice)),
                                        buffer(context, VASliceDataBufferType, data)};
        EXPECT_EQ(table_.vaBeginPicture(&context_, context, target), VA_STATUS_SUCCESS);
        EXPECT_EQ(table_.vaRenderPicture(&context_, context, buffers.data(), 3), VA_STATUS_SUCCESS);
        return table_.vaEndPicture(&context_, context);
    };
    EXPECT_EQ(decode(1), VA_STATUS_SUCCESS);  // its damage is concealed
    EXPECT_EQ(decode(3), VA_STATUS_ERROR_DECODING_ERROR);
    EXPECT_EQ(table_.vaSyncSurface(&context_, target), VA_STATUS_ERROR_DECODING_ERROR);
}

// A context that goes away in the middle, and surfaces that do.
TEST_F(VaCalls, ObjectsThatAreUsedAndDestroyed) {
    const VASurfaceID target = surface();
    VASurfaceID gone = target;
    const VAContextID context = decoder(config(), target);
    ASSERT_EQ(table_.vaBeginPicture(&context_, context, target), VA_STATUS_SUCCESS);
    EXPECT_EQ(table_.vaDestroySurfaces(&context_, &gone, 1), VA_STATUS_SUCCESS);
    EXPECT_EQ(table_.vaEndPicture(&context_, context), VA_STATUS_ERROR_INVALID_BUFFER);
    EXPECT_EQ(table_.vaBeginPicture(&context_, context, target), VA_STATUS_ERROR_INVALID_SURFACE);
    EXPECT_EQ(table_.vaDestroyContext(&context_, context), VA_STATUS_SUCCESS);
    std::vector<VASurfaceID> many(1000);
    EXPECT_EQ(table_.vaCreateSurfaces2(&context_, VA_RT_FORMAT_YUV420, 64, 64, many.data(), 1000, nullptr, 0),
              VA_STATUS_SUCCESS);
    EXPECT_EQ(table_.vaDestroySurfaces(&context_, many.data(), 1000), VA_STATUS_SUCCESS);
}

TEST_F(VaCalls, FromManyThreads) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; i++)
        threads.emplace_back([&] {
            for (int round = 0; round < 100; round++) {
                VASurfaceID mine = surface();
                VAImage image{};
                EXPECT_EQ(table_.vaDeriveImage(&context_, mine, &image), VA_STATUS_SUCCESS);
                EXPECT_EQ(table_.vaDestroyImage(&context_, image.image_id), VA_STATUS_SUCCESS);
                EXPECT_EQ(table_.vaDestroySurfaces(&context_, &mine, 1), VA_STATUS_SUCCESS);
            }
        });
    for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace genmedia::test
