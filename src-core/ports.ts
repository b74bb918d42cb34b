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
 * Undoes zlib (RFC 1950) compression, tolerant of a missing checksum.
 * Stops at `maxBytes` of output and reports `truncated`; damaged input gives what was decoded so far and `damaged`.
 */
export type Inflate = (
  data: Uint8Array,
  maxBytes: number,
) => { readonly bytes: Uint8Array; readonly truncated: boolean; readonly damaged: boolean };

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
