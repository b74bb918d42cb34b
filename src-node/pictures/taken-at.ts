const CHANGED_AT = 0x0132;
const EXIF_TAGS = 0x8769;
const TAKEN_AT = 0x9003;
const TAKEN_AT_FRACTION = 0x9291;

const ENTRY_BYTES = 12;
const MOST_ENTRIES = 500;

/**
 * When a picture was taken, by its EXIF (a bare TIFF structure), in the camera's own time as if that were UTC; null when it says none.
 * Of untrusted bytes: every place is held against the length, and no table leads to more than one other.
 */
export function takenAt(exif: Uint8Array): number | null {
  const tiff = new Tiff(exif);
  const picture = tiff.table(tiff.u32(4));
  const camera = tiff.table(picture.number(EXIF_TAGS));
  return timeOf(camera.text(TAKEN_AT), camera.text(TAKEN_AT_FRACTION)) ?? timeOf(picture.text(CHANGED_AT), null);
}

class Tiff {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #isLittle: boolean;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#isLittle = bytes[0] === 0x49;
  }

  has(at: number, length: number): boolean {
    return at >= 0 && at + length <= this.#bytes.length;
  }
  u16(at: number): number {
    return this.has(at, 2) ? this.#view.getUint16(at, this.#isLittle) : 0;
  }
  u32(at: number): number {
    return this.has(at, 4) ? this.#view.getUint32(at, this.#isLittle) : 0;
  }

  text(at: number, length: number): string | null {
    return this.has(at, length) ? String.fromCharCode(...this.#bytes.subarray(at, at + length)) : null;
  }

  /** Of no place: one without entries. */
  table(at: number): Table {
    return new Table(this, at);
  }
}

const TEXT = 2;
const MOST_TEXT = 64;

class Table {
  readonly #tiff: Tiff;
  readonly #at: number;
  readonly #count: number;

  constructor(tiff: Tiff, at: number) {
    this.#tiff = tiff;
    this.#at = at;
    this.#count = at === 0 ? 0 : Math.min(tiff.u16(at), MOST_ENTRIES);
  }

  number(tag: number): number {
    const entry = this.#entry(tag);
    return entry === null ? 0 : this.#tiff.u32(entry + 8);
  }

  text(tag: number): string | null {
    const entry = this.#entry(tag);
    if (entry === null || this.#tiff.u16(entry + 2) !== TEXT) return null;
    const length = Math.min(this.#tiff.u32(entry + 4), MOST_TEXT);
    return this.#tiff.text(length <= 4 ? entry + 8 : this.#tiff.u32(entry + 8), length);
  }

  #entry(tag: number): number | null {
    for (let index = 0; index < this.#count; index += 1) {
      const entry = this.#at + 2 + index * ENTRY_BYTES;
      if (this.#tiff.u16(entry) === tag) return entry;
    }
    return null;
  }
}

/** `2026:09:12 09:30:00`; cameras without a clock write zeros or spaces. */
function timeOf(text: string | null, fraction: string | null): number | null {
  const found = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/.exec(text ?? '');
  if (found === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number);
  if (year < 1900 || month < 1 || month > 12 || day < 1 || day > 31) return null;
  const parts = Number(`0.${/^\d+/.exec(fraction ?? '')?.[0] ?? '0'}`);
  return Date.UTC(year, month - 1, day, hour, minute, second) + Math.round(parts * 1000);
}
