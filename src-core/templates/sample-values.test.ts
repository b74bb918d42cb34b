import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { composeContents, composeCover, placeEntry } from '../composition/compose.ts';
import { EMPTY_BOOK } from '../composition/flow.ts';
import { measureByWidths } from '../composition/text-measure.ts';
import { expandTheme } from './expand-theme.ts';
import { sampleValues } from './sample-values.ts';
import { themeSchema } from './theme.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';

const resources = resolve(import.meta.dirname, '../../resources');
const read = (path: string): unknown => JSON.parse(readFileSync(join(resources, path), 'utf8'));
const themes = readdirSync(join(resources, 'templates'))
  .filter((name) => name.endsWith('.json'))
  .map((name) => themeSchema.parse(read(`templates/${name}`)));

/** Hangul is about as wide as it is high. */
const measure = measureByWidths((_typeface, text) => text.length * 0.9);
const pictures = [600, 1600].map((heightPx) => ({
  blobKey: `sample ${heightPx}`,
  mimeType: 'image/jpeg' as const,
  widthPx: 900,
  heightPx,
}));
const system = { bookTitle: '제주의 봄', year: 2026, month: 1, date: 1 };

describe.each(shippedSpecs)('every template of $bookSpecUid', (spec) => {
  const templates = themes.flatMap((theme) => expandTheme(theme, spec, []));

  it('gets a sample for each of its parameters', () => {
    for (const template of templates) {
      const values = sampleValues(template, pictures);
      expect(Object.keys(values)).toEqual(Object.keys(template.parameters.definitions));
    }
  });

  it('can be laid out with its samples, its words unshrunk and whole', () => {
    for (const template of templates) {
      const values = sampleValues(template, pictures);
      const name = `${template.theme} ${template.templateName}`;
      const entry = { template, values, wish: { breakBefore: 'page', side: null } } as const;
      const sketches =
        template.templateKind === 'cover'
          ? [composeCover({ spec, pageCount: spec.pageMax, template, values, system, measure })]
          : composeContents({
              spec,
              entries: [entry],
              pageCount: placeEntry({ ...entry, spec, cursor: EMPTY_BOOK, measure }).cursor.pages,
              system,
              measure,
            });
      const texts = sketches.flatMap(({ items }) => items.filter((item) => item.kind === 'text'));
      const shown = texts.flatMap(({ lines }) => lines.map(({ text }) => text)).join('');
      for (const value of Object.values(values)) {
        if (value.kind === 'text')
          expect(shown.replaceAll(/\s/g, ''), name).toContain(value.text.replaceAll(/\s/g, ''));
      }
      const sizesPx = new Set(
        [...template.layout.elements, ...(template.baseLayer?.odd.elements ?? [])].flatMap((element) =>
          element.type === 'text' ? [element.fontSize.toFixed(1)] : [],
        ),
      );
      for (const { sizeMm, lines } of texts)
        expect([...sizesPx], `${name}: ${lines.map(({ text }) => text).join(' ')}`).toContain(
          ((sizeMm * 96) / 25.4).toFixed(1),
        );
    }
  });
});
