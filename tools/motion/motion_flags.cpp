// SPDX-License-Identifier: MIT
#include "tools/motion/motion_flags.h"

#include "base/motion_names.h"
#include "media/results/result_kinds.h"
#include "media/video/file_pattern.h"
#include "media/video/output/output_file.h"
#include "tools/device_flag.h"
#include "tools/flag_values.h"
#include "tools/json_lines.h"

#include <algorithm>
#include <charconv>
#include <sstream>

using namespace genmedia;

namespace {

const base::Choices<media::Arrows> kArrowKinds = {{"motion", media::Arrows::motion},
                                                  {"match", media::Arrows::match}};

uint8_t parse_disabled_partitions(const std::string& text) {
    unsigned enabled = 0;
    std::istringstream list(text);
    for (std::string name; std::getline(list, name, ',');)
        enabled |= chosen("--partitions", name, base::kPartitions);
    if (enabled == 0) refuse("--partitions", text, "a comma list of " + names_of(base::kPartitions));
    return static_cast<uint8_t>(vme::partition_all & ~enabled);
}

FrameRange parse_frames(const std::string& text) {
    FrameRange range;
    const size_t colon = text.find(':');
    const std::string first = text.substr(0, colon), end = colon < text.size() ? text.substr(colon + 1) : "";
    const bool good = colon != std::string::npos && (first.empty() || parse_number(first, range.first)) &&
                      (end.empty() || parse_number(end, range.end)) && range.first < range.end;
    if (!good) refuse("--frames", text, "A:B with 0 <= A < B, either left out");
    return range;
}

void check_overlay(const std::string& name) {
    if (media::is_standard_output(name)) return refuse_terminal("--overlay");
    const bool has_percent = name.find('%', name.rfind('/') + 1) != std::string::npos;
    if (media::has_ending(name, ".mp4") || media::has_ending(name, ".mkv") ||
        (media::has_ending(name, ".png") && (!has_percent || media::FilePattern::parse(name))))
        return;
    refuse("--overlay", name, "a name ending in .mp4, .mkv or .png, the last with at most one %d pattern");
}

void add_output_flags(CLI::App& app, MotionCommand& command) {
    app.add_option("-o,--output", command.directory,
                   "directory of the results; of several inputs, DIR/NAME for each")
        ->type_name("DIR")
        ->required();
    for (const media::ResultKind& kind : media::result_kinds())
        if (kind.flag)
            app.add_flag_callback(
                kind.flag, [&] { command.results.insert(kind.name); }, kind.help);
    app.add_flag("--flo", command.flow, "write DIR/flow/NNNNNN.flo, dense flow a frame");
    app.add_flag("--dense", command.dense, "put dense flow into motion.npz, too");
    app.add_option_function<std::string>(
           "--overlay",
           [&command](const std::string& name) {
               check_overlay(name);
               command.overlay = name;
           },
           "draw the vectors: FILE.mp4 or .mkv of all frames, FILE.png of the first, FILE-%05d.png of each; "
           "- for "
           "standard output, as NUT")
        ->type_name("FILE");
    app.add_flag("--y4m", command.pictures_alone, "with --overlay -: YUV4MPEG2, pictures alone");
    add_choice(app, "--arrows", command.overlay_options.arrows, kArrowKinds,
               "where the overlay's arrows lead: along the motion, or to the match");
    app.add_flag("--color", command.overlay_options.color, "keep the picture's colours in the overlay");
    add_json_flag(app, command.json);
    app.add_flag("--force", command.force, "replace an overlay that exists outside of the output directory");
}

}  // namespace

void add_search_flags(CLI::App& app, MotionCommand& command) {
    MotionOptions& options = command.options;
    CLI::Option* together = app.add_option_function<std::string>(
        "--preset",
        [&options](const std::string& name) {
            const base::Preset& preset = *chosen("--preset", name, base::kPresets);
            options.window = preset.window;
            options.disabled_partitions = preset.disabled_partitions;
            options.distortion = preset.distortion;
            options.subpixel = preset.subpixel;
            options.refined = preset.refined;
        },
        "settings that go together; other flags go before it: " + names_of(base::kPresets));
    together->type_name("NAME")->default_str("default");
    note_names(*together, base::kPresets);
    add_choice(app, "--window", options.window, base::kWindows, "search window");
    CLI::Option* partitions = app.add_option_function<std::string>(
        "--partitions",
        [&options](const std::string& text) {
            options.disabled_partitions = parse_disabled_partitions(text);
        },
        "comma list of the shapes to try: " + names_of(base::kPartitions));
    partitions->type_name("LIST")->default_str("all");
    note_names(*partitions, base::kPartitions);
    add_choice(app, "--distortion", options.distortion, base::kDistortions, "measure of difference");
    add_choice(app, "--subpel", options.subpixel, base::kSubpixelModes, "precision of the vectors");
    add_choice(app, "--cost", options.default_costs, base::kCostModes, "costs added to distortions");
    add_number(app, "--qp", options.qp, 0, 51, "quantiser that the default costs are for, 0..51");
    add_choice(app, "--slice", options.slice, base::kSlices, "slice type that the default costs are for");
    add_number(app, "--refs", command.references, 1, 2, "1: search the previous frame; 2: the next one too");
    add_choice(app, "--predictor", options.predictor, base::kPredictors, "what places the search window");
    add_choice(app, "--field", options.field, base::kFields,
               "what vectors follow: codec, the best prediction; true, the objects");
    add_real(app, "--smoothness", options.smoothness, 0, 100,
             "with --field true: how much it counts that a block moves unlike its neighbours, 0..100");
    app.add_flag("--intra", options.intra, "estimate intra prediction too");
    add_number(app, "--threads", options.threads, 0, 1024, "worker threads, 0: one a core");
    add_device_flag(app, options.device);
}

void add_frames_flag(CLI::App& app, MotionCommand& command) {
    app.add_option_function<std::string>(
           "--frames", [&command](const std::string& text) { command.frames = parse_frames(text); },
           "frames to report, from A up to but not including B")
        ->type_name("A:B");
}

void add_motion_flags(CLI::App& app, MotionCommand& command) {
    app.add_option(
           "INPUT", command.inputs,
           "video files, and folders of them; or one of: - for standard input, FRAME%03d.png for numbered "
           "pictures")
        ->type_name("FILE")
        ->required();
    add_reader_flags(app, command.input);
    add_frames_flag(app, command);
    add_search_flags(app, command);
    add_output_flags(app, command);
}

void check_motion_flags(const CLI::App& app, const MotionCommand& command) {
    check_standard_output_flags(app, command.pipes_overlay(), "--overlay -",
                                command.json && command.pipes_overlay());
}

Status check_search(const MotionCommand& command) {
    if (command.options.field == Field::codec && command.options.smoothness != 1)
        return {StatusCode::invalid_argument, "--smoothness: expected --field true beside it"};
    if (command.options.field == Field::codec) return {};
    if (command.references == 2)
        return {StatusCode::invalid_argument, "--refs: '2', expected 1 beside --field true"};
    return check_device(command.options.device, command.options.refined);
}

void settle(MotionOptions& options, const MotionCommand& command) {
    options.confidence = options.field == Field::true_motion;
    options.scene_cuts = true;
    options.refined = options.refined && options.field == Field::true_motion;
    options.per_pixel = options.confidence && (command.flow || command.dense);
}
