import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { request } from 'undici';
import { ServiceLine } from './service-line.ts';

const SERVICE = 'https://api.print.example/v1';

/** A proxy that never answers, and one that wants a password. */
let silent: Server;
let closed: Server;
const uncaught: unknown[] = [];
const note = (error: unknown): unknown => uncaught.push(error);
const addressOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const listening = (server: Server): Promise<void> => new Promise((done) => server.listen(0, '127.0.0.1', () => done()));
const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

beforeAll(async () => {
  process.on('unhandledRejection', note);
  silent = createServer((line) => line.on('error', () => undefined));
  closed = createServer((line) => {
    line.on('error', () => undefined);
    line.on('data', () => line.end('HTTP/1.1 407 x\r\nContent-Length: 0\r\n\r\n'));
  });
  await Promise.all([silent, closed].map(listening));
});
afterEach(() => void uncaught.splice(0));
afterAll(() => {
  process.off('unhandledRejection', note);
  for (const server of [silent, closed]) server.close();
});

it('one that is closed while the proxy is asked for sends nothing, and nobody is left with its failure', async () => {
  let say: (proxy: string | null) => void = () => undefined;
  const line = new ServiceLine(SERVICE, () => new Promise((done) => (say = done)));
  const asked = line.agent();
  await line.close();
  say(addressOf(closed));
  const failure = await request(SERVICE, { dispatcher: await asked }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'UND_ERR_DESTROYED' });
  await rest(20);
  expect(uncaught).toEqual([]);
});

it.each(['close', 'cutOff'] as const)(
  'what is in flight on the way of before ends too: %s',
  { timeout: 5_000 },
  async (how) => {
    let proxy: string | null = addressOf(silent);
    const line = new ServiceLine(SERVICE, () => proxy);
    const inFlight = request(SERVICE, { dispatcher: await line.agent() }).catch((error: unknown) => error);
    await rest(50);
    proxy = addressOf(closed);
    await line.agent();
    await line[how]();
    expect(await Promise.race([inFlight, rest(2_000)])).toBeInstanceOf(Error);
    await line.close();
  },
);
