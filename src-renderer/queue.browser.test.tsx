import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { axeFindings, hide, settled, show } from './testing/shown-app.tsx';

afterEach(hide);

const rows = () =>
  [...document.querySelectorAll<HTMLElement>('[role="row"][data-status="waiting"]')]
    .sort((one, other) => Number(one.ariaRowIndex) - Number(other.ariaRowIndex))
    .map((row) => row.ariaLabel ?? '');
const row = (name: string) => page.getByRole('row', { name });

test('books that wait are put elsewhere by keys, buttons and the palette, and the last move is taken back', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  const order = rows();
  const [a = '', b = '', c = '', d = ''] = order;
  await expect.element(page.getByRole('button', { name: 'Send next' })).toHaveAttribute('aria-disabled', 'true');
  await row(c).click();
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(() => rows().slice(0, 4)).toEqual([a, c, b, d]);
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(() => rows().slice(0, 4)).toEqual([a, b, c, d]);
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  expect(page.getByRole('row', { selected: true }).elements()).toHaveLength(2);
  await page.getByRole('button', { name: 'Send next' }).click();
  await expect.poll(() => rows().slice(0, 4)).toEqual([c, d, a, b]);
  await expect.element(page.getByText(/^2 books go next/)).toBeVisible();
  await settled();
  expect(await axeFindings()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => rows().slice(0, 4)).toEqual([a, b, c, d]);
  await row(a).click();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('send the selection last');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => rows()[0]).toBe(b);
});

test('what is being sent is not moved, and says why', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  await row('Park family 2026').click();
  await expect.element(page.getByRole('button', { name: 'Move up' })).toHaveAttribute('aria-disabled', 'true');
});

test('a pause for a time says in the header, the menu and the status bar when it goes on', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.element(page.getByRole('menuitem', { name: /Pause for 15 minutes/ })).toBeVisible();
  await page.getByRole('menuitem', { name: /Pause until a time/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Pause for a time' });
  await sheet.getByLabelText('Goes on at').fill('08:30');
  await expect.element(sheet.getByText(/^Goes on by itself at .*08:30/)).toBeVisible();
  await sheet.getByText('Stop now').click();
  await settled();
  expect(await axeFindings()).toEqual([]);
  await sheet.getByRole('button', { name: /^Pause until .*08:30$/ }).click();
  await expect.element(page.getByText(/^goes on by itself at .*08:30, in /)).toBeVisible();
  await expect.element(page.getByRole('contentinfo').getByText(/^Paused until .*08:30$/)).toBeVisible();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
});

test('a speed limit is set from the queue and from the settings, for hours too, and the queue says what holds', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  await page.getByRole('button', { name: 'Speed limit…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Speed limit for uploads' });
  await sheet.getByText('Always limited').click();
  await sheet.getByRole('textbox', { name: 'At most, in Mbit/s' }).fill('35');
  await userEvent.keyboard('{Tab}');
  await settled();
  expect(await axeFindings()).toEqual([]);
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await expect.element(page.getByText('limited to 35 Mbit/s')).toBeVisible();
  await expect.element(page.getByText(/set by your speed limit/)).toBeVisible();
  await userEvent.keyboard('{Control>},{/Control}');
  const group = page.getByRole('region', { name: 'Speed limit for uploads' });
  await expect.element(group.getByLabelText('Always limited')).toBeChecked();
  await group.getByText('Limited during some hours').click();
  await group.getByLabelText('From', { exact: true }).fill('08:00');
  await group.getByLabelText('To', { exact: true }).fill('08:00');
  await expect.element(group.getByText('Choose two different times')).toBeVisible();
  await expect.element(group.getByRole('button', { name: 'Apply' })).toBeDisabled();
  // All day but for a minute: it holds whenever this runs, unless in that one.
  await group.getByLabelText('To', { exact: true }).fill('07:59');
  await group.getByRole('button', { name: 'Apply' }).click();
  await expect
    .poll(() => window.studio.call('queue.limit', {}))
    .toEqual({ mbitPerSecond: 35, hours: { from: '08:00', to: '07:59' } });
  await userEvent.keyboard('{Control>}2{/Control}');
  await expect.element(page.getByText(/^limited to 35 Mbit\/s until .*07:59$/)).toBeVisible();
});

test('books are sent at a time from the queue and from the library, say until when they wait, and are sent now', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  const [, name = ''] = rows();
  await row(name).click();
  await page.getByRole('button', { name: 'Send at a time…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Send 1 book at a time' });
  await sheet.getByLabelText('Begins at').fill('20:00');
  await settled();
  expect(await axeFindings()).toEqual([]);
  await sheet.getByRole('button', { name: /^Send at .*20:00$/ }).click();
  await expect.element(row(name).getByText(/^Waits until .*20:00$/)).toBeVisible();
  await expect.element(page.getByText(/^1 book waits until .*20:00$/)).toBeVisible();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expect.element(row(name).getByText('Waiting for its turn')).toBeVisible();
  await userEvent.keyboard('{Control>}1{/Control}');
  await page.getByRole('button', { name: 'Upload at a time…' }).click();
  await expect.element(page.getByRole('dialog', { name: /^Send \d+ books at a time$/ })).toBeVisible();
});

test.each(['queue', 'orders', 'library'] as const)(
  'a key that is refused is told once, above each screen: %s',
  async (section) => {
    await show({ query: 'scenario=live&refused', section });
    await expect.element(page.getByRole('alert').getByText('The service refused the key.')).toBeVisible();
    await expect
      .element(page.getByText(/Until this is mended nothing is sent to https:\/\/api.example.com/))
      .toBeVisible();
    expect(
      page
        .getByRole('alert')
        .filter({ hasText: /mended/ })
        .elements(),
    ).toHaveLength(1);
    expect(await axeFindings()).toEqual([]);
    await page.getByRole('button', { name: 'Replace key…' }).click();
    const sheet = page.getByRole('dialog');
    await expect.element(sheet).toBeVisible();
    await sheet.getByRole('textbox').or(sheet.getByLabelText(/key/i)).first().fill('SBabcdefghij.secret');
    await userEvent.keyboard('{Enter}');
    await expect.element(sheet).not.toBeInTheDocument();
  },
);

test('what failed again and again says when it is tried once more', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  const failed = row('Han wedding, ceremony and evening');
  await expect.element(failed.getByText(/^Again at .*\d\d:\d\d/)).toBeVisible();
  await expect.element(failed.getByText('The service has a fault. The studio tries again.')).toBeVisible();
  await expect.element(failed.getByRole('button', { name: /^Try “Han wedding.* again$/ })).toBeVisible();
});

test('a book that passes here and that the service refused is told above the queue, with what it takes to look into it', async () => {
  await show({ query: 'scenario=full', section: 'queue' });
  const alert = page.getByRole('alert').filter({ hasText: 'differ' });
  await expect.element(alert).toHaveTextContent(/^Our check and the service differ on a book/);
  await expect.element(page.getByText('Our check passes it.')).toBeVisible();
  const call = vi.spyOn(window.studio, 'call');
  await page.getByRole('button', { name: 'Save the reports…' }).click();
  await expect.element(page.getByText('Report saved')).toBeVisible();
  expect(call).toHaveBeenCalledWith('documents.save', {
    document: { what: 'report', bookIds: ['book-5'], format: 'pdf' },
  });
});
