/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

#include <ostream>
#include <sstream>
#include <string>

namespace gfxcc {

/* A stream: the first strand's writes where the program said, the others keep their text until it is their
   turn. */
template <class Char, class Traits>
class ostream_view : public std::basic_ostream<Char, Traits> {
    typedef std::basic_ostream<Char, Traits> stream;

public:
    typedef stream value_type;

    ostream_view() : stream(nullptr) { this->init(&own_); }
    explicit ostream_view(const stream& to) : stream(to.rdbuf()) { this->copyfmt(to); }
    void reduce(ostream_view* right) {
        const std::basic_string<Char, Traits> text = right->own_.str();
        this->write(text.data(), static_cast<std::streamsize>(text.size()));
    }
    const stream& view_get_value() const { return *this; }

private:
    std::basic_stringbuf<Char, Traits> own_;
};

} /* namespace gfxcc */

namespace cilk {

template <class Char, class Traits = std::char_traits<Char>>
class op_basic_ostream : public monoid_with_view<gfxcc::ostream_view<Char, Traits>> {
public:
    /* All text is written when the reducer ends. */
    static constexpr bool merges_at_end = true;
};
typedef op_basic_ostream<char> op_ostream;
typedef op_basic_ostream<wchar_t> op_wostream;

/* The reducer of Cilk Plus 1.0, which is written to as the stream itself is. */
template <class Char, class Traits = std::char_traits<Char>>
class basic_reducer_ostream : public reducer<op_basic_ostream<Char, Traits>> {
    typedef std::basic_ostream<Char, Traits> stream;

public:
    explicit basic_reducer_ostream(const stream& to) : reducer<op_basic_ostream<Char, Traits>>(to) {}
    template <class X>
    stream& operator<<(const X& x) {
        return static_cast<stream&>(this->view()) << x;
    }
    stream& operator<<(stream& (*manipulator)(stream&)) { return this->view() << manipulator; }
};
typedef basic_reducer_ostream<char> reducer_ostream;
typedef basic_reducer_ostream<wchar_t> reducer_wostream;

} /* namespace cilk */
