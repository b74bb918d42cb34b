import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADDRESS,
  balanceOf,
  charged,
  expectFailure,
  finalize,
  finalizedBook,
  HC_CONTENTS_24,
  HC_COVER,
  ledgerSum,
  newBook,
  order,
  SHIPPING_FEE,
  upload,
} from './journeys.ts';
import { startService, type Host, type Service } from './service.ts';

/** No request, however odd, is answered with 500. */

let service: Service;
let sandbox: Host;
let bookUid: string;
beforeAll(async () => {
  service = await startService({ credit: 900_000_000 });
  ({ sandbox } = service);
  bookUid = await finalizedBook(sandbox);
});
afterAll(() => service.dispose());

const bookBody = { title: 'odd', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'PDF_UPLOAD', pageCount: 24 };

describe('texts that no database takes', () => {
  it('are refused with 400: NUL in a body, a query and a path', async () => {
    for (const answer of [
      await sandbox.post('/books', { ...bookBody, title: 'a\u0000b' }),
      await sandbox.post('/books', { ...bookBody, externalRef: '\u0000' }),
      await order(sandbox, [{ bookUid, quantity: 1 }], undefined, { shipping: { ...ADDRESS, memo: '\u0000' } }),
      await order(sandbox, [{ bookUid: '\u0000', quantity: 1 }]),
      await sandbox.get('/books?bookUid=%00'),
      await sandbox.get('/orders/%00'),
    ]) {
      expect([answer.status, answer.body.success], answer.text).toEqual([400, false]);
    }
  });

  it('come back as they went when they are merely unusual', async () => {
    const title = '👩‍👩‍👧 서아의 첫돌 \u202e‮ ﷽ "\\" <b>';
    const uid = await newBook(sandbox, { title });
    expect((await sandbox.get(`/books/${uid}`)).body.data.title).toBe(title);
  });
});

describe('numbers at the end of their range', () => {
  it.each([1e-7, 5e-324, 1e21, 0.1 + 0.2])('an amount of %d is refused with 400', async (amount) => {
    expectFailure(await sandbox.post('/credits/sandbox/charge', { amount }), 400, 'ERR_VALIDATION_FAILED');
  });

  it.each([
    'offset=9007199254740991',
    'createdTo=9999-12-31',
    'createdFrom=0001-01-01',
    'createdTo=9999-12-31T23:59:59.999Z',
    'createdTo=0000-01-01',
  ])('a list with ?%s is a list', async (query) => {
    for (const path of ['/books', '/credits/transactions'])
      expect((await sandbox.get(`${path}?${query}`)).status, path).toBe(200);
    expect(
      (await sandbox.get(`/orders?${query.replace('createdTo', 'to').replace('createdFrom', 'from')}`)).status,
    ).toBe(200);
  });

  it.each(['offset=1e30', 'offset=1.5', 'limit=Infinity', 'limit=NaN', 'createdTo=2026-02-30', 'createdFrom=12345'])(
    'a list with ?%s is refused with 400',
    async (query) => {
      expectFailure(await sandbox.get(`/books?${query}`), 400, 'ERR_VALIDATION_FAILED');
    },
  );

  it.each([24.5, 2 ** 53, -24, 1e300])('a pageCount of %d is refused with 400', async (pageCount) => {
    expect((await sandbox.post('/books', { ...bookBody, pageCount })).status).toBe(400);
  });
});

describe('bodies of the wrong kind', () => {
  it.each([[[]], ['text'], [null], [7], [true]])('%j is refused with 400', async (body) => {
    for (const path of [
      '/books',
      '/orders',
      '/orders/estimate',
      '/credits/sandbox/charge',
      '/orders/or_000000000000/cancel',
    ]) {
      expectFailure(await sandbox.post(path, body), 400, 'ERR_VALIDATION_FAILED');
    }
  });

  it.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/xml',
    'application/x-www-form-urlencoded',
    'nonsense',
  ])('a body of type %s is refused with 400, and told which types are read', async (type) => {
    const answer = await fetch(`${sandbox.url}/books`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': type },
      body: 'a=b',
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      errorCode: 'ERR_MALFORMED_REQUEST',
      errors: [expect.stringContaining('application/json') as string],
    });
  });

  it('an address in another encoding than UTF-8 is refused with 400 and not charged: nothing is sent to letters that nobody wrote', async () => {
    const before = await balanceOf(sandbox);
    const json = JSON.stringify({ items: [{ bookUid, quantity: 1 }], shipping: { ...ADDRESS, address1: 'SEOUL' } });
    const inUtf8 = Buffer.from(json).toString('latin1');
    const answer = await fetch(`${sandbox.url}/orders`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json; charset=euc-kr' },
      body: Buffer.from(inUtf8.replace('SEOUL', '\xBC\xAD\xBF\xEF'), 'latin1'),
    });
    expect([answer.status, await answer.json()]).toMatchObject([400, { errorCode: 'ERR_MALFORMED_REQUEST' }]);
    expect(await balanceOf(sandbox)).toBe(before);
  });

  it('no body at all may be called a form, as curl does of an empty text: a finalization and a deletion take place', async () => {
    const draft = await newBook(sandbox);
    await upload(sandbox, draft, 'cover', HC_COVER);
    await upload(sandbox, draft, 'contents', HC_CONTENTS_24);
    for (const [method, path, status] of [
      ['POST', `/books/${draft}/finalization`, 201],
      ['DELETE', `/books/${draft}`, 200],
    ] as const) {
      const answer = await fetch(sandbox.url + path, {
        method,
        headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: '',
      });
      expect([answer.status, await answer.json()], path).toMatchObject([status, { success: true }]);
    }
  });

  it('a JSON body on a PDF route, a form without an end and a form without a boundary are refused with 400', async () => {
    const draft = await newBook(sandbox);
    expectFailure(await sandbox.post(`/books/${draft}/pdf-cover`, {}), 400, 'ERR_VALIDATION_FAILED');
    for (const [type, body] of [
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7',
      ],
      ['multipart/form-data', 'anything'],
    ] as const) {
      const answer = await fetch(`${sandbox.url}/books/${draft}/pdf-cover`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': type },
        body,
      });
      expect(answer.status).toBe(400);
    }
    expectFailure(await sandbox.get(`/books/${draft}/pdf-cover`), 404, 'ERR_PDF_NOT_UPLOADED');
    expect((await upload(sandbox, draft, 'cover', HC_COVER)).status).toBe(201);
  });

  it.each([
    ['of nothing but brackets', '['.repeat(500_000)],
    ['of 33 levels', `{"title":${'['.repeat(32)}${']'.repeat(32)}}`],
    [
      'of fifty thousand names that nobody knows',
      `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":0`).join()}}`,
    ],
  ])('a JSON body %s is refused with 400 before it is parsed, and the limits are named', async (_what, body) => {
    const answer = await fetch(`${sandbox.url}/books`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({
      success: false,
      message: 'Bad Request',
      data: null,
      errorCode: 'ERR_MALFORMED_REQUEST',
      errors: ['JSON 본문은 32단계, 값 50000개 이하여야 합니다'],
      fieldErrors: [],
    });
  });
  const formOf = (...parts: readonly (readonly [head: string, type: string, value: string | Uint8Array])[]): Buffer =>
    Buffer.concat([
      ...parts.flatMap(([head, type, value]) => [
        Buffer.from(`--x\r\nContent-Disposition: form-data; ${head}\r\nContent-Type: ${type}\r\n\r\n`),
        Buffer.from(value),
        Buffer.from('\r\n'),
      ]),
      Buffer.from('--x--\r\n'),
    ]);
  const sendForm = async (path: string, body: Buffer): Promise<{ status: number; errors: unknown }> => {
    const answer = await fetch(sandbox.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'multipart/form-data; boundary=x' },
      body: new Uint8Array(body),
    });
    return { status: answer.status, errors: ((await answer.json()) as { errors: unknown }).errors };
  };
  const JSON_PARTS = [
    ['of nothing but brackets', '['.repeat(500_000)],
    ['of 33 levels', `{"bodyText":${'['.repeat(32)}${']'.repeat(32)}}`],
    ['of fifty thousand names', `{${Array.from({ length: 50_000 }, (_, at) => `"k${at}":0`).join()}}`],
  ] as const;
  it.each(JSON_PARTS)(
    'a part of a form that is JSON %s is refused with 400 before it is parsed',
    async (_what, value) => {
      const draft = await newBook(sandbox, { creationType: 'TEMPLATE', pageCount: undefined });
      for (const [name, type] of [
        ['parameters', 'application/json; charset=utf-8'],
        ['nobodyKnows', 'application/json'],
        ['nobodyKnows', 'application/json-seq'],
      ] as const) {
        const form = formOf(['name="templateUid"', 'text/plain', 'any'], [`name="${name}"`, type, value]);
        expect(await sendForm(`/books/${draft}/cover`, form)).toEqual({
          status: 400,
          errors: ['JSON 본문은 32단계, 값 50000개 이하여야 합니다'],
        });
      }
    },
  );
  it('parts of a form that are JSON are together no longer than a JSON body', async () => {
    const draft = await newBook(sandbox, { creationType: 'TEMPLATE', pageCount: undefined });
    const half = JSON.stringify('x'.repeat(600_000));
    const part = (name: string) => [`name="${name}"`, 'application/json', half] as const;
    const answer = await sendForm(`/books/${draft}/cover`, formOf(part('one'), part('other')));
    expect(answer).toEqual({ status: 400, errors: ['other: 값이 너무 깁니다'] });
  });
  it.each(JSON_PARTS)('beside a PDF, a part that is JSON %s is no obstacle', async (_what, value) => {
    const draft = await newBook(sandbox);
    const json = ['name="about"', 'application/json', value] as const;
    const file = ['name="file"; filename="cover.pdf"', 'application/pdf', HC_COVER] as const;
    expect((await sendForm(`/books/${draft}/pdf-cover`, formOf(json, file, json))).status).toBe(201);
    expect((await sandbox.get(`/books/${draft}/pdf-cover`, { raw: true })).headers.get('content-length')).toBe(
      String(HC_COVER.length),
    );
  });
  it('a JSON body with twenty thousand names that nobody knows is one without them', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`k${at}`, null]));
    expect((await sandbox.post('/books', { ...bookBody, ...unknown })).status).toBe(201);
  });
  it('a JSON body of two megabytes is refused with 400', async () => {
    expect((await sandbox.post('/books', { ...bookBody, title: 'x'.repeat(2_000_000) })).status).toBe(400);
  });
});

describe('an Idempotency-Key', () => {
  it('may be any string, also a long one', async () => {
    const key = randomBytes(3_000).toString('hex');
    const create = () => sandbox.post('/books', bookBody, { headers: { 'idempotency-key': key } });
    const [first, again] = [await create(), await create()];
    expect([first.status, again.headers.get('x-idempotent-replayed'), again.text]).toEqual([201, 'true', first.text]);
    expect(again.headers.get('x-idempotent-key')).toBe(key);
    const other = await sandbox.post('/books', bookBody, { headers: { 'idempotency-key': `${key}0` } });
    expect(other.body.data.bookUid).not.toBe(first.body.data.bookUid);
  });
});

describe('an order of very many items', () => {
  it('is one order, charged once', async () => {
    const before = await balanceOf(sandbox);
    const answer = await order(
      sandbox,
      Array.from({ length: 8_000 }, () => ({ bookUid, quantity: 1 })),
    );
    expect([answer.status, answer.body.data?.items?.length]).toEqual([201, 8_000]);
    expect(await balanceOf(sandbox)).toBe(before - charged(8_000 * 12_600 + SHIPPING_FEE));
    expect(await ledgerSum(sandbox)).toBe(await balanceOf(sandbox));
  });
});

describe('the same thing at the same time', () => {
  it('puts one cover of five', async () => {
    const draft = await newBook(sandbox);
    const answers = await Promise.all(Array.from({ length: 5 }, () => upload(sandbox, draft, 'cover', HC_COVER)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('finalizes once, with one moment', async () => {
    const draft = await newBook(sandbox);
    await upload(sandbox, draft, 'cover', HC_COVER);
    await upload(sandbox, draft, 'contents', HC_CONTENTS_24);
    const answers = await Promise.all(Array.from({ length: 5 }, () => finalize(sandbox, draft)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.data.finalizedAt)).size).toBe(1);
  });

  it('never finalizes a book and then lets its PDF be replaced', async () => {
    const draft = await newBook(sandbox);
    await upload(sandbox, draft, 'cover', HC_COVER);
    await upload(sandbox, draft, 'contents', HC_CONTENTS_24);
    const replaced = Promise.all(Array.from({ length: 5 }, () => upload(sandbox, draft, 'cover', HC_COVER, 'PUT')));
    expect((await finalize(sandbox, draft)).status).toBe(201);
    for (const answer of await replaced) expect([200, 400]).toContain(answer.status);
    expectFailure(await upload(sandbox, draft, 'cover', HC_COVER, 'PUT'), 400, 'ERR_VALIDATION_FAILED');
  });
});

describe('a deleted book', () => {
  it('may be deleted again (any state is allowed), which changes nothing', async () => {
    const draft = await newBook(sandbox);
    expect((await sandbox.delete(`/books/${draft}`)).status).toBe(200);
    const deleted = (await sandbox.get(`/books/${draft}`)).body.data;
    expect((await sandbox.delete(`/books/${draft}`)).status).toBe(200);
    expect((await sandbox.get(`/books/${draft}`)).body.data).toEqual({ ...deleted, updatedAt: expect.any(String) });
  });

  it('keeps its uploaded PDFs', async () => {
    const draft = await newBook(sandbox);
    await upload(sandbox, draft, 'cover', HC_COVER);
    await sandbox.delete(`/books/${draft}`);
    expect((await sandbox.get(`/books/${draft}/pdf-cover`, { raw: true })).status).toBe(200);
  });
});
