// SPDX-License-Identifier: MIT
// VAEntrypointFEI: what a program asks of single macroblocks, and what it is told of them. [va_fei_h264.h]
// That header has the layouts. What Intel's kernels decided beyond the unit is not public: "guess" marks
// genmedia's own choice.
#pragma once

#include "va/driver.h"

#include "encode/picture_coder.h"

namespace genmedia::va {

struct FeiRequest {
    uint32_t function = 0;      // VA_FEI_FUNCTION_*; 0: the picture has no frame control
    bool has_intra = true;      // macroblocks in P pictures may be intra
    DecisionOptions decisions;  // window, partitions and distortion alone
    encode::MacroblockControls controls;
    std::shared_ptr<Buffer> vectors, codes, distortions;  // null: not wanted

    bool codes_given() const { return function == VA_FEI_FUNCTION_PAK; }
    bool has_stream() const { return function != VA_FEI_FUNCTION_ENC; }
};

// Of a picture of so many macroblocks. An error where something is wrong, or not supported.
VAStatus read_fei_request(Driver& driver, const PictureParts& parts, int columns, int rows,
                          FeiRequest& request);

// What VA_FEI_FUNCTION_PAK is given. Nothing: the buffers are missing, or have what H.264 cannot express.
std::optional<std::vector<MacroblockDecision>> given_decisions(const FeiRequest& request, size_t count,
                                                               size_t references);

// Into the program's buffers.
void write_answers(const FeiRequest& request, const encode::CodedPicture& picture, int columns, int qp);

}  // namespace genmedia::va
