// SPDX-License-Identifier: MIT
#include "tools/view/view_run.h"

#include "media/results/stats.h"
#include "tools/motion/clip_run.h"
#include "tools/motion/input_note.h"
#include "tools/pipeline/interrupt.h"
#include "tools/pipeline/pipeline.h"

#include <algorithm>
#include <filesystem>

using namespace genmedia;
namespace fs = std::filesystem;

Status ViewRun::find_video() {
    std::error_code error;
    if (!fs::is_directory(input_, error)) {
        video_ = input_;
        if (command_.video.empty()) return {};
        return {StatusCode::invalid_argument,
                "--video: '" + command_.video + "' beside '" + input_ +
                    "', which is no directory; expected a directory of results"};
    }
    results_ = input_;
    if (command_.encode || command_.records)
        return {StatusCode::invalid_argument, std::string(command_.encode ? "--encode" : "--records") +
                                                  ": '" + input_ +
                                                  "' is a directory of results; expected a video"};
    if (!fs::exists(fs::path(input_) / "motion.npz", error))
        return {StatusCode::not_found,
                "'" + input_ + "' has no motion.npz; expected an output directory of genmedia motion"};
    const auto note = noted_input(input_);
    if (!note && command_.video.empty())
        return {StatusCode::invalid_argument,
                "'" + input_ + "' does not say which video it is of; expected --video FILE"};
    video_ = command_.video.empty() ? note->name : command_.video;
    return note ? check_noted(*note, video_, input_) : Status();
}

Status ViewRun::open() {
    const Status status = find_video();
    return status.ok() ? reader_.open(video_, command_.motion.input.reader_options()) : status;
}

std::vector<std::string> ViewRun::files() const {
    std::vector<std::string> files = reader_.references();
    files.push_back(video_);
    return files;
}

int64_t ViewRun::expected_frames() const {
    const FrameRange& range = command_.motion.frames;
    const int64_t count = reader_.frame_count(), end = count > 0 ? std::min(count, range.end) : range.end;
    return end == FrameRange().end ? 0 : std::max<int64_t>(0, end - std::max<int64_t>(0, range.first - 1));
}

int ViewRun::report() const { return report_input(reader_); }

Status ViewRun::search(ViewItem& item) {
    const bool has_motion = !item.previous.empty();
    if (item.is_shown_alone || (!has_motion && !command_.motion.options.intra)) return {};
    MotionRequest request;
    request.source.luma = item.current.luma();
    if (has_motion) request.previous = item.previous.luma();
    if (!item.next.empty()) request.next = item.next.luma();
    item.facts.damaged_reference =
        (has_motion && item.previous.facts().damaged) || (!item.next.empty() && item.next.facts().damaged);
    const Status status = estimator_.estimate(request, item.field);
    return status.ok() && command_.records && item.field.has_inter ? search_records(request, item) : status;
}

// The same windows, and one shape alone: all blocks of that shape have their best vectors then.
Status ViewRun::search_records(const MotionRequest& request, ViewItem& item) {
    for (MotionEstimator& estimator : of_shapes_) {
        MotionField field;
        if (Status status = estimator.estimate(request, field); !status.ok()) return status;
        item.records.push_back(media::pack_field(field, {}));
    }
    return {};
}

Status ViewRun::work(ViewItem& item) {
    Status status = results_.empty() && !command_.encode ? search(item) : Status();
    if (status.ok()) status = item.current.yuv420(item.image, page_video_->colors);
    if (!status.ok() || item.is_shown_alone || item.field.columns == 0) return status;
    media::Stats stats;
    stats.add(item.field);
    item.distortion = stats.mean_distortion();
    item.length = stats.mean_length();
    item.high = high_value(item.field, item.extras);
    item.packed = media::pack_field(item.field, item.extras);
    return {};
}

Status ViewRun::start(const ViewItem& item, const ViewSource& source) {
    const media::FrameRate rate = reader_.frame_rate();
    about_.set_video(item.current, *page_video_, static_cast<double>(rate.numerator) / rate.denominator);
    about_.set_settings(command_, source);
    const std::string id = "p" + std::to_string(number_) + "-";
    return encoder_.open(*page_video_, [this, id](int64_t index, const std::string& bytes, bool is_key) {
        if (is_key) about_.add_key(index);
        return page_.add(id + std::to_string(index), bytes);
    });
}

Status ViewRun::write(const ViewItem& item, const ViewSource& source) {
    Status status = about_.is_empty() ? start(item, source) : Status();
    const std::string id = "d" + std::to_string(number_) + "-" + std::to_string(about_.frames());
    if (status.ok() && !item.packed.empty()) status = page_.add(id, item.packed);
    for (size_t shape = 0; shape < item.records.size() && status.ok(); shape++)
        status = page_.add("r" + id.substr(1) + "-" + std::to_string(shape), item.records[shape]);
    about_.add(item);
    return status.ok() ? encoder_.append(item.image) : status;
}

Status ViewRun::run(Progress& progress) {
    MotionOptions options = options_of_search(command_.motion.options);
    options.intra = false;
    for (const auto& [name, shape] : record_shapes()) {
        options.disabled_partitions = static_cast<uint8_t>(vme::partition_all & ~shape);
        if (command_.records) of_shapes_.emplace_back(options);
    }
    ViewSource source(command_, reader_, results_);
    // Pictures are worked on before the first one is written: what all have comes with the first.
    const auto work_on = [&](ViewItem& item) { return work(item); };
    struct Begun {
        ViewSource& source;
        ViewRun& run;
        std::shared_ptr<ViewItem> next() {
            auto item = source.next();
            if (item && !run.page_video_)
                run.page_video_ = media::PageVideo{.width = item->current.width(),
                                                   .height = item->current.height(),
                                                   .scale = run.command_.scale,
                                                   .quality = run.command_.quality,
                                                   .colors = source.colors()};
            return item;
        }
        const Status& failure() const { return source.failure(); }
        void fail(const Status& status) { source.fail(status); }
    } begun{source, *this};
    Pipeline<Begun, ViewItem> pipeline(begun, work_on, [&](const ViewItem& item) {
        const Status status = write(item, source);
        progress.update(about_.frames());
        return status;
    });
    const int threads = command_.motion.options.threads;
    Status status = pipeline.run(threads > 0 ? threads : tbb::task_arena::automatic,
                                 pipeline.in_flight(threads), [] { return true; });
    const Status finished = encoder_.finish();
    if (status.ok()) status = finished;
    if (status.ok() && about_.is_empty() && !interrupted())
        status = {StatusCode::invalid_argument,
                  "--frames: first frame " + std::to_string(command_.motion.frames.first) + ", but " +
                      reader_.name() + " has " + std::to_string(source.pictures_read())};
    return status;
}

Json ViewRun::about() const {
    return about_.json(fs::path(input_).filename().empty() ? input_ : fs::path(input_).filename().string(),
                       encoder_.codec());
}
