// SPDX-License-Identifier: MIT
// What the runtime and a kernel file compiled by cmc share. Both sides compile this header. Any change in it
// raises kAbiVersion, and the runtime refuses kernel files of another version.
#pragma once

#include <cstddef>
#include <cstdint>

namespace cm_abi {

inline constexpr std::uint32_t kAbiVersion = 8;

enum class SurfaceKind : std::uint8_t { unbound, buffer, image_2d, image_3d };

// Packed pairs of pixels and planes need rules of their own at a picture's border.
enum class PixelLayout : std::uint8_t { plain, yuyv, uyvy, planes };

// A picture's plane: rows of row_bytes bytes that lie pitch bytes apart.
struct Plane {
    std::uint8_t* data;
    std::int32_t row_bytes;
    std::int32_t rows;
    std::int32_t pitch;
    std::int32_t pixel_bytes;  // 2 for the interleaved chroma of NV12, 4 for that of P010
};

struct VmePictures;

// A surface as kernels see it.
struct Surface {
    SurfaceKind kind;
    PixelLayout layout;
    std::uint32_t format;      // CM_SURFACE_FORMAT; 0 for buffers
    std::uint8_t* data;        // a buffer's, or plane[0].data
    std::uint64_t bytes;       // of a buffer
    std::int32_t width;        // in pixels
    std::int32_t height;       // in pixels
    std::int32_t depth;        // slices of a 3-D surface, else 1
    std::int64_t slice_pitch;  // bytes from one slice to the next
    std::int32_t plane_count;  // 0 for buffers
    Plane plane[3];
    const VmePictures* vme;  // of a VME surface; its other fields are its source picture's. Null for others
    bool mirrored;           // what a scaler reads past an edge: the picture mirrored, or its last pixel
};

inline constexpr int kVmeReferences = 16;  // for each direction

// The pictures of a VME surface.
struct VmePictures {
    const Surface* source;
    const Surface* forward[kVmeReferences];   // null from forward_count on
    const Surface* backward[kVmeReferences];  // null from backward_count on
    std::uint32_t forward_count, backward_count;
    std::uint32_t width, height;  // the pictures' size as the unit sees it; 0: their own
};

enum class VmeOperation : std::uint8_t { search, refine, check };  // IME, FBR and SIC

// A message to the motion estimation unit, in rows of 32 bytes as the language's specification lays them out.
struct VmeMessage {
    VmeOperation operation;
    bool stream_in, stream_out;   // of a search
    std::uint8_t universal_rows;  // 4, or 3 in the layout of Gen7.5
    std::uint8_t input_rows, output_rows;
    const Surface* surface;
    const std::uint8_t* universal;
    const std::uint8_t* input;
    std::uint8_t* output;
    const char* file;  // of the call in the kernel's source
    std::int32_t line;
};

// A raw message that has no answer here, and the reason: `what` has `value`, which is not as expected.
struct RefusedMessage {
    std::uint32_t function;  // the shared function to which it was sent
    std::uint32_t descriptor;
    const char* what;
    std::uint32_t value;
    const char* expected;
    const char* file;  // of the call in the kernel's source
    std::int32_t line;
};

inline constexpr int kScalerPhases = 32;  // between two samples

// The state of adaptive video scaling, as in CM_AVS_STATE_MSG.
struct Scaler {
    bool nearest;
    bool eight_taps;         // for all channels; else for luma alone
    bool shuffled;           // the order of results
    std::uint8_t sharpness;  // 255: the coefficients alone; 0: bilinear
    // Of luma and chroma, across and down. 64 is 1. Sample 3 is the one at or before the place.
    std::int8_t coefficients[2][2][kScalerPhases][8];
};

// A sampler's state as kernels see it. The fields are as in CM_SAMPLER_STATE.
struct Sampler {
    std::uint32_t min_filter, mag_filter;
    std::uint32_t address_u, address_v, address_w;
    std::uint32_t border_type;
    float border[4];
    const Scaler* scaler;  // of a sampler for cm_avs_sampler; null for others
};

inline constexpr int kBindingTableSize = 256;
inline constexpr int kFirstSystemPlace = 243;      // in a binding table, no surface is bound from here on
inline constexpr int kStaticBuffers = 4;           // CM_STATIC_BUFFER_0 and following
inline constexpr std::uint32_t kSlmBytes = 65536;  // for each thread group
inline constexpr std::uint32_t kNamedBarriers = 32;

struct Thread;

// Functions of the runtime that kernels call.
struct Host {
    // Returns when all threads that this one depends on have ended or signalled. Bit k of skip: not number k.
    void (*wait)(Thread*, std::uint32_t skip);
    void (*signal)(Thread*);
    // Returns when all threads of the group have called it.
    void (*barrier)(Thread*);
    // The halves of a split barrier.
    void (*barrier_signal)(Thread*);
    void (*barrier_wait)(Thread*);
    // Adds text, without a terminating zero, to the print buffer in one piece.
    void (*print)(Thread*, const char* text, std::size_t bytes);
    // Reports that the kernel misuses something: ends the task with an error in the log, and leaves the
    // kernel by an exception. A null file means unknown. Only kernels compiled for debugging call it.
    void (*fail)(Thread*, const char* file, int line, const char* message);
    // Barrier `id` of the group, below kNamedBarriers. It is complete, and begins anew, when `producers`
    // threads have signalled with mode 1 or 0 and `consumers` threads with mode 2 or 0. Threads that
    // signalled with 2 or 0 may wait for it.
    void (*named_barrier_signal)(Thread*, std::uint32_t id, std::uint32_t mode, std::uint32_t producers,
                                 std::uint32_t consumers);
    void (*named_barrier_wait)(Thread*, std::uint32_t id);
    // Answers a message. A message without an answer gives zeros, and ends the task with an error in the log.
    void (*send_vme)(Thread*, const VmeMessage*);
    // Ends the task with an error in the log.
    void (*refuse_message)(Thread*, const RefusedMessage*);
    // As fail, but returns: any kernel may call it.
    void (*refuse)(Thread*, const char* file, int line, const char* message);
};

// What is the same for all threads of a dispatch.
struct Dispatch {
    const Host* host;
    const Surface* const* binding_table;  // kBindingTableSize entries, null where nothing is bound
    const Surface* static_buffer[kStaticBuffers];
    const Sampler* const* samplers;  // kBindingTableSize entries
    std::uint32_t local_size[3];     // threads in a group; 1 without groups
    std::uint32_t group_count[3];
    std::uint32_t float_control;  // the kernel's flags
};

// A running CM thread.
struct Thread {
    const Dispatch* dispatch;
    std::uint16_t x, y;  // thread origin in the thread space
    std::uint32_t color;
    std::uint32_t local_id[3];
    std::uint32_t group_id[3];
    std::uint8_t* slm;       // kSlmBytes bytes shared by the group; null without groups
    std::uint32_t slm_used;  // bytes given out by cm_slm_alloc so far; the same in all threads of a group
    void* runtime;           // for the runtime's own use
};

enum class ArgumentKind : std::uint8_t { value, surface, sampler, vme };

// A kernel's parameter. Its place in the argument block holds `count` values of `bytes` bytes. For surfaces:
// const Surface*; for samplers: const Sampler*; else what the host gave to SetKernelArg.
struct Argument {
    ArgumentKind kind;
    std::uint32_t count;   // more than 1 for vector<SurfaceIndex, N>; 1 for a value
    std::uint32_t bytes;   // of each value
    std::uint32_t offset;  // in the argument block, aligned to 8
};

struct Kernel {
    const char* name;
    void (*run)(Thread*, const void* argument_block);
    const Argument* arguments;
    std::uint32_t argument_count;
    std::uint32_t block_bytes;
    bool waits;  // calls cm_wait itself; if not, threads start when those they depend on have ended
    std::uint32_t float_control;  // flags of _GENX_FLOAT_CONTROL_: CM_RTE, CM_DENORM_F_ALLOW, ...
};

// The symbol `genmedia_cm_module` of a kernel file.
struct Module {
    std::uint32_t version;  // kAbiVersion
    std::uint32_t kernel_count;
    const Kernel* kernels;
    // Each CM thread has its own copy of the file's variables, but they are in thread-local storage. So
    // whoever runs CM threads in turns on one thread must save and restore that storage. Returns a place in
    // the calling thread's storage. Null: there are no variables.
    void* (*thread_storage)();
};
inline constexpr char kModuleSymbol[] = "genmedia_cm_module";

// A kernel file: this header, then a shared object of `image_bytes` bytes.
struct FileHeader {
    char magic[16];              // kFileMagic
    std::uint32_t version;       // kAbiVersion
    std::uint32_t header_bytes;  // sizeof(FileHeader)
    std::uint64_t image_bytes;
    char architecture[16];   // "x86_64" or "aarch64"
    char features[460];      // required of the processor; names of __builtin_cpu_supports, with commas
    std::uint32_t checksum;  // CRC-32 of the file with this field as 0: detects damage, not malice
};
static_assert(sizeof(FileHeader) == 512);
inline constexpr char kFileMagic[16] = "genmedia cm";

}  // namespace cm_abi
