import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBlankPages, coveredBook, entryForm, png, postContents, putCover, templateOf } from './composing.ts';
import {
  ADDRESS,
  balanceOf,
  cancel,
  expectFailure,
  finalize,
  finalizedBook,
  HC_CONTENTS_24,
  newBook,
  order,
  placedOrder,
  upload,
} from './journeys.ts';
import { pdfOfSizes } from './pdf.ts';
import { lines, oneAddressOf, rawCall, type Address } from './raw-http.ts';
import { startService, type Answer, type Host, type Service } from './service.ts';

/** What clients of the public service send (docs/reference/interoperability.md), under both contracts. */

describe.each(['specified', 'public-2026-09'] as const)('under %s', (contract) => {
  let service: Service;
  let sandbox: Host;
  let bookUid: string;
  beforeAll(async () => {
    service = await startService({ contract, credit: 100_000_000 });
    ({ sandbox } = service);
    bookUid = await finalizedBook(sandbox);
  });
  afterAll(() => service.dispose());

  const day = (offsetDays: number) => new Date(Date.now() + offsetDays * 86_400_000).toISOString().slice(0, 10);
  const fieldsOf = (answer: Answer) =>
    answer.body.fieldErrors.map(({ field, constraint }: { field: string; constraint: string }) => [field, constraint]);

  describe('the period of a list', () => {
    const LISTS = ['/books', '/orders', '/credits/transactions'];
    beforeAll(() => placedOrder(sandbox, bookUid));

    // Two days outside: what was made before midnight is of yesterday when it is asked for after it.
    it.each(['from', 'createdFrom', 'to', 'createdTo'])('%s filters books, orders and transactions', async (name) => {
      const [inside, outside] = name.toLowerCase().endsWith('from') ? [-1, 2] : [1, -2];
      for (const list of LISTS) {
        expect((await sandbox.get(`${list}?${name}=${day(inside)}`)).body.pagination.total, list).toBeGreaterThan(0);
        expect((await sandbox.get(`${list}?${name}=${day(outside)}`)).body.pagination.total, list).toBe(0);
      }
    });

    it.each(['from', 'createdFrom', 'to', 'createdTo'])(
      '%s that is no date is 400 and not everything',
      async (name) => {
        for (const list of LISTS) {
          for (const bad of [
            'yesterday',
            '20260908',
            '2026-13-01',
            '2026-09-08 00:00:00',
            '2026-09-08T00:00:00 09:00',
            '',
          ]) {
            const answer = await sandbox.get(`${list}?${name}=${encodeURIComponent(bad)}`);
            expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
            expect(fieldsOf(answer), `${list} ${bad}`).toEqual([[name, 'pattern']]);
          }
        }
      },
    );

    it('a time is a moment, inclusive: with an offset that moment, without one UTC', async () => {
      const { orderedAt, orderUid } = (await sandbox.get('/orders?limit=1')).body.data[0];
      const moment = Date.parse(orderedAt);
      const utc = (ms: number) => new Date(ms).toISOString().slice(0, -1);
      const seoul = (ms: number) => encodeURIComponent(`${utc(ms + 9 * 3_600_000)}+09:00`);
      const uids = async (query: string) =>
        (await sandbox.get(`/orders?${query}`)).body.data.map((found: { orderUid: string }) => found.orderUid);
      for (const write of [utc, seoul]) {
        expect(await uids(`from=${write(moment)}&to=${write(moment)}`)).toContain(orderUid);
        expect(await uids(`from=${write(moment + 1)}`)).not.toContain(orderUid);
        expect(await uids(`to=${write(moment - 1)}`)).not.toContain(orderUid);
      }
    });

    it('of both names both hold', async () => {
      expect((await sandbox.get(`/orders?from=${day(-1)}&createdFrom=${day(1)}`)).body.data).toEqual([]);
    });
  });

  describe('an order status as a filter', () => {
    it('is its name or its code', async () => {
      const waiting = await placedOrder(sandbox, bookUid);
      const cancelled = await placedOrder(sandbox, bookUid);
      await cancel(sandbox, cancelled.orderUid);
      for (const [name, code, has, lacks] of [
        ['PDF_READY', 25, waiting, cancelled],
        ['CANCELLED_REFUND', 81, cancelled, waiting],
      ]) {
        const [byName, byCode] = [
          await sandbox.get(`/orders?status=${name}`),
          await sandbox.get(`/orders?status=${code}`),
        ];
        const uids = byCode.body.data.map(({ orderUid }: { orderUid: string }) => orderUid);
        expect(byCode.body.data).toEqual(byName.body.data);
        expect([uids.includes(has.orderUid), uids.includes(lacks.orderUid)]).toEqual([true, false]);
      }
    });

    it.each(['26', '0', '25.0', 'pdf_ready', ''])('of %j is 400', async (status) => {
      const answer = await sandbox.get(`/orders?status=${status}`);
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(fieldsOf(answer)).toEqual([['status', 'enum']]);
    });
  });

  describe('whole numbers in a query', () => {
    it.each(['1e1', ' 10', '10 ', '+10', '0x0a', '10.0', '1_0', '１０', ''])('%j is none', async (limit) => {
      for (const list of [
        '/books',
        '/orders',
        '/templates',
        '/credits/transactions',
        '/notifications',
        '/webhooks/deliveries',
      ]) {
        const answer = await sandbox.get(`${list}?limit=${encodeURIComponent(limit)}`);
        expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
        expect([answer.body.errors, fieldsOf(answer)]).toEqual([['limit: 정수여야 합니다'], [['limit', 'pattern']]]);
      }
      expectFailure(
        await sandbox.get(`/book-specs/SQUAREBOOK_HC/calculated-size?pages=${encodeURIComponent(limit)}`),
        400,
        'ERR_VALIDATION_FAILED',
      );
    });

    it('10 is one', async () => {
      expect((await sandbox.get('/books?limit=10&offset=0')).body.pagination).toMatchObject({ limit: 10, offset: 0 });
    });
  });

  describe('Authorization', () => {
    it.each(['bearer', 'BEARER', 'BeArEr '])('takes the scheme as %j', async (scheme) => {
      expect(
        (await sandbox.get('/credits', { key: null, headers: { authorization: `${scheme} ${sandbox.key}` } })).status,
      ).toBe(200);
    });

    it.each(['Basic', 'Bearers', ''])('does not take %j', async (scheme) => {
      expectFailure(
        await sandbox.get('/credits', { key: null, headers: { authorization: `${scheme} ${sandbox.key}` } }),
        401,
        'ERR_UNAUTHORIZED',
      );
    });

    it('with a bad key on a route that needs none is what the contract says', async () => {
      for (const path of ['/book-specs', '/book-specs/SQUAREBOOK_HC']) {
        const answer = await sandbox.as('SBnobody0000.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa').get(path);
        if (contract === 'specified') expectFailure(answer, 401, 'ERR_UNAUTHORIZED');
        else expect([answer.status, [answer.body.data].flat()[0].priceBase]).toEqual([200, null]);
      }
      expect((await sandbox.get('/book-specs/SQUAREBOOK_HC')).body.data.priceBase).toBe(12_600);
      expectFailure(await sandbox.as(service.keys.business.live).get('/book-specs'), 403, 'ERR_ENV_MISMATCH');
    });
  });

  describe('an item without quantity', () => {
    it('is one copy, in the estimate and in the order, and the same request as one with it', async () => {
      const [one, none] = [
        await sandbox.post('/orders/estimate', { items: [{ bookUid, quantity: 1 }] }),
        await sandbox.post('/orders/estimate', { items: [{ bookUid }] }),
      ];
      expect(none.body.data).toEqual(one.body.data);
      const before = await balanceOf(sandbox);
      const key = randomUUID();
      const placed = await sandbox.post(
        '/orders',
        { items: [{ bookUid }], shipping: ADDRESS },
        { headers: { 'idempotency-key': key } },
      );
      expect([placed.status, placed.body.data.items[0].quantity]).toEqual([201, 1]);
      expect(await balanceOf(sandbox)).toBe(before - one.body.data.paidCreditAmount);
      expect((await order(sandbox, [{ bookUid, quantity: 1 }], key)).headers.get('x-idempotent-replayed')).toBe('true');
    });
  });

  describe('the pageCount of a TEMPLATE book', () => {
    it.each([[24], [25], [-1], [1.5], ['24'], ['x\u0000'], [true], [null], [[]], [{ a: 1 }]])(
      'is ignored when it is %j',
      async (pageCount) => {
        const answer = await sandbox.post(
          '/books',
          { title: 'T', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'TEMPLATE', pageCount },
          { isBeyondDocument: true },
        );
        expect([answer.status, answer.body.data?.pageMeta?.currentPageCount], answer.text).toEqual([201, 0]);
      },
    );

    it('is not ignored of the other types', async () => {
      for (const creationType of ['PDF_UPLOAD', 'MIX_COVER_TEMPLATE']) {
        expectFailure(
          await sandbox.post('/books', { title: 'T', bookSpecUid: 'SQUAREBOOK_HC', creationType, pageCount: '24' }),
          400,
          'ERR_VALIDATION_FAILED',
        );
      }
    });
  });

  describe('the cover of a book', () => {
    it('is read as POST answered it and taken away from a draft, which may get another', async () => {
      const draft = await newBook(sandbox, { creationType: 'TEMPLATE' });
      expectFailure(await sandbox.get(`/books/${draft}/cover`), 404, 'ERR_NOT_FOUND');
      expectFailure(await sandbox.delete(`/books/${draft}/cover`), 404, 'ERR_NOT_FOUND');
      const put = await putCover(sandbox, draft);
      const read = await sandbox.get(`/books/${draft}/cover`);
      expect([read.status, read.body.data]).toEqual([
        200,
        { ...put.body.data, templateUid: await templateOf(sandbox, '표지_제목') },
      ]);
      await addBlankPages(sandbox, draft, 2);
      const gone = await sandbox.delete(`/books/${draft}/cover`);
      expect([gone.status, gone.body.data.result, gone.body.data.pageMeta.currentPageCount]).toEqual([
        200,
        'deleted',
        2,
      ]);
      expect((await sandbox.get(`/books/${draft}`)).body.data.coverTemplateUid).toBeNull();
      expectFailure(await finalize(sandbox, draft), 400, 'ERR_FINALIZE_PREREQ_UNMET');
      expect((await putCover(sandbox, draft)).status).toBe(201);
    });

    it('is not read of a PDF book, nor taken away from a finalized, deleted or foreign one', async () => {
      expectFailure(await sandbox.get(`/books/${bookUid}/cover`), 400, 'ERR_CREATION_TYPE_UNSUPPORTED');
      const mixed = await newBook(sandbox, { creationType: 'MIX_COVER_TEMPLATE' });
      await putCover(sandbox, mixed);
      expect((await sandbox.get(`/books/${mixed}/cover`)).status).toBe(200);
      expectFailure(await sandbox.as(service.keys.personal.sandbox).get(`/books/${mixed}/cover`), 403, 'ERR_FORBIDDEN');
      expectFailure(
        await sandbox.as(service.keys.personal.sandbox).delete(`/books/${mixed}/cover`),
        403,
        'ERR_FORBIDDEN',
      );
      await upload(sandbox, mixed, 'contents', HC_CONTENTS_24);
      expect((await finalize(sandbox, mixed)).status).toBe(201);
      expectFailure(await sandbox.delete(`/books/${mixed}/cover`), 400, 'ERR_VALIDATION_FAILED');
      await sandbox.delete(`/books/${mixed}`);
      expectFailure(await sandbox.delete(`/books/${mixed}/cover`), 400, 'ERR_VALIDATION_FAILED');
    });
  });

  describe('too few pages', () => {
    it('are told in the words that clients look for, with field and constraint', async () => {
      const created = await sandbox.post('/books', {
        title: 'few',
        bookSpecUid: 'SQUAREBOOK_HC',
        creationType: 'PDF_UPLOAD',
        pageCount: 20,
      });
      const draft = await coveredBook(sandbox);
      await addBlankPages(sandbox, draft, 2);
      for (const answer of [created, await finalize(sandbox, draft)]) {
        expectFailure(answer, 400, 'ERR_INSUFFICIENT_PAGES');
        expect(answer.body.errors[0]).toContain('최소 페이지 미달');
        expect(fieldsOf(answer)).toEqual([['pageCount', 'min']]);
      }
    });
  });

  describe('parts of a form', () => {
    it('named for a text variable are its value', async () => {
      const draft = await newBook(sandbox, { creationType: 'TEMPLATE' });
      const form = entryForm({
        templateUid: await templateOf(sandbox, '표지_제목'),
        parameters: { subtitle: '2026', author: '김하나', spineTitle: '여름' },
      });
      expectFailure(await sandbox.call('POST', `/books/${draft}/cover`, { form }), 400, 'ERR_VALIDATION_FAILED');
      form.set('title', '여름 여행');
      expect((await sandbox.call('POST', `/books/${draft}/cover`, { form })).status).toBe(201);
    });

    it.each([
      ['a text', (form: FormData) => form.set('subtitel', '2026')],
      ['a file', (form: FormData) => form.set('subtitel', new File([png()], 'a.png', { type: 'image/png' }))],
    ])('named for no variable are refused with the nearest: %s', async (_, add) => {
      const draft = await newBook(sandbox, { creationType: 'TEMPLATE' });
      const form = entryForm({
        templateUid: await templateOf(sandbox, '표지_제목'),
        parameters: { title: 'T', subtitle: '2026', author: '김하나', spineTitle: '여름' },
      });
      add(form);
      const answer = await sandbox.call('POST', `/books/${draft}/cover`, { form });
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.errors).toEqual(['subtitel: 템플릿에 없는 항목입니다 (가장 가까운 항목: subtitle)']);
      expect(fieldsOf(answer)).toEqual([['subtitel', 'enum']]);
      expectFailure(await sandbox.get(`/books/${draft}/cover`), 404, 'ERR_NOT_FOUND');
    });

    it('given in parameters too, or twice where one is taken, are refused', async () => {
      const draft = await newBook(sandbox, { creationType: 'TEMPLATE' });
      const entry = {
        templateUid: await templateOf(sandbox, '표지_제목'),
        parameters: { title: 'T', subtitle: '2026', author: '김하나', spineTitle: '여름' },
      };
      const both = entryForm(entry);
      both.set('title', 'another');
      const twice = entryForm(entry);
      twice.append('templateUid', entry.templateUid);
      for (const [form, field] of [
        [both, 'title'],
        [twice, 'templateUid'],
      ] as const) {
        const answer = await sandbox.call('POST', `/books/${draft}/cover`, { form });
        expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
        expect(fieldsOf(answer)).toEqual([[field, 'max']]);
      }
    });

    it('of parameters that are null are absent: the part as a whole, and members of it', async () => {
      const draft = await coveredBook(sandbox);
      const templateUid = await templateOf(sandbox, '빈내지');
      expect((await postContents(sandbox, draft, { templateUid, parameters: 'null' })).status).toBe(201);
      expect((await sandbox.post(`/books/${draft}/contents`, { templateUid, parameters: null })).status).toBe(201);
      const cover = await newBook(sandbox, { creationType: 'TEMPLATE' });
      const answer = await sandbox.post(`/books/${cover}/cover`, {
        templateUid: await templateOf(sandbox, '표지_제목'),
        parameters: { title: null },
      });
      expect(fieldsOf(answer)).toContainEqual(['title', 'required']);
    });
  });

  it('a PDF whose pages have the wrong size is told which pages', async () => {
    const draft = await newBook(sandbox, { pageCount: 24 });
    const wrong = [3, 4, 5, 9];
    const pages = Array.from({ length: 24 }, (_, index): [number, number] =>
      wrong.includes(index + 1) ? [200, 254] : [249, 254],
    );
    const answer = await upload(sandbox, draft, 'contents', pdfOfSizes(pages));
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.errors).toEqual([expect.stringMatching(/가로.*200\.0mm.*249\.0mm.*페이지: 3-5, 9\)$/)]);
    const everyOther = Array.from({ length: 24 }, (_, index): [number, number] =>
      index % 2 === 0 ? [249, 200] : [249, 254],
    );
    expect((await upload(sandbox, draft, 'contents', pdfOfSizes(everyOther))).body.errors[0]).toMatch(
      /페이지: 1, 3, 5, .*, 23\)$/,
    );
  });

  describe('an Idempotency-Key', () => {
    const create = (key: string) => {
      const body = JSON.stringify({ title: 'key', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'TEMPLATE' });
      const address = oneAddressOf(sandbox);
      return rawCall(
        address,
        lines(
          address,
          'POST',
          '/books',
          'Content-Type: application/json',
          `Content-Length: ${body.length}`,
          `Idempotency-Key: ${key}`,
        ),
        body,
      );
    };
    const echoOf = (head: Buffer) => /^x-idempotent-key: (.*)$/im.exec(head.toString('latin1'))?.[1];

    it.each([
      ['Latin-1', 'caf\u00e9 \u00fc\u00ff\u00a0\u0080'],
      ['UTF-8 as it comes over the wire', Buffer.from('주문-1 🎁').toString('latin1')],
      ['spaces and tabs inside', 'a  b\tc'],
      ['punctuation', `~!@#$%^&*()_+{}|:"<>?-=[]\\;',./\``],
      ['long', 'k'.repeat(7_000)],
    ])('comes back byte for byte: %s', async (_, key) => {
      const [first, again] = [await create(key), await create(key)];
      expect([first.status, echoOf(first.head)]).toEqual([201, key]);
      expect([again.status, echoOf(again.head), again.text]).toEqual([201, key, first.text]);
      expect(again.head.toString('latin1').toLowerCase()).toContain('x-idempotent-replayed: true');
    });

    it.each([
      ['a DEL', 'a\u007fb'],
      ['a control character', 'a\u0001b'],
    ])('that cannot be sent back is 400, and nothing is made: %s', async (_, key) => {
      const before = (await sandbox.get('/books')).body.pagination.total;
      const answer = await create(key);
      expect([answer.status, Object.keys(JSON.parse(answer.text))]).toEqual([
        400,
        ['success', 'message', 'data', 'errorCode', 'errors', 'fieldErrors'],
      ]);
      expect((await sandbox.get('/books')).body.pagination.total).toBe(before);
    });
  });

  describe('a model that was read', () => {
    it('can be sent back: the delivery data of an order, which nulls leave as they are', async () => {
      const placed = (
        await order(sandbox, [{ bookUid, quantity: 1 }], undefined, {
          shipping: { ...ADDRESS, address2: null, memo: null },
          externalRef: null,
          externalUserId: null,
        })
      ).body.data;
      expect([placed.address2, placed.shippingMemo, placed.externalRef]).toEqual([null, null, null]);
      const path = `/orders/${placed.orderUid}/shipping`;
      expect((await sandbox.patch(path, placed)).body.data).toMatchObject({
        recipientName: placed.recipientName,
        address2: null,
        shippingMemo: null,
      });
      await sandbox.patch(path, { address2: '5층', shippingMemo: '문 앞' });
      expect(
        (await sandbox.patch(path, { recipientName: '이둘', recipientPhone: null, address2: null, shippingMemo: null }))
          .body.data,
      ).toMatchObject({
        recipientName: '이둘',
        recipientPhone: ADDRESS.recipientPhone,
        address2: '5층',
        shippingMemo: '문 앞',
      });
      expect((await sandbox.patch(path, { shippingMemo: '' })).body.data.shippingMemo).toBe('');
    });

    it('can be sent back: the account, whose nulls are what is not there', async () => {
      await sandbox.patch('/accounts/me', { email: 'a@b.kr', phone: null });
      const account = (await sandbox.get('/accounts/me')).body.data;
      expect(account).toMatchObject({ email: 'a@b.kr', phone: null });
      expect((await sandbox.patch('/accounts/me', { ...account, name: null })).body.data).toMatchObject({
        name: account.name,
        email: 'a@b.kr',
        phone: null,
      });
      expect((await sandbox.patch('/accounts/me', { email: null })).body.data.email).toBeNull();
    });

    it('can be sent back: webhook, notification settings, keys and settings of the account', async () => {
      const webhook = (
        await sandbox.put('/webhooks/config', {
          webhookUrl: 'https://partner.example/hook',
          url: null,
          events: null,
          description: null,
        })
      ).body.data;
      expect((await sandbox.put('/webhooks/config', webhook)).body.data).toMatchObject({
        events: null,
        description: null,
      });
      const settings = (await sandbox.get('/notifications/config')).body.data;
      expect((await sandbox.patch('/notifications/config', { enabled: null, channels: null })).body.data).toMatchObject(
        { enabled: settings.enabled, channels: settings.channels },
      );
      const made = (await sandbox.post('/keys', { note: 'n', env: 'sandbox', allowIps: null })).body.data;
      expect((await sandbox.patch(`/keys/${made.keyPrefix}`, { note: null, allowIps: null })).body.data).toMatchObject({
        note: 'n',
        allowIps: [],
      });
      const config = (await sandbox.post('/account-configs', { settings: { kept: 1, gone: null } })).body.data;
      expect(config.settings).toEqual({ kept: 1 });
      expect(
        (await sandbox.patch(`/account-configs/${config.accountUid}`, { settings: { kept: null, other: 'x' } })).body
          .data.settings,
      ).toEqual({ other: 'x' });
    });

    it('required and null is required', async () => {
      const answer = await sandbox.post('/orders', {
        items: [{ bookUid: null, quantity: null }, null],
        shipping: { ...ADDRESS, recipientName: null },
      });
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(fieldsOf(answer)).toEqual([
        ['items.0.bookUid', 'required'],
        ['items.1', 'required'],
        ['shipping.recipientName', 'required'],
      ]);
    });
  });

  describe('texts', () => {
    const BAD = ['a\u0007b', 'a\u007fb', 'a\u0085b', '\u0000', 'a\ud800', '\udc00b'];
    it.each(BAD)('%j is refused as title, name, reference, memo and reason', async (text) => {
      const { orderUid } = (await sandbox.get('/orders?status=PDF_READY&limit=1')).body.data[0];
      const book = { title: 'T', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'TEMPLATE' };
      for (const [method, path, body, field] of [
        ['POST', '/books', { ...book, title: text }, 'title'],
        ['POST', '/books', { ...book, externalRef: text }, 'externalRef'],
        [
          'POST',
          '/orders',
          { items: [{ bookUid }], shipping: { ...ADDRESS, recipientName: text } },
          'shipping.recipientName',
        ],
        ['POST', '/orders', { items: [{ bookUid }], shipping: { ...ADDRESS, memo: text } }, 'shipping.memo'],
        ['PATCH', `/orders/${orderUid}/shipping`, { shippingMemo: text }, 'shippingMemo'],
        ['POST', `/orders/${orderUid}/cancel`, { cancelReason: text }, 'cancelReason'],
        ['POST', '/keys', { note: text, env: 'sandbox' }, 'note'],
        ['PATCH', '/accounts/me', { name: text }, 'name'],
        ['POST', '/credits/sandbox/charge', { amount: 1, memo: text }, 'memo'],
        ['PUT', '/webhooks/config', { webhookUrl: 'https://partner.example/hook', description: text }, 'description'],
        ['POST', '/notifications/send', { channel: 'SMS', recipient: '010', content: text }, 'content'],
      ] as const) {
        const answer = await sandbox.call(method, path, { json: body });
        expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
        expect([path, answer.body.fieldErrors]).toEqual([
          path,
          [
            expect.objectContaining({
              field,
              constraint: 'pattern',
              message: expect.stringContaining('사용할 수 없는 문자'),
            }),
          ],
        ]);
      }
    });

    it('of one line refuse a line break, memos and reasons have lines', async () => {
      expectFailure(
        await sandbox.post('/books', { title: 'a\nb', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'TEMPLATE' }),
        400,
        'ERR_VALIDATION_FAILED',
      );
      const placed = (
        await order(sandbox, [{ bookUid, quantity: 1 }], undefined, {
          shipping: { ...ADDRESS, memo: '문 앞\n벨 금지' },
        })
      ).body.data;
      expect(placed.shippingMemo).toBe('문 앞\n벨 금지');
    });

    it('of a template refuse control characters', async () => {
      const draft = await newBook(sandbox, { creationType: 'TEMPLATE' });
      const answer = await sandbox.post(`/books/${draft}/cover`, {
        templateUid: await templateOf(sandbox, '표지_제목'),
        parameters: { title: 'a\u0007', subtitle: 's', author: 'a', spineTitle: 's' },
      });
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(fieldsOf(answer)).toEqual([['title', 'pattern']]);
    });
  });

  describe('what is no request', () => {
    const six = (text: string) =>
      expect(Object.keys(JSON.parse(text)), text).toEqual([
        'success',
        'message',
        'data',
        'errorCode',
        'errors',
        'fieldErrors',
      ]);

    it.each([
      ['no HTTP at all', () => ['hello']],
      ['an unknown method', (address: Address) => lines(address, 'BREW', '/books')],
      [
        'headers above their limit',
        (address: Address) => lines(address, 'GET', '/books', `X-Long: ${'x'.repeat(40_000)}`),
      ],
      ['a broken header', (address: Address) => lines(address, 'GET', '/books', 'no colon')],
      ['two lengths', (address: Address) => lines(address, 'POST', '/books', 'Content-Length: 1', 'Content-Length: 2')],
    ])('%s is 400 in six fields, and the connection ends', async (_, head) => {
      const address = oneAddressOf(sandbox);
      const answer = await rawCall(address, head(address));
      expect([answer.status, JSON.parse(answer.text).message]).toEqual([400, 'Bad Request']);
      six(answer.text);
      expect(answer.text).not.toMatch(/HPE|client error|parse/i);
    });

    it('no Host and an expectation that nobody knows are answered in six fields', async () => {
      const address = oneAddressOf(sandbox);
      const noHost = await rawCall(
        address,
        lines(address, 'GET', '/credits').filter((line) => !line.startsWith('Host')),
      );
      expect([400, 403]).toContain(noHost.status);
      six(noHost.text);
      const odd = await rawCall(address, lines(address, 'GET', '/nothing-here', 'Expect: a-miracle'));
      expect(odd.status).toBe(404);
      six(odd.text);
    });

    it('411 carries its own label', async () => {
      const address = oneAddressOf(sandbox);
      const answer = await rawCall(address, lines(address, 'POST', `/books/${bookUid}/finalization`));
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
        411,
        { message: 'Length Required', errorCode: 'ERR_MALFORMED_REQUEST' },
      ]);
    });

    it.each([
      '/orders/%zz',
      '/orders/%E0%A4%A',
      '/%',
      `/orders/${'x'.repeat(500)}`,
      `/books/${'%41'.repeat(300)}/photos`,
    ])('the path %s is 404', async (path) => {
      const address = oneAddressOf(sandbox);
      const answer = await rawCall(address, lines(address, 'GET', path));
      expect([answer.status, JSON.parse(answer.text).errorCode]).toEqual([404, 'ERR_NOT_FOUND']);
      six(answer.text);
    });
  });

  it('a bound that is itself not allowed says so', async () => {
    const answer = await sandbox.post('/credits/sandbox/charge', { amount: 0 });
    expect(answer.body.fieldErrors).toEqual([
      {
        field: 'amount',
        message: '0보다 커야 합니다',
        currentValue: 0,
        requiredValue: { min: 0, exclusive: true },
        constraint: 'min',
      },
    ]);
  });
});
