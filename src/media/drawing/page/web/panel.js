// SPDX-License-Identifier: MIT
// The numbers of a block, as words.

const kMajorNames = ["16x16", "16x8", "8x16", "8x8"], kMinorNames = ["8x8", "8x4", "4x8", "4x4"];
const kDirectionNames = ["forward", "backward", "both"], kIntraNames = ["16x16", "8x8", "4x4"];
const kModeNames = ["vertical", "horizontal", "DC", "diagonal down left", "diagonal down right", "vertical right",
    "horizontal down", "vertical left", "horizontal up"];

function shapeText(field, macroblock) {
    const major = field.majors[macroblock];
    if (major < 3) return kMajorNames[major];
    return "8x8: " + [0, 1, 2, 3].map((q) => kMinorNames[field.minors[macroblock] >> (2 * q) & 3]).join(" ");
}

const pixelsText = (x, y) => `${(x / 4).toFixed(2)}, ${(y / 4).toFixed(2)}`;
const lengthText = (x, y) => `${(Math.hypot(x, y) / 4).toFixed(2)} pixels`;

function interRows(field, place) {
    const {macroblock, block, cut} = place;
    if (field.hasCoded && field.types[macroblock] >= 2) return [];
    const direction = field.direction(macroblock, cut), rows = [
        ["shape", "Shape", shapeText(field, macroblock)],
        ["block", "Block", `${cut[3]}x${cut[4]} at ${16 * place.column + cut[1]}, ${16 * place.row + cut[2]}`],
        ["direction", "Direction", kDirectionNames[direction]]];
    const add = (id, name, x, y) => rows.push([id, name, `${x}, ${y}`], [id + "-pixels", "in pixels", pixelsText(x, y)],
        [id + "-length", "Length", lengthText(x, y)]);
    if (direction !== 1) add("vector", "Vector (1/4 pixel)", field.forwardX[block], field.forwardY[block]);
    if (direction !== 0 && field.hasBackward) add("backward", "Backward vector", field.backwardX[block], field.backwardY[block]);
    if (!field.hasCoded)
        rows.push(["distortion", "Distortion", `${field.distortions[block]}`], ["best", "of the macroblock", `${field.best[macroblock]}`]);
    return rows;
}

function intraRows(field, place) {
    const {macroblock, entry} = place;
    if (field.hasCoded && field.types[macroblock] < 2) return [];
    const shape = field.intraShapes[macroblock], mode = field.intraModes[16 * macroblock + entry];
    const name = shape === 0 && mode === 3 ? "plane" : kModeNames[mode] ?? "?";
    const rows = [["intra-shape", "Intra shape", kIntraNames[shape] ?? "?"], ["intra-mode", "Intra mode", `${mode} ${name}`]];
    if (!field.hasCoded) rows.push(["intra-distortion", "Intra distortion", `${field.intraDistortions[macroblock]}`]);
    return rows;
}

function trustRows(field, place) {
    const confidence = field.confidence[16 * place.macroblock + place.entry];
    const error = confidence ? ` (error ${(255 / confidence - 1).toFixed(2)} px)` : "";
    return [["confidence", "Confidence", `${confidence}${error}`],
        ["occluded", "Occluded", field.occluded[16 * place.macroblock + place.entry] ? "yes" : "no"]];
}

// Rows of [id, name, text].
function describe(run, index, field, pixel) {
    const column = pixel.x >> 4, row = pixel.y >> 4;
    const rows = [["pixel", "Pixel", `${pixel.x}, ${pixel.y}`], ["macroblock", "Macroblock", `${column}, ${row}`]];
    if (!field) return [...rows, ["known", "Motion", field === undefined ? "…" : "none: no picture was searched"]];
    const place = field.at(pixel.x, pixel.y);
    if (!field.isDone(place.macroblock)) return [...rows, ["known", "Unit", "not asked for it yet"]];
    if (field.order)
        rows.push(["order", "Asked for", `${field.order[place.macroblock] + 1} of ${field.evaluations.size}`],
            ["evaluations", "Evaluations", (field.evaluations.get(place.macroblock) ?? []).join("\n")]);
    if (field.hasCoded)
        rows.push(["type", "Kind", kTypes[field.types[place.macroblock]]], ["bits", "Bits", `${field.bits[place.macroblock]}`],
            ["qp", "Quantiser", `${run.frames.qp[index]}`]);
    if (field.hasInter) rows.push(...interRows(field, place));
    if (field.hasTrust) rows.push(...trustRows(field, place));
    if (field.hasIntra) rows.push(...intraRows(field, place));
    return rows;
}

// What a macroblock would have cost in each shape: its distortion with all costs, and each block's vector and distortion.
function alternativeRows(run, fields, macroblock, chosen) {
    return fields.map((field, shape) => {
        const blocks = [];
        for (let b = field.first[macroblock]; b < field.first[macroblock + 1]; b++) {
            const cut = field.cuts[macroblock][b - field.first[macroblock]], isBackward = field.direction(macroblock, cut) === 1;
            const [x, y] = isBackward ? [field.backwardX, field.backwardY] : [field.forwardX, field.forwardY];
            blocks.push(`${x[b]}, ${y[b]}: ${field.distortions[b]}`);
        }
        const more = field.best[macroblock] - chosen, sign = more > 0 ? "+" : "";
        return ["shape-" + run.records[shape], `${run.records[shape]}: ${field.best[macroblock]} (${sign}${more})`, blocks.join("\n")];
    });
}

// Puts rows into a table, a column for each run. Text alone: names may hold anything.
function showRows(table, prefix, columns, heads) {
    const ids = [...new Set(columns.flatMap((rows) => rows.map(([id]) => id)))];
    const body = document.createElement("tbody");
    const rowOf = (name, texts, id) => {
        const row = body.insertRow(), head = document.createElement("th");
        head.scope = "row";
        head.textContent = name;
        row.append(head);
        texts.forEach((text, k) => {
            const cell = row.insertCell();
            cell.textContent = text;
            if (id) cell.id = `${prefix}-${id}${k ? "-b" : ""}`;
        });
    };
    if (columns.length > 1) rowOf("", heads);
    for (const id of ids) {
        const found = columns.map((rows) => rows.find(([other]) => other === id));
        rowOf(found.find(Boolean)[1], found.map((row) => (row ? row[2] : "–")), id);
    }
    table.replaceChildren(body);
}
