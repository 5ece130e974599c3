// SPDX-License-Identifier: MIT
#include "va/processing/filter_graph.h"

extern "C" {
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
}

#include <locale>
#include <new>
#include <sstream>

namespace genmedia::va {
namespace {

using media::FrameHandle;
using GraphHandle = std::unique_ptr<AVFilterGraph, media::FreeByAddress<AVFilterGraph, avfilter_graph_free>>;

std::string input_name(size_t input) { return "buffer@in" + std::to_string(input); }

std::string description(const std::vector<GraphInput>& inputs, const std::string& filters,
                        AVPixelFormat result) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    for (size_t i = 0; i < inputs.size(); i++) {
        const AVFrame& frame = *inputs[i].front();
        text << input_name(i) << "=width=" << frame.width << ":height=" << frame.height
             << ":pix_fmt=" << frame.format << ":time_base=1/25[in" << i << "];";
    }
    text << filters << ",format=" << av_get_pix_fmt_name(result) << ",buffersink@out";
    return text.str();
}

GraphHandle make_graph(const std::string& text) {
    GraphHandle graph(avfilter_graph_alloc());
    if (!graph) throw std::bad_alloc();
    graph->nb_threads = 1;
    AVFilterInOut *open_inputs = nullptr, *open_outputs = nullptr;
    const int error = avfilter_graph_parse2(graph.get(), text.c_str(), &open_inputs, &open_outputs);
    const bool closed = open_inputs == nullptr && open_outputs == nullptr;
    avfilter_inout_free(&open_inputs);
    avfilter_inout_free(&open_outputs);
    const bool works = error >= 0 && closed && avfilter_graph_config(graph.get(), nullptr) >= 0;
    return works ? std::move(graph) : nullptr;
}

bool fill(AVFilterGraph& graph, size_t input, const GraphInput& frames) {
    AVFilterContext* source = avfilter_graph_get_filter(&graph, input_name(input).c_str());
    if (source == nullptr) return false;
    int64_t time = 0;
    for (const FrameHandle& frame : frames) {
        frame->pts = time++;
        if (av_buffersrc_add_frame_flags(source, frame.get(), AV_BUFFERSRC_FLAG_KEEP_REF) < 0) return false;
    }
    return av_buffersrc_add_frame_flags(source, nullptr, 0) >= 0;
}

}  // namespace

FrameHandle filtered(const std::vector<GraphInput>& inputs, const std::string& filters, AVPixelFormat result,
                     int wanted) {
    const GraphHandle graph = make_graph(description(inputs, filters, result));
    if (!graph) return nullptr;
    for (size_t i = 0; i < inputs.size(); i++)
        if (!fill(*graph, i, inputs[i])) return nullptr;
    AVFilterContext* sink = avfilter_graph_get_filter(graph.get(), "buffersink@out");
    for (int i = 0; sink != nullptr; i++) {
        FrameHandle frame(av_frame_alloc());
        if (!frame) throw std::bad_alloc();
        if (av_buffersink_get_frame(sink, frame.get()) < 0) return nullptr;
        if (i == wanted) return frame;
    }
    return nullptr;
}

FrameHandle filtered(FrameHandle frame, const std::string& filters, AVPixelFormat result) {
    std::vector<GraphInput> inputs(1);
    inputs[0].push_back(std::move(frame));
    return filtered(inputs, "[in0]" + filters, result);
}

std::string number(double value) {
    std::ostringstream text;
    text.imbue(std::locale::classic());
    text << value;
    return text.str();
}

}  // namespace genmedia::va
