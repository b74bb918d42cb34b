import { afterAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, show } from '../../testing/shown-app.tsx';

afterAll(hide);

test('the books of chosen orders are reviewed again, by the button and by its key', async () => {
  await show({ query: 'scenario=full', section: 'orders' });
  const grid = page.getByRole('grid');
  await grid.getByRole('row').nth(2).click();
  const again = page.getByRole('button', { name: /^Order again…/ });
  await expect.element(again).toBeEnabled();
  expect(await axeFindings()).toEqual([]);
  await again.click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await grid.getByRole('row').nth(3).click();
  await expect.element(again).toBeEnabled();
  await userEvent.keyboard('{Control>}d{/Control}');
  await expect.element(page.getByRole('dialog')).toBeVisible();
});

test('a book that was saved since it was sent says so and is sent anew', async () => {
  await show({ query: 'scenario=full&rows=14' });
  await page.getByRole('grid').getByText('Ordered', { exact: true }).click();
  await expect.element(page.getByText(/^The files were saved again on the disk since they were sent/)).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await page.getByRole('button', { name: 'Send the new files' }).click();
  await expect.element(page.getByText(/^The files were saved again/)).not.toBeInTheDocument();
});
