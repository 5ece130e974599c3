// SPDX-License-Identifier: MIT
/* A host in C that looks for Intel's platform by its name, and for a GPU on it.
 *     genmedia cl -- example_opencl_intel_platform
 * A picture moves by five pixels to the right and three up; that is what the search has to find. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64, INNER = SIZE / 16 - 2, GROUPS = INNER * INNER, RIGHT = 5, UP = 3 };

static void check(cl_int error, const char* what) {
    if (error == CL_SUCCESS) return;
    fprintf(stderr, "intel_platform: %s failed with %d\n", what, error);
    exit(1);
}

static cl_platform_id find_platform(const char* word) {
    cl_platform_id platforms[16];
    cl_uint count = 0;
    check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
    for (cl_uint i = 0; i < count && i < 16; i++) {
        char name[256] = "";
        clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof name, name, NULL);
        if (strstr(name, word) != NULL) return platforms[i];
    }
    fprintf(stderr, "intel_platform: no platform whose name contains \"%s\"\n", word);
    exit(1);
}

static char* read_text(const char* path) {
    FILE* file = fopen(path, "rb");
    char* text = calloc(1, 1 << 16);
    if (file == NULL || text == NULL || fread(text, 1, (1 << 16) - 1, file) == 0) {
        fprintf(stderr, "intel_platform: cannot read %s\n", path);
        exit(1);
    }
    fclose(file);
    return text;
}

/* No two places of it are alike. */
static unsigned char pattern(int x, int y) {
    const unsigned n = (unsigned)(x + 100) * 2654435761u ^ (unsigned)(y + 100) * 2246822519u;
    return (unsigned char)((n ^ n >> 15) * 2654435761u >> 24);
}

static cl_mem picture(cl_context context, int right, int up) {
    static unsigned char pixels[SIZE * SIZE];
    const cl_image_format format = {CL_R, CL_UNORM_INT8};
    cl_image_desc description;
    memset(&description, 0, sizeof description);
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = description.image_height = SIZE;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) pixels[y * SIZE + x] = pattern(x - right, y + up);
    cl_int error = CL_SUCCESS;
    const cl_mem image = clCreateImage(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, &format,
                                       &description, pixels, &error);
    check(error, "clCreateImage");
    return image;
}

int main(void) {
    cl_device_id device = NULL;
    check(clGetDeviceIDs(find_platform("Intel"), CL_DEVICE_TYPE_GPU, 1, &device, NULL), "clGetDeviceIDs");
    cl_int error = CL_SUCCESS;
    const cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "clCreateContext");
    const cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "clCreateCommandQueue");

    const char* text = read_text(EXAMPLE_KERNELS "/intel_platform.cl");
    const cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    const cl_kernel kernel = clCreateKernel(program, "intel_platform", &error);
    check(error, "clCreateKernel");

    /* A block's vector leads to where its pixels are in the reference. */
    const cl_mem source = picture(context, 0, 0), reference = picture(context, RIGHT, UP);
    const cl_mem vectors =
        clCreateBuffer(context, CL_MEM_WRITE_ONLY, GROUPS * sizeof(cl_short2), NULL, &error);
    check(error, "clCreateBuffer");
    const cl_mem distortions =
        clCreateBuffer(context, CL_MEM_WRITE_ONLY, GROUPS * sizeof(cl_ushort), NULL, &error);
    check(error, "clCreateBuffer");
    const cl_mem arguments[] = {source, reference, vectors, distortions};
    for (cl_uint i = 0; i < 4; i++)
        check(clSetKernelArg(kernel, i, sizeof arguments[i], &arguments[i]), "clSetKernelArg");
    const size_t global[2] = {INNER * 16, INNER}, local[2] = {16, 1};
    check(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, global, local, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");

    cl_short2 found[GROUPS];
    cl_ushort rest[GROUPS];
    check(clEnqueueReadBuffer(queue, vectors, CL_TRUE, 0, sizeof found, found, 0, NULL, NULL),
          "reading vectors");
    check(clEnqueueReadBuffer(queue, distortions, CL_TRUE, 0, sizeof rest, rest, 0, NULL, NULL),
          "reading distortions");
    for (int i = 0; i < GROUPS; i++) {
        /* in quarter pixels, y downwards */
        if (found[i].s[0] == 4 * RIGHT && found[i].s[1] == -4 * UP && rest[i] == 0) continue;
        fprintf(stderr,
                "intel_platform: macroblock %d: vector (%d, %d), distortion %d; expected (%d, %d), 0\n", i,
                found[i].s[0], found[i].s[1], rest[i], 4 * RIGHT, -4 * UP);
        return 1;
    }
    printf("intel_platform: %d macroblocks moved by (%d, %d)\n", GROUPS, RIGHT, -UP);
    return 0;
}
