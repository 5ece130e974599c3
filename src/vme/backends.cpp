// SPDX-License-Identifier: MIT
#include "vme/backends.h"

#include "base/settings.h"
#include "genmedia/backends.h"

#include <algorithm>
#include <optional>
#include <string>

namespace genmedia::vme {
namespace {

constexpr const Backend* kBackends[] = {
#if defined(__x86_64__)
    &kAvx512Backend, &kAvx2Backend, &kSse4Backend,
#elif defined(__aarch64__)
    &kNeonBackend,
#endif
    &kReferenceBackend};

struct BackendChoice {
    const Backend* backend = nullptr;
    Status status;
};

BackendChoice refused(const std::string& name, const std::string& why) {
    std::string expected;
    for (const Backend* backend : backends()) {
        if (backend->supported()) expected += (expected.empty() ? "" : ", ") + std::string(backend->name);
    }
    return {nullptr,
            Status(StatusCode::invalid_argument, std::string(base::settings::kBackend.name) + " is \"" +
                                                     name + "\", " + why + "; expected one of " + expected)};
}

BackendChoice choose() {
    const std::optional<std::string> wanted = base::value_of(base::settings::kBackend);
    if (!wanted) {
        return {*std::ranges::find_if(backends(), [](const Backend* b) { return b->supported(); }), {}};
    }
    const Backend* const backend = find_backend(*wanted);
    if (backend == nullptr) return refused(*wanted, "which is no backend");
    if (!backend->supported()) return refused(*wanted, "which this processor cannot run");
    return {backend, {}};
}

}  // namespace

std::span<const Backend* const> backends() { return kBackends; }

const Backend* find_backend(std::string_view name) {
    const auto found = std::ranges::find_if(backends(), [&](const Backend* b) { return b->name == name; });
    return found == backends().end() ? nullptr : *found;
}

Status active_backend(const Backend*& backend) {
    static const BackendChoice choice = choose();  // the variable is read once
    backend = choice.backend;
    return choice.status;
}

}  // namespace genmedia::vme

namespace genmedia {

Status list_backends(std::vector<BackendInfo>& list) {
    const vme::Backend* active = nullptr;
    Status status = vme::active_backend(active);
    if (!status.ok()) return status;
    list.clear();
    for (const vme::Backend* backend : vme::backends()) {
        list.push_back({backend->name, backend->description, backend->supported(), backend == active});
    }
    return status;
}

}  // namespace genmedia
