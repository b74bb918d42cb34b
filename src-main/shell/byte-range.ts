/** Both ends count. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads a `Range` header for a source of so many bytes (RFC 9110 §14).
 * Null means: send everything, which is also the allowed answer to several ranges and to a unit that isn't known.
 */
export function parseRange(header: string | null, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (match === null) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  if (from === '') {
    const wanted = Math.min(Number(to), sizeBytes);
    return wanted === 0 ? 'unsatisfiable' : { first: sizeBytes - wanted, last: sizeBytes - 1 };
  }
  const first = Number(from);
  if (to !== '' && Number(to) < first) return null;
  if (first >= sizeBytes) return 'unsatisfiable';
  return { first, last: to === '' ? sizeBytes - 1 : Math.min(Number(to), sizeBytes - 1) };
}
