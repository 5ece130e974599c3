// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "tools/motion/batch.h"
#include "tools/motion/clip_run.h"
#include "tools/outcome.h"
#include "tools/pipeline/interrupt.h"

#include <csignal>
#include <memory>

using namespace genmedia;

namespace {

int say_device_failure(const MotionEstimator& estimator, int status) {
    if (!estimator.device_status().ok())
        say("warning: " + estimator.device_status().message() + "; this processor searched instead");
    return status;
}

// One clip after the other; a failure does not keep the others from being searched.
int run_batch(const MotionCommand& command, const std::vector<Clip>& clips, MotionEstimator& estimator) {
    std::vector<int> statuses;
    for (const Clip& clip : clips) {
        if (interrupted()) break;
        MotionCommand one = command;
        one.input.path = clip.input;
        one.directory = clip.directory;
        if (!command.overlay.empty()) one.overlay = clip.directory + "/" + command.overlay;
        const std::string place =
            "clip " + std::to_string(statuses.size() + 1) + " of " + std::to_string(clips.size()) + ", ";
        statuses.push_back(ClipRun(one, estimator, true).run(place));
    }
    return batch_status(clips, statuses);
}

int run_motion(MotionCommand command) {
    if (Status status = check_search(command); !status.ok()) return exit_status_of(status);
    settle(command.options, command);
    catch_interrupts();
    if (command.pipes_overlay()) std::signal(SIGPIPE, SIG_IGN);
    MotionEstimator estimator(options_of_search(command.options));
    if (!is_batch(command.inputs)) {
        command.input.path = command.inputs.front();
        return say_device_failure(estimator, ClipRun(command, estimator).run());
    }
    std::vector<Clip> clips;
    if (Status status = find_clips(command, clips); !status.ok()) return exit_status_of(status);
    return say_device_failure(estimator, run_batch(command, clips, estimator));
}

}  // namespace

void add_motion_command(CLI::App& app, int& exit_status) {
    CLI::App* motion = app.add_subcommand("motion", "Estimate the motion of every frame of videos");
    const auto command = std::make_shared<MotionCommand>();
    add_motion_flags(*motion, *command);
    motion->callback([command, motion, &exit_status] {
        check_motion_flags(*motion, *command);
        exit_status = run_motion(*command);
    });
}
