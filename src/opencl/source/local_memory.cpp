// SPDX-License-Identifier: MIT
#include "opencl/source/local_memory.h"

#include "opencl/source/analysis/rules.h"

#include <algorithm>
#include <utility>

namespace genmedia::opencl {
namespace {

constexpr size_t kFirstVariable = 64;  // in the numbers of __genmedia_local, behind parameters

using Names = std::unordered_set<std::string>;

// These attributes mean local, but this analysis does not follow them.
bool is_attribute_for_local(const Token& token) {
    return is_one_of(token, {"address_space", "__address_space__", "opencl_local", "__opencl_local__"});
}

bool is_qualifier(const Token& token) {
    return is_local(token) || is_one_of(token, {"const", "__const", "volatile", "__volatile", "restrict",
                                                "__restrict", "__restrict__", "static"});
}

bool is_const(const Token& token) { return is_one_of(token, {"const", "__const", "__const__"}); }

bool is_tag_word(const Token& token) { return is_one_of(token, {"struct", "union", "enum"}); }

bool is_typeof(const Token& token) { return is_one_of(token, {"typeof", "__typeof", "__typeof__"}); }

bool opens(const Token& token) { return is_one_of(token, {"(", "[", "{"}); }

// Words that start a statement that is no declaration.
bool is_statement_word(const Token& token) {
    return is_one_of(token, {"if", "else", "for", "while", "do", "switch", "case", "default", "return",
                             "break", "continue", "goto", "sizeof", "asm", "__asm", "__asm__"});
}

// If such a word stands before a variable, it is no declaration.
bool is_expression_word(const Token& token) {
    return is_one_of(token, {"return", "else", "do", "case", "sizeof", "__extension__"});
}

// A kernel's local memory. All of it was found only if `understood`.
class KernelMemory : public KernelLocals {
public:
    KernelMemory(const Program& program, const Function& kernel, const Names& types)
        : program_(program), list_(program.list), kernel_(kernel), types_(types) {
        read_parameters();
        read_body();
        if (has_goto_ && !variables.empty()) understood = false;  // it might jump past a declaration
    }

    bool understood = true;

private:
    // Inside one pair of brackets.
    struct Level {
        size_t open = 0, close = 0;
        size_t declaration_end = 0;  // of the last declaration directly inside
        bool wants_star = false;     // a type in parentheses that should be a pointer
    };

    std::vector<Token>::const_iterator at(size_t index) const {
        return list_.begin() + static_cast<std::ptrdiff_t>(index);
    }

    // ---- Parameters

    void read_parameters() {
        const auto ranges = program_.split(kernel_.name + 1);
        for (size_t i = 0; i < ranges.size(); i++) {
            const auto begin = at(ranges[i].begin), end = at(ranges[i].end);
            const bool odd = std::any_of(begin, end, [&](const Token& token) { return is_odd(token); });
            if (odd) understood = false;
            if (odd || !std::any_of(begin, end, is_local)) continue;
            understood &= i < kFirstVariable && is_pointer_to_local(ranges[i]);
            parameters.push_back(i);
            parameter_names_.insert(kernel_.parameters[i].name);
        }
    }

    bool is_odd(const Token& token) const {
        return is_attribute_for_local(token) || (token.is_identifier() && types_.contains(token.text));
    }

    // Whether it is a pointer that can be assigned to.
    bool is_pointer_to_local(Range range) const {
        bool local = false, pointee_is_local = false, constant = false;
        bool star = false, array = false, parentheses = false;
        size_t words = 0;  // behind the last star
        for (size_t i = range.begin; i < range.end; i++) {
            const Token& token = list_[i];
            if (program_.is_attribute(i)) {
                i = program_.partner[i + 1];
            } else if (token.is("*")) {
                pointee_is_local = local;
                star = true;
                local = constant = false;
                words = 0;
            } else if (token.is("[")) {
                array = true;
                for (const size_t end = program_.partner[i]; i < end; i++)
                    constant |= !star && is_const(list_[i]);
            } else {
                local |= is_local(token);
                constant |= star && is_const(token);
                parentheses |= token.is("(");
                words += token.is_identifier() && !is_qualifier(token);
            }
        }
        if (constant) return false;
        if (star) return pointee_is_local && !local && words == 1 && (!array || parentheses);
        return local && array && !parentheses && words > 1;
    }

    // ---- The body

    void read_body() {
        levels_ = {{kernel_.header_end, kernel_.body.end}};
        for (size_t i = kernel_.body.begin; i < kernel_.body.end && understood; i++) {
            if (list_[i].kind == TokenKind::pragma) continue;
            if (i >= levels_.back().declaration_end && starts_statement(i)) read_statement(i);
            read_token(i);
        }
    }

    void read_token(size_t i) {
        const Token& token = list_[i];
        Level& level = levels_.back();
        if (opens(token)) {
            levels_.push_back({i, program_.partner[i]});
        } else if (i == level.close) {
            if (level.wants_star) understood = false;
            levels_.pop_back();
        } else if (token.is("*")) {
            level.wants_star = false;
        } else if (is_local(token)) {
            if (list_[level.open].is("(")) {
                level.wants_star |= i >= level.declaration_end;
            } else if (!list_[level.open].is("{") || i >= level.declaration_end) {
                understood = false;
            }
        } else if (token.is_identifier()) {
            read_word(i);
        }
    }

    void read_word(size_t i) {
        const Token& token = list_[i];
        has_goto_ |= token.is("goto");
        if (is_odd(token) || token.is("__builtin_offsetof")) understood = false;
        // A jump to a label may skip a declaration in a block.
        if (i < blocks_end_ && is_one_of(token, {"case", "default"})) understood = false;
        // The type of local memory is itself local, so typeof may declare more of it.
        if (is_typeof(token) && list_[i + 1].is("("))
            typeof_end_ = std::max(typeof_end_, program_.partner[i + 1]);
        const Variable* variable = active(i);
        if (i < typeof_end_ && (variable != nullptr || parameter_names_.contains(token.text)))
            understood = false;
        if (variable != nullptr && i > variable->declared) note_use(i);
    }

    // The variable that a word may name.
    const Variable* active(size_t i) const {
        const auto found = by_name_.find(list_[i].text);
        if (found == by_name_.end()) return nullptr;
        const Variable& variable = variables[found->second];
        return i < variable.scope_end ? &variable : nullptr;
    }

    void note_use(size_t i) {
        const Token& before = list_[i - 1];
        if (is_one_of(before, {".", "->"}) || is_tag_word(before)) return;
        const bool is_label = list_[i + 1].is(":") && is_one_of(before, {";", "{", "}", ":"});
        const bool is_declared = before.is_identifier() && !is_expression_word(before);
        if (is_label || is_declared) understood = false;
        uses.push_back(i);
    }

    // ---- Declarations

    bool starts_statement(size_t i) const {
        size_t before = i - 1;
        while (list_[before].kind == TokenKind::pragma) before--;
        if (is_one_of(list_[before], {"{", "}", ";"})) return true;
        if (list_[before].is("(")) return list_[before - 1].is("for");
        return list_[before].is(":") &&
               (list_[before - 1].is("default") || is_one_of(list_[before - 2], {"case", ";", "{", "}"}));
    }

    void read_statement(size_t begin) {
        const size_t end = declaration_end(begin);
        if (end == begin) return;
        levels_.back().declaration_end = end;
        bool base_is_local = false, first = true;
        const size_t known = variables.size();
        size_t declarators = 0;
        for (size_t i = begin; i < end; first = false, declarators++) {
            size_t comma = i;
            for (; comma < end && !list_[comma].is(","); comma++) {
                if (opens(list_[comma])) comma = program_.partner[comma];
            }
            read_declarator({i, comma}, end, first, base_is_local);
            i = comma + 1;
        }
        const bool has_star =
            std::any_of(at(begin), at(end), [](const Token& token) { return token.is("*"); });
        if (variables.size() != known && (variables.size() - known != declarators || has_star)) plain = false;
        for (size_t i = known; i < variables.size(); i++) variables[i].begin = begin;
    }

    // The ";" of a declaration, or `begin` if this is none. In doubt it counts as a declaration.
    size_t declaration_end(size_t begin) const {
        const size_t limit = levels_.back().close;
        bool typed = false;
        size_t words = 0, i = begin;
        for (; i < limit && list_[i].is_identifier(); i++, words++) {
            if (is_statement_word(list_[i])) return begin;
            const bool tag = is_tag_word(list_[i]) || (i > begin && is_tag_word(list_[i - 1]));
            const bool group = program_.is_attribute(i) || (is_typeof(list_[i]) && list_[i + 1].is("("));
            typed |= tag || is_typeof(list_[i]);
            if (group || (tag && list_[i + 1].is("{"))) i = program_.partner[i + 1];
        }
        if (words == 0 || i >= limit) return begin;
        const bool in_parentheses =
            list_[i].is("(") && is_one_of(list_[program_.partner[i] + 1], {"[", "=", ","});
        if (words == 1 && !typed && !list_[i].is("*") && !in_parentheses) return begin;
        for (; i < limit; i++) {
            if (list_[i].is(";")) return i;
            if (opens(list_[i])) i = program_.partner[i];
        }
        return begin;
    }

    void read_declarator(Range range, size_t end, bool first, bool& base_is_local) {
        bool local = base_is_local, in_base = first, has_value = false;
        size_t name = range.end, words = 0;
        const auto leave_base = [&] {
            if (in_base) base_is_local = local;
            in_base = local = false;
        };
        for (size_t i = range.begin; i < range.end && !has_value; i++) {
            const Token& token = list_[i];
            if (program_.is_attribute(i)) {
                i = program_.partner[i + 1];
            } else if (token.is("*")) {
                leave_base();
            } else if (token.is("(") && !is_typeof(list_[i - 1])) {
                if ((local || base_is_local) && !is_pointer_in_parentheses(i)) understood = false;
                refuse_shadows(i);
                leave_base();
                i = program_.partner[i];
            } else if (opens(token)) {
                const bool is_enum = list_[i - 1].is("enum") || list_[i - 2].is("enum");
                if (token.is("{") && is_enum) refuse_shadows(i);  // its members are read as statements
                i = program_.partner[i];
            } else if (token.is_identifier()) {
                if (active(i) != nullptr && !is_tag_word(list_[i - 1])) understood = false;
                local |= is_local(token);
                words += !is_qualifier(token);
                name = i;
            }
            has_value = token.is("=");
        }
        if (in_base) base_is_local = local;
        const bool is_plain = !has_value && words >= (first ? 2U : 1U);
        if (local && !(is_plain && add_variable(name, end))) understood = false;
    }

    // As in `local float (*p)[4]`, where p itself is private.
    bool is_pointer_in_parentheses(size_t open) const {
        return list_[open + 1].is("*") && std::none_of(at(open), at(program_.partner[open]), is_local);
    }

    void refuse_shadows(size_t open) {
        if (variables.empty()) return;
        for (size_t i = open + 1; i < program_.partner[open] && understood; i++) {
            if (list_[i].is("{")) i = program_.partner[i];
            if (active(i) != nullptr) understood = false;
        }
    }

    bool add_variable(size_t name, size_t end) {
        const Level& level = levels_.back();
        if (!list_[level.open].is("{") || is_qualifier(list_[name]) || is_tag_word(list_[name - 1]))
            return false;
        by_name_[list_[name].text] = variables.size();
        variables.push_back({0, name, end, level.close});
        if (levels_.size() > 1) blocks_end_ = std::max(blocks_end_, level.close);
        return true;
    }

    const Program& program_;
    const std::vector<Token>& list_;
    const Function& kernel_;
    const Names& types_;
    Names parameter_names_;
    std::vector<Level> levels_;
    std::unordered_map<std::string, size_t> by_name_;  // the last variable with each name
    size_t typeof_end_ = 0, blocks_end_ = 0;
    bool has_goto_ = false;
};

bool mentions_local_memory(const Program& program, const Function& kernel, const Names& types) {
    for (size_t i = kernel.name + 1; i < kernel.body.end; i++) {
        const Token& token = program.list[i];
        const bool typed = token.is_identifier() && types.contains(token.text);
        if (typed || is_local(token) || is_attribute_for_local(token)) return true;
    }
    return false;
}

}  // namespace

std::unordered_set<std::string> local_types(const Program& program) {
    const auto& list = program.list;
    Names names;
    for (size_t i = 0; i < list.size(); i++) {
        if (!list[i].is("typedef")) continue;
        bool local = false;
        const Token* name = nullptr;
        std::vector<const Token*> declared;
        for (; i < list.size() && !list[i].is(";"); i++) {
            local |= is_local(list[i]) || is_attribute_for_local(list[i]) || names.contains(list[i].text);
            if (list[i].is(",")) declared.push_back(std::exchange(name, nullptr));
            if (list[i].is("[") || list[i].is("{")) {
                i = program.partner[i];
            } else if (program.is_attribute(i)) {
                for (const size_t end = program.partner[i + 1]; i < end; i++)
                    local |= is_attribute_for_local(list[i]);
            } else if (list[i].is_identifier()) {
                name = &list[i];
            }
        }
        declared.push_back(name);
        for (const Token* each : declared) {
            if (local && each != nullptr) names.insert(each->text);
        }
    }
    return names;
}

LocalMemory find_local_memory(const Program& program) {
    const size_t count = program.functions.size();
    const Names types = local_types(program);
    const std::vector<bool> called = called_functions(program);
    LocalMemory result{std::vector<bool>(count), std::vector<bool>(count), {}};
    result.kernels.resize(count);
    std::unordered_set<std::string> called_with_variables;
    for (size_t i = 0; i < count; i++) {
        const Function& function = program.functions[i];
        if (!function.is_kernel || !function.is_defined) continue;
        result.mentioned[i] = mentions_local_memory(program, function, types);
        if (!result.mentioned[i]) continue;
        KernelMemory memory(program, function, types);
        const bool declares = !memory.variables.empty() || !memory.understood;
        if (called[i] && declares) called_with_variables.insert(program.name(function));
        if (!called[i] && memory.understood) result.kernels[i] = std::move(memory);
    }
    const std::vector<bool> reaching = functions_reaching(
        program, [&](const Call& call) { return called_with_variables.contains(program.name(call)); });
    for (size_t i = 0; i < count; i++)
        result.shared[i] = !reaching[i] && (!result.mentioned[i] || result.kernels[i].has_value());
    return result;
}

namespace {

// Adds a pointer to the shared variable behind each declaration. Uses become the pointer's target.
template <class Ask>
void lead_to_pointers(const Program& program, const KernelLocals& locals, Edits& edits, Ask ask) {
    for (size_t i = 0; i < locals.variables.size(); i++) {
        const std::string& name = program.list[locals.variables[i].name].text;
        edits.insert_after(locals.variables[i].declared, ask(i, name, "__genmedia_local_" + name));
    }
    for (const size_t use : locals.uses)
        edits.replace(use, "(*__genmedia_local_" + program.list[use].text + ")");
}

}  // namespace

void share_local_memory(const Program& program, const Function& kernel, const KernelLocals& locals,
                        Edits& edits) {
    const auto ask = [](size_t number, const std::string& pointer) {
        return " = __genmedia_local(" + std::to_string(number) + ", " + pointer + ");";
    };
    for (const size_t i : locals.parameters) {
        const std::string& name = kernel.parameters[i].name;
        edits.insert_after(kernel.header_end, name + ask(i, name));
    }
    lead_to_pointers(program, locals, edits,
                     [&](size_t i, const std::string& name, const std::string& pointer) {
                         return "__typeof__(&" + name + ") " + pointer + ask(kFirstVariable + i, "&" + name);
                     });
}

void allot_local_memory(const Program& program, const KernelLocals& locals, Edits& edits) {
    for (const auto& variable : locals.variables) {
        bool is_type = false;  // `local` was seen: the declaration becomes a typedef
        for (size_t i = variable.begin; i < variable.name; i++) {
            if (is_local(program.list[i])) edits.replace(i, std::exchange(is_type, true) ? "" : "typedef");
            if (program.list[i].is("static")) edits.remove(i);
            if (program.list[i].is(",")) break;
        }
    }
    lead_to_pointers(program, locals, edits,
                     [](size_t i, const std::string& name, const std::string& pointer) {
                         return "__local " + name + "* " + pointer + " = __genmedia_local_memory(" +
                                std::to_string(i) + ", " + name + ");";
                     });
}

}  // namespace genmedia::opencl
