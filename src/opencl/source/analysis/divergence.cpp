// SPDX-License-Identifier: MIT
#include "opencl/source/analysis/divergence.h"

#include "opencl/source/analysis/rules.h"

#include <algorithm>

namespace genmedia::opencl {
namespace {

// Nested assignments are read several times; no real function comes near this limit.
constexpr size_t kMostWork = 4'000'000;

}  // namespace

LaneVariables::LaneVariables(const Program& program, Range body, Together together)
    : program_(program), together_(together) {
    for (size_t i = body.begin; i < body.end; i++) {
        if (is_assignment(program.list[i])) note_assignment(i, body);
    }
    std::vector<std::string_view> open(variables_.begin(), variables_.end());
    while (!open.empty()) {
        const std::string_view variable = open.back();
        open.pop_back();
        const auto found = dependents_.find(variable);
        if (found == dependents_.end()) continue;
        for (const std::string_view dependent : found->second) {
            if (variables_.insert(dependent).second) open.push_back(dependent);
        }
    }
}

bool LaneVariables::is_id(std::string_view name) const {
    return is_lane_id(name) || (together_ == Together::work_group && name == "get_sub_group_id");
}

void LaneVariables::note_assignment(size_t op, Range body) {
    const std::string_view assigned = target(op, body);
    if (assigned.empty()) return;
    const auto& list = program_.list;
    size_t closing = body.end;  // the closing bracket of the pair being passed
    for (size_t i = op + 1; i < body.end && work_ < kMostWork; i++, work_++) {
        const bool inside = i < closing && closing != body.end;
        if (!inside) {
            const bool ends = list[i].is(";") || list[i].is(",") || list[i].is(")") || list[i].is("}");
            if (ends) return;
            const bool opens = list[i].is("(") || list[i].is("[") || list[i].is("{");
            closing = opens ? program_.partner[i] : body.end;
        }
        if (!list[i].is_identifier()) continue;
        if (is_id(list[i].text)) variables_.insert(assigned);
        dependents_[list[i].text].push_back(assigned);
    }
}

// The variable on the left of an assignment, which may be to its elements or members.
std::string_view LaneVariables::target(size_t op, Range body) const {
    const auto& list = program_.list;
    for (size_t i = op; i-- > body.begin;) {
        if (list[i].is("]")) {
            i = program_.partner[i];
        } else if (!list[i].is_identifier()) {
            return {};
        } else if (i > body.begin && (list[i - 1].is(".") || list[i - 1].is("->"))) {
            i--;
        } else {
            return list[i].text;
        }
    }
    return {};
}

bool LaneVariables::mentioned(Range range) const {
    for (size_t i = range.begin; i < range.end; i++) {
        const Token& token = program_.list[i];
        if (token.is_identifier() && (is_id(token.text) || variables_.contains(token.text))) return true;
    }
    return false;
}

}  // namespace genmedia::opencl
