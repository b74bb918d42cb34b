import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { queryClient } from '../../bridge.ts';
import { runCommand, whyNotNow } from '../../commands/run-command.ts';
import { axeFindings, hide, settled, show, type ShownState } from '../../testing/shown-app.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await hide();
});

const BOARD: ShownState = { query: 'scenario=full', section: 'orders' };
const board = () => page.getByRole('grid');
const details = () => page.getByRole('complementary', { name: 'Order details' });

const shipped = async () => {
  const { rows } = await window.studio.call('orders.changes', { since: null });
  const row = rows.find(({ trackingNumber }) => trackingNumber !== null);
  if (row === undefined) throw new Error('no order is shipped');
  return row;
};

/** The board with what the service says of its parcels in place of the carrier that they have. */
async function showWith(carrier: string | null): Promise<void> {
  await show(BOARD);
  const answered = window.studio.call;
  vi.spyOn(window.studio, 'call').mockImplementation(async (channel, input) => {
    const answer = await answered(channel, input);
    if (channel !== 'orders.changes') return answer;
    const page = answer as Awaited<ReturnType<typeof answered<'orders.changes'>>>;
    const rows = page.rows.map((row) => (row.trackingNumber === null ? row : { ...row, trackingCarrier: carrier }));
    return { ...page, isFresh: true, rows } as never;
  });
  await queryClient.invalidateQueries();
  await settled();
}

async function choose(trackingNumber: string | null): Promise<void> {
  await board()
    .getByText(trackingNumber ?? '')
    .click();
  await settled();
}

const opens = () =>
  vi
    .mocked(window.studio.call)
    .mock.calls.flatMap(([channel, input]) => (channel === 'orders.openTrackingPage' ? [input] : []));

for (const [language, label] of [
  ['en', (number: string) => `Open CJ대한통운’s page for ${number}`],
  ['ko', (number: string) => `CJ대한통운 배송 조회 페이지 열기: ${number}`],
] as const)
  test(`a parcel's page is opened from the board and from its order, by the order's uid alone (${language})`, async () => {
    await show(BOARD, { language, theme: 'light' });
    vi.spyOn(window.studio, 'call');
    const { orderUid, trackingNumber } = await shipped();
    const name = label(trackingNumber ?? '');
    await board().getByRole('button', { name }).click();
    expect(opens()).toEqual([{ orderUid }]);
    await board()
      .getByRole('row')
      .filter({ hasText: trackingNumber ?? '' })
      .getByText(trackingNumber ?? '')
      .click();
    await settled();
    const panel = page.getByRole('complementary').last();
    await panel.getByRole('button', { name }).click();
    expect(opens()).toEqual([{ orderUid }, { orderUid }]);
    expect(runCommand('orders.openTrackingPage')).toBe(true);
    await expect.poll(opens).toHaveLength(3);
    expect(await axeFindings()).toEqual([]);
  });

test('an item that went on its own has a page of its own', async () => {
  await show(BOARD);
  const answered = window.studio.call;
  vi.spyOn(window.studio, 'call').mockImplementation(async (channel, input) => {
    const answer = await answered(channel, input);
    if (channel !== 'orders.detail' || answer === null) return answer;
    const detail = answer as NonNullable<Awaited<ReturnType<typeof answered<'orders.detail'>>>>;
    const items = detail.order.items.map((item) => ({ ...item, trackingNumber: '4711', trackingCarrier: 'LOTTE' }));
    return { ...detail, order: { ...detail.order, items } } as never;
  });
  const { orderUid, trackingNumber } = await shipped();
  await choose(trackingNumber);
  await details().getByRole('button', { name: 'Open LOTTE’s page for 4711' }).first().click();
  expect(opens()).toEqual([{ orderUid, itemUid: 'it_1' }]);
});

test.each([['직접배송'], [null]])('of the carrier %s nothing is offered but the number', async (carrier) => {
  await showWith(carrier);
  const { trackingNumber } = await shipped();
  await expect
    .element(board().getByRole('button', { name: `Copy tracking number ${trackingNumber}` }))
    .toBeInTheDocument();
  await expect
    .poll(() =>
      board()
        .getByRole('button', { name: /page for/ })
        .elements(),
    )
    .toEqual([]);
  await choose(trackingNumber);
  await expect.element(details().getByText(trackingNumber ?? '')).toBeVisible();
  expect(
    details()
      .getByRole('button', { name: /page for/ })
      .elements(),
  ).toEqual([]);
  expect(runCommand('orders.openTrackingPage')).toBe(false);
  expect(whyNotNow('orders.openTrackingPage')).toBe('The studio knows no page of a carrier for this order');
});

test('beside the inspector of a small window the board keeps all its columns: the page is opened from the inspector', async () => {
  await show({ ...BOARD, size: [1180, 740] });
  const { trackingNumber } = await shipped();
  await choose(trackingNumber);
  await expect
    .element(
      details()
        .getByRole('button', { name: /page for/ })
        .first(),
    )
    .toBeVisible();
  await expect
    .poll(() =>
      board()
        .getByRole('button', { name: /page for/ })
        .elements(),
    )
    .toEqual([]);
  const rightOf = (element: Element) => element.getBoundingClientRect().right;
  const last = board().getByRole('columnheader', { name: 'Charged' }).element();
  expect(rightOf(last)).toBeLessThanOrEqual(rightOf(board().element()));
});
