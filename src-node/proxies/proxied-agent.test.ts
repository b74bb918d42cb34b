import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { request } from 'undici';
import { agentThrough } from './proxied-agent.ts';

let server: Server | null = null;
/** How often somebody came to the proxy. */
let met = 0;

afterEach(() => void server?.close());

/** A proxy that does so to whoever comes. */
async function proxyThat(does: (line: Socket) => void): Promise<string> {
  met = 0;
  server = createServer((line) => {
    met += 1;
    line.on('error', () => undefined);
    does(line);
  });
  await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Undefined while nothing failed for two seconds. */
async function failureThrough(proxy: string, connectTimeout = 10_000): Promise<unknown> {
  const dispatcher = agentThrough(proxy, { connections: 6, connectTimeout });
  const failure = request('https://api.print.example/v1/credits', { dispatcher }).catch((error: unknown) => error);
  try {
    return await Promise.race([failure, new Promise((done) => setTimeout(done, 2_000))]);
  } finally {
    await dispatcher.destroy();
  }
}

it.each([
  ['ends the line at once', (line: Socket) => void line.end()],
  ['ends the line when it is asked', (line: Socket) => void line.on('data', () => line.end())],
  ['breaks the line when it is asked', (line: Socket) => void line.on('data', () => line.destroy())],
])('a proxy that %s is one that failed, and is not asked for ever', async (_how, does) => {
  expect(await failureThrough(`http://${await proxyThat(does)}`)).toBeInstanceOf(Error);
  expect(met).toBeLessThan(10);
});

it('a proxy that never answers has failed as soon as an address that never does', async () => {
  expect(await failureThrough(`http://${await proxyThat(() => undefined)}`, 300)).toBeInstanceOf(Error);
});

it.each([
  ['studio:geheim', 'studio:geheim'],
  ['studio:ge%20heim', 'studio:ge heim'],
  ['studio:50%off', 'studio:50%off'],
  ['studio:%ff', 'studio:%ff'],
  ['studio', 'studio:'],
  ['', null],
])('name and password are said to the proxy as they are: %s', async (credentials, said) => {
  let heard = '';
  const place = await proxyThat(
    (line) =>
      void line.on('data', (bytes) => {
        heard += bytes.toString('latin1');
        line.end('HTTP/1.1 407 x\r\nContent-Length: 0\r\n\r\n');
      }),
  );
  expect(await failureThrough(`http://${credentials === '' ? '' : `${credentials}@`}${place}`)).toBeInstanceOf(Error);
  const basic = /proxy-authorization: Basic (\S+)/i.exec(heard)?.[1];
  expect(basic === undefined ? null : Buffer.from(basic, 'base64').toString()).toBe(said);
});
