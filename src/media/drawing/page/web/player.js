// SPDX-License-Identifier: MIT
// Which picture is shown, and when the next one is.

class Player {
    // `load(index)` makes a picture ready; `show(index)` shows it.
    constructor(run, load, show) {
        this.run = run;
        this.load = load;
        this.show = show;
        this.index = 0;
        this.count = run.frames.number.length;
        this.speed = 1;
        this.shown = [];  // moments of the last pictures
        this.onPlaying = () => {};
    }

    async seek(index) {
        const wanted = this.wanted = Math.max(0, Math.min(this.count - 1, index));
        if (this.isSeeking) return;  // whoever is at it takes the last wish
        this.isSeeking = true;
        await this.load(wanted);
        this.isSeeking = false;
        if (this.wanted !== wanted && !this.isPlaying) return this.seek(this.wanted);
        this.index = wanted;
        this.show(wanted);
    }
    step(by) {
        this.pause();
        return this.seek((this.isSeeking ? this.wanted : this.index) + by);
    }

    toggle() {
        return this.isPlaying ? this.pause() : this.play();
    }
    pause() {
        this.isPlaying = false;
        this.shown = [];
        this.onPlaying(false);
    }
    async play() {
        if (this.isPlaying || this.count < 2) return;
        this.isPlaying = true;
        this.onPlaying(true);
        if (this.index === this.count - 1) this.index = 0;
        this.begin();
        while (this.isPlaying) await this.frame();
    }
    // From here on, times count from this picture.
    begin() {
        this.startedAt = performance.now();
        this.startedFrom = this.run.frames.time[this.index];
    }
    async frame() {
        const next = this.due(performance.now());
        if (next !== this.index) {
            await this.load(next);
            if (!this.isPlaying) return;
            this.index = this.wanted = next;
            this.show(next);
            this.count_shown();
        }
        await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    // The picture that is due: the last one whose time has come. All of them where no time counts.
    due(now) {
        const {time} = this.run.frames;
        if (this.index === this.count - 1) {
            this.index = 0;
            this.begin();
            return 0;
        }
        if (this.speed === 0) return this.index + 1;
        const at = this.startedFrom + (now - this.startedAt) / 1000 * this.speed;
        let next = this.index;
        while (next + 1 < this.count && time[next + 1] <= at + 0.004) next++;
        return next;
    }
    count_shown() {
        const now = performance.now();
        this.shown = [...this.shown.filter((moment) => now - moment < 1000), now];
    }
    get rate() {
        return this.shown.length < 2 ? 0 : (this.shown.length - 1) * 1000 / (this.shown.at(-1) - this.shown[0]);
    }
    setSpeed(speed) {
        this.speed = speed;
        this.begin();
    }
}
