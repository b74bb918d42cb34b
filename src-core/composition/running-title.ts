import type { LayoutElement, Template, TextElement } from '../contract/templates.ts';
import type { PageValues } from './fill-text.ts';
import { graphemesOf } from './graphemes.ts';
import { growElement, type FieldFit } from './grow-element.ts';
import type { TextMeasure } from './sketch.ts';
import { textLookOf } from './text-look.ts';

/** A base layer as it is printed on one page. */
export interface RunningTitles {
  readonly elements: readonly LayoutElement[];
  /** Where the book's title is not printed as it is drawn; nothing by rules 1 to 8. */
  readonly fits: () => readonly FieldFit[];
}

type TitledTemplate = Pick<Template, 'layout' | 'layoutRules'>;

const TITLE = '@@bookTitle@@';

/**
 * The book's title on the pages of a base layer: where one line has no room for it, in two, of which the one farther from the trim is new;
 * where they have none either it is left out, since half a title is none, and what stands beside it stays. By rules 1 to 8 it is cut.
 * A date beside it takes as much as the widest one, so that what is told when a page is begun is what is printed whenever that is.
 */
export function withRunningTitles(
  elements: readonly LayoutElement[],
  page: PageValues,
  measure: TextMeasure,
  template: TitledTemplate,
): RunningTitles {
  const shown = elements.map((element): { element: LayoutElement | null; found: () => FieldFit | null } => {
    if (measure.rules < 9 || element.type !== 'text' || !element.text.includes(TITLE))
      return { element, found: () => null };
    const widest = withWidestDate(page, element, measure);
    const fitOf = (one: TextElement, values: PageValues): FieldFit | null =>
      growElement(one, { values: {}, measure, page: values }).fit ?? null;
    const isHeld = (one: TextElement, bookTitle = page.bookTitle): boolean =>
      fitOf(one, { ...widest, bookTitle })?.fit.kind !== 'tooLong';
    const higher = inTwoLines(element, template);
    const held = [element, higher].find((one) => isHeld(one));
    if (held !== undefined) return { element: held, found: () => fitOf(held, page) };
    const found = (): FieldFit => {
      const characters = graphemesOf(page.bookTitle);
      const room = most(characters.length, (count) => isHeld(higher, characters.slice(0, count).join('')));
      return { field: 'title', isOfBook: true, fit: { kind: 'noRunningTitle', characters: characters.length, room } };
    };
    return { element: withoutTitle(element), found };
  });
  return {
    elements: shown.flatMap(({ element }) => element ?? []),
    fits: () => shown.flatMap(({ found }) => found() ?? []),
  };
}

/** Higher by a line, away from the trim as far as the margin. A box that has room for two lines stays as it is. */
function inTwoLines(element: TextElement, { layout, layoutRules }: TitledTemplate): TextElement {
  const linePx = element.fontSize * textLookOf(element).lineEm;
  const { x, y } = element.position;
  const { head, tail } = layoutRules.margin.pageMargin;
  const isAtHead = y + element.height / 2 < layout.height / 2;
  const airPx = isAtHead ? head - (y + element.height) : y - (layout.height - tail);
  const morePx = Math.max(0, Math.min(linePx, 2 * linePx - element.height, airPx));
  return { ...element, position: { x, y: isAtHead ? y : y - morePx }, height: element.height + morePx };
}

/** What parts a title from what stands beside it. */
const BESIDE = /^[\s·•|/,:–—\-\p{Ps}\p{Pe}\p{Pi}\p{Pf}"']+|[\s·•|/,:–—\-\p{Ps}\p{Pe}\p{Pi}\p{Pf}"']+$/gu;

/** What stands in the element beside the title; null: nothing to be read. */
function withoutTitle(element: TextElement): TextElement | null {
  const parts = element.text.split(TITLE).map((part) => part.replace(BESIDE, ''));
  const text = parts.filter((part) => /[\p{L}\p{N}]/u.test(part)).join(' ');
  return text === '' ? null : { ...element, text };
}

/** The page, on the widest day of its year and the next one. */
function withWidestDate(page: PageValues, element: TextElement, measure: TextMeasure): PageValues {
  if (!element.text.includes('@@datetime.')) return page;
  const { typeface } = textLookOf(element);
  const widest = (from: number, to: number): number => {
    const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const widths = numbers.map((number) => measure.widthEm(typeface, String(number)));
    return numbers[widths.indexOf(Math.max(...widths))] ?? to;
  };
  return { ...page, year: widest(page.year, page.year + 1), month: widest(1, 12), date: widest(1, 31) };
}

/** The most that are held, where fewer are held whenever more are. */
function most(count: number, isHeld: (count: number) => boolean): number {
  let [fits, isTooMany] = [0, count];
  while (isTooMany - fits > 1) {
    const middle = Math.floor((fits + isTooMany) / 2);
    if (isHeld(middle)) fits = middle;
    else isTooMany = middle;
  }
  return fits;
}
