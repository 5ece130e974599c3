// SPDX-License-Identifier: MIT
// The pictures of a run. The browser's decoder makes them, from the key picture before.

class Pictures {
    constructor(run, number) {
        this.run = run;
        this.number = number;
        const bytes = run.width * run.height * 1.5 / (run.scale * run.scale);
        this.most = Math.max(6, Math.min(40, Math.floor(128e6 / bytes)));
        this.kept = new Kept(this.most, (picture) => picture.close());
        this.lumas = new Kept(4);
        this.waiting = new Map();  // by index: those who want the picture
        this.next = -1;            // to be decoded; -1: a key picture
        this.failure = typeof VideoDecoder === "undefined" ? "This browser has no WebCodecs, which show the pictures." : "";
    }

    get width() { return Math.ceil(this.run.width / this.run.scale); }
    get height() { return Math.ceil(this.run.height / this.run.scale); }
    get(index) { return this.kept.get(index); }

    start() {
        if (this.decoder && this.decoder.state !== "closed") this.decoder.close();
        this.decoder = new VideoDecoder({output: (picture) => this.take(picture), error: (error) => this.fail(error)});
        this.decoder.configure({codec: this.run.codec, optimizeForLatency: true});
    }
    fail(error) {
        this.failure = "The pictures cannot be decoded: " + error.message;
        for (const wanted of this.waiting.values()) wanted.forEach(({reject}) => reject(error));
        this.waiting.clear();
    }
    take(picture) {
        const index = Math.round(picture.timestamp / 1000);
        this.kept.set(index, picture);
        for (const {resolve} of this.waiting.get(index) ?? []) resolve(picture);
        this.waiting.delete(index);
    }
    keyBefore(index) {
        return this.run.keys.reduce((found, key) => (key <= index ? key : found), 0);
    }

    // Gives the decoder what it needs up to there.
    feed(index) {
        const key = this.keyBefore(index);
        if (!this.decoder || this.decoder.state === "closed") this.next = -1;
        if (this.next < 0 || this.next > index || this.next < key) {
            this.start();
            this.next = key;
        }
        for (; this.next <= index; this.next++) {
            const data = bytesOf(`p${this.number}-${this.next}`);
            const type = this.run.keys.includes(this.next) ? "key" : "delta";
            this.decoder.decode(new EncodedVideoChunk({type, timestamp: this.next * 1000, data}));
        }
    }

    async load(index) {
        if (this.failure) return null;
        const known = this.kept.get(index);
        if (known) return known;
        const found = new Promise((resolve, reject) => {
            const wanted = this.waiting.get(index) ?? [];
            this.waiting.set(index, [...wanted, {resolve, reject}]);
            if (wanted.length) return;
            const isBehind = this.next >= 0 && this.next > index;
            this.feed(index);
            if (isBehind) for (const [other] of [...this.waiting]) if (other > index) this.feed(other);
        });
        // A decoder may hold its last pictures back until it is told that no more come.
        const hurry = setTimeout(() => this.flush(), 60);
        const picture = await found.catch(() => null);
        clearTimeout(hurry);
        return picture;
    }
    flush() {
        if (!this.decoder || this.decoder.state !== "configured") return;
        this.decoder.flush().catch(() => {});
        this.next = -1;
    }

    // Samples of luma, without gaps.
    async luma(index) {
        const known = this.lumas.get(index);
        if (known) return known;
        const picture = await this.load(index);
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
