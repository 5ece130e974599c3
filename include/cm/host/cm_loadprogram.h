// SPDX-License-Identifier: MIT
// The helper with which hosts of Intel's tutorials load programs.
#pragma once

#include <cm_rt.h>

inline INT CmDevLoadProgram(CmDevice* device, void* code, UINT bytes, CmProgram*& program,
                            const char* options = nullptr) {
    return device->LoadProgram(code, bytes, program, options);
}
