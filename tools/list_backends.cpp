// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "genmedia/backends.h"
#include "tools/json_lines.h"

#include <cstdio>
#include <memory>

namespace {

void print(const genmedia::BackendInfo& b) {
    const char* state = b.in_use ? "in use" : b.supported ? "supported" : "not supported here";
    std::printf("%-10s %-19s %s\n", b.name.c_str(), state, b.description.c_str());
}

Json record_of(const genmedia::BackendInfo& b) {
    return {
        {"name", b.name}, {"supported", b.supported}, {"in_use", b.in_use}, {"description", b.description}};
}

int print_backends(bool json) {
    std::vector<genmedia::BackendInfo> list;
    const genmedia::Status status = genmedia::list_backends(list);
    if (!status.ok()) {
        std::fprintf(stderr, "genmedia: %s\n", status.message().c_str());
        return 2;
    }
    for (const genmedia::BackendInfo& b : list) json ? print_json_line(record_of(b)) : print(b);
    return 0;
}

}  // namespace

void add_backends_command(CLI::App& app, int& exit_status) {
    CLI::App* command = app.add_subcommand(
        "backends", "List what the motion estimation unit can run on; GENMEDIA_BACKEND=NAME chooses one");
    const auto json = std::make_shared<bool>(false);
    add_json_flag(*command, *json);
    command->callback([json, &exit_status] { exit_status = print_backends(*json); });
}
