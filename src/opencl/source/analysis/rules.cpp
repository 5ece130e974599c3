// SPDX-License-Identifier: MIT
#include "opencl/source/analysis/rules.h"

#include <algorithm>
#include <unordered_set>

namespace genmedia::opencl {

bool starts_with_one_of(std::string_view name, std::initializer_list<std::string_view> prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(),
                       [&](std::string_view prefix) { return name.starts_with(prefix); });
}

bool is_sub_group_name(std::string_view name) {
    return starts_with_one_of(
        name, {"intel_sub_group", "intel_media_block", "sub_group_", "get_sub_group", "get_num_sub_groups",
               "get_max_sub_group_size", "get_simd_size", "get_enqueued_num_sub_groups"});
}

bool is_layer_name(std::string_view name) {
    return is_sub_group_name(name) || name.starts_with("CLK_AVC_ME") || name == "intel_reqd_sub_group_size" ||
           name == "__intel_reqd_sub_group_size__";
}

bool is_lane_id(std::string_view name) {
    constexpr std::string_view ids[] = {"get_sub_group_local_id", "get_local_id", "get_local_linear_id",
                                        "get_global_id", "get_global_linear_id"};
    return std::find(std::begin(ids), std::end(ids), name) != std::end(ids);
}

bool is_atomic(std::string_view name) { return starts_with_one_of(name, {"atomic_", "atom_"}); }

bool is_evaluation(std::string_view name) {
    return name.starts_with("intel_sub_group_avc_") && name.find("_evaluate_") != name.npos;
}

bool is_exchange(std::string_view name) {
    return is_work_group_barrier(name) || is_evaluation(name) ||
           starts_with_one_of(name, {"sub_group_", "intel_sub_group_shuffle", "intel_sub_group_broadcast",
                                     "intel_sub_group_reduce_", "intel_sub_group_scan_"});
}

bool is_assignment(const Token& token) {
    return token.kind == TokenKind::punctuator &&
           is_one_of(token, {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="});
}

bool is_local(const Token& token) { return token.is("__local") || token.is("local"); }

bool is_work_group_barrier(std::string_view name) {
    return name == "barrier" || name == "work_group_barrier";
}

bool is_work_group_function(std::string_view name) {
    return !is_work_group_barrier(name) &&
           (name == "wait_group_events" || starts_with_one_of(name, {"work_group_", "async_work_group_"}));
}

std::vector<bool> functions_reaching(const Program& program, const std::function<bool(const Call&)>& wanted) {
    std::vector<bool> reaches(program.functions.size());
    std::vector<std::vector<size_t>> callers(program.functions.size());
    std::vector<size_t> open;
    for (size_t i = 0; i < program.functions.size(); i++) {
        for (const Call& call : program.functions[i].calls) {
            for (const size_t callee : program.callees(call)) callers[callee].push_back(i);
            if (reaches[i] || !wanted(call)) continue;
            reaches[i] = true;
            open.push_back(i);
        }
    }
    while (!open.empty()) {
        const size_t callee = open.back();
        open.pop_back();
        for (const size_t caller : callers[callee]) {
            if (!reaches[caller]) open.push_back(caller);
            reaches[caller] = true;
        }
    }
    return reaches;
}

std::vector<bool> reached_functions(const Program& program, std::vector<const Call*> calls) {
    std::vector<bool> result(program.functions.size());
    while (!calls.empty()) {
        const Call& call = *calls.back();
        calls.pop_back();
        for (const size_t callee : program.callees(call)) {
            if (result[callee]) continue;
            result[callee] = true;
            for (const Call& next : program.functions[callee].calls) calls.push_back(&next);
        }
    }
    return result;
}

std::vector<bool> called_functions(const Program& program) {
    std::unordered_set<std::string_view> names;
    for (const Function& function : program.functions) {
        for (const Call& call : function.calls) names.insert(program.name(call));
    }
    std::vector<bool> called;
    for (const Function& function : program.functions)
        called.push_back(names.contains(program.name(function)));
    return called;
}

}  // namespace genmedia::opencl
