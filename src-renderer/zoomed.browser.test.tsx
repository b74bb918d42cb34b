import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Call } from '../src-core/ipc/contract.ts';
import type { StatusView } from '../src-core/ipc/subjects/app.ts';
import { queryClient } from './bridge.ts';
import { SECTIONS } from './route.ts';
import { cutTexts, outOfBox, outOfReach, overlaps } from './testing/fits.ts';
import { OPENED } from './testing/opened-sheets.ts';
import { hide, isLooksTurn, settled, show, wear } from './testing/shown-app.tsx';

// Late in the evening a time says its day too: what comes next is tomorrow, and what came before was today.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 30, 23, 50), shouldAdvanceTime: true });
});

afterAll(async () => {
  await hide();
  vi.useRealTimers();
});

/** From here on the status tells of more than a badge shows. */
async function countThousands(): Promise<void> {
  const { call } = window.studio;
  const counted: Call = async (channel, input) => {
    const answer = await call(channel, input);
    if (channel !== 'app.status') return answer;
    const status = answer as unknown as StatusView;
    const orders = { ...status.orders, changedSinceSeen: 9_000 };
    return { ...status, orders, queue: { ...status.queue, failed: 1_000 } } as never;
  };
  Object.assign(window.studio, { call: counted });
  await queryClient.invalidateQueries();
  await settled();
}

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

test('at 1280 × 800 ten thousand books leave everything above the library in one line, and no bar below it', async () => {
  for (const language of ['ko', 'en'] as const) {
    await show({ query: 'scenario=full&rows=20000', size: [1280, 800] }, { language, theme: 'light' });
    await settled();
    const head = document.querySelector('main header') as HTMLElement;
    expect({ language, widthPx: head.scrollWidth }).toEqual({ language, widthPx: head.clientWidth });
  }
});

test.each(['library', 'orders'] as const)(
  'what is chosen in the %s moves nothing: its list keeps its height',
  async (section) => {
    for (const language of ['ko', 'en'] as const) {
      await show({ query: 'scenario=full&rows=20000', section, size: [1280, 800] }, { language, theme: 'light' });
      const list = page.getByRole('grid');
      const heightPx = () => list.element().clientHeight;
      await list.getByRole('row').nth(2).click();
      await settled();
      const before = heightPx();
      await userEvent.keyboard('{Control>}a{/Control}');
      await settled();
      expect({ language, heightPx: heightPx() }).toEqual({ language, heightPx: before });
      const foot = document.querySelector('main footer') as HTMLElement;
      expect({ language, footPx: foot.offsetHeight }).toEqual({ language, footPx: 56 });
    }
  },
);

test.each([[1280, 720] as const, [640, 360] as const])(
  'a count at the rail leaves its icon to be seen at %i × %i',
  async (...size) => {
    await show({ query: 'scenario=full&rows=20', size });
    await countThousands();
    const badges = [...document.querySelectorAll('nav button')].flatMap((button) => {
      const [icon, badge] = [button.querySelector('svg'), button.querySelector('[data-tone]')];
      return icon === null || badge === null
        ? []
        : [[icon.getBoundingClientRect(), badge.getBoundingClientRect()] as const];
    });
    expect(badges.length).toBeGreaterThan(0);
    for (const [icon, badge] of badges) {
      const over = (from: number, to: number, a: number, b: number) => Math.max(0, Math.min(to, b) - Math.max(from, a));
      const covered =
        over(icon.left, icon.right, badge.left, badge.right) * over(icon.top, icon.bottom, badge.top, badge.bottom);
      expect(covered / (icon.width * icon.height)).toBeLessThan(0.4);
      expect(badge.right).toBeLessThanOrEqual(document.querySelector('nav')?.getBoundingClientRect().right ?? 0);
    }
  },
);

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
