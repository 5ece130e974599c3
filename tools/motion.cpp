#include "motion.h"

#include "bounded_queue.h"
#include "interrupt.h"
#include "motion_flags.h"
#include "motion_outputs.h"
#include "progress.h"

#include <algorithm>
#include <cstdio>
#include <deque>
#include <future>
#include <thread>

using namespace genmedia;

namespace {

// Pictures in flight between two threads: enough that neither waits for the other's slowest picture.
constexpr size_t kInFlight = 3;

// Frames of the input in order, each with its neighbours, decoded ahead on a thread of their own. What the
// reader says after the last picture waits until that picture has been used.
class FrameWindow {
public:
    explicit FrameWindow(media::VideoReader& reader)
        : decoding_([this, &reader] {
              for (Decoded decoded; decoded.status.ok() && !decoded.end;) {
                  decoded.status = reader.next(decoded.picture, decoded.end);
                  if (!decoded_.push(decoded)) return;
              }
          }) {
        advance();
        advance();
    }
    ~FrameWindow() {
        decoded_.close();
        decoding_.join();
    }

    void advance() {
        previous = std::move(current);
        current = std::move(next);
        next = media::Picture();
        if (done_) return;
        const std::optional<Decoded> decoded = decoded_.pop();
        done_ = !decoded->status.ok() || decoded->end;
        failure = decoded->status;
        if (!done_) next = decoded->picture;
    }

    media::Picture previous, current, next;
    Status failure;

private:
    struct Decoded {
        media::Picture picture;
        Status status;
        bool end = false;
    };

    bool done_ = false;
    BoundedQueue<Decoded> decoded_{kInFlight};
    std::thread decoding_;
};

// Writes results on a thread of its own, in the order in which they come.
class ResultWriter {
public:
    ResultWriter(MotionOutputs& outputs, Progress& progress)
        : writing_([this, &outputs, &progress] {
              while (std::optional<Result> result = results_.pop()) {
                  status_ = outputs.append(result->picture, result->field);
                  if (!status_.ok()) return results_.close();
                  progress.update(outputs.stats().frames);
              }
          }) {}
    ~ResultWriter() {
        if (writing_.joinable()) static_cast<void>(finish());
    }

    // False where an earlier result could not be written; finish() tells why.
    bool append(const media::Picture& picture, MotionField field) {
        return results_.push({picture, std::move(field)});
    }

    // Waits until all is written.
    Status finish() {
        results_.close();
        writing_.join();
        return status_;
    }

private:
    struct Result {
        media::Picture picture;
        MotionField field;
    };

    Status status_;
    BoundedQueue<Result> results_{kInFlight};
    std::thread writing_;
};

// Two at once: while one picture's last macroblocks are searched, there is work in the next one.
constexpr size_t kSearchesAtOnce = 2;

// The search of one picture, on a thread of its own (and the worker pool).
struct Search {
    Search(const MotionCommand& command, const FrameWindow& frames, int64_t number)
        : current(frames.current), field(std::make_unique<MotionField>()) {
        if (number > 0) {
            previous = frames.previous;
            if (command.references == 2) next = frames.next;
        }
        status = std::async(std::launch::async, [this, &command] {
            MotionRequest request;
            request.source.luma = current.luma();
            if (!previous.empty()) request.previous = previous.luma();
            if (!next.empty()) request.next = next.luma();
            return MotionEstimator(command.options).estimate(request, *field);
        });
    }

    media::Picture current, previous, next;
    std::unique_ptr<MotionField> field;
    std::future<Status> status;  // last: its end waits for the search, which uses the others
};

// How many frames will be reported, as far as the file says; 0: unknown.
int64_t expected_frames(const MotionCommand& command, int64_t frame_count) {
    const int64_t end = frame_count > 0 ? std::min(frame_count, command.frames.end) : command.frames.end;
    if (end == FrameRange().end) return 0;
    const int64_t first = std::max<int64_t>(command.frames.first, command.options.intra ? 0 : 1);
    return std::max<int64_t>(0, end - first);
}

Status nothing_to_report(const MotionCommand& command, int64_t frames) {
    if (command.frames.first > 0 && command.frames.first >= frames)
        return {StatusCode::invalid_argument, "--frames: first frame " +
                                                  std::to_string(command.frames.first) + ", but '" +
                                                  command.input + "' has " + std::to_string(frames)};
    return {StatusCode::invalid_argument,
            "'" + command.input +
                "': no frame to report: frame 0 has no frame before it (--intra reports it too)"};
}

Status search_frames(const MotionCommand& command, media::VideoReader& reader, MotionOutputs& outputs,
                     Progress& progress) {
    FrameWindow frames(reader);
    ResultWriter writer(outputs, progress);
    std::deque<Search> searches;  // in the order of their pictures
    // Hands the results of all but the last `left` searches on to the writer.
    Status status;
    const auto collect = [&](size_t left) {
        for (; status.ok() && searches.size() > left; searches.pop_front()) {
            Search& search = searches.front();
            status = search.status.get();
            if (status.ok() && !writer.append(search.current, std::move(*search.field))) return false;
        }
        return status.ok();
    };
    int64_t number = 0;
    for (; !frames.current.empty() && number < command.frames.end && !interrupted();
         frames.advance(), number++) {
        const bool reported = number >= command.frames.first && (number > 0 || command.options.intra);
        if (!reported) continue;
        searches.emplace_back(command, frames, number);
        if (!collect(kSearchesAtOnce - 1)) break;
    }
    if (status.ok()) collect(0);
    if (!status.ok()) return status;
    status = writer.finish();
    if (!status.ok()) return status;
    if (frames.current.empty() && !frames.failure.ok()) return frames.failure;
    if (outputs.stats().frames == 0 && !interrupted()) return nothing_to_report(command, number);
    return {};
}

void print_summary(const MotionCommand& command, const MotionOutputs& outputs) {
    std::printf("%s\n%s", command.input.c_str(), media::stats_table(outputs.stats()).c_str());
    for (const std::string& name : outputs.files()) std::printf("wrote %s\n", name.c_str());
}

int exit_status_of(const Status& status) {
    std::fprintf(stderr, "genmedia: %s\n", status.message().c_str());
    return status.code() == StatusCode::invalid_argument ? 2 : 1;
}

int run_motion(const MotionCommand& command) {
    media::VideoReader reader;
    Status status = reader.open(command.input, {.raw = command.raw});
    if (!status.ok()) return exit_status_of(status);
    MotionOutputs outputs(command, reader.frame_rate());
    status = outputs.prepare();
    if (!status.ok()) return exit_status_of(status);

    catch_interrupts();
    Status finished;
    {
        Progress progress(expected_frames(command, reader.frame_count()));
        status = search_frames(command, reader, outputs, progress);
        finished = outputs.finish(progress.seconds());
    }
    if (outputs.stats().frames > 0) print_summary(command, outputs);
    if (status.ok()) status = finished;
    if (!status.ok()) return exit_status_of(status);
    if (!interrupted()) return 0;
    std::fprintf(stderr, "genmedia: interrupted; %lld frames are written\n",
                 static_cast<long long>(outputs.stats().frames));
    return 130;
}

}  // namespace

void add_motion_command(CLI::App& app, int& exit_status) {
    CLI::App* motion = app.add_subcommand("motion", "Estimate the motion of every frame of a video");
    const auto command = std::make_shared<MotionCommand>();
    add_motion_flags(*motion, *command);
    motion->callback([command, &exit_status] { exit_status = run_motion(*command); });
}
