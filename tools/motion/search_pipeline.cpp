// SPDX-License-Identifier: MIT
#include "tools/motion/search_pipeline.h"

#include "tools/pipeline/interrupt.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/read_ahead.h"

#include <tbb/info.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>

using namespace genmedia;

namespace {

// Pictures, on a device: as DeviceSearch::kInFlight and kFieldsInFlight.
constexpr int kSearching = 4, kFieldsSearched = 16;
// Of pictures that are decoded while a device is opened.
constexpr int64_t kBytesAhead = 256 << 20;

// A picture to report, with those it is searched in, and then what was found.
struct Search {
    media::Picture current, previous, next;
    MotionField field;
    PackedResult packed;
    Status status;

    media::FrameFacts facts() const {
        media::FrameFacts facts = current.facts();
        facts.damaged_reference =
            (!previous.empty() && previous.facts().damaged) || (!next.empty() && next.facts().damaged);
        return facts;
    }
};
using SearchPointer = std::shared_ptr<Search>;

// The pictures to report, in order.
class FrameSource {
public:
    FrameSource(const MotionCommand& command, media::VideoReader& reader)
        : command_(command), reader_(reader) {
        const int64_t after = command.references == 2 && command.frames.end < FrameRange().end ? 1 : 0;
        if (wants_device(command.options)) ahead_.emplace(reader, kBytesAhead, command.frames.end + after);
    }

    // Null at the end, or where the reader failed.
    SearchPointer next() {
        if (number_ == 0) following_ = read();
        while (!following_.empty() && number_ < command_.frames.end && !interrupted()) {
            previous_ = std::move(current_);
            current_ = std::move(following_);
            following_ =
                number_ + 1 < command_.frames.end || command_.references == 2 ? read() : media::Picture();
            const int64_t number = number_++;
            if (number < command_.frames.first || (number == 0 && !command_.options.intra)) continue;
            auto search = std::make_shared<Search>();
            search->current = current_;
            search->previous = previous_;
            if (number > 0 && command_.references == 2) search->next = following_;
            return search;
        }
        return nullptr;
    }

    int64_t frames_read() const { return number_; }
    const Status& failure() const { return failure_; }
    void fail(const Status& status) { failure_ = status; }

private:
    media::Picture read() {
        media::Picture picture;
        bool end = !failure_.ok();
        if (!end) failure_ = ahead_ ? ahead_->next(picture, end) : reader_.next(picture, end);
        return picture;
    }

    const MotionCommand& command_;
    media::VideoReader& reader_;
    std::optional<ReadAhead> ahead_;
    media::Picture previous_, current_, following_;
    int64_t number_ = 0;  // of the picture in following_
    Status failure_;
};

Status nothing_to_report(const MotionCommand& command, const std::string& name, int64_t frames) {
    if (command.frames.first > 0 && command.frames.first >= frames)
        return {StatusCode::invalid_argument, "--frames: first frame " +
                                                  std::to_string(command.frames.first) + ", but " + name +
                                                  " has " + std::to_string(frames)};
    const bool asked_for = command.frames.end <= 1;
    return {asked_for ? StatusCode::invalid_argument : StatusCode::not_found,
            name + ": no frame to report: frame 0 has no frame before it (--intra reports it too)"};
}

// The workers of a pipeline. Beside a device: those that wait for it, one that packs and one that writes.
// Idle ones would look for work, on processors that the decoder needs.
int pipeline_workers(int threads, bool beside_device, int searching) {
    if (threads > 0 || !beside_device) return threads > 0 ? threads : tbb::task_arena::automatic;
    return std::min(searching + 2, tbb::info::default_concurrency());
}

// Decodes, searches and writes.
class SearchPipeline {
public:
    SearchPipeline(const MotionCommand& command, media::VideoReader& reader, MotionEstimator& estimator,
                   MotionOutputs& outputs, Progress& progress)
        : threads_(command.options.threads),
          searching_(command.options.field == Field::true_motion ? kFieldsSearched : kSearching),
          beside_device_(wants_device(command.options)),
          source_(command, reader),
          estimator_(estimator),
          outputs_(outputs),
          progress_(progress) {}

    // Whatever fails, the pictures before it are written.
    Status run();
    int64_t frames_read() const { return source_.frames_read(); }

private:
    Status search(Search& one);
    Status write(const Search& one);

    const int threads_, searching_;
    std::atomic<bool> beside_device_;  // as far as is known
    FrameSource source_;
    MotionEstimator& estimator_;
    MotionOutputs& outputs_;
    Progress& progress_;
};

Status SearchPipeline::search(Search& one) {
    MotionRequest request;
    request.source.luma = one.current.luma();
    if (!one.previous.empty()) request.previous = one.previous.luma();
    if (!one.next.empty()) request.next = one.next.luma();
    Status status = estimator_.estimate(request, one.field);
    return status.ok() ? outputs_.pack(one.facts(), one.field, one.packed) : status;
}

Status SearchPipeline::write(const Search& one) {
    beside_device_ = estimator_.is_on_device();
    const Status status = outputs_.append(one.current, one.facts(), one.field, one.packed);
    progress_.update(outputs_.stats().frames);
    return status;
}

// Anew where a device takes over or fails: it wants other workers.
Status SearchPipeline::run() {
    Pipeline<FrameSource, Search> pipeline(
        source_, [&](Search& one) { return search(one); }, [&](const Search& one) { return write(one); });
    Status status;
    while (status.ok() && !pipeline.has_ended()) {
        const bool beside_device = beside_device_;
        status = pipeline.run(pipeline_workers(threads_, beside_device, searching_),
                              pipeline.in_flight(threads_), [&] { return beside_device_ == beside_device; });
    }
    return status;
}

}  // namespace

bool wants_device(const MotionOptions& options) { return options.device > 0 || options.device == kDeviceGpu; }

int64_t expected_frames(const MotionCommand& command, int64_t frame_count) {
    const int64_t end = frame_count > 0 ? std::min(frame_count, command.frames.end) : command.frames.end;
    if (end == FrameRange().end) return 0;
    const int64_t first = std::max<int64_t>(command.frames.first, command.options.intra ? 0 : 1);
    return std::max<int64_t>(0, end - first);
}

Status search_frames(const MotionCommand& command, media::VideoReader& reader, MotionEstimator& estimator,
                     MotionOutputs& outputs, Progress& progress) {
    SearchPipeline pipeline(command, reader, estimator, outputs, progress);
    Status status = pipeline.run();
    if (status.ok() && outputs.stats().frames == 0 && !interrupted())
        return nothing_to_report(command, reader.name(), pipeline.frames_read());
    return status;
}
