const FIRST_CAPACITY = 256;
/** `fromCharCode` takes its characters as arguments, of which there may not be too many. */
const CHUNK = 4096;
/** More is no line that anybody reads. */
const MAX_LETTERS = 100_000;

/** Gathers a string letter by letter. Growing a string itself would keep every step of its growth in memory. */
export class Letters {
  private codes = new Uint16Array(FIRST_CAPACITY);
  private length = 0;

  get isEmpty(): boolean {
    return this.length === 0;
  }

  clear(): void {
    this.length = 0;
  }

  add(text: string): void {
    if (this.length >= MAX_LETTERS) return;
    if (this.length + text.length > this.codes.length) this.grow(this.length + text.length);
    for (let index = 0; index < text.length; index++) this.codes[this.length++] = text.charCodeAt(index);
  }

  endsWith(code: number): boolean {
    return this.codes[this.length - 1] === code;
  }

  text(): string {
    let text = '';
    for (let at = 0; at < this.length; at += CHUNK)
      text += fromCodes(this.codes.subarray(at, Math.min(this.length, at + CHUNK)));
    return text;
  }

  private grow(least: number): void {
    const larger = new Uint16Array(Math.max(least, 2 * this.codes.length));
    larger.set(this.codes);
    this.codes = larger;
  }
}

/** Not with `...`, which would make a list of the codes first. */
function fromCodes(codes: Uint16Array): string {
  return String.fromCharCode.apply(null, codes as unknown as number[]);
}
