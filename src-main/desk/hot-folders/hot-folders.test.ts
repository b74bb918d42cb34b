import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Input } from '../../../src-core/ipc/contract.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { hotFolders } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import type { HotPorts } from './hot-intake.ts';
import { HotFolders } from './hot-folders.ts';
import { HotOrders, type HotOrderPorts } from './hot-orders.ts';
import { keepUploaded } from './testing/uploaded-book.ts';

const CONNECTIONS = [
  { connectionId: 'north', name: 'Print house North', environment: 'live' },
  { connectionId: 'south', name: 'Print house South', environment: 'live' },
  { connectionId: 'sandbox', name: 'Sandbox', environment: 'sandbox' },
] as const;

let dir: string;
let store: OpenStore;
let hot: HotFolders;
let ports: object;
let inUse: (typeof CONNECTIONS)[number];
let nowMs: number;

const use = (connectionId: (typeof CONNECTIONS)[number]['connectionId']): void => {
  inUse = CONNECTIONS.find((one) => one.connectionId === connectionId) ?? CONNECTIONS[0];
};

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hot-folders-'));
  store = openStore(dir, plainStore(join(import.meta.dirname, '../store/migrations')));
  use('north');
  nowMs = 1_000;
  ports = {
    context: { db: store.db, disks: plainDisks(), clock: { nowMs: () => nowMs }, changed: () => undefined },
    connections: { active: () => inUse, needActive: () => inUse, rows: () => CONNECTIONS, spec: () => null },
    recipients: { byId: () => new Map(), ofBooks: () => new Map() },
  };
  hot = new HotFolders(ports as unknown as HotPorts);
  store.db
    .insert(hotFolders)
    .values({
      ...{ hotFolderId: 'hot', path: join(dir, 'hot'), connectionId: 'north', specUid: null, language: 'en' },
      ...{ whenGreen: 'nothing', afterwards: 'leave', createdAtMs: 1 },
    })
    .run();
});
afterEach(() => {
  store.close(Date.now());
  rmSync(dir, { recursive: true, force: true });
});

const set = (connectionId: string | null, more: Partial<Input<'hotFolders.set'>> = {}): void =>
  hot.set({
    ...{ hotFolderId: 'hot', afterwards: 'leave', specUid: null, language: 'en', connectionId },
    ...{ whenGreen: 'order', orders: { dailyLimit: 1_000, recipientId: null, liveConfirmedFor: null } },
    ...more,
  });
const confirmed = (liveConfirmedFor: string | null): Partial<Input<'hotFolders.set'>> => ({
  orders: { dailyLimit: 1_000, recipientId: null, liveConfirmedFor },
});
const kept = () => {
  const [{ whenGreen, connectionId, liveConnectionId } = {}] = store.db.select().from(hotFolders).all();
  return { whenGreen, connectionId, liveConnectionId };
};
const UNTOUCHED = { whenGreen: 'nothing', connectionId: 'north', liveConnectionId: null };

it('what was said for one Live connection holds for no other that was made active since', () => {
  use('south');
  expect(() => set('north', confirmed('north'))).toThrow(expect.objectContaining({ code: 'HOT_FOLDER_ELSEWHERE' }));
  expect(() => set('south', confirmed('north'))).toThrow(expect.objectContaining({ code: 'HOT_FOLDER_LIVE' }));
  expect(() => set('south')).toThrow(expect.objectContaining({ code: 'HOT_FOLDER_LIVE' }));
  expect(kept()).toEqual(UNTOUCHED);
  set('south', confirmed('south'));
  expect(kept()).toEqual({ whenGreen: 'order', connectionId: 'south', liveConnectionId: 'south' });
  // Asked once for a connection, and anew for another.
  set('south');
  use('north');
  expect(() => set('north')).toThrow(expect.objectContaining({ code: 'HOT_FOLDER_LIVE' }));
});

it('nothing is uploaded or ordered at another connection than the one that was named, Sandbox or Live', () => {
  use('sandbox');
  for (const whenGreen of ['upload', 'order'] as const)
    for (const named of ['north', null])
      expect(() => set(named, { whenGreen })).toThrow(
        expect.objectContaining({
          code: 'HOT_FOLDER_ELSEWHERE',
          text: { key: 'errors.HOT_FOLDER_ELSEWHERE', params: { name: 'Sandbox' } },
        }),
      );
  expect(kept()).toEqual(UNTOUCHED);
  set('sandbox');
  expect(kept()).toEqual({ whenGreen: 'order', connectionId: 'sandbox', liveConnectionId: null });
  // What is sent nowhere asks for no connection.
  set('north', { whenGreen: 'nothing', orders: null });
  expect(kept().whenGreen).toBe('nothing');
});

/** What the folder would order, if somebody said for whom. */
const orderable = (): number | undefined => {
  const row = store.db.select().from(hotFolders).get();
  return row === undefined ? undefined : new HotOrders(ports as unknown as HotOrderPorts).view(row)?.withoutRecipient;
};
const uploaded = (bookId: string): void =>
  keepUploaded(store.db, { bookId, connectionId: inUse.connectionId, hotFolderId: 'hot', dir, queuedAtMs: nowMs });

it('one that began to order while the clock was ahead orders what is sent once it is right', () => {
  use('sandbox');
  nowMs = 8_000;
  uploaded('before');
  nowMs = 9_000;
  set('sandbox');
  uploaded('while it was ahead');
  nowMs = 2_000;
  uploaded('after');
  expect(orderable()).toBe(2);
  set('sandbox');
  expect(orderable(), 'set again').toBe(2);
});

it('what was sent before it orders is a person’s, also where the clock was ahead as that was sent', () => {
  use('sandbox');
  nowMs = 9_000;
  uploaded('before');
  nowMs = 2_000;
  set('sandbox');
  nowMs = 10_000;
  expect(orderable()).toBe(0);
  uploaded('after');
  expect(orderable()).toBe(1);
});

it('one whose ordering is turned off and on begins anew', () => {
  use('sandbox');
  set('sandbox');
  uploaded('before');
  expect(orderable()).toBe(1);
  set('sandbox', { whenGreen: 'upload', orders: null });
  set('sandbox');
  expect(orderable()).toBe(0);
});
