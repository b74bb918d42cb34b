import { chmod, mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { balanceOf, expectFailure, finalizedBook, ONE_BOOK, order } from './journeys.ts';
import { freePort } from './ports.ts';
import { startProcess } from './service-process.ts';
import { startService, type Service } from './service.ts';

const HOUR_MS = 60 * 60 * 1000;

let service: Service;
let bookUid: string;

beforeAll(async () => {
  service = await startService({ credit: 10_000_000 });
  bookUid = await finalizedBook(service.sandbox);
});
afterAll(() => service.dispose());
afterEach(async () => {
  await service.printHouse('DELETE', '/faults');
});

describe('the print house’s interface', () => {
  it('wants its own token: no key of a partner opens it', async () => {
    for (const authorization of [
      '',
      `Bearer ${service.keys.business.live}`,
      'Bearer ',
      service.hello.printHouse.token,
    ]) {
      const answer = await fetch(`${service.hello.printHouse.url}/orders`, { headers: { authorization } });
      expect(answer.status).toBe(401);
    }
    const orders = await fetch(`${service.hello.printHouse.url}/orders`, {
      headers: { authorization: `Bearer ${service.hello.printHouse.token}` },
    });
    expect(orders.status).toBe(200);
  });

  it('refuses web pages: a call with an Origin or for another host', async () => {
    const authorization = `Bearer ${service.hello.printHouse.token}`;
    for (const headers of [{ origin: 'https://example.com' }, { origin: service.hello.printHouse.url }]) {
      expect(
        (await fetch(`${service.hello.printHouse.url}/orders`, { headers: { authorization, ...headers } })).status,
      ).toBe(403);
    }
  });

  it('has the bounds of a JSON body that partners have', async () => {
    const { url, token } = service.hello.printHouse;
    const answer = await fetch(`${url}/clock`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: `{"moveMs":0,"more":${'['.repeat(32)}${']'.repeat(32)}}`,
    });
    expect([answer.status, ((await answer.json()) as { errorCode: string }).errorCode]).toEqual([
      400,
      'ERR_MALFORMED_REQUEST',
    ]);
  });

  it('listens on the loopback address alone', async () => {
    const { hostname, port } = new URL(service.hello.printHouse.url);
    expect(hostname).toBe('127.0.0.1');
    const outside = Object.values(networkInterfaces()).flatMap((addresses) =>
      (addresses ?? []).filter((one) => one.family === 'IPv4' && !one.internal),
    );
    for (const { address } of outside) await expect(fetch(`http://${address}:${port}/orders`)).rejects.toThrow();
  });

  it.runIf(process.platform === 'linux')('does not exist in a service that listens for other computers', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'acceptance-'));
    await chmod(dataDir, 0o755);
    const publicUrls = [
      '--public-sandbox-url',
      'https://sandbox.example.com',
      '--public-live-url',
      'https://live.example.com',
    ];
    const open = await startProcess([
      '--data',
      dataDir,
      '--host',
      '0.0.0.0',
      '--sandbox-port',
      String(await freePort()),
      '--live-port',
      String(await freePort()),
      ...publicUrls,
    ]);
    try {
      expect(open.hello.printHouse).toBeNull();
      expect([...(await listeningPorts(open.hello.pid))]).toHaveLength(2);
    } finally {
      await open.stop();
      await rm(dataDir, { recursive: true, force: true });
    }
    expect((await listeningPorts(service.hello.pid)).has(Number(new URL(service.hello.printHouse.url).port))).toBe(
      true,
    );
  });

  it('has no route on a partner’s host', async () => {
    for (const host of [service.sandbox, service.live]) {
      for (const path of [
        '/faults',
        '/clock',
        '/auto-production',
        '/orders/or_000000000000/advance',
        '/orders/or_000000000000/restore',
      ]) {
        expectFailure(await host.post(path, {}), 404, 'ERR_NOT_FOUND');
      }
    }
  });
});

describe('the clock', () => {
  const clock = async () => (await service.printHouse('GET', '/clock')).body.data;
  const createdAt = async () =>
    new Date((await order(service.sandbox, [{ bookUid, quantity: 1 }])).body.data.createdAt).getTime();

  it('is moved, and records go by it', async () => {
    const before = await createdAt();
    await service.printHouse('POST', '/clock', { moveMs: 3 * HOUR_MS });
    const moved = (await createdAt()) - before;
    expect(moved).toBeGreaterThanOrEqual(3 * HOUR_MS);
    expect(moved).toBeLessThan(3 * HOUR_MS + 60_000);
    await service.printHouse('POST', '/clock', { moveMs: -3 * HOUR_MS });
    expect((await clock()).offsetMs).toBe(0);
  });

  it('is set to an instant, and goes on from there', async () => {
    const now = '2030-01-02T03:04:05.000Z';
    const answer = await service.printHouse('POST', '/clock', { now });
    expect(answer.body.data.nowMs - new Date(now).getTime()).toBeLessThan(60_000);
    expect((await createdAt()) - new Date(now).getTime()).toBeLessThan(60_000);
    await service.printHouse('POST', '/clock', { moveMs: -answer.body.data.offsetMs });
  });

  it('stands in the Date of every answer, so that a caller can tell how old a key is', async () => {
    const said = async () => Date.parse((await service.sandbox.get('/credits')).headers.get('date') ?? '');
    const before = await said();
    await service.printHouse('POST', '/clock', { moveMs: 30 * HOUR_MS });
    expect((await said()) - before).toBeGreaterThanOrEqual(30 * HOUR_MS);
    await service.printHouse('POST', '/clock', { moveMs: -30 * HOUR_MS });
    expect(Math.abs((await said()) - before)).toBeLessThan(60_000);
  });

  it('refuses what is no time', async () => {
    const before = (await clock()).offsetMs;
    for (const body of [
      {},
      { now: 'soon' },
      { moveMs: 1.5 },
      { moveMs: 1e15 },
      { moveMs: 1, now: '2030-01-01T00:00:00Z' },
    ]) {
      expectFailure(await service.printHouse('POST', '/clock', body), 400, 'ERR_VALIDATION_FAILED');
    }
    expect((await clock()).offsetMs).toBe(before);
  });
});

describe('faults', () => {
  const fault = async (body: unknown) => expect((await service.printHouse('POST', '/faults', body)).status).toBe(200);
  const place = (key: string) => order(service.sandbox, [{ bookUid, quantity: 1 }], key);
  const pending = async () => (await service.printHouse('GET', '/faults')).body.data;
  const total = async () => (await service.sandbox.get('/orders?limit=1')).body.pagination.total;

  it('fail: 500 so many times, and nothing is done', async () => {
    const before = await total();
    await fault({ kind: 'fail', method: 'POST', path: '/orders', times: 2 });
    expect(await pending()).toMatchObject([{ kind: 'fail', times: 2, left: 2 }]);
    const failed = await place('fail-1');
    expectFailure(failed, 500, 'ERR_INTERNAL_ERROR');
    expect([failed.body.message, failed.body.data, failed.body.fieldErrors]).toEqual([
      'Internal Server Error',
      null,
      [],
    ]);
    expect(failed.text).not.toMatch(/fault|src-|\.ts|\.js|Error:|at /);
    expect(await pending()).toMatchObject([{ left: 1 }]);
    expectFailure(await place('fail-1'), 500, 'ERR_INTERNAL_ERROR');
    expect(await total()).toBe(before);
    expect((await place('fail-1')).status).toBe(201);
    expect(await pending()).toEqual([]);
  });

  it('delay: the answer comes late', async () => {
    await fault({ kind: 'delay', method: 'GET', path: '/orders/*', times: 1, delayMs: 400 });
    const began = performance.now();
    await service.sandbox.get('/orders/or_000000000000');
    expect(performance.now() - began).toBeGreaterThanOrEqual(390);
  });

  it('loseAnswer: the work is done and committed, and the same key completes it', async () => {
    const before = await balanceOf(service.sandbox);
    await fault({ kind: 'loseAnswer', method: 'POST', path: '/orders', times: 1 });
    await expect(place('lost-1')).rejects.toThrow();
    expect(await balanceOf(service.sandbox)).toBe(before - ONE_BOOK);
    expect((await place('lost-1')).headers.get('x-idempotent-replayed')).toBe('true');
    expect(await balanceOf(service.sandbox)).toBe(before - ONE_BOOK);
  });

  it('cut: the answer breaks off after so many bytes, after the commit', async () => {
    const before = await balanceOf(service.sandbox);
    await fault({ kind: 'cut', method: 'POST', path: '/orders', times: 1, afterBytes: 40 });
    const answer = await fetch(`${service.sandbox.url}/orders`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${service.sandbox.key}`,
        'content-type': 'application/json',
        'idempotency-key': 'cut-1',
      },
      body: JSON.stringify({
        items: [{ bookUid, quantity: 1 }],
        shipping: { recipientName: '가', recipientPhone: '1', postalCode: '1', address1: '1' },
      }),
    });
    expect(answer.status).toBe(201);
    expect(Number(answer.headers.get('content-length'))).toBeGreaterThan(1_000);
    expect(await receivedBytes(answer)).toBe(40);
    expect(await balanceOf(service.sandbox)).toBe(before - ONE_BOOK);
  });

  it('cut: a download breaks off as well', async () => {
    await fault({ kind: 'cut', method: 'GET', path: '/books/*/pdf-cover', times: 1, afterBytes: 100 });
    const download = () =>
      fetch(`${service.sandbox.url}/books/${bookUid}/pdf-cover`, {
        headers: { authorization: `Bearer ${service.sandbox.key}` },
      });
    expect(await receivedBytes(await download())).toBe(100);
    expect((await (await download()).arrayBuffer()).byteLength).toBeGreaterThan(100);
  });

  it('are for one method and path, `*` standing for one part of it, and go with DELETE', async () => {
    await fault({ kind: 'fail', method: 'GET', path: '/orders/*', times: 5 });
    expect((await service.sandbox.get('/orders')).status).toBe(200);
    expectFailure(await service.sandbox.get('/orders/or_000000000000'), 500, 'ERR_INTERNAL_ERROR');
    await service.printHouse('DELETE', '/faults');
    expectFailure(await service.sandbox.get('/orders/or_000000000000'), 404, 'ERR_NOT_FOUND');
  });

  it('are used up by as many requests as were asked for, also when they come at once', async () => {
    await fault({ kind: 'fail', method: 'GET', path: '/credits', times: 7 });
    const answers = await Promise.all(Array.from({ length: 30 }, () => service.sandbox.get('/credits')));
    expect(answers.filter((answer) => answer.status === 500)).toHaveLength(7);
  });

  it('refuse what is no fault', async () => {
    for (const body of [
      { kind: 'burn', method: 'GET', path: '/orders', times: 1 },
      { kind: 'cut', method: 'GET', path: '/orders', times: 1 },
      { kind: 'fail', method: 'GET', path: '/orders', times: 0 },
    ]) {
      expectFailure(await service.printHouse('POST', '/faults', body), 400, 'ERR_VALIDATION_FAILED');
    }
  });
});

/** The TCP ports that a process listens on, as the system sees it. */
async function listeningPorts(pid: number): Promise<Set<number>> {
  const sockets = new Set<string>();
  for (const name of await readdir(`/proc/${pid}/fd`)) {
    const target = await readlink(`/proc/${pid}/fd/${name}`).catch(() => '');
    const inode = /^socket:\[(\d+)\]$/.exec(target)?.[1];
    if (inode !== undefined) sockets.add(inode);
  }
  const LISTEN = '0A';
  const lines = (await Promise.all(['tcp', 'tcp6'].map((table) => readFile(`/proc/net/${table}`, 'utf8'))))
    .join('\n')
    .split('\n');
  const rows = lines
    .map((line) => line.trim().split(/\s+/))
    .filter((row) => row[3] === LISTEN && sockets.has(row[9] ?? ''));
  return new Set(rows.map((row) => parseInt(row[1]?.split(':')[1] ?? '', 16)));
}

/** How much of an answer came before its connection broke; throws when it did not break. */
async function receivedBytes(answer: Response): Promise<number> {
  let bytes = 0;
  try {
    for await (const part of answer.body ?? []) bytes += (part as Uint8Array).length;
  } catch {
    return bytes;
  }
  throw new Error(`the answer came whole: ${bytes} bytes`);
}
