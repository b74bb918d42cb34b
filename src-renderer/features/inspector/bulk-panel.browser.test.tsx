import { afterAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hide, settled, show } from '../../testing/shown-app.tsx';

afterAll(hide);

test('copies of several books: what goes to several people keeps what each was given, and says so before', async () => {
  await show({ query: 'scenario=full&rows=60' });
  await settled();
  const grid = page.getByRole('grid').first();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await expect
    .element(page.getByText(/^2 of these 60 books go to several recipients and keep the copies/))
    .toBeVisible();
});

test('copies that differ are told as such, and none are given before a number is typed', async () => {
  await show({ query: 'scenario=full&rows=60' });
  await settled();
  (page.getByRole('grid').first().element() as HTMLElement).focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  const copies = page.getByRole('textbox', { name: 'Copies' });
  await expect.element(copies).toHaveValue('');
  await expect.element(copies).toHaveAttribute('placeholder', 'different');
  const apply = page.getByRole('button', { name: 'Set', exact: true });
  await expect.element(apply).toBeDisabled();
  await copies.fill('3');
  await userEvent.keyboard('{Enter}');
  await expect.element(apply).toBeEnabled();
});
