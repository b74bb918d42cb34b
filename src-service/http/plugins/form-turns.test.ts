import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Caller } from '../../context.ts';
import { formTurns } from './form-turns.ts';

const BOUNDARY = 'between-the-parts';
const BODY = Buffer.from(`--${BOUNDARY}--\r\n`);
const AT_ONCE = 2;
const FORMS = 20;

let url: string;
/** Forms that are past their admission, in order of their coming, by account. */
let admitted: string[];
let mostTakenIn: number;
let close: () => Promise<unknown>;

const open = async (longestTurnMs?: number) => {
  const app = Fastify();
  admitted = [];
  mostTakenIn = 0;
  let takenIn = 0;
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (incoming) => {
    incoming.caller = { accountUid: String(incoming.headers['x-account']) } as Caller;
  });
  await app.register(formTurns, longestTurnMs === undefined ? {} : { longestTurnMs });
  app.addContentTypeParser(/.*/, (_request, _payload, done) => done(null));
  app.post('/', async ({ raw, headers }) => {
    admitted.push(String(headers['x-account']));
    takenIn += 1;
    mostTakenIn = Math.max(mostTakenIn, takenIn);
    await delay(5);
    raw.resume();
    await once(raw, 'end');
    takenIn -= 1;
    // What comes after the body (a judge's work) is nobody's turn.
    if (headers['x-judged-ms'] !== undefined) await delay(Number(headers['x-judged-ms']));
    return 'taken';
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  close = () => app.close();
};
beforeEach(() => open());
afterEach(() => close());

function begin(account: string, headers: Readonly<Record<string, string>> = {}): ClientRequest {
  const sent = request(url, {
    method: 'POST',
    agent: false,
    headers: {
      'x-account': account,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': BODY.length,
      ...headers,
    },
  });
  sent.on('error', () => {});
  sent.flushHeaders();
  return sent;
}

async function answerOf(sent: ClientRequest): Promise<number | undefined> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

const send = (account: string, headers?: Readonly<Record<string, string>>) => {
  const sent = begin(account, headers);
  const answer = answerOf(sent);
  sent.end(BODY);
  return answer;
};

it('forms of one account are taken in a few at a time, and all of them', async () => {
  const answers = await Promise.all(Array.from({ length: FORMS }, () => send('many')));
  expect(answers).toEqual(Array.from({ length: FORMS }, () => 200));
  expect(mostTakenIn).toBe(AT_ONCE);
});

it('what is done with a form after it came in, another account and other bodies are no part of the turns', async () => {
  const many = Array.from({ length: AT_ONCE }, () => send('many', { 'x-judged-ms': '1000' }));
  await expect.poll(() => admitted.length).toBe(AT_ONCE);
  const open = Array.from({ length: AT_ONCE }, () => begin('many'));
  await expect.poll(() => admitted.length).toBe(2 * AT_ONCE);
  expect(await send('other')).toBe(200);
  expect(await send('many', { 'content-type': 'application/octet-stream' })).toBe(200);
  const answers = open.map(answerOf);
  for (const sent of open) sent.end(BODY);
  expect(await Promise.all([...answers, ...many])).toEqual(Array.from({ length: 2 * AT_ONCE }, () => 200));
});

it('a form that ends or breaks off gives its turn away at once, and one that left while it waited is not admitted', async () => {
  await close();
  await open(600_000);
  const [first, second] = [begin('many'), begin('many')];
  await expect.poll(() => admitted.length).toBe(AT_ONCE);
  const left = begin('many');
  await delay(200);
  left.destroy();
  const behind = [send('many'), send('many')];
  await delay(200);
  expect(admitted.length).toBe(AT_ONCE);
  first.destroy();
  expect(await Promise.all(behind)).toEqual([200, 200]);
  expect(admitted.length).toBe(AT_ONCE + 2);
  const answer = answerOf(second);
  second.end(BODY);
  expect(await answer).toBe(200);
});

it('a form that comes slowly holds nobody up', async () => {
  const slow = Array.from({ length: 2 * AT_ONCE }, () => begin('many'));
  await expect.poll(() => admitted.length).toBe(AT_ONCE);
  const behind = send('many');
  expect(await behind).toBe(200);
  expect(admitted.length).toBe(2 * AT_ONCE + 1);
  for (const sent of slow) sent.destroy();
  expect(await send('many')).toBe(200);
});
