import { afterAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Input } from '../../../src-core/ipc/contract.ts';
import type { ListedConnection } from '../../../src-core/ipc/subjects/connections.ts';
import { queryClient } from '../../bridge.ts';
import { axeFindings, hide, settled, show, wear } from '../../testing/shown-app.tsx';

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
  expect(set[0]?.orders).toEqual({ dailyLimit: 100_000, recipientId: null, liveConfirmedFor: null });

  await show({ query: 'scenario=live', section: 'settings' });
  const inLive = followed();
  await page.getByRole('button', { name: 'Set up… From the second studio' }).click();
  await sheet.getByRole('radio', { name: /^Upload and order it/ }).click();
  await sheet.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: /^Let “From the second studio” order at .+, in Live\?$/ });
  await expect.element(question).toBeVisible();
  expect(inLive).toEqual([]);
  await question.getByRole('button', { name: 'Order in Live' }).click();
  await expect.poll(() => inLive.length).toBe(1);
  const inUse = (await window.studio.call('connections.list', {})).find(({ active }) => active);
  expect(inUse?.environment).toBe('live');
  expect(inLive[0]).toMatchObject({
    connectionId: inUse?.connectionId,
    orders: { liveConfirmedFor: inUse?.connectionId },
  });
});

for (const [look, setUp, order, save, title, where, go] of [
  [
    { language: 'en', theme: 'light' },
    'Set up… From the second studio',
    /^Upload and order it/,
    'Save',
    'Let “From the second studio” order at Print house North, in Live?',
    'Green books are uploaded to and ordered at “Print house North” · Live · https://north.example · key SBnorth00001…',
    'Order in Live',
  ],
  [
    { language: 'ko', theme: 'dark' },
    '설정… From the second studio',
    /^업로드하고 주문/,
    '저장',
    '“From the second studio” 폴더가 실서비스 “Print house North”에 주문하게 할까요?',
    '통과한 책을 업로드하고 주문할 연결: “Print house North” · 실서비스 · https://north.example · 키 SBnorth00001…',
    '실서비스에 주문',
  ],
] as const)
  test(`the question names the connection, and its answer holds for no other that was made active since (${look.language})`, async () => {
    await show({ query: 'scenario=live', section: 'settings' }, look);
    const { call } = window.studio;
    let named = {
      connectionId: 'north',
      name: 'Print house North',
      host: 'https://north.example',
      keyPrefix: 'SBnorth00001',
    };
    const set: Input<'hotFolders.set'>[] = [];
    Object.assign(window.studio, {
      call: async (channel: Parameters<typeof call>[0], input: never) => {
        if (channel === 'hotFolders.set') {
          set.push(input);
          throw {
            code: 'HOT_FOLDER_ELSEWHERE',
            text: { key: 'errors.HOT_FOLDER_ELSEWHERE', params: { name: named.name } },
          };
        }
        const answer = await call(channel, input);
        if (channel !== 'connections.list') return answer;
        return (answer as ListedConnection[]).map((one) => (one.active ? { ...one, ...named } : one));
      },
    });
    await queryClient.invalidateQueries();
    await settled();
    await page.getByRole('button', { name: setUp }).click();
    const sheet = page.getByRole('dialog', { name: /From the second studio/ });
    await sheet.getByRole('radio', { name: order }).click();
    await sheet.getByRole('button', { name: save }).click();
    const question = page.getByRole('alertdialog', { name: title });
    await expect.element(question.getByText(where)).toBeVisible();
    expect(await axeFindings()).toEqual([]);
    named = { ...named, connectionId: 'south', name: 'Print house South' };
    await queryClient.invalidateQueries();
    await settled();
    await expect.element(question).toBeVisible();
    await question.getByRole('button', { name: go }).click();
    await expect.poll(() => set.length).toBe(1);
    expect(set[0]).toMatchObject({ connectionId: 'north', orders: { liveConfirmedFor: 'north' } });
    await expect.element(page.getByText(/“?Print house South”?/).first()).toBeVisible();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(sheet).toBeVisible();
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
