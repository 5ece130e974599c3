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
        this.all = this.series();
        this.curves = document.createElement("canvas");
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

    // Curves and marks, which change with the size and the theme alone.
    draw() {
        const {canvas} = this, density = window.devicePixelRatio || 1;
        this.curves.width = canvas.width = Math.max(1, Math.round(canvas.clientWidth * density));
        this.curves.height = canvas.height = Math.max(1, Math.round(canvas.clientHeight * density));
        const context = this.curves.getContext("2d"), style = getComputedStyle(document.documentElement);
        const color = this.color = Object.fromEntries(["--text", "--cut", "--series-1", "--series-2", "--series-3"].map(
            (name) => [name, style.getPropertyValue(name)]));
        const top = 20 * density, bottom = canvas.height - 2 * density, x = (i) => this.xOf(i);
        const {cut, damaged} = this.runs[0].frames;
        this.drawMarks(context, cut, x, color["--cut"], top, bottom, density);
        this.drawMarks(context, damaged, x, color["--series-3"], bottom - 6 * density, bottom, 3 * density);
        for (const series of this.all) {
            const alike = this.all.filter(({color}) => color === series.color);  // two runs have one scale
            const most = Math.max(...alike.map(({values}) => highest(values))), y = (value) => bottom - Math.min(1, value / most) * (bottom - top);
            this.drawSeries(context, series, x, y, color[series.color], density);
        }
        this.drawPlace();
    }
    xOf(index) { return (index + 0.5) / this.count * this.canvas.width; }

    // The picture that is shown, and its values.
    drawPlace() {
        const {canvas, color} = this, density = window.devicePixelRatio || 1, context = canvas.getContext("2d");
        context.clearRect(0, 0, canvas.width, canvas.height);
        context.drawImage(this.curves, 0, 0);
        context.font = `${11.5 * density}px system-ui, "DejaVu Sans", sans-serif`;
        context.textBaseline = "top";
        let x = 6 * density;
        for (const series of this.all) {
            const value = series.values[this.index] ?? 0;
            context.fillStyle = color[series.color];
            context.fillText(`${series.name} ${value >= 100 ? Math.round(value) : value.toFixed(2)}`, x, 4 * density);
            x += (context.measureText(series.name).width + 68 * density);
        }
        context.fillStyle = color["--text"];
        context.fillRect(Math.round(this.xOf(this.index) - density), 0, 2 * density, canvas.height);
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
        if (this.color) this.drawPlace();
        else this.draw();
    }
}
