// SPDX-License-Identifier: MIT
#include "tools/view/recording_run.h"

#include "media/drawing/page/page_field.h"
#include "media/results/stats.h"
#include "media/video/containers/deflate.h"
#include "tools/outcome.h"
#include "tools/pipeline/interrupt.h"
#include "tools/view/view_about.h"

#include <algorithm>
#include <filesystem>

using namespace genmedia;

namespace {

constexpr int kMacroblock = 16;
constexpr size_t kMostSteps = 64;  // of a picture
constexpr double kStepsASecond = 25;

// What the unit said last of each macroblock, and when it was asked first.
struct Answers {
    MotionField field;
    media::FieldExtras extras;
    size_t asked = 0;  // macroblocks
};

void put_inter(const base::RecordedEvaluation& from, vme::InterResult& to) {
    to.major_shape = static_cast<vme::MajorShape>(from.major_shape);
    for (size_t q = 0; q < 4; q++) {
        to.minor_shapes[q] = static_cast<vme::MinorShape>(from.minor_shapes[q]);
        to.directions[q] = static_cast<vme::Direction>(from.directions[q]);
    }
    for (size_t e = 0; e < 16; e++)
        to.vectors[e] = {{from.vectors[4 * e], from.vectors[4 * e + 1]},
                         {from.vectors[4 * e + 2], from.vectors[4 * e + 3]}};
    to.distortions = from.distortions;
    to.best_distortion = from.best_distortion;
}

void put_intra(const base::RecordedEvaluation& from, MacroblockIntra& to) {
    to.shape = static_cast<vme::IntraShape>(std::min<uint8_t>(from.intra_shape, 2));
    to.distortion = from.intra_distortion;
    for (size_t e = 0; e < 16; e++) to.luma_modes[e] = static_cast<vme::LumaMode>(from.intra_modes[e]);
}

// The macroblock that an evaluation is of; -1: of none in the picture.
int64_t index_of(const base::RecordedEvaluation& evaluation, const MotionField& field) {
    const int32_t column = evaluation.x / kMacroblock, row = evaluation.y / kMacroblock;
    const bool is_inside =
        evaluation.x >= 0 && evaluation.y >= 0 && column < field.columns && row < field.rows;
    return is_inside ? int64_t{row} * field.columns + column : -1;
}

Answers answers_of(const RecordedFrame& frame) {
    Answers answers;
    MotionField& field = answers.field;
    field.width = frame.width;
    field.height = frame.height;
    field.columns = (frame.width + kMacroblock - 1) / kMacroblock;
    field.rows = (frame.height + kMacroblock - 1) / kMacroblock;
    const size_t count = static_cast<size_t>(field.columns) * static_cast<size_t>(field.rows);
    answers.extras.order.assign(count, media::kNeverAsked);
    field.inter.resize(count);
    field.intra.resize(count);
    for (const base::RecordedEvaluation& evaluation : frame.evaluations) {
        const int64_t index = index_of(evaluation, field);
        if (index < 0) continue;
        const auto at = static_cast<size_t>(index);
        if (answers.extras.order[at] == media::kNeverAsked)
            answers.extras.order[at] =
                static_cast<uint16_t>(std::min<size_t>(answers.asked++, media::kNeverAsked - 1));
        const bool is_inter = (evaluation.operation & (base::recorded_search | base::recorded_refine)) != 0;
        field.has_inter = field.has_inter || is_inter;
        if (is_inter) put_inter(evaluation, field.inter[at]);
        const bool is_intra = (evaluation.operation & base::recorded_intra) != 0;
        field.has_intra = field.has_intra || is_intra;
        if (is_intra) put_intra(evaluation, field.intra[at]);
    }
    if (!field.has_inter) field.inter.clear();
    if (!field.has_intra) field.intra.clear();
    return answers;
}

// Each evaluation in few words, as the page shows them: seven of 16 bits.
std::string packed_evaluations(const RecordedFrame& frame, const MotionField& field) {
    std::string bytes;
    for (const base::RecordedEvaluation& evaluation : frame.evaluations) {
        const int64_t index = index_of(evaluation, field);
        if (index < 0 || index > 0xFFFF) continue;
        const int words[] = {static_cast<int>(index),
                             evaluation.operation | evaluation.window << 8,
                             evaluation.offset_x,
                             evaluation.offset_y,
                             evaluation.best_distortion,
                             evaluation.intra_distortion,
                             static_cast<int>(evaluation.thread)};
        for (const int word : words) {
            bytes += static_cast<char>(word & 0xFF);
            bytes += static_cast<char>(word >> 8 & 0xFF);
        }
    }
    return media::deflate(bytes.data(), static_cast<int64_t>(bytes.size())).bytes + media::end_of_deflate();
}

media::YuvImage gray_image(const RecordedFrame& frame) {
    constexpr uint8_t middle = 128;
    media::YuvImage image(frame.width, frame.height);
    image.planes[0] = frame.luma;
    for (const size_t plane : {1, 2}) std::ranges::fill(image.planes[plane], middle);
    return image;
}

}  // namespace

Status RecordingRun::open() {
    if (command_.encode || !command_.video.empty())
        return {StatusCode::invalid_argument, std::string(command_.encode ? "--encode" : "--video") + ": '" +
                                                  input_ +
                                                  "' is a recording; expected a video or a directory"};
    Status status = read_recording(input_, pictures_, others_);
    const FrameRange& range = command_.motion.frames;
    const auto count = static_cast<int64_t>(pictures_.size());
    if (status.ok() && range.first >= count)
        status = {StatusCode::invalid_argument, "--frames: first frame " + std::to_string(range.first) +
                                                    ", but '" + input_ + "' has " + std::to_string(count)};
    if (!status.ok()) return status;
    pictures_.erase(pictures_.begin() + std::min(range.end, count), pictures_.end());
    pictures_.erase(pictures_.begin(), pictures_.begin() + range.first);
    return {};
}

// A picture stays while its macroblocks come: `until` so many of them.
void RecordingRun::add_steps(size_t picture, size_t asked, const MotionField& field) {
    media::Stats stats;
    stats.add(field);
    const uint16_t high = high_value(field, {});
    const size_t steps = std::clamp<size_t>(asked, 1, kMostSteps);
    for (size_t step = 1; step <= steps; step++) {
        const auto add = [&](const char* name, const Json& value) { frames_[name].push_back(value); };
        add("time", static_cast<double>(frames_["number"].size()) / kStepsASecond);
        add("number", static_cast<int64_t>(picture) + command_.motion.frames.first);
        add("chunk", picture);
        add("until", (step * asked + steps - 1) / steps);
        add("known", 1);
        add("distortion", stats.mean_distortion());
        add("length", stats.mean_length());
        add("high", high);
        for (const char* name : {"damaged", "missing", "cut"}) add(name, 0);
    }
}

Status RecordingRun::write(size_t picture) {
    const RecordedFrame& frame = pictures_[picture];
    const Answers answers = answers_of(frame);
    const std::string id = std::to_string(number_) + "-" + std::to_string(picture);
    Status status = page_.add("d" + id, media::pack_field(answers.field, answers.extras));
    if (status.ok()) status = page_.add("e" + id, packed_evaluations(frame, answers.field));
    add_steps(picture, answers.asked, answers.field);
    shown_++;
    return status.ok() ? encoder_.append(gray_image(frame)) : status;
}

Status RecordingRun::run(Progress& progress) {
    media::PageVideo video{.width = pictures_[0].width,
                           .height = pictures_[0].height,
                           .scale = command_.scale,
                           .quality = command_.quality,
                           .colors = {}};
    const std::string id = "p" + std::to_string(number_) + "-";
    Status status = encoder_.open(video, [&](int64_t index, const std::string& bytes, bool is_key) {
        if (is_key) keys_.push_back(index);
        return page_.add(id + std::to_string(index), bytes);
    });
    for (const char* name : {"bits", "qp"}) frames_[name] = Json::array();
    for (size_t i = 0; i < pictures_.size() && status.ok() && !interrupted(); i++) {
        status = write(i);
        progress.update(shown_);
    }
    const Status finished = encoder_.finish();
    return status.ok() ? finished : status;
}

Json RecordingRun::about() const {
    const RecordedFrame& first = pictures_[0];
    return {{"width", first.width},
            {"height", first.height},
            {"columns", (first.width + kMacroblock - 1) / kMacroblock},
            {"rows", (first.height + kMacroblock - 1) / kMacroblock},
            {"pixel_aspect", 1},
            {"scale", command_.scale},
            {"rate", kStepsASecond},
            {"kind", "recording"},
            {"two_references", true},
            {"intra", true},
            {"name", std::filesystem::path(input_).filename().string()},
            {"settings", Json::array()},
            {"codec", encoder_.codec()},
            {"keys", keys_},
            {"frames", frames_}};
}

int RecordingRun::report() const {
    if (others_ > 0)
        say("note: '" + input_ + "' has " + std::to_string(others_) +
            " pictures of other sizes, which the page leaves out");
    return 0;
}
