import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  addBlankPages,
  coveredBook,
  postContents,
  postCover,
  putCover,
  templateBook,
  templateOf,
} from './composing.ts';
import {
  ADDRESS,
  expectFailure,
  finalize,
  fundLive,
  HC_CONTENTS_24,
  newBook,
  order,
  placedOrder,
  RENDERED_WITHIN_MS,
  upload,
} from './journeys.ts';
import { grainy, slowBook } from './photographs.ts';
import { onReplicas, startService, type Answer, type Host, type Service } from './service.ts';

let service: Service;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rendering-'));
  service = await startService({ credit: 100_000_000 });
  await fundLive(service, 100_000_000);
});
afterAll(async () => {
  await service.dispose();
  await rm(folder, { recursive: true, force: true });
});

const printHouse = async (path: string, json: unknown) =>
  expect((await service.printHouse('POST', path, json)).status).toBe(200);
const hold = (held: boolean) => printHouse('/renderings/hold', { held });
const failNext = (times: number) => printHouse('/renderings/fail-next', { times });
afterEach(async () => {
  await hold(false);
  await failNext(0);
});

const listed = async (host: Host, bookUid: string) => (await host.get(`/books?bookUid=${bookUid}`)).body.data[0];

/** The book in the list, once its rendering has ended one way or the other. */
async function settled(host: Host, bookUid: string) {
  const until = performance.now() + RENDERED_WITHIN_MS;
  for (;;) {
    const book = await listed(host, bookUid);
    if (book.pdfStatus !== 1) return book;
    if (performance.now() > until) throw new Error(`the rendering of ${bookUid} did not end`);
    await delay(100);
  }
}

async function rendered(host: Host, bookUid: string) {
  expect((await finalize(host, bookUid)).status).toBe(201);
  const book = await settled(host, bookUid);
  expect(book.pdfStatus, JSON.stringify(await jobsOf(bookUid))).toBe(2);
  return book;
}

const jobsOf = async (
  bookUid: string,
): Promise<
  { status: string; attempts: number; interruptions: number; isUnderWay: boolean; failure: string | null }[]
> =>
  (await service.printHouse('GET', '/renderings')).body.data.filter(
    (job: { bookUid: string }) => job.bookUid === bookUid,
  );

const download = (host: Host, bookUid: string, kind: 'cover' | 'contents') => host.get(`/books/${bookUid}/pdf-${kind}`);

async function downloaded(host: Host, bookUid: string, kind: 'cover' | 'contents'): Promise<string> {
  const answer = await fetch(`${host.url}/books/${bookUid}/pdf-${kind}`, {
    headers: { authorization: `Bearer ${host.key}` },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const path = join(folder, `${bookUid}-${kind}.pdf`);
  await writeFile(path, new Uint8Array(await answer.arrayBuffer()));
  return path;
}

const run = promisify(execFile);
/** What programs that others made read in the file. */
const read = async (program: string, ...args: string[]) => (await run(program, args)).stdout;
const pageSizeMm = async (path: string) => {
  const [, width = '', height = ''] = /Page size:\s+([\d.]+) x ([\d.]+) pts/.exec(await read('pdfinfo', path)) ?? [];
  return [width, height].map((points) => Math.round((Number(points) * 25.4) / 72));
};
const pagesOf = async (path: string) => Number(/Pages:\s+(\d+)/.exec(await read('pdfinfo', path))?.[1]);

const orderStatus = async (host: Host, orderUid: string) => (await host.get(`/orders/${orderUid}`)).body.data;

describe('a TEMPLATE book', () => {
  it('is rendered after finalization: pdfStatus 1, then 2, and its PDFs are the book', async () => {
    const host = service.sandbox;
    const bookUid = await newBook(host, { creationType: 'TEMPLATE', title: '우리의 여름' });
    const [front, page] = [await grainy(1, 2400, 2400), await grainy(2, 3000, 3000)];
    const cover = await postCover(host, bookUid, {
      templateUid: await templateOf(host, '표지'),
      parameters: { title: '우리의 여름', subtitle: '2026', spineTitle: '우리의 여름' },
      files: [['coverPhoto', front]],
    });
    expect(cover.status, cover.text).toBe(201);
    const full = await postContents(host, bookUid, {
      templateUid: await templateOf(host, '내지_전면사진'),
      files: [['photo', page]],
    });
    expect(full.status, full.text).toBe(201);
    const story = '바다에 닿았을 때는 해가 높이 떠 있었다.';
    expect(
      (
        await postContents(host, bookUid, {
          templateUid: await templateOf(host, '내지_글'),
          parameters: { title: '바다', bodyText: story },
        })
      ).status,
    ).toBe(201);
    await addBlankPages(host, bookUid, 22);

    await hold(true);
    expect((await finalize(host, bookUid)).status).toBe(201);
    const pending = await listed(host, bookUid);
    expect(pending).toMatchObject({
      status: 'finalized',
      pdfStatus: 1,
      thumbnailStatus: 1,
      pdfCreatedAt: null,
      pdfRequestedAt: expect.any(String),
    });
    await hold(false);
    expect(await settled(host, bookUid)).toMatchObject({
      pdfStatus: 2,
      thumbnailStatus: 2,
      pdfCreatedAt: expect.any(String),
      pageCount: 24,
    });

    const [coverPath, contentsPath] = [
      await downloaded(host, bookUid, 'cover'),
      await downloaded(host, bookUid, 'contents'),
    ];
    expect([await pagesOf(coverPath), await pageSizeMm(coverPath)]).toEqual([1, [544, 288]]);
    expect([await pagesOf(contentsPath), await pageSizeMm(contentsPath)]).toEqual([24, [249, 254]]);
    for (const path of [coverPath, contentsPath]) await read('qpdf', '--check', path);
    expect((await read('pdftotext', coverPath, '-')).replaceAll(/\s/g, '')).toContain('우리의여름');
    expect((await read('pdftotext', contentsPath, '-')).replaceAll(/\s/g, '')).toContain(story.replaceAll(' ', ''));
    expect(await read('pdfimages', '-list', contentsPath)).toMatch(/1 +0 image +3000 +3000 +icc +3 +8 +jpeg/);

    for (const [part, pages] of [
      ['cover', 1],
      ['contents', 24],
    ] as const) {
      for (const number of [1, pages]) {
        const answer = await fetch(`${service.hello.printHouse.url}/books/${bookUid}/thumbnails/${part}/${number}`, {
          headers: { authorization: `Bearer ${service.hello.printHouse.token}` },
        });
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
        expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).format).toBe('jpeg');
      }
      expect((await service.printHouse('GET', `/books/${bookUid}/thumbnails/${part}/${pages + 1}`)).status).toBe(404);
    }
  });

  it('of LAYFLAT binding has spreads', async () => {
    const bookUid = await templateBook(service.sandbox, 16, 'SQUAREBOOK_LAYFLAT_HC');
    await rendered(service.sandbox, bookUid);
    const path = await downloaded(service.sandbox, bookUid, 'contents');
    expect([await pagesOf(path), await pageSizeMm(path)]).toEqual([8, [492, 254]]);
  });

  it('answers a download by the state of its rendering: 409, 409 without Retry-After, 200, 500, 422', async () => {
    const host = service.sandbox;
    const bookUid = await templateBook(host);
    for (const kind of ['cover', 'contents'] as const)
      expectFailure(await download(host, bookUid, kind), 409, 'ERR_PDF_NOT_GENERATED');
    await hold(true);
    await finalize(host, bookUid);
    for (const kind of ['cover', 'contents'] as const) {
      const pending = await download(host, bookUid, kind);
      expectFailure(pending, 409, 'ERR_PDF_PENDING');
      expect(pending.headers.has('retry-after')).toBe(false);
    }
    await hold(false);
    await settled(host, bookUid);
    for (const kind of ['cover', 'contents'] as const) await downloaded(host, bookUid, kind);

    const failing = await templateBook(host);
    await failNext(1);
    await finalize(host, failing);
    expect(await settled(host, failing)).toMatchObject({ pdfStatus: 9, thumbnailStatus: 9, pdfCreatedAt: null });
    for (const kind of ['cover', 'contents'] as const)
      expectFailure(await download(host, failing, kind), 422, 'ERR_PDF_GENERATION_FAILED');
  });

  it.skipIf(onReplicas)('answers 500 ERR_PDF_FILE_MISSING when it was rendered and its file is gone', async () => {
    const host = service.sandbox;
    const blobs = join(service.hello.dataDir, 'blobs');
    const bookUid = await templateBook(host);
    await rendered(host, bookUid);
    await downloaded(host, bookUid, 'cover');
    for (const shelf of await readdir(blobs))
      if (shelf !== 'incoming') await rm(join(blobs, shelf), { recursive: true });
    for (const kind of ['cover', 'contents'] as const)
      expectFailure(await download(host, bookUid, kind), 500, 'ERR_PDF_FILE_MISSING');
  });

  it('whose rendering failed can be finalized again', async () => {
    const host = service.sandbox;
    const bookUid = await templateBook(host);
    await failNext(1);
    const first = await finalize(host, bookUid);
    expect((await settled(host, bookUid)).pdfStatus).toBe(9);
    expect(await jobsOf(bookUid)).toMatchObject([{ status: 'failed', attempts: 1, failure: expect.any(String) }]);
    const again = await finalize(host, bookUid);
    expect([again.status, again.body.data.result, again.body.data.finalizedAt]).toEqual([
      200,
      'updated',
      first.body.data.finalizedAt,
    ]);
    expect(await settled(host, bookUid)).toMatchObject({ pdfStatus: 2, thumbnailStatus: 2 });
    await downloaded(host, bookUid, 'contents');
  });

  it('that is deleted meanwhile is left as it is', async () => {
    const host = service.sandbox;
    const bookUid = await templateBook(host);
    await hold(true);
    await finalize(host, bookUid);
    expect((await host.delete(`/books/${bookUid}`)).status).toBe(200);
    await hold(false);
    await expect.poll(async () => (await jobsOf(bookUid))[0]?.status, { timeout: RENDERED_WITHIN_MS }).toBe('done');
    expect((await host.get(`/books/${bookUid}`)).body.data.status).toBe(9);
    expect((await service.printHouse('GET', `/books/${bookUid}/thumbnails/cover/1`)).status).toBe(404);
  });
});

describe('an order of a TEMPLATE book', () => {
  it('stays PAID until the book is rendered, then it is PDF_READY in Live', async () => {
    const host = service.live;
    const bookUid = await templateBook(host);
    await hold(true);
    await finalize(host, bookUid);
    const { orderUid } = await placedOrder(host, bookUid);
    expect(await orderStatus(host, orderUid)).toMatchObject({ orderStatus: 'PAID' });
    await hold(false);
    await settled(host, bookUid);
    const ready = await orderStatus(host, orderUid);
    expect([ready.orderStatus, ready.items[0].itemStatus]).toEqual(['PDF_READY', 'PDF_READY']);
  });

  it('waits for all of its books', async () => {
    const host = service.live;
    const [one, other] = [await templateBook(host), await templateBook(host)];
    await rendered(host, one);
    await hold(true);
    await finalize(host, other);
    const { orderUid } = (
      await order(host, [
        { bookUid: one, quantity: 1 },
        { bookUid: other, quantity: 2 },
      ])
    ).body.data;
    expect((await orderStatus(host, orderUid)).orderStatus).toBe('PAID');
    await hold(false);
    await settled(host, other);
    expect((await orderStatus(host, orderUid)).orderStatus).toBe('PDF_READY');
  });

  it('placed after the rendering is PAID at first and PDF_READY at the next look', async () => {
    const host = service.live;
    const bookUid = await templateBook(host);
    await rendered(host, bookUid);
    const placed = await placedOrder(host, bookUid);
    expect(placed.orderStatus).toBe('PAID');
    expect((await orderStatus(host, placed.orderUid)).orderStatus).toBe('PDF_READY');
  });

  it('stays PAID in Sandbox', async () => {
    const host = service.sandbox;
    const bookUid = await templateBook(host);
    const answer = await host.post(
      '/orders',
      { items: [{ bookUid, quantity: 1 }], shipping: ADDRESS },
      { headers: { 'idempotency-key': `draft-${bookUid}` } },
    );
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    await rendered(host, bookUid);
    const { orderUid } = await placedOrder(host, bookUid);
    expect((await orderStatus(host, orderUid)).orderStatus).toBe('PAID');
  });
});

describe('a MIX_COVER_TEMPLATE book', () => {
  it('has its cover rendered and its contents as they were uploaded', async () => {
    const host = service.sandbox;
    const bookUid = await newBook(host, { creationType: 'MIX_COVER_TEMPLATE' });
    expect((await putCover(host, bookUid)).status).toBe(201);
    expect((await upload(host, bookUid, 'contents', HC_CONTENTS_24)).status).toBe(201);
    expectFailure(await download(host, bookUid, 'cover'), 409, 'ERR_PDF_NOT_GENERATED');
    await downloaded(host, bookUid, 'contents');
    await hold(true);
    await finalize(host, bookUid);
    expectFailure(await download(host, bookUid, 'cover'), 409, 'ERR_PDF_PENDING');
    await downloaded(host, bookUid, 'contents');
    await hold(false);
    expect(await settled(host, bookUid)).toMatchObject({ pdfStatus: 2, thumbnailStatus: 2 });
    expect(await pageSizeMm(await downloaded(host, bookUid, 'cover'))).toEqual([544, 288]);
    const contents: Answer = await host.get(`/books/${bookUid}/pdf-contents`, { raw: true });
    expect(contents.headers.get('content-length')).toBe(String(HC_CONTENTS_24.length));
  });
});

describe.skipIf(onReplicas)(
  'a rendering whose process ends in the middle of it',
  () => {
    async function largeBook(host: Host): Promise<string> {
      const bookUid = await slowBook(host);
      await hold(true);
      await finalize(host, bookUid);
      return bookUid;
    }

    /** Lets the rendering begin and answers in the middle of it. */
    async function begun(bookUid: string): Promise<void> {
      await hold(false);
      await expect
        .poll(async () => (await jobsOf(bookUid))[0]?.isUnderWay, { timeout: 20_000, interval: 20 })
        .toBe(true);
      await delay(300);
      expect((await listed(service.live, bookUid)).pdfStatus).toBe(1);
    }

    it('by kill -9 is finished by the next one, once', async () => {
      const { dataDir } = service.hello;
      const bookUid = await largeBook(service.live);
      const { orderUid } = await placedOrder(service.live, bookUid);
      await begun(bookUid);
      await service.kill();

      service = await startService({ dataDir, keys: service.keys });
      expect(await settled(service.live, bookUid)).toMatchObject({ pdfStatus: 2, thumbnailStatus: 2 });
      expect(await jobsOf(bookUid)).toMatchObject([{ status: 'done', attempts: 1, interruptions: 1, failure: null }]);
      expect(await pagesOf(await downloaded(service.live, bookUid, 'contents'))).toBe(24);
      expect((await orderStatus(service.live, orderUid)).orderStatus).toBe('PDF_READY');
      expect(await readdir(join(dataDir, 'blobs/incoming'))).toEqual([]);
    });

    it('because it was told to stop is given back at once, and does not count as an attempt', async () => {
      const { dataDir } = service.hello;
      const bookUid = await largeBook(service.live);
      await begun(bookUid);
      expect(await service.stop()).toBe(0);
      expect(await readdir(join(dataDir, 'blobs/incoming'))).toEqual([]);

      service = await startService({ dataDir, keys: service.keys });
      expect(await settled(service.live, bookUid)).toMatchObject({ pdfStatus: 2, thumbnailStatus: 2 });
      expect(await jobsOf(bookUid)).toMatchObject([{ status: 'done', attempts: 1, interruptions: 0, failure: null }]);
    });
  },
  2 * RENDERED_WITHIN_MS,
);

describe('a rendering', () => {
  it.skipIf(onReplicas)('whose picture is gone fails for good, and says why to the print house alone', async () => {
    const host = service.sandbox;
    const bookUid = await coveredBook(host);
    expect(
      (
        await postContents(host, bookUid, {
          templateUid: await templateOf(host, '내지_전면사진'),
          files: [['photo', await grainy(99, 300, 300)]],
        })
      ).status,
    ).toBe(201);
    await addBlankPages(host, bookUid, 23);
    await hold(true);
    await finalize(host, bookUid);
    const blobs = join(service.hello.dataDir, 'blobs');
    for (const shelf of await readdir(blobs))
      if (shelf !== 'incoming') await rm(join(blobs, shelf), { recursive: true });
    await hold(false);
    expect(await settled(host, bookUid)).toMatchObject({ pdfStatus: 9, thumbnailStatus: 9 });
    const failed = await download(host, bookUid, 'contents');
    expectFailure(failed, 422, 'ERR_PDF_GENERATION_FAILED');
    expect(await jobsOf(bookUid)).toMatchObject([
      { status: 'failed', attempts: 1, failure: expect.stringMatching(/picture .+ is not there/) },
    ]);
    expect(failed.text).not.toMatch(/picture/);
  });

  it('leaves the service answering', async () => {
    const host = service.live;
    const bookUid = await templateBook(host, 130);
    await finalize(host, bookUid);
    let longestMs = 0;
    let calls = 0;
    for (; (await listed(host, bookUid)).pdfStatus === 1; calls++) {
      const from = performance.now();
      await host.get('/book-specs');
      longestMs = Math.max(longestMs, performance.now() - from);
      // Asked without a rest it would take what the rendering works with.
      await delay(20);
    }
    expect(calls).toBeGreaterThan(0);
    expect(longestMs).toBeLessThan(2_000);
    expect((await listed(host, bookUid)).pdfStatus).toBe(2);
  });
}, 180_000);
