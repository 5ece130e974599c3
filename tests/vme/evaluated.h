// SPDX-License-Identifier: MIT
// The result of a request that must be accepted.
#pragma once

#include "genmedia/vme.h"

#include <gtest/gtest.h>

namespace genmedia::vme {

template <class Result, class Request>
Result evaluated(const Request& request) {
    Result result;
    const Status status = evaluate(request, result);
    EXPECT_TRUE(status.ok()) << status.message();
    return result;
}

}  // namespace genmedia::vme
