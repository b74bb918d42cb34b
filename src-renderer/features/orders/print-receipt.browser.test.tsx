import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Input } from '../../../src-core/ipc/contract.ts';
import type { OrderDetail } from '../../../src-core/ipc/subjects/orders.ts';
import { axeFindings, hide, settled, show, type Look } from '../../testing/shown-app.tsx';

afterEach(hide);

/** Opens an order whose receipt is told in part as it is given. */
async function opened(look: Look, receipt: Partial<OrderDetail['receipt']> = {}): Promise<void> {
  await show({ query: 'scenario=full', section: 'orders', size: [1280, 1_000] }, look);
  const { call } = window.studio;
  vi.spyOn(window.studio, 'call').mockImplementation(async (channel, input) => {
    const answer = await call.call(window.studio, channel, input);
    if (channel !== 'orders.detail') return answer;
    const detail = answer as OrderDetail;
    return { ...detail, receipt: { ...detail.receipt, ...receipt } };
  });
  await page.getByRole('grid').getByRole('row').nth(2).click();
  await settled();
}

/** As which kinds a receipt was saved. */
const savedAs = () =>
  vi.mocked(window.studio.call).mock.calls.flatMap(([channel, input]) => {
    const document = channel === 'documents.save' ? (input as Input<'documents.save'>).document : null;
    return document?.what === 'receipt' ? [document.kind] : [];
  });

for (const [look, region, told, sums, menu, kinds, saved] of [
  [
    { language: 'en', theme: 'light' },
    'Print receipt',
    [
      '고화질 스퀘어북 (하드커버) · 46 pages',
      'SQUAREBOOK_HC · Spec version 3fa9c1d27b40',
      '1 copy · estimated ₩18,760 · charged ₩18,760, without shipping and VAT',
    ],
    [/^Estimated when ordered₩30,000$/, /^Charged when ordered₩33,000$/, /^▲ Charged more than estimated₩3,000$/],
    'Save receipt',
    [/^CSV/, /^Excel workbook/],
    'Receipt saved',
  ],
  [
    { language: 'ko', theme: 'dark' },
    '인쇄 증빙',
    [
      '고화질 스퀘어북 (하드커버) · 46쪽',
      'SQUAREBOOK_HC · 규격 판 3fa9c1d27b40',
      '1권 책값 · 견적 ₩18,760 · 결제 ₩18,760 (배송비·부가세 별도)',
    ],
    [/^주문할 때 견적₩30,000$/, /^주문할 때 결제₩33,000$/, /^▲ 견적보다 더 결제됨₩3,000$/],
    '증빙 저장',
    [/^CSV/, /^Excel 통합 문서/],
    '증빙을 저장했습니다',
  ],
] as const)
  test(`a receipt tells the spec, its version and the estimate beside the charge, and is saved (${look.language})`, async () => {
    await opened(look, { estimated: 30_000, charged: 33_000 });
    const receipt = page.getByRole('region', { name: region });
    for (const line of told) await expect.element(receipt.getByText(line).first()).toBeVisible();
    const lines = [...receipt.element().querySelectorAll('dl > div')].map((line) => line.textContent);
    for (const [at, sum] of sums.entries()) expect(lines[at]).toMatch(sum);
    receipt.element().scrollIntoView();
    expect(await axeFindings()).toEqual([]);
    await receipt.getByRole('button', { name: menu }).click();
    for (const kind of kinds) await expect.element(page.getByRole('menuitem', { name: kind })).toBeVisible();
    await page.getByRole('menuitem', { name: kinds[1] }).click();
    await expect.poll(savedAs).toEqual(['xlsx']);
    await expect.element(page.getByText(saved).last()).toBeVisible();
  });

test('an estimate that was charged as it was is two lines, and an order of an earlier version says what was not kept', async () => {
  await opened({ language: 'en', theme: 'light' }, { estimated: 30_000, charged: 30_000 });
  const receipt = page.getByRole('region', { name: 'Print receipt' });
  expect(receipt.element().querySelectorAll('dl > div')).toHaveLength(2);
  await hide();
  const file = { kind: 'cover' as const, name: 'a_cover.pdf', sizeBytes: 1, sha256: 'ab' };
  const book = {
    bookUid: 'bk_1',
    title: 'a',
    quantity: 1,
    charged: { unitPrice: 1, amount: 1 },
    spec: null,
    print: null,
    files: [file],
  };
  await opened({ language: 'en', theme: 'light' }, { estimated: null, charged: 30_000, books: [book] });
  await expect.element(receipt.getByText('Estimated when ordered')).toBeVisible();
  expect(receipt.element().querySelector('dl > div')).toHaveTextContent(/not kept$/);
  await expect.element(receipt.getByText('Spec and pages were not kept', { exact: false })).toBeVisible();
  await expect.element(receipt.getByText('1 copy · charged ₩1, without shipping and VAT')).toBeVisible();
  await expect.element(receipt.getByText('a_cover.pdf')).toBeVisible();
});

test('the palette saves it as CSV, and says of an order from elsewhere that there is none', async () => {
  await opened({ language: 'en', theme: 'light' });
  const asked = async (): Promise<void> => {
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.keyboard('save the receipt of the order as csv');
  };
  await asked();
  await userEvent.keyboard('{Enter}');
  // Not by its toast: that of another test may still be there.
  await expect.poll(savedAs).toEqual(['csv']);
  await hide();
  await opened({ language: 'en', theme: 'light' }, { estimated: null, charged: null, books: [] });
  expect(page.getByRole('button', { name: 'Save receipt' }).elements()).toEqual([]);
  await asked();
  const item = page.getByRole('menuitem', { name: /Save the receipt of the order as CSV/ });
  await expect.element(item).toHaveAttribute('aria-disabled', 'true');
  await expect.element(item).toHaveTextContent('This order was not placed from this desk');
});
