// SPDX-License-Identifier: MIT
// The plugin's functions: what a script calls.
#pragma once

#include "vapoursynth/vapoursynth.h"

namespace genmedia::vapoursynth {

// How VapourSynth registers a function: it refuses other arguments by itself.
struct Function {
    const char* name;
    const char* arguments;
    const char* result;
    // Appends nodes to `clip` of the result. Throws a Refusal.
    void (*call)(const Arguments& arguments, VSMap* result, VSCore* core, const VSAPI* api);
};

extern const Function kAnalyse, kAnalyseMany, kInter, kFps, kTrust;

inline void append(VSMap* result, Node node, const VSAPI* api) {
    api->mapConsumeNode(result, "clip", node.release(), maAppend);
}

}  // namespace genmedia::vapoursynth
