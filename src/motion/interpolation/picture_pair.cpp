// SPDX-License-Identifier: MIT
#include "genmedia/interpolate.h"

#include "motion/estimator_state.h"
#include "motion/field_backends.h"
#include "motion/interpolation/motion_curve.h"
#include "motion/refusal.h"
#include "motion/scene_cut.h"
#include "vme/backends.h"
#include "walker/worker_pool.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace genmedia {

using namespace motion;

namespace {

Status check_samples(const std::string& name, const PlaneView& plane, int bits) {
    const int bytes = bits == 8 ? 1 : 2;
    if (plane.bytes_per_sample == bytes) return {};
    return {StatusCode::invalid_argument, name + " has " + std::to_string(plane.bytes_per_sample) +
                                              " bytes a sample; expected " + std::to_string(bytes)};
}

bool is_chroma_side(int32_t chroma, int32_t luma) { return chroma == luma || chroma == (luma + 1) / 2; }

Status check_chroma(const std::string& name, const YuvView& view) {
    Status status = check_samples(name + ".cb", view.cb, view.bits);
    if (status.ok()) status = check_samples(name + ".cr", view.cr, view.bits);
    if (!status.ok()) return status;
    if (!is_chroma_side(view.cb.width, view.luma.width) || !is_chroma_side(view.cb.height, view.luma.height))
        return refusal(name + ".cb", size_of(view.cb), size_of(view.luma) + " or half of its sides");
    if (size_of(view.cr) == size_of(view.cb)) return {};
    return refusal(name + ".cr", size_of(view.cr), size_of(view.cb));
}

Status check_picture(const std::string& name, const YuvView& view) {
    if (view.bits < 8 || view.bits > 16) return refusal(name + ".bits", std::to_string(view.bits), "8..16");
    if (view.luma.empty() || view.luma.width < 1 || view.luma.height < 1)
        return {StatusCode::invalid_argument, name + ".luma is empty; expected a picture"};
    if (view.cb.empty() != view.cr.empty())
        return {StatusCode::invalid_argument, name + " has one chroma plane; expected two or none"};
    Status status = check_samples(name + ".luma", view.luma, view.bits);
    if (status.ok() && !view.cb.empty()) status = check_chroma(name, view);
    return status;
}

// Two pictures, each as it should be.
Status check_alike(const YuvView& first, const YuvView& second) {
    if (first.bits != second.bits)
        return refusal("second.bits", std::to_string(second.bits), std::to_string(first.bits));
    if (first.cb.empty() != second.cb.empty())
        return {StatusCode::invalid_argument, "one picture has chroma; expected both or none"};
    if (size_of(second.luma) != size_of(first.luma))
        return refusal("second.luma", size_of(second.luma), size_of(first.luma));
    if (size_of(second.cb) == size_of(first.cb)) return {};
    return refusal("second.cb", size_of(second.cb), size_of(first.cb));
}

template <class Sample>
void copy(const PaddedPlane<Sample>& from, const YuvTarget::Plane& to) {
    for (int y = 0; y < from.height(); y++)
        std::memcpy(to.data + y * to.stride, from.at(0, y),
                    static_cast<size_t>(from.width()) * sizeof(Sample));
}

}  // namespace

// A picture, and what searches make of it.
struct PicturePair::Picture {
    PaddedPicture luma_of_8_bits;
    CutPicture small;
    std::vector<PaddedPlane<uint8_t>> chroma;  // where the picture has 8 bits
    std::vector<PaddedPlane<uint16_t>> deep;   // where it has more: all planes

    explicit Picture(const YuvView& view) : luma_of_8_bits(view.luma, view.bits), small(luma().view()) {
        if (view.bits > 8) deep.emplace_back(view.luma);
        for (const PlaneView& plane : {view.cb, view.cr}) {
            if (plane.empty()) continue;
            if (view.bits > 8)
                deep.emplace_back(plane);
            else
                chroma.emplace_back(plane);
        }
    }

    const PaddedPicture& luma() const { return luma_of_8_bits; }
    // Computed when first asked for: searches of devices do not.
    const SearchPicture& searched(const FieldFunctions& functions) const {
        std::call_once(once_, [&] { walker::isolated([&] { searched_.emplace(functions, luma()); }); });
        return *searched_;
    }
    size_t planes() const { return deep.empty() ? 1 + chroma.size() : deep.size(); }

    template <class Sample>
    const PaddedPlane<Sample>& plane(size_t p) const {
        if constexpr (sizeof(Sample) == 1)
            return p == 0 ? luma() : chroma[p - 1];
        else
            return deep[p];
    }

private:
    mutable std::once_flag once_;
    mutable std::optional<SearchPicture> searched_;
};

struct PicturePair::State {
    const FieldFunctions& functions;
    std::shared_ptr<const Picture> first, second;
    YuvView layout;  // of the pictures; what they show may be gone
    int bits = 8;
    TrueMotion onward{}, back{};  // of the first picture in the second, and of the second in the first
    bool is_cut = false;

    void find_cut(const BackendFunctions& backend) {
        is_cut = scene_change(backend, first->small, second->small).is_cut;
    }
    void search(const BackendFunctions& backend, const MotionOptions& options) {
        std::tie(onward, back) = find_both_motions(backend, first->searched(backend.field),
                                                   second->searched(backend.field), options);
    }
    Status search(DeviceSearch& device, const MotionOptions& options) {
        return device.search({.source = first->luma().view(),
                              .reference = second->luma().view(),
                              .options = options,
                              .motions = {&onward, &back}});
    }

    // None without both, or where one is a cut.
    Status find_around(const PairNeighbors& neighbors, std::optional<MotionAround>& around) const {
        for (const auto& [name, pair, lasts] :
             {std::tuple("before", neighbors.before, neighbors.before_lasts),
              std::tuple("after", neighbors.after, neighbors.after_lasts)}) {
            if (!pair) continue;
            const std::string said = std::string("neighbors.") + name;
            if (!pair->state_)
                return {StatusCode::invalid_argument, said + " has no pictures; expected those of set()"};
            const std::string size = size_of(pair->state_->layout.luma), own = size_of(layout.luma);
            if (size != own) return refusal(said, size, own);
            if (!(lasts >= PairNeighbors::kShortest && lasts <= PairNeighbors::kLongest))
                return refusal(said + "_lasts", std::to_string(lasts), "1e-6..1e6");
        }
        if (!neighbors.before || !neighbors.after || neighbors.before->is_cut() || neighbors.after->is_cut())
            return {};
        around = {
            .motions = {&neighbors.before->state_->back, &neighbors.after->state_->onward},
            .lasts = {static_cast<float>(neighbors.before_lasts), static_cast<float>(neighbors.after_lasts)}};
        return {};
    }

    // Calls body(number, target) for the planes that the pictures and `target` have.
    template <class Body>
    void each_plane(const YuvTarget& target, const Body& body) const {
        const YuvTarget::Plane planes[] = {target.luma, target.cb, target.cr};
        for (size_t p = 0; p < first->planes(); p++)
            if (planes[p].data) body(p, planes[p]);
    }

    void copy_picture(const Picture& picture, const YuvTarget& target) const {
        each_plane(target, [&](size_t p, const YuvTarget::Plane& to) {
            if (bits == 8)
                copy(picture.plane<uint8_t>(p), to);
            else
                copy(picture.plane<uint16_t>(p), to);
        });
    }

    void render(float time, const YuvTarget& target, const std::optional<MotionAround>& around) const {
        const MotionBetween between{.pictures = {&first->luma(), &second->luma()},
                                    .motions = {&onward, &back}};
        WorkVector<ShownBlock> blocks =
            find_shown(find_passing(functions, between, time), onward.columns, onward.rows);
        if (around) bend(between, *around, time, (onward.columns + 1) / 2, blocks);
        const YuvTarget::Plane none{};
        const auto render_planes = [&](size_t p, const YuvTarget::Plane& to, const YuvTarget::Plane& other) {
            if (bits == 8)
                render_some<uint8_t>(p, to, other, blocks, time);
            else
                render_some<uint16_t>(p, to, other, blocks, time);
        };
        render_planes(0, target.luma, none);
        if (first->planes() == 1) return;
        if (target.cb.data && target.cr.data) return render_planes(1, target.cb, target.cr);
        if (target.cb.data) render_planes(1, target.cb, none);
        if (target.cr.data) render_planes(2, target.cr, none);
    }

    // Plane p, and the next one where `other` is there.
    template <class Sample>
    void render_some(size_t p, const YuvTarget::Plane& to, const YuvTarget::Plane& other,
                     const WorkVector<ShownBlock>& blocks, float time) const {
        const PaddedPlane<Sample>& plane = first->plane<Sample>(p);
        const auto block_side = [](int side, int luma_side) {
            return side == luma_side ? kShownSide : kShownSide / 2;
        };
        const auto rendered = [&](size_t number, const YuvTarget::Plane& at) ->
            typename RenderedPlane<Sample>::Target {
                if (!at.data) return {};
                return {{&first->plane<Sample>(number), &second->plane<Sample>(number)}, at.data, at.stride};
            };
        render_plane(functions,
                     RenderedPlane<Sample>{.target = rendered(p, to),
                                           .other = rendered(p + 1, other),
                                           .block_width = block_side(plane.width(), first->luma().width()),
                                           .block_height = block_side(plane.height(), first->luma().height()),
                                           .most = (1 << bits) - 1},
                     blocks, (onward.columns + 1) / 2, (onward.rows + 1) / 2, time);
    }
};

PicturePair::PicturePair() = default;
PicturePair::~PicturePair() = default;
PicturePair::PicturePair(PicturePair&&) noexcept = default;
PicturePair& PicturePair::operator=(PicturePair&&) noexcept = default;

Status PicturePair::set(const YuvView& first, const YuvView& second, int threads, bool refined) {
    MotionEstimator here({.field = Field::true_motion, .refined = refined, .threads = threads});
    return set(first, second, here);
}

Status PicturePair::set(const YuvView& first, const YuvView& second, MotionEstimator& estimator) {
    return search(nullptr, first, second, estimator);
}

Status PicturePair::set_after(const PicturePair& before, const YuvView& second, int threads, bool refined) {
    MotionEstimator here({.field = Field::true_motion, .refined = refined, .threads = threads});
    return set_after(before, second, here);
}

Status PicturePair::set_after(const PicturePair& before, const YuvView& second, MotionEstimator& estimator) {
    if (!before.state_)
        return {StatusCode::invalid_argument, "before has no pictures; expected those of set()"};
    return search(before.state_->second, before.state_->layout, second, estimator);
}

Status PicturePair::search(std::shared_ptr<const Picture> made, const YuvView& first, const YuvView& second,
                           MotionEstimator& estimator) {
    MotionEstimator::State& by = *estimator.state_;
    MotionOptions options = by.options;
    options.per_pixel = options.confidence = false;
    const vme::Backend* backend = nullptr;
    Status status = vme::active_backend(backend);
    if (status.ok() && options.field != Field::true_motion)
        status = {StatusCode::invalid_argument,
                  "MotionOptions.field is codec; expected true_motion for pictures between others"};
    if (status.ok() && options.threads < 0)
        status = refusal("threads", std::to_string(options.threads), "0 or more");
    if (status.ok() && !made) status = check_picture("first", first);
    if (status.ok()) status = check_picture("second", second);
    if (status.ok()) status = check_alike(first, second);
    if (status.ok()) status = by.find_device();
    if (!status.ok()) return status;
    const BackendFunctions functions = functions_of(*backend);
    auto state = std::make_unique<State>(
        State{.functions = field_functions(*backend),
              .first = made ? std::move(made) : std::make_shared<const Picture>(first),
              .second = std::make_shared<const Picture>(second),
              .layout = second,
              .bits = second.bits});
    walker::with_workers(options.threads, [&] { state->find_cut(functions); });
    if (!state->is_cut)
        by.device.search(
            {.on_device = [&](DeviceSearch& device) { return state->search(device, options); },
             .on_cpu =
                 [&] { walker::with_workers(options.threads, [&] { state->search(functions, options); }); },
             .threads = options.threads});
    state_ = std::move(state);
    return {};
}

bool PicturePair::is_cut() const { return state_ && state_->is_cut; }

Status PicturePair::render(double time, const YuvTarget& target, int threads,
                           const PairNeighbors& neighbors) const {
    if (!state_) return {StatusCode::invalid_argument, "no pictures are set"};
    if (!(time >= 0 && time <= 1))
        return {StatusCode::invalid_argument, "time is " + std::to_string(time) + "; expected 0..1"};
    if (!target.luma.data) return {StatusCode::invalid_argument, "target.luma is empty; expected a plane"};
    std::optional<MotionAround> around;
    if (const Status status = state_->find_around(neighbors, around); !status.ok()) return status;
    if (time == 0 || time == 1 || state_->is_cut)
        state_->copy_picture(time < 0.5 ? *state_->first : *state_->second, target);
    else
        walker::with_workers(threads, [&] { state_->render(static_cast<float>(time), target, around); });
    return {};
}

}  // namespace genmedia
