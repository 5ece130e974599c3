// SPDX-License-Identifier: MIT
// VapourSynth's interface with owners: what is got is freed, whatever happens.
#pragma once

#include "genmedia/status.h"

#include <VapourSynth4.h>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace genmedia::vapoursynth {

// What a script or a frame has wrong. Its text is for the person who wrote the script.
struct Refusal : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// As scripts call it: YUV420P8.
std::string format_name(const VSVideoFormat& format, const VSAPI* api);

// Refuses a clip of changing formats, and one without integers of 8 to 16 bits in YUV or gray. `name`: the
// argument's.
void check_samples(const VSVideoInfo& info, const std::string& name, const VSAPI* api);

inline void refuse_unless_ok(const Status& status) {
    if (!status.ok()) throw Refusal(status.message());
}

class Frame {
public:
    Frame() = default;
    Frame(const VSFrame* frame, const VSAPI* api) : frame_(frame), api_(api) {}
    ~Frame() { reset(); }
    Frame(Frame&& other) noexcept : frame_(std::exchange(other.frame_, nullptr)), api_(other.api_) {}
    Frame& operator=(Frame&& other) noexcept {
        if (this == &other) return *this;
        reset();
        frame_ = std::exchange(other.frame_, nullptr);
        api_ = other.api_;
        return *this;
    }

    const VSFrame* get() const { return frame_; }
    const VSFrame* release() { return std::exchange(frame_, nullptr); }
    const VSMap* properties() const { return api_->getFramePropertiesRO(frame_); }

private:
    void reset() {
        if (frame_) api_->freeFrame(frame_);
    }

    const VSFrame* frame_ = nullptr;
    const VSAPI* api_ = nullptr;
};

// A frame that is being made.
class NewFrame {
public:
    NewFrame(VSFrame* frame, const VSAPI* api) : owner_(frame, api), frame_(frame) {
        if (!frame) throw std::bad_alloc();
    }

    VSFrame* get() const { return frame_; }
    Frame finish() { return std::move(owner_); }

private:
    Frame owner_;
    VSFrame* frame_;
};

class Node {
public:
    Node() = default;
    Node(VSNode* node, const VSAPI* api) : node_(node), api_(api) {}
    ~Node() {
        if (node_) api_->freeNode(node_);
    }
    Node(Node&& other) noexcept : node_(std::exchange(other.node_, nullptr)), api_(other.api_) {}
    Node& operator=(Node&& other) noexcept {
        std::swap(node_, other.node_);
        std::swap(api_, other.api_);
        return *this;
    }

    Node another() const { return {api_->addNodeRef(node_), api_}; }
    VSNode* get() const { return node_; }
    VSNode* release() { return std::exchange(node_, nullptr); }
    const VSVideoInfo& info() const { return *api_->getVideoInfo(node_); }

private:
    VSNode* node_ = nullptr;
    const VSAPI* api_ = nullptr;
};

// Where a frame is made: what may be called of VapourSynth there.
struct Call {
    VSFrameContext* context;
    VSCore* core;
    const VSAPI* api;

    void request(const Node& node, int n) const { api->requestFrameFilter(n, node.get(), context); }
    Frame frame(const Node& node, int n) const { return {api->getFrameFilter(n, node.get(), context), api}; }
    NewFrame new_frame(const VSVideoFormat& format, int width, int height,
                       const VSFrame* properties = nullptr) const {
        return {api->newVideoFrame(&format, width, height, properties, core), api};
    }
    NewFrame copy(const Frame& frame) const { return {api->copyFrame(frame.get(), core), api}; }
};

// Makes a node of a Filter, which has
//     static constexpr const char* kName
//     void request(int n, const Call& call)  asks for frames
//     Frame make(int n, const Call& call)    makes frame n of them; several threads call it at once
// Exceptions of both become the error of the frame.
template <class Filter>
Node make_node(std::unique_ptr<Filter> filter, const VSVideoInfo& info,
               const std::vector<VSFilterDependency>& dependencies, VSCore* core, const VSAPI* api) {
    const auto get_frame = [](int n, int reason, void* instance, void**, VSFrameContext* context, VSCore* c,
                              const VSAPI* a) -> const VSFrame* {
        auto& self = *static_cast<Filter*>(instance);
        const Call call{context, c, a};
        try {
            if (reason == arInitial) self.request(n, call);
            if (reason == arAllFramesReady) return self.make(n, call).release();
        } catch (const std::exception& error) {
            a->setFilterError((std::string("genmedia.") + Filter::kName + ": " + error.what()).c_str(),
                              context);
        } catch (...) {
            a->setFilterError((std::string("genmedia.") + Filter::kName + ": unknown error").c_str(),
                              context);
        }
        return nullptr;
    };
    const auto free = [](void* instance, VSCore*, const VSAPI*) { delete static_cast<Filter*>(instance); };
    Filter* const instance = filter.release();  // VapourSynth frees it, also where there will be no node
    Node node(api->createVideoFilter2(Filter::kName, &info, get_frame, free, fmParallel, dependencies.data(),
                                      static_cast<int>(dependencies.size()), instance, core),
              api);
    if (!node.get()) throw Refusal("VapourSynth makes no node");
    return node;
}

inline VSFilterDependency any_frames(const Node& node) { return {node.get(), rpGeneral}; }

// The arguments of a function, which have the types that it was registered with.
class Arguments {
public:
    Arguments(const VSMap* map, const VSAPI* api) : map_(map), api_(api) {}

    Node node(const char* name) const { return {api_->mapGetNode(map_, name, 0, nullptr), api_}; }
    bool has(const char* name) const { return api_->mapNumElements(map_, name) > 0; }
    // A number in low..high; the last one of those given where there are fewer than `index`.
    int number(const char* name, int without, int low, int high, int index = 0) const;
    double real(const char* name, double without, double low, double high) const;
    std::string text(const char* name, const std::string& without) const;

private:
    const VSMap* map_;
    const VSAPI* api_;
};

}  // namespace genmedia::vapoursynth
