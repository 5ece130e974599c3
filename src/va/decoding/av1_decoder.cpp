// SPDX-License-Identifier: MIT
#include "va/decoding/av1_decoder.h"

#include "va/decoding/av1_headers.h"

#include <dav1d/dav1d.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace genmedia::va {
namespace {

using Frame = VADecPictureParameterBufferAV1;

// A frame as a program handed it over, kept beyond the picture.
struct HeldFrame {
    Frame frame;
    PictureParts parts;
};

// A slot of dav1d's, in which a reference is.
struct Slot {
    VASurfaceID surface = VA_INVALID_ID;
    uint8_t order_hint = 0;
    GlobalMotion motion = no_global_motion();
};

class Picture {
public:
    Picture() = default;
    ~Picture() { dav1d_picture_unref(&picture_); }
    Picture(const Picture&) = delete;
    Picture& operator=(const Picture&) = delete;
    Dav1dPicture* get() { return &picture_; }
    bool empty() const { return picture_.data[0] == nullptr; }

    std::optional<Planes> planes() const {
        const bool deep = picture_.p.bpc > 8;
        Planes planes;
        planes.width = picture_.p.w;
        planes.height = picture_.p.h;
        if (picture_.p.bpc != 8 && picture_.p.bpc != 10) return std::nullopt;
        switch (picture_.p.layout) {
            case DAV1D_PIXEL_LAYOUT_I400:
                planes.pixels = deep ? AV_PIX_FMT_GRAY10LE : AV_PIX_FMT_GRAY8;
                break;
            case DAV1D_PIXEL_LAYOUT_I420:
                planes.pixels = deep ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P;
                break;
            default: return std::nullopt;
        }
        const int count = picture_.p.layout == DAV1D_PIXEL_LAYOUT_I400 ? 1 : 3;
        for (int plane = 0; plane < count; plane++) {
            planes.data[static_cast<size_t>(plane)] = static_cast<uint8_t*>(picture_.data[plane]);
            planes.pitches[static_cast<size_t>(plane)] = static_cast<int>(picture_.stride[plane > 0]);
        }
        return planes;
    }

private:
    Dav1dPicture picture_{};
};

// VA-API does not say which slots a frame gets in the stream (refresh_frame_flags), only which surfaces the
// slots have when the next frame comes. So slots are chosen here: one whose surface is no reference any more,
// or is in another slot, too. Where there is none, the frame is decoded without a slot, and once more when
// the next frame shows that it is a reference.
class Av1Decoder : public Operation {
public:
    explicit Av1Decoder(Dav1dContext* context) : context_(context) {}
    ~Av1Decoder() override { dav1d_close(&context_); }

    VAStatus run(Driver& driver, const PictureParts& parts, Surface& target) override {
        const auto* frame = structure_of<Frame>(parts, VAPictureParameterBufferType);
        if (frame == nullptr) return VA_STATUS_ERROR_INVALID_BUFFER;
        if (frame->profile != 0 || frame->bit_depth_idx > 1 || frame->pic_info_fields.bits.large_scale_tile)
            return VA_STATUS_ERROR_UNSUPPORTED_PROFILE;
        if (!store_last(*frame)) return VA_STATUS_ERROR_DECODING_ERROR;
        Picture picture;
        if (!decode(*frame, parts, choose_slot(*frame), picture)) return VA_STATUS_ERROR_DECODING_ERROR;
        return write(driver, *frame, picture, target);
    }

private:
    static bool is_reference(const Frame& frame, VASurfaceID surface) {
        const auto end = std::end(frame.ref_frame_map);
        return std::find(std::begin(frame.ref_frame_map), end, surface) != end;
    }

    // A slot that nobody will miss; nothing: all may be needed. Programs do not name references with a key
    // frame, and one that is not shown leaves them in their slots.
    std::optional<size_t> free_slot(const Frame& frame) const {
        const bool names_none = std::all_of(std::begin(frame.ref_frame_map), std::end(frame.ref_frame_map),
                                            [](VASurfaceID one) { return one == VA_INVALID_ID; });
        for (size_t i = 0; i < slots_.size(); i++) {
            const VASurfaceID surface = slots_[i].surface;
            const bool again = std::any_of(slots_.begin() + static_cast<ptrdiff_t>(i) + 1, slots_.end(),
                                           [&](const Slot& other) { return other.surface == surface; });
            if (again || (!names_none && !is_reference(frame, surface))) return i;
        }
        return std::nullopt;
    }

    // A bit for each slot that the frame gets.
    uint8_t choose_slot(const Frame& frame) const {
        if (is_shown_key(frame)) return 0xFF;
        const std::optional<size_t> slot = free_slot(frame);
        return slot ? static_cast<uint8_t>(1u << *slot) : uint8_t{0};
    }

    // Stores the last frame if it had no slot and `next` needs it.
    bool store_last(const Frame& next) {
        const auto last = std::move(without_slot_);
        without_slot_ = nullptr;
        if (!last || is_shown_key(next) || !is_reference(next, last->frame.current_frame)) return true;
        const std::optional<size_t> slot = free_slot(next);
        Picture again;
        return slot && decode(last->frame, last->parts, static_cast<uint8_t>(1u << *slot), again);
    }

    bool set_references(const Frame& frame, Av1Slots& known) const {
        for (size_t i = 0; i < slots_.size(); i++) known.order_hints[i] = slots_[i].order_hint;
        if (is_intra(frame)) return true;
        for (size_t i = 0; i < known.of_references.size(); i++) {
            if (frame.ref_frame_idx[i] >= slots_.size()) return false;
            const VASurfaceID surface = frame.ref_frame_map[frame.ref_frame_idx[i]];
            const auto found = std::find_if(slots_.begin(), slots_.end(),
                                            [&](const Slot& slot) { return slot.surface == surface; });
            if (surface == VA_INVALID_ID || found == slots_.end()) return false;
            known.of_references[i] = static_cast<uint8_t>(found - slots_.begin());
        }
        const bool resilient = frame.pic_info_fields.bits.error_resilient_mode != 0;
        if (frame.primary_ref_frame < known.of_references.size() && !resilient)
            known.previous = slots_[known.of_references[frame.primary_ref_frame]].motion;
        return true;
    }

    bool decode(const Frame& frame, const PictureParts& parts, uint8_t refreshed, Picture& picture) {
        Av1Slots known;
        known.refreshed = refreshed;
        if (!set_references(frame, known)) return false;
        const std::vector<uint8_t> coded =
            av1_frame(frame, known, slices_of<VASliceParameterBufferAV1>(parts));
        if (coded.empty()) return false;
        std::vector<uint8_t> stream, sequence = av1_sequence_header(frame);
        if (sequence != sequence_) stream = sequence;
        sequence_ = std::move(sequence);
        stream.insert(stream.end(), coded.begin(), coded.end());
        if (!send(stream, picture)) return false;
        for (size_t i = 0; i < slots_.size(); i++) {
            // A surface that is decoded into anew has no longer what it had.
            if (slots_[i].surface == frame.current_frame) slots_[i].surface = VA_INVALID_ID;
            if ((refreshed >> i & 1) != 0)
                slots_[i] = {frame.current_frame, frame.order_hint, global_motion_of(frame)};
        }
        if (refreshed == 0) without_slot_ = std::make_unique<HeldFrame>(HeldFrame{frame, parts});
        return true;
    }

    bool send(const std::vector<uint8_t>& stream, Picture& picture) {
        Dav1dData data{};
        uint8_t* memory = dav1d_data_create(&data, stream.size());
        if (memory == nullptr) return false;
        std::memcpy(memory, stream.data(), stream.size());
        bool sent = true;
        while (sent && data.sz > 0) {
            const int error = dav1d_send_data(context_, &data);
            if (error < 0 && error != DAV1D_ERR(EAGAIN)) sent = false;
            if (picture.empty()) static_cast<void>(dav1d_get_picture(context_, picture.get()));
        }
        if (!sent) dav1d_data_unref(&data);
        if (sent && picture.empty()) static_cast<void>(dav1d_get_picture(context_, picture.get()));
        return sent && !picture.empty();
    }

    VAStatus write(Driver& driver, const Frame& frame, Picture& picture, Surface& target) {
        const auto put = [](const Picture& from, Surface& to) {
            const std::optional<Planes> planes = from.planes();
            return planes && copy(*planes, to.planes()) ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_INVALID_SURFACE;
        };
        const auto decoded = driver.surfaces.find(frame.current_frame);
        if (!frame.film_grain_info.film_grain_info_fields.bits.apply_grain)
            return put(picture, decoded ? *decoded : target);
        // References are without grain, what is shown is with it.
        const auto shown = driver.surfaces.find(frame.current_display_picture);
        if (decoded && decoded != shown)
            if (const VAStatus status = put(picture, *decoded); status != VA_STATUS_SUCCESS) return status;
        Picture grainy;
        if (dav1d_apply_grain(context_, grainy.get(), picture.get()) != 0)
            return VA_STATUS_ERROR_DECODING_ERROR;
        return put(grainy, shown ? *shown : target);
    }

    Dav1dContext* context_;
    std::vector<uint8_t> sequence_;
    std::array<Slot, 8> slots_;
    std::unique_ptr<HeldFrame> without_slot_;
};

}  // namespace

std::unique_ptr<Operation> make_av1_decoder() {
    Dav1dSettings settings;
    dav1d_default_settings(&settings);
    settings.n_threads = 1;
    settings.max_frame_delay = 1;
    settings.apply_grain = 0;
    settings.output_invisible_frames = 1;
    settings.logger.callback = [](void*, const char*, va_list) {};
    Dav1dContext* context = nullptr;
    if (dav1d_open(&context, &settings) != 0) return nullptr;
    return std::make_unique<Av1Decoder>(context);
}

}  // namespace genmedia::va
