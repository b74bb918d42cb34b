import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

/** Of the samples, two are refused by their checks. */
const GOOD = 8;

let bench: Bench;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 10_000_000 });
  await cp(SAMPLES, join(bench.dir, 'samples'), { recursive: true });
});
afterAll(() => bench.close());

it('a keychain that gives no key out keeps no library shut: what is sent waits, and goes on when it does', async () => {
  const withheld = () => Promise.reject(new Error('The user name or passphrase you entered is not correct.'));
  const { get, set } = bench.secrets;
  const key = bench.service.hello.keys?.business.sandbox ?? '';
  const added = { name: 'Partner', baseUrl: bench.service.hello.sandboxUrl, environment: 'sandbox', key } as const;
  const before = await bench.openDesk('withheld');
  expect(await before.handlers['connections.add'](added)).toMatchObject({ ok: true });
  await before.close();

  Object.assign(bench.secrets, { get: withheld, set: withheld });
  const desk = await bench.openDesk('withheld');
  // It is there, whoever holds it back.
  expect(desk.statusSnapshot().connection).toMatchObject({ keyPrefix: key.split('.')[0], keyState: 'sessionOnly' });
  await importFolder(desk, join(bench.dir, 'samples'));
  await desk.handlers['queue.upload']({ bookIds: [], print: HOWEVER_IT_PRINTS });
  const held = await until(
    () => desk.statusSnapshot().queue,
    ({ state }) => state === 'held',
  );
  expect(held.heldReason).toEqual({ key: 'errors.KEY_WITHHELD' });
  const { connectionId = '' } = desk.statusSnapshot().connection ?? {};
  await expect(desk.handlers['connections.replaceKey']({ connectionId, key })).rejects.toMatchObject({
    code: 'KEY_WITHHELD',
  });
  await expect(desk.handlers['connections.add'](added)).rejects.toMatchObject({ code: 'KEY_WITHHELD' });
  expect(await desk.handlers['connections.list']({})).toHaveLength(1);

  Object.assign(bench.secrets, { get, set });
  await desk.handlers['connections.activate']({ connectionId });
  await until(
    () => desk.statusSnapshot().queue,
    ({ state }) => state === 'idle',
  );
  const calls = await desk.handlers['activity.list']({});
  expect(calls.filter(({ path, status }) => path.endsWith('/finalization') && status === 201)).toHaveLength(GOOD);
});

it('a keychain that is locked stops no built-in service whose keys it holds', async () => {
  const { get, set } = bench.secrets;
  const withheld = () => Promise.reject(new Error('The user name or passphrase you entered is not correct.'));
  const { hello } = bench.service;
  const before = await bench.openDesk('embedded');
  await before.connectBuiltIn(hello);
  await before.close();

  Object.assign(bench.secrets, { get: withheld, set: withheld });
  const desk = await bench.openDesk('embedded');
  expect(await desk.connectBuiltIn({ ...hello, keys: null })).toBe('connected');
  await expect(desk.handlers['credit.view']({ limit: 1, offset: 0 })).rejects.toMatchObject({ code: 'KEY_WITHHELD' });
  // New keys have nowhere to be: their service makes others when it starts again.
  await expect(desk.connectBuiltIn(hello)).rejects.toMatchObject({ code: 'KEY_WITHHELD' });

  Object.assign(bench.secrets, { get, set });
  await desk.handlers['connections.activate']({ connectionId: 'builtin-sandbox' });
  expect(await desk.handlers['credit.view']({ limit: 1, offset: 0 })).toMatchObject({
    balance: { env: 'test' },
  });
});
