import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  balanceOf,
  expectFailure,
  finalizedBook,
  HC_COVER,
  ledgerSum,
  newBook,
  ONE_BOOK,
  order,
  upload,
} from './journeys.ts';
import { until } from './receiver.ts';
import { startReplicas, type Replica, type ReplicatedService } from './replicas.ts';

let service: ReplicatedService;
let first: Replica;
beforeAll(async () => {
  service = await startReplicas({ rateLimits: true, credit: 10_000_000 });
  [first] = service.replicas as [Replica];
});
afterAll(() => service.dispose());

const hostOf = (replica: Replica) => replica.sandboxUrl.replace(/\/v1$/, '');

async function readiness(replica: Replica) {
  const answer = await fetch(`${hostOf(replica)}/health/ready`);
  return {
    status: answer.status,
    ...((await answer.json()) as { ready: boolean; accepting: boolean; parts: Record<string, string> }),
  };
}

const allReady = async () => (await Promise.all(service.replicas.map(readiness))).every(({ ready }) => ready);

/** Another key for each test that makes many calls: limits are counted by key. */
async function freshKey(): Promise<string> {
  const answer = await service.sandbox.post('/keys', { note: 'test', env: 'sandbox' });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.apiKey;
}

describe('three processes that start at once on an empty database', () => {
  it('make the first accounts once: one has their keys, which work at all', async () => {
    const shown = service.replicas.filter((replica) => replica.process().hello.keys !== null);
    expect(shown).toHaveLength(1);
    for (const { sandboxUrl } of service.replicas) {
      const answer = await fetch(`${sandboxUrl}/credits`, {
        headers: { authorization: `Bearer ${service.keys.business.sandbox}` },
      });
      expect([answer.status, ((await answer.json()) as { data: { balance: number } }).data.balance]).toEqual([
        200, 10_000_000,
      ]);
    }
  });

  it('call themselves by the same public address in what they answer', async () => {
    const bookUid = await newBook(service.sandbox);
    const posted = await upload(service.sandbox, bookUid, 'cover', HC_COVER);
    const replaced = await upload(service.sandbox, bookUid, 'cover', HC_COVER, 'PUT');
    expect([posted.body.data.url, replaced.body.data.url]).toEqual(
      Array(2).fill(`${first.sandboxUrl}/books/${bookUid}/pdf-cover`),
    );
  });
});

describe('--prepare', () => {
  it('makes a bucket that is not there, no second accounts, prints so and ends', async () => {
    const prepared = { printed: { prepared: true, keys: null }, exitCode: 0 };
    expect(await service.prepare('--s3-bucket', 'made-by-prepare')).toEqual(prepared);
    expect(await service.prepare('--s3-bucket', 'made-by-prepare')).toEqual(prepared);
  });
});

describe('what one process is told', () => {
  it('holds at the others at once: a revoked key', async () => {
    const key = await freshKey();
    for (let turn = 0; turn < 3; turn += 1) expect((await service.sandbox.get('/credits', { key })).status).toBe(200);
    await service.sandbox.delete(`/keys/${key.split('.')[0]}`);
    for (let turn = 0; turn < 3; turn += 1)
      expectFailure(await service.sandbox.get('/credits', { key }), 401, 'ERR_UNAUTHORIZED');
  });

  it('is counted by all together: 300 calls a minute and key, then 429', async () => {
    const sandbox = service.sandbox.as(await freshKey());
    const answers = await Promise.all(Array.from({ length: 303 }, () => sandbox.get('/credits')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(300);
    const limited = answers.filter(({ status }) => status === 429);
    expect(limited).toHaveLength(3);
    for (const answer of limited)
      expect([answer.body.errorCode, answer.headers.get('retry-after')]).toEqual(['ERR_TOO_MANY_REQUESTS', '60']);
  });

  it('is heard by all: the clock', async () => {
    expect((await service.printHouse('POST', '/clock', { moveMs: 60_000 })).status).toBe(200);
    const created = await Promise.all(service.replicas.map(() => newBook(service.sandbox)));
    for (const bookUid of created) {
      const { createdAt } = (await service.sandbox.get(`/books/${bookUid}`)).body.data;
      expect(Date.parse(createdAt) - Date.now()).toBeGreaterThan(30_000);
    }
    await service.printHouse('POST', '/clock', { moveMs: -60_000 });
  });
});

describe('health', () => {
  it('is told outside /v1 without a key, with the parts that a call needs', async () => {
    expect((await fetch(`${hostOf(first)}/health/live`)).status).toBe(200);
    expect(await readiness(first)).toEqual({
      status: 200,
      ready: true,
      accepting: true,
      parts: { database: 'ok', migrations: 'ok', blobs: 'ok' },
    });
    expect((await fetch(`${first.metricsUrl}/health/ready`)).status).toBe(200);
  });
});

describe('metrics', () => {
  it('count calls by the template of their route, and tell of queues, connections and bytes', async () => {
    const bookUid = await newBook(service.sandbox);
    for (let turn = 0; turn < 3; turn += 1) await service.sandbox.get(`/books/${bookUid}`);
    const scraped = await (await fetch(`${first.metricsUrl}/metrics`)).text();
    expect(scraped).toMatch(
      /book_print_requests_total\{environment="sandbox",method="GET",route="\/v1\/books\/:bookUid",status="200"\} \d/,
    );
    expect(scraped).toMatch(
      /book_print_request_duration_seconds_bucket\{le="0.1",environment="sandbox",method="POST",route="\/v1\/books"\} \d/,
    );
    for (const name of ['database_connections_open', 'database_connections_idle', 'database_calls_waiting']) {
      expect(scraped).toMatch(new RegExp(`^book_print_${name} \\d+$`, 'm'));
    }
    expect(scraped).toMatch(/book_print_blob_bytes_total\{direction="in"\} \d/);
    expect(scraped).not.toContain(bookUid);
  });

  it('tell what is the whole service’s once, so that a sum over its processes is right', async () => {
    const all = [];
    for (const { metricsUrl } of service.replicas) all.push(await (await fetch(`${metricsUrl}/metrics`)).text());
    for (const name of [
      'render_jobs_waiting',
      'render_oldest_waiting_seconds',
      'webhook_deliveries_waiting',
      'webhook_oldest_due_seconds',
    ]) {
      const sample = new RegExp(`^book_print_${name} [\\d.]+$`, 'm');
      expect(all.filter((scraped) => sample.test(scraped))).toHaveLength(1);
    }
    for (const scraped of all)
      expect(scraped).toMatch(/^book_print_build_info\{version="[\d.]+",node="v\d+[^"]*"\} 1$/m);
  });

  it('are on a port of their own, which partners do not reach', async () => {
    expect(
      (
        await fetch(`${hostOf(first)}/metrics`, {
          headers: { authorization: `Bearer ${service.keys.business.sandbox}` },
        })
      ).status,
    ).toBe(404);
  });
});

describe('an S3 store that goes away', () => {
  it('fails uploads with 500 and nothing of them is there; the processes are not ready, and are again when it is back', async () => {
    const bookUid = await newBook(service.sandbox);
    await service.s3.cut();
    expectFailure(await upload(service.sandbox, bookUid, 'cover', HC_COVER), 500, 'ERR_INTERNAL_ERROR');
    expect(await readiness(first)).toMatchObject({
      status: 503,
      ready: false,
      accepting: true,
      parts: { database: 'ok', migrations: 'ok', blobs: 'failing' },
    });
    expectFailure(await service.sandbox.get(`/books/${bookUid}/pdf-cover`), 404, 'ERR_PDF_NOT_UPLOADED');
    await service.s3.mend();
    await until(allReady, 'every process to be ready');
    expect((await upload(service.sandbox, bookUid, 'cover', HC_COVER)).status).toBe(201);
  });
});

describe('a PostgreSQL that goes away under load', () => {
  it('fails calls meanwhile, loses none that was acknowledged, and is found again without a restart', async () => {
    const sandbox = service.sandbox.as(await freshKey());
    const bookUid = await finalizedBook(sandbox);
    const orderKeys = Array.from({ length: 40 }, () => randomUUID());
    const statuses: number[] = [];
    const place = async (key: string): Promise<string> => {
      for (;;) {
        const answer = await order(sandbox, [{ bookUid, quantity: 1 }], key);
        statuses.push(answer.status);
        if (answer.status === 201) return answer.body.data.orderUid;
        // 409: the first attempt with this key is still under way.
        expect([409, 500, 503], answer.text).toContain(answer.status);
        await delay(300);
      }
    };
    const placing = Promise.all(orderKeys.map(async (key, index) => (await delay(index * 25), place(key))));
    await delay(300);
    await service.postgres.stop();
    expect(await readiness(first)).toMatchObject({ status: 503, parts: { database: 'failing', blobs: 'ok' } });
    expect((await fetch(`${hostOf(first)}/health/live`)).status).toBe(200);
    const failed = await sandbox.get('/credits');
    expectFailure(failed, 500, 'ERR_INTERNAL_ERROR');
    expect(failed.text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1|postgres|select|credit_accounts/i);
    await service.postgres.start();
    const placed = await placing;
    expect(statuses).toContain(500);
    expect(new Set(placed).size).toBe(40);
    await until(allReady, 'every process to be ready');
    expect(await ledgerSum(sandbox)).toBe(await balanceOf(sandbox));
    expect(10_000_000 - (await balanceOf(sandbox))).toBe(40 * ONE_BOOK);
    // What they tell each other comes through again.
    expect((await service.printHouse('POST', '/clock', { moveMs: 1_000 })).status).toBe(200);
    expect((await service.printHouse('POST', '/clock', { moveMs: -1_000 })).status).toBe(200);
  });
});

describe('SIGTERM to one process under load', () => {
  it('answers every call that it took, ends with code 0, and leaves the rest to the others', async () => {
    const sandbox = service.sandbox.as(await freshKey());
    const bookUid = await finalizedBook(sandbox);
    const [leaving] = service.replicas.slice(-1) as [Replica];
    const acknowledged: string[] = [];
    let isLeaving = true;
    const asked = async () => {
      const key = randomUUID();
      for (;;) {
        const answer = await order(sandbox, [{ bookUid, quantity: 1 }], key).catch((error: unknown) => error as Error);
        if (!(answer instanceof Error)) {
          expect(answer.status, answer.text).toBe(201);
          acknowledged.push(answer.body.data.orderUid);
          return;
        }
        // The one that left takes no more calls: the next process in turn has the same key.
      }
    };
    const load = Promise.all(
      Array.from({ length: 6 }, async () => {
        while (isLeaving) await asked();
      }),
    );
    await delay(300);
    expect(await leaving.process().stop()).toBe(0);
    const byThen = acknowledged.length;
    await delay(200);
    isLeaving = false;
    await load;
    expect(byThen).toBeGreaterThan(0);
    expect(acknowledged.length).toBeGreaterThan(byThen);
    await leaving.startAgain();
    const reader = service.sandbox.as(await freshKey());
    const found = await Promise.all(acknowledged.slice(-250).map((orderUid) => reader.get(`/orders/${orderUid}`)));
    expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await ledgerSum(service.sandbox)).toBe(await balanceOf(service.sandbox));
  });
});

describe('the log of a process', () => {
  it('is JSON on standard error, with the template of each route and without anything that is personal or secret', async () => {
    const sandbox = service.sandbox.as(await freshKey());
    const bookUid = await finalizedBook(sandbox);
    const idempotencyKey = randomUUID();
    const placed = await order(sandbox, [{ bookUid, quantity: 1 }], idempotencyKey);
    await sandbox.get(`/orders?recipientName=${encodeURIComponent(ADDRESS.recipientName)}`);
    await service.sandbox.put('/webhooks/config', { webhookUrl: 'https://partner.example.com/hooks?token=top-secret' });
    const { secretKey } = (
      await service.sandbox.put('/webhooks/config', {
        webhookUrl: 'https://partner.example.com/hooks?token=top-secret',
      })
    ).body.data;
    // A broken body, and one that the database itself refuses.
    await sandbox.call('POST', '/orders', {
      headers: { 'content-type': 'application/json' },
      json: { items: [], shipping: ADDRESS },
    });
    await service.postgres.stop();
    await Promise.all(service.replicas.map(() => order(sandbox, [{ bookUid, quantity: 1 }])));
    await service.postgres.start();
    await until(allReady, 'every process to be ready');

    const logs = () => service.replicas.map((replica) => replica.process().log()).join('');
    await until(() => logs().includes('"route":"/v1/orders"') && logs().includes('request failed'), 'the log');
    const text = logs();
    const entries = text
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(entries.find(({ reqId }) => reqId === placed.headers.get('x-request-id'))).toMatchObject({
      environment: 'sandbox',
      method: 'POST',
      route: '/v1/orders',
      status: 201,
      ms: expect.any(Number),
      account: service.keys.business.accountUid,
    });
    const secrets = [
      sandbox.key,
      service.keys.business.sandbox,
      service.keys.business.live,
      service.keys.personal.sandbox,
    ].map((key) => key.split('.')[1] ?? '');
    const personal = [
      ADDRESS.recipientName,
      ADDRESS.recipientPhone,
      ADDRESS.address1,
      ADDRESS.address2,
      ADDRESS.memo,
      encodeURIComponent(ADDRESS.recipientName),
    ];
    for (const word of [
      ...secrets,
      ...personal,
      secretKey,
      'top-secret',
      idempotencyKey,
      first.process().hello.printHouse.token,
    ]) {
      expect(word.length).toBeGreaterThan(1);
      expect(text, word).not.toContain(word);
    }
    for (const replica of service.replicas) expect(replica.process().furtherOutput()).toBe('');
  });
});
