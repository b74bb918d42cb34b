import { LimitExceeded } from './limits.ts';

/** What the cross-reference table can say of an object number. */
export const ENTRY = {
  unknown: 0,
  /** In the file, at `place(n)`. */
  inFile: 1,
  /** Inside the object stream with number `place(n)`. */
  inObjectStream: 2,
  free: 3,
} as const;

export type EntryKind = (typeof ENTRY)[keyof typeof ENTRY];

/**
 * Where every object is, in flat arrays: 9 bytes an object, nothing for the garbage collector to walk.
 * Sections are read newest first, so an entry once known is not changed by an older one.
 */
export class XrefTable {
  /** One above the highest object number met. */
  length = 0;
  private kinds = new Uint8Array(0);
  private places = new Float64Array(0);

  constructor(private readonly maxObjects: number) {}

  kind(objectNumber: number): EntryKind {
    return objectNumber < this.length ? ((this.kinds[objectNumber] ?? 0) as EntryKind) : ENTRY.unknown;
  }

  place(objectNumber: number): number {
    return this.places[objectNumber] ?? 0;
  }

  /** Makes room for `[0, length)`. Ask before adding. */
  reserve(length: number, atByte: number): void {
    if (length <= this.length) return;
    if (length > this.maxObjects) throw new LimitExceeded('tooManyObjects', atByte);
    if (length > this.kinds.length) {
      const capacity = Math.min(this.maxObjects, Math.max(length, this.kinds.length * 2, 256));
      const kinds = new Uint8Array(capacity);
      const places = new Float64Array(capacity);
      kinds.set(this.kinds);
      places.set(this.places);
      this.kinds = kinds;
      this.places = places;
    }
    this.length = length;
  }

  /** Keeps what is known already. Room must have been reserved. */
  add(objectNumber: number, kind: EntryKind, place: number): void {
    if (this.kinds[objectNumber] === ENTRY.unknown) this.put(objectNumber, kind, place);
  }

  /** Replaces what was known. Room must have been reserved. */
  put(objectNumber: number, kind: EntryKind, place: number): void {
    this.kinds[objectNumber] = kind;
    this.places[objectNumber] = place;
  }
}
