// SPDX-License-Identifier: MIT
// What is drawn over a picture. Each layer draws a field into a pane: its context, its run, and `view`, which
// says where the picture lies (x, y) and how large a pixel is (sx, sy).

// A small picture with a colour a cell, which is then enlarged.
class Cells {
    constructor() {
        this.canvas = document.createElement("canvas");
    }
    // color(i, put) puts red, green, blue and opacity of macroblock i, or of its 4x4 blocks (finer).
    draw(pane, field, finer, color) {
        const {columns, rows} = pane.run, side = finer ? 4 : 1, width = columns * side, height = rows * side;
        if (this.canvas.width !== width || this.canvas.height !== height || !this.image) {
            this.canvas.width = width;
            this.canvas.height = height;
            this.context = this.canvas.getContext("2d");
            this.image = this.context.createImageData(width, height);
        }
        const data = this.image.data;
        data.fill(0);
        const put = (x, y, [r, g, b, a = 255]) => {
            const at = 4 * (y * width + x);
            data[at] = r;
            data[at + 1] = g;
            data[at + 2] = b;
            data[at + 3] = a;
        };
        for (let i = 0; i < columns * rows; i++)
            if (field.isDone(i)) color(i, (x, y, rgba) => put(i % columns * side + x, Math.floor(i / columns) * side + y, rgba));
        this.context.putImageData(this.image, 0, 0);
        const {view, context} = pane, cell = 16 / side;
        context.imageSmoothingEnabled = false;
        context.drawImage(this.canvas, view.x, view.y, width * cell * view.sx, height * cell * view.sy);
    }
}
const cells = {};
const cellsOf = (name) => (cells[name] ??= new Cells());

const tableColor = (table, share, opacity) => {
    const at = 3 * Math.max(0, Math.min(255, Math.round(share * 255)));
    return [table[at], table[at + 1], table[at + 2], opacity];
};

// The place of entry e of a macroblock, in 4x4 blocks.
const entryX = (e) => (e >> 2 & 1) * 2 + (e & 1), entryY = (e) => (e >> 3) * 2 + (e >> 1 & 1);

function eachVisible(pane, field, use) {
    const {left, top, right, bottom} = pane.visible;
    for (let row = top; row < bottom; row++)
        for (let column = left; column < right; column++) {
            const i = row * pane.run.columns + column;
            if (field.isDone(i)) use(i, column, row);
        }
}

function drawHeat(pane, field, name, values, limit) {
    cellsOf(name).draw(pane, field, false, (i, put) => put(0, 0, tableColor(heatTable, values[i] / limit, 60 + 140 * Math.min(1, values[i] / limit))));
}

function drawDistortion(pane, field) {
    if (field.hasInter && !field.hasCoded) drawHeat(pane, field, "distortion", field.best, pane.limits.distortion);
}
function drawBits(pane, field) {
    if (field.hasCoded) drawHeat(pane, field, "bits", field.bits, pane.limits.bits);
}
// The last ones, which the unit was asked for just now, are brightest.
function drawOrder(pane, field) {
    if (!field.order) return;
    const recent = Math.max(12, Math.round(field.count / 24));
    cellsOf("order").draw(pane, field, false, (i, put) => {
        const age = field.until - 1 - field.order[i];
        put(0, 0, age < recent ? tableColor(heatTable, 1 - age / recent / 2, 230) : tableColor(heatTable, 0.25, 70));
    });
}
function drawTypes(pane, field) {
    if (field.hasCoded) cellsOf("types").draw(pane, field, false, (i, put) => put(0, 0, [...kTypeColors[field.types[i]], 120]));
}

function drawConfidence(pane, field) {
    if (!field.hasTrust) return;
    cellsOf("confidence").draw(pane, field, true, (i, put) => {
        for (let e = 0; e < 16; e++)
            put(entryX(e), entryY(e), tableColor(balanceTable, 1 - field.confidence[16 * i + e] / 255, 150));
    });
}
function drawOccluded(pane, field) {
    if (!field.hasTrust) return;
    cellsOf("occluded").draw(pane, field, true, (i, put) => {
        for (let e = 0; e < 16; e++) if (field.occluded[16 * i + e]) put(entryX(e), entryY(e), [255, 0, 200, 170]);
    });
}

function drawMotionColors(pane, field) {
    if (!field.hasInter) return;
    cellsOf("colors").draw(pane, field, true, (i, put) => {
        if (field.hasCoded && field.types[i] >= 2) return;
        field.cuts[i].forEach((cut, k) => {
            const [x, y] = field.motion(i, field.first[i] + k, cut, pane.towardMatch);
            const color = [...motionColor(x, y, pane.limits.length), 190];
            for (let by = cut[2] / 4; by < (cut[2] + cut[4]) / 4; by++)
                for (let bx = cut[1] / 4; bx < (cut[1] + cut[3]) / 4; bx++) put(bx, by, color);
        });
    });
}

// Lines in whole pixels of the screen: they are thin, and quick to draw.
function drawPartitions(pane, field) {
    const {context, view} = pane;
    const isFine = 16 * view.sx >= 12;  // else macroblocks alone, as a grid
    context.beginPath();
    eachVisible(pane, field, (i, column, row) => {
        const x = view.x + 16 * column * view.sx, y = view.y + 16 * row * view.sy;
        for (const [, bx, by, w, h] of isFine && field.hasInter ? field.cuts[i] : kWhole[0]) {
            const left = Math.round(x + bx * view.sx) + 0.5, top = Math.round(y + by * view.sy) + 0.5;
            context.moveTo(left, top + h * view.sy);
            context.lineTo(left, top);
            context.lineTo(left + w * view.sx, top);
        }
    });
    context.lineWidth = 1;
    context.strokeStyle = "rgb(255 255 255 / 0.38)";
    context.stroke();
}

// The arrows of a macroblock: of its blocks where there is room, else of its quadrants or of itself.
function arrowsOf(pane, field, i, add) {
    const first = field.first[i], scale = pane.view.sx;
    const groups = new Map();
    field.cuts[i].forEach((cut, k) => {
        const [entry, x, y, w, h] = cut, direction = field.direction(i, cut);
        const [dx, dy] = field.motion(i, first + k, cut, pane.towardMatch);
        const key = scale < 2 ? 0 : scale < 4 ? 1 + (w === 16 || h === 16 ? 4 + entry : entry >> 2) : 100 + entry;
        const group = groups.get(key) ?? {area: 0, x: 0, y: 0, dx: 0, dy: 0, direction};
        const area = w * h;
        group.area += area;
        group.x += area * (x + w / 2);
        group.y += area * (y + h / 2);
        group.dx += area * dx;
        group.dy += area * dy;
        if (group.direction !== direction) group.direction = 2;
        groups.set(key, group);
    });
    for (const g of groups.values()) add(g.x / g.area, g.y / g.area, g.dx / g.area, g.dy / g.area, g.direction);
}

function addArrow(path, x, y, dx, dy, head) {
    const length = Math.hypot(dx, dy);
    if (length < 1.5) {
        path.push(x - 1, y, x + 1, y);
        return;
    }
    const tipX = x + dx, tipY = y + dy, ux = dx / length, uy = dy / length, side = Math.min(head, length * 0.6);
    path.push(x, y, tipX, tipY);
    path.push(tipX - side * (ux + 0.6 * uy), tipY - side * (uy - 0.6 * ux), tipX, tipY);
    path.push(tipX, tipY, tipX - side * (ux - 0.6 * uy), tipY - side * (uy + 0.6 * ux));
}

function drawArrows(pane, field) {
    if (!field.hasInter) return;
    const {context, view} = pane, paths = [[], [], []], head = Math.max(3.5, Math.min(9, 4 * view.sx));
    eachVisible(pane, field, (i, column, row) => {
        if (field.hasCoded && field.types[i] >= 2) return;
        arrowsOf(pane, field, i, (x, y, dx, dy, direction) => addArrow(paths[direction],
            view.x + (16 * column + x) * view.sx, view.y + (16 * row + y) * view.sy, dx * view.sx, dy * view.sy, head));
    });
    for (const outlined of pane.isMoving ? [false] : [true, false])
        paths.forEach((path, direction) => {
            context.beginPath();
            for (let k = 0; k < path.length; k += 4) {
                context.moveTo(path[k], path[k + 1]);
                context.lineTo(path[k + 2], path[k + 3]);
            }
            context.lineWidth = outlined ? 3.2 : 1.3;
            context.strokeStyle = outlined ? "rgb(0 0 0 / 0.45)" : kArrowColors[direction];
            context.stroke();
        });
}

function drawIntra(pane, field) {
    if (!field.hasIntra) return;
    const {context, view} = pane, size = 16 * view.sx, step = Math.max(5, size / 4);
    context.beginPath();
    eachVisible(pane, field, (i, column, row) => {
        if (!field.isIntra(i)) return;
        const x = view.x + 16 * column * view.sx, y = view.y + 16 * row * view.sy, h = 16 * view.sy;
        for (let k = step / 2; k < size + h; k += step) {
            const from = Math.max(0, k - h), to = Math.min(size, k);
            context.moveTo(x + from, y + k - from);
            context.lineTo(x + to, y + k - to);
        }
    });
    context.lineWidth = 1;
    context.strokeStyle = "rgb(255 255 255 / 0.6)";
    context.stroke();
    if (size >= 64) drawModes(pane, field);
}

// H.264's numbers of the modes, where there is room to read them.
function drawModes(pane, field) {
    const {context, view} = pane;
    context.font = `${Math.max(10, Math.min(20, view.sx * 2.4))}px ui-monospace, monospace`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillStyle = "#fff";
    eachVisible(pane, field, (i, column, row) => {
        if (!field.isIntra(i)) return;
        const side = [16, 8, 4][field.intraShapes[i]], step = [16, 4, 1][field.intraShapes[i]];
        for (let e = 0; e < 16; e += step)
            context.fillText(field.intraModes[16 * i + e], view.x + (16 * column + 4 * entryX(e) + side / 2) * view.sx,
                view.y + (16 * row + 4 * entryY(e) + side / 2) * view.sy);
    });
}

// Every layer in the order of drawing. `has`: whether a run has it.
const kLayers = [
    {id: "distortion", name: "Distortion", key: "1", on: true, draw: drawDistortion, has: (run) => run.kind !== "encode" && run.kind !== "recording"},
    {id: "answers", name: "Distortion", key: "1", on: false, draw: drawDistortion, has: (run) => run.kind === "recording"},
    {id: "order", name: "Asked for just now", key: "2", on: true, draw: drawOrder, has: (run) => run.kind === "recording"},
    {id: "bits", name: "Bits of macroblocks", key: "1", on: true, draw: drawBits, has: (run) => run.kind === "encode"},
    {id: "types", name: "Kinds of macroblocks", key: "2", on: false, draw: drawTypes, has: (run) => run.kind === "encode"},
    {id: "confidence", name: "Confidence", key: "2", on: false, draw: drawConfidence, has: (run) => run.kind === "true"},
    {id: "occluded", name: "Occluded", key: "3", on: false, draw: drawOccluded, has: (run) => run.kind === "true"},
    {id: "colors", name: "Motion as colours", key: "4", on: false, draw: drawMotionColors, has: () => true},
    {id: "partitions", name: "Partitions", key: "5", on: true, draw: drawPartitions, has: () => true},
    {id: "intra", name: "Intra", key: "6", on: true, draw: drawIntra, has: (run) => run.intra},
    {id: "arrows", name: "Arrows", key: "7", on: true, draw: drawArrows, has: () => true},
    {id: "match", name: "Arrows lead to the match", key: "8", on: false, draw: () => {}, has: () => true},
];
