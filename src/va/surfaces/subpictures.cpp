// SPDX-License-Identifier: MIT
#include "va/surfaces/subpictures.h"

#include "va/calls.h"
#include "va/processing/composition.h"

#include <algorithm>
#include <iterator>

namespace genmedia::va {
namespace {

using media::FrameHandle;

constexpr uint32_t kFormats[] = {VA_FOURCC_BGRA, VA_FOURCC_RGBA};
constexpr uint32_t kFlags =
    VA_SUBPICTURE_CHROMA_KEYING | VA_SUBPICTURE_GLOBAL_ALPHA | VA_SUBPICTURE_DESTINATION_IS_SCREEN_COORD;

// What the image has, for as long as the subpicture is there.
VAStatus take_image(const Driver& driver, VAImageID image, Subpicture& subpicture) {
    const auto found = driver.images.find(image);
    const auto buffer = found ? driver.buffers.find(found->buffer) : nullptr;
    if (!buffer) return VA_STATUS_ERROR_INVALID_IMAGE;
    const auto* format = std::find(std::begin(kFormats), std::end(kFormats), found->layout.format->fourcc);
    if (format == std::end(kFormats)) return VA_STATUS_ERROR_INVALID_IMAGE_FORMAT;
    subpicture.layout = found->layout;
    subpicture.memory = buffer->memory;
    return VA_STATUS_SUCCESS;
}

bool is_keyed(const uint8_t* rgba, const Subpicture& by) {
    const uint8_t components[] = {rgba[0], rgba[2], rgba[1]};
    for (int i = 0; i < 3; i++) {
        const auto component = [i](uint32_t of) { return of >> (8 * i) & 0xff; };
        const uint32_t mask = component(by.key_mask), value = components[i] & mask;
        if (value < (component(by.key_least) & mask) || value > (component(by.key_most) & mask)) return false;
    }
    return true;
}

bool draw(const Subpicture& subpicture, const SubpictureUse& use, const Planes& target, int x, int y,
          const Colours& colours) {
    const auto part = part_of(planes_of(subpicture.layout, subpicture.memory->data()), use.from.x, use.from.y,
                              use.from.width, use.from.height);
    if (!part) return true;  // another image, smaller
    FrameHandle drawn = frame_of(*part, AV_PIX_FMT_RGBA);
    if (!drawn) return false;
    if ((use.flags & VA_SUBPICTURE_CHROMA_KEYING) != 0)
        for (int row = 0; row < drawn->height; row++)
            for (int column = 0; column < drawn->width; column++) {
                uint8_t* pixel = drawn->data[0] + row * drawn->linesize[0] + 4 * column;
                if (is_keyed(pixel, subpicture)) pixel[3] = 0;
            }
    const FrameHandle scaled = new_frame(AV_PIX_FMT_RGBA, use.to.width, use.to.height);
    if (!scale(planes_of(*drawn), planes_of(*scaled))) return false;
    Blending blending;
    if ((use.flags & VA_SUBPICTURE_GLOBAL_ALPHA) != 0) blending.global_alpha = subpicture.global_alpha;
    const Rectangle to{use.to.x - x, use.to.y - y, use.to.width, use.to.height};
    return draw_at(target, to, colours, [&](const Planes& here, int left, int top) {
        const auto placed = place(planes_of(*scaled), here, left, top);
        return !placed || blend(placed->from, placed->to, blending, {.from = {}, .to = colours});
    });
}

bool is_on_screen(const SubpictureUse& use) {
    return (use.flags & VA_SUBPICTURE_DESTINATION_IS_SCREEN_COORD) != 0;
}

}  // namespace

std::shared_ptr<const Surface> with_subpictures(std::shared_ptr<const Surface> surface,
                                                const Colours& colours) {
    std::shared_ptr<Surface> copied;
    for (const SubpictureUse& use : surface->subpictures) {
        const auto subpicture = use.subpicture.lock();
        if (!subpicture || is_on_screen(use)) continue;
        if (!copied) {
            copied = std::make_shared<Surface>();
            copied->layout =
                layout_of(*surface->layout.format, surface->layout.width, surface->layout.height);
            copied->memory = std::make_shared<Memory>(copied->layout.size);
            if (!copy(surface->planes(), copied->planes())) return nullptr;
        }
        if (!draw(*subpicture, use, copied->planes(), 0, 0, colours)) return nullptr;
    }
    if (copied) return copied;
    return surface;
}

bool draw_on_screen(const Surface& surface, const Planes& picture, int x, int y) {
    for (const SubpictureUse& use : surface.subpictures) {
        const auto subpicture = use.subpicture.lock();
        if (subpicture && is_on_screen(use) && !draw(*subpicture, use, picture, x, y, {})) return false;
    }
    return true;
}

VAStatus query_subpicture_formats(Driver&, VAImageFormat* formats, unsigned* flags, unsigned* count) {
    if (formats == nullptr || count == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    *count = 0;
    for (const uint32_t fourcc : kFormats) {
        formats[*count] = image_format(*format_of_fourcc(fourcc));
        if (flags != nullptr) flags[*count] = kFlags;
        (*count)++;
    }
    return VA_STATUS_SUCCESS;
}

VAStatus create_subpicture(Driver& driver, VAImageID image, VASubpictureID* subpicture) {
    if (subpicture == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    auto made = std::make_shared<Subpicture>();
    if (const VAStatus status = take_image(driver, image, *made); status != VA_STATUS_SUCCESS) return status;
    *subpicture = driver.subpictures.add(std::move(made));
    return VA_STATUS_SUCCESS;
}

VAStatus destroy_subpicture(Driver& driver, VASubpictureID subpicture) {
    return driver.subpictures.remove(subpicture) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_SUBPICTURE;
}

VAStatus set_subpicture_image(Driver& driver, VASubpictureID subpicture, VAImageID image) {
    const auto found = driver.subpictures.find(subpicture);
    return found ? take_image(driver, image, *found) : VA_STATUS_ERROR_INVALID_SUBPICTURE;
}

VAStatus set_subpicture_key(Driver& driver, VASubpictureID subpicture, unsigned least, unsigned most,
                            unsigned mask) {
    const auto found = driver.subpictures.find(subpicture);
    if (!found) return VA_STATUS_ERROR_INVALID_SUBPICTURE;
    found->key_least = least;
    found->key_most = most;
    found->key_mask = mask;
    return VA_STATUS_SUCCESS;
}

VAStatus set_subpicture_alpha(Driver& driver, VASubpictureID subpicture, float alpha) {
    const auto found = driver.subpictures.find(subpicture);
    if (!found) return VA_STATUS_ERROR_INVALID_SUBPICTURE;
    if (!(alpha >= 0 && alpha <= 1)) return VA_STATUS_ERROR_INVALID_PARAMETER;
    found->global_alpha = alpha;
    return VA_STATUS_SUCCESS;
}

VAStatus associate_subpicture(Driver& driver, VASubpictureID subpicture, VASurfaceID* surfaces, int count,
                              short from_x, short from_y, unsigned short from_width,
                              unsigned short from_height, short to_x, short to_y, unsigned short to_width,
                              unsigned short to_height, unsigned flags) {
    const auto found = driver.subpictures.find(subpicture);
    if (!found) return VA_STATUS_ERROR_INVALID_SUBPICTURE;
    if (count < 0 || (count > 0 && surfaces == nullptr)) return VA_STATUS_ERROR_INVALID_PARAMETER;
    if ((flags & ~kFlags) != 0) return VA_STATUS_ERROR_FLAG_NOT_SUPPORTED;
    const SubpictureUse use{
        found, {from_x, from_y, from_width, from_height}, {to_x, to_y, to_width, to_height}, flags};
    const Planes image = planes_of(found->layout, found->memory->data());
    if (!part_of(image, from_x, from_y, from_width, from_height) || to_width == 0 || to_height == 0 ||
        to_width > kLargestSide || to_height > kLargestSide)
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    for (int i = 0; i < count; i++)
        if (!driver.surfaces.find(surfaces[i])) return VA_STATUS_ERROR_INVALID_SURFACE;
    deassociate_subpicture(driver, subpicture, surfaces, count);  // a new place for it
    for (int i = 0; i < count; i++) driver.surfaces.find(surfaces[i])->subpictures.push_back(use);
    return VA_STATUS_SUCCESS;
}

VAStatus deassociate_subpicture(Driver& driver, VASubpictureID subpicture, VASurfaceID* surfaces, int count) {
    const auto found = driver.subpictures.find(subpicture);
    if (!found) return VA_STATUS_ERROR_INVALID_SUBPICTURE;
    if (count < 0 || (count > 0 && surfaces == nullptr)) return VA_STATUS_ERROR_INVALID_PARAMETER;
    for (int i = 0; i < count; i++) {
        const auto surface = driver.surfaces.find(surfaces[i]);
        if (!surface) return VA_STATUS_ERROR_INVALID_SURFACE;
        std::erase_if(surface->subpictures, [&](const SubpictureUse& use) {
            return use.subpicture.expired() || use.subpicture.lock() == found;
        });
    }
    return VA_STATUS_SUCCESS;
}

}  // namespace genmedia::va
