import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nodePdfTools } from '../../src-node/pdf-file.ts';
import { bytesSource } from '../../test/fixtures/pdf/bytes-source.ts';
import { SOUND_FORMS, rawBook } from '../../test/fixtures/pdf/raw-books.ts';
import type { SoundForm } from '../../test/fixtures/pdf/raw-books.ts';
import { readPdfFacts } from './read-facts.ts';
import { cpuClock } from '../../test/fixtures/cpu-clock.ts';

const PAGES = 6;
const BOOKS = new Map(SOUND_FORMS.map((form) => [form, rawBook(form, PAGES)]));
/** A file before its update is a whole file: nothing can tell that an update is missing. */
const FORMS_WITHOUT_UPDATES = SOUND_FORMS.filter((form) => !form.startsWith('incremental'));
const bookOf = (form: SoundForm) => BOOKS.get(form) as Uint8Array;
const TOKENS = [
  'endobj',
  'obj',
  '<<',
  '>>',
  '[',
  '(',
  'stream',
  'endstream',
  '0 R',
  '/Kids',
  '/Parent',
  '/Length 9',
  'xref',
  '99999999 ',
];
const MOST_CPU_MS = 2_000;

const edit = fc.oneof(
  fc.record({ kind: fc.constant('byte' as const), at: fc.nat(), value: fc.nat(255) }),
  fc.record({ kind: fc.constant('token' as const), at: fc.nat(), value: fc.nat(TOKENS.length - 1) }),
  fc.record({ kind: fc.constant('erase' as const), at: fc.nat(), value: fc.nat(200) }),
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), value: fc.nat(200) }),
);

function apply(bytes: Uint8Array, edits: readonly { kind: string; at: number; value: number }[]): Uint8Array {
  let out = Buffer.from(bytes);
  for (const { kind, at, value } of edits) {
    const position = out.length === 0 ? 0 : at % out.length;
    if (kind === 'byte') out[position] = value;
    else if (kind === 'token') out.write(TOKENS[value] as string, position, 'latin1');
    else if (kind === 'erase') out = Buffer.concat([out.subarray(0, position), out.subarray(position + value)]);
    else out = out.subarray(0, position);
  }
  return new Uint8Array(out);
}

test('whatever happens to a file, there is an answer, and in time', () => {
  fc.assert(
    fc.property(fc.constantFrom(...SOUND_FORMS), fc.array(edit, { minLength: 1, maxLength: 6 }), (form, edits) => {
      const bytes = apply(bookOf(form), edits);
      const spentMs = cpuClock();
      const facts = readPdfFacts(bytesSource(bytes), nodePdfTools);
      expect(spentMs()).toBeLessThan(MOST_CPU_MS);
      if (facts.status === 'read') expect(facts.pages).toHaveLength(facts.pageCount);
    }),
    { numRuns: 3_000 },
  );
});

test('a file that was cut anywhere is never taken for a sound one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FORMS_WITHOUT_UPDATES), fc.nat(), (form, at) => {
      const book = bookOf(form);
      // The last bytes are the end marker's own line.
      const facts = readPdfFacts(bytesSource(book.subarray(0, at % (book.length - 5))), nodePdfTools);
      expect(facts.status === 'unreadable' || facts.damage.length > 0).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test('no bytes at all make it fail', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (noise) => {
      const bytes = new Uint8Array(Buffer.concat([Buffer.from('%PDF-1.4\n'), noise]));
      expect(readPdfFacts(bytesSource(bytes), nodePdfTools).status).toBe('unreadable');
    }),
    { numRuns: 2_000 },
  );
});
