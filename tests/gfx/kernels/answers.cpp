// SPDX-License-Identifier: MIT
// Loops in array notation, each against loops of its own. With an argument the host's versions run. Prints a
// number that says which version ran.
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

// gfxcc's three ways must differ here alone.
__declspec(target(gfx)) static int version() {
#ifdef __GFX__
    return 2;
#else
    return 1;
#endif
}

__declspec(target(gfx)) static float twice_root(float x) { return 2 * sqrtf(x); }
__declspec(target(gfx)) static void add_to(int* counts, int at) { counts[at & 15] += at; }

static int failures = 0;
#define CHECK(condition)                                    \
    if (!(condition)) {                                     \
        failures++;                                         \
        std::printf("line %d: %s\n", __LINE__, #condition); \
    }

static short table[24][40];
enum { kRows = 6, kColumns = 16 };

template <class T>
static void tiles(int offload, T scale, int height, int width) {
    std::vector<T> in(height * width), out(height * width);
    for (int i = 0; i < height * width; i++) in[i] = static_cast<T>(i % 61);
    T(*from)[width] = (T(*)[])in.data();
    T(*to)[width] = (T(*)[])out.data();
#pragma offload target(gfx) if (offload) in(from : length(height* width))out(to : length(height* width))
    _Cilk_for(int y = 0; y < height; y += 3) {
        _Cilk_for(int x = 0; x < width; x += 8) {
            T tile[3][8], row[8];
            tile[:][:] = from [y:3] [x:8];
            row[:] = tile[0][:] + tile[1][:] * scale - tile[2][:];
            tile[1] [0:4:2] = row [4:4];
            tile[2][7] = row[3];
#pragma unroll
            for (int k = 0; k < 3; k++) to[y + k] [x:8] = tile[k][:] + row[:];
        }
    }
    for (int y = 0; y < height; y += 3)
        for (int x = 0; x < width; x += 8) {
            T tile[3][8], row[8];
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 8; c++) tile[r][c] = in[(y + r) * width + x + c];
            for (int c = 0; c < 8; c++) row[c] = tile[0][c] + tile[1][c] * scale - tile[2][c];
            for (int c = 0; c < 4; c++) tile[1][2 * c] = row[4 + c];
            tile[2][7] = row[3];
            for (int r = 0; r < 3; r++)
                for (int c = 0; c < 8; c++) CHECK(out[(y + r) * width + x + c] == tile[r][c] + row[c])
        }
}

// Blocks that begin anywhere, of bytes and of words; a part whose length only the run knows.
static void places(int offload, int n) {
    std::vector<unsigned char> bytes(n * 23 + 64);
    std::vector<short> words(n * 23 + 64), got(n * 23 + 64, -1);
    std::vector<unsigned char> shifted(n * 23 + 64, 9);
    for (size_t i = 0; i < bytes.size(); i++) {
        bytes[i] = static_cast<unsigned char>(i * 7 + i / 9);
        words[i] = static_cast<short>(i * 301 - 9000);
    }
    unsigned char *from = bytes.data(), *to = shifted.data();
    short *wide = words.data(), *sums = got.data();
    const int length = static_cast<int>(bytes.size());
#pragma offload target(gfx) if (offload) pin(from, to, wide, sums : length(length))
    _Cilk_for(int i = 0; i < n; i++) {
        unsigned char part[20];
        short all[20];
        part[:] = from [i * 23 + 1:20];
        all[:] = wide [i * 23 + 3:20];
        all [0:i % 20] = part [0:i % 20];
        to [i * 23:20] = part[:] + 1;
        sums [i * 23 + 2:20] = all[:] - part[:];
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 20; k++) {
            const int part = bytes[i * 23 + 1 + k], all = k < i % 20 ? part : words[i * 23 + 3 + k];
            CHECK(shifted[i * 23 + k] == static_cast<unsigned char>(part + 1))
            CHECK(got[i * 23 + 2 + k] == static_cast<short>(all - part))
        }
    CHECK(got[0] == -1 && got[1] == -1 && shifted[20] == 9)
}

// Gathers, conditions, calls, reductions, indices; arrays of the host that have a size.
static void elements(int offload) {
    static int results[64][8];
    static float roots[64][16];
    for (int r = 0; r < 24; r++)
        for (int c = 0; c < 40; c++) table[r][c] = static_cast<short>((r * 40 + c) * 37 % 101 - 50);
#pragma offload target(gfx) if (offload) in(table)out(results, roots)
    _Cilk_for(int i = 0; i < 64; i++) {
        int line[32], order[16], counts[16];
        float values[16];
        line[:] = table[i % 24] [4:32];
        order[:] = (__sec_implicit_index(0) * 5 + i) % 32;
        counts[:] = 0;
        for (int k = 0; k < 32; k++) add_to(counts, line[k]);
        values[:] = line[order[:]] > 0 ? line[order[:]] : -line [0:16] * 0.5f;
        values[:] = values[:] < 0 ? 0 - values[:] : values[:];
        roots[i][:] = twice_root(values[:]) + (float)order[:];
        line[order[:]] += 1000;
        results[i][0] = __sec_reduce_add(line[:]);
        results[i][1] = __sec_reduce_max(line [0:16]);
        results[i][2] = __sec_reduce_min_ind(line[:]);
        results[i][3] = __sec_reduce_any_zero(line [8:8]) + 2 * __sec_reduce_all_nonzero(line [16:16]);
        results[i][4] = __sec_reduce_add(line [0:8:2] * line [1:8]);
        results[i][5] = counts[i % 16];
        results[i][6] = version();
        results[i][7] = table[i % 24][i % 40];
    }
    for (int i = 0; i < 64; i++) {
        int line[32], counts[16] = {}, added[32] = {};
        for (int k = 0; k < 32; k++) line[k] = table[i % 24][4 + k];
        for (int k = 0; k < 32; k++) counts[line[k] & 15] += line[k];
        for (int k = 0; k < 16; k++) {
            const int at = (k * 5 + i) % 32;
            float value = line[at] > 0 ? line[at] : -line[k] * 0.5f;
            if (value < 0) value = 0 - value;
            CHECK(std::fabs(roots[i][k] - (2 * sqrtf(value) + at)) < 1e-4f)
            added[at] = 1000;
        }
        int sum = 0, most = -9999, least = 9999, least_at = 0, zeros = 0, nonzero = 1, products = 0;
        for (int k = 0; k < 32; k++) {
            line[k] += added[k];
            sum += line[k];
            if (k < 16 && line[k] > most) most = line[k];
            if (line[k] <= least) least = line[k], least_at = k;
            if (k >= 8 && k < 16 && line[k] == 0) zeros = 1;
            if (k >= 16 && line[k] == 0) nonzero = 0;
        }
        for (int k = 0; k < 8; k++) products += line[2 * k] * line[1 + k];
        CHECK(results[i][0] == sum && results[i][1] == most && results[i][2] == least_at)
        CHECK(results[i][3] == zeros + 2 * nonzero && results[i][4] == products)
        CHECK(results[i][5] == counts[i % 16] && results[i][7] == table[i % 24][i % 40])
        CHECK(results[i][6] == results[0][6])
    }
    std::printf("version %d\n", results[0][6]);
}

// One statement, whose elements go to threads: whole blocks, and a rest.
static void statements(int offload, int n) {
    std::vector<int> a(n), b(n);
    std::vector<double> d(n), e(n);
    for (int i = 0; i < n; i++) a[i] = i * i, d[i] = i * 0.5;
    int *pa = a.data(), *pb = b.data();
    double *pd = d.data(), *pe = e.data();
#pragma offload target(gfx) if (offload) in(pa : length(n))inout(pb : length(n))
    pb [0:n] = pa [0:n] / 3 + __sec_implicit_index(0);
#pragma offload target(gfx) if (offload) in(pd : length(n))out(pe : length(n))
    _Cilk_for(int i = 0; i < n; i++) {
        double x[1];
        x[0] = pd[i];
        x[:] *= 3;
        pe[i] = x[0];
    }
    for (int i = 0; i < n; i++) CHECK(b[i] == i * i / 3 + i && e[i] == i * 1.5)
    static int whole[kRows][kColumns];
#pragma offload target(gfx) if (offload) out(whole)
    whole[:][:] = __sec_implicit_index(0) * 100 + __sec_implicit_index(1);
    for (int i = 0; i < kRows * kColumns; i++)
        CHECK(whole[i / kColumns][i % kColumns] == i / kColumns * 100 + i % kColumns)
}

// Numbers that a clause gives stand beside sections.
static void numbers(int offload, short factor, bool negative) {
    enum Kind { kPlain, kMore = 7 };
    const Kind kind = kMore;
    Kind kinds[4] = {kPlain, kPlain, kPlain, kPlain};
    float from[64], to[64], by = 1.5f;
    from[:] = __sec_implicit_index(0);
#pragma offload target(gfx) if (offload) in(from, by, factor, negative, kind)out(to) inout(kinds)
    _Cilk_for(int i = 0; i < 4; i++) {
        float row[16];
        row[:] = by * from [i * 16:16] + factor;
        if (negative) row[:] = -row[:];
        to [i * 16:16] = row[:] + kind;
        kinds[i] = kind;
    }
    for (int i = 0; i < 64; i++) CHECK(to[i] == (negative ? -1 : 1) * (i * 1.5f + factor) + 7)
    CHECK(__sec_reduce_all_nonzero(kinds[:] == kMore))
}

// Of equal elements the last one's place; a NaN is no extreme.
static void extremes(int offload) {
    static short numbers[32][16];
    static float reals[32][8];
    static int found[32][4];
    static float ends[32][2];
    for (int i = 0; i < 32; i++) {
        for (int k = 0; k < 16; k++) numbers[i][k] = static_cast<short>((k * 7 + i * 3) % 4 - 1);
        for (int k = 0; k < 8; k++) reals[i][k] = i % 9 == k ? NAN : static_cast<float>((k * 3 + i) % 4);
    }
#pragma offload target(gfx) if (offload) in(numbers, reals)out(found, ends)
    _Cilk_for(int i = 0; i < 32; i++) {
        short x[16];
        float y[8];
        x[:] = numbers[i][:];
        y[:] = reals[i][:];
        found[i][0] = __sec_reduce_max_ind(x[:]);
        found[i][1] = __sec_reduce_min_ind(x[:]);
        found[i][2] = __sec_reduce_max_ind(x [1:5:3]);
        found[i][3] = __sec_reduce_max(x [3:4]);
        ends[i][0] = __sec_reduce_max(y[:]);
        ends[i][1] = __sec_reduce_min(y[:]);
    }
    for (int i = 0; i < 32; i++) {
        int most = 0, least = 0, stride = 0, of_four = numbers[i][3];
        for (int k = 0; k < 16; k++) {
            if (numbers[i][k] >= numbers[i][most]) most = k;
            if (numbers[i][k] <= numbers[i][least]) least = k;
        }
        for (int k = 0; k < 5; k++)
            if (numbers[i][1 + 3 * k] >= numbers[i][1 + 3 * stride]) stride = k;
        for (int k = 4; k < 7; k++)
            if (numbers[i][k] > of_four) of_four = numbers[i][k];
        float high = -1, low = 9;
        for (int k = 0; k < 8; k++) high = fmaxf(high, reals[i][k]), low = fminf(low, reals[i][k]);
        CHECK(found[i][0] == most && found[i][1] == least && found[i][2] == stride && found[i][3] == of_four)
        CHECK(ends[i][0] == high && ends[i][1] == low)
    }
}

int main(int argc, char**) {
    const int offload = argc < 2;
    tiles<float>(offload, 3, 9, 24);
    tiles<int>(offload, 5, 6, 40);
    places(offload, 21);
    elements(offload);
    statements(offload, 75);
    numbers(offload, 3, false);
    numbers(offload, -2, true);
    extremes(offload);
    std::printf("%d failures\n", failures);
    return failures != 0;
}
