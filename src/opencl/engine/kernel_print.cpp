// SPDX-License-Identifier: MIT
#include "opencl/engine/kernel_print.h"

#include <cstdio>
#include <cstring>
#include <optional>

namespace genmedia::opencl {
namespace {

// One value of one or more elements.
struct Argument {
    uint32_t kind, bytes, count;
    const unsigned char* data;

    int64_t integer(uint32_t i) const {
        uint64_t value = 0;
        std::memcpy(&value, data + i * bytes, bytes);
        if (kind != abi::GM_PRINT_SIGNED || bytes == 8) return static_cast<int64_t>(value);
        const unsigned shift = 64 - 8 * bytes;
        return static_cast<int64_t>(value << shift) >> shift;
    }
    double real(uint32_t i) const {
        if (bytes == 8) {
            double value;
            std::memcpy(&value, data + 8 * i, 8);
            return value;
        }
        float value;
        std::memcpy(&value, data + 4 * i, 4);
        return value;
    }
};

class Arguments {
public:
    explicit Arguments(const abi::gm_print& print) : print_(print) {}

    std::optional<Argument> next() {
        if (at_ >= print_.used) return std::nullopt;
        const uint64_t head = print_.words[at_];
        Argument argument{static_cast<uint32_t>(head & 255), static_cast<uint32_t>(head >> 8 & 255),
                          static_cast<uint32_t>(head >> 16 & 255),
                          reinterpret_cast<const unsigned char*>(&print_.words[at_ + 1])};
        at_ += 1 + (argument.bytes * argument.count + 7) / 8;
        return argument;
    }

private:
    const abi::gm_print& print_;
    uint32_t at_ = 0;
};

template <class T>
std::string with(const std::string& specification, T value) {
    const int length = std::snprintf(nullptr, 0, specification.c_str(), value);
    std::string text(length > 0 ? static_cast<size_t>(length) + 1 : 1, '\0');
    std::snprintf(text.data(), text.size(), specification.c_str(), value);
    text.pop_back();
    return text;
}

constexpr const char* kMisfit = "(?)";

// %[flags][width][.precision][vN][length]conversion. The argument gives the length.
struct Specification {
    std::string start;  // "%" to the precision
    char conversion = 0;

    bool is_integer() const { return std::strchr("diouxX", conversion) != nullptr; }

    std::string element(const Argument& argument, uint32_t i) const {
        const bool is_real = argument.kind == abi::GM_PRINT_FLOAT,
                   is_address = argument.kind == abi::GM_PRINT_ADDRESS;
        if (conversion == 's')
            return is_address ? with(start + "s", reinterpret_cast<const char*>(argument.integer(i)))
                              : kMisfit;
        if (conversion == 'p') return with(start + "p", reinterpret_cast<const void*>(argument.integer(i)));
        if (conversion == 'c')
            return is_real ? kMisfit : with(start + "c", static_cast<int>(argument.integer(i)));
        if (is_integer() != (!is_real && !is_address)) return kMisfit;
        return is_real ? with(start + conversion, argument.real(i))
                       : with(start + "ll" + conversion, static_cast<long long>(narrowed(argument, i)));
    }

private:
    // An unsigned conversion of a negative number shows no more bits than the number has.
    int64_t narrowed(const Argument& argument, uint32_t i) const {
        const int64_t value = argument.integer(i);
        if (conversion == 'd' || conversion == 'i' || argument.bytes == 8) return value;
        const unsigned bits = argument.bytes < 4 ? 32 : 8 * argument.bytes;
        return value & ((int64_t{1} << bits) - 1);
    }
};

// Reads a specification from behind its "%", and moves `at` past it.
Specification read_specification(const char*& at) {
    Specification specification{"%", 0};
    while (*at != 0 && std::strchr("-+ #0123456789.", *at) != nullptr) specification.start += *at++;
    if (*at == 'v') at += 1 + std::strspn(at + 1, "0123456789");
    while (*at == 'h' || *at == 'l') at++;
    if (*at != 0) specification.conversion = *at++;
    return specification;
}

std::string shown(const Specification& specification, const std::optional<Argument>& argument) {
    if (!argument || specification.conversion == 0 ||
        std::strchr("diouxXcfFeEgGaAsp", specification.conversion) == nullptr)
        return kMisfit;
    std::string text;
    for (uint32_t i = 0; i < argument->count; i++)
        text += (i == 0 ? "" : ",") + specification.element(*argument, i);
    return text;
}

}  // namespace

std::string formatted(const char* format, const abi::gm_print& print) {
    Arguments arguments(print);
    std::string text;
    while (*format != 0) {
        if (*format != '%') {
            text += *format++;
        } else if (format[1] == '%') {
            text += '%';
            format += 2;
        } else {
            const Specification specification = read_specification(++format);
            text += shown(specification, arguments.next());
        }
    }
    return text;
}

uint64_t print_from_kernel(const char* format, const abi::gm_print* arguments) {
    try {
        const std::string text = formatted(format, *arguments);
        return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() ? 0 : ~uint64_t{0};
    } catch (...) {
        return ~uint64_t{0};  // no memory: printf's own error
    }
}

}  // namespace genmedia::opencl
