// SPDX-License-Identifier: MIT
// A backend's functions under watch: each call is counted, and its raw output compared with the reference's.
// Where one crashes, its name and the round are printed before the program ends.
#pragma once

#include "motion/field_backends.h"

#include <array>
#include <cstdint>

namespace genmedia::test {

enum class Function {
    search_window,
    refine_block,
    predict,
    mix,
    distortion,
    intra_8x8,
    intra_4x4,
    transform,
    gradient_sums,
    row_differences,
    match_difference,
    best_vectors,
    best_neighbor,
    spread_vector,
    step_equations,
    step_relax,
    subtract_local_means,
    flow_weights,
    flow_equations,
    flow_relax,
    block_difference,
    deep_block_difference,
    block_differences,
    deep_block_differences,
    seen_difference,
    show_row,
    show_deep_row,
    none
};
inline constexpr int kFunctionCount = static_cast<int>(Function::none);
const char* name_of(Function function);

struct Watch {
    std::array<long, kFunctionCount> calls{}, differences{};
};

struct WatchedFunctions {
    const vme::UnitFunctions& unit;
    const motion::FieldFunctions& field;
};
// The functions of `backend`, valid until the next call: only one backend is watched at a time.
WatchedFunctions watched_functions(const vme::Backend& backend, Watch& watch);

// Tells which round runs, to be printed on a crash.
void watch_round(uint64_t seed, long round);

}  // namespace genmedia::test
