// SPDX-License-Identifier: MIT
// Which kernels' work-items become fibers, and their text.
#include "rewritten.h"

namespace genmedia::opencl {
namespace {

ProgramSource rewritten(const std::string& text, Fibers choice) {
    ProgramSource source;
    EXPECT_EQ(rewrite({text, {}, {}, {}}, choice, source).message(), "") << text;
    return source;
}

bool becomes_fibers(const std::string& body, const std::string& before = "",
                    Fibers choice = Fibers::where_needed) {
    const ProgramSource source = rewritten(
        before + "kernel void k(global int* p, local int* l, int n) { int x; " + body + " }", choice);
    EXPECT_EQ(source.kernels.at(0).fibers, source.text.empty());
    EXPECT_EQ(source.kernels.at(0).fibers, !source.fiber_text.empty());
    return source.kernels.at(0).fibers;
}

TEST(FiberKernels, ThoseThatExchangeBehindAConditionNeedIt) {
    for (const std::string body : {
             "if (n) x = sub_group_any(x);",
             "for (int i = 0; i < n; i++) x = intel_sub_group_shuffle(x, 1);",
             "while (sub_group_any(x)) x--;",
             "do { { x = sub_group_all(1); } } while (n);",
             "switch (n) { case 1: barrier(1); }",
             "x = n ? sub_group_any(x) : 0;",
             "x = n && sub_group_any(x);",
             "{ if (n) { if (x) r = intel_sub_group_avc_ime_evaluate_with_single_reference(a, b, s, p); } }",
         })
        EXPECT_TRUE(becomes_fibers(body)) << body;
    for (const std::string body : {
             "x = sub_group_any(x); if (n) x++;",
             "if (n) x = intel_sub_group_block_read(p);",
             "if (get_local_id(0) == 0) atomic_inc(p);",
             "for (;;) x = n && x;",
         })
        EXPECT_FALSE(becomes_fibers(body)) << body;
}

TEST(FiberKernels, ThoseThatExchangeWhereSomeLanesHaveLeftNeedIt) {
    for (const std::string body : {
             "if (get_global_id(0) >= n) return; x = sub_group_any(x);",
             "{ if (p[0]) { x = 1; return; } } { x = sub_group_any(x); }",
             "for (x = 0; x < p[1]; x++) if (x == n) return; barrier(1);",
         })
        EXPECT_TRUE(becomes_fibers(body)) << body;
    const std::string helper = "int some(int v) { if (v) return 0; return sub_group_any(v); } ";
    EXPECT_TRUE(becomes_fibers("x = some(x);", helper));
    for (const std::string body : {
             "x = sub_group_any(x); if (p[0]) return; x++;",
             "if (n == 0) return; x = sub_group_any(x);",  // none is left, or all are
             "for (x = 0; x < p[1]; x++) if (x == n) break; barrier(1);",
         })
        EXPECT_FALSE(becomes_fibers(body)) << body;
}

// PoCL copies what follows each.
TEST(FiberKernels, ThoseWithManyReturnsNeedIt) {
    std::string returns;
    for (int i = 0; i < 4; i++) returns += "if (n == " + std::to_string(i) + ") return; ";
    EXPECT_FALSE(becomes_fibers(returns + "x = sub_group_any(x);"));
    EXPECT_TRUE(becomes_fibers(returns + "if (n == 4) return; x = sub_group_any(x);"));
}

TEST(FiberKernels, ThroughFunctions) {
    const std::string helpers =
        "int all(int v) { return sub_group_all(v); } int some(int v) { if (v) v = all(v); "
        "return v; } int via(int v) { return some(v); } ";
    EXPECT_TRUE(becomes_fibers("x = via(x);", helpers));
    EXPECT_TRUE(becomes_fibers("if (n) x = all(x);", helpers));
    EXPECT_FALSE(becomes_fibers("x = all(x);", helpers));
}

TEST(FiberKernels, AllThatCanBe) {
    const auto can_be = [](const std::string& body) {
        return becomes_fibers(body, "", Fibers::wherever_possible);
    };
    EXPECT_TRUE(can_be("x = 1;"));
    EXPECT_TRUE(can_be("local int a[4], b; a[0] = b;"));
    EXPECT_TRUE(can_be("printf(\"%d\", x);"));
    EXPECT_FALSE(can_be("x = work_group_all(1);"));
    EXPECT_FALSE(can_be("event_t e = async_work_group_copy(l, p, 4, 0);"));
    EXPECT_FALSE(can_be("local int a[4], *q; a[0] = *q;"));  // this q is not local
    EXPECT_FALSE(becomes_fibers("if (n) x = sub_group_any(x);", "", Fibers::never));
}

TEST(FiberKernels, AllOrNone) {
    const std::string yes = "kernel void a(global int* p) { p[0] = sub_group_all(1); } ",
                      no = "kernel void b(global int* p) { p[0] = work_group_all(1); } ";
    EXPECT_TRUE(rewritten(yes, Fibers::all_or_none).text.empty());
    EXPECT_TRUE(rewritten("int f(int x) { return sub_group_all(x); }", Fibers::all_or_none).text.empty());
    const ProgramSource both = rewritten(yes + no, Fibers::all_or_none);
    EXPECT_TRUE(both.fiber_text.empty());
    EXPECT_FALSE(both.kernels.at(0).fibers);
}

TEST(FiberKernels, EachKernelStandsInOneText) {
    const ProgramSource source = rewritten(
        "int f(int x) { return sub_group_all(x); } kernel void a(global int* p) { p[0] = f(1); }\n"
        "kernel void b(global int* p) { if (p[0]) p[0] = f(1); }\n",
        Fibers::where_needed);
    EXPECT_NE(source.text.find("void a("), std::string::npos);
    EXPECT_EQ(source.text.find("void b("), std::string::npos);
    EXPECT_EQ(source.fiber_text.find("void a("), std::string::npos);
    EXPECT_NE(source.fiber_text.find("__kernel void b("), std::string::npos);
    for (const std::string& text : {source.text, source.fiber_text})
        EXPECT_NE(text.find("int f(int x)"), std::string::npos);
}

std::string fibers_of(const std::string& text) {
    const ProgramSource source = rewritten(text, Fibers::wherever_possible);
    EXPECT_EQ(source.text, "");
    const size_t line = source.fiber_text.find('\n');
    return source.fiber_text.substr(line + 1, source.fiber_text.size() - line - 2);
}

TEST(FiberKernels, TheKernelBecomesALaneAndAKernelThatHasThemRun) {
    EXPECT_EQ(
        fibers_of("kernel __attribute__((vec_type_hint(int4))) void k(global int* restrict p, read_only "
                  "image2d_t i, "
                  "const sampler_t s, constant int t[4]) { if (p) return; }"),
        "static inline __attribute__((always_inline)) __attribute__(()) void __genmedia_body_k(global int* "
        "restrict "
        "p, read_only image2d_t i, const sampler_t s, constant int t[4]) { if (p) return; } "
        "struct __genmedia_parameters_k { global int * restrict p0; ulong p1; ulong p2; constant int (*p3); "
        "}; "
        "__attribute__((noinline, visibility(\"hidden\"))) void __wrap_genmedia_k(struct "
        "__genmedia_parameters_k* "
        "genmedia_p) { __genmedia_stay(); __genmedia_body_k(genmedia_p->p0, __builtin_astype(genmedia_p->p1, "
        "read_only image2d_t ), __builtin_astype(genmedia_p->p2, sampler_t ), genmedia_p->p3); } "
        "static __attribute__((noinline)) ulong __genmedia_address_k(void) { ulong at; "
        "__genmedia_address(at, __wrap_genmedia_k); return at; } "
        "__kernel void k( global int * restrict p , read_only image2d_t i , const sampler_t s , constant int "
        "t [ 4 ] ) "
        "{ struct __genmedia_parameters_k genmedia_p = {p, __builtin_astype(i, ulong), __builtin_astype(s, "
        "ulong), "
        "t}; __genmedia_lane(__wrap_genmedia_k, &genmedia_p) __genmedia_enter(); __genmedia_image(1, i); "
        "__genmedia_run(__genmedia_address_k(), &genmedia_p) }");
}

TEST(FiberKernels, OddHints) {
    for (const std::string hint :
         {"vec_type_hint", "vec_type_hint, x", "vec_type_hint 1", "vec_type_hint(", "vec_type_hint)"}) {
        const std::string text = "kernel __attribute__((" + hint + ")) void k(int a) { }";
        ProgramSource source;  // the compiler will say what is wrong with it
        (void)rewrite({text, {}, {}, {}}, Fibers::wherever_possible, source);
    }
}

TEST(FiberKernels, LocalMemoryIsTheEngines) {
    const std::string text =
        fibers_of("kernel void k(void) { static local int a[4], b; a[1] = b + sizeof(a); }");
    EXPECT_NE(
        text.find("{ typedef int a[4], b; __local a* __genmedia_local_a = __genmedia_local_memory(0, a); "
                  "__local b* __genmedia_local_b = __genmedia_local_memory(1, b); "
                  "(*__genmedia_local_a)[1] = (*__genmedia_local_b) + sizeof((*__genmedia_local_a)); }"),
        std::string::npos)
        << text;
}

// Places in the text, in execution order.
std::vector<size_t> places(const std::string& text) {
    std::vector<size_t> found;
    const std::string mark = "__genmedia_at(";
    for (size_t at = text.find(mark); at != text.npos; at = text.find(mark, at + 1))
        found.push_back(std::stoul(text.substr(at + mark.size())));
    return found;
}

std::string joined(const std::string& body) {
    const ProgramSource source = rewritten("void f() { " + body + " }", Fibers::all_or_none);
    const size_t line = source.fiber_text.find('\n');
    return source.fiber_text.substr(line + 1);
}

TEST(FiberKernels, PlacesGrowAlongTheText) {
    for (const std::string body : {
             "x = sub_group_any(1); y = sub_group_any(2);",
             "if (a) { x = sub_group_any(1); } else if (b) { x = sub_group_any(2); }",
             "if (a) if (b) if (c) x = sub_group_any(1);",
             "{ for (;;) { if (a) x = sub_group_any(1); } }",
         }) {
        const std::vector<size_t> order = places(joined(body));
        EXPECT_TRUE(std::is_sorted(order.begin(), order.end())) << joined(body);
        EXPECT_EQ(std::adjacent_find(order.begin(), order.end()), order.end()) << joined(body);
    }
}

// A loop's condition is evaluated after all of the turn before.
TEST(FiberKernels, TurnsOfALoopComeLast) {
    const std::vector<size_t> order = places(joined("while (sub_group_any(a)) { x = sub_group_any(b); }"));
    ASSERT_EQ(order.size(), 4U);  // before the loop, its head, its body, behind it
    EXPECT_LT(order[0], order[2]);
    EXPECT_LT(order[2], order[1]);
    EXPECT_LT(order[1], order[3]);
    const std::string text = joined("for (;;) { if (a) continue; x = sub_group_any(b); }");
    EXPECT_NE(text.find("for (;;) { __genmedia_at("), text.npos) << text;
}

// No text may come between a loop and what asks to unroll it.
TEST(FiberKernels, PragmasAndAttributesStayWithTheirLoops) {
    const std::string loops[] = {"for (;;) { x = sub_group_any(b); }", "while (a) { x = sub_group_any(b); }",
                                 "do { x = sub_group_any(b); } while (a);",
                                 "for (;;) { if (a) continue; x = sub_group_any(b); }"};
    for (const std::string& loop : loops)
        for (const std::string hint : {"__attribute__((opencl_unroll_hint(2))) ", "\n#pragma unroll\n"})
            for (const std::string around : {"", "if (n) ", "else_of: ", "for (; sub_group_any(a);) "}) {
                const std::string text = joined(around + hint + loop);
                const std::string with_loop = hint + loop.substr(0, loop.find(' '));
                EXPECT_NE(text.find(with_loop), text.npos) << text;
            }
}

}  // namespace
}  // namespace genmedia::opencl
