import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Call } from '../../../../src-core/ipc/contract.ts';
import type { OpenLayout } from '../../../../src-core/ipc/subjects/layouts.ts';
import { boundBook } from '../../../../src-core/specs/bound-book.ts';
import { openLayout } from '../../../route.ts';
import { outOfReach, overlaps } from '../../../testing/fits.ts';
import { axeFindings, hide, settled, show, wear } from '../../../testing/shown-app.tsx';

const BOOK = 'made-1';
const SLOW = { timeout: 20_000 } as const;

const kept = async () => (await window.studio.call('layouts.open', { bookId: BOOK })).document;
const preview = () => document.querySelector<HTMLElement>('[data-bound-preview]');
const shown = () => preview()?.getAttribute('aria-label')?.split(': ').at(-1);
const leaf = () => document.querySelector<HTMLElement>('[data-leaf]');
const halves = () =>
  [...document.querySelectorAll<HTMLElement>('[data-half]')].filter((one) => one.closest('[data-leaf]') === null);
const half = (side: 'left' | 'right') => halves().find((one) => one.dataset['half'] === side) as HTMLElement;
const widthOf = (selector: string): number => document.querySelector<HTMLElement>(selector)?.offsetWidth ?? 0;
const button = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[data-layout] button')].find((one) =>
    [one.getAttribute('aria-label'), one.textContent].includes(name),
  );

beforeEach(async () => {
  await show({ query: 'scenario=full', layoutOf: BOOK });
  await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), SLOW).not.toBeNull();
});
afterAll(hide);

test('a book is leafed through from its front to its back, and back, and lies closed before and behind', async () => {
  const spreads = (await kept()).order.length / 2 + 1;
  await userEvent.keyboard('p');
  await expect.poll(shown).toBe('front cover');
  expect(button('Turn back')?.disabled).toBe(true);
  const seen: (string | undefined)[] = [];
  for (let at = 0; at <= spreads; at += 1) {
    await userEvent.keyboard('{ArrowRight}');
    seen.push(shown());
  }
  expect(seen).toEqual([...Array.from({ length: spreads }, (_, at) => `Spread ${at + 1} of ${spreads}`), 'back cover']);
  expect(button('Turn over')?.disabled).toBe(true);
  await userEvent.keyboard('{ArrowLeft}');
  expect(shown()).toBe(`Spread ${spreads} of ${spreads}`);
  await userEvent.keyboard('{End}');
  expect(shown()).toBe('back cover');
  await userEvent.keyboard('{Home}');
  expect(shown()).toBe('front cover');
  await userEvent.click(button('Spine') as HTMLElement);
  expect(shown()).toBe('spine');
  // A hand that was on the bar leafs on by keys.
  await userEvent.click(button('Turn over') as HTMLElement);
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toBe(`Spread 2 of ${spreads}`);
});

test('a leaf comes over between neighbours alone, and shows what was on its face and what is on its back', async () => {
  await userEvent.keyboard('p{ArrowRight}');
  expect(leaf()).toBeNull();
  await userEvent.keyboard('{ArrowRight}');
  expect(leaf()).not.toBeNull();
  const surfaces = () =>
    [...(leaf()?.querySelectorAll<HTMLElement>('[data-half]') ?? [])].map((one) => one.dataset['surface']);
  const { order } = await kept();
  expect(surfaces()).toEqual([order[0], order[1]]);
  // Beside it lie what it uncovers and what it will lie on.
  expect([half('left').dataset['surface'], half('right').dataset['surface']]).toEqual([undefined, order[2]]);
  await expect.poll(leaf, SLOW).toBeNull();
  await userEvent.keyboard('{ArrowLeft}');
  expect(surfaces()).toEqual([order[0], order[1]]);
  await expect.poll(leaf, SLOW).toBeNull();
  await userEvent.click(document.querySelector('[data-pane="strip"] button:nth-of-type(6)') as HTMLElement);
  expect(leaf()).toBeNull();
});

test('boards, pages and spine are as large beside each other as they will be', async () => {
  const { spec, order } = await kept();
  const { sides, page: leafMm, squareMm, thicknessMm } = boundBook(spec, order.length);
  await userEvent.keyboard('p');
  await settled();
  const front = widthOf('[data-face="front"]');
  const scale = front / sides.front.widthMm;
  expect(widthOf('[data-face="spine"]')).toBeCloseTo(thicknessMm * scale, -0.3);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.poll(leaf, SLOW).toBeNull();
  const [left, right] = [half('left').getBoundingClientRect(), half('right').getBoundingClientRect()];
  expect(Math.abs(left.width - leafMm.widthMm * scale)).toBeLessThanOrEqual(1);
  expect(Math.abs(left.height - leafMm.heightMm * scale)).toBeLessThanOrEqual(1);
  expect(right.left).toBeCloseTo(left.right, 3);
  const boards = [...document.querySelectorAll('[data-board]')].map((one) => one.getBoundingClientRect());
  const across = Math.max(...boards.map((one) => one.right)) - Math.min(...boards.map((one) => one.left));
  expect(Math.abs(across - 2 * (leafMm.widthMm + squareMm.foreEdge) * scale)).toBeLessThanOrEqual(3);
  // Each half begins where its page does: what is seen of a page is all of its trim and nothing of its bleed.
  for (const side of ['left', 'right'] as const) {
    const own = half(side).getBoundingClientRect();
    const sheet = half(side).querySelector('[data-sheet]')?.getBoundingClientRect();
    expect(side === 'left' ? own.left : own.right).toBeCloseTo((side === 'left' ? sheet?.left : sheet?.right) ?? 0, 3);
  }
});

test('before the first page of a glued book the inside of its cover is seen', async () => {
  await userEvent.keyboard('p{ArrowRight}');
  await settled();
  const { order } = await kept();
  expect([half('left').dataset['surface'], half('right').dataset['surface']]).toEqual([undefined, order[0]]);
});

describe('a book that is bound at the right', () => {
  beforeEach(async () => {
    await show({ query: 'scenario=full' });
    const { call } = window.studio;
    const turned: Call = async (channel, input) => {
      const answer = await call(channel, input);
      if (channel !== 'layouts.open') return answer;
      const opened = answer as unknown as OpenLayout;
      const { document: book } = opened;
      return { ...opened, document: { ...book, spec: { ...book.spec, bindingEdge: 'right' } } } as never;
    };
    Object.assign(window.studio, { call: turned });
    openLayout(BOOK);
    await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), SLOW).not.toBeNull();
  });

  test('is opened towards the right: what is read first lies on the right, and leaves come over from the left', async () => {
    const { order } = await kept();
    await userEvent.keyboard('p{ArrowRight}');
    await settled();
    expect([half('left').dataset['surface'], half('right').dataset['surface']]).toEqual([order[0], undefined]);
    await userEvent.keyboard('{ArrowRight}');
    expect(leaf()?.dataset['boundAt']).toBe('right');
    await expect.poll(leaf, SLOW).toBeNull();
    expect([half('left').dataset['surface'], half('right').dataset['surface']]).toEqual([order[2], order[1]]);
  });
});

test('no key changes a book that is only looked at; Escape ends the look, and not the work', async () => {
  document.querySelector<HTMLElement>('[data-pane="strip"] button:nth-of-type(4)')?.click();
  await settled();
  const { steps } = await kept();
  await userEvent.keyboard('j');
  expect(document.querySelector('[data-stage] [data-selected]')).not.toBeNull();
  await userEvent.keyboard('p');
  await expect.poll(preview).not.toBeNull();
  await userEvent.keyboard('{Control>}a{/Control}{Delete}rfbxhlt{ArrowUp}{ArrowDown}{Insert}{Control>}d{/Control}');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect((await kept()).steps).toBe(steps);
  expect(document.querySelector('[data-pane="tray"]')?.checkVisibility() ?? false).toBe(false);
  expect([button('Add text')?.ariaDisabled, button('Guides')?.ariaDisabled]).toEqual(['true', 'true']);
  button('Add text')?.click();
  expect((await kept()).steps).toBe(steps);
  await userEvent.keyboard('{Escape}');
  await expect.poll(preview).toBeNull();
  expect(window.location.hash).toContain('/layout/');
  expect(document.querySelector('[data-pane="tray"]')?.checkVisibility()).toBe(true);
  expect(document.querySelector('[data-stage] [data-selected]')).toBeNull();
});

test('flat, it lies as it is printed and is looked at closely', async () => {
  await userEvent.keyboard('p');
  await userEvent.click(button('Flat') as HTMLElement);
  expect(preview()).toBeNull();
  const paper = () => document.querySelector('[data-stage] [data-sheet]')?.getBoundingClientRect().width ?? 0;
  await settled();
  const fitted = paper();
  await userEvent.keyboard('{Control>}{Shift>}0{/Shift}{/Control}');
  await expect.poll(paper).not.toBeCloseTo(fitted, 0);
  await userEvent.keyboard('{ArrowRight}');
  expect(button('Bound')).toBeDefined();
  await userEvent.keyboard('p');
  expect(button('Bound')).toBeUndefined();
});

test.each([
  [1280, 720],
  [640, 360],
] as const)('at %i × %i everything is in reach, in both languages', async (width, height) => {
  await page.viewport(width, height);
  await userEvent.keyboard('p');
  for (const language of ['ko', 'en'] as const) {
    await wear({ language, theme: language === 'ko' ? 'dark' : 'light' });
    for (const keys of ['{Home}', '{ArrowRight}']) {
      await userEvent.keyboard(keys);
      await settled();
      expect({ language, keys, found: await outOfReach(), over: overlaps() }).toEqual({
        language,
        keys,
        found: [],
        over: [],
      });
    }
  }
  expect(await axeFindings()).toEqual([]);
});
