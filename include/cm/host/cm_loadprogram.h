// SPDX-License-Identifier: MIT
// The helper that hosts in Intel's tutorials use to load programs.
#pragma once

#include <cm_rt.h>

inline INT CmDevLoadProgram(CmDevice* device, void* code, UINT bytes, CmProgram*& program,
                            const char* options = nullptr) {
    return device->LoadProgram(code, bytes, program, options);
}
