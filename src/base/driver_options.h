// SPDX-License-Identifier: MIT
// What the command lines of compiler drivers have in common.
#pragma once

#include "genmedia/status.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace genmedia::base {

// Walks through arguments. `warnings` gets each warning once.
class DriverOptions {
protected:
    DriverOptions(const std::vector<std::string>& arguments, std::vector<std::string>& warnings)
        : arguments_(arguments), warnings_(warnings) {}

    // take(argument) for each until one gives false. Whether all were taken.
    template <class Take>
    bool take_all(Take take) {
        for (at_ = 0; at_ < arguments_.size(); at_++)
            if (!take(arguments_[at_])) return false;
        return true;
    }

    bool fail(std::string text) {
        error_ = std::move(text);
        return false;
    }
    Status outcome(bool good) const { return good ? Status() : Status(StatusCode::invalid_argument, error_); }

    void warn(const std::string& text) {
        if (std::ranges::find(warnings_, text) == warnings_.end()) warnings_.push_back(text);
    }

    void leave_out_next() { at_++; }

    // The value of `option`: the rest of the argument, or the next one.
    bool value(const std::string& argument, const std::string& option, std::string& value) {
        value = argument.substr(option.size());
        if (!value.empty()) return true;
        if (++at_ == arguments_.size()) return fail("option " + option + " without its value");
        value = arguments_[at_];
        return true;
    }
    // The option and its value go to `to`.
    bool with_value(const std::string& argument, const std::string& option, std::vector<std::string>& to) {
        std::string text;
        if (!value(argument, option, text)) return false;
        to.insert(to.end(), {option, text});
        return true;
    }

private:
    const std::vector<std::string>& arguments_;
    std::vector<std::string>& warnings_;
    std::string error_;
    size_t at_ = 0;
};

}  // namespace genmedia::base
