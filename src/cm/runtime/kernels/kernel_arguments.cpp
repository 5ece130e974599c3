// SPDX-License-Identifier: MIT
// Arguments that the host sets, and the argument blocks made from them.
#include <algorithm>
#include <cstring>
#include <span>

#include "cm/runtime/kernels/kernel.h"

namespace genmedia::runtime {
namespace {

// The host's index objects are not const in the header.
template <class Index>
unsigned number_of(const void* values, UINT i) {
    return (static_cast<Index*>(const_cast<void*>(values)) + i)->get_data();
}

}  // namespace

INT Kernel::SetKernelArg(UINT index, size_t bytes, const void* value) {
    if (index >= code_->argument_count) return CM_INVALID_ARG_INDEX;
    if (value == nullptr) return CM_INVALID_ARG_VALUE;
    if (bytes == 0) return CM_INVALID_ARG_SIZE;
    return guarded([&] { return set(index, bytes, value, 0, false); });
}

INT Kernel::SetThreadArg(UINT thread, UINT index, size_t bytes, const void* value) {
    if (thread_count_ == 0 || thread_count_ > kMaxThreadsPerTask) return CM_FAILURE;
    if (index >= code_->argument_count) return CM_INVALID_ARG_INDEX;
    if (thread >= thread_count_) return CM_INVALID_THREAD_INDEX;
    if (value == nullptr) return CM_INVALID_ARG_VALUE;
    if (bytes == 0) return CM_INVALID_ARG_SIZE;
    return guarded([&] { return set(index, bytes, value, thread, true); });
}

INT Kernel::SetKernelArgPointer(UINT index, size_t bytes, const void* value) {
    if (index >= code_->argument_count) return CM_INVALID_ARG_INDEX;
    if (value == nullptr) return CM_INVALID_ARG_VALUE;
    if (bytes != sizeof(void*) || code_->arguments[index].kind != cm_abi::ArgumentKind::value) {
        return CM_INVALID_ARG_SIZE;
    }
    return guarded([&] {
        const void* address = nullptr;
        std::memcpy(&address, value, sizeof(address));
        const std::shared_ptr<Storage> storage = surfaces_.around(address);
        if (storage == nullptr) return static_cast<INT>(CM_INVALID_KERNEL_ARG_POINTER);
        const INT code = set(index, bytes, value, 0, false);
        if (code == CM_SUCCESS) values_[index].pointed_to = storage;
        return code;
    });
}

INT Kernel::set(UINT index, size_t bytes, const void* value, UINT thread, bool per_thread) {
    const cm_abi::Argument& argument = code_->arguments[index];
    Value& now = values_[index];
    // An argument set for the kernel cannot be set for threads, and vice versa.
    if (now.threads != 0 && now.per_thread != per_thread) return CM_FAILURE;
    Value next;
    Value& out = now.threads == 0 ? next : now;
    const UINT threads = per_thread ? thread_count_ : 1;
    INT code = CM_SUCCESS;
    switch (argument.kind) {
        case cm_abi::ArgumentKind::value:
        case cm_abi::ArgumentKind::vme:
            if (bytes != size_t{argument.bytes} * argument.count) return CM_INVALID_ARG_SIZE;
            out.bytes.resize(bytes * threads);
            std::memcpy(out.bytes.data() + bytes * thread, value, bytes);
            break;
        case cm_abi::ArgumentKind::surface:
            out.surfaces.resize(size_t{argument.count} * threads);
            code = fill_surfaces(argument, bytes, value, out, thread);
            break;
        case cm_abi::ArgumentKind::sampler:
            out.samplers.resize(size_t{argument.count} * threads);
            code = fill_samplers(argument, bytes, value, out, thread);
            break;
    }
    if (code != CM_SUCCESS) return code;
    out.threads = threads;
    out.per_thread = per_thread;
    out.pointed_to = nullptr;
    if (&out == &next) now = std::move(next);
    return CM_SUCCESS;
}

INT Kernel::fill_surfaces(const cm_abi::Argument& argument, size_t bytes, const void* value, Value& out,
                          UINT thread) {
    const auto to = out.surfaces.begin() + static_cast<std::ptrdiff_t>(size_t{argument.count} * thread);
    if (value == reinterpret_cast<const void*>(uintptr_t{CM_NULL_SURFACE})) {
        std::fill_n(to, argument.count, nullptr);
        return CM_SUCCESS;
    }
    if (bytes != sizeof(SurfaceIndex) * argument.count) return CM_INVALID_ARG_SIZE;
    std::vector<std::shared_ptr<Binding>> found(argument.count);
    for (UINT i = 0; i < argument.count; i++) {
        const unsigned number = number_of<SurfaceIndex>(value, i);
        if (number == 0 || number == CM_NULL_SURFACE) continue;
        found[i] = surfaces_.find(number);
        if (found[i] == nullptr) return CM_FAILURE;
    }
    std::ranges::move(found, to);
    return CM_SUCCESS;
}

INT Kernel::fill_samplers(const cm_abi::Argument& argument, size_t bytes, const void* value, Value& out,
                          UINT thread) {
    if (bytes != sizeof(SamplerIndex) * argument.count) return CM_INVALID_ARG_SIZE;
    std::vector<std::shared_ptr<SamplerEntry>> found(argument.count);
    for (UINT i = 0; i < argument.count; i++) {
        found[i] = samplers_.find(number_of<SamplerIndex>(value, i));
        if (found[i] == nullptr) return CM_FAILURE;
    }
    std::ranges::move(found,
                      out.samplers.begin() + static_cast<std::ptrdiff_t>(size_t{argument.count} * thread));
    return CM_SUCCESS;
}

const cm_abi::Surface* Kernel::bind(const std::shared_ptr<Binding>& binding, KernelRun& run, Job& job) const {
    if (binding == nullptr) return nullptr;
    if (auto vme = binding->vme()) return bind_vme(std::move(vme), run, job);
    return bind_picture(*binding, run, job);
}

const cm_abi::Surface* Kernel::bind_picture(const Binding& binding, KernelRun& run, Job& job) const {
    std::shared_ptr<const cm_abi::Surface> descriptor = binding.descriptor();
    const cm_abi::Surface* surface = descriptor.get();
    if (std::ranges::find(run.surfaces, descriptor) == run.surfaces.end()) {
        run.surfaces.push_back(std::move(descriptor));
        job.use(binding.storage);
    }
    return surface;
}

const cm_abi::Surface* Kernel::bind_vme(std::shared_ptr<const VmeBindings> vme, KernelRun& run,
                                        Job& job) const {
    const auto known = std::ranges::find(run.vme_surfaces, vme, [](const auto& v) { return v->of; });
    if (known != run.vme_surfaces.end()) return &(*known)->surface;
    auto snapshot = std::make_unique<VmeSnapshot>();
    cm_abi::VmePictures& pictures = snapshot->pictures;
    const auto bind_list = [&](const auto& list, const cm_abi::Surface** to) {
        for (const auto& binding : list) *to++ = bind_picture(*binding, run, job);
        return static_cast<uint32_t>(list.size());
    };
    pictures.source = bind_picture(*vme->source, run, job);
    pictures.forward_count = bind_list(vme->forward, pictures.forward);
    pictures.backward_count = bind_list(vme->backward, pictures.backward);
    pictures.width = vme->width;
    pictures.height = vme->height;
    snapshot->surface = *pictures.source;
    snapshot->surface.vme = &pictures;
    snapshot->of = std::move(vme);
    run.vme_surfaces.push_back(std::move(snapshot));
    return &run.vme_surfaces.back()->surface;
}

void Kernel::write_argument(const cm_abi::Argument& argument, const Value& value, UINT thread, uint8_t* block,
                            KernelRun& run, Job& job) const {
    const size_t which = value.per_thread ? thread : 0;
    uint8_t* to = block + argument.offset;
    const bool sampler = argument.kind == cm_abi::ArgumentKind::sampler;
    if (argument.kind != cm_abi::ArgumentKind::surface && !sampler) {
        const size_t bytes = size_t{argument.bytes} * argument.count;
        std::memcpy(to, value.bytes.data() + which * bytes, bytes);
        return;
    }
    for (UINT i = 0; i < argument.count; i++) {
        const size_t at = which * argument.count + i;
        const void* pointer = nullptr;
        if (sampler) {
            run.samplers.push_back(value.samplers[at]);
            pointer = &value.samplers[at]->state();
        } else {
            pointer = bind(value.surfaces[at], run, job);
        }
        std::memcpy(to + i * sizeof(pointer), &pointer, sizeof(pointer));
    }
}

namespace {

// Surfaces and samplers among the arguments also need a place in the table, for cm_get_value. They get the
// last places that the host left free (a guess). If none is left, they have no place.
template <class T, class Entries, class AddressOf>
void give_places(std::span<const T*> table, const Entries& entries, const AddressOf& address_of) {
    auto free = table.rbegin();
    for (const auto& entry : entries) {
        const T* const address = address_of(entry);
        if (std::ranges::find(table, address) != table.end()) continue;
        free = std::find(free, table.rend(), nullptr);
        if (free == table.rend()) return;
        *free = address;
    }
}

}  // namespace

std::unique_ptr<KernelRun> Kernel::snapshot(Job& job) {
    auto run = std::make_unique<KernelRun>();
    run->module = module_;
    run->kernel = code_;
    const bool by_thread = has_thread_arguments();
    const size_t block = (std::max<size_t>(code_->block_bytes, 1) + 15) / 16 * 16;
    run->threads = by_thread ? thread_count_ : 1;
    run->block_stride = by_thread ? block : 0;
    run->blocks = AlignedBytes(block * run->threads);
    for (UINT a = 0; a < code_->argument_count; a++) {
        if (values_[a].pointed_to != nullptr) job.use(values_[a].pointed_to);
    }
    for (UINT t = 0; t < run->threads; t++) {
        for (UINT a = 0; a < code_->argument_count; a++) {
            write_argument(code_->arguments[a], values_[a], t, run->blocks.data() + t * block, *run, job);
        }
    }
    for (int i = 0; i < cm_abi::kStaticBuffers; i++) {
        run->dispatch.static_buffer[i] = bind(static_buffers_[i], *run, job);
    }
    for (auto& [index, bound] : bound_surfaces_) {
        run->binding_table[index] = bind(bound.binding, *run, job);
        bound.since_enqueue = false;
    }
    for (const auto& [index, sampler] : bound_samplers_) {
        run->sampler_table[index] = &sampler->state();
        run->samplers.push_back(sampler);
    }
    give_places<cm_abi::Surface>(std::span(run->binding_table).subspan(kFirstBindable, kLastBindable),
                                 run->surfaces, [](const auto& s) { return s.get(); });
    give_places<cm_abi::Sampler>(std::span(run->sampler_table).first(kMaxSamplersPerKernel), run->samplers,
                                 [](const auto& s) { return &s->state(); });
    run->dispatch.binding_table = run->binding_table;
    run->dispatch.samplers = run->sampler_table;
    run->dispatch.float_control = code_->float_control;
    for (int d = 0; d < 3; d++) run->dispatch.local_size[d] = run->dispatch.group_count[d] = 1;
    return run;
}

}  // namespace genmedia::runtime
