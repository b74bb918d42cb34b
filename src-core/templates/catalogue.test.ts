import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { templateSchema, type LayoutElement, type Template, type TextElement } from '../contract/templates.ts';
import { anatomyOf } from '../specs/anatomy.ts';
import { specProfilesSchema, type CatalogueSpec } from '../specs/catalogue.ts';
import { expandTheme } from './expand-theme.ts';
import { TEMPLATE_CATEGORIES } from './template-categories.ts';
import { themeSchema, type Theme } from './theme.ts';
import { CSS_PX_PER_MM } from '../units.ts';
import { shippedSpecs as specs } from '../../test/fixtures/catalogue.ts';

const resources = resolve(import.meta.dirname, '../../resources');
const read = (path: string): unknown => JSON.parse(readFileSync(join(resources, path), 'utf8'));
const profiles = specProfilesSchema.parse(read('catalogue/spec-profiles.json'));
const themesIn = (folder: string) =>
  readdirSync(join(resources, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => themeSchema.parse(read(`${folder}/${name}`)));
const themes = themesIn('templates');
/** As four of them were before they were redrawn. */
const former = themesIn('templates/former/9');
const all = themes.flatMap((theme) => specs.flatMap((spec) => expandTheme(theme, spec, profiles)));

const nameOf = (template: Template) => `${template.theme} ${template.templateName} ${template.bookSpecUid}`;
const specOf = ({ bookSpecUid }: Template): CatalogueSpec => {
  const spec = specs.find((one) => one.bookSpecUid === bookSpecUid);
  if (spec === undefined) throw new Error(bookSpecUid);
  return spec;
};

interface Surface {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** What an element lies on, and how far that goes on beyond its trim. */
interface Ground extends Surface {
  readonly beyondMm: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
}

function groundOf(template: Template, element: LayoutElement): Ground {
  const spec = specOf(template);
  const bleed = spec.bleedMm;
  if (template.templateKind !== 'cover') {
    return {
      widthMm: spec.innerTrimWidthMm * (template.layoutRules.pages ?? 1),
      heightMm: spec.innerTrimHeightMm,
      beyondMm: { left: bleed, right: bleed, top: bleed, bottom: bleed },
    };
  }
  if (element.panel === undefined) throw new Error(`${nameOf(template)}: ${element.element_id} names no panel`);
  const { cover, sheet, trim } = anatomyOf(spec, { kind: 'cover', pages: spec.pageDefault });
  if (cover === null) throw new Error('a cover has zones');
  // Panels lie at the outer edges of the cover, a hard cover's in the middle of its boards' height.
  const [widthMm, heightMm] = [spec.innerTrimWidthMm, spec.innerTrimHeightMm];
  const outside = sheet.rightMm - trim.rightMm;
  const inside = trim.rightMm - widthMm - cover.spine.rightMm;
  const over = (sheet.bottomMm - sheet.topMm - heightMm) / 2;
  return {
    widthMm,
    heightMm,
    beyondMm: {
      left: element.panel === 'front' ? inside : outside,
      right: element.panel === 'front' ? outside : inside,
      top: over,
      bottom: over,
    },
  };
}

const mm = (px: number) => px / CSS_PX_PER_MM;
/** Canvas pixels have two decimals. */
const ROUNDING_MM = 0.01;

/** How far the element's sides lie inside the trim of its ground; negative beyond it. */
function insets(element: LayoutElement, ground: Surface) {
  const [left, top] = [mm(element.position.x), mm(element.position.y)];
  return {
    left,
    top,
    right: ground.widthMm - left - mm(element.width),
    bottom: ground.heightMm - top - mm(element.height),
  };
}

const pageTemplates = all.filter(({ layoutRules }) => layoutRules.flow === undefined);
/** With the room below that its lines may take. */
const withSpare = (text: TextElement): TextElement => ({ ...text, height: text.height + (text.spareHeight ?? 0) });
const textsOf = (elements: readonly LayoutElement[]) =>
  elements.flatMap((element) => (element.type === 'text' ? [withSpare(element)] : []));

function variablesOf(template: Template): Set<string> {
  const used = template.layout.elements.flatMap((element) => {
    const own =
      element.type === 'text'
        ? element.text
        : element.type === 'photo'
          ? element.fileName
          : 'photos' in element
            ? element.photos
            : '';
    return [...`${own} ${element.visible ?? ''}`.matchAll(/\$\$(\w+)\$\$/g)].map(([, name]) => name ?? '');
  });
  return new Set(used);
}

describe('every template', () => {
  it('is a template record of the contract', () => {
    for (const template of all) expect(templateSchema.parse(template)).toEqual(template);
  });

  it('defines each variable that its layout names, and names each that it defines', () => {
    for (const template of all) {
      expect([...variablesOf(template)].sort(), nameOf(template)).toEqual(
        Object.keys(template.parameters.definitions).sort(),
      );
    }
  });

  it('binds each variable as its element needs it', () => {
    for (const template of all) {
      const bindingOf = (variable: string) => template.parameters.definitions[variable.slice(2, -2)]?.binding;
      for (const element of template.layout.elements) {
        if (element.type === 'photo') expect(bindingOf(element.fileName), nameOf(template)).toBe('file');
        if ('photos' in element) expect(bindingOf(element.photos), nameOf(template)).toBe(element.type);
      }
    }
  });

  it('has an uid of its own: 12 characters of base62', () => {
    expect(new Set(all.map((template) => template.templateUid)).size).toBe(all.length);
    for (const { templateUid } of all) expect(templateUid).toMatch(/^[0-9A-Za-z]{12}$/);
  });

  it('keeps its uid: books that were made with it name it', () => {
    const uidsOf = (own: readonly Theme[], pages: 1 | 2 = 1) =>
      own
        .flatMap((theme) => specs.flatMap((spec) => expandTheme(theme, spec, profiles)))
        .filter(({ layoutRules }) => (layoutRules.pages ?? 1) === pages)
        .map(({ templateUid }) => templateUid)
        .sort();
    const held = (uids: readonly string[]) => [
      uids.length,
      createHash('sha256').update(uids.join(' ')).digest('hex').slice(0, 16),
    ];
    const first = themes.filter(({ key }) => former.some((before) => before.key === key));
    const second = themes.filter((theme) => !first.includes(theme));
    // By when they came: those of the first four themes, what was added as these were redrawn, and those of four more.
    const before = new Set([...uidsOf(former), ...uidsOf(former, 2)]);
    const added = (pages: 1 | 2) => uidsOf(first, pages).filter((uid) => !before.has(uid));
    expect(held(uidsOf(former))).toEqual([315, '1f2d6d976c29e9d3']);
    expect(held(uidsOf(former, 2))).toEqual([4, 'b1d791b3d3906ba8']);
    expect(new Set([...uidsOf(first), ...uidsOf(first, 2)])).toEqual(new Set([...before, ...added(1), ...added(2)]));
    expect(held(added(1))).toEqual([25, '2d7d452ac7204b57']);
    expect(held(added(2))).toEqual([8, 'c52ce4dd640594af']);
    expect(held(uidsOf(second))).toEqual([290, 'd8f49b8c3aa1e551']);
    expect(held(uidsOf(second, 2))).toEqual([14, '317a2e2ae00bba5f']);
    expect([first.length, second.length]).toEqual([4, 4]);
  });

  it('has a category that is one of the eight, or none', () => {
    for (const { category } of all) expect([null, ...TEMPLATE_CATEGORIES.map(({ key }) => key)]).toContain(category);
  });
});

describe.each(specs.map((spec) => spec.bookSpecUid))('%s', (bookSpecUid) => {
  const own = all.filter((template) => template.bookSpecUid === bookSpecUid);

  it.each(['cover', 'content', 'divider', 'publish'] as const)('has %s templates in three themes and more', (kind) => {
    expect(
      new Set(own.filter(({ templateKind }) => templateKind === kind).map(({ theme }) => theme)).size,
    ).toBeGreaterThanOrEqual(3);
  });

  it('has a blank content in three themes and more', () => {
    const blanks = own.filter(
      ({ templateKind, parameters }) => templateKind === 'content' && Object.keys(parameters.definitions).length === 0,
    );
    expect(new Set(blanks.map(({ theme }) => theme)).size).toBeGreaterThanOrEqual(3);
  });

  it('has templates of every binding and every type', () => {
    const definitions = own.flatMap(({ parameters }) => Object.values(parameters.definitions));
    expect(new Set(definitions.map(({ binding }) => binding))).toEqual(
      new Set(['text', 'file', 'gallery', 'collageGallery', 'rowGallery']),
    );
    expect(new Set(definitions.map(({ type }) => type))).toEqual(
      new Set(['string', 'int', 'boolean', 'double', 'array']),
    );
  });

  it('has text that goes on over pages, and rows of pictures that do', () => {
    expect(
      own.some(
        ({ layoutRules, layout }) =>
          layoutRules.flow !== undefined && textsOf(layout.elements).some((text) => text.isDynamic && text.splittable),
      ),
    ).toBe(true);
    expect(
      own.some(({ layout }) =>
        layout.elements.some((element) => element.type === 'rowGallery' && element.heightMode === 'auto'),
      ),
    ).toBe(true);
  });
});

describe('text', () => {
  const SAFE_MM = 10;

  it('keeps 10 mm from the trim, on a left and on a right page', () => {
    for (const template of pageTemplates) {
      for (const text of textsOf(template.layout.elements)) {
        if (text.panel === 'spine') continue;
        expect(
          Math.min(...Object.values(insets(text, groundOf(template, text)))),
          `${nameOf(template)} ${text.element_id}`,
        ).toBeGreaterThanOrEqual(SAFE_MM - ROUNDING_MM);
      }
    }
  });

  it('in columns keeps 10 mm from the trim, and more at the bound side', () => {
    for (const { layoutRules, bookSpecUid } of all) {
      const { spine, fore, head, tail } = layoutRules.margin.pageMargin;
      expect(mm(Math.min(fore, head, tail)), bookSpecUid).toBeGreaterThanOrEqual(SAFE_MM);
      expect(mm(spine), bookSpecUid).toBeGreaterThanOrEqual(12.7);
    }
  });

  it('of the base layer keeps 10 mm from the trim and off the columns', () => {
    for (const template of all) {
      const { innerTrimWidthMm: widthMm, innerTrimHeightMm: heightMm } = specOf(template);
      for (const side of ['odd', 'even'] as const) {
        for (const text of textsOf(template.baseLayer?.[side].elements ?? [])) {
          const inset = insets(text, { widthMm, heightMm });
          expect(Math.min(...Object.values(inset)), nameOf(template)).toBeGreaterThanOrEqual(SAFE_MM - ROUNDING_MM);
          expect(inset.top, nameOf(template)).toBeGreaterThanOrEqual(
            heightMm - mm(template.layoutRules.margin.pageMargin.tail),
          );
        }
      }
    }
  });

  it('does not lie over other text', () => {
    for (const template of all) {
      const texts = textsOf(template.layout.elements).filter(({ panel }) => panel !== 'spine');
      for (const [index, a] of texts.entries()) {
        for (const b of texts.slice(index + 1)) {
          if (a.panel !== b.panel) continue;
          const apart =
            a.position.x + a.width <= b.position.x + 0.05 ||
            b.position.x + b.width <= a.position.x + 0.05 ||
            a.position.y + a.height <= b.position.y + 0.05 ||
            b.position.y + b.height <= a.position.y + 0.05;
          expect(apart, `${nameOf(template)}: ${a.element_id} and ${b.element_id}`).toBe(true);
        }
      }
    }
  });

  it('is 7 points and more, in boxes that hold a line of it', () => {
    for (const template of all) {
      for (const text of textsOf([...template.layout.elements, ...(template.baseLayer?.odd.elements ?? [])])) {
        expect((text.fontSize * 72) / 96, nameOf(template)).toBeGreaterThanOrEqual(7);
        if (text.rotation === undefined)
          expect(text.height, `${nameOf(template)} ${text.element_id}`).toBeGreaterThanOrEqual(
            text.fontSize * (text.lineHeight ?? 1.69) + (text.spareHeight ?? 0),
          );
      }
    }
  });

  it('stands out from what is behind it (WCAG 2: 4.5, large type 3)', () => {
    for (const template of all) {
      for (const [index, element] of template.layout.elements.entries()) {
        if (element.type !== 'text') continue;
        const behind = template.layout.elements
          .slice(0, index)
          .findLast((other) => other.type === 'rectangle' && other.panel === element.panel && covers(other, element));
        const ground = behind?.type === 'rectangle' ? behind.backgroundColor : template.layout.backgroundColor;
        const least = (element.fontSize * 72) / 96 >= 18 ? 3 : 4.5;
        expect(contrast(element.textBrush, ground), `${nameOf(template)} ${element.element_id}`).toBeGreaterThanOrEqual(
          least,
        );
      }
    }
  });

  it('lies on a surface as a whole or not at all: a card grows with what lies on it', () => {
    for (const template of all) {
      const surfaces = template.layout.elements.filter(({ type }) => type === 'rectangle');
      for (const text of textsOf(template.layout.elements)) {
        const cut = surfaces.find(
          (surface) => surface.panel === text.panel && meet(surface, text) && !covers(surface, text),
        );
        expect(cut?.element_id, `${nameOf(template)} ${text.element_id}`).toBeUndefined();
      }
    }
  });

  it('never lies on a picture, but for one that hugs its words there', () => {
    for (const template of all) {
      for (const [index, element] of template.layout.elements.entries()) {
        if (element.type !== 'text' || element.hug !== undefined) continue;
        // One that follows a picture stands under the form of it that is shown.
        const follows = new Set(element.below?.elementIds);
        const beneath = template.layout.elements
          .slice(0, index)
          .findLast(
            (other) =>
              other.panel === element.panel &&
              other.type !== 'text' &&
              other.type !== 'graphic' &&
              !follows.has(other.element_id) &&
              meet(other, withSpare(element)),
          );
        expect(beneath === undefined || beneath.type === 'rectangle', `${nameOf(template)} ${element.element_id}`).toBe(
          true,
        );
      }
    }
  });
});

describe('a spread', () => {
  const spreads = all.filter(({ layoutRules }) => layoutRules.pages === 2);
  const OFF_FOLD_MM = 5;

  it('is there for books that lie flat, as content and as divider in every theme, and for no other', () => {
    for (const { bookSpecUid, bindingType } of specs) {
      const own = spreads.filter((template) => template.bookSpecUid === bookSpecUid);
      const themesWith = (kind: Template['templateKind']) =>
        new Set(own.filter(({ templateKind }) => templateKind === kind).map(({ theme }) => theme)).size;
      if (bindingType !== 'LAYFLAT') expect(own).toEqual([]);
      else expect([themesWith('content'), themesWith('divider')]).toEqual([themes.length, themes.length]);
    }
  });

  it('has a canvas of two pages, and a picture that goes over the fold', () => {
    for (const template of spreads) {
      const { innerTrimWidthMm } = specOf(template);
      expect(mm(template.layout.width), nameOf(template)).toBeCloseTo(2 * innerTrimWidthMm, 1);
      const overFold = template.layout.elements.filter(
        ({ position, width }) => mm(position.x) < innerTrimWidthMm && mm(position.x + width) > innerTrimWidthMm,
      );
      expect(
        overFold.some(({ type }) => type === 'photo' || type === 'collageGallery'),
        nameOf(template),
      ).toBe(true);
    }
  });

  it('keeps its texts 5 mm off the fold', () => {
    for (const template of spreads)
      for (const { position, width, element_id } of textsOf(template.layout.elements)) {
        const foldMm = specOf(template).innerTrimWidthMm;
        const isOff = mm(position.x + width) <= foldMm - OFF_FOLD_MM || mm(position.x) >= foldMm + OFF_FOLD_MM;
        expect(isOff, `${nameOf(template)} ${element_id}`).toBe(true);
      }
  });
});

describe('text that hugs', () => {
  const cards = all.flatMap((template) =>
    textsOf(template.layout.elements).flatMap((text) =>
      text.hug === undefined ? [] : [{ template, text, hug: text.hug }],
    ),
  );

  it('is there, on a photo of its own panel that comes before it', () => {
    expect(new Set(cards.map(({ template }) => template.theme)).size).toBeGreaterThanOrEqual(4);
    for (const { template, text, hug } of cards) {
      const { elements } = template.layout;
      const photo = elements.slice(0, elements.indexOf(text)).find(({ element_id }) => element_id === hug.on);
      expect([photo?.type, photo?.panel], nameOf(template)).toEqual(['photo', text.panel]);
    }
  });

  it('stands out from its card, and from the page where its photo ends above it', () => {
    for (const { template, text } of cards) {
      const least = (text.fontSize * 72) / 96 >= 18 ? 3 : 4.5;
      for (const ground of [text.backgroundColor ?? '', template.layout.backgroundColor])
        expect(contrast(text.textBrush, ground), nameOf(template)).toBeGreaterThanOrEqual(least);
    }
  });
});

describe('pictures and surfaces', () => {
  /** Nearer to the trim without crossing it, an edge shows how the cut was off. */
  const NEAREST_MM = 6.35;

  it('reach the end of the bleed, or keep off the trim', () => {
    for (const template of pageTemplates) {
      for (const element of template.layout.elements) {
        if (element.panel === 'spine') continue;
        const ground = groundOf(template, element);
        const inset = insets(element, ground);
        for (const side of ['left', 'right', 'top', 'bottom'] as const) {
          // A board is not cut at its spine: what ends there does so where the design has it.
          if (template.templateKind === 'cover' && side === (element.panel === 'front' ? 'left' : 'right')) continue;
          const holds =
            inset[side] >= NEAREST_MM - ROUNDING_MM || Math.abs(inset[side] + ground.beyondMm[side]) <= ROUNDING_MM;
          expect(holds, `${nameOf(template)} ${element.element_id} ${side} ${inset[side]}`).toBe(true);
        }
      }
    }
  });

  it('of a cover end away from the folds of the spine', () => {
    for (const template of all.filter(({ templateKind }) => templateKind === 'cover')) {
      for (const element of template.layout.elements) {
        if (element.panel === 'spine') continue;
        const { beyondMm, ...ground } = groundOf(template, element);
        const [side] = element.panel === 'front' ? (['left'] as const) : (['right'] as const);
        expect(
          insets(element, ground)[side] + beyondMm[side],
          `${nameOf(template)} ${element.element_id}`,
        ).toBeGreaterThanOrEqual(10);
      }
    }
  });

  it('are no thinner than a quarter of a point', () => {
    for (const template of all) {
      for (const element of [...template.layout.elements, ...(template.baseLayer?.odd.elements ?? [])]) {
        expect(Math.min(element.width, element.height), nameOf(template)).toBeGreaterThanOrEqual((0.25 * 96) / 72);
      }
    }
  });

  it('drawn by the catalogue are there and keep their proportions', () => {
    for (const template of all) {
      for (const element of template.layout.elements) {
        if (element.type !== 'graphic') continue;
        const path = join(resources, 'templates/graphics', element.imageSource);
        expect(existsSync(path), path).toBe(true);
        const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(readFileSync(path, 'utf8')) ?? [];
        expect(element.width / element.height, nameOf(template)).toBeCloseTo(Number(width) / Number(height), 2);
      }
    }
  });
});

describe('the base layer', () => {
  it('has the page number at the open side of every page: right of an odd PUR page, left of an odd LAYFLAT page', () => {
    const numberX = (bookSpecUid: string, side: 'odd' | 'even') => {
      const template = all.find(
        (one) => one.theme === '여행앨범' && one.bookSpecUid === bookSpecUid && one.baseLayer !== undefined,
      );
      const number = textsOf(template?.baseLayer?.[side].elements ?? []).find(({ text }) => text === '@@pageNum@@');
      return mm((number?.position.x ?? 0) + (number?.width ?? 0) / 2);
    };
    for (const { bookSpecUid, bindingType, innerTrimWidthMm } of specs) {
      const isRight = (side: 'odd' | 'even') => numberX(bookSpecUid, side) > innerTrimWidthMm / 2;
      expect([isRight('odd'), isRight('even')], bookSpecUid).toEqual(
        bindingType === 'PUR' ? [true, false] : [false, true],
      );
    }
  });

  it('is the same on all flowing templates of a theme, whose blocks share pages', () => {
    for (const { theme, bookSpecUid } of all) {
      const flowing = all.filter(
        (one) => one.theme === theme && one.bookSpecUid === bookSpecUid && one.layoutRules.flow !== undefined,
      );
      for (const one of flowing)
        expect([one.layoutRules, one.baseLayer, one.layout.backgroundColor]).toEqual([
          flowing[0]?.layoutRules,
          flowing[0]?.baseLayer,
          flowing[0]?.layout.backgroundColor,
        ]);
    }
  });
});

function covers(outer: LayoutElement, inner: LayoutElement): boolean {
  return (
    outer.position.x <= inner.position.x + 0.05 &&
    outer.position.y <= inner.position.y + 0.05 &&
    outer.position.x + outer.width >= inner.position.x + inner.width - 0.05 &&
    outer.position.y + outer.height >= inner.position.y + inner.height - 0.05
  );
}

function meet(a: LayoutElement, b: LayoutElement): boolean {
  return (
    a.position.x + a.width > b.position.x + 0.05 &&
    b.position.x + b.width > a.position.x + 0.05 &&
    a.position.y + a.height > b.position.y + 0.05 &&
    b.position.y + b.height > a.position.y + 0.05
  );
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(argb: string): number {
  const [red = 0, green = 0, blue = 0] = [3, 5, 7].map((at) => {
    const share = Number.parseInt(argb.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
