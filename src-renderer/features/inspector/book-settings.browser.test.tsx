import { afterAll, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, settled, show } from '../../testing/shown-app.tsx';

afterAll(hide);

const book = (title: RegExp) => page.getByRole('grid').getByRole('row').filter({ hasText: title }).first();

test('a hard cover says beside its book where its cover changes, and how near that is', async () => {
  await show({ query: 'scenario=full' });
  await book(/고화질 스퀘어북 \(하드커버\)/).click();
  const meter = page.getByRole('img', { name: /^24 to 64 pages: cover .* mm wide, spine .* 66 to 130 pages: cover/ });
  await expect.element(meter).toBeVisible();
  await settled();
  expect(await axeFindings()).toEqual([]);
  await book(/소프트커버/).click();
  await expect.element(meter).not.toBeInTheDocument();
});

test('copies that are emptied stand there again when the field is left, and nothing is asked', async () => {
  await show({ query: 'scenario=full' });
  await book(/소프트커버/).click();
  const copies = page.getByRole('complementary').getByRole('textbox', { name: 'Copies' });
  await copies.fill('17');
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByText('Copies: 17')).toBeVisible();
  await settled();
  const call = vi.spyOn(window.studio, 'call');
  await copies.fill('');
  await userEvent.keyboard('{Tab}');
  await expect.element(copies).toHaveValue('17');
  await settled();
  expect(call.mock.calls.filter(([channel]) => channel === 'library.setQuantity')).toEqual([]);
});
