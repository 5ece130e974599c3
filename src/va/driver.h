// SPDX-License-Identifier: MIT
// What a program has made through libva: each kind of object by its number.
#pragma once

#include "va/picture_parts.h"
#include "va/surfaces/picture_layout.h"
#include "va/surfaces/subpictures.h"
#include "va/surfaces/surface_memory.h"

#include <va/va.h>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace genmedia::va {

inline constexpr char kVendor[] = "genmedia";  // by its address a display is known as this driver's

// Objects by number, those of one kind beginning at `First`, so that a number of another kind is found out.
template <class T, VAGenericID First>
class Objects {
public:
    VAGenericID add(std::shared_ptr<T> object) {
        while (objects_.contains(next_)) next_++;
        objects_.emplace(next_, std::move(object));
        return next_++;
    }
    std::shared_ptr<T> find(VAGenericID number) const {  // null: there is none
        const auto found = objects_.find(number);
        return found == objects_.end() ? nullptr : found->second;
    }
    bool remove(VAGenericID number) { return objects_.erase(number) != 0; }

private:
    std::map<VAGenericID, std::shared_ptr<T>> objects_;
    VAGenericID next_ = First;
};

struct Config {
    VAProfile profile;
    VAEntrypoint entrypoint;
    unsigned rt_format;
    // Of encoders, as the program chose them: VA_RC_*, VA_ENC_PACKED_HEADER_*.
    unsigned rate_control = 0, packed_headers = 0;
};

struct Surface {
    PictureLayout layout;
    std::shared_ptr<Memory> memory;
    VAStatus outcome = VA_STATUS_SUCCESS;  // of the last picture that was made in it

    std::vector<SubpictureUse> subpictures{};
    bool locked = false;  // by vaLockSurface

    Planes planes() const {
        Planes all = planes_of(layout, memory->data());
        all.padded = all.padded && memory->is_own();
        return all;
    }
};

struct Buffer {
    VABufferType type;
    unsigned size, count;            // of an element, in bytes; elements
    std::shared_ptr<Memory> memory;  // an image of a surface has the surface's
    int mapped = 0;
    std::unique_ptr<OpenFile> handle{};  // between vaAcquireBufferHandle and vaReleaseBufferHandle
    int acquired = 0;
};

struct Image {
    PictureLayout layout;
    VABufferID buffer;
};

struct Driver;

// What a context makes of each picture's buffers: an entrypoint's work.
class Operation {
public:
    virtual ~Operation() = default;
    virtual void begin() {}
    // A part as soon as it is rendered: what it points to may be gone when the picture ends.
    virtual VAStatus receive(Driver&, const PicturePart&) { return VA_STATUS_SUCCESS; }
    virtual VAStatus run(Driver& driver, const PictureParts& parts, Surface& target) = 0;
};

struct Context {
    std::shared_ptr<const Config> config;
    int width, height;
    std::unique_ptr<Operation> operation;
    std::shared_ptr<Surface> target;  // between vaBeginPicture and vaEndPicture
    PictureParts parts;               // what was rendered since
};

// A display's. One call at a time: programs may call from any thread.
struct Driver {
    std::mutex mutex;
    Objects<const Config, 0x01000000> configs;
    Objects<Context, 0x02000000> contexts;
    Objects<Surface, 0x04000000> surfaces;
    Objects<Buffer, 0x08000000> buffers;
    Objects<Image, 0x10000000> images;
    Objects<Subpicture, 0x20000000> subpictures;
    void* x11_display = nullptr;  // the program's Display; null: its displays are others
};

}  // namespace genmedia::va
