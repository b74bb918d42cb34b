import { afterAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { axeFindings, hide, show, wear } from '../../testing/shown-app.tsx';

afterAll(hide);

/** What the window asked the main process to set. */
function followed(): Input<'hotFolders.set'>[] {
  const set: Input<'hotFolders.set'>[] = [];
  const { call } = window.studio;
  Object.assign(window.studio, {
    call: (channel: Parameters<typeof call>[0], input: never) => {
      if (channel === 'hotFolders.set') set.push(input);
      return call(channel, input);
    },
  });
  return set;
}

test('a hot folder says in figures what it ordered today and what waits for tomorrow', async () => {
  await show({ query: 'scenario=full', section: 'settings' });
  await expect.element(page.getByText(/^Today ₩284,460 of ₩300,000 · 9 orders$/)).toBeVisible();
  await expect
    .element(page.getByText('3 books wait until tomorrow: ₩284,460 of ₩300,000 are spent today.'))
    .toBeVisible();
});

test('ordering asks for a sum and a recipient, and in Live once more in its colour', async () => {
  await show({ query: 'scenario=full', section: 'settings' });
  const set = followed();
  await page.getByRole('button', { name: 'Set up… From the second studio' }).click();
  const sheet = page.getByRole('dialog', { name: 'Hot folder “From the second studio”' });
  await sheet.getByRole('radio', { name: /^Upload and order it/ }).click();
  await expect.element(sheet.getByText('Books without a recipient of their own wait for you.')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await wear({ language: 'ko', theme: 'dark' });
  expect(await axeFindings()).toEqual([]);
  await wear({ language: 'en', theme: 'light' });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => set.length).toBe(1);
  expect(set[0]?.orders).toEqual({ dailyLimit: 100_000, recipientId: null, isLiveConfirmed: false });

  await show({ query: 'scenario=live', section: 'settings' });
  const inLive = followed();
  await page.getByRole('button', { name: 'Set up… From the second studio' }).click();
  await sheet.getByRole('radio', { name: /^Upload and order it/ }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'Let “From the second studio” order in Live?' });
  await expect.element(question).toBeVisible();
  expect(inLive).toEqual([]);
  await question.getByRole('button', { name: 'Order in Live' }).click();
  await expect.poll(() => inLive.length).toBe(1);
  expect(inLive[0]?.orders?.isLiveConfirmed).toBe(true);
});

test('an address that is written for it is saved to the address book alone: the folder is set when its own button is pressed', async () => {
  await show({ query: 'scenario=full', section: 'settings' });
  const set = followed();
  await page.getByRole('button', { name: 'Set up… From the second studio' }).click();
  const sheet = page.getByRole('dialog', { name: 'Hot folder “From the second studio”' });
  await sheet.getByRole('radio', { name: /^Upload and order it/ }).click();
  await sheet.getByRole('button', { name: 'Choose recipient…' }).click();
  await page.getByRole('button', { name: 'New address…' }).click();
  const address = page.getByRole('dialog', { name: 'New address' });
  for (const [field, value] of [
    [/^Recipient/, 'Hanbit Studio'],
    [/^Phone/, '010-9876-5432'],
    [/^Postal code/, '04524'],
    [/^Address/, '110 Sejong-daero'],
  ] as const)
    await address.getByRole('textbox', { name: field }).fill(value);
  await address.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => address.elements()).toEqual([]);
  await expect.element(sheet).toBeVisible();
  expect(set).toEqual([]);
});
