import { expect, test } from 'vitest';
import { dashesMmOf, GUIDE_LINE_PT } from '../../../src-core/specs/guide-pens.ts';
import { GUIDE_COLOURS, guidesOf, type Guide } from '../../../src-core/specs/guides.ts';
import { writeTemplateSvg } from '../../../src-core/specs/template-svg.ts';
import type { TemplateWords } from '../../../src-core/specs/template-words.ts';
import { LANGUAGES, type Language } from '../../../src-core/text-ref.ts';
import { MM_PER_POINT } from '../../../src-core/units.ts';
import { shippedSpecs, specNamed } from '../../../test/fixtures/catalogue.ts';
import { createText } from '../../i18n/text.ts';

// Chromium's own parser of XML reads what other programs will, and says where it is none.

const INKSCAPE = 'http://www.inkscape.org/namespaces/inkscape';
const SODIPODI = 'http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd';

function wordsIn(language: Language, more: Partial<TemplateWords> = {}): TemplateWords {
  const { t } = createText(language);
  return {
    language,
    title: 'a title',
    told: 'what it is',
    artwork: t('shell.template.artwork'),
    guides: t('shell.template.guides'),
    guidesToHide: t('shell.template.guidesToHide'),
    guide: (kind, valueMm) => {
      const name = t(`specs.guide.${kind}`);
      return valueMm === null ? name : t('shell.template.guide', { name, valueMm });
    },
    ...more,
  };
}

function parsed(svg: string): Element {
  const root = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  expect(root.querySelector('parsererror')?.textContent ?? null).toBeNull();
  expect([root.localName, root.namespaceURI]).toEqual(['svg', 'http://www.w3.org/2000/svg']);
  return root;
}

const layerName = (layer: Element): string | null => layer.getAttributeNS(INKSCAPE, 'label');
const layersOf = (parent: Element): Element[] => [...parent.children].filter(({ localName }) => localName === 'g');
const numbersOf = (shape: Element, names: readonly string[]): number[] =>
  names.map((name) => Number(shape.getAttribute(name)));

/** A guide as the numbers of its shape, to a tenth of a micrometre. */
function shapeOf(guide: Guide): { readonly name: string; readonly numbers: readonly number[] } {
  const numbers =
    guide.form === 'line'
      ? [guide.x1Mm, guide.y1Mm, guide.x2Mm, guide.y2Mm]
      : [guide.rect.xMm, guide.rect.yMm, guide.rect.widthMm, guide.rect.heightMm];
  return { name: guide.form === 'line' ? 'line' : 'rect', numbers };
}
const SHAPES = { line: ['x1', 'y1', 'x2', 'y2'], rect: ['x', 'y', 'width', 'height'] } as const;

const CASES = shippedSpecs.flatMap((spec) =>
  (['cover', 'contents'] as const).flatMap((kind) =>
    [...new Set([spec.pageMin, spec.pageDefault, spec.pageMax])].map(
      (pages) => [spec.bookSpecUid, kind, pages, spec] as const,
    ),
  ),
);

test.each(CASES)('%s, %s, %i pages: sheet and guides in millimetres, a layer for each kind', (_, kind, pages, spec) => {
  for (const language of LANGUAGES) {
    const words = wordsIn(language);
    const sheet = guidesOf(spec, kind, pages);
    const root = parsed(writeTemplateSvg(spec, kind, pages, words));
    expect(Number.parseFloat(root.getAttribute('width') ?? '')).toBeCloseTo(sheet.widthMm, 3);
    expect(Number.parseFloat(root.getAttribute('height') ?? '')).toBeCloseTo(sheet.heightMm, 3);
    expect([root.getAttribute('width'), root.getAttribute('height')].every((size) => size?.endsWith('mm'))).toBe(true);
    const [left, top, width = 0, height = 0] = (root.getAttribute('viewBox') ?? '').split(' ').map(Number);
    expect([left, top]).toEqual([0, 0]);
    expect(width).toBeCloseTo(sheet.widthMm, 3);
    expect(height).toBeCloseTo(sheet.heightMm, 3);

    const [artwork, guides, ...others] = layersOf(root);
    if (artwork === undefined || guides === undefined) throw new Error('artwork lies below guides');
    expect(others).toEqual([]);
    expect([layerName(artwork), artwork.childNodes.length]).toEqual([words.artwork, 0]);
    expect(artwork.getAttributeNS(SODIPODI, 'insensitive')).toBeNull();
    expect(layerName(guides)).toBe(words.guidesToHide);
    expect(Number(guides.getAttribute('stroke-width'))).toBeCloseTo(GUIDE_LINE_PT * MM_PER_POINT, 3);
    const view = root.getElementsByTagNameNS(SODIPODI, 'namedview')[0];
    expect(view?.getAttributeNS(INKSCAPE, 'current-layer')).toBe(artwork.id);

    const kinds = [...new Set(sheet.guides.map((guide) => guide.kind))];
    const layers = layersOf(guides);
    expect(layers).toHaveLength(kinds.length);
    expect(guides.children).toHaveLength(kinds.length);
    kinds.forEach((one, at) => {
      const wanted = sheet.guides.filter((guide) => guide.kind === one);
      const layer = layers[at];
      if (layer === undefined) throw new Error('each kind has its layer');
      expect(layerName(layer)).toBe(words.guide(one, wanted[0]?.valueMm ?? null));
      expect(layer.getAttribute('stroke')).toBe(GUIDE_COLOURS[one]);
      const dashes = (layer.getAttribute('stroke-dasharray') ?? '').split(' ').filter(Boolean).map(Number);
      expect(dashes).toHaveLength(dashesMmOf(one).length);
      dashesMmOf(one).forEach((mm, dash) => expect(dashes[dash]).toBeCloseTo(mm, 3));
      const shapes = [...layer.children];
      expect(shapes).toHaveLength(wanted.length);
      wanted.map(shapeOf).forEach(({ name, numbers }, which) => {
        const shape = shapes[which];
        expect(shape?.localName).toBe(name);
        if (shape === undefined) return;
        numbersOf(shape, SHAPES[name === 'line' ? 'line' : 'rect']).forEach((number, part) =>
          expect(number).toBeCloseTo(numbers[part] ?? Number.NaN, 3),
        );
        expect(shape.hasAttribute('fill')).toBe(wanted[which]?.form === 'band');
      });
    });

    const all = [artwork, guides, ...layers];
    for (const layer of all) expect(layer.getAttributeNS(INKSCAPE, 'groupmode')).toBe('layer');
    for (const layer of [guides, ...layers]) expect(layer.getAttributeNS(SODIPODI, 'insensitive')).toBe('true');
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    // What a program shows as a layer's name when it knows of ids alone.
    for (const { id } of all) expect(id).toMatch(/^\p{L}[\p{L}\p{Nd}._-]*$/u);
  }
});

test('of the hard cover of 66 pages, by its known numbers', () => {
  const root = parsed(writeTemplateSvg(specNamed('SQUAREBOOK_HC'), 'cover', 66, wordsIn('en')));
  const layer = (name: string): Element[] => [...(root.querySelector(`[*|label="${name}"]`)?.children ?? [])];
  expect([root.getAttribute('width'), root.getAttribute('height')]).toEqual(['550mm', '288mm']);
  expect(layer('Spine 16 mm').map((shape) => numbersOf(shape, SHAPES.rect))).toEqual([[267, 17, 16, 254]]);
  expect(layer('Hinge 10 mm').map((shape) => numbersOf(shape, SHAPES.rect))).toEqual([
    [257, 17, 10, 254],
    [283, 17, 10, 254],
  ]);
  expect(layer('Trim').map((shape) => numbersOf(shape, SHAPES.rect))).toEqual([[17, 17, 516, 254]]);
});

test('a name that another has chosen is text and nothing else', () => {
  const title = 'A&B <script>"\u0001\ud800 책 🎂';
  const words = wordsIn('ko', { title, told: title, guide: (kind) => `${kind} "<&` });
  const root = parsed(writeTemplateSvg(specNamed('SQUAREBOOK_HC'), 'cover', 24, words));
  const seen = 'A&B <script>" 책 🎂';
  expect(root.querySelector('title')?.textContent).toBe(seen);
  expect(root.querySelector('desc')?.textContent).toBe(seen);
  expect(root.querySelector('script')).toBeNull();
  expect(layersOf(root).flatMap(layersOf).map(layerName)).toContain('wrap "<&');
});

test('Chromium draws the spine where it is, in its tint', async () => {
  const svg = writeTemplateSvg(specNamed('SQUAREBOOK_HC'), 'cover', 66, wordsIn('ko'));
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = new OffscreenCanvas(550, 288);
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('a canvas has a pen');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, 550, 288);
  pen.drawImage(picture, 0, 0, 550, 288);
  const at = (x: number, y: number) => [...pen.getImageData(x, y, 1, 1).data.slice(0, 3)];
  const tint = [0x1f, 0x6f, 0xeb].map((part) => Math.round(255 - (255 - part) * 0.18));
  for (const [channel, value] of at(275, 140).entries()) expect(Math.abs(value - (tint[channel] ?? 0))).toBeLessThan(3);
  expect(at(120, 140)).toEqual([255, 255, 255]);
});
