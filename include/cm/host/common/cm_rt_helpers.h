// SPDX-License-Identifier: MIT
// cm_result_check(call): if the call fails, ends the program with the code's name and the place of the call.
#pragma once

#include <cm_rt.h>

#include <cstdlib>
#include <iostream>

#define cm_result_check(call)                                                                              \
    do {                                                                                                   \
        const INT cm_result_ = (call);                                                                     \
        if (cm_result_ != CM_SUCCESS) {                                                                    \
            std::cerr << __FILE__ << ":" << __LINE__ << ": " #call " returned " << cm_result_ << ", "      \
                      << GetCmErrorString(cm_result_) << "\n";                                             \
            std::exit(1);                                                                                  \
        }                                                                                                  \
    } while (false)
