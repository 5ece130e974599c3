// SPDX-License-Identifier: MIT
#include "tools/device_flag.h"

#include "genmedia/devices.h"
#include "tools/flag_values.h"

#include <string>

using namespace genmedia;

namespace {

int parse_device(const std::string& text) {
    if (text == "cpu") return kDeviceCpu;
    if (text == "gpu") return kDeviceGpu;
    if (text == "auto") return kDeviceAuto;
    int number = 0;
    if (!parse_number(text, number))
        refuse("--device", text, "cpu, gpu, auto or a number of `genmedia devices`");
    return number;
}

}  // namespace

void add_device_flag(CLI::App& app, int& device) {
    CLI::Option* option = app.add_option_function<std::string>(
        "--device", [&device](const std::string& text) { device = parse_device(text); },
        "what searches: cpu, gpu, auto (the faster one), or a number of `genmedia devices`");
    option->type_name("NAME")->default_str("cpu");
    note_names(*option, {"cpu", "gpu", "auto"});
}

Status check_device(int device, bool refined) {
    if (!refined || device == kDeviceCpu || device == kDeviceAuto) return {};
    const std::string name = device == kDeviceGpu ? "gpu" : std::to_string(device);
    return {StatusCode::invalid_argument,
            "--device " + name + " beside --preset best: expected --device cpu or auto"};
}
