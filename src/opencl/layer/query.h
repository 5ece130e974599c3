// SPDX-License-Identifier: MIT
// Queries: reading a whole answer, and answering one as OpenCL does.
#pragma once

#include "opencl/layer/target.h"

#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

namespace genmedia::opencl {

// All elements of an array query. Empty where the query fails.
template <class T, class Query, class... Key>
std::vector<T> query_array(Query query, Key... key) {
    size_t bytes = 0;
    if (query(key..., 0, nullptr, &bytes) != CL_SUCCESS) return {};
    std::vector<T> values(bytes / sizeof(T));
    if (query(key..., values.size() * sizeof(T), values.data(), nullptr) != CL_SUCCESS) return {};
    return values;
}

template <class Query, class... Key>
std::string query_string(Query query, Key... key) {
    const std::vector<char> text = query_array<char>(query, key...);
    return text.empty() ? std::string{} : std::string(text.data());
}

inline bool has_property(cl_command_queue queue, cl_command_queue_properties property) {
    const auto properties =
        query_value<cl_command_queue_properties>(target().clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES);
    return (properties & property) != 0;
}
inline bool keeps_order(cl_command_queue queue) {
    return !has_property(queue, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
}

inline cl_int answer_bytes(const void* bytes, size_t count, size_t size, void* value, size_t* size_ret) {
    if (value != nullptr) {
        if (size < count) return CL_INVALID_VALUE;
        std::memcpy(value, bytes, count);
    }
    if (size_ret != nullptr) *size_ret = count;
    return CL_SUCCESS;
}

template <class T>
requires std::is_trivially_copyable_v<T> cl_int answer(const T& answer, size_t size, void* value,
                                                       size_t* size_ret) {
    return answer_bytes(&answer, sizeof answer, size, value, size_ret);
}

template <class T>
cl_int answer(const std::vector<T>& answer, size_t size, void* value, size_t* size_ret) {
    return answer_bytes(answer.data(), answer.size() * sizeof(T), size, value, size_ret);
}

inline cl_int answer(const std::string& answer, size_t size, void* value, size_t* size_ret) {
    return answer_bytes(answer.c_str(), answer.size() + 1, size, value, size_ret);
}

}  // namespace genmedia::opencl
