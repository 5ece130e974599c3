// SPDX-License-Identifier: MIT
#include "media/video/output/output_file.h"
#include "tools/flag_values.h"
#include "tools/json_lines.h"
#include "tools/view/view_command.h"

#include <filesystem>

using namespace genmedia;

void add_view_flags(CLI::App& app, ViewCommand& command) {
    constexpr int64_t most = 2000;
    app.add_option("INPUT", command.inputs,
                   "a video, or the output directory of `genmedia motion`; two are compared")
        ->type_name("FILE")
        ->expected(1, 2)
        ->required();
    app.add_option_function<std::string>(
           "-o,--output",
           [&command](const std::string& name) {
               if (!media::has_ending(name, ".html")) refuse("--output", name, "a name ending in .html");
               command.output = name;
           },
           "the page; of one output directory, view.html in it unless given")
        ->type_name("FILE");
    app.add_option("--video", command.video,
                   "the video that a directory's results are of, where it is not found")
        ->type_name("FILE");
    app.add_flag("--encode", command.encode,
                 "show what `genmedia encode` decides for --qp, in place of the motion alone");
    app.add_flag("--records", command.records,
                 "search for each shape by itself, too: what the 41 blocks of a macroblock would have cost");
    add_number(app, "--scale", command.scale, 1, 16, "divide the sides of the page's pictures");
    add_number(app, "--quality", command.quality, 0, 51, "of the page's pictures, 0 (best) to 51");
    add_number(app, "--max-size", command.most_megabytes, int64_t{1}, most, "largest page, in MB");
    add_reader_flags(app, command.motion.input);
    add_frames_flag(app, command.motion);
    add_search_flags(app, command.motion);
    add_json_flag(app, command.json);
}

void check_view_flags(ViewCommand& command) {
    std::error_code error;
    if (command.output.empty() && command.inputs.size() == 1 &&
        std::filesystem::is_directory(command.inputs.front(), error))
        command.output = (std::filesystem::path(command.inputs.front()) / "view.html").string();
    if (command.output.empty()) throw CLI::RequiredError("--output");
    if (command.encode && (command.motion.references == 2 || command.motion.options.field != Field::codec))
        throw CLI::ValidationError("--encode", "expected neither --refs 2 nor --field true beside it");
    if (command.records && (command.encode || command.motion.options.field != Field::codec))
        throw CLI::ValidationError("--records", "expected neither --encode nor --field true beside it");
}
