import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFailure, newBook, finalizedBook } from './journeys.ts';
import { oneAddressOf, rawCall, type Address } from './raw-http.ts';
import { startService, type Service } from './service.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.dispose());

describe('authentication', () => {
  it.each([
    ['no header', null],
    ['an unknown key', 'SBaaaaaaaaaa.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb'],
    ['a malformed key', 'hello'],
  ])('answers 401 with %s', async (_, key) => {
    const answer = await service.sandbox.get('/credits', { key });
    expectFailure(answer, 401, 'ERR_UNAUTHORIZED');
    expect([answer.body.message, answer.body.data, answer.body.fieldErrors]).toEqual(['Unauthorized', null, []]);
    expect(answer.body.errors).toHaveLength(1);
  });

  it('answers 401 without the Bearer prefix', async () => {
    const answer = await service.sandbox.get('/credits', {
      key: null,
      headers: { authorization: service.keys.business.sandbox },
    });
    expectFailure(answer, 401, 'ERR_UNAUTHORIZED');
  });

  it('answers 401 when the identifier is right and the secret is not', async () => {
    const [prefix] = service.keys.business.sandbox.split('.');
    expectFailure(
      await service.sandbox.get('/credits', { key: `${prefix}.${'x'.repeat(32)}` }),
      401,
      'ERR_UNAUTHORIZED',
    );
  });

  it('gives keys of two letters, ten characters, a dot and 32 characters', () => {
    for (const key of [service.keys.business.sandbox, service.keys.business.live, service.keys.personal.sandbox]) {
      expect(key).toMatch(/^SB[A-Za-z0-9]{10}\.[A-Za-z0-9_-]{32}$/);
    }
  });

  it('refuses a Sandbox key on the Live host and the reverse with ERR_ENV_MISMATCH', async () => {
    expectFailure(await service.live.get('/credits', { key: service.keys.business.sandbox }), 403, 'ERR_ENV_MISMATCH');
    expectFailure(await service.sandbox.get('/credits', { key: service.keys.business.live }), 403, 'ERR_ENV_MISMATCH');
  });

  it('refuses a Personal account on the Live host and serves it in Sandbox', async () => {
    expectFailure(await service.live.get('/credits', { key: service.keys.personal.live }), 403, 'ERR_FORBIDDEN');
    expect((await service.sandbox.get('/credits', { key: service.keys.personal.sandbox })).status).toBe(200);
  });

  it('knows its paths whatever their case', async () => {
    expect((await service.sandbox.get('/Credits')).status).toBe(200);
  });
});

describe('environments and partners', () => {
  it('picks the environment by host: books and credit of one are not seen in the other', async () => {
    const bookUid = await newBook(service.sandbox);
    expect((await service.sandbox.get(`/books/${bookUid}`)).body.data.isTest).toBe(true);
    expect((await service.live.get(`/books?bookUid=${bookUid}`)).body.data).toEqual([]);
    expectFailure(await service.live.get(`/books/${bookUid}`), 403, 'ERR_ENV_MISMATCH');
    expect((await service.live.get('/credits')).body.data).toMatchObject({ env: 'live', balance: 0 });
    expect((await service.sandbox.get('/credits')).body.data).toMatchObject({ env: 'test' });
    const liveBook = await newBook(service.live);
    expect((await service.live.get(`/books/${liveBook}`)).body.data.isTest).toBe(false);
    expectFailure(await service.sandbox.get(`/books/${liveBook}`), 403, 'ERR_ENV_MISMATCH');
  });

  it('picks it by nothing else: no parameter and no header of a call moves it', async () => {
    const bookUid = await newBook(service.sandbox);
    const asked = await service.live.get(`/books?bookUid=${bookUid}&env=sandbox&environment=test&isTest=true`, {
      headers: { 'x-environment': 'sandbox', 'x-forwarded-host': new URL(service.sandbox.url).host },
    });
    expect([asked.status, asked.body.data]).toEqual([200, []]);
    expect((await service.live.get('/credits?env=test')).body.data.env).toBe('live');
  });

  it('refuses another partner’s book with ERR_FORBIDDEN, and lists it for nobody else', async () => {
    const stranger = service.sandbox.as(service.keys.personal.sandbox);
    const bookUid = await finalizedBook(service.sandbox);
    expectFailure(await stranger.get(`/books/${bookUid}`), 403, 'ERR_FORBIDDEN');
    expectFailure(await stranger.get(`/books/${bookUid}/pdf-cover`), 403, 'ERR_FORBIDDEN');
    expectFailure(await stranger.delete(`/books/${bookUid}`), 403, 'ERR_FORBIDDEN');
    expect((await stranger.get(`/books?bookUid=${bookUid}`)).body.data).toEqual([]);
  });
});

describe('a web page in the person’s browser', () => {
  it('is refused: any Origin, any foreign Host', async () => {
    const origin = await service.sandbox.get('/book-specs', { headers: { origin: 'https://example.invalid' } });
    expectFailure(origin, 403, 'ERR_FORBIDDEN');
    const address = oneAddressOf(service.sandbox);
    for (const path of ['/v1/book-specs', '/openapi.json', '/docs', '/health', '/health/live/more'])
      expect((await under('rebound.example', address, path)).status, path).toBe(403);
  });
});

describe('a probe of an orchestrator or a proxy', () => {
  it.each(['/health/live', '/health/ready', '/health/ready?from=probe'])(
    'is answered at %s by whatever name it calls the listener',
    async (path) => {
      const address = oneAddressOf(service.sandbox);
      for (const name of ['10.42.0.7:8080', 'studio.example', '', null])
        expect((await under(name, address, path)).status, String(name)).toBe(200);
      const page = await fetch(new URL(path, address.url), { headers: { origin: 'https://rebound.example' } });
      expect(page.status).toBe(403);
    },
  );
});

/** A call of a path of the listener with this Host header; null: with none. */
const under = (name: string | null, address: Address, path: string) =>
  rawCall(address, [
    `GET ${path} HTTP/1.1`,
    ...(name === null ? [] : [`Host: ${name}`]),
    `Authorization: Bearer ${address.key}`,
    'Connection: close',
  ]);

describe('the envelope', () => {
  it('answers an unknown path with 404 in six fields', async () => {
    expectFailure(await service.sandbox.get('/nothing-here'), 404, 'ERR_NOT_FOUND');
  });

  it('has every path under /v1, and none beside it', async () => {
    const { origin, pathname } = new URL(service.sandbox.url);
    expect(pathname).toBe('/v1');
    for (const path of ['/credits', '/v2/credits', '/books']) {
      const beside = await fetch(origin + path, { headers: { authorization: `Bearer ${service.sandbox.key}` } });
      expect(beside.status, path).toBe(404);
    }
    expect((await service.sandbox.get('/credits')).status).toBe(200);
  });

  it('says in `message` what the HTTP status is called in English', async () => {
    const bookUid = await finalizedBook(service.sandbox);
    const keyed = (title: string) =>
      service.sandbox.post(
        '/books',
        { title, bookSpecUid: 'SQUAREBOOK_HC', creationType: 'TEMPLATE' },
        { headers: { 'idempotency-key': 'label' } },
      );
    await keyed('one');
    for (const [answer, status, label] of [
      [await service.sandbox.post('/books', {}), 400, 'Bad Request'],
      [await service.sandbox.get('/credits', { key: null }), 401, 'Unauthorized'],
      [await service.live.get(`/books/${bookUid}`), 403, 'Forbidden'],
      [await service.sandbox.get('/books/bk_000000000000'), 404, 'Not Found'],
      [
        await service.sandbox.post(`/books/${await newBook(service.sandbox, { creationType: 'TEMPLATE' })}/pdf-cover`),
        400,
        'Bad Request',
      ],
      [
        await service.sandbox.get(`/books/${await newBook(service.sandbox, { creationType: 'TEMPLATE' })}/pdf-cover`),
        409,
        'Conflict',
      ],
      [await keyed('two'), 422, 'Unprocessable Entity'],
    ] as const) {
      expect([answer.status, answer.body.message], answer.text).toEqual([status, label]);
    }
  });

  it('answers broken JSON with ERR_MALFORMED_REQUEST', async () => {
    const answer = await service.sandbox.call('POST', '/orders/estimate', {
      headers: { 'content-type': 'application/json' },
      raw: true,
    });
    expect(answer.status).toBe(400);
    const response = await fetch(`${service.hello.sandboxUrl}/orders/estimate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.keys.business.sandbox}`, 'content-type': 'application/json' },
      body: '{"items": [',
    });
    expect([response.status, ((await response.json()) as { errorCode: string }).errorCode]).toEqual([
      400,
      'ERR_MALFORMED_REQUEST',
    ]);
  });

  it.each(['limit=0', 'limit=101', 'offset=-1', 'limit=x'])('answers ?%s with 400 and the field', async (query) => {
    const answer = await service.sandbox.get(`/books?${query}`);
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors[0]).toMatchObject({ field: query.split('=')[0], message: expect.any(String) });
  });

  it('of a success that is no list is success, message and data alone', async () => {
    const answer = await service.sandbox.get('/credits');
    expect([Object.keys(answer.body), answer.body.success, typeof answer.body.message]).toEqual([
      ['success', 'message', 'data'],
      true,
      'string',
    ]);
  });

  it('of a list has 20 from the first on unless told, and takes a limit of 1 and of 100', async () => {
    expect((await service.sandbox.get('/books')).body.pagination).toMatchObject({ limit: 20, offset: 0 });
    for (const limit of [1, 100])
      expect((await service.sandbox.get(`/books?limit=${limit}&offset=0`)).body.pagination).toMatchObject({
        limit,
        offset: 0,
      });
  });

  it('leaves `errors` out of a success, and pages with total, limit, offset and hasNext', async () => {
    for (let made = 0; made < 3; made += 1) await newBook(service.sandbox);
    const answer = await service.sandbox.get('/books?limit=2&offset=0');
    expect(Object.keys(answer.body)).toEqual(['success', 'message', 'data', 'pagination']);
    expect(answer.body.data).toHaveLength(2);
    expect(answer.body.pagination).toMatchObject({ limit: 2, offset: 0, hasNext: true });
    const { total } = answer.body.pagination;
    const last = await service.sandbox.get(`/books?limit=2&offset=${total - 1}`);
    expect([last.body.data.length, last.body.pagination.hasNext]).toEqual([1, false]);
  });
});
