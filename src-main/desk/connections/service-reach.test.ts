import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { systemClock } from '../system-ports.ts';
import { LOOK_EVERY_MS, ServiceReach } from './service-reach.ts';

let folder: string;
let store: OpenStore;
/** When each look began. */
let looks: number[];
let told: string[];
let look: (withinMs: number) => Promise<boolean>;
let reach: ServiceReach;

const startReach = () =>
  new ServiceReach(
    { db: store.db, clock: systemClock, log: { write: () => undefined }, changed: () => undefined },
    {
      look: (_, withinMs) => {
        looks.push(Date.now());
        return look(withinMs);
      },
      onAway: (connectionId) => told.push(`away ${connectionId}`),
      onBack: (connectionId) => told.push(`back ${connectionId}`),
    },
  );
const nobody = async () => false;
const somebody = async () => true;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'service-reach-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] });
  looks = [];
  told = [];
  look = nobody;
  reach = startReach();
  reach.use('c');
});
afterEach(() => {
  reach.close();
  vi.useRealTimers();
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

it('one call without an answer is that call’s own while the service answers others', async () => {
  look = somebody;
  expect(await reach.unanswered('c')).toBe(false);
  expect([reach.awayOf('c'), looks.length, told]).toEqual([null, 1, []]);
});

it('calls that nobody answered at once are decided by one look, for their connection alone', async () => {
  const sinceMs = Date.now();
  expect(await Promise.all(['c', 'c', 'c'].map((id) => reach.unanswered(id)))).toEqual([true, true, true]);
  expect(looks).toHaveLength(1);
  expect(reach.awayOf('c')).toEqual({ sinceMs, nextLookAtMs: sinceMs + LOOK_EVERY_MS });
  expect(reach.isAway('other')).toBe(false);
  expect(told).toEqual(['away c']);
});

it('looks every three seconds, however long a look takes to fail, and no longer once it is answered', async () => {
  await reach.unanswered('c');
  const fromMs = Date.now();
  look = (withinMs) => new Promise((done) => setTimeout(() => done(false), withinMs));
  await vi.advanceTimersByTimeAsync(60_000);
  const atMs = looks.slice(1).map((ms) => ms - fromMs);
  expect(atMs.length).toBeGreaterThanOrEqual(19);
  // A timer of no time at all takes a millisecond.
  for (const [at, ms] of atMs.entries()) expect(ms - (atMs[at - 1] ?? 0)).toBeCloseTo(LOOK_EVERY_MS, -1);
  look = nobody;
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS + 10);
  const inMs = (reach.awayOf('c')?.nextLookAtMs ?? 0) - Date.now();
  expect([inMs > 0, inMs <= LOOK_EVERY_MS]).toEqual([true, true]);
  look = somebody;
  await vi.advanceTimersByTimeAsync(2 * LOOK_EVERY_MS);
  expect([reach.isAway('c'), told]).toEqual([false, ['away c', 'back c']]);
  const soFar = looks.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(looks).toHaveLength(soFar);
});

it('says for how long a service has been away over a restart, and looks at once', async () => {
  const sinceMs = Date.now();
  await reach.unanswered('c');
  await reach.unanswered('removed');
  reach.close();
  await vi.advanceTimersByTimeAsync(3_600_000);
  reach = startReach();
  looks = [];
  reach.open(['c'], 'c');
  expect([reach.awayOf('c')?.sinceMs, reach.isAway('removed')]).toEqual([sinceMs, false]);
  look = somebody;
  await vi.advanceTimersByTimeAsync(0);
  expect([looks.length, reach.isAway('c'), told.at(-1)]).toEqual([1, false, 'back c']);
  reach.close();
  reach = startReach();
  reach.open(['c'], 'c');
  expect(reach.isAway('c')).toBe(false);
});

it('nothing is known of a service at another address, and nobody looks at the former one', async () => {
  await reach.unanswered('c');
  reach.forget('c');
  await vi.advanceTimersByTimeAsync(10 * LOOK_EVERY_MS);
  expect([reach.awayOf('c'), looks.length, told]).toEqual([null, 1, ['away c']]);
});

it('without a key nobody is looked for: what waits goes on and says what is missing', async () => {
  await reach.unanswered('c');
  look = () => Promise.reject(new AppError('KEY_MISSING'));
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(told).toEqual(['away c', 'back c']);
  expect(await reach.unanswered('c')).toBe(false);
});

it('calls that fail while it is away ask for no look of their own', async () => {
  await reach.unanswered('c');
  expect(await Promise.all(['c', 'c'].map((id) => reach.unanswered(id)))).toEqual([true, true]);
  expect([looks.length, told]).toEqual([1, ['away c']]);
});

it('a service that is slow for all that is sent to it is there: the look that decides has ten seconds', async () => {
  look = (withinMs) => new Promise((done) => setTimeout(() => done(withinMs > 9_000), 9_000));
  const isAway = reach.unanswered('c');
  await vi.advanceTimersByTimeAsync(9_000);
  expect([await isAway, reach.isAway('c'), told]).toEqual([false, false, []]);
});

it('an answer that comes for the former address says nothing about the present one', async () => {
  await reach.unanswered('c');
  let answer: (isBack: boolean) => void = () => undefined;
  look = () => new Promise((done) => (answer = done));
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  reach.forget('c');
  look = nobody;
  await reach.unanswered('c');
  answer(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([reach.isAway('c'), told]).toEqual([true, ['away c', 'away c']]);
});

it('a look that was to decide about the former address says nothing about the present one, whose own look decides', async () => {
  const answers: ((isBack: boolean) => void)[] = [];
  look = () => new Promise((done) => answers.push(done));
  const former = reach.unanswered('c');
  reach.forget('c');
  const present = reach.unanswered('c');
  answers[0]?.(false);
  expect([await former, reach.isAway('c'), told]).toEqual([false, false, []]);
  const joined = reach.unanswered('c');
  expect(looks).toHaveLength(2);
  answers[1]?.(false);
  expect([await present, await joined, told]).toEqual([true, true, ['away c']]);
});

it('a service whose connection is not in use is not looked for, also after a restart, and at once when it comes into use', async () => {
  const sinceMs = Date.now();
  await reach.unanswered('c');
  const soFar = looks.length;
  const noLooks = async () => {
    await vi.advanceTimersByTimeAsync(10 * LOOK_EVERY_MS);
    return looks.length - soFar;
  };
  reach.use('other');
  expect(await noLooks()).toBe(0);
  reach.close();
  reach = startReach();
  reach.open(['c', 'other'], 'other');
  expect([await noLooks(), reach.awayOf('c')?.sinceMs]).toEqual([0, sinceMs]);
  reach.use('c');
  await vi.advanceTimersByTimeAsync(0);
  expect(looks.length - soFar).toBe(1);
  look = somebody;
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect([reach.isAway('c'), told.at(-1)]).toEqual([false, 'back c']);
});

it('an order in hand that nobody answers after the switch marks its service away, and nobody looks for it', async () => {
  reach.use('other');
  expect(await reach.unanswered('c')).toBe(true);
  await vi.advanceTimersByTimeAsync(10 * LOOK_EVERY_MS);
  expect([reach.isAway('c'), looks.length]).toEqual([true, 1]);
});

it('switched away and back while a look is under way, one look follows the other', async () => {
  await reach.unanswered('c');
  look = (withinMs) => new Promise((done) => setTimeout(() => done(false), withinMs));
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  reach.use('other');
  reach.use('c');
  await vi.advanceTimersByTimeAsync(2 * LOOK_EVERY_MS);
  const soFar = looks.length;
  await vi.advanceTimersByTimeAsync(10 * LOOK_EVERY_MS);
  expect(looks.length - soFar).toBeLessThanOrEqual(11);
});

it('an end while a look is under way writes nothing, tells nothing and looks no more', async () => {
  let answer: (isBack: boolean) => void = () => undefined;
  look = () => new Promise((done) => (answer = done));
  const deciding = reach.unanswered('c');
  reach.close();
  answer(false);
  expect([await deciding, told]).toEqual([false, []]);
  reach = startReach();
  reach.use('c');
  look = nobody;
  await reach.unanswered('c');
  look = () => new Promise((done) => (answer = done));
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  reach.close();
  answer(true);
  const soFar = looks.length;
  await vi.advanceTimersByTimeAsync(10 * LOOK_EVERY_MS);
  expect([looks.length - soFar, told]).toEqual([0, ['away c']]);
  reach = startReach();
  reach.open(['c'], 'c');
  expect(reach.isAway('c')).toBe(true);
});

it('after a night asleep one look follows the other as before, and the clock counts the night', async () => {
  await reach.unanswered('c');
  vi.setSystemTime(Date.now() + 8 * 3_600_000);
  const soFar = looks.length;
  await vi.advanceTimersByTimeAsync(3 * LOOK_EVERY_MS);
  expect(looks.length - soFar).toBe(3);
  look = somebody;
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect(told).toEqual(['away c', 'back c']);
});

it('after a sleep one look is made at once: a service that was there is told of, one that was away tells itself', async () => {
  look = somebody;
  expect([await reach.lookNow(), looks.length, told]).toEqual([true, 1, []]);
  look = nobody;
  expect([await reach.lookNow(), looks.length, told]).toEqual([false, 2, ['away c']]);
  look = somebody;
  expect(await reach.lookNow()).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect([looks.length, told]).toEqual([3, ['away c', 'back c']]);
  await vi.advanceTimersByTimeAsync(2 * LOOK_EVERY_MS);
  expect(looks).toHaveLength(3);
});

it('a full disk keeps nobody from hearing that a service is away, nor that it is back', async () => {
  store.db.run(sql`create trigger full before insert on desk_values begin select raise(abort, 'disk full'); end`);
  expect(await reach.unanswered('c')).toBe(true);
  look = somebody;
  await vi.advanceTimersByTimeAsync(LOOK_EVERY_MS);
  expect([told, reach.isAway('c')]).toEqual([['away c', 'back c'], false]);
});
