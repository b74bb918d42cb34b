import { afterAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
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
