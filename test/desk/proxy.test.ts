import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest';
import { ActivityLog } from '../../src-main/desk/client/activity-log.ts';
import { ApiClient } from '../../src-main/desk/client/api-client.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { systemClock, systemIds } from '../../src-main/desk/system-ports.ts';
import { plainDisks } from '../../src-node/disks/testing/plain-disks.ts';
import { ForwardProxy } from '../fixtures/forward-proxy.ts';
import { depsOf, importFolder, openBench, orderAll, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

/** A name that leads nowhere but through the proxy. */
const NAME = 'api.print-service.example';
const STEM = 'Nordic summer';
const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');

let bench: Bench;
let tls: Server;
let proxy: ForwardProxy;
let desk: Desk;
/** As the system or the environment names it. */
let proxyAddress: string | null;
/** The addresses that a proxy was asked for. */
const askedFor = new Set<string>();

const status = async () => desk.statusSnapshot();
const stage = async () => (await desk.handlers['library.changes']({ since: null })).rows[0]?.stage;

/** A real service that speaks TLS under that name, and a studio that reaches it through a proxy alone. */
beforeAll(async () => {
  bench = await openBench(workerFile, { credit: 1_000_000 });
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(bench.dir, name));
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${NAME}`].concat([
      '-addext',
      `subjectAltName=DNS:${NAME}`,
      '-keyout',
      key ?? '',
      '-out',
      cert ?? '',
    ]),
    { stdio: 'ignore' },
  );
  // Made here, and nobody's to vouch for: the proxy is what is tried.
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
  const { port } = new URL(bench.service.hello.sandboxUrl);
  tls = createServer({ key: readFileSync(key ?? ''), cert: readFileSync(cert ?? '') }, (asked, answer) => {
    const { method, url, headers } = asked;
    // The built-in service speaks to whoever calls it by its own name alone.
    const onward = request({
      host: '127.0.0.1',
      port,
      method,
      path: url,
      headers: { ...headers, host: `127.0.0.1:${port}` },
    });
    onward.on('response', (given) => given.pipe(answer.writeHead(given.statusCode ?? 502, given.headers)));
    for (const one of [asked, answer, onward]) one.on('error', () => [asked, onward].map((each) => each.destroy()));
    asked.pipe(onward);
  });
  await new Promise<void>((done) => tls.listen(0, '127.0.0.1', done));
  proxy = new ForwardProxy({ [`${NAME}:443`]: (tls.address() as AddressInfo).port });
  await proxy.open();
  proxyAddress = `http://${proxy.host}`;
  const deps = depsOf(join(bench.dir, 'desk'), { workerFile, samplesFolder: join(bench.dir, 'samples') });
  desk = await createDesk({
    ...deps,
    proxyOf: async (url) => {
      askedFor.add(url.host);
      return proxyAddress;
    },
  });
});
afterEach(() => {
  proxy.credentials = null;
  proxy.refusal = null;
});
afterAll(async () => {
  await desk?.close();
  await proxy?.close();
  tls?.close();
  vi.unstubAllEnvs();
  await bench?.close();
});

const KEY = () => bench.service.hello.keys?.business.sandbox ?? '';
const add = () =>
  desk.handlers['connections.add']({
    ...{ name: 'Print house', baseUrl: `https://${NAME}/v1`, environment: 'sandbox', key: KEY() },
  });

it('a proxy that wants a password or refuses the way is told by name, and nothing was sent', async () => {
  proxy.credentials = 'studio:geheim';
  const named = { proxy: proxy.host };
  expect(await add()).toMatchObject({
    ok: false,
    problem: { key: 'errors.PROXY_PASSWORD', params: { ...named, status: 407 } },
  });
  proxyAddress = `http://studio:wrong@${proxy.host}`;
  const wrong = await add();
  expect(wrong).toMatchObject({ problem: { key: 'errors.PROXY_PASSWORD', params: named } });
  expect(JSON.stringify(wrong)).not.toContain('wrong');
  proxyAddress = `http://${proxy.host}`;
  proxy.credentials = null;
  proxy.refusal = 403;
  expect(await add()).toMatchObject({ problem: { key: 'errors.PROXY_REFUSED', params: { ...named, status: 403 } } });
  proxy.refusal = 504;
  expect(await add()).toMatchObject({ problem: { key: 'errors.SERVICE_UNREACHABLE' } });
  expect(proxy.heard).not.toContain(KEY());
});

it('a book is sent and ordered through it, by a tunnel to the service’s name in which it sees neither key nor book', async () => {
  proxy.credentials = 'studio:ge heim';
  proxyAddress = `http://studio:ge%20heim@${proxy.host}`;
  expect(await add()).toMatchObject({ ok: true });
  const folder = await mkdtemp(join(bench.dir, 'drop '));
  for (const kind of ['cover', 'contents'])
    await copyFile(join(SAMPLES, `${STEM}_${kind}.pdf`), join(folder, `${STEM}_${kind}.pdf`));
  await importFolder(desk, folder);
  await until(stage, (now) => now === 'ready');
  await uploadAll(desk);
  expect((await orderAll(desk)).run.rows).toMatchObject([{ state: 'ordered' }]);
  expect(new Set(proxy.asked)).toEqual(new Set([`${NAME}:443`]));
  // All of the book crossed it.
  expect(proxy.heard.length).toBeGreaterThan(1_000_000);
  for (const secret of [KEY(), 'Bearer', '/v1/', '%PDF']) expect(proxy.heard.includes(secret), secret).toBe(false);
});

it('a look that has less time than a script takes to name the proxy has its time all the same', async () => {
  const proxyOf = async () => {
    await new Promise((done) => setTimeout(done, 1_500));
    return proxyAddress;
  };
  const ports = { clock: systemClock, ids: systemIds, activity: new ActivityLog(() => undefined), disks: plainDisks() };
  const client = new ApiClient({ baseUrl: `https://${NAME}/v1`, key: KEY() }, { ...ports, proxyOf });
  expect(await client.isAnswered(1_000)).toBe(true);
  await client.close();
});

it('while it is dead the service is away, and all goes on when it is back', async () => {
  await proxy.close();
  await desk.handlers['orders.refresh']({});
  const away = async () => (await status()).connection?.away ?? null;
  await until(away, (since) => since !== null, 20_000);
  await proxy.open();
  await until(away, (since) => since === null, 20_000);
  const before = (await status()).orders.checkedAtMs;
  await desk.handlers['orders.refresh']({});
  expect((await status()).orders.checkedAtMs).not.toBe(before);
});

it('one that begins to want a password holds the connection with its reason, and is gone through again once it is given', async () => {
  proxy.credentials = 'another:one';
  await proxy.close();
  await proxy.open();
  await until(
    async () => {
      await desk.handlers['orders.refresh']({});
      return (await status()).connection?.refused?.key ?? 'none';
    },
    (key) => key === 'errors.PROXY_PASSWORD',
    20_000,
  );
  proxyAddress = `http://another:one@${proxy.host}`;
  await desk.handlers['orders.refresh']({});
  expect((await status()).connection).toMatchObject({ away: null, refused: null });
});

it('the built-in service is asked for straight, whatever the network says', async () => {
  const before = proxy.asked.length;
  await desk.connectBuiltIn(bench.service.hello);
  await desk.handlers['orders.refresh']({});
  expect([...askedFor]).toEqual([NAME]);
  expect(proxy.asked.slice(before).filter((name) => !name.startsWith(NAME))).toEqual([]);
});
