import { describe, expect, it } from 'vitest';
import type { LayoutElement } from '../contract/templates.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import type { BoundValues } from './bound-values.ts';
import { composeCover } from './compose.ts';
import { measure, picture, place, px, square, system, template, words } from './testing/layout-bench.ts';

describe('a cover', () => {
  const photo: LayoutElement = {
    ...place('p', 0, 0, 243, 248),
    type: 'photo',
    fileName: '$$front$$',
    fit: 'cover',
    panel: 'front',
  };
  const cover = template([
    { ...place('b', 0, 0, 243, 248), type: 'rectangle', backgroundColor: '#FF224466', panel: 'back' },
    { ...place('s', 0, 0, 10, 248), type: 'rectangle', backgroundColor: '#FF224466', panel: 'spine' },
    photo,
    words('t', '$$title$$', 0, 60, { panel: 'spine', width: px(10), height: px(120), rotation: 90 }),
  ]);
  const values: BoundValues = {
    front: { kind: 'picture', picture: picture(3000, 3000) },
    title: { kind: 'text', text: '우리의 여름' },
  };

  it('reaches the ends of the sheet with what reaches its panels, and leaves no paper at the hinges', () => {
    const { items } = composeCover({ spec: square, pageCount: 24, template: cover, values, system, measure });
    const [back, front, spine] = ['rectangle', 'picture']
      .flatMap((kind) => items.filter((item) => item.kind === kind))
      .sort((a, b) => a.box.xMm - b.box.xMm)
      .map(({ box }) => box)
      .sort((a, b) => b.widthMm - a.widthMm);
    expect(back).toEqual({ xMm: 0, yMm: 0, widthMm: 267, heightMm: 288 });
    expect(front).toEqual({ xMm: 277, yMm: 0, widthMm: 267, heightMm: 288 });
    expect(spine).toEqual({ xMm: 267, yMm: 0, widthMm: 10, heightMm: 288 });
  });

  it('turns the title of its spine, within the spine', () => {
    const { items } = composeCover({ spec: square, pageCount: 24, template: cover, values, system, measure });
    const title = items.find((item) => item.kind === 'text');
    expect(title).toMatchObject({
      rotation: 90,
      box: { xMm: 267 + 1.6, widthMm: 10 - 3.2 },
      lines: [{ text: '우리의 여름' }],
    });
  });

  it('has no title on a spine that is too thin for one', () => {
    const thin: SpecGeometry = { ...square, coverType: 'Softcover', coverThicknessMm: 1, pageThicknessMm: 0.054 };
    expect(
      composeCover({ spec: thin, pageCount: 24, template: cover, values, system, measure }).items.filter(
        (item) => item.kind === 'text',
      ),
    ).toEqual([]);
  });
});
