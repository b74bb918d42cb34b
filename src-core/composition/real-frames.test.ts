import { describe, expect, it } from 'vitest';
import type { BoxMm } from '../specs/book-geometry.ts';
import type { LayoutElement } from '../contract/templates.ts';
import { composeContents, placeEntry } from './compose.ts';
import { EMPTY_BOOK } from './flow.ts';
import type { BoundPicture, BoundValues } from './bound-values.ts';
import type { PaintItem } from './sketch.ts';
import {
  anywhere,
  linesOf,
  measure,
  picture,
  place,
  px,
  square,
  system,
  template,
  words,
} from './testing/layout-bench.ts';

const photo = (id: string, box: readonly [number, number, number, number], more: object = {}): LayoutElement => ({
  ...place(id, ...box),
  type: 'photo',
  fileName: '$$photo$$',
  fit: 'cover',
  fitting: { mostCropped: 0, anchor: 'center' },
  ...more,
});
const under = (elementIds: string[], gapMm: number, asWide = false) => ({
  below: { elementIds, gap: px(gapMm), asWide },
});
const bound = (photoOf: BoundPicture, more: BoundValues = {}): BoundValues => ({
  photo: { kind: 'picture', picture: photoOf },
  ...more,
});
const said = (value: string) => ({ kind: 'text', text: value }) as const;

function pageOf(elements: LayoutElement[], values: BoundValues): readonly PaintItem[] {
  const entries = [{ template: template(elements), values, wish: anywhere }];
  return composeContents({ spec: square, entries, pageCount: 1, system, measure })[0]?.items ?? [];
}
const rounded = ({ xMm, yMm, widthMm, heightMm }: BoxMm) =>
  [xMm, yMm, widthMm, heightMm].map((value) => Math.round(value * 1000) / 1000);
const boxOf = (item: PaintItem | undefined) => rounded(item?.box ?? { xMm: 0, yMm: 0, widthMm: 0, heightMm: 0 });
const picturesOf = (items: readonly PaintItem[]) => items.filter((item) => item.kind === 'picture');
const texts = (items: readonly PaintItem[]) => items.filter((item) => item.kind === 'text');

describe('what stands below a picture', () => {
  const slot = [20, 20, 200, 150] as const;
  const caption = words('c', '$$caption$$', 20, 173, { ...under(['p'], 3, true), width: px(200) });

  it('follows its real edge, and begins where it begins', () => {
    const values = bound(picture(2000, 1000), { caption: said('바다') });
    const items = pageOf([photo('p', slot), caption], values);
    expect(boxOf(picturesOf(items)[0])).toEqual([20, 45, 200, 100]);
    const own = texts(items).find((item) => linesOf([item]).includes('바다'));
    expect(own?.box.yMm).toBeCloseTo(148, 5);
    const high = pageOf([photo('p', slot, { fitting: { mostCropped: 0, anchor: 'left' } }), caption], {
      ...bound(picture(1000, 1500), { caption: said('산') }),
    });
    expect(boxOf(picturesOf(high)[0])).toEqual([20, 20, 100, 150]);
    expect(boxOf(texts(high).find((item) => linesOf([item]).includes('산'))).slice(0, 3)).toEqual([20, 173, 100]);
  });

  it('is never narrower than words can be read in', () => {
    const values = bound(picture(500, 2500), { caption: said('탑') });
    const own = texts(pageOf([photo('p', slot), caption], values)).find((item) => linesOf([item]).includes('탑'));
    expect(boxOf(own).slice(0, 3)).toEqual([105, 173, 60]);
  });

  it('follows the form of the picture that is shown, and so does what stands below that', () => {
    const elements = [
      photo('wide', [20, 20, 200, 100], { when: 'wide' }),
      photo('high', [60, 20, 120, 180], { when: 'high' }),
      words('c', '$$caption$$', 20, 123, under(['wide', 'high'], 3)),
      words('d', '$$date$$', 20, 135, under(['c'], 2)),
    ];
    const topsOf = (own: BoundPicture, caption: string) =>
      texts(pageOf(elements, bound(own, { caption: said(caption), date: said('오월') })))
        .filter((item) => ['바다', '오월'].includes(linesOf([item])[0] ?? ''))
        .map(({ box }) => Math.round(box.yMm));
    expect(topsOf(picture(2000, 1000), '바다')).toEqual([123, 135]);
    expect(topsOf(picture(1000, 1500), '바다')).toEqual([203, 215]);
    // A caption that is not there keeps its place on a page.
    expect(topsOf(picture(1000, 1500), '')).toEqual([215]);
  });

  it('rises in a column, whose next block begins where the picture really ends', () => {
    const card = { ...place('card', 0, 0, 100, 130), type: 'rectangle', backgroundColor: '#FFEEEEEE' } as const;
    const block = template(
      [
        card,
        photo('p', [10, 10, 80, 90], { fitting: { mostCropped: 0, anchor: 'top' } }),
        words('c', '$$caption$$', 10, 103, under(['p'], 3)),
      ],
      {
        columns: 1,
        heightMm: 130,
      },
    );
    const entry = { template: block, spec: square, wish: anywhere, measure };
    const usedMm = (own: BoundPicture, more: BoundValues) => {
      const { cursor } = placeEntry({ ...entry, values: bound(own, more), cursor: EMPTY_BOOK });
      return ((cursor.open?.usedPx ?? 0) * 25.4) / 96;
    };
    const caption = { caption: said('바다') };
    expect(usedMm(picture(800, 900), caption)).toBeCloseTo(130, 5);
    expect(usedMm(picture(800, 400), caption)).toBeCloseTo(80, 5);
  });
});

describe('a text on a picture', () => {
  it('makes the picture end above it where no place of it is free', () => {
    const faces = [0, 0.2, 0.4, 0.6, 0.8].flatMap((x) =>
      [0.03, 0.28, 0.53, 0.78].map((y) => ({ x, y, width: 0.18, height: 0.2, score: 0.9 })),
    );
    const crowd = { ...picture(2430, 2480), subject: { faces, attention: null } };
    const elements = [
      photo('p', [-3, -3, 249, 254], { fitting: undefined }),
      words('c', '$$caption$$', 12, 12, {
        ...{ width: px(219), height: px(224), verticalAlignment: 'bottom', backgroundColor: '#FFFFFFFF' },
        hug: { on: 'p', padding: px(3), mostWide: 0.62 },
      }),
    ];
    const items = pageOf(elements, bound(crowd, { caption: said('모두 함께') }));
    const card = items.find((item) => item.kind === 'rectangle');
    const shown = picturesOf(items)[0];
    expect((shown?.box.yMm ?? 0) + (shown?.box.heightMm ?? 0)).toBeCloseTo((card?.box.yMm ?? 0) - 4, 5);
    expect((card?.box.yMm ?? 0) + (card?.box.heightMm ?? 0)).toBeCloseTo(236, 5);
    // Nothing is said: nothing is given up.
    expect(picturesOf(pageOf(elements, bound(crowd)))[0]?.box.heightMm).toBeCloseTo(254, 5);
  });
});
