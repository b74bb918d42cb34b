import { knownPrint } from '../../../src-core/desk/print-gate.ts';
import type { HotBook } from './hot-ledger.ts';

/** What a machine may not decide alone: which of two files is the cover was guessed by their pages. */
export const GUESSED = 'library.pairing.folderPageCount';

/**
 * Whether nobody needs to look at a book before it is sent: the service takes it, all of its pages were looked at, and no warning is
 * open. The studio's rule is asked beside it: it may be stricter, never milder.
 */
export const isGreen = (book: HotBook): boolean =>
  book.stage === 'ready' && book.verdict === 'accepted' && knownPrint(book) === 'good' && book.pairing !== GUESSED;

export type HotBookState = 'waiting' | 'checking' | 'needYou' | 'green' | 'onTheirWay';

/**
 * What an operator wants to know of a book that came by itself. `isSent`: whether its bytes are those that its service has; other ones
 * of a book that is ordered go nowhere before somebody says so.
 */
export function stateOf(book: HotBook, isSent: (book: HotBook) => boolean): HotBookState {
  if (book.coverFileId === null || book.contentsFileId === null) return 'waiting';
  switch (book.stage) {
    case 'queued':
    case 'uploading':
      return 'onTheirWay';
    case 'uploaded':
    case 'ordering':
    case 'ordered':
      return isSent(book) ? 'onTheirWay' : 'needYou';
    case 'checking':
      return 'checking';
    case 'ready':
      if (isGreen(book)) return 'green';
      // What is known to print badly is known before the last page was looked at.
      return book.checkedLevel === 3 || book.print === 'bad' ? 'needYou' : 'checking';
    default:
      return 'needYou';
  }
}
