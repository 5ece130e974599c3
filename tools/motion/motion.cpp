// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "base/printable.h"
#include "media/results/stats_text.h"
#include "tools/motion/motion_flags.h"
#include "tools/motion/motion_outputs.h"
#include "tools/outcome.h"
#include "tools/pipeline/interrupt.h"
#include "tools/pipeline/pipeline.h"
#include "tools/pipeline/progress.h"
#include "tools/pipeline/read_ahead.h"
#include "tools/programs/pocl_cache.h"

#include <tbb/info.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

using namespace genmedia;

namespace {

constexpr int kSearching = 4;  // pictures, on a device: as DeviceSearch::kInFlight
// Of pictures that are decoded while a device is opened.
constexpr int64_t kBytesAhead = 256 << 20;

// A device searches pictures that the processors decode meanwhile.
bool wants_device(const MotionOptions& options) { return options.device > 0 || options.device == kDeviceGpu; }

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

// How many frames will be reported, as far as the file says; 0: unknown.
int64_t expected_frames(const MotionCommand& command, int64_t frame_count) {
    const int64_t end = frame_count > 0 ? std::min(frame_count, command.frames.end) : command.frames.end;
    if (end == FrameRange().end) return 0;
    const int64_t first = std::max<int64_t>(command.frames.first, command.options.intra ? 0 : 1);
    return std::max<int64_t>(0, end - first);
}

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
int pipeline_workers(int threads, bool beside_device) {
    if (threads > 0 || !beside_device) return threads > 0 ? threads : tbb::task_arena::automatic;
    return std::min(kSearching + 2, tbb::info::default_concurrency());
}

// Decodes, searches and writes.
class SearchPipeline {
public:
    SearchPipeline(const MotionCommand& command, media::VideoReader& reader, MotionEstimator& estimator,
                   MotionOutputs& outputs, Progress& progress)
        : threads_(command.options.threads),
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

    const int threads_;
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
        status = pipeline.run(pipeline_workers(threads_, beside_device), pipeline.in_flight(threads_),
                              [&] { return beside_device_ == beside_device; });
    }
    return status;
}

Status search_frames(const MotionCommand& command, media::VideoReader& reader, MotionEstimator& estimator,
                     MotionOutputs& outputs, Progress& progress) {
    SearchPipeline pipeline(command, reader, estimator, outputs, progress);
    Status status = pipeline.run();
    if (status.ok() && outputs.stats().frames == 0 && !interrupted())
        return nothing_to_report(command, reader.name(), pipeline.frames_read());
    return status;
}

void print_summary(const MotionCommand& command, const MotionOutputs& outputs) {
    std::printf("%s\n%s", base::printable(command.input.path).c_str(),
                media::stats_table(outputs.stats()).c_str());
    for (const std::string& name : outputs.files()) std::printf("wrote %s\n", base::printable(name).c_str());
}

// Flags that do not go together.
Status check_together(const MotionCommand& command) {
    if (command.options.field == Field::codec) return {};
    if (command.references == 2)
        return {StatusCode::invalid_argument, "--refs: '2', expected 1 beside --field true"};
    if (command.options.device != kDeviceCpu)
        return {StatusCode::invalid_argument, "--device: expected cpu beside --field true"};
    return {};
}

// Beside a device each picture in flight has one thread, which waits. More would wait for processors.
MotionOptions options_of_search(MotionOptions options) {
    if (wants_device(options)) options.threads = 1;
    return options;
}

// Beside a device three quarters more threads than FFmpeg takes by itself: the decoder stops where one of its
// threads waits for a processor and no other has a picture to go on with.
media::ReaderOptions options_of_reader(const MotionCommand& command) {
    media::ReaderOptions options = command.input.reader_options();
    constexpr unsigned most_by_itself = 16;
    if (wants_device(command.options))
        options.threads =
            static_cast<int>(std::min(most_by_itself, std::thread::hardware_concurrency()) * 7 / 4);
    return options;
}

int run_motion(MotionCommand command) {
    if (Status status = check_together(command); !status.ok()) return exit_status_of(status);
    command.options.confidence = command.options.field == Field::true_motion;
    command.options.scene_cuts = true;
    command.options.refined = command.options.refined && command.options.field == Field::true_motion;
    command.options.per_pixel = command.options.confidence && (command.flow || command.dense);
    catch_interrupts();
    media::VideoReader reader;
    Status status = reader.open(command.input.path, options_of_reader(command));
    if (interrupted()) return report_interruption(false);
    if (!status.ok()) return exit_status_of(status);
    MotionOutputs outputs(command, reader);
    status = outputs.prepare();
    for (const std::string& warning : outputs.warnings()) say("warning: " + warning);
    if (!status.ok()) return exit_status_of(status);

    Status finished;
    MotionEstimator estimator(options_of_search(command.options));
    {
        Progress progress(expected_frames(command, reader.frame_count()));
        status = search_frames(command, reader, estimator, outputs, progress);
        finished = guarded([&] { return outputs.finish(progress.seconds()); });
    }
    if (outputs.stats().frames > 0) print_summary(command, outputs);
    if (!estimator.device_status().ok())
        say("warning: " + estimator.device_status().message() + "; this processor searched instead");
    if (status.ok()) status = finished;
    if (const std::string fault = pocl_cache_fault();
        !status.ok() && wants_device(command.options) && !fault.empty())
        status = {status.code(), status.message() + "; " + fault};
    if (!status.ok()) return exit_status_of(status);
    if (!interrupted()) return report_input(reader);
    say("interrupted; " + std::to_string(outputs.stats().frames) + " frames are written");
    return kInterrupted;
}

}  // namespace

void add_motion_command(CLI::App& app, int& exit_status) {
    CLI::App* motion = app.add_subcommand("motion", "Estimate the motion of every frame of a video");
    const auto command = std::make_shared<MotionCommand>();
    add_motion_flags(*motion, *command);
    motion->callback([command, &exit_status] { exit_status = run_motion(*command); });
}
