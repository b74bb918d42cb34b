import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { OrderRow } from '../../../src-core/ipc/subjects/orders.ts';
import {
  importSamples,
  isGood,
  openReview,
  outcomesOf,
  startBuiltIn,
  uploadReady,
  writeBatchAddress,
} from '../support/job-steps.ts';
import { chooseInDialogs, pause, section } from '../support/steps.ts';
import type { Journey, JourneyContext } from './journey.ts';

const TRACKING_NUMBER = '600123456789';
const CREDIT = 1_000_000;
/** About half as long as Live's button wants to be held. */
const HALF_HELD_MS = 1_300;
const LIMIT_MS = 120_000;
/** Of a sweep over 500 orders (operator-desk 3.5). */
const MOST_LIST_CALLS = 5;

/** Orders of the built-in Live, from the button that is held to the door: what changed is told, copied and saved as a table. */
export const journey: Journey = async (context) => {
  const { studio, words, shot, say } = context;
  const { page } = studio;
  const faults: string[] = [];
  await startBuiltIn(context);
  const good = (await importSamples(context)).filter(isGood);
  await toLive(context);
  await buyCredit(context);
  await section(page, words.text('ui.section.library')).click();
  await uploadReady(context, good.length);
  await orderInLive(context, good.length);
  const placed = await orderRows(context);
  say(`${placed.length} orders in Live`);

  await inPrintHouse(context, async (sheet) => {
    for (let step = 0; step < 2; step += 1) await stepAll(context, sheet, placed.length);
    await shot('follow-print-house');
  });
  await untilOrders(context, (rows) => rows.every(({ orderStatus }) => orderStatus === 'IN_PRODUCTION'));
  await pause(page);
  await shot('follow-changed');
  await page.getByRole('button', { name: words.text('orders.markSeen') }).click();
  await shipOne(context);
  await untilOrders(context, (rows) => rows.filter(({ changedSinceSeen }) => changedSinceSeen).length === 1);
  await pause(page);
  await shot('follow-one-shipped');

  await page.keyboard.press('Control+Shift+C');
  const copied = await studio.app.evaluate(({ clipboard }) => clipboard.readText());
  if (!copied.includes(TRACKING_NUMBER)) faults.push(`the clipboard has “${copied}” instead of ${TRACKING_NUMBER}`);

  await inPrintHouse(context, async (sheet) => {
    await sheet.getByRole('button', { name: words.text('simulator.allDelivered', { count: placed.length }) }).click();
    await sheet.getByText(words.text('simulator.moved', { count: placed.length, all: placed.length })).waitFor();
  });
  const delivered = await untilOrders(context, (rows) =>
    rows.every(({ orderStatus, trackingNumber }) => orderStatus === 'DELIVERED' && trackingNumber !== null),
  );
  await pause(page);
  await shot('follow-delivered');

  const table = join(studio.dataDir, 'orders.csv');
  await chooseInDialogs(studio, { open: [], save: table });
  await page.getByRole('button', { name: words.text('orders.export') }).click();
  await page.getByRole('menuitem', { name: words.text('orders.table.csv') }).click();
  await page.getByText(words.text('orders.export.saved')).waitFor();
  const saved = readFileSync(table, 'utf8');
  for (const { orderUid, trackingNumber } of delivered)
    if (!saved.includes(orderUid) || !saved.includes(trackingNumber ?? 'none'))
      faults.push(`the table lacks ${orderUid} with ${trackingNumber}`);

  await section(page, words.text('ui.section.credit')).click();
  await pause(page);
  await shot('follow-credit');
  const credit = await studio.call('credit.reconciliation', {});
  if (credit?.agrees !== true) faults.push(`recorded ${credit?.recorded}, charged ${credit?.charged}`);
  const listCalls = await callsOfOneSweep(context);
  if (listCalls > MOST_LIST_CALLS) faults.push(`a sweep over ${placed.length} orders took ${listCalls} list calls`);
  return {
    books: await outcomesOf(context),
    figures: { orders: placed.length, charged: credit?.charged ?? 0, listCalls },
    faults,
  };
};

/** The switch to Live, asked once and in its own colour. */
async function toLive({ studio, words, shot }: JourneyContext): Promise<void> {
  const { page } = studio;
  const live = (await studio.call('connections.list', {})).find(({ environment }) => environment === 'live');
  if (live === undefined) throw new Error('the built-in service has no Live');
  await section(page, words.text('ui.section.settings')).click();
  await page.getByRole('button', { name: words.text('settings.connections.useOf', { name: live.name }) }).click();
  await page.getByRole('alertdialog').waitFor();
  await shot('follow-to-live');
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: words.text('settings.toLive.switch') })
    .click();
  await studio.until(({ connection }) => connection?.environment === 'live');
}

async function buyCredit(context: JourneyContext): Promise<void> {
  const { studio, words } = context;
  const sum = new Intl.NumberFormat(words.language, { style: 'currency', currency: 'KRW' }).format(CREDIT);
  await inPrintHouse(context, async (sheet) => {
    await sheet.getByRole('button', { name: words.text('simulator.creditAdd', { sum }) }).click();
    await studio.until(({ credit }) => credit?.balance === CREDIT);
  });
}

/** Every book an order of its own, by the button that has to be held. */
async function orderInLive(context: JourneyContext, count: number): Promise<void> {
  const { studio, words, shot } = context;
  const { page } = studio;
  const sheet = await openReview(context, count);
  await sheet.getByRole('radio', { name: words.text('orders.how.each') }).click();
  await writeBatchAddress(context, sheet);
  const hold = sheet.getByRole('button', { name: words.pattern('orders.confirm.hold', ['sum'], { count }) });
  await hold.waitFor();
  // A click is no confirmation in Live.
  await hold.click();
  await pause(page);
  if ((await orderRows(context)).length > 0) throw new Error('a click alone has ordered in Live');
  await hold.hover();
  await page.mouse.down();
  await page.waitForTimeout(HALF_HELD_MS);
  await shot('follow-held');
  // As a person holds it: until it is seen to be done, however late a busy window counts.
  await hold.waitFor({ state: 'hidden', timeout: LIMIT_MS });
  await page.mouse.up();
  await sheet.getByRole('heading', { name: words.text('orders.run.doneTitle') }).waitFor({ timeout: LIMIT_MS });
  await sheet.getByRole('button', { name: words.text('orders.run.toOrders') }).click();
  await pause(page);
  await shot('follow-ordered');
}

/** With the print house's panel open, as the palette's command opens it. */
async function inPrintHouse(
  { studio: { page }, words }: JourneyContext,
  work: (sheet: Locator) => Promise<void>,
): Promise<void> {
  await page.keyboard.press('Control+K');
  await page
    .getByRole('searchbox', { name: words.text('ui.paletteField') })
    .fill(words.text('ui.command.printHouse.open'));
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog').filter({ hasText: words.text('simulator.intro') });
  await sheet.waitFor();
  await work(sheet);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
}

async function stepAll({ words }: JourneyContext, sheet: Locator, count: number): Promise<void> {
  const moved = sheet.getByText(words.text('simulator.moved', { count, all: count }));
  await sheet.getByRole('button', { name: words.text('simulator.allNext', { count }) }).click();
  await sheet.getByText(words.text('simulator.moving')).or(moved).first().waitFor();
  await moved.waitFor();
}

/** One order is finished and shipped by hand in its inspector, with a number of ours. */
async function shipOne(context: JourneyContext): Promise<void> {
  const { studio, words } = context;
  const { page } = studio;
  await section(page, words.text('ui.section.orders')).click();
  await page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell') })
    .first()
    .click();
  await page.getByRole('button', { name: words.text('simulator.step.complete') }).click();
  await page.getByRole('textbox', { name: words.text('simulator.tracking') }).fill(TRACKING_NUMBER);
  await page.getByRole('button', { name: words.text('simulator.step.ship') }).click();
  await untilOrders(context, (rows) => rows.some(({ trackingNumber }) => trackingNumber === TRACKING_NUMBER));
  await page.getByRole('grid').getByRole('row').filter({ hasText: TRACKING_NUMBER }).click();
}

const orderRows = async ({ studio }: JourneyContext): Promise<readonly OrderRow[]> =>
  (await studio.call('orders.changes', { since: null })).rows;

/** The board is as wanted; it is asked for seldom, so that its own sweeps have requests left. */
async function untilOrders(
  context: JourneyContext,
  isAsWanted: (rows: readonly OrderRow[]) => boolean,
): Promise<readonly OrderRow[]> {
  const { studio } = context;
  const endMs = performance.now() + LIMIT_MS;
  for (;;) {
    const rows = await orderRows(context);
    if (isAsWanted(rows)) return rows;
    if (performance.now() > endMs)
      throw new Error(`the orders still stand like this: ${rows.map((row) => row.orderStatus).join(', ')}`);
    await studio.call('orders.refresh', {});
    await studio.page.waitForTimeout(1_000);
  }
}

async function callsOfOneSweep({ studio }: JourneyContext): Promise<number> {
  const lists = async () =>
    (await studio.call('activity.list', {})).filter(({ path }) => path.startsWith('/orders?')).length;
  const before = await lists();
  await studio.call('orders.refresh', {});
  return (await lists()) - before;
}
