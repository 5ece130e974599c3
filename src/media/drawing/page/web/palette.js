// SPDX-License-Identifier: MIT
// Colours that stand for numbers.

// Dark violet to light yellow, as many see it in print and in gray, too.
const kHeat = [[24, 15, 62], [85, 20, 115], [151, 39, 112], [214, 70, 82], [247, 124, 46], [252, 190, 72], [252, 253, 191]];
// Below zero blue, above it red.
const kBalance = [[33, 102, 172], [103, 169, 207], [230, 230, 230], [239, 138, 98], [178, 24, 43]];
const kForward = "#39b4ff", kBackwardColor = "#ff6ad5", kBoth = "#63dd7c";
const kArrowColors = [kForward, kBackwardColor, kBoth];
const kTypes = ["skip", "inter", "intra 16x16", "intra 4x4"];
const kTypeColors = [[90, 100, 112], [57, 140, 255], [255, 150, 60], [255, 90, 90]];

function ramp(colors, share) {
    const at = Math.max(0, Math.min(1, share)) * (colors.length - 1), low = Math.min(colors.length - 2, Math.floor(at));
    return colors[low].map((c, i) => Math.round(c + (colors[low + 1][i] - c) * (at - low)));
}

function rampTable(colors) {
    const table = new Uint8Array(768);
    for (let i = 0; i < 256; i++) table.set(ramp(colors, i / 255), 3 * i);
    return table;
}
const heatTable = rampTable(kHeat), balanceTable = rampTable(kBalance);

const css = ([r, g, b]) => `rgb(${r} ${g} ${b})`;
const gradientOf = (colors) => `linear-gradient(to right, ${colors.map(css).join(", ")})`;

// Where something goes as a hue, how far as its strength.
function motionColor(x, y, most) {
    const length = Math.hypot(x, y), strength = Math.min(1, length / most), hue = (Math.atan2(y, x) / Math.PI + 1) * 3;
    const low = Math.floor(hue) % 6, part = hue - Math.floor(hue);
    const wheel = [[255, 0, 0], [255, 255, 0], [0, 255, 0], [0, 255, 255], [0, 0, 255], [255, 0, 255]];
    const next = wheel[(low + 1) % 6];
    return wheel[low].map((c, i) => Math.round(128 + (c + (next[i] - c) * part - 128) * strength));
}
