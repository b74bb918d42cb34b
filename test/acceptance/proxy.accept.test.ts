import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startCaddy, type Caddy } from './caddy.ts';
import { HttpsCaller } from './https-caller.ts';
import { ADDRESS, balanceOf, finalizedBook, ledgerSum, newBook, ONE_BOOK } from './journeys.ts';
import { bigPdf, pdf } from './pdf.ts';
import { freePort } from './ports.ts';
import { until } from './receiver.ts';
import { answeredBy, startReplicas, type Replica, type ReplicatedService } from './replicas.ts';

const MB = 1024 * 1024;
const OPENING = 50_000_000;
const KILLS = 3;
const SANDBOX_HOST = 'sandbox.localhost';
const LIVE_HOST = 'live.localhost';

let folder: string;
let service: ReplicatedService;
let caddy: Caddy;
let httpsPort: number;
let sandbox: HttpsCaller;
let live: HttpsCaller;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'proxy-'));
  httpsPort = await freePort();
  const behindProxy = {
    trusted: '127.0.0.1',
    sandboxUrl: `https://${SANDBOX_HOST}:${httpsPort}`,
    liveUrl: `https://${LIVE_HOST}:${httpsPort}`,
  };
  service = await startReplicas({ behindProxy, credit: OPENING }, 2);
  const hosts = (url: (replica: Replica) => string) => service.replicas.map((replica) => new URL(url(replica)).host);
  caddy = await startCaddy(
    folder,
    { sandboxHost: SANDBOX_HOST, liveHost: LIVE_HOST, httpsPort },
    { sandbox: hosts(({ sandboxUrl }) => sandboxUrl), live: hosts(({ liveUrl }) => liveUrl) },
  );
  const authority = await caddy.authority();
  sandbox = new HttpsCaller(SANDBOX_HOST, httpsPort, authority);
  live = new HttpsCaller(LIVE_HOST, httpsPort, authority);
}, 300_000);
afterAll(async () => {
  sandbox?.close();
  live?.close();
  await caddy?.stop();
  await service?.dispose();
  await rm(folder, { recursive: true, force: true });
});

const sha256 = (bytes: Iterable<Uint8Array>) => {
  const hash = createHash('sha256');
  for (const chunk of bytes) hash.update(chunk);
  return hash.digest('hex');
};

async function downloadedHash(bookUid: string): Promise<readonly [status: number | undefined, sha256: string]> {
  const answer = await sandbox.open('GET', `/v1/books/${bookUid}/pdf-cover`, { key: service.keys.business.sandbox });
  const hash = createHash('sha256');
  for await (const chunk of answer) hash.update(chunk as Uint8Array);
  return [answer.statusCode, hash.digest('hex')];
}

describe('a proxy with TLS before two replicas', () => {
  it('answers over HTTPS under each environment’s name, sends plain calls there, and spreads them', async () => {
    const { business } = service.keys;
    const before = await Promise.all(service.replicas.map(answeredBy));
    for (let times = 0; times < 4; times += 1)
      expect((await sandbox.call('GET', '/v1/books', { key: business.sandbox })).status).toBe(200);
    expect((await live.call('GET', '/v1/books', { key: business.live })).status).toBe(200);
    const wrong = await live.call('GET', '/v1/books', { key: business.sandbox });
    expect([wrong.status, wrong.body.errorCode]).toEqual([403, 'ERR_ENV_MISMATCH']);
    const after = await Promise.all(service.replicas.map(answeredBy));
    expect(
      after.every((count, index) => count > (before[index] ?? 0)),
      `${before} calls became ${after}`,
    ).toBe(true);

    const plain = await new Promise<IncomingMessage>((done, failed) =>
      request({ host: '127.0.0.1', port: caddy.httpPort, path: '/v1/books', headers: { host: SANDBOX_HOST } }, done)
        .once('error', failed)
        .end(),
    );
    plain.resume();
    expect([plain.statusCode, plain.headers.location]).toEqual([
      308,
      expect.stringMatching(new RegExp(`^https://${SANDBOX_HOST}(:${httpsPort})?/v1/books$`)),
    ]);
  });

  it('is believed by nobody who does not trust its authority', async () => {
    const stranger = new HttpsCaller(
      SANDBOX_HOST,
      httpsPort,
      await readFile(join(import.meta.dirname, '../fixtures/tls/receiver.crt'), 'utf8'),
    );
    await expect(stranger.call('GET', '/v1/books', { key: service.keys.business.sandbox })).rejects.toThrow(
      /certificate/,
    );
    stranger.close();
  });

  it('tells the replicas who calls, and no caller can', async () => {
    const allowed = '127.0.0.2';
    const other = '127.0.0.3';
    const made = await service.sandbox.post('/keys', { note: 'one address', env: 'sandbox', allowIps: [allowed] });
    expect(made.status, made.text).toBe(201);
    const key = made.body.data.apiKey;
    const statusFrom = async (from: string, headers = {}) =>
      (await sandbox.call('GET', '/v1/books', { key, from, headers })).status;
    expect([
      await statusFrom(allowed),
      await statusFrom(other),
      await statusFrom(other, { 'x-forwarded-for': allowed }),
    ]).toEqual([200, 403, 403]);
  });

  it.runIf(process.platform === 'linux')(
    'passes a large upload on as it comes, byte for byte',
    async () => {
      const peak = async () =>
        Number(/^VmHWM:\s*(\d+)/m.exec(await readFile(`/proc/${caddy.pid()}/status`, 'utf8'))?.[1]) * 1024;
      const file = bigPdf(544, 288, 100 * MB);
      const bookUid = await newBook(service.sandbox);
      const before = await peak();
      const answer = await sandbox.call('POST', `/v1/books/${bookUid}/pdf-cover`, {
        key: service.keys.business.sandbox,
        file: file.chunks(),
      });
      expect([answer.status, answer.body.data?.valid], answer.text).toEqual([201, true]);
      expect(((await peak()) - before) / MB, 'it holds no upload').toBeLessThan(60);
      expect(await downloadedHash(bookUid)).toEqual([200, sha256(file.chunks())]);
    },
    120_000,
  );

  it('that is killed and started again is the one that its callers trust', async () => {
    const authority = await caddy.authority();
    await caddy.kill();
    await expect(sandbox.call('GET', '/v1/books', { key: service.keys.business.sandbox })).rejects.toThrow();
    await caddy.start();
    expect(await caddy.authority()).toBe(authority);
    expect((await sandbox.call('GET', '/v1/books', { key: service.keys.business.sandbox })).status).toBe(200);
  }, 120_000);
});

describe(`a replica killed under load behind it, ${KILLS} times`, () => {
  /** By the proxy when a process dies with a call in its hands; 409 and 500: what that process began is being undone. */
  const TRY_AGAIN = [409, 500, 502, 503];
  const orders = new Map<string, string>();
  const covers = new Map<string, string>();

  async function placeOrders(bookUid: string, goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const idempotencyKey = randomUUID();
      for (;;) {
        const answer = await sandbox
          .call('POST', '/v1/orders', {
            key: service.keys.business.sandbox,
            headers: { 'idempotency-key': idempotencyKey },
            json: { items: [{ bookUid, quantity: 1 }], shipping: ADDRESS },
          })
          .catch(() => null);
        if (answer?.status === 201) {
          orders.set(idempotencyKey, answer.body.data.orderUid);
          break;
        }
        if (answer !== null) expect(TRY_AGAIN, answer.text).toContain(answer.status);
        await delay(50);
      }
    }
  }

  async function uploadCovers(goesOn: () => boolean): Promise<void> {
    while (goesOn()) {
      const made = await sandbox
        .call('POST', '/v1/books', {
          key: service.keys.business.sandbox,
          json: { title: '표지', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24 },
        })
        .catch(() => null);
      if (made?.status !== 201) {
        await delay(50);
        continue;
      }
      const { bookUid } = made.body.data;
      const cover = Buffer.concat([pdf(1, 544, 288), Buffer.from(`% ${randomUUID()}\n`)]);
      // A first attempt whose answer was lost is there: no second one is made, and nothing counts as acknowledged.
      const answer = await sandbox
        .call('POST', `/v1/books/${bookUid}/pdf-cover`, { key: service.keys.business.sandbox, file: [cover] })
        .catch(() => null);
      if (answer?.status === 201) covers.set(bookUid, sha256([cover]));
      await delay(20);
    }
  }

  /** 503: on a busy computer the other one was late with its health, and the proxy knew nobody for a moment. */
  async function statusOfNewCall(): Promise<number> {
    for (;;) {
      const { status } = await sandbox.call('GET', '/v1/books', { key: service.keys.business.sandbox });
      if (status !== 503) return status;
      await delay(100);
    }
  }

  it('callers go on at once with the other one; nothing acknowledged is lost, nothing is charged twice', async () => {
    const key = service.keys.business.sandbox;
    const bookUid = await finalizedBook(service.sandbox);
    const opening = await balanceOf(service.sandbox);
    let goesOn = true;
    const load = Promise.all([
      ...Array.from({ length: 3 }, () => placeOrders(bookUid, () => goesOn)),
      uploadCovers(() => goesOn),
    ]);
    try {
      for (let kill = 0; kill < KILLS; kill += 1) {
        await delay(700);
        const victim = service.replicas[kill % 2] as Replica;
        await victim.process().kill();
        // New calls never see it: the proxy passes over who cannot be reached.
        const statuses = await Promise.all(Array.from({ length: 10 }, statusOfNewCall));
        expect(new Set(statuses)).toEqual(new Set([200]));
        await victim.startAgain();
        const answered = await answeredBy(victim);
        await until(
          async () => (await answeredBy(victim)) > answered,
          'the replica that came back to be called again',
          60_000,
        );
      }
    } finally {
      goesOn = false;
      await load;
    }
    expect(orders.size).toBeGreaterThan(KILLS * 4);
    expect(covers.size).toBeGreaterThan(KILLS);

    const found = [];
    for (let offset = 0, more = true; more; offset += 100) {
      const page = (await sandbox.call('GET', `/v1/orders?limit=100&offset=${offset}`, { key })).body;
      found.push(...page.data);
      more = page.pagination.hasNext;
    }
    const acknowledged = [...orders.values()];
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    expect(found.map(({ orderUid }) => orderUid).toSorted()).toEqual(acknowledged.toSorted());
    const balance = await balanceOf(service.sandbox);
    expect(await ledgerSum(service.sandbox)).toBe(balance);
    expect(opening - balance).toBe(acknowledged.length * ONE_BOOK);
    for (const [uid, hash] of covers) expect(await downloadedHash(uid)).toEqual([200, hash]);
  }, 240_000);
});
