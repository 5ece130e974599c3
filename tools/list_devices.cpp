// SPDX-License-Identifier: MIT
#include "tools/subcommands.h"

#include "genmedia/backends.h"
#include "genmedia/devices.h"

#include <cstdio>

namespace {

int print_devices() {
    std::vector<genmedia::BackendInfo> backends;  // the processor's, which has to have one
    if (const genmedia::Status status = genmedia::list_backends(backends); !status.ok()) {
        std::fprintf(stderr, "genmedia: %s\n", status.message().c_str());
        return 2;
    }
    for (const genmedia::DeviceInfo& device : genmedia::list_devices())
        std::printf("%-3d %-4s %-10s %s\n", device.number,
                    device.number == 0 ? "cpu"
                    : device.is_gpu    ? "gpu"
                                       : "-",
                    device.path.c_str(), device.name.c_str());
    return 0;
}

}  // namespace

void add_devices_command(CLI::App& app, int& exit_status) {
    CLI::App* command = app.add_subcommand("devices", "List what genmedia motion --device can search on");
    command->callback([&exit_status] { exit_status = print_devices(); });
}
