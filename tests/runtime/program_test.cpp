// Kernel files: what is loaded, what is refused and with which code.
#include "runtime/host.h"

#include <cstring>

namespace {

using test::Runtime;

class Files : public Runtime {
protected:
    INT load(std::vector<std::uint8_t> of) {
        CmProgram* loaded = nullptr;
        testing::internal::CaptureStderr();
        const INT code = device->LoadProgram(of.data(), static_cast<UINT>(of.size()), loaded);
        message = testing::internal::GetCapturedStderr();
        EXPECT_EQ(loaded == nullptr, code != CM_SUCCESS);
        if (loaded != nullptr) device->DestroyProgram(loaded);
        return code;
    }
    bool says(const std::string& text) const { return message.find(text) != std::string::npos; }

    std::vector<std::uint8_t> file = test::kernel_file();
    std::string message;
};

TEST_F(Files, AreLoadedAgainAndAgain) {
    for (int i = 0; i < 20; ++i) EXPECT_EQ(load(file), CM_SUCCESS);
    EXPECT_EQ(message, "");
}

TEST_F(Files, OfNothingAreRefused) {
    CmProgram* loaded = nullptr;
    EXPECT_EQ(device->LoadProgram(nullptr, 10, loaded), CM_INVALID_COMMON_ISA);
    EXPECT_EQ(device->LoadProgram(file.data(), 0, loaded), CM_INVALID_COMMON_ISA);
    const std::string options(CM_MAX_OPTION_SIZE_IN_BYTE, 'x');
    EXPECT_EQ(device->LoadProgram(file.data(), 10, loaded, options.c_str()), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(load({1, 2, 3}), CM_INVALID_COMMON_ISA);
    EXPECT_TRUE(says("3 bytes: expected at least 512")) << message;
}

TEST_F(Files, WithoutTheMagicAreRefused) {
    std::memcpy(file.data(), "CISA", 4);
    EXPECT_EQ(load(file), CM_INVALID_COMMON_ISA);
    EXPECT_TRUE(says("not a kernel file of genmedia")) << message;
}

TEST_F(Files, OfOtherVersionsAreRefused) {
    test::header_of(file).version = cm_abi::abi_version + 1;
    EXPECT_EQ(load(file), CM_JITDLL_OLDER_THAN_ISA);
    EXPECT_TRUE(says("expected version " + std::to_string(cm_abi::abi_version))) << message;
    test::header_of(file).version = 0;
    EXPECT_EQ(load(file), CM_INVALID_COMMON_ISA);
}

TEST_F(Files, ThatAreCutOffAreRefused) {
    file.pop_back();
    EXPECT_EQ(load(file), CM_INVALID_COMMON_ISA);
    EXPECT_TRUE(says("image")) << message;
    test::header_of(file).header_bytes = 100;
    EXPECT_EQ(load(file), CM_INVALID_COMMON_ISA);
}

TEST_F(Files, ForOtherProcessorsAreRefused) {
    std::vector<std::uint8_t> arm = file;
    std::strcpy(test::header_of(arm).architecture, "aarch64");
    EXPECT_EQ(load(arm), CM_INVALID_GENX_BINARY);
    EXPECT_TRUE(says("\"aarch64\": expected \"x86_64\"")) << message;
    std::strcpy(test::header_of(file).features, "sse2,no-such-feature");
    EXPECT_EQ(load(file), CM_INVALID_GENX_BINARY);
    EXPECT_TRUE(says("no-such-feature")) << message;
    // A field without an end is none to run over.
    std::memset(test::header_of(file).features, 'x', sizeof(test::header_of(file).features));
    EXPECT_EQ(load(file), CM_INVALID_GENX_BINARY);
}

TEST_F(Files, WithoutASharedObjectAreRefused) {
    std::fill(file.begin() + sizeof(cm_abi::FileHeader), file.end(), std::uint8_t{0});
    EXPECT_EQ(load(file), CM_JIT_COMPILE_FAILURE);
    EXPECT_TRUE(says("cannot be loaded")) << message;
}

TEST_F(Files, MayBeOverwrittenOnceLoaded) {
    CmProgram* loaded = nullptr;
    CM_OK(device->LoadProgram(file.data(), static_cast<UINT>(file.size()), loaded));
    std::fill(file.begin(), file.end(), std::uint8_t{0xcc});
    CmKernel* made = nullptr;
    CM_OK(device->CreateKernel(loaded, "nothing", made));
    CM_OK(device->DestroyProgram(loaded));
    EXPECT_EQ(loaded, nullptr);
    CM_OK(made->SetThreadCount(3));
    run(made);  // the kernel keeps what it needs
    CM_OK(device->DestroyKernel(made));
}

TEST_F(Files, HaveKernelsByName) {
    CmKernel* made = nullptr;
    EXPECT_EQ(device->CreateKernel(nullptr, "ids", made), CM_INVALID_ARG_VALUE);
    EXPECT_EQ(device->CreateKernel(program, nullptr, made), CM_NULL_POINTER);
    testing::internal::CaptureStderr();
    EXPECT_EQ(device->CreateKernel(program, "no such", made), CM_FAILURE);
    EXPECT_NE(testing::internal::GetCapturedStderr().find("\"no such\""), std::string::npos);
    const std::string name(CM_MAX_KERNEL_NAME_SIZE_IN_BYTE, 'x');
    EXPECT_EQ(device->CreateKernel(program, name.c_str(), made), CM_FAILURE);
    const std::string options(CM_MAX_OPTION_SIZE_IN_BYTE, 'x');
    EXPECT_EQ(device->CreateKernel(program, "ids", made, options.c_str()), CM_INVALID_ARG_VALUE);
    CM_OK(device->CreateKernel(program, "ids", nullptr, made));
    CM_OK(device->DestroyKernel(made));
    EXPECT_EQ(made, nullptr);
    EXPECT_EQ(device->DestroyKernel(made), CM_FAILURE);
    CmProgram* none = nullptr;
    EXPECT_EQ(device->DestroyProgram(none), CM_FAILURE);
}

}  // namespace
