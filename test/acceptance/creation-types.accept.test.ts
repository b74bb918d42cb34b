import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBlankPages, png, postContents, postCover, putCover, templateOf } from './composing.ts';
import {
  expectFailure,
  finalize,
  fundLive,
  HC_CONTENTS_24,
  HC_COVER,
  newBook,
  placedOrder,
  upload,
} from './journeys.ts';
import { startService, type Answer, type Host, type Service } from './service.ts';

/** The table of creation types (specification, "Creation types"), cell by cell: every endpoint of a book with each type. */

const TYPES = ['PDF_UPLOAD', 'TEMPLATE', 'MIX_COVER_TEMPLATE'] as const;
type CreationType = (typeof TYPES)[number];

let service: Service;
let sandbox: Host;
beforeAll(async () => {
  service = await startService({ credit: 10_000_000 });
  ({ sandbox } = service);
  await fundLive(service, 10_000_000);
});
afterAll(() => service.dispose());

const draftOf = (host: Host, creationType: CreationType): Promise<string> =>
  newBook(host, creationType === 'TEMPLATE' ? { creationType, pageCount: undefined } : { creationType });

function photoForm(): FormData {
  const form = new FormData();
  form.set('file', new File([png()], 'a.png', { type: 'image/png' }));
  return form;
}

type Call = (bookUid: string) => Promise<Answer>;
/** A status, or a status with its errorCode. */
type Cell = number | readonly [number, string];

const WRONG_TYPE = [400, 'ERR_CREATION_TYPE_UNSUPPORTED'] as const;
const NOT_UPLOADED = [404, 'ERR_PDF_NOT_UPLOADED'] as const;
const NOT_GENERATED = [409, 'ERR_PDF_NOT_GENERATED'] as const;

const withCover: Call = async (bookUid) => putCover(sandbox, bookUid);

/** Each row: what is called, on a fresh draft, and what the three types answer. `first` is called before, where the type takes it. */
const TABLE: readonly {
  readonly name: string;
  readonly first?: Call;
  readonly call: Call;
  readonly cells: readonly [Cell, Cell, Cell];
}[] = [
  {
    name: 'POST /pdf-cover',
    call: (bookUid) => upload(sandbox, bookUid, 'cover', HC_COVER),
    cells: [201, WRONG_TYPE, WRONG_TYPE],
  },
  {
    name: 'PUT /pdf-cover',
    first: (bookUid) => upload(sandbox, bookUid, 'cover', HC_COVER),
    call: (bookUid) => upload(sandbox, bookUid, 'cover', HC_COVER, 'PUT'),
    cells: [200, WRONG_TYPE, WRONG_TYPE],
  },
  {
    name: 'POST /pdf-contents',
    call: (bookUid) => upload(sandbox, bookUid, 'contents', HC_CONTENTS_24),
    cells: [201, WRONG_TYPE, 201],
  },
  {
    name: 'PUT /pdf-contents',
    first: (bookUid) => upload(sandbox, bookUid, 'contents', HC_CONTENTS_24),
    call: (bookUid) => upload(sandbox, bookUid, 'contents', HC_CONTENTS_24, 'PUT'),
    cells: [200, WRONG_TYPE, 200],
  },
  {
    name: 'GET /pdf-cover',
    call: (bookUid) => sandbox.get(`/books/${bookUid}/pdf-cover`),
    cells: [NOT_UPLOADED, NOT_GENERATED, NOT_GENERATED],
  },
  {
    name: 'GET /pdf-contents',
    call: (bookUid) => sandbox.get(`/books/${bookUid}/pdf-contents`),
    cells: [NOT_UPLOADED, NOT_GENERATED, NOT_UPLOADED],
  },
  {
    name: 'POST /cover',
    call: async (bookUid) =>
      postCover(sandbox, bookUid, {
        templateUid: await templateOf(sandbox, '표지'),
        parameters: { title: 'x' },
        files: [['coverPhoto', png()]],
      }),
    cells: [WRONG_TYPE, 201, 201],
  },
  {
    name: 'POST /contents',
    first: withCover,
    call: async (bookUid) => postContents(sandbox, bookUid, { templateUid: await templateOf(sandbox, '빈내지') }),
    cells: [WRONG_TYPE, 201, WRONG_TYPE],
  },
  {
    name: 'DELETE /contents',
    call: (bookUid) => sandbox.delete(`/books/${bookUid}/contents`),
    cells: [WRONG_TYPE, 200, WRONG_TYPE],
  },
  {
    name: 'POST /photos',
    call: (bookUid) => sandbox.call('POST', `/books/${bookUid}/photos`, { form: photoForm() }),
    cells: [WRONG_TYPE, 201, 201],
  },
  { name: 'GET /photos', call: (bookUid) => sandbox.get(`/books/${bookUid}/photos`), cells: [WRONG_TYPE, 200, 200] },
  {
    name: 'GET /photos/{fileName}',
    call: (bookUid) => sandbox.get(`/books/${bookUid}/photos/photo260101000000000.PNG`),
    cells: [WRONG_TYPE, [404, 'ERR_NOT_FOUND'], [404, 'ERR_NOT_FOUND']],
  },
  {
    name: 'DELETE /photos/{fileName}',
    call: (bookUid) => sandbox.delete(`/books/${bookUid}/photos/photo260101000000000.PNG`),
    cells: [WRONG_TYPE, [404, 'ERR_NOT_FOUND'], [404, 'ERR_NOT_FOUND']],
  },
  {
    name: 'POST /finalization',
    call: (bookUid) => finalize(sandbox, bookUid),
    cells: [
      [400, 'ERR_FINALIZE_PREREQ_UNMET'],
      [400, 'ERR_FINALIZE_PREREQ_UNMET'],
      [400, 'ERR_FINALIZE_PREREQ_UNMET'],
    ],
  },
  { name: 'DELETE', call: (bookUid) => sandbox.delete(`/books/${bookUid}`), cells: [200, 200, 200] },
];

const inWords = (cell: Cell) => (typeof cell === 'number' ? String(cell) : cell.join(' '));
const CELLS = TABLE.flatMap(({ cells, ...row }) =>
  TYPES.map((type, column) => {
    const expected = cells[column] ?? 0;
    return [`${row.name} of a ${type} book: ${inWords(expected)}`, { ...row, type, expected }] as const;
  }),
);

describe('each endpoint with each type', () => {
  it.each(CELLS)('%s', async (_, { type, first, call, expected }) => {
    const bookUid = await draftOf(sandbox, type);
    await first?.(bookUid);
    const answer = await call(bookUid);
    if (typeof expected === 'number') expect(answer.status, answer.text).toBe(expected);
    else expectFailure(answer, expected[0], expected[1]);
  });
});

describe('creation', () => {
  it.each([
    ['PDF_UPLOAD', { currentPageCount: 24, isValid: true }],
    ['TEMPLATE', { currentPageCount: 0, isValid: false }],
    ['MIX_COVER_TEMPLATE', { currentPageCount: 24, isValid: true }],
  ] as const)('of a %s book counts %o', async (creationType, pageMeta) => {
    const answer = await sandbox.post('/books', {
      title: 'x',
      bookSpecUid: 'SQUAREBOOK_HC',
      creationType,
      pageCount: 24,
    });
    expect([answer.status, answer.body.data.pageMeta]).toEqual([201, expect.objectContaining(pageMeta)]);
    expect((await sandbox.get(`/books/${answer.body.data.bookUid}`)).body.data).toMatchObject({
      creationType,
      coverTemplateUid: null,
      status: 1,
    });
  });

  it.each(['PDF_UPLOAD', 'MIX_COVER_TEMPLATE'])(
    'of a %s book needs a page count that the spec allows',
    async (creationType) => {
      const body = { title: 'x', bookSpecUid: 'SQUAREBOOK_HC', creationType };
      expectFailure(await sandbox.post('/books', body), 400, 'ERR_VALIDATION_FAILED');
      expectFailure(await sandbox.post('/books', { ...body, pageCount: 22 }), 400, 'ERR_INSUFFICIENT_PAGES');
      expectFailure(await sandbox.post('/books', { ...body, pageCount: 25 }), 400, 'ERR_PAGECOUNT_INVALID');
    },
  );

  it('of a TEMPLATE book ignores any page count', async () => {
    const answer = await sandbox.post('/books', {
      title: 'x',
      bookSpecUid: 'SQUAREBOOK_HC',
      creationType: 'TEMPLATE',
      pageCount: 7,
    });
    expect([answer.status, answer.body.data.pageMeta.currentPageCount]).toEqual([201, 0]);
  });
});

/** A finished draft of each type, by the inputs that the table names. */
async function filledBook(host: Host, type: CreationType): Promise<string> {
  const bookUid = await draftOf(host, type);
  const cover = type === 'PDF_UPLOAD' ? await upload(host, bookUid, 'cover', HC_COVER) : await putCover(host, bookUid);
  expect(cover.status, cover.text).toBe(201);
  if (type === 'TEMPLATE') await addBlankPages(host, bookUid, 24);
  else expect((await upload(host, bookUid, 'contents', HC_CONTENTS_24)).status).toBe(201);
  return bookUid;
}

const listItemOf = async (host: Host, bookUid: string) => (await host.get(`/books?bookUid=${bookUid}`)).body.data[0];

async function untilRendered(host: Host, bookUid: string): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { pdfStatus } = await listItemOf(host, bookUid);
    if (pdfStatus === 2) return;
    expect(pdfStatus).toBe(1);
    await delay(100);
  }
  throw new Error(`${bookUid} was not rendered in time`);
}

describe('finalization', () => {
  it.each([
    ['PDF_UPLOAD', ['coverPdf', 'contentsPdf']],
    ['TEMPLATE', ['cover', 'contents']],
    ['MIX_COVER_TEMPLATE', ['contentsPdf', 'cover']],
  ] as const)('of an empty %s book lacks %j', async (type, fields) => {
    const answer = await finalize(sandbox, await draftOf(sandbox, type));
    expect(answer.body.fieldErrors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  it('of a PDF_UPLOAD book completes its PDFs at once', async () => {
    const bookUid = await filledBook(sandbox, 'PDF_UPLOAD');
    const answer = await finalize(sandbox, bookUid);
    expect([answer.status, answer.body.data.result]).toEqual([201, 'created']);
    expect(await listItemOf(sandbox, bookUid)).toMatchObject({
      status: 'finalized',
      pdfStatus: 2,
      pdfCreatedAt: expect.any(String),
      pdfRequestedAt: null,
    });
  });

  it.each([
    ['TEMPLATE', '페이지를 추가하지 않고 완료'],
    ['MIX_COVER_TEMPLATE', 'created'],
  ] as const)('of a %s book asks for its rendering, and its PDFs are there when that is done', async (type, result) => {
    const bookUid = await filledBook(sandbox, type);
    const answer = await finalize(sandbox, bookUid);
    expect([answer.status, answer.body.data.result]).toEqual([201, result]);
    expect((await listItemOf(sandbox, bookUid)).pdfRequestedAt).toEqual(expect.any(String));
    await untilRendered(sandbox, bookUid);
    for (const kind of ['cover', 'contents']) {
      const download = await fetch(`${sandbox.url}/books/${bookUid}/pdf-${kind}`, {
        headers: { authorization: `Bearer ${sandbox.key}` },
      });
      expect([download.status, download.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      await download.body?.cancel();
    }
    const before = await listItemOf(sandbox, bookUid);
    const repeat = await finalize(sandbox, bookUid);
    expect([repeat.status, repeat.body.data]).toEqual([200, { ...answer.body.data, result: 'updated' }]);
    expect(await listItemOf(sandbox, bookUid)).toEqual(before);
  });
});

describe('the order right after its creation', () => {
  it.each([
    ['PDF_UPLOAD', 'PDF_READY'],
    ['TEMPLATE', 'PAID'],
    ['MIX_COVER_TEMPLATE', 'PAID'],
  ] as const)('of a %s book is %s, in Sandbox and in Live', async (type, status) => {
    for (const host of [sandbox, service.live]) {
      const bookUid = await filledBook(host, type);
      expect((await finalize(host, bookUid)).status).toBe(201);
      expect((await placedOrder(host, bookUid)).orderStatus).toBe(status);
    }
  });

  it.each(['TEMPLATE', 'MIX_COVER_TEMPLATE'] as const)(
    'of a %s book becomes PDF_READY after rendering in Live, and stays PAID in Sandbox',
    async (type) => {
      const orders = new Map<Host, string>();
      for (const host of [sandbox, service.live]) {
        const bookUid = await filledBook(host, type);
        await finalize(host, bookUid);
        orders.set(host, (await placedOrder(host, bookUid)).orderUid);
        await untilRendered(host, bookUid);
      }
      const statusOn = async (host: Host) => (await host.get(`/orders/${orders.get(host)}`)).body.data.orderStatus;
      expect([await statusOn(service.live), await statusOn(sandbox)]).toEqual(['PDF_READY', 'PAID']);
    },
  );
});
