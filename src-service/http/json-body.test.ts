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
});

it('text of another type that says anything is refused, and told which types are read', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json'])
    for (const text of ['{}', ' ', 'title=a'])
      expect(await post(text, type), text).toMatchObject([
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
  for (const text of [json, `\uFEFF${json}`])
    expect(await post(text, 'application/json; charset=utf-8')).toMatchObject([200, { body: { address1: '서울' } }]);
});

it('a compressed body is told that it may not be, and no encoding at all may be named', async () => {
  const json = 'application/json';
  expect(await post(gzipSync('{}'), json, { 'content-encoding': 'gzip' })).toMatchObject([
    400,
    { errorCode: 'ERR_MALFORMED_REQUEST', errors: [expect.stringContaining('Content-Encoding') as string] },
  ]);
  expect(await post('{"a":1}', json, { 'content-encoding': 'identity' })).toMatchObject([200, { body: { a: 1 } }]);
});
