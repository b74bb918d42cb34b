import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seededRandom } from '../fixtures/pdf/seeded-random.ts';
import { often } from '../fixtures/turns.ts';
import type { KillableService } from '../fixtures/killable-service.ts';
import { workFolder, startService } from './desk-harness.ts';
import { expectSentOnce, killDeskAndService } from './support/desk-kills.ts';

const KILLS = often(8, 20);
/** `KILL_SEED=… npx vitest run test/desk/kill.test.ts` draws the same points again; the machine's pace is its own. */
const seed = Number(process.env['KILL_SEED'] ?? Date.now() % 1_000_000);

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

test(`kill -9 of the desk and of the service at ${KILLS} random points: every book ordered once, the ledger adds up, every byte is there, and no file was sent again but one in flight`, {
  timeout: 600_000,
}, async () => {
  console.log(`KILL_SEED=${seed}`);
  const { kills, books, files, uploads } = await killDeskAndService(service, folder, {
    kills: KILLS,
    random: seededRandom(seed),
  });
  console.log(
    `${kills.length} kills over ${books} books, ${files} files, ${uploads - files} uploads more than files\n${kills.join('\n')}`,
  );
});

test('a file that is sent again without a kill is counted, and one that a kill met is not', () => {
  const upload = (beganMs: number, status: number | null) => ({
    method: 'PUT',
    path: '/v1/books/bk_1/pdf-cover',
    bytes: 1_000,
    beganMs,
    endedMs: beganMs + 100,
    status,
  });
  const twice = [upload(0, 200), upload(5_000, 200)];
  const met = (of: 'desk' | 'service', fromMs: number, untilMs: number, saidAtMs?: number) => ({
    away: [{ of, fromMs, untilMs }],
    said: saidAtMs === undefined ? [] : [{ title: 'Kim', kind: 'cover' as const, atMs: saidAtMs }],
    titleOf: () => 'Kim',
  });
  expect(() => expectSentOnce(twice, 1, met('desk', 4_000, 4_500))).toThrow('sent again');
  expect(() => expectSentOnce(twice, 1, met('desk', 150, 900))).not.toThrow();
  expect(() => expectSentOnce(twice, 1, met('desk', 150, 900, 140))).toThrow('had said');
  // What the service has acknowledged is on its disk: its own death is no reason to send it again.
  expect(() => expectSentOnce(twice, 1, met('service', 50, 900))).toThrow('sent again');
  expect(() => expectSentOnce([upload(0, null), upload(5_000, 200)], 1, met('service', 50, 900))).not.toThrow();
  expect(() => expectSentOnce([upload(0, null)], 1, met('service', 50, 900))).toThrow('has taken');
});
