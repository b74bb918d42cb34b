import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Passes bytes on and knows their number and SHA-256; fails as soon as there are more than `most`. `onBytes` hears how many came each time. */
export class Hashing extends Transform {
  readonly #hash = createHash('sha256');
  readonly #most: number;
  readonly #onBytes: (bytes: number) => void;
  bytes = 0;

  constructor(most: number, onBytes: (bytes: number) => void = () => undefined) {
    super();
    this.#most = most;
    this.#onBytes = onBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    if (this.bytes > this.#most) return done(new RangeError(`more than ${this.#most} bytes`));
    this.#hash.update(chunk);
    this.#onBytes(chunk.length);
    done(null, chunk);
  }

  /** Once, at the end. */
  sha256(): string {
    return this.#hash.digest('hex');
  }
}
