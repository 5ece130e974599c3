// SPDX-License-Identifier: MIT
#include "va/surfaces/surface_memory.h"

#include <fcntl.h>
#include <linux/udmabuf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace genmedia::va {
namespace {

size_t page() {
    static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
    return size;
}

size_t in_whole_pages(size_t size) { return (size + page() - 1) / page() * page(); }

// Reading behind a file's end would end the program.
bool holds(int file, size_t size) {
    struct stat found {};
    if (fstat(file, &found) != 0) return false;
    // A dma-buf tells by seeking.
    const off_t end = S_ISREG(found.st_mode) ? found.st_size : lseek(file, 0, SEEK_END);
    return end >= 0 && static_cast<size_t>(end) >= size;
}

bool write_all(int file, const uint8_t* bytes, size_t size) {
    for (size_t at = 0; at < size;) {
        const ssize_t written = pwrite(file, bytes + at, size - at, static_cast<off_t>(at));
        if (written <= 0) return false;
        at += static_cast<size_t>(written);
    }
    return true;
}

// -1: the system has no such device, or refuses.
int dma_buf_of(int file, size_t size) {
    const int device = open("/dev/udmabuf", O_RDWR | O_CLOEXEC);
    if (device < 0) return -1;
    udmabuf_create request{};
    request.memfd = static_cast<uint32_t>(file);
    request.flags = UDMABUF_FLAGS_CLOEXEC;
    request.size = size;
    const int made = ioctl(device, UDMABUF_CREATE, &request);
    close(device);
    return made;
}

}  // namespace

OpenFile::~OpenFile() {
    if (number_ >= 0) close(number_);
}

Memory::Memory(size_t size) : size_(size), all_(std::calloc(size + kAlignment + kBehind, 1)) {
    if (all_ == nullptr) throw std::bad_alloc();
    const auto address = reinterpret_cast<uintptr_t>(all_);
    data_ = reinterpret_cast<uint8_t*>((address + kAlignment - 1) / kAlignment * kAlignment);
}

std::shared_ptr<Memory> Memory::in_pages(size_t size) {
    std::shared_ptr<Memory> memory(new Memory());
    memory->all_size_ = in_whole_pages(size + kBehind);
    void* pages =
        mmap(nullptr, memory->all_size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    memory->kind_ = Kind::pages;
    memory->size_ = size;
    memory->all_ = pages;
    memory->data_ = static_cast<uint8_t*>(pages);
    return memory;
}

std::shared_ptr<Memory> Memory::borrowed(void* start, size_t size) {
    std::shared_ptr<Memory> memory(new Memory());
    memory->kind_ = Kind::borrowed;
    memory->size_ = size;
    memory->data_ = static_cast<uint8_t*>(start);
    return memory;
}

std::shared_ptr<Memory> Memory::of_files(std::span<const File> files) {
    std::shared_ptr<Memory> memory(new Memory());
    memory->kind_ = Kind::files;
    for (const File& file : files) {
        if (file.start % page() != 0 || !holds(file.number, file.size)) return nullptr;
        memory->size_ = std::max(memory->size_, file.start + in_whole_pages(file.size));
    }
    // One reservation, in which each file gets its place; zeros behind them may be read.
    memory->all_size_ = memory->size_ + in_whole_pages(kBehind);
    void* place = mmap(nullptr, memory->all_size_, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) return nullptr;
    memory->all_ = place;
    memory->data_ = static_cast<uint8_t*>(place);
    for (const File& file : files)
        if (mmap(memory->data_ + file.start, file.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
                 file.number, 0) == MAP_FAILED)
            return nullptr;
    if (files.size() == 1) memory->file_ = fcntl(files.front().number, F_DUPFD_CLOEXEC, 0);
    return memory;
}

Memory::~Memory() {
    if (kind_ == Kind::heap)
        std::free(all_);
    else if (all_ != nullptr)
        munmap(all_, all_size_);
    if (file_ >= 0) close(file_);
}

// A memfd takes the pages' place, at their address.
bool Memory::move_into_file() {
    const int file = memfd_create("genmedia-va", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (file < 0) return false;
    // A dma-buf is made of nothing that may shrink.
    const bool ready =
        ftruncate(file, static_cast<off_t>(all_size_)) == 0 && write_all(file, data_, size_) &&
        fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK) == 0 &&
        mmap(all_, all_size_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
    if (ready)
        file_ = file;
    else
        close(file);
    return ready;
}

int Memory::share() {
    if (kind_ == Kind::pages && file_ < 0 && !move_into_file()) return -1;
    if (file_ < 0) return -1;
    const int dma_buf = kind_ == Kind::pages ? dma_buf_of(file_, all_size_) : -1;
    return dma_buf >= 0 ? dma_buf : fcntl(file_, F_DUPFD_CLOEXEC, 0);
}

}  // namespace genmedia::va
