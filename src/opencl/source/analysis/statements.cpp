// SPDX-License-Identifier: MIT
#include "opencl/source/analysis/statements.h"

#include <algorithm>

namespace genmedia::opencl {
namespace {

constexpr int kDeepest = 400;

class Parser {
public:
    explicit Parser(const Program& program) : program_(program), list_(program.list) {}

    std::vector<Statement> sequence(Range range) {
        std::vector<Statement> statements;
        for (at_ = range.begin, end_ = range.end; at_ < range.end;) statements.push_back(statement());
        return statements;
    }

private:
    bool at(std::string_view word) const { return at_ < end_ && list_[at_].is(word); }

    Statement statement() {
        Statement result;
        skip_labels();
        result.lead = at_;
        skip_lead();
        result.tokens.begin = at_;
        if (++nesting_ > kDeepest) {
            result.kind = Statement::Kind::jump;
            at_ = end_;
        } else {
            read(result);
        }
        nesting_--;
        result.tokens.end = at_;
        return result;
    }

    void skip_labels() {
        while (at_ < end_) {
            const bool named = list_[at_].is_identifier() && at_ + 1 < end_ && list_[at_ + 1].is(":");
            const bool before_label = list_[at_].kind == TokenKind::pragma && !leads_to_statement();
            if (before_label) {
                at_++;
            } else if (named) {
                at_ += 2;
            } else if (at("case")) {
                skip_case();
            } else {
                return;
            }
        }
    }

    // Behind the pragmas here comes no label.
    bool leads_to_statement() const {
        size_t next = at_;
        while (next < end_ && list_[next].kind == TokenKind::pragma) next++;
        const bool named = next + 1 < end_ && list_[next].is_identifier() && list_[next + 1].is(":");
        return next < end_ && !named && !list_[next].is("case");
    }

    // Pragmas; attributes, if a loop follows them.
    void skip_lead() {
        while (at_ < end_ && list_[at_].kind == TokenKind::pragma) at_++;
        size_t next = at_;
        while (next < end_ && program_.is_attribute(next)) next = program_.partner[next + 1] + 1;
        const bool loops =
            next < end_ && (list_[next].is("for") || list_[next].is("while") || list_[next].is("do"));
        if (loops) at_ = next;
    }

    // Moves behind the colon. The colon of a conditional expression does not count.
    void skip_case() {
        for (size_t questions = 0; at_ < end_; at_++) {
            if (list_[at_].is("(")) at_ = program_.partner[at_];
            if (at("?")) questions++;
            if (at(":") && questions-- == 0) break;
        }
        if (at_ < end_) at_++;
    }

    void read(Statement& result) {
        if (at("{")) {
            read_block(result);
        } else if (at("if")) {
            read_head(result, Statement::Kind::branch);
            read_child(result);
            if (at("else")) {
                at_++;
                read_child(result);
            }
        } else if (at("for") || at("while") || at("switch")) {
            read_head(result, at("switch") ? Statement::Kind::choice : Statement::Kind::loop);
            read_child(result);
        } else if (at("do")) {
            at_++;
            read_child(result);
            if (at("while")) read_head(result, Statement::Kind::loop);
            result.kind = Statement::Kind::loop;
            read_simple();
        } else {
            const bool jumps = at("return") || at("break") || at("continue") || at("goto");
            if (jumps) result.kind = Statement::Kind::jump;
            read_simple();
        }
    }

    void read_block(Statement& result) {
        result.kind = Statement::Kind::block;
        const size_t close = program_.partner[at_], outer_end = end_;
        end_ = close;
        for (at_++; at_ < close;) result.children.push_back(statement());
        end_ = outer_end;
        at_ = close + 1;
    }

    void read_head(Statement& result, Statement::Kind kind) {
        result.kind = kind;
        at_++;
        if (!at("(")) return;
        result.condition = {at_ + 1, program_.partner[at_]};
        at_ = program_.partner[at_] + 1;
    }

    void read_child(Statement& result) {
        if (at_ < end_) result.children.push_back(statement());
    }

    // Moves behind the semicolon, or to the end.
    void read_simple() {
        for (; at_ < end_; at_++) {
            if (at(";")) break;
            const bool opens = at("(") || at("[") || at("{");
            if (opens) at_ = program_.partner[at_];
        }
        if (at_ < end_) at_++;
    }

    const Program& program_;
    const std::vector<Token>& list_;
    size_t at_ = 0, end_ = 0;
    int nesting_ = 0;
};

}  // namespace

void insert_before(const Program& program, const Statement& statement, const std::string& text,
                   Edits& edits) {
    const bool pragma = program.list[statement.lead].kind == TokenKind::pragma;  // has a line of its own
    if (pragma)
        edits.insert_after(statement.lead - 1, text);
    else
        edits.insert_before(statement.lead, text);
}

std::vector<Statement> parse_body(const Program& program, Range body) {
    return Parser(program).sequence(body);
}

bool leaves(const Program& program, const Statement& statement, Inside inside) {
    if (statement.kind == Statement::Kind::jump) {
        const Token& jump = program.list[statement.tokens.begin];
        if (jump.is("break")) return !inside.loop && !inside.choice;
        return !jump.is("continue") || !inside.loop;
    }
    return std::any_of(statement.children.begin(), statement.children.end(), [&](const Statement& child) {
        return leaves(program, child, inside.within(statement.kind));
    });
}

}  // namespace genmedia::opencl
