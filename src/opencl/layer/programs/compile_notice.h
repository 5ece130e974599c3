// SPDX-License-Identifier: MIT
// Reports slow compilations of PoCL on standard error: "genmedia: compiling NAME ...", after two seconds.
#pragma once

#include "opencl/layer/target.h"

#include <atomic>
#include <memory>
#include <string>

namespace genmedia::opencl {

// While it lives, the thread that made it is compiling something.
class CompileNotice {
public:
    explicit CompileNotice(std::string name);
    CompileNotice(const CompileNotice&) = delete;
    CompileNotice& operator=(const CompileNotice&) = delete;
    ~CompileNotice();

private:
    std::shared_ptr<std::atomic<bool>> over_ = std::make_shared<std::atomic<bool>>(false);
};

// A command that PoCL compiles once no other command is before it. It counts as compiling until it has
// `started`. The event must live until forget_compilation().
void notice_compilation(std::string name, cl_event command, std::shared_ptr<std::atomic<bool>> started);
void forget_compilation(const std::shared_ptr<std::atomic<bool>>& started);

}  // namespace genmedia::opencl
