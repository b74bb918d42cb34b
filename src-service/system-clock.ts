import { randomBytes, randomUUID } from 'node:crypto';
import { customAlphabet } from 'nanoid';
import type { Clock, Ids } from '../src-core/ports.ts';

/** Real time, which nobody moves: the age of files and the length of calls. Whatever a partner sees goes by the service's clock. */
export const realNowMs = (): number => Date.now();

/** Real time plus an offset that the print house's side may move: the service's one clock. */
export class ServiceClock implements Clock {
  private offsetMs = 0;

  nowMs(): number {
    return this.realMs() + this.offsetMs;
  }

  /** Nobody's to move. */
  realMs(): number {
    return Date.now();
  }

  get offset(): number {
    return this.offsetMs;
  }

  setOffset(offsetMs: number): void {
    this.offsetMs = offsetMs;
  }
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const base62 = customAlphabet(BASE62);

/** Drawn ahead: each draw costs as much as the rest of a call's id ten times over. */
const DRAWN_BYTES = 4_096;
let drawn = Buffer.alloc(0);

function randomHex(length: number): string {
  const bytes = Math.ceil(length / 2);
  if (drawn.length < bytes) drawn = randomBytes(Math.max(DRAWN_BYTES, bytes));
  const text = drawn.toString('hex', 0, bytes);
  drawn = drawn.subarray(bytes);
  return text.slice(0, length);
}

export const systemIds: Ids = {
  base62: (length) => base62(length),
  hex: randomHex,
  uuid: () => randomUUID(),
};
