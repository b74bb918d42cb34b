import type { LayoutElement } from '../contract/templates.ts';
import type { BoundPicture, BoundValue, BoundValues } from './bound-values.ts';
import { filledText, parameterOf, parametersIn, type PageValues } from './fill-text.ts';

/** Elements whose parameter was not given or is off, and with them their whole group. */
export function hiddenElements(
  elements: readonly LayoutElement[],
  values: BoundValues,
  page: PageValues | null,
): ReadonlySet<LayoutElement> {
  const own = elements.filter((element) => isLeftOut(element, values, page));
  const groups = new Set(own.map(({ groupName }) => groupName).filter((name) => name !== undefined));
  return new Set([...own, ...elements.filter(({ groupName }) => groupName !== undefined && groups.has(groupName))]);
}

function isLeftOut(element: LayoutElement, values: BoundValues, page: PageValues | null): boolean {
  if (element.visible !== undefined && !isOn(element.visible, values)) return true;
  switch (element.type) {
    case 'text':
      return filledText(element.text, values, page) === null;
    case 'photo':
      return pictureOf(element.fileName, values) === null;
    case 'graphic':
    case 'rectangle':
      return false;
    default:
      return picturesOf(element.photos, values).length === 0;
  }
}

function isOn(reference: string, values: BoundValues): boolean {
  return parametersIn(reference).every((name) => {
    const value = valueOf(name, values);
    if (value === undefined) return false;
    return value.kind === 'boolean' ? value.value : value.kind !== 'text' || value.text.trim() !== '';
  });
}

export function pictureOf(reference: string, values: BoundValues): BoundPicture | null {
  const value = valueOf(parameterOf(reference), values);
  return value?.kind === 'picture' ? value.picture : null;
}

export function picturesOf(reference: string, values: BoundValues): readonly BoundPicture[] {
  const value = valueOf(parameterOf(reference), values);
  return value?.kind === 'pictures' ? value.pictures : [];
}

const valueOf = (name: string | null, values: BoundValues): BoundValue | undefined =>
  name !== null && Object.hasOwn(values, name) ? values[name] : undefined;
