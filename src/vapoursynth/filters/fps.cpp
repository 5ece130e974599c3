// SPDX-License-Identifier: MIT
// FPS: a clip at another frame rate.
#include "vapoursynth/picture_pairs.h"
#include "vapoursynth/plugin_functions.h"

#include <limits>
#include <numeric>

namespace genmedia::vapoursynth {
namespace {

struct Ratio {
    int64_t numerator, denominator;

    Ratio(int64_t a, int64_t b) : numerator(a / std::gcd(a, b)), denominator(b / std::gcd(a, b)) {}
};

// Where made frames lie in the clip.
class Places {
public:
    // `step`: frames of the clip from a made one to the next.
    explicit Places(Ratio step) : step_(step) {}

    int frame(int n) const { return static_cast<int>(at(n) / step_.denominator); }
    double time(int n) const {  // from there to the next frame, 0 to 1
        return static_cast<double>(at(n) % step_.denominator) / static_cast<double>(step_.denominator);
    }
    // How many are not after the last of `frames`.
    int64_t count(int frames) const {
        return static_cast<int64_t>(Wide{frames - 1} * step_.denominator / step_.numerator) + 1;
    }

private:
    using Wide = __int128;
    Wide at(int n) const { return Wide{n} * step_.numerator; }

    Ratio step_;
};

class FpsFilter {
public:
    static constexpr const char* kName = "FPS";

    FpsFilter(Node clip, const Places& places, Ratio duration, size_t pairs)
        : clip_(std::move(clip)), places_(places), duration_(duration), pairs_(pairs) {}

    void request(int n, const Call& call) const {
        const int first = places_.frame(n);
        if (places_.time(n) > 0)
            pairs_.request(clip_, first, call);
        else
            call.request(clip_, first);
    }

    Frame make(int n, const Call& call) {
        const int number = places_.frame(n);
        const double time = places_.time(n);
        NewFrame frame =
            time > 0 ? pairs_.render(clip_, number, time, call) : call.copy(call.frame(clip_, number));
        VSMap* const map = call.api->getFramePropertiesRW(frame.get());
        call.api->mapSetInt(map, "_DurationNum", duration_.numerator, maReplace);
        call.api->mapSetInt(map, "_DurationDen", duration_.denominator, maReplace);
        if (time > 0) call.api->mapDeleteKey(map, "_AbsoluteTime");  // the first frame's
        return frame.finish();
    }

private:
    Node clip_;
    Places places_;
    Ratio duration_;
    PicturePairs pairs_;
};

void fps(const Arguments& arguments, VSMap* result, VSCore* core, const VSAPI* api) {
    Node clip = arguments.node("clip");
    VSVideoInfo info = clip.info();
    check_interpolated(info, api);
    if (info.fpsNum <= 0 || info.fpsDen <= 0)
        throw Refusal("clip has no constant frame rate; expected one, as std.AssumeFPS gives it");
    constexpr int most = std::numeric_limits<int>::max();
    const Ratio rate(arguments.number("num", 0, 1, most), arguments.number("den", 1, 1, most));
    const Ratio own(info.fpsNum, info.fpsDen);
    if (own.numerator > most || own.denominator > most)
        throw Refusal("clip's frame rate is " + std::to_string(own.numerator) + "/" +
                      std::to_string(own.denominator) + "; expected numbers below 2^31");
    const Places places(Ratio(own.numerator * rate.denominator, own.denominator * rate.numerator));
    const int64_t count = places.count(info.numFrames);
    if (count > most) throw Refusal("more than 2^31 frames would be made; expected a lower rate");
    info.numFrames = static_cast<int>(count);
    info.fpsNum = rate.numerator;
    info.fpsDen = rate.denominator;
    const std::vector<VSFilterDependency> needs{any_frames(clip)};
    append(
        result,
        make_node(std::make_unique<FpsFilter>(std::move(clip), places,
                                              Ratio(rate.denominator, rate.numerator), pairs_kept(core, api)),
                  info, needs, core, api),
        api);
}

}  // namespace

const Function kFps{"FPS", "clip:vnode;num:int;den:int:opt;", "clip:vnode;", fps};

}  // namespace genmedia::vapoursynth
