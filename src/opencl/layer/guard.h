// SPDX-License-Identifier: MIT
// What every C entry point of the layer goes through: no exception leaves it.
#pragma once

#include "opencl/layer/target.h"

#include <exception>
#include <new>
#include <tuple>
#include <type_traits>

namespace genmedia::opencl {

// Any OpenCL function may return CL_OUT_OF_RESOURCES for a failure inside the implementation.
inline cl_int error_of_exception() noexcept {
    try {
        throw;
    } catch (const std::bad_alloc&) {
        return CL_OUT_OF_HOST_MEMORY;
    } catch (...) {
        return CL_OUT_OF_RESOURCES;
    }
}

// How an OpenCL function reports an error: it returns the error, or it returns null and writes the error
// through its last argument, which may be null.
template <class Result, class... Arguments>
Result failure(cl_int error, Arguments... arguments) noexcept {
    if constexpr (std::is_same_v<Result, cl_int>) {
        return error;
    } else if constexpr (!std::is_void_v<Result>) {
        static_assert(std::is_pointer_v<Result>, "a handle, an address or an error");
        if constexpr (sizeof...(Arguments) > 0) {
            auto last = std::get<sizeof...(Arguments) - 1>(std::tuple<Arguments...>(arguments...));
            if constexpr (std::is_same_v<decltype(last), cl_int*>)
                if (last != nullptr) *last = error;
        }
        return nullptr;
    }
}

template <auto Function>
struct Guard;

template <class Result, class... Arguments, Result(CL_API_CALL* Function)(Arguments...)>
struct Guard<Function> {
    static Result CL_API_CALL call(Arguments... arguments) noexcept {
        try {
            return Function(arguments...);
        } catch (...) {
            return failure<Result, Arguments...>(error_of_exception(), arguments...);
        }
    }
};

// A function of the layer in the form that C may call: from the loader, or as a callback from PoCL.
template <auto Function>
inline constexpr auto kGuarded = &Guard<Function>::call;

// The dispatch table, as the layer's files may change it: only guarded functions enter.
class Entries {
public:
    explicit Entries(cl_icd_dispatch& table) : table_(table) {}

    template <auto Entry, auto Function>
    void put() {
        table_.*Entry = kGuarded<Function>;
    }

private:
    cl_icd_dispatch& table_;
};

}  // namespace genmedia::opencl
