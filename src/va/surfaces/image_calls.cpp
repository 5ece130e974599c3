// SPDX-License-Identifier: MIT
#include "va/calls.h"

namespace genmedia::va {
namespace {

// `memory`: a surface's, or new.
void add_image(Driver& driver, const PictureLayout& layout, std::shared_ptr<Memory> memory, VAImage& image) {
    image = {};
    image.format = image_format(*layout.format);
    image.width = static_cast<uint16_t>(layout.width);
    image.height = static_cast<uint16_t>(layout.height);
    image.data_size = static_cast<uint32_t>(layout.size);
    image.num_planes = static_cast<uint32_t>(layout.plane_count);
    for (int plane = 0; plane < layout.plane_count; plane++) {
        image.offsets[plane] = layout.offsets[plane];
        image.pitches[plane] = layout.pitches[plane];
    }
    image.buf = driver.buffers.add(std::make_shared<Buffer>(
        Buffer{VAImageBufferType, static_cast<unsigned>(layout.size), 1, std::move(memory)}));
    image.image_id = driver.images.add(std::make_shared<Image>(Image{layout, image.buf}));
}

// Null: an image's buffer was destroyed.
std::optional<Planes> planes_of_image(Driver& driver, const Image& image) {
    const auto buffer = driver.buffers.find(image.buffer);
    if (!buffer) return std::nullopt;
    Planes planes = planes_of(image.layout, buffer->memory->data());
    planes.padded = planes.padded && buffer->memory->is_own();
    return planes;
}

}  // namespace

VAStatus query_image_formats(Driver&, VAImageFormat* formats, int* count) {
    if (formats == nullptr || count == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    *count = 0;
    for (const PictureFormat& format : picture_formats()) formats[(*count)++] = image_format(format);
    return VA_STATUS_SUCCESS;
}

VAStatus create_image(Driver& driver, VAImageFormat* format, int width, int height, VAImage* image) {
    if (format == nullptr || image == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    const PictureFormat* pixels = format_of_fourcc(format->fourcc);
    if (pixels == nullptr) return VA_STATUS_ERROR_INVALID_IMAGE_FORMAT;
    if (width <= 0 || height <= 0 || width > kLargestSide || height > kLargestSide)
        return VA_STATUS_ERROR_RESOLUTION_NOT_SUPPORTED;
    const PictureLayout layout = layout_of(*pixels, width, height);
    add_image(driver, layout, Memory::in_pages(layout.size), *image);
    return VA_STATUS_SUCCESS;
}

VAStatus derive_image(Driver& driver, VASurfaceID surface, VAImage* image) {
    const auto found = driver.surfaces.find(surface);
    if (!found) return VA_STATUS_ERROR_INVALID_SURFACE;
    if (image == nullptr) return VA_STATUS_ERROR_INVALID_PARAMETER;
    add_image(driver, found->layout, found->memory, *image);
    return VA_STATUS_SUCCESS;
}

VAStatus destroy_image(Driver& driver, VAImageID image) {
    const auto found = driver.images.find(image);
    if (!found) return VA_STATUS_ERROR_INVALID_IMAGE;
    driver.buffers.remove(found->buffer);
    driver.images.remove(image);
    return VA_STATUS_SUCCESS;
}

VAStatus get_image(Driver& driver, VASurfaceID surface, int x, int y, unsigned width, unsigned height,
                   VAImageID image) {
    const auto from = driver.surfaces.find(surface);
    if (!from) return VA_STATUS_ERROR_INVALID_SURFACE;
    const auto to = driver.images.find(image);
    if (!to) return VA_STATUS_ERROR_INVALID_IMAGE;
    const auto target = planes_of_image(driver, *to);
    if (!target) return VA_STATUS_ERROR_INVALID_IMAGE;
    const auto part = part_of(from->planes(), x, y, static_cast<int>(width), static_cast<int>(height));
    if (!part || part->width > target->width || part->height > target->height)
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    return copy(*part, *target) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_IMAGE_FORMAT;
}

VAStatus put_image(Driver& driver, VASurfaceID surface, VAImageID image, int from_x, int from_y,
                   unsigned from_width, unsigned from_height, int to_x, int to_y, unsigned to_width,
                   unsigned to_height) {
    const auto to = driver.surfaces.find(surface);
    if (!to) return VA_STATUS_ERROR_INVALID_SURFACE;
    const auto from = driver.images.find(image);
    if (!from) return VA_STATUS_ERROR_INVALID_IMAGE;
    const auto source = planes_of_image(driver, *from);
    if (!source) return VA_STATUS_ERROR_INVALID_IMAGE;
    const auto given =
        part_of(*source, from_x, from_y, static_cast<int>(from_width), static_cast<int>(from_height));
    const auto target =
        part_of(to->planes(), to_x, to_y, static_cast<int>(to_width), static_cast<int>(to_height));
    if (!given || !target) return VA_STATUS_ERROR_INVALID_PARAMETER;
    const bool same_size = from_width == to_width && from_height == to_height;
    const bool done = same_size ? copy(*given, *target) : scale(*given, *target);
    to->outcome = VA_STATUS_SUCCESS;
    return done ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_IMAGE_FORMAT;
}

}  // namespace genmedia::va
