// SPDX-License-Identifier: MIT
// Rows whose length only the run knows: T (*name)[n], which no other C++ compiler has.
#pragma once

namespace gfxcc {

template <class T>
struct rows {
    T* first;
    long length;

    rows(T* begin, long row_length) : first(begin), length(row_length) {}
    T* operator[](long row) const { return first + row * length; }
};

// What a parameter that is declared so takes.
template <class T>
struct rows_argument {
    T* first;

    rows_argument(const rows<T>& other) : first(other.first) {}
    template <int N>
    rows_argument(T (*array)[N]) : first(*array) {}
};

template <class T>
inline constexpr bool is_rows = false;
template <class T>
inline constexpr bool is_rows<rows<T>> = true;

}  // namespace gfxcc
