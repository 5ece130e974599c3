// SPDX-License-Identifier: MIT
// Offloaded loops against the same with OpenMP written by hand, medians of five:
//     gfxcc -O3 bench/gfx/loops.cpp -o ours && g++ -O3 -fopenmp bench/gfx/loops.cpp -o by_hand
//     ./ours; ./by_hand
#include <math.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

#ifdef __INTEL_OFFLOAD
#define PARALLEL(...) __pragma(offload target(gfx) pin(__VA_ARGS__ : length(1)))
#define LOOP _Cilk_for
#else
#define PARALLEL(...) _Pragma("omp parallel for")
#define LOOP for
#endif

template <class F>
static void measure(const char* name, F run) {
    std::vector<double> times;
    for (int i = 0; i < 6; i++) {
        const auto begin = std::chrono::steady_clock::now();
        run();
        const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - begin;
        if (i > 0) times.push_back(took.count());
    }
    std::sort(times.begin(), times.end());
    std::printf("%s %.2f ms\n", name, times[2]);
}

static void crossfade(const unsigned char* a, const unsigned char* b, unsigned char* to, int size, unsigned x, unsigned y) {
    PARALLEL(a, b, to)
    LOOP (int i = 0; i < size; i++) to[i] = (a[i] * x + b[i] * y) >> 8;
}

static void crossfade_ints(const unsigned* a, const unsigned* b, unsigned* to, int size, unsigned x, unsigned y) {
    PARALLEL(a, b, to)
    LOOP (int i = 0; i < size; i++) {
        unsigned p = a[i], q = b[i];
        unsigned r0 = ((p & 0xff) * x + (q & 0xff) * y) >> 8;
        unsigned r1 = (((p >> 8) & 0xff) * x + ((q >> 8) & 0xff) * y) >> 8;
        unsigned r2 = (((p >> 16) & 0xff) * x + ((q >> 16) & 0xff) * y) >> 8;
        unsigned r3 = ((p >> 24) * x + (q >> 24) * y) >> 8;
        to[i] = (r0 & 0xff) | ((r1 & 0xff) << 8) | ((r2 & 0xff) << 16) | ((r3 & 0xff) << 24);
    }
}

static void product(const float* a, const float* b, float* c, int n) {
    PARALLEL(a, b, c)
    LOOP (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) c[i * n + j] = 0;
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++) c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

static void convolution(const int* from, const float* filter, float* to, int width, int height, int row) {
    PARALLEL(from, filter, to)
    LOOP (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++) {
            float sum = 0.5f;
            for (int fy = 0; fy < 3; fy++)
                for (int fx = 0; fx < 3; fx++) sum += filter[fy * 3 + fx] * (float)from[(y + fy) * row + x + fx];
            to[y * width + x] = sum;
        }
    }
}

static void bodies(const float* x, const float* mass, float* to, int n) {
    PARALLEL(x, mass, to)
    LOOP (int i = 0; i < n; i++) {
        float sum = 0;
        for (int j = 0; j < n; j++) {
            const float d = x[j] - x[i], inverse = 1.0f / sqrtf(d * d + 0.0001f);
            sum += mass[j] * inverse * inverse * inverse * d;
        }
        to[i] = sum;
    }
}

static void histogram(const unsigned char* from, unsigned* to, int strips, int length) {
    PARALLEL(from, to)
    LOOP (int strip = 0; strip < strips; strip++) {
        unsigned local[256] = {};
        for (int i = 0; i < length; i++) local[from[strip * length + i]]++;
        for (int i = 0; i < 256; i++) to[strip * 256 + i] = local[i];
    }
}

int main() {
    const int size = 1 << 24, n = 512;
    volatile unsigned told = 100;  // what only the run knows
    const unsigned x = told, y = 256 - x;
    std::vector<unsigned char> a(size, 3), b(size, 5), c(size);
    std::vector<float> f(n * n, 1.5f), g(n * n, 0.5f), h(n * n), filter(9, 0.1f), image(1024 * 1024);
    std::vector<int> pixels(1040 * 1040, 7);
    std::vector<unsigned> counts(256 * 256);
    for (int i = 0; i < size; i++) a[i] = static_cast<unsigned char>(i * 31 >> 3);
    for (int i = 0; i < n * n; i++) f[i] = static_cast<float>(i % 97);
    measure("crossfade", [&] { crossfade(a.data(), b.data(), c.data(), size, x, y); });
    measure("crossfade_ints", [&] { crossfade_ints((unsigned*)a.data(), (unsigned*)b.data(), (unsigned*)c.data(), size / 4, x, y); });
    measure("product", [&] { product(f.data(), g.data(), h.data(), n); });
    measure("convolution", [&] { convolution(pixels.data(), filter.data(), image.data(), 1024, 1024, 1040); });
    measure("bodies", [&] { bodies(f.data(), g.data(), h.data(), 8192); });
    measure("histogram", [&] { histogram(a.data(), counts.data(), 256, size / 256); });
    return 0;
}
