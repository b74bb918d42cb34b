import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { orderFilter } from './order-filter.ts';
import { linkedOrder } from './linked-order.tsx';
import { axeFindings, hide, settled, show } from '../../testing/shown-app.tsx';

afterEach(hide);

const BOARD = { query: 'scenario=full&rows=12', section: 'orders' } as const;
const uids = async () =>
  (await window.studio.call('orders.changes', { since: null })).rows.map(({ orderUid }) => orderUid);
const notice = () => page.getByRole('region', { name: 'The order of a link' });

test('the order of a link is shown alone, whether or not the link names its environment', async () => {
  await show(BOARD);
  const [first = '', second = ''] = await uids();
  linkedOrder.set({ uid: first, environment: 'sandbox' });
  await expect.poll(() => orderFilter.get().text).toBe(first);
  linkedOrder.set({ uid: second, environment: null });
  await expect.poll(() => orderFilter.get().text).toBe(second);
  await expect.element(notice()).not.toBeInTheDocument();
});

test('one of the other environment is never looked for on this board: the way over is offered, with Live’s question', async () => {
  await show(BOARD);
  const [first = ''] = await uids();
  linkedOrder.set({ uid: first, environment: 'live' });
  await expect.element(notice().getByText('The link leads to an order in Live, which is not in use')).toBeVisible();
  expect(orderFilter.get().text).toBe('');
  await settled();
  expect(await axeFindings()).toEqual([]);
  const call = vi.spyOn(window.studio, 'call');
  await notice()
    .getByRole('button', { name: /^Switch to/ })
    .click();
  await expect.element(page.getByRole('alertdialog')).toBeVisible();
  expect(call).not.toHaveBeenCalledWith('connections.activate', expect.anything());
  await page.getByRole('alertdialog').getByRole('button').last().click();
  expect(call).toHaveBeenCalledWith('connections.activate', { connectionId: expect.any(String) });
});

test('one that is not on the board says so and leaves the board as it is', async () => {
  await show(BOARD, { language: 'ko', theme: 'dark' });
  linkedOrder.set({ uid: 'or_elsewhere', environment: null });
  const told = page.getByRole('region', { name: '링크의 주문' });
  await expect.element(told.getByText('or_elsewhere')).toBeVisible();
  expect(orderFilter.get().text).toBe('');
  await settled();
  expect(await axeFindings()).toEqual([]);
  const call = vi.spyOn(window.studio, 'call');
  await told.getByRole('button', { name: '다시 확인' }).click();
  expect(call).toHaveBeenCalledWith('orders.refresh', {});
  await told.getByRole('button', { name: '닫기' }).click();
  await expect.element(told).not.toBeInTheDocument();
});

test('a link to the order that is looked at is copied, with its environment', async () => {
  await show(BOARD);
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await page.getByRole('button', { name: 'Copy link to this order' }).click();
  expect(copied).toHaveBeenCalledWith(expect.stringMatching(/^bookprint:\/\/orders\/[\w-]+\?env=sandbox$/));
  await userEvent.keyboard('{Escape}');
});
