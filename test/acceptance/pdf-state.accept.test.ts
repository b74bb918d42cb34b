import { afterAll, beforeAll, expect, it } from 'vitest';
import { templateBook } from './composing.ts';
import { expectFailure, finalize, finalizedBook, HC_CONTENTS_24, newBook, upload } from './journeys.ts';
import { startService, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

it('pdf-result tells how far the PDFs of a book are', async () => {
  const bookUid = await newBook(service.sandbox);
  expect((await service.sandbox.post(`/books/${bookUid}/pdf-result`)).body.data).toMatchObject({
    bookUid,
    pdfStatus: null,
    files: [],
  });
  await upload(service.sandbox, bookUid, 'contents', HC_CONTENTS_24);
  const { files } = (await service.sandbox.post(`/books/${bookUid}/pdf-result`)).body.data;
  expect(files).toEqual([
    {
      kind: 'contents',
      pages: 24,
      size: HC_CONTENTS_24.length,
      url: expect.stringContaining(`/books/${bookUid}/pdf-contents`),
      updatedAt: expect.any(String),
    },
  ]);
});

it('pdf-status asks for a failed rendering anew', async () => {
  const LAYFLAT = 'SQUAREBOOK_LAYFLAT_HC';
  const bookUid = await templateBook(service.sandbox, 16, LAYFLAT);
  const pdfStatus = async () => (await service.sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfStatus;
  await service.printHouse('POST', '/renderings/fail-next', { times: 1 });
  expect((await finalize(service.sandbox, bookUid)).status).toBe(201);
  await expect.poll(pdfStatus, { timeout: 40_000 }).toBe(9);
  const asked = await service.sandbox.patch(`/books/${bookUid}/pdf-status`, { pdfStatus: 1 });
  expect([asked.status, asked.body.data]).toMatchObject([
    200,
    { bookUid, pdfStatus: 1, pdfRequestedAt: expect.stringMatching(/^\d{4}-.*Z$/), pdfCreatedAt: null },
  ]);
  await expect.poll(pdfStatus, { timeout: 40_000 }).toBe(2);
  expect((await service.sandbox.post(`/books/${bookUid}/pdf-result`)).body.data).toMatchObject({
    pdfRequestedAt: asked.body.data.pdfRequestedAt,
    pdfCreatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  expect((await service.sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfRequestedAt).toMatch(/^\d{4}-.*Z$/);
  // What is rendered is not rendered again.
  expectFailure(
    await service.sandbox.patch(`/books/${bookUid}/pdf-status`, { pdfStatus: 1 }),
    400,
    'ERR_VALIDATION_FAILED',
  );
});

it('pdf-status is the service’s to set: a partner asks for a failed rendering anew, and nothing else', async () => {
  const uploaded = await finalizedBook(service.sandbox);
  expectFailure(
    await service.sandbox.patch(`/books/${uploaded}/pdf-status`, { pdfStatus: 1 }),
    400,
    'ERR_CREATION_TYPE_UNSUPPORTED',
  );
  const draft = await newBook(service.sandbox, { creationType: 'TEMPLATE' });
  for (const pdfStatus of [1, 2, 9])
    expectFailure(
      await service.sandbox.patch(`/books/${draft}/pdf-status`, { pdfStatus }),
      400,
      'ERR_VALIDATION_FAILED',
    );
  expectFailure(
    await service.sandbox.patch(`/books/${draft}/pdf-status`, { pdfStatus: 3 }),
    400,
    'ERR_VALIDATION_FAILED',
  );
});

it('pdf-status asks for nothing anew of a book that was deleted', async () => {
  const bookUid = await templateBook(service.sandbox, 16, 'SQUAREBOOK_LAYFLAT_HC');
  const state = async () => (await service.sandbox.post(`/books/${bookUid}/pdf-result`)).body.data.pdfStatus;
  await service.printHouse('POST', '/renderings/fail-next', { times: 1 });
  expect((await finalize(service.sandbox, bookUid)).status).toBe(201);
  await expect.poll(state, { timeout: 40_000 }).toBe(9);
  await service.sandbox.delete(`/books/${bookUid}`);
  expectFailure(
    await service.sandbox.patch(`/books/${bookUid}/pdf-status`, { pdfStatus: 1 }),
    400,
    'ERR_VALIDATION_FAILED',
  );
  expect(await state()).toBe(9);
});

it('the list of books says of each which environment it is of', async () => {
  for (const [host, isTest] of [
    [service.sandbox, true],
    [service.live, false],
  ] as const)
    expect((await host.get(`/books?bookUid=${await newBook(host)}`)).body.data).toMatchObject([{ isTest }]);
});

it('both are scoped as the book itself', async () => {
  const bookUid = await newBook(service.sandbox);
  const stranger = service.sandbox.as(service.keys.personal.sandbox);
  expectFailure(await stranger.post(`/books/${bookUid}/pdf-result`), 403, 'ERR_FORBIDDEN');
  expectFailure(await stranger.patch(`/books/${bookUid}/pdf-status`, { pdfStatus: 1 }), 403, 'ERR_FORBIDDEN');
  expectFailure(await service.live.post(`/books/${bookUid}/pdf-result`), 403, 'ERR_ENV_MISMATCH');
  expectFailure(await service.sandbox.post('/books/bk_000000000000/pdf-result'), 404, 'ERR_NOT_FOUND');
});
