// SPDX-License-Identifier: MIT
#include "genmedia/interpolate.h"

#include "motion/field_backends.h"
#include "motion/interpolation/picture_between.h"
#include "motion/scene_cut.h"
#include "vme/backends.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>

namespace genmedia {

using namespace motion;

namespace {

struct Planes {
    PaddedPicture luma;
    std::optional<PaddedPicture> cb, cr;

    explicit Planes(const Yuv420View& view) : luma(view.luma) {
        if (!view.cb.empty()) cb.emplace(view.cb);
        if (!view.cr.empty()) cr.emplace(view.cr);
    }
};

Status check_plane(const std::string& name, const PlaneView& plane, int32_t width, int32_t height) {
    if (plane.bytes_per_sample != 1)
        return {StatusCode::invalid_argument,
                name + " has " + std::to_string(plane.bytes_per_sample) + " bytes a sample; expected 1"};
    if (plane.width == width && plane.height == height) return {};
    const auto size = [](int32_t w, int32_t h) { return std::to_string(w) + "x" + std::to_string(h); };
    return {StatusCode::invalid_argument,
            name + " is " + size(plane.width, plane.height) + "; expected " + size(width, height)};
}

Status check_picture(const std::string& name, const Yuv420View& view, const PlaneView& like) {
    if (view.luma.empty() || view.luma.width < 1 || view.luma.height < 1)
        return {StatusCode::invalid_argument, name + ".luma is empty; expected a picture"};
    if (view.cb.empty() != view.cr.empty())
        return {StatusCode::invalid_argument, name + " has one chroma plane; expected two or none"};
    Status status = check_plane(name + ".luma", view.luma, like.width, like.height);
    const int32_t width = (like.width + 1) / 2, height = (like.height + 1) / 2;
    if (status.ok() && !view.cb.empty()) status = check_plane(name + ".cb", view.cb, width, height);
    if (status.ok() && !view.cr.empty()) status = check_plane(name + ".cr", view.cr, width, height);
    return status;
}

void copy(const PaddedPicture& from, const Yuv420Target::Plane& to) {
    for (int y = 0; y < from.height(); y++)
        std::memcpy(to.data + y * to.stride, from.at(0, y), static_cast<size_t>(from.width()));
}

}  // namespace

struct PicturePair::State {
    Planes first, second;
    TrueMotion onward{}, back{};  // of the first picture in the second, and of the second in the first
    bool is_cut = false;

    void search(const BackendFunctions& functions, bool refined) {
        is_cut =
            scene_change(functions, CutPicture(first.luma.view()), CutPicture(second.luma.view())).is_cut;
        if (!is_cut) std::tie(onward, back) = find_both_motions(functions, first.luma, second.luma, refined);
    }

    void copy_picture(const Planes& planes, const Yuv420Target& target) const {
        copy(planes.luma, target.luma);
        if (target.cb.data && planes.cb) copy(*planes.cb, target.cb);
        if (target.cr.data && planes.cr) copy(*planes.cr, target.cr);
    }

    void render(float time, const Yuv420Target& target) const {
        const MotionBetween between{.pictures = {&first.luma, &second.luma}, .motions = {&onward, &back}};
        const std::vector<Passing> passing = find_passing(between, time);
        const auto plane = [&](const PaddedPicture& a, const PaddedPicture& b, const Yuv420Target::Plane& to,
                               int side) {
            render_plane({.pictures = {&a, &b}, .data = to.data, .stride = to.stride, .block_side = side},
                         passing, onward.columns, onward.rows, time);
        };
        plane(first.luma, second.luma, target.luma, 4);
        if (target.cb.data && first.cb) plane(*first.cb, *second.cb, target.cb, 2);
        if (target.cr.data && first.cr) plane(*first.cr, *second.cr, target.cr, 2);
    }
};

PicturePair::PicturePair() = default;
PicturePair::~PicturePair() = default;
PicturePair::PicturePair(PicturePair&&) noexcept = default;
PicturePair& PicturePair::operator=(PicturePair&&) noexcept = default;

Status PicturePair::set(const Yuv420View& first, const Yuv420View& second, int threads, bool refined) {
    const vme::Backend* backend = nullptr;
    Status status = vme::active_backend(backend);
    if (status.ok() && threads < 0)
        status = {StatusCode::invalid_argument,
                  "threads is " + std::to_string(threads) + "; expected 0 or more"};
    if (status.ok()) status = check_picture("first", first, first.luma);
    if (status.ok()) status = check_picture("second", second, first.luma);
    if (status.ok() && first.cb.empty() != second.cb.empty())
        status = {StatusCode::invalid_argument, "one picture has chroma; expected both or none"};
    if (!status.ok()) return status;
    auto state = std::make_unique<State>(State{.first = Planes(first), .second = Planes(second)});
    walker::with_workers(threads, [&] { state->search(functions_of(*backend), refined); });
    state_ = std::move(state);
    return {};
}

bool PicturePair::is_cut() const { return state_ && state_->is_cut; }

Status PicturePair::render(double time, const Yuv420Target& target, int threads) const {
    if (!state_) return {StatusCode::invalid_argument, "no pictures are set"};
    if (!(time >= 0 && time <= 1))
        return {StatusCode::invalid_argument, "time is " + std::to_string(time) + "; expected 0..1"};
    if (!target.luma.data) return {StatusCode::invalid_argument, "target.luma is empty; expected a plane"};
    if (time == 0 || time == 1 || state_->is_cut)
        state_->copy_picture(time < 0.5 ? state_->first : state_->second, target);
    else
        walker::with_workers(threads, [&] { state_->render(static_cast<float>(time), target); });
    return {};
}

}  // namespace genmedia
