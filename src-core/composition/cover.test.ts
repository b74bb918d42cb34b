import { describe, expect, it } from 'vitest';
import type { LayoutElement } from '../contract/templates.ts';
import type { SpecGeometry } from '../specs/book-geometry.ts';
import type { PageRule } from '../specs/page-rules.ts';
import type { BoundValues } from './bound-values.ts';
import { composeCover } from './compose.ts';
import { judgeCover } from './cover.ts';
import { mmToPoints } from '../units.ts';
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

  it('refuses a turned text elsewhere that is too long, which is no line of a spine', () => {
    const turned = template([
      words('t', '$$title$$', 100, 60, { panel: 'back', width: px(10), height: px(60), rotation: 90 }),
    ]);
    const long = { title: { kind: 'text' as const, text: '가'.repeat(60) } };
    const { fits } = judgeCover({
      spec: { ...square, pageIncrement: 2 },
      template: turned,
      values: long,
      system,
      measure,
    });
    expect(fits).toMatchObject([{ field: 'title', fit: { kind: 'tooLong' } }]);
  });

  it('has no title on a spine that is too thin for one', () => {
    const thin: SpecGeometry = { ...square, coverType: 'Softcover', coverThicknessMm: 1, pageThicknessMm: 0.054 };
    expect(
      composeCover({ spec: thin, pageCount: 24, template: cover, values, system, measure }).items.filter(
        (item) => item.kind === 'text',
      ),
    ).toEqual([]);
  });

  describe('tells of the line of its spine', () => {
    const spec: SpecGeometry & PageRule = { ...square, pageIncrement: 2 };
    // As thick as each page count makes it: 6.1 mm at 24 pages, 6.3 mm at 26.
    const soft: typeof spec = {
      ...spec,
      coverType: 'Softcover',
      coverThicknessMm: 3.7,
      pageThicknessMm: 0.1,
      pageMax: 30,
    };
    const lettered = (text: string) => ({ ...values, title: { kind: 'text' as const, text } });
    const judged = (text: string, on = spec, by = measure) =>
      judgeCover({ spec: on, template: cover, values: lettered(text), system, measure: by }).fits;
    const lineOf = (text: string, pageCount: number, on = spec) =>
      composeCover({ spec: on, pageCount, template: cover, values: lettered(text), system, measure }).items.flatMap(
        (item) =>
          item.kind === 'text' ? [{ pt: mmToPoints(item.sizeMm), text: item.lines.map((line) => line.text) }] : [],
      );

    it('what of it is printed, however thick the book becomes, where 7 pt are too large for it', () => {
      // 120 mm are 48 syllables of 7 pt.
      expect([judged('가'.repeat(48)), lineOf('가'.repeat(48), 24)]).toEqual([
        [],
        [{ pt: expect.closeTo(7, 9), text: ['가'.repeat(48)] }],
      ]);
      const fit = { kind: 'cut', characters: 60, room: 48, printed: 48, setPt: expect.closeTo(7, 9) };
      expect(judged('가'.repeat(60))).toEqual([{ field: 'title', isOfBook: false, fit }]);
      for (const pageCount of [24, 130])
        expect(lineOf('가'.repeat(60), pageCount)).toEqual([
          { pt: expect.closeTo(7, 9), text: [`${'가'.repeat(48)}…`] },
        ]);
    });

    it('without the spaces around it, which take no room', () => {
      expect(judged(` ${'가'.repeat(48)} `)).toEqual([]);
      expect(lineOf(` ${'가'.repeat(48)}\u0085`, 24)).toMatchObject([{ text: ['가'.repeat(48)] }]);
    });

    it('but not of one that is not shown', () => {
      const hidden = template([
        words('t', '$$title$$', 0, 60, { panel: 'spine', rotation: 90, visible: '$$withSpine$$' }),
      ]);
      const off = { ...lettered('가'.repeat(60)), withSpine: { kind: 'boolean' as const, value: false } };
      expect(judgeCover({ spec: soft, template: hidden, values: off, system, measure }).fits).toEqual([]);
    });

    it('up to which page count it is left out', () => {
      expect(judged('여름', soft)).toEqual([
        { field: 'title', isOfBook: false, fit: { kind: 'thinSpine', upToPages: 24 } },
      ]);
      expect([lineOf('여름', 24, soft), lineOf('여름', 26, soft).length]).toEqual([[], 1]);
      expect(judged('여름', { ...soft, pageMax: 24 })).toMatchObject([{ fit: { kind: 'thinSpine', upToPages: null } }]);
    });

    it('by the rules that its book was begun with, which tell nothing', () => {
      const former = { ...measure, rules: 8 } as const;
      for (const text of ['여름', '가'.repeat(200)]) expect(judged(text, soft, former)).toEqual([]);
      expect(judged('여름', { ...soft, pageMax: 24 }, former)).toEqual([]);
      const { items } = composeCover({ spec: soft, pageCount: 24, template: cover, values, system, measure: former });
      const [line] = items.flatMap((item) => (item.kind === 'text' ? [mmToPoints(item.sizeMm)] : []));
      expect(line).toBeLessThan(7);
    });
  });
});
