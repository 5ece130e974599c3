// SPDX-License-Identifier: MIT
#include "va/encoding/fei_request.h"

#include "va/fei_vectors.h"

#include <va/va_fei.h>
#include <va/va_fei_h264.h>

#include <algorithm>
#include <cstring>
#include <optional>

namespace genmedia::va {
namespace {

using Control = VAEncMiscParameterFEIFrameControlH264;

// mb_type of macroblocks with list 0 alone, by major shape. [Skylake's manual, volume 10: MFC_AVC_PAK_OBJECT]
constexpr uint8_t kInterTypes[] = {1, 4, 5, 22};

// Nothing: the picture has none, or one that is too small. A copy, as it has pointers: eight bytes.
std::optional<Control> control_of(const PictureParts& parts, VAStatus& status) {
    for (const PicturePart& part : parts) {
        if (part.type != VAEncMiscParameterBufferType) continue;
        const auto* parameter = part.as<VAEncMiscParameterBuffer>();
        if (parameter == nullptr || parameter->type != VAEncMiscParameterTypeFEIFrameControl) continue;
        if (const auto* given = structure_in<Control>(*parameter, part.size)) {
            Control control;
            std::memcpy(static_cast<void*>(&control), static_cast<const void*>(given), sizeof control);
            return control;
        }
        status = VA_STATUS_ERROR_INVALID_BUFFER;
    }
    return std::nullopt;
}

// A buffer with `bytes` for each of `count` macroblocks.
VAStatus find(Driver& driver, VABufferID id, size_t count, size_t bytes, std::shared_ptr<Buffer>& found) {
    found = driver.buffers.find(id);
    if (!found) return VA_STATUS_ERROR_INVALID_BUFFER;
    return found->memory->size() >= count * bytes ? VA_STATUS_SUCCESS : VA_STATUS_ERROR_NOT_ENOUGH_BUFFER;
}

template <class T>
T* elements(const std::shared_ptr<Buffer>& buffer) {
    return buffer ? reinterpret_cast<T*>(buffer->memory->data()) : nullptr;
}

// What can be asked for, and is not supported here.
bool is_supported(const Control& control) {
    const bool own_window =
        control.search_window > 5 || (control.search_window == 0 && control.ref_width != 0);
    return !own_window && !control.mb_qp && !control.mb_size_ctrl && !control.colocated_mb_distortion &&
           control.num_mv_predictors_l1 == 0 && control.num_passes <= 1 && control.max_frame_size == 0 &&
           control.inter_sad == control.intra_sad;
}

VAStatus read_decisions(const Control& control, FeiRequest& request) {
    constexpr vme::SearchWindow windows[] = {vme::SearchWindow::exhaustive,    vme::SearchWindow::tiny,
                                             vme::SearchWindow::small,         vme::SearchWindow::diamond,
                                             vme::SearchWindow::large_diamond, vme::SearchWindow::exhaustive};
    const bool valid = control.search_window <= 8 && control.sub_pel_mode != 2 &&
                       control.sub_mb_part_mask != vme::partition_all &&
                       (control.inter_sad == 0 || control.inter_sad == 2) &&
                       control.num_mv_predictors_l0 <= kMostPredictors;
    if (!valid) return VA_STATUS_ERROR_INVALID_PARAMETER;
    if (!is_supported(control)) return VA_STATUS_ERROR_UNIMPLEMENTED;
    request.decisions.window = windows[control.search_window];
    request.decisions.disabled_partitions = control.sub_mb_part_mask;
    request.decisions.distortion = control.inter_sad == 2 ? vme::Distortion::haar : vme::Distortion::sad;
    request.controls.subpixel = static_cast<vme::SubpixelMode>(control.sub_pel_mode);
    const uint8_t without = control.intra_part_mask & vme::intra_all;
    request.has_intra = (without & vme::intra_16x16) == 0 || (without & vme::intra_4x4) == 0;
    request.controls.disabled_intra_partitions = request.has_intra ? without : uint8_t{0};
    return VA_STATUS_SUCCESS;
}

VAStatus read_predictors(Driver& driver, const Control& control, size_t count, FeiRequest& request) {
    if (!control.mv_predictor_enable || control.num_mv_predictors_l0 == 0) return VA_STATUS_SUCCESS;
    std::shared_ptr<Buffer> buffer;
    if (const VAStatus status =
            find(driver, control.mv_predictor, count, sizeof(VAEncFEIMVPredictorH264), buffer);
        status != VA_STATUS_SUCCESS)
        return status;
    const auto* given = elements<VAEncFEIMVPredictorH264>(buffer);
    request.controls.predictors.resize(count);
    for (size_t i = 0; i < count; i++)
        for (size_t p = 0; p < control.num_mv_predictors_l0; p++) {
            const int16_t* vector = given[i].mv[p].mv0;
            if (vector[0] != kNoVector)
                request.controls.predictors[i].push_back(
                    {{vector[0], vector[1]}, static_cast<uint8_t>(given[i].ref_idx[p].ref_idx_l0)});
        }
    return VA_STATUS_SUCCESS;
}

VAStatus read_forced(Driver& driver, const Control& control, size_t count, FeiRequest& request) {
    if (!control.mb_input) return VA_STATUS_SUCCESS;
    std::shared_ptr<Buffer> buffer;
    if (const VAStatus status = find(driver, control.mb_ctrl, count, sizeof(VAEncFEIMBControlH264), buffer);
        status != VA_STATUS_SUCCESS)
        return status;
    const auto* given = elements<VAEncFEIMBControlH264>(buffer);
    for (size_t i = 0; i < count; i++) {
        if (given[i].force_to_nonskip) return VA_STATUS_ERROR_UNIMPLEMENTED;
        request.controls.forced.push_back(given[i].force_to_intra  ? encode::ForcedType::intra
                                          : given[i].force_to_skip ? encode::ForcedType::skip
                                                                   : encode::ForcedType::none);
    }
    return VA_STATUS_SUCCESS;
}

VAStatus find_buffers(Driver& driver, const Control& control, size_t count, FeiRequest& request) {
    const bool given = request.codes_given();
    const auto want = [&](VABufferID id, size_t bytes, bool needed, std::shared_ptr<Buffer>& found) {
        if (!needed && (id == VA_INVALID_ID || id == 0)) return VAStatus{VA_STATUS_SUCCESS};
        return find(driver, id, count, bytes, found);
    };
    VAStatus status = want(control.mv_data, kVectors * sizeof(VAMotionVector), given, request.vectors);
    if (status == VA_STATUS_SUCCESS)
        status = want(control.mb_code_data, sizeof(VAEncFEIMBCodeH264), given, request.codes);
    if (status == VA_STATUS_SUCCESS && !given)
        status = want(control.distortion, sizeof(VAEncFEIDistortionH264), false, request.distortions);
    return status;
}

// ---- A macroblock

uint8_t shapes_of(const MacroblockDecision& decision) {
    unsigned shapes = 0;
    for (size_t q = 0; q < 4; q++) shapes |= static_cast<unsigned>(decision.minor_shapes[q]) << 2 * q;
    return static_cast<uint8_t>(shapes);
}

uint16_t modes_of(const MacroblockDecision& decision, size_t quadrant) {
    unsigned modes = 0;
    for (size_t n = 0; n < 4; n++)
        modes |= static_cast<unsigned>(decision.luma_modes[4 * quadrant + n]) << 4 * n;
    return static_cast<uint16_t>(modes);
}

VAEncFEIMBCodeH264 code_of(const MacroblockDecision& decision, int x, int y, int qp, bool is_last) {
    VAEncFEIMBCodeH264 code{};
    code.horz_origin = static_cast<uint32_t>(x) & 0xff;
    code.vert_origin = static_cast<uint32_t>(y) & 0xff;
    // Which blocks have coefficients is known when they are coded (guess).
    code.cbp_y = code.cbp_cb = code.cbp_cr = 0xffff;
    code.qp_prime_y = static_cast<uint32_t>(qp) & 0xff;
    code.is_last_mb = is_last;
    code.intra_mb_flag = encode::is_intra(decision.type);
    if (!encode::is_intra(decision.type)) {
        const auto major = static_cast<size_t>(decision.major_shape);
        code.mb_skip_flag = decision.type == MacroblockType::skip;
        code.inter_mb_mode = static_cast<uint32_t>(major) & 3;
        code.mb_type = kInterTypes[major] & 31;
        auto& inter = code.mb_mode.inter_mb;
        inter.sub_mb_shapes = shapes_of(decision);
        inter.ref_idx_l0_0 = decision.references[0];
        inter.ref_idx_l0_1 = decision.references[1];
        inter.ref_idx_l0_2 = decision.references[2];
        inter.ref_idx_l0_3 = decision.references[3];
        return code;
    }
    const bool whole = decision.type == MacroblockType::intra_16x16;
    code.intra_mb_mode = whole ? 0 : 2;
    // I_16x16 by its mode; I_NxN.
    code.mb_type = (whole ? 1 + static_cast<uint32_t>(decision.luma_modes[0]) : 0) & 31;
    auto& intra = code.mb_mode.intra_mb;
    intra.luma_intra_pred_modes0 = modes_of(decision, 0);
    intra.luma_intra_pred_modes1 = modes_of(decision, 1);
    intra.luma_intra_pred_modes2 = modes_of(decision, 2);
    intra.luma_intra_pred_modes3 = modes_of(decision, 3);
    intra.chroma_intra_pred_mode = static_cast<uint32_t>(decision.chroma_mode) & 3;
    return code;
}

bool read_intra(const VAEncFEIMBCodeH264& code, MacroblockDecision& decision) {
    const auto& intra = code.mb_mode.intra_mb;
    if (code.intra_mb_mode != 0 && code.intra_mb_mode != 2) return false;
    decision.type = code.intra_mb_mode == 0 ? MacroblockType::intra_16x16 : MacroblockType::intra_4x4;
    const uint32_t four[] = {intra.luma_intra_pred_modes0, intra.luma_intra_pred_modes1,
                             intra.luma_intra_pred_modes2, intra.luma_intra_pred_modes3};
    const uint32_t most = code.intra_mb_mode == 0 ? 3 : 8;
    for (size_t e = 0; e < kVectors; e++) {
        const uint32_t mode = four[e / 4] >> 4 * (e % 4) & 15;
        if (mode > most) return false;
        decision.luma_modes[e] = static_cast<vme::LumaMode>(mode);
    }
    decision.chroma_mode = static_cast<vme::ChromaMode>(intra.chroma_intra_pred_mode);
    return true;
}

bool read_inter(const VAEncFEIMBCodeH264& code, const VAMotionVector* vectors, size_t references,
                MacroblockDecision& decision) {
    const auto& inter = code.mb_mode.inter_mb;
    const uint32_t numbers[] = {inter.ref_idx_l0_0, inter.ref_idx_l0_1, inter.ref_idx_l0_2,
                                inter.ref_idx_l0_3};
    decision.type = code.mb_skip_flag ? MacroblockType::skip : MacroblockType::inter;
    decision.major_shape = static_cast<vme::MajorShape>(code.inter_mb_mode);
    for (size_t q = 0; q < 4; q++) {
        if (numbers[q] >= references) return false;
        decision.minor_shapes[q] = static_cast<vme::MinorShape>(inter.sub_mb_shapes >> 2 * q & 3);
        decision.references[q] = static_cast<uint8_t>(numbers[q]);
    }
    for (size_t e = 0; e < kVectors; e++) decision.vectors[e] = {vectors[e].mv0[0], vectors[e].mv0[1]};
    return true;
}

}  // namespace

VAStatus read_fei_request(Driver& driver, const PictureParts& parts, int columns, int rows,
                          FeiRequest& request) {
    VAStatus status = VA_STATUS_SUCCESS;
    const std::optional<Control> control = control_of(parts, status);
    if (!control) return status == VA_STATUS_SUCCESS ? VA_STATUS_ERROR_INVALID_PARAMETER : status;
    request.function = control->function;
    if (request.function != VA_FEI_FUNCTION_ENC && request.function != VA_FEI_FUNCTION_PAK &&
        request.function != VA_FEI_FUNCTION_ENC_PAK)
        return VA_STATUS_ERROR_INVALID_PARAMETER;
    const size_t count = static_cast<size_t>(columns) * static_cast<size_t>(rows);
    if (!request.codes_given()) {
        status = read_decisions(*control, request);
        if (status == VA_STATUS_SUCCESS) status = read_predictors(driver, *control, count, request);
        if (status == VA_STATUS_SUCCESS) status = read_forced(driver, *control, count, request);
    }
    if (status == VA_STATUS_SUCCESS) status = find_buffers(driver, *control, count, request);
    request.controls.distortions = request.distortions != nullptr;
    return status;
}

std::optional<std::vector<MacroblockDecision>> given_decisions(const FeiRequest& request, size_t count,
                                                               size_t references) {
    const auto* codes = elements<VAEncFEIMBCodeH264>(request.codes);
    const auto* vectors = elements<VAMotionVector>(request.vectors);
    std::vector<MacroblockDecision> decisions(count);
    for (size_t i = 0; i < count; i++) {
        const bool good = codes[i].intra_mb_flag
                              ? read_intra(codes[i], decisions[i])
                              : read_inter(codes[i], vectors + kVectors * i, references, decisions[i]);
        if (!good) return std::nullopt;
    }
    return decisions;
}

void write_answers(const FeiRequest& request, const encode::CodedPicture& picture, int columns, int qp) {
    auto* vectors = elements<VAMotionVector>(request.vectors);
    auto* codes = elements<VAEncFEIMBCodeH264>(request.codes);
    auto* distortions = elements<VAEncFEIDistortionH264>(request.distortions);
    for (size_t i = 0; i < picture.decisions.size(); i++) {
        const MacroblockDecision& decision = picture.decisions[i];
        const int x = static_cast<int>(i) % columns, y = static_cast<int>(i) / columns;
        for (size_t e = 0; vectors != nullptr && e < kVectors; e++) {
            const vme::MotionVector none{kNoVector, kNoVector};
            const vme::MotionVector vector = encode::is_intra(decision.type) ? none : decision.vectors[e];
            vectors[kVectors * i + e] = {{vector.x, vector.y}, {kNoVector, kNoVector}};
        }
        if (codes != nullptr) codes[i] = code_of(decision, x, y, qp, i + 1 == picture.decisions.size());
        if (distortions == nullptr) continue;
        const encode::MacroblockDistortions& found = picture.distortions[i];
        distortions[i] = {};
        std::copy(found.inter.begin(), found.inter.end(), distortions[i].inter_distortion);
        distortions[i].best_inter_distortion = found.best_inter;
        distortions[i].best_intra_distortion = found.best_intra;
    }
}

}  // namespace genmedia::va
