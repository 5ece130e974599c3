// SPDX-License-Identifier: MIT
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

void replace_all(std::string& text, const std::string& what, const std::string& with) {
    for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
}

// A function's body after rewriting. < and > stand for the marks around wrapped statements.
std::string joined(const std::string& body) {
    std::string text = preprocessed("void f() { " + body + " }");
    replace_all(text, "{ __genmedia_converge();", "<");
    replace_all(text, "__genmedia_converge(); }", ">");
    return text.substr(11, text.size() - 13);
}

TEST(Reconverge, WrapsLanesThatLockOrCount) {
    EXPECT_EQ(joined("if (get_sub_group_local_id() == 0) { while (atomic_load_explicit(p) == 0) ; } a();"),
              "< if (get_sub_group_local_id() == 0) { while (atomic_load_explicit(p) == 0) ; } > a();");
    EXPECT_EQ(joined("if (get_local_id(0) == 0) atom_inc(p); else if (x) b(); else c(); d();"),
              "< if (get_local_id(0) == 0) atom_inc(p); else if (x) b(); else c(); > d();");
    EXPECT_EQ(joined("for (int i = 0; i < n; i++) if (get_global_id(0) == i) atomic_inc(p);"),
              "for (int i = 0; i < n; i++) < if (get_global_id(0) == i) atomic_inc(p); >");
    EXPECT_EQ(joined("if (n) a(); else if (get_local_linear_id()) atomic_inc(p);"),
              "if (n) a(); else < if (get_local_linear_id()) atomic_inc(p); >");
    EXPECT_EQ(joined("switch (n) { case 1 ? 2 : 3: if (get_local_id(0)) atomic_inc(p); break; }"),
              "switch (n) { case 1 ? 2 : 3: < if (get_local_id(0)) atomic_inc(p); > break; }");
}

TEST(Reconverge, KnowsVariablesMadeOfIds) {
    const std::string guarded = "if (v == 0) atomic_inc(p);", wrapped = "< if (v == 0) atomic_inc(p); >";
    for (const std::string before :
         {"const int v = get_local_id(0) & 15;", "int v; v = get_global_linear_id();",
          "int u = get_local_id(0), v = 2 * f(u);", "int2 v; v.x += get_local_id(0);",
          "int v[2]; v[0] = (1 + get_local_id(0));", "int u; int v = u; u = get_local_id(1);"}) {
        EXPECT_EQ(joined(before + " " + guarded), before + " " + wrapped);
    }
    for (const std::string before : {"const int v = get_group_id(0);", "int u = get_local_id(0), v = 2;",
                                     "int v = 1; w = get_local_id(0);", "int v = get_sub_group_id();"}) {
        EXPECT_EQ(joined(before + " " + guarded), before + " " + guarded);
    }
}

TEST(Reconverge, LeavesTheRestAlone) {
    for (const std::string body : {
             "if (get_local_id(0) == 0) p[0] = 1;",             // no atomic
             "if (n == 0) atomic_inc(p);",                      // no lanes
             "while (get_local_id(0) < n) { atomic_inc(p); }",  // a loop
             "for (int i = get_local_id(0); i < n; i++) { if (get_local_id(0)) atomic_inc(p); }",
             "switch (get_local_id(0)) { case 0: if (get_local_id(1)) atomic_inc(p); }",
             "do { if (get_local_id(0)) atomic_inc(p); } while (get_local_id(0) < x);",
             "if (get_global_id(0) >= n) return; if (get_local_id(0) == 0) atomic_inc(p);",  // returned early
             "if (get_global_id(0) >= n) { a(); return; } { if (get_local_id(0) == 0) atomic_inc(p); }",
             "for (;;) { if (get_local_id(0)) break; if (get_local_id(0)) atomic_inc(p); }",
             "for (;;) { if (get_local_id(0)) atomic_inc(p); if (get_local_id(0)) return; }",
         }) {
        EXPECT_EQ(joined(body), body);
    }
}

TEST(Reconverge, WrapsExchangesOfSomeSubGroups) {
    EXPECT_EQ(joined("if (get_sub_group_id() == 0) x = sub_group_reduce_add(y); a();"),
              "< if (get_sub_group_id() == 0) x = sub_group_reduce_add(y); > a();");
    EXPECT_EQ(joined("if (n) a(); else if (m) { r = intel_sub_group_avc_sic_evaluate_ipe(i, s, p); }"),
              "< if (n) a(); else < if (m) { r = intel_sub_group_avc_sic_evaluate_ipe(i, s, p); } > >");
    EXPECT_EQ(joined("for (;;) { if (n) { x = sub_group_all(y); continue; } a(); }"),
              "for (;;) { if (n) { x = sub_group_all(y); < continue; > } a(); }");
    for (const std::string body : {
             "if (n) x = intel_sub_group_block_read(p);",                              // nobody waits
             "for (;;) { if (n) { x = sub_group_any(y); if (g()) break; } }",          // perhaps not by all
             "if (n) { x = sub_group_any(y); return; }",                               // left
             "while (sub_group_any(y)) y--;",                                          // a loop
             "if (get_sub_group_local_id() == 0) x = intel_sub_group_shuffle(y, 1);",  // not reached by all
             "if (get_local_id(0)) { if (n) x = sub_group_all(y); }",
         }) {
        EXPECT_EQ(joined(body), body);
    }
}

TEST(Reconverge, OnlyTheOutermost) {
    EXPECT_EQ(joined("if (get_local_id(0) < 8) { if (get_local_id(0) == 0) { atomic_inc(p); } }"),
              "< if (get_local_id(0) < 8) { if (get_local_id(0) == 0) { atomic_inc(p); } } >");
}

TEST(Reconverge, UniformReturnsAndInnerBreaksDoNoHarm) {
    EXPECT_EQ(joined("if (n) return; if (get_local_id(0) == 0) atomic_inc(p);"),
              "if (n) return; < if (get_local_id(0) == 0) atomic_inc(p); >");
    EXPECT_EQ(
        joined("for (;;) { for (;;) { if (get_local_id(0)) break; } if (get_local_id(0)) atomic_inc(p); }"),
        "for (;;) { { if (__genmedia_here()) for (;;) { if (get_local_id(0)) break; } } < if "
        "(get_local_id(0)) atomic_inc(p); > }");
    EXPECT_EQ(joined("if (get_local_id(0)) { for (;;) { if (atomic_inc(p)) break; } }"),
              "< if (get_local_id(0)) { for (;;) { if (atomic_inc(p)) break; } } >");
}

TEST(Reconverge, AtomicsInFunctions) {
    const std::string helpers =
        "void lock(int* p) { if (get_local_id(0) == 0) { atomic_xchg(p, 1); } } "
        "void via(int* p) { lock(p); } ";
    const std::string text = preprocessed(helpers + "kernel void k(int* p) { if (get_local_id(0)) via(p); }");
    EXPECT_NE(text.find("{ __genmedia_converge(); if (get_local_id(0)) via(p); __genmedia_converge(); }"),
              text.npos);
    // It is called from where lanes have already diverged, so lanes cannot wait inside.
    EXPECT_EQ(text.find("{ __genmedia_converge(); if (get_local_id(0) == 0)"), text.npos);
    const std::string alone = preprocessed(helpers + "kernel void k(int* p) { via(p); }");
    EXPECT_NE(alone.find("{ __genmedia_converge(); if (get_local_id(0) == 0)"), alone.npos);
}

}  // namespace
}  // namespace genmedia::opencl
