import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hide, show } from './testing/shown-app.tsx';

afterEach(hide);

const press = (name: RegExp | string) => page.getByRole('button', { name }).first().click();
const wonIn = (text: string): readonly string[] => text.match(/₩[\d,]+/g) ?? [];

test('what fits is one sum: on the button, in the money, and in what each spec adds up to', async () => {
  await show({ query: 'scenario=full&short', section: 'orders' });
  await press(/^Order 2 books/);
  const sheet = page.getByRole('dialog').first();
  await expect.element(sheet).toBeVisible();
  await press(/^Order the .* fit now$/);
  const button = page.getByRole('button', { name: /^Order \d+ · / });
  await expect.element(button).toBeVisible();
  const [sum] = wonIn((await button.element()).textContent ?? '');
  const table = page.getByRole('table', { name: 'Money' }).element();
  const total = [...table.querySelectorAll('tr')].find((row) => row.textContent?.startsWith('Total'));
  expect(wonIn(total?.textContent ?? '')).toEqual([sum]);
  const amounts = wonIn(table.textContent ?? '').map((won) => Number(won.replace(/\D/g, '')));
  const [products, fee, shipping, packaging, vat, whole] = amounts;
  expect(fee).toBeGreaterThan(0);
  expect((products ?? 0) + (shipping ?? 0) + (packaging ?? 0) + (vat ?? 0)).toBe(whole);
  const specs = page.getByRole('table', { name: /spec/i }).element().textContent ?? '';
  expect(wonIn(specs).reduce((all, won) => all + Number(won.replace(/\D/g, '')), 0)).toBe(products);
  const orders = /^Order (\d+)/.exec((await button.element()).textContent ?? '')?.[1];
  await expect.element(sheet.getByText(new RegExp(`^${orders} orders?\\b`))).toBeVisible();
});

test('after a cancel the sheet says how many were cancelled, and the counter of none of them lets go', async () => {
  await show({ query: 'scenario=full', section: 'orders' });
  await page.getByRole('radio', { name: /^PDF ready/ }).click();
  await page.getByRole('grid').getByRole('row').nth(1).click();
  await userEvent.keyboard('{Control>}a{/Control}');
  await press(/^Cancel (order|\d+ orders)…/);
  const sheet = page.getByRole('dialog').first();
  await sheet.getByRole('textbox').fill('Wrong date');
  await press(/^Cancel .*back$/);
  await expect.element(sheet.getByRole('heading', { name: /^[1-9]\d* orders? cancelled$/ })).toBeVisible();
  expect(sheet.element().textContent).not.toMatch(/\b0 orders|or_[A-Za-z0-9]/);
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  expect(page.getByRole('radio', { name: /^PDF ready/ }).elements()).toEqual([]);
  await expect.element(page.getByRole('radio', { name: /^All/ })).toHaveAttribute('aria-checked', 'true');
  await expect.element(page.getByRole('grid')).toBeVisible();
});
