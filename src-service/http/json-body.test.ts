import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CONTRACTS } from '../../src-core/contract/profiles.ts';
import type { App } from './app.ts';
import { answerFailure } from './failure.ts';
import { acceptJson } from './json-body.ts';

let app: App;
let url: string;
beforeEach(async () => {
  app = Fastify().withTypeProvider<ZodTypeProvider>();
  app.setErrorHandler(answerFailure(CONTRACTS.specified));
  acceptJson(app);
  app.post('/', async ({ body }) => ({ isWithoutBody: body === undefined, ...(body === undefined ? {} : { body }) }));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

const post = async (
  body: string | Buffer<ArrayBuffer> | null,
  type?: string,
  more: Readonly<Record<string, string>> = {},
) => {
  const headers: Record<string, string> = type === undefined ? { ...more } : { 'content-type': type, ...more };
  const answer = await fetch(url, { method: 'POST', body, headers });
  return [answer.status, await answer.json()];
};

it('a body of no letters is none, as whichever text it is sent', async () => {
  const types = ['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'application/octet-stream'];
  for (const type of [undefined, ...types]) expect(await post('', type), type).toEqual([200, { isWithoutBody: true }]);
  expect(await post(null)).toEqual([200, { isWithoutBody: true }]);
  expect(await post('', 'application/json', { 'content-encoding': 'gzip' })).toEqual([200, { isWithoutBody: true }]);
});

it('so is one that comes in pieces of which there is none', async () => {
  for (const type of ['text/plain', 'application/json', 'application/x-www-form-urlencoded']) {
    const head = `POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const answer = async (body: string) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1');
      socket.write(head + body);
      return (await text(socket)).split('\r\n')[0];
    };
    expect(await answer('0\r\n\r\n'), type).toBe('HTTP/1.1 200 OK');
    expect(await answer('3\r\na=b\r\n0\r\n\r\n'), type).toBe('HTTP/1.1 400 Bad Request');
    // The rest of a long one does not keep its refusal from it.
    const long = `${(1_000_000).toString(16)}\r\n${'x'.repeat(1_000_000)}\r\n`;
    expect(await answer(`${long}0\r\n\r\n`), type).toBe('HTTP/1.1 400 Bad Request');
  }
});

it('text of another type that says anything is refused, and told which types are read', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json'])
    for (const words of ['{}', ' ', 'title=a'])
      expect(await post(words, type), words).toMatchObject([
        400,
        { errorCode: 'ERR_MALFORMED_REQUEST', errors: [expect.stringContaining('application/json') as string] },
      ]);
});

it('JSON is UTF-8: letters in another encoding are refused and never become others', async () => {
  const json = '{"address1":"서울"}';
  const inEucKr = Buffer.from('{"address1":"\xBC\xAD\xBF\xEF"}', 'latin1');
  for (const [bytes, type] of [
    [inEucKr, 'application/json; charset=euc-kr'],
    [inEucKr, 'application/json'],
    [Buffer.from(json, 'utf16le'), 'application/json; charset=utf-16le'],
  ] as const)
    expect(await post(bytes, type), type).toMatchObject([400, { errorCode: 'ERR_MALFORMED_REQUEST' }]);
  expect(await post(inEucKr, 'application/json')).toMatchObject([400, { errors: [expect.stringContaining('UTF-8')] }]);
  for (const words of [json, `\uFEFF${json}`])
    expect(await post(words, 'application/json; charset=utf-8')).toMatchObject([200, { body: { address1: '서울' } }]);
});

it('a compressed body is told that it may not be, and no encoding at all may be named', async () => {
  const json = 'application/json';
  expect(await post(gzipSync('{}'), json, { 'content-encoding': 'gzip' })).toMatchObject([
    400,
    { errorCode: 'ERR_MALFORMED_REQUEST', errors: [expect.stringContaining('Content-Encoding') as string] },
  ]);
  expect(await post('{"a":1}', json, { 'content-encoding': 'identity' })).toMatchObject([200, { body: { a: 1 } }]);
});
