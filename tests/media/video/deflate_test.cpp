// SPDX-License-Identifier: MIT
#include "media/video/containers/deflate.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <random>
#include <string>
#include <thread>
#include <vector>

namespace genmedia::media {
namespace {

// What zlib reads from a stream, which it must read to its end.
std::string inflated(const std::string& stream, size_t size) {
    std::string content(size + 1, '\0');
    z_stream reader{};
    EXPECT_EQ(inflateInit2(&reader, -MAX_WBITS), Z_OK);
    reader.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(stream.data()));
    reader.avail_in = static_cast<uInt>(stream.size());
    reader.next_out = reinterpret_cast<Bytef*>(content.data());
    reader.avail_out = static_cast<uInt>(content.size());
    EXPECT_EQ(inflate(&reader, Z_FINISH), Z_STREAM_END);
    EXPECT_EQ(reader.avail_in, 0U);
    content.resize(reader.total_out);
    inflateEnd(&reader);
    return content;
}

uint32_t crc_of(const std::string& data) {
    return static_cast<uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(data.data()), static_cast<uInt>(data.size())));
}

std::string noise(size_t size) {
    std::mt19937 random(1);
    std::string data(size, '\0');
    for (char& byte : data) byte = static_cast<char>(random());
    return data;
}

// Data that grow, data that shrink, and a single byte. Leftovers of one part would be seen in the next.
TEST(DeflateTest, PartsFollowEachOther) {
    std::string stream, content;
    uint32_t crc = 0;
    for (const std::string& data :
         {noise(300000), std::string("a"), std::string(1 << 20, 'x'), noise(4096), noise(300000)}) {
        const Deflated part = deflate(data.data(), static_cast<int64_t>(data.size()));
        ASSERT_EQ(part.size, static_cast<int64_t>(data.size()));
        ASSERT_EQ(part.crc, crc_of(data));
        stream += part.bytes;
        content += data;
        crc = joined_crc(crc, part);
    }
    const Deflated stored = store("the end");
    stream += stored.bytes + end_of_deflate();
    content += "the end";
    EXPECT_TRUE(inflated(stream, content.size()) == content);
    EXPECT_EQ(joined_crc(crc, stored), crc_of(content));
}

// Room for the bytes is found while data are compressed, so all sizes near its limits are tried.
TEST(DeflateTest, DataOfAnySize) {
    const std::string data = noise(9000);
    for (size_t size = 1; size <= data.size(); size += size < 4000 || size > 8300 ? 101 : 1) {
        const Deflated part = deflate(data.data(), static_cast<int64_t>(size));
        ASSERT_TRUE(inflated(part.bytes + end_of_deflate(), size) == data.substr(0, size)) << size;
    }
}

std::vector<std::string> small_repeats() {
    std::vector<std::string> all;
    std::mt19937 random(1);
    for (int i = 0; i < 20000; i++) {
        std::string pattern(4, '\0');
        for (char& byte : pattern) byte = static_cast<char>(random());
        all.push_back(pattern + pattern + pattern + pattern + pattern + pattern + pattern + pattern);
    }
    return all;
}

std::vector<std::string> deflated(const std::vector<std::string>& all) {
    std::vector<std::string> parts;
    for (const std::string& data : all)
        parts.push_back(deflate(data.data(), static_cast<int64_t>(data.size())).bytes);
    return parts;
}

// Another thread has its memory elsewhere. When addresses mattered, six of 8192 such inputs showed it.
TEST(DeflateTest, EqualDataGiveEqualBytesInAnyMemory) {
    const std::vector<std::string> inputs = small_repeats(), here = deflated(inputs);
    std::vector<std::string> there;
    std::thread([&] { there = deflated(inputs); }).join();
    EXPECT_TRUE(here == there);
}

TEST(DeflateTest, WhatRepeatsBecomesSmall) {
    const std::string data(1 << 20, 'x');
    EXPECT_LT(deflate(data.data(), 1 << 20).bytes.size(), size_t{1 << 20} / 100);
}

}  // namespace
}  // namespace genmedia::media
