// SPDX-License-Identifier: MIT
#include "cm/runtime/kernels/thread_storage.h"

#include <dlfcn.h>
#include <link.h>

#include <cstring>

namespace genmedia::runtime {
namespace {

// A library's block of thread-local storage in the calling thread.
struct Block {
    size_t library;  // the loader's number for the library
    uint8_t* start = nullptr;
    size_t bytes = 0;
};

int find_block(dl_phdr_info* info, size_t, void* result) {
    Block& block = *static_cast<Block*>(result);
    if (info->dlpi_tls_modid != block.library) return 0;
    block.start = static_cast<uint8_t*>(info->dlpi_tls_data);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type == PT_TLS) block.bytes = info->dlpi_phdr[i].p_memsz;
    }
    return 1;
}

}  // namespace

ThreadStorage::ThreadStorage(void* library, const cm_abi::Module& module) : place_(module.thread_storage) {
    if (place_ == nullptr) return;
    const auto* place = static_cast<uint8_t*>(place_());  // which also has the loader make the block
    Block block;
    if (dlinfo(library, RTLD_DI_TLS_MODID, &block.library) != 0) return;
    dl_iterate_phdr(find_block, &block);
    if (block.start == nullptr) return;
    place_offset_ = place - block.start;
    initial_.assign(block.start, block.start + block.bytes);
}

uint8_t* ThreadStorage::here() const { return static_cast<uint8_t*>(place_()) - place_offset_; }

void ThreadStorage::begin() const {
    if (!empty()) restore(initial_);
}

std::vector<uint8_t> ThreadStorage::save() const { return {here(), here() + initial_.size()}; }

void ThreadStorage::restore(const std::vector<uint8_t>& saved) const {
    std::memcpy(here(), saved.data(), saved.size());
}

}  // namespace genmedia::runtime
