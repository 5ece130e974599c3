#include "opencl/layer/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <cstdlib>
#include <memory>
#include <string>

namespace genmedia::opencl {

spdlog::logger& log() {
    // Never destroyed: PoCL's threads may outlive static objects.
    static spdlog::logger& logger = *[] {
        auto* made = new spdlog::logger("genmedia", std::make_shared<spdlog::sinks::stderr_sink_mt>());
        made->set_pattern("genmedia: %l: %v");
        const char* variable = std::getenv("GENMEDIA_LOG");
        const std::string name = variable == nullptr ? "error" : variable;
        const spdlog::level::level_enum level =
            spdlog::level::from_str(name);  // off for what it does not know
        const bool known = level != spdlog::level::off || name == "off";
        made->set_level(known ? level : spdlog::level::err);
        if (!known) made->error("GENMEDIA_LOG is \"{}\": expected off, error, warn, info or debug", name);
        return made;
    }();
    return logger;
}

}  // namespace genmedia::opencl
