// SPDX-License-Identifier: MIT
// The state of preprocessing. Macros are expanded in preprocess.cpp, directives are obeyed in directives.cpp.
#pragma once

#include "opencl/preprocessor/include_search.h"
#include "opencl/preprocessor/macro.h"
#include "opencl/preprocessor/preprocess.h"

#include <unordered_set>

namespace genmedia::opencl {

class Preprocessor {
public:
    Preprocessor(const IncludeSearch& search, Tokens& result) : search_(search), result_(result) {}

    void define(Macro macro);
    void undefine(const std::string& name) { macros_.erase(name); }
    void run(const std::string& text, const std::string& name);

private:
    struct Conditional {
        Token opened;
        bool taken = false;  // one of its branches was taken
        bool active = false;
        bool in_else = false;
    };
    struct File {
        std::string path, name;  // as found; as #line names it
        uint32_t index = 0;
        int64_t line_shift = 0;
        TokenList tokens;
        size_t next = 0;
        std::vector<Conditional> conditionals;
    };
    // Tokens to read before the file's: a macro's expansion, or tokens put back.
    struct Pending {
        TokenList tokens;
        size_t next = 0;
        std::shared_ptr<Macro> macro;
    };
    // Where tokens come from: files, or only one list.
    struct Source {
        std::vector<File> files;
        std::vector<Pending> pending;
        bool in_condition = false;
    };

    Token next_raw();
    Token next_expanded();
    bool expand_macro(Token& name);
    Token builtin(const Macro& macro, const Token& name);
    std::vector<TokenList> arguments(const Macro& macro, const Token& name);
    void put_back(Token token);
    void push_expansion(TokenList tokens, std::shared_ptr<Macro> macro);
    TokenList expand_alone(TokenList tokens, bool in_condition);
    Token defined_operator(const Token& op);

    Token next_of_file();
    void enter(std::string text, const std::string& path, const Token& at);
    void leave();
    uint32_t new_file_index(const std::string& name);
    TokenList rest_of_line(File& file);
    bool obey(const Token& hash, TokenList line, Token& produced);
    bool obey_conditional(const Token& at, const std::string& directive, std::span<const Token> line);
    bool condition(const Token& at, std::span<const Token> line);
    void open_conditional(const Token& at, bool truth);
    void else_branch(const Token& at, const std::string& directive, std::span<const Token> line);
    void skip_branch();
    void include(const Token& at, TokenList line);
    void set_line(const Token& at, TokenList line);
    bool enables_added_extension(const TokenList& line) const;
    bool pragma(const Token& at, TokenList line, Token& produced);
    static bool active(const File& file) {
        return file.conditionals.empty() || file.conditionals.back().active;
    }

    const IncludeSearch& search_;
    Tokens& result_;
    Source source_;
    MacroTable macros_;
    std::unordered_set<std::string> once_;
    Budget budget_;
    int nesting_ = 0;
    int64_t counter_ = 0;
};

}  // namespace genmedia::opencl
