// SPDX-License-Identifier: MIT
#include "media/drawing/overlay_marks.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace genmedia::media {
namespace {

// Output pixels. Pictures are enlarged until one of the first two is reached. No side exceeds the third,
// which all players take.
constexpr int32_t kWantedWidth = 960, kTallEnough = 2160, kLargestSide = 8192;
constexpr int32_t kFooterWidth = 560;  // what its words need at their smallest

void draw_dot(cairo_t* cairo, double x, double y, double radius, Color color) {
    cairo_arc(cairo, x, y, radius, 0, 2 * std::numbers::pi);
    set_color(cairo, color, 0.7);
    cairo_fill(cairo);
}

void stroke_line(cairo_t* cairo, double x, double y, double end_x, double end_y) {
    cairo_move_to(cairo, x, y);
    cairo_line_to(cairo, end_x, end_y);
    cairo_stroke(cairo);
}

}  // namespace

OverlayLayout::OverlayLayout(int32_t picture_width, int32_t picture_height, double pixel_aspect) {
    const double wide = picture_width * std::max(1.0, pixel_aspect);
    const double high = picture_height * std::max(1.0, 1 / pixel_aspect);
    const double enlarged =
        std::max(1.0, std::min(std::ceil(kWantedWidth / wide), std::floor(kTallEnough / high)));
    scale = std::min({enlarged, kLargestSide / wide, (kLargestSide - 128) / high});
    x_scale = scale * std::max(1.0, pixel_aspect);
    y_scale = scale * std::max(1.0, 1 / pixel_aspect);
    drawn_width = std::max(1, static_cast<int32_t>(std::lround(picture_width * x_scale)));
    drawn_height = std::max(1, static_cast<int32_t>(std::lround(picture_height * y_scale)));
    text_size = std::clamp(drawn_width / 80.0, 9.0, 48.0);
    width = (std::max(drawn_width, kFooterWidth) + 1) / 2 * 2;
    height = (drawn_height + static_cast<int32_t>(text_size * 2.4) + 1) / 2 * 2;
}

Color arrow_color(vme::Direction direction) {
    if (direction == vme::Direction::backward) return {1.0, 0.62, 0.95};
    if (direction == vme::Direction::bidirectional) return {0.72, 1.0, 0.36};
    return {0.25, 0.92, 1.0};
}

void set_color(cairo_t* cairo, Color color, double opacity) {
    cairo_set_source_rgba(cairo, color.red, color.green, color.blue, opacity);
}

void draw_arrow(cairo_t* cairo, double x, double y, double dx, double dy, double line_width, Color color) {
    const double length = std::hypot(dx, dy);
    if (length < 2 * line_width) return draw_dot(cairo, x, y, 0.65 * line_width, color);
    const double ux = dx / length, uy = dy / length;
    const double head = std::min(5.5 * line_width, 0.7 * length), half = 0.45 * head;
    const double tip_x = x + dx, tip_y = y + dy, neck_x = tip_x - ux * head, neck_y = tip_y - uy * head;

    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    const auto trace = [&] {
        cairo_move_to(cairo, x, y);
        cairo_line_to(cairo, neck_x, neck_y);
        cairo_move_to(cairo, tip_x, tip_y);
        cairo_line_to(cairo, neck_x - uy * half, neck_y + ux * half);
        cairo_line_to(cairo, neck_x + uy * half, neck_y - ux * half);
        cairo_close_path(cairo);
    };
    // A dark rim keeps the arrow apart from bright ground.
    trace();
    cairo_set_line_width(cairo, line_width + 1.6);
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.55);
    cairo_stroke(cairo);
    trace();
    cairo_set_line_width(cairo, line_width);
    set_color(cairo, color);
    cairo_stroke_preserve(cairo);
    cairo_fill(cairo);
}

void draw_hatch(cairo_t* cairo, double x, double y, double width, double height, double spacing) {
    cairo_save(cairo);
    cairo_rectangle(cairo, x, y, width, height);
    cairo_clip(cairo);
    cairo_set_line_width(cairo, std::max(1.0, spacing / 7));
    cairo_set_source_rgba(cairo, 1, 1, 1, 0.5);
    for (double start = spacing / 2; start < width + height; start += spacing)
        stroke_line(cairo, x + start, y, x + start - height, y + height);
    cairo_restore(cairo);
}

}  // namespace genmedia::media
