import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coveredBook, postContents, templateOf } from './composing.ts';
import {
  balanceOf,
  expectFailure,
  finalize,
  finalizedBook,
  HC_CONTENTS_24,
  HC_COVER,
  ledgerSum,
  newBook,
  ONE_BOOK,
  order,
  placedOrder,
  upload,
} from './journeys.ts';
import { bySpecification, startService, type Answer, type Host, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService({ credit: 100_000_000 });
});
afterAll(() => service.dispose());

const create = (key: string, more: Record<string, unknown> = {}) =>
  service.sandbox.post(
    '/books',
    { title: 'once', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24, ...more },
    { headers: { 'idempotency-key': key } },
  );

it('gives the stored answer again, marked as replayed', async () => {
  const key = randomUUID();
  const first = await create(key);
  const second = await create(key);
  expect(second.text).toBe(first.text);
  expect([first.headers.get('x-idempotent-key'), first.headers.get('x-idempotent-replayed')]).toEqual([key, null]);
  expect([second.headers.get('x-idempotent-key'), second.headers.get('x-idempotent-replayed')]).toEqual([key, 'true']);
});

it('does nothing of the kind without the header', async () => {
  const body = { title: 'twice', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24 };
  const [first, second] = [await service.sandbox.post('/books', body), await service.sandbox.post('/books', body)];
  expect(second.body.data.bookUid).not.toBe(first.body.data.bookUid);
  expect(first.headers.get('x-idempotent-key')).toBeNull();
});

it('refuses the same key with another body', async () => {
  const key = randomUUID();
  const first = await create(key);
  const refused = await create(key, { title: 'other' });
  expectFailure(refused, 422, 'ERR_IDEMPOTENCY_KEY_MISMATCH');
  // The refusal is not what the key stands for from now on.
  expect(refused.headers.get('x-idempotent-key')).toBeNull();
  expect((await create(key)).text).toBe(first.text);
});

it('keeps keys apart by endpoint, by account and by environment: each gets its own answer again', async () => {
  const key = randomUUID();
  const bookUid = await finalizedBook(service.sandbox);
  const body = { title: 'once', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24 };
  const createOn = (host: Host) => host.post('/books', body, { headers: { 'idempotency-key': key } });
  const calls = [
    () => createOn(service.sandbox),
    () => order(service.sandbox, [{ bookUid, quantity: 1 }], key),
    () => createOn(service.sandbox.as(service.keys.personal.sandbox)),
    () => createOn(service.live),
  ];
  const first: Answer[] = [];
  for (const call of calls) first.push(await call());
  expect(first.map((answer) => [answer.status, answer.headers.get('x-idempotent-replayed')])).toEqual(
    calls.map(() => [201, null]),
  );
  for (const [index, call] of calls.entries()) expect((await call()).text).toBe(first[index]?.text);
});

it('forgets after 24 hours', async () => {
  const key = randomUUID();
  const first = await create(key);
  await service.printHouse('POST', '/clock', { moveMs: 24 * 3600 * 1000 - 60_000 });
  expect((await create(key)).body.data.bookUid).toBe(first.body.data.bookUid);
  await service.printHouse('POST', '/clock', { moveMs: 120_000 });
  const later = await create(key);
  expect([later.status, later.headers.get('x-idempotent-replayed')]).toEqual([201, null]);
  expect(later.body.data.bookUid).not.toBe(first.body.data.bookUid);
});

it('forgets forms after 24 hours too', async () => {
  const bookUid = await coveredBook(service.sandbox);
  const entry = { templateUid: await templateOf(service.sandbox, '빈내지') };
  const headers = { 'idempotency-key': randomUUID() };
  const add = () => postContents(service.sandbox, bookUid, entry, '', headers);
  const first = await add();
  expect((await add()).text).toBe(first.text);
  await service.printHouse('POST', '/clock', { moveMs: 24 * 3600 * 1000 + 60_000 });
  const later = await add();
  expect([later.status, later.headers.get('x-idempotent-replayed'), later.body.data.pageNum]).toEqual([201, null, 2]);
});

it('charges once for a hundred parallel orders with one key', async () => {
  const bookUid = await finalizedBook(service.sandbox);
  const before = await balanceOf(service.sandbox);
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => order(service.sandbox, [{ bookUid, quantity: 1 }], key)),
  );
  const placed = answers.filter((answer) => answer.status === 201);
  expect(new Set(placed.map((answer) => answer.body.data.orderUid)).size).toBe(1);
  // Whoever waited too long is told so, without an errorCode.
  for (const answer of answers.filter((candidate) => candidate.status !== 201)) {
    expect([answer.status, Object.keys(answer.body)]).toEqual([409, ['success', 'message']]);
  }
  expect(before - (await balanceOf(service.sandbox))).toBe(ONE_BOOK);
  expect(await ledgerSum(service.sandbox)).toBe(await balanceOf(service.sandbox));
});

describe.runIf(bySpecification)('of failures', () => {
  it.each([
    ['a disallowed creationType', { creationType: 'SCROLL' }],
    ['an unknown bookSpecUid', { bookSpecUid: 'NOPE' }],
    ['an unknown specProfileUid', { specProfileUid: 'sp_none' }],
    ['a PDF type without pageCount', { pageCount: undefined }],
  ])('keeps %s', async (_, change) => {
    const key = randomUUID();
    const first = await create(key, change);
    const again = await create(key, change);
    expect([first.status, again.headers.get('x-idempotent-replayed'), again.text]).toEqual([400, 'true', first.text]);
    expectFailure(await create(key), 422, 'ERR_IDEMPOTENCY_KEY_MISMATCH');
  });

  it.each([
    ['a missing title', { title: undefined }],
    ['a broken page rule', { pageCount: 25 }],
  ])('does not keep %s: the corrected body may use the key', async (_, change) => {
    const key = randomUUID();
    expect((await create(key, change)).status).toBe(400);
    expect((await create(key)).status).toBe(201);
  });

  it('keeps a refused order of a draft book', async () => {
    const bookUid = await newBook(service.sandbox);
    const key = randomUUID();
    expectFailure(await order(service.sandbox, [{ bookUid, quantity: 1 }], key), 400, 'ERR_VALIDATION_FAILED');
    await upload(service.sandbox, bookUid, 'cover', HC_COVER);
    await upload(service.sandbox, bookUid, 'contents', HC_CONTENTS_24);
    await finalize(service.sandbox, bookUid);
    const again = await order(service.sandbox, [{ bookUid, quantity: 1 }], key);
    expect([again.status, again.headers.get('x-idempotent-replayed')]).toEqual([400, 'true']);
  });

  it('does not keep 402: the same key is right once there is credit', async () => {
    const personal = service.sandbox.as(service.keys.personal.sandbox);
    const bookUid = await finalizedBook(personal);
    await personal.post('/credits/sandbox/deduct', { amount: await balanceOf(personal) });
    const key = randomUUID();
    expectFailure(await order(personal, [{ bookUid, quantity: 1 }], key), 402, 'ERR_INSUFFICIENT_CREDIT');
    await personal.post('/credits/sandbox/charge', { amount: ONE_BOOK });
    expect((await order(personal, [{ bookUid, quantity: 1 }], key)).status).toBe(201);
    expect(await balanceOf(personal)).toBe(0);
  });

  it('does not keep a finalization that lacks its files', async () => {
    const bookUid = await newBook(service.sandbox);
    const key = { 'idempotency-key': randomUUID() };
    expect((await finalize(service.sandbox, bookUid, key)).status).toBe(400);
    await upload(service.sandbox, bookUid, 'cover', HC_COVER);
    await upload(service.sandbox, bookUid, 'contents', HC_CONTENTS_24);
    expect((await finalize(service.sandbox, bookUid, key)).status).toBe(201);
    const replay = await finalize(service.sandbox, bookUid, key);
    expect([replay.status, replay.headers.get('x-idempotent-replayed')]).toEqual([201, 'true']);
  });

  it('keeps a cancel that came too late, and replays one that was done', async () => {
    const placed = await placedOrder(service.sandbox, await finalizedBook(service.sandbox));
    const cancel = (key: string) =>
      service.sandbox.post(
        `/orders/${placed.orderUid}/cancel`,
        { cancelReason: '변심' },
        { headers: { 'idempotency-key': key } },
      );
    const key = randomUUID();
    const [first, replay] = [await cancel(key), await cancel(key)];
    expect([first.status, replay.headers.get('x-idempotent-replayed')]).toEqual([200, 'true']);
    const other = randomUUID();
    expectFailure(await cancel(other), 400, 'ERR_VALIDATION_FAILED');
    expect((await cancel(other)).headers.get('x-idempotent-replayed')).toBe('true');
  });
});
