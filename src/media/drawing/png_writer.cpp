// SPDX-License-Identifier: MIT
#include "media/drawing/png_writer.h"

#include "media/video/output/output_file.h"

#include <cairo.h>

#include <memory>

namespace genmedia::media {

namespace {

struct Target {
    OutputFile file;
    Status status;
};

cairo_status_t write_bytes(void* closure, const unsigned char* data, unsigned length) {
    Target& target = *static_cast<Target*>(closure);
    target.status = target.file.write(data, length);
    return target.status.ok() ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR;
}

}  // namespace

Status write_png(const std::string& path, const RgbImage& image, const Announce& announce) {
    Target target;
    if (Status status = target.file.open(path, announce); !status.ok()) return status;
    RgbImage copy = image;  // Cairo takes no const pixels
    const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
        cairo_image_surface_create_for_data(copy.pixels.data(), CAIRO_FORMAT_RGB24, copy.width, copy.height,
                                            static_cast<int>(copy.stride)),
        cairo_surface_destroy);
    const cairo_status_t error = cairo_surface_write_to_png_stream(surface.get(), write_bytes, &target);
    if (!target.status.ok()) return target.status;
    if (error == CAIRO_STATUS_SUCCESS) return target.file.publish();
    return {StatusCode::io, "cannot write '" + path + "': " + cairo_status_to_string(error)};
}

}  // namespace genmedia::media
