import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, hide, settled, show } from '../testing/shown-app.tsx';

afterEach(hide);

test('a studio that quits by itself says so over every screen, with what is left and both ways out', async () => {
  await show({ query: 'scenario=full&finishing&rows=12', section: 'orders' });
  await expect.element(page.getByText('Quits by itself when all is through.')).toBeVisible();
  await expect.element(page.getByText('153 books to upload, 12 orders to place, 1 package or backup')).toBeVisible();
  await settled();
  expect(await axeFindings()).toEqual([]);
  const call = vi.spyOn(window.studio, 'call');
  await page.getByRole('button', { name: 'Quit now' }).click();
  expect(call).toHaveBeenCalledWith('app.quitNow', {});
  await page.getByRole('button', { name: 'Stay open' }).click();
  await expect.element(page.getByText('Quits by itself when all is through.')).not.toBeInTheDocument();
});

test('one whose work does not go on says why it is open still, in Korean and at twice the size too', async () => {
  await show(
    { query: 'scenario=away&finishing', section: 'queue', size: [640, 360] },
    { language: 'ko', theme: 'dark' },
  );
  const told = page.getByRole('alert').filter({ hasText: '아직 열려 있습니다: 서비스에 연결할 수 없습니다.' });
  await expect.element(told).toBeVisible();
  await expect.element(told.getByRole('button', { name: '계속 열어 두기' })).toBeVisible();
  await settled();
  expect(await axeFindings()).toEqual([]);
});
