import { afterAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { OPENED, press } from '../../testing/opened-sheets.ts';
import { hide, settled, show } from '../../testing/shown-app.tsx';

afterAll(hide);

const sheet = () => page.getByRole('dialog');
async function openOffer(): Promise<void> {
  const state = OPENED.find(({ name }) => name === 'the same repair for other books');
  if (state === undefined) throw new Error('no such sheet');
  await show(state);
  await state.open();
}

test('the repair that was taken over is offered for the others by name, with as many as are chosen', async () => {
  await openOffer();
  await expect.element(sheet()).toHaveTextContent(/the same for 3 other books\?/);
  const boxes = sheet().getByRole('checkbox');
  expect(boxes.elements()).toHaveLength(4);
  await boxes.nth(2).click();
  await expect.element(sheet().getByRole('button', { name: 'Repair 2 books' })).toBeVisible();
  // All of them, and then none.
  await boxes.nth(0).click();
  await expect.element(sheet().getByRole('button', { name: 'Repair 3 books' })).toBeVisible();
  await boxes.nth(0).click();
  await expect.element(sheet().getByRole('button', { name: /^Repair/ })).toBeDisabled();
  await press('Not now');
  await expect.element(sheet()).not.toBeInTheDocument();
});

test('what was left as it was stands there with its reason and leads to its book', async () => {
  await openOffer();
  await press('Repair 3 books');
  await expect.element(sheet()).toHaveTextContent(/2 repaired, 1 left as it was/);
  await expect.element(sheet()).toHaveTextContent(/would bring other findings/);
  await expect.element(page.getByText('2 books repaired')).toBeVisible();
  const title = document.querySelector('[role="dialog"] li span')?.firstChild?.textContent ?? 'none';
  await sheet().getByRole('button', { name: 'Show' }).click();
  await expect.element(sheet()).not.toBeInTheDocument();
  await settled();
  await expect.element(page.getByRole('row', { selected: true })).toHaveTextContent(title);
});

test('a run that an earlier window began is shown, and is stopped after the book in hand', async () => {
  await show({ query: 'scenario=full&alike=running' });
  await expect.element(sheet()).toHaveTextContent(/Repairing books.*1 of 3 done/);
  await press('Stop after this book');
  await expect.element(sheet().getByRole('button', { name: 'Stops after this book…' })).toBeDisabled();
});
