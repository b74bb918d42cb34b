import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, settled, show, wear } from '../../testing/shown-app.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await hide();
});

const runs = () => page.getByRole('region', { name: 'Order runs that are not finished' });

test('runs that are under way or not placed whole stand above the orders, in both languages and themes', async () => {
  await show({ query: 'scenario=full&runs=5', section: 'orders' });
  await expect.element(runs()).toBeVisible();
  expect(runs().getByRole('listitem').elements()).toHaveLength(3);
  await expect.element(runs().getByText('12 ordered · 8 under way')).toBeVisible();
  await expect
    .element(runs().getByText(/^12 ordered · 7 held · goes on by itself at ₩412,000 of credit$/))
    .toBeVisible();
  await expect.element(runs().getByText('12 ordered · 6 not placed')).toBeVisible();
  expect(
    runs()
      .getByRole('button', { name: /^Put aside/ })
      .elements(),
    'what goes on by itself stays',
  ).toHaveLength(1);
  expect(await axeFindings()).toEqual([]);
  await wear({ language: 'ko', theme: 'dark' });
  await expect.element(page.getByText('주문됨 12건 · 주문하지 못함 6건')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await wear({ language: 'en', theme: 'light' });
  await runs().getByRole('button', { name: '2 more' }).click();
  expect(runs().getByRole('listitem').elements()).toHaveLength(5);
});

test('a run that was not placed whole is opened again, and what is missing of it goes to a new review', async () => {
  await show({ query: 'scenario=full&runs=3', section: 'orders' });
  await runs()
    .getByRole('button', { name: /^Show…/ })
    .nth(2)
    .click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Needs you').first()).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await runs()
    .getByRole('button', { name: /^Show…/ })
    .nth(2)
    .click();
  await dialog.getByRole('button', { name: /^Review \d books? not ordered…$/ }).click();
  await expect.element(page.getByRole('dialog').getByRole('heading', { name: /Review/ })).toBeVisible();
});

test('a run that is put aside is asked about no longer', async () => {
  await show({ query: 'scenario=full&runs=3', section: 'orders' });
  const call = vi.spyOn(window.studio, 'call');
  await runs()
    .getByRole('button', { name: /^Put aside/ })
    .click();
  await settled();
  expect(call).toHaveBeenCalledWith('orders.putRunAside', { runId: 'r2' });
});
