// SPDX-License-Identifier: MIT
// printf, against the rules in plain C++.
#include <fstream>

#include "kernel_test.h"
#include "own_folder.h"

namespace {

class PrintTest : public KernelTest {
protected:
    PrintTest() : KernelTest("print_genx.isa") {}

    template <class... T>
    std::string printed(const char* name, T... arguments) {
        cm_result_check(host_.device->InitPrintBuffer());
        run(name, arguments...);
        const test::OwnFolder folder;
        const std::string file = folder.path("printed.txt");
        cm_result_check(host_.device->FlushPrintBufferIntoFile(file.c_str()));
        std::ifstream in(file);
        return std::string((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    }
};

TEST_F(PrintTest, PrintfFormats) {
    EXPECT_EQ(printed("print_all", -5, 1.25f), "-5 7 x text  1.25|3   |ff%\nsome lane\n");
}

TEST_F(PrintTest, ArgumentsOfOtherLengths) {
    EXPECT_EQ(printed("print_lengths", -5, 1.25f),
              "-50000000000 4294967291 -5 fde8|4464 2c 35840|   -5|-5  |1.2|1.250000 1.25|A|0x1000\n"
              "text|   cu|(null)\n");
}

// C's printf would read what is not there. Here the task ends, and the log has the place and the conversion.
TEST_F(PrintTest, WrongCallsEndTheTask) {
    const char* const messages[] = {"%s needs a text",
                                    "%-5.2lld has no argument",
                                    "%8.3f needs a floating-point number",
                                    "%d needs an integer",
                                    "%n is no conversion of numbers or texts",
                                    "% needs an integer for *",
                                    "% is no conversion of numbers or texts",
                                    "%d needs an integer",
                                    "a format is missing"};
    cm_result_check(host_.device->InitPrintBuffer());
    for (int call = 0; call < 9; call++) {
        const std::string log = refused("print_wrong", call);
        EXPECT_NE(log.find("print_test_genx.cpp:" + std::to_string(29 + call) +
                           ": thread (0, 0): printf: " + messages[call]),
                  std::string::npos)
            << log;
    }
}

}  // namespace
