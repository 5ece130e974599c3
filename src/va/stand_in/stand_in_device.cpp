// SPDX-License-Identifier: MIT
// GStreamer looks for render nodes among the devices that udev knows, by GLib's library libgudev. Where the
// machine has no node, the stand-in is one of them. No header of GLib is needed: its objects go through.
#include "va/stand_in/stand_in_node.h"

#include <dlfcn.h>

#include <atomic>
#include <cstddef>
#include <cstring>

namespace {

constexpr const char* kPath = "/dev/dri/renderD128";
constexpr const char* kName = "renderD128";

// libgudev and what it is linked to, which are there where somebody calls them.
template <class Function>
Function gudev(const char* name) {
    static void* const library = dlopen("libgudev-1.0.so.0", RTLD_LAZY | RTLD_NOLOAD);
    return library == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(library, name));
}

std::atomic<void*> g_device{nullptr};  // GUdevDevice*, which lives as long as the program

void* device() {
    if (void* made = g_device; made != nullptr) return made;
    const auto type = gudev<size_t (*)()>("g_udev_device_get_type");
    const auto make = gudev<void* (*)(size_t, const char*, ...)>("g_object_new");
    void* made = type == nullptr || make == nullptr ? nullptr : make(type(), nullptr);
    void* expected = nullptr;
    return g_device.compare_exchange_strong(expected, made) ? made : expected;
}

template <class Result>
Result ask(void* of, const char* name) {
    const auto next = gudev<Result (*)(void*)>(name);
    return next == nullptr ? Result{} : next(of);
}

}  // namespace

GENMEDIA_SEEN void* g_udev_client_query_by_subsystem(void* client, const char* subsystem) {
    const auto next = gudev<void* (*)(void*, const char*)>("g_udev_client_query_by_subsystem");
    void* list = next == nullptr ? nullptr : next(client, subsystem);
    const bool asked = subsystem != nullptr && std::strcmp(subsystem, "drm") == 0;
    const auto append = gudev<void* (*)(void*, void*)>("g_list_append");
    const auto refer = gudev<void* (*)(void*)>("g_object_ref");
    if (!asked || !genmedia::va::is_stood_in_for(kPath) || append == nullptr || refer == nullptr) return list;
    void* stand_in = device();
    return stand_in == nullptr ? list : append(list, refer(stand_in));
}

GENMEDIA_SEEN const char* g_udev_device_get_name(void* of) {
    return of != nullptr && of == g_device ? kName : ask<const char*>(of, "g_udev_device_get_name");
}

GENMEDIA_SEEN const char* g_udev_device_get_device_file(void* of) {
    return of != nullptr && of == g_device ? kPath : ask<const char*>(of, "g_udev_device_get_device_file");
}
