// SPDX-License-Identifier: MIT
#include "media/drawing/overlay.h"

#include "genmedia/partition.h"
#include "media/drawing/overlay_marks.h"
#include "media/results/field_queries.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace genmedia::media {
namespace {

using CairoHandle = std::unique_ptr<cairo_t, void (*)(cairo_t*)>;
using SurfaceHandle = std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)>;

SurfaceHandle surface_of(RgbImage& image) {
    return {cairo_image_surface_create_for_data(image.pixels.data(), CAIRO_FORMAT_RGB24, image.width,
                                                image.height, static_cast<int>(image.stride)),
            cairo_surface_destroy};
}

// Luma as dim gray, so that the marks stand out.
RgbImage dimmed(const PlaneView& luma, bool full_range) {
    RgbImage image = blank_image(luma.width, luma.height);
    std::array<uint8_t, 256> gray{};
    for (int i = 0; i < 256; i++) {
        const double white = full_range ? i / 255.0 : std::clamp((i - 16) / 219.0, 0.0, 1.0);
        gray[static_cast<size_t>(i)] = static_cast<uint8_t>(std::lround(20 + 150 * white));
    }
    for (int32_t y = 0; y < luma.height; y++) {
        uint8_t* out = image.pixels.data() + y * image.stride;
        for (int32_t x = 0; x < luma.width; x++, out += 4) std::fill_n(out, 3, gray[luma.line(y)[x]]);
    }
    return image;
}

// The limit that 199 of 200 best distortions do not exceed, rounded up to 1, 2 or 5 times a power of ten.
double heat_limit_of(const MotionField& field) {
    std::vector<uint16_t> values;
    for (const vme::InterResult& result : field.inter) values.push_back(result.best_distortion);
    const auto place = values.begin() + static_cast<ptrdiff_t>(values.size() * 199 / 200);
    std::nth_element(values.begin(), place, values.end());
    double power = 100;
    while (power * 10 < *place) power *= 10;
    for (const double step : {1.0, 2.0, 5.0})
        if (*place <= step * power) return step * power;
    return 10 * power;
}

// One field being drawn; coordinates are the picture's pixels until a line or an arrow is made.
class FieldDrawing {
public:
    FieldDrawing(cairo_t* cairo, const OverlayLayout& layout, const MotionField& field, Arrows arrows)
        : cairo_(cairo),
          scale_(layout.scale),
          x_scale_(layout.x_scale),
          y_scale_(layout.y_scale),
          field_(field),
          arrows_(arrows),
          line_width_(std::clamp(layout.scale * 0.35, 1.15, 2.4)) {}

    void heat(double limit) const;
    void grid() const;
    void intra() const;
    void arrows() const;

private:
    template <class Draw>
    void each_macroblock(Draw draw) const;
    void arrow(const vme::InterResult& result, double left, double top, const vme::Block& cell) const;

    cairo_t* cairo_;
    double scale_, x_scale_, y_scale_;
    const MotionField& field_;
    Arrows arrows_;
    double line_width_;
};

template <class Draw>
void FieldDrawing::each_macroblock(Draw draw) const {
    size_t index = 0;
    for (int32_t y = 0; y < field_.rows; y++)
        for (int32_t x = 0; x < field_.columns; x++) draw(index++, x * kMacroblockSide, y * kMacroblockSide);
}

// The better the match, the darker the colour and the more transparent.
void FieldDrawing::heat(double limit) const {
    each_macroblock([&](size_t index, double left, double top) {
        const double value = std::min(1.0, field_.inter[index].best_distortion / limit);
        set_color(cairo_, heat_color(value), 0.1 + 0.45 * std::sqrt(value));
        cairo_rectangle(cairo_, left * x_scale_, top * y_scale_, 16 * x_scale_, 16 * y_scale_);
        cairo_fill(cairo_);
    });
}

// The right and lower edge of every partition, on whole output pixels.
void FieldDrawing::grid() const {
    each_macroblock([&](size_t index, double left, double top) {
        vme::for_each_block(field_.inter[index], [&](const vme::Block& block) {
            const double right = std::floor((left + block.x + block.width) * x_scale_) - 0.5;
            const double bottom = std::floor((top + block.y + block.height) * y_scale_) - 0.5;
            cairo_move_to(cairo_, (left + block.x) * x_scale_, bottom);
            cairo_line_to(cairo_, right, bottom);
            cairo_line_to(cairo_, right, (top + block.y) * y_scale_);
        });
    });
    cairo_set_line_width(cairo_, 1);
    cairo_set_line_cap(cairo_, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(cairo_, CAIRO_LINE_JOIN_MITER);
    cairo_set_source_rgba(cairo_, 1, 1, 1, scale_ >= 2 ? 0.22 : 0.09);
    cairo_stroke(cairo_);
}

void FieldDrawing::intra() const {
    each_macroblock([&](size_t index, double left, double top) {
        if (is_intra(field_, index))
            draw_hatch(cairo_, left * x_scale_, top * y_scale_, 16 * x_scale_, 16 * y_scale_,
                       std::max(4.0, 2.5 * scale_));
    });
}

// Draws the mean of a cell's vectors as an arrow for each direction. A forward vector leads to the match in
// the frame before; content came from there, so it moves the other way. A backward vector leads to the frame
// after, the way that content moves.
void FieldDrawing::arrow(const vme::InterResult& result, double left, double top,
                         const vme::Block& cell) const {
    std::array<double, 2> dx{}, dy{};
    std::array<int, 2> count{};
    const auto add = [&](size_t direction, vme::MotionVector vector) {
        dx[direction] += vector.x / 4.0;
        dy[direction] += vector.y / 4.0;
        count[direction]++;
    };
    for (int32_t i = 0; i < 16; i++) {
        const int32_t x = vme::entry_x(i) - cell.x, y = vme::entry_y(i) - cell.y;
        if (x < 0 || y < 0 || x >= cell.width || y >= cell.height) continue;
        if (uses_forward(result.directions[i / 4])) add(0, result.vectors[i].forward);
        if (uses_backward(result.directions[i / 4])) add(1, result.vectors[i].backward);
    }
    const bool both = count[0] > 0 && count[1] > 0;
    for (const size_t d : {0U, 1U}) {
        if (count[d] == 0) continue;
        const auto direction = both ? vme::Direction::bidirectional : static_cast<vme::Direction>(d);
        const double sign = d == 0 && arrows_ == Arrows::motion ? -1 : 1;
        draw_arrow(cairo_, (left + cell.x + cell.width / 2.0) * x_scale_,
                   (top + cell.y + cell.height / 2.0) * y_scale_, sign * dx[d] / count[d] * x_scale_,
                   sign * dy[d] / count[d] * y_scale_, line_width_, arrow_color(direction));
    }
}

// Draws an arrow for each partition where there is room, else one for each quadrant or macroblock.
void FieldDrawing::arrows() const {
    const uint8_t smallest = scale_ >= 4 ? 4 : scale_ >= 2 ? 8 : 16;  // pixels
    each_macroblock([&](size_t index, double left, double top) {
        if (is_intra(field_, index)) return;
        vme::Block last{};
        vme::for_each_block(field_.inter[index], [&](vme::Block cell) {
            cell.x = static_cast<uint8_t>(cell.x - cell.x % smallest);
            cell.y = static_cast<uint8_t>(cell.y - cell.y % smallest);
            cell.width = std::max(cell.width, smallest);
            cell.height = std::max(cell.height, smallest);
            if (last.width == 0 || cell.x != last.x || cell.y != last.y)
                arrow(field_.inter[index], left, top, last = cell);
        });
    });
}

std::string caption(const Picture& picture, const MotionField& field) {
    const FrameFacts& facts = picture.facts();
    std::array<char, 160> text{};
    int used =
        std::snprintf(text.data(), text.size(), "frame %lld   %.3f s   %dx%d",
                      static_cast<long long>(facts.number), facts.seconds, picture.width(), picture.height());
    const auto add = [&](const char* format, auto... values) {
        used += std::snprintf(text.data() + used, text.size() - static_cast<size_t>(used), format, values...);
    };
    if (field.has_inter) add("   mean |mv| %.2f px", mean_length_in_pixels(field));
    if (facts.damaged) add("   %s", "damaged");
    if (facts.missing_before != 0) add("   %s", "frames missing before");
    return text.data();
}

// The picture, scaled, in the upper left corner.
void paint(cairo_t* cairo, const OverlayLayout& layout, RgbImage& picture) {
    const SurfaceHandle source = surface_of(picture);
    cairo_save(cairo);
    cairo_scale(cairo, layout.x_scale, layout.y_scale);
    cairo_set_source_surface(cairo, source.get(), 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cairo),
                             layout.scale < 1 ? CAIRO_FILTER_GOOD : CAIRO_FILTER_BILINEAR);
    cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
    cairo_paint(cairo);
    cairo_restore(cairo);
}

}  // namespace

double Overlay::heat_limit(const MotionField& field) {
    constexpr size_t frames = 25;
    recent_limits_.push_back(heat_limit_of(field));
    if (recent_limits_.size() > frames) recent_limits_.pop_front();
    std::vector<double> sorted(recent_limits_.begin(), recent_limits_.end());
    const auto middle = sorted.begin() + static_cast<ptrdiff_t>((sorted.size() - 1) / 2);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
}

Status Overlay::draw(const Picture& picture, const MotionField& field, RgbImage& image) {
    if (picture.empty() || field.width != picture.width() || field.height != picture.height())
        return {StatusCode::invalid_argument, "picture and motion field differ in size"};
    RgbImage ground;
    if (options_.color) {
        if (Status status = picture.color(ground); !status.ok()) return status;
    } else {
        ground = dimmed(picture.luma(), picture.full_range());
    }
    const OverlayLayout layout(picture.width(), picture.height(), picture.pixel_aspect().value());
    image = blank_image(layout.width, layout.height);
    const SurfaceHandle target = surface_of(image);
    const CairoHandle cairo(cairo_create(target.get()), cairo_destroy);

    cairo_save(cairo.get());
    cairo_rectangle(cairo.get(), 0, 0, layout.drawn_width, layout.drawn_height);
    cairo_clip(cairo.get());
    paint(cairo.get(), layout, ground);
    const FieldDrawing drawing(cairo.get(), layout, field, options_.arrows);
    OverlayFacts facts{.caption = caption(picture, field),
                       .heat = options_.heat,
                       .has_inter = field.has_inter,
                       .has_backward = field.has_backward,
                       .has_intra = field.has_intra,
                       .shows_match = options_.arrows == Arrows::match};
    if (field.has_inter) {
        facts.heat_limit = heat_limit(field);
        drawing.heat(facts.heat_limit);
        drawing.grid();
    }
    drawing.intra();
    if (field.has_inter) drawing.arrows();
    cairo_restore(cairo.get());

    draw_footer(cairo.get(), layout, facts);
    cairo_surface_flush(target.get());
    if (const cairo_status_t error = cairo_status(cairo.get()); error != CAIRO_STATUS_SUCCESS)
        return {StatusCode::unsupported, std::string("drawing failed: ") + cairo_status_to_string(error)};
    return {};
}

}  // namespace genmedia::media
