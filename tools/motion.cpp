// SPDX-License-Identifier: MIT
#include "motion.h"

#include "interrupt.h"
#include "media/stats_text.h"
#include "motion_flags.h"
#include "motion_outputs.h"
#include "outcome.h"
#include "progress.h"

#include <tbb/parallel_pipeline.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <utility>

using namespace genmedia;

namespace {

// Pictures in flight: one is decoded and one written while two are searched. Two, so that there is work while
// one picture's last macroblocks are searched. With more than four cores one for each, for steps that use a
// single core.
size_t in_flight(int threads) {
    return std::max<size_t>(4,
                            threads > 0 ? static_cast<size_t>(threads) : std::thread::hardware_concurrency());
}

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
        : command_(command), reader_(reader) {}

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
        if (!end) failure_ = reader_.next(picture, end);
        return picture;
    }

    const MotionCommand& command_;
    media::VideoReader& reader_;
    media::Picture previous_, current_, following_;
    int64_t number_ = 0;  // of the picture in following_
    Status failure_;
};

Status search(MotionEstimator& estimator, Search& search) {
    MotionRequest request;
    request.source.luma = search.current.luma();
    if (!search.previous.empty()) request.previous = search.previous.luma();
    if (!search.next.empty()) request.next = search.next.luma();
    return estimator.estimate(request, search.field);
}

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

// Decodes, searches and writes, each while the others go on. Whatever fails, the pictures before it are
// written.
Status search_frames(const MotionCommand& command, media::VideoReader& reader, MotionEstimator& estimator,
                     MotionOutputs& outputs, Progress& progress) {
    FrameSource source(command, reader);
    std::atomic<bool> stopped = false;
    Status written;  // the first failure of a search or of the writing
    const auto decode = [&](tbb::flow_control& control) {
        SearchPointer next;
        const Status status = guarded([&] {
            if (!stopped) next = source.next();
            return source.failure();
        });
        if (!status.ok()) source.fail(status);
        if (!next) control.stop();
        return next;
    };
    const auto search_one = [&](SearchPointer one) {
        if (!stopped)
            one->status = guarded([&] {
                Status status = search(estimator, *one);
                return status.ok() ? outputs.pack(one->facts(), one->field, one->packed) : status;
            });
        return one;
    };
    const auto write = [&](const SearchPointer& one) {
        if (stopped) return;
        written = one->status;
        if (written.ok())
            written =
                guarded([&] { return outputs.append(one->current, one->facts(), one->field, one->packed); });
        if (!written.ok()) stopped = true;
        progress.update(outputs.stats().frames);
    };
    const int threads = command.options.threads;
    const Status status = guarded([&] {
        tbb::task_arena(threads > 0 ? threads : tbb::task_arena::automatic).execute([&] {
            tbb::parallel_pipeline(
                in_flight(threads),
                tbb::make_filter<void, SearchPointer>(tbb::filter_mode::serial_in_order, decode) &
                    tbb::make_filter<SearchPointer, SearchPointer>(tbb::filter_mode::parallel, search_one) &
                    tbb::make_filter<SearchPointer, void>(tbb::filter_mode::serial_in_order, write));
        });
        return Status();
    });
    for (const Status* failure : {&std::as_const(written), &source.failure(), &status})
        if (!failure->ok()) return *failure;
    if (outputs.stats().frames == 0 && !interrupted())
        return nothing_to_report(command, reader.name(), source.frames_read());
    return {};
}

void print_summary(const MotionCommand& command, const MotionOutputs& outputs) {
    std::printf("%s\n%s", command.input.path.c_str(), media::stats_table(outputs.stats()).c_str());
    for (const std::string& name : outputs.files()) std::printf("wrote %s\n", name.c_str());
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

// A device searches pictures that the processors decode meanwhile.
bool is_on_device(const MotionOptions& options) { return options.device > 0 || options.device == kDeviceGpu; }

// Beside a device each picture in flight has one thread, which waits. More would wait for processors.
MotionOptions options_of_search(MotionOptions options) {
    if (is_on_device(options)) options.threads = 1;
    return options;
}

// Beside a device, what FFmpeg takes by itself and a thread for each of those that search: the decoder stops
// where one of its threads waits for a processor and no other has a picture to go on with.
media::ReaderOptions options_of_reader(const MotionCommand& command) {
    media::ReaderOptions options = command.input.reader_options();
    constexpr unsigned most_by_itself = 16, searching = 4;  // as DeviceSearch::kInFlight
    if (is_on_device(command.options))
        options.threads =
            static_cast<int>(std::min(most_by_itself, std::thread::hardware_concurrency()) + searching);
    return options;
}

int run_motion(MotionCommand command) {
    if (Status status = check_together(command); !status.ok()) return exit_status_of(status);
    command.options.confidence = command.options.field == Field::true_motion;
    command.options.per_pixel = command.options.confidence && (command.flow || command.dense);
    catch_interrupts();
    media::VideoReader reader;
    Status status = reader.open(command.input.path, options_of_reader(command));
    if (interrupted()) return report_interruption(false);
    if (!status.ok()) return exit_status_of(status);
    MotionOutputs outputs(command, reader);
    status = outputs.prepare();
    if (!outputs.warning().empty()) say("warning: " + outputs.warning());
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
