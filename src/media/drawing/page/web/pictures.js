// SPDX-License-Identifier: MIT
// The pictures of a run. The browser's decoder makes them, from the key picture before.

class Pictures {
    constructor(run, number) {
        this.run = run;
        this.number = number;
        const bytes = run.width * run.height * 1.5 / (run.scale * run.scale);
        this.kept = new Kept(Math.max(8, Math.min(40, Math.floor(128e6 / bytes))), (picture) => picture.close());
        this.lumas = new Kept(4);
        this.isKey = new Set(run.keys);
        this.waiting = new Map();  // by index: those who want the picture
        this.pending = new Set();  // what the decoder has and has not given yet
        this.next = -1;            // the decoder takes it next; -1: a key picture
        this.failure = typeof VideoDecoder === "undefined" ? "This browser has no WebCodecs, which show the pictures." : "";
    }

    get width() { return Math.ceil(this.run.width / this.run.scale); }
    get height() { return Math.ceil(this.run.height / this.run.scale); }
    // Of a frame; a recording shows a picture in several.
    chunkOf(frame) { return this.run.frames.chunk?.[frame] ?? frame; }
    get(frame) { return this.kept.get(this.chunkOf(frame)); }

    start() {
        if (this.decoder && this.decoder.state !== "closed") this.decoder.close();
        const decoder = this.decoder = new VideoDecoder({
            output: (picture) => (this.decoder === decoder ? this.take(picture) : picture.close()),
            error: (error) => this.fail(error)});
        decoder.configure({codec: this.run.codec, optimizeForLatency: true});
        this.pending.clear();
    }
    fail(error) {
        this.failure = "The pictures cannot be decoded: " + error.message;
        for (const resolve of [...this.waiting.values()].flat()) resolve(null);
        this.waiting.clear();
        this.wake?.();
    }
    take(picture) {
        const index = Math.round(picture.timestamp / 1000);
        this.pending.delete(index);
        this.kept.set(index, picture);
        for (const resolve of this.waiting.get(index) ?? []) resolve(picture);
        this.waiting.delete(index);
        this.wake?.();
    }

    // Gives the decoder what it needs up to there.
    feed(index) {
        let key = index;
        while (key > 0 && !this.isKey.has(key)) key--;
        if (this.next < key || this.next > index) {
            this.start();
            this.next = key;
        }
        for (; this.next <= index; this.next++) {
            const type = this.isKey.has(this.next) ? "key" : "delta", data = bytesOf(`p${this.number}-${this.next}`);
            this.decoder.decode(new EncodedVideoChunk({type, timestamp: this.next * 1000, data}));
            this.pending.add(this.next);
        }
    }

    load(frame) {
        const index = this.chunkOf(frame);
        const known = this.kept.get(index);
        if (known || this.failure) return Promise.resolve(known ?? null);
        const found = new Promise((resolve) => this.waiting.set(index, [...this.waiting.get(index) ?? [], resolve]));
        this.decodeAll();
        return found;
    }
    // Until nobody waits. Those that follow each other are handed over together.
    async decodeAll() {
        if (this.isDecoding) return;
        this.isDecoding = true;
        while (this.waiting.size && !this.failure) {
            let wanted = Math.min(...this.waiting.keys());
            if (!this.pending.has(wanted)) this.feed(wanted);
            while (this.waiting.has(wanted + 1)) if (!this.pending.has(++wanted)) this.feed(wanted);
            await this.progress();
        }
        this.isDecoding = false;
    }
    // A decoder may hold its last pictures back until it is told that no more come.
    async progress() {
        const wait = 30;  // milliseconds
        const given = await new Promise((resolve) => {
            this.wake = () => resolve(true);
            setTimeout(() => resolve(false), wait);
        });
        if (given || this.failure || this.decoder.decodeQueueSize > 0) return;
        await this.decoder.flush().catch(() => {});
        this.pending.clear();
        this.next = -1;
    }

    // Samples of luma, without gaps.
    async luma(frame) {
        const index = this.chunkOf(frame), known = this.lumas.get(index);
        if (known) return known;
        const picture = await this.load(frame);
        if (!picture) return null;
        const width = this.width, height = this.height;
        const all = new Uint8Array(picture.allocationSize());
        const [plane] = await picture.copyTo(all);
        const samples = new Uint8Array(width * height);
        for (let y = 0; y < height; y++) {
            const from = plane.offset + y * plane.stride;
            samples.set(all.subarray(from, from + width), y * width);
        }
        const luma = {width, height, samples};
        this.lumas.set(index, luma);
        return luma;
    }
}
