import { describe, expect, it } from 'vitest';
import type { LayoutElement } from '../contract/templates.ts';
import { shippedSpecs } from '../../test/fixtures/catalogue.ts';
import { CSS_PX_PER_MM } from '../units.ts';
import { expandTheme } from './expand-theme.ts';
import { themeSchema } from './theme.ts';

const [spec] = shippedSpecs;
if (spec === undefined) throw new Error('no spec is shipped');

function expanded(template: object, more: object = {}) {
  const theme = themeSchema.parse({
    ...{ key: 't', theme: 't', category: null },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
    colours: { paper: '#FFFFFF', ink: '#222222' },
    styles: { body: { pt: 10, colour: 'ink', vertical: 'bottom' } },
    margins: { spine: 0.1, fore: 0.1, head: 0.1, tail: 0.1 },
    flow: { columns: { square: 1, portrait: 1 }, columnGap: 8, spacing: 8 },
    base: [],
    templates: [{ key: 'x', name: 'x', kind: 'content', ...template }],
    ...more,
  });
  const [first] = expandTheme(theme, spec as NonNullable<typeof spec>, []);
  return (first?.layout.elements ?? []) as (LayoutElement & Record<string, unknown>)[];
}
const form = (key: string, when: string, height: string) => ({
  ...{ type: 'photo', key, photo: 'photo', when, fit: 'fitting', most: 0.1, anchor: 'bottom', top: 0, height },
});
const text = (more: object) => ({ type: 'text', text: '$$words$$', style: 'body', ...more });

describe('a theme with frames that follow their pictures', () => {
  it('says on the wire which frames fit, for which pictures, and what stands below which of them', () => {
    const [wide, high, caption, date] = expanded({
      elements: [
        form('wide', 'wide', '40%'),
        form('high', 'high', '80%'),
        text({ key: 'caption', below: 'photo', gap: 3, lines: 1 }),
        text({ below: 'caption', gap: 2, left: 0, lines: 1 }),
      ],
    });
    expect([wide, high]).toMatchObject([
      { fit: 'cover', fitting: { mostCropped: 0.1, anchor: 'bottom' }, when: 'wide' },
      { fit: 'cover', fitting: { mostCropped: 0.1, anchor: 'bottom' }, when: 'high' },
    ]);
    expect(caption?.below).toEqual({ elementIds: ['x-1', 'x-2'], gap: 11.34, asWide: true });
    expect(caption?.position.y).toBeCloseTo((wide?.position.y ?? 0) + (wide?.height ?? 0) + 3 * CSS_PX_PER_MM, 1);
    expect(date?.below).toEqual({ elementIds: ['x-3'], gap: 7.56, asWide: false });
  });

  it('says nothing of what stands below anything else', () => {
    const [, caption] = expanded({
      elements: [{ type: 'photo', key: 'p', photo: 'photo', height: 50 }, text({ below: 'p', lines: 1 })],
    });
    expect(caption).not.toHaveProperty('below');
  });

  it('makes a card of a text on a picture', () => {
    const [, card] = expanded({
      elements: [
        { type: 'photo', key: 'p', photo: 'photo', in: 'bleed' },
        text({ on: 'p', hug: true, in: 'trim', left: 12, right: 12, top: 12, bottom: 12 }),
      ],
    });
    expect(card).toMatchObject({ hug: { on: 'x-1', mostWide: 0.62 }, backgroundColor: '#FFFFFFFF' });
  });

  it.each([
    ['hug without a picture', text({ hug: true })],
    ['a picture without hug', text({ on: 'p' })],
    ['a picture that is not there', text({ on: 'q', hug: true })],
    ['lines of a box that is where the card may lie', text({ on: 'p', hug: true, lines: 2 })],
    ['a place above what moves', text({ above: 'f', lines: 1 })],
  ])('refuses %s', (_, element) => {
    const photos = [
      { type: 'photo', key: 'p', photo: 'photo', in: 'bleed' },
      { type: 'photo', key: 'f', photo: 'photo', fit: 'fitting', top: '50%' },
    ];
    expect(() => expanded({ elements: [...photos, element] })).toThrow(/^t \/ x for /);
  });

  it('has its back on every cover, and nowhere else', () => {
    const back = [text({ text: '@@bookTitle@@', in: 'trim', left: 20, right: 20, bottom: 20, lines: 1 })];
    const rectangle = { type: 'rectangle', panel: 'front', fill: 'ink', in: 'bleed' };
    expect(expanded({ kind: 'cover', elements: [rectangle] }, { back })).toMatchObject([
      { element_id: 'back-1', panel: 'back', text: '@@bookTitle@@' },
      { panel: 'front' },
    ]);
    expect(expanded({ elements: [] }, { back })).toEqual([]);
  });
});
