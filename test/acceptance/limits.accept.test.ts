import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFailure, finalize, newBook, HC_COVER, upload } from './journeys.ts';
import { bySpecification, startService, type Answer, type Host, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ rateLimits: true, credit: 1_000_000 });
});
afterAll(() => service.dispose());

/** So many requests in small groups, well inside one minute. */
async function burst(times: number, send: () => Promise<Answer>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.length < times) {
    const group = await Promise.all(Array.from({ length: Math.min(20, times - statuses.length) }, send));
    statuses.push(...group.map((answer) => answer.status));
  }
  return statuses;
}

function expectLimited(answer: Answer): void {
  expectFailure(answer, 429, 'ERR_TOO_MANY_REQUESTS');
  expect(answer.headers.get('retry-after')).toBe('60');
  expect(answer.body.message).toBe('Too Many Requests');
}

describe('rate limits', () => {
  let sandbox: Host;
  let bookUid: string;

  it('let 300 requests a minute and key through, whatever the endpoint, then answer 429 with Retry-After 60', async () => {
    ({ sandbox } = service);
    bookUid = await newBook(sandbox);
    expect(new Set(await burst(149, () => sandbox.get('/credits')))).toEqual(new Set([200]));
    expect(new Set(await burst(150, () => sandbox.get('/books?limit=1')))).toEqual(new Set([200]));
    expectLimited(await sandbox.get('/credits'));
    expectLimited(await sandbox.get('/book-specs'));
    expectLimited(await sandbox.post('/orders', { items: [], shipping: {} }));
    expectLimited(await finalize(sandbox, bookUid));
    const keyed = await sandbox.post('/books', {}, { headers: { 'idempotency-key': 'over the limit' } });
    expectLimited(keyed);
    expect(keyed.headers.get('x-idempotent-key')).toBeNull();
  });

  it('do not touch another key of the same minute', async () => {
    expect((await sandbox.get('/credits', { key: service.keys.personal.sandbox })).status).toBe(200);
    expect((await service.live.get('/credits')).status).toBe(200);
  });

  it('count uploads apart, 200 of them', async () => {
    expect((await upload(sandbox, bookUid, 'cover', HC_COVER)).status).toBe(201);
    // Refused uploads count like accepted ones; these need no body to be refused.
    const conflict = () => sandbox.call('POST', `/books/${bookUid}/pdf-cover`);
    expect(new Set(await burst(199, conflict))).toEqual(new Set([409]));
    expectLimited(await conflict());
    expectLimited(await upload(sandbox, bookUid, 'cover', HC_COVER, 'PUT'));
    expectLimited(await upload(sandbox, bookUid, 'contents', HC_COVER));
    for (const path of ['cover', 'contents', 'photos'])
      expectLimited(await sandbox.call('POST', `/books/${bookUid}/${path}`));
  });

  it('count a download as a read, not as an upload', async () => {
    expectLimited(await sandbox.get(`/books/${bookUid}/pdf-cover`));
  });

  it('do not take a call without any key for a guess', async () => {
    expect(new Set(await burst(40, () => service.live.get('/credits', { key: null })))).toEqual(new Set([401]));
    // One that was not good before.
    const made = await service.live.post('/keys', { note: 'new', env: 'live' });
    expect((await service.live.get('/credits', { key: made.body.data.apiKey })).status).toBe(200);
  });

  it('do not hear an address that guesses keys, except with a key that was good before', async () => {
    const guess = async (turn: number) =>
      service.live.get('/credits', { key: `SBguess${String(turn).padStart(5, '0')}.${'x'.repeat(32)}` });
    // Good before in each process, of which there may be three, called in turn.
    expect(new Set(await burst(6, () => service.live.get('/credits')))).toEqual(new Set([200]));
    for (let turn = 0; turn < 10; turn += 1) expectFailure(await guess(turn), 401, 'ERR_UNAUTHORIZED');
    // Each process counts alone: with three of them it may take three times as long.
    let answer = await guess(10);
    for (let turn = 11; answer.status === 401 && turn < 40; turn += 1) answer = await guess(turn);
    expectLimited(answer);
    expect((await service.live.get('/credits')).status).toBe(200);
    // Where a bad key is as good as none, so is one that is not looked at.
    if (!bySpecification)
      expect((await service.live.get('/book-specs', { key: `SBguess00000.${'x'.repeat(32)}` })).status).toBe(200);
  });
});
