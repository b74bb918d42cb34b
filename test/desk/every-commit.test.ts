import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byTurns } from '../fixtures/turns.ts';
import type { KillableService } from '../fixtures/killable-service.ts';
import { DeskProcess, copySamples, workFolder, type LocalBook, startService } from './desk-harness.ts';
import { expectLedgerAddsUp, expectOrderedOnce, serviceTruth } from './exactly-once.ts';

const BOOK = ['할머니 팔순'];
const AT_ONCE = 2;

let folder: string;
let service: KillableService;

beforeAll(async () => {
  folder = await workFolder();
  service = await startService(join(folder, 'service'));
});

afterAll(async () => {
  await service?.dispose();
  await rm(folder, { recursive: true, force: true });
});

async function newDesk(name: string) {
  const dropped = join(folder, `drop ${name}`);
  const books = await copySamples(dropped, name, BOOK);
  return {
    books,
    start: (dieAfterCommit?: number) =>
      new DeskProcess({
        dataDir: join(folder, `desk ${name}`),
        helloFile: service.helloFile,
        folder: dropped,
        ...(dieAfterCommit === undefined ? {} : { dieAfterCommit }),
      }),
  };
}

/** Each run dies after every third commit, begun at another one by its seed; `npm test -- --all` after each of them. */
const TURNS = 3;

// Random kills meet the microseconds between two commits once in thousands: these meet every one.
test('a desk that dies right after any one of its commits has each book at the service once, and ordered once', {
  timeout: 400_000,
}, async () => {
  const whole = await newDesk('#0');
  const { commits } = await whole.start().done();
  expect(commits, 'from the job to the order').toBeGreaterThan(10);
  const expected: LocalBook[] = [...whole.books];
  const places = [
    ...byTurns(
      Array.from({ length: commits }, (_, index) => index + 1),
      TURNS,
    ),
  ];
  const dieAndGoOn = async () => {
    for (let place = places.shift(); place !== undefined; place = places.shift()) {
      const { books, start } = await newDesk(`#${place}`);
      expected.push(...books);
      expect(await start(place).ended, `died after commit ${place}`).toMatchObject({ signal: 'SIGKILL' });
      await start().done();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, dieAndGoOn));
  const truth = await serviceTruth(service);
  await expectOrderedOnce(service, truth, expected);
  expect(truth.books.map(({ title }) => title).sort(), 'drafts too').toEqual(expected.map(({ title }) => title).sort());
  expect(truth.orders).toHaveLength(expected.length);
  expectLedgerAddsUp(truth);
});
