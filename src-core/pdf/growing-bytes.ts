/** Output whose length is not known beforehand, kept below a limit. */
export class GrowingBytes {
  buffer: Uint8Array;
  isCut = false;
  private length = 0;

  constructor(
    guess: number,
    private readonly maxBytes: number,
  ) {
    this.buffer = new Uint8Array(Math.min(Math.max(guess, 64), maxBytes));
  }

  get bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length);
  }

  /** Makes room for `count` more bytes and answers the position behind them; -1 when that is beyond the limit. */
  grow(count: number): number {
    const end = this.length + count;
    if (end > this.maxBytes) {
      this.isCut = true;
      return -1;
    }
    if (end > this.buffer.length) {
      const larger = new Uint8Array(Math.min(Math.max(end, this.buffer.length * 2), this.maxBytes));
      larger.set(this.buffer);
      this.buffer = larger;
    }
    this.length = end;
    return end;
  }

  /** False when there is no room left. */
  push(byte: number): boolean {
    const end = this.grow(1);
    if (end < 0) return false;
    this.buffer[end - 1] = byte;
    return true;
  }
}
