// SPDX-License-Identifier: MIT
#include "describe.h"

namespace genmedia::test {

using namespace vme;

std::string describe(const ImeRequest& r) {
    return "IME window " + std::to_string(static_cast<int>(r.window)) +
           (r.custom_path ? " custom path" : "") + (r.backward ? " dual" : "") + " distortion " +
           std::to_string(static_cast<int>(r.distortion)) + " at " + std::to_string(r.source.x) + "," +
           std::to_string(r.source.y) + " offset " + std::to_string(r.forward_offset.x) + "," +
           std::to_string(r.forward_offset.y) + (r.costs.motion_vector ? " costs" : "") +
           (r.early_termination ? " early" : "") + (r.sad_weights ? " weights" : "");
}
std::string describe(const RefineRequest& r) {
    return "REF shape " + std::to_string(static_cast<int>(r.major_shape)) + " distortion " +
           std::to_string(static_cast<int>(r.distortion)) + " subpixel " +
           std::to_string(static_cast<int>(r.subpixel)) + (r.bidirectional ? " bidirectional" : "") +
           (r.bilinear_filter ? " bilinear" : "");
}
std::string describe(const SicRequest& r) {
    return std::string("SIC") + (r.skip ? " skip" : "") + (r.intra ? " intra" : "");
}

std::string list(const InterResult& r) {
    std::string text = "shape " + std::to_string(static_cast<int>(r.major_shape)) + " best " +
                       std::to_string(r.best_distortion) + " vectors";
    for (const auto& v : r.vectors) {
        text += " (" + std::to_string(v.forward.x) + "," + std::to_string(v.forward.y) + " " +
                std::to_string(v.backward.x) + "," + std::to_string(v.backward.y) + ")";
    }
    text += " distortions";
    for (const uint16_t d : r.distortions) text += " " + std::to_string(d);
    return text;
}
std::string list(const ImeResult& r) {
    std::string text = list(static_cast<const InterResult&>(r)) + " border " +
                       std::to_string(r.forward_border) + " " + std::to_string(r.backward_border) +
                       " early " + std::to_string(r.terminated_early) + " stream";
    for (const auto* records : {&r.stream_out.forward, &r.stream_out.backward}) {
        for (const MajorRecord& m : *records) {
            text += " (" + std::to_string(m.vector.x) + "," + std::to_string(m.vector.y) + " " +
                    std::to_string(m.distortion) + ")";
        }
    }
    return text;
}
std::string list(const SicResult& r) {
    std::string text = "skip " + std::to_string(r.best_distortion) + " raw " + std::to_string(r.raw_sad) +
                       " intra " + std::to_string(r.intra_distortion) + " shape " +
                       std::to_string(static_cast<int>(r.intra_shape)) + " chroma " +
                       std::to_string(r.chroma_distortion) + " mode " +
                       std::to_string(static_cast<int>(r.chroma_mode)) + " distortions";
    for (const uint16_t d : r.distortions) text += " " + std::to_string(d);
    text += " coefficients";
    for (int q = 0; q < 4; q++)
        text += " " + std::to_string(r.transform_count[q]) + ":" + std::to_string(r.transform_sum[q]);
    text += " modes";
    for (const LumaMode mode : r.luma_modes) text += " " + std::to_string(static_cast<int>(mode));
    return text;
}

}  // namespace genmedia::test
