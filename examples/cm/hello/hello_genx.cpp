// SPDX-License-Identifier: MIT
#include <cm/cm.h>

extern "C" _GENX_MAIN_ void hello(int width) {
    const int x = get_thread_origin_x(), y = get_thread_origin_y();
    printf("thread %d says hello\n", y * width + x);
}
