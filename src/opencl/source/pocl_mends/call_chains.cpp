// SPDX-License-Identifier: MIT
#include "opencl/source/pocl_mends/call_chains.h"

#include <algorithm>
#include <limits>
#include <unordered_set>

namespace genmedia::opencl {
namespace {

constexpr double kMostCopies = 4000;     // take PoCL about 30 ms
constexpr size_t kMostFunctions = 1000;  // of a program that is looked at
constexpr double kMostGrowth = 1e6;      // in tokens

class CallGraph {
public:
    explicit CallGraph(const Program& program) : program_(program), callees_(program.functions.size()) {
        for (size_t i = 0; i < callees_.size(); i++)
            for (const Call& call : program.functions[i].calls)
                for (const size_t callee : program.callees(call)) callees_[i].push_back(callee);
        inlined_.resize(callees_.size());
    }

    // How many copies PoCL makes for the worst function.
    double copies() {
        copies_.assign(callees_.size(), -1);
        reached_.assign(callees_.size(), {});
        double most = 0;
        for (size_t i = 0; i < callees_.size(); i++) most = std::max(most, copies_of(i));
        return most;
    }

    // Inlines the function by which the program grows least. Returns by how many tokens.
    double inline_one() {
        count();
        double least = std::numeric_limits<double>::infinity();
        size_t best = 0;
        for (size_t i = 0; i < callees_.size(); i++) {
            if (inlined_[i] || calls_[i] == 0 || program_.functions[i].is_kernel) continue;
            const double growth = (calls_[i] - 1) * tokens_[i];
            if (growth < least) {
                least = growth;
                best = i;
            }
        }
        if (least <= kMostGrowth) inlined_[best] = true;
        return least;
    }

    const std::vector<bool>& inlined() const { return inlined_; }

private:
    using Set = std::vector<size_t>;  // sorted

    // How long functions are with those that they hold, and how often they are called by then. Functions come
    // before their callers, or nearly.
    void count() {
        tokens_.clear();
        for (size_t i = 0; i < callees_.size(); i++) {
            const Range body = program_.functions[i].body;
            tokens_.push_back(static_cast<double>(body.end - body.begin));
            for (const size_t callee : callees_[i])
                if (inlined_[callee] && callee < i) tokens_[i] += tokens_[callee];
        }
        calls_.assign(callees_.size(), 0);
        for (size_t i = callees_.size(); i-- > 0;)
            for (const size_t callee : callees_[i]) calls_[callee] += inlined_[i] ? calls_[i] : 1;
    }

    double copies_of(size_t function) {
        if (copies_[function] >= 0) return copies_[function];
        copies_[function] = 0;  // where calls go in a circle, which OpenCL C forbids
        Set& reached = reached_[function];
        for (const size_t callee : callees_[function]) {
            static_cast<void>(copies_of(callee));
            Set more = reached_[callee], both;
            if (!inlined_[callee]) more.insert(std::ranges::lower_bound(more, callee), callee);
            std::ranges::set_union(reached, more, std::back_inserter(both));
            reached = std::move(both);
        }
        double copies = 1;
        for (const size_t callee : reached) copies += copies_[callee];
        return copies_[function] = copies;
    }

    const Program& program_;
    std::vector<Set> callees_, reached_;
    std::vector<bool> inlined_;
    std::vector<double> copies_, calls_, tokens_;
};

}  // namespace

namespace {

bool says(const Program& program, const Function& function, std::initializer_list<std::string_view> words) {
    for (size_t i = function.begin; i < function.name; i++)
        if (is_one_of(program.list[i], words)) return true;
    return false;
}

// The front end drops functions that all of their callers hold, unless another program may call them. Those
// that are inline are static already.
void make_static(const Program& program, const std::unordered_set<std::string_view>& names, Edits& edits) {
    std::unordered_set<std::string_view> others;
    for (const Function& function : program.functions)
        if (says(program, function, {"extern", "static", "inline", "__inline", "__inline__"}))
            others.insert(program.name(function));
    for (const Function& function : program.functions)
        if (names.contains(program.name(function)) && !others.contains(program.name(function)))
            edits.insert_before(function.begin, "static");
}

}  // namespace

void shorten_call_chains(const Program& program, bool alone, Edits& edits) {
    if (program.functions.size() > kMostFunctions) return;
    CallGraph graph(program);
    double growth = 0;
    for (int batch = 1; growth < kMostGrowth && graph.copies() > kMostCopies; batch *= 2)
        for (int i = 0; i < batch && growth < kMostGrowth; i++) growth += graph.inline_one();
    std::unordered_set<std::string_view> names;
    for (size_t i = 0; i < program.functions.size(); i++) {
        if (!graph.inlined()[i]) continue;
        edits.insert_before(program.functions[i].begin, "__attribute__((always_inline))");
        names.insert(program.name(program.functions[i]));
    }
    if (alone) make_static(program, names, edits);
}

}  // namespace genmedia::opencl
