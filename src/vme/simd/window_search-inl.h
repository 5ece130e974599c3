// SPDX-License-Identifier: MIT
// The search of one window. A vector's lanes are positions of one row; the 4x4 distortions of four rows (a
// row of search units) are computed first, then added up to the 41 blocks.
//
// For each block, each lane keeps its best distortion and the order in which that position was visited.
// Within a search unit the rows come in the path's order, so a strictly smaller distortion wins. Between
// search units the smaller pair (distortion, order) wins, compared as one 32-bit number.
#if defined(GENMEDIA_SIMD_WINDOW_SEARCH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GENMEDIA_SIMD_WINDOW_SEARCH_INL_H_
#undef GENMEDIA_SIMD_WINDOW_SEARCH_INL_H_
#else
#define GENMEDIA_SIMD_WINDOW_SEARCH_INL_H_
#endif

#include "vme/cost.h"
#include "vme/simd/haar-inl.h"
#include "vme/simd/quad_sads-inl.h"
#include "vme/unit_functions.h"

#include <hwy/highway.h>
#include <optional>

HWY_BEFORE_NAMESPACE();
namespace genmedia::vme::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

inline constexpr int kMostLanes = 32;
inline constexpr int kRawLine = kLargestWindow + kMostLanes;  // pixels: the last positions read so many
// Distortion of a position that is not searched, or of one where it does not fit in 16 bits.
inline constexpr uint16_t kTooLarge = 0xFFFF;

// Vector costs of a window's columns and rows of positions, each at most kVectorCostCap.
struct WindowCosts {
    CostTable table{};
    int precision = -1, x = 0, y = 0;  // quarter pixels from the cost centre to position (0, 0)
    int width = 0, height = 0;         // positions whose costs are known
    alignas(64) uint16_t columns[kPaddedPositions] = {};
    uint16_t rows[kMostPositions];

    // The costs around quadrant q's centre, cached per thread: the next window mostly needs the same ones.
    static const WindowCosts& of(const MotionVectorCost& cost, int q, MotionVector first, MotionVector center,
                                 const SearchPath& path) {
        thread_local WindowCosts kept[4];
        WindowCosts& costs = kept[q];
        const int precision = static_cast<int>(cost.precision), x = first.x - center.x,
                  y = first.y - center.y;
        const int width = 4 * path.columns(), height = 4 * path.rows();
        if (costs.x == x && costs.y == y && costs.precision == precision && costs.table == cost.table &&
            costs.width >= width && costs.height >= height) {
            return costs;
        }
        costs.table = cost.table;
        costs.precision = precision;
        costs.x = x;
        costs.y = y;
        costs.width = width;
        costs.height = height;
        const AxisCosts& axis = AxisCosts::of(cost.table);
        const auto at = [&](int distance) {
            return static_cast<uint16_t>(axis.capped(std::abs(distance) >> precision));
        };
        for (int i = 0; i < width; i++) costs.columns[i] = at(x + 4 * i);
        for (int i = 0; i < height; i++) costs.rows[i] = at(y + 4 * i);
        return costs;
    }
};

// What one search works on.
struct alignas(64) Workspace {
    uint8_t spread[kLargestWindow * kSpreadLine];    // SAD
    uint8_t raw[kLargestWindow * kRawLine];          // narrow windows and Haar
    uint16_t sums[4][16][kMostLanes];                // 4x4 distortions of four rows
    uint16_t costs[4][4][kMostLanes];                // added costs of four rows: [centre][row]
    uint16_t eighths[4][4][kMostLanes];              // 8x8 distortions: [row][quadrant]
    uint32_t map[kMostPositions][kPaddedPositions];  // 16x16 distortions with costs, of all positions
    uint32_t best[kBlockCount][kMostLanes];          // distortion << 16 | order
    uint32_t wide_order[kBlockCount][kMostLanes];    // where distortions need 32 bits: best's order
};

template <int Lanes>
class WindowSearcher {
    using D = Words<Lanes>;
    using V = WordVec<Lanes>;
    static constexpr bool kWideRegisters = Lanes == 32 || HWY_ARCH_ARM;  // 32 of them

public:
    HWY_INLINE WindowSearcher(const WindowSearch& search, Workspace& work) : search_(search), work_(work) {
        lay_out();
        find_costs();
    }

    HWY_INLINE void run(WindowBest& best) {
        best.ended_after = {};
        if (!search_.early_termination) {
            search_visits(search_.path.visits, best);
            return;
        }
        Visits visits;
        best.ended_after = visits_until_good(visits);
        search_visits(visits, best);
    }

private:
    HWY_INLINE void search_visits(const Visits& visits, WindowBest& best) {
        const hn::FixedTag<uint32_t, Lanes / 2> d32;
        for (int b = 0; b < wanted(); b++) {
            hn::Store(hn::Set(d32, ~0u), d32, work_.best[b]);
            hn::Store(hn::Set(d32, ~0u), d32, work_.best[b] + Lanes / 2);
        }
        for_rows(visits, [&](int uy, int x) HWY_ATTR { search_rows(visits, uy, x); });
        if (!report(visits, best)) search_wide(visits, best);
    }

    // Calls search(uy, x) for each run of visited positions: those from x on, in row uy of search units.
    // Their distortions and costs have been computed by then.
    template <class F>
    HWY_INLINE void for_rows(const Visits& visits, const F& search) {
        for (int x = 0; x < positions(); x += Lanes) {
            for (int uy = 0; uy < search_.path.rows(); uy++) {
                if (!is_visited(visits, uy, x)) continue;
                distortions_of_rows(uy, x);
                costs_of_rows(visits, uy, x);
                search(uy, x);
            }
        }
    }

    int positions() const { return 4 * search_.path.columns(); }
    int wanted() const { return search_.major_only ? kMajorBlockCount : kBlockCount; }  // blocks

    // Brings the window's lines into the form that the distortion wants.
    HWY_INLINE void lay_out() {
        const WindowSize size = search_.path.window;
        const uint8_t* lines = search_.window;
        ptrdiff_t stride = search_.stride;
        constexpr int spread_pixels = 8;  // a spread lane's
        const int lanes = (positions() + Lanes - 1) / Lanes * (Lanes / spread_pixels);
        if (size.width < spread_pixels * lanes + 16 || search_.distortion != Distortion::sad) {
            const hn::FixedTag<uint8_t, 16> d;  // windows are no narrower
            for (int y = 0; y < size.height; y++) {
                const uint8_t* const from = lines + y * stride;
                uint8_t* const to = work_.raw + y * kRawLine;
                for (int x = 0; x < size.width; x += 16) {
                    const int first = std::min(x, size.width - 16);
                    hn::StoreU(hn::LoadU(d, from + first), d, to + first);
                }
                for (int x = size.width; x < size.width + kMostLanes; x += 16)
                    hn::StoreU(hn::Zero(d), d, to + x);
            }
            lines = work_.raw;
            stride = kRawLine;
        }
        if (search_.distortion != Distortion::sad) return;
        for (int y = 0; y < size.height; y++) {
            spread_line<Lanes>(lines + y * stride, lanes, work_.spread + y * kSpreadLine);
        }
    }

    HWY_INLINE void find_costs() {
        if (!search_.costs.motion_vector) return;
        const MotionVectorCost& cost = *search_.costs.motion_vector;
        const auto center = [&](int q) {
            return search_.direction == Direction::forward ? cost.center[q].forward : cost.center[q].backward;
        };
        centers_ = center(1) == center(0) && center(2) == center(0) && center(3) == center(0) ? 1 : 4;
        for (int q = 0; q < centers_; q++) {
            vector_costs_[q] = &WindowCosts::of(cost, q, search_.vector_at(0, 0), center(q), search_.path);
        }
    }

    bool is_visited(const Visits& visits, int uy, int x) const {
        for (int i = x; i < x + Lanes; i += 4) {
            if (visits.order[uy][i] != Visits::kNever) return true;
        }
        return false;
    }

    // 4x4 distortions of positions x .. x + Lanes - 1 in the four rows of search units uy.
    HWY_INLINE void distortions_of_rows(int uy, int x) {
        if (search_.distortion == Distortion::sad) {
            constexpr int together = Lanes == 32 ? 4 : 2;  // rows whose sums fit in the registers
            for (int r = 0; r < 4; r += together) {
                sads<0, together>(4 * uy + r, x, r);
                sads<1, together>(4 * uy + r, x, r);
                sads<2, together>(4 * uy + r, x, r);
                sads<3, together>(4 * uy + r, x, r);
            }
        } else {
            for (int r = 0; r < 4; r++) {
                for (int block = 0; block < 16; block++) haar(4 * uy + r, x, r, block);
            }
        }
        if (!search_.sad_weights) return;
        const D d;
        for (int i = 0; i < 16; i++) {
            const int shift = static_cast<int>(*search_.sad_weights >> (2 * i) & 3);
            for (int r = 0; r < 4; r++) {
                uint16_t* const sums = work_.sums[r][i];
                hn::Store(hn::ShiftRightSame(hn::Load(d, sums), shift), d, sums);
            }
        }
    }

    // SADs of the blocks in block row Row, at Rows rows of positions from y on.
    template <int Row, int Rows>
    HWY_INLINE void sads(int y, int x, int first) {
        const D d;
        V sums[Rows][4];
        for (int line = 0; line < 4; line++) {
            const SourceLine<Lanes> source(search_.source.data() + (4 * Row + line) * kBlockStride);
            for (int r = 0; r < Rows; r++) {
                const uint8_t* const left = work_.spread + (y + r + 4 * Row + line) * kSpreadLine + 2 * x;
                const uint8_t* const right = left + kSpreadHalf;
                const V sads[4] = {source.template sads<0>(left), source.template sads<1>(left),
                                   source.template sads<2>(right), source.template sads<3>(right)};
                for (int bx = 0; bx < 4; bx++) {
                    sums[r][bx] = line == 0 ? sads[bx] : hn::Add(sums[r][bx], sads[bx]);
                }
            }
        }
        for (int r = 0; r < Rows; r++) {
            for (int bx = 0; bx < 4; bx++)
                hn::Store(hn::Min(sums[r][bx], hn::Set(d, kLargest4x4)), d,
                          work_.sums[first + r][entry_at(bx, Row)]);
        }
    }

    HWY_NOINLINE void haar(int y, int x, int row, int block) {
        const hn::RebindToSigned<D> d;
        const hn::Rebind<uint8_t, D> d8;
        const int bx = entry_x(block), by = entry_y(block);
        hn::Vec<decltype(d)> t[16];
        for (int i = 0; i < 16; i++) {
            const int px = bx + i % 4, py = by + i / 4;
            const auto pixels = hn::PromoteTo(d, hn::LoadU(d8, work_.raw + (y + py) * kRawLine + x + px));
            t[i] = hn::Sub(hn::Set(d, search_.source[static_cast<size_t>(py * kBlockStride + px)]), pixels);
        }
        hn::Store(haar_blocks(t, search_.distortion == Distortion::ac_haar), D(), work_.sums[row][block]);
    }

    HWY_INLINE void costs_of_rows(const Visits& visits, int uy, int x) {
        const D d;
        const V order = hn::LoadU(d, visits.order[uy].data() + x);
        const V unsearched = hn::VecFromMask(d, hn::Eq(order, hn::Set(d, Visits::kNever)));
        const V penalty = hn::Set(d, static_cast<uint16_t>(search_.reference_penalty));
        const V cap = hn::Set(d, static_cast<uint16_t>(kVectorCostCap));
        for (int q = 0; q < centers_; q++) {
            for (int r = 0; r < 4; r++) {
                V cost = penalty;
                if (const WindowCosts* const costs = vector_costs_[q]) {
                    const V both =
                        hn::Add(hn::Load(d, costs->columns + x), hn::Set(d, costs->rows[4 * uy + r]));
                    cost = hn::Add(hn::Min(both, cap), penalty);
                }
                hn::Store(hn::Or(cost, unsearched), d, work_.costs[q][r]);
            }
        }
    }

    // A block's best over the rows of a search unit.
    struct Running {
        V best, order;

        HWY_INLINE void add(int row, V distortion, V cost, V row_order) {
            const V value = hn::SaturatedAdd(distortion, cost);
            if (row == 0) {
                best = value;
                order = row_order;
                return;
            }
            if constexpr (Lanes == 32) {
                order = hn::IfThenElse(hn::Lt(value, best), row_order, order);
                best = hn::Min(best, value);
            } else {
                const V smaller = hn::Min(best, value);
                order = hn::IfThenElse(hn::Eq(smaller, best), order, row_order);
                best = smaller;
            }
        }
    };

    HWY_INLINE void merge(int block, const Running& running) {
        const D d;
        const hn::FixedTag<uint32_t, Lanes / 2> d32;
        uint32_t* const best = work_.best[block];
        const auto low = hn::BitCast(d32, hn::InterleaveLower(d, running.order, running.best));
        const auto high = hn::BitCast(d32, hn::InterleaveUpper(d, running.order, running.best));
        hn::Store(hn::Min(hn::Load(d32, best), low), d32, best);
        hn::Store(hn::Min(hn::Load(d32, best + Lanes / 2), high), d32, best + Lanes / 2);
    }

    HWY_INLINE const uint16_t* cost_at(int quadrant, int row) const {
        return work_.costs[centers_ == 1 ? 0 : quadrant][row];
    }
    HWY_INLINE V load_cost(int quadrant, int row) const { return hn::Load(D(), cost_at(quadrant, row)); }

    HWY_INLINE void search_rows(const Visits& visits, int uy, int x) {
        const D d;
        V order[4];
        order[0] = hn::LoadU(d, visits.order[uy].data() + x);
        for (int r = 1; r < 4; r++) order[r] = hn::Add(order[0], hn::Set(d, static_cast<uint16_t>(r << 2)));
        for (int q = 0; q < 4; q++) {
            if (search_.major_only) {
                search_eighth(q, order);
            } else if constexpr (kWideRegisters) {
                search_quadrant<true, true>(q, order);
            } else {
                search_quadrant<true, false>(q, order);
                search_quadrant<false, true>(q, order);
            }
        }
        search_halves(order);
    }

    // The 4x4 blocks of a quadrant (Small), and the larger ones in it.
    template <bool Small, bool Large>
    HWY_INLINE void search_quadrant(int q, const V (&order)[4]) {
        const D d;
        Running small[4], rows[2], columns[2], whole;
        for (int r = 0; r < 4; r++) {
            const V cost = load_cost(q, r);
            V b[4];
            for (int i = 0; i < 4; i++) b[i] = hn::Load(d, work_.sums[r][4 * q + i]);
            if constexpr (Small) {
                for (int i = 0; i < 4; i++) small[i].add(r, b[i], cost, order[r]);
            }
            if constexpr (Large) {
                const V upper = hn::SaturatedAdd(b[0], b[1]), lower = hn::SaturatedAdd(b[2], b[3]);
                const V eight = hn::SaturatedAdd(upper, lower);
                hn::Store(eight, d, work_.eighths[r][q]);
                rows[0].add(r, upper, cost, order[r]);
                rows[1].add(r, lower, cost, order[r]);
                columns[0].add(r, hn::SaturatedAdd(b[0], b[2]), cost, order[r]);
                columns[1].add(r, hn::SaturatedAdd(b[1], b[3]), cost, order[r]);
                whole.add(r, eight, cost, order[r]);
            }
        }
        if constexpr (Small) {
            for (int i = 0; i < 4; i++) merge(kFirst4x4 + 4 * q + i, small[i]);
        }
        if constexpr (Large) {
            for (int i = 0; i < 2; i++) merge(kFirst8x4 + 2 * q + i, rows[i]);
            for (int i = 0; i < 2; i++) merge(kFirst4x8 + 2 * q + i, columns[i]);
            merge(kFirst8x8 + q, whole);
        }
    }

    // The 8x8 block of a quadrant alone.
    HWY_INLINE void search_eighth(int q, const V (&order)[4]) {
        const D d;
        Running whole;
        for (int r = 0; r < 4; r++) {
            const uint16_t(*const sums)[kMostLanes] = work_.sums[r] + 4 * q;
            const V eight = hn::SaturatedAdd(hn::SaturatedAdd(hn::Load(d, sums[0]), hn::Load(d, sums[1])),
                                             hn::SaturatedAdd(hn::Load(d, sums[2]), hn::Load(d, sums[3])));
            hn::Store(eight, d, work_.eighths[r][q]);
            whole.add(r, eight, load_cost(q, r), order[r]);
        }
        merge(kFirst8x8 + q, whole);
    }

    // 16x8, 8x16 and 16x16. A block uses the cost centre of its first quadrant.
    HWY_INLINE void search_halves(const V (&order)[4]) {
        const D d;
        Running rows[2], columns[2], whole;
        for (int r = 0; r < 4; r++) {
            V e[4];
            for (int q = 0; q < 4; q++) e[q] = hn::Load(d, work_.eighths[r][q]);
            const V upper = hn::SaturatedAdd(e[0], e[1]), lower = hn::SaturatedAdd(e[2], e[3]);
            rows[0].add(r, upper, load_cost(0, r), order[r]);
            rows[1].add(r, lower, load_cost(2, r), order[r]);
            columns[0].add(r, hn::SaturatedAdd(e[0], e[2]), load_cost(0, r), order[r]);
            columns[1].add(r, hn::SaturatedAdd(e[1], e[3]), load_cost(1, r), order[r]);
            whole.add(r, hn::SaturatedAdd(upper, lower), load_cost(0, r), order[r]);
        }
        for (int i = 0; i < 2; i++) merge(kFirst16x8 + i, rows[i]);
        for (int i = 0; i < 2; i++) merge(kFirst8x16 + i, columns[i]);
        merge(kFirst16x16, whole);
    }

    // The visits until early termination; computes the 16x16 distortions of all positions first.
    HWY_NOINLINE std::optional<int> visits_until_good(Visits& visits) {
        const Visits& all = search_.path.visits;
        for_rows(all, [&](int uy, int x) HWY_ATTR {
            const hn::FixedTag<uint32_t, Lanes / 2> d;
            for (int i = 0; i < 4 * Lanes; i += Lanes / 2) {
                const int r = i / Lanes, part = i % Lanes;
                auto sum = load_wide(cost_at(0, r) + part);
                for (const uint16_t* block : work_.sums[r]) sum = hn::Add(sum, load_wide(block + part));
                hn::Store(sum, d, work_.map[4 * uy + r] + x + part);
            }
        });
        for (int i = 0; i < all.count; i++) {
            const SearchUnit unit = all.units[i];
            visits.add(unit);
            for (int at = 0; at < 16; at++) {
                const uint32_t distortion = work_.map[4 * unit.y + at / 4][4 * unit.x + at % 4];
                if (distortion < search_.early_termination->value()) return i + 1;
            }
        }
        return {};
    }

    static HWY_INLINE auto load_wide(const uint16_t* from) {
        const hn::FixedTag<uint32_t, Lanes / 2> d;
        return hn::PromoteTo(d, hn::LoadU(hn::Rebind<uint16_t, decltype(d)>(), from));
    }

    // The same search with 32-bit distortions: for pictures that are black where the other is white.
    HWY_NOINLINE void search_wide(const Visits& visits, WindowBest& best) {
        const hn::FixedTag<uint32_t, Lanes / 2> d;
        std::memset(work_.best, 0xFF, sizeof work_.best);
        std::memset(work_.wide_order, 0xFF, sizeof work_.wide_order);
        for_rows(visits, [&](int uy, int x) HWY_ATTR {
            for (int i = 0; i < 4 * Lanes; i += Lanes / 2) {
                const int r = i / Lanes, part = i % Lanes;
                const auto first = load_wide(visits.order[static_cast<size_t>(uy)].data() + x + part);
                const auto never = hn::Eq(first, hn::Set(d, static_cast<uint32_t>(Visits::kNever)));
                const auto order = hn::Add(first, hn::Set(d, static_cast<uint32_t>(r << 2)));
                hn::Vec<decltype(d)> sums[kBlockCount];
                add_up(r, part, sums);
                for (int b = 0; b < kBlockCount; b++) {
                    const auto cost =
                        load_wide(cost_at(kBlocks[static_cast<size_t>(b)].quadrant(), r) + part);
                    const auto value = hn::IfThenElse(never, hn::Set(d, ~0u), hn::Add(sums[b], cost));
                    uint32_t *const kept = work_.best[b] + part, *const kept_order =
                                                                     work_.wide_order[b] + part;
                    const auto old = hn::Load(d, kept), old_order = hn::Load(d, kept_order);
                    const auto better =
                        hn::Or(hn::Lt(value, old), hn::And(hn::Eq(value, old), hn::Lt(order, old_order)));
                    hn::Store(hn::IfThenElse(better, value, old), d, kept);
                    hn::Store(hn::IfThenElse(better, order, old_order), d, kept_order);
                }
            }
        });
        for (int b = 0; b < wanted(); b++) {
            uint64_t first = ~uint64_t{0};
            for (int i = 0; i < Lanes; i++) {
                first =
                    std::min(first, static_cast<uint64_t>(work_.best[b][i]) << 32 | work_.wide_order[b][i]);
            }
            best.distortions[static_cast<size_t>(b)] = static_cast<uint32_t>(first >> 32);
            best.positions[static_cast<size_t>(b)] = position_of(visits, static_cast<uint32_t>(first));
        }
    }

    // All 41 blocks of row r, as kBlocks has them.
    template <class W>
    HWY_INLINE void add_up(int r, int part, W (&sums)[kBlockCount]) const {
        for (int i = 0; i < 16; i++) sums[kFirst4x4 + i] = load_wide(work_.sums[r][i] + part);
        for (int q = 0; q < 4; q++) {
            const W* const b = sums + kFirst4x4 + 4 * q;
            sums[kFirst8x4 + 2 * q] = hn::Add(b[0], b[1]);
            sums[kFirst8x4 + 2 * q + 1] = hn::Add(b[2], b[3]);
            sums[kFirst4x8 + 2 * q] = hn::Add(b[0], b[2]);
            sums[kFirst4x8 + 2 * q + 1] = hn::Add(b[1], b[3]);
            sums[kFirst8x8 + q] = hn::Add(sums[kFirst8x4 + 2 * q], sums[kFirst8x4 + 2 * q + 1]);
        }
        const W* const q = sums + kFirst8x8;
        sums[kFirst16x8] = hn::Add(q[0], q[1]);
        sums[kFirst16x8 + 1] = hn::Add(q[2], q[3]);
        sums[kFirst8x16] = hn::Add(q[0], q[2]);
        sums[kFirst8x16 + 1] = hn::Add(q[1], q[3]);
        sums[kFirst16x16] = hn::Add(sums[kFirst16x8], sums[kFirst16x8 + 1]);
    }

    static uint16_t position_of(const Visits& visits, uint32_t order) {
        const SearchUnit unit = visits.units[order >> 4 & 0xFFF];
        return window_position(4 * unit.x + static_cast<int>(order & 3),
                               4 * unit.y + static_cast<int>(order >> 2 & 3));
    }

    // False where a distortion does not fit in 16 bits.
    HWY_INLINE bool report(const Visits& visits, WindowBest& best) const {
        const hn::FixedTag<uint32_t, Lanes / 2> d;
        for (int b = 0; b < wanted(); b++) {
            const uint32_t* const lanes = work_.best[b];
            const auto smaller = hn::Min(hn::Load(d, lanes), hn::Load(d, lanes + Lanes / 2));
            const uint32_t first = hn::GetLane(hn::MinOfLanes(d, smaller));
            best.distortions[b] = first >> 16;
            if (best.distortions[b] == kTooLarge) return false;
            best.positions[b] = position_of(visits, first);
        }
        return true;
    }

    const WindowSearch& search_;
    Workspace& work_;
    int centers_ = 1;  // 4 where the quadrants have several cost centres
    const WindowCosts* vector_costs_[4] = {};
};

inline void search_window(const WindowSearch& search, WindowBest& best) {
    Workspace work;
    [[maybe_unused]] const int positions = 4 * search.path.columns();
#if HWY_TARGET == HWY_AVX3
    if (positions > 16) return WindowSearcher<32>(search, work).run(best);
#endif
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2
    if (positions > 8) return WindowSearcher<16>(search, work).run(best);
#endif
    WindowSearcher<8>(search, work).run(best);
}

}  // namespace genmedia::vme::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif  // per target
