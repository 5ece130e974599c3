// SPDX-License-Identifier: MIT
#include "tools/programs/missing_part.h"

#include <cstdio>

void add_missing_command(CLI::App& app, const std::string& name, const std::string& lack, int& exit_status) {
    CLI::App* command = app.add_subcommand(name, "Not here: this build has " + lack);
    command->set_help_flag();
    command->prefix_command();  // whatever follows
    command->callback([lack, &exit_status] {
        std::fprintf(stderr, "genmedia: this build has %s\n", lack.c_str());
        exit_status = 2;
    });
}
