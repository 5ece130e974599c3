// SPDX-License-Identifier: MIT
// The blocks of a picture, as src/media/drawing/page/page_field.cpp packed them.

const kInter = 1, kBackward = 2, kIntra = 4, kTrust = 8, kCoded = 16, kAllBlocks = 32, kOrder = 64;

// Entries of a macroblock, 4 * quadrant + block, with their places and sides, for each way to cut it.
const kWhole = [[[0, 0, 0, 16, 16]], [[0, 0, 0, 16, 8], [8, 0, 8, 16, 8]], [[0, 0, 0, 8, 16], [4, 8, 0, 8, 16]]];
const kQuadrant = [[[0, 0, 0, 8, 8]], [[0, 0, 0, 8, 4], [2, 0, 4, 8, 4]], [[0, 0, 0, 4, 8], [1, 4, 0, 4, 8]],
    [[0, 0, 0, 4, 4], [1, 4, 0, 4, 4], [2, 0, 4, 4, 4], [3, 4, 4, 4, 4]]];

// By 256 * major + minors: the blocks of a macroblock.
const cutsKept = new Map();
function cutsOf(major, minors) {
    const key = major < 3 ? major * 256 : 768 + minors;
    if (!cutsKept.has(key)) {
        const quadrants = [0, 1, 2, 3].flatMap((q) => kQuadrant[minors >> (2 * q) & 3].map(
            ([entry, x, y, w, h]) => [4 * q + entry, x + (q & 1) * 8, y + (q >> 1) * 8, w, h]));
        cutsKept.set(key, major < 3 ? kWhole[major] : quadrants);
    }
    return cutsKept.get(key);
}

class Bytes {
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
    }
    take(count) {
        this.at += count;
        return this.bytes.subarray(this.at - count, this.at);
    }
    words(count) {
        const low = this.take(count), high = this.take(count), words = new Uint16Array(count);
        for (let i = 0; i < count; i++) words[i] = low[i] | high[i] << 8;
        return words;
    }
    differences(count) {
        const words = this.words(count), values = new Int16Array(count);
        let before = 0;
        for (let i = 0; i < count; i++) {
            before += words[i] & 1 ? -((words[i] + 1) >> 1) : words[i] >> 1;
            values[i] = before;
            before = values[i];
        }
        return values;
    }
}

class Field {
    constructor(run, bytes) {
        this.columns = run.columns;
        this.rows = run.rows;
        this.count = run.columns * run.rows;  // macroblocks
        const from = new Bytes(bytes), parts = from.take(1)[0];
        this.hasInter = (parts & kInter) !== 0;
        this.hasBackward = (parts & kBackward) !== 0;
        this.hasIntra = (parts & kIntra) !== 0;
        this.hasTrust = (parts & kTrust) !== 0;
        this.hasCoded = (parts & kCoded) !== 0;
        if (this.hasInter) this.readInter(from, (parts & kAllBlocks) !== 0);
        if (this.hasIntra) this.readIntra(from);
        if (this.hasTrust) {
            this.confidence = from.take(16 * this.count);
            this.occluded = from.take(16 * this.count);
        }
        if (this.hasCoded) {
            this.types = from.take(this.count);
            this.bits = from.words(this.count);
        }
        if (parts & kOrder) this.order = from.words(this.count);
    }

    readInter(from, allBlocks) {
        const n = this.count;
        this.majors = from.take(n);
        this.minors = from.take(n);
        this.directions = from.take(n);
        this.first = new Uint32Array(n + 1);  // block of each macroblock
        this.cuts = new Array(n);
        let blocks = 0;
        for (let i = 0; i < n; i++) {
            this.cuts[i] = allBlocks ? cutsOf(3, 255) : cutsOf(this.majors[i], this.minors[i]);
            this.first[i] = blocks;
            blocks += this.cuts[i].length;
        }
        this.first[n] = blocks;
        this.forwardX = from.differences(blocks);
        this.forwardY = from.differences(blocks);
        this.backwardX = this.hasBackward ? from.differences(blocks) : null;
        this.backwardY = this.hasBackward ? from.differences(blocks) : null;
        this.distortions = from.words(blocks);
        this.best = from.words(n);
        for (let i = 0; i < n; i++)
            for (let b = this.first[i]; b < this.first[i + 1]; b++) this.best[i] += this.distortions[b];
    }

    readIntra(from) {
        this.intraShapes = from.take(this.count);
        this.intraModes = from.take(16 * this.count);
        this.intraDistortions = from.words(this.count);
    }

    // Of a recording: whether a macroblock had been asked for by then.
    isDone(macroblock) {
        return !this.order || this.order[macroblock] < this.until;
    }

    // Of a block's quadrant: 0 forward, 1 backward, 2 both.
    direction(macroblock, cut) {
        return this.directions[macroblock] >> (2 * (cut[0] >> 2)) & 3;
    }

    // What has the pixel: the macroblock, its block, the block's entry, and how it is cut there.
    at(x, y) {
        const column = x >> 4, row = y >> 4, macroblock = row * this.columns + column;
        const inX = x & 15, inY = y & 15;
        const place = {column, row, macroblock, entry: (inY >> 3) * 8 + (inX >> 3) * 4 + (inY >> 2 & 1) * 2 + (inX >> 2 & 1)};
        if (!this.hasInter) return place;
        const which = this.cuts[macroblock].findIndex(
            ([, bx, by, w, h]) => inX >= bx && inX < bx + w && inY >= by && inY < by + h);
        return {...place, block: this.first[macroblock] + which, cut: this.cuts[macroblock][which]};
    }

    // Whether intra prediction won the macroblock.
    isIntra(macroblock) {
        if (this.hasCoded) return this.types[macroblock] >= 2;
        if (!this.hasIntra || this.intraDistortions[macroblock] === 65535) return false;
        return !this.hasInter || this.intraDistortions[macroblock] <= this.best[macroblock];
    }

    // The motion of a block in pixels, the way that things move; null where there is none.
    motion(macroblock, block, cut, towardMatch) {
        const direction = this.direction(macroblock, cut);
        const sign = (direction === 1 ? 1 : -1) * (towardMatch ? (direction === 1 ? 1 : -1) : 1) / 4;
        return direction === 1 ? [sign * this.backwardX[block], sign * this.backwardY[block]]
                               : [sign * this.forwardX[block], sign * this.forwardY[block]];
    }
}

const kOperations = [[1, "search"], [2, "refine"], [4, "skip"], [8, "intra"]];
const kWindowNames = ["exhaustive", "small", "tiny", "extra tiny", "diamond", "large diamond", "", "", "", "16x12", "2x2"];

// What was asked of the unit, in words, by macroblock.
function evaluationsOf(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset), all = new Map();
    for (let at = 0; at < bytes.length; at += 14) {
        const [macroblock, what] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
        const [x, y] = [view.getInt16(at + 4, true), view.getInt16(at + 6, true)];
        const [best, intra, thread] = [8, 10, 12].map((place) => view.getUint16(at + place, true));
        const names = kOperations.filter(([bit]) => what & bit).map(([, name]) => name).join(" and ");
        const window = what & 1 ? ` ${kWindowNames[what >> 8] ?? "own path"} at ${x}, ${y}` : "";
        const said = [what & 7 ? best : null, what & 8 ? intra : null].filter((value) => value !== null).join(", ");
        all.set(macroblock, [...all.get(macroblock) ?? [], `${names}${window}: ${said} (thread ${thread})`]);
    }
    return all;
}

// The fields of a run, unpacked as they are asked for.
class Fields {
    constructor(run, number) {
        this.run = run;
        this.number = number;
        this.kept = new Kept(24);
    }
    // A recording shows what it has in steps.
    chunkOf(index) { return this.run.frames.chunk?.[index] ?? index; }
    // The field of a picture: undefined while it is unpacked, null where nothing is known.
    get(index) {
        if (!this.run.frames.known[index]) return null;
        const field = this.kept.get(this.chunkOf(index));
        return field?.order ? Object.assign(Object.create(field), {until: this.run.frames.until[index]}) : field;
    }
    async load(index) {
        const known = this.get(index);
        if (known !== undefined) return known;
        const chunk = this.chunkOf(index);
        const field = new Field(this.run, await inflated(bytesOf(`d${this.number}-${chunk}`)));
        if (field.order) field.evaluations = evaluationsOf(await inflated(bytesOf(`e${this.number}-${chunk}`)));
        this.kept.set(chunk, field);
        return this.get(index);
    }
}

// Of a run that was searched for each shape by itself, too: the fields of all shapes, in the order of `run.records`.
class Records {
    constructor(run, number) {
        this.run = run;
        this.number = number;
        this.kept = new Kept(6);
    }
    async load(index) {
        const known = this.kept.get(index);
        if (known) return known;
        const chunks = this.run.records.map((_, shape) => bytesOf(`r${this.number}-${index}-${shape}`));
        if (!chunks.length || chunks.includes(null)) return null;
        const fields = await Promise.all(chunks.map(async (bytes) => new Field(this.run, await inflated(bytes))));
        this.kept.set(index, fields);
        return fields;
    }
}
