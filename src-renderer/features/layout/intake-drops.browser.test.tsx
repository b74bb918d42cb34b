import { afterAll, expect, test } from 'vitest';
import { hide, show } from '../../testing/shown-app.tsx';
import { placeUnder } from './pictures-to-take.ts';

afterAll(hide);
const button = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('button')].find(({ textContent }) => textContent === name);
const notes = () => [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent).join();

test('pictures that are being read are stopped: the strip says how many were not read, and those that came in stay', async () => {
  await show({ query: 'scenario=full', layoutOf: 'book-11' }, { language: 'en', theme: 'light' });
  await expect.poll(() => document.querySelector('[data-stage] [data-frame]'), { timeout: 20_000 }).not.toBeNull();
  document.querySelector<HTMLElement>('[aria-label="Add pictures or PDFs"]')?.click();
  await expect.poll(() => button('Stop reading'), { timeout: 10_000 }).not.toBeUndefined();
  button('Stop reading')?.click();
  await expect.poll(notes, { timeout: 10_000 }).toMatch(/Stopped: \d+ pictures? or pages? were not read any more/);
  expect(button('Stop reading')).toBeUndefined();
});

test('what lies under a drop says where its pages go: a spread of the strip, the stage, or neither', async () => {
  await show({ query: 'scenario=full', layoutOf: 'book-11' }, { language: 'en', theme: 'light' });
  const spread = () => document.querySelector<HTMLElement>('[data-pane="strip"] [data-drop-surface]');
  await expect.poll(spread, { timeout: 20_000 }).not.toBeNull();
  expect(placeUnder(spread()?.firstElementChild ?? null)).toEqual({ surfaceId: spread()?.dataset['dropSurface'] });
  expect(placeUnder(document.querySelector('[data-stage]'))).toBe('stage');
  expect(placeUnder(document.querySelector('[data-pane="tray"]'))).toBeNull();
});
