// SPDX-License-Identifier: MIT
#include "gfx_images.h"

#include "gfx/gfx/gfx_image.h"
#include "messages.h"
#include "offload_queue.h"

#include <condition_variable>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace genmedia::gfx {
namespace {

constexpr size_t kMostOfASide = 16384;  // as on Gen8

struct Image : gfxcc_image {
    unsigned char* host = nullptr;
    std::vector<unsigned char> own;  // empty: the memory is the host's
    bool copied_back = false;
    int uses = 0;

    size_t bytes() const { return static_cast<size_t>(row_bytes) * static_cast<size_t>(rows); }
};

struct Images {
    std::mutex mutex;
    std::condition_variable changed;
    std::map<const void*, std::unique_ptr<Image>> all;
};

Images& images() {
    static auto* const value = new Images;  // the queue's thread may outlive static objects
    return *value;
}

// Does something with an image that no kernel uses.
template <class Work>
int with_idle(GfxResourceHandle handle, const char* function, const Work& work) {
    std::unique_lock lock(images().mutex);
    auto found = images().all.end();
    images().changed.wait(lock, [&] {  // another thread may close it meanwhile
        found = images().all.find(handle);
        return found == images().all.end() || found->second->uses == 0;
    });
    if (found == images().all.end()) {
        say(std::string(function) + " of what is no image; expected one that is not closed");
        return failed(GFX_INVALID_ARGUMENT);
    }
    work(*found->second);
    return GFX_SUCCESS;
}

void to_host(Image& image) {
    if (!image.own.empty()) std::memcpy(image.host, image.data, image.bytes());
    image.copied_back = true;
}

std::string what_is_wrong(const void* memory, size_t element, size_t height, size_t width, int format,
                          int flags) {
    if (memory == nullptr) return "null memory";
    if (element == 0 || element > 16 || (element & (element - 1)) != 0)
        return "elements of " + std::to_string(element) + " bytes; expected 1, 2, 4, 8 or 16";
    if (height == 0 || width == 0 || height > kMostOfASide || width > kMostOfASide)
        return std::to_string(height) + " rows of " + std::to_string(width) + " elements; expected 1 to " +
               std::to_string(kMostOfASide);
    if (format != 0) return "format " + std::to_string(format) + "; expected 0";
    if (flags != GFX_MEMORY_GPU_ONLY && flags != GFX_MEMORY_SHARED)
        return "flags " + std::to_string(flags) + "; expected GFX_MEMORY_GPU_ONLY or GFX_MEMORY_SHARED";
    return {};
}

}  // namespace

bool is_image(const void* handle) {
    const std::lock_guard lock(images().mutex);
    return images().all.contains(handle);
}

std::shared_ptr<void> use_images(const gfxcc_argument* arguments, int count) {
    std::vector<Image*> used;
    const std::lock_guard lock(images().mutex);
    for (int i = 0; i < count; i++)
        if (arguments[i].kind == GFXCC_IMAGE)
            if (const auto found = images().all.find(arguments[i].pointer); found != images().all.end())
                used.push_back(found->second.get());
    if (used.empty()) return {};
    for (Image* image : used) {
        image->uses++;
        image->copied_back = false;
    }
    return {nullptr, [used](void*) {
                const std::lock_guard at_end(images().mutex);
                for (Image* image : used) image->uses--;
                images().changed.notify_all();
            }};
}

}  // namespace genmedia::gfx

using namespace genmedia::gfx;

extern "C" {

GfxResourceHandle _GFX_create_image_2d(void* memory, size_t element, size_t height, size_t width, int format,
                                       int flags) {
    if (const std::string wrong = what_is_wrong(memory, element, height, width, format, flags);
        !wrong.empty()) {
        say("an image of " + wrong);
        failed(GFX_INVALID_ARGUMENT);
        return nullptr;
    }
    auto image = std::make_unique<Image>();
    image->host = image->data = static_cast<unsigned char*>(memory);
    image->element_bytes = static_cast<int>(element);
    image->row_bytes = static_cast<int>(width * element);
    image->rows = static_cast<int>(height);
    if (flags == GFX_MEMORY_GPU_ONLY) {
        image->own.assign(image->host, image->host + image->bytes());
        image->data = image->own.data();
    }
    Image* const handle = image.get();
    const std::lock_guard lock(images().mutex);
    images().all[static_cast<gfxcc_image*>(handle)] = std::move(image);
    return handle;
}

int _GFX_close_resource_handle(GfxResourceHandle handle) {
    return with_idle(handle, "_GFX_close_resource_handle", [&](Image& image) {
        if (!image.copied_back) to_host(image);
        images().all.erase(handle);
    });
}

int _GFX_read_image_2d(GfxResourceHandle handle) { return with_idle(handle, "_GFX_read_image_2d", to_host); }

int _GFX_write_image_2d(GfxResourceHandle handle) {
    return with_idle(handle, "_GFX_write_image_2d", [](Image& image) {
        if (!image.own.empty()) std::memcpy(image.data, image.host, image.bytes());
        image.copied_back = false;
    });
}
}
