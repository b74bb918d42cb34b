import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { hide, show } from '../../testing/shown-app.tsx';
import { switchConnection } from '../../testing/switch-connection.ts';
import { printQuestion } from './print-gate.ts';

afterEach(hide);

test('a question that was asked at one connection sends nothing at another: it is gone with the switch', async () => {
  await show({ query: 'scenario=full&rows=12' });
  const [book] = (await window.studio.call('library.changes', { since: null })).rows;
  if (book === undefined) throw new Error('no book');
  const sent: (readonly string[])[] = [];
  printQuestion.set({ what: 'upload', bookIds: [book.bookId], asked: [book], go: (bookIds) => sent.push(bookIds) });
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await switchConnection();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(printQuestion.get()).toBeNull();
  expect(sent).toEqual([]);
});
