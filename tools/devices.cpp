// SPDX-License-Identifier: MIT
#include "devices.h"

#include "genmedia/devices.h"

#include <cstdio>

void add_devices_command(CLI::App& app) {
    CLI::App* command = app.add_subcommand("devices", "List what genmedia motion --device can search on");
    command->callback([] {
        for (const genmedia::DeviceInfo& device : genmedia::list_devices())
            std::printf("%-3d %-4s %-10s %s\n", device.number,
                        device.number == 0 ? "cpu"
                        : device.is_gpu    ? "gpu"
                                           : "-",
                        device.path.c_str(), device.name.c_str());
    });
}
