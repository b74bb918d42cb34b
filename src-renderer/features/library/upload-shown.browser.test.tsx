import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Call } from '../../../src-core/ipc/contract.ts';
import type { LibraryRow } from '../../../src-core/ipc/subjects/library.ts';
import { runCommand } from '../../commands/run-command.ts';
import { hide, settled, show } from '../../testing/shown-app.tsx';
import { NO_FILTER } from './library-filter.ts';
import { libraryFilter } from './library-state.ts';

const SLOW = { timeout: 20_000 } as const;
const uploadButton = () =>
  [...document.querySelectorAll<HTMLButtonElement>('main button')].find(({ textContent }) =>
    /^Upload( \d+ books?)?(?!.*time)/.test(textContent),
  );
const footer = () => document.querySelector('main')?.textContent ?? '';

let uploaded: (readonly string[])[] = [];

beforeEach(async () => {
  libraryFilter.set(NO_FILTER);
  await show({ query: 'scenario=full' });
  const { call } = window.studio;
  uploaded = [];
  const listening: Call = async (channel, input) => {
    if (channel === 'queue.upload') uploaded.push((input as { readonly bookIds: readonly string[] }).bookIds);
    return call(channel, input);
  };
  Object.assign(window.studio, { call: listening });
});

afterAll(async () => {
  libraryFilter.set(NO_FILTER);
  await hide();
});

/** The books that can be uploaded. */
async function ready(): Promise<readonly LibraryRow[]> {
  const { rows } = await window.studio.call('library.changes', { since: null });
  return rows.filter(({ stage }) => stage === 'ready');
}

const named = (count: number): string => `Upload ${count} ${count === 1 ? 'book' : 'books'}`;

test('with a filter set, the button counts and uploads what is shown, and the note says that it is a part', async () => {
  const all = await ready();
  await expect.poll(() => uploadButton()?.textContent, SLOW).toContain(named(all.length));
  const query = all.find(({ print, checkedLevel }) => print === 'good' && checkedLevel === 3)?.title ?? '';
  const shown = all.filter(({ title }) => title.includes(query));
  expect([query !== '', shown.length < all.length]).toEqual([true, true]);
  libraryFilter.set({ ...NO_FILTER, query });
  await expect.poll(() => uploadButton()?.textContent, SLOW).toContain(named(shown.length));
  expect(footer()).toMatch(/\d+ shown by the filter/);
  uploadButton()?.click();
  // Some were not looked at yet.
  const onlyGood = () =>
    [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find(({ textContent }) =>
      /^Only the \d+ that print well$/.test(textContent),
    );
  await expect.poll(onlyGood, SLOW).toBeDefined();
  onlyGood()?.click();
  await expect.poll(() => uploaded.length, SLOW).toBe(1);
  const ids = shown.map(({ bookId }) => bookId);
  expect(uploaded[0]?.length).toBeGreaterThan(0);
  expect(uploaded[0]?.filter((bookId) => !ids.includes(bookId))).toEqual([]);
});

test('where no shown book is ready, nothing is uploaded, by the button or its keys', async () => {
  libraryFilter.set({ ...NO_FILTER, query: 'no book is called so' });
  await settled();
  expect(uploadButton()?.ariaDisabled).toBe('true');
  uploadButton()?.click();
  runCommand('screen.main');
  await settled();
  expect([uploaded, document.querySelector('[role="dialog"]')]).toEqual([[], null]);
});
