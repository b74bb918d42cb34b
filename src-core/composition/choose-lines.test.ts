import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLines, brokenLines } from './break-text.ts';
import { chosenLines, type Word } from './choose-lines.ts';
import { measure } from './testing/layout-bench.ts';

const lines = (text: string, widthEm: number, isTitle = false) =>
  breakLines(text, widthEm, 'regular', measure, { rules: 3, isTitle });
const filled = (text: string, widthEm: number) => breakLines(text, widthEm, 'regular', measure, { rules: 2 });
const widthOf = (line: string) => measure.widthEm('regular', line);
const PARAGRAPH =
  '아침 일찍 길을 나섰다. 창밖으로 낮은 산과 논이 지나가고, 아이들은 뒷자리에서 잠이 들었다. 바다가 보일 때까지 아무도 말을 하지 않았다.';

describe('Korean', () => {
  it('breaks between words, and within one only where it is wider than the line', () => {
    for (const widthEm of [5, 8, 12, 20]) {
      const given = new Set(PARAGRAPH.split(' '));
      expect(
        lines(PARAGRAPH, widthEm)
          .flatMap((line) => line.split(' '))
          .every((word) => given.has(word)),
      ).toBe(true);
      expect(
        filled(PARAGRAPH, widthEm)
          .flatMap((line) => line.split(' '))
          .every((word) => given.has(word)),
      ).toBe(false);
    }
    expect(lines('가나다라마바사', 3)).toEqual(['가나', '다라', '마바사']);
  });

  it('keeps a particle with its Hanja, and parts Hanja and kana where nothing forbids it', () => {
    expect(lines('漢字를 배운다', 4)).toEqual(['漢字를', '배운다']);
    expect(lines('大韓民國家族', 4)).toEqual(['大韓民', '國家族']);
    expect(lines('家族旅行。夏', 4)).toEqual(['家族旅', '行。夏']);
    expect(lines('夏の「家族」', 3)).toEqual(['夏の', '「家', '族」']);
  });

  it('seldom parts a word from the one that it leans on', () => {
    const [first, last] = ['가'.repeat(27), '나'.repeat(20)];
    expect(lines(`${first} 가 ${last}`, 30)).toEqual([`${first} 가`, last]);
    expect(lines(`${first} 이 ${last}`, 30)).toEqual([first, `이 ${last}`]);
    const near = '가'.repeat(28);
    expect(lines(`${near} 볼 가 ${last}`, 30)).toEqual([`${near} 볼`, `가 ${last}`]);
    expect(lines(`${near} 볼 수 ${last}`, 30)).toEqual([near, `볼 수 ${last}`]);
  });
});

describe('a paragraph', () => {
  it('does not end with a syllable or two where lines before it can give it more', () => {
    const text = '가나다 라마바 사아자 차카';
    expect(filled(text, 11)).toEqual(['가나다 라마바 사아자', '차카']);
    expect(widthOf(lines(text, 11).at(-1) ?? '')).toBeGreaterThan(2.6);
  });

  it('of a title has lines of like length', () => {
    const title = '우리 가족의 제주 여름 여행';
    expect(lines(title, 10)).toHaveLength(2);
    const [first = '', last = ''] = lines(title, 10, true);
    expect(Math.abs(widthOf(first) - widthOf(last))).toBeLessThan(2);
  });

  it('that nobody sees as a whole is filled line by line, and every line fits', () => {
    const long = `${'가족 '.repeat(6_000)}끝`;
    const set = lines(long, 30);
    expect(set.join(' ')).toBe(long);
    expect(set.every((line) => widthOf(line) <= 30)).toBe(true);
    expect(lines('가'.repeat(50_000), 30).join('')).toBe('가'.repeat(50_000));
  });

  it('is as it was by the rules of before', () => {
    expect(filled('가나다라.', 4)).toEqual(['가나다', '라.']);
    expect(brokenLines('가나다라.', 4, 'regular', measure, { rules: 1 }).map(({ text }) => text)).toEqual([
      '가나다',
      '라.',
    ]);
  });
});

/** Every way to part the words, the cheapest of them; by definition, not by the program. */
function leastRagged(widths: readonly number[], widthEm: number): number {
  const ways = (from: number): number => {
    if (from === widths.length) return 0;
    let [least, lineEm] = [Infinity, -1];
    for (let end = from + 1; end <= widths.length; end += 1) {
      lineEm += 1 + (widths[end - 1] ?? 0);
      if (lineEm > widthEm && end > from + 1) break;
      const isLast = end === widths.length;
      const short = isLast && from > 0 && lineEm < Math.max(2.6, widthEm / 8) ? 0.25 : 0;
      const left = isLast ? 0 : Math.max(0, 1 - lineEm / widthEm) ** 2;
      least = Math.min(least, left + short + ways(end));
    }
    return least;
  };
  return ways(0);
}

it('is parted in the least ragged of all ways', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 11 }),
      fc.integer({ min: 4, max: 24 }),
      (widths, widthEm) => {
        const words = widths.map(
          (wide): Word => ({
            text: `${'x'.repeat(wide)} `,
            widthEm: wide,
            withSpaceEm: wide + 1,
            isPart: false,
          }),
        );
        const chosen = chosenLines(words, widthEm, false).map(({ text }) => text);
        expect(chosen.join(' ')).toBe(
          words
            .map(({ text }) => text)
            .join('')
            .trimEnd(),
        );
        const cost = chosen.reduce((sum, line, at) => {
          const isLast = at === chosen.length - 1;
          const short = isLast && at > 0 && line.length < Math.max(2.6, widthEm / 8) ? 0.25 : 0;
          return sum + short + (isLast ? 0 : Math.max(0, 1 - line.length / widthEm) ** 2);
        }, 0);
        expect(cost).toBeCloseTo(leastRagged(widths, widthEm), 9);
      },
    ),
    { numRuns: 400 },
  );
});
