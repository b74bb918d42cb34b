import type { Template } from '../contract/templates.ts';
import type { BoundValues } from './bound-values.ts';
import type { SystemValues } from './sketch.ts';

const PARAMETER = /\$\$([\w-]+)\$\$/g;
const SYSTEM = /@@([\w.]+)@@/g;

/** Names of the parameters that a template text or reference holds. */
export const parametersIn = (text: string): readonly string[] =>
  Array.from(text.matchAll(PARAMETER), ([, name = '']) => name);

/** The parameter that `$$name$$` as a whole stands for; null for anything else. */
export const parameterOf = (reference: string): string | null => /^\$\$([\w-]+)\$\$$/.exec(reference)?.[1] ?? null;

/** Whether a template prints the title of its book anywhere. */
export const printsTitle = ({ layout, baseLayer }: Pick<Template, 'layout' | 'baseLayer'>): boolean =>
  [layout, ...(baseLayer === undefined ? [] : [baseLayer.odd, baseLayer.even])].some(({ elements }) =>
    elements.some((element) => element.type === 'text' && element.text.includes('@@bookTitle@@')),
  );

/** What is known of the page that a base layer lies on. */
export interface PageValues extends SystemValues {
  readonly pageNum: number;
}

/** The text as it is printed, or null when it speaks of a parameter that was not given: its element is left out. */
export function filledText(text: string, values: BoundValues, page: PageValues | null): string | null {
  if (parametersIn(text).some((name) => textOf(values, name) === null)) return null;
  const withValues = text.replaceAll(PARAMETER, (_, name: string) => textOf(values, name) ?? '');
  return page === null
    ? withValues
    : withValues.replaceAll(SYSTEM, (whole, name: string) => systemText(name, page) ?? whole);
}

function textOf(values: BoundValues, name: string): string | null {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return value?.kind === 'text' && value.text.trim() !== '' ? value.text : null;
}

/** The base layer's own variables (service-facts 9.2). */
function systemText(name: string, page: PageValues): string | null {
  switch (name) {
    case 'pageNum':
      return String(page.pageNum);
    case 'bookTitle':
      return page.bookTitle;
    case 'datetime.year':
      return String(page.year);
    case 'datetime.month':
      return String(page.month);
    case 'datetime.date':
      return String(page.date);
    default:
      return null;
  }
}
