// SPDX-License-Identifier: MIT
// Puts the page together.

const runs = about.runs;
const sources = runs.map((run, k) => ({run, pictures: new Pictures(run, k), fields: new Fields(run, k), records: new Records(run, k), made: new Kept(6)}));
const kinds = {codec: "motion for a codec", true: "true motion", encode: "what an encoder decided", recording: "recorded calls"};
const kPictures = [["picture", "Colours"], ["gray", "Gray"], ["compensated", "Compensated"], ["difference", "Difference"], ["none", "None"]];
const kModes = [["a", "A"], ["b", "B"], ["both", "Side by side"], ["difference", "Difference"]];
const state = {mode: "a", picture: "picture", dim: 35, layers: {}, hover: null, pinned: null, cursor: null};

// The picture of a run that has the number of the first run's picture; -1: none.
const sameNumber = runs.map((run) => new Map(run.frames.number.map((number, index) => [number, index])));
const indexIn = (k, index) => (k === 0 ? index : sameNumber[k].get(runs[0].frames.number[index]) ?? -1);

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
function limitsOf(run) {
    const {known, high, length} = run.frames, moved = (values) => values.filter((value, i) => known[i] && value > 0);
    const most = Math.max(16, median(moved(high)));
    return {distortion: most, bits: most, length: Math.max(2, 3 * median(moved(length)))};
}
const limits = limitsOf(runs[0]);

function shownRuns() {
    return state.mode === "both" ? [0, 1] : [state.mode === "b" ? 1 : 0];
}

// ---- Drawing

const grayCanvas = document.createElement("canvas");
function pictureOf(k, index) {
    const {pictures, made} = sources[k];
    if (state.picture === "none") return null;
    if (state.picture === "compensated" || state.picture === "difference") return made.get(`${state.picture}${index}`) ?? pictures.get(index);
    return pictures.get(index);
}

// Made of the pictures beside it, once, where somebody wants to see it.
async function makePicture(k, index) {
    const {run, pictures, fields, made} = sources[k], key = `${state.picture}${index}`;
    if (!["compensated", "difference"].includes(state.picture) || made.has(key)) return;
    const wanted = state.picture, field = await fields.load(index);
    if (!field || !field.hasInter) return;
    const before = index > 0 ? await pictures.luma(index - 1) : null;
    const after = field.hasBackward ? await pictures.luma(index + 1) : null, now = await pictures.luma(index);
    if (!now || !(before || after)) return;
    const result = compensated(field, run.scale, before, after);
    made.set(key, await createImageBitmap(wanted === "difference" ? grayImage(result, now) : grayImage(result)));
}

function drawPicture(pane, k, index) {
    const {context, view} = pane, {run} = sources[k], picture = pictureOf(k, index);
    const w = run.width * view.sx, h = run.height * view.sy;
    context.fillStyle = "#000";
    context.fillRect(view.x, view.y, w, h);
    if (picture) {
        context.imageSmoothingEnabled = view.sy < 2;
        context.filter = state.picture === "gray" ? "grayscale(1)" : "none";
        context.drawImage(picture, 0, 0, Math.ceil(run.width / run.scale), Math.ceil(run.height / run.scale), view.x, view.y, w, h);
        context.filter = "none";
    }
    context.fillStyle = `rgb(0 0 0 / ${state.dim / 100})`;
    context.fillRect(view.x, view.y, w, h);
}

// How far the vectors of two runs differ, and by how much their distortions do.
function drawDifference(pane, index) {
    const a = sources[0].fields.get(index), b = sources[1].fields.get(indexIn(1, index));
    if (!a?.hasInter || !b?.hasInter || a.count !== b.count) return;
    cellsOf("difference").draw(pane, a, true, (i, put) => {
        for (let y = 0; y < 4; y++)
            for (let x = 0; x < 4; x++) {
                const [ax, ay] = vectorAt(a, i, x, y), [bx, by] = vectorAt(b, i, x, y);
                const far = Math.hypot(ax - bx, ay - by);
                if (far > 0) put(x, y, tableColor(heatTable, 0.25 + far / limits.length, 190));
            }
    });
}
function vectorAt(field, macroblock, x, y) {
    const cut = field.cuts[macroblock].findIndex(([, bx, by, w, h]) => 4 * x >= bx && 4 * x < bx + w && 4 * y >= by && 4 * y < by + h);
    return field.motion(macroblock, field.first[macroblock] + cut, field.cuts[macroblock][cut], false);
}

function drawFrame(pane, pixel, color) {
    const field = sources[pane.run.k].fields.get(indexIn(pane.run.k, player.index)), {view, context} = pane;
    const place = field ? field.at(pixel.x, pixel.y) : null, cut = place?.cut ?? [0, 0, 0, 16, 16];
    const x = (pixel.x & ~15) + cut[1], y = (pixel.y & ~15) + cut[2];
    context.lineWidth = 2;
    context.strokeStyle = "#000";
    context.strokeRect(view.x + x * view.sx - 1, view.y + y * view.sy - 1, cut[3] * view.sx + 2, cut[4] * view.sy + 2);
    context.strokeStyle = color;
    context.strokeRect(view.x + x * view.sx, view.y + y * view.sy, cut[3] * view.sx, cut[4] * view.sy);
}

function drawPane(pane) {
    const {k} = pane.run, index = indexIn(k, player.index), field = index < 0 ? null : sources[k].fields.get(index);
    pane.limits = limits;
    pane.isMoving = player.isPlaying;
    pane.towardMatch = state.layers.match;
    const {context, view} = pane;
    context.beginPath();
    context.rect(view.x, view.y, pane.run.width * view.sx, pane.run.height * view.sy);
    context.clip();
    if (index >= 0) drawPicture(pane, k, index);
    if (state.mode === "difference") drawDifference(pane, player.index);
    if (field)
        for (const layer of kLayers)
            if (state.layers[layer.id] && layer.has(pane.run) && !(state.mode === "difference" && layer.id === "distortion")) layer.draw(pane, field);
}
function markPane(pane) {
    if (state.pinned) drawFrame(pane, state.pinned, "#ffd84d");
    if (pointed()) drawFrame(pane, pointed(), "#ffffff");
}

const stage = new Stage($("canvas"), $("marks"), {width: runs[0].width, height: runs[0].height, aspect: runs[0].pixel_aspect || 1},
    () => shownRuns().map((k) => ({...runs[k], k})), drawPane, markPane);

// ---- Numbers

const pointed = () => state.hover ?? state.cursor;

function columnsAt(pixel) {
    const which = runs.length > 1 ? [0, 1] : [0];
    return which.map((k) => {
        const index = indexIn(k, player.index);
        if (index < 0 || pixel.x >= runs[k].width || pixel.y >= runs[k].height) return [];
        return describe(runs[k], index, sources[k].fields.get(index), pixel);
    });
}
function showNumbers() {
    const pixel = pointed();
    $("numbers-hint").hidden = pixel !== null;
    if (pixel) showRows($("numbers"), "n", columnsAt(pixel), ["A", "B"]);
    else $("numbers").replaceChildren();
}
async function showAlternatives(k, index, pixel) {
    const {run, fields, records} = sources[k], field = fields.get(index), all = run.records?.length ? await records.load(index) : null;
    $("alternatives").hidden = !all || !field?.hasInter;
    if ($("alternatives").hidden || pixel !== state.pinned) return;
    const {macroblock} = field.at(pixel.x, pixel.y);
    showRows($("shapes"), "pin", [alternativeRows(run, all, macroblock, field.best[macroblock])], []);
}
async function showPinned() {
    $("pinned").hidden = !state.pinned;
    if (!state.pinned) return;
    showRows($("pinned-numbers"), "pin", columnsAt(state.pinned), ["A", "B"]);
    const k = state.mode === "b" ? 1 : 0, index = indexIn(k, player.index), {pictures, fields, run} = sources[k];
    if (index >= 0) showAlternatives(k, index, state.pinned);
    if (!player.isPlaying && index >= 0)
        await showMatch(run, index, fields.get(index), state.pinned, (i) => (i >= 0 && i < run.frames.number.length ? pictures.load(i) : null));
}
function badges() {
    const {frames} = runs[0], index = player.index, texts = [];
    if (frames.cut[index]) texts.push(["a scene begins", true]);
    if (frames.damaged[index]) texts.push([["", "decoded with damage", "searched in a damaged picture", "damaged, and searched in a damaged one"][frames.damaged[index]], true]);
    if (frames.missing[index] > 0) texts.push([`${frames.missing[index]} missing before`, true]);
    if (frames.until) texts.push([`${frames.until[index]} macroblocks asked for`, false]);
    if (!frames.known[index]) texts.push(["no motion", false]);
    $("badges").replaceChildren(...texts.map(([text, alarm]) => {
        const badge = document.createElement("span");
        badge.textContent = text;
        badge.classList.toggle("alarm", alarm);
        return badge;
    }));
}

// ---- Playing

async function ready(index) {
    await Promise.all(sources.map(async ({pictures, fields}, k) => {
        const here = indexIn(k, index);
        if (here < 0) return;
        await Promise.all([pictures.load(here), fields.load(here)]);
        if (shownRuns().includes(k)) await makePicture(k, here);
    }));
    if (!player.isPlaying) return;
    sources.forEach(({pictures, fields, run}, k) => {
        for (let ahead = 1; ahead <= 4; ahead++) {
            const there = indexIn(k, index) + ahead;
            if (there >= run.frames.number.length) break;
            pictures.load(there);
            fields.load(there);
        }
    });
}
function shown(index) {
    const failure = sources.map(({pictures}) => pictures.failure).find(Boolean);
    $("notice").hidden = !failure;
    if (failure) $("notice").textContent = failure + " Numbers and layers are shown without them.";
    if (document.activeElement !== $("frame")) $("frame").value = runs[0].frames.number[index];
    $("time").value = `${runs[0].frames.time[index].toFixed(2)} s`;
    $("rate").value = player.isPlaying && player.rate ? `${player.rate.toFixed(0)} pictures/s` : "";
    $("canvas").dataset.frame = runs[0].frames.number[index];
    badges();
    showNumbers();
    showPinned();
    timeline.show(index);
    stage.redraw();
    if (!performance.getEntriesByName("first-picture").length)
        requestAnimationFrame(() => setTimeout(() => performance.mark("first-picture")));
}
const player = new Player(runs[0], ready, shown);
const timeline = new Timeline($("timeline"), runs, (index) => {
    player.pause();
    player.seek(index);
});
// What is shown changed, but not the picture.
async function refresh() {
    await ready(player.index);
    legend();
    shown(player.index);
}

// ---- What one chooses

function choices(box, name, all, chosen, choose) {
    for (const [value, text] of all) {
        const label = document.createElement("label"), input = document.createElement("input");
        input.type = "radio";
        input.name = name;
        input.value = value;
        input.checked = value === chosen;
        input.addEventListener("change", () => choose(value));
        label.append(input, text);
        box.append(label);
    }
}
function addLayers() {
    for (const layer of kLayers) {
        if (!runs.some(layer.has)) continue;
        state.layers[layer.id] = layer.on;
        const label = document.createElement("label"), box = document.createElement("input"), key = document.createElement("kbd");
        box.type = "checkbox";
        box.id = "layer-" + layer.id;
        box.checked = layer.on;
        box.addEventListener("change", () => {
            state.layers[layer.id] = box.checked;
            refresh();
        });
        key.textContent = layer.key;
        label.append(box, layer.name, key);
        $("layers").append(label);
    }
}

function rampLegend(name, colors, low, high) {
    const box = document.createElement("div"), bar = document.createElement("div"), scale = document.createElement("div");
    bar.className = "ramp";
    bar.style.background = gradientOf(colors);
    scale.className = "scale";
    for (const text of [low, name, high]) {
        const part = document.createElement("span");
        part.textContent = text;
        scale.append(part);
    }
    box.append(bar, scale);
    return box;
}
function swatches(pairs) {
    const box = document.createElement("div");
    box.className = "swatches";
    for (const [color, text] of pairs) {
        const part = document.createElement("span");
        part.style.setProperty("--swatch", color);
        part.textContent = text;
        box.append(part);
    }
    return box;
}
function legend() {
    const {layers} = state, parts = [], run = runs[0];
    if (state.mode === "difference") parts.push(rampLegend("vectors apart, pixels", kHeat, "0", limits.length.toFixed(1)));
    else if (layers.distortion || layers.answers) parts.push(rampLegend("distortion of a macroblock", kHeat, "0", Math.round(limits.distortion)));
    if (layers.order) parts.push(swatches([[css(kHeat.at(-1)), "asked for just now"], [css(ramp(kHeat, 0.5)), "before"]]));
    if (layers.bits) parts.push(rampLegend("bits of a macroblock", kHeat, "0", Math.round(limits.bits)));
    if (layers.types) parts.push(swatches(kTypes.map((name, i) => [css(kTypeColors[i]), name])));
    if (layers.confidence) parts.push(rampLegend("confidence", [...kBalance].reverse(), "0", "255"));
    if (layers.occluded) parts.push(swatches([["rgb(255 0 200)", "not seen in the frame before"]]));
    if (layers.colors) parts.push(swatches([[1, 0, "right"], [0, 1, "down"], [-1, 0, "left"], [0, -1, "up"]].map(
        ([x, y, name]) => [css(motionColor(x, y, 1)), name]).concat([[css([128, 128, 128]), `still; full colour: ${limits.length.toFixed(1)} pixels`]])));
    if (layers.arrows && run.two_references) parts.push(swatches(kDirectionNames.map((name, i) => [kArrowColors[i], name])));
    $("legend").replaceChildren(...parts);
}

function facts() {
    const run = runs[0], {number, time, chunk} = run.frames;
    const pictures = (many) => `${many} picture${many === 1 ? "" : "s"}`;
    const count = chunk ? `${pictures(new Set(chunk).size)} in ${number.length} steps` : pictures(number.length);
    $("name").textContent = document.title = runs.map(({name}) => name).join(" and ");
    const seconds = time.length > 1 && !chunk ? `, ${(time.at(-1) - time[0]).toFixed(2)} s` : "";
    const settings = run.settings.map((pair) => pair.join(" ")).join(", ");
    $("facts").textContent = `${run.width}x${run.height}, ${count}${seconds} · ${kinds[run.kind] ?? run.kind}${settings ? " · " + settings : ""}`;
    $("facts").title = $("facts").textContent;
    $("frame").min = number[0];
    $("frame").max = number.at(-1);
    if (runs.length < 2) return;
    $("compare").hidden = false;
    $("run-names").textContent = `A: ${runs[0].name} (${kinds[runs[0].kind]}), B: ${runs[1].name} (${kinds[runs[1].kind]})`;
    choices($("modes"), "mode", kModes, state.mode, (mode) => {
        const panes = shownRuns().length;
        state.mode = mode;
        if (shownRuns().length !== panes) stage.fit();
        refresh();
    });
}

// ---- Keys

function moveCursor(dx, dy) {
    const from = state.cursor ?? state.hover ?? {x: 8, y: 8}, {width, height} = runs[0];
    state.hover = null;
    state.cursor = {x: Math.max(0, Math.min(width - 1, (from.x & ~15) + 8 + 16 * dx)), y: Math.max(0, Math.min(height - 1, (from.y & ~15) + 8 + 16 * dy))};
    stage.show(state.cursor.x, state.cursor.y);
    showNumbers();
    stage.remark();
}
function pin(pixel) {
    state.pinned = pixel;
    showPinned();
    stage.remark();
}
function toggleTheme() {
    const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = root.dataset.theme ?? (dark ? "dark" : "light");
    root.dataset.theme = now === "dark" ? "light" : "dark";
    timeline.draw();
    stage.redraw();
}
const kKeys = [
    [[" "], "space", "play or pause", () => player.toggle()],
    [["ArrowLeft"], "←", "the picture before", () => player.step(-1)],
    [["ArrowRight"], "→", "the next picture", () => player.step(1)],
    [["PageUp"], "page up", "ten pictures before", () => player.step(-10)],
    [["PageDown"], "page down", "ten pictures on", () => player.step(10)],
    [["Home"], "Home", "the first picture", () => player.step(-player.count)],
    [["End"], "End", "the last picture", () => player.step(player.count)],
    [["+", "="], "+", "nearer", () => stage.zoom(1.5)],
    [["-"], "−", "farther", () => stage.zoom(1 / 1.5)],
    [["0"], "0", "the whole picture", () => { stage.fit(); stage.redraw(); }],
    [["w"], "W", "the macroblock above", () => moveCursor(0, -1)],
    [["a"], "A", "the macroblock to the left", () => moveCursor(-1, 0)],
    [["s"], "S", "the macroblock below", () => moveCursor(0, 1)],
    [["d"], "D", "the macroblock to the right", () => moveCursor(1, 0)],
    [["Enter"], "Enter", "pin the block", () => pointed() && pin(pointed())],
    [["Escape"], "Esc", "let go of it", () => { state.cursor = null; pin(null); showNumbers(); }],
    [["t"], "T", "light or dark", toggleTheme],
    [["?"], "?", "these keys", () => $("keys").showModal()],
];
function onKey(event) {
    const {target} = event, isField = target.matches("input[type=number], select, input[type=range], input[type=radio]");
    if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open || isField) return;
    if (target.matches("button, summary") && [" ", "Enter"].includes(event.key)) return;
    if (target.matches("input[type=checkbox]") && event.key === " ") return;
    const key = kKeys.find(([names]) => names.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    const layer = kLayers.find((one) => one.key === event.key && $("layer-" + one.id));
    if (!key && !layer) return;
    event.preventDefault();
    if (key) key[3]();
    else $("layer-" + layer.id).click();
}
function listen() {
    document.addEventListener("keydown", onKey);
    for (const [id, act] of [["first", () => player.step(-player.count)], ["back", () => player.step(-1)], ["play", () => player.toggle()],
        ["forward", () => player.step(1)], ["last", () => player.step(player.count)], ["zoom-in", () => stage.zoom(1.5)],
        ["zoom-out", () => stage.zoom(1 / 1.5)], ["zoom-fit", () => { stage.fit(); stage.redraw(); }], ["theme", toggleTheme],
        ["help", () => $("keys").showModal()], ["unpin", () => pin(null)]])
        $(id).addEventListener("click", act);
    $("dim").addEventListener("input", () => {
        state.dim = Number($("dim").value);
        stage.redraw();
    });
    $("speed").addEventListener("change", () => player.setSpeed(Number($("speed").value)));
    $("frame").addEventListener("change", () => {
        const {number} = runs[0].frames, wanted = Number($("frame").value);
        player.pause();
        player.seek(number.reduce((best, n, i) => (Math.abs(n - wanted) < Math.abs(number[best] - wanted) ? i : best), 0));
    });
    player.onPlaying = (isPlaying) => {
        $("play-icon").setAttribute("d", isPlaying ? "M3 2.5h4v11H3zM9 2.5h4v11H9z" : "M4 2.5v11l9-5.5z");
        $("play").setAttribute("aria-label", isPlaying ? "Pause" : "Play");
        if (!isPlaying) shown(player.index);
    };
    stage.onHover = (pixel) => {
        state.hover = pixel;
        if (pixel) state.cursor = null;
        showNumbers();
        stage.remark();
    };
    stage.onPick = (pixel) => pin(pixel);
    stage.onZoom = (scale) => { $("zoom-level").value = `${Math.round(100 * scale)} %`; };
    stage.onZoom(stage.view.scale / stage.density);
}
function keyTable() {
    for (const [, name, text] of [...kKeys, ["", "1 to 8", "layers"], ["", "wheel", "nearer or farther, at the pointer"], ["", "drag", "move the picture"]]) {
        const row = $("key-rows").insertRow(), key = document.createElement("kbd");
        key.textContent = name;
        row.insertCell().append(key);
        row.insertCell().textContent = text;
    }
}

addLayers();
facts();
choices($("pictures"), "picture", kPictures, state.picture, (picture) => {
    state.picture = picture;
    refresh();
});
keyTable();
listen();
legend();
// The first picture that has motion says more than the first one.
player.seek(Math.max(0, runs[0].frames.known.indexOf(1)));
