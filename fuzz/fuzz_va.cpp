// SPDX-License-Identifier: MIT
// Makes calls of the VA-API driver as arbitrary bytes say: objects of all kinds, pictures of their buffers,
// and what structures point to. Numbers are mostly those of objects that are there.
#include "va/calls.h"
#include "va/surfaces/picture_frames.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
#include <va/va_backend.h>
#include <va/va_backend_vpp.h>
#include <va/va_drmcommon.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

extern "C" VAStatus __vaDriverInit_1_17(VADriverContextP context);

namespace {

constexpr int kMostCalls = 100;
constexpr size_t kMostObjects = 24;
constexpr size_t kMemory = 1 << 16;

class Bytes {
public:
    Bytes(const uint8_t* data, size_t size) : data_(data), size_(size) {}
    bool empty() const { return size_ == 0; }
    uint8_t byte() {
        if (size_ == 0) return 0;
        size_--;
        return *data_++;
    }
    uint32_t upto(uint32_t most) { return (byte() | uint32_t{byte()} << 8) % (most + 1); }
    bool seldom() { return byte() >= 240; }
    template <class T>
    T any() {
        T value{};
        std::array<uint8_t, sizeof(T)> bytes;
        for (uint8_t& one : bytes) one = byte();
        std::memcpy(&value, bytes.data(), sizeof value);
        return value;
    }
    std::vector<uint8_t> take(size_t most) {
        std::vector<uint8_t> taken(data_, data_ + std::min(most, size_));
        data_ += taken.size();
        size_ -= taken.size();
        return taken;
    }

private:
    const uint8_t* data_;
    size_t size_;
};

class Program {
public:
    explicit Program(Bytes bytes) : bytes_(bytes) {
        driver_.vtable = &table_;
        driver_.vtable_vpp = &processing_;
        if (__vaDriverInit_1_17(&driver_) != VA_STATUS_SUCCESS) std::abort();
        formats_.resize(static_cast<size_t>(driver_.max_image_formats));
        int count = 0;
        table_.vaQueryImageFormats(&driver_, formats_.data(), &count);
        file_ = memfd_create("fuzz", MFD_CLOEXEC);
        if (ftruncate(file_, kMemory) != 0) std::abort();
    }
    ~Program() {
        table_.vaTerminate(&driver_);
        close(file_);
    }

    void run() {
        using Call = void (Program::*)();
        static constexpr Call calls[]{
            &Program::make_surfaces, &Program::make_surfaces, &Program::make_context, &Program::make_buffer,
            &Program::make_buffer,   &Program::process,       &Program::process,      &Program::render,
            &Program::make_image,    &Program::move_image,    &Program::subpicture,   &Program::share,
            &Program::copy,          &Program::destroy,       &Program::query};
        for (int i = 0; i < kMostCalls && !bytes_.empty(); i++)
            (this->*calls[bytes_.byte() % std::size(calls)])();
    }

private:
    uint32_t one_of(const std::vector<uint32_t>& numbers) {
        if (numbers.empty() || bytes_.seldom()) return bytes_.any<uint32_t>();
        return numbers[bytes_.byte() % numbers.size()];
    }
    static void keep(std::vector<uint32_t>& numbers, uint32_t number) {
        if (numbers.size() < kMostObjects) numbers.push_back(number);
    }
    VAImageFormat format() { return formats_[bytes_.byte() % formats_.size()]; }
    VARectangle rectangle() {
        return {static_cast<int16_t>(bytes_.upto(100) - 20), static_cast<int16_t>(bytes_.upto(100) - 20),
                static_cast<uint16_t>(bytes_.upto(100)), static_cast<uint16_t>(bytes_.upto(100))};
    }

    void make_surfaces() {
        VASurfaceAttrib attributes[3]{};
        for (VASurfaceAttrib& attribute : attributes) attribute.flags = VA_SURFACE_ATTRIB_SETTABLE;
        attributes[0].type = VASurfaceAttribPixelFormat;
        attributes[0].value.value.i = static_cast<int>(format().fourcc);
        static constexpr unsigned types[]{
            VA_SURFACE_ATTRIB_MEM_TYPE_VA, VA_SURFACE_ATTRIB_MEM_TYPE_VA, VA_SURFACE_ATTRIB_MEM_TYPE_USER_PTR,
            VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME, VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2};
        const unsigned type = types[bytes_.byte() % std::size(types)];
        attributes[1].type = VASurfaceAttribMemoryType;
        attributes[1].value.value.i = static_cast<int>(type);
        attributes[2].type = VASurfaceAttribExternalBufferDescriptor;
        VASurfaceAttribExternalBuffers buffers = external_buffers();
        uintptr_t handle = type == VA_SURFACE_ATTRIB_MEM_TYPE_USER_PTR
                               ? reinterpret_cast<uintptr_t>(memory_.data())
                               : static_cast<uintptr_t>(file_);
        buffers.buffers = &handle;
        VADRMPRIMESurfaceDescriptor objects = prime_objects();
        const bool prime = type == VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2;
        attributes[2].value.value.p = prime ? static_cast<void*>(&objects) : &buffers;
        VASurfaceID made = 0;
        if (table_.vaCreateSurfaces2(&driver_, bytes_.byte(), 1 + bytes_.upto(90), 1 + bytes_.upto(90), &made,
                                     1, attributes, 3) == VA_STATUS_SUCCESS)
            keep(surfaces_, made);
    }

    VASurfaceAttribExternalBuffers external_buffers() {
        VASurfaceAttribExternalBuffers given{};
        given.pixel_format = format().fourcc;
        given.data_size = kMemory;
        given.num_planes = 3;
        given.num_buffers = 1;
        for (int plane = 0; plane < 3; plane++) {
            given.pitches[plane] = bytes_.upto(500);
            given.offsets[plane] = bytes_.seldom() ? bytes_.any<uint32_t>() : bytes_.upto(60000);
        }
        return given;
    }

    VADRMPRIMESurfaceDescriptor prime_objects() {
        VADRMPRIMESurfaceDescriptor given{};
        given.fourcc = format().fourcc;
        given.num_objects = 1 + bytes_.upto(2);
        for (auto& object : given.objects) object = {bytes_.seldom() ? -1 : file_, kMemory, 0};
        given.num_layers = bytes_.upto(5);
        for (auto& layer : given.layers) {
            layer.num_planes = bytes_.upto(3);
            layer.object_index[0] = bytes_.upto(3);
            layer.pitch[0] = layer.pitch[1] = bytes_.upto(500);
            layer.offset[0] = bytes_.upto(60000);
        }
        return given;
    }

    void make_context() {
        std::vector<VAProfile> profiles(static_cast<size_t>(driver_.max_profiles));
        int count = 0;
        table_.vaQueryConfigProfiles(&driver_, profiles.data(), &count);
        const VAProfile profile = profiles[bytes_.byte() % static_cast<size_t>(count)];
        std::vector<VAEntrypoint> entrypoints(static_cast<size_t>(driver_.max_entrypoints));
        if (table_.vaQueryConfigEntrypoints(&driver_, profile, entrypoints.data(), &count) !=
            VA_STATUS_SUCCESS)
            std::abort();  // it was listed
        const VAEntrypoint entrypoint = entrypoints[bytes_.byte() % static_cast<size_t>(count)];
        VAConfigID config = 0;
        if (table_.vaCreateConfig(&driver_, profile, entrypoint, nullptr, 0, &config) != VA_STATUS_SUCCESS)
            std::abort();
        VAContextID made = 0;
        if (table_.vaCreateContext(&driver_, config, 64, 64, 0, nullptr, 0, &made) == VA_STATUS_SUCCESS)
            keep(contexts_, made);
    }

    void make_buffer() {
        const auto type = static_cast<VABufferType>(bytes_.upto(VABufferTypeMax - 1));
        std::vector<uint8_t> data = bytes_.take(bytes_.upto(1200));
        data.resize(std::max<size_t>(data.size(), 1 + bytes_.upto(1200)));
        VABufferID made = 0;
        if (table_.vaCreateBuffer(&driver_, one_of(contexts_), type, static_cast<unsigned>(data.size()), 1,
                                  data.data(), &made) == VA_STATUS_SUCCESS)
            keep(buffers_, made);
    }

    void render() {
        const VAContextID context = one_of(contexts_);
        table_.vaBeginPicture(&driver_, context, one_of(surfaces_));
        for (uint32_t i = bytes_.upto(6); i > 0; i--) {
            // Structures of what points somewhere are process()'s.
            VABufferID buffer = one_of(buffers_);
            VABufferType type{};
            unsigned size = 0, count = 0;
            if (table_.vaBufferInfo(&driver_, buffer, &type, &size, &count) != VA_STATUS_SUCCESS) continue;
            if (type != VAProcPipelineParameterBufferType && type < VAStatsStatisticsParameterBufferType)
                table_.vaRenderPicture(&driver_, context, &buffer, 1);
        }
        table_.vaEndPicture(&driver_, context);
    }

    VAContextID processor() {
        if (processor_ != 0) return processor_;
        VAConfigID config = 0;
        table_.vaCreateConfig(&driver_, VAProfileNone, VAEntrypointVideoProc, nullptr, 0, &config);
        table_.vaCreateContext(&driver_, config, 0, 0, 0, nullptr, 0, &processor_);
        return processor_;
    }

    void process() {
        auto pipeline = bytes_.any<VAProcPipelineParameterBuffer>();
        const VARectangle from = rectangle(), to = rectangle();
        const auto state = bytes_.any<VABlendState>();
        VASurfaceID references[]{one_of(surfaces_), one_of(surfaces_)};
        std::vector<uint8_t> filter = bytes_.take(sizeof(VAProcFilterParameterBufferColorBalance));
        filter.resize(sizeof(VAProcFilterParameterBufferColorBalance));
        if (!bytes_.seldom()) filter[0] %= VAProcFilterCount, filter[1] = filter[2] = filter[3] = 0;
        VABufferID filters[1]{VA_INVALID_ID};
        table_.vaCreateBuffer(&driver_, processor(), VAProcFilterParameterBufferType,
                              static_cast<unsigned>(filter.size()), 1, filter.data(), filters);
        const uint8_t has = bytes_.byte();
        pipeline.surface = one_of(surfaces_);
        pipeline.surface_region = has & 1 ? &from : nullptr;
        pipeline.output_region = has & 2 ? &to : nullptr;
        pipeline.blend_state = has & 4 ? &state : nullptr;
        pipeline.filters = has & 8 ? filters : nullptr;
        pipeline.num_filters = has & 8 ? 1 : 0;
        pipeline.forward_references = references;
        pipeline.backward_references = references + 1;
        pipeline.num_forward_references = has >> 4 & 1;
        pipeline.num_backward_references = has >> 5 & 1;
        pipeline.additional_outputs = nullptr;
        if ((has & 0xc0) != 0) {
            pipeline.rotation_state %= 4;
            pipeline.mirror_state %= 4;
            pipeline.num_additional_outputs = 0;
            pipeline.filter_flags %= 0x300;
            pipeline.input_surface_flag %= 16;
            pipeline.output_surface_flag %= 16;
        }
        VABufferID parameters = 0;
        table_.vaCreateBuffer(&driver_, processor(), VAProcPipelineParameterBufferType, sizeof pipeline, 1,
                              &pipeline, &parameters);
        table_.vaBeginPicture(&driver_, processor(), one_of(surfaces_));
        for (uint32_t i = 1 + bytes_.upto(1); i > 0; i--)
            table_.vaRenderPicture(&driver_, processor(), &parameters, 1);
        table_.vaEndPicture(&driver_, processor());
        table_.vaDestroyBuffer(&driver_, parameters);
        table_.vaDestroyBuffer(&driver_, filters[0]);
    }

    void make_image() {
        VAImage made{};
        VAImageFormat of = format();
        const bool derived = (bytes_.byte() & 1) != 0;
        const VAStatus status = derived
                                    ? table_.vaDeriveImage(&driver_, one_of(surfaces_), &made)
                                    : table_.vaCreateImage(&driver_, &of, static_cast<int>(bytes_.upto(90)),
                                                           static_cast<int>(bytes_.upto(90)), &made);
        if (status != VA_STATUS_SUCCESS) return;
        keep(images_, made.image_id);
        keep(buffers_, made.buf);
        void* memory = nullptr;
        if (made.data_size > 0 && table_.vaMapBuffer(&driver_, made.buf, &memory) == VA_STATUS_SUCCESS) {
            // Where the planes lie, all is the program's.
            for (uint32_t plane = 0; plane < made.num_planes; plane++)
                static_cast<uint8_t*>(memory)[made.offsets[plane]] = bytes_.byte();
            table_.vaUnmapBuffer(&driver_, made.buf);
        }
    }

    void move_image() {
        const VARectangle from = rectangle(), to = rectangle();
        const VASurfaceID surface = one_of(surfaces_);
        const VAImageID image = one_of(images_);
        if ((bytes_.byte() & 1) != 0)
            table_.vaGetImage(&driver_, surface, from.x, from.y, from.width, from.height, image);
        else
            table_.vaPutImage(&driver_, surface, image, from.x, from.y, from.width, from.height, to.x, to.y,
                              to.width, to.height);
    }

    void subpicture() {
        VASubpictureID made = 0;
        if (table_.vaCreateSubpicture(&driver_, one_of(images_), &made) == VA_STATUS_SUCCESS)
            keep(subpictures_, made);
        const VASubpictureID one = one_of(subpictures_);
        const VARectangle from = rectangle(), to = rectangle();
        VASurfaceID surface = one_of(surfaces_);
        table_.vaSetSubpictureChromakey(&driver_, one, bytes_.any<uint32_t>(), bytes_.any<uint32_t>(),
                                        bytes_.byte());
        table_.vaSetSubpictureGlobalAlpha(&driver_, one, bytes_.any<float>());
        table_.vaAssociateSubpicture(&driver_, one, &surface, 1, from.x, from.y, from.width, from.height,
                                     to.x, to.y, to.width, to.height, bytes_.byte());
        if (bytes_.seldom()) table_.vaSetSubpictureImage(&driver_, one, one_of(images_));
        if (bytes_.seldom()) table_.vaDeassociateSubpicture(&driver_, one, &surface, 1);
    }

    void share() {
        VADRMPRIMESurfaceDescriptor described{};
        if (table_.vaExportSurfaceHandle(&driver_, one_of(surfaces_), VA_SURFACE_ATTRIB_MEM_TYPE_DRM_PRIME_2,
                                         bytes_.byte(), &described) == VA_STATUS_SUCCESS)
            close(described.objects[0].fd);
        VABufferInfo info{};
        const VABufferID buffer = one_of(buffers_);
        table_.vaAcquireBufferHandle(&driver_, buffer, &info);
        if ((bytes_.byte() & 1) != 0) table_.vaReleaseBufferHandle(&driver_, buffer);
        const VASurfaceID surface = one_of(surfaces_);
        void* memory = nullptr;
        table_.vaLockSurface(&driver_, surface, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr,
                             nullptr, &memory);
        table_.vaUnlockSurface(&driver_, surface);
    }

    void copy() {
        VACopyObject to{}, from{};
        to.obj_type = from.obj_type = bytes_.byte() & 1 ? VACopyObjectSurface : VACopyObjectBuffer;
        const auto& numbers = to.obj_type == VACopyObjectSurface ? surfaces_ : buffers_;
        to.object.surface_id = one_of(numbers);
        from.object.surface_id = one_of(numbers);
        table_.vaCopy(&driver_, &to, &from, {});
    }

    // The number is kept: calls with it are to come.
    void destroy() {
        VASurfaceID surface = one_of(surfaces_);
        switch (bytes_.byte() % 6) {
            case 0: table_.vaDestroySurfaces(&driver_, &surface, 1); break;
            case 1: table_.vaDestroyBuffer(&driver_, one_of(buffers_)); break;
            case 2: table_.vaDestroyImage(&driver_, one_of(images_)); break;
            case 3: table_.vaDestroySubpicture(&driver_, one_of(subpictures_)); break;
            case 4: table_.vaDestroyContext(&driver_, one_of(contexts_)); break;
            default: table_.vaBufferSetNumElements(&driver_, one_of(buffers_), bytes_.byte()); break;
        }
    }

    void query() {
        std::array<uint8_t, 4096> room{};
        unsigned count = bytes_.upto(8);
        processing_.vaQueryVideoProcFilterCaps(
            &driver_, processor(), static_cast<VAProcFilterType>(bytes_.upto(7)), room.data(), &count);
        VAProcPipelineCaps caps{};
        VABufferID filter = one_of(buffers_);
        processing_.vaQueryVideoProcPipelineCaps(&driver_, processor(), &filter, 1, &caps);
        table_.vaSyncSurface(&driver_, one_of(surfaces_));
    }

    Bytes bytes_;
    VADriverVTable table_{};
    VADriverVTableVPP processing_{};
    VADriverContext driver_{};
    std::vector<VAImageFormat> formats_;
    std::vector<uint32_t> surfaces_, contexts_, buffers_, images_, subpictures_;
    VAContextID processor_ = 0;
    std::vector<uint8_t> memory_ = std::vector<uint8_t>(kMemory);
    int file_ = -1;
};

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    av_log_set_level(AV_LOG_QUIET);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    Program(Bytes(data, size)).run();
    return 0;
}
