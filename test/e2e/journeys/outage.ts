import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bookListItemSchema } from '../../../src-core/contract/books.ts';
import { KillableService } from '../../fixtures/killable-service.ts';
import { writeAlbums } from '../support/albums.ts';
import { confirmReview, letAllGo, openReview, outcomesOf, queuedNews } from '../support/job-steps.ts';
import { chooseInDialogs, importEnd, pause, section, settledRows } from '../support/steps.ts';
import type { Journey, JourneyContext } from './journey.ts';

const CLI = resolve(import.meta.dirname, '../../../dist/service/cli.js');
const ALBUMS = 40;
const LIMIT_MS = 180_000;
/** A slow network's: the outage falls into the middle of the queue. */
const DELAY_MS = 250;
/** From the service's first answer to the next book's end. */
const ON_WITHIN_MS = 5_000;

/** The service of a print house dies under a running queue and comes back: nobody does anything, and nothing is counted or sent twice. */
export const journey: Journey = async (context) => {
  const { studio, words, shot, say } = context;
  const { page } = studio;
  const faults: string[] = [];
  const home = mkdtempSync(join(tmpdir(), 'outage-'));
  // PostgreSQL's own user walks through it where root runs this.
  chmodSync(home, 0o755);
  const service = await KillableService.start(join(home, 'service'), CLI);
  try {
    await connect(context, service);
    await importAlbums(context, join(home, 'albums'));
    await service.slowDown(DELAY_MS);
    await page.getByRole('button', { name: words.text('library.upload', { count: ALBUMS }) }).click();
    await letAllGo(context, queuedNews(context));
    await section(page, words.text('ui.section.queue')).click();
    await studio.until(({ queue }) => queue.done >= 5, LIMIT_MS);
    await pause(page);
    await shot('outage-sending');

    await service.kill();
    await studio.until(({ connection }) => (connection?.away ?? null) !== null, LIMIT_MS);
    await pause(page);
    await shot('outage-away');
    const stoodAt = (await studio.call('app.status', {})).queue;
    if (stoodAt.done >= ALBUMS) faults.push('everything was sent before the service went away');
    if (stoodAt.failed > 0) faults.push(`${stoodAt.failed} books failed though only the service was away`);
    say(`away at ${stoodAt.done} of ${ALBUMS}, ${stoodAt.failed} failed`);

    await service.startAgain();
    const backMs = performance.now();
    await studio.until(({ connection, queue }) => connection?.away === null && queue.state === 'running', LIMIT_MS);
    const onAfterMs = performance.now() - backMs;
    // How long the next book then takes is the line's and the machine's.
    await studio.until(({ queue }) => queue.done > stoodAt.done, LIMIT_MS);
    if (onAfterMs > ON_WITHIN_MS) faults.push(`it took ${Math.round(onAfterMs)} ms to go on`);
    say(`on again ${Math.round(onAfterMs)} ms after the service was back`);
    await shot('outage-back');
    await settledRows(studio, (rows) => rows.every(({ stage }) => stage === 'uploaded'), LIMIT_MS);
    await pause(page);
    await shot('outage-finished');

    const books = await service.all('/books', bookListItemSchema);
    const refs = new Set(books.map(({ externalRef }) => externalRef));
    if (books.length !== ALBUMS || refs.size !== ALBUMS)
      faults.push(`the service has ${books.length} books of ${refs.size} albums instead of ${ALBUMS}`);
    const sheet = await openReview(context, ALBUMS);
    await confirmReview(context, sheet, 1);
    await sheet.getByRole('button', { name: words.text('orders.run.toOrders') }).click();
    const outcomes = await outcomesOf(context);
    const ordered = outcomes.filter(({ orderUid }) => orderUid !== null).length;
    if (ordered !== ALBUMS) faults.push(`${ordered} of ${ALBUMS} books were ordered`);
    return {
      books: outcomes,
      figures: {
        albums: ALBUMS,
        doneWhenAway: stoodAt.done,
        onAfterMs: Math.round(onAfterMs),
        atService: books.length,
      },
      faults,
    };
  } finally {
    await service.dispose();
    rmSync(home, { recursive: true, force: true });
  }
};

/** With the address and the key of a print house, as the welcome asks for them. */
async function connect({ studio, words, shot }: JourneyContext, { hello }: KillableService): Promise<void> {
  const { page } = studio;
  await page.getByRole('textbox', { name: words.text('welcome.connect.url') }).fill(hello.sandboxUrl);
  await page.getByLabel(words.text('welcome.connect.key'), { exact: true }).fill(hello.keys?.business.sandbox ?? '');
  await shot('outage-connect');
  await page.getByRole('button', { name: words.text('welcome.connect.submit') }).click();
  await studio.until(({ phase }) => phase === 'ready');
}

async function importAlbums({ studio, words, say }: JourneyContext, folder: string): Promise<void> {
  const { page } = studio;
  writeAlbums(folder, ALBUMS);
  await chooseInDialogs(studio, { open: [folder], save: '' });
  await page.getByRole('button', { name: words.text('library.addFolder') }).click();
  await importEnd(page, words);
  await settledRows(studio, (rows) => rows.filter(({ stage }) => stage === 'ready').length === ALBUMS, LIMIT_MS);
  say(`${ALBUMS} albums checked`);
}
