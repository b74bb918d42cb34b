import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Input } from '../src-core/ipc/contract.ts';
import { stepStack } from './features/undo/step-stack.ts';
import { axeFindings, hide, settled, show } from './testing/shown-app.tsx';

afterEach(hide);

const row = (name: string) => page.getByRole('row', { name });
const rowNames = () =>
  [...document.querySelectorAll<HTMLElement>('[role="row"][data-row-id], [role="row"][aria-rowindex]')]
    .toSorted((one, other) => Number(one.ariaRowIndex) - Number(other.ariaRowIndex))
    .map((one) => one.ariaLabel ?? '');
const undo = () => userEvent.keyboard('{Control>}z{/Control}');
const redo = () => userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
const copiesOf = (name: string) =>
  row(name)
    .getByRole('gridcell')
    .elements()
    .map((cell) => cell.textContent);

test('nothing was done yet: both ways say so', async () => {
  await show({ query: 'scenario=full' });
  await undo();
  await expect.element(page.getByText('Nothing to undo')).toBeVisible();
  await redo();
  await expect.element(page.getByText('Nothing to do again')).toBeVisible();
});

test('copies and title are taken back last first by keys, and done again', async () => {
  await show({ query: 'scenario=full' });
  const [, first = ''] = rowNames();
  await row(first).click();
  const before = copiesOf(first);
  const copies = page.getByRole('complementary').getByRole('textbox', { name: 'Copies' });
  await copies.fill('17');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText('Copies: 17')).toBeVisible();
  await expect.poll(() => copiesOf(first)).toContain('17');
  await page.getByRole('button', { name: 'Change the title' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('A title of its own');
  await userEvent.keyboard('{Enter}');
  await expect.element(row('A title of its own')).toBeVisible();
  await settled();
  expect(await axeFindings()).toEqual([]);
  await row('A title of its own').click();
  await undo();
  await expect.element(page.getByText('Undone: New title: A title of its own')).toBeVisible();
  await expect.element(row(first)).toBeVisible();
  expect(copiesOf(first)).toContain('17');
  await undo();
  await expect.poll(() => copiesOf(first)).toEqual(before);
  await redo();
  await expect.poll(() => copiesOf(first)).toContain('17');
  await redo();
  await expect.element(row('A title of its own')).toBeVisible();
});

test('menu and palette name what undo and redo would do, grey with the reason where that is nothing', async () => {
  await show({ query: 'scenario=full' }, { language: 'ko', theme: 'light' });
  const { call: answer } = window.studio;
  const call = vi.spyOn(window.studio, 'call');
  const lastShown = () =>
    call.mock.calls
      .flatMap(([channel, input]) => (channel === 'app.showSteps' ? [input as Input<'app.showSteps'>] : []))
      .at(-1);
  const [, first = ''] = rowNames();
  await row(first).click();
  await userEvent.keyboard('{Delete}');
  const what = '1권을 뺐습니다';
  await expect.poll(lastShown).toEqual({
    undo: { label: `실행 취소: ${what}`, isEnabled: true },
    redo: { label: '다시 실행', isEnabled: false },
  });
  await undo();
  await expect.poll(lastShown).toEqual({
    undo: { label: '실행 취소', isEnabled: false },
    redo: { label: `다시 실행: ${what}`, isEnabled: true },
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('menuitem', { name: `다시 실행: ${what}` })).toBeVisible();
  const undoItem = page.getByRole('menuitem', { name: '되돌릴 작업이 없습니다' });
  await expect.element(undoItem).toHaveAttribute('aria-disabled', 'true');
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  // A redo that the desk refuses: the books were changed since.
  const refused: ReadonlySet<string> = new Set(['steps.takeBack']);
  call.mockImplementation(async (channel, input) => {
    if (refused.has(channel)) throw new Error('changed since');
    return answer.call(window.studio, channel, input);
  });
  await redo();
  await expect.poll(lastShown).toMatchObject({ redo: { label: `다시 실행할 수 없음: ${what}`, isEnabled: false } });
  await redo();
  await expect.element(page.getByText(`그 뒤에 바뀌어 다시 실행해도 같은 결과가 되지 않습니다: ${what}`)).toBeVisible();
});

test('in a text the menu has the undo of the text', async () => {
  await show({ query: 'scenario=full' });
  const call = vi.spyOn(window.studio, 'call');
  await page.getByRole('searchbox').first().click();
  await expect
    .poll(() => call.mock.calls.filter(([channel]) => channel === 'app.showSteps').at(-1)?.[1])
    .toEqual({
      undo: { label: 'Undo', isEnabled: true },
      redo: { label: 'Redo', isEnabled: true },
    });
});

test('books that were taken out of the queue come back by the toast, a step of the middle too', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  const waiting = () =>
    [...document.querySelectorAll<HTMLElement>('[role="row"][data-status="waiting"]')].map(
      (one) => one.ariaLabel ?? '',
    );
  const [a = '', b = ''] = waiting();
  await row(a).click();
  await userEvent.keyboard('{Delete}');
  await expect.element(page.getByText('One book taken out of the queue')).toBeVisible();
  await expect.poll(waiting).not.toContain(a);
  expect(waiting()).toContain(b);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(waiting).toContain(a);
  await expect.element(page.getByText('Undone: One book taken out of the queue')).toBeVisible();
});

test('books that are moved twice in the queue before the first move is done are two steps to take back', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  const { call: answer } = window.studio;
  const before = stepStack.get().done.length;
  vi.spyOn(window.studio, 'call').mockImplementation(async (channel, input) => {
    if (channel === 'queue.move') await new Promise((resolve) => setTimeout(resolve, 300));
    return answer.call(window.studio, channel, input);
  });
  const last =
    [...document.querySelectorAll<HTMLElement>('[role="row"][data-status="waiting"]')].at(3)?.ariaLabel ?? '';
  await row(last).click();
  await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
  await expect.poll(() => stepStack.get().done.length).toBe(before + 2);
});

test('what was done on one connection is not taken back on another', async () => {
  await show({ query: 'scenario=full' });
  const [, first = ''] = rowNames();
  await row(first).click();
  await userEvent.keyboard('{Delete}');
  await expect.element(page.getByText('1 book removed')).toBeVisible();
  await show({ query: 'scenario=live' });
  await undo();
  await expect.element(page.getByText('Nothing to undo')).toBeVisible();
});
