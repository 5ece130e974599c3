// SPDX-License-Identifier: MIT
// Memory of surfaces, images and buffers: the driver's, or another's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <span>

namespace genmedia::va {

// A file that is closed in the end. -1: none.
class OpenFile {
public:
    explicit OpenFile(int number) : number_(number) {}
    ~OpenFile();
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    int number() const { return number_; }

private:
    int number_;
};

class Memory {
public:
    // Zeros, of which the system makes pages when they are written: programs make many surfaces and use few.
    // Throws std::bad_alloc.
    explicit Memory(size_t size);
    // The same in pages of its own, which share() can give to others.
    static std::shared_ptr<Memory> in_pages(size_t size);
    // The program's, which keeps it for as long as this lives.
    static std::shared_ptr<Memory> borrowed(void* start, size_t size);

    // Files that hold memory (dma-buf, memfd), one behind the other, each from its `start`, a multiple of a
    // page. The program's files may be closed afterwards. Null: one cannot be mapped, or is smaller.
    struct File {
        int number;
        size_t size, start;
    };
    static std::shared_ptr<Memory> of_files(std::span<const File> files);

    ~Memory();
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    size_t size() const { return size_; }
    uint8_t* data() const { return data_; }
    // Whether bytes between rows, and some behind the end, are nobody's.
    bool is_own() const { return kind_ == Kind::heap || kind_ == Kind::pages; }

    // A new file of this memory, from its first byte, which the caller closes: a dma-buf where the system
    // makes them of memory (/dev/udmabuf), else the memfd itself. The address stays. -1: it is none that can
    // be shared, or the system refuses.
    int share();

private:
    enum class Kind { heap, pages, borrowed, files };
    Memory() = default;
    bool move_into_file();

    static constexpr size_t kAlignment = 64;
    static constexpr size_t kBehind = 4096;  // kernels' vectors may read behind the last pixel

    Kind kind_ = Kind::heap;
    size_t size_ = 0;
    uint8_t* data_ = nullptr;
    void* all_ = nullptr;  // what is freed, and its bytes
    size_t all_size_ = 0;
    int file_ = -1;  // that holds the pages, or the one that was given
};

}  // namespace genmedia::va
