/* SPDX-License-Identifier: MIT */
/* What rewritten programs call in libgenmedia_gfx: C, so that C programs can. */
#pragma once

/* held: the target has it already (alloc_if is false). kept: it stays there (free_if is false). */
enum {
    __GFXCC_nocopy = 0,
    __GFXCC_in = 1,
    __GFXCC_out = 2,
    __GFXCC_inout = 3,
    __GFXCC_pin = 4,
    __GFXCC_held = 8,
    __GFXCC_kept = 16
};

#ifdef __cplusplus
extern "C" {
#endif

/* A region begins and ends in one thread; regions nest. */
void* gfxcc_region_begin(int condition, const char* file, int line);
/* #pragma offload_transfer is a region without a statement. */
void* gfxcc_transfer_begin(int condition, const char* file, int line);
int gfxcc_region_offloaded(const void* region);
/* An _Offload_status, which is set at the end. */
void gfxcc_region_status(const void* region, void* status);
/* The host gets what the region writes when it waits for the tag. */
void gfxcc_region_signal(const void* region, const void* tag);
/* The memory that the region has for this variable: a copy, or the host's own. `host` is where copies come
   from and go to. More bytes than a long counts are a negative length. */
void* gfxcc_region_data(void* region, void* variable, void* host, unsigned long bytes, int how,
                        const char* name);
/* How many bytes a variable has there; 0: it is none of the region's. */
unsigned long gfxcc_region_bytes(const void* region, const void* memory);
void gfxcc_region_end(void* region);

void gfxcc_wait(const void* tag, const char* file, int line);

/* Sections of unequal length: says so once for each place, and returns the shorter. */
long gfxcc_unequal_lengths(long one, long other, const char* file, int line);
int gfxcc_grain(long wanted);
/* How many rounds of a loop a thread takes at a time. */
long gfxcc_piece(long rounds);
int gfxcc_group_threads(void);
/* Each thread of a group says where its group is: x of `across`, y of `down`; its width is that of the group.
 */
int gfxcc_group_width(void);
void gfxcc_enter_group(int width, long x, long across, long y, long down);

/* What a kernel sees of an image: rows, one behind the other. */
struct gfxcc_image {
    unsigned char* data;
    int row_bytes, rows, element_bytes;
};
typedef struct gfxcc_image* __gfx_surface_index;

/* A strand: what runs one statement after the other. Its place in the order of a program that runs on one
   thread is that of its parent at `parent_step`, then `place`, then its own step. */
struct gfxcc_strand {
    const struct gfxcc_strand* parent;
    long parent_step, place, step;
};
/* The strand of a thread, and a number that is new with each strand and step. */
struct gfxcc_thread {
    struct gfxcc_strand* strand;
    unsigned long number;
};
struct gfxcc_thread* gfxcc_this_thread(void);

/* Whether a thread would take a spawned call soon; else the caller better makes it itself. */
int gfxcc_wants_calls(void);
/* Spawned calls: *group is null before the first. */
void gfxcc_spawn(void** group, void (*call)(void* data), void* data);
/* The same of a block of clang's without parameters and result, in C. */
void gfxcc_spawn_block(void** group, void* block);
void gfxcc_sync(void* group);
void gfxcc_end_spawns(void* group);
/* How many run or wait, in all of the program. */
long gfxcc_spawned_calls(void);

enum { GFXCC_INTEGER, GFXCC_REAL, GFXCC_POINTER, GFXCC_IMAGE };

typedef struct {
    int kind;
    long long integer;
    double real;
    const void* pointer; /* or an image */
} gfxcc_argument;

typedef struct {
    const char* name;
    const void *host, *target;
    const int* kinds;
    int count;
    void (*call)(const void* target, const gfxcc_argument* arguments);
} gfxcc_kernel;

void gfxcc_add_kernel(const gfxcc_kernel* kernel);
/* The target's version of a kernel; the kernel itself where it has one version alone. */
const void* gfxcc_kernel_target(const void* host);
/* Appends to the queue. `drop` frees data, called or not. All pointers must lead to shared memory, and images
   must be there; 0: they are not, and the thread's last error says so. */
long long gfxcc_enqueue(void (*call)(void* data), void (*drop)(void* data), void* data,
                        const gfxcc_argument* arguments, int count);
/* name or kernel is null. 0: failed. */
long long gfxcc_enqueue_kernel(const char* name, const void* kernel, const gfxcc_argument* arguments,
                               int count);

#ifdef __cplusplus
}
#endif
