import { afterAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Call } from '../../../src-core/ipc/contract.ts';
import type { BookDetail } from '../../../src-core/ipc/subjects/library.ts';
import { anatomyOf } from '../../../src-core/specs/anatomy.ts';
import { shippedSpecs } from '../../../test/fixtures/catalogue.ts';
import { queryClient } from '../../bridge.ts';
import { holdPdf } from '../pages/pdf-documents.ts';
import { outOfReach, overlaps } from '../../testing/fits.ts';
import { axeFindings, hide, settled, show, wear } from '../../testing/shown-app.tsx';

const SLOW = { timeout: 20_000 } as const;
const preview = () => document.querySelector<HTMLElement>('[data-bound-preview]');
const shown = () => preview()?.getAttribute('aria-label')?.split(': ').at(-1);
const half = (side: 'left' | 'right') => document.querySelector<HTMLElement>(`[data-half="${side}"]`);
const button = (name: string) => document.querySelector<HTMLElement>(`[role="dialog"] [aria-label="${name}"]`);

/** A book of the library, large: what the window was told of it. */
async function enlarged(): Promise<BookDetail> {
  await show({ query: 'scenario=full' });
  const { call } = window.studio;
  let told: BookDetail | null = null;
  const listening: Call = async (channel, input) => {
    const answer = await call(channel, input);
    if (channel === 'library.book') told = answer as unknown as BookDetail;
    return answer;
  };
  Object.assign(window.studio, { call: listening });
  await page.getByRole('grid').getByRole('row').nth(3).click();
  await userEvent.keyboard(' ');
  await expect.poll(() => button('As it will be bound'), SLOW).not.toBeNull();
  if (told === null) throw new Error('nobody asked for the book');
  return told;
}

/** Pages that lie in the book, or on a leaf that is turned, with something drawn on them. */
const inked = () =>
  [...document.querySelectorAll<HTMLCanvasElement>('[data-half] canvas')].filter((canvas) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return data.some((value) => value > 0);
  }).length;

afterAll(hide);

test("a customer's PDFs are leafed through as they will be bound, each page cut where the book is cut", async () => {
  const book = await enlarged();
  await userEvent.click(button('As it will be bound') as HTMLElement);
  await expect.poll(shown).toBe('front cover');
  expect(button('Guides')).toBeNull();
  (preview()?.parentElement as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.poll(() => document.querySelector('[data-leaf]'), SLOW).toBeNull();
  await settled();
  const spec = shippedSpecs.find(({ bookSpecUid }) => bookSpecUid === book.specUid);
  if (spec === undefined) throw new Error(`there is no spec ${book.specUid}`);
  const { trim } = anatomyOf(spec, { kind: 'contents', pages: 24 });
  for (const [side, id] of [
    ['left', '2'],
    ['right', '3'],
  ] as const) {
    const seen = half(side)?.getBoundingClientRect() as DOMRect;
    expect(half(side)?.dataset['surface']).toBe(id);
    const scale = seen.width / spec.innerTrimWidthMm;
    const drawn = half(side)?.querySelector('canvas')?.parentElement?.getBoundingClientRect() as DOMRect;
    expect(Math.abs(seen.left - drawn.left - trim.leftMm * scale)).toBeLessThanOrEqual(1);
    expect(Math.abs(seen.top - drawn.top - trim.topMm * scale)).toBeLessThanOrEqual(1);
  }
  await userEvent.keyboard('{End}');
  expect(shown()).toBe('back cover');
  // Arrows choose among the sides, and turn no leaf with it.
  const back = [...document.querySelectorAll<HTMLElement>('[role="radio"]')].find((one) => one.textContent === 'Back');
  back?.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(shown()).toBe('back cover');
  expect(document.activeElement?.textContent).toBe('Spine');
  expect(await axeFindings()).toEqual([]);
  await userEvent.click(button('As it will be bound') as HTMLElement);
  expect(preview()).toBeNull();
  expect(button('Guides')).not.toBeNull();
});

test('it is opened at the page that is looked at, and leaves its page behind', async () => {
  await enlarged();
  await userEvent.click(
    [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(({ textContent }) =>
      textContent.startsWith('Contents'),
    ) as HTMLElement,
  );
  for (let at = 0; at < 5; at += 1) await userEvent.click(button('Next page') as HTMLElement);
  await userEvent.click(button('As it will be bound') as HTMLElement);
  await expect.poll(shown).toContain('Spread 4 of');
  await userEvent.click(button('Turn over') as HTMLElement);
  await expect.poll(shown).toContain('Spread 5 of');
  await userEvent.click(button('As it will be bound') as HTMLElement);
  await expect.poll(() => document.querySelector('[role="dialog"]')?.textContent).toMatch(/8 \/ \d+/);
});

test.each([
  [1280, 720],
  [640, 360],
] as const)('at %i × %i everything of it is in reach, in both languages', async (width, height) => {
  await enlarged();
  await page.viewport(width, height);
  await userEvent.click(button('As it will be bound') as HTMLElement);
  for (const language of ['ko', 'en'] as const) {
    await wear({ language, theme: language === 'ko' ? 'dark' : 'light' });
    await settled();
    expect({ language, found: await outOfReach(), over: overlaps() }).toEqual({ language, found: [], over: [] });
  }
});

test('where its file has become shorter, it is open at the last of its spreads', async () => {
  await enlarged();
  await userEvent.click(button('As it will be bound') as HTMLElement);
  (preview()?.parentElement as HTMLElement).focus();
  await userEvent.keyboard('{End}{ArrowLeft}');
  await expect.poll(shown).toMatch(/^Spread (\d+) of \1$/);
  const { call } = window.studio;
  const shorter: Call = async (channel, input) => {
    const answer = await call(channel, input);
    if (channel !== 'library.book' || answer === null) return answer;
    const files = (answer as unknown as BookDetail).files.map((file) =>
      file.role === 'contents' ? { ...file, pdfPages: 8 } : file,
    );
    return { ...(answer as unknown as object), files } as unknown as typeof answer;
  };
  Object.assign(window.studio, { call: shorter });
  await queryClient.invalidateQueries();
  await expect.poll(shown).toBe('Spread 5 of 5');
  await userEvent.keyboard('{ArrowLeft}');
  expect(shown()).toBe('Spread 4 of 5');
});

test('a page that is not drawn yet shows no other page in its place', async () => {
  const book = await enlarged();
  await userEvent.click(button('As it will be bound') as HTMLElement);
  (preview()?.parentElement as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.poll(inked, SLOW).toBe(2);
  const contents = book.files.find(({ role }) => role === 'contents');
  const held = holdPdf(contents?.bytesId ?? '');
  const drawn = Object.getPrototypeOf(await (await held.document).getPage(1)) as { render: () => unknown };
  const { render } = drawn;
  drawn.render = () => ({ promise: new Promise(() => undefined), cancel: () => undefined });
  try {
    // Where no test has been before: pages that were drawn are kept.
    for (let at = 0; at < 7; at += 1) await userEvent.keyboard('{ArrowRight}');
    await expect.poll(shown).toMatch(/^Spread 9 of/);
    await expect.poll(() => document.querySelector('[data-leaf]'), SLOW).toBeNull();
    expect(inked()).toBe(0);
  } finally {
    drawn.render = render;
    held.release();
  }
});

test('the keys that its buttons name leaf through it from wherever it was asked for, and past its ends', async () => {
  await enlarged();
  await userEvent.click(button('As it will be bound') as HTMLElement);
  await expect.poll(shown).toBe('front cover');
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toMatch(/^Spread 1 of/);
  await userEvent.click(button('Turn back') as HTMLElement);
  expect(shown()).toBe('front cover');
  // The button that was pressed cannot be pressed any more.
  await userEvent.keyboard('{ArrowRight}');
  expect(shown()).toMatch(/^Spread 1 of/);
});
