import type { BoundPicture, BoundValue, BoundValues } from '../composition/bound-values.ts';
import { LINE_HEIGHT_EM } from '../composition/text-look.ts';
import { isGallery, type ParameterDefinition, type Template, type TextElement } from '../contract/templates.ts';

const PARAGRAPH =
  '아침 일찍 집을 나섰다. 창밖으로 낮은 산과 논이 지나가고, 아이들은 어느새 잠이 들었다. 바다에 닿았을 때는 해가 높이 떠 있었고, 우리는 신발을 벗고 오래 걸었다. 저녁에는 작은 식당에서 늦게까지 이야기를 나누었다.';
const NUMBERS = { int: '7', double: '12.5' } as const;

/** A full gallery says little; so many pictures show how they are laid out. */
const GALLERY_PICTURES = { gallery: 4, collageGallery: 5, rowGallery: 7 } as const;

/** Of a paragraph set line by line, some of each line stays empty. */
const LINE_LOSS = 1.3;

/**
 * Values that show what goes where: words are what the parameter is described as, where much text belongs a paragraph
 * stands, and of several yes-or-no the first is on. `pictures` are taken in turn.
 */
export function sampleValues(template: Template, pictures: readonly BoundPicture[]): BoundValues {
  let taken = 0;
  const next = (): BoundPicture => {
    const picture = pictures[taken % pictures.length];
    taken += 1;
    if (picture === undefined) throw new Error('samples need a picture');
    return picture;
  };
  const { definitions } = template.parameters;
  const firstSwitch = Object.keys(definitions).find((name) => definitions[name]?.type === 'boolean');
  return Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [
      name,
      valueOf(name, definition, template, name === firstSwitch, next),
    ]),
  );
}

function valueOf(
  name: string,
  { binding, type, description, maxItems }: ParameterDefinition,
  template: Template,
  isOn: boolean,
  next: () => BoundPicture,
): BoundValue {
  if (binding === 'file') return { kind: 'picture', picture: next() };
  if (isGallery(binding)) {
    const count = Math.min(GALLERY_PICTURES[binding], maxItems ?? Infinity);
    return { kind: 'pictures', pictures: Array.from({ length: count }, next) };
  }
  if (type === 'boolean') return { kind: 'boolean', value: isOn };
  if (type === 'int' || type === 'double') return { kind: 'text', text: NUMBERS[type] };
  return { kind: 'text', text: holdsMuchText(template, name) ? PARAGRAPH : description };
}

function holdsMuchText({ layout }: Template, name: string): boolean {
  return layout.elements.some(
    (element) =>
      element.type === 'text' &&
      element.text.includes(`$$${name}$$`) &&
      element.hug === undefined &&
      (element.splittable === true || lettersIn(element) >= PARAGRAPH.length * LINE_LOSS),
  );
}

/** How many letters as wide as high fit; a turned text has one line. */
function lettersIn({ width, height, fontSize, rotation, lineHeight = LINE_HEIGHT_EM }: TextElement): number {
  return rotation === 90 ? height / fontSize : Math.floor(height / (fontSize * lineHeight)) * (width / fontSize);
}
