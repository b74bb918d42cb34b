import { afterAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { axeFindings, hide, show } from '../../testing/shown-app.tsx';
import { switchConnection } from '../../testing/switch-connection.ts';

afterAll(hide);

test('says that ledger, orders and balance agree, and what the balance is made of', async () => {
  await show({ query: 'scenario=full', section: 'credit' });
  const region = page.getByRole('region', { name: 'Reconciliation' });
  await expect.element(region).toHaveTextContent('73 transactions and 31 orders agree to the last won');
  await expect.element(region).toHaveTextContent(/Added ?₩11,200,000/);
  expect(page.getByRole('alert').elements()).toHaveLength(0);
});

for (const [lang, first, second] of [
  ['en', /Charged more than once: ₩17,160 instead of ₩16,940/, /was not placed at this desk/],
  ['ko', /두 번 이상 결제됨/, /이 컴퓨터에서 하지 않은 주문/],
] as const)
  test(`names every difference with its order, what it means and what to do (${lang})`, async () => {
    await show({ query: `scenario=live&lang=${lang}`, section: 'credit' });
    const list = page.getByRole('list', { name: /^(Differences|차이)$/ });
    await expect.element(list.getByRole('listitem').first()).toHaveTextContent(first);
    await expect.element(list).toHaveTextContent(second);
    expect(list.getByRole('listitem').elements()).toHaveLength(11);
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(await axeFindings()).toEqual([]);
  });

test('leads from a difference to its order on the board', async () => {
  await show({ query: 'scenario=live', section: 'credit' });
  await page.getByRole('button', { name: 'Show order' }).first().click();
  await expect.element(page.getByRole('searchbox')).toHaveValue('or_1000aB3kQ9');
});

test('no figure of another account stands where that of the connection in use cannot be read', async () => {
  await show({ query: 'scenario=full', section: 'credit' });
  const screen = page.getByRole('main');
  await expect.element(screen).toHaveTextContent(/₩/);
  await switchConnection({ unanswered: 'credit.' });
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Try again');
  await expect.element(screen).not.toHaveTextContent(/₩/);
});
