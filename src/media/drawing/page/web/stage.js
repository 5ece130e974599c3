// SPDX-License-Identifier: MIT
// The picture on the screen: where it lies, what is drawn, and how pointers and keys move it.

class Stage {
    // `panes()` gives the runs to draw, from left to right; `draw(pane)` draws one, `mark(pane)` what follows the
    // pointer: on a canvas of its own, as all else takes longer.
    constructor(canvas, marks, size, panes, draw, mark) {
        this.canvas = canvas;
        this.marks = marks;
        this.context = canvas.getContext("2d", {alpha: false});
        this.markContext = marks.getContext("2d");
        this.mark = mark;
        this.size = size;  // {width, height, aspect} of the picture
        this.panes = panes;
        this.draw = draw;
        this.view = null;  // {scale, x, y}: x and y of the upper left corner, in pixels of the screen
        this.pointers = new Map();
        this.dirty = true;
        this.drawn = 0;
        this.onHover = this.onPick = this.onZoom = () => {};
        this.resize();
        new ResizeObserver(() => this.resize()).observe(canvas);
        this.listen();
    }

    get density() { return window.devicePixelRatio || 1; }
    get paneWidth() { return this.canvas.width / this.panes().length; }

    resize() {
        const {clientWidth, clientHeight} = this.canvas, wasFit = !this.view || this.isFit;
        const width = Math.max(1, Math.round(clientWidth * this.density)), height = Math.max(1, Math.round(clientHeight * this.density));
        if (this.view && this.canvas.width === width && this.canvas.height === height) return;  // it would be cleared
        this.canvas.width = this.marks.width = width;
        this.canvas.height = this.marks.height = height;
        if (wasFit) this.fit();
        this.redraw();
    }
    fit() {
        const {width, height, aspect} = this.size, margin = 0.98;
        const scale = Math.min(this.paneWidth / (width * aspect), this.canvas.height / height) * margin;
        this.place(scale, (this.paneWidth - width * aspect * scale) / 2, (this.canvas.height - height * scale) / 2);
        this.isFit = true;
    }
    place(scale, x, y) {
        const {width, height, aspect} = this.size, w = width * aspect * scale, h = height * scale, keep = 40;
        this.view = {scale, x: Math.max(keep - w, Math.min(this.paneWidth - keep, x)),
            y: Math.max(keep - h, Math.min(this.canvas.height - keep, y))};
        this.isFit = false;
        this.onZoom(scale / this.density);
        this.redraw();
    }
    // The point (x, y) of the screen stays where it is.
    zoom(factor, x = this.paneWidth / 2, y = this.canvas.height / 2) {
        const {scale} = this.view, most = 64 * this.density, least = Math.min(scale, 0.05);
        const next = Math.max(least, Math.min(most, scale * factor)), by = next / scale;
        this.place(next, x - (x - this.view.x) * by, y - (y - this.view.y) * by);
    }
    // Brings a place of the picture into sight.
    show(x, y) {
        const {scale} = this.view, sx = scale * this.size.aspect, margin = 32;
        const left = this.view.x + x * sx, top = this.view.y + y * scale;
        if (left > margin && left < this.paneWidth - margin && top > margin && top < this.canvas.height - margin) return;
        this.place(scale, this.paneWidth / 2 - x * sx, this.canvas.height / 2 - y * scale);
    }

    redraw() {
        this.dirty = true;
        this.remark();
    }
    remark() {
        if (!this.asked) requestAnimationFrame(() => this.render());
        this.asked = true;
    }
    render() {
        this.asked = false;
        this.markContext.clearRect(0, 0, this.marks.width, this.marks.height);
        if (this.dirty) {
            const {context, canvas} = this;
            context.fillStyle = getComputedStyle(canvas.parentElement).backgroundColor;
            context.fillRect(0, 0, canvas.width, canvas.height);
            this.eachPane(context, this.draw);
            canvas.dataset.drawn = ++this.drawn;
        }
        this.dirty = false;
        this.eachPane(this.markContext, this.mark);
    }
    eachPane(context, use) {
        const runs = this.panes();
        runs.forEach((run, number) => {
            context.save();
            context.beginPath();
            context.rect(number * this.paneWidth, 0, this.paneWidth - (number + 1 < runs.length ? 2 : 0), this.canvas.height);
            context.clip();
            use({...this.pane(run, number), context});
            context.restore();
        });
    }
    pane(run, number) {
        const sy = this.view.scale, sx = sy * this.size.aspect, x = this.view.x + number * this.paneWidth, y = this.view.y;
        const first = number * this.paneWidth, clip = (value, most) => Math.max(0, Math.min(most, value));
        const visible = {
            left: clip(Math.floor((first - x) / (16 * sx)), run.columns), top: clip(Math.floor(-y / (16 * sy)), run.rows),
            right: clip(Math.ceil((first + this.paneWidth - x) / (16 * sx)), run.columns),
            bottom: clip(Math.ceil((this.canvas.height - y) / (16 * sy)), run.rows)};
        return {run, number, view: {x, y, sx, sy}, visible};
    }

    // The pixel of the picture under a pointer; null beside it.
    pixelAt(event) {
        const {left, top} = this.canvas.getBoundingClientRect(), density = this.density;
        const x = ((event.clientX - left) * density) % this.paneWidth - this.view.x, y = (event.clientY - top) * density - this.view.y;
        const px = Math.floor(x / (this.view.scale * this.size.aspect)), py = Math.floor(y / this.view.scale);
        return px >= 0 && py >= 0 && px < this.size.width && py < this.size.height ? {x: px, y: py} : null;
    }
    placeOf(event) {
        const {left, top} = this.canvas.getBoundingClientRect();
        return [((event.clientX - left) * this.density) % this.paneWidth, (event.clientY - top) * this.density];
    }

    listen() {
        const {canvas} = this;
        canvas.addEventListener("wheel", (event) => {
            event.preventDefault();
            this.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0018)), ...this.placeOf(event));
        }, {passive: false});
        canvas.addEventListener("pointerdown", (event) => {
            canvas.setPointerCapture(event.pointerId);
            this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
            this.moved = 0;
        });
        canvas.addEventListener("pointermove", (event) => this.move(event));
        canvas.addEventListener("pointerup", (event) => {
            if (this.pointers.delete(event.pointerId) && this.moved < 4) this.onPick(this.pixelAt(event));
            canvas.classList.remove("dragging");
        });
        canvas.addEventListener("pointercancel", (event) => this.pointers.delete(event.pointerId));
        canvas.addEventListener("pointerleave", () => this.onHover(null));
        canvas.addEventListener("dblclick", (event) => this.zoom(event.shiftKey ? 0.5 : 2, ...this.placeOf(event)));
    }
    move(event) {
        this.pull(event);
        this.onHover(this.pixelAt(event));
    }
    pull(event) {
        const before = this.pointers.get(event.pointerId);
        if (!before) return;
        const others = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
        const dx = event.clientX - before[0], dy = event.clientY - before[1];
        this.moved += Math.abs(dx) + Math.abs(dy);
        this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
        if (others.length) return this.pinch(others[0], before, [event.clientX, event.clientY]);
        this.canvas.classList.toggle("dragging", this.moved >= 4);
        if (this.moved >= 4) this.place(this.view.scale, this.view.x + dx * this.density, this.view.y + dy * this.density);
    }
    pinch(other, before, now) {
        const distance = ([x, y]) => Math.max(1, Math.hypot(x - other[0], y - other[1]));
        this.zoom(distance(now) / distance(before), ...this.placeOf({clientX: (other[0] + now[0]) / 2, clientY: (other[1] + now[1]) / 2}));
    }
}
