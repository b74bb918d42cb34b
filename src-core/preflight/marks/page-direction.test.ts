import { describe, expect, it } from 'vitest';
import type { PageRotation } from '../../pdf/boxes.ts';
import type { PageObject } from '../../pdf/inspection/page-objects.ts';
import { at, factsOf, geometryOf, inspectedCase, picture, words } from '../testing/book-case.ts';
import { pagesTurnedAgainst } from './page-direction.ts';

const WIDTH_MM = 249;
const HEIGHT_MM = 254;
const whole = at(0, 0, WIDTH_MM, HEIGHT_MM);
const upright = picture(whole);
/** From its lower left corner on, as the page is seen. */
const onItsHead = picture(whole, { quadMm: [WIDTH_MM, 0, 0, 0, 0, HEIGHT_MM, WIDTH_MM, HEIGHT_MM] });
const mirrored = picture(whole, { quadMm: [0, 0, WIDTH_MM, 0, WIDTH_MM, HEIGHT_MM, 0, HEIGHT_MM] });

type Page = readonly [rotate: PageRotation, ...objects: PageObject[]];

/** Pages from 1 that are told. */
function told(...book: readonly Page[]): number[] {
  const { inspection } = inspectedCase({ pages: book.map(([, ...objects]) => objects) });
  const facts = factsOf(book.map(([rotate]) => geometryOf({ widthMm: WIDTH_MM, heightMm: HEIGHT_MM }, 3, { rotate })));
  const pages = inspection.pages.slice(0, book.length);
  return pagesTurnedAgainst({ facts, pages }).map(({ index }) => index + 1);
}
const plain: Page = [0, upright];

describe('pages that are turned against the book', () => {
  it.each<[string, readonly Page[], number[]]>([
    ['a picture on its head', [plain, plain, [180, onItsHead], plain], [3]],
    [
      'in a book of pages turned by a quarter',
      [
        [90, upright],
        [270, onItsHead],
        [90, upright],
        [90, upright],
      ],
      [2],
    ],
    ['a picture that the page puts upright', [plain, plain, [180, upright], plain], []],
    ['a mirrored picture', [plain, plain, [180, mirrored], plain], []],
    ['a page that is turned by a quarter', [plain, plain, [90, onItsHead], plain], []],
    ['words, which tell by themselves', [plain, plain, [180, onItsHead, words('Our year', whole)], plain], []],
    [
      'words that were recognised and nobody sees',
      [plain, plain, [180, onItsHead, words('Our year', whole, { renderingMode: 3 })], plain],
      [],
    ],
    ['every other page, as of sheets scanned from both sides', [plain, [180, onItsHead], plain, [180, onItsHead]], []],
    ['too few pages for a direction', [plain, [180, onItsHead]], []],
    [
      'a program that keeps all pictures on their heads',
      [
        [0, onItsHead],
        [0, onItsHead],
        [180, onItsHead],
        [0, onItsHead],
      ],
      [],
    ],
    ['nothing but drawings', [plain, plain, [180], plain], []],
  ])('%s', (_, book, expected) => {
    expect(told(...book)).toEqual(expected);
  });
});
