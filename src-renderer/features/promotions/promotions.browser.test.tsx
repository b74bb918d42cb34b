import { afterAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { axeFindings, hide, show, wear } from '../../testing/shown-app.tsx';

const button = (name: RegExp | string) => page.getByRole('button', { name });
const sheet = page.getByRole('dialog', { name: 'Order in Live' });

afterAll(hide);

/** How they print is asked before they go, as ever. */
async function letGo(): Promise<void> {
  const all = button(/^(All \d+|Go on with it)$/);
  await expect.element(all).toBeVisible();
  const gate = page.getByRole('dialog', { name: /^(Upload|Order) \d+ book/ });
  for (const [field, words] of [
    ['Name', 'Tester'],
    ['Reason', 'Proved in Sandbox'],
  ] as const) {
    const box = gate.getByRole('textbox', { name: field });
    if (box.elements().length > 0) await box.fill(words);
  }
  await all.click();
}

async function open(query = 'scenario=full'): Promise<void> {
  await show({ query, section: 'orders' });
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await button('Order in Live…').click();
  await expect.element(sheet).toBeVisible();
}

test('nothing goes on before every other file and every address is decided, and the switch to Live is asked once', async () => {
  await open();
  const goOn = sheet.getByRole('button', { name: /^Go on to Live/ });
  await expect.element(goOn).toHaveAttribute('aria-disabled', 'true');
  await expect.element(sheet.getByText('3 of 5 books are, byte for byte, what was ordered in Sandbox.')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await wear({ language: 'ko', theme: 'dark' });
  expect(await axeFindings()).toEqual([]);
  await wear({ language: 'en', theme: 'light' });
  await sheet.getByRole('radio', { name: 'Order it as it is now' }).click();
  await expect.element(sheet.getByText('Decide about 1 book whose files are others')).toBeVisible();
  await sheet.getByRole('radio', { name: 'Leave it out' }).nth(1).click();
  await expect.element(sheet.getByText('Confirm 3 addresses')).toBeVisible();
  // What is changed is confirmed by that.
  await sheet
    .getByRole('button', { name: /^Change the address of/ })
    .first()
    .click();
  const name = sheet.getByRole('textbox', { name: 'Recipient' });
  await name.fill('');
  await sheet.getByRole('button', { name: 'Use this address' }).click();
  await expect.element(sheet.getByText('Fill this in')).toBeVisible();
  await name.fill('Real Customer');
  await sheet.getByRole('button', { name: 'Use this address' }).click();
  await expect.element(sheet.getByText('Confirm 2 addresses')).toBeVisible();
  await sheet.getByRole('button', { name: 'All 2 are right' }).click();
  await expect.element(goOn).not.toHaveAttribute('aria-disabled');

  const started: Input<'promotions.start'>[] = [];
  const { call } = window.studio;
  Object.assign(window.studio, {
    call: (channel: Parameters<typeof call>[0], input: never) => {
      if (channel === 'promotions.start') started.push(input);
      return call(channel, input);
    },
  });
  await goOn.click();
  await letGo();
  const question = page.getByRole('alertdialog');
  await expect.element(question).toBeVisible();
  expect(started, 'nothing went before the switch').toEqual([]);
  await question.getByRole('button', { name: 'Switch to Live' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(started).toHaveLength(1);
  expect(started[0]).toMatchObject({ connectionId: 'c2', again: false, take: [{ bytes: 'bytes-2' }] });
  expect(started[0]?.addresses.map(({ address }) => address.recipientName)).toContain('Real Customer');
  await expect.element(page.getByRole('region', { name: 'Orders on their way from Sandbox' })).toBeVisible();
});

test('nothing goes on while an address is being corrected, and what is typed for one stays while another is looked at', async () => {
  await open();
  const goOn = sheet.getByRole('button', { name: /^Go on to Live/ });
  const change = sheet.getByRole('button', { name: /^Change the address of/ });
  const doors = sheet.getByRole('checkbox');
  await sheet.getByRole('radio', { name: 'Order it as it is now' }).click();
  await sheet.getByRole('radio', { name: 'Leave it out' }).nth(1).click();
  await sheet.getByRole('button', { name: 'All 3 are right' }).click();
  await expect.element(goOn).not.toHaveAttribute('aria-disabled');
  await change.nth(0).click();
  await expect.element(sheet.getByText('Confirm 1 address')).toBeVisible();
  await expect.element(goOn).toHaveAttribute('aria-disabled', 'true');
  // What stood there before is not confirmed by any other way.
  await expect.element(doors.nth(0)).toBeDisabled();
  const names = sheet.getByRole('textbox', { name: 'Recipient' });
  await names.nth(0).fill('Real Customer');
  await change.nth(1).click();
  await change.nth(2).click();
  await expect.element(sheet.getByText('Confirm 3 addresses')).toBeVisible();
  expect(sheet.getByRole('button', { name: /are right$/ }).elements()).toEqual([]);
  await expect.element(names.nth(0)).toHaveValue('Real Customer');
  await sheet.getByRole('button', { name: 'Cancel' }).nth(1).click();
  await expect.element(sheet.getByText('Confirm 2 addresses')).toBeVisible();
  await expect.element(doors.nth(1)).toBeChecked();
  // Its own button closes it too, and says nothing of what is right.
  await change.nth(2).click();
  await expect.element(doors.nth(2)).not.toBeChecked();
  await doors.nth(2).click();
  await sheet.getByRole('button', { name: 'Use this address' }).click();
  await expect.element(sheet.getByText('Real Customer')).toBeVisible();
  await expect.element(goOn).not.toHaveAttribute('aria-disabled');
});

test('what was ordered in Live before is shown and stays out unless it is wanted', async () => {
  await open('scenario=full&again');
  await expect.element(sheet.getByRole('alert')).toBeVisible();
  await expect.element(sheet.getByText('2 orders · 3 books · 8 copies')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  await sheet.getByRole('radio', { name: 'Order them once more on purpose' }).click();
  await expect.element(sheet.getByText('3 orders · 5 books · 10 copies')).toBeVisible();
});

test('a promotion that waits says for what, takes decisions, and opens its review with the groups as they stand', async () => {
  await show({ query: 'scenario=live&promotion=needsYou', section: 'orders' });
  const banner = page.getByRole('region', { name: 'Orders on their way from Sandbox' });
  await expect.element(banner.getByText('2 of 5 books uploaded. 2 need you.')).toBeVisible();
  expect(await axeFindings()).toEqual([]);
  const leave = banner.getByRole('button', { name: /^Leave it out: / });
  expect(leave.elements()).toHaveLength(2);
  await leave.first().click();
  await expect.poll(() => leave.elements().length).toBe(1);

  await show({ query: 'scenario=live&promotion=ready', section: 'orders' });
  await button('Review 3 orders…').click();
  await letGo();
  const ask = page.getByRole('dialog', { name: 'Review order' });
  await expect.element(ask.getByText('Groups and addresses stand as you confirmed them.')).toBeVisible();
  expect(ask.getByRole('radio').elements()).toEqual([]);
  expect(ask.getByRole('button', { name: /^On its own/ }).elements()).toEqual([]);
});
