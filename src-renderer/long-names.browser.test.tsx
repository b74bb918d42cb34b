import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Call } from '../src-core/ipc/contract.ts';
import type { BookDetail } from '../src-core/ipc/subjects/library.ts';
import { libraryRows } from '../test/renderer/data/library.ts';
import { hide, settled, show } from './testing/shown-app.tsx';

afterEach(hide);

const LONG = 'Smith-Wellington-Featherstonehaugh & Montgomery wedding reception at the Grand Hotel';

/** From here on files have names as customers give them. */
function nameFilesAtLength(): void {
  const { call } = window.studio;
  const named: Call = async (channel, input) => {
    const answer = await call(channel, input);
    if (channel !== 'library.book' || answer === null) return answer;
    const book = answer as unknown as BookDetail;
    return { ...book, files: book.files.map((file) => ({ ...file, name: `${LONG}_${file.role}.pdf` })) } as never;
  };
  Object.assign(window.studio, { call: named });
}

test('files with long names stay in the inspector, with the end of their names and all that can be done with them', async () => {
  await show({ query: 'scenario=full&rows=20' });
  nameFilesAtLength();
  await page.getByRole('grid').getByRole('row').nth(3).click();
  const file = page.getByRole('region', { name: `${LONG}_cover.pdf` });
  await expect.element(file).toBeVisible();
  await settled();
  const panel = file.element().closest('[data-pane="inspector"]') as HTMLElement;
  const { right } = panel.getBoundingClientRect();
  const over = [...panel.querySelectorAll('*')].filter((one) => one.getBoundingClientRect().right > right + 1);
  expect(over.map((one) => one.outerHTML.slice(0, 90))).toEqual([]);
  const end = file.getByText('over.pdf', { exact: true }).element();
  expect(end.scrollWidth).toBeLessThanOrEqual(end.clientWidth);
});

test('a series of books that begin alike is told apart by the ends of their names', async () => {
  await show({ query: 'scenario=full&rows=20' });
  const [, one, other] = libraryRows(0, 20);
  await window.studio.call('library.setTitle', { bookId: one?.bookId ?? '', title: `${LONG} 017` });
  await window.studio.call('library.setTitle', { bookId: other?.bookId ?? '', title: `${LONG} 018` });
  for (const end of ['otel 017', 'otel 018']) {
    const shown = page.getByRole('grid').getByText(end, { exact: true });
    await expect.element(shown).toBeVisible();
    const { scrollWidth, clientWidth } = shown.element();
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  }
});

test('an order of several books keeps in sight how many more there are', async () => {
  await show({ query: 'scenario=full', section: 'orders' });
  const ends = () => [...document.querySelectorAll('[role="row"] [title$=" more"] > span > span:last-child')];
  await expect.poll(() => new Set(ends().map(({ textContent }) => textContent))).toEqual(new Set([' and 1 more']));
});

test('the name of a book that is laid out is read from its beginning', async () => {
  await show({ query: 'scenario=full', layoutOf: 'made-1' });
  await page.getByRole('button', { name: /Rename$/ }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill(LONG);
  await userEvent.keyboard('{Enter}');
  const button = page.getByRole('button', { name: /Smith-Wellington/ });
  await expect.element(button).toBeVisible();
  const words = button.element().querySelector('span');
  const text = document.createRange();
  text.selectNodeContents(words as Node);
  expect(text.getBoundingClientRect().left).toBeGreaterThanOrEqual(button.element().getBoundingClientRect().left);
});
