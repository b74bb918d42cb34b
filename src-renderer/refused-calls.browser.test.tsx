import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Call, Channel } from '../src-core/ipc/contract.ts';
import { runCommand } from './commands/run-command.ts';
import { librarySelection } from './features/library/library-state.ts';
import { OPENED, press } from './testing/opened-sheets.ts';
import { hide, settled, show } from './testing/shown-app.tsx';
import { copyText } from './ui/copy-text.ts';
import { currentToasts, dismissToast } from './ui/toast-store.ts';
import { selectOne } from './ui/table-selection.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  for (const { id } of currentToasts()) dismissToast(id);
  await hide();
});

const REFUSAL = { code: 'INTERNAL', text: { key: 'ui.error.unexpected' } };
const told = () => page.getByText('Something went wrong that should not', { exact: false });

/** From now on the main process refuses that call. */
function refuse(refused: Channel): void {
  const answered = window.studio.call;
  const call = (channel: Channel, input: never) =>
    channel === refused ? Promise.reject(REFUSAL) : answered(channel, input);
  vi.spyOn(window.studio, 'call').mockImplementation(call as Call);
}

const opened = async (wanted: string): Promise<void> => {
  const state = OPENED.find(({ name }) => name === wanted);
  if (state === undefined) throw new Error('no such sheet');
  await show(state);
  await state.open();
};

const WAYS: readonly (readonly [Channel, () => Promise<unknown>, () => unknown])[] = [
  ['library.recheck', () => show({ query: 'scenario=full' }), () => runCommand('library.recheck')],
  [
    'library.revealFile',
    async () => {
      await show({ query: 'scenario=full' });
      librarySelection.set(selectOne('book-0'));
      await settled();
    },
    () => press('Show in folder'),
  ],
  ['imports.cancel', () => opened('an import on its way'), () => press('Stop')],
  ['fixes.stopAlike', () => show({ query: 'scenario=full&alike=running' }), () => press('Stop after this book')],
  ['fixes.discard', () => opened('a repair before it counts'), () => press('Discard')],
];

test.each(WAYS)('a refusal of %s is told', async (channel, open, act) => {
  await open();
  refuse(channel);
  await act();
  await expect.element(told()).toBeVisible();
});

test('books that are not checked again are not said to be', async () => {
  await show({ query: 'scenario=full' });
  runCommand('library.recheck');
  await expect.element(page.getByText(/checked again$/)).toBeVisible();
  for (const { id } of currentToasts()) dismissToast(id);
  refuse('library.recheck');
  runCommand('library.recheck');
  await expect.element(told()).toBeVisible();
  await expect.element(page.getByText(/checked again$/)).not.toBeInTheDocument();
});

test('what the clipboard does not take is not said to be copied', async () => {
  await show({ query: 'scenario=full' });
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('not focused', 'NotAllowedError'));
  copyText('or_1', 'Order number copied');
  await expect.element(page.getByText('Nothing was copied. Try again with the studio in front.')).toBeVisible();
  await expect.element(page.getByText('Order number copied')).not.toBeInTheDocument();
});
