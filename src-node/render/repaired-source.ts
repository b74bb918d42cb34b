import type { DamageCode } from '../../src-core/pdf/damage.ts';
import type { OpenedPdf } from '../../src-core/pdf/opened-pdf.ts';
import { correctTable } from '../../src-core/pdf/recovery.ts';
import { wholeTable } from '../../src-core/pdf/writing/whole-table.ts';
import type { ByteSource } from '../../src-core/ports.ts';
import { fingerprint } from '../pdf-file.ts';
import { appendedSource } from './appended-source.ts';

/** What leads another engine to other objects than ours, or to none. */
const MISLEADING: readonly DamageCode[] = [
  'startxrefMissing',
  'startxrefWrong',
  'xrefDamaged',
  'previousXrefDamaged',
  'xrefFoundBySearch',
  'xrefRebuilt',
  'objectMisplaced',
];

/**
 * A file whose table of objects is broken, as it is with a right one behind it: so that an engine which repairs less, or in
 * another way, is shown the objects that the rules have read. Sound files are what they are: null. `source`: the file's bytes
 * for that engine.
 */
export function repairedSource(source: ByteSource, { document, facts }: OpenedPdf): ByteSource | null {
  const isMisleading = document.damage.notes.some(({ code }) => MISLEADING.includes(code));
  // Without its page tree no table makes the file whole.
  if (!isMisleading || facts.recovery === 'pagesCollected') return null;
  const lostBytes = facts.header.offset;
  try {
    document.budget.startLook();
    correctTable(document);
    return appendedSource(source, wholeTable(document, lostBytes, fingerprint), lostBytes);
  } catch {
    // A limit of reading was met: the other engine sees what it can.
    return null;
  }
}
