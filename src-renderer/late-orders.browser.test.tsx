import { afterAll, afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { foldOrders } from './features/orders/order-filter.ts';
import { axeFindings, hide, show } from './testing/shown-app.tsx';

afterEach(() => foldOrders(null));
afterAll(hide);

const LIVE = 'scenario=live';
const grid = () => page.getByRole('grid', { name: 'Orders' });
const heads = () => [...document.querySelectorAll('[role="gridcell"][aria-colspan]')].map((cell) => cell.textContent);
const rowCount = () => document.querySelectorAll('[role="grid"] [role="row"][aria-selected]').length;

test('late orders stand on top with why, and are told from the others by more than their colour', async () => {
  await show({ query: LIVE, section: 'orders' });
  await expect.element(grid()).toBeVisible();
  expect(heads()[0]).toContain('▲ Late3');
  expect(heads()[0]).toContain('2 × “PDF ready” for more than 2 working days');
  const first = document.querySelector('[role="grid"] [role="row"][aria-selected]');
  expect(first?.getAttribute('aria-description')).toMatch(
    /^Late since .*“In production” for more than 4 working days$/,
  );
  expect(await axeFindings()).toEqual([]);
});

test('the count in the status bar leads to them alone', async () => {
  await show({ query: LIVE, section: 'library' });
  await page.getByRole('button', { name: '3 orders late' }).click();
  await expect.element(page.getByRole('radio', { name: /^Late/ })).toBeChecked();
  await expect.poll(rowCount).toBe(3);
  await page.getByRole('radio', { name: /^All/ }).click();
  await expect.poll(rowCount).toBeGreaterThan(3);
});

test('the Sandbox has none, and no count of them', async () => {
  await show({ query: 'scenario=full', section: 'orders' });
  await expect.element(grid()).toBeVisible();
  expect(heads().join()).not.toContain('Late');
  await expect.element(page.getByRole('button', { name: /late/ })).not.toBeInTheDocument();
});

test('a status may take as long as it takes, and a word that is no date is named and not kept', async () => {
  await show({ query: LIVE, section: 'settings' });
  const group = page.getByRole('region', { name: 'Late orders' });
  await group.getByRole('checkbox', { name: 'PDF ready: Never late' }).click();
  await expect.element(group.getByRole('checkbox', { name: 'PDF ready: Never late' })).toBeChecked();
  const field = group.getByRole('textbox', { name: 'Days off' });
  await field.fill('12-25, soon');
  await expect.element(group.getByText('“soon” is not a date.', { exact: false })).toBeVisible();
  await field.fill('2026-09-25, 12-25');
  await userEvent.tab();
  await expect.element(group.getByRole('textbox', { name: 'Days off' })).toHaveValue('12-25, 2026-09-25');
  expect(await axeFindings()).toEqual([]);
  await group.getByRole('button', { name: 'As built in' }).click();
  await expect.element(group.getByRole('checkbox', { name: 'PDF ready: Never late' })).not.toBeChecked();
});
