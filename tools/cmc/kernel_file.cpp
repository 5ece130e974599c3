// Reads tokens, and no more of C++ than where declarations outside of functions begin and end.
#include "kernel_file.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <set>

namespace genmedia::cmc {
namespace {

struct Token {
    std::string text;
    size_t at;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

class Reader {
public:
    explicit Reader(const std::string& text) : text_(text) {}

    std::vector<Token> tokens() {
        std::vector<Token> tokens;
        bool line_start = true;
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (line_start && (c == '#' || in_system_header_)) {
                line();
                continue;
            }
            if (c == '\n') line_start = true;
            if (std::isspace(static_cast<unsigned char>(c))) {
                at_++;
                continue;
            }
            line_start = false;
            const size_t from = at_;
            if (c == '"' || c == '\'') {
                literal(c);
            } else if (is_word(c)) {
                word();
                if (at_ < text_.size() && text_[at_] == '"' && text_[at_ - 1] == 'R') raw_literal();
            } else {
                at_++;
            }
            tokens.push_back({text_.substr(from, at_ - from), from});
        }
        return tokens;
    }

private:
    // A line marker, `# LINE "FILE" FLAGS`, a pragma, or a line of a system header, which flag 3 marks.
    void line() {
        const size_t end = std::min(text_.find('\n', at_), text_.size());
        const std::string line = text_.substr(at_, end - at_);
        const size_t quote = line.rfind('"');
        if (line.size() > 2 && line[0] == '#' && std::isdigit(static_cast<unsigned char>(line[2])) &&
            quote != std::string::npos)
            in_system_header_ = line.find(" 3", quote) != std::string::npos;
        at_ = std::min(end + 1, text_.size());
    }

    // A number may have single quotes between its digits.
    void word() {
        const bool number = std::isdigit(static_cast<unsigned char>(text_[at_]));
        while (at_ < text_.size() &&
               (is_word(text_[at_]) ||
                (number && text_[at_] == '\'' && at_ + 1 < text_.size() && is_word(text_[at_ + 1]))))
            at_++;
    }

    void literal(char quote) {
        for (at_++; at_ < text_.size() && text_[at_] != quote; at_++)
            if (text_[at_] == '\\') at_++;
        at_ = std::min(at_ + 1, text_.size());
    }

    void raw_literal() {
        const size_t open = std::min(text_.find('(', at_), text_.size() - 1);
        const std::string close = ")" + text_.substr(at_ + 1, open - at_ - 1) + "\"";
        const size_t end = text_.find(close, open);
        at_ = end == std::string::npos ? text_.size() : end + close.size();
    }

    const std::string& text_;
    size_t at_ = 0;
    bool in_system_header_ = false;
};

// A declaration outside of functions: its tokens, without those of bodies and attributes.
using Declaration = std::vector<Token>;

bool has(const Declaration& declaration, const char* word) {
    return std::any_of(declaration.begin(), declaration.end(),
                       [&](const Token& t) { return t.text == word; });
}

// Whether it makes a variable that kernels can change. Functions have parentheses, and so may have
// initialisers, which come after a '='; the language has none for variables outside of functions.
bool is_variable(const Declaration& declaration) {
    static const char* const others[] = {"typedef",       "using",     "template", "extern",
                                         "struct",        "class",     "union",    "enum",
                                         "static_assert", "namespace", "const",    "constexpr",
                                         "friend",        "public",    "operator", "__extension__"};
    if (declaration.size() < 2) return false;
    for (const char* other : others)
        if (has(declaration, other)) return false;
    for (const Token& token : declaration) {
        if (token.text == "=") return true;
        if (token.text == "(") return false;
    }
    return true;
}

// The names that a variable declaration declares.
std::vector<std::string> declared(const Declaration& declaration) {
    std::vector<std::string> names;
    std::string last;
    int depth = 0;
    bool named = false;  // past the declarator's name: in its initialiser or extent
    for (const Token& token : declaration) {
        const char c = token.text[0];
        if (c == '<' || c == '(' || c == '[' || c == '{') {
            named = named || c == '[' || c == '{';
            depth++;
        } else if (c == '>' || c == ')' || c == ']' || c == '}') {
            depth--;
        } else if (depth == 0 && c == '=') {
            named = true;
        } else if (depth == 0 && c == ',') {
            names.push_back(last);
            named = false;
        } else if (depth == 0 && !named && is_word(c)) {
            last = token.text;
        }
    }
    names.push_back(last);
    return names;
}

class Scanner {
public:
    explicit Scanner(const std::string& text) : text_(text), tokens_(Reader(text).tokens()) {}

    KernelFile scan() {
        Declaration declaration;
        for (size_t i = 0; i < tokens_.size(); i++) {
            const Token& token = tokens_[i];
            if (token.text == "__attribute__") {
                i = attribute(i);
            } else if (token.text == ";") {
                end(declaration);
            } else if (token.text == "{") {
                if (opens_scope(declaration)) {  // its declarations count as if outside
                    declaration.clear();
                    continue;
                }
                const size_t open = i;
                i = closing(i);
                note_uses(declaration, open, i);
                if (ends_with_body(declaration)) end_function(declaration);
            } else if (token.text != "}") {
                declaration.push_back(token);
            } else {
                declaration.clear();
            }
        }
        for (Kernel& kernel : file_.kernels) kernel.waits = reaches(kernel.name, "cm_wait");
        file_.text = edited();
        return file_;
    }

private:
    // What a function, or a class, mentions between its braces. Functions of one name count as one, and each
    // name that is mentioned as a use: so a kernel may seem to use more than it does, but never less.
    void note_uses(const Declaration& declaration, size_t open, size_t close) {
        std::string name;
        for (size_t i = 1; i < declaration.size() && name.empty(); i++)
            if (declaration[i].text == "(") name = declaration[i - 1].text;
        if (name.empty() && declaration.size() > 1) name = declaration[1].text;
        for (size_t i = open; i < close; i++)
            if (is_word(tokens_[i].text[0])) uses_[name].insert(tokens_[i].text);
    }

    bool reaches(const std::string& from, const std::string& to) const {
        std::set<std::string> seen = {from};
        std::vector<std::string> next = {from};
        while (!next.empty()) {
            const auto found = uses_.find(next.back());
            next.pop_back();
            if (found == uses_.end()) continue;
            for (const std::string& name : found->second)
                if (seen.insert(name).second) next.push_back(name);
        }
        return seen.count(to) != 0;
    }

    size_t closing(size_t open) {
        const std::string opening = tokens_[open].text, close = opening == "{" ? "}" : ")";
        int depth = 0;
        for (size_t i = open; i < tokens_.size(); i++) {
            if (tokens_[i].text == opening) depth++;
            if (tokens_[i].text == close && --depth == 0) return i;
        }
        return tokens_.size() - 1;
    }

    size_t attribute(size_t at) {
        const size_t end = closing(at + 1);
        for (size_t i = at; i < end; i++) {
            kernel_ = kernel_ || tokens_[i].text == "\"genx_main\"";
            if (tokens_[i].text != "\"genx_float_control\"") continue;
            const size_t from = tokens_[i + 2].at;  // behind the comma
            float_control_ = text_.substr(from, tokens_[closing(i - 1)].at - from);
        }
        return end;
    }

    static bool opens_scope(const Declaration& declaration) {
        if (declaration.empty()) return false;
        return declaration.front().text == "namespace" ||
               (declaration.front().text == "extern" && declaration.size() == 2);
    }

    static bool ends_with_body(const Declaration& declaration) {
        if (declaration.empty()) return false;
        for (const char* other : {"struct", "class", "union", "enum"})
            if (declaration.front().text == other) return false;
        return has(declaration, "(") && !has(declaration, "=");
    }

    void end_function(Declaration& declaration) {
        if (kernel_) add_kernel(declaration);
        forget(declaration);
    }

    void end(Declaration& declaration) {
        if (!declaration.empty()) {
            if (kernel_) {
                add_kernel(declaration);
            } else if (is_variable(declaration)) {
                thread_local_at_.push_back(declaration.front().at);
                for (const std::string& name : declared(declaration)) file_.globals.push_back(name);
            }
        }
        forget(declaration);
    }

    void forget(Declaration& declaration) {
        kernel_ = false;
        float_control_.clear();
        declaration.clear();
    }

    void add_kernel(const Declaration& declaration) {
        for (size_t i = 1; i < declaration.size(); i++) {
            if (declaration[i].text != "(") continue;
            const std::string& name = declaration[i - 1].text;
            auto& kernels = file_.kernels;
            auto known =
                std::find_if(kernels.begin(), kernels.end(), [&](const Kernel& k) { return k.name == name; });
            if (known == kernels.end()) known = kernels.insert(known, {name, "0", false});
            if (!float_control_.empty()) known->float_control = float_control_;
            return;
        }
    }

    std::string edited() const {
        std::string text;
        size_t from = 0;
        for (const size_t at : thread_local_at_) {
            text += text_.substr(from, at - from) + "thread_local ";
            from = at;
        }
        return text + text_.substr(from);
    }

    const std::string& text_;
    const std::vector<Token> tokens_;
    KernelFile file_;
    std::vector<size_t> thread_local_at_;
    std::map<std::string, std::set<std::string>> uses_;
    bool kernel_ = false;        // the declaration is marked as one
    std::string float_control_;  // of the declaration
};

}  // namespace

KernelFile read_kernel_file(const std::string& preprocessed) { return Scanner(preprocessed).scan(); }

std::string module_table(const KernelFile& file) {
    std::string text = "\n# 1 \"<cmc>\" 3\n";
    std::string save, restore, bytes = "0";
    for (const std::string& name : file.globals) {
        save +=
            "    __builtin_memcpy(to, &" + name + ", sizeof(" + name + ")), to += sizeof(" + name + ");\n";
        restore += "    __builtin_memcpy(&" + name + ", from, sizeof(" + name + ")), from += sizeof(" + name +
                   ");\n";
        bytes += " + sizeof(" + name + ")";
    }
    text +=
        "static void cm_save_globals(void* place) {\n    [[maybe_unused]] auto* to = "
        "static_cast<char*>(place);\n" +
        save + "}\n";
    text +=
        "static void cm_restore_globals(const void* place) {\n"
        "    [[maybe_unused]] auto* from = static_cast<const char*>(place);\n" +
        restore + "}\n";
    text += "static const cm_abi::Kernel cm_kernels[] = {\n";
    for (const Kernel& kernel : file.kernels)
        text += "    cm::described<&" + kernel.name + ">(\"" + kernel.name + "\", " +
                (kernel.waits ? "true" : "false") + ", " + kernel.float_control + "),\n";
    text +=
        "};\nextern \"C\" __attribute__((visibility(\"default\"), used)) const cm_abi::Module "
        "genmedia_cm_module = {\n"
        "    cm_abi::abi_version, sizeof(cm_kernels) / sizeof(cm_kernels[0]), cm_kernels, " +
        bytes + ", cm_save_globals, cm_restore_globals};\n";
    return text;
}

std::string float_controls(const KernelFile& file) {
    std::string text = "#define CM_FLOAT_CONTROLS (0";
    for (const Kernel& kernel : file.kernels) text += " | (" + kernel.float_control + ")";
    return text + ")\n";
}

std::string entry_table(const KernelFile& file) {
    std::string text = "\n# 1 \"<cmc>\" 3\n";
    for (size_t k = 0; k < file.kernels.size(); k++)
        text += "template struct cm::gen::entry<" + std::to_string(k) + ", &" + file.kernels[k].name + ">;\n";
    return text;
}

}  // namespace genmedia::cmc
