// SPDX-License-Identifier: MIT
#include "motion/true_motion/refinement/variational_level.h"

#include "motion/true_motion/refinement/flow_grid.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace genmedia::motion {
namespace {

constexpr float kLongestChange = 2;  // pixels that a warp adds to a vector, across and down each
// Of the squares that noise makes of gradients, two numbers each, a tenth is below this share of their mean.
constexpr float kLeastTenth = 0.105F;
// Of the mean square in both pictures' difference. A quarter is in their mean, and half of that counts.
constexpr float kShareOfNoise = 0.125F;

// Derivatives, from five samples.
float across(const float* at) { return ((at[1] - at[-1]) * 8 - (at[2] - at[-2])) / 12; }
float down(const float* at, ptrdiff_t stride) {
    return ((at[stride] - at[-stride]) * 8 - (at[2 * stride] - at[-2 * stride])) / 12;
}

class Level {
public:
    Level(const FieldFunctions& functions, const FloatPicture& source, const FloatPicture& reference,
          PixelField& field)
        : functions_(functions),
          source_(source),
          reference_(reference),
          field_(field),
          grid_(source.width(), source.height(), 2 * kMostRelaxations + 8),
          moved_(source.width(), source.height()),
          difference_(moved_),
          x_(moved_),
          y_(moved_),
          du_(moved_),
          dv_(moved_),
          samples_(kPlanes * grid_.size()) {}

    // Compares the source with the reference as the field moves it.
    void warp() {
        move(reference_, field_, moved_);
        const int width = grid_.width();
        difference_.fill([&](int line, float* to) {
            const float *a = source_.line(line), *b = moved_.line(line);
            for (int i = 0; i < width; i++) to[i] = b[i] - a[i];
        });
        FloatPicture& mean = moved_;
        mean.fill([&](int line, float* to) {
            const float* a = source_.line(line);
            for (int i = 0; i < width; i++) to[i] = 0.5F * (a[i] + to[i]);
        });
        x_.fill([&](int line, float* to) {
            for (int i = 0; i < width; i++) to[i] = across(mean.line(line) + i);
        });
        y_.fill([&](int line, float* to) {
            for (int i = 0; i < width; i++) to[i] = down(mean.line(line) + i, mean.stride());
        });
        find_noise();
    }

    // Finds equations and goes towards their solution, in one pass over the rows, so that what a step reads
    // is still at hand. A row's equations want the row below as it was; pixels change by turns, as on a
    // chessboard, and each round follows the one before at a distance of two rows. Begins without changes, or
    // with those of the pass before; the last pass adds them to the field.
    void solve(int rounds, bool is_first, bool is_last) {
        const int height = grid_.height();
        const FlowPlanes planes = all_planes();
        const auto of_row = [&](int y, const auto& body) {
            if (y < 0 || y >= height) return;
            for (int odd = 0; odd < 2; odd++) body(grid_.row(planes, y, odd));
        };
        const auto relax = [&](int y, int color) {
            if (y >= 0 && y < height) functions_.flow_relax(grid_.row(planes, y, (y + color) & 1));
        };
        put(kBelow, -1, [](int) { return 0.F; });
        for (int front = 0; front < height + 2 * rounds + 2; front++) {
            if (front < height) load(front, is_first);
            of_row(front - 1, functions_.flow_weights);
            join(planes, front - 2);
            of_row(front - 2, functions_.flow_equations);
            for (int round = 0; round < rounds; round++) {
                relax(front - 3 - 2 * round, 0);
                relax(front - 4 - 2 * round, 1);
            }
            if (const int y = front - 2 - 2 * rounds; y >= 0) store(y, is_last);
        }
        if (!is_last) return;
        field_.u.repeat_edge();
        field_.v.repeat_edge();
    }

private:
    // Noise is everywhere, and wrong vectors are not: what differs least says how much of it there is.
    void find_noise() {
        std::vector<float> squares;
        for (int y = 0; y < grid_.height(); y += 2)
            for (int x = 0; x < grid_.width(); x += 2) {
                const float* const t = difference_.line(y) + x;
                const float by_x = across(t), by_y = down(t, difference_.stride());
                squares.push_back(by_x * by_x + by_y * by_y);
            }
        const auto tenth = squares.begin() + static_cast<ptrdiff_t>(squares.size() / 10);
        std::ranges::nth_element(squares, tenth);
        squared_noise_ = kShareOfNoise * *tenth / kLeastTenth;
    }

    enum Plane : size_t {
        kX,
        kY,
        kT,
        kXx,
        kXy,
        kYy,
        kXt,
        kYt,
        kSeen,
        kU,
        kV,
        kDu,
        kDv,
        kSmoothness,
        kBeside,
        kBelow,
        kInverseUu,
        kInverseUv,
        kInverseVv,
        kRightU,
        kRightV,
        kPlanes
    };

    float* plane(Plane which) { return samples_.data() + which * grid_.size(); }

    FlowPlanes all_planes() {
        return {.x = plane(kX),
                .y = plane(kY),
                .t = plane(kT),
                .xx = plane(kXx),
                .xy = plane(kXy),
                .yy = plane(kYy),
                .xt = plane(kXt),
                .yt = plane(kYt),
                .squared_noise = squared_noise_,
                .seen = plane(kSeen),
                .u = plane(kU),
                .v = plane(kV),
                .du = plane(kDu),
                .dv = plane(kDv),
                .smoothness = plane(kSmoothness),
                .beside = plane(kBeside),
                .below = plane(kBelow),
                .inverse_uu = plane(kInverseUu),
                .inverse_uv = plane(kInverseUv),
                .inverse_vv = plane(kInverseVv),
                .right_u = plane(kRightU),
                .right_v = plane(kRightV)};
    }

    template <class Value>
    void put(Plane which, int y, const Value& value) {
        // In two steps, which compilers make vectors of.
        constexpr int most = 512;
        std::array<float, most> some;
        for (int first = 0; first < grid_.width(); first += most) {
            const int count = std::min(most, grid_.width() - first);
            for (int i = 0; i < count; i++) some[static_cast<size_t>(i)] = value(first + i);
            float *even = plane(which) + grid_.place(first, y),
                  *odd = plane(which) + grid_.place(first + 1, y);
            for (int i = 0; i < count / 2; i++) {
                even[i] = some[static_cast<size_t>(2 * i)];
                odd[i] = some[static_cast<size_t>(2 * i + 1)];
            }
            if (count % 2 != 0) even[count / 2] = some[static_cast<size_t>(count - 1)];
        }
    }

    void load(int line, bool is_first) {
        put_gradients(line);
        const float *du = du_.line(line), *dv = dv_.line(line);
        put(kDu, line, [&](int i) { return is_first ? 0.F : du[i]; });
        put(kDv, line, [&](int i) { return is_first ? 0.F : dv[i]; });
        repeat_edge(line);
    }

    void store(int line, bool is_last) {
        const auto take = [&](Plane which, FloatPicture& changes, FloatPicture& vectors) {
            const float *even = plane(which) + grid_.place(0, line),
                        *odd = plane(which) + grid_.place(1, line);
            float *change = changes.line(line), *vector = vectors.line(line);
            for (int i = 0; i < (grid_.width() + 1) / 2; i++) {
                change[2 * i] = even[i];
                change[2 * i + 1] = odd[i];  // at an odd width's end, into the padding
            }
            for (int i = 0; is_last && i < grid_.width(); i++)
                vector[i] += std::clamp(change[i], -kLongestChange, kLongestChange);
        };
        take(kDu, du_, field_.u);
        take(kDv, dv_, field_.v);
    }

    void put_gradients(int line) {
        const float *u = field_.u.line(line), *v = field_.v.line(line);
        const auto last_x = static_cast<float>(grid_.width() - 1),
                   last_y = static_cast<float>(grid_.height() - 1);
        const float *t = difference_.line(line), *by_x = x_.line(line), *by_y = y_.line(line);
        const ptrdiff_t stride = x_.stride();
        put(kX, line, [&](int i) { return by_x[i]; });
        put(kY, line, [&](int i) { return by_y[i]; });
        put(kT, line, [&](int i) { return t[i]; });
        put(kXx, line, [&](int i) { return across(by_x + i); });
        put(kXy, line, [&](int i) { return down(by_x + i, stride); });
        put(kYy, line, [&](int i) { return down(by_y + i, stride); });
        put(kXt, line, [&](int i) { return across(t + i); });
        put(kYt, line, [&](int i) { return down(t + i, stride); });
        put(kU, line, [&](int i) { return u[i]; });
        put(kV, line, [&](int i) { return v[i]; });
        put(kSeen, line, [&](int i) {
            const float to_x = static_cast<float>(i) + u[i], to_y = static_cast<float>(line) + v[i];
            return to_x >= 0 && to_y >= 0 && to_x <= last_x && to_y <= last_y ? 1.F : 0.F;
        });
    }

    // Repeats a row's last pixel, and the last row, so that they do not differ from what is there.
    void repeat_edge(int y) {
        const int width = grid_.width(), height = grid_.height();
        if (y >= height) return;
        for (const Plane which : {kU, kV, kDu, kDv}) {
            float* values = plane(which);
            values[grid_.place(width, y)] = values[grid_.place(width - 1, y)];
            for (int x = 0; y + 1 == height && x < width; x++)
                values[grid_.place(x, height)] = values[grid_.place(x, height - 1)];
        }
    }

    // What a row's differences from its neighbours count.
    void join(const FlowPlanes& planes, int y) {
        if (y < 0 || y >= grid_.height()) return;
        const float* of = plane(kSmoothness);
        const bool is_last = y + 1 == grid_.height();
        for (int odd = 0; odd < 2; odd++) {
            const FlowRow row = grid_.row(planes, y, odd);
            float *beside = plane(kBeside) + row.self, *below = plane(kBelow) + row.self;
            for (size_t k = 0; k < row.count; k++) {
                const auto i = static_cast<ptrdiff_t>(k);
                beside[i] = 0.5F * (of[row.self + i] + of[row.right + i]);
                below[i] = is_last ? 0 : 0.5F * (of[row.self + i] + of[row.under + i]);
            }
        }
        plane(kBeside)[grid_.place(grid_.width() - 1, y)] = 0;
    }

    const FieldFunctions& functions_;
    const FloatPicture &source_, &reference_;
    PixelField& field_;
    const FlowGrid grid_;
    FloatPicture moved_;       // the reference as the field moves it, then the mean of it and the source
    FloatPicture difference_;  // of it and the source
    FloatPicture x_, y_;       // derivatives of the mean
    FloatPicture du_, dv_;     // changes
    float squared_noise_ = 0;  // in the mean's derivatives
    WorkVector<float> samples_;
};

}  // namespace

void move(const FloatPicture& reference, const PixelField& field, FloatPicture& to) {
    const auto last_x = static_cast<float>(reference.width()),
               last_y = static_cast<float>(reference.height());
    const ptrdiff_t stride = reference.stride();
    to.fill([&](int line, float* samples) {
        const float *u = field.u.line(line), *v = field.v.line(line);
        for (int i = 0; i < reference.width(); i++) {
            const float x = std::clamp(static_cast<float>(i) + u[i], -1.F, last_x);
            const float y = std::clamp(static_cast<float>(line) + v[i], -1.F, last_y);
            const int left = static_cast<int>(x + 1) - 1, top = static_cast<int>(y + 1) - 1;
            const float right = x - static_cast<float>(left), lower = y - static_cast<float>(top);
            const float* at = reference.line(top) + left;
            const float above = at[0] + right * (at[1] - at[0]);
            const float under = at[stride] + right * (at[stride + 1] - at[stride]);
            samples[i] = above + lower * (under - above);
        }
    });
}

void refine_level(const FieldFunctions& functions, const FloatPicture& source, const FloatPicture& reference,
                  const VariationalRounds& rounds, PixelField& field) {
    Level level(functions, source, reference, field);
    for (int warp = 0; warp < rounds.warps; warp++) {
        level.warp();
        for (int i = 0; i < rounds.equations; i++)
            level.solve(rounds.relaxations, i == 0, i + 1 == rounds.equations);
    }
}

}  // namespace genmedia::motion
