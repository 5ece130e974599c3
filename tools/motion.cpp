#include "motion.h"

#include "interrupt.h"
#include "motion_flags.h"
#include "motion_outputs.h"
#include "progress.h"

#include <algorithm>
#include <cstdio>

using namespace genmedia;

namespace {

// Frames of the input in order, each with its neighbours. What the reader says after the last picture waits
// until that picture has been used.
struct FrameWindow {
    media::VideoReader& reader;
    media::Picture previous, current, next;
    Status failure;

    void advance() {
        previous = std::move(current);
        current = std::move(next);
        next = media::Picture();
        bool end = false;
        if (failure.ok()) failure = reader.next(next, end);
    }
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
    MotionEstimator estimator(command.options);
    MotionField field;
    FrameWindow frames{reader, {}, {}, {}, {}};
    frames.advance();
    frames.advance();
    int64_t number = 0;
    for (; !frames.current.empty() && number < command.frames.end && !interrupted();
         frames.advance(), number++) {
        const bool reported = number >= command.frames.first && (number > 0 || command.options.intra);
        if (!reported) continue;
        MotionRequest request;
        request.source.luma = frames.current.luma();
        if (number > 0) {
            request.previous = frames.previous.luma();
            if (command.references == 2) request.next = frames.next.luma();
        }
        Status status = estimator.estimate(request, field);
        if (status.ok()) status = outputs.append(frames.current, field);
        if (!status.ok()) return status;
        progress.update(outputs.stats().frames);
    }
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
