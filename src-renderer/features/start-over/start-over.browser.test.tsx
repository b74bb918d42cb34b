import { afterAll, afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Call } from '../../../src-core/ipc/contract.ts';
import { press } from '../../testing/opened-sheets.ts';
import { axeFindings, hide, show, wear } from '../../testing/shown-app.tsx';

afterEach(hide);
afterAll(() => page.viewport(1280, 800));

/** What the window asked the main process to begin. */
function watchBegin(): unknown[] {
  const begun: unknown[] = [];
  const { call } = window.studio;
  const watched: Call = (channel, input) => {
    if (channel === 'startOver.begin') begun.push(input);
    return call(channel, input);
  };
  Object.assign(window.studio, { call: watched });
  return begun;
}

const sheet = () => page.getByRole('dialog', { name: 'Start over with the Sandbox?' });

test.each([[{ language: 'en', theme: 'light' }], [{ language: 'ko', theme: 'dark' }]] as const)(
  'the sheet tells with counts what goes, what stays and what is kept until when: %o',
  async (look) => {
    await show({ query: 'scenario=full&startedOver&notDone', section: 'settings' });
    await press('Start over with Built-in sandbox');
    await expect.element(sheet()).toBeVisible();
    await wear(look);
    const words =
      look.language === 'en'
        ? [
            /Books at the service\s*14\D/,
            /Orders\s*9\D/,
            /Credit movements\s*23\D/,
            /not placed yet\s*5\D/,
            /upload failed\s*2\D/,
            /The library with all files.*Live/,
            /The 3 hot folders/,
            /kept until \d{4}-\d\d-\d\d/,
          ]
        : [
            /책\s*14권/,
            /주문\s*9건/,
            /충전금 거래\s*23건/,
            /주문되지 않은 건\s*5건/,
            /실패한 책\s*2권/,
            /라이브러리와 모든 파일.*실서비스/,
            /핫 폴더 3개/,
            /까지 보관/,
          ];
    for (const word of words) await expect.element(page.getByRole('dialog')).toHaveTextContent(word);
    expect(await axeFindings()).toEqual([]);
  },
);

test('the safe way has the focus, and what was told is what is begun', async () => {
  await show({ query: 'scenario=full', section: 'settings' });
  const begun = watchBegin();
  await press('Start over with Built-in sandbox');
  await expect.element(sheet()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(sheet()).not.toBeInTheDocument();
  expect(begun).toEqual([]);
  await press('Start over with Built-in sandbox');
  await sheet().getByRole('button', { name: 'Start over', exact: true }).click();
  await expect.poll(() => begun).toEqual([{ goes: { books: 14, orders: 9, creditMovements: 23 } }]);
});

test('while something is on its way there it says so and begins nothing', async () => {
  await show({ query: 'scenario=full&onTheirWay', section: 'settings' });
  const begun = watchBegin();
  await press('Start over with Built-in sandbox');
  await expect.element(sheet()).toHaveTextContent(/Still on the way in the Sandbox: 3 books/);
  const start = sheet().getByRole('button', { name: 'Start over', exact: true });
  await expect.element(start).toBeDisabled();
  (start.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  expect(begun).toEqual([]);
});

test('other connections have no such button; the print house’s panel of the Sandbox leads there, the one of Live does not', async () => {
  await show({ query: 'scenario=full&house=sandbox', section: 'settings' });
  expect(page.getByRole('button', { name: /^Start over/ }).elements()).toHaveLength(1);
  const openPanel = async () => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('simulated');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog', { name: 'Print house (simulated)' })).toBeVisible();
  };
  await show({ query: 'scenario=full&house=sandbox', section: 'orders' });
  await openPanel();
  await press('Start over…');
  await expect.element(sheet()).toBeVisible();
  await show({ query: 'scenario=full&house=live', section: 'orders' });
  await openPanel();
  expect(page.getByRole('button', { name: /^Start over/ }).elements()).toEqual([]);
});

test('the file of the last time stands beside the connection, with the way to its folder', async () => {
  await show({ query: 'scenario=full&startedOver', section: 'settings' });
  const connections = page.getByRole('region', { name: 'Connections' });
  await expect.element(connections).toHaveTextContent(/sandbox-2026-09-01T09-00-00-000Z\.bpbackup/);
  await connections.getByRole('button', { name: 'Show in folder' }).click();
  await show({ query: 'scenario=full', section: 'settings' });
  expect(
    page.getByRole('region', { name: 'Connections' }).getByRole('button', { name: 'Show in folder' }).elements(),
  ).toEqual([]);
});
