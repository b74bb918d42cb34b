import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { encode } from 'bmp-ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANDSCAPE_HEIC } from '../fixtures/pictures/heic.ts';
import {
  addBlankPages,
  coveredBook,
  entryForm,
  png,
  postContents,
  postCover,
  putCover,
  templateBook,
  templateOf,
  type Entry,
} from './composing.ts';
import { expectFailure, finalize, newBook } from './journeys.ts';
import { jpegOf } from './photographs.ts';
import { PictureHost } from './picture-host.ts';
import { bySpecification, onReplicas, startService, type Answer, type Host, type Service } from './service.ts';

/** POST cover, POST and DELETE contents, the three ways of pictures, and what is made of them at finalization. */

const LAYFLAT = 'SQUAREBOOK_LAYFLAT_HC';

let service: Service;
let sandbox: Host;
let pictures: PictureHost;
beforeAll(async () => {
  service = await startService({ localAddresses: true });
  ({ sandbox } = service);
  pictures = await PictureHost.start({
    '/a.png': (response) => response.end(png(10)),
    '/b.png': (response) => response.end(png(20)),
    '/moved.png': (response) => response.writeHead(302, { location: '/a.png' }).end(),
    '/in-circles.png': (response) => response.writeHead(302, { location: '/in-circles.png' }).end(),
    '/page.html': (response) => response.end('<html>no picture</html>'),
    '/too-long.png': (response) => response.end(Buffer.concat([png(), Buffer.alloc(50 * 1024 * 1024)])),
    '/breaks-off.png': (response) => {
      response.writeHead(200, { 'content-length': '100000' });
      response.write(png(), () => response.destroy());
    },
    '/never.png': () => {},
    '/trickles.png': (response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write('.'), 500);
      response.once('close', () => clearInterval(drip));
    },
  });
});
afterAll(async () => {
  await pictures.stop();
  await service.dispose();
});

const pageCountOf = async (bookUid: string): Promise<number> =>
  (await sandbox.get(`/books/${bookUid}`)).body.data.pageMeta.currentPageCount;

async function uploadPhoto(bookUid: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const form = new FormData();
  form.set('file', new File([bytes], 'holiday.png', { type: 'image/png' }));
  const answer = await sandbox.call('POST', `/books/${bookUid}/photos`, { form });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.fileName;
}

describe('POST cover', () => {
  it('puts the cover, which is not counted as a page', async () => {
    const bookUid = await newBook(sandbox, { creationType: 'TEMPLATE' });
    const templateUid = await templateOf(sandbox, '표지');
    const answer = await postCover(sandbox, bookUid, {
      templateUid,
      parameters: { title: '여름' },
      files: [['coverPhoto', png()]],
    });
    expect([answer.status, answer.body.message]).toEqual([201, 'Cover created successfully']);
    expect(answer.body.data).toEqual({
      result: 'inserted',
      pageMeta: { currentPageCount: 0, pageMin: 24, pageMax: 130, pageIncrement: 2, isValid: false },
      // Its frame takes the proportions of the picture, which loses nothing that would be told.
      warnings: [expect.stringMatching(/^coverPhoto: 사진의 해상도가 낮아/)],
    });
    expect((await sandbox.get(`/books/${bookUid}`)).body.data.coverTemplateUid).toBe(templateUid);
  });

  it('keeps the declared page count of a MIX_COVER_TEMPLATE book', async () => {
    const bookUid = await newBook(sandbox, { creationType: 'MIX_COVER_TEMPLATE', pageCount: 30 });
    const answer = await putCover(sandbox, bookUid);
    expect([answer.status, answer.body.data.pageMeta.currentPageCount, answer.body.data.pageMeta.isValid]).toEqual([
      201,
      30,
      true,
    ]);
  });

  it('takes JSON with parameters as an object', async () => {
    const bookUid = await newBook(sandbox, { creationType: 'TEMPLATE' });
    const body = {
      templateUid: await templateOf(sandbox, '표지'),
      parameters: { title: '여름', coverPhoto: `${pictures.url}/a.png` },
    };
    expect((await sandbox.post(`/books/${bookUid}/cover`, body)).status).toBe(201);
  });

  it('refuses a missing templateUid, a missing picture and broken parameters with 400, an unknown template or book with 404', async () => {
    const bookUid = await newBook(sandbox, { creationType: 'TEMPLATE' });
    const withPhoto = await templateOf(sandbox, '표지');
    const noTemplate = await postCover(sandbox, bookUid, { parameters: {} });
    expectFailure(noTemplate, 400, 'ERR_VALIDATION_FAILED');
    expect(noTemplate.body.fieldErrors).toMatchObject([{ field: 'templateUid', constraint: 'required' }]);
    const noPicture = await postCover(sandbox, bookUid, { templateUid: withPhoto, parameters: { title: '여름' } });
    expectFailure(noPicture, 400, 'ERR_VALIDATION_FAILED');
    expect(noPicture.body.fieldErrors).toMatchObject([{ field: 'coverPhoto', constraint: 'required' }]);
    expect(noPicture.body.errors[0]).toMatch(/coverPhoto.*파일을 첨부.*URL.*서버 파일명/);
    const broken = await postCover(sandbox, bookUid, {
      templateUid: withPhoto,
      parameters: '{"title":',
      files: [['coverPhoto', png()]],
    });
    expectFailure(broken, 400, 'ERR_VALIDATION_FAILED');
    expect(broken.body.fieldErrors).toMatchObject([{ field: 'parameters' }]);
    expectFailure(await postCover(sandbox, bookUid, { templateUid: 'AAAAAAAAAAAA' }), 404, 'ERR_NOT_FOUND');
    expectFailure(await postCover(sandbox, 'bk_000000000000', { templateUid: withPhoto }), 404, 'ERR_NOT_FOUND');
    expect((await sandbox.get(`/books/${bookUid}`)).body.data.coverTemplateUid).toBeNull();
  });

  it('refuses a second cover with 400', async () => {
    const bookUid = await coveredBook(sandbox);
    expectFailure(await putCover(sandbox, bookUid), 400, 'ERR_VALIDATION_FAILED');
  });

  it('puts one cover of five at once', async () => {
    const bookUid = await newBook(sandbox, { creationType: 'TEMPLATE' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => putCover(sandbox, bookUid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400]);
  });
});

describe('what both endpoints refuse', () => {
  let draft: string;
  beforeAll(async () => {
    draft = await coveredBook(sandbox);
  });

  it('a missing templateUid: 400', async () => {
    const answer = await postContents(sandbox, draft, { parameters: {} });
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors).toMatchObject([{ field: 'templateUid', constraint: 'required' }]);
    expectFailure(
      await postCover(sandbox, await newBook(sandbox, { creationType: 'TEMPLATE' }), {}),
      400,
      'ERR_VALIDATION_FAILED',
    );
  });

  it('an unknown template: 404', async () => {
    expectFailure(await postContents(sandbox, draft, { templateUid: 'AAAAAAAAAAAA' }), 404, 'ERR_NOT_FOUND');
    expectFailure(await postContents(sandbox, draft, { templateUid: '__proto__' }), 404, 'ERR_NOT_FOUND');
  });

  it('a template of the wrong kind: 400', async () => {
    expectFailure(
      await postContents(sandbox, draft, {
        templateUid: await templateOf(sandbox, '표지_제목'),
        parameters: { title: 'x' },
      }),
      400,
      'ERR_VALIDATION_FAILED',
    );
    const open = await newBook(sandbox, { creationType: 'TEMPLATE' });
    for (const name of ['빈내지', '간지', '발행면'])
      expectFailure(
        await postCover(sandbox, open, { templateUid: await templateOf(sandbox, name) }),
        400,
        'ERR_VALIDATION_FAILED',
      );
  });

  it('a template of another book spec: 400', async () => {
    expectFailure(
      await postContents(sandbox, draft, { templateUid: await templateOf(sandbox, '빈내지', 'PHOTOBOOK_A4_SC') }),
      400,
      'ERR_VALIDATION_FAILED',
    );
  });

  it.each([
    '{"title":',
    '[]',
    '["a"]',
    '7',
    '"text"',
    'true',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
    `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`,
  ])('parameters that are no JSON object: 400 (%s)', async (parameters) => {
    const answer = await postContents(sandbox, draft, { templateUid: await templateOf(sandbox, '빈내지'), parameters });
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors).toMatchObject([{ field: 'parameters' }]);
  });

  it('a missing image, with a text that names it and the three ways to give it', async () => {
    const answer = await postContents(sandbox, draft, { templateUid: await templateOf(sandbox, '내지_photo') });
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.errors[0]).toMatch(/photo.*파일을 첨부.*URL.*서버 파일명/);
    expect(answer.body.fieldErrors).toMatchObject([{ field: 'photo', constraint: 'required' }]);
  });

  it('a gallery without photos, with its name, its limits and the current count', async () => {
    const answer = await postContents(sandbox, draft, { templateUid: await templateOf(sandbox, '내지_gallery') });
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.errors[0]).toMatch(/photos.*1~9.*현재 0장/);
    expect(answer.body.fieldErrors).toMatchObject([
      { field: 'photos', currentValue: 0, requiredValue: { min: 1, max: 9 } },
    ]);
  });

  it('a gallery with too many photos', async () => {
    const files = Array.from({ length: 10 }, (_, index) => ['photos', png(index)] as const);
    const answer = await postContents(sandbox, draft, {
      templateUid: await templateOf(sandbox, '내지_gallery'),
      files,
    });
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors).toMatchObject([{ field: 'photos', currentValue: 10, constraint: 'max' }]);
  });

  it('every missing variable at once', async () => {
    const answer = await postContents(sandbox, draft, { templateUid: await templateOf(sandbox, '발행면') });
    expect(answer.body.fieldErrors.map(({ field }: { field: string }) => field)).toEqual(['title', 'publishedOn']);
  });

  it('a text of more than 10,000 characters, or with a NUL or half a character in it', async () => {
    const templateUid = await templateOf(sandbox, '내지_글');
    for (const bodyText of ['가'.repeat(10_001), 'a\u0000b', 'a\ud800']) {
      expectFailure(
        await postContents(sandbox, draft, { templateUid, parameters: { bodyText } }),
        400,
        'ERR_VALIDATION_FAILED',
      );
    }
  });

  it('a book that is not there: 404, of another partner: 403, of the other environment: 403', async () => {
    const entry = { templateUid: await templateOf(sandbox, '빈내지') };
    expectFailure(await postContents(sandbox, 'bk_000000000000', entry), 404, 'ERR_NOT_FOUND');
    expectFailure(await postContents(sandbox.as(service.keys.personal.sandbox), draft, entry), 403, 'ERR_FORBIDDEN');
    expectFailure(await postCover(sandbox.as(service.keys.personal.sandbox), draft, entry), 403, 'ERR_FORBIDDEN');
    expectFailure(await postContents(service.live, draft, entry), 403, 'ERR_ENV_MISMATCH');
    expectFailure(await postCover(service.live, draft, entry), 403, 'ERR_ENV_MISMATCH');
    expectFailure(await service.live.delete(`/books/${draft}/contents`), 403, 'ERR_ENV_MISMATCH');
    expectFailure(
      await sandbox.call('POST', `/books/${draft}/contents`, { form: entryForm(entry), key: null }),
      401,
      'ERR_UNAUTHORIZED',
    );
  });

  it('changed nothing of the book', async () => {
    expect(await pageCountOf(draft)).toBe(0);
    expect((await addBlankPages(sandbox, draft, 1)).body.data.pageNum).toBe(1);
  });

  it('a finalized and a deleted book: 400', async () => {
    const finalized = await templateBook(sandbox);
    expect((await finalize(sandbox, finalized)).status).toBe(201);
    const deleted = await coveredBook(sandbox);
    await sandbox.delete(`/books/${deleted}`);
    const entry = { templateUid: await templateOf(sandbox, '빈내지') };
    for (const bookUid of [finalized, deleted]) {
      expectFailure(await postContents(sandbox, bookUid, entry), 400, 'ERR_VALIDATION_FAILED');
      expectFailure(await putCover(sandbox, bookUid), 400, 'ERR_VALIDATION_FAILED');
      expectFailure(await sandbox.delete(`/books/${bookUid}/contents`), 400, 'ERR_VALIDATION_FAILED');
    }
  });

  it('contents before there is a cover: 400', async () => {
    const bare = await newBook(sandbox, { creationType: 'TEMPLATE' });
    expectFailure(
      await postContents(sandbox, bare, { templateUid: await templateOf(sandbox, '빈내지') }),
      400,
      'ERR_VALIDATION_FAILED',
    );
  });
});

describe('values', () => {
  it('of names that the template does not know are ignored in parameters; a part of such a name is refused', async () => {
    const bookUid = await coveredBook(sandbox);
    const entry: Entry = {
      templateUid: await templateOf(sandbox, '빈내지'),
      parameters: '{"nobody":{"a":[1]},"__proto__":{"x":1}}',
    };
    expect((await postContents(sandbox, bookUid, entry)).status).toBe(201);
    const refused = await postContents(sandbox, bookUid, { ...entry, files: [['unknown', png()]] });
    expectFailure(refused, 400, 'ERR_VALIDATION_FAILED');
    expect(refused.body.fieldErrors).toEqual([
      { field: 'unknown', message: '이 템플릿에는 입력 항목이 없습니다', constraint: 'enum' },
    ]);
  });

  it('may come as a part of type application/json', async () => {
    const bookUid = await coveredBook(sandbox);
    const part = (name: string, type: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\nContent-Type: ${type}\r\n\r\n${value}\r\n`;
    const body = `${part('templateUid', 'text/plain', await templateOf(sandbox, '내지_글'))}${part('parameters', 'application/json', '{"bodyText":"바다"}')}--x--\r\n`;
    const headers = { authorization: `Bearer ${sandbox.key}`, 'content-type': 'multipart/form-data; boundary=x' };
    expect((await fetch(`${sandbox.url}/books/${bookUid}/contents`, { method: 'POST', headers, body })).status).toBe(
      201,
    );
  });

  it('with letters that no face has are refused with the letters, what a face has is printed', async () => {
    const bookUid = await coveredBook(sandbox);
    const templateUid = await templateOf(sandbox, '내지_글');
    const write = (bodyText: string) => postContents(sandbox, bookUid, { templateUid, parameters: { bodyText } });
    const letters = '金家族 🎂 👨‍👩‍👧‍👦 🇰🇷 — ひらがな, ภาษาไทย, नमस्ते, مرحبا, שלום, ᄀᆞᆷ';
    expect((await write(letters)).status).toBe(201);
    const refused = await write(`바다 \u0985\u09AE 金 \u{1F1F0}\u{1F1F7}  \u0985`);
    expectFailure(refused, 400, 'ERR_VALIDATION_FAILED');
    const named = '\u0985 \u09AE';
    expect(refused.body.fieldErrors).toEqual([
      {
        field: 'bodyText',
        message: `인쇄할 글꼴이 없는 글자가 있습니다: ${named}`,
        currentValue: named,
        constraint: 'pattern',
      },
    ]);
    // Every text that has such letters, and on the cover as well.
    const bare = await newBook(sandbox, { creationType: 'TEMPLATE' });
    const parameters = { title: '여름 \u0985', subtitle: '2026', author: '\u09AE', spineTitle: '여름' };
    const cover = { templateUid: await templateOf(sandbox, '표지_제목'), parameters };
    const ofCover = await postCover(sandbox, bare, cover);
    expectFailure(ofCover, 400, 'ERR_VALIDATION_FAILED');
    expect(ofCover.body.fieldErrors).toMatchObject([
      { field: 'title', currentValue: '\u0985', constraint: 'pattern' },
      { field: 'author', currentValue: '\u09AE', constraint: 'pattern' },
    ]);
    expect(
      (await postCover(sandbox, bare, { ...cover, parameters: { ...parameters, title: '金', author: '李' } })).status,
    ).toBe(201);
  });

  it('with more text than a place holds are refused with how much fits, and so much is taken and said to be smaller', async () => {
    const bare = await newBook(sandbox, { creationType: 'TEMPLATE' });
    const templateUid = await templateOf(sandbox, '표지_제목');
    const cover = (title: string) =>
      postCover(sandbox, bare, {
        templateUid,
        parameters: { title, subtitle: '2026', author: '이', spineTitle: '여름' },
      });
    const title = '바람이 부는 제주에서 '.repeat(60);
    const refused = await cover(title);
    expectFailure(refused, 400, 'ERR_VALIDATION_FAILED');
    const [error] = refused.body.fieldErrors;
    const given = [...title].length;
    expect(error).toEqual({
      field: 'title',
      message: `이 자리에는 ${error.requiredValue}자까지 들어갑니다 (현재 ${given}자)`,
      currentValue: given,
      requiredValue: expect.any(Number),
      constraint: 'max',
    });
    const taken = await cover(title.slice(0, error.requiredValue));
    expect(taken.status).toBe(201);
    expect(taken.body.data.warnings).toEqual([
      expect.stringMatching(/^title: 글자를 [\d.]+pt 대신 [\d.]+pt로 줄여 인쇄합니다$/),
    ]);
    // What is set as it is drawn is answered as it always was.
    const usual = await newBook(sandbox, { creationType: 'TEMPLATE' });
    const short = { title: '제주의 봄', subtitle: '2026', author: '이', spineTitle: '여름' };
    const answer = await postCover(sandbox, usual, { templateUid, parameters: short });
    expect([answer.status, Object.keys(answer.body.data).sort()]).toEqual([201, ['pageMeta', 'result']]);
  });

  it('a title that no face can print is refused where the template prints it', async () => {
    const bookUid = await newBook(sandbox, { creationType: 'TEMPLATE', title: '우리 \u0985' });
    // On the back of this cover, and not on that of a diary.
    expectFailure(await putCover(sandbox, bookUid), 400, 'ERR_VALIDATION_FAILED');
    const templateUid = await templateOf(sandbox, '표지', 'SQUAREBOOK_HC', '일기장');
    const cover = await postCover(sandbox, bookUid, { templateUid, parameters: { title: '우리' } });
    expect(cover.status, cover.text).toBe(201);
    const entry = { templateUid: await templateOf(sandbox, '내지_글'), parameters: { bodyText: '바다' } };
    const refused = await postContents(sandbox, bookUid, entry);
    expectFailure(refused, 400, 'ERR_VALIDATION_FAILED');
    expect(refused.body.fieldErrors).toMatchObject([{ field: 'title', currentValue: '\u0985', constraint: 'pattern' }]);
    // A page without it may be added.
    expect((await postContents(sandbox, bookUid, { templateUid: await templateOf(sandbox, '빈내지') })).status).toBe(
      201,
    );
  });

  it('of optional variables may be left out', async () => {
    const bookUid = await coveredBook(sandbox);
    expect(
      (
        await postContents(sandbox, bookUid, {
          templateUid: await templateOf(sandbox, '내지_photo'),
          files: [['photo', png()]],
        })
      ).status,
    ).toBe(201);
  });
});

describe('pictures', () => {
  it('that are too coarse for their place are taken, and told with their resolution; sharp ones are not', async () => {
    const bookUid = await coveredBook(sandbox);
    const [fine, coarse] = [await jpegOf(1, 3_000, 2_000), await jpegOf(2, 150, 100)];
    const photos = await postContents(sandbox, bookUid, {
      templateUid: await templateOf(sandbox, '내지_gallery'),
      files: [
        ['photos', fine],
        ['photos', coarse],
      ],
    });
    expect([photos.status, photos.body.data.warnings]).toEqual([
      201,
      [
        expect.stringMatching(
          /^photos: 2번째 사진의 해상도가 낮아 흐리게 인쇄될 수 있습니다 \(\d{2}ppi, 권장 150ppi 이상\)$/,
        ),
      ],
    ]);
    const alone = async (photo: Uint8Array<ArrayBuffer>, template = '내지_photo') => {
      const templateUid = await templateOf(sandbox, template);
      const answer = await postContents(sandbox, bookUid, { templateUid, files: [['photo', photo]] });
      return [answer.status, answer.body.data.warnings];
    };
    // A frame that follows its picture, and one that is as large as the page.
    expect(await alone(fine)).toEqual([201, undefined]);
    expect(await alone(fine, '내지_전면사진')).toEqual([
      201,
      [expect.stringMatching(/^photo: 사진의 3\d%가 잘려 인쇄됩니다$/)],
    ]);
  });
});

describe('the three ways of pictures', () => {
  const gallery = async (bookUid: string, entry: Omit<Entry, 'templateUid'>): Promise<Answer> =>
    postContents(sandbox, bookUid, { templateUid: await templateOf(sandbox, '내지_gallery'), ...entry });

  it('may be mixed in one array, attached files at its $upload marks', async () => {
    const bookUid = await coveredBook(sandbox);
    const fileName = await uploadPhoto(bookUid, png(77));
    const answer = await gallery(bookUid, {
      parameters: { photos: ['$upload', `${pictures.url}/a.png`, '$upload', fileName] },
      files: [
        ['photos', png(1)],
        ['photos', png(2)],
      ],
    });
    expect([answer.status, answer.body.data?.result], answer.text).toEqual([201, 'inserted']);
  });

  it('come in the order in which they were sent: attached files are what $upload says, seen on the rendered page', async () => {
    const colours = await Promise.all(
      ['#d02020', '#2040d0'].map(
        async (background) =>
          new Uint8Array(
            await sharp({ create: { width: 400, height: 400, channels: 3, background } })
              .png()
              .toBuffer(),
          ),
      ),
    );
    const [red = png(), blue = png()] = colours;
    const templateUid = await templateOf(sandbox, '내지_gallery', LAYFLAT);
    /** The first spread of a book with these two pictures, as the print house sees it. */
    const spreadOf = async (make: (bookUid: string) => Promise<Omit<Entry, 'templateUid'>>): Promise<Buffer> => {
      const bookUid = await coveredBook(sandbox, LAYFLAT);
      const answer = await postContents(sandbox, bookUid, { templateUid, ...(await make(bookUid)) });
      expect(answer.status, answer.text).toBe(201);
      await addBlankPages(sandbox, bookUid, 15, LAYFLAT);
      expect((await finalize(sandbox, bookUid)).status).toBe(201);
      await expect
        .poll(async () => (await sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfStatus, { timeout: 150_000 })
        .toBe(2);
      const { url, token } = service.hello.printHouse;
      const picture = await fetch(`${url}/books/${bookUid}/thumbnails/contents/1`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(picture.status).toBe(200);
      return sharp(Buffer.from(await picture.arrayBuffer()))
        .raw()
        .toBuffer();
    };
    const named = (pictures: Uint8Array<ArrayBuffer>[]) => async (bookUid: string) => {
      const photos: string[] = [];
      for (const picture of pictures) photos.push(await uploadPhoto(bookUid, picture));
      return { parameters: { photos } };
    };
    const [expected, attached, besideNamed, reversed] = await Promise.all([
      spreadOf(named([red, blue])),
      spreadOf(async () => ({
        parameters: { photos: ['$upload', '$upload'] },
        files: [
          ['photos', red],
          ['photos', blue],
        ],
      })),
      spreadOf(async (bookUid) => ({
        parameters: { photos: ['$upload', await uploadPhoto(bookUid, blue)] },
        files: [['photos', red]],
      })),
      spreadOf(async () => ({
        parameters: { photos: ['$upload', '$upload'] },
        files: [
          ['photos', blue],
          ['photos', red],
        ],
      })),
    ]);
    expect(attached.equals(expected)).toBe(true);
    expect(besideNamed.equals(expected)).toBe(true);
    expect(reversed.equals(expected)).toBe(false);
  }, 180_000);

  it('may be mixed between the variables of one request, and one address may be named often', async () => {
    const bookUid = await coveredBook(sandbox);
    const before = pictures.asked.length;
    expect(
      (
        await gallery(bookUid, {
          parameters: { photos: [`${pictures.url}/b.png`, `${pictures.url}/b.png`] },
          files: [['photos', png(1)]],
        })
      ).status,
    ).toBe(201);
    expect(pictures.asked.slice(before)).toEqual(['/b.png']);
  });

  it.each([
    ['fewer files than $upload marks', ['$upload', '$upload'], 1],
    ['more files than $upload marks', ['$upload'], 2],
  ])('%s: 400', async (_, photos, count) => {
    const bookUid = await coveredBook(sandbox);
    const files = Array.from({ length: count }, (_unused, index) => ['photos', png(index)] as const);
    const answer = await gallery(bookUid, { parameters: { photos }, files });
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors).toMatchObject([
      { field: 'photos', currentValue: count, requiredValue: photos.length },
    ]);
  });

  it('a single picture that is given in two ways, or twice: 400', async () => {
    const bookUid = await coveredBook(sandbox);
    const templateUid = await templateOf(sandbox, '내지_photo');
    expectFailure(
      await postContents(sandbox, bookUid, {
        templateUid,
        parameters: { photo: `${pictures.url}/a.png` },
        files: [['photo', png()]],
      }),
      400,
      'ERR_VALIDATION_FAILED',
    );
    expectFailure(
      await postContents(sandbox, bookUid, {
        templateUid,
        files: [
          ['photo', png(1)],
          ['photo', png(2)],
        ],
      }),
      400,
      'ERR_VALIDATION_FAILED',
    );
  });

  it('a server file name of another book, or of none: 400', async () => {
    const [one, other] = [await coveredBook(sandbox), await coveredBook(sandbox)];
    const fileName = await uploadPhoto(one, png(78));
    for (const name of [
      fileName,
      'photo000000000000000.PNG',
      '../../etc/passwd',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
    ]) {
      expectFailure(await gallery(other, { parameters: { photos: [name] } }), 400, 'ERR_VALIDATION_FAILED');
    }
  });

  it('may bring every format of the specification, and all of it is rendered, a photo that was deleted since too', async () => {
    const drawing = (shade: number) =>
      sharp({ create: { width: 90, height: 60, channels: 3, background: { r: shade, g: 120, b: 40 } } });
    const bmp = encode({ width: 8, height: 8, data: Buffer.alloc(8 * 8 * 4, 200), bitPP: 24 }).data;
    const formats = [
      await drawing(1).jpeg().toBuffer(),
      await drawing(2).png().toBuffer(),
      await drawing(3).gif().toBuffer(),
      await drawing(4).webp().toBuffer(),
      bmp,
      LANDSCAPE_HEIC,
    ];
    const bookUid = await coveredBook(sandbox);
    const fileName = await uploadPhoto(bookUid, png(79));
    const answer = await gallery(bookUid, {
      parameters: { photos: [fileName, `${pictures.url}/a.png`, ...formats.map(() => '$upload')] },
      files: formats.map((bytes) => ['photos', new Uint8Array(bytes)] as const),
    });
    expect([answer.status, answer.body.data?.result], answer.text).toEqual([201, 'inserted']);
    expect((await sandbox.delete(`/books/${bookUid}/photos/${fileName}`)).status).toBe(204);
    expectFailure(await gallery(bookUid, { parameters: { photos: [fileName] } }), 400, 'ERR_VALIDATION_FAILED');
    await addBlankPages(sandbox, bookUid, 23);
    expect((await finalize(sandbox, bookUid)).status).toBe(201);
    await expect
      .poll(async () => (await sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfStatus, { timeout: 40_000 })
      .toBe(2);
  });

  it('a file that is no picture by its magic bytes: 400', async () => {
    const bookUid = await coveredBook(sandbox);
    const answer = await gallery(bookUid, { files: [['photos', new Uint8Array(Buffer.from('%PDF-1.7 no picture'))]] });
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors).toMatchObject([{ field: 'photos' }]);
  });

  it('a file of more than 50 MB: 400', async () => {
    const bookUid = await coveredBook(sandbox);
    const big = new Uint8Array(50 * 1024 * 1024 + 1);
    big.set(png());
    expectFailure(await gallery(bookUid, { files: [['photos', big]] }), 400, 'ERR_VALIDATION_FAILED');
  });

  it('more than 100 files: 400', async () => {
    const bookUid = await coveredBook(sandbox);
    const files = Array.from({ length: 101 }, (_, index) => ['photos', png(index)] as const);
    expectFailure(
      await postContents(sandbox, bookUid, { templateUid: await templateOf(sandbox, '내지_rowgallery'), files }),
      400,
      'ERR_VALIDATION_FAILED',
    );
  });

  it('a redirect is followed', async () => {
    const bookUid = await coveredBook(sandbox);
    expect((await gallery(bookUid, { parameters: { photos: [`${pictures.url}/moved.png`] } })).status).toBe(201);
  });

  it.each(['/in-circles.png', '/page.html', '/too-long.png', '/breaks-off.png', '/not-there.png'])(
    'an address that gives no picture: 400 (%s)',
    async (path) => {
      const bookUid = await coveredBook(sandbox);
      const answer = await gallery(bookUid, { parameters: { photos: [`${pictures.url}${path}`] } });
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.errors[0]).toContain('photos');
      expect(await pageCountOf(bookUid)).toBe(0);
    },
  );

  it.each([
    'http://',
    'http://127.0.0.1:1/a.png',
    'https://127.0.0.1:1/a.png',
    'http://name.invalid/a.png',
    'http://user:secret@127.0.0.1/a.png',
    'http://[::1]:1/a.png',
    'http://\u0001/',
  ])('an address that cannot be called: 400 (%s)', async (address) => {
    expectFailure(
      await gallery(await coveredBook(sandbox), { parameters: { photos: [address] } }),
      400,
      'ERR_VALIDATION_FAILED',
    );
  });

  it('an address that has not answered in full after 10 seconds: 400', async () => {
    const bookUid = await coveredBook(sandbox);
    const begin = performance.now();
    const answers = await Promise.all(
      ['/never.png', '/trickles.png'].map((path) =>
        gallery(bookUid, { parameters: { photos: [`${pictures.url}${path}`] } }),
      ),
    );
    const seconds = (performance.now() - begin) / 1000;
    for (const answer of answers) {
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.errors[0]).toContain('10초');
    }
    expect(seconds).toBeGreaterThan(9.5);
    expect(seconds).toBeLessThan(20);
  });
});

describe('picture addresses without the switch for local ones', () => {
  it('that lead to this computer or into a private network: 400, and nobody is called', async () => {
    const careful = await startService();
    try {
      const bookUid = await coveredBook(careful.sandbox);
      const templateUid = await templateOf(careful.sandbox, '내지_photo');
      const before = pictures.asked.length;
      const here = new URL(pictures.url);
      for (const photo of [
        `${pictures.url}/a.png`,
        `http://localhost:${here.port}/a.png`,
        `http://2130706433:${here.port}/a.png`,
        `http://[::ffff:127.0.0.1]:${here.port}/a.png`,
        `http://0.0.0.0:${here.port}/a.png`,
        'http://10.1.2.3/a.png',
        'http://169.254.169.254/latest/meta-data',
      ]) {
        const answer = await postContents(careful.sandbox, bookUid, { templateUid, parameters: { photo } });
        expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
        expect(answer.body.errors[0], photo).toContain('허용되지 않는 이미지 주소');
      }
      expect(pictures.asked.length).toBe(before);
    } finally {
      await careful.dispose();
    }
  });
});

describe('POST contents', () => {
  it('gives each whole page its number and its side: a PUR book begins on the right', async () => {
    const bookUid = await coveredBook(sandbox);
    const sides: unknown[] = [];
    for (let page = 1; page <= 3; page += 1) {
      const { status, body } = await postContents(sandbox, bookUid, {
        templateUid: await templateOf(sandbox, '빈내지'),
      });
      sides.push([
        status,
        body.message,
        body.data.result,
        body.data.breakBefore,
        body.data.pageNum,
        body.data.pageSide,
        body.data.pageMeta.currentPageCount,
      ]);
    }
    expect(sides).toEqual([
      [201, 'Content created successfully', 'inserted', 'none', 1, 'right', 1],
      [201, 'Content created successfully', 'inserted', 'none', 2, 'left', 2],
      [201, 'Content created successfully', 'inserted', 'none', 3, 'right', 3],
    ]);
  });

  it('begins a LAYFLAT book on the left', async () => {
    const bookUid = await coveredBook(sandbox, LAYFLAT);
    const first = await addBlankPages(sandbox, bookUid, 1, LAYFLAT);
    const second = await addBlankPages(sandbox, bookUid, 1, LAYFLAT);
    expect([first.body.data.pageSide, second.body.data.pageSide]).toEqual(['left', 'right']);
  });

  it('lets an entry join the page before it: 200 updated, no page more', async () => {
    const bookUid = await coveredBook(sandbox);
    const entry = {
      templateUid: await templateOf(sandbox, '내지_글'),
      parameters: { title: '7월', bodyText: '바다에 갔다.' },
    };
    const first = await postContents(sandbox, bookUid, entry);
    const second = await postContents(sandbox, bookUid, entry);
    const third = await postContents(sandbox, bookUid, entry, '?breakBefore=page');
    expect([first.status, first.body.data.result, first.body.data.pageNum]).toEqual([201, 'inserted', 1]);
    expect([second.status, second.body.message, second.body.data.result, second.body.data.pageNum]).toEqual([
      200,
      'Content updated successfully',
      'updated',
      1,
    ]);
    expect(second.body.data.pageMeta.currentPageCount).toBe(1);
    expect([third.status, third.body.data.result, third.body.data.breakBefore, third.body.data.pageNum]).toEqual([
      201,
      'inserted',
      'page',
      2,
    ]);
  });

  it('takes column as a break of content templates', async () => {
    const bookUid = await coveredBook(sandbox);
    const entry = { templateUid: await templateOf(sandbox, '내지_글'), parameters: { bodyText: '짧은 글' } };
    await postContents(sandbox, bookUid, entry);
    const answer = await postContents(sandbox, bookUid, entry, '?breakBefore=column');
    expect([answer.status, answer.body.data.breakBefore]).toEqual([201, 'column']);
  });

  it('gives dividers and publish pages a page, and takes no other break for them', async () => {
    const bookUid = await coveredBook(sandbox);
    const divider = { templateUid: await templateOf(sandbox, '간지'), parameters: { title: '1부' } };
    const publish = {
      templateUid: await templateOf(sandbox, '발행면'),
      parameters: { title: '책', author: '김하나', publishedOn: '2026-07-01' },
    };
    const places: unknown[] = [];
    for (const entry of [divider, publish]) {
      for (const query of ['', '?breakBefore=page']) {
        const { breakBefore, pageNum } = (await postContents(sandbox, bookUid, entry, query)).body.data;
        places.push([breakBefore, pageNum]);
      }
      for (const breakBefore of ['none', 'column']) {
        const answer = await postContents(sandbox, bookUid, entry, `?breakBefore=${breakBefore}`);
        expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
        expect(answer.body.fieldErrors).toEqual([
          expect.objectContaining({
            field: 'breakBefore',
            currentValue: breakBefore,
            requiredValue: ['page'],
            constraint: 'enum',
          }),
        ]);
      }
    }
    // The next page there is: on which side nobody asked.
    expect(places).toEqual([1, 2, 3, 4].map((pageNum) => ['page', pageNum]));
  });

  it.each(['?breakBefore=line', '?breakBefore=', '?pageSide=top'])('refuses %s with 400', async (query) => {
    expectFailure(
      await postContents(
        sandbox,
        await coveredBook(sandbox),
        { templateUid: await templateOf(sandbox, '빈간지') },
        query,
      ),
      400,
      'ERR_VALIDATION_FAILED',
    );
  });

  it('refuses pageSide for content templates', async () => {
    const answer = await postContents(
      sandbox,
      await coveredBook(sandbox),
      { templateUid: await templateOf(sandbox, '빈내지') },
      '?pageSide=left',
    );
    expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
    expect(answer.body.fieldErrors).toMatchObject([{ field: 'pageSide' }]);
  });

  it('puts a divider on the side that is asked for: on the next page of it', async () => {
    const templateUid = await templateOf(sandbox, '빈간지');
    const places: unknown[] = [];
    const bookUid = await coveredBook(sandbox);
    for (const side of ['left', 'left', 'right', 'left', 'right', 'right']) {
      const { status, body } = await postContents(sandbox, bookUid, { templateUid }, `?pageSide=${side}`);
      places.push([status, body.data.pageNum, body.data.pageSide, body.data.pageMeta.currentPageCount]);
    }
    // PUR: page 1 is right, so the first left page is 2; left after left and right after right leave a page blank.
    expect(places).toEqual([
      [201, 2, 'left', 2],
      [201, 4, 'left', 4],
      [201, 5, 'right', 5],
      [201, 6, 'left', 6],
      [201, 7, 'right', 7],
      [201, 9, 'right', 9],
    ]);
  });

  it('gives entries that come at once consecutive pages', async () => {
    const bookUid = await coveredBook(sandbox);
    const templateUid = await templateOf(sandbox, '빈내지');
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => postContents(sandbox, bookUid, { templateUid })),
    );
    expect(answers.map(({ body }) => body.data.pageNum).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => index + 1),
    );
    expect(await pageCountOf(bookUid)).toBe(12);
  });

  it('refuses more pages than pageMax with 400 ERR_PAGECOUNT_INVALID and writes nothing', async () => {
    const bookUid = await coveredBook(sandbox, LAYFLAT);
    await addBlankPages(sandbox, bookUid, 45, LAYFLAT);
    const long = {
      templateUid: await templateOf(sandbox, '내지_글', LAYFLAT),
      parameters: { bodyText: '긴 글이 이어진다. '.repeat(900) },
    };
    const answer = await postContents(sandbox, bookUid, long);
    expectFailure(answer, 400, 'ERR_PAGECOUNT_INVALID');
    expect(answer.body.fieldErrors).toMatchObject([{ field: 'pageCount', requiredValue: 46, constraint: 'max' }]);
    expect(await pageCountOf(bookUid)).toBe(45);
    await addBlankPages(sandbox, bookUid, 1, LAYFLAT);
    expectFailure(
      await postContents(sandbox, bookUid, { templateUid: await templateOf(sandbox, '빈내지', LAYFLAT) }),
      400,
      'ERR_PAGECOUNT_INVALID',
    );
    expect((await finalize(sandbox, bookUid)).body.data.pageMeta).toMatchObject({
      currentPageCount: 46,
      isValid: true,
    });
  });

  it('shows the computed page count in the list of books', async () => {
    const bookUid = await templateBook(sandbox, 3);
    expect((await sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pageCount).toBe(3);
  });
});

describe('DELETE contents', () => {
  it('takes the contents away and leaves the cover', async () => {
    const bookUid = await templateBook(sandbox, 5);
    const answer = await sandbox.delete(`/books/${bookUid}/contents`);
    expect([answer.status, answer.body.message, answer.body.data]).toEqual([
      200,
      '책 내지 초기화 완료',
      { deletedPages: 5, message: expect.any(String) },
    ]);
    expect(await pageCountOf(bookUid)).toBe(0);
    expectFailure(await putCover(sandbox, bookUid), 400, 'ERR_VALIDATION_FAILED');
    expect((await addBlankPages(sandbox, bookUid, 1)).body.data).toMatchObject({
      pageNum: 1,
      pageMeta: { currentPageCount: 1 },
    });
  });

  it('of a book without contents answers 0', async () => {
    const bookUid = await newBook(sandbox, { creationType: 'TEMPLATE' });
    expect((await sandbox.delete(`/books/${bookUid}/contents`)).body.data.deletedPages).toBe(0);
    expectFailure(await sandbox.delete('/books/bk_000000000000/contents'), 404, 'ERR_NOT_FOUND');
  });
});

describe('finalization of a template book', () => {
  it.each([
    [24, '페이지를 추가하지 않고 완료', 24],
    [25, '페이지를 추가하고 완료', 26],
  ])('of a PUR book with %i pages: %s', async (pages, result, finalPages) => {
    const bookUid = await templateBook(sandbox, pages);
    const first = await finalize(sandbox, bookUid);
    expect([
      first.status,
      first.body.data.result,
      first.body.data.pageMeta.currentPageCount,
      first.body.data.pageMeta.isValid,
    ]).toEqual([201, result, finalPages, true]);
    const repeat = await finalize(sandbox, bookUid);
    expect([repeat.status, repeat.body.data]).toEqual([200, { ...first.body.data, result: 'updated' }]);
    expect((await sandbox.get(`/books/${bookUid}`)).body.data).toMatchObject({
      status: 2,
      pageMeta: { currentPageCount: finalPages },
    });
    expect((await sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfRequestedAt).toEqual(expect.any(String));
  });

  it('of a LAYFLAT book adds no page', async () => {
    const bookUid = await templateBook(sandbox, 16, LAYFLAT);
    const answer = await finalize(sandbox, bookUid);
    expect([answer.status, answer.body.data.result]).toEqual([201, '완료']);
    const odd = await templateBook(sandbox, 17, LAYFLAT);
    const refused = await finalize(sandbox, odd);
    expectFailure(refused, 400, 'ERR_PAGECOUNT_INVALID');
    expect(refused.body.fieldErrors).toMatchObject([
      { field: 'pageCount', currentValue: 17, requiredValue: { min: 16, increment: 2 }, constraint: 'increment' },
    ]);
  });

  it('refuses too few pages, which no last page makes up for', async () => {
    const answer = await finalize(sandbox, await templateBook(sandbox, 23));
    expectFailure(answer, 400, 'ERR_INSUFFICIENT_PAGES');
    expect(answer.body.fieldErrors).toMatchObject([
      { field: 'pageCount', currentValue: 23, requiredValue: 24, constraint: 'min' },
    ]);
  });

  it('names a missing cover and missing contents', async () => {
    const bare = await finalize(sandbox, await newBook(sandbox, { creationType: 'TEMPLATE' }));
    expectFailure(bare, 400, 'ERR_FINALIZE_PREREQ_UNMET');
    expect(bare.body.fieldErrors).toMatchObject([
      { field: 'cover', constraint: 'required' },
      { field: 'contents', constraint: 'required' },
    ]);
    const empty = await finalize(sandbox, await coveredBook(sandbox));
    expectFailure(empty, 400, 'ERR_FINALIZE_PREREQ_UNMET');
    expect(empty.body.fieldErrors).toMatchObject([{ field: 'contents', constraint: 'required' }]);
  });

  it('of a book whose rendering failed asks for another rendering: 200 updated, at the same moment', async () => {
    const bookUid = await templateBook(sandbox);
    const waiting = async () => (await sandbox.get('/books?pdfStatus=1')).body.pagination.total;
    // What other tests of this service have it render comes first, on a machine that does more besides.
    await expect.poll(waiting, { timeout: 150_000 }).toBe(0);
    await service.printHouse('POST', '/renderings/fail-next', { times: 1 });
    const first = await finalize(sandbox, bookUid);
    const pdfStatus = async () => (await sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfStatus;
    await expect.poll(pdfStatus, { timeout: 30_000 }).toBe(9);
    const again = await finalize(sandbox, bookUid);
    expect([again.status, again.body.data]).toEqual([200, { ...first.body.data, result: 'updated' }]);
    await expect.poll(pdfStatus, { timeout: 30_000 }).toBe(2);
  }, 240_000);

  it('is done once of five at once', async () => {
    const bookUid = await templateBook(sandbox);
    const answers = await Promise.all(Array.from({ length: 5 }, () => finalize(sandbox, bookUid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
  });
});

describe('an Idempotency-Key of a form', () => {
  const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });

  it('gives the stored answer again, also when the form is written differently, and adds nothing', async () => {
    const bookUid = await coveredBook(sandbox);
    const templateUid = await templateOf(sandbox, '내지_photo');
    const headers = keyed();
    const send = (parameters: string) =>
      postContents(sandbox, bookUid, { templateUid, parameters, files: [['photo', png()]] }, '', headers);
    const first = await send('{"caption":"바다","more":1}');
    const again = await send('{ "more": 1,\n "caption": "바다" }');
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([first.headers.get('x-idempotent-key'), first.headers.get('x-idempotent-replayed')]).toEqual([
      headers['idempotency-key'],
      null,
    ]);
    expect([again.headers.get('x-idempotent-key'), again.headers.get('x-idempotent-replayed')]).toEqual([
      headers['idempotency-key'],
      'true',
    ]);
    expect(await pageCountOf(bookUid)).toBe(1);
  });

  it('replays an address without calling it again', async () => {
    const bookUid = await coveredBook(sandbox);
    const entry = {
      templateUid: await templateOf(sandbox, '내지_photo'),
      parameters: { photo: `${pictures.url}/a.png` },
    };
    const headers = keyed();
    expect((await postContents(sandbox, bookUid, entry, '', headers)).status).toBe(201);
    const asked = pictures.asked.length;
    expect((await postContents(sandbox, bookUid, entry, '', headers)).headers.get('x-idempotent-replayed')).toBe(
      'true',
    );
    expect(pictures.asked.length).toBe(asked);
  });

  it('refuses another file, another value and another query with 422', async () => {
    const bookUid = await coveredBook(sandbox);
    const templateUid = await templateOf(sandbox, '내지_photo');
    const headers = keyed();
    const entry: Entry = { templateUid, parameters: { caption: 'a' }, files: [['photo', png(1)]] };
    expect((await postContents(sandbox, bookUid, entry, '', headers)).status).toBe(201);
    for (const [other, query] of [
      [{ ...entry, files: [['photo', png(2)]] }, ''],
      [{ ...entry, parameters: { caption: 'b' } }, ''],
      [entry, '?breakBefore=page'],
    ] as const) {
      expectFailure(await postContents(sandbox, bookUid, other, query, headers), 422, 'ERR_IDEMPOTENCY_KEY_MISMATCH');
    }
    expect(await pageCountOf(bookUid)).toBe(1);
  });

  it('adds once for ten at once', async () => {
    const bookUid = await coveredBook(sandbox);
    const templateUid = await templateOf(sandbox, '빈내지');
    const headers = keyed();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => postContents(sandbox, bookUid, { templateUid }, '', headers)),
    );
    for (const { status } of answers) expect([201, 409]).toContain(status);
    expect(await pageCountOf(bookUid)).toBe(1);
  });

  it('replays a success although the book was finalized since', async () => {
    const bookUid = await templateBook(sandbox, 23);
    const headers = keyed();
    const entry = { templateUid: await templateOf(sandbox, '빈내지') };
    const first = await postContents(sandbox, bookUid, entry, '', headers);
    await finalize(sandbox, bookUid);
    const again = await postContents(sandbox, bookUid, entry, '', headers);
    expect([again.status, again.text]).toEqual([201, first.text]);
  });

  it.runIf(bySpecification).each([
    [
      'a missing book',
      async (): Promise<[string, Entry]> => ['bk_000000000000', { templateUid: await templateOf(sandbox, '빈내지') }],
      404,
    ],
    [
      'an unknown template',
      async (): Promise<[string, Entry]> => [await coveredBook(sandbox), { templateUid: 'AAAAAAAAAAAA' }],
      404,
    ],
    [
      'a missing image',
      async (): Promise<[string, Entry]> => [
        await coveredBook(sandbox),
        { templateUid: await templateOf(sandbox, '내지_photo') },
      ],
      400,
    ],
    [
      'an address that gives no picture',
      async (): Promise<[string, Entry]> => [
        await coveredBook(sandbox),
        { templateUid: await templateOf(sandbox, '내지_photo'), parameters: { photo: `${pictures.url}/page.html` } },
      ],
      400,
    ],
    [
      'contents before the cover',
      async (): Promise<[string, Entry]> => [
        await newBook(sandbox, { creationType: 'TEMPLATE' }),
        { templateUid: await templateOf(sandbox, '빈내지') },
      ],
      400,
    ],
    [
      'a deleted book',
      async (): Promise<[string, Entry]> => {
        const bookUid = await coveredBook(sandbox);
        await sandbox.delete(`/books/${bookUid}`);
        return [bookUid, { templateUid: await templateOf(sandbox, '빈내지') }];
      },
      400,
    ],
    [
      'a finalized book',
      async (): Promise<[string, Entry]> => {
        const bookUid = await templateBook(sandbox, 16, LAYFLAT);
        expect((await finalize(sandbox, bookUid)).status).toBe(201);
        return [bookUid, { templateUid: await templateOf(sandbox, '빈내지', LAYFLAT) }];
      },
      400,
    ],
  ])('keeps the refusal of %s', async (_, make, status) => {
    const [bookUid, entry] = await make();
    const headers = keyed();
    const first = await postContents(sandbox, bookUid, entry, '', headers);
    const again = await postContents(sandbox, bookUid, entry, '', headers);
    expect([first.status, again.status, again.headers.get('x-idempotent-replayed'), again.text]).toEqual([
      status,
      status,
      'true',
      first.text,
    ]);
    expectFailure(
      await postContents(sandbox, bookUid, { ...entry, parameters: { corrected: true } }, '', headers),
      422,
      'ERR_IDEMPOTENCY_KEY_MISMATCH',
    );
  });

  it('gives the stored cover again; another form under the key is 422', async () => {
    const bookUid = await newBook(sandbox, { creationType: 'TEMPLATE' });
    const entry = {
      templateUid: await templateOf(sandbox, '표지_제목'),
      parameters: { title: '여름', subtitle: '2026', author: '김하나', spineTitle: '여름' },
    };
    const headers = keyed();
    const first = await postCover(sandbox, bookUid, entry, headers);
    const again = await postCover(sandbox, bookUid, entry, headers);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([first.headers.get('x-idempotent-replayed'), again.headers.get('x-idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expectFailure(
      await postCover(sandbox, bookUid, { ...entry, parameters: { ...entry.parameters, title: '겨울' } }, headers),
      422,
      'ERR_IDEMPOTENCY_KEY_MISMATCH',
    );
  });

  it.runIf(bySpecification).each(['an unknown template', 'a missing picture'])(
    'keeps the refusal of a cover: %s',
    async (what) => {
      const bookUid = await newBook(sandbox, { creationType: 'TEMPLATE' });
      const entry: Entry =
        what === 'an unknown template'
          ? { templateUid: 'AAAAAAAAAAAA' }
          : { templateUid: await templateOf(sandbox, '표지'), parameters: { title: 'x' } };
      const headers = keyed();
      const first = await postCover(sandbox, bookUid, entry, headers);
      const again = await postCover(sandbox, bookUid, entry, headers);
      expect([first.status, again.headers.get('x-idempotent-replayed'), again.text]).toEqual([
        what === 'an unknown template' ? 404 : 400,
        'true',
        first.text,
      ]);
    },
  );

  it.runIf(bySpecification)('keeps the refusal of a second cover', async () => {
    const bookUid = await coveredBook(sandbox);
    const entry = { templateUid: await templateOf(sandbox, '표지_제목'), parameters: { title: 'x' } };
    const headers = keyed();
    expectFailure(await postCover(sandbox, bookUid, entry, headers), 400, 'ERR_VALIDATION_FAILED');
    expect((await postCover(sandbox, bookUid, entry, headers)).headers.get('x-idempotent-replayed')).toBe('true');
  });

  it.each([
    ['a missing templateUid', {}, ''],
    ['broken JSON', { templateUid: 'AAAAAAAAAAAA', parameters: '{' }, ''],
    ['a bad breakBefore', { templateUid: 'AAAAAAAAAAAA' }, '?breakBefore=line'],
  ])('does not keep %s: the corrected form may use the key', async (_, entry, query) => {
    const bookUid = await coveredBook(sandbox);
    const headers = keyed();
    const first = await postContents(sandbox, bookUid, entry, query, headers);
    expect([first.status, first.headers.get('x-idempotent-key')]).toEqual([400, null]);
    expect(
      (await postContents(sandbox, bookUid, { templateUid: await templateOf(sandbox, '빈내지') }, '', headers)).status,
    ).toBe(201);
  });

  it('does not keep that the book is full, nor a finalization of a book that is not there', async () => {
    const bookUid = await templateBook(sandbox, 46, LAYFLAT);
    const headers = keyed();
    const entry = { templateUid: await templateOf(sandbox, '빈내지', LAYFLAT) };
    expectFailure(await postContents(sandbox, bookUid, entry, '', headers), 400, 'ERR_PAGECOUNT_INVALID');
    await sandbox.delete(`/books/${bookUid}/contents`);
    expect((await postContents(sandbox, bookUid, entry, '', headers)).status).toBe(201);
    expect((await finalize(sandbox, 'bk_000000000000', headers)).headers.get('x-idempotent-key')).toBeNull();
  });
});

describe('odd forms', () => {
  const send = async (type: string, body: string): Promise<number> => {
    const bookUid = await coveredBook(sandbox);
    const answer = await fetch(`${sandbox.url}/books/${bookUid}/contents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': type },
      body,
    });
    return answer.status;
  };

  it.each([
    [
      'a form without an end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\nabc',
    ],
    ['a form without a boundary', 'multipart/form-data', 'anything'],
    ['an empty form', 'multipart/form-data; boundary=x', '--x--\r\n'],
    [
      'a field named __proto__',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    ],
    [
      'a JSON part that is none',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="parameters"\r\nContent-Type: application/json\r\n\r\n{\r\n--x--\r\n',
    ],
    ['a JSON array', 'application/json', '[]'],
    ['no JSON', 'application/json', '{'],
    ['JSON with __proto__', 'application/json', '{"__proto__":{"templateUid":"x"}}'],
    ['JSON without end', 'application/json', '{"templateUid":"x","parameters":'.concat('['.repeat(100_000))],
    [
      'deep JSON',
      'application/json',
      `{"templateUid":"x","parameters":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`,
    ],
    ['a templateUid that is a number', 'application/json', '{"templateUid":7}'],
    ['a plain text', 'text/plain', 'templateUid=x'],
    ['no body', 'application/json', ''],
  ])('%s: 400', async (_, type, body) => {
    expect(await send(type, body)).toBe(400);
  });

  it('a JSON body of great depth on another route: 400', async () => {
    const body = `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const answer = await fetch(`${sandbox.url}/books`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(400);
  });

  // Looks into the staging folder of one service.
  it.skipIf(onReplicas)('and broken connections leave nothing behind', async () => {
    const bookUid = await coveredBook(sandbox);
    const incoming = join(service.hello.dataDir, 'blobs/incoming');
    // Books that were finalized above are still rendered, and their files come in here, too.
    await expect.poll(() => readdir(incoming), { timeout: 60_000 }).toEqual([]);
    const { hostname, port } = new URL(sandbox.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(
      `POST /v1/books/${bookUid}/contents HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${sandbox.key}\r\n` +
        'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 100000\r\n\r\n--x\r\nContent-Disposition: form-data; name="photo"; filename="a.png"\r\n\r\nhalf',
    );
    await expect.poll(() => readdir(incoming), { timeout: 60_000 }).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => readdir(incoming), { timeout: 60_000 }).toEqual([]);
    expect((await addBlankPages(sandbox, bookUid, 1)).body.data.pageNum).toBe(1);
  });
});
