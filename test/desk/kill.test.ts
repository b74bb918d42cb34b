import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { between, seededRandom, type Random } from '../fixtures/pdf/seeded-random.ts';
import { often } from '../fixtures/turns.ts';
import type { KillableService } from '../fixtures/killable-service.ts';
import { DeskProcess, copySamples, isNewStep, workFolder, type LocalBook, startService } from './desk-harness.ts';
import { expectLedgerAddsUp, expectOrderedOnce, serviceTruth } from './exactly-once.ts';

const KILLS = often(8, 20);
/** A point is so many steps that the run had not come to before, and so much time more: it may lie within a request. */
const MOST_STEPS = 8;
const MOST_MS = 60;
/** `KILL_SEED=… npx vitest run test/desk/kill.test.ts` draws the same points again; the machine's pace is its own. */
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);

let folder: string;
let service: KillableService;

beforeAll(async () => {
  folder = await workFolder();
  service = await startService(join(folder, 'service'));
  await service.slowDown();
});

afterAll(async () => {
  await service?.dispose();
  await rm(folder, { recursive: true, force: true });
});

test(`kill -9 of the desk and of the service at ${KILLS} random points: every book ordered once, the ledger adds up, every byte is there`, {
  timeout: 230_000,
}, async () => {
  const random = seededRandom(seed);
  const targets = shuffled(
    random,
    Array.from({ length: KILLS }, (_, index) => (index % 2 === 0 ? 'desk' : 'service')),
  );
  const kills: string[] = [];
  const expected: LocalBook[] = [];
  const stepsSeen = new Set<string>();
  console.log(`KILL_SEED=${seed}`);

  for (let batch = 1; kills.length < KILLS; batch += 1) {
    const dropped = join(folder, `batch ${batch}`);
    expected.push(...(await copySamples(dropped, `#${batch}`)));
    // Every other batch is one order with all of its books.
    const together = batch % 2 === 0;
    const start = () =>
      new DeskProcess({ dataDir: join(folder, 'desk'), helloFile: service.helloFile, folder: dropped, together });
    let desk = start();
    for (;;) {
      const target = targets[kills.length];
      if (target === undefined) break;
      let stepsLeft = Math.floor(between(random, 1, MOST_STEPS + 1));
      const line = await desk.next(
        (one) => one.event === 'done' || (isNewStep(stepsSeen, one) && (stepsLeft -= 1) <= 0),
      );
      const moreMs = Math.round(between(random, 0, MOST_MS));
      const isStillRunning =
        line !== null &&
        line.event !== 'done' &&
        (await Promise.race([desk.ended.then(() => false), delay(moreMs, true)]));
      if (!isStillRunning) break;
      kills.push(
        `${target} ${moreMs} ms after ${[line.event, line['title'], line['status'] ?? line['state'], line['step']].filter(Boolean).join(' ')}`,
      );
      if (target === 'service') {
        await service.kill();
        await service.startAgain();
        await service.slowDown();
      } else {
        await desk.kill();
        desk = start();
      }
    }
    const { books } = await desk.done();
    for (const { title } of expected) expect(books.find((book) => book.title === title)?.stage, title).toBe('ordered');
  }

  console.log(`${kills.length} kills over ${expected.length} books\n${kills.join('\n')}`);
  const truth = await serviceTruth(service);
  await expectOrderedOnce(service, truth, expected);
  expect(truth.orders.flatMap(({ items }) => items)).toHaveLength(expected.length);
  expect(truth.books.map(({ title }) => title).sort(), 'no other book was ever made').toEqual(
    expected.map(({ title }) => title).sort(),
  );
  expectLedgerAddsUp(truth);
});

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
