// SPDX-License-Identifier: MIT
// Kernel files: which are loaded, which are refused, and with which code.
#include "cm/runtime/runtime_host.h"

#include <cstring>

namespace {

using test::Runtime;

class Files : public Runtime {
protected:
    INT load(std::vector<uint8_t> of) {
        CmProgram* loaded = nullptr;
        testing::internal::CaptureStderr();
        const INT code = device->LoadProgram(of.data(), static_cast<UINT>(of.size()), loaded);
        message = testing::internal::GetCapturedStderr();
        EXPECT_EQ(loaded == nullptr, code != CM_SUCCESS);
        if (loaded != nullptr) device->DestroyProgram(loaded);
        return code;
    }
    bool says(const std::string& text) const { return message.find(text) != std::string::npos; }

    std::vector<uint8_t> file = test::kernel_file();
    std::string message;
};

TEST_F(Files, AreLoadedAgainAndAgain) {
    for (int i = 0; i < 20; i++) EXPECT_EQ(load(file), CM_SUCCESS);
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
    for (const auto& [magic, expected] :
         {std::pair("CISA", "this is Intel's virtual ISA"), std::pair("\177ELF", "this is an ELF file"),
          std::pair("genM", "not a kernel file of genmedia")}) {
        std::memcpy(file.data(), magic, 4);
        EXPECT_EQ(load(file), CM_INVALID_COMMON_ISA);
        EXPECT_TRUE(says(expected)) << message;
    }
}

TEST_F(Files, OfOtherVersionsAreRefused) {
    test::header_of(file).version = cm_abi::kAbiVersion + 1;
    EXPECT_EQ(load(file), CM_JITDLL_OLDER_THAN_ISA);
    EXPECT_TRUE(says("expected version " + std::to_string(cm_abi::kAbiVersion))) << message;
    test::header_of(file).version = 0;
    EXPECT_EQ(load(file), CM_INVALID_COMMON_ISA);
}

TEST_F(Files, ThatAreCutOffAreRefused) {
    for (const size_t left : {file.size() - 1, file.size() / 2, sizeof(cm_abi::FileHeader)}) {
        std::vector<uint8_t> cut(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(left));
        EXPECT_EQ(load(cut), CM_INVALID_COMMON_ISA);
        EXPECT_TRUE(says("image of " + std::to_string(file.size() - 512))) << message;
        // The same with a length in the header that fits.
        test::header_of(cut).image_bytes = left - sizeof(cm_abi::FileHeader);
        EXPECT_EQ(load(cut), CM_INVALID_COMMON_ISA);
        EXPECT_TRUE(says("damaged")) << message;
    }
    file.push_back(0);
    EXPECT_EQ(load(file), CM_INVALID_COMMON_ISA);
}

TEST_F(Files, WithLengthsThatOverflowAreRefused) {
    const uint64_t bytes = test::header_of(file).image_bytes;
    for (const uint64_t wrong : {uint64_t{0}, bytes + 1, bytes + (uint64_t{1} << 32), ~uint64_t{0},
                                 ~uint64_t{0} - 511, uint64_t{1} << 63}) {
        test::header_of(file).image_bytes = wrong;
        test::seal(file);
        EXPECT_EQ(load(file), CM_INVALID_COMMON_ISA) << wrong;
        EXPECT_TRUE(says("image of " + std::to_string(wrong))) << message;
    }
    test::header_of(file).image_bytes = bytes;
    for (const uint32_t wrong : {0U, 100U, 513U, ~0U}) {
        test::header_of(file).header_bytes = wrong;
        test::seal(file);
        EXPECT_EQ(load(file), CM_INVALID_COMMON_ISA) << wrong;
    }
}

TEST_F(Files, WithAFlippedByteAnywhereAreRefused) {
    testing::internal::CaptureStderr();
    // Each byte of the header and soon after it, then every 61st: 61 is no period of anything in the image.
    for (size_t at = 0; at < file.size(); at += at < 1024 ? 1 : 61) {
        file[at] ^= 0x10;
        CmProgram* loaded = nullptr;
        EXPECT_NE(device->LoadProgram(file.data(), static_cast<UINT>(file.size()), loaded), CM_SUCCESS)
            << "byte " << at;
        file[at] ^= 0x10;
    }
    testing::internal::GetCapturedStderr();
    EXPECT_EQ(load(file), CM_SUCCESS);
    file[file.size() / 2] ^= 1;
    EXPECT_EQ(load(file), CM_INVALID_COMMON_ISA);
    EXPECT_TRUE(says("damaged")) << message;
}

TEST_F(Files, ForOtherProcessorsAreRefused) {
    std::vector<uint8_t> other = file;
    std::strcpy(test::header_of(other).architecture, test::kOtherArchitecture);
    test::seal(other);
    EXPECT_EQ(load(other), CM_INVALID_GENX_BINARY);
    EXPECT_TRUE(says("\"" + std::string(test::kOtherArchitecture) + "\": expected \"" +
                     test::kThisArchitecture + "\""))
        << message;
    std::strcpy(test::header_of(file).features, test::kBaseFeatures);
    std::strcat(test::header_of(file).features, ",no-such-feature");
    test::seal(file);
    EXPECT_EQ(load(file), CM_INVALID_GENX_BINARY);
    EXPECT_TRUE(says("no-such-feature")) << message;
    // A field without a terminating zero must not be read past its end.
    std::memset(test::header_of(file).features, 'x', sizeof(test::header_of(file).features));
    test::seal(file);
    EXPECT_EQ(load(file), CM_INVALID_GENX_BINARY);
}

TEST_F(Files, WithoutASharedObjectAreRefused) {
    std::fill(file.begin() + sizeof(cm_abi::FileHeader), file.end(), uint8_t{0});
    test::seal(file);
    EXPECT_EQ(load(file), CM_JIT_COMPILE_FAILURE);
    EXPECT_TRUE(says("cannot be loaded")) << message;
}

TEST_F(Files, MayBeOverwrittenOnceLoaded) {
    CmProgram* loaded = nullptr;
    CM_OK(device->LoadProgram(file.data(), static_cast<UINT>(file.size()), loaded));
    std::fill(file.begin(), file.end(), uint8_t{0xcc});
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
