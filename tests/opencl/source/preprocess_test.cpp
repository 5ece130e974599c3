// SPDX-License-Identifier: MIT
#include "rewritten.h"

#include <unistd.h>
#include <filesystem>
#include <fstream>

namespace genmedia::opencl {
namespace {

TEST(Preprocess, EveryTokenKeepsItsLine) {
    std::string text;
    for (int i = 1; i <= 400; i++)
        text += i % 3 == 0 ? "/* {\n } */ // x\n" : "int v" + std::to_string(i) + ";\n";
    Rewritten result(text);
    int line = 1;
    for (int i = 1; i <= 400; i++) {
        EXPECT_EQ(result.line(line), i % 3 == 0 ? "" : "int v" + std::to_string(i) + ";");
        line += i % 3 == 0 ? 2 : 1;
    }
}

TEST(Preprocess, ContinuedLinesAndLineEnds) {
    Rewritten result("int \\\na \\ \r\n; wo\\\nrd\r\n#define M 1 + \\\n 2\nM\n");
    EXPECT_EQ(result.line(1), "int");
    EXPECT_EQ(result.line(2), "a");
    EXPECT_EQ(result.line(3), "; word");
    EXPECT_EQ(result.line(7), "1 + 2");
}

TEST(Preprocess, NumbersOfOpenCL) {
    const std::string numbers = "1.0h 0x1p-3f 0x1.8P+4 .5f 1e-3 100UL 0xFFu 1.e+5h";
    EXPECT_EQ(preprocessed("#define h x\n#define p y\n#define f z\n" + numbers), numbers);
}

TEST(Preprocess, MacrosAsTheStandardHasThem) {
    EXPECT_EQ(preprocessed("#define f(a) a*g\n#define g(a) f(a)\nf(2)(9)"), "2*9*g");
    EXPECT_EQ(preprocessed("#define x 2\n#define f(a) f(x * (a))\nf(f(1))"), "f(2 * (f(2 * (1))))");
    EXPECT_EQ(preprocessed("#define S(x) #x\n#define X(x) S(x)\n#define A 1\nS(A) X(A) S( \"a\\n\"  '\"' )"),
              R"("A" "1" "\"a\\n\" '\"'")");
    EXPECT_EQ(preprocessed("#define CAT(a,b) a##b\n#define AB 7\nCAT(A,B) CAT(,x) CAT(x,) CAT(,)y"),
              "7 x x y");
    EXPECT_EQ(preprocessed("#define t(x,y,z) x ## y ## z\nt(1,2,3) t(,4,5) t(6,,7) t(,,8)"), "123 45 67 8");
    EXPECT_EQ(preprocessed("#define E\n#define F() E x E\nF() F ; F ()"), "x F ; x");
}

TEST(Preprocess, VariadicMacros) {
    EXPECT_EQ(preprocessed("#define P(f, ...) p(f, ##__VA_ARGS__)\nP(1) P(1,2,3)"), "p(1) p(1,2,3)");
    EXPECT_EQ(preprocessed("#define P(...) p(__VA_ARGS__)\nP() P(1) P(1, (2,3))"), "p() p(1) p(1, (2,3))");
    EXPECT_EQ(preprocessed("#define P(a, r...) a: r;\nP(1,2,3)"), "1: 2,3;");
}

TEST(Preprocess, Conditions) {
    EXPECT_EQ(preprocessed("#if defined A || !defined(B) && UNKNOWN == 0\nyes\n#else\nno\n#endif"), "yes");
    EXPECT_EQ(
        preprocessed(
            "#define V 200\n#if V < 120\na\n#elif V >= 200 && (V / 100) % 2 == 0\nb\n#elif 1/0\nc\n#endif"),
        "b");
    EXPECT_EQ(preprocessed("#if 0\nit's \" x\n#if 1\n#bad\n#endif\n#else\nok\n#endif"), "ok");
    EXPECT_EQ(
        preprocessed(
            "#if -1 > 0u\na\n#endif\n#if 1 ? 2 : 1/0\nb\n#endif\n#if 'a' == 97 && 0x10 == 020\nc\n#endif"),
        "a b c");
}

TEST(Preprocess, PragmasStay) {
    Rewritten result(
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
        "#define N 4\n"
        "#define UNROLL _Pragma(\"unroll\")\n"
        "void f() {\n"
        "#pragma unroll N\n"
        "for (;;) ; UNROLL for (;;) ; }\n");
    EXPECT_EQ(result.line(1), "#pragma OPENCL EXTENSION cl_khr_fp16 : enable");
    EXPECT_EQ(result.line(5), "#pragma unroll 4");
    EXPECT_EQ(result.line(6), "for (;;) ; _Pragma(\"unroll\") for (;;) ; }");
}

TEST(Preprocess, WordsOfTheCompilerStay) {
    const std::string text = "barrier(CLK_LOCAL_MEM_FENCE); float x = FLT_MAX; L\"x\" @ a->b <<= c[1] ...";
    EXPECT_EQ(preprocessed(text), text);
}

TEST(Preprocess, SpecialNames) {
    EXPECT_EQ(preprocessed("\n#line 40 \"x.cl\"\n__LINE__ __FILE__ __COUNTER__ __COUNTER__"),
              "40 \"x.cl\" 0 1");
    Rewritten result("a\n#line 40 \"x.cl\"\nb\n#line 7\nc\n");
    EXPECT_EQ(result.line(1), "a");
    EXPECT_EQ(result.line(40, "x.cl"), "b");
    EXPECT_EQ(result.line(7, "x.cl"), "c");
}

TEST(Preprocess, HeadersInMemory) {
    SourceInput input{.text = "#include \"lib/a.h\"\n#include <lib/a.h>\nM(3)\n",
                      .options = {},
                      .headers = {{"lib/a.h", "#pragma once\nint a;\n#include \"b.h\"\nint c;\n"},
                                  {"lib/b.h", "#define M(x) x\n\nint b;\n"}},
                      .predefined = {}};
    Rewritten result(input);
    ASSERT_TRUE(result.status.ok()) << result.status.message();
    EXPECT_EQ(result.line(2, "lib/a.h"), "int a;");
    EXPECT_EQ(result.line(3, "lib/b.h"), "int b;");
    EXPECT_EQ(result.line(4, "lib/a.h"), "int c;");
    EXPECT_EQ(result.line(3), "3");
}

TEST(Preprocess, HeadersOnDisk) {
    const auto folder =
        std::filesystem::temp_directory_path() / ("opencl_source_" + std::to_string(getpid()));
    std::filesystem::create_directories(folder / "inner");
    std::ofstream(folder / "one.h") << "#include \"inner/two.h\"\n";
    std::ofstream(folder / "inner/two.h") << "#include \"three.h\"\n";
    std::ofstream(folder / "inner/three.h") << "three\n";
    const std::string text = "#define NAME <one.h>\n#include NAME\n";
    EXPECT_EQ(Rewritten(SourceInput{text, {"-I", folder.string()}, {}, {}}).flat(), "three");
    EXPECT_EQ(Rewritten(SourceInput{text, {"-I" + folder.string()}, {}, {}}).flat(), "three");
    std::filesystem::remove_all(folder);
}

TEST(Preprocess, FailuresSayWhere) {
    const Rewritten missing("\n#include <absent.h>\n");
    EXPECT_EQ(missing.status.code(), StatusCode::not_found);
    EXPECT_EQ(missing.status.message(), "program.cl:2:2: error: 'absent.h' file not found");
    const Rewritten error("#if 1\n  #error  no  half\n#endif\n");
    EXPECT_EQ(error.status.code(), StatusCode::corrupt);
    EXPECT_EQ(error.status.message(), "program.cl:2:4: error: no half");
    EXPECT_EQ(failure("x\n#if 1\n"), "program.cl:2:2: error: #if without #endif");
    EXPECT_EQ(failure("#define F(a,b) a\nF(1)"),
              "program.cl:2:1: error: macro 'F' is called with 1 arguments; expected 2");
    EXPECT_EQ(failure("void f() {\n (1 }"), "program.cl:2:5: error: '}' closes nothing");
    EXPECT_EQ(failure("void f() {"), "program.cl:1:10: error: '{' is not closed");
}

}  // namespace
}  // namespace genmedia::opencl
