/* SPDX-License-Identifier: MIT */
#pragma once

#include <cilk/reducer.h>

#include <string>

namespace gfxcc {

template <class String>
class string_view {
public:
    typedef String value_type;

    string_view() {}
    explicit string_view(const String& value) : value_(value) {}
    template <class... X>
    string_view& append(const X&... x) {
        value_.append(x...);
        return *this;
    }
    template <class X>
    string_view& operator+=(const X& x) {
        value_ += x;
        return *this;
    }
    void reduce(string_view* right) { value_ += right->value_; }
    const String& view_get_value() const { return value_; }
    const String& get_value() const { return value_; }

private:
    String value_;
};

/* The reducer of Cilk Plus 1.0, which has the view's functions itself. */
template <class Op>
class string_reducer : public cilk::reducer<Op> {
public:
    using cilk::reducer<Op>::reducer;
    template <class... X>
    string_reducer& append(const X&... x) {
        this->view().append(x...);
        return *this;
    }
    template <class X>
    string_reducer& operator+=(const X& x) {
        this->view() += x;
        return *this;
    }
};

} /* namespace gfxcc */

namespace cilk {

class op_string : public monoid_with_view<gfxcc::string_view<std::string>> {};
class op_wstring : public monoid_with_view<gfxcc::string_view<std::wstring>> {};
typedef gfxcc::string_reducer<op_string> reducer_string;
typedef gfxcc::string_reducer<op_wstring> reducer_wstring;

} /* namespace cilk */
