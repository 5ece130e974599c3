// SPDX-License-Identifier: MIT
// printf in kernels. CM spec 4.17: text goes to the print buffer, which the host flushes.
#pragma once

#ifdef CM_GEN
#include "../gen/gen_print.h"
#else

#include "../thread/thread.h"

#include <cstdio>
#include <cstring>

namespace cm {

// A format, and where the kernel has it.
struct print_format {
    print_format(const char* format, const char* source = __builtin_FILE(),
                 int source_line = __builtin_LINE())
        : text(format), file(source), line(source_line) {}
    const char* text;
    const char* file;
    int line;
};

// An argument, which knows its type: C's own printf would take a number for an address.
struct print_argument {
    enum { integer, real, text } kind;
    int bytes;
    long long number;
    double value;
    const char* characters;
};
template <class A>
inline print_argument printable(const A& a) {
    constexpr bool text = std::is_convertible<A, const char*>::value;
    static_assert(is_scalar<A> || text,
                  "printf takes numbers and texts; of a vector, its elements (CM spec 4.17)");
    if constexpr (is_float<A>)
        return {print_argument::real, sizeof(A), 0, static_cast<double>(static_cast<compute_t<A>>(a)),
                nullptr};
    else if constexpr (is_scalar<A>)
        return {print_argument::integer, sizeof(A), static_cast<long long>(a), 0, nullptr};
    else if constexpr (text)
        return {print_argument::text, sizeof(const char*), 0, 0, a};
    else
        return {};
}

// Writes the text of one call, as C's printf does. Keeps to what the arguments are: an integer may have
// another length than the format says.
class print_text {
public:
    print_text(const print_format& format, const print_argument* arguments, int count)
        : format_(format), next_(arguments), end_(arguments + count) {
        const char* at = format.text;
        if (at == nullptr) refuse("a format is missing", "");
        while (at != nullptr && *at != 0) {
            const char* const percent = std::strchr(at, '%');
            add("%.*s",
                static_cast<int>(percent == nullptr ? std::strlen(at)
                                                    : static_cast<std::size_t>(percent - at)),
                at);
            at = percent == nullptr ? nullptr : conversion(percent);
        }
    }
    const char* text() const { return text_; }
    std::size_t size() const { return size_; }

private:
    // Cut where the buffer ends.
    template <class... A>
    void add(const char* format, A... a) {
        const int wanted = std::snprintf(text_ + size_, sizeof text_ - size_, format, a...);
        const std::size_t rest = sizeof text_ - 1 - size_;
        if (wanted > 0)
            size_ += static_cast<std::size_t>(wanted) < rest ? static_cast<std::size_t>(wanted) : rest;
    }

    void refuse(const char* what, const char* conversion) const {
        char message[160];
        std::snprintf(message, sizeof message, "printf: %s%s", conversion, what);
        cm::refuse(format_.file, format_.line, message);
    }

    // The next argument, if it is of this kind; else the call is refused and the text ends here.
    const print_argument* take(int kind, const char* what, const char* conversion) {
        if (next_ == end_) return refuse(" has no argument", conversion), nullptr;
        if (next_->kind != kind) return refuse(what, conversion), nullptr;
        return next_++;
    }

    // Of "%-08.3lld" and the like. The rest of the format; null: it was refused.
    const char* conversion(const char* at) {
        char spec[64] = {*at++};
        std::size_t used = 1;
        const auto keep = [&](const char* from, std::size_t count) {
            for (std::size_t i = 0; i < count && used < sizeof spec - 4; i++) spec[used++] = from[i];
        };
        for (; *at != 0 && std::strchr("-+ #0123456789.*", *at) != nullptr; at++) {
            if (*at != '*') {
                keep(at, 1);
                continue;
            }
            const print_argument* const width =
                take(print_argument::integer, " needs an integer for *", spec);
            if (width == nullptr) return nullptr;
            char digits[12];
            keep(digits, static_cast<std::size_t>(
                             std::snprintf(digits, sizeof digits, "%d", static_cast<int>(width->number))));
        }
        const char* const length = at;
        while (*at != 0 && std::strchr("hljztL", *at) != nullptr) at++;
        const char kind = *at;
        const std::size_t narrow = *length == 'h' ? static_cast<std::size_t>(at - length) : 0;
        char shown[80];
        std::snprintf(shown, sizeof shown, "%s%.*s", spec, static_cast<int>(at - length + (kind != 0)),
                      length);
        if (kind == '%') {
            add("%c", '%');
        } else if (kind != 0 && std::strchr("diouxXcp", kind) != nullptr) {
            const print_argument* const a = take(print_argument::integer, " needs an integer", shown);
            if (a == nullptr) return nullptr;
            keep(length, narrow);
            const bool wide = kind == 'p' || (a->bytes > 4 && narrow == 0 && kind != 'c');
            if (wide && kind != 'p') keep("ll", 2);
            keep(&kind, 1);
            if (wide)
                add(spec, a->number);
            else
                add(spec, static_cast<int>(a->number));
        } else if (kind != 0 && std::strchr("fFeEgGaA", kind) != nullptr) {
            const print_argument* const a =
                take(print_argument::real, " needs a floating-point number", shown);
            if (a == nullptr) return nullptr;
            keep(&kind, 1);
            add(spec, a->value);
        } else if (kind == 's') {
            const print_argument* const a = take(print_argument::text, " needs a text", shown);
            if (a == nullptr) return nullptr;
            keep(&kind, 1);
            add(spec, a->characters == nullptr ? "(null)" : a->characters);
        } else {
            return refuse(" is no conversion of numbers or texts", shown), nullptr;
        }
        return at + 1;
    }

    const print_format& format_;
    const print_argument* next_;
    const print_argument* const end_;
    char text_[4096] = {};
    std::size_t size_ = 0;
};

// Returns the number of bytes put in the buffer.
template <class... A>
inline int print(const print_format& format, const A&... a) {
    const print_argument arguments[] = {printable(a)..., {}};
    const print_text text(format, arguments, sizeof...(A));
    cm_abi::Thread& thread = this_thread();
    thread.dispatch->host->print(&thread, text.text(), text.size());
    return static_cast<int>(text.size());
}

}  // namespace cm

#define printf(...) ::cm::print(__VA_ARGS__)

#endif
