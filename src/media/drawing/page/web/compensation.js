// SPDX-License-Identifier: MIT
// The picture that the vectors make of the pictures beside it. Samples between pixels are the unit's
// (src/vme/reference/predict.cpp); in pictures that the page has smaller, those nearby.

class HalfGrid {
    constructor(luma) {
        this.luma = luma;
    }
    pixel(x, y) {
        const {width, height, samples} = this.luma;
        x = x < 0 ? 0 : x >= width ? width - 1 : x;
        y = y < 0 ? 0 : y >= height ? height - 1 : y;
        return samples[y * width + x];
    }
    static between(a, b, c, d) {
        const value = (-a + 5 * b + 5 * c - d) >> 3;
        return value < 0 ? 0 : value > 255 ? 255 : value;
    }
    vertical(x, y) {
        return HalfGrid.between(this.pixel(x, y - 1), this.pixel(x, y), this.pixel(x, y + 1), this.pixel(x, y + 2));
    }
    // (x, y) counts half pixels.
    at(x, y) {
        const px = x >> 1, py = y >> 1;
        if (!(x & 1)) return y & 1 ? this.vertical(px, py) : this.pixel(px, py);
        const column = y & 1 ? (i) => this.vertical(px + i, py) : (i) => this.pixel(px + i, py);
        return HalfGrid.between(column(-1), column(0), column(1), column(2));
    }
    // (x, y) counts quarter pixels.
    quarter(x, y) {
        if (!((x | y) & 3)) return this.pixel(x >> 2, y >> 2);
        let x0 = x >> 1, x1 = (x + 1) >> 1;
        const y0 = y >> 1, y1 = (y + 1) >> 1;
        if (x0 === x1 && y0 === y1) return this.at(x0, y0);
        if (x0 !== x1 && y0 !== y1 && ((x0 ^ y0) & 1) === 0) [x0, x1] = [x1, x0];
        return (this.at(x0, y0) + this.at(x1, y1)) >> 1;
    }
}

// Calls use(from, vx, vy) for the pictures that a block is predicted from.
function eachReference(field, macroblock, block, cut, before, after, use) {
    const direction = field.direction(macroblock, cut);
    if (direction !== 1) use(before, field.forwardX[block], field.forwardY[block]);
    if (direction !== 0 && field.hasBackward) use(after, field.backwardX[block], field.backwardY[block]);
}

function compensateBlock(to, width, height, scale, place, references) {
    const [left, top, right, bottom] = place;
    for (let y = top; y < bottom && y < height; y++)
        for (let x = left; x < right && x < width; x++) {
            let sum = 0;
            for (const [grid, vx, vy] of references)
                sum += grid.quarter(4 * x + Math.round(vx / scale), 4 * y + Math.round(vy / scale));
            to[y * width + x] = references.length === 2 ? (sum + 1) >> 1 : sum;
        }
}

// Samples of luma; gray where nothing was predicted.
function compensated(field, scale, before, after) {
    const {width, height} = before ?? after, to = new Uint8Array(width * height).fill(128);
    const gridBefore = before && new HalfGrid(before), gridAfter = after && new HalfGrid(after);
    for (let i = 0; i < field.count; i++) {
        const left = i % field.columns * 16, top = Math.floor(i / field.columns) * 16;
        if (!field.isDone(i) || (field.hasCoded && field.types[i] >= 2)) continue;
        field.cuts[i].forEach((cut, k) => {
            const [, x, y, w, h] = cut, references = [];
            eachReference(field, i, field.first[i] + k, cut, gridBefore, gridAfter,
                (grid, vx, vy) => grid && references.push([grid, vx, vy]));
            if (!references.length) return;
            const place = [left + x, top + y, left + x + w, top + y + h].map((side) => Math.ceil(side / scale));
            compensateBlock(to, width, height, scale, place, references);
        });
    }
    return {width, height, samples: to};
}

// As a picture: gray, or four times the difference to another one around middle gray.
function grayImage(luma, other) {
    const image = new ImageData(luma.width, luma.height);
    for (let i = 0; i < luma.samples.length; i++) {
        const value = other ? 128 + 4 * (other.samples[i] - luma.samples[i]) : luma.samples[i];
        image.data[4 * i] = image.data[4 * i + 1] = image.data[4 * i + 2] = value;  // which clamps
        image.data[4 * i + 3] = 255;
    }
    return image;
}
