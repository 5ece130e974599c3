// SPDX-License-Identifier: MIT
// Names that mean something to the layer, and searches for them in a program.
#pragma once

#include "opencl/source/analysis/functions.h"

#include <functional>

namespace genmedia::opencl {

bool starts_with_one_of(std::string_view name, std::initializer_list<std::string_view> prefixes);
bool is_layer_name(std::string_view name);      // whether the layer provides it
bool is_sub_group_name(std::string_view name);  // a function of sub-groups
bool is_lane_id(std::string_view name);         // differs between work-items of a sub-group
bool is_atomic(std::string_view name);
bool is_evaluation(std::string_view name);  // asks the unit
bool is_exchange(std::string_view name);    // the work-items of a sub-group wait for each other inside it
bool is_assignment(const Token& token);     // = and its kin
bool is_local(const Token& token);          // the address space
bool is_work_group_barrier(std::string_view name);
bool is_work_group_function(std::string_view name);  // collectives and asynchronous copies

// Functions with a call for which `wanted` holds, or with a call of such a function. A flag for each.
std::vector<bool> functions_reaching(const Program& program, const std::function<bool(const Call&)>& wanted);

// The functions that the calls reach, a flag for each.
std::vector<bool> reached_functions(const Program& program, std::vector<const Call*> calls);

// Which functions are called in this source, as a flag for each.
std::vector<bool> called_functions(const Program& program);

}  // namespace genmedia::opencl
