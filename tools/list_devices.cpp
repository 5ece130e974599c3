// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "genmedia/backends.h"
#include "genmedia/devices.h"
#include "tools/json_lines.h"

#include <cstdio>
#include <memory>

namespace {

const char* kind_of(const genmedia::DeviceInfo& device) {
    return device.number == 0 ? "cpu" : device.is_gpu ? "gpu" : "-";
}

void print(const genmedia::DeviceInfo& device) {
    std::printf("%-3d %-4s %-10s %s\n", device.number, kind_of(device), device.path.c_str(),
                device.name.c_str());
}

Json record_of(const genmedia::DeviceInfo& device) {
    return {{"number", device.number},
            {"kind", kind_of(device)},
            {"instructions", device.path},
            {"name", device.name}};
}

int print_devices(bool json) {
    std::vector<genmedia::BackendInfo> backends;  // the processor's, which has to have one
    if (const genmedia::Status status = genmedia::list_backends(backends); !status.ok()) {
        std::fprintf(stderr, "genmedia: %s\n", status.message().c_str());
        return 2;
    }
    for (const genmedia::DeviceInfo& device : genmedia::list_devices())
        json ? print_json_line(record_of(device)) : print(device);
    return 0;
}

}  // namespace

void add_devices_command(CLI::App& app, int& exit_status) {
    CLI::App* command =
        app.add_subcommand("devices", "List what --device of motion and interpolate can search on");
    const auto json = std::make_shared<bool>(false);
    add_json_flag(*command, *json);
    command->callback([json, &exit_status] { exit_status = print_devices(*json); });
}
