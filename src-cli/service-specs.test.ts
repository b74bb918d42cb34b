import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openMessages } from '../src-node/report/messages.ts';
import { ForwardProxy } from '../test/fixtures/forward-proxy.ts';
import { specsOf } from './service-specs.ts';

const MESSAGES = openMessages(resolve(import.meta.dirname, '../resources/locales'), 'en');

let dir: string;
let answer: RequestListener;
const server = createServer((asked, answered) => answer(asked, answered));

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'service-specs-'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(dir, { recursive: true, force: true });
});

async function ask(key: string, withinMs?: number, query = '') {
  const keyFile = join(dir, 'key');
  writeFileSync(keyFile, key);
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1${query}`);
  let told = '';
  const specs = await specsOf({ url, keyFile }, (text) => (told += text), MESSAGES, withinMs);
  return { specs, told };
}

it('an answer that comes drop by drop, or not at all, is waited for no longer than was said', async () => {
  setFlagsFromString('--expose-gc');
  const tidying = setInterval(runInNewContext('gc') as () => void, 50);
  try {
    answer = (_, answered) => {
      answered.writeHead(200);
      const dripping = setInterval(() => answered.write(' '), 20);
      answered.on('close', () => clearInterval(dripping));
    };
    for (const kind of ['drops', 'nothing']) {
      if (kind === 'nothing') answer = () => undefined;
      const { specs, told } = await ask('SBkey.secret', 1_500);
      expect([specs, told]).toEqual([null, expect.stringMatching(/book-specs: cannot be reached\n$/)]);
    }
  } finally {
    clearInterval(tidying);
  }
}, 10_000);

it('what is no list of specs is called so, whether it is JSON or a page', async () => {
  for (const body of ['<html>sign in</html>', '{"success":true,"message":"","data":[{}]}']) {
    answer = (_, answered) => answered.end(body);
    expect((await ask('SBkey.secret')).told).toMatch(/is no list of book specs\n$/);
  }
});

it('they are asked for below the address, whatever stands behind it, with the key of the file', async () => {
  const asked: unknown[] = [];
  answer = ({ url, headers: { authorization } }, answered) => {
    asked.push([url, authorization]);
    answered.end('{"success":true,"message":"","data":[]}');
  };
  expect(await ask('\uFEFFSBkey.secret\r\n', undefined, '/?from=mail#top')).toEqual({ specs: [], told: '' });
  expect(asked).toEqual([['/v1/book-specs', 'Bearer SBkey.secret']]);
});

it.each(['', 'SBone.secret\nSBtwo.secret', '여기에 키를 넣으세요'])(
  'a file without a key is told as that, and nobody is asked: %j',
  async (key) => {
    answer = () => expect.unreachable('it was asked');
    await expect(ask(key)).rejects.toThrow('there is no key in it');
  },
);

it('a service is asked through the proxy that the environment names, which is told no key, and says why where it is refused', async () => {
  const proxy = new ForwardProxy({});
  await proxy.open();
  vi.stubEnv('HTTPS_PROXY', `http://${proxy.host}`);
  vi.stubEnv('https_proxy', undefined);
  vi.stubEnv('NO_PROXY', undefined);
  vi.stubEnv('no_proxy', undefined);
  try {
    const keyFile = join(dir, 'key');
    writeFileSync(keyFile, 'SBkey.secret');
    const said = async () => {
      let told = '';
      const url = new URL('https://api.print-service.example/v1');
      await specsOf({ url, keyFile }, (text) => (told += text), MESSAGES);
      return told;
    };
    proxy.credentials = 'studio:geheim';
    expect(await said()).toMatch(/book-specs: the proxy of this network wants a name and a password: HTTPS_PROXY=/);
    proxy.refusal = 403;
    expect(await said()).toMatch(/book-specs: the proxy of this network does not lead there \(HTTP 403\)\n$/);
    expect(proxy.asked).toEqual(Array.from({ length: 2 }, () => 'api.print-service.example:443'));
    expect(proxy.heard).not.toContain('SBkey.secret');
    answer = (_, answered) => answered.writeHead(500).end('{}');
    expect((await ask('SBkey.secret')).told, 'this computer is asked straight').toMatch(/500/);
    expect(proxy.asked).toHaveLength(2);
  } finally {
    vi.unstubAllEnvs();
    await proxy.close();
  }
});
