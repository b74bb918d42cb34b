import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { runCommand } from '../../commands/run-command.ts';
import { hide, settled, show } from '../../testing/shown-app.tsx';
import { selectOne } from '../../ui/table-selection.ts';
import { librarySelection } from '../library/library-state.ts';
import { queueSelection } from '../queue/queue-state.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await hide();
});

const sheet = () => page.getByRole('dialog', { name: / at a time$/ });
const inputsOf = (wanted: string) =>
  vi.mocked(window.studio.call).mock.calls.flatMap(([channel, input]) => (channel === wanted ? [input] : []));

test('the books that are sent at a time stay those that were chosen when one of them leaves the list meanwhile', async () => {
  await show({ query: 'scenario=full' });
  vi.spyOn(window.studio, 'call');
  const { rows } = await window.studio.call('library.changes', { since: null });
  const chosen = rows
    .filter(({ stage, print, checkedLevel }) => stage === 'ready' && print === 'good' && checkedLevel === 3)
    .slice(0, 2)
    .map(({ bookId }) => bookId);
  const [first = '', second = ''] = chosen;
  const isChosen = (ids: readonly string[]) => ids.toSorted().join() === chosen.toSorted().join();
  librarySelection.set({ ids: new Set(chosen), focusId: first, anchorId: first });
  await settled();
  expect(runCommand('library.uploadLater')).toBe(true);
  await expect.element(sheet()).toHaveTextContent('Send 2 books at a time');
  await window.studio.call('library.remove', { bookIds: [second] });
  await settled();
  expect(librarySelection.get().ids.size).toBe(1);
  await expect.element(sheet()).toHaveTextContent('Send 2 books at a time');
  await sheet()
    .getByRole('button', { name: /^Send at/ })
    .click();
  await expect.poll(() => inputsOf('queue.upload')).toMatchObject([{ bookIds: expect.toSatisfy(isChosen) }]);
});

test('a time in the queue holds for the book that it was chosen for, and not for the next one', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  vi.spyOn(window.studio, 'call');
  queueSelection.set(selectOne('w0'));
  await settled();
  expect(runCommand('queue.sendAt')).toBe(true);
  await expect.element(sheet()).toBeVisible();
  await window.studio.call('queue.cancel', { jobIds: ['w0'] });
  await expect.poll(() => queueSelection.get().focusId).toBe('w1');
  await sheet()
    .getByRole('button', { name: /^Send at/ })
    .click();
  await expect.poll(() => inputsOf('queue.sendAt')).toMatchObject([{ jobIds: ['w0'] }]);
});
