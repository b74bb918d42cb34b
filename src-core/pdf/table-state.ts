import type { DamageCode } from './damage.ts';
import type { ReadablePdf } from './read-facts.ts';

/** Damage that says nothing against the table of objects: what is written behind such a file is read as it is meant. */
const BEARABLE: ReadonlySet<DamageCode> = new Set([
  'pageTypeWrong',
  'countWrong',
  'mediaBoxMissing',
  'boxMalformed',
  'rotateInvalid',
  'userUnitInvalid',
]);

/** Damage to the table alone, which another table behind the file makes good. */
const OF_THE_TABLE: ReadonlySet<DamageCode> = new Set([
  'endMarkerMissing',
  'startxrefMissing',
  'startxrefWrong',
  'xrefDamaged',
  'previousXrefDamaged',
  'previousXrefLoop',
  'xrefFoundBySearch',
  'xrefRebuilt',
  'objectMisplaced',
]);

/**
 * How the table stands by which objects are found. `broken`: it leads elsewhere or is lost, and the file is whole beside it.
 * `guessed`: the pages were collected, in an order that nobody knows. `beyond`: more than the table is damaged. Bytes before the
 * header are another matter.
 */
export type TableState = 'sound' | 'broken' | 'guessed' | 'beyond';

export function tableState({ recovery, damage }: Pick<ReadablePdf, 'recovery' | 'damage'>): TableState {
  if (recovery === 'pagesCollected') return 'guessed';
  const told = damage.map(({ code }) => code).filter((code) => !BEARABLE.has(code) && code !== 'junkBeforeHeader');
  if (!told.every((code) => OF_THE_TABLE.has(code))) return 'beyond';
  return told.length > 0 || recovery !== 'none' ? 'broken' : 'sound';
}
