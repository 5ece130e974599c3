// SPDX-License-Identifier: MIT
// Slices that name a set of references of a sequence's, which VA-API does not hand over.
#include "va/decoding/header_bits.h"
#include "va/decoding/picture_decoder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace genmedia::va {
namespace {

using encode::BitWriter;

template <class T>
PicturePart part(VABufferType type, const T& content) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(&content);
    return {type, sizeof content, 1, {bytes, bytes + sizeof content}};
}

// A slice's header up to its references: the first one of a TRAIL_R picture, set 0, P, time 8 in 8 bits.
// [7.3.6.1]
void begin_slice(BitWriter& bits) {
    bits.put(1 << 9 | 1, 16);
    bits.put_flag(true);
    bits.put_ue(0);
    bits.put_ue(1);
    bits.put(8, 8);
}

std::vector<uint8_t> end_slice(BitWriter& bits, const std::vector<uint8_t>& data) {
    bits.put(0b1011, 4);  // whatever follows the references
    bits.finish();
    std::vector<uint8_t> bytes;
    append(bytes, bits);
    bytes.insert(bytes.end(), data.begin(), data.end());
    return bytes;
}

VAPictureParameterBufferHEVC picture() {
    VAPictureParameterBufferHEVC picture{};
    picture.pic_width_in_luma_samples = picture.pic_height_in_luma_samples = 64;
    picture.log2_diff_max_min_luma_coding_block_size = 3;
    picture.log2_max_pic_order_cnt_lsb_minus4 = 4;
    picture.CurrPic.pic_order_cnt = 8;
    for (VAPictureHEVC& one : picture.ReferenceFrames)
        one = {VA_INVALID_SURFACE, 0, VA_PICTURE_HEVC_INVALID, {}};
    picture.ReferenceFrames[0] = {3, 16, VA_PICTURE_HEVC_RPS_ST_CURR_AFTER, {}};
    picture.ReferenceFrames[1] = {1, 0, 0, {}};  // for later pictures alone
    picture.ReferenceFrames[2] = {2, 5, VA_PICTURE_HEVC_RPS_ST_CURR_BEFORE, {}};
    return picture;
}

std::vector<uint8_t> written(const VAPictureParameterBufferHEVC& picture, const std::vector<uint8_t>& slice,
                             size_t data) {
    VASliceParameterBufferHEVC parameters{};
    parameters.slice_data_size = static_cast<uint32_t>(slice.size());
    parameters.slice_data_byte_offset = static_cast<uint32_t>(data);
    std::vector<uint8_t> stream;
    EXPECT_EQ(
        make_hevc_writer()->write({part(VAPictureParameterBufferType, picture),
                                   part(VASliceParameterBufferType, parameters),
                                   {VASliceDataBufferType, static_cast<unsigned>(slice.size()), 1, slice}},
                                  stream),
        VA_STATUS_SUCCESS);
    return stream;
}

bool ends_with(const std::vector<uint8_t>& stream, const std::vector<uint8_t>& end) {
    return stream.size() >= end.size() && std::equal(end.rbegin(), end.rend(), stream.rbegin());
}

TEST(VaHevcStream, SetsOfTheSequenceBecomeTheSlices) {
    const std::vector<uint8_t> data{0xaa, 0x55, 0x13};
    VAPictureParameterBufferHEVC given = picture();
    given.num_short_term_ref_pic_sets = 3;
    BitWriter old;
    begin_slice(old);
    old.put_flag(true);
    old.put(2, 2);  // the last of three
    const std::vector<uint8_t> slice = end_slice(old, data);
    BitWriter expected;  // [7.3.7]
    begin_slice(expected);
    expected.put_flag(false);
    expected.put_ue(2);  // before: 5 and 0
    expected.put_ue(1);  // after: 16
    expected.put_ue(2);  // 8 - 5 - 1
    expected.put_flag(true);
    expected.put_ue(4);  // 5 - 0 - 1
    expected.put_flag(false);
    expected.put_ue(7);  // 16 - 8 - 1
    expected.put_flag(true);
    EXPECT_TRUE(ends_with(written(given, slice, slice.size() - data.size()), end_slice(expected, data)));
}

TEST(VaHevcStream, SetsOfSlicesStay) {
    const std::vector<uint8_t> data{0xaa, 0x55, 0x13};
    BitWriter old;
    begin_slice(old);
    old.put_flag(false);
    old.put_ue(0);
    old.put_ue(0);
    const std::vector<uint8_t> slice = end_slice(old, data);
    EXPECT_TRUE(ends_with(written(picture(), slice, slice.size() - data.size()), slice));
}

}  // namespace
}  // namespace genmedia::va
