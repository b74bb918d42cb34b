import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { composeContents, placeEntry, type ComposedEntry } from '../../src-core/composition/compose.ts';
import { EMPTY_BOOK } from '../../src-core/composition/flow.ts';
import { sheetsOf } from '../../src-core/composition/sheets.ts';
import type { TextMeasure } from '../../src-core/composition/sketch.ts';
import type { Template } from '../../src-core/contract/templates.ts';
import { specNamed } from '../../test/fixtures/catalogue.ts';
import { formerTemplatesOf, templatesOf, typefaces } from '../../test/fixtures/layout/shipped-templates.ts';
import { paintSheets } from './paint-book.ts';

const spec = specNamed('PHOTOBOOK_A4_SC');
const SYSTEM = { bookTitle: '金家族 🎂 여행', year: 2026, month: 11, date: 21 };
/** Of all that the first rules had no letter for, and of what they dropped. */
const TEXT = [
  '아침 일찍 길을 나섰다. 金君과 함께 漢拏山을 오르는 날, 하늘은 맑고 바람은 잔잔했다 ⬜🎂.',
  'We took the bus No. 201-1 — it was worth it… ☀\uFE0F 1\uFE0F\u20E3 \u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  'שלום עולם, مرحبا بالعالم 2024, ภาษาไทย नमस्ते a\u00ADb\u200Ec\u2003d',
].join('\n');

/** The contents of a book of every template that takes texts alone, as they are painted: of those that were there when the hashes were recorded, or of `templates`. */
async function textBook(
  measure: TextMeasure,
  templates: readonly Template[] = formerTemplatesOf(spec, measure.rules),
): Promise<string> {
  let cursor = EMPTY_BOOK;
  const entries = templates
    .filter(
      ({ templateKind, parameters }) =>
        templateKind !== 'cover' &&
        Object.values(parameters.definitions).every(({ binding, required }) => binding === 'text' || !required),
    )
    .map((template): ComposedEntry => {
      const texts = Object.entries(template.parameters.definitions).filter(([, { binding }]) => binding === 'text');
      const values = Object.fromEntries(texts.map(([name]) => [name, { kind: 'text' as const, text: TEXT }]));
      const breakBefore = template.templateKind === 'content' ? ('none' as const) : ('page' as const);
      const entry = { template, values, wish: { breakBefore, side: null } };
      ({ cursor } = placeEntry({ ...entry, spec, cursor, measure }));
      return entry;
    });
  expect(entries.length).toBeGreaterThan(5);
  const pages = composeContents({ spec, entries, pageCount: cursor.pages, system: SYSTEM, measure });
  const hash = createHash('sha256');
  await paintSheets(
    { spec, pageCount: cursor.pages, title: SYSTEM.bookTitle, producer: '', madeAtMs: 0 },
    sheetsOf(spec, pages),
    {
      faceOf: typefaces.faceOf,
      graphicsFolder: join(resolve(import.meta.dirname, '../..'), 'resources/templates/graphics'),
      fetchPicture: async () => {
        throw new Error('the book has no pictures');
      },
    },
    async (bytes) => void hash.update(bytes),
  );
  return `${cursor.pages} pages, ${hash.digest('hex')}`;
}

it('a book that was begun by the first rules is painted as they painted it, to the byte', async () => {
  // Recorded by the program of before, which had no other rules.
  expect(await textBook(typefaces.measureBy(1))).toBe(
    '21 pages, 944f84de47ca57bf9894d59e5668b58def8aeb4394fd384df1133329aad6cf43',
  );
});

it('a book that was begun by the second rules is painted as they painted it, to the byte', async () => {
  // Recorded by the program that had those two alone.
  expect(await textBook(typefaces.measureBy(2))).toBe(
    '21 pages, a67dbeb4b8c757e31af1b1e80eac67ee1d34465c36d1fb2e30a6249f3576e2c4',
  );
});

it('a book that was begun by the third rules is painted as they painted it, to the byte', async () => {
  // Recorded by the program that had those three alone.
  expect(await textBook(typefaces.measureBy(3))).toBe(
    '21 pages, 071abb7914e5759ec4cc8e8ffdbc2b1594c31ded6af9e9c51ec476e6e857973e',
  );
});

it('a book that was begun by the ninth rules is painted as they painted it, to the byte: with templates that were redrawn since', async () => {
  // Recorded by the program that had the former drawings alone: the letters and the lines are those of the third rules.
  expect(await textBook(typefaces.measureBy(9))).toBe(
    '21 pages, 071abb7914e5759ec4cc8e8ffdbc2b1594c31ded6af9e9c51ec476e6e857973e',
  );
});

it('a book that is begun now has the letters and the lines of the third rules, which are others than those before', async () => {
  const now = await textBook(typefaces.measure, templatesOf(spec));
  expect(now).toBe(await textBook(typefaces.measureBy(3), templatesOf(spec)));
  expect(now).not.toBe(await textBook(typefaces.measureBy(2), templatesOf(spec)));
});
