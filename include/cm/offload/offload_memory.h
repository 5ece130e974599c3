// SPDX-License-Identifier: MIT
// Memory that a clause of #pragma offload names: a surface. Pointers into it are places in bytes.
#pragma once

#include "../dataport/scattered.h"
#include "offload_subscripts.h"

namespace gfxcc {
template <class T>
struct rows;
}

namespace cm::offload {

// Blocks begin at any element. Smaller ones than dwords are read with the dword that they begin in.
template <class T, int N>
CM_INLINE vector<T, N> read_block(SurfaceIndex from, int at) {
    constexpr int size = sizeof(T);
    vector<T, N> v;
    if constexpr (size >= 4) {
        ::read(DWALIGNED(from), at, v);
    } else if (__builtin_constant_p((at & 3) == 0) && (at & 3) == 0 && N * size % 4 == 0) {
        ::read(DWALIGNED(from), at, v);
    } else {
        constexpr int more = 4 / size;
        vector<T, (N + more + more - 1) / more * more> wide;
        ::read(DWALIGNED(from), at & ~3, wide);
        v = wide.template select<N, 1>(static_cast<ushort>((at & 3) / size));
    }
    return v;
}
template <int Bytes, int... I>
CM_INLINE vector<uint, sizeof...(I)> places_of(std::integer_sequence<int, I...>) {
    vector<uint, sizeof...(I)> v{uninitialised()};
    cm::put<0, sizeof...(I)>(v, vec<uint, sizeof...(I)>{static_cast<uint>(I * Bytes)...});
    return v;
}
template <int N, int Bytes>
CM_INLINE auto places() {
    return places_of<Bytes>(std::make_integer_sequence<int, N>());
}
template <class T, int N>
CM_INLINE void write_block(SurfaceIndex to, int at, const vector<T, N>& v) {
    constexpr int size = sizeof(T);
    if (__builtin_constant_p((at & 15) == 0) && (at & 15) == 0) {
        ::write(to, at, v);
    } else if constexpr (size >= 4) {
        vector<T, N> all = v;
        ::write_scaled(to, static_cast<uint>(at), places<N * size / 4, 4>(), all.template format<uint>());
    } else {
        ::write_scaled(to, static_cast<uint>(at), places<N, size>(), v);
    }
}

template <class T>
inline constexpr bool moves_as_itself = is_scalar<T> && sizeof(T) <= 4;

template <class T>
CM_INLINE T read_one(SurfaceIndex from, int at) {
    if constexpr (std::is_enum_v<T>) {
        return static_cast<T>(read_one<std::underlying_type_t<T>>(from, at));
    } else if constexpr (moves_as_itself<T>) {
        return read_block<T, 1>(from, at)(0);
    } else {
        static_assert(sizeof(T) % 4 == 0 && std::is_trivially_copyable_v<T>,
                      "an element of memory whose size is no multiple of 4 bytes");
        constexpr int words = sizeof(T) / 4;
        struct Words {
            uint word[words];
        } all;
        const vector<uint, words> v = read_block<uint, words>(from, at);
#pragma unroll
        for (int i = 0; i < words; i++) all.word[i] = v(i);
        return __builtin_bit_cast(T, all);
    }
}
template <class T>
CM_INLINE void write_one(SurfaceIndex to, int at, const T& value) {
    if constexpr (std::is_enum_v<T>) {
        write_one(to, at, static_cast<std::underlying_type_t<T>>(value));
    } else if constexpr (moves_as_itself<T>) {
        ::write(to, 0U, static_cast<uint>(at) / sizeof(T), value);
    } else {
        struct Words {
            uint word[sizeof(T) / 4];
        };
        const Words all = __builtin_bit_cast(Words, value);
#pragma unroll
        for (unsigned i = 0; i < sizeof(T) / 4; i++)
            ::write(to, 0U, static_cast<uint>(at) / 4 + i, all.word[i]);
    }
}

// An element, which is read where a value is wanted.
template <class T>
struct element {
    SurfaceIndex surface;
    int at;

    CM_INLINE operator T() const { return read_one<T>(surface, at); }
    CM_INLINE const element& operator=(const T& value) const {
        write_one<T>(surface, at, value);
        return *this;
    }
    CM_INLINE const element& operator=(const element& other) const { return *this = static_cast<T>(other); }
    element(SurfaceIndex s, int place) : surface(s), at(place) {}
    element(const element&) = default;

#define CM_OFFLOAD_OPERATOR(op)                                    \
    template <class X>                                             \
    CM_INLINE const element& operator op##=(const X& x) const {    \
        return *this = static_cast<T>(static_cast<T>(*this) op x); \
    }
    CM_OFFLOAD_OPERATOR(+)
    CM_OFFLOAD_OPERATOR(-)
    CM_OFFLOAD_OPERATOR(*)
    CM_OFFLOAD_OPERATOR(/)
    CM_OFFLOAD_OPERATOR(%)
    CM_OFFLOAD_OPERATOR(&)
    CM_OFFLOAD_OPERATOR(|)
    CM_OFFLOAD_OPERATOR(^)
    CM_OFFLOAD_OPERATOR(<<)
    CM_OFFLOAD_OPERATOR(>>)
#undef CM_OFFLOAD_OPERATOR
    CM_INLINE const element& operator++() const { return *this += 1; }
    CM_INLINE const element& operator--() const { return *this -= 1; }
    CM_INLINE T operator++(int) const {
        const T old = *this;
        *this += 1;
        return old;
    }
    CM_INLINE T operator--(int) const {
        const T old = *this;
        *this -= 1;
        return old;
    }
};

template <class T, int N>
struct array;

// A pointer to T, which may be an array.
template <class T>
struct pointer {
    SurfaceIndex surface;
    int at = 0;

    CM_INLINE auto operator[](int i) const {
        const int place = at + i * static_cast<int>(sizeof(T));
        if constexpr (std::is_array_v<T>)
            return array<std::remove_extent_t<T>, static_cast<int>(std::extent_v<T>)>{{surface, place}};
        else
            return element<std::remove_cv_t<T>>(surface, place);
    }
    CM_INLINE auto operator*() const { return (*this)[0]; }
    CM_INLINE pointer operator+(int i) const { return {surface, at + i * static_cast<int>(sizeof(T))}; }
    CM_INLINE pointer operator-(int i) const { return *this + -i; }
    CM_INLINE pointer& operator+=(int i) { return *this = *this + i; }
    CM_INLINE pointer& operator-=(int i) { return *this = *this - i; }
    CM_INLINE pointer& operator++() { return *this += 1; }
    CM_INLINE pointer& operator--() { return *this -= 1; }
    CM_INLINE pointer operator++(int) {
        const pointer old = *this;
        *this += 1;
        return old;
    }
    CM_INLINE pointer operator--(int) {
        const pointer old = *this;
        *this -= 1;
        return old;
    }
};
template <class T>
CM_INLINE pointer<T> operator+(int i, pointer<T> p) {
    return p + i;
}
// An array, of which a dimension may be taken whole.
template <class T, int N>
struct array : pointer<T> {};

// Rows of a length that only the run knows.
template <class T>
struct rows {
    pointer<T> first;
    int length;

    CM_INLINE pointer<T> operator[](int row) const { return first + row * length; }
};
template <class T>
CM_INLINE rows<T> as_rows(pointer<T> first, int length) {
    return {first, length};
}

// What stands for a variable of the host.
template <class V>
struct named_memory {
    using type = element<V>;
    static constexpr bool kElement = true;
};
template <class T>
struct named_memory<T*> {
    using type = pointer<std::remove_cv_t<T>>;
};
template <class T, size_t N>
struct named_memory<T[N]> {
    using type = array<std::remove_cv_t<T>, static_cast<int>(N)>;
};
template <class T>
struct named_memory<gfxcc::rows<T>> {
    using type = rows<std::remove_cv_t<T>>;
};
// A parameter of a region.
template <class V>
struct memory_of {
    SurfaceIndex surface;
};
template <class V>
using memory = memory_of<std::remove_cv_t<std::remove_reference_t<V>>>;

// The length of a variable's rows, where only the run knows it.
struct no_rows {};
template <class V>
CM_INLINE no_rows row_length(const V&) {
    return {};
}
template <class T>
CM_INLINE int row_length(const gfxcc::rows<T>& variable) {
    return static_cast<int>(variable.length);
}

template <class V, class L>
CM_INLINE auto named(memory_of<V> memory, [[maybe_unused]] L row_length) {
    using type = typename named_memory<V>::type;
    if constexpr (std::is_same_v<type, SurfaceIndex>) {
        return memory.surface;
    } else if constexpr (std::is_same_v<type, element<V>>) {
        return type(memory.surface, 0);
    } else if constexpr (std::is_pointer_v<V>) {
        return type{memory.surface, 0};
    } else if constexpr (std::is_array_v<V>) {
        return type{{memory.surface, 0}};
    } else {
        return type{{memory.surface, 0}, row_length};
    }
}

// The same of what the host only gives: a number is read where the thread begins.
template <class V, class L>
CM_INLINE auto named_input(memory_of<V> memory, L row_length) {
    if constexpr (std::is_arithmetic_v<V> || std::is_enum_v<V>)
        return V(named(memory, row_length));
    else
        return named(memory, row_length);
}

// Elements of memory: of dimensions N..., with so many bytes between two.
template <class T, bool Dense, int... N>
struct memory_section {
    SurfaceIndex surface;
    int at;
    int pitch[sizeof...(N)];

    static constexpr int kCount = (1 * ... * N), kLast = (0, ..., N), kRows = kCount / kLast;
    static_assert(sizeof...(N) <= 2, "a section of more than two dimensions is not supported in a kernel");

    CM_INLINE vector<T, kCount> get() const {
        vector<T, kCount> v;
#pragma unroll
        for (int r = 0; r < kRows; r++)
            v.template select<kLast, 1>(static_cast<ushort>(r * kLast)) = row(row_at(r));
        return v;
    }
    template <class X>
    CM_INLINE void put(const X& x) const {
        const vector<T, kCount> v = x;
#pragma unroll
        for (int r = 0; r < kRows; r++)
            put_row(row_at(r), vector<T, kLast>(v.template select<kLast, 1>(static_cast<ushort>(r * kLast))));
    }

private:
    CM_INLINE int row_at(int r) const { return sizeof...(N) == 2 ? at + r * pitch[0] : at; }
    CM_INLINE vector<uint, kLast> places() const {
        vector<uint, kLast> v;
#pragma unroll
        for (int i = 0; i < kLast; i++) v(i) = static_cast<uint>(i * pitch[sizeof...(N) - 1]);
        return v;
    }
    CM_INLINE vector<T, kLast> row(int from) const {
        if constexpr (Dense) {
            return read_block<T, kLast>(surface, from);
        } else {
            vector<T, kLast> v;
            ::read_scaled(surface, static_cast<uint>(from), places(), v);
            return v;
        }
    }
    CM_INLINE void put_row(int to, const vector<T, kLast>& v) const {
        if constexpr (Dense)
            write_block<T, kLast>(surface, to, v);
        else
            ::write_scaled(surface, static_cast<uint>(to), places(), v);
    }
};
// One element for each of a vector of places.
template <class T, int N>
struct memory_gather {
    SurfaceIndex surface;
    int first;
    gathered<N> index;

    CM_INLINE vector<T, N> get() const {
        vector<T, N> v;
        ::read_scaled(surface, static_cast<uint>(first), places(), v);
        return v;
    }
    template <class X>
    CM_INLINE void put(const X& x) const {
        ::write_scaled(surface, static_cast<uint>(first), places(), vector<T, N>(x));
    }

private:
    CM_INLINE vector<uint, N> places() const { return index.get() * static_cast<int>(sizeof(T)); }
};
template <class T>
struct memory_element {
    element<T> place;
    CM_INLINE T get() const { return place; }
    template <class X>
    CM_INLINE void put(const X& x) const {
        place = static_cast<T>(x);
    }
};

// Takes the subscripts of a section one by one. N, Pitch: of the dimensions so far.
template <bool Dense, int... N>
struct taken {
    int pitch[sizeof...(N) + 1];
};

template <class T, bool Dense, int... N>
CM_INLINE auto at_memory(element<T> place, taken<Dense, N...> so_far) {
    if constexpr (sizeof...(N) == 0) {
        return memory_element<T>{place};
    } else {
        memory_section<T, Dense, N...> section{place.surface, place.at, {}};
        for (unsigned k = 0; k < sizeof...(N); k++) section.pitch[k] = so_far.pitch[k];
        return section;
    }
}
template <class Base, bool Dense, int... N, class... Rest>
CM_INLINE auto at_memory(Base base, taken<Dense, N...> so_far, int index, Rest... rest) {
    return at_memory(base[index], taken<false, N...>{so_far}, rest...);
}
template <class T, bool Dense, int... N, int M, int S, class... Rest>
CM_INLINE auto at_memory(pointer<T> base, taken<Dense, N...> so_far, range<M, S> r, Rest... rest) {
    taken<S == 1 && sizeof...(Rest) == 0, N..., M> more{};
    for (unsigned k = 0; k < sizeof...(N); k++) more.pitch[k] = so_far.pitch[k];
    more.pitch[sizeof...(N)] = r.step * static_cast<int>(sizeof(T));
    return at_memory(base[r.first], more, rest...);
}
template <class T, bool Dense, int... N, int M, int S, class... Rest>
CM_INLINE auto at_memory(rows<T> base, taken<Dense, N...> so_far, range<M, S> r, Rest... rest) {
    taken<false, N..., M> more{};
    for (unsigned k = 0; k < sizeof...(N); k++) more.pitch[k] = so_far.pitch[k];
    more.pitch[sizeof...(N)] = r.step * base.length * static_cast<int>(sizeof(T));
    return at_memory(base[r.first], more, rest...);
}
template <class T, bool Dense, int N>
CM_INLINE auto at_memory(pointer<T> base, taken<Dense>, gathered<N> g) {
    static_assert(!std::is_array_v<T>,
                  "a gathered dimension in front of others is not supported in a kernel");
    return memory_gather<T, N>{base.surface, base.at, g};
}

template <class T, class... S>
CM_INLINE auto at(pointer<T> base, S... subscripts) {
    return at_memory(base, taken<false>{}, subscripts...);
}
template <class T, int N, class... S>
CM_INLINE auto at(array<T, N> base, S... subscripts) {
    return at_memory(pointer<T>(base), taken<false>{}, subscripts...);
}
template <class T, class... S>
CM_INLINE auto at(rows<T> base, S... subscripts) {
    return at_memory(base, taken<false>{}, subscripts...);
}

// The value of what has a subscript but is no section.
template <class T>
CM_INLINE T value(const element<T>& place) {
    return place;
}
template <class T>
CM_INLINE T value(const T& other) {
    return other;
}

}  // namespace cm::offload
