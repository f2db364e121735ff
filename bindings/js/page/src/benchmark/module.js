/** The module `all`: every hash function and every implementation, by number. */

export class Module {
  constructor(module) {
    this.exports = new WebAssembly.Instance(module).exports;
    this.functions = Array.from({ length: this.exports.functions() }, (_, f) => ({
      f,
      name: this.text(this.exports.name(f)),
      digestBytes: this.exports.digest_bytes(f),
      implementations: Array.from({ length: this.exports.implementations(f) }, (__, i) => ({
        i,
        name: this.text(this.exports.implementation_name(f, i)),
        states: this.exports.states(f, i),
        constantTime: this.exports.constant_time(f, i) === 1,
      })),
    }));
  }

  text(bytes) {
    return new TextDecoder().decode(new Uint8Array(this.exports.memory.buffer, this.exports.output(), bytes));
  }

  /** Fills the buffer with a message without short periods. */
  fill() {
    const buffer = new Uint8Array(this.exports.memory.buffer, this.exports.buffer(), 1 << 20);
    for (let i = 0; i < buffer.length; i += 1) buffer[i] = (i * 2654435761) >>> 24;
  }

  /** Hashes one message, or `count` messages, of `bytes` bytes in the buffer. */
  digest(f, i, { bytes, count }) {
    if (count === 1) this.exports.digest_with(f, i, bytes);
    else this.exports.digest_each_with(f, i, bytes, count);
  }

  /** Returns the digests from the last call. */
  output(bytes) {
    return new Uint8Array(this.exports.memory.buffer, this.exports.output(), bytes).slice();
  }
}
