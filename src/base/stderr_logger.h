// A logger on standard error whose level an environment variable sets: off, error, warn, info or debug.
#pragma once

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <cstdlib>
#include <memory>
#include <string>

namespace genmedia {

// The caller never destroys it where threads of others may outlive static objects.
inline spdlog::logger* make_stderr_logger(const char* variable, const char* level_by_default) {
    auto* made = new spdlog::logger("genmedia", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("genmedia: %l: %v");
    const char* value = std::getenv(variable);
    const std::string name = value == nullptr ? level_by_default : value;
    const spdlog::level::level_enum level = spdlog::level::from_str(name);  // off for what it does not know
    const bool known = level != spdlog::level::off || name == "off";
    made->set_level(known ? level : spdlog::level::from_str(level_by_default));
    if (!known) made->error("{} is \"{}\": expected off, error, warn, info or debug", variable, name);
    return made;
}

}  // namespace genmedia
