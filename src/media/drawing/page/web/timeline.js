// SPDX-License-Identifier: MIT
// Distortion, lengths of vectors, bits and cuts of all pictures, which are found by a click.

// What the height of a curve stands for. A few pictures, as at cuts, may reach beyond it: others stay readable.
function highest(values) {
    const sorted = [...values].sort((a, b) => a - b);
    return Math.max(1e-9, Math.min(sorted.at(-1) ?? 0, 2 * (sorted[Math.floor(0.97 * sorted.length)] ?? 0)));
}

class Timeline {
    constructor(canvas, runs, seek) {
        this.canvas = canvas;
        this.runs = runs;
        this.seek = seek;
        this.index = 0;
        this.count = runs[0].frames.number.length;
        canvas.setAttribute("aria-valuemax", this.count - 1);
        new ResizeObserver(() => this.draw()).observe(canvas);
        const at = (event) => {
            const {left, width} = canvas.getBoundingClientRect();
            this.seek(Math.max(0, Math.min(this.count - 1, Math.floor((event.clientX - left) / width * this.count))));
        };
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            at(event);
        });
        canvas.addEventListener("pointermove", (event) => event.buttons && at(event));
    }

    // What is drawn: name, values, the variable of its colour, and how.
    series() {
        const all = [];
        this.runs.forEach((run, k) => {
            const {distortion, length, bits} = run.frames, of = this.runs.length > 1 ? (k ? " B" : " A") : "";
            const dash = k ? [4, 3] : [];
            if (bits.length) all.push({name: "bits" + of, values: bits, color: "--series-1", filled: !k, dash});
            else all.push({name: "distortion" + of, values: distortion, color: "--series-1", filled: !k, dash});
            all.push({name: "vector length" + of, values: length, color: "--series-2", dash});
        });
        return all;
    }

    draw() {
        const {canvas} = this, density = window.devicePixelRatio || 1, style = getComputedStyle(document.documentElement);
        const width = canvas.width = Math.max(1, Math.round(canvas.clientWidth * density));
        const height = canvas.height = Math.max(1, Math.round(canvas.clientHeight * density));
        const context = canvas.getContext("2d"), color = (name) => style.getPropertyValue(name);
        const x = (i) => (i + 0.5) / this.count * width, top = 20 * density, bottom = height - 2 * density;
        const {cut, damaged} = this.runs[0].frames;
        this.drawMarks(context, cut, x, color("--cut"), top, bottom, density);
        this.drawMarks(context, damaged, x, color("--series-3"), bottom - 6 * density, bottom, 3 * density);
        let textX = 6 * density;
        context.font = `${11.5 * density}px system-ui, "DejaVu Sans", sans-serif`;
        context.textBaseline = "top";
        for (const series of this.series()) {
            const most = highest(series.values);
            this.drawSeries(context, series, x, (value) => bottom - Math.min(1, value / most) * (bottom - top), color(series.color), density);
            const value = series.values[this.index] ?? 0;
            const text = `${series.name} ${value >= 100 ? Math.round(value) : value.toFixed(2)}`;
            context.fillStyle = color(series.color);
            context.globalAlpha = 1;
            context.fillText(text, textX, 4 * density);
            textX += context.measureText(text).width + 18 * density;
        }
        context.fillStyle = color("--text");
        context.fillRect(Math.round(x(this.index) - density), 0, 2 * density, height);
    }
    drawMarks(context, values, x, color, top, bottom, width) {
        context.fillStyle = color;
        values.forEach((value, i) => value && context.fillRect(x(i) - width / 2, top, Math.max(1, width), bottom - top));
    }
    drawSeries(context, series, x, y, color, density) {
        context.beginPath();
        series.values.forEach((value, i) => context.lineTo(x(i), y(value)));
        context.setLineDash(series.dash.map((length) => length * density));
        context.strokeStyle = context.fillStyle = color;
        context.lineWidth = 1.5 * density;
        context.globalAlpha = 1;
        context.stroke();
        context.setLineDash([]);
        if (!series.filled) return;
        context.lineTo(x(series.values.length - 1), y(0));
        context.lineTo(x(0), y(0));
        context.globalAlpha = 0.18;
        context.fill();
    }

    show(index) {
        this.index = index;
        const {number, time} = this.runs[0].frames;
        this.canvas.setAttribute("aria-valuenow", index);
        this.canvas.setAttribute("aria-valuetext", `frame ${number[index]}, ${time[index].toFixed(2)} seconds`);
        this.draw();
    }
}
