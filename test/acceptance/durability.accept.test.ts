import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  balanceOf,
  cancel,
  expectFailure,
  finalizedBook,
  HC_COVER,
  ledgerSum,
  newBook,
  order,
  placedOrder,
  upload,
} from './journeys.ts';
import { bigPdf, pdf, type GeneratedFile } from './pdf.ts';
import { isSignedBy, Receiver } from './receiver.ts';
import { isAlive, postgresOf, startService, type Host, type Service, type StartOptions } from './service.ts';

const ONE_BOOK = 17_160;
const OPENING = 100_000_000;
const MB = 1024 * 1024;

let dataDir: string;
let service: Service;
let keys: Service['keys'];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'acceptance-'));
  service = await startService({ dataDir, credit: OPENING });
  ({ keys } = service);
});
afterAll(() => service.dispose());

/** On the same data folder, with the keys of the first run. */
async function startAgain(options: StartOptions = {}): Promise<void> {
  service = await startService({ dataDir, keys, ...options });
}

async function postgresProcess(): Promise<number> {
  const pid = await postgresOf(dataDir);
  if (pid === null) throw new Error('no PostgreSQL holds the data folder');
  return pid;
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function download(host: Host, bookUid: string, kind: 'cover' | 'contents'): Promise<string> {
  const answer = await fetch(`${host.url}/books/${bookUid}/pdf-${kind}`, {
    headers: { authorization: `Bearer ${host.key}` },
  });
  expect(answer.status).toBe(200);
  return sha256(new Uint8Array(await answer.arrayBuffer()));
}

/** Every blob is whole: its name is the hash of its bytes. Answers what is still on its way in. */
async function checkBlobs(): Promise<string[]> {
  const folder = join(dataDir, 'blobs');
  for (const shelf of await readdir(folder)) {
    if (shelf === 'incoming') continue;
    for (const name of await readdir(join(folder, shelf)))
      expect(sha256(await readFile(join(folder, shelf, name)))).toBe(shelf + name);
  }
  return readdir(join(folder, 'incoming'));
}

async function allOrders(host: Host): Promise<{ orderUid: string; paidCreditAmount: number; orderStatus: string }[]> {
  const found = [];
  for (let offset = 0; ; offset += 100) {
    const page = (await host.get(`/orders?limit=100&offset=${offset}`)).body;
    found.push(...page.data);
    if (!page.pagination.hasNext) return found;
  }
}

/** What was paid for and not given back is what the balance lacks; the ledger says the same. */
async function expectBooksBalance(host: Host): Promise<void> {
  const paid = (await allOrders(host))
    .filter((placed) => placed.orderStatus !== 'CANCELLED_REFUND')
    .reduce((sum, placed) => sum + placed.paidCreditAmount, 0);
  expect(OPENING - (await balanceOf(host))).toBe(paid);
  expect(await ledgerSum(host)).toBe(await balanceOf(host));
}

describe('the service killed in the middle of parallel orders', () => {
  it.each([1, 8, 19])(
    'after %i answers: every acknowledged order is there once, and a repeat with the same key completes the rest',
    async (killAfter) => {
      const bookUid = await finalizedBook(service.sandbox);
      const before = await allOrders(service.sandbox);
      const orderKeys = Array.from({ length: 30 }, () => randomUUID());
      const acknowledged = new Map<string, string>();
      let killed: Promise<void> | null = null;
      await Promise.all(
        orderKeys.map(async (key) => {
          const answer = await order(service.sandbox, [{ bookUid, quantity: 1 }], key).catch(() => null);
          if (answer === null) return;
          expect(answer.status, answer.text).toBe(201);
          acknowledged.set(key, answer.body.data.orderUid);
          if (acknowledged.size >= killAfter) killed ??= service.kill();
        }),
      );
      await killed;
      expect(acknowledged.size).toBeGreaterThanOrEqual(killAfter);
      expect(acknowledged.size).toBeLessThan(30);

      await startAgain();
      const survived = (await allOrders(service.sandbox)).map((placed) => placed.orderUid);
      expect(new Set(survived).size).toBe(survived.length);
      for (const orderUid of acknowledged.values()) expect(survived).toContain(orderUid);
      await expectBooksBalance(service.sandbox);

      const again = await Promise.all(orderKeys.map((key) => order(service.sandbox, [{ bookUid, quantity: 1 }], key)));
      const byKey = new Map<string | undefined, string>(
        again.map((answer, index) => [orderKeys[index], answer.body.data.orderUid]),
      );
      expect(again.map((answer) => answer.status)).toEqual(orderKeys.map(() => 201));
      expect(new Set(byKey.values()).size).toBe(30);
      for (const [key, orderUid] of acknowledged) expect(byKey.get(key)).toBe(orderUid);
      expect((await allOrders(service.sandbox)).length - before.length).toBe(30);
      await expectBooksBalance(service.sandbox);
    },
  );

  it('and of cancels: what was refunded was refunded once', async () => {
    const bookUid = await finalizedBook(service.sandbox);
    const placed = await Promise.all(Array.from({ length: 12 }, () => placedOrder(service.sandbox, bookUid)));
    const cancels = placed.map(({ orderUid }) => ({ orderUid, key: randomUUID() }));
    let answered = 0;
    let killed: Promise<void> | null = null;
    await Promise.all(
      cancels.map(async ({ orderUid, key }) => {
        if ((await cancel(service.sandbox, orderUid, 'x', key).catch(() => null)) === null) return;
        answered += 1;
        if (answered >= 4) killed ??= service.kill();
      }),
    );
    await killed;
    await startAgain();
    await expectBooksBalance(service.sandbox);
    for (const { orderUid, key } of cancels) {
      expect((await cancel(service.sandbox, orderUid, 'x', key)).body.data).toMatchObject({
        orderStatus: 'CANCELLED_REFUND',
        refundAmount: ONE_BOOK,
      });
    }
    await expectBooksBalance(service.sandbox);
  });
});

describe('the service killed in the middle of an upload', () => {
  it('stores nothing by halves, and has every acknowledged PDF byte for byte', async () => {
    const { sandbox } = service;
    const kept = await newBook(sandbox);
    const contents = pdf(24, 249, 254);
    expect((await upload(sandbox, kept, 'contents', contents)).status).toBe(201);
    const cut = await newBook(sandbox);
    const incoming = join(dataDir, 'blobs/incoming');
    const sending = sandbox
      .sendFile('POST', `/books/${cut}/pdf-cover`, slowly(bigPdf(544, 288, 200 * MB)))
      .catch((error: unknown) => error);
    await until(async () => (await bytesIn(incoming)) > 20 * MB);
    // The last thing that was acknowledged before the end.
    expect((await upload(sandbox, kept, 'cover', HC_COVER)).status).toBe(201);
    await service.kill();
    expect(await sending).toBeInstanceOf(Error);
    expect(await bytesIn(incoming)).toBeGreaterThan(0);

    await startAgain();
    expect(await checkBlobs()).toEqual([]);
    expectFailure(await service.sandbox.get(`/books/${cut}/pdf-cover`), 404, 'ERR_PDF_NOT_UPLOADED');
    expect(await download(service.sandbox, kept, 'cover')).toBe(sha256(HC_COVER));
    expect(await download(service.sandbox, kept, 'contents')).toBe(sha256(contents));
    // Nothing of the first attempt is in the way of the second.
    expect((await upload(service.sandbox, cut, 'cover', HC_COVER)).status).toBe(201);
  });
});

describe('the service ended in the middle of webhook deliveries', () => {
  let receiver: Receiver;
  let secretKey: string;
  beforeAll(async () => {
    receiver = await Receiver.start();
    await service.stop();
    await startAgain({ localAddresses: true });
    secretKey = (await service.sandbox.put('/webhooks/config', { webhookUrl: receiver.url })).body.data.secretKey;
  });
  afterAll(async () => {
    await service.sandbox.delete('/webhooks/config');
    await receiver.dispose();
  });

  it('by a kill: sends them again after its restart, with the same ids; none is lost', async () => {
    const bookUid = await finalizedBook(service.sandbox);
    receiver.behaviour = () => {};
    const orderUids = [];
    for (let count = 0; count < 6; count += 1) orderUids.push((await placedOrder(service.sandbox, bookUid)).orderUid);
    // As many as one account has under way; the others wait.
    await receiver.waitFor('order.created', 4);
    const begun = receiver.calls.map(({ headers }) => headers['x-webhook-delivery']);
    await service.kill();
    receiver.behaviour = 200;
    await startAgain({ localAddresses: true });
    // The leases of the dead process run out first.
    const calls = (await receiver.waitFor('order.created', 4 + 6)).slice(4);
    expect(calls.map(({ event }) => event.data['order_uid']).sort()).toEqual(orderUids.sort());
    expect(calls.map(({ headers }) => headers['x-webhook-delivery'])).toEqual(expect.arrayContaining(begun));
    expect(calls.every((call) => isSignedBy(secretKey, call))).toBe(true);
    await until(
      async () => (await service.sandbox.get('/webhooks/deliveries?status=SUCCESS')).body.pagination.total === 6,
    );
    for (const found of (await service.sandbox.get('/webhooks/deliveries')).body.data)
      expect(found).toMatchObject({ status: 'SUCCESS', attemptCount: 1 });
  });

  it('by SIGTERM: lets what is under way finish, and does not send it again', async () => {
    const bookUid = await finalizedBook(service.sandbox);
    const before = receiver.calls.length;
    receiver.behaviour = (response) => void setTimeout(() => response.end('in time'), 1_000);
    await placedOrder(service.sandbox, bookUid);
    await receiver.waitFor('order.created', before + 1);
    expect(await service.stop()).toBe(0);
    await startAgain({ localAddresses: true });
    expect((await service.sandbox.get('/webhooks/deliveries?limit=1')).body.data).toMatchObject([
      { status: 'SUCCESS', responseBody: 'in time', attemptCount: 1 },
    ]);
    expect(receiver.calls).toHaveLength(before + 1);
  });

  it('by SIGTERM with a receiver that hangs: ends all the same, and the next process sends it', async () => {
    const bookUid = await finalizedBook(service.sandbox);
    const before = receiver.calls.length;
    receiver.behaviour = () => {};
    await placedOrder(service.sandbox, bookUid);
    await receiver.waitFor('order.created', before + 1);
    const started = performance.now();
    expect(await service.stop()).toBe(0);
    expect(performance.now() - started).toBeLessThan(15_000);
    receiver.behaviour = 200;
    await startAgain({ localAddresses: true });
    // At once: the lease was given back.
    const again = (await receiver.waitFor('order.created', before + 2, 5_000)).slice(before);
    expect(again[1]?.headers['x-webhook-delivery']).toBe(again[0]?.headers['x-webhook-delivery']);
  });
});

describe('an upload whose sender goes away', () => {
  it('leaves nothing behind', async () => {
    const bookUid = await newBook(service.sandbox);
    const incoming = join(dataDir, 'blobs/incoming');
    const breaksOff = async function* () {
      for await (const chunk of slowly(bigPdf(544, 288, 200 * MB))) {
        if ((await bytesIn(incoming)) > 5 * MB) throw new Error('the sender went away');
        yield chunk;
      }
    };
    await expect(service.sandbox.sendFile('POST', `/books/${bookUid}/pdf-cover`, breaksOff())).rejects.toThrow();
    await until(async () => (await readdir(incoming)).length === 0);
    expectFailure(await service.sandbox.get(`/books/${bookUid}/pdf-cover`), 404, 'ERR_PDF_NOT_UPLOADED');
  });
});

describe('a start after a kill', () => {
  it('ends the PostgreSQL that was left behind and takes its data over', async () => {
    const bookUid = await newBook(service.sandbox);
    const stray = await postgresProcess();
    await service.kill();
    expect(isAlive(stray)).toBe(true);
    await startAgain();
    expect(isAlive(stray)).toBe(false);
    expect(await postgresProcess()).not.toBe(stray);
    expect((await service.sandbox.get(`/books/${bookUid}`)).status).toBe(200);
  });
});

describe('a second service on a data folder in use', () => {
  it('does not start, and leaves the first one alone', async () => {
    const postgres = await postgresProcess();
    const bookUid = await newBook(service.sandbox);
    const file = bigPdf(544, 288, 100 * MB);
    let refused: Promise<void> | null = null;
    const duringTheSecondStart = async function* () {
      for await (const chunk of slowly(file)) {
        yield chunk;
        refused ??= expect(startService({ dataDir, keys })).rejects.toThrow(
          `another service (process ${service.hello.pid}) is using ${dataDir}`,
        );
      }
      await refused;
    };
    expect((await service.sandbox.sendFile('POST', `/books/${bookUid}/pdf-cover`, duringTheSecondStart())).status).toBe(
      201,
    );
    expect(isAlive(postgres)).toBe(true);
    await expectBooksBalance(service.sandbox);
  });
});

describe('SIGTERM', () => {
  it('lets calls in flight finish, ends with code 0 and leaves no PostgreSQL', async () => {
    const bookUid = await finalizedBook(service.sandbox);
    const postgres = await postgresProcess();
    await service.printHouse('POST', '/faults', {
      kind: 'delay',
      method: 'POST',
      path: '/orders',
      times: 1,
      delayMs: 700,
    });
    const inFlight = order(service.sandbox, [{ bookUid, quantity: 1 }]);
    await delay(200);
    const code = service.stop();
    expect((await inFlight).status).toBe(201);
    expect(await code).toBe(0);
    expect(isAlive(service.hello.pid)).toBe(false);
    expect(isAlive(postgres)).toBe(false);
    expect(await postgresOf(dataDir)).toBeNull();
    const { orderUid } = (await inFlight).body.data;
    await startAgain();
    expect((await service.sandbox.get(`/orders/${orderUid}`)).body.data.orderStatus).toBe('PDF_READY');
  });
});

describe('a second start on the same data', () => {
  it('makes no accounts and no keys: those of the first run work', async () => {
    expect(service.hello.keys).toBeNull();
    const { data } = (await service.sandbox.get('/credits')).body;
    expect(data.accountUid).toBe(keys.business.accountUid);
    for (const [host, key] of [
      [service.live, keys.business.live],
      [service.sandbox, keys.personal.sandbox],
    ] as const) {
      expect((await host.get('/credits', { key })).status).toBe(200);
    }
    await expectBooksBalance(service.sandbox);
  });

  it('replays answers of before under their idempotency keys', async () => {
    const bookUid = await finalizedBook(service.sandbox);
    const key = randomUUID();
    const first = await order(service.sandbox, [{ bookUid, quantity: 1 }], key);
    expect(await service.stop()).toBe(0);
    await startAgain();
    const again = await order(service.sandbox, [{ bookUid, quantity: 1 }], key);
    expect([again.headers.get('x-idempotent-replayed'), again.text]).toEqual(['true', first.text]);
  });
});

/** So slow that whoever watches sees it half done. */
async function* slowly(file: GeneratedFile): AsyncGenerator<Uint8Array> {
  for (const chunk of file.chunks()) {
    yield chunk;
    await delay(5);
  }
}

async function bytesIn(folder: string): Promise<number> {
  const sizes = await Promise.all(
    (await readdir(folder)).map((name) =>
      stat(join(folder, name)).then(
        (found) => found.size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(10);
}
