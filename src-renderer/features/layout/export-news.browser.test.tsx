import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { currentToasts, dismissToast } from '../../ui/toast-store.ts';
import { axeFindings, hide, show, type Look } from '../../testing/shown-app.tsx';

const BOOK = 'book-11';
const EN: Look = { language: 'en', theme: 'light' };

const buttonIn = (place: string, name: string) =>
  [...document.querySelectorAll<HTMLElement>(`${place} button`)].find(({ textContent }) => textContent === name);
const endExport = () => window.dispatchEvent(new Event('export-ends'));
const toasts = () => [...document.querySelectorAll('[data-tone]')].map(({ textContent }) => textContent).join();
const news = { timeout: 10_000 } as const;

/** Begins an export and closes its sheet, or leaves it open. */
async function begun(query: string, { closes = true, look = EN, layoutOf = BOOK } = {}): Promise<void> {
  await show({ query: `scenario=full&${query}`, layoutOf }, look);
  await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), { timeout: 20_000 }).not.toBeNull();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  const make = () => document.querySelectorAll<HTMLElement>('[role="dialog"] button');
  await expect.poll(() => make().length).toBeGreaterThan(2);
  [...make()].at(-1)?.click();
  await expect.poll(() => document.querySelector('[role="progressbar"]'), news).not.toBeNull();
  if (!closes) return;
  document.querySelector<HTMLElement>('[role="dialog"] [aria-label]:not([role="progressbar"])')?.click();
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
}

beforeEach(() => {
  for (const { id } of currentToasts()) dismissToast(id);
});
afterAll(hide);

describe('what came of an export', () => {
  test('that failed is told wherever the operator is by then, with the way back to the layout', async () => {
    await begun('export=fails');
    window.location.hash = '/orders';
    endExport();
    await expect.poll(toasts, news).toContain('The PDFs of “Kim & Lee” were not made. “DSC_0412.jpg” cannot be put');
    const way = buttonIn('[data-tone="bad"]', 'Open the layout');
    expect(await axeFindings()).toEqual([]);
    way?.click();
    await expect.poll(() => document.querySelector('[data-stage]'), news).not.toBeNull();
    expect(window.location.hash).toBe(`#/library/layout/${BOOK}`);
  });

  test('that succeeded is told with the way to the row', async () => {
    await begun('export=succeeds');
    window.location.hash = '/queue';
    endExport();
    await expect.poll(toasts, news).toContain('Both files of “Kim & Lee” are made');
    buttonIn('[data-tone="good"]', 'Show the book')?.click();
    await expect.poll(() => document.querySelector('[aria-selected="true"]'), news).not.toBeNull();
    expect(window.location.hash).toBe('#/library');
  });

  test('is told once, and over the layout itself without a way to it', async () => {
    await begun('export=fails');
    endExport();
    await expect.poll(toasts, news).toContain('were not made');
    expect(buttonIn('[data-tone="bad"]', 'Open the layout')).toBeUndefined();
    window.location.hash = '/orders';
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(toasts().match(/were not made/g)).toHaveLength(1);
  });

  test('that became a new version is told over its layout without a way to it, and elsewhere with the way to the new row', async () => {
    await begun('export=succeeds', { layoutOf: 'book-9' });
    endExport();
    await expect.poll(toasts, news).toContain('Both files of “Kim & Lee” are made');
    expect(buttonIn('[data-tone="good"]', 'Show the book')).toBeUndefined();
    for (const { id } of currentToasts()) dismissToast(id);
    await begun('export=succeeds', { layoutOf: 'book-9' });
    window.location.hash = '/queue';
    endExport();
    await expect.poll(() => buttonIn('[data-tone="good"]', 'Show the book'), news).toBeDefined();
  });

  test('is left to its sheet while that is open', async () => {
    await begun('export=fails', { closes: false });
    endExport();
    await expect
      .poll(() => document.querySelector('[role="dialog"] [role="alert"]')?.textContent, news)
      .toContain('DSC');
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(toasts()).not.toContain('were not made');
    expect(await window.studio.call('layouts.exportNews', {})).toEqual([]);
  });
});
