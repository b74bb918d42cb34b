/** What was wrong with the structure of a file that could be read all the same. */
export type DamageCode =
  /** Bytes before `%PDF-`. */
  | 'junkBeforeHeader'
  /** No `%%EOF` near the end: the file was probably cut off. */
  | 'endMarkerMissing'
  /** No usable `startxref` near the end. */
  | 'startxrefMissing'
  /** `startxref` does not lead to a cross-reference section. */
  | 'startxrefWrong'
  /** A cross-reference section is malformed. */
  | 'xrefDamaged'
  /** An older cross-reference section cannot be read. */
  | 'previousXrefDamaged'
  /** The chain of cross-reference sections bites its own tail. */
  | 'previousXrefLoop'
  /** The cross-reference table was found by searching the tail. */
  | 'xrefFoundBySearch'
  /** The cross-reference table was lost and made anew from the objects themselves. */
  | 'xrefRebuilt'
  /** The page tree was lost; pages are in file order, which may not be reading order. */
  | 'pagesCollected'
  /** An object is not where the cross-reference table says. */
  | 'objectMisplaced'
  /** An object goes on beyond any sensible size: its end is missing. */
  | 'objectEndless'
  /** A stream does not end where its /Length says. */
  | 'streamLengthWrong'
  /** A structure stream does not decode to its end. */
  | 'streamDamaged'
  /** A node of the page tree is its own ancestor. */
  | 'pageTreeLoop'
  /** A node of the page tree is absent or no dictionary. */
  | 'pageNodeMissing'
  /** A page does not say /Type /Page. */
  | 'pageTypeWrong'
  /** The catalogue leads straight to a page, not to a tree of pages. */
  | 'pageForTree'
  /** /Count of the page tree differs from the number of pages. */
  | 'countWrong'
  /** A page has no MediaBox, neither its own nor inherited. */
  | 'mediaBoxMissing'
  /** A page box is not four numbers. */
  | 'boxMalformed'
  /** /Rotate is not a multiple of 90. */
  | 'rotateInvalid'
  /** /UserUnit is not a positive number. */
  | 'userUnitInvalid';

/** One kind of damage: where it was first seen (file offset, null when it has no place) and how many times. */
export interface DamageNote {
  readonly code: DamageCode;
  readonly atByte: number | null;
  readonly count: number;
}

export type DamageSnapshot = ReadonlyMap<DamageCode, DamageNote>;

/** Collects damage by kind, so that a file broken in a thousand places stays a short list. */
export class DamageLog {
  private notesByCode = new Map<DamageCode, DamageNote>();

  note(code: DamageCode, atByte: number | null): void {
    const known = this.notesByCode.get(code);
    this.notesByCode.set(code, known === undefined ? { code, atByte, count: 1 } : { ...known, count: known.count + 1 });
  }

  has(code: DamageCode): boolean {
    return this.notesByCode.has(code);
  }

  countOf(code: DamageCode): number {
    return this.notesByCode.get(code)?.count ?? 0;
  }

  /** The log as it stands, to come back to when an attempt is given up. */
  snapshot(): DamageSnapshot {
    return new Map(this.notesByCode);
  }

  restore(snapshot: DamageSnapshot): void {
    this.notesByCode = new Map(snapshot);
  }

  get notes(): readonly DamageNote[] {
    return [...this.notesByCode.values()];
  }
}
