import { afterAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { hide, settled, show } from './testing/shown-app.tsx';

afterAll(hide);

const tab = (name: RegExp) => page.getByRole('radio', { name });

/** The one book whose cover overprints; its contents do too, and are drawn as they are. */
async function select(): Promise<void> {
  const rows = page.getByRole('grid').getByRole('row');
  for (let at = 1; at < 12; at++) {
    await rows.nth(at).click();
    await settled();
    if (tab(/^Cover/).elements().length === 0) continue;
    await tab(/^Cover/).click();
    if (page.getByText('Overprint simulated', { exact: true }).elements().length > 0) return;
  }
  throw new Error('no row overprints');
}

test('a page whose overprint is simulated says so, and one that is drawn as if it had none says that', async () => {
  await show({ query: 'scenario=full&rows=12' });
  await expect.element(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
  await select();
  const simulated = page.getByText('Overprint simulated', { exact: true });
  const notSimulated = page.getByText('Overprint not simulated', { exact: true });
  await expect.element(notSimulated).not.toBeInTheDocument();
  await tab(/^Contents/).click();
  await expect.element(notSimulated).toBeVisible();
  await expect.element(simulated).not.toBeInTheDocument();
});
