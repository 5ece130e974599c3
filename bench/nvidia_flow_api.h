// SPDX-License-Identifier: MIT
// The part of NVIDIA's optical flow interface, version 5.0, that bench_nvidia_flow calls:
// libnvidia-opticalflow.so.1 of the driver, and libcuda.so.1. Layouts and values are those of NVIDIA's public
// headers nvOpticalFlowCommon.h and nvOpticalFlowCuda.h, which are not needed to build this.
#pragma once

#include <cstddef>
#include <cstdint>

namespace nvidia_flow {

constexpr uint32_t kVersion = 5 << 4;
constexpr int32_t kOpticalFlow = 1;                     // mode
constexpr int32_t kInput = 1, kOutput = 2;              // usage of a buffer
constexpr int32_t kGray8 = 1, kShort2 = 5;              // its format
constexpr int32_t kDevicePointer = 2;                   // its type
constexpr int32_t kSlow = 5, kMedium = 10, kFast = 20;  // preset

struct Init {
    uint32_t width, height;  // pixels
    int32_t output_grid;     // pixels of a vector's side: 1, 2 or 4
    int32_t hint_grid, mode, preset, external_hints, output_cost;
    void* private_data;
    int32_t disparity_range, regions, direction, global_flow, input_format;
};

struct BufferDescription {
    uint32_t width, height;
    int32_t usage, format;
};

struct Strides {
    struct {
        uint32_t pitch;   // bytes
        uint32_t height;  // lines; what the headers call the stride in y
    } plane[3];
    uint32_t planes;
};

struct ExecuteInput {
    void *input, *reference, *hints;
    int32_t no_temporal_hints;
    uint32_t padding;
    void* private_data;
    uint32_t padding2, region_count;
    void* regions;
};

struct ExecuteOutput {
    void *vectors, *cost, *private_data, *backward_vectors, *backward_cost, *global_flow;
};

// From a block to its match in the reference, in pixels / 32.
struct Vector {
    int16_t x, y;
};

struct Functions {
    int (*create)(void* context, void** flow);
    int (*init)(void* flow, const Init*);
    int (*create_buffer)(void* flow, const BufferDescription*, int32_t type, void** buffer);
    void* (*array_of)(void* buffer);
    uint64_t (*pointer_of)(void* buffer);
    int (*strides_of)(void* buffer, Strides*);
    int (*set_streams)(void* flow, void* input, void* output);
    int (*execute)(void* flow, const ExecuteInput*, ExecuteOutput*);
    int (*destroy_buffer)(void* buffer);
    int (*destroy)(void* flow);
    int (*last_error)(void* flow, char* text, uint32_t* size);
    int (*capabilities)(void* flow, int32_t which, uint32_t* values, uint32_t* count);
};

struct Cuda {
    int (*init)(unsigned flags);
    int (*device)(int* device, int number);
    int (*retain)(void** context, int device);
    int (*set_current)(void* context);
    int (*synchronize)();
    int (*to_device)(uint64_t to, const void* from, size_t bytes);
    int (*to_host)(void* to, uint64_t from, size_t bytes);
};

}  // namespace nvidia_flow
