import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, settled, show } from './testing/shown-app.tsx';

afterEach(hide);

const settings = (phase: string) => ({ query: `scenario=full&updates=${phase}&rows=12`, section: 'settings' }) as const;
const group = () => page.getByRole('region', { name: 'Updates' });

describe('updates in the settings', () => {
  test.each([
    ['current', 'This is the newest version', ['Look now']],
    ['found', 'Version 1.42.0 is out', ['Fetch version 1.42.0', 'Look now', 'Skip this version']],
    ['downloading', 'Fetching version 1.42.0, 42 %', ['Look now']],
    [
      'ready',
      'Version 1.42.0 is installed when the studio closes',
      ['Restart and update', 'Look now', 'Skip this version'],
    ],
    [
      'again',
      'Version 1.42.0 is here and is installed when you say so',
      ['Restart and update', 'Look now', 'Skip this version'],
    ],
    ['refused', 'Version 1.42.0 is skipped', ['Fetch version 1.42.0', 'Look now']],
    ['failed', 'could not be asked for updates', ['Look now']],
    ['notInstalled', 'Look for it again and restart, or skip it.', ['Look now', 'Skip this version']],
    ['noFeed', 'No address to look at', ['Look now']],
  ])('say of %s what it is, and offer what can be done', async (phase, words, buttons) => {
    await show(settings(phase));
    await expect.element(group().getByText(words, { exact: false })).toBeVisible();
    const offered = group()
      .getByRole('button')
      .elements()
      .map((button) => button.textContent ?? '');
    expect(offered).toEqual(buttons);
    await settled();
    expect(await axeFindings()).toEqual([]);
  });

  test('say how a studio is updated that cannot do it itself', async () => {
    await show(settings('unpacked'), { language: 'ko', theme: 'dark' });
    await expect.element(page.getByText('설치한 방법대로 업데이트하세요', { exact: false })).toBeVisible();
    await settled();
    expect(await axeFindings()).toEqual([]);
  });

  test('take another mode at once, and an address when the field is left', async () => {
    await show(settings('current'));
    const call = vi.spyOn(window.studio, 'call');
    await group().getByRole('radio', { name: 'Only tell me' }).click();
    expect(call).toHaveBeenCalledWith('updates.choose', { mode: 'tell' });
    await group().getByLabelText('Address to look at').fill('https://files.example/versions');
    await userEvent.tab();
    expect(call).toHaveBeenCalledWith('updates.choose', { feed: 'https://files.example/versions' });
  });
});

test('what has come is told once elsewhere, with the way to it', async () => {
  await show({ query: 'scenario=full&updates=ready&rows=12' });
  await expect.element(page.getByText('Version 1.42.0 of the studio is here.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect.element(group().getByRole('button', { name: 'Restart and update' })).toBeInViewport();
});

test('the palette leads to what it found, or says why it cannot', async () => {
  await show({ query: 'scenario=full&updates=current&rows=12' });
  const call = vi.spyOn(window.studio, 'call');
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('look for updates{Enter}');
  await expect.element(group().getByText('This is the newest version')).toBeInViewport();
  expect(call).toHaveBeenCalledWith('updates.look', {});
  await show(settings('unpacked'));
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('look for updates');
  await expect.element(page.getByRole('menuitem', { name: /not installed from a package/ })).toBeVisible();
});
