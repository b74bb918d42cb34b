import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { depsOf, until } from './support/desk-bench.ts';

const SAME = 'SBsameaccount.secret';
const OTHER = 'SBotheraccount.secret';

let folder: string;
let desk: Desk;
let isBusy = false;
/** Keys of the requests, in their order. */
const asked: string[] = [];
const server: Server = createServer((request, response) => {
  asked.push(request.headers.authorization?.replace('Bearer ', '') ?? '');
  const isCredit = request.url?.startsWith('/v1/credits') === true;
  if (isBusy) {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '60' });
    response.end(
      JSON.stringify({ success: false, message: '', data: null, errorCode: 'ERR_TOO_MANY_REQUESTS', errors: [] }),
    );
    return;
  }
  const atIso = new Date(0).toISOString();
  const amounts = { balance: 1, paidCreditAmount: 1, freeCreditAmount: 0, totalCreditAmount: 1 };
  const credit = { accountUid: 'a', ...amounts, currency: 'KRW', env: 'test', createdAt: atIso, updatedAt: atIso };
  const data = isCredit ? credit : [];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ success: true, message: '', data }));
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'one-budget-'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
  desk = await createDesk(depsOf(folder, { workerFile, samplesFolder: folder }));
});
afterAll(async () => {
  await desk.close();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function add(host: string, key: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://${host}:${port}/v1`;
  const added = await desk.handlers['connections.add']({ name: key, baseUrl, environment: 'sandbox', key });
  if (!added.ok) throw new Error(JSON.stringify(added));
  return added.connection.connectionId;
}

it('what the service asks one connection to wait, another with the same key waits too, and one with its own does not', async () => {
  await add('127.0.0.1', SAME);
  const twin = await add('localhost', SAME);
  const stranger = await add('127.0.0.1', OTHER);
  const ofKey = (key: string) => asked.filter((one) => one === key).length;
  const quiet = ofKey(SAME);
  isBusy = true;
  // What it asks for next waits out the minute: nobody waits for that here.
  void desk.handlers['orders.refresh']({}).catch(() => undefined);
  await until(
    () => ofKey(SAME),
    (count) => count > quiet,
  );
  await delay(500);
  isBusy = false;
  const before = ofKey(SAME);
  void desk.handlers['connections.activate']({ connectionId: twin }).catch(() => undefined);
  await until(
    () => desk.statusSnapshot().connection?.connectionId,
    (connectionId) => connectionId === twin,
  );
  await delay(1_000);
  void desk.handlers['connections.activate']({ connectionId: stranger }).catch(() => undefined);
  await until(
    () => ofKey(OTHER),
    (count) => count > 1,
  );
  expect(ofKey(SAME)).toBe(before);
});
