import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { fileForm, pdf } from './pdf.ts';
import { bySpecification, type Answer, type Host, type Service } from './service.ts';

/** What every test stands on: books and orders made the way a partner makes them. */

export const HC_COVER = pdf(1, 544, 288);
export const HC_CONTENTS_24 = pdf(24, 249, 254);

export const ADDRESS = {
  recipientName: '김하나',
  recipientPhone: '010-1234-5678',
  postalCode: '04524',
  address1: '서울특별시 중구 세종대로 110',
  address2: '3층',
  memo: '문 앞에 놓아 주세요',
};

/** Per order, whatever is in it. */
export const SHIPPING_FEE = bySpecification ? 3_000 : 2_727;
/** With VAT, in whole numbers: the sums of these tests have no fractions, and the other contract rounds down to ten. */
export const charged = (total: number) => (bySpecification ? (total * 11) / 10 : Math.floor((total * 11) / 100) * 10);
/** What a page beyond 24 of the square hard cover costs. */
export const PER_PAGE = bySpecification ? 280 : 140;
/** One square hard cover of 24 pages: 12600, shipping, and VAT. */
export const ONE_BOOK = charged(12_600 + SHIPPING_FEE);

export async function newBook(host: Host, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await host.post('/books', {
    title: '여름 여행',
    bookSpecUid: 'SQUAREBOOK_HC',
    creationType: 'PDF_UPLOAD',
    pageCount: 24,
    ...more,
  });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.bookUid;
}

export const upload = (
  host: Host,
  bookUid: string,
  kind: 'cover' | 'contents',
  bytes: Uint8Array,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Answer> => host.call(method, `/books/${bookUid}/pdf-${kind}`, { form: fileForm(bytes) });

/**
 * Renderings give way to everything else (a thread of a lower priority): beside a busy ring of tests a book waits its turn for
 * minutes, and how long says nothing about it.
 */
export const RENDERED_WITHIN_MS = 240_000;

export const finalize = (host: Host, bookUid: string, headers: Record<string, string> = {}): Promise<Answer> =>
  host.call('POST', `/books/${bookUid}/finalization`, { headers: { 'content-length': '0', ...headers } });

/** A book of the square hard cover; up to 64 pages share one cover size. */
export async function finalizedBook(
  host: Host,
  more: { readonly pageCount?: number; readonly title?: string } = {},
): Promise<string> {
  const bookUid = await newBook(host, more);
  const contents = more.pageCount === undefined ? HC_CONTENTS_24 : pdf(more.pageCount, 249, 254);
  expect((await upload(host, bookUid, 'cover', HC_COVER)).status).toBe(201);
  expect((await upload(host, bookUid, 'contents', contents)).status).toBe(201);
  expect((await finalize(host, bookUid)).status).toBe(201);
  return bookUid;
}

export const order = (
  host: Host,
  items: readonly { bookUid: string; quantity: number }[],
  key: string = randomUUID(),
  more: Record<string, unknown> = {},
): Promise<Answer> =>
  host.post('/orders', { items, shipping: ADDRESS, ...more }, { headers: { 'idempotency-key': key } });

export async function placedOrder(host: Host, bookUid: string, quantity = 1) {
  const answer = await order(host, [{ bookUid, quantity }]);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
}

export const cancel = (
  host: Host,
  orderUid: string,
  cancelReason: unknown = '고객 변심',
  key: string = randomUUID(),
): Promise<Answer> =>
  host.post(`/orders/${orderUid}/cancel`, { cancelReason }, { headers: { 'idempotency-key': key } });

export const cancelItem = (
  host: Host,
  orderUid: string,
  itemUid: string,
  cancelReason: unknown = '한 권만 취소',
  key: string = randomUUID(),
): Promise<Answer> =>
  host.post(`/orders/${orderUid}/items/${itemUid}/cancel`, { cancelReason }, { headers: { 'idempotency-key': key } });

/** Live credit is paid for, which only the print house's side can stand in for. */
export async function fundLive(service: Service, amount: number): Promise<void> {
  const accountUid = service.keys.business.accountUid;
  expect((await service.printHouse('POST', '/credits', { accountUid, environment: 'live', amount })).status).toBe(200);
}

/** Takes an order so many steps through production, at the print house's side. */
export async function advance(service: Service, orderUid: string, steps = 1): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const answer = await service.printHouse('POST', `/orders/${orderUid}/advance`, {});
    expect(answer.status, answer.text).toBe(200);
  }
}

/** Gives an account exactly this much test credit. */
export async function setSandboxCredit(host: Host, amount: number): Promise<void> {
  const balance = await balanceOf(host);
  if (balance > 0) expect((await host.post('/credits/sandbox/deduct', { amount: balance })).status).toBe(200);
  if (amount > 0) expect((await host.post('/credits/sandbox/charge', { amount })).status).toBe(200);
}

export const balanceOf = async (host: Host): Promise<number> => (await host.get('/credits')).body.data.balance;

export async function ledgerSum(host: Host): Promise<number> {
  let sumMinor = 0;
  for (let offset = 0; ; offset += 100) {
    const page = (await host.get(`/credits/transactions?limit=100&offset=${offset}`)).body;
    for (const entry of page.data) sumMinor += (entry.direction === '+' ? 1 : -1) * Math.round(entry.amount * 100);
    if (!page.pagination.hasNext) return sumMinor / 100;
  }
}

/** A failure has exactly six fields, in this order (specification, "Failure shape"). */
export function expectFailure(answer: Answer, status: number, errorCode: string) {
  expect([answer.status, answer.body.errorCode], answer.text).toEqual([status, errorCode]);
  expect(Object.keys(answer.body)).toEqual(['success', 'message', 'data', 'errorCode', 'errors', 'fieldErrors']);
  expect(answer.body.success).toBe(false);
}

/** Until a call that reads and one that writes are answered well, after something was taken away and given back. */
export async function untilGood({ sandbox }: Service, limitMs: number): Promise<void> {
  const fromMs = performance.now();
  for (;;) {
    const read = await sandbox.get('/credits');
    const written = await sandbox.post('/books', {
      title: 'a',
      bookSpecUid: 'SQUAREBOOK_HC',
      creationType: 'PDF_UPLOAD',
      pageCount: 24,
    });
    if (read.status === 200 && written.status === 201) return;
    expect(performance.now() - fromMs, `${written.status} ${written.text}`).toBeLessThan(limitMs);
    await delay(20);
  }
}
