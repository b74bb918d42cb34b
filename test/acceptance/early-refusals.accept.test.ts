import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coveredBook, entryForm, templateOf } from './composing.ts';
import { expectFailure } from './journeys.ts';
import { lines, oneAddressOf, rawCall } from './raw-http.ts';
import { bySpecification, startService, type Host, type Service } from './service.ts';

/** Longer than a refusal takes, and much shorter than the service waits for a body that stalls. */
const ANSWERED_WITHIN_MS = 5_000;

let service: Service;
let sandbox: Host;
let bookUid: string;
beforeAll(async () => {
  service = await startService();
  ({ sandbox } = service);
  bookUid = await coveredBook(sandbox);
});
afterAll(() => service.dispose());

const stranger = () => sandbox.as(service.keys.personal.sandbox);

/** The status of a form of which nothing is sent but the head; null: it was waited for. */
async function statusOfHead(host: Host, path: string, ...more: string[]): Promise<number | null> {
  const form = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 1000000'];
  const address = oneAddressOf(host);
  const answered = rawCall(address, lines(address, 'POST', path, ...form, ...more)).then(({ status }) => status);
  return Promise.race([answered, delay(ANSWERED_WITHIN_MS, null)]);
}

it.each(['cover', 'contents'])('a form for %s that is refused whatever it holds is not waited for', async (part) => {
  const key = `Idempotency-Key: ${randomUUID()}`;
  expect(await statusOfHead(sandbox, `/books/bk_000000000000/${part}`)).toBe(404);
  expect(await statusOfHead(stranger(), `/books/${bookUid}/${part}`)).toBe(403);
  expect(await statusOfHead(stranger(), `/books/${bookUid}/${part}`, key)).toBe(403);
});

it.runIf(bySpecification)(
  'a refusal that a key keeps waits for the form: another one under the key is 422',
  async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const templateUid = await templateOf(sandbox, '빈내지');
    const send = (parameters: unknown) =>
      sandbox.call('POST', '/books/bk_000000000000/contents', {
        form: entryForm({ templateUid, parameters }),
        headers,
      });
    expectFailure(await send({ caption: '바다' }), 404, 'ERR_NOT_FOUND');
    expect((await send({ caption: '바다' })).headers.get('x-idempotent-replayed')).toBe('true');
    expectFailure(await send({ caption: '산' }), 422, 'ERR_IDEMPOTENCY_KEY_MISMATCH');
  },
);

it.runIf(bySpecification)('a list is another form than an object with its places for names', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const templateUid = await templateOf(sandbox, '내지_gallery');
  const send = (photos: unknown) =>
    sandbox.call('POST', '/books/bk_000000000000/contents', {
      form: entryForm({ templateUid, parameters: { photos } }),
      headers,
    });
  expectFailure(await send(['a.jpg']), 404, 'ERR_NOT_FOUND');
  expectFailure(await send({ 0: 'a.jpg' }), 422, 'ERR_IDEMPOTENCY_KEY_MISMATCH');
});
