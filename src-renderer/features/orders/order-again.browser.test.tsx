import { afterAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MOST_AGAIN } from '../../../src-core/ipc/subjects/orders.ts';
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

test('a book that is not in the library is asked about as one that nobody looked at, and nobody waits for it', async () => {
  await show({ query: 'scenario=full&unlisted', section: 'orders' });
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await page.getByRole('button', { name: /^Order again…/ }).click();
  const question = page.getByRole('dialog');
  await expect.element(question).toHaveTextContent(/1 not looked at/);
  expect(question.getByRole('button', { name: /^Wait/ }).elements()).toEqual([]);
  expect(await axeFindings()).toEqual([]);
});

test('a book that the service has no more is named with what to do, and nothing is reviewed', async () => {
  await show({ query: 'scenario=full&unlisted&gone', section: 'orders' });
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await page.getByRole('button', { name: /^Order again…/ }).click();
  await expect
    .element(
      page.getByText(/^Park family: the service does not have this book any more\. Drop the files onto the library/),
    )
    .toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

const orderAgain = async (query: string) => {
  await show({ query: `scenario=full&unlisted${query}`, section: 'orders' });
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await page.getByRole('button', { name: /^Order again…/ }).click();
};

test('books that were changed since are named, three of them and how many more, and the others are asked about', async () => {
  await orderAgain('&changed');
  await expect.element(page.getByText(/^Jeju, Seoul, Busan and 2 more: changed since they were ordered/)).toBeVisible();
  await expect.element(page.getByRole('dialog')).toHaveTextContent(/1 not looked at/);
});

test('an order that is repeated as it was goes where it went: no address is asked for, and nothing is put together', async () => {
  await orderAgain('&looked');
  const review = page.getByRole('dialog', { name: /Review/ });
  await expect.element(review.getByText(/^Each order goes once more as it was/)).toBeVisible();
  expect(review.getByRole('textbox').elements()).toEqual([]);
  expect(review.getByRole('radio').elements()).toEqual([]);
  expect(await axeFindings()).toEqual([]);
});

test('what is found after another connection came into use is dropped, and that is said', async () => {
  await orderAgain('&switched');
  await expect.element(page.getByText(/^Another connection is in use by now/)).toBeVisible();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('more orders than the service is asked about at once are not looked for, with the number in words', async () => {
  await show({ query: `scenario=full&unlisted&orders=${MOST_AGAIN + 20}`, section: 'orders' });
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await userEvent.keyboard('{Control>}a{/Control}');
  const again = page.getByRole('button', { name: /^Order again…/ });
  await expect.element(again).toBeDisabled();
  (again.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}d{/Control}');
  await expect.element(page.getByText(/at most 100 orders/).first()).toBeVisible();
});
