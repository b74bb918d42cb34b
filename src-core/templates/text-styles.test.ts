import { expect, it } from 'vitest';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';
import { templateSchema } from '../contract/templates.ts';
import { CSS_PX_PER_MM } from '../units.ts';
import { expandTheme } from './expand-theme.ts';
import { themeSchema } from './theme.ts';

/** One text of a style, on a page or in a flow. */
function expanded(style: object, text: object = {}, flow = false) {
  const theme = themeSchema.parse({
    key: 'own',
    theme: '나만의',
    category: null,
    createdAt: '2026-05-07T00:00:00.000Z',
    updatedAt: '2026-05-07T00:00:00.000Z',
    colours: { paper: '#FFFFFF', ink: '#000000' },
    styles: { title: { pt: 20, colour: 'ink', ...style } },
    margins: { spine: 0.1, fore: 0.1, head: 0.1, tail: 0.1 },
    flow: { columns: { square: 1, portrait: 1 }, columnGap: 5, spacing: 5 },
    base: [],
    templates: [
      {
        ...{ key: 'one', name: '하나', kind: 'content', flow },
        parameters: { title: { description: '제목' } },
        elements: [{ type: 'text', text: '$$title$$', style: 'title', lines: 2, ...text }],
      },
    ],
  });
  const [spec] = shippedSpecs;
  if (spec === undefined) throw new Error('the catalogue has no spec');
  const [template] = expandTheme(theme, spec, []);
  const [element] = templateSchema.parse(template).layout.elements;
  if (element?.type !== 'text') throw new Error('no text');
  return element;
}

it('a style says its family, leading, tracking, least size and spare room on the wire, and nothing that it does not say', () => {
  expect(expanded({ face: 'hand', leading: 1.25, tracking: 0.02, least: 0.9, spare: 12 })).toMatchObject({
    fontFamily: 'Nanum Pen Script',
    lineHeight: 1.25,
    letterSpacing: 0.02,
    leastScale: 0.9,
    spareHeight: expect.closeTo(12 * CSS_PX_PER_MM, 2),
  });
  expect(['sans', 'serif', 'round'].map((face) => expanded({ face }).fontFamily)).toEqual([
    'Pretendard',
    'Gowun Batang',
    'Gowun Dodum',
  ]);
  const plain = expanded({});
  expect(plain.fontFamily).toBe('Pretendard');
  for (const word of ['lineHeight', 'letterSpacing', 'leastScale', 'spareHeight'])
    expect(plain).not.toHaveProperty(word);
});

it('a box given by its lines is as high as the leading makes them', () => {
  const [tight, usual] = [expanded({ leading: 1.25 }), expanded({})];
  expect(usual.height - tight.height).toBeCloseTo(2 * usual.fontSize * (1.6984 - 1.25), 1);
});

it('what grows or flows has no spare room', () => {
  expect(expanded({ spare: 10 }, { grows: true })).not.toHaveProperty('spareHeight');
  expect(expanded({ spare: 10 }, {}, true)).not.toHaveProperty('spareHeight');
});

it('a family that there is not, and lines that overlap, are no theme', () => {
  expect(() => expanded({ face: 'comic' })).toThrow();
  expect(() => expanded({ leading: 0.9 })).toThrow();
});
