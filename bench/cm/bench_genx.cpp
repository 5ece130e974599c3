#include <cm/cm.h>

extern "C" _GENX_MAIN_ void empty() {}

// The integral image's wavefront, with work in each block that is worth a core: `rounds` times 256 square roots.
extern "C" _GENX_MAIN_ void heavy(SurfaceIndex sums, int rounds) {
    const int x = get_thread_origin_x(), y = get_thread_origin_y();
    vector<float, 256> work;
#pragma unroll
    for (int i = 0; i < 256; i++) work(i) = x + y + i;
    cm_wait();
    for (int i = 0; i < rounds; i++) work = cm_sqrt(work * 1.5f + 1.0f);
    vector<float, 4> result = cm_sum<float>(work);
    write(sums, x * 16, y, result);
    cm_fence();
    cm_signal();
}
