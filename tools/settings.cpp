// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "base/settings.h"

#include <cstdio>

namespace {

void print_settings() {
    for (const genmedia::base::Setting* setting : genmedia::base::settings::kAll) {
        const auto value = genmedia::base::value_of(*setting);
        std::printf("%s%s%s\n    %s\n    Expected: %s. Unless set: %s.\n", setting->name, value ? "=" : "",
                    value.value_or("").c_str(), setting->meaning, setting->values, setting->otherwise);
    }
}

}  // namespace

void add_settings_command(CLI::App& app) {
    app.add_subcommand("settings", "List the environment variables that genmedia's parts read")
        ->callback(print_settings);
}
