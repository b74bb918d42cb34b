import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { fileForm, pdf } from './pdf.ts';
import type { Answer, Host } from './service.ts';

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

export async function newBook(host: Host, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await host.post('/books', { title: '여름 여행', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24, ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.bookUid;
}

export const upload = (host: Host, bookUid: string, kind: 'cover' | 'contents', bytes: Uint8Array, method: 'POST' | 'PUT' = 'POST'): Promise<Answer> =>
  host.call(method, `/books/${bookUid}/pdf-${kind}`, { form: fileForm(bytes) });

export const finalize = (host: Host, bookUid: string, headers: Record<string, string> = {}): Promise<Answer> =>
  host.call('POST', `/books/${bookUid}/finalization`, { headers: { 'content-length': '0', ...headers } });

export async function finalizedBook(host: Host, more: Record<string, unknown> = {}): Promise<string> {
  const bookUid = await newBook(host, more);
  expect((await upload(host, bookUid, 'cover', HC_COVER)).status).toBe(201);
  expect((await upload(host, bookUid, 'contents', HC_CONTENTS_24)).status).toBe(201);
  expect((await finalize(host, bookUid)).status).toBe(201);
  return bookUid;
}

export const order = (host: Host, items: readonly { bookUid: string; quantity: number }[], key: string = randomUUID(), more: Record<string, unknown> = {}): Promise<Answer> =>
  host.post('/orders', { items, shipping: ADDRESS, ...more }, { headers: { 'idempotency-key': key } });

export async function placedOrder(host: Host, bookUid: string, quantity = 1) {
  const answer = await order(host, [{ bookUid, quantity }]);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data;
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
