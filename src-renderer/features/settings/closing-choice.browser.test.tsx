import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { hide, show } from '../../testing/shown-app.tsx';

afterEach(hide);

test('what closing the window does is chosen in the settings', async () => {
  await show({ query: 'scenario=full&rows=12', section: 'settings' });
  const call = vi.spyOn(window.studio, 'call');
  const group = page.getByRole('region', { name: 'Closing the window' });
  await group.getByText('Keep working in the tray').click();
  expect(call).toHaveBeenCalledWith('app.setPreferences', { closing: 'tray' });
});

test('and is no question where the system shows no tray', async () => {
  await show({ query: 'scenario=full&rows=12&noTray', section: 'settings' });
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Closing the window' })).not.toBeInTheDocument();
});
