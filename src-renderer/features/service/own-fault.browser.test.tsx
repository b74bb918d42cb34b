import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, hide, settled, show } from '../../testing/shown-app.tsx';

afterEach(hide);

test('beside a book that the studio itself sent wrongly stands what to hand on, and beside no other', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  const copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const row = page.getByRole('row', { name: 'Park engagement' });
  await expect.element(row.getByText(/^The studio sent a request without a length/)).toBeVisible();
  await settled();
  expect(await axeFindings()).toEqual([]);
  expect(page.getByRole('button', { name: 'Copy diagnostics' }).elements()).toHaveLength(1);
  await row.getByRole('button', { name: 'Copy diagnostics' }).click();
  await expect.poll(() => copied.mock.calls).toEqual([['Book Print Studio 0.1.0\n']]);
});
