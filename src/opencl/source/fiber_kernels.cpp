// SPDX-License-Identifier: MIT
#include "opencl/source/fiber_kernels.h"

#include "opencl/source/analysis/agreement.h"
#include "opencl/source/analysis/divergence.h"
#include "opencl/source/analysis/rules.h"
#include "opencl/source/analysis/statements.h"

#include <algorithm>
#include <unordered_map>

namespace genmedia::opencl {
namespace {

using Kind = Statement::Kind;

bool is_conditional(const Statement& statement) {
    return statement.kind == Kind::branch || statement.kind == Kind::loop || statement.kind == Kind::choice;
}

// Which calls are exchanges or atomics, or reach one.
class Calls {
public:
    explicit Calls(const Program& program)
        : program_(program),
          exchanging_(
              functions_reaching(program, [&](const Call& call) { return is_exchange(program.name(call)); })),
          atomic_(
              functions_reaching(program, [&](const Call& call) { return is_atomic(program.name(call)); })) {}

    bool exchange_in(const Function& function, Range range) const {
        return any(function, range, is_exchange, exchanging_);
    }
    bool atomic_in(const Function& function, Range range) const {
        return any(function, range, is_atomic, atomic_);
    }

private:
    bool any(const Function& function, Range range, bool (*is_such)(std::string_view),
             const std::vector<bool>& reaching) const {
        const auto first = std::lower_bound(function.calls.begin(), function.calls.end(), range.begin,
                                            [](const Call& call, size_t begin) { return call.name < begin; });
        return std::any_of(first, function.calls.end(), [&](const Call& call) {
            if (call.name >= range.end) return false;
            const auto& callees = program_.callees(call);
            return is_such(program_.name(call)) ||
                   std::any_of(callees.begin(), callees.end(),
                               [&](size_t callee) { return reaching[callee]; });
        });
    }

    const Program& program_;
    std::vector<bool> exchanging_, atomic_;
};

// ---- Which kernels

bool has_conditional_operator(const Program& program, Range range) {
    return std::any_of(program.list.begin() + static_cast<std::ptrdiff_t>(range.begin),
                       program.list.begin() + static_cast<std::ptrdiff_t>(range.end),
                       [](const Token& token) { return token.is("?") || token.is("&&") || token.is("||"); });
}

// Exchanges that not all work-items need come to, or that PoCL would take too long to compile.
class ConditionalExchanges {
public:
    ConditionalExchanges(const Program& program, const Calls& calls, const Function& function)
        : program_(program),
          calls_(calls),
          function_(function),
          body_(parse_body(program, function.body)),
          agreement_(program, function, body_) {}

    bool any() { return any(body_); }

private:
    // PoCL copies what follows each return on which work-items agree: this many cost it half a second.
    static constexpr int kMostReturns = 4;

    bool any(const std::vector<Statement>& statements) {
        return std::any_of(statements.begin(), statements.end(), [&](const Statement& statement) {
            const bool exchanges = calls_.exchange_in(function_, statement.tokens);
            if (exchanges && is_such(statement)) return true;
            const bool seen = exchanges && statement.kind == Kind::block;
            if (!seen && leaves(program_, statement, {}))
                returns_ += agreement_.jumps_differ() ? kMostReturns + 1 : 1;
            return false;
        });
    }

    bool is_such(const Statement& statement) {
        return is_conditional(statement) || returns_ > kMostReturns ||
               (statement.kind != Kind::block && has_conditional_operator(program_, statement.tokens)) ||
               any(statement.children);
    }

    const Program& program_;
    const Calls& calls_;
    const Function& function_;
    std::vector<Statement> body_;
    Agreement agreement_;
    int returns_ = 0;  // conditional ones passed so far
};

}  // namespace

std::vector<bool> possible_fibers(const Program& program, const LocalMemory& memory) {
    std::vector<bool> possible = functions_reaching(
        program, [&](const Call& call) { return is_work_group_function(program.name(call)); });
    possible.flip();
    for (size_t i = 0; i < possible.size(); i++) {
        if (memory.kernels[i]) possible[i] = possible[i] && memory.kernels[i]->plain;
        possible[i] = possible[i] && memory.shared[i];
    }
    return possible;
}

std::vector<bool> conditional_exchanges(const Program& program) {
    const Calls calls(program);
    std::vector<bool> direct;
    for (const Function& function : program.functions)
        direct.push_back(function.is_defined && ConditionalExchanges(program, calls, function).any());
    std::vector<bool> all = functions_reaching(program, [&](const Call& call) {
        const auto& callees = program.callees(call);
        return std::any_of(callees.begin(), callees.end(), [&](size_t callee) { return direct[callee]; });
    });
    for (size_t i = 0; i < all.size(); i++) all[i] = all[i] || direct[i];
    return all;
}

// ---- Their text

namespace {

std::string text_of(const Program& program, Range range, size_t name, const std::string& new_name) {
    std::string text;
    for (size_t i = range.begin; i < range.end; i++) {
        if (!text.empty()) text += ' ';
        text += i == name ? new_name : program.list[i].text;
    }
    return text;
}

bool has_word(const Program& program, Range range, std::string_view word) {
    return std::any_of(program.list.begin() + static_cast<std::ptrdiff_t>(range.begin),
                       program.list.begin() + static_cast<std::ptrdiff_t>(range.end),
                       [&](const Token& token) { return token.is(word); });
}

// A kernel's parameter on its way to the lanes: a member of a structure. Images and samplers may not be
// members and go as numbers.
class Passed {
public:
    Passed(const Program& program, const Parameter& parameter, Range range, size_t number)
        : program_(program), parameter_(parameter), range_(range), member_("p" + std::to_string(number)) {
        as_number_ = parameter.is_image || has_word(program, range, "sampler_t");
        name_ = range.begin;
        while (name_ < range.end && program.list[name_].text != parameter.name) name_++;
    }

    std::string declaration() const {
        if (as_number_) return "ulong " + member_ + ";";
        const bool is_array = name_ + 1 < range_.end && program_.list[name_ + 1].is("[");
        if (!is_array) return text_of(program_, range_, name_, member_) + ";";
        const size_t close = program_.partner[name_ + 1];
        const Range before{range_.begin, name_}, behind{close + 1, range_.end};
        return text_of(program_, before, range_.end, {}) + " (*" + member_ + ")" +
               text_of(program_, behind, range_.end, {}) + ";";
    }
    std::string packed() const {
        return as_number_ ? "__builtin_astype(" + parameter_.name + ", ulong)" : parameter_.name;
    }
    std::string unpacked(const std::string& structure) const {
        const std::string value = structure + "->" + member_;
        return as_number_ ? "__builtin_astype(" + value + ", " + type() + ")" : value;
    }

private:
    std::string type() const {
        std::string text;
        for (size_t i = range_.begin; i < range_.end; i++) {
            const Token& token = program_.list[i];
            if (program_.is_attribute(i)) {
                i = program_.partner[i + 1];
            } else if (i != name_ && !token.is("const") && !token.is("__const")) {
                text += token.text + ' ';
            }
        }
        return text;
    }

    const Program& program_;
    const Parameter& parameter_;
    Range range_;
    std::string member_;
    size_t name_ = 0;
    bool as_number_ = false;
};

std::string joined(const std::vector<std::string>& parts, const char* between) {
    std::string text;
    for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
    return text;
}

std::string body_name(const std::string& kernel) { return "__genmedia_body_" + kernel; }

// The kernel that PoCL launches. It calls the lane. PoCL keeps a lane's name because of how it begins.
std::string launched_kernel(const Program& program, const Function& kernel) {
    const std::string& name = program.name(kernel);
    const std::string structure = "struct __genmedia_parameters_" + name, lane = "__wrap_genmedia_" + name,
                      address = "__genmedia_address_" + name;
    std::vector<std::string> members, packed, unpacked;
    std::string images;
    size_t number = 0;
    for (const Range& range : program.split(kernel.name + 1)) {
        if (number == kernel.parameters.size()) break;  // (void)
        const Parameter& parameter = kernel.parameters[number];
        const Passed passed(program, parameter, range, number);
        members.push_back(passed.declaration());
        packed.push_back(passed.packed());
        unpacked.push_back(passed.unpacked("genmedia_p"));
        if (parameter.is_image)
            images += " __genmedia_image(" + std::to_string(number) + ", " + parameter.name + ");";
        number++;
    }
    const Range list{kernel.name + 1, program.partner[kernel.name + 1] + 1};
    return structure + " { " + joined(members, " ") +
           " }; __attribute__((noinline, visibility(\"hidden\"))) void " + lane + "(" + structure +
           "* genmedia_p) { __genmedia_stay(); " + body_name(name) + "(" + joined(unpacked, ", ") +
           "); } static __attribute__((noinline)) ulong " + address +
           "(void) { ulong at; __genmedia_address(at, " + lane + "); return at; } __kernel void " + name +
           text_of(program, list, list.end, {}) + " { " + structure + " genmedia_p = {" +
           joined(packed, ", ") + "}; __genmedia_lane(" + lane + ", &genmedia_p) __genmedia_enter();" +
           images + " __genmedia_run(" + address + "(), &genmedia_p) }";
}

bool is_kernel_word(const Token& token) { return token.is("kernel") || token.is("__kernel"); }

// Turns a kernel's declaration into a function's.
void declare_as_body(const Program& program, const Function& kernel, Edits& edits) {
    for (size_t i = kernel.begin; i < kernel.name; i++) {
        if (is_kernel_word(program.list[i])) edits.replace(i, "static inline __attribute__((always_inline))");
        const bool is_hint = program.list[i].is("vec_type_hint") || program.list[i].is("__vec_type_hint__");
        if (is_hint && program.list[i + 1].is("(")) {
            edits.remove(i);  // only kernels may have it
            for (size_t k = i + 1; k <= program.partner[i + 1]; k++) edits.remove(k);
        }
    }
    edits.replace(kernel.name, body_name(program.name(kernel)));
}

}  // namespace

void make_fiber_kernel(const Program& program, const Function& kernel, const LocalMemory& memory,
                       bool launched, Edits& edits) {
    const auto index = static_cast<size_t>(&kernel - program.functions.data());
    declare_as_body(program, kernel, edits);
    if (memory.kernels[index]) allot_local_memory(program, *memory.kernels[index], edits);
    if (launched) edits.insert_after(kernel.body.end, launched_kernel(program, kernel));
}

void rename_fiber_kernels(const Program& program, const std::vector<bool>& fibers, Edits& edits) {
    std::unordered_map<std::string_view, bool> names;
    for (size_t i = 0; i < program.functions.size(); i++)
        if (fibers[i]) names[program.name(program.functions[i])] = true;
    for (const Function& function : program.functions) {
        if (function.is_kernel && !function.is_defined && names.contains(program.name(function)))
            declare_as_body(program, function, edits);
        for (const Call& call : function.calls)
            if (names.contains(program.name(call))) edits.replace(call.name, body_name(program.name(call)));
    }
}

// ---- Convergence

namespace {

class FiberWalk {
public:
    FiberWalk(const Program& program, const Calls& calls, const Function& function, Edits& edits)
        : program_(program),
          calls_(calls),
          function_(function),
          lanes_(program, function.body, Together::sub_group),
          edits_(edits) {
        for (const Statement& statement : parse_body(program, function.body)) visit(statement);
        for (const Call& call : function.calls)
            if (is_exchange(program.name(call))) mark(call);
    }

private:
    // Places in the text, for __genmedia_at. Tokens have places, and so have the begins and ends of
    // statements between tokens, in execution order. `depth` is at most 512.
    static size_t place_of(size_t token) { return token * 1024; }
    static size_t begin_of(const Statement& statement, size_t depth) {
        return place_of(statement.tokens.begin) + depth;
    }
    static size_t end_of(const Statement& statement, size_t depth) {
        return place_of(statement.tokens.end) - 2 * depth - 1;
    }
    static size_t turn_of(const Statement& loop, size_t depth) { return end_of(loop, depth) - 1; }

    static std::string at(size_t place) { return "__genmedia_at(" + std::to_string(place) + ")"; }
    static std::string converge(size_t place) { return at(place) + "; __genmedia_converge();"; }

    void visit(const Statement& statement, size_t depth = 0) {
        const bool exchanges = is_conditional(statement) && calls_.exchange_in(function_, statement.tokens);
        const bool lock = statement.kind == Kind::branch && lanes_.mentioned(statement.condition) &&
                          calls_.atomic_in(function_, statement.tokens);
        if (exchanges || lock)
            insert_before(program_, statement, "{ " + converge(begin_of(statement, depth)), edits_);
        if (exchanges && statement.kind == Kind::loop) enter_loop(statement, turn_of(statement, depth));
        for (const Statement& child : statement.children) visit(child, depth + 1);
        if (exchanges || lock)
            edits_.insert_after(statement.tokens.end - 1, converge(end_of(statement, depth)) + " }");
    }

    // A loop's condition is evaluated after all of the turn before, so it gets a place behind the body. So
    // does the start of a turn, if `continue` can lead lanes there.
    void enter_loop(const Statement& loop, size_t turn) {
        for (size_t i = loop.condition.begin; i < loop.condition.end; i++) places_[i] = turn;
        if (loop.children.empty() || !has_word(program_, loop.children.front().tokens, "continue")) return;
        const Statement& body = loop.children.front();
        insert_before(program_, body, "{ " + converge(turn), edits_);
        edits_.insert_after(body.tokens.end - 1, "}");
    }

    // In two pairs of parentheses: behind a cast, as in (float4)f(x), one pair would be a vector of two
    // values.
    void mark(const Call& call) {
        const auto place = places_.find(call.name);
        edits_.insert_before(call.name,
                             "((" + at(place == places_.end() ? place_of(call.name) : place->second) + ",");
        edits_.insert_after(program_.partner[call.name + 1], "))");
    }

    const Program& program_;
    const Calls& calls_;
    const Function& function_;
    LaneVariables lanes_;
    Edits& edits_;
    std::unordered_map<size_t, size_t> places_;  // tokens whose place is not their position in the text
};

}  // namespace

void add_convergence_of_fibers(const Program& program, Edits& edits) {
    const Calls calls(program);
    for (const Function& function : program.functions)
        if (function.is_defined) FiberWalk(program, calls, function, edits);
}

}  // namespace genmedia::opencl
