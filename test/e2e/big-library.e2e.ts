import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  BIG_KEY,
  CONNECTION_ID,
  placesIn,
  seedBigDesk,
  startBigService,
  type BigService,
} from '../desk/support/big-desk.ts';
import { dropDataDir, launchStudio, newDataDir, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';
import { letAllGo } from './support/job-steps.ts';

/** As many as an order review is asked to show at once. */
const BOOKS = 2_000;
/** A window of this height shows some forty lines, and as many again are kept ready above and below. */
const LINES_DRAWN = 120;
const ADDRESS = {
  recipientName: '김하늘 스튜디오',
  recipientPhone: '010-2345-6789',
  postalCode: '04524',
  address1: '서울특별시 중구 세종대로 110',
} as const;
const words = wordsIn('en');

let home: string;
let service: BigService;
let studio: Studio;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'big-library-'));
  service = await startBigService();
  const dataDir = newDataDir();
  mkdirSync(join(dataDir, 'desk'));
  seedBigDesk(join(dataDir, 'desk'), join(home, 'drop'), placesIn(resolve(import.meta.dirname, '../..')), {
    books: BOOKS,
    stage: 'uploaded',
    baseUrl: service.baseUrl,
  });
  studio = await launchStudio({ dataDir, preferences: { language: 'en', theme: 'light', density: 'comfortable' } });
  expect(await studio.call('connections.replaceKey', { connectionId: CONNECTION_ID, key: BIG_KEY })).toEqual({
    ok: true,
  });
  await studio.until(({ phase }) => phase === 'ready');
});
afterAll(async () => {
  await studio.close();
  await service.close();
  dropDataDir(studio.dataDir);
  rmSync(home, { recursive: true, force: true });
});

/** Goes to the end of what scrolls and waits for its last line. */
async function toTheEnd(scroller: Locator, ariaRowIndex: number): Promise<void> {
  await expect
    .poll(
      async () => {
        await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
        return scroller.locator(`[aria-rowindex="${ariaRowIndex}"]`).isVisible();
      },
      { timeout: 30_000 },
    )
    .toBe(true);
}

const linesOf = (scroller: Locator): Promise<number> => scroller.locator('[aria-rowindex]').count();

test('the library, the order review and the run of two thousand books draw what is on screen, down to their last lines', {
  timeout: 300_000,
}, async () => {
  const { page } = studio;
  const library = page.getByRole('grid', { name: words.text('library.table') });
  await library.waitFor();
  expect(await linesOf(library)).toBeLessThan(LINES_DRAWN);
  await toTheEnd(library, BOOKS + 1);
  await library.focus();
  await page.keyboard.press('Control+a');
  await page.getByText(words.text('library.selected', { count: BOOKS })).waitFor();

  await page.getByRole('button', { name: words.pattern('library.order', [], { count: BOOKS }) }).click();
  const sheet = page.getByRole('dialog');
  await letAllGo(
    { studio, words, shot: async () => undefined, say: () => undefined },
    sheet.getByText(words.text('orders.review.subtitle', { orders: 1, copies: 1.5 * BOOKS, recipients: 1 })),
  );
  const lines = sheet.getByRole('region', { name: words.text('orders.review.lines') });
  // The head of the order, and its books.
  expect(await linesOf(lines)).toBeLessThan(LINES_DRAWN);
  await toTheEnd(lines, BOOKS + 2);
  await sheet.getByRole('radio', { name: words.text('orders.how.each') }).click();
  await sheet
    .getByText(words.text('orders.review.subtitle', { orders: BOOKS, copies: 1.5 * BOOKS, recipients: 1 }))
    .waitFor();
  expect(await linesOf(lines)).toBeLessThan(LINES_DRAWN);
  await toTheEnd(lines, BOOKS + 1);
  expect(await linesOf(lines)).toBeLessThan(LINES_DRAWN);

  for (const [field, value] of Object.entries(ADDRESS))
    await sheet.getByRole('textbox', { name: words.pattern(`orders.address.${field}`) }).fill(value);
  await sheet.getByRole('button', { name: words.pattern('orders.confirm', ['sum'], { count: BOOKS }) }).click();
  const run = sheet.getByRole('region', { name: words.text('orders.run.title') });
  await run.getByText(words.text('orders.run.state.ordered')).first().waitFor();
  expect(await linesOf(run)).toBeLessThan(LINES_DRAWN);
  await toTheEnd(run, BOOKS + 1);
  await sheet.getByRole('button', { name: words.text('orders.run.stop') }).click();
});
