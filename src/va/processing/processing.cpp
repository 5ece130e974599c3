// SPDX-License-Identifier: MIT
#include "va/processing/processing.h"

#include "va/processing/pipeline_source.h"

#include <vector>

namespace genmedia::va {
namespace {

using media::FrameHandle;

// A picture on its way from a source to the target: what it is in, and where.
struct Work {
    Planes planes;
    FrameHandle frame;  // null: in a surface
    Colours colours;

    bool take(FrameHandle made) {
        if (!made) return false;
        frame = std::move(made);
        planes = planes_of(*frame);
        return true;
    }
};

// Filters see the region alone: decoders' surfaces have no picture outside of it. Where it begins between
// fields' lines, or between samples of chroma, all is filtered. `region` is what is left to cut out.
bool enhance(const Pipeline& pipeline, Work& work, Rectangle& region) {
    if (!pipeline.enhancement.changes()) return true;
    const Rectangle all = region;
    const auto seen = [&](const Planes& planes) {
        const auto part = part_of(planes, all.x, all.y, all.width, all.height);
        return part && all.y % 4 == 0 ? *part : planes;
    };
    const Planes picture = seen(work.planes);
    const Planes before = pipeline.before ? seen(pipeline.before->planes()) : Planes{};
    const Planes behind = pipeline.behind ? seen(pipeline.behind->planes()) : Planes{};
    if (picture.width == all.width && picture.height == all.height) region = {0, 0, all.width, all.height};
    return work.take(enhanced(picture, pipeline.before ? &before : nullptr,
                              pipeline.behind ? &behind : nullptr, pipeline.enhancement, work.colours));
}

// Where the corner is not on a sample of chroma, each pixel gets its own first.
bool crop(const Rectangle& from, Work& work) {
    auto part = part_of(work.planes, from.x, from.y, from.width, from.height);
    if (!part) {
        if (!work.take(frame_of(work.planes, with_all_chroma(work.planes.pixels),
                                {.from = work.colours, .to = work.colours})))
            return false;
        part = part_of(work.planes, from.x, from.y, from.width, from.height);
    }
    if (part) work.planes = *part;
    return part.has_value();
}

bool turn(const Pipeline& pipeline, Work& work) {
    if (pipeline.rotation == VA_ROTATION_NONE && pipeline.mirror == VA_MIRROR_NONE) return true;
    return work.take(turned(work.planes, pipeline.rotation, pipeline.mirror, work.colours));
}

// A picture of the target's format and colours.
bool draw_opaque(const Pipeline& pipeline, const Work& work, const Planes& target, const Rectangle& to) {
    const ScalingWay way{pipeline.scaling, work.colours, pipeline.target_colours};
    const bool plain = work.planes.pixels == target.pixels && way.from == way.to &&
                       work.planes.width == to.width && work.planes.height == to.height;
    if (plain) {
        const auto placed = place(work.planes, target, to.x, to.y);
        return !placed || copy(placed->from, placed->to);
    }
    const FrameHandle scaled = new_frame(target.pixels, to.width, to.height);
    if (!scale(work.planes, planes_of(*scaled), way)) return false;
    const auto placed = place(planes_of(*scaled), target, to.x, to.y);
    return !placed || copy(placed->from, placed->to);
}

// Alpha, and the format that has it, are kept until the picture is drawn.
bool draw_blended(const Pipeline& pipeline, const Work& work, const Planes& target, const Rectangle& to,
                  const Blending& blending) {
    const AVPixelFormat pixels =
        is_rgb(work.planes.pixels) ? AV_PIX_FMT_RGBA : with_all_chroma(work.planes.pixels);
    const FrameHandle scaled = new_frame(pixels, to.width, to.height);
    if (!scale(work.planes, planes_of(*scaled), {pipeline.scaling, work.colours, work.colours})) return false;
    const auto placed = place(planes_of(*scaled), target, to.x, to.y);
    return !placed ||
           blend(placed->from, placed->to, blending, {.from = work.colours, .to = pipeline.target_colours});
}

// Without a blend state, pictures with alpha are blended over those before them. The first one has nothing
// below it but what the surface held before: it replaces that. (A guess: va_vpp.h says "per-pixel alpha
// blending", and programs that convert a picture expect its alpha in the result.)
std::optional<Blending> blending_of(const Pipeline& pipeline, bool is_first) {
    const bool alpha = has_alpha(pipeline.source->layout.format->pixels);
    const Blending blending = pipeline.blending.value_or(Blending{});
    if (!pipeline.blending && is_first) return std::nullopt;
    const bool opaque = !alpha && blending.global_alpha == 1 && !blending.luma_key;
    return opaque ? std::nullopt : std::optional(blending);
}

class Processing : public Operation {
public:
    void begin() override { pipelines_.clear(); }

    // Pointers are followed now: what they lead to is the program's.
    VAStatus receive(Driver& driver, const PicturePart& part) override {
        if (part.type != VAProcPipelineParameterBufferType) return VA_STATUS_SUCCESS;
        for (unsigned i = 0; i < part.count; i++) {
            const auto* parameters = part.as<VAProcPipelineParameterBuffer>(i);
            if (parameters == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
            Pipeline pipeline;
            if (const VAStatus status = read_pipeline(driver, *parameters, pipeline);
                status != VA_STATUS_SUCCESS)
                return status;
            pipelines_.push_back(std::move(pipeline));
        }
        return VA_STATUS_SUCCESS;
    }

    VAStatus run(Driver&, const PictureParts&, Surface& target) override {
        const std::vector<Pipeline> pipelines = std::move(pipelines_);
        pipelines_.clear();
        if (pipelines.empty()) return VA_STATUS_ERROR_INVALID_BUFFER;
        bool is_first = true;
        for (const Pipeline& pipeline : pipelines) {
            if (!process(pipeline, target.planes(), is_first)) return VA_STATUS_ERROR_OPERATION_FAILED;
            is_first = false;
        }
        return VA_STATUS_SUCCESS;
    }

private:
    std::vector<Pipeline> pipelines_;  // of the picture that was begun
};

}  // namespace

bool process(const Pipeline& pipeline, const Planes& target, bool is_first) {
    const auto source =
        pipeline.subpictures ? with_subpictures(pipeline.source, pipeline.source_colours) : pipeline.source;
    if (!source) return false;
    Work work{source->planes(), nullptr, pipeline.source_colours};
    // A source that is the target, too, is read as it was.
    if (work.planes.data[0] == target.data[0] && !work.take(frame_of(work.planes, work.planes.pixels)))
        return false;
    Rectangle region = pipeline.from;
    if (!enhance(pipeline, work, region) || !crop(region, work) || !turn(pipeline, work)) return false;
    const Rectangle to = pipeline.to.value_or(Rectangle{0, 0, target.width, target.height});
    if (is_first && pipeline.background >> 24 != 0 &&
        !fill_around(target, to, pipeline.background, pipeline.target_colours))
        return false;
    const auto blending = blending_of(pipeline, is_first);
    return draw_at(target, to, pipeline.target_colours, [&](const Planes& part, int x, int y) {
        const Rectangle place{x, y, to.width, to.height};
        return blending ? draw_blended(pipeline, work, part, place, *blending)
                        : draw_opaque(pipeline, work, part, place);
    });
}

std::unique_ptr<Operation> make_processing() { return std::make_unique<Processing>(); }

}  // namespace genmedia::va
