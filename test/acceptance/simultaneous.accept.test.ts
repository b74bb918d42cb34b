import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coveredBook, postContents, postCover, templateBook, templateOf } from './composing.ts';
import {
  balanceOf,
  cancel,
  expectFailure,
  finalize,
  finalizedBook,
  fundLive,
  order,
  placedOrder,
  RENDERED_WITHIN_MS,
  setSandboxCredit,
} from './journeys.ts';
import { LookedInto } from './looked-into.ts';
import { jpegOf, photoBook, sendPhoto } from './photographs.ts';
import { Receiver, until } from './receiver.ts';
import { startReplicas, type ReplicatedService } from './replicas.ts';
import type { Host } from './service.ts';

/**
 * Two things at the same time, in the one order that decides: the first is a transaction of the test on the service's own
 * database, which is under way when the second is asked for, and ends only when that one waits for it.
 */
const LAYFLAT = 'SQUAREBOOK_LAYFLAT_HC';
/** A small book takes about a second, on a busy computer longer. */
/** Longer than the end of an attempt takes to be written. */
const QUIET_MS = 500;

let service: ReplicatedService;
let sandbox: Host;
let live: Host;
let database: LookedInto;

beforeAll(async () => {
  service = await startReplicas({ credit: 1_000_000, localAddresses: true }, 1);
  ({ sandbox, live } = service);
  await fundLive(service, 10_000_000);
  database = await LookedInto.open(service);
}, 120_000);
afterAll(async () => {
  await database.close();
  await service.dispose();
});

const holdRenderings = async (held: boolean) =>
  expect((await service.printHouse('POST', '/renderings/hold', { held })).status).toBe(200);
const pdfStateOf = async (host: Host, bookUid: string) => (await host.post(`/books/${bookUid}/pdf-result`)).body.data;

/** Its rendering waits for as long as renderings are held. */
async function unrendered(host: Host): Promise<string> {
  await holdRenderings(true);
  const bookUid = await templateBook(host, 16, LAYFLAT);
  expect((await finalize(host, bookUid)).status).toBe(201);
  return bookUid;
}

const statuses = async (host: Host, orderUid: string) => {
  const { orderStatus, items } = (await host.get(`/orders/${orderUid}`)).body.data;
  return [orderStatus, ...items.map((item: { itemStatus: string }) => item.itemStatus)];
};

describe('while another call is under way', () => {
  it('an order is charged to what that one leaves of the balance', async () => {
    const bookUid = await finalizedBook(sandbox);
    const { accountUid } = service.keys.business;
    const answer = await database.afterIts(
      "UPDATE credit_accounts SET balance_minor = 100 WHERE account_uid = $1 AND environment = 'sandbox'",
      [accountUid],
      () => order(sandbox, [{ bookUid, quantity: 1 }]),
    );
    expectFailure(answer, 402, 'ERR_INSUFFICIENT_CREDIT');
    expect(await balanceOf(sandbox)).toBe(1);
    await setSandboxCredit(sandbox, 1_000_000);
  });

  it('a photo is not deleted from the book that it finalizes', async () => {
    const bookUid = await photoBook(sandbox);
    const { fileName } = (await sendPhoto(sandbox, bookUid, await jpegOf(1))).body.data;
    const answer = await database.afterIts('UPDATE books SET status = 2 WHERE book_uid = $1', [bookUid], () =>
      sandbox.delete(`/books/${bookUid}/photos/${fileName}`),
    );
    expectFailure(answer, 409, 'ERR_CONFLICT');
  });

  it.each(['cover', 'contents'] as const)('the %s of a book is not made with a photo that it deletes', async (part) => {
    const bookUid = part === 'cover' ? await photoBook(sandbox) : await coveredBook(sandbox);
    const { fileName } = (await sendPhoto(sandbox, bookUid, await jpegOf(2))).body.data;
    const entry =
      part === 'cover'
        ? { templateUid: await templateOf(sandbox, '표지'), parameters: { title: '여름', coverPhoto: fileName } }
        : { templateUid: await templateOf(sandbox, '내지_gallery'), parameters: { photos: [fileName] } };
    const post = part === 'cover' ? postCover : postContents;
    const answer = await database.afterIts(
      'WITH gone AS (DELETE FROM photos WHERE book_uid = $1) SELECT 1 FROM books WHERE book_uid = $1 FOR UPDATE',
      [bookUid],
      () => post(sandbox, bookUid, entry),
    );
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect((await post(sandbox, bookUid, entry)).status).toBe(400);
  });

  it('the address of an order is not changed whose production it starts', async () => {
    const { orderUid } = await placedOrder(sandbox, await finalizedBook(sandbox));
    const answer = await database.afterIts(
      "UPDATE orders SET status = 'IN_PRODUCTION' WHERE order_uid = $1",
      [orderUid],
      () => sandbox.patch(`/orders/${orderUid}/shipping`, { recipientName: '이둘' }),
    );
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
  });

  it('an order is not cancelled by its status that it confirms', async () => {
    const { orderUid } = await placedOrder(sandbox, await finalizedBook(sandbox));
    const before = await balanceOf(sandbox);
    const answer = await database.afterIts(
      "UPDATE orders SET status = 'CONFIRMED' WHERE order_uid = $1",
      [orderUid],
      () => sandbox.patch(`/orders/${orderUid}/status`, { orderStatus: 'CANCELLED_REFUND', cancelReason: '변심' }),
    );
    expectFailure(answer, 400, 'ERR_ORDER_TRANSITION_INVALID');
    expect(await balanceOf(sandbox)).toBe(before);
  });

  it('a failed rendering is asked for once, also when both ask', async () => {
    await holdRenderings(true);
    const bookUid = await unrendered(sandbox);
    await database.rows('UPDATE books SET pdf_status = 9 WHERE book_uid = $1', [bookUid]);
    const jobs = async () => (await database.rows('SELECT 1 FROM render_jobs WHERE book_uid = $1', [bookUid])).length;
    const before = await jobs();
    const answer = await database.afterIts('UPDATE books SET pdf_status = 1 WHERE book_uid = $1', [bookUid], () =>
      sandbox.patch(`/books/${bookUid}/pdf-status`, { pdfStatus: 1 }),
    );
    expect([answer.status, answer.body.data.pdfStatus, await jobs()]).toEqual([200, 1, before]);
  });
});

describe('while a book comes out of its rendering', () => {
  const RENDERED = 'UPDATE books SET pdf_status = 2 WHERE book_uid = $1';

  it('an order of it that is placed becomes PDF_READY', async () => {
    const bookUid = await unrendered(live);
    const { orderUid } = await database.afterIts(RENDERED, [bookUid], () => placedOrder(live, bookUid));
    expect(await statuses(live, orderUid)).toEqual(['PDF_READY', 'PDF_READY']);
  });

  it('an order of it that is restored becomes PDF_READY', async () => {
    const bookUid = await unrendered(live);
    const { orderUid } = await placedOrder(live, bookUid);
    expect((await cancel(live, orderUid)).status).toBe(200);
    await database.afterIts(RENDERED, [bookUid], () => service.printHouse('POST', `/orders/${orderUid}/restore`));
    expect(await statuses(live, orderUid)).toEqual(['PDF_READY', 'PDF_READY']);
  });

  it('an order that another call cancels stays cancelled, with its items as they are; the orders of a book are held in one order', async () => {
    const bookUid = await unrendered(live);
    const placed = [await placedOrder(live, bookUid), await placedOrder(live, bookUid)].map(({ orderUid }) => orderUid);
    const [lower, higher] = placed.toSorted() as [string, string];
    await database.underWay("UPDATE orders SET status = 'CANCELLED' WHERE order_uid = $1", [lower], async (commit) => {
      await holdRenderings(false);
      await database.somebodyWaits('the rendering', RENDERED_WITHIN_MS);
      expect(await database.isFree('orders', 'order_uid', higher)).toBe(true);
      await commit();
    });
    await until(async () => (await pdfStateOf(live, bookUid)).pdfStatus === 2, 'the rendering', RENDERED_WITHIN_MS);
    expect(await statuses(live, lower)).toEqual(['CANCELLED', 'PAID']);
    expect(await statuses(live, higher)).toEqual(['PDF_READY', 'PDF_READY']);
  });

  it('the books of an order are held in one order, whoever else holds several', async () => {
    const books = [await unrendered(live), await unrendered(live)];
    const [lower, higher] = books.toSorted() as [string, string];
    await database.underWay('SELECT 1 FROM books WHERE book_uid = $1 FOR NO KEY UPDATE', [lower], async (commit) => {
      const placed = order(
        live,
        books.map((bookUid) => ({ bookUid, quantity: 1 })),
      );
      await database.somebodyWaits('the order');
      expect(await database.isFree('books', 'book_uid', higher)).toBe(true);
      await commit();
      expect((await placed).status).toBe(201);
    });
  });

  it.each([
    ['Live order of a book that is rendered', () => live, finalizedBook],
    ['Sandbox order of one that is not', () => sandbox, unrendered],
  ])('a %s waits for nobody', async (_, host, bookOf) => {
    const bookUid = await bookOf(host());
    await database.underWay('SELECT 1 FROM books WHERE book_uid = $1 FOR NO KEY UPDATE', [bookUid], async () => {
      await placedOrder(host(), bookUid);
    });
  });
});

describe('while an attempt to deliver an event is under way', () => {
  /** An event's delivery whose receiver answers with `status` when `during` is over; where the delivery stands then. */
  async function delivered(status: number, during: (deliveryUid: string, answer: () => void) => Promise<void>) {
    const receiver = await Receiver.start();
    try {
      const answers: (() => void)[] = [];
      receiver.behaviour = (response) => void answers.push(() => void response.writeHead(status).end());
      expect((await sandbox.put('/webhooks/config', { webhookUrl: receiver.url })).status).toBe(200);
      await placedOrder(sandbox, await finalizedBook(sandbox));
      const [call] = await receiver.waitFor('order.created');
      const deliveryUid = String(call?.headers['x-webhook-delivery']);
      await during(deliveryUid, () => answers[0]?.());
      return deliveryUid;
    } finally {
      await sandbox.delete('/webhooks/config');
      await receiver.dispose();
    }
  }
  const listed = async (deliveryUid: string) =>
    (await sandbox.get('/webhooks/deliveries?limit=100')).body.data.find(
      (one: { deliveryUid: string }) => one.deliveryUid === deliveryUid,
    );

  it('the webhook is waited for first, then the delivery: a deactivation holds them in this order too', async () => {
    await delivered(200, async (deliveryUid, answer) => {
      await database.underWay(
        'SELECT 1 FROM webhook_configs WHERE account_uid = $1 FOR UPDATE',
        [service.keys.business.accountUid],
        async (commit) => {
          answer();
          await database.somebodyWaits('the end of the attempt');
          expect(await database.isFree('webhook_deliveries', 'delivery_uid', deliveryUid)).toBe(true);
          await commit();
        },
      );
      await until(async () => (await listed(deliveryUid)).status === 'SUCCESS', 'the delivery');
    });
  });

  it.each([
    ['first', 0],
    ['last', 3],
  ])('a delivery that is given up meanwhile is not tried again, at its %s attempt', async (_, attemptsBefore) => {
    await delivered(500, async (deliveryUid, answer) => {
      await database.underWay(
        "UPDATE webhook_deliveries SET status = 'FAILED', next_attempt_at = NULL, attempt_count = $2 WHERE delivery_uid = $1",
        [deliveryUid, attemptsBefore],
        async (commit) => {
          answer();
          await database.somebodyWaits('the end of the attempt');
          await commit();
        },
      );
      await until(
        async () => (await listed(deliveryUid)).attemptCount === attemptsBefore + 1,
        'the end of the attempt',
      );
      expect(await listed(deliveryUid)).toMatchObject({ status: 'FAILED', nextAttemptAt: null });
    });
  });

  it.each(['before it ends', 'as it ends'])(
    'one that another process has taken over is left to that: %s',
    async (when) => {
      const TAKE = "UPDATE webhook_deliveries SET leased_by = 'another' WHERE delivery_uid = $1";
      const logged = service.replicas[0]?.process().log().length ?? 0;
      await delivered(200, async (deliveryUid, answer) => {
        if (when === 'before it ends') {
          await database.rows(TAKE, [deliveryUid]);
          answer();
        } else
          await database.underWay(TAKE, [deliveryUid], async (commit) => {
            answer();
            await database.somebodyWaits('the end of the attempt');
            await commit();
          });
        await delay(QUIET_MS);
        expect(await listed(deliveryUid)).toMatchObject({ status: 'PENDING', attemptCount: 0, deliveredAt: null });
      });
      expect(service.replicas[0]?.process().log().slice(logged)).not.toContain('"level":50');
    },
  );
});
