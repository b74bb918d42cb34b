import { randomUUID } from 'node:crypto';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectFailure } from './journeys.ts';
import { bySpecification, startService, type Host, type Service } from './service.ts';

let service: Service;
let sandbox: Host;
beforeAll(async () => {
  service = await startService();
  ({ sandbox } = service);
});
afterAll(() => service.dispose());

const SPECS = ['PHOTOBOOK_A4_SC', 'PHOTOBOOK_A5_SC', 'SQUAREBOOK_HC', 'SQUAREBOOK_SC', 'SQUAREBOOK_LAYFLAT_HC'];

interface Item {
  readonly templateUid: string;
  readonly templateName: string;
  readonly templateKind: string;
  readonly theme: string;
  readonly category: string | null;
  readonly bookSpecUid: string;
  readonly specProfileUid: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Everything that a query finds, page by page. */
async function everyTemplate(host: Host, query: Record<string, string> = {}): Promise<Item[]> {
  const found: Item[] = [];
  for (let offset = 0; ; offset += 100) {
    const { body } = await host.get(
      `/templates?${new URLSearchParams({ ...query, limit: '100', offset: String(offset) }).toString()}`,
    );
    found.push(...body.data);
    expect(body.pagination).toEqual({
      total: body.pagination.total,
      limit: 100,
      offset,
      hasNext: found.length < body.pagination.total,
    });
    if (!body.pagination.hasNext) return found;
  }
}

const first = async (query: Record<string, string>): Promise<Item> => {
  const [item] = await everyTemplate(sandbox, query);
  if (item === undefined) throw new Error(`no template for ${JSON.stringify(query)}`);
  return item;
};

describe('GET /templates', () => {
  it.runIf(bySpecification)('lists template records with pagination, 20 unless the caller says otherwise', async () => {
    const { body } = await sandbox.get('/templates');
    expect(body.data).toHaveLength(20);
    expect(body.pagination).toEqual({ total: expect.any(Number), limit: 20, offset: 0, hasNext: true });
    for (const item of body.data) {
      expect(item).toMatchObject({
        templateUid: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
        accountUid: 'public',
        isPublic: true,
        status: 'active',
      });
      expect(Object.keys(item)).not.toContain('layout');
    }
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['offset=-1', 'offset'],
    ['sort=newest', 'sort'],
    ['templateKind=poster', 'templateKind'],
    ['scope=mine', 'scope'],
  ])('refuses ?%s', async (query, field) => {
    const answer = await sandbox.get(`/templates?${query}`);
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors).toMatchObject([{ field, message: expect.any(String) }]);
  });

  it('needs a key', async () => {
    expectFailure(await sandbox.get('/templates', { key: null }), 401, 'ERR_UNAUTHORIZED');
  });

  it.each(SPECS)(
    'has covers, contents, dividers and publish pages in three themes and more for %s',
    async (bookSpecUid) => {
      for (const templateKind of ['cover', 'content', 'divider', 'publish']) {
        const found = await everyTemplate(sandbox, { bookSpecUid, templateKind });
        expect(new Set(found.map((item) => `${item.bookSpecUid} ${item.templateKind}`))).toEqual(
          new Set([`${bookSpecUid} ${templateKind}`]),
        );
        expect(new Set(found.map(({ theme }) => theme)).size).toBeGreaterThanOrEqual(3);
      }
    },
  );

  it('filters by theme and by category', async () => {
    const all = await everyTemplate(sandbox);
    for (const field of ['theme', 'category'] as const) {
      for (const value of new Set(all.map((item) => item[field]).filter((one) => one !== null))) {
        const found = await everyTemplate(sandbox, { [field]: value });
        expect(found.map(({ templateUid }) => templateUid)).toEqual(
          all.filter((item) => item[field] === value).map(({ templateUid }) => templateUid),
        );
      }
    }
    expect(await everyTemplate(sandbox, { theme: '없는 테마' })).toEqual([]);
  });

  it('finds names that hold every word of templateName, in any order and case', async () => {
    const all = await everyTemplate(sandbox);
    const named = (...words: string[]) =>
      all.filter(({ templateName }) => words.every((word) => templateName.toLowerCase().includes(word.toLowerCase())))
        .length;
    const counted = async (templateName: string) => (await everyTemplate(sandbox, { templateName })).length;
    expect(await counted('내지')).toBe(named('내지'));
    expect(await counted('GALLERY 내지')).toBe(named('내지', 'gallery'));
    expect(await counted('  row   gallery ')).toBe(named('row', 'gallery'));
    expect(named('row', 'gallery')).toBeLessThan(named('gallery'));
    expect(await counted('표지 내지')).toBe(0);
  });

  it('has public templates only: scope=private finds none', async () => {
    expect(await everyTemplate(sandbox, { scope: 'private' })).toEqual([]);
    expect(await everyTemplate(sandbox, { scope: 'public' })).toEqual(await everyTemplate(sandbox, { scope: 'all' }));
  });

  it('filters by spec profile', async () => {
    const profile = (await sandbox.get('/spec-profiles?bookSpecUid=SQUAREBOOK_HC')).body.data[0];
    const found = await everyTemplate(sandbox, { specProfileUid: profile.specProfileUid });
    expect(found.length).toBeGreaterThan(0);
    for (const item of found)
      expect(item).toMatchObject({ specProfileUid: profile.specProfileUid, bookSpecUid: 'SQUAREBOOK_HC' });
    expect(await everyTemplate(sandbox, { specProfileUid: 'sp_none' })).toEqual([]);
  });

  it.each([
    ['name_asc', 'templateName', 1],
    ['name_desc', 'templateName', -1],
    ['created_asc', 'createdAt', 1],
    ['created_desc', 'createdAt', -1],
    ['updated_asc', 'updatedAt', 1],
    ['updated_desc', 'updatedAt', -1],
  ] as const)('sorts by %s, without missing or repeating one over the pages', async (sort, field, direction) => {
    const found = await everyTemplate(sandbox, { sort });
    const values = found.map((item) => item[field]);
    expect(values).toEqual([...values].sort((a, b) => direction * (a < b ? -1 : a > b ? 1 : 0)));
    expect(new Set(values).size).toBeGreaterThan(1);
    expect(new Set(found.map(({ templateUid }) => templateUid)).size).toBe(found.length);
  });

  it('sorts newest first unless asked otherwise', async () => {
    expect(await everyTemplate(sandbox)).toEqual(await everyTemplate(sandbox, { sort: 'created_desc' }));
  });
});

describe('GET /templates/{templateUid}', () => {
  it('adds parameters, layout, layout rules and the base layer to the item of the list', async () => {
    const item = await first({ templateName: '내지_rowgallery', theme: '여행앨범', bookSpecUid: 'SQUAREBOOK_HC' });
    const { data } = (await sandbox.get(`/templates/${item.templateUid}`)).body;
    expect(data).toMatchObject(item);
    expect(data.parameters.definitions.photos).toMatchObject({
      binding: 'rowGallery',
      type: 'array',
      itemType: 'file',
      minItems: 1,
      required: true,
    });
    expect(data.parameters.definitions.photos.maxItems).toBeUndefined();
    expect(data.layoutRules.flow.columns).toBeGreaterThanOrEqual(1);
    expect(JSON.stringify(data.baseLayer.odd)).toContain('@@pageNum@@');
  });

  it('gives a collage gallery one to nine pictures', async () => {
    const item = await first({ templateName: '내지_gallery', theme: '공용' });
    const { data } = (await sandbox.get(`/templates/${item.templateUid}`)).body;
    expect(data.parameters.definitions.photos).toMatchObject({ binding: 'collageGallery', minItems: 1, maxItems: 9 });
  });

  it('gives a blank content no parameters', async () => {
    const item = await first({ templateName: '빈내지', theme: '공용' });
    expect((await sandbox.get(`/templates/${item.templateUid}`)).body.data.parameters.definitions).toEqual({});
  });

  it.each(['aaaaaaaaaaaa', 'tpl_x', '__proto__'])('answers 404 for %s', async (uid) => {
    expectFailure(await sandbox.get(`/templates/${uid}`), 404, 'ERR_NOT_FOUND');
    expectFailure(await sandbox.get(`/templates/${uid}/schema`), 404, 'ERR_NOT_FOUND');
  });
});

describe('thumbnails.layout', () => {
  const pictureAt = async (url: string) => {
    const answer = await fetch(url);
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  };

  it.each(['cover', 'content', 'divider', 'publish'])(
    'of a %s names a JPEG that the host serves without a key',
    async (templateKind) => {
      const { templateUid } = await first({ templateKind, theme: '여행앨범', bookSpecUid: 'SQUAREBOOK_LAYFLAT_HC' });
      const { layout } = (await sandbox.get(`/templates/${templateUid}`)).body.data.thumbnails;
      expect(layout).toBe(`${new URL(service.hello.sandboxUrl).origin}/templates_thumb/${templateUid}/layout.jpg`);
      const picture = await pictureAt(layout);
      expect([picture.status, picture.type, picture.bytes.subarray(0, 3).toString('hex')]).toEqual([
        200,
        'image/jpeg',
        'ffd8ff',
      ]);
      expect((await pictureAt(layout)).bytes.equals(picture.bytes)).toBe(true);
    },
  );

  it('stands in the list as in the single read', async () => {
    const [item] = (await sandbox.get('/templates?limit=1')).body.data;
    expect((await sandbox.get(`/templates/${item.templateUid}`)).body.data.thumbnails).toEqual(item.thumbnails);
  });

  it('of a template that is not there is 404', async () => {
    expect(
      (await pictureAt(`${new URL(service.hello.sandboxUrl).origin}/templates_thumb/aaaaaaaaaaaa/layout.jpg`)).status,
    ).toBe(404);
  });
});

describe('GET /templates/{templateUid}/schema', () => {
  const validatorOf = async (item: Item) => {
    const { data } = (await sandbox.get(`/templates/${item.templateUid}/schema`)).body;
    const ajv = new Ajv({ strict: true, allErrors: true });
    ajv.addVocabulary(['x-binding', 'x-templateKind']);
    // Published as CommonJS: the callable is the module's `default`.
    (addFormatsModule as unknown as { default: (target: unknown) => void }).default(ajv);
    return { schema: data, validate: ajv.compile(data) };
  };

  it('is JSON Schema draft-07 with the binding of each parameter and the kind of the template', async () => {
    const item = await first({ templateName: '표지_앞뒤사진', theme: '여행앨범', bookSpecUid: 'SQUAREBOOK_HC' });
    const { schema } = await validatorOf(item);
    expect(schema).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: `${service.hello.sandboxUrl}/templates/${item.templateUid}/schema`,
      title: item.templateName,
      type: 'object',
      'x-templateKind': 'cover',
    });
    expect(schema.properties.frontPhoto).toEqual({
      type: 'string',
      description: '앞표지 사진',
      format: 'uri',
      'x-binding': 'file',
    });
    expect(schema.properties.title).toEqual({ type: 'string', description: '제목', 'x-binding': 'text' });
    expect(schema.required).toEqual(['frontPhoto', 'title', 'dateRange', 'spineTitle']);
  });

  it('takes parameters that fit and refuses those that do not', async () => {
    const { validate } = await validatorOf(await first({ templateName: '내지_gallery', theme: '여행앨범' }));
    const collagePhotos = ['https://example.com/1.jpg', 'https://example.com/2.jpg'];
    expect(validate({ dayNum: 3, place: '협재', collagePhotos })).toBe(true);
    expect(validate({ dayNum: 3, place: '협재' })).toBe(false);
    expect(validate({ dayNum: 'three', place: '협재', collagePhotos })).toBe(false);
    expect(validate({ dayNum: 3, place: '협재', collagePhotos: [] })).toBe(false);
    expect(validate({ dayNum: 3, place: '협재', collagePhotos: Array(10).fill(collagePhotos[0]) })).toBe(false);
    expect(validate({ dayNum: 3, place: '협재', collagePhotos: 'https://example.com/1.jpg' })).toBe(false);
  });

  it('knows numbers and yes-or-no from texts', async () => {
    const { schema, validate } = await validatorOf(await first({ templateName: '내지_기록', theme: '여행앨범' }));
    expect([
      schema.properties.nights.type,
      schema.properties.distanceKm.type,
      schema.properties.isFavourite.type,
    ]).toEqual(['integer', 'number', 'boolean']);
    expect(validate({ place: '제주', nights: 6, distanceKm: 128.5, isFavourite: true })).toBe(true);
    expect(validate({ place: '제주', nights: 6.5, distanceKm: 128.5 })).toBe(false);
    expect(validate({ place: '제주', nights: 6, distanceKm: 128.5, isFavourite: 'yes' })).toBe(false);
  });

  it('is valid draft-07 for every template', async () => {
    for (const item of await everyTemplate(sandbox, { bookSpecUid: 'PHOTOBOOK_A5_SC' })) await validatorOf(item);
  });
});

describe('template categories', () => {
  it('are the eight, each read by its key', async () => {
    const { body } = await sandbox.get('/template-categories');
    expect(body.pagination).toBeUndefined();
    expect(body.data.map(({ code, key }: { code: number; key: string }) => `${code} ${key}`)).toEqual([
      '1 diary',
      '2 notice',
      '3 album',
      '4 yearbook',
      '5 wedding',
      '6 baby',
      '7 travel',
      '8 etc',
    ]);
    for (const category of body.data)
      expect((await sandbox.get(`/template-categories/${category.key}`)).body.data).toEqual(category);
  });

  it('answer 404 for a key that is none of them', async () => {
    expectFailure(await sandbox.get('/template-categories/poster'), 404, 'ERR_NOT_FOUND');
  });
});

describe('spec profiles', () => {
  it('are listed, all of them or those of a book spec', async () => {
    const all = (await sandbox.get('/spec-profiles')).body.data;
    for (const bookSpecUid of SPECS) {
      const own = (await sandbox.get(`/spec-profiles?bookSpecUid=${bookSpecUid}`)).body.data;
      expect(own).toEqual(all.filter((profile: { bookSpecUid: string }) => profile.bookSpecUid === bookSpecUid));
      expect(own.length).toBeGreaterThan(0);
    }
  });

  const body = { title: '무광', bookSpecUid: 'SQUAREBOOK_HC', creationType: 'TEMPLATE' };

  it('may be named by a new book, which then shows and is found by it', async () => {
    const [profile, other] = (await sandbox.get('/spec-profiles?bookSpecUid=SQUAREBOOK_HC')).body.data;
    const { bookUid } = (await sandbox.post('/books', { ...body, specProfileUid: profile.specProfileUid })).body.data;
    expect((await sandbox.get(`/books/${bookUid}`)).body.data.specProfileUid).toBe(profile.specProfileUid);
    const found = (await sandbox.get(`/books?specProfileUid=${profile.specProfileUid}`)).body.data;
    expect(
      found.map((book: { bookUid: string; specProfileUid: string }) => [book.bookUid, book.specProfileUid]),
    ).toEqual([[bookUid, profile.specProfileUid]]);
    expect((await sandbox.get(`/books?specProfileUid=${other.specProfileUid}`)).body.data).toEqual([]);
  });

  it.runIf(bySpecification)('of another book spec are refused, and idempotency keeps that answer', async () => {
    const [profile] = (await sandbox.get('/spec-profiles?bookSpecUid=PHOTOBOOK_A4_SC')).body.data;
    const headers = { 'idempotency-key': randomUUID() };
    const refused = await sandbox.post('/books', { ...body, specProfileUid: profile.specProfileUid }, { headers });
    expectFailure(refused, 400, 'ERR_VALIDATION_FAILED');
    expect(refused.body.fieldErrors).toMatchObject([{ field: 'specProfileUid', currentValue: profile.specProfileUid }]);
    const again = await sandbox.post('/books', { ...body, specProfileUid: profile.specProfileUid }, { headers });
    expect([again.text, again.headers.get('x-idempotent-replayed')]).toEqual([refused.text, 'true']);
  });
});

describe('class B: one data pool for both hosts', () => {
  it.each([
    '/book-specs',
    '/templates?limit=100',
    '/template-categories',
    '/template-categories/travel',
    '/spec-profiles',
  ])('GET %s', async (path) => {
    const [own, other] = [await sandbox.get(path), await service.live.get(path)];
    expect([own.status, withoutHost(other.text)]).toEqual([200, withoutHost(own.text)]);
  });

  it('GET /templates/{templateUid}', async () => {
    const { templateUid } = await first({});
    expect(withoutHost((await service.live.get(`/templates/${templateUid}`)).text)).toBe(
      withoutHost((await sandbox.get(`/templates/${templateUid}`)).text),
    );
  });
});

/** Addresses name the host that was called. */
const withoutHost = (text: string) => text.replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, '');

describe('under the contract of the public service', () => {
  let recorded: Service;
  beforeAll(async () => {
    recorded = await startService({ contract: 'public-2026-09' });
  });
  afterAll(() => recorded.dispose());

  it('the list has 50 templates unless the caller says otherwise', async () => {
    const { body } = await recorded.sandbox.get('/templates');
    expect([body.data.length, body.pagination.limit]).toEqual([50, 50]);
  });

  it('the templates and their uids are the same', async () => {
    const uids = (items: Item[]) => items.map(({ templateUid }) => templateUid);
    expect(uids(await everyTemplate(recorded.sandbox))).toEqual(uids(await everyTemplate(sandbox)));
  });
});
