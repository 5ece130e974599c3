// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "genmedia/backends.h"

#include <cstdio>

namespace {

int print_backends() {
    std::vector<genmedia::BackendInfo> list;
    const genmedia::Status status = genmedia::list_backends(list);
    if (!status.ok()) {
        std::fprintf(stderr, "genmedia: %s\n", status.message().c_str());
        return 2;
    }
    for (const genmedia::BackendInfo& b : list) {
        const char* state = b.in_use ? "in use" : b.supported ? "supported" : "not supported here";
        std::printf("%-10s %-19s %s\n", b.name.c_str(), state, b.description.c_str());
    }
    return 0;
}

}  // namespace

void add_backends_command(CLI::App& app, int& exit_status) {
    CLI::App* command = app.add_subcommand(
        "backends", "List what the motion estimation unit can run on; GENMEDIA_BACKEND=NAME chooses one");
    command->callback([&exit_status] { exit_status = print_backends(); });
}
