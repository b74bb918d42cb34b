import { libraryRows } from '../../test/renderer/data/library.ts';
import { loneRole } from '../features/library/pair-candidates.ts';

/** The first of so many recorded books of which only this file stands there. */
export function halfRow(role: 'cover' | 'contents', rows: number) {
  const half = libraryRows(0, rows).find((one) => loneRole(one) === role);
  if (half === undefined) throw new Error(`no lone ${role}`);
  return half;
}
