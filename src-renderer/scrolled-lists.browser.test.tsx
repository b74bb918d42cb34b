import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { librarySelection } from './features/library/library-state.ts';
import { queueSelection } from './features/queue/queue-state.ts';
import { hide, settled, show } from './testing/shown-app.tsx';
import { selectOne } from './ui/table-selection.ts';

afterEach(hide);

const list = () => page.getByRole('grid').element() as HTMLElement;
const lineCount = () => Number(list().getAttribute('aria-rowcount'));
/** Whether all of the focused row is seen in the list, but for what a browser rounds. */
const isFocusSeen = (): boolean => {
  const row = document.getElementById(list().getAttribute('aria-activedescendant') ?? '');
  if (row === null) return false;
  const [inner, outer] = [row.getBoundingClientRect(), list().getBoundingClientRect()];
  return inner.top >= outer.top - 1 && inner.bottom <= outer.bottom + 1;
};

async function scrollTo(topPx: number): Promise<number> {
  list().scrollTop = topPx;
  await settled();
  return list().scrollTop;
}

/** What the desk does by itself, until the list shows it. */
async function goes(going: () => Promise<unknown>): Promise<void> {
  const before = lineCount();
  await going();
  await expect.poll(lineCount).toBeLessThan(before);
  await settled();
}

const openQueue = () => show({ query: 'scenario=full', section: 'queue', size: [1180, 480] });
const jobGoes = (jobId: string) => goes(() => window.studio.call('queue.cancel', { jobIds: [jobId] }));
const bookGoes = (bookId: string) => goes(() => window.studio.call('library.remove', { bookIds: [bookId] }));

test('whoever scrolled away from the chosen job stays there while jobs above it come to their end, and it too', async () => {
  await openQueue();
  queueSelection.set(selectOne('17'));
  await settled();
  const at = await scrollTo(380);
  expect(isFocusSeen()).toBe(false);
  await jobGoes('5');
  expect(list().scrollTop).toBe(at);
  // Its place is taken by the next one.
  await jobGoes('17');
  expect(queueSelection.get().focusId).toBe('18');
  expect(list().scrollTop).toBe(at);
});

test('a job that is put elsewhere by keys stays in sight', async () => {
  await openQueue();
  await page.getByRole('row', { name: 'Yoon first birthday' }).click();
  for (let step = 0; step < 9; step += 1) {
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await settled();
  }
  expect(list().scrollTop).toBeGreaterThan(0);
  expect(isFocusSeen()).toBe(true);
});

test('whoever scrolled away from the chosen book stays there while others leave the library, and a key goes on from it', async () => {
  await show({ query: 'scenario=full&rows=80' });
  // The one that came first stands first.
  librarySelection.set(selectOne('book-73'));
  const at = await scrollTo(1_200);
  await bookGoes('book-79');
  await bookGoes('book-73');
  expect(librarySelection.get().focusId).not.toBe('book-73');
  expect(list().scrollTop).toBe(at);
  list().focus();
  await userEvent.keyboard('{ArrowDown}');
  await settled();
  expect(isFocusSeen()).toBe(true);
  expect(list().scrollTop).toBeLessThan(300);
});
