import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KillableService } from '../fixtures/killable-service.ts';
import { DeskProcess, copySamples, startService, workFolder, type DeskLine } from './desk-harness.ts';
import { expectLedgerAddsUp, expectOrderedOnce, serviceTruth } from './exactly-once.ts';
import { CountedLine, isUpload } from './support/counted-line.ts';
import { expectSentOnce, sentBy, type Away, type SaidSent } from './support/desk-kills.ts';

/** Longer than the service keeps an answer for a repeat with the same key (24 hours). */
const SLEPT_MS = 30 * 3_600_000;
/** A pause of the processor is a moment here; what a long one does beside it is told to the desk when it wakes. */
const STILL_MS = 1_000;
/** Its exit code, after which the operator decides. */
const ASKS_A_PERSON = 3;

let folder: string;
let service: KillableService;
let line: CountedLine;

beforeAll(async () => {
  folder = await workFolder();
  service = await startService(join(folder, 'service'));
  line = await CountedLine.before(service.hello.sandboxUrl);
});
afterAll(async () => {
  await line?.close();
  await service?.dispose();
  await rm(folder, { recursive: true, force: true });
});

const isSending = (step: string) => (one: DeskLine) =>
  one.event === 'job' && one['status'] === 'sending' && one['step'] === step;
const isOrdering = (one: DeskLine) => one.event === 'order' && one['state'] === 'sending';

test.each([
  ['sleeps for 30 hours', true],
  ['has its clock put forward by 30 hours', false],
] as const)(
  'a computer that %s while files are sent, and again while orders are, sends no file again but those in flight and orders each book once; an order that did not arrive waits for a person',
  { timeout: 400_000 },
  async (how, isServiceAsWell) => {
    await service.slowDown();
    const seen = line.requests.length;
    const helloFile = join(folder, 'counted-hello.json');
    const hello = JSON.parse(await readFile(service.helloFile, 'utf8')) as object;
    await writeFile(helloFile, JSON.stringify({ ...hello, sandboxUrl: line.url }));
    const dropped = join(folder, how);
    const expected = await copySamples(dropped, `#${isServiceAsWell ? 1 : 2}`);
    const said: SaidSent[] = [];
    const onLine = (one: DeskLine) => said.push(...sentBy(one));
    const start = { dataDir: join(folder, `desk of ${how}`), helloFile, folder: dropped, onLine };
    let desk = new DeskProcess(start);
    const away: Away[] = [];
    const asleep: string[] = [];
    for (const [name, when] of [
      ['cover', isSending('cover')],
      ['contents', isSending('contents')],
      ['orders', isOrdering],
    ] as const) {
      if ((await desk.next(when)) === null) break;
      const fromMs = performance.now();
      desk.sleep();
      // Nobody keeps a connection open to a computer that has been silent for that long.
      line.cut();
      await delay(STILL_MS);
      if (isServiceAsWell) await service.printHouse('POST', '/clock', { moveMs: SLEPT_MS });
      desk.wake(SLEPT_MS);
      away.push({ of: 'desk', fromMs, untilMs: performance.now() });
      asleep.push(name);
    }
    expect(asleep).toEqual(['cover', 'contents', 'orders']);
    if ((await desk.ended).code === ASKS_A_PERSON) {
      // The order in hand: its key is too old to be sent with again, and it is not among the orders of the service.
      expect((await desk.stopped())['orders']).toMatchObject([{ problem: { key: 'errors.ORDER_NOT_PLACED' } }]);
      desk = new DeskProcess({ ...start, orderAgain: true });
    }
    const { books } = await desk.done();
    for (const { title } of expected) expect(books.find((book) => book.title === title)?.stage, title).toBe('ordered');
    const truth = await serviceTruth(service);
    await expectOrderedOnce(service, truth, expected);
    expectLedgerAddsUp(truth);
    const uploads = line.requests.slice(seen).filter(isUpload);
    const titles = new Map(truth.books.map(({ bookUid, title }) => [bookUid, title]));
    expectSentOnce(uploads, 2 * expected.length, {
      away,
      said,
      titleOf: (bookUid) => titles.get(bookUid) ?? '',
    });
    console.log(
      `${expected.length} books, three times, ${uploads.length - 2 * expected.length} uploads more than files`,
    );
  },
);
