// SPDX-License-Identifier: MIT
#include "opencl/source/reconverge.h"

#include "opencl/source/analysis/divergence.h"
#include "opencl/source/analysis/rules.h"
#include "opencl/source/analysis/statements.h"

#include <algorithm>

namespace genmedia::opencl {
namespace {

using Kind = Statement::Kind;

class FunctionVisitor {
public:
    FunctionVisitor(const Program& program, const Function& function, const std::vector<bool>& has_atomics,
                    const std::vector<bool>& has_exchanges, Together together = Together::sub_group)
        : program_(program),
          function_(function),
          has_atomics_(has_atomics),
          has_exchanges_(has_exchanges),
          lanes_(program, function.body, together) {
        for (const Statement& statement : parse_body(program, function.body)) visit(statement);
    }

    std::vector<Range> wrapped;
    std::vector<const Call*> divergent_calls;  // not made by all work-items

private:
    // `guarded`: directly behind a condition on which values are exchanged: the whole sub-group comes here.
    void visit(const Statement& statement, bool guarded = false) {
        const bool on_lanes = depends_on_lanes(statement);
        const bool breaks_up = statement.kind == Kind::loop || statement.kind == Kind::choice;
        if (on_lanes || returned_ || (breaks_up && left_on_lanes(statement.children, {}))) {
            const bool joins =
                statement.kind == Kind::branch && !returned_ && !leaves(program_, statement, {});
            if (joins && contains(statement.tokens, is_atomic, has_atomics_))
                wrapped.push_back(statement.tokens);
            for_calls(statement.tokens, [&](const Call& call) { divergent_calls.push_back(&call); });
            returned_ |= leaves(program_, statement, {.loop = true, .choice = true});
            return;
        }
        const bool guards =
            statement.kind == Kind::branch && contains(statement.tokens, is_exchange, has_exchanges_);
        const bool jumps_in_loop =
            statement.kind == Kind::jump && !program_.list[statement.tokens.begin].is("return");
        if ((guards && !leaves(program_, statement, {})) || (guarded && jumps_in_loop))
            wrapped.push_back(statement.tokens);
        for (const Statement& child : statement.children)
            visit(child, guards || (guarded && statement.kind == Kind::block));
    }

    bool depends_on_lanes(const Statement& statement) const {
        return statement.kind != Kind::simple && lanes_.mentioned(statement.condition);
    }

    // Whether some work-items may leave the loop or switch around these statements before others do.
    bool left_on_lanes(const std::vector<Statement>& statements, Inside inside) const {
        return std::any_of(statements.begin(), statements.end(), [&](const Statement& statement) {
            if (depends_on_lanes(statement)) return leaves(program_, statement, inside);
            return left_on_lanes(statement.children, inside.within(statement.kind));
        });
    }

    template <class Action>
    void for_calls(Range range, Action action) const {
        auto call = std::lower_bound(function_.calls.begin(), function_.calls.end(), range.begin,
                                     [](const Call& a, size_t begin) { return a.name < begin; });
        for (; call != function_.calls.end() && call->name < range.end; call++) action(*call);
    }

    // Whether the range calls a function that is such, or one that reaches such a function.
    bool contains(Range range, bool (*is_such)(std::string_view), const std::vector<bool>& reaches) const {
        bool found = false;
        for_calls(range, [&](const Call& call) {
            found |= is_such(program_.name(call));
            for (const size_t callee : program_.callees(call)) found |= reaches[callee];
        });
        return found;
    }

    const Program& program_;
    const Function& function_;
    const std::vector<bool>& has_atomics_;
    const std::vector<bool>& has_exchanges_;
    LaneVariables lanes_;
    bool returned_ = false;  // some work-items may have returned in the statements walked so far
};

std::vector<bool> functions_exchanging(const Program& program) {
    return functions_reaching(program, [&](const Call& call) { return is_exchange(program.name(call)); });
}

}  // namespace

std::vector<std::vector<const Call*>> divided_exchanges(const Program& program, Together together) {
    const auto has_exchanges = functions_exchanging(program);
    const std::vector<bool> none(program.functions.size());
    const auto exchanges = [&](const Call* call) {
        const auto& callees = program.callees(*call);
        return is_exchange(program.name(*call)) ||
               std::ranges::any_of(callees, [&](size_t callee) { return has_exchanges[callee]; });
    };
    std::vector<std::vector<const Call*>> calls(program.functions.size());
    for (size_t i = 0; i < calls.size(); i++) {
        if (!program.functions[i].is_defined) continue;
        FunctionVisitor visitor(program, program.functions[i], none, has_exchanges, together);
        std::ranges::copy_if(visitor.divergent_calls, std::back_inserter(calls[i]), exchanges);
    }
    return calls;
}

void add_convergence(const Program& program, Edits& edits) {
    const auto has_atomics =
        functions_reaching(program, [&](const Call& call) { return is_atomic(program.name(call)); });
    const auto has_exchanges = functions_exchanging(program);
    std::vector<std::vector<Range>> wrapped(program.functions.size());
    std::vector<const Call*> divergent_calls;
    for (size_t i = 0; i < program.functions.size(); i++) {
        if (!program.functions[i].is_defined) continue;
        FunctionVisitor visitor(program, program.functions[i], has_atomics, has_exchanges);
        wrapped[i] = std::move(visitor.wrapped);
        divergent_calls.insert(divergent_calls.end(), visitor.divergent_calls.begin(),
                               visitor.divergent_calls.end());
    }
    const std::vector<bool> divergent = reached_functions(program, std::move(divergent_calls));
    for (size_t i = 0; i < wrapped.size(); i++) {
        for (const Range& range : wrapped[i]) {
            if (divergent[i]) continue;
            edits.insert_before(range.begin, "{ __genmedia_converge();");
            edits.insert_after(range.end - 1, "__genmedia_converge(); }");
        }
    }
}

}  // namespace genmedia::opencl
