#include "motion_flags.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <utility>
#include <vector>

using namespace genmedia;

namespace {

template <typename T>
using Choices = std::vector<std::pair<const char*, T>>;

const Choices<vme::SearchWindow> windows = {
    {"exhaustive", vme::SearchWindow::exhaustive},
    {"small", vme::SearchWindow::small},
    {"tiny", vme::SearchWindow::tiny},
    {"extra-tiny", vme::SearchWindow::extra_tiny},
    {"diamond", vme::SearchWindow::diamond},
    {"large-diamond", vme::SearchWindow::large_diamond},
    {"16x12", vme::SearchWindow::radius_16x12},
    {"4x4", vme::SearchWindow::radius_4x4},
    {"2x2", vme::SearchWindow::radius_2x2},
};
const Choices<vme::PartitionBit> partitions = {
    {"16x16", vme::partition_16x16}, {"16x8", vme::partition_16x8}, {"8x16", vme::partition_8x16},
    {"8x8", vme::partition_8x8},     {"8x4", vme::partition_8x4},   {"4x8", vme::partition_4x8},
    {"4x4", vme::partition_4x4},     {"all", vme::partition_all},
};
const Choices<vme::Distortion> distortions = {
    {"sad", vme::Distortion::sad}, {"haar", vme::Distortion::haar}, {"ac-haar", vme::Distortion::ac_haar}};
const Choices<vme::SubpixelMode> subpixel_modes = {{"integer", vme::SubpixelMode::integer},
                                                   {"half", vme::SubpixelMode::half},
                                                   {"quarter", vme::SubpixelMode::quarter}};
const Choices<bool> cost_modes = {{"default", true}, {"none", false}};
const Choices<vme::SliceType> slices = {{"p", vme::SliceType::p}, {"b", vme::SliceType::b}};
const Choices<Predictor> predictors = {
    {"none", Predictor::none}, {"spatial", Predictor::spatial}, {"hierarchical", Predictor::hierarchical}};
const Choices<media::RawFormat::Layout> layouts = {{"i420", media::RawFormat::Layout::i420},
                                                   {"nv12", media::RawFormat::Layout::nv12}};

[[noreturn]] void refuse(const std::string& flag, const std::string& value, const std::string& expected) {
    throw CLI::ValidationError(flag, "'" + value + "', expected " + expected);
}

template <typename T>
std::string names_of(const Choices<T>& choices) {
    std::string names;
    for (const auto& choice : choices) names += (names.empty() ? "" : ", ") + std::string(choice.first);
    return names;
}

template <typename T>
T chosen(const std::string& flag, const std::string& value, const Choices<T>& choices) {
    for (const auto& [name, meaning] : choices)
        if (value == name) return meaning;
    refuse(flag, value, "one of " + names_of(choices));
}

template <typename T>
CLI::Option* add_choice(CLI::App& app, const std::string& flag, T& target, const Choices<T>& choices,
                        const std::string& help) {
    const auto parse = [flag, &target, &choices](const std::string& text) {
        target = chosen(flag, text, choices);
    };
    const auto is_default = [&target](const auto& choice) { return choice.second == target; };
    return app.add_option_function<std::string>(flag, parse, help + ": " + names_of(choices))
        ->type_name("NAME")
        ->default_str(std::find_if(choices.begin(), choices.end(), is_default)->first);
}

// The whole of `text` as a number of at least zero.
template <typename T>
bool parse_number(std::string_view text, T& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && number >= 0;
}

void add_number(CLI::App& app, const std::string& flag, int& target, int low, int high,
                const std::string& help) {
    const auto parse = [flag, &target, low, high](const std::string& text) {
        if (!parse_number(text, target) || target < low || target > high)
            refuse(flag, text, "a number in " + std::to_string(low) + ".." + std::to_string(high));
    };
    app.add_option_function<std::string>(flag, parse, help)
        ->type_name("N")
        ->default_str(std::to_string(target));
}

uint8_t parse_disabled_partitions(const std::string& text) {
    unsigned enabled = 0;
    std::istringstream list(text);
    for (std::string name; std::getline(list, name, ',');)
        enabled |= chosen("--partitions", name, partitions);
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

void parse_size(const std::string& text, media::RawFormat& raw) {
    const size_t cross = text.find('x');
    const bool good = cross != std::string::npos &&
                      parse_number(std::string_view(text).substr(0, cross), raw.width) &&
                      parse_number(std::string_view(text).substr(cross + 1), raw.height);
    if (!good) refuse("--size", text, "WIDTHxHEIGHT such as 1920x1080");
}

void check_overlay(const std::string& name) {
    const std::string ending = name.size() > 4 ? name.substr(name.size() - 4) : "";
    const auto percents = std::count(name.begin(), name.end(), '%');
    if (ending == ".mp4" ||
        (ending == ".png" && (percents == 0 || (percents == 1 && has_frame_pattern(name)))))
        return;
    refuse("--overlay", name, "a name ending in .mp4 or .png, the latter with at most one %d pattern");
}

void add_search_flags(CLI::App& app, MotionCommand& command) {
    MotionOptions& options = command.options;
    add_choice(app, "--window", options.window, windows, "search window");
    app.add_option_function<std::string>(
           "--partitions",
           [&options](const std::string& text) {
               options.disabled_partitions = parse_disabled_partitions(text);
           },
           "comma list of the shapes to try: " + names_of(partitions))
        ->type_name("LIST")
        ->default_str("all");
    add_choice(app, "--distortion", options.distortion, distortions, "measure of difference");
    add_choice(app, "--subpel", options.subpixel, subpixel_modes, "precision of the vectors");
    add_choice(app, "--cost", options.default_costs, cost_modes, "costs added to distortions");
    add_number(app, "--qp", options.qp, 0, 51, "quantiser that the default costs are for, 0..51");
    add_choice(app, "--slice", options.slice, slices, "slice type that the default costs are for");
    add_number(app, "--refs", command.references, 1, 2, "1: search the previous frame; 2: the next one too");
    add_choice(app, "--predictor", options.predictor, predictors, "what places the search window");
    app.add_flag("--intra", options.intra, "estimate intra prediction too");
    add_number(app, "--threads", options.threads, 0, 1024, "worker threads, 0: one a core");
}

void add_output_flags(CLI::App& app, MotionCommand& command) {
    app.add_option("-o,--output", command.directory, "directory of the results; motion.npz is always written")
        ->type_name("DIR")
        ->required();
    app.add_flag("--csv", command.csv, "write DIR/motion.csv, a line a macroblock");
    app.add_flag("--flo", command.flow, "write DIR/flow/NNNNNN.flo, dense flow a frame");
    app.add_flag("--stats", command.stats, "write DIR/stats.json");
    app.add_option_function<std::string>(
           "--overlay",
           [&command](const std::string& name) {
               check_overlay(name);
               command.overlay = name;
           },
           "draw the vectors: FILE.mp4 of all frames, FILE.png of the first, FILE-%05d.png of each")
        ->type_name("FILE");
}

}  // namespace

// %d, or %Nd and %0Nd with one digit.
bool has_frame_pattern(const std::string& name) {
    size_t at = name.find('%');
    if (at == std::string::npos) return false;
    at++;
    if (at < name.size() && name[at] == '0') at++;
    if (at < name.size() && name[at] >= '1' && name[at] <= '9') at++;
    return at < name.size() && name[at] == 'd' && name[at - 1] != '0';
}

void add_motion_flags(CLI::App& app, MotionCommand& command) {
    app.add_option("INPUT", command.input, "video file")->type_name("FILE")->required();
    const auto raw = [&command]() -> media::RawFormat& {
        return command.raw ? *command.raw : command.raw.emplace();
    };
    CLI::Option* size = app.add_option_function<std::string>(
                               "--size", [raw](const std::string& text) { parse_size(text, raw()); },
                               "picture size of raw video")
                            ->type_name("WxH");
    app.add_option_function<std::string>(
           "--format", [raw](const std::string& text) { raw().layout = chosen("--format", text, layouts); },
           "layout of raw video: " + names_of(layouts))
        ->type_name("NAME")
        ->needs(size);
    app.add_option_function<std::string>(
           "--frames", [&command](const std::string& text) { command.frames = parse_frames(text); },
           "frames to report, from A up to but not including B")
        ->type_name("A:B");
    add_search_flags(app, command);
    add_output_flags(app, command);
}
