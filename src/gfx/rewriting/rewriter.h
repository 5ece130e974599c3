// SPDX-License-Identifier: MIT
// Statements and declarations: what Intel's compiler has beyond C and C++ becomes what clang compiles.
#pragma once

#include "found.h"
#include "gfx_language.h"
#include "offload_clauses.h"

#include <functional>

namespace genmedia::gfx {

// Pragmas before a loop or a statement in array notation.
struct Hints {
    bool simd = false;
    Place place;
    std::string simd_clauses;
    std::string grain;
    std::vector<std::string> lines;  // that clang has as well
};

// Where in the text.
struct Surroundings {
    bool marked = false;  // in what target(gfx) marks as a whole
    bool in_class = false, in_function = false, in_template = false;
    bool target = false;            // the target's version
    bool in_region = false;         // in the statement of a region
    bool in_group = false;          // inside of a loop over thread groups
    bool in_kernel = false;         // in a kernel of C for Metal
    bool unnamed = false;           // in a namespace without a name
    bool spawns = false;            // where __gfx_spawns is
    bool spawned = false;           // the function has a _Cilk_spawn
    bool in_lanes = false;          // in a kernel whose lanes take rounds
    std::string kernel_function;    // the function marked target(gfx_kernel) whose loops become kernels
    Tokens kernel_memory;           // its parameters that are pointers
    std::string function;           // the outermost one around
    int parallel = 0;               // loops around that share their rounds among threads
    std::set<std::string> locals;   // variables of the function
    std::set<std::string> exposed;  // of these, what may change unseen
};

class Rewriter {
public:
    // versions: none yet where functions and regions are only looked for.
    Rewriter(Shared& shared, const Tokens& tokens, Found& found, const Versions* versions,
             Surroundings where = {});

    Tokens run();

private:
    // statement_rewriter.cpp
    Tokens items(size_t end);
    Tokens item();
    Tokens keyword();
    Tokens block();
    Tokens body();
    Tokens conditional();
    Tokens section_conditional(size_t start);
    Tokens while_statement();
    Tokens do_statement();
    Tokens switch_statement();
    Tokens for_statement(const Hints& hints);
    Tokens return_statement();
    Tokens label(size_t end);
    Tokens simple(const Hints& hints);
    Tokens simple_statement(Tokens tokens, const Hints& hints);
    Tokens expression_statement(Tokens tokens, const Hints& hints);
    Tokens with_nested_blocks(const Tokens& tokens);
    Tokens for_part(const Tokens& tokens);
    Tokens hint_lines(const Hints& hints, Place place);
    void skip_statement();
    void skip_mistaken(size_t start);
    Tokens take(size_t end);
    const Token& now() const { return tokens_[at_]; }
    bool next_is(const char* text, size_t ahead = 1) const {
        return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].is(text);
    }

    // declaration_rewriter.cpp
    struct Head {
        Tokens tokens, body_begins;
        bool marked = false, kernel = false;
        bool vector = false;  // SIMD-enabled
    };
    bool is_body(size_t start, size_t brace, bool type, bool equals, bool initializers) const;
    bool is_type_head(size_t start, size_t end) const;
    Tokens definition(size_t start, size_t brace);
    Tokens type_definition(const Head& head, size_t start, size_t brace);
    Tokens function_definition(const Head& head, size_t start, size_t brace);
    Tokens target_version(Place name) const;
    Tokens target_declaration(const Tokens& declaration, const Head& head) const;
    Head head(Tokens tokens);
    bool is_shared(const Tokens& head, size_t name) const;
    void note_function(const Head& head, size_t start, size_t end, bool definition);
    Tokens renamed(const Tokens& tokens) const;
    void rename_kernels(Tokens& tokens) const;
    bool keeps_names() const { return versions_ == nullptr || !where_.target; }

    // spawns.cpp
    bool spawns() const;
    Tokens without_spawns(Tokens tokens, const std::string& refusal);
    Tokens checked_spawns(Tokens tokens);
    Tokens spawns_begin(const Tokens& body, Place place);
    Tokens spawns_end(Place place) const;
    Tokens body_with_spawns();
    Tokens return_behind_spawns(const Tokens& value) const;
    bool is_one_function(const Tokens& callee) const;
    static size_t spawn_place(const Tokens& tokens);
    Tokens spawn_statement(const Tokens& tokens, size_t spawn);
    Tokens spawned(const Tokens& target, const Tokens& whole, Place place);
    Tokens spawned_in_c(const Tokens& target, const Tokens& whole, Place place);

    // kernels/offload_kernel_table.cpp
    Tokens registration(size_t name, const Tokens& head, bool two);
    Tokens registration_in_c(size_t name, const Tokens& head, const std::string& target);

    // icc_extensions.cpp
    void strip_attributes(Head& head);
    Tokens vector_attribute(const Tokens& inside);
    Tokens specialisation(Tokens tokens) const;
    Tokens run_time_rows(const Tokens& tokens) const;
    void rows_parameters(Head& head) const;
    void find_templates();

    // loops.cpp
    struct LoopHead {
        bool simd = false, group = false;
        bool serial = false;  // its direction is not known: one thread takes all rounds
        std::string clauses;
        Tokens parts[3];
        Tokens head;
        Place place, pragma;  // pragma: the same place, or that of the user's pragma before it
    };
    LoopHead loop_head();
    void keyword_clauses(LoopHead& loop);
    void check_loop(LoopHead& loop, const char* kind);
    Tokens cilk_for(const Hints& hints);
    Tokens group_loop(LoopHead& loop);
    Tokens counted_groups(const LoopHead& head, const std::string& number) const;
    std::string place_of_group() const;
    Tokens parallel_loop(const LoopHead& head, const std::string& pragma, const std::string& grain,
                         size_t begin);
    bool counts_rounds(const LoopHead& head) const;
    Tokens rounds(const LoopHead& head, const std::string& grain);
    Tokens loop_step(const LoopHead& head) const;
    Tokens round_count(const LoopHead& head) const;
    void refuse_break();
    Tokens loop(const LoopHead& loop, const std::string& pragma);
    void refuse_jumps();
    bool rounds_have_memory(const std::string& clauses);
    std::string simd_clauses(const Tokens& words) const;

    // pragmas.cpp
    Tokens pragma();
    bool take_hint(Hints& hints);
    Tokens hinted();
    Tokens offload_attribute(const Tokens& words);
    Tokens offload_wait(const Tokens& words, Place place);

    // regions.cpp
    Tokens offload(const Tokens& words, Place place);
    Tokens region_statement(const Tokens& statement, const OffloadClauses& clauses, bool target);
    Tokens offload_transfer(const Tokens& words, Place place);
    Tokens region_begin(const OffloadClauses& clauses, const std::string& name, Place place,
                        bool transfer) const;
    Tokens region_data(const OffloadClauses& clauses, const std::string& name) const;
    Tokens region_names(const OffloadClauses& clauses, const std::string& name) const;
    Tokens unnamed_pointers(const Tokens& statement, const OffloadClauses& clauses) const;

    // kernel_regions.cpp
    Tokens kernel_region(const Tokens& statement, const OffloadClauses& clauses, Place place);
    Tokens kernel_body(const Tokens& statement, const OffloadClauses& clauses, Tokens& size);
    Tokens kernel_lambda(const Tokens& statement, const OffloadClauses& clauses, const std::string& name,
                         Tokens& size, Place region);
    Tokens kernel_call(const Tokens& statement, const OffloadClauses& clauses, const std::string& region,
                       Place place);
    bool wants_kernel(const Tokens& statement, Place place) const;
    const KernelRegion& note_kernel(const Tokens& statement, Place place);
    Tokens kernel_loops();
    std::vector<LoopHead> kernel_nest(size_t& braces);
    Tokens kernel_round(const LoopHead& head, const char* thread);
    Tokens kernel_statement(const Tokens& tokens);
    Tokens scalar_value(const Tokens& tokens, const char* refusal);

    // kernel_functions.cpp
    Tokens kernels_of_function(const Token& name);
    void use_kernel_templates(Tokens& tokens) const;
    Tokens kernel_function_loop();
    Tokens lane_loop(const LoopHead& head);

    Shared& shared_;
    const Tokens& tokens_;
    Found& found_;
    const Versions* versions_;
    Surroundings where_;
    size_t at_ = 0;
    int pushed_ = 0;       // offload_attribute(push)
    bool region_ = false;  // the statement of a region is next
    Tokens group_memory_;
    std::vector<std::string>
        group_levels_;    // the names that loops over groups have here, the outermost first
    Tokens kernel_size_;  // rounds of a kernel's innermost loop, and of the one around
    std::set<std::string> templates_;
};

}  // namespace genmedia::gfx
