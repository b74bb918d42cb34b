import { afterAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { applyLibraryFilter } from './features/library/library-state.ts';
import { foldOrders } from './features/orders/order-filter.ts';
import { axeFindings, hide, show } from './testing/shown-app.tsx';

const clear = (): void => {
  foldOrders(null);
  applyLibraryFilter({ text: '', fold: null });
};
beforeEach(clear);
afterAll(async () => {
  clear();
  await hide();
});

const rowCount = () => Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount'));
const chip = (name: string) =>
  page.getByRole('group', { name: 'Saved filters' }).getByRole('button', { name, exact: true });

async function saveLate() {
  await show({ query: 'scenario=live', section: 'orders' });
  await page.getByRole('radio', { name: /^Late/ }).click();
  await page.getByRole('button', { name: 'Save this filter' }).click();
  const field = page.getByRole('textbox', { name: 'Name of the filter' });
  await expect.element(field).toHaveValue('Late');
  await field.fill('To be asked about');
  await userEvent.keyboard('{Enter}');
  await expect.element(chip('To be asked about')).toHaveAttribute('aria-pressed', 'true');
}

test('a filter is kept under a name, shows its orders and all again, and is found in the palette', async () => {
  await saveLate();
  const filtered = rowCount();
  await chip('To be asked about').click();
  await expect.poll(rowCount).toBeGreaterThan(filtered);
  expect(await axeFindings()).toEqual([]);
  await page.getByRole('button', { name: 'Library', exact: true }).click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('asked about');
  await expect.element(page.getByRole('menuitem', { name: 'Orders: filter To be asked about' })).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(chip('To be asked about')).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(rowCount).toBe(filtered);
});

test('a filter that was removed comes back by the way that is offered', async () => {
  await saveLate();
  await page.getByRole('button', { name: 'Remove the filter To be asked about' }).click();
  await expect.element(page.getByRole('group', { name: 'Saved filters' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(chip('To be asked about')).toBeVisible();
});

test('the library keeps a verdict with a search, and nothing where nothing is filtered', async () => {
  await show({ query: 'scenario=full' });
  await expect.element(page.getByRole('button', { name: 'Save this filter' })).toHaveAttribute('aria-disabled', 'true');
  applyLibraryFilter({ text: 'park', fold: 'refused' });
  await page.getByRole('button', { name: 'Save this filter' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(chip('Refused · park')).toHaveAttribute('aria-pressed', 'true');
});
