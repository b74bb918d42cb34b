import { describe, expect, test } from 'vitest';
import type { PdfDict } from '../../objects.ts';
import { InlineImageEnds } from './inline-image-ends.ts';

/** Counts the bytes that are searched for another. */
class Searched extends Uint8Array {
  searchedBytes = 0;

  override indexOf(byte: number, from = 0): number {
    const at = super.indexOf(byte, from);
    this.searchedBytes += (at < 0 ? this.length : at + 1) - from;
    return at;
  }
}

/** The end of every image of a stream of so many that are written alike. */
function endsOf(image: string, count: number, filter: string | null, behind = '') {
  const bytes = Searched.from(Buffer.from(image.repeat(count) + behind, 'latin1')) as Searched;
  const ends = new InlineImageEnds(bytes);
  const dict: PdfDict = new Map(filter === null ? [] : [['F', filter]]);
  const data = image.indexOf('ID ') + 'ID '.length;
  const found = Array.from({ length: count }, (_, n) => ends.endOf(n * image.length + data, dict, null));
  return { found, times: bytes.searchedBytes / bytes.length };
}

describe('inline images without the sign that would end them for sure', () => {
  test.each([
    ['no space before EI', 'BI /F /X ID xEI Q ', 'X', ''],
    ['no space before EI but the last one', 'BI /F /X ID xEI q ', 'Fl', 'BI ID x EI Q '],
    ['base 85 with brackets that end nothing', 'BI /F /A85 ID x> EI ', 'A85', ''],
    ['base 85 without brackets', 'BI /F /A85 ID x EI ', 'A85', ''],
    ['base 85 whose one end is behind all of them', 'BI /F /A85 ID x EI ', 'A85', '~>'],
    ['base 16 whose one end is behind all of them', 'BI /F /AHx ID x EI ', 'AHx', '>'],
  ])('%s: thousands of them are searched as often as a few', (_, image, filter, behind) => {
    const few = endsOf(image, 20, filter, behind);
    const many = endsOf(image, 5_000, filter, behind);
    expect(many.found).toEqual(Array.from({ length: 5_000 }, (_, n) => n * image.length + image.indexOf('EI')));
    expect(many.times).toBeLessThan(4);
    expect(many.times).toBeLessThan(1.5 * few.times);
  });
});

test('an EI with space before it is believed before one without, wherever it stands', () => {
  const image = 'BI ID xEI q xEI\nq BI ID yEI q y EI Q ';
  const ends = new InlineImageEnds(Buffer.from(image));
  const none: PdfDict = new Map();
  expect(ends.endOf(image.indexOf('x'), none, null)).toBe(image.lastIndexOf('EI'));
  expect(new InlineImageEnds(Buffer.from('xEI Q ')).endOf(0, none, null)).toBe(1);
  expect(new InlineImageEnds(Buffer.from('xE1 Q ')).endOf(0, none, null)).toBe(-1);
});
