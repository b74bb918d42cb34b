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
  app.post('/', async ({ body }) => ({ isWithoutBody: body === undefined }));
  url = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

const post = async (body: string | null, type?: string) => {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
  const answer = await fetch(url, { method: 'POST', body, headers });
  return [answer.status, await answer.json()];
};

it('a body of no letters is none, as whichever text it is sent', async () => {
  for (const type of [undefined, 'text/plain', 'application/json'])
    expect(await post('', type), type).toEqual([200, { isWithoutBody: true }]);
  expect(await post(null)).toEqual([200, { isWithoutBody: true }]);
});

it('plain text that says anything is refused, and told which types are read', async () => {
  for (const text of ['{}', ' ', 'title=a'])
    expect(await post(text), text).toMatchObject([
      400,
      { errorCode: 'ERR_MALFORMED_REQUEST', errors: [expect.stringContaining('application/json') as string] },
    ]);
});
