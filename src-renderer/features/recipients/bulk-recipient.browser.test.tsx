import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { selectOne } from '../../ui/table-selection.ts';
import { libraryFilter, librarySelection } from '../library/library-state.ts';
import { stepStack } from '../undo/step-stack.ts';
import { hide, settled, show } from '../../testing/shown-app.tsx';

afterEach(() => vi.restoreAllMocks());
afterAll(hide);

/** As they stand in the list; the first is of another folder than the others. */
const CHOSEN = ['book-120', 'book-119', 'book-118'];
const stepsDone = () => stepStack.get().done.map(({ text }) => text);

async function showChosen() {
  await show({ query: 'scenario=full' });
  librarySelection.set({ ids: new Set(CHOSEN), focusId: 'book-119', anchorId: 'book-119' });
  await expect.element(page.getByRole('button', { name: /^Set the recipient/ })).toBeVisible();
}

/** What is asked on the channel waits for its answer. */
function holdBack(held: string) {
  const { call: answer } = window.studio;
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const call = vi.spyOn(window.studio, 'call').mockImplementation(async (channel, input) => {
    if (channel === held) await gate;
    return answer.call(window.studio, channel, input);
  });
  return { letGo: () => letGo(), asked: () => call.mock.calls.filter(([channel]) => channel === held) };
}

async function chooseSomebody() {
  const sheet = page.getByRole('dialog', { name: 'Choose a recipient' });
  await sheet.getByRole('row', { name: /^이서연/ }).click();
  await sheet.getByRole('button', { name: 'Send to this one' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
}

test.each([
  { left: 'two', query: '2026-09' },
  { left: 'only one', query: 'September' },
  { left: 'none', query: 'no such folder' },
])(
  'the books that the address book was opened for get the recipient, when $left of them stay in the filter',
  async (meanwhile) => {
    await showChosen();
    const { asked, letGo } = holdBack('recipients.assign');
    letGo();
    await page.getByRole('button', { name: /^Set the recipient/ }).click();
    await expect.element(page.getByRole('dialog', { name: 'Choose a recipient' })).toBeVisible();
    libraryFilter.set((former) => ({ ...former, query: meanwhile.query }));
    await settled();
    await chooseSomebody();
    await expect.poll(asked).toEqual([['recipients.assign', { bookIds: CHOSEN, recipientId: 'rcp_1' }]]);
    await expect.element(page.getByText('3 books go to 이서연')).toBeVisible();
  },
);

test('a recipient that is given can be taken back, also by whoever has gone on to other books before it was done', async () => {
  await showChosen();
  const { letGo, asked } = holdBack('recipients.assign');
  const before = stepsDone();
  await page.getByRole('button', { name: /^Set the recipient/ }).click();
  await chooseSomebody();
  await expect.poll(() => asked().length).toBe(1);
  librarySelection.set(selectOne('book-1'));
  await settled();
  letGo();
  await expect.poll(stepsDone).toEqual([...before, '3 books go to 이서연']);
});

test('who is taken out of the address book can be put back, also when it was closed before that was done', async () => {
  await show({ query: 'scenario=full' });
  const { letGo, asked } = holdBack('recipients.remove');
  const before = stepsDone();
  window.dispatchEvent(new CustomEvent('menu-command', { detail: 'recipients.open' }));
  const sheet = page.getByRole('dialog', { name: 'Address book' });
  await sheet.getByRole('row', { name: /^이서연/ }).click();
  await sheet.getByRole('button', { name: 'Take out of the book' }).click();
  await expect.poll(() => asked().length).toBe(1);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  letGo();
  await expect.poll(stepsDone).toEqual([...before, '이서연 was taken out of the address book']);
});
