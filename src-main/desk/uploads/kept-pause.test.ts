import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { timedPause } from '../../../src-core/desk/timed-pause.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { systemClock } from '../system-ports.ts';
import { KeptPause } from './kept-pause.ts';

const MINUTE_MS = 60_000;

let folder: string;
let store: OpenStore;
let pause: KeptPause;
let over: number;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-pause-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  over = 0;
  pause = new KeptPause({ db: store.db, clock: systemClock, log: { write: () => undefined } }, () => void (over += 1));
  pause.open();
});
afterEach(() => {
  pause.close();
  vi.useRealTimers();
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

it('a pause that ends while the disk is full ends when that has room', () => {
  pause.set(timedPause({ by: 'minutes', minutes: 1 }, Date.now()));
  store.db.run(sql`create trigger full before update on desk_values begin select raise(abort, 'disk full'); end`);
  vi.advanceTimersByTime(2 * MINUTE_MS);
  expect([pause.isPaused, over]).toEqual([true, 0]);
  store.db.run(sql`drop trigger full`);
  vi.advanceTimersByTime(MINUTE_MS);
  expect([pause.isPaused, over]).toEqual([false, 1]);
});
