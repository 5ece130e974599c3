#include "media/png_writer.h"

#include <cairo.h>

#include <memory>

namespace genmedia::media {

Status write_png(const std::string& path, const RgbImage& image) {
    RgbImage copy = image;  // Cairo takes no const pixels
    const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
        cairo_image_surface_create_for_data(copy.pixels.data(), CAIRO_FORMAT_RGB24, copy.width, copy.height,
                                            static_cast<int>(copy.stride)),
        cairo_surface_destroy);
    const cairo_status_t error = cairo_surface_write_to_png(surface.get(), path.c_str());
    if (error == CAIRO_STATUS_SUCCESS) return {};
    return {StatusCode::io, "cannot write '" + path + "': " + cairo_status_to_string(error)};
}

}  // namespace genmedia::media
