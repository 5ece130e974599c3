// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "base/settings.h"
#include "tools/json_lines.h"

#include <cstdio>
#include <memory>

namespace {

using genmedia::base::Setting;

void print(const Setting& setting) {
    const auto value = genmedia::base::value_of(setting);
    std::printf("%s%s%s\n    %s\n    Expected: %s. Unless set: %s.\n", setting.name, value ? "=" : "",
                value.value_or("").c_str(), setting.meaning, setting.values, setting.otherwise);
}

Json record_of(const Setting& setting) {
    const auto value = genmedia::base::value_of(setting);
    return {{"name", setting.name},
            {"value", value ? Json(*value) : Json()},
            {"meaning", setting.meaning},
            {"expected", setting.values},
            {"unless_set", setting.otherwise}};
}

void print_settings(bool json) {
    for (const Setting* setting : genmedia::base::settings::kAll)
        json ? print_json_line(record_of(*setting)) : print(*setting);
}

}  // namespace

void add_settings_command(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("settings", "List the environment variables that genmedia's parts read");
    const auto json = std::make_shared<bool>(false);
    add_json_flag(*command, *json);
    command->callback([json] { print_settings(*json); });
}
