// SPDX-License-Identifier: MIT
#include "drawing.h"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace genmedia {
namespace {

namespace nb = nanobind;
using namespace nb::literals;

using Canvas = nb::ndarray<uint8_t, nb::shape<-1, -1, 3>, nb::c_contig, nb::device::cpu>;
using Lines = nb::ndarray<const double, nb::shape<-1, 4>, nb::c_contig, nb::device::cpu>;  // x, y, dx, dy
using Color = std::array<double, 3>;  // red, green, blue: 0..255

struct Point {
    double x = 0, y = 0;
};

Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }

double distance_to_line(Point p, Point a, Point b) {
    const Point along = b - a, to = p - a;
    const double squared = along.x * along.x + along.y * along.y;
    const double part = squared > 0 ? std::clamp((to.x * along.x + to.y * along.y) / squared, 0.0, 1.0) : 0.0;
    return std::hypot(to.x - part * along.x, to.y - part * along.y);
}

// A shaft, and a triangle for its head; a short one is a dot.
class Arrow {
public:
    Arrow(Point start, double dx, double dy, double width) : start_(start), width_(width) {
        const double length = std::hypot(dx, dy);
        is_dot_ = length < 2 * width;
        if (is_dot_) return;
        const double head = std::min(5.5 * width, 0.7 * length), half = 0.45 * head;
        const Point unit{dx / length, dy / length};
        tip_ = {start.x + dx, start.y + dy};
        neck_ = {tip_.x - unit.x * head, tip_.y - unit.y * head};
        left_ = {neck_.x - unit.y * half, neck_.y + unit.x * half};
        right_ = {neck_.x + unit.y * half, neck_.y - unit.x * half};
    }

    // Over what is there: a dark rim, which keeps the arrow apart from bright ground, and the arrow.
    void draw(const Canvas& canvas, const Color& color) const {
        if (is_dot_) return fill(canvas, 0.65 * width_, color, 0.7);
        fill(canvas, width_ / 2 + 0.8, {}, 0.55);
        fill(canvas, width_ / 2, color, 1);
    }

private:
    double distance(Point p) const {
        if (is_dot_) return std::hypot(p.x - start_.x, p.y - start_.y);
        const double a = cross(left_ - tip_, p - tip_), b = cross(right_ - left_, p - left_),
                     c = cross(tip_ - right_, p - right_);
        if ((a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0)) return 0;
        return std::min({distance_to_line(p, start_, neck_), distance_to_line(p, tip_, left_),
                         distance_to_line(p, left_, right_), distance_to_line(p, right_, tip_)});
    }

    // All pixels nearer than `radius`, and those on the rim in part.
    void fill(const Canvas& canvas, double radius, const Color& color, double opacity) const {
        const auto [left, right] =
            is_dot_ ? std::pair{start_.x, start_.x} : std::minmax({start_.x, tip_.x, left_.x, right_.x});
        const auto [top, bottom] =
            is_dot_ ? std::pair{start_.y, start_.y} : std::minmax({start_.y, tip_.y, left_.y, right_.y});
        const auto clipped = [](double place, size_t side) {
            return static_cast<size_t>(std::clamp(place, 0.0, static_cast<double>(side)));
        };
        const size_t height = canvas.shape(0), width = canvas.shape(1);
        const size_t x_end = clipped(right + radius + 2, width), y_end = clipped(bottom + radius + 2, height);
        for (size_t y = clipped(top - radius - 1, height); y < y_end; y++)
            for (size_t x = clipped(left - radius - 1, width); x < x_end; x++) {
                const double near =
                    radius + 0.5 - distance({static_cast<double>(x) + 0.5, static_cast<double>(y) + 0.5});
                blend(canvas.data() + (y * width + x) * 3, color, opacity * std::clamp(near, 0.0, 1.0));
            }
    }

    static void blend(uint8_t* pixel, const Color& color, double opacity) {
        for (size_t c = 0; c < color.size(); c++)
            pixel[c] = static_cast<uint8_t>(std::lround(pixel[c] * (1 - opacity) + color[c] * opacity));
    }

    Point start_, tip_, neck_, left_, right_;
    double width_;
    bool is_dot_ = false;
};

void draw_arrows(const Canvas& canvas, const Lines& lines, double width, const Color& color) {
    const nb::gil_scoped_release released;
    for (size_t i = 0; i < lines.shape(0); i++) {
        const double* line = lines.data() + 4 * i;
        Arrow({line[0], line[1]}, line[2], line[3], width).draw(canvas, color);
    }
}

}  // namespace

void add_drawing(nb::module_& module) {
    module.def("draw_arrows", draw_arrows, "canvas"_a.noconvert(), "lines"_a.noconvert(), "width"_a,
               "color"_a);
}

}  // namespace genmedia
