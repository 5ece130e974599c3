// SPDX-License-Identifier: MIT
/* Asks a GPU's motion estimation unit the questions of questions.txt, and writes answers.txt.
 *     cc questions.c -o questions -lOpenCL && ./questions
 * A line of questions.txt is NAME FILE.cl and the numbers of pictures in pictures.gray: source, forward,
 * backward, and chroma or -1. A line of answers.txt is `answer NAME` and the words that the kernel wrote, or
 * `failed NAME` and why. */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 96, HEIGHT = 80, PICTURE = WIDTH * HEIGHT, WORDS = 68, PROGRAMS = 8, NV12 = 0x410E };

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;
static const char* failed; /* the first call of a question that failed */
static cl_int failure;

static int check(cl_int error, const char* call) {
    if (error != CL_SUCCESS && failed == NULL) failed = call, failure = error;
    return error == CL_SUCCESS;
}

static void stop(const char* what, const char* name) {
    fprintf(stderr, "questions: %s %s\n", what, name);
    exit(1);
}

static char* read_file(const char* path, size_t* size) {
    FILE* file = fopen(path, "rb");
    char* text = calloc(1, 1 << 22);
    if (file == NULL || text == NULL) stop("cannot read", path);
    *size = fread(text, 1, (1 << 22) - 1, file);
    fclose(file);
    return text;
}

static void find_device(void) {
    static char extensions[1 << 16];
    cl_platform_id platforms[16];
    cl_device_id devices[16];
    cl_uint count = 0, found = 0;
    clGetPlatformIDs(16, platforms, &count);
    for (cl_uint p = 0; p < count && p < 16; p++) {
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 16, devices, &found) != CL_SUCCESS) continue;
        for (cl_uint d = 0; d < found && d < 16; d++) {
            clGetDeviceInfo(devices[d], CL_DEVICE_EXTENSIONS, sizeof extensions - 1, extensions, NULL);
            if (strstr(extensions, "cl_intel_device_side_avc_motion_estimation") == NULL) continue;
            device = devices[d];
            return;
        }
    }
    stop("no OpenCL device has", "cl_intel_device_side_avc_motion_estimation");
}

static void write_device(FILE* answers) {
    const struct {
        const char* name;
        cl_device_info info;
    } facts[] = {{"device", CL_DEVICE_NAME}, {"driver", CL_DRIVER_VERSION}, {"version", CL_DEVICE_VERSION}};
    for (int i = 0; i < 3; i++) {
        char text[1024] = "";
        clGetDeviceInfo(device, facts[i].info, sizeof text - 1, text, NULL);
        fprintf(answers, "%s %s\n", facts[i].name, text);
    }
}

/* Each file is built once; NULL where it does not build. */
static cl_program program_of(const char* path) {
    static struct {
        char path[64];
        cl_program program;
    } built[PROGRAMS];
    int i = 0;
    for (; i < PROGRAMS && built[i].path[0] != 0; i++)
        if (strcmp(built[i].path, path) == 0) return built[i].program;
    if (i == PROGRAMS) stop("too many files:", path);
    size_t size = 0;
    const char* text = read_file(path, &size);
    cl_int error = CL_SUCCESS;
    const cl_program program = clCreateProgramWithSource(context, 1, &text, &size, &error);
    strcpy(built[i].path, path);
    if (check(error, "clCreateProgramWithSource") &&
        check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram"))
        return built[i].program = program;
    static char log[1 << 16];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fprintf(stderr, "questions: %s does not build:\n%s\n", path, log);
    return NULL;
}

static cl_mem image_of(cl_channel_order order, cl_mem of, size_t plane, cl_mem_flags flags, char* pixels) {
    const cl_image_format format = {order, CL_UNORM_INT8};
    cl_image_desc description;
    memset(&description, 0, sizeof description);
    description.image_type = CL_MEM_OBJECT_IMAGE2D;
    description.image_width = WIDTH;
    description.image_height = HEIGHT;
    description.image_depth = plane;
    description.buffer = of; /* later headers also call it mem_object */
    cl_int error = CL_SUCCESS;
    const cl_mem image = clCreateImage(context, flags, &format, &description, pixels, &error);
    check(error, "clCreateImage");
    return image;
}

/* Luma and chroma: planes of an image are written through images of their own. */
static cl_mem nv12_of(char* luma, char* chroma) {
    const cl_mem_flags unrestricted = (cl_mem_flags)1 << 25;
    const cl_mem image =
        image_of(NV12, NULL, 0, CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS | unrestricted, NULL);
    for (size_t plane = 0; plane < 2 && image != NULL; plane++) {
        const cl_mem view = image_of(plane == 0 ? CL_R : CL_RG, image, plane, CL_MEM_READ_WRITE, NULL);
        const size_t origin[3] = {0, 0, 0}, region[3] = {WIDTH >> plane, HEIGHT >> plane, 1};
        if (view == NULL) continue;
        check(clEnqueueWriteImage(queue, view, CL_TRUE, origin, region, 0, 0, plane == 0 ? luma : chroma, 0,
                                  NULL, NULL),
              "clEnqueueWriteImage");
        clReleaseMemObject(view);
    }
    return image;
}

static void run(cl_kernel kernel, const cl_mem* images, cl_uint* words) {
    cl_int error = CL_SUCCESS;
    const cl_mem answer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                         WORDS * sizeof *words, words, &error);
    if (!check(error, "clCreateBuffer")) return;
    /* The second pair of pictures is the first one again. */
    const cl_mem arguments[] = {images[0], images[1], images[2], images[1], images[2], answer};
    for (cl_uint i = 0; i < 6; i++)
        check(clSetKernelArg(kernel, i, sizeof arguments[i], &arguments[i]), "clSetKernelArg");
    const size_t items = 16;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &items, 0, NULL, NULL),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue), "clFinish");
    check(clEnqueueReadBuffer(queue, answer, CL_TRUE, 0, WORDS * sizeof *words, words, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    clReleaseMemObject(answer);
}

static void ask(const char* name, const char* path, char* const* pictures, cl_uint* words) {
    const cl_mem_flags flags = CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR;
    const cl_program program = program_of(path);
    if (program == NULL) {
        check(CL_BUILD_PROGRAM_FAILURE, "clBuildProgram");
        return;
    }
    cl_int error = CL_SUCCESS;
    const cl_kernel kernel = clCreateKernel(program, name, &error);
    if (!check(error, "clCreateKernel")) return;
    cl_mem images[3];
    for (int i = 0; i < 3; i++)
        images[i] = i == 0 && pictures[3] != NULL ? nv12_of(pictures[0], pictures[3])
                                                  : image_of(CL_R, NULL, 0, flags, pictures[i]);
    memset(words, 0xFF, WORDS * sizeof *words);
    if (failed == NULL) run(kernel, images, words);
    for (int i = 0; i < 3; i++)
        if (images[i] != NULL) clReleaseMemObject(images[i]);
    clReleaseKernel(kernel);
}

static void write_answer(FILE* answers, const char* name, const cl_uint* words) {
    if (failed != NULL) {
        fprintf(answers, "failed %s %s %d\n", name, failed, failure);
    } else {
        fprintf(answers, "answer %s", name);
        for (int i = 0; i < WORDS; i++) fprintf(answers, " %x", words[i]);
        fprintf(answers, "\n");
    }
    fflush(answers); /* kept, whatever the next question does */
}

static void ask_all(FILE* questions, FILE* answers) {
    size_t size = 0;
    char* const gray = read_file("pictures.gray", &size);
    char name[64], path[64], *pictures[4];
    int numbers[4];
    while (fscanf(questions, "%63s %63s %d %d %d %d", name, path, &numbers[0], &numbers[1], &numbers[2],
                  &numbers[3]) == 6) {
        cl_uint words[WORDS];
        for (int i = 0; i < 4; i++) {
            if (numbers[i] >= (int)(size / PICTURE)) stop("pictures.gray is too short for", name);
            pictures[i] = numbers[i] < 0 ? NULL : gray + (size_t)numbers[i] * PICTURE;
        }
        failed = NULL;
        ask(name, path, pictures, words);
        write_answer(answers, name, words);
        printf("%s\n", name);
    }
}

int main(void) {
    find_device();
    cl_int error = CL_SUCCESS;
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    if (!check(error, "clCreateContext")) stop(failed, "failed");
    queue = clCreateCommandQueue(context, device, 0, &error);
    if (!check(error, "clCreateCommandQueue")) stop(failed, "failed");
    FILE* questions = fopen("questions.txt", "r");
    FILE* answers = fopen("answers.txt", "w");
    if (questions == NULL) stop("cannot read", "questions.txt");
    if (answers == NULL) stop("cannot write", "answers.txt");
    write_device(answers);
    ask_all(questions, answers);
    fclose(questions);
    if (fclose(answers) != 0) stop("cannot write", "answers.txt");
    printf("The answers are in answers.txt.\n");
    return 0;
}
