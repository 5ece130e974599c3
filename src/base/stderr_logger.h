// SPDX-License-Identifier: MIT
// A logger on standard error whose level a setting says: off, error, warn, info or debug.
#pragma once

#include "base/settings.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <string>

namespace genmedia::base {

// The caller never destroys it where threads of others may outlive static objects.
inline spdlog::logger* make_stderr_logger(const Setting& setting) {
    auto* made = new spdlog::logger("genmedia", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("genmedia: %l: %v");
    const std::string name = value_of(setting).value_or(setting.otherwise);
    const spdlog::level::level_enum level = spdlog::level::from_str(name);  // off for what it does not know
    const bool known = level != spdlog::level::off || name == "off";
    made->set_level(known ? level : spdlog::level::from_str(setting.otherwise));
    if (!known) made->error(wrong_value(setting, name));
    return made;
}

}  // namespace genmedia::base
