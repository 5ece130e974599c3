// SPDX-License-Identifier: MIT
#include "opencl/source/lockstep.h"

#include "opencl/preprocessor/lexer.h"
#include "opencl/source/analysis/rules.h"
#include "opencl/source/analysis/statements.h"

#include <algorithm>
#include <set>

namespace genmedia::opencl {
namespace {

// What a function does with elements of local memory, by arrays and pointers that it declares.
class LocalElements {
public:
    LocalElements(const Program& program, const Function& function)
        : program_(program), list_(program.list), function_(function) {
        read_parameters();
        visit(parse_body(program, function.body));
        for (size_t i = function.body.begin; i < function.body.end; i++) note_read(i);
    }

    std::vector<Range> writes;  // statements
    bool reads = false;

private:
    void read_parameters() {
        const auto ranges = program_.split(function_.name + 1);
        for (size_t i = 0; i < ranges.size() && i < function_.parameters.size(); i++) {
            for (size_t token = ranges[i].begin; token < ranges[i].end; token++)
                if (is_local(list_[token])) names_.insert(function_.parameters[i].name);
        }
    }

    void visit(const std::vector<Statement>& statements) {
        for (const Statement& statement : statements) {
            if (statement.kind == Statement::Kind::simple) {
                read_declaration(statement.tokens);
                if (writes_element(statement.tokens)) writes.push_back(statement.tokens);
            }
            visit(statement.children);
        }
    }

    // `local int a[4], *p;` and `volatile local int (*p)[4] = x;`
    void read_declaration(Range range) {
        bool local = false, initial = false;
        for (size_t i = range.begin; i + 1 < range.end; i++) {
            const Token& token = list_[i];
            if (is_local(token)) local = true;
            if (token.is("=")) initial = true;
            if (token.is(",")) initial = false;
            if (!local && (token.is("(") || token.is("["))) return;
            if (local && initial && (token.is("(") || token.is("[") || token.is("{")))
                i = program_.partner[i];
            if (local && !initial && token.is("[")) i = program_.partner[i];
            if (local && !initial && token.is_identifier() &&
                is_one_of(list_[i + 1], {"[", "=", ";", ",", ")"}))
                declare(i);
        }
    }

    void declare(size_t i) {
        names_.insert(list_[i].text);
        declared_.insert(i);
    }

    bool is_element(size_t i) const {
        return list_[i].is_identifier() && list_[i + 1].is("[") && names_.contains(list_[i].text);
    }

    // Behind an element: its brackets, and members of it.
    size_t behind(size_t i) const {
        i++;
        while (list_[i].is("[")) i = program_.partner[i] + 1;
        while (list_[i].is(".") && list_[i + 1].is_identifier()) i += 2;
        return i;
    }

    bool is_written(size_t i) const {
        const Token& next = list_[behind(i)];
        return is_assignment(next) || next.is("++") || next.is("--");
    }

    bool writes_element(Range range) const { return is_element(range.begin) && is_written(range.begin); }

    void note_read(size_t i) {
        if (declared_.contains(i)) return;
        if (is_element(i) && (!is_written(i) || !list_[behind(i)].is("="))) reads = true;
        // An argument of a function, which may read it.
        const bool argument = list_[i].is_identifier() && names_.contains(list_[i].text) &&
                              is_one_of(list_[i + 1], {",", ")"}) && is_one_of(list_[i - 1], {",", "("}) &&
                              !list_[i - 2].is("sizeof");
        if (argument) reads = true;
    }

    const Program& program_;
    const std::vector<Token>& list_;
    const Function& function_;
    std::set<std::string> names_;
    std::set<size_t> declared_;  // where
};

void append(std::vector<Token>& list, const std::string& text, const Token& place) {
    for (Token token : tokenize(text, 0)) {
        if (token.kind == TokenKind::end) continue;
        token.take_place_of(place);
        token.space_before |= token.is("{") || token.is("sub_group_barrier");
        token.first_on_line = false;
        list.push_back(std::move(token));
    }
}

}  // namespace

std::optional<Tokens> kept_in_step(const Program& program, const std::vector<bool>& left_out) {
    if (std::none_of(program.list.begin(), program.list.end(), is_local)) return std::nullopt;
    std::vector<bool> waits = functions_reaching(program, [&](const Call& call) {
        const std::string& name = program.name(call);
        return is_exchange(name) || is_work_group_function(name);
    });
    for (size_t i = 0; i < waits.size(); i++) waits[i] = waits[i] || left_out[i];
    // Functions that kernels reach: some without a barrier on their way, none with one.
    const auto reached_from = [&](bool waiting) {
        std::vector<const Call*> calls;
        for (size_t i = 0; i < program.functions.size(); i++) {
            const Function& function = program.functions[i];
            if (!function.is_kernel || !function.is_defined || waits[i] != waiting) continue;
            for (const Call& call : function.calls) calls.push_back(&call);
        }
        return reached_functions(program, calls);
    };
    const std::vector<bool> in_step = reached_from(false), waiting = reached_from(true);
    std::vector<Range> writes;
    for (size_t i = 0; i < program.functions.size(); i++) {
        const Function& function = program.functions[i];
        const bool wanted = function.is_kernel ? !waits[i] : in_step[i] && !waiting[i];
        if (!function.is_defined || !wanted) continue;
        const LocalElements elements(program, function);
        if (elements.reads) writes.insert(writes.end(), elements.writes.begin(), elements.writes.end());
    }
    if (writes.empty()) return std::nullopt;
    Tokens result;
    result.files = program.tokens.files;
    const auto at = [&](size_t token) { return program.list.begin() + static_cast<std::ptrdiff_t>(token); };
    constexpr const char* kWait = "sub_group_barrier(CLK_LOCAL_MEM_FENCE);";
    size_t copied = 0;
    for (const Range& write : writes) {
        result.list.insert(result.list.end(), at(copied), at(write.begin));
        append(result.list, std::string("{") + kWait, program.list[write.begin]);
        result.list.insert(result.list.end(), at(write.begin), at(write.end));
        append(result.list, std::string(kWait) + "}", program.list[write.end - 1]);
        copied = write.end;
    }
    result.list.insert(result.list.end(), at(copied), program.list.end());
    return result;
}

}  // namespace genmedia::opencl
