// SPDX-License-Identifier: MIT
// printf, against the rules in plain C++.
#include <fstream>

#include "kernel_test.h"
#include "own_folder.h"

namespace {

class PrintTest : public KernelTest {
protected:
    PrintTest() : KernelTest("print_genx.isa") {}
};

TEST_F(PrintTest, PrintfFormats) {
    cm_result_check(host_.device->InitPrintBuffer());
    run("print_all", -5, 1.25f);
    const test::OwnFolder folder;
    const std::string file = folder.path("printed.txt");
    cm_result_check(host_.device->FlushPrintBufferIntoFile(file.c_str()));
    std::ifstream in(file);
    const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
    EXPECT_EQ(text, "-5 7 x text  1.25|3   |ff%\nsome lane\n");
}

}  // namespace
