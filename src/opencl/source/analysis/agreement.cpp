// SPDX-License-Identifier: MIT
#include "opencl/source/analysis/agreement.h"

#include "opencl/source/analysis/rules.h"

#include <algorithm>

namespace genmedia::opencl {
namespace {

bool is_step(const Token& token) { return is_one_of(token, {"++", "--"}); }

// Behind these an & takes an address.
bool precedes_operand(const Token& token) {
    return token.kind == TokenKind::punctuator && !is_one_of(token, {")", "]"});
}

}  // namespace

Agreement::Agreement(const Program& program, const Function& function, const std::vector<Statement>& body)
    : program_(program) {
    size_t number = 0;
    for (const Range& range : program.split(function.name + 1)) {
        if (number == function.parameters.size()) break;
        const std::string_view name = function.parameters[number++].name;
        bool points = false;
        for (size_t i = range.begin; i < range.end; i++) points |= is_one_of(program.list[i], {"*", "["});
        if (points || !function.is_kernel) differing_.insert(name);
    }
    std::vector<Range> conditions;
    for (const Statement& statement : body) walk(statement, conditions);
    spread();
}

void Agreement::walk(const Statement& statement, std::vector<Range>& conditions) {
    using Kind = Statement::Kind;
    const bool conditional = statement.condition.begin != statement.condition.end;
    if (conditional) conditions.push_back(statement.condition);
    if (conditional) note_assignments(statement.condition, conditions);
    if (statement.kind == Kind::simple) note_assignments(statement.tokens, conditions);
    if (statement.kind == Kind::jump) {
        if (program_.list[statement.tokens.begin].is("goto")) differing_.insert(kJump);
        for (const Range& condition : conditions) note_dependences(kJump, condition);
    }
    for (const Statement& child : statement.children) walk(child, conditions);
    if (conditional) conditions.pop_back();
}

// A variable depends on what it is assigned, and on the conditions on which it is.
void Agreement::note_assignments(Range range, const std::vector<Range>& conditions) {
    const auto& list = program_.list;
    for (size_t i = range.begin; i < range.end; i++) {
        const bool takes_address = list[i].is("&") && i > range.begin && precedes_operand(list[i - 1]);
        if (takes_address && list[i + 1].is_identifier()) differing_.insert(list[i + 1].text);
        if (!is_assignment(list[i]) && !is_step(list[i])) continue;
        size_t first = i;
        std::string_view name = left_side(i, range.begin, first);
        if (name.empty() && is_step(list[i]) && list[i + 1].is_identifier()) name = list[i + 1].text;
        if (name.empty()) continue;
        note_dependences(name, {first + 1, i});  // its index
        if (is_assignment(list[i])) note_dependences(name, right_side(i, range.end));
        for (const Range& condition : conditions) note_dependences(name, condition);
        dependents_[kJump].push_back(name);
    }
}

void Agreement::note_dependences(std::string_view name, Range range) {
    for (size_t i = range.begin; i < range.end && work_ < kMostWork; i++, work_++) {
        if (differs(i)) differing_.insert(name);
        if (program_.list[i].is_identifier()) dependents_[program_.list[i].text].push_back(name);
    }
}

void Agreement::spread() {
    std::vector<std::string_view> open(differing_.begin(), differing_.end());
    while (!open.empty()) {
        const auto found = dependents_.find(open.back());
        open.pop_back();
        if (found == dependents_.end()) continue;
        for (const std::string_view name : found->second)
            if (differing_.insert(name).second) open.push_back(name);
    }
}

// By itself: what memory holds, ids, and what functions return that look at such.
bool Agreement::differs(size_t token) const {
    const Token& it = program_.list[token];
    if (it.is("[") || it.is("->")) return true;
    if (!it.is_identifier()) return false;
    const bool called = program_.list[token + 1].is("(");
    return is_lane_id(it.text) || is_sub_group_name(it.text) || is_atomic(it.text) || it.is("asm") ||
           it.is("__asm__") || (called && program_.definitions.contains(it.text));
}

bool Agreement::on(Range condition) const {
    if (work_ >= kMostWork) return false;
    for (size_t i = condition.begin; i < condition.end; i++)
        if (differs(i) || differing_.contains(program_.list[i].text)) return false;
    return true;
}

Range Agreement::right_side(size_t op, size_t end) const {
    const auto& list = program_.list;
    size_t i = op + 1;
    while (i < end && !is_one_of(list[i], {";", ",", ")", "]", "}"}))
        i = is_one_of(list[i], {"(", "[", "{"}) ? program_.partner[i] + 1 : i + 1;
    return {op + 1, i};
}

// The variable before an operator, which may be to its element or member; `first` is its token.
std::string_view Agreement::left_side(size_t op, size_t begin, size_t& first) const {
    const auto& list = program_.list;
    for (size_t i = op; i-- > begin;) {
        if (is_one_of(list[i], {"]", ")"})) {
            i = program_.partner[i];
        } else if (!list[i].is_identifier()) {
            return {};
        } else if (i > begin && is_one_of(list[i - 1], {".", "->"})) {
            i--;
        } else {
            first = i;
            return list[i].text;
        }
    }
    return {};
}

}  // namespace genmedia::opencl
