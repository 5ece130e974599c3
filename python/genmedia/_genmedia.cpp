// SPDX-License-Identifier: MIT
// The library as the Python modules beside this file call it; drawing.cpp and unit.cpp are more of it.
// Pictures come in as they lie in memory, results go out as views of the library's own memory. What is
// checked and explained to people is in these modules.
#include "array_pictures.h"
#include "base/motion_names.h"
#include "drawing.h"
#include "genmedia/motion.h"
#include "genmedia/version.h"
#include "media/results/writers/npz_arrays.h"
#include "media/video/containers/reference_formats.h"
#include "media/video/containers/validate_container.h"
#include "media/video/ticks.h"
#include "media/video/timeline.h"
#include "unit_bindings.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <initializer_list>
#include <iterator>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <vector>

using namespace genmedia;
using namespace nb::literals;
namespace npz = genmedia::media::npz;

namespace {

// A field as arrays with the names that they have in motion.npz, without the dimension of frames. They are
// views of the field, which lives as long as one of them does.
class Arrays {
public:
    explicit Arrays(MotionField field) : field_(new MotionField(std::move(field))) {
        owner_ =
            nb::capsule(field_, [](void* pointer) noexcept { delete static_cast<MotionField*>(pointer); });
    }

    nb::dict take() {
        dictionary_[npz::kSceneCut.name] = field_->scene_cut;  // one number, no array
        add_inter();
        if (field_->has_intra) add_intra();
        if (!field_->confidence.empty()) add_trust();
        if (!field_->flow.empty()) add_flow();
        return std::move(dictionary_);
    }

private:
    // `first`: what the first macroblock has. `shape`: of what one has; `strides` in bytes, if its values do
    // not lie one after the other.
    template <class Block, class T, class Value>
    void add(const media::NpzArrayOf<T>& kind, const std::vector<Block>& blocks, const Value& first,
             std::initializer_list<size_t> shape, std::initializer_list<size_t> strides = {}) {
        static_assert(sizeof(Value) == sizeof(T) && sizeof(Block) % sizeof(T) == 0);
        constexpr size_t block = sizeof(Block) / sizeof(T);
        const auto rows = static_cast<size_t>(field_->rows), columns = static_cast<size_t>(field_->columns);
        std::vector<size_t> sides = {rows, columns};
        std::vector<int64_t> steps = {static_cast<int64_t>(columns * block), block};
        sides.insert(sides.end(), shape);
        for (const size_t stride : strides) steps.push_back(static_cast<int64_t>(stride / sizeof(T)));
        if (steps.size() < sides.size()) steps.push_back(1);
        const void* data = blocks.empty() ? nullptr : &first;
        dictionary_[kind.name] =
            nb::ndarray<nb::numpy, const T>(data, sides.size(), sides.data(), owner_, steps.data());
    }

    void add_inter() {
        const std::vector<vme::InterResult>& all = field_->inter;
        const vme::InterResult& first = all.front();
        constexpr size_t pair = sizeof(vme::BidirectionalVector), axis = sizeof(int16_t);
        add(npz::kMotionVectors, all, first.vectors[0].forward.x, {16, 2}, {pair, axis});
        add(npz::kBackwardVectors, all, first.vectors[0].backward.x, {16, 2}, {pair, axis});
        add(npz::kDistortions, all, first.distortions[0], {16});
        add(npz::kBestDistortion, all, first.best_distortion, {});
        add(npz::kMajorShape, all, first.major_shape, {});
        add(npz::kMinorShapes, all, first.minor_shapes[0], {4});
        add(npz::kDirections, all, first.directions[0], {4});
    }

    void add_intra() {
        const std::vector<MacroblockIntra>& all = field_->intra;
        add(npz::kIntraDistortion, all, all.front().distortion, {});
        add(npz::kIntraShape, all, all.front().shape, {});
        add(npz::kIntraModes, all, all.front().luma_modes[0], {16});
    }

    void add_trust() {
        add(npz::kConfidence, field_->confidence, field_->confidence.front()[0], {16});
        add(npz::kOccluded, field_->occluded, field_->occluded.front()[0], {16});
    }

    // No array of motion.npz: of pixels, (H, W, 2).
    void add_flow() {
        const size_t sides[] = {static_cast<size_t>(field_->height), static_cast<size_t>(field_->width), 2};
        dictionary_["flow"] =
            nb::ndarray<nb::numpy, const float>(&field_->flow.front().x, std::size(sides), sides, owner_);
    }

    MotionField* field_;  // belongs to owner_
    nb::object owner_;
    nb::dict dictionary_;
};

// What motion.npz has where there is no motion.
void fill_without_motion(const MotionOptions& options, MotionField& field) {
    const size_t blocks = static_cast<size_t>(field.columns) * static_cast<size_t>(field.rows);
    vme::InterResult result;
    result.distortions.fill(0xFFFF);
    result.best_distortion = 0xFFFF;
    field.inter.assign(blocks, result);
    if (!options.confidence) return;
    field.confidence.assign(blocks, {});
    field.occluded.assign(blocks, {});
}

// A copy of a picture, and what searches need of it.
class Prepared {
public:
    Prepared(const Picture& luma, int threads) {
        const PlaneView view = view_of(luma);
        Status status;
        {
            nb::gil_scoped_release released;
            status = picture.set(view, threads);
        }
        raise_unless_ok(status);
    }

    PreparedPicture picture;
};

using Start = nb::ndarray<const float, nb::ndim<3>, nb::c_contig, nb::device::cpu>;

// Of a vector for each macroblock, whose shape Python has checked.
std::span<const FlowVector> start_of(const std::optional<Start>& start) {
    static_assert(sizeof(FlowVector) == 2 * sizeof(float));
    if (!start) return {};
    return {reinterpret_cast<const FlowVector*>(start->data()), start->shape(0) * start->shape(1)};
}

// Serves several threads at once.
class Estimator {
public:
    explicit Estimator(const MotionOptions& options) : options_(options), estimator_(options) {}

    nb::dict estimate(const Picture& source, const std::optional<Picture>& previous,
                      const std::optional<Picture>& next, const std::optional<Start>& start) {
        const MotionRequest request{.source = {.luma = view_of(source), .chroma = {}},
                                    .previous = view_of(previous),
                                    .next = view_of(next),
                                    .start = start_of(start)};
        MotionField field;
        Status status;
        {
            nb::gil_scoped_release released;
            status = estimator_.estimate(request, field);
            if (status.ok() && !field.has_inter) fill_without_motion(options_, field);
        }
        raise_unless_ok(status);
        return Arrays(std::move(field)).take();
    }

    // The motion of `source` in `previous`, and of `previous` in `source`.
    std::pair<nb::dict, nb::dict> estimate_both(const Prepared& source, const Prepared& previous,
                                                const std::optional<Start>& start) {
        MotionField field, reverse;
        Status status;
        {
            nb::gil_scoped_release released;
            status = estimator_.estimate(source.picture, previous.picture, field, reverse, start_of(start));
        }
        raise_unless_ok(status);
        return {Arrays(std::move(field)).take(), Arrays(std::move(reverse)).take()};
    }

    nb::dict estimate_prepared(const Prepared& source, const Prepared& previous,
                               const std::optional<Start>& start) {
        MotionField field;
        Status status;
        {
            nb::gil_scoped_release released;
            status = estimator_.estimate(source.picture, previous.picture, field, start_of(start));
        }
        raise_unless_ok(status);
        return Arrays(std::move(field)).take();
    }

private:
    MotionOptions options_;
    MotionEstimator estimator_;
};

template <class T>
nb::dict numbers_of(const base::Choices<T>& choices) {
    nb::dict numbers;
    for (const auto& [name, value] : choices) numbers[name] = static_cast<int>(value);
    return numbers;
}

nb::dict presets() {
    nb::dict all;
    for (const auto& [name, preset] : base::kPresets) {
        nb::dict settings;
        settings["window"] = static_cast<int>(preset->window);
        settings["partitions"] = static_cast<int>(vme::partition_all & ~preset->disabled_partitions);
        settings["distortion"] = static_cast<int>(preset->distortion);
        settings["subpel"] = static_cast<int>(preset->subpixel);
        settings["refined"] = preset->refined;
        all[name] = settings;
    }
    return all;
}

// The names of values, by option, as the command has them.
nb::dict choices() {
    nb::dict all;
    all["window"] = numbers_of(base::kWindows);
    all["partitions"] = numbers_of(base::kPartitions);
    all["distortion"] = numbers_of(base::kDistortions);
    all["subpel"] = numbers_of(base::kSubpixelModes);
    all["cost"] = numbers_of(base::kCostModes);
    all["slice"] = numbers_of(base::kSlices);
    all["predictor"] = numbers_of(base::kPredictors);
    all["field"] = numbers_of(base::kFields);
    nb::dict devices;
    devices["cpu"] = kDeviceCpu;
    devices["gpu"] = kDeviceGpu;
    devices["auto"] = kDeviceAuto;
    all["device"] = devices;
    return all;
}

void make_estimator(Estimator* self, int window, int partitions, int distortion, int subpel, bool refined,
                    int cost, int qp, int slice, int predictor, int field, float smoothness, bool per_pixel,
                    bool intra, int threads, int device) {
    const bool true_motion = static_cast<Field>(field) == Field::true_motion;
    new (self) Estimator({.window = static_cast<vme::SearchWindow>(window),
                          .disabled_partitions = static_cast<uint8_t>(vme::partition_all & ~partitions),
                          .distortion = static_cast<vme::Distortion>(distortion),
                          .subpixel = static_cast<vme::SubpixelMode>(subpel),
                          .default_costs = cost != 0,
                          .slice = static_cast<vme::SliceType>(slice),
                          .qp = qp,
                          .predictor = static_cast<Predictor>(predictor),
                          .field = static_cast<Field>(field),
                          .smoothness = smoothness,
                          .per_pixel = per_pixel,
                          .refined = refined && true_motion,
                          .confidence = true_motion,
                          .scene_cuts = true,
                          .intra = intra,
                          .threads = threads,
                          .device = device});
}

// As VideoReader has it, of a file of a format by FFmpeg's name.
class FileTimeline {
public:
    FileTimeline(double average_rate, double finest_rate, double tick_seconds, std::string path,
                 std::string format)
        : timeline_(media::constant_frame_ticks(average_rate, finest_rate, tick_seconds)),
          path_(std::move(path)),
          format_(std::move(format)) {}
    void add_packet(int64_t pts) { timeline_.add_packet(pts); }
    int64_t add_picture(int64_t pts) {
        return timeline_.add_picture(pts, [this] { return is_whole(); });
    }

private:
    bool is_whole() {
        if (!whole_) {
            const nb::gil_scoped_release released;
            whole_ = media::tells_losses(format_) && media::validate_container(path_, format_).empty();
        }
        return *whole_;
    }

    media::Timeline timeline_;
    std::string path_, format_;
    std::optional<bool> whole_;
};

}  // namespace

NB_MODULE(_genmedia, module) {
    // Before 3.12 nothing else refuses them, and a search that releases the lock would wait for ever.
    if (PyInterpreterState_GetID(PyInterpreterState_Get()) != 0)
        throw nb::import_error("genmedia does not work in sub-interpreters");
    module.attr("__version__") = genmedia::version();
    module.def("choices", choices);
    module.def("presets", presets);
    module.def("reference_formats", [] {
        return std::vector<std::string>(std::begin(media::kReferenceFormats),
                                        std::end(media::kReferenceFormats));
    });
    module.def("reference_limits", [] { return std::pair(media::kMostListBytes, media::kMostReferences); });
    module.def("bounded_ticks", media::bounded_ticks, "ticks"_a);
    add_drawing(module);
    add_unit(module);
    nb::class_<FileTimeline>(module, "Timeline")
        .def(nb::init<double, double, double, std::string, std::string>(), "average_rate"_a, "finest_rate"_a,
             "tick_seconds"_a, "path"_a, "format"_a)
        .def("add_packet", &FileTimeline::add_packet, "pts"_a)
        .def("add_picture", &FileTimeline::add_picture, "pts"_a);
    nb::class_<Prepared>(module, "PreparedPicture")
        .def(nb::init<const Picture&, int>(), "luma"_a.noconvert(), "threads"_a)
        .def_prop_ro("width", [](const Prepared& self) { return self.picture.width(); })
        .def_prop_ro("height", [](const Prepared& self) { return self.picture.height(); });
    nb::class_<Estimator>(module, "Estimator")
        .def("__init__", make_estimator, nb::kw_only(), "window"_a, "partitions"_a, "distortion"_a,
             "subpel"_a, "refined"_a, "cost"_a, "qp"_a, "slice"_a, "predictor"_a, "field"_a, "smoothness"_a,
             "per_pixel"_a, "intra"_a, "threads"_a, "device"_a)
        .def("estimate", &Estimator::estimate, "source"_a.noconvert(), "previous"_a.noconvert() = nb::none(),
             "next"_a.noconvert() = nb::none(), "start"_a.noconvert() = nb::none())
        .def("estimate_prepared", &Estimator::estimate_prepared, "source"_a, "previous"_a,
             "start"_a.noconvert() = nb::none())
        .def("estimate_both", &Estimator::estimate_both, "source"_a, "previous"_a,
             "start"_a.noconvert() = nb::none());
}
