import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expectFailure,
  finalize,
  finalizedBook,
  HC_CONTENTS_24,
  HC_COVER,
  newBook,
  order,
  upload,
} from './journeys.ts';
import { bySpecification, startService, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

describe('book specs', () => {
  it('are read without a key, with null prices, and with a key, with prices', async () => {
    const stranger = await service.sandbox.get('/book-specs', { key: null });
    expect(stranger.body.data).toHaveLength(5);
    for (const spec of stranger.body.data) {
      expect([spec.priceBase, spec.pricePerIncrement, spec.sandboxPriceBase, spec.sandboxPricePerIncrement]).toEqual([
        null,
        null,
        null,
        null,
      ]);
    }
    const one = await service.sandbox.get('/book-specs/SQUAREBOOK_HC');
    expect(one.body.data).toMatchObject({
      priceBase: 12600,
      sandboxPriceBase: 12600,
      pageMin: 24,
      pageMax: 130,
      pageIncrement: 2,
    });
    expect(stranger.body.pagination).toBeUndefined();
    for (const spec of (await service.sandbox.get('/book-specs')).body.data) {
      expect([spec.sandboxPriceBase, spec.sandboxPricePerIncrement]).toEqual([spec.priceBase, spec.pricePerIncrement]);
      expect(spec.priceBase).toBeGreaterThan(0);
    }
  });

  it.runIf(bySpecification)('have the fields that the specification names', async () => {
    const prices = ['priceBase', 'pricePerIncrement', 'sandboxPriceBase', 'sandboxPricePerIncrement'];
    const named = [
      'bookSpecUid',
      'name',
      'pageMin',
      'pageMax',
      'pageIncrement',
      ...prices,
      'pdfSize',
      'bleedMm',
      'innerTrimWidthMm',
      'innerTrimHeightMm',
      'pdfToleranceMm',
    ];
    const ofHardCovers = ['hingeGapMm', 'caseWrapMarginMm', 'spineWidthRules'];
    const ofSoftCovers = ['coverThicknessMm', 'pageThicknessMm'];
    for (const spec of (await service.sandbox.get('/book-specs')).body.data) {
      expect(Object.keys(spec)).toEqual(expect.arrayContaining(named));
      // A spine follows from a table, or from the thickness of cover and pages.
      const own = [...ofHardCovers, ...ofSoftCovers].filter((field) => field in spec);
      expect(own, spec.bookSpecUid).toEqual(/HC$/.test(spec.bookSpecUid) ? ofHardCovers : ofSoftCovers);
      for (const rule of spec.spineWidthRules ?? []) expect(rule.spineWidthMm).toBeGreaterThan(0);
    }
  });

  it.runIf(bySpecification)('give a hard cover ranges and a soft cover one size', async () => {
    const specs = (await service.sandbox.get('/book-specs')).body.data;
    const sizeOf = (uid: string) => specs.find((spec: { bookSpecUid: string }) => spec.bookSpecUid === uid).pdfSize;
    expect(sizeOf('SQUAREBOOK_HC')).toEqual({
      inner: { width: 249, height: 254 },
      cover: [
        { minPage: 24, maxPage: 64, width: 544, height: 288 },
        { minPage: 65, maxPage: 130, width: 550, height: 288 },
      ],
    });
    expect(sizeOf('PHOTOBOOK_A4_SC').cover).toEqual({ width: 428.3, height: 303 });
    expect(sizeOf('SQUAREBOOK_LAYFLAT_HC').inner).toEqual({ width: 492, height: 254 });
  });

  it.each([
    [
      'SQUAREBOOK_HC',
      24,
      { coverWidthMm: 544, coverHeightMm: 288, innerWidthMm: 249, innerHeightMm: 254, spineWidthMm: 10 },
    ],
    ['SQUAREBOOK_HC', 66, { coverWidthMm: 550, coverHeightMm: 288, spineWidthMm: 16 }],
    [
      'PHOTOBOOK_A4_SC',
      24,
      { coverWidthMm: 428.3, coverHeightMm: 303, innerWidthMm: 216, innerHeightMm: 303, spineWidthMm: 2.3 },
    ],
  ])('calculate the sizes of %s with %i pages', async (uid, pages, sizes) => {
    const answer = await service.sandbox.get(`/book-specs/${uid}/calculated-size?pages=${pages}`, { key: null });
    expect(answer.body.data).toMatchObject({ bookSpecUid: uid, pages, unit: 'mm', pdfToleranceMm: 1, ...sizes });
  });

  it.each([
    [22, 'ERR_INSUFFICIENT_PAGES', 'min'],
    [132, 'ERR_PAGECOUNT_INVALID', 'max'],
    [25, 'ERR_PAGECOUNT_INVALID', 'increment'],
  ])('refuse to calculate for %i pages', async (pages, code, constraint) => {
    const answer = await service.sandbox.get(`/book-specs/SQUAREBOOK_HC/calculated-size?pages=${pages}`);
    expectFailure(answer, 400, code);
    expect(answer.body.fieldErrors).toMatchObject([{ field: 'pages', currentValue: pages, constraint }]);
  });

  it('answer 404 for a spec that is not there', async () => {
    expectFailure(await service.sandbox.get('/book-specs/NO_SUCH_SPEC'), 404, 'ERR_NOT_FOUND');
  });
});

describe('POST /books', () => {
  const body = { title: '제주의 봄', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24 };

  it('makes a draft and answers its page meta', async () => {
    const answer = await service.sandbox.post('/books', { ...body, externalRef: 'A-1' });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toEqual({
      bookUid: expect.stringMatching(/^bk_[0-9A-Za-z]{12}$/),
      pageMeta: { currentPageCount: 24, pageMin: 24, pageMax: 130, pageIncrement: 2, isValid: true },
    });
    const read = await service.sandbox.get(`/books/${answer.body.data.bookUid}`);
    expect(read.body.data).toMatchObject({
      status: 1,
      externalRef: 'A-1',
      creationType: 'PDF_UPLOAD',
      bookSpecName: expect.any(String),
      coverTemplateUid: null,
    });
    for (const field of ['createdAt', 'updatedAt'])
      expect(new Date(read.body.data[field]).toISOString()).toBe(read.body.data[field]);
  });

  it.each([24, 26, 130])('takes %i pages: the bounds and the first step', async (pageCount) => {
    const answer = await service.sandbox.post('/books', { ...body, pageCount });
    expect([answer.status, answer.body.data?.pageMeta]).toMatchObject([
      201,
      { currentPageCount: pageCount, isValid: true },
    ]);
  });

  it('takes a title of 1 and of 255 characters, and an externalRef of 100', async () => {
    for (const more of [{ title: '책' }, { title: '가'.repeat(255) }, { externalRef: 'x'.repeat(100) }]) {
      const answer = await service.sandbox.post('/books', { ...body, ...more });
      expect(answer.status, answer.text).toBe(201);
      expect((await service.sandbox.get(`/books/${answer.body.data.bookUid}`)).body.data).toMatchObject(more);
    }
  });

  it('makes no book of what it refuses', async () => {
    const total = async () => (await service.sandbox.get('/books?limit=1')).body.pagination.total;
    const before = await total();
    for (const change of [
      { title: '' },
      { bookSpecUid: 'NOPE' },
      { creationType: 'SCROLL' },
      { pageCount: 25 },
      { specProfileUid: 'sp_none' },
    ]) {
      expect((await service.sandbox.post('/books', { ...body, ...change })).status).toBe(400);
    }
    expect(await total()).toBe(before);
  });

  it('stores 0 pages for a TEMPLATE book whatever was sent', async () => {
    const answer = await service.sandbox.post('/books', { ...body, creationType: 'TEMPLATE', pageCount: 999 });
    expect(answer.body.data.pageMeta).toMatchObject({ currentPageCount: 0, isValid: false });
  });

  it.each([
    ['no title', { title: undefined }, 'title', 'required'],
    ['an empty title', { title: '' }, 'title', 'required'],
    ['a title of 256 characters', { title: 'x'.repeat(256) }, 'title', 'max'],
    ['no bookSpecUid', { bookSpecUid: undefined }, 'bookSpecUid', 'required'],
    ['no creationType', { creationType: undefined }, 'creationType', 'required'],
    ['an unknown creationType', { creationType: 'SCROLL' }, 'creationType', 'enum'],
    ['a PDF type without pageCount', { pageCount: undefined }, 'pageCount', 'required'],
    ['MIX without pageCount', { creationType: 'MIX_COVER_TEMPLATE', pageCount: undefined }, 'pageCount', 'required'],
    ['an unknown spec', { bookSpecUid: 'NOPE' }, 'bookSpecUid', 'enum'],
    ['an invalid specProfileUid', { specProfileUid: 'sp_none' }, 'specProfileUid', 'enum'],
    ['an externalRef of 101 characters', { externalRef: 'x'.repeat(101) }, 'externalRef', 'max'],
  ])('refuses %s', async (_, change, field, constraint) => {
    const answer = await service.sandbox.post('/books', { ...body, ...change });
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors).toMatchObject([{ field, constraint }]);
    expect(answer.body.errors[0]).toBe(`${field}: ${answer.body.fieldErrors[0].message}`);
    // What was sent is shown again where it is one of several that there could be.
    const sent: unknown = Object.values(change)[0];
    if (constraint === 'enum') expect(answer.body.fieldErrors[0].currentValue).toBe(sent);
  });

  it.each([
    [22, 'ERR_INSUFFICIENT_PAGES', 'min', 24, /최소 페이지 미달.*22p.*24p/],
    [132, 'ERR_PAGECOUNT_INVALID', 'max', 130, /너무 많습니다.*132p.*130p/],
    [25, 'ERR_PAGECOUNT_INVALID', 'increment', { min: 24, increment: 2 }, /증가 단위.*25p.*24p.*2p/],
  ])('refuses %i pages', async (pageCount, code, constraint, requiredValue, words) => {
    const answer = await service.sandbox.post('/books', { ...body, pageCount });
    expectFailure(answer, 400, code);
    expect(answer.body.fieldErrors).toMatchObject([
      { field: 'pageCount', currentValue: pageCount, requiredValue, constraint },
    ]);
    expect(answer.body.errors).toEqual([expect.stringMatching(words)]);
  });
});

describe('reading books', () => {
  it('lists newest first with words for the status, and filters', async () => {
    const draft = await newBook(service.sandbox, { title: 'draft' });
    const done = await finalizedBook(service.sandbox, { title: 'done' });
    const list = (query: string) =>
      service.sandbox
        .get(`/books?${query}`)
        .then((answer) => answer.body.data.map((book: { bookUid: string }) => book.bookUid));
    const [first] = (await service.sandbox.get('/books?limit=1')).body.data;
    expect(first).toMatchObject({
      bookUid: done,
      status: 'finalized',
      pdfStatus: 2,
      pageCount: 24,
      author: null,
      thumbnailStatus: null,
    });
    expect(await list('status=draft')).toContain(draft);
    expect(await list('status=draft')).not.toContain(done);
    expect(await list('status=finalized')).toContain(done);
    expect(await list('pdfStatus=null')).toContain(draft);
    expect(await list('pdfStatus=2')).toContain(done);
    expect(await list(`bookUid=${draft}`)).toEqual([draft]);
  });

  it('finds by each filter what it asks for, and nothing else', async () => {
    const HOUR_MS = 3_600_000;
    const older = await newBook(service.sandbox, { title: 'older' });
    const bound = new Date((await service.sandbox.get(`/books/${older}`)).body.data.createdAt).getTime();
    await service.printHouse('POST', '/clock', { moveMs: HOUR_MS });
    const newer = await finalizedBook(service.sandbox, { title: 'newer' });
    const list = (query: string) =>
      service.sandbox
        .get(`/books?limit=100&${query}`)
        .then((answer) => answer.body.data.map((book: { bookUid: string }) => book.bookUid));
    const between = encodeURIComponent(new Date(bound + HOUR_MS / 2).toISOString());
    expect(await list(`createdFrom=${between}`)).toEqual([newer]);
    expect(await list(`createdTo=${between}`)).toContain(older);
    expect(await list(`createdTo=${between}`)).not.toContain(newer);
    expect(await list('createdFrom=2100-01-01')).toEqual([]);
    expect(await list(`createdFrom=${between}&status=draft`)).toEqual([]);
    for (const [query, found, left] of [
      ['pdfStatus=null', older, newer],
      ['pdfStatus=2', newer, older],
      ['status=draft', older, newer],
      ['status=finalized', newer, older],
      [`bookUid=${older}`, older, newer],
    ] as const) {
      expect(await list(query), query).toContain(found);
      expect(await list(query), query).not.toContain(left);
    }
    for (const pdfStatus of [1, 9]) expect(await list(`pdfStatus=${pdfStatus}`)).toEqual([]);
  });

  it('with status deleted is empty, though there are deleted books', async () => {
    const bookUid = await newBook(service.sandbox);
    expect((await service.sandbox.delete(`/books/${bookUid}`)).status).toBe(200);
    expect((await service.sandbox.get('/books?status=deleted')).body).toMatchObject({
      data: [],
      pagination: { total: 0 },
    });
    expect((await service.sandbox.get(`/books?status=deleted&bookUid=${bookUid}`)).body.data).toEqual([]);
  });

  it('answers the fields of a single book and of one in the list, neither more nor less', async () => {
    const bookUid = await newBook(service.sandbox);
    const common = [
      'bookUid',
      'accountUid',
      'title',
      'bookSpecUid',
      'specProfileUid',
      'creationType',
      'status',
      'externalRef',
      'isTest',
      'createdAt',
      'updatedAt',
    ];
    const single = (await service.sandbox.get(`/books/${bookUid}`)).body.data;
    // archivedAt is the public service's, which its clients know.
    expect(Object.keys(single).toSorted()).toEqual(
      [...common, 'bookSpecName', 'coverTemplateUid', 'pageMeta', 'archivedAt'].toSorted(),
    );
    const [listed] = (await service.sandbox.get(`/books?bookUid=${bookUid}`)).body.data;
    expect(Object.keys(listed).toSorted()).toEqual(
      [...common, 'author', 'pageCount', 'pdfStatus', 'pdfCreatedAt', 'pdfRequestedAt', 'thumbnailStatus'].toSorted(),
    );
    expect([single.status, listed.status, listed.pageCount, listed.pdfStatus, listed.pdfCreatedAt]).toEqual([
      1,
      'draft',
      24,
      null,
      null,
    ]);
  });

  it('shows when a PDF was last refreshed: at its upload, its replacement and the finalization', async () => {
    const bookUid = await newBook(service.sandbox);
    const refreshedAt = async () => (await service.sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfCreatedAt;
    const moments: string[] = [];
    for (const step of [
      () => upload(service.sandbox, bookUid, 'cover', HC_COVER),
      () => upload(service.sandbox, bookUid, 'cover', HC_COVER, 'PUT'),
      () => upload(service.sandbox, bookUid, 'contents', HC_CONTENTS_24),
      () => finalize(service.sandbox, bookUid),
    ]) {
      await service.printHouse('POST', '/clock', { moveMs: 60_000 });
      expect((await step()).status).toBeLessThan(300);
      moments.push(await refreshedAt());
    }
    expect(moments).toEqual([...new Set(moments)].toSorted());
    const last = await refreshedAt();
    await service.printHouse('POST', '/clock', { moveMs: 60_000 });
    await finalize(service.sandbox, bookUid);
    expect(await refreshedAt()).toBe(last);
  });

  it('answers 404 for a book that is not there; the list answers an empty array', async () => {
    expectFailure(await service.sandbox.get('/books/bk_000000000000'), 404, 'ERR_NOT_FOUND');
    expect((await service.sandbox.get('/books?bookUid=bk_000000000000')).body.data).toEqual([]);
  });
});

describe('DELETE /books/{bookUid}', () => {
  it.runIf(bySpecification)(
    'is soft: the single read shows status 9, lists leave it out, every write on it is refused',
    async () => {
      const bookUid = await finalizedBook(service.sandbox);
      const answer = await service.sandbox.delete(`/books/${bookUid}`);
      expect([answer.status, answer.body.data]).toEqual([200, { bookUid, status: 'deleted' }]);
      expect((await service.sandbox.get(`/books/${bookUid}`)).body.data.status).toBe(9);
      expect((await service.sandbox.get(`/books?bookUid=${bookUid}`)).body.data).toEqual([]);
      expectFailure(await upload(service.sandbox, bookUid, 'cover', HC_COVER, 'PUT'), 400, 'ERR_VALIDATION_FAILED');
      expectFailure(
        await upload(service.sandbox, bookUid, 'contents', HC_CONTENTS_24, 'PUT'),
        400,
        'ERR_VALIDATION_FAILED',
      );
      const finalization = await finalize(service.sandbox, bookUid);
      expectFailure(finalization, 400, 'ERR_FINALIZE_PREREQ_UNMET');
      expect(finalization.body.fieldErrors).toMatchObject([
        { field: 'status', currentValue: 9, requiredValue: 1, constraint: 'enum' },
      ]);
      expectFailure(await order(service.sandbox, [{ bookUid, quantity: 1 }]), 400, 'ERR_VALIDATION_FAILED');
    },
  );

  it('works on a draft too', async () => {
    const bookUid = await newBook(service.sandbox);
    expect((await service.sandbox.delete(`/books/${bookUid}`)).status).toBe(200);
  });
});
