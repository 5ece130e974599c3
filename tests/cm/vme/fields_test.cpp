// SPDX-License-Identifier: MIT
// Each field of the unit's messages, set and read by kernels. Compared with bytes made by hand.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "host.h"

namespace {

struct Field {
    enum Kind { both, set, get, flag, pair, nibbles, read, kept } kind;
    const char* name;
    int row, byte, first, bits;
};

#define FIELD(name, row, byte, first, bits) {Field::both, #name, row, byte, first, bits},
#define SET(name, row, byte, first, bits) {Field::set, #name, row, byte, first, bits},
#define GET(name, row, byte, first, bits) {Field::get, #name, row, byte, first, bits},
#define FLAG(name, row, byte, bit) {Field::flag, #name, row, byte, bit, 1},
#define PAIR(name, row, byte) {Field::pair, #name, row, byte, 0, 32},
#define NIBBLES(name, row, byte) {Field::nibbles, #name, row, byte, 0, 8},
const std::vector<Field> kUniversalFields = {
#define UNIVERSAL_FIELDS
#include "fields.inc"
#undef UNIVERSAL_FIELDS
};
#define FIELD(name, row, byte, first, bits) {Field::both, #name, row, byte, first, bits},
#define SET(name, row, byte, first, bits) {Field::set, #name, row, byte, first, bits},
#define GET(name, row, byte, first, bits) {Field::get, #name, row, byte, first, bits},
const std::vector<Field> kSearchFields = {
#define SEARCH_FIELDS
#include "fields.inc"
#undef SEARCH_FIELDS
};
#define FIELD(name, row, byte, first, bits) {Field::both, #name, row, byte, first, bits},
#define SET(name, row, byte, first, bits) {Field::set, #name, row, byte, first, bits},
#define GET(name, row, byte, first, bits) {Field::get, #name, row, byte, first, bits},
#define PAIR(name, row, byte) {Field::pair, #name, row, byte, 0, 32},
const std::vector<Field> kCheckFields = {
#define CHECK_FIELDS
#include "fields.inc"
#undef CHECK_FIELDS
};
#define FIELD(name, row, byte, first, bits) {Field::both, #name, row, byte, first, bits},
const std::vector<Field> kRefineFields = {
#define REFINE_FIELDS
#include "fields.inc"
#undef REFINE_FIELDS
};
#define READ(name, row, byte, first, bits) {Field::read, #name, row, byte, first, bits},
#define KEPT(name, row, byte, mask) {Field::kept, #name, row, byte, 0, mask},
const std::vector<Field> kResultFields = {
#define RESULT_FIELDS
#include "fields.inc"
#undef RESULT_FIELDS
};

constexpr size_t kRows = 6;
using Rows = std::array<uint8_t, 32 * kRows>;

Rows background() {
    Rows rows;
    rows.fill(0x96);
    return rows;
}

// Writes bit by bit, little-endian.
void put(Rows& rows, const Field& field, uint32_t value) {
    for (int i = 0; i < field.bits; i++) {
        const int bit = field.first + i;
        uint8_t& byte = rows[static_cast<size_t>(32 * field.row + field.byte + bit / 8)];
        byte = static_cast<uint8_t>((byte & ~(1 << bit % 8)) | (value >> i & 1) << bit % 8);
    }
}

uint32_t got(const std::vector<uint8_t>& rows, const Field& field) {
    const size_t at = static_cast<size_t>(32 * field.row + field.byte);
    if (field.kind == Field::kept) return rows[at] & static_cast<uint32_t>(field.bits);
    uint32_t value = 0;
    for (int i = 0; i < field.bits; i++) {
        const int bit = field.first + i;
        value |= static_cast<uint32_t>(rows[at + static_cast<size_t>(bit / 8)] >> bit % 8 & 1) << i;
    }
    return value;
}

class VmeFields : public testing::Test {
protected:
    void expect_set(const char* kernel_name, const std::vector<Field>& fields) {
        for (const uint32_t value : {0u, 0xFFFFFFFFu, 0xA7C35B1Eu, 0x583CA4E1u}) {
            std::vector<Rows> expected;
            std::vector<std::string> names;
            const auto add = [&](const Field& field, uint32_t put_value) {
                expected.push_back(background());
                put(expected.back(), field, put_value);
                names.emplace_back(field.name);
            };
            for (const Field& field : fields) {
                if (field.kind == Field::get) continue;
                add(field, field.kind == Field::flag ? 1 : value);
                if (field.kind == Field::flag) add(field, 0);
            }
            std::vector<Rows> found(expected.size());
            CmBuffer* to = host_.buffer(found);
            CmKernel* kernel = host_.kernel(kernel_name);
            Host::set_all(kernel, to, value);
            host_.run(kernel, 1, 1);
            Host::read(to, found);
            for (size_t i = 0; i < expected.size(); i++) EXPECT_EQ(found[i], expected[i]) << names[i];
        }
    }

    void expect_got(const char* kernel_name, const std::vector<Field>& fields) {
        std::vector<uint8_t> rows(32 * 11);
        for (size_t i = 0; i < rows.size(); i++) rows[i] = static_cast<uint8_t>(i * 2654435761u >> 11);
        std::vector<Field> gotten;
        for (const Field& field : fields) {
            if (field.kind != Field::set && field.kind != Field::flag && field.kind != Field::pair &&
                field.kind != Field::nibbles)
                gotten.push_back(field);
        }
        std::vector<uint32_t> found(8 * gotten.size());
        CmBuffer *from = host_.buffer(rows), *to = host_.buffer(found);
        CmKernel* kernel = host_.kernel(kernel_name);
        Host::set_all(kernel, from, to);
        host_.run(kernel, 1, 1);
        Host::read(to, found);
        for (size_t i = 0; i < gotten.size(); i++)
            EXPECT_EQ(found[8 * i], got(rows, gotten[i])) << gotten[i].name;
    }

    Host host_{"fields_genx.isa"};
};

TEST_F(VmeFields, UniversalInput) {
    expect_set("set_universal", kUniversalFields);
    expect_got("get_universal", kUniversalFields);
}

TEST_F(VmeFields, SearchInput) {
    expect_set("set_search", kSearchFields);
    expect_got("get_search", kSearchFields);
}

TEST_F(VmeFields, CheckInput) {
    expect_set("set_check", kCheckFields);
    expect_got("get_check", kCheckFields);
}

TEST_F(VmeFields, RefineInput) {
    expect_set("set_refine", kRefineFields);
    expect_got("get_refine", kRefineFields);
}

TEST_F(VmeFields, Results) { expect_got("get_result", kResultFields); }

TEST_F(VmeFields, VectorsAndDistortionsOfResults) {
    std::vector<uint8_t> rows(32 * 11);
    for (size_t i = 0; i < rows.size(); i++) rows[i] = static_cast<uint8_t>(i * 97 + 3);
    std::vector<uint8_t> found(320);
    CmBuffer *from = host_.buffer(rows), *to = host_.buffer(found);
    CmKernel* kernel = host_.kernel("get_arrays");
    Host::set_all(kernel, from, to);
    host_.run(kernel, 1, 1);
    Host::read(to, found);
    for (size_t i = 0; i < 320; i++) EXPECT_EQ(found[i], rows[32 + i % 160]) << i;
}

TEST_F(VmeFields, InitialValues) {
    std::vector<Rows> found(5);
    CmBuffer* to = host_.buffer(found);
    CmKernel* kernel = host_.kernel("initial");
    Host::set_all(kernel, to);
    host_.run(kernel, 1, 1);
    Host::read(to, found);
    Rows zeros{}, universal{};
    universal[14] = 0xA8;            // BME off, Haar for inter and intra
    universal[32 + 4] = 8;           // vectors
    universal[32 + 28] = 0x60;       // costs are used
    universal[32 + 30] = 0x40;       // RefIDCostMode
    EXPECT_EQ(found[0], universal);  // and two rows of IMEInput
    Rows three = background(), four = background();
    std::copy_n(universal.begin(), 96, three.begin());
    EXPECT_EQ(found[1], three);
    std::copy_n(zeros.begin(), 128, four.begin());
    for (const int i : {2, 3, 4}) EXPECT_EQ(found[static_cast<size_t>(i)], four) << i;
}

}  // namespace
