import type { FontBytes } from './bytes.ts';

/** A list of byte strings (Adobe Technical Note 5176, 5). */
export interface CffIndex {
  readonly count: number;
  /** Where the data after the list begins. */
  readonly end: number;
  /** Throws a RangeError for an entry that the list does not have. */
  readonly entry: (index: number) => Uint8Array;
}

/** Throws a RangeError when the list does not lie within the program, or its offsets run backwards. */
export function readIndex(data: FontBytes, at: number): CffIndex {
  const count = data.u16(at);
  if (count === 0) return { count, end: at + 2, entry: () => data.part(-1, 0) };
  const offsetSize = data.u8(at + 2);
  if (offsetSize < 1 || offsetSize > 4) throw new RangeError('offset size');
  const offset = (index: number) => data.unsigned(at + 3 + index * offsetSize, offsetSize);
  const base = at + 2 + (count + 1) * offsetSize;
  let last = offset(0);
  for (let index = 1; index <= count; index++) {
    const next = offset(index);
    if (next < last) throw new RangeError('offsets run backwards');
    last = next;
  }
  data.part(base + 1, last - 1);
  return {
    count,
    end: base + last,
    entry(index) {
      if (index < 0 || index >= count) throw new RangeError('no such entry');
      const from = offset(index);
      return data.part(base + from, offset(index + 1) - from);
    },
  };
}
