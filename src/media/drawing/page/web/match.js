// SPDX-License-Identifier: MIT
// The pinned block and its match, enlarged, side by side.

const kMatchSide = 48;  // pixels of the picture

// A piece of a picture around (x, y), with a frame around a block of w x h there.
function drawPiece(canvas, picture, run, x, y, w, h, color) {
    const context = canvas.getContext("2d"), factor = canvas.width / kMatchSide, scale = run.scale;
    const left = x + w / 2 - kMatchSide / 2, top = y + h / 2 - kMatchSide / 2;
    context.fillStyle = "#777";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingEnabled = false;
    if (picture)
        context.drawImage(picture, left / scale, top / scale, kMatchSide / scale, kMatchSide / scale, 0, 0, canvas.width, canvas.height);
    context.lineWidth = 2;
    context.strokeStyle = color;
    context.strokeRect((x - left) * factor, (y - top) * factor, w * factor, h * factor);
}

// `load(index)` gives pictures.
async function showMatch(run, index, field, pixel, load) {
    const here = await load(index), place = field ? field.at(pixel.x, pixel.y) : null;
    if (!place || !place.cut) {
        drawPiece($("match-here"), here, run, pixel.x & ~15, pixel.y & ~15, 16, 16, kForward);
        $("match-there").getContext("2d").reset();
        $("match-name").textContent = "no match";
        return;
    }
    const [, bx, by, w, h] = place.cut, x = 16 * place.column + bx, y = 16 * place.row + by;
    const isBackward = field.direction(place.macroblock, place.cut) === 1;
    const vx = (isBackward ? field.backwardX : field.forwardX)[place.block] / 4;
    const vy = (isBackward ? field.backwardY : field.forwardY)[place.block] / 4;
    const other = index + (isBackward ? 1 : -1), there = await load(other);
    const color = kArrowColors[isBackward ? 1 : 0];
    drawPiece($("match-here"), here, run, x, y, w, h, color);
    drawPiece($("match-there"), there, run, x + vx, y + vy, w, h, color);
    $("match-name").textContent = `in frame ${run.frames.number[other] ?? "?"}`;
}
