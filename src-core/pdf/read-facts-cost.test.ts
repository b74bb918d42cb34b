import { expect, test } from 'vitest';
import { nodePdfTools } from '../../src-node/pdf-file.ts';
import { cpuClock } from '../../test/fixtures/cpu-clock.ts';
import { bytesSource } from '../../test/fixtures/pdf/bytes-source.ts';
import { hostileBooks } from '../../test/fixtures/pdf/hostile-books.ts';
import { SOUND_FORMS, rawBook } from '../../test/fixtures/pdf/raw-books.ts';
import { readPdfFacts, type PdfFacts } from './read-facts.ts';

/** Without the budget eleven of these files cost between one and eight seconds; with it, some hundredths. Kept far apart for busy machines. */
const MOST_CPU_MS = 900;

function cpuOf(run: () => PdfFacts): { facts: PdfFacts; ms: number } {
  const spentMs = cpuClock();
  const facts = run();
  return { facts, ms: spentMs() };
}

test.each(hostileBooks())('$name: costs no more than a file of its size may', ({ bytes }) => {
  const { facts, ms } = cpuOf(() => readPdfFacts(bytesSource(bytes), nodePdfTools));
  expect(ms).toBeLessThan(MOST_CPU_MS);
  // What was given up says so, and is never a yes.
  if (facts.status === 'unreadable') expect(['tooLarge', 'tooCostly', 'noPages', 'truncated']).toContain(facts.reason);
});

test('the same structure is read in a large file that could not be read in a small one', () => {
  const tiny = rawBook('classic', 200);
  const limits = { leastWorkBytes: 0, workPerFileByte: 1 / 8 };
  expect(readPdfFacts(bytesSource(tiny), nodePdfTools, limits)).toMatchObject({
    status: 'unreadable',
    reason: 'tooCostly',
  });
  // What the structure weighs against is the file, pictures and all.
  const padded = Buffer.concat([
    tiny,
    Buffer.from(`${' '.repeat(3 * tiny.length)}\nstartxref\n${Buffer.from(tiny).lastIndexOf('\nxref') + 1}\n%%EOF\n`),
  ]);
  expect(readPdfFacts(bytesSource(padded), nodePdfTools, limits)).toMatchObject({ status: 'read', pageCount: 200 });
});

test.each(SOUND_FORMS)(
  'a sound book (%s) takes no more than a tenth of what it may, damaged no more than half',
  (form) => {
    const book = rawBook(form, 2_000);
    const within = (bytes: Uint8Array, share: number) =>
      readPdfFacts(bytesSource(bytes), nodePdfTools, { leastWorkBytes: 0, workPerFileByte: 12 * share });
    expect(within(book, form === 'indirect' ? 0.2 : 0.1)).toMatchObject({ status: 'read', pageCount: 2_000 });
    expect(within(book.subarray(0, book.length - 200), 0.5).status).toBe('read');
  },
);
