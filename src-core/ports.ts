/**
 * What the trade needs from the world, named so that the core can stay pure.
 * Adapters live in src-main/desk, src-service and the tests.
 */

/** Milliseconds since the Unix epoch. */
export interface Clock {
  nowMs(): number;
}

/** Where new identifiers come from. `length` counts characters of `0-9A-Za-z`. */
export interface Ids {
  base62(length: number): string;
  hex(length: number): string;
  uuid(): string;
}

/**
 * Positional reads over one immutable run of bytes.
 *
 * `read` answers exactly the bytes of `[offset, offset + length)` that exist: fewer only at the end of the source.
 * The answer may be a view of a recycled buffer: it is valid until the next `read`.
 * Reads are synchronous because level 1 is bound by the cost of a read, not by waiting
 * (a warm positional read costs about a microsecond; an awaited one many times that).
 */
export interface ByteSource {
  readonly size: number;
  read(offset: number, length: number): Uint8Array;
}

/**
 * Undoes zlib (RFC 1950) compression, tolerant of a missing checksum and of a spoilt one; data that stops early are damaged.
 * Stops at `maxBytes` of output and reports `truncated`; damaged input gives what was decoded so far and `damaged`.
 * `madeBytes` is all that was put out for it, tries that were thrown away included.
 */
export type Inflate = (
  data: Uint8Array,
  maxBytes: number,
) => { readonly bytes: Uint8Array; readonly truncated: boolean; readonly damaged: boolean; readonly madeBytes: number };

/** An embedded font program, opened. */
export interface FontProgram {
  readonly glyphCount: number;
  /** fsType of the OS/2 table; null when the program has none. */
  readonly embeddingRights: number | null;
  /** Design units an em. */
  readonly unitsPerEm: number;
  /** Advance width in design units; null when there is no such glyph. */
  readonly advanceWidth: (glyphId: number) => number | null;
  /** The glyph of a Unicode character, of a name, or of a character of the program's own encoding; null when it has none. */
  readonly glyphOfUnicode: (codePoint: number) => number | null;
  readonly glyphOfName: (name: string) => number | null;
  readonly glyphOfCode: (code: number) => number | null;
  /** The glyph of a CID: by its charset for a CID-keyed program, else the CID is the glyph (ISO 32000-1, 9.7.4.2). */
  readonly glyphOfCid: (cid: number) => number | null;
  /** The glyph has no outline: right for a space, a loss for a letter. */
  readonly isBlank: (glyphId: number) => boolean;
  /** From the lowest to the highest point of the outline, in design units; low above high for a blank one, null when not known. */
  readonly verticalExtent: (glyphId: number) => readonly [low: number, high: number] | null;
}

/** Told of each drawing that was followed, in its numbers and operators. What it throws ends the question that led there. */
export type OnFollowed = (steps: number) => void;

/** Reads a font program (TrueType, OpenType, bare CFF, Type 1); null when it is damaged. Never throws. */
export type OpenFontProgram = (
  bytes: Uint8Array,
  kind: 'type1' | 'trueType' | 'cff' | 'openType',
  onFollowed?: OnFollowed,
) => FontProgram | null;

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export interface Log {
  write(level: LogLevel, message: string, fields?: Readonly<Record<string, unknown>>): void;
}

/** Where secrets rest. `state` is what the operator is told, in these words and no kinder ones. */
export interface SecretStore {
  readonly state: 'osKeychain' | 'sessionOnly';
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
}
