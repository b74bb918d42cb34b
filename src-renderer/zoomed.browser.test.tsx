import { afterAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { SECTIONS } from './route.ts';
import { cutTexts, outOfBox, outOfReach, overlaps } from './testing/fits.ts';
import { OPENED } from './testing/opened-sheets.ts';
import { hide, isLooksTurn, settled, show, wear } from './testing/shown-app.tsx';

afterAll(hide);

// 1280 × 720 at 200 % is a page of 640 × 360 (WCAG 2.2, 1.4.4 and 1.4.10).
describe.each([
  { name: '1280 × 720', size: [1280, 720] as const },
  { name: '1280 × 720 at 200 %', size: [640, 360] as const },
])('every control can be reached at $name', ({ size }) => {
  test('a layout', async () => {
    await show({ query: 'scenario=full', layoutOf: 'made-1', size }, { language: 'ko', theme: 'light' });
    await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), { timeout: 20_000 }).not.toBeNull();
    expect(await outOfReach()).toEqual([]);
  });

  test.each(SECTIONS)('%s', async (section) => {
    for (const language of ['ko', 'en'] as const) {
      await show({ query: 'scenario=full&rows=60', section, size }, { language, theme: 'light' });
      await settled();
      expect({ language, cut: cutTexts(), out: outOfBox(), over: overlaps() }).toEqual({
        language,
        cut: [],
        out: [],
        over: [],
      });
      expect({ language, found: await outOfReach() }).toEqual({ language, found: [] });
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(size[0]);
    }
  });
});

test.each([
  { size: [1024, 640] as const, rows: 60 },
  { size: [1180, 740] as const, rows: 60 },
  { size: [1280, 800] as const, rows: 20_000 },
])('every control above the library can be reached with $rows books at $size', async ({ size, rows }) => {
  for (const language of ['ko', 'en'] as const) {
    await show({ query: `scenario=full&rows=${rows}`, size }, { language, theme: 'light' });
    await settled();
    expect({ language, out: outOfBox(), over: overlaps(), found: await outOfReach() }).toEqual({
      language,
      out: [],
      over: [],
      found: [],
    });
  }
});

describe('every sheet and panel: nothing cut off, drawn over something else or out of reach', () => {
  test.each(OPENED)('$name', async (state) => {
    await show(state);
    await state.open();
    const found: string[] = [];
    for (const [at, size] of (
      [
        [640, 360],
        [1280, 800],
      ] as const
    ).entries()) {
      await page.viewport(size[0], size[1]);
      // A run looks at each size in one language by turns.
      for (const language of (['ko', 'en'] as const).filter((_, turn) =>
        isLooksTurn(OPENED.indexOf(state) + at, turn === 0 ? 0 : 1),
      )) {
        await wear({ language, theme: 'light' });
        const here = `${size.join(' × ')} ${language}`;
        const texts = [...cutTexts(), ...outOfBox(), ...overlaps()];
        found.push(...[...texts, ...(await outOfReach())].map((line) => `${here} ${line}`));
      }
    }
    expect(found).toEqual([]);
  });
});
