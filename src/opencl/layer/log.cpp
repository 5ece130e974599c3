#include "opencl/layer/log.h"

#include <cstdlib>
#include <memory>
#include <spdlog/sinks/stdout_sinks.h>

namespace genmedia::opencl {

spdlog::logger& log() {
    // Never destroyed: PoCL's threads may outlive static objects.
    static spdlog::logger& logger = *[] {
        auto* made = new spdlog::logger("genmedia", std::make_shared<spdlog::sinks::stderr_sink_mt>());
        made->set_pattern("genmedia: %l: %v");
        const char* level = std::getenv("GENMEDIA_LOG");
        made->set_level(level == nullptr ? spdlog::level::err : spdlog::level::from_str(level));
        return made;
    }();
    return logger;
}

}  // namespace genmedia::opencl
