import { afterAll, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Input, Output } from '../../../src-core/ipc/contract.ts';
import { axeFindings, hide, show } from '../../testing/shown-app.tsx';

const button = (name: RegExp | string) => page.getByRole('button', { name });
const radio = (name: string) => page.getByRole('radio', { name });
const kinds = () =>
  [...document.querySelectorAll<HTMLElement>('[role="dialog"] tr[data-kind]')].map(({ dataset }) => dataset['kind']);
const orders = () => kinds().filter((kind) => kind !== 'with').length;
const sum = () =>
  document.querySelector('[role="dialog"] footer button:last-child, [role="dialog"]')?.textContent ?? '';

async function review(query = 'scenario=full'): Promise<void> {
  await show({ query, section: 'orders' });
  await button(/^Order 2 books/)
    .first()
    .click();
  await expect.element(page.getByRole('dialog', { name: 'Review order' })).toBeVisible();
  await expect.poll(() => kinds().length).toBeGreaterThan(0);
}

afterAll(hide);

test('books of one recipient stand under one heading, and it says what that saves', async () => {
  await review();
  await expect.element(radio('One order for each recipient')).toBeChecked();
  expect(kinds().filter((kind) => kind === 'order').length).toBeGreaterThan(0);
  await expect.element(page.getByText(/of shipping saved$/)).toBeVisible();
  const together = orders();
  await radio('One order for each book').click();
  await expect.poll(() => kinds().every((kind) => kind === 'book')).toBe(true);
  expect(orders()).toBeGreaterThan(together);
  expect(page.getByText(/of shipping saved$/).elements()).toEqual([]);
});

test('a book is sent on its own and with the others again; what is to be paid follows', async () => {
  await review();
  const before = { orders: orders(), text: sum() };
  await button(/^On its own: /)
    .first()
    .click();
  await expect.poll(orders).toBe(before.orders + 1);
  expect(sum()).not.toBe(before.text);
  await button(/^With the others: /).click();
  await expect.poll(() => [orders(), sum()]).toEqual([before.orders, before.text]);
});

test('what one recipient gets is parted in two groups by hand, and put together again', async () => {
  await review();
  const before = { orders: orders(), text: sum() };
  await button(/^On its own: /)
    .first()
    .click();
  await expect.poll(orders).toBe(before.orders + 1);
  const charge = () => button(/^Order \d+ · /).element().textContent;
  const parted = charge();
  await button(/^To another order: /)
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^With / }).click();
  // Two of the three are one order now, and the third goes by itself: as many parcels as before.
  await expect.poll(() => page.getByText(/· 2 books in one order$/).elements().length).toBe(1);
  expect([orders(), charge()]).toEqual([before.orders + 1, parted]);
  await button(/^To another order: /)
    .first()
    .click();
  await expect.element(page.getByRole('menuitem', { name: 'On its own' })).toBeVisible();
  await page.getByRole('menuitem', { name: /^With / }).click();
  await button(/^With the others: /)
    .first()
    .click();
  await expect.poll(() => [orders(), sum()]).toEqual([before.orders, before.text]);
});

test('an address from the address book goes for whatever has no recipient', async () => {
  await review();
  await button('From the address book…').click();
  const book = page.getByRole('dialog', { name: 'Choose a recipient' });
  await book.getByRole('searchbox').fill('ㅂㅈㅎ');
  const found = book.getByRole('row', { name: /박지훈/ });
  await found.click();
  await button('Send to this one').click();
  await expect
    .element(page.getByText('Books without a recipient go to the address that was chosen from the book.'))
    .toBeVisible();
  await expect.poll(() => kinds().length).toBeGreaterThan(0);
});

test('an address that was typed is there still after an estimate that failed', async () => {
  await review();
  const recipient = page.getByRole('textbox', { name: 'Recipient' });
  await expect.element(recipient).toHaveValue('김민수');
  await recipient.fill('Another customer');
  const { call } = window.studio;
  const away: Output<'orders.review'> = { ok: false, problem: { key: 'errors.SERVICE_REFUSED' }, serviceText: null };
  let isAway = true;
  Object.assign(window.studio, {
    call: (channel: Parameters<typeof call>[0], input: never) =>
      channel === 'orders.review' && isAway ? Promise.resolve(away) : call(channel, input),
  });
  await radio('One order for each book').click();
  await expect.element(page.getByRole('heading', { name: 'No estimate' })).toBeVisible();
  isAway = false;
  await button('Ask again').click();
  await expect.element(radio('One order for each book')).toBeChecked();
  await expect.element(recipient).toHaveValue('Another customer');
});

test('an order since a copy that cannot be read is named, and ordered without once a person says that it is of none of the books', async () => {
  await review();
  const { call } = window.studio;
  const params = { orderUid: 'or_lost', more: 0, code: 'SERVICE_FAULT' };
  const unread: Output<'orders.review'> = {
    ...{ ok: false, serviceText: null },
    problem: { key: 'errors.ORDERS_SINCE_UNREAD', params },
  };
  const passed: unknown[] = [];
  Object.assign(window.studio, {
    call: (channel: Parameters<typeof call>[0], input: never) => {
      if (channel === 'orders.passOver') passed.push(input);
      return channel === 'orders.review' && passed.length === 0 ? Promise.resolve(unread) : call(channel, input);
    },
  });
  await radio('One order for each book').click();
  await expect.element(page.getByText(/^Order or_lost was placed since this library was backed up, and/)).toBeVisible();
  await button('Order without it…').click();
  await button('Do not order yet').click();
  expect(passed).toEqual([]);
  await button('Order without it…').click();
  await button('It is of none of these books').click();
  await expect.element(radio('One order for each book')).toBeChecked();
  expect(passed).toEqual([{ orderUids: ['or_lost'] }]);
});

test('what was confirmed is not sent yet, and undo gives back the review with all that was chosen in it', async () => {
  await review('scenario=full&held=60');
  await radio('One order for each book').click();
  const shown = { kinds: kinds(), text: sum() };
  await button(/^Order \d+ · /).click();
  const run = page.getByRole('dialog', { name: 'Placing orders' });
  await expect.element(run.getByRole('heading', { name: 'Not sent yet' })).toBeVisible();
  await expect.element(run.getByText(/^Not sent yet: \d+ s$/)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await expect.element(button('Undo')).toHaveFocus();
  await button('Undo').click();
  await expect.element(page.getByRole('dialog', { name: 'Review order' })).toBeVisible();
  await expect.element(radio('One order for each book')).toBeChecked();
  expect([kinds(), sum()]).toEqual([shown.kinds, shown.text]);
});

test('a hold that is over is a run like any other, which can be stopped and no longer be taken back', async () => {
  await review('scenario=full&held=1');
  await button(/^Order \d+ · /).click();
  await expect.element(button('Undo')).toBeVisible();
  await expect.element(button('Undo')).not.toBeInTheDocument();
  await expect.element(button('Stop after the one being sent')).toBeVisible();
});

test('too little credit in Live: the cheapest first, or all of it once there is enough', async () => {
  await review('scenario=live&short');
  await button('Order all when the credit is enough').click();
  await expect.element(page.getByText(/, when the credit is enough$/)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await button('Decide again').click();
  await radio('One order for each book').click();
  await button(/^Order the cheapest \d+ that/).click();
  await expect.element(page.getByText(/cheapest orders first$/)).toBeVisible();
});

test('Escape closes a run that is over, and none that is under way', async () => {
  await review('scenario=full&running=1');
  await button(/^Order \d+ · /).click();
  const run = page.getByRole('dialog', { name: 'Placing orders' });
  await expect.element(run).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Stop after the one being sent')).toBeVisible();
  await review();
  await button(/^Order \d+ · /).click();
  await expect.element(button('Save receipt')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(run).not.toBeInTheDocument();
});

test('at the end of a run the receipts of all its orders leave as one table', async () => {
  await review();
  const call = vi.spyOn(window.studio, 'call');
  await button(/^Order \d+ · /).click();
  await button('Save receipt').click();
  await page.getByRole('menuitem', { name: /^Excel workbook/ }).click();
  await expect.element(page.getByText('Receipt saved').last()).toBeVisible();
  const [saved] = call.mock.calls.flatMap(([channel, input]) =>
    channel === 'documents.save' ? [(input as Input<'documents.save'>).document] : [],
  );
  expect(saved).toMatchObject({ what: 'receipt', kind: 'xlsx' });
  expect(saved?.what === 'receipt' && saved.orderUids.length).toBeGreaterThan(1);
});
