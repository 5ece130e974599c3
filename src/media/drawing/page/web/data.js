// SPDX-License-Identifier: MIT
// What the page carries. docs/view.md describes it.
"use strict";

const $ = (id) => document.getElementById(id);
const about = JSON.parse($("about").textContent);

// Bytes by their id; null where the page has none.
function bytesOf(id) {
    const element = $(id);
    if (!element) return null;
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(element.textContent);
    const text = atob(element.textContent), bytes = new Uint8Array(text.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = text.charCodeAt(i);
    return bytes;
}

async function inflated(bytes) {
    const stream = new DecompressionStream("deflate-raw"), writer = stream.writable.getWriter();
    writer.write(bytes).catch(() => {});  // what is wrong, reading says
    writer.close().catch(() => {});
    return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

// Keeps what was used last; `drop` is told of what it lets go.
class Kept {
    constructor(most, drop = () => {}) {
        this.most = most;
        this.drop = drop;
        this.values = new Map();
    }
    get(key) {
        const value = this.values.get(key);
        if (value !== undefined) {
            this.values.delete(key);
            this.values.set(key, value);
        }
        return value;
    }
    has(key) {
        return this.values.has(key);
    }
    set(key, value) {
        if (this.values.has(key)) this.drop(this.values.get(key));
        this.values.delete(key);
        this.values.set(key, value);
        while (this.values.size > this.most) {
            const [oldest, old] = this.values.entries().next().value;
            this.values.delete(oldest);
            this.drop(old);
        }
    }
}
