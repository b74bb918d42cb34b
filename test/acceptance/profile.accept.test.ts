import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postContents, putCover, templateOf } from './composing.ts';
import {
  advance,
  balanceOf,
  cancel,
  expectFailure,
  finalize,
  finalizedBook,
  fundLive,
  HC_CONTENTS_24,
  ledgerSum,
  newBook,
  order,
  placedOrder,
  setSandboxCredit,
  upload,
} from './journeys.ts';
import { pdf } from './pdf.ts';
import { startService, type Host, type Service } from './service.ts';

/** Each switch of the contract table, under the profile that follows the public service; the other suites hold the other column. */

let service: Service;
let sandbox: Host;
let live: Host;
beforeAll(async () => {
  service = await startService({ contract: 'public-2026-09', credit: 100_000_000 });
  ({ sandbox, live } = service);
});
afterAll(() => service.dispose());

const estimate = async (items: unknown) => (await sandbox.post('/orders/estimate', { items })).body.data;

it('says which contract it keeps', () => {
  expect(service.hello.contract).toBe('public-2026-09');
});

describe('price and charge', () => {
  it('count a page step, not a page', async () => {
    const bookUid = await finalizedBook(sandbox, { pageCount: 40 });
    expect((await estimate([{ bookUid, quantity: 1 }])).items[0].unitPrice).toBe(12_600 + 8 * 280);
  });

  it('are those recorded for a square hard cover of 24 pages', async () => {
    const bookUid = await finalizedBook(sandbox);
    const before = await balanceOf(sandbox);
    expect(await estimate([{ bookUid, quantity: 1 }])).toMatchObject({
      productAmount: 12_600,
      shippingFee: 2_727,
      packagingFee: 0,
      totalAmount: 15_327,
      paidCreditAmount: 16_850,
    });
    const placed = await placedOrder(sandbox, bookUid);
    expect(placed).toMatchObject({
      totalProductAmount: 12_600,
      totalShippingFee: 2_727,
      totalPackagingFee: 0,
      totalAmount: 15_327,
      paidCreditAmount: 16_850,
      creditBalanceAfter: before - 16_850,
    });
  });

  it('charge down to ten, with one shipping fee for eight copies', async () => {
    const bookUid = await finalizedBook(sandbox);
    expect(await estimate([{ bookUid, quantity: 8 }])).toMatchObject({
      totalAmount: 103_527,
      paidCreditAmount: 113_870,
    });
  });

  it('give back to the last won', async () => {
    const bookUid = await finalizedBook(sandbox);
    const other = await finalizedBook(sandbox, { pageCount: 26 });
    const before = await balanceOf(sandbox);
    const { data } = (
      await order(sandbox, [
        { bookUid, quantity: 1 },
        { bookUid: other, quantity: 3 },
      ])
    ).body;
    const partly = await sandbox.post(`/orders/${data.orderUid}/items/${data.items[0].itemUid}/cancel`, {
      cancelReason: 'x',
    });
    expect(partly.body.data.refundAmount).toBe(
      data.paidCreditAmount - (await estimate([{ bookUid: other, quantity: 3 }])).paidCreditAmount,
    );
    expect((await cancel(sandbox, data.orderUid)).body.data.refundAmount).toBe(data.paidCreditAmount);
    expect(await balanceOf(sandbox)).toBe(before);
    expect(await ledgerSum(sandbox)).toBe(before);
  });
});

describe('book specs', () => {
  it('have neither pdfSize nor pdfToleranceMm: calculated-size tells', async () => {
    for (const spec of (await sandbox.get('/book-specs')).body.data) {
      expect(Object.keys(spec)).not.toContain('pdfSize');
      expect(Object.keys(spec)).not.toContain('pdfToleranceMm');
    }
    expect(Object.keys((await sandbox.get('/book-specs/SQUAREBOOK_HC')).body.data)).not.toContain('pdfSize');
    const size = (await sandbox.get('/book-specs/SQUAREBOOK_HC/calculated-size?pages=24')).body.data;
    expect(size).toMatchObject({ coverWidthMm: 544, coverHeightMm: 288, pdfToleranceMm: 1 });
  });
});

describe('a hard cover', () => {
  it.each([
    [543, 288, 201],
    [545, 289, 201],
    [542.9, 288, 400],
    [545.1, 288, 400],
    [544, 286.9, 400],
  ])('of %d × %d mm is taken within ±1 mm both ways: %i', async (widthMm, heightMm, status) => {
    const bookUid = await newBook(sandbox);
    expect((await upload(sandbox, bookUid, 'cover', pdf(1, widthMm, heightMm))).status).toBe(status);
  });
});

describe('failure messages', () => {
  it('are "PDF 검증 실패" for a refused PDF, with the recorded lines', async () => {
    const bookUid = await newBook(sandbox);
    const answer = await upload(sandbox, bookUid, 'cover', HC_CONTENTS_24);
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.message).toBe('PDF 검증 실패');
    expect(answer.body.errors).toHaveLength(3);
    expect(answer.body.errors[0]).toMatch(/1p.*24p/);
    expect(answer.body.errors[1]).toContain('실제: 249.0mm, 허용: 544.0mm (+/-1mm)');
    expect(answer.body.errors[2]).toContain('실제: 254.0mm, 허용: 288.0mm (+/-1mm)');
    expect([answer.body.data, answer.body.fieldErrors]).toEqual([null, []]);
  });

  it('are "Insufficient Credit" for 402', async () => {
    const bookUid = await finalizedBook(sandbox);
    const credit = await balanceOf(sandbox);
    await setSandboxCredit(sandbox, 99_000);
    const answer = await order(sandbox, [{ bookUid, quantity: 8 }]);
    await setSandboxCredit(sandbox, credit);
    expectFailure(answer, 402, 'ERR_INSUFFICIENT_CREDIT');
    expect([answer.body.message, answer.body.data]).toEqual([
      'Insufficient Credit',
      { required: 113_870, balance: 99_000, currency: 'KRW' },
    ]);
  });

  it('are the HTTP label elsewhere', async () => {
    const answer = await sandbox.post('/books', { title: '' });
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.message).toBe('Bad Request');
  });
});

describe('DELETE /books/{bookUid}', () => {
  it('answers status 9', async () => {
    const bookUid = await newBook(sandbox);
    expect((await sandbox.delete(`/books/${bookUid}`)).body.data).toEqual({ bookUid, status: 9 });
  });
});

describe('idempotency keeps no 4xx', () => {
  it.each([
    ['a disallowed creationType', { creationType: 'SCROLL' }],
    ['an unknown bookSpecUid', { bookSpecUid: 'NOPE' }],
    ['an unknown specProfileUid', { specProfileUid: 'sp_none' }],
    ['a PDF type without pageCount', { pageCount: undefined }],
  ])('not %s: the corrected body may use the key', async (_, change) => {
    const headers = { 'idempotency-key': randomUUID() };
    const body = { title: 'once', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24 };
    expect((await sandbox.post('/books', { ...body, ...change }, { headers })).status).toBe(400);
    expect((await sandbox.post('/books', body, { headers })).status).toBe(201);
  });

  it('not a refused order: once the book is finalized the same request goes through', async () => {
    const bookUid = await newBook(sandbox);
    const key = randomUUID();
    expectFailure(await order(sandbox, [{ bookUid, quantity: 1 }], key), 400, 'ERR_VALIDATION_FAILED');
    await upload(sandbox, bookUid, 'cover', pdf(1, 544, 288));
    await upload(sandbox, bookUid, 'contents', HC_CONTENTS_24);
    await finalize(sandbox, bookUid);
    const placed = await order(sandbox, [{ bookUid, quantity: 1 }], key);
    expect([
      placed.status,
      placed.headers.get('x-idempotent-replayed'),
      placed.headers.get('x-idempotent-key'),
    ]).toEqual([201, null, key]);
    expect((await order(sandbox, [{ bookUid, quantity: 1 }], key)).headers.get('x-idempotent-replayed')).toBe('true');
  });

  it('not refused contents: the corrected form may use the key, also once there is a cover', async () => {
    const bookUid = await newBook(sandbox, { creationType: 'TEMPLATE' });
    const headers = { 'idempotency-key': randomUUID() };
    const entry = { templateUid: await templateOf(sandbox, '빈내지') };
    expectFailure(await postContents(sandbox, bookUid, entry, '', headers), 400, 'ERR_VALIDATION_FAILED');
    await putCover(sandbox, bookUid);
    expectFailure(
      await postContents(sandbox, bookUid, { templateUid: 'AAAAAAAAAAAA' }, '', headers),
      404,
      'ERR_NOT_FOUND',
    );
    const added = await postContents(sandbox, bookUid, entry, '', headers);
    const again = await postContents(sandbox, bookUid, entry, '', headers);
    expect([
      added.status,
      added.headers.get('x-idempotent-replayed'),
      again.status,
      again.headers.get('x-idempotent-replayed'),
    ]).toEqual([201, null, 201, 'true']);
  });

  it('not a cancel that came too late', async () => {
    await fundLive(service, 16_850);
    const { orderUid } = await placedOrder(live, await finalizedBook(live));
    await advance(service, orderUid);
    const key = randomUUID();
    for (let sent = 0; sent < 2; sent += 1) {
      const answer = await cancel(live, orderUid, 'late', key);
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect([answer.headers.get('x-idempotent-key'), answer.headers.get('x-idempotent-replayed')]).toEqual([
        null,
        null,
      ]);
    }
  });
});

describe('POST /credits/sandbox/charge with a Live key', () => {
  it('credits the Sandbox balance and leaves the Live one', async () => {
    const [before, beforeLive] = [await balanceOf(sandbox), await balanceOf(live)];
    const answer = await live.post('/credits/sandbox/charge', { amount: 5_000 });
    expect([answer.status, answer.body.data.env, answer.body.data.balance]).toEqual([200, 'test', before + 5_000]);
    expect([await balanceOf(sandbox), await balanceOf(live)]).toEqual([before + 5_000, beforeLive]);
  });
});
