// SPDX-License-Identifier: MIT
// Intel's samples share a harness that is not public. This one has the names that they use: settings of a run.
#pragma once

#include <map>
#include <sstream>
#include <string>

class Properties {
public:
    void set(const std::string& name, const std::string& value) { values_[name] = value; }

    // Leaves the value where there is no such setting.
    template <class T>
    bool get(const char* name, T& value) const {
        const auto found = values_.find(name);
        if (found == values_.end()) return false;
        std::istringstream text(found->second);
        return static_cast<bool>(text >> value);
    }
    bool get(const char*, char*&) const { return false; }

private:
    std::map<std::string, std::string> values_;
};
