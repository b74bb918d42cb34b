import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { ActivityLog } from '../client/activity-log.ts';
import type { ApiClient } from '../client/api-client.ts';
import type { Connections } from '../connections/connections.ts';
import { setDelivery } from '../store/book-stages.ts';
import { ListChanges } from '../store/list-changes.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { books } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { systemIds } from '../system-ports.ts';
import { PrintGate } from '../checks/print-gate.ts';
import { HOWEVER_IT_PRINTS } from '../../../test/fixtures/print-taken.ts';
import { Recipients } from '../recipients/recipients.ts';
import { OrderRuns } from './order-runs.ts';

const ADDRESS = { recipientName: '홍길동', recipientPhone: '010-1234-5678', postalCode: '06236', address1: '서울' };

let folder: string;
let store: OpenStore;
let runs: OrderRuns;
let inUse: string;
/** Books whose order was sent. */
let sent: string[];
/** What waits for the key of a connection. */
let keys: { readonly connectionId: string; readonly come: (client: ApiClient | AppError) => void }[];

const client = {
  call: ({ bookId }: { bookId: string }) => {
    sent.push(bookId);
    return Promise.reject(new AppError('SERVICE_UNREACHABLE'));
  },
} as unknown as ApiClient;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'order-runs-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  sent = [];
  keys = [];
  inUse = 'sandbox';
  const connections = {
    active: () => ({ connectionId: inUse }),
    find: () => ({ environment: 'sandbox' }),
    reach: { isAway: () => false } as unknown as Connections['reach'],
    clientOf: (connectionId: string) =>
      new Promise<ApiClient>((done, failed) => {
        const come = (answer: ApiClient | AppError) => (answer instanceof AppError ? failed(answer) : done(answer));
        keys.push({ connectionId, come });
      }),
  };
  const context = {
    db: store.db,
    clock: { nowMs: () => 1_000 },
    ids: systemIds,
    random: () => 0,
    log: { write: () => undefined },
    activity: new ActivityLog(() => undefined),
    changed: () => undefined,
  };
  runs = new OrderRuns(
    context,
    connections as unknown as Connections,
    new ListChanges(store.db, systemIds),
    new PrintGate(context),
    new Recipients(context),
  );
});
afterEach(async () => {
  const closing = runs.close();
  for (const { come } of keys) come(client);
  await closing;
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

/** Confirms an order of a book that is uploaded at the connection. `beforehand` happens after the review and before its confirmation. */
function confirm(connectionId: string, bookId: string, beforehand: () => void = () => undefined): string {
  const book = { bookId, importId: 'imp', title: bookId, batch: '', quantity: 1, pairing: { key: 'x' } };
  store.db
    .insert(books)
    .values({ ...book, stage: 'ready', verdict: 'accepted', findings: [], addedAtMs: 1 })
    .run();
  setDelivery(store.db, connectionId, bookId, { stage: 'uploaded', bookUid: `uid-${bookId}` });
  const seen = { stage: 'uploaded', orderUid: null, spec: null } as const;
  const lines = [{ bookId, bookUid: `uid-${bookId}`, title: bookId, quantity: 1, ...seen }];
  const placed = [{ recipient: null, promoted: null, estimateMinor: null, lines }];
  beforehand();
  return runs.confirm({ connectionId, placed, short: [] }, ADDRESS, HOWEVER_IT_PRINTS, {}).runId;
}
const statesOf = (runId: string) => runs.run(runId, null).rows.map(({ state }) => state);

it('an order whose run is stopped while its key is fetched is not sent', async () => {
  const runId = confirm('sandbox', 'a');
  expect(keys).toHaveLength(1);
  runs.stop(runId);
  keys[0]?.come(client);
  await setImmediate();
  expect(sent).toEqual([]);
  expect(statesOf(runId)).toEqual(['held']);
  expect(runs.isBusy()).toBe(false);
});

it('a book that was sent anew since its review is not ordered with the bytes of before', async () => {
  const runId = confirm('sandbox', 'a', () => setDelivery(store.db, 'sandbox', 'a', { bookUid: 'uid-of-newer-bytes' }));
  expect(statesOf(runId)).toEqual(['needsYou']);
  for (const { come } of keys) come(client);
  await setImmediate();
  expect(sent).toEqual([]);
});

it('a connection without a key waits until it is usable, and no other one with it', async () => {
  inUse = 'live';
  const without = confirm('live', 'a');
  keys[0]?.come(new AppError('KEY_MISSING'));
  await setImmediate();
  inUse = 'sandbox';
  confirm('sandbox', 'b');
  expect(keys.map(({ connectionId }) => connectionId)).toEqual(['live', 'sandbox']);
  keys[1]?.come(client);
  await setImmediate();
  expect(sent).toEqual(['b']);
  expect([statesOf(without), keys.length, runs.isBusy()]).toEqual([['waiting'], 2, false]);
  inUse = 'live';
  runs.connectionUsable('live');
  keys[2]?.come(client);
  await setImmediate();
  expect(sent).toEqual(['b', 'a']);
});

it('what was confirmed at a connection waits while another one is in use, and goes on when it is used again', async () => {
  const runId = confirm('sandbox', 'a');
  keys[0]?.come(new AppError('KEY_MISSING'));
  await setImmediate();
  inUse = 'live';
  runs.connectionUsable('sandbox');
  runs.connectionUsable('live');
  expect([keys.length, statesOf(runId)]).toEqual([1, ['waiting']]);
  inUse = 'sandbox';
  runs.connectionUsable('sandbox');
  keys[1]?.come(client);
  await setImmediate();
  expect(sent).toEqual(['a']);
});
