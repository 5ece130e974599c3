// SPDX-License-Identifier: MIT
#include "tools/view/view_about.h"

#include <algorithm>
#include <cmath>

using namespace genmedia;

namespace {

double rounded(double value) { return std::round(value * 1000) / 1000; }

template <class T>
std::string name_in(const base::Choices<T>& choices, T value) {
    for (const auto& [name, meaning] : choices)
        if (meaning == value) return name;
    return "?";
}

std::string enabled_partitions(uint8_t disabled) {
    if (disabled == 0) return "all";
    std::string names;
    for (const auto& [name, bit] : base::kPartitions)
        if (bit != vme::partition_all && (disabled & bit) == 0)
            names += (names.empty() ? "" : ",") + std::string(name);
    return names;
}

}  // namespace

base::Choices<vme::PartitionBit> record_shapes() {
    base::Choices<vme::PartitionBit> shapes = base::kPartitions;
    std::erase_if(shapes, [](const auto& shape) { return shape.second == vme::partition_all; });
    return shapes;
}

uint16_t high_value(const MotionField& field, const media::FieldExtras& extras) {
    std::vector<uint16_t> values = extras.bits;
    if (values.empty())
        for (const vme::InterResult& result : field.inter) values.push_back(result.best_distortion);
    if (values.empty()) return 0;
    const auto place = values.begin() + static_cast<ptrdiff_t>(values.size() - 1 - values.size() / 50);
    std::ranges::nth_element(values, place);
    return *place;
}

RunAbout::RunAbout() = default;

void RunAbout::set_video(const media::Picture& first, const media::PageVideo& video, double frames_a_second) {
    run_["width"] = video.width;
    run_["height"] = video.height;
    run_["columns"] = (video.width + 15) / 16;
    run_["rows"] = (video.height + 15) / 16;
    run_["pixel_aspect"] = rounded(first.pixel_aspect().value());
    run_["scale"] = video.scale;
    run_["rate"] = rounded(frames_a_second);
}

void RunAbout::set_settings(const ViewCommand& command, const ViewSource& source) {
    const MotionOptions& options = command.motion.options;
    const auto add = [&](const char* flag, const std::string& value) {
        settings_.push_back(Json::array({flag, value}));
    };
    const bool is_folder = !source.results().empty();
    const bool is_true = is_folder ? source.fields().has_trust() : options.field == Field::true_motion;
    run_["kind"] = command.encode ? "encode" : is_true ? "true" : "codec";
    run_["two_references"] = is_folder ? source.fields().has_backward() : command.motion.references == 2;
    run_["records"] = Json::array();
    for (const auto& [name, shape] : record_shapes())
        if (command.records) run_["records"].push_back(name);
    run_["intra"] = command.encode || (is_folder ? source.fields().has_intra() : options.intra);
    if (is_folder) return;
    if (command.encode) return add("--qp", std::to_string(options.qp));
    if (is_true) return add("--preset", options.refined ? "best" : "default");
    add("--window", name_in(base::kWindows, options.window));
    add("--partitions", enabled_partitions(options.disabled_partitions));
    add("--distortion", name_in(base::kDistortions, options.distortion));
    add("--subpel", name_in(base::kSubpixelModes, options.subpixel));
    add("--cost", name_in(base::kCostModes, options.default_costs));
    if (options.default_costs) add("--slice", name_in(base::kSlices, options.slice));
    if (options.default_costs) add("--qp", std::to_string(options.qp));
    add("--predictor", name_in(base::kPredictors, options.predictor));
    add("--refs", std::to_string(command.motion.references));
}

void RunAbout::add(const ViewItem& item) {
    numbers_.push_back(item.facts.number);
    times_.push_back(rounded(item.facts.seconds));
    damages_.push_back(media::damage_marks(item.facts));
    missing_.push_back(item.facts.missing_before);
    cuts_.push_back(item.field.scene_cut ? 1 : 0);
    known_.push_back(item.packed.empty() ? 0 : 1);
    distortions_.push_back(rounded(item.distortion));
    lengths_.push_back(rounded(item.length));
    highs_.push_back(item.high);
    if (item.extras.types.empty()) return;
    bits_.push_back(item.bits);
    quantisers_.push_back(item.qp);
}

Json RunAbout::json(const std::string& name, const std::string& codec) const {
    Json run = run_;
    run["name"] = name;
    run["settings"] = settings_;
    run["codec"] = codec;
    run["keys"] = keys_;
    run["frames"] = {
        {"number", numbers_}, {"time", times_},  {"damaged", damages_},        {"missing", missing_},
        {"cut", cuts_},       {"known", known_}, {"distortion", distortions_}, {"length", lengths_},
        {"high", highs_},     {"bits", bits_},   {"qp", quantisers_}};
    return run;
}
