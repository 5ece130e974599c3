// SPDX-License-Identifier: MIT
// Tests of calls on a driver of their own.
#pragma once

#include "loaded_driver.h"

namespace genmedia::test {

class DriverTest : public ::testing::Test {
protected:
    LoadedDriver driver_;
    VADriverVTable& table_ = driver_.table;
    VADriverContext& context_ = *driver_.context();
};

}  // namespace genmedia::test
