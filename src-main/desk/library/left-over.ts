import type { BookRow } from '../store/schema.ts';

/** What an operator said of which files make a book: names do not say otherwise later. */
const BY_HAND: ReadonlySet<string> = new Set([
  'desk.pairing.byHand',
  'desk.pairing.manifest',
  'desk.pairing.package',
  'desk.pairing.swapped',
  'desk.pairing.role',
  'desk.pairing.apart',
  'desk.pairing.displaced',
]);
export const isByHand = ({ pairing }: Pick<BookRow, 'pairing'>): boolean => BY_HAND.has(pairing.key);

/** One file, whose other half is missing. */
export const isLone = ({ coverFileId, contentsFileId }: Pick<BookRow, 'coverFileId' | 'contentsFileId'>): boolean =>
  (coverFileId === null) !== (contentsFileId === null);

/** Under such an `undoId` lies what somebody left out: it does not come back with its folder. */
const LEFT_OUT = 'left-';
export const leftOutId = (random: string): string => `${LEFT_OUT}${random}`;
export const isLeftOut = ({ undoId }: Pick<BookRow, 'undoId'>): boolean => undoId?.startsWith(LEFT_OUT) === true;
