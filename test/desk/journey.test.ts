import { createHash } from 'node:crypto';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Desk } from '../../src-main/desk/desk.ts';
import { shippedSpecs as specs } from '../fixtures/catalogue.ts';
import { sampleBooks, type SampleBook } from '../fixtures/pdf/sample-books.ts';
import { importFolder, openBench, orderAll, until, uploadAll, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { EACH_ON_ITS_OWN, linesOf } from '../fixtures/order-plan.ts';

let bench: Bench;
let desk: Desk;
let samples: readonly SampleBook[];

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 1_000_000 });
  await cp(SAMPLES, join(bench.dir, 'samples'), { recursive: true });
  samples = sampleBooks(specs);
  desk = await bench.openDesk('journey');
});
afterAll(() => bench.close());

const REST_LIMIT_MS = 400_000;

/** A look at how a book prints that is still under way becomes a row of its own in its time, restart or not. */
async function atRest(): Promise<void> {
  await until(
    async () => {
      const { rows } = await desk.handlers['library.changes']({ since: null });
      return Promise.all(rows.map(({ bookId }) => desk.handlers['library.book']({ bookId })));
    },
    (books) => books.every((book) => book?.isCheckingDeeper === false),
    // It gives way to whatever else the machine does.
    REST_LIMIT_MS,
  );
}

describe('a folder of photo books becomes orders', () => {
  it('pairs and checks all of them without any service', async () => {
    const report = await importFolder(desk, join(bench.dir, 'samples'));
    expect(report).toMatchObject({ state: 'done', pdfsFound: 20, paired: 10, alone: 0, conflicts: [], updated: 0 });
    const rows = (await desk.handlers['library.changes']({ since: null })).rows;
    const found = Object.fromEntries(
      rows.map((row) => [
        row.title,
        { verdict: row.verdict, specUid: row.specUid, pages: row.pageCount, stage: row.stage },
      ]),
    );
    expect(found).toEqual(
      Object.fromEntries(
        samples.map((book) => [
          book.name,
          {
            verdict: book.expectedVerdict,
            specUid: book.specUid,
            pages: book.pages,
            stage: book.expectedVerdict === 'accepted' ? 'ready' : 'blocked',
          },
        ]),
      ),
    );
  });

  it('says why a faulty book is held, and that nothing can be sent without a service', async () => {
    const rows = (await desk.handlers['library.changes']({ since: null })).rows;
    for (const row of rows.filter(({ verdict }) => verdict === 'refused')) {
      expect(row.headline?.key).toMatch(/^findings\./);
      const book = await desk.handlers['library.book']({ bookId: row.bookId });
      expect(book?.groups.some((group) => group.findings[0]?.severity === 'block')).toBe(true);
      expect(book?.actions.upload).toEqual({ allowed: false, reason: { key: 'desk.why.noConnection' } });
    }
  });

  it('sees the same folder again as the same books', async () => {
    const report = await importFolder(desk, join(bench.dir, 'samples'));
    expect(report).toMatchObject({ paired: 10, updated: 10 });
    expect((await desk.handlers['library.changes']({ since: null })).rows).toHaveLength(10);
  });

  it('connects to the service that said hello', async () => {
    expect(await desk.connectBuiltIn(bench.service.hello)).toBe('connected');
    expect(desk.statusSnapshot().connection).toMatchObject({
      environment: 'sandbox',
      active: true,
      keyState: 'sessionOnly',
    });
    expect(await desk.handlers['connections.list']({})).toHaveLength(2);
    expect((await desk.handlers['specs.list']({})).length).toBe(specs.length);
  });

  it('uploads the good ones and holds the faulty ones', async () => {
    const queue = await uploadAll(desk);
    expect(queue).toMatchObject({ state: 'idle', done: 8, total: 8, failed: 0 });
    const rows = (await desk.handlers['library.changes']({ since: null })).rows;
    expect(rows.filter((row) => row.stage === 'uploaded' && row.bookUid !== null)).toHaveLength(8);
    expect(rows.filter((row) => row.stage === 'blocked')).toHaveLength(2);
    const [job] = (await desk.handlers['queue.changes']({ since: null })).rows;
    expect(job).toMatchObject({ state: { status: 'done' }, sentBytes: job?.totalBytes });
  });

  it('orders each book once, for exactly the reviewed sum', async () => {
    const { review, run } = await orderAll(desk);
    expect(linesOf(review)).toHaveLength(8);
    expect(review).toMatchObject({
      shippingFee: 8 * 3000,
      shortBy: 0,
      fit: { orders: 8, books: 8 },
      warnings: [],
      orderedRecently: [],
    });
    expect(run.rows.every((row) => row.state === 'ordered')).toBe(true);
    const credit = await desk.handlers['credit.view']({ limit: 100, offset: 0 });
    expect(credit?.balance.totalCreditAmount).toBe(review.creditAfter);
    expect(await desk.handlers['credit.reconciliation']({})).toMatchObject({
      orders: 8,
      charged: review.charge,
      recorded: review.charge,
      agrees: true,
    });
    expect((await bench.printHouse<unknown[]>('GET', '/orders')).length).toBe(8);
  });

  it('tells of a second order of the same book within a day', async () => {
    const [row] = (await desk.handlers['library.changes']({ since: null })).rows.filter(
      ({ stage }) => stage === 'ordered',
    );
    const again = await desk.handlers['orders.review']({ ...EACH_ON_ITS_OWN, bookIds: [row?.bookId ?? ''] });
    expect(again.ok && again.review.orderedRecently.map((book) => book.bookId)).toEqual([row?.bookId]);
  });

  it('cancels what may still be cancelled, and the book may be ordered again', async () => {
    const { rows } = await desk.handlers['orders.changes']({ since: null });
    expect(rows).toHaveLength(8);
    expect(
      rows.every((row) => row.orderStatus === 'PDF_READY' && !row.changedSinceSeen && row.actions.cancel.allowed),
    ).toBe(true);
    const [order] = rows;
    const [cancelled] = await desk.handlers['orders.cancel']({
      orderUids: [order?.orderUid ?? ''],
      reason: '고객 변심',
    });
    expect(cancelled).toMatchObject({ ok: true, refund: order?.paidCreditAmount });
    const [again] = await desk.handlers['orders.cancel']({ orderUids: [order?.orderUid ?? ''], reason: '고객 변심' });
    expect(again).toMatchObject({ ok: false, problem: { key: 'errors.SERVICE_REFUSED' } });
    expect(
      (await desk.handlers['library.changes']({ since: null })).rows.filter(({ stage }) => stage === 'uploaded'),
    ).toHaveLength(1);
  });

  it('knows nothing of the sandbox in Live, where the same book goes through production', async () => {
    const live = (await desk.handlers['connections.list']({})).find((one) => one.environment === 'live');
    await desk.handlers['connections.activate']({ connectionId: live?.connectionId ?? '' });
    expect((await desk.handlers['orders.changes']({ since: null })).rows).toEqual([]);
    const [book] = (await desk.handlers['library.changes']({ since: null })).rows.filter(
      ({ stage }) => stage === 'ready',
    );
    expect(book?.bookUid).toBeNull();
    expect(await desk.handlers['credit.charge']({ amount: 1000 })).toMatchObject({
      ok: false,
      problem: { key: 'errors.CREDIT_SANDBOX_ONLY' },
    });

    await desk.handlers['queue.upload']({ bookIds: [book?.bookId ?? ''], print: HOWEVER_IT_PRINTS });
    await until(
      () => desk.statusSnapshot().queue,
      ({ state }) => state === 'idle',
    );
    const short = await orderAll(desk);
    expect(short.review).toMatchObject({ fit: { orders: 0, books: 0 }, creditNow: 0, shortBy: short.review.charge });
    expect(short.run.rows).toMatchObject([
      { state: 'held', problem: { key: 'errors.CREDIT_SHORT', params: { balance: 0 } } },
    ]);
    const open = () => desk.handlers['orders.openRuns']({});
    expect(await open()).toMatchObject([{ orders: 1, underWay: 0, ordered: 0, held: 1, needsYou: 0 }]);

    const { accountUid } = bench.service.hello.keys?.business ?? { accountUid: '' };
    await bench.printHouse('POST', '/credits', { accountUid, environment: 'live', amount: 100_000 });
    const { run, review } = await orderAll(desk);
    expect(run.rows).toMatchObject([{ state: 'ordered' }]);
    expect(await open(), 'what was held is in the run that placed it').toEqual([]);
    const orderUid = run.rows[0]?.orderUid ?? '';
    const sent = (await desk.handlers['activity.list']({}))
      .filter((entry) => entry.path === '/orders' && entry.method === 'POST')
      .slice(0, 2);
    const keys = sent.map((entry) => /Idempotency-Key: ([^']+)/.exec(entry.curl)?.[1]);
    expect(keys[0], 'the held order went on with its own key').toBe(keys[1]);

    for (let step = 0; step < 4; step++)
      await bench.printHouse('POST', `/orders/${orderUid}/advance`, {
        trackingNumber: '1234567890',
        trackingCarrier: 'CJ',
      });
    await desk.handlers['orders.refresh']({});
    expect((await desk.handlers['orders.changes']({ since: null })).rows).toMatchObject([
      {
        orderStatus: 'SHIPPED',
        changedSinceSeen: true,
        trackingNumber: '1234567890',
        actions: { cancel: { allowed: false } },
      },
    ]);
    expect(desk.statusSnapshot().orders.changedSinceSeen).toBe(1);
    await desk.handlers['orders.markSeen']({});
    expect(desk.statusSnapshot().orders.changedSinceSeen).toBe(0);
    const detail = await desk.handlers['orders.detail']({ orderUid });
    const [line] = review.orders[0]?.lines ?? [];
    expect(detail?.receipt).toMatchObject({
      estimated: review.charge,
      charged: detail?.order.paidCreditAmount,
      books: [
        {
          title: book?.title,
          charged: { unitPrice: line?.unitPrice, amount: line?.itemAmount },
          spec: {
            ...{ specUid: book?.specUid, name: line?.specName, pageCount: book?.pageCount },
            estimated: { unitPrice: line?.unitPrice, amount: line?.itemAmount },
          },
          files: [{ kind: 'cover' }, { kind: 'contents' }],
        },
      ],
    });
    const receipt = Buffer.from(await desk.orderReceipts([orderUid], 'csv', 'ko')).toString();
    expect(receipt.startsWith('\uFEFForderUid,')).toBe(true);
    expect(receipt).toContain(
      [
        ...['', book?.specUid, line?.specName, detail?.receipt.books[0]?.spec?.version, book?.pageCount],
        ...[line?.itemAmount, line?.itemAmount, review.charge, review.charge, ''],
      ].join(','),
    );
    expect(detail?.receipt.books[0]?.spec?.version).toMatch(/^[0-9a-f]{12}$/);
    // Of the bytes that the service has, and prints.
    for (const [at, kind] of ['cover', 'contents'].entries()) {
      const { liveUrl, keys } = bench.service.hello;
      const stored = await fetch(`${liveUrl}/books/${detail?.order.items[0]?.bookUid}/pdf-${kind}`, {
        headers: { authorization: `Bearer ${keys?.business.live}` },
      });
      const sha256 = createHash('sha256')
        .update(Buffer.from(await stored.arrayBuffer()))
        .digest('hex');
      expect(detail?.receipt.books[0]?.files[at]).toMatchObject({ kind, sha256 });
      expect(receipt).toContain(sha256);
    }
    await expect(desk.orderReceipts(['or_of_nobody'], 'csv', 'ko')).rejects.toMatchObject({ code: 'RECEIPT_NONE' });
    const statuses = detail?.timeline.filter(({ text }) => text.key.startsWith('orders.status.')) ?? [];
    // A look at the right moment sees it in between as well.
    expect(statuses.filter(({ source }) => source === 'service').map(({ text }) => text.key)).toEqual([
      'orders.status.PDF_READY',
      'orders.status.SHIPPED',
    ]);
    const csv = Buffer.from(await desk.ordersTable([orderUid], 'csv', 'en')).toString();
    expect(csv.startsWith('\uFEFForderUid,')).toBe(true);
    expect(csv).toContain('1234567890');
  });

  it('has every request in the activity list, without a key', async () => {
    const activity = await desk.handlers['activity.list']({});
    expect(activity.filter((entry) => entry.method === 'POST' && entry.path === '/orders')).toHaveLength(10);
    expect(JSON.stringify(activity)).not.toMatch(/SB[0-9A-Za-z]{10}\./);
    expect(JSON.stringify(activity)).not.toContain('홍길동');
  });

  it(
    'is the same desk after a restart',
    async () => {
      await atRest();
      const before = {
        rows: (await desk.handlers['library.changes']({ since: null })).rows,
        orders: (await desk.handlers['orders.changes']({ since: null })).rows,
      };
      await desk.close();
      desk = await bench.openDesk('journey');
      expect(await desk.connectBuiltIn({ ...bench.service.hello, keys: null })).toBe('connected');
      await until(
        () => desk.statusSnapshot().orders.checkedAtMs,
        (at) => at !== null,
      );
      expect((await desk.handlers['library.changes']({ since: null })).rows).toEqual(before.rows);
      expect((await desk.handlers['orders.changes']({ since: null })).rows).toEqual(before.orders);
    },
    REST_LIMIT_MS + 60_000,
  );

  it('says where a sent book is, and no longer what was let pass with it', async () => {
    const twins = join(bench.dir, 'twins');
    for (const kind of ['cover', 'contents'])
      await cp(join(SAMPLES, `Nordic summer_${kind}.pdf`), join(twins, `Twin_${kind}.pdf`));
    await importFolder(desk, twins);
    const twin = async () =>
      (await desk.handlers['library.changes']({ since: null })).rows.find(({ title }) => title === 'Twin');
    const ready = await until(twin, (row) => row?.verdict === 'warning');
    expect(ready).toMatchObject({ stage: 'ready', headline: { key: 'findings.order.orderedBefore.title' } });
    await uploadAll(desk);
    expect(await twin()).toMatchObject({ stage: 'uploaded', verdict: 'warning', headline: null });
  });
});
