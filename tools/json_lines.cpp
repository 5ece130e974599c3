// SPDX-License-Identifier: MIT
#include "tools/json_lines.h"

#include <cstdio>

void add_json_flag(CLI::App& app, bool& json) {
    app.add_flag("--json", json, "print JSON for programs, an object a line");
}

// Names of files may be no UTF-8, which JSON is.
void print_json_line(const Json& object) {
    std::printf("%s\n", object.dump(-1, ' ', false, Json::error_handler_t::replace).c_str());
    std::fflush(stdout);
}

Json run_record(const std::string& input, const std::string& output, int exit_status,
                const genmedia::Status& status) {
    const Json error = status.ok() ? Json() : Json(status.message());
    return {{"input", input}, {"output", output}, {"exit_status", exit_status}, {"error", error}};
}
