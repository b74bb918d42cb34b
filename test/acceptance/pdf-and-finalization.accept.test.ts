import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFailure, finalize, finalizedBook, HC_CONTENTS_24, HC_COVER, newBook, upload } from './journeys.ts';
import { fileForm, pdf } from './pdf.ts';
import { bySpecification, startService, type Host, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

/** The bytes that the service has. */
async function stored(bookUid: string, kind: 'cover' | 'contents'): Promise<Buffer> {
  const answer = await fetch(`${service.sandbox.url}/books/${bookUid}/pdf-${kind}`, {
    headers: { authorization: `Bearer ${service.sandbox.key}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

describe('uploading a PDF', () => {
  it('answers what was measured, in the recorded key order', async () => {
    const bookUid = await newBook(service.sandbox);
    const cover = await upload(service.sandbox, bookUid, 'cover', HC_COVER);
    expect(cover.status).toBe(201);
    expect(Object.keys(cover.body.data)).toEqual([
      'bookUid',
      'kind',
      'valid',
      'pdfSizeMm',
      'messages',
      'warnings',
      'bookStatus',
      'url',
      'pageMeta',
    ]);
    expect(cover.body.data).toMatchObject({
      kind: 'cover',
      valid: true,
      pdfSizeMm: { width: 544, height: 288 },
      messages: [],
      warnings: [],
      bookStatus: 1,
      url: `${service.hello.sandboxUrl}/books/${bookUid}/pdf-cover`,
      pageMeta: { currentPageCount: 24 },
    });
    const contents = await upload(service.sandbox, bookUid, 'contents', HC_CONTENTS_24);
    expect(contents.body.data).toMatchObject({
      kind: 'contents',
      pdfSizeMm: { width: 249, height: 254 },
      pageMeta: { currentPageCount: 24, isValid: true },
    });
  });

  it.each([
    ['cover', HC_COVER, pdf(1, 544.25, 288.25)],
    ['contents', HC_CONTENTS_24, pdf(24, 249.25, 254.25)],
  ] as const)(
    'of a %s refuses a second POST with 409 and a PUT of nothing with 404; PUT replaces',
    async (kind, bytes, other) => {
      const bookUid = await newBook(service.sandbox);
      expectFailure(await upload(service.sandbox, bookUid, kind, bytes, 'PUT'), 404, 'ERR_NOT_FOUND');
      expect((await upload(service.sandbox, bookUid, kind, bytes)).status).toBe(201);
      expectFailure(await upload(service.sandbox, bookUid, kind, other), 409, 'ERR_CONFLICT');
      expect(await stored(bookUid, kind)).toEqual(Buffer.from(bytes));
      expectFailure(
        await upload(service.sandbox, bookUid, kind, pdf(2, 100, 100), 'PUT'),
        400,
        'ERR_VALIDATION_FAILED',
      );
      expect(await stored(bookUid, kind)).toEqual(Buffer.from(bytes));
      expect((await upload(service.sandbox, bookUid, kind, other, 'PUT')).status).toBe(200);
      expect(await stored(bookUid, kind)).toEqual(Buffer.from(other));
    },
  );

  it.runIf(bySpecification)('lists every violation at once and stores nothing', async () => {
    const bookUid = await newBook(service.sandbox);
    const answer = await upload(service.sandbox, bookUid, 'cover', HC_CONTENTS_24);
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect([answer.body.message, answer.body.data]).toEqual(['Bad Request', null]);
    expect(answer.body.errors).toHaveLength(3);
    expect(answer.body.errors.join('\n')).toMatch(/1p.*24p[\s\S]*249\.0mm.*544\.0mm[\s\S]*254\.0mm.*288\.0mm/);
    expectFailure(await service.sandbox.get(`/books/${bookUid}/pdf-cover`), 404, 'ERR_PDF_NOT_UPLOADED');
  });

  it('holds the contents to the book’s page count', async () => {
    const bookUid = await newBook(service.sandbox);
    expectFailure(await upload(service.sandbox, bookUid, 'contents', pdf(26, 249, 254)), 400, 'ERR_VALIDATION_FAILED');
    expect((await service.sandbox.get(`/books/${bookUid}`)).body.data.pageMeta.currentPageCount).toBe(24);
  });

  it('counts LAYFLAT contents as spreads', async () => {
    const bookUid = await newBook(service.sandbox, { bookSpecUid: 'SQUAREBOOK_LAYFLAT_HC', pageCount: 16 });
    const wrong = await upload(service.sandbox, bookUid, 'contents', pdf(16, 492, 254));
    expectFailure(wrong, 400, 'ERR_VALIDATION_FAILED');
    expect(wrong.body.errors[0]).toMatch(/8p.*16.*16p.*32/);
    expect((await upload(service.sandbox, bookUid, 'contents', pdf(8, 492, 254))).status).toBe(201);
  });

  it.runIf(bySpecification).each([
    ['width +2 mm', 546, 288, 201],
    ['width +2.1 mm', 546.1, 288, 400],
    ['height +1 mm', 544, 289, 201],
    ['height +1.1 mm', 544, 289.1, 400],
    ['width −2 mm', 542, 288, 201],
    ['width −2.1 mm', 541.9, 288, 400],
    ['height −1 mm', 544, 287, 201],
    ['height −1.1 mm', 544, 286.9, 400],
  ])('takes a hard cover within ±2 mm by ±1 mm: %s', async (_, widthMm, heightMm, status) => {
    const bookUid = await newBook(service.sandbox);
    expect((await upload(service.sandbox, bookUid, 'cover', pdf(1, widthMm, heightMm))).status).toBe(status);
  });

  it.each([
    ['a soft cover of +1 mm both ways', 'cover', pdf(1, 429.3, 304), 201],
    ['a soft cover of −1 mm both ways', 'cover', pdf(1, 427.3, 302), 201],
    ['a soft cover of +1.1 mm in width', 'cover', pdf(1, 429.4, 303), 400],
    ['a soft cover of −1.1 mm in height', 'cover', pdf(1, 428.3, 301.9), 400],
    ['contents of ±1 mm', 'contents', pdf(24, 217, 302), 201],
    ['contents of −1.1 mm in width', 'contents', pdf(24, 214.9, 303), 400],
    ['contents of +1.1 mm in height', 'contents', pdf(24, 216, 304.1), 400],
  ] as const)('judges %s', async (_, kind, bytes, status) => {
    const bookUid = await newBook(service.sandbox, { bookSpecUid: 'PHOTOBOOK_A4_SC' });
    expect((await upload(service.sandbox, bookUid, kind, bytes)).status).toBe(status);
  });

  it.each([
    ['an empty file', new Uint8Array(0)],
    ['no PDF', Buffer.from('hello, this is not a PDF at all')],
    ['bytes before the signature', Buffer.concat([Buffer.from('x'), HC_COVER])],
    ['only the first half', HC_COVER.subarray(0, 60)],
  ])('refuses %s', async (_, bytes) => {
    const bookUid = await newBook(service.sandbox);
    const answer = await upload(service.sandbox, bookUid, 'cover', bytes);
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.errors.length).toBeGreaterThan(0);
  });

  it('refuses a form without the field `file`', async () => {
    const bookUid = await newBook(service.sandbox);
    const form = new FormData();
    form.set('other', 'x');
    const answer = await service.sandbox.call('POST', `/books/${bookUid}/pdf-cover`, { form });
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors).toMatchObject([{ field: 'file', constraint: 'required' }]);
  });

  it('refuses PDF covers of MIX books, and all PDFs of TEMPLATE books', async () => {
    const mix = await newBook(service.sandbox, { creationType: 'MIX_COVER_TEMPLATE' });
    expectFailure(await upload(service.sandbox, mix, 'cover', HC_COVER), 400, 'ERR_CREATION_TYPE_UNSUPPORTED');
    expect((await upload(service.sandbox, mix, 'contents', HC_CONTENTS_24)).status).toBe(201);
    const template = await newBook(service.sandbox, { creationType: 'TEMPLATE' });
    expectFailure(
      await upload(service.sandbox, template, 'contents', HC_CONTENTS_24),
      400,
      'ERR_CREATION_TYPE_UNSUPPORTED',
    );
  });

  it('refuses changes to a finalized book', async () => {
    const bookUid = await finalizedBook(service.sandbox);
    const other = { cover: pdf(1, 544.5, 288), contents: pdf(24, 249.5, 254) };
    for (const kind of ['cover', 'contents'] as const) {
      for (const method of ['PUT', 'POST'] as const)
        expectFailure(await upload(service.sandbox, bookUid, kind, other[kind], method), 400, 'ERR_VALIDATION_FAILED');
      expect(await stored(bookUid, kind)).toEqual(Buffer.from(kind === 'cover' ? HC_COVER : HC_CONTENTS_24));
    }
  });

  it('says of a book that is no draft which of the two it is', async () => {
    const bookUid = await finalizedBook(service.sandbox);
    const refused = async () => (await upload(service.sandbox, bookUid, 'cover', HC_COVER, 'PUT')).body.errors;
    expect(await refused()).toEqual([expect.stringContaining('최종화된 책')]);
    await service.sandbox.delete(`/books/${bookUid}`);
    expect(await refused()).toEqual([expect.stringContaining('삭제된 책')]);
  });

  it('and downloads and finalization are for the owner, in the book’s environment, of a book that is there', async () => {
    const bookUid = await finalizedBook(service.sandbox);
    const stranger = service.sandbox.as(service.keys.personal.sandbox);
    const calls = (host: Host, uid: string) => [
      ...(['cover', 'contents'] as const).flatMap((kind) => [
        () => upload(host, uid, kind, HC_COVER),
        () => upload(host, uid, kind, HC_COVER, 'PUT'),
        () => host.get(`/books/${uid}/pdf-${kind}`),
      ]),
      () => finalize(host, uid),
    ];
    for (const call of calls(stranger, bookUid)) expectFailure(await call(), 403, 'ERR_FORBIDDEN');
    for (const call of calls(service.live, bookUid)) expectFailure(await call(), 403, 'ERR_ENV_MISMATCH');
    for (const call of calls(service.sandbox, 'bk_000000000000')) expectFailure(await call(), 404, 'ERR_NOT_FOUND');
    for (const kind of ['cover', 'contents'])
      expect((await service.sandbox.get(`/books/${bookUid}/pdf-${kind}`, { raw: true })).status).toBe(200);
  });

  it('ignores an Idempotency-Key', async () => {
    const bookUid = await newBook(service.sandbox);
    const send = () =>
      service.sandbox.call('POST', `/books/${bookUid}/pdf-cover`, {
        form: fileForm(HC_COVER),
        headers: { 'idempotency-key': 'same' },
      });
    expect((await send()).status).toBe(201);
    expectFailure(await send(), 409, 'ERR_CONFLICT');
  });
});

describe('downloading a PDF', () => {
  it('streams the very bytes that were sent', async () => {
    const bookUid = await newBook(service.sandbox);
    await upload(service.sandbox, bookUid, 'contents', HC_CONTENTS_24);
    const response = await fetch(`${service.hello.sandboxUrl}/books/${bookUid}/pdf-contents`, {
      headers: { authorization: `Bearer ${service.keys.business.sandbox}` },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-disposition')).toBe(`inline; filename="${bookUid}-contents.pdf"`);
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(hash(new Uint8Array(await response.arrayBuffer()))).toBe(hash(HC_CONTENTS_24));
  });

  it('answers by the state of the book', async () => {
    const bookUid = await newBook(service.sandbox);
    expectFailure(await service.sandbox.get(`/books/${bookUid}/pdf-cover`), 404, 'ERR_PDF_NOT_UPLOADED');
    expectFailure(await service.sandbox.get(`/books/${bookUid}/pdf-spine`), 400, 'ERR_MALFORMED_REQUEST');
    const template = await newBook(service.sandbox, { creationType: 'TEMPLATE' });
    expectFailure(await service.sandbox.get(`/books/${template}/pdf-cover`), 409, 'ERR_PDF_NOT_GENERATED');
    expect((await service.sandbox.delete(`/books/${template}`)).status).toBe(200);
    expectFailure(await service.sandbox.get(`/books/${template}/pdf-cover`), 409, 'ERR_PDF_NOT_GENERATED');
    expectFailure(await service.sandbox.get('/books/bk_000000000000/pdf-cover'), 404, 'ERR_NOT_FOUND');
  });
});

describe('finalization', () => {
  it('is created once, then updated with the same moment', async () => {
    const bookUid = await newBook(service.sandbox);
    await upload(service.sandbox, bookUid, 'cover', HC_COVER);
    await upload(service.sandbox, bookUid, 'contents', HC_CONTENTS_24);
    const first = await finalize(service.sandbox, bookUid);
    const repeat = await finalize(service.sandbox, bookUid);
    expect([first.status, first.body.data.result]).toEqual([201, 'created']);
    expect([repeat.status, repeat.body.data.result]).toEqual([200, 'updated']);
    expect(repeat.body.data.finalizedAt).toBe(first.body.data.finalizedAt);
    expect((await service.sandbox.get(`/books/${bookUid}`)).body.data.status).toBe(2);
  });

  it('names every missing file in fieldErrors', async () => {
    const bookUid = await newBook(service.sandbox);
    const answer = await finalize(service.sandbox, bookUid);
    expectFailure(answer, 400, 'ERR_FINALIZE_PREREQ_UNMET');
    expect(answer.body.fieldErrors).toEqual([
      { field: 'coverPdf', message: expect.any(String), requiredValue: 'uploaded', constraint: 'required' },
      { field: 'contentsPdf', message: expect.any(String), requiredValue: 'uploaded', constraint: 'required' },
    ]);
    expect(answer.body.errors).toEqual(
      answer.body.fieldErrors.map((field: { field: string; message: string }) => `${field.field}: ${field.message}`),
    );
  });

  it('refuses an empty TEMPLATE book with 400', async () => {
    const bookUid = await newBook(service.sandbox, { creationType: 'TEMPLATE' });
    const answer = await finalize(service.sandbox, bookUid);
    expectFailure(answer, 400, 'ERR_FINALIZE_PREREQ_UNMET');
    expect(answer.body.fieldErrors).toMatchObject([
      { field: 'cover', constraint: 'required' },
      { field: 'contents', constraint: 'required' },
    ]);
  });

  it('answers 411 to a request without Content-Length', async () => {
    const bookUid = await newBook(service.sandbox);
    const { hostname, port } = new URL(service.hello.sandboxUrl);
    const text = await new Promise<string>((done, failed) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(
          `POST /v1/books/${bookUid}/finalization HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${service.keys.business.sandbox}\r\nConnection: close\r\n\r\n`,
        ),
      );
      let received = '';
      socket.on('data', (chunk) => (received += String(chunk)));
      socket.on('end', () => done(received));
      socket.on('error', failed);
    });
    expect(text).toMatch(/^HTTP\/1\.1 411 /);
  });

  it('answers 404 for a book that is not there', async () => {
    expectFailure(await finalize(service.sandbox, 'bk_000000000000'), 404, 'ERR_NOT_FOUND');
  });
});
