// SPDX-License-Identifier: MIT
#include "va/display/x11_drawable.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <dlfcn.h>

#include <vector>

namespace genmedia::va {
namespace {

struct Libx11 {
    decltype(&XGetGeometry) get_geometry;
    decltype(&XCreateGC) create_gc;
    decltype(&XFreeGC) free_gc;
    decltype(&XSetClipRectangles) set_clip_rectangles;
    decltype(&XInitImage) init_image;
    decltype(&XPutImage) put_image;
    decltype(&XFillRectangle) fill_rectangle;
    decltype(&XFlush) flush;
};

template <class Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

// Null: there is none.
const Libx11* libx11() {
    static Libx11 calls{};
    static const bool complete = [] {
        void* library = dlopen("libX11.so.6", RTLD_NOW | RTLD_LOCAL);
        return library != nullptr && find(library, "XGetGeometry", calls.get_geometry) &&
               find(library, "XCreateGC", calls.create_gc) && find(library, "XFreeGC", calls.free_gc) &&
               find(library, "XSetClipRectangles", calls.set_clip_rectangles) &&
               find(library, "XInitImage", calls.init_image) && find(library, "XPutImage", calls.put_image) &&
               find(library, "XFillRectangle", calls.fill_rectangle) && find(library, "XFlush", calls.flush);
    }();
    return complete ? &calls : nullptr;
}

struct Depth {
    unsigned depth;
    AVPixelFormat pixels;
    int bits;
    unsigned long red, green, blue;
};
constexpr Depth kDepths[] = {{16, AV_PIX_FMT_RGB565LE, 16, 0xf800, 0x7e0, 0x1f},
                             {24, AV_PIX_FMT_BGR0, 32, 0xff0000, 0xff00, 0xff},
                             {30, AV_PIX_FMT_X2RGB10LE, 32, 0x3ff00000, 0xffc00, 0x3ff},
                             {32, AV_PIX_FMT_BGRA, 32, 0xff0000, 0xff00, 0xff}};

struct Geometry {
    unsigned width, height, depth;
};

std::optional<Geometry> geometry_of(const Libx11& x, const X11Drawable& target) {
    Window root = 0;
    int left = 0, top = 0;
    unsigned border = 0;
    Geometry found{};
    if (!x.get_geometry(static_cast<Display*>(target.display), target.drawable, &root, &left, &top,
                        &found.width, &found.height, &border, &found.depth))
        return std::nullopt;
    return found;
}

const Depth* depth_of(unsigned depth) {
    for (const Depth& one : kDepths)
        if (one.depth == depth) return &one;
    return nullptr;
}

XImage image_of(const Planes& picture, const Depth& depth) {
    XImage image{};
    image.width = picture.width;
    image.height = picture.height;
    image.format = ZPixmap;
    image.data = reinterpret_cast<char*>(picture.data[0]);
    image.byte_order = image.bitmap_bit_order = LSBFirst;
    image.bitmap_unit = image.bitmap_pad = image.bits_per_pixel = depth.bits;
    image.depth = static_cast<int>(depth.depth);
    image.bytes_per_line = picture.pitches[0];
    image.red_mask = depth.red;
    image.green_mask = depth.green;
    image.blue_mask = depth.blue;
    return image;
}

}  // namespace

std::optional<AVPixelFormat> pixels_of(const X11Drawable& target) {
    const Libx11* x = libx11();
    const auto geometry = x == nullptr ? std::nullopt : geometry_of(*x, target);
    const Depth* depth = geometry ? depth_of(geometry->depth) : nullptr;
    return depth == nullptr ? std::nullopt : std::optional(depth->pixels);
}

bool put(const X11Drawable& target, const Planes& picture, int x, int y, std::span<const VARectangle> clips,
         bool clear) {
    const Libx11* calls = libx11();
    const auto geometry = calls == nullptr ? std::nullopt : geometry_of(*calls, target);
    const Depth* depth = geometry ? depth_of(geometry->depth) : nullptr;
    if (depth == nullptr) return false;
    auto* display = static_cast<Display*>(target.display);
    XImage image = image_of(picture, *depth);
    if (!calls->init_image(&image)) return false;
    const GC context = calls->create_gc(display, target.drawable, 0, nullptr);
    if (context == nullptr) return false;
    if (clear)
        calls->fill_rectangle(display, target.drawable, context, 0, 0, geometry->width, geometry->height);
    std::vector<XRectangle> rectangles;
    for (const VARectangle& clip : clips) rectangles.push_back({clip.x, clip.y, clip.width, clip.height});
    if (!rectangles.empty())
        calls->set_clip_rectangles(display, context, 0, 0, rectangles.data(),
                                   static_cast<int>(rectangles.size()), Unsorted);
    calls->put_image(display, target.drawable, context, &image, 0, 0, x, y,
                     static_cast<unsigned>(picture.width), static_cast<unsigned>(picture.height));
    calls->free_gc(display, context);
    calls->flush(display);
    return true;
}

}  // namespace genmedia::va
