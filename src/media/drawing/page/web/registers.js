// SPDX-License-Identifier: MIT
// Source beside assembly, and what of it lies in registers. docs/view.md describes the page's data.
"use strict";

const $ = (id) => document.getElementById(id);
const about = JSON.parse($("about").textContent);
const state = {kernel: 0, line: 0, hovered: 0};
const most = about.registers;

const colorOf = (live) => (live > most ? "--over" : live > 100 ? "--many" : "--few");

function element(name, className, text = "") {
    const made = document.createElement(name);
    made.className = className;
    made.textContent = text;
    return made;
}
function row(line, ...parts) {
    const made = element("div", line ? "known" : "");
    made.setAttribute("role", "option");
    made.setAttribute("aria-selected", "false");
    if (line) made.dataset.line = line;
    made.append(...parts);
    return made;
}

// What an instruction is, by its text: a message to memory that spills or fills, one of the kernel's, or an operand at
// an address that only the run knows.
function kindOf(text) {
    if (/^\s*(\([^)]*\)\s*)?send/.test(text)) return /scratch/.test(text) ? "spill" : "message";
    return /\br\[a0|\[a0\./.test(text) ? "indirect" : "";
}
const kTags = {spill: "spill", message: "message", indirect: "indirect"};

function codeRow([line, text]) {
    if (/:$/.test(text)) return row(0, element("span", "number"), element("span", "tags"), element("span", "label", text));
    const kind = kindOf(text), [, before, name, after] = /^(\s*(?:\([^)]*\)\s*)?)([a-z][a-z0-9.]*)(.*)$/s.exec(text) ?? [, "", "", text];
    const words = element("span", ""), tag = element("span", "tags");
    words.append(before, element("b", kind, name), after);
    if (kind) tag.append(element("span", "tag " + kind, kTags[kind]));
    return row(line, element("span", "number", line ? String(line) : ""), tag, words);
}

function sourceRow(kernel, text, line, counts) {
    const live = kernel.lines[line] ?? 0, bar = element("span", "bar"), fill = document.createElement("i");
    fill.style.width = `${128 * Math.min(live, most) / most}px`;
    fill.style.background = `var(${colorOf(live)})`;
    bar.append(fill);
    const made = row(counts.get(line) ? line : 0, element("span", "number", String(line)), element("span", "count", live ? String(live) : ""), bar,
        element("span", "count", counts.get(line) ? `×${counts.get(line)}` : ""));
    if (kernel.spill_lines.includes(line)) made.append(element("span", "tag spill", "spill"));
    made.append(element("span", "", text));
    made.id = `line-${line}`;
    if (live) made.title = `${live} registers live, ${counts.get(line) ?? 0} instructions`;
    return made;
}

// The lines of a kernel with a few around them: a file may have many.
function showSource(kernel, counts) {
    const lines = about.sources[kernel.file] ?? [], rows = [], notes = new Map();
    for (const {line, text} of kernel.hints ?? []) notes.set(line, [...notes.get(line) ?? [], text]);
    lines.forEach((text, i) => {
        rows.push(sourceRow(kernel, text, i + 1, counts));
        for (const note of notes.get(i + 1) ?? []) rows.push(element("div", "note", note));
    });
    for (const note of notes.get(0) ?? []) rows.unshift(element("div", "note", note));
    $("source").replaceChildren(...rows);
    const first = Math.min(...counts.keys());
    $(`line-${first}`)?.scrollIntoView({block: "start"});
}

function showFigures(kernel) {
    const messages = kernel.messages.reduce((sum, {count}) => sum + count, 0);
    const figures = [["peak", `${kernel.peak} of ${most} at line ${kernel.peak_line}`, kernel.peak > most], ["fewest", kernel.fewest ?? "–"],
        ["spilled", `${kernel.spilled_bytes} bytes`, kernel.spilled_bytes > 0], ["instructions", kernel.instructions], ["messages", messages]];
    if (kernel.work_items) figures.splice(1, 1, ["work-items a thread", kernel.work_items], ["scratch", `${kernel.scratch_bytes} bytes`, kernel.scratch_bytes > 0]);
    $("figures").replaceChildren(...figures.map(([name, value, alarm]) => {
        const box = element("span", "", name + " ");
        box.append(element("b", alarm ? "alarm" : "", String(value)));
        return box;
    }));
    const live = (kernel.live ?? []).map(({name, bytes}) => `${name} ${bytes} bytes`).join(", ");
    $("live").textContent = `Registers live at each instruction, before they are chosen; a thread has ${most}.` + (live ? ` At the peak: ${live}.` : "");
}

function showKernel(number) {
    const kernel = about.kernels[number], counts = new Map();
    Object.assign(state, {kernel: number, line: 0, hovered: 0});
    for (const [line, text] of kernel.code) if (line && !/:$/.test(text)) counts.set(line, (counts.get(line) ?? 0) + 1);
    showFigures(kernel);
    $("code").replaceChildren(...kernel.code.map(codeRow));
    showSource(kernel, counts);
    drawPressure();
    markRows();
}

// ---- Links

function markRows() {
    const {line, hovered} = state;
    for (const made of document.querySelectorAll(".lines .known")) {
        const mine = Number(made.dataset.line);
        made.classList.toggle("hovered", mine === hovered);
        made.classList.toggle("chosen", mine === line);
        made.setAttribute("aria-selected", String(mine === line));
    }
    const shown = hovered || line, count = document.querySelectorAll(`#code [data-line="${shown}"]`).length;
    $("linked").textContent = shown ? `line ${shown}: ${count} instructions` : "hover or choose a line to see what it became";
    drawPressure();
}
function choose(line, from) {
    state.line = line;
    markRows();
    for (const box of ["source", "code"])
        if (box !== from) $(box).querySelector(`[data-line="${line}"]`)?.scrollIntoView({block: "center"});
}
function nextLine(by) {
    const lines = [...document.querySelectorAll("#source .known")].map((made) => Number(made.dataset.line));
    const at = lines.indexOf(state.line);
    return lines[Math.max(0, Math.min(lines.length - 1, at < 0 ? 0 : at + by))];
}

// ---- The time line

function drawPressure() {
    const canvas = $("pressure"), density = window.devicePixelRatio || 1, {steps} = about.kernels[state.kernel];
    const width = canvas.width = Math.max(1, Math.round(canvas.clientWidth * density));
    const height = canvas.height = Math.max(1, Math.round(canvas.clientHeight * density));
    const context = canvas.getContext("2d"), style = getComputedStyle(document.documentElement), color = (name) => style.getPropertyValue(name);
    const highest = Math.max(16, ...steps.map(([live]) => live)), top = 6 * density, scale = (height - top) / (highest * 1.05);
    const shown = state.hovered || state.line, step = width / steps.length;
    steps.forEach(([live, line], i) => {
        context.fillStyle = color(colorOf(live));
        context.globalAlpha = !shown || line === shown ? 1 : 0.35;
        context.fillRect(i * step, height - live * scale, Math.max(1, step - (step > 4 ? density : 0)), live * scale);
    });
    context.globalAlpha = 1;
    if (highest < most * 0.8) return;
    context.fillStyle = color("--over");
    context.fillRect(0, height - most * scale, width, density);
}

function listen() {
    for (const box of ["source", "code"]) {
        $(box).addEventListener("pointerover", (event) => {
            state.hovered = Number(event.target.closest(".known")?.dataset.line ?? 0);
            markRows();
        });
        $(box).addEventListener("pointerleave", () => {
            state.hovered = 0;
            markRows();
        });
        $(box).addEventListener("click", (event) => {
            const made = event.target.closest(".known");
            if (made) choose(Number(made.dataset.line), box);
        });
        $(box).addEventListener("keydown", (event) => {
            const by = {ArrowDown: 1, ArrowUp: -1}[event.key];
            if (!by) return;
            event.preventDefault();
            choose(nextLine(by), "");
        });
    }
    $("pressure").addEventListener("click", (event) => {
        const {steps} = about.kernels[state.kernel], {left, width} = $("pressure").getBoundingClientRect();
        const line = steps[Math.min(steps.length - 1, Math.floor((event.clientX - left) / width * steps.length))]?.[1];
        if (line) choose(line, "");
    });
    const toggle = () => {
        const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
        root.dataset.theme = (root.dataset.theme ?? (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
        drawPressure();
    };
    $("theme").addEventListener("click", toggle);
    document.addEventListener("keydown", (event) => event.key === "t" && !event.ctrlKey && !event.metaKey && toggle());
    new ResizeObserver(drawPressure).observe($("pressure"));
}

about.kernels.forEach((kernel, number) => {
    const label = document.createElement("label"), input = document.createElement("input");
    input.type = "radio";
    input.name = "kernel";
    input.checked = number === 0;
    input.addEventListener("change", () => showKernel(number));
    label.append(input, kernel.kernel);
    $("kernels").append(label);
});
const files = [...new Set(about.kernels.map(({file}) => file.split("/").at(-1)))];
$("name").textContent = document.title = files.join(", ");
$("facts").textContent = `${about.kernels.length} kernels for ${about.target}`;
listen();
if (about.kernels.length) showKernel(0);
requestAnimationFrame(() => setTimeout(() => performance.mark("first-picture")));
