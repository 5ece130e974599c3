// replicate on Gen: a region whose rows overlap or repeat.
#pragma once

#include "../assign.h"

namespace cm {

template <class D, class T, int R, int C>
struct replicate_member {
    template <int Rep>
    CM_INLINE vector<T, Rep * R * C> replicate() const {
        return replicate<Rep, 0, R * C, 1>(0);
    }
    template <int Rep, int W>
    CM_INLINE vector<T, Rep * W> replicate(int i = 0) const {
        return replicate<Rep, 0, W, 1>(i);
    }
    template <int Rep, int W>
    CM_INLINE vector<T, Rep * W> replicate(int i, int j) const {
        return replicate<Rep, 0, W, 1>(i * C + j);
    }
    template <int Rep, int VS, int W>
    CM_INLINE vector<T, Rep * W> replicate(int i = 0) const {
        return replicate<Rep, VS, W, 1>(i);
    }
    template <int Rep, int VS, int W>
    CM_INLINE vector<T, Rep * W> replicate(int i, int j) const {
        return replicate<Rep, VS, W, 1>(i * C + j);
    }
    template <int Rep, int VS, int W, int HS>
    CM_INLINE vector<T, Rep * W> replicate(int i, int j) const {
        return replicate<Rep, VS, W, HS>(i * C + j);
    }
    // Element k * W + l of the result is element i + k * VS + l * HS of this.
    template <int Rep, int VS, int W, int HS>
    CM_INLINE vector<T, Rep * W> replicate(int i = 0) const {
        static_assert(Rep > 0 && W > 0 && VS >= 0 && HS >= 0,
                      "replicate needs sizes above 0 and strides that are not negative (CM spec 3.2.9)");
        constexpr long bytes = sizeof(T);
        vector<T, R * C> all{uninitialised()};
        put<0, R * C>(all, load<T, 0, R * C>(static_cast<const D&>(*this)));
        region r = all.cm_region();
        r.offset += i * bytes;
        vector<T, Rep * W> out{uninitialised()};
        put<0, Rep * W>(out, load_region<T, Rep * W>(r, VS * bytes, W, HS * bytes));
        return out;
    }
};

}  // namespace cm
