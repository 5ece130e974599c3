// SPDX-License-Identifier: MIT
// What VapourSynth loads.
#include "genmedia/version.h"
#include "vapoursynth/plugin_functions.h"

#include <cstdio>

namespace genmedia::vapoursynth {
namespace {

int version_number() {
    int major = 0, minor = 0;
    if (std::sscanf(version(), "%d.%d", &major, &minor) != 2) return 0;
    return VS_MAKE_VERSION(major, minor);
}

// No exception goes to VapourSynth.
void call(const VSMap* in, VSMap* out, void* which, VSCore* core, const VSAPI* api) {
    const auto& function = *static_cast<const Function*>(which);
    const auto refuse = [&](const std::string& words) {
        api->mapSetError(out, (std::string(function.name) + ": " + words).c_str());
    };
    try {
        function.call(Arguments(in, api), out, core, api);
    } catch (const std::exception& error) {
        refuse(error.what());
    } catch (...) {
        refuse("unknown error");
    }
}

}  // namespace
}  // namespace genmedia::vapoursynth

VS_EXTERNAL_API(void) VapourSynthPluginInit2(VSPlugin* plugin, const VSPLUGINAPI* api) {
    using namespace genmedia::vapoursynth;
    api->configPlugin("dev.genmedia.vapoursynth", "genmedia", "Motion by genmedia", version_number(),
                      VS_MAKE_VERSION(4, 0), 0, plugin);
    for (const Function* function : {&kAnalyse, &kAnalyseMany, &kInter, &kFps, &kTrust})
        api->registerFunction(function->name, function->arguments, function->result, call,
                              const_cast<Function*>(function), plugin);
}
