// SPDX-License-Identifier: MIT
#include "cm/runtime/runtime_host.h"

#include "cm/kernel_file.h"

#include <cstring>
#include <fstream>
#include <iterator>

namespace test {

std::vector<uint8_t> kernel_file() {
    std::ifstream image(GENMEDIA_TEST_KERNELS, std::ios::binary);
    std::vector<uint8_t> file(sizeof(cm_abi::FileHeader));
    file.insert(file.end(), std::istreambuf_iterator<char>(image), {});
    cm_abi::FileHeader header{};
    std::memcpy(header.magic, cm_abi::kFileMagic, sizeof(header.magic));
    header.version = cm_abi::kAbiVersion;
    header.header_bytes = sizeof(header);
    header.image_bytes = file.size() - sizeof(header);
    std::strcpy(header.architecture, kThisArchitecture);
    std::strcpy(header.features, kBaseFeatures);
    std::memcpy(file.data(), &header, sizeof(header));
    seal(file);
    return file;
}

void seal(std::vector<uint8_t>& file) {
    cm_abi::FileHeader& header = header_of(file);
    header.checksum =
        genmedia::kernel_file_checksum(header, file.data() + sizeof(header), file.size() - sizeof(header));
}

cm_abi::FileHeader& header_of(std::vector<uint8_t>& file) {
    return *reinterpret_cast<cm_abi::FileHeader*>(file.data());
}

void Runtime::SetUp() {
    UINT version = 0;
    CM_OK(CreateCmDevice(device, version, display()));
    ASSERT_EQ(version, CM_7_2);
    std::vector<uint8_t> file = kernel_file();
    CM_OK(device->LoadProgram(file.data(), static_cast<UINT>(file.size()), program));
    CM_OK(device->CreateQueue(queue));
}

void Runtime::TearDown() {
    if (device == nullptr) return;
    EXPECT_EQ(DestroyCmDevice(device), CM_SUCCESS);
}

CmKernel* Runtime::kernel(const char* name) {
    CmKernel* made = nullptr;
    EXPECT_EQ(device->CreateKernel(program, name, made), CM_SUCCESS) << name;
    return made;
}

CmBuffer* Runtime::buffer(UINT bytes) {
    CmBuffer* made = nullptr;
    EXPECT_EQ(device->CreateBuffer(bytes, made), CM_SUCCESS);
    return made;
}

CmTask* Runtime::task(std::initializer_list<CmKernel*> kernels) {
    CmTask* made = nullptr;
    EXPECT_EQ(device->CreateTask(made), CM_SUCCESS);
    for (CmKernel* each : kernels) EXPECT_EQ(made->AddKernel(each), CM_SUCCESS);
    return made;
}

CmThreadSpace* Runtime::space(UINT width, UINT height) {
    CmThreadSpace* made = nullptr;
    EXPECT_EQ(device->CreateThreadSpace(width, height, made), CM_SUCCESS);
    return made;
}

CmThreadGroupSpace* Runtime::groups(UINT threads_x, UINT threads_y, UINT groups_x, UINT groups_y) {
    CmThreadGroupSpace* made = nullptr;
    EXPECT_EQ(device->CreateThreadGroupSpace(threads_x, threads_y, groups_x, groups_y, made), CM_SUCCESS);
    return made;
}

SurfaceIndex* Runtime::index(CmBuffer* buffer) {
    SurfaceIndex* found = nullptr;
    EXPECT_EQ(buffer->GetIndex(found), CM_SUCCESS);
    return found;
}

INT Runtime::set(CmKernel* kernel, UINT argument, CmBuffer* buffer) {
    return kernel->SetKernelArg(argument, sizeof(SurfaceIndex), index(buffer));
}

INT Runtime::set(CmKernel* kernel, UINT argument, uint32_t value) {
    return kernel->SetKernelArg(argument, sizeof(value), &value);
}

void Runtime::run(CmKernel* kernel, CmThreadSpace* over) {
    CmTask* one = task({kernel});
    CmEvent* event = nullptr;
    CM_OK(queue->Enqueue(one, event, over));
    CM_OK(event->WaitForTaskFinished(60000));
    CM_OK(queue->DestroyEvent(event));
    CM_OK(device->DestroyTask(one));
}

std::vector<uint32_t> Runtime::read(CmBuffer* buffer, size_t dwords, CmEvent* event) {
    std::vector<uint32_t> values(dwords);
    EXPECT_EQ(buffer->ReadSurface(reinterpret_cast<unsigned char*>(values.data()), event, 4 * dwords),
              CM_SUCCESS);
    return values;
}

}  // namespace test
