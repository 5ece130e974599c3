// SPDX-License-Identifier: MIT
#include "opencl/source/pocl_mends/loop_guards.h"

#include "opencl/source/analysis/agreement.h"
#include "opencl/source/analysis/rules.h"
#include "opencl/source/analysis/statements.h"

#include <algorithm>

namespace genmedia::opencl {
namespace {

using Kind = Statement::Kind;

bool is_meeting(std::string_view name) { return is_exchange(name) || is_work_group_function(name); }

bool any_token(const Program& program, Range range, std::initializer_list<std::string_view> words) {
    return std::any_of(program.list.begin() + static_cast<std::ptrdiff_t>(range.begin),
                       program.list.begin() + static_cast<std::ptrdiff_t>(range.end),
                       [&](const Token& token) { return is_one_of(token, words); });
}

// Functions that reach a place where work-items wait for each other, a flag for each.
struct Meetings {
    std::vector<bool> in_function, atomic_in_function;
    bool of_atomics;

    Meetings(const Program& program, bool marked) : of_atomics(marked) {
        const auto reaching = [&](bool (*is_such)(std::string_view)) {
            return functions_reaching(program, [&](const Call& call) { return is_such(program.name(call)); });
        };
        in_function = reaching(is_meeting);
        atomic_in_function = reaching(is_atomic);
    }
};

class GuardWalk {
public:
    // `together`: all work-items call the function if one does.
    GuardWalk(const Program& program, const Function& function, const Meetings& meetings, bool together)
        : program_(program),
          function_(function),
          meetings_(meetings),
          body_(parse_body(program, function.body)),
          agreement_(program, function, body_),
          apart_(!together || any_token(program, function.body, {"goto"})) {
        for (const Statement& statement : body_) visit(statement);
    }

    std::vector<const Statement*> guards;
    std::vector<const Call*> lone_calls;  // which some work-items may make and others not

private:
    static bool is_conditional(const Statement& statement) {
        return statement.kind == Kind::branch || statement.kind == Kind::loop ||
               statement.kind == Kind::choice;
    }

    void visit(const Statement& statement) {
        const bool before = apart_;
        if (is_conditional(statement)) {
            visit_conditional(statement);
        } else if (statement.kind == Kind::block) {
            for (const Statement& child : statement.children) visit(child);
        } else {
            note_lone_calls(statement, apart_);
        }
        apart_ = before || (agreement_.jumps_differ() && leaves(program_, statement, {}));
    }

    void visit_conditional(const Statement& statement) {
        const bool meets = calls(statement.tokens, is_meeting, meetings_.in_function);
        const bool may_meet =
            meetings_.of_atomics && calls(statement.tokens, is_atomic, meetings_.atomic_in_function);
        if (meets || may_meet) {
            apart_ = apart_ || !meets;
            if (apart_) note_calls(statement.condition);
            for (const Statement& child : statement.children) visit(child);
            return;
        }
        note_lone_calls(statement, apart_);
        if (has_lone_loop(statement, apart_)) guards.push_back(&statement);
    }

    bool differs_inside(const Statement& statement) const {
        return is_conditional(statement) &&
               (agreement_.jumps_differ() || !agreement_.on(statement.condition));
    }

    // `apart`: only some work-items may come here.
    bool has_lone_loop(const Statement& statement, bool apart) const {
        const bool inside = apart || differs_inside(statement);
        return (apart && statement.kind == Kind::loop) ||
               std::any_of(statement.children.begin(), statement.children.end(),
                           [&](const Statement& child) { return has_lone_loop(child, inside); });
    }

    void note_lone_calls(const Statement& statement, bool apart) {
        const bool inside = apart || differs_inside(statement);
        if (statement.children.empty()) {
            if (inside || any_token(program_, statement.tokens, {"?", "&&", "||"}))
                note_calls(statement.tokens);
            return;
        }
        if (inside || any_token(program_, statement.condition, {"?", "&&", "||"}))
            note_calls(statement.condition);
        for (const Statement& child : statement.children) note_lone_calls(child, inside);
    }

    template <class Action>
    void for_calls(Range range, Action action) const {
        auto call = std::lower_bound(function_.calls.begin(), function_.calls.end(), range.begin,
                                     [](const Call& a, size_t begin) { return a.name < begin; });
        for (; call != function_.calls.end() && call->name < range.end; call++) action(*call);
    }

    bool calls(Range range, bool (*is_such)(std::string_view), const std::vector<bool>& reaching) const {
        bool found = false;
        for_calls(range, [&](const Call& call) {
            found |= is_such(program_.name(call));
            for (const size_t callee : program_.callees(call)) found |= reaching[callee];
        });
        return found;
    }

    void note_calls(Range range) {
        for_calls(range, [&](const Call& call) { lone_calls.push_back(&call); });
    }

    const Program& program_;
    const Function& function_;
    const Meetings& meetings_;
    std::vector<Statement> body_;
    Agreement agreement_;
    bool apart_;  // only some work-items may come here
};

}  // namespace

bool guard_loops(const Program& program, bool marked, Edits& edits) {
    const Meetings meetings(program, marked);
    std::vector<const Call*> lone_calls;
    for (const Function& function : program.functions) {
        if (!function.is_defined) continue;
        const GuardWalk walk(program, function, meetings, true);
        lone_calls.insert(lone_calls.end(), walk.lone_calls.begin(), walk.lone_calls.end());
    }
    const std::vector<bool> called_alone = reached_functions(program, std::move(lone_calls));
    bool any = false;
    for (const Function& function : program.functions) {
        if (!function.is_defined) continue;
        const auto index = static_cast<size_t>(&function - program.functions.data());
        const GuardWalk walk(program, function, meetings, !called_alone[index]);
        for (const Statement* guarded : walk.guards) {
            insert_before(program, *guarded, "{ if (__genmedia_here())", edits);
            edits.insert_after(guarded->tokens.end - 1, "}");
        }
        any = any || !walk.guards.empty();
    }
    return any;
}

}  // namespace genmedia::opencl
