import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { encode } from 'bmp-ts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANDSCAPE_HEIC, PORTRAIT_HEIC } from '../fixtures/pictures/heic.ts';
import { addBlankPages, postCover, putCover, templateOf } from './composing.ts';
import { expectFailure, finalize, HC_CONTENTS_24, newBook, upload } from './journeys.ts';
import { jpegOf, md5, photoBook, photoForm, pngOf, sendPhoto, thumbnailOf } from './photographs.ts';
import { onReplicas, startService, type Host, type Service } from './service.ts';

let service: Service;
let sandbox: Host;
beforeAll(async () => {
  service = await startService();
  ({ sandbox } = service);
});
afterAll(() => service.dispose());

const send = (bookUid: string, bytes: Uint8Array, name?: string) => sendPhoto(sandbox, bookUid, bytes, name);

function bmp(width: number, height: number): Buffer {
  return Buffer.from(encode({ width, height, data: Buffer.alloc(width * height * 4, 200), bitPP: 24 }).data);
}

describe('POST photos', () => {
  it('answers 201 with the photo: a server-issued file name, the original name, size, type, time and MD5', async () => {
    const bookUid = await photoBook(sandbox);
    const bytes = await jpegOf(1);
    const answer = await send(bookUid, bytes);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.data).toEqual({
      fileName: expect.stringMatching(/^photo\d{15}\.JPG$/),
      originalName: '휴가 사진.jpg',
      size: bytes.length,
      mimeType: 'image/jpeg',
      uploadedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      isDuplicate: false,
      hash: md5(bytes),
    });
    const digits = answer.body.data.uploadedAt.replace(/\D/g, '').slice(2);
    expect(answer.body.data.fileName).toBe(`photo${digits}.JPG`);
  });

  it('takes JPEG, PNG, GIF, WebP, BMP, HEIC and HEIF by their magic bytes; GIF and WebP become PNG, BMP, HEIC and HEIF become JPG', async () => {
    const bookUid = await photoBook(sandbox);
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } });
    const heif = Buffer.from(LANDSCAPE_HEIC);
    heif.write('mif1', 8, 'latin1');
    const files: [Uint8Array, string, string][] = [
      [await picture.clone().jpeg().toBuffer(), 'image/jpeg', 'JPG'],
      [await picture.clone().png().toBuffer(), 'image/png', 'PNG'],
      [await picture.clone().gif().toBuffer(), 'image/png', 'PNG'],
      [await picture.clone().webp().toBuffer(), 'image/png', 'PNG'],
      [bmp(60, 40), 'image/jpeg', 'JPG'],
      [PORTRAIT_HEIC, 'image/jpeg', 'JPG'],
      [heif, 'image/jpeg', 'JPG'],
    ];
    for (const [bytes, mimeType, extension] of files) {
      const answer = await send(bookUid, bytes, 'whatever.txt');
      expect(answer.status, answer.text).toBe(201);
      expect(answer.body.data).toMatchObject({ mimeType, hash: md5(bytes) });
      expect(answer.body.data.fileName.endsWith(`.${extension}`)).toBe(true);
      const thumbnail = await thumbnailOf(sandbox, bookUid, answer.body.data.fileName);
      expect([thumbnail.status, thumbnail.type]).toEqual([200, mimeType]);
    }
  });

  // Looks for the stored pictures among the files of one service.
  it.skipIf(onReplicas)('keeps the EXIF data of what it stores, also of what it converts', async () => {
    const exif = { IFD0: { Make: 'Acceptance Camera', Copyright: 'Kim Hana' } };
    const picture = sharp({ create: { width: 90, height: 60, channels: 3, background: '#557799' } });
    const bookUid = await photoBook(sandbox);
    const stored = async () => {
      const found = new Map<string, Buffer>();
      const blobs = join(service.hello.dataDir, 'blobs');
      for (const entry of await readdir(blobs, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) found.set(entry.name, await readFile(join(entry.parentPath, entry.name)));
      return found;
    };
    for (const [bytes, format] of [
      [await picture.clone().withExif(exif).jpeg().toBuffer(), 'jpeg'],
      [await picture.clone().withExif(exif).png().toBuffer(), 'png'],
      [await picture.clone().withExif(exif).webp({ quality: 55 }).toBuffer(), 'png'],
    ] as const) {
      const before = await stored();
      expect((await send(bookUid, bytes)).status).toBe(201);
      const added = [...(await stored())].filter(([name]) => !before.has(name)).map(([, file]) => file);
      const kept = await Promise.all(added.map(async (file) => sharp(file).metadata()));
      const withExif = kept.filter(
        (metadata) =>
          metadata.format === format &&
          metadata.width === 90 &&
          metadata.exif?.includes('Acceptance Camera') &&
          metadata.exif.includes('Kim Hana'),
      );
      expect(withExif.length, format).toBeGreaterThan(0);
    }
    const bare = await stored();
    expect((await send(bookUid, await picture.clone().webp({ quality: 60 }).toBuffer())).status).toBe(201);
    const added = [...(await stored())].filter(([name]) => !bare.has(name)).map(([, file]) => file);
    for (const file of added) expect(file.includes('Acceptance Camera')).toBe(false);
  });

  it('refuses every other format with 400, whatever its name: SVG, TIFF, PDF, AI, PSD, AVIF, text', async () => {
    const bookUid = await photoBook(sandbox);
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background: '#3366cc' } });
    const others = [
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      await picture.clone().tiff().toBuffer(),
      Buffer.from('%PDF-1.7\n%âãÏÓ\n'),
      Buffer.from('%!PS-Adobe-3.0\n'),
      Buffer.from('8BPS\0\x01'),
      await picture.clone().avif({ effort: 0 }).toBuffer(),
      Buffer.from('hello'),
    ];
    for (const bytes of others) {
      const answer = await send(bookUid, bytes, 'photo.jpg');
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.errors[0]).toContain('photo.jpg');
    }
    expect((await sandbox.get(`/books/${bookUid}/photos`)).body.data).toEqual([]);
  });

  it('refuses with 400: no form, no file, a file of another field, an empty file, two files, damaged and truncated pictures', async () => {
    const bookUid = await photoBook(sandbox);
    const path = `/books/${bookUid}/photos`;
    expectFailure(await sandbox.post(path, { file: 'x' }), 400, 'ERR_VALIDATION_FAILED');
    const text = new FormData();
    text.set('file', 'just text');
    for (const form of [text, photoForm(await jpegOf(2), 'a.jpg', 'photo')]) {
      const answer = await sandbox.call('POST', path, { form });
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.fieldErrors).toMatchObject([{ field: 'file', constraint: 'required' }]);
    }
    expectFailure(await send(bookUid, new Uint8Array(0)), 400, 'ERR_VALIDATION_FAILED');
    const two = photoForm(await jpegOf(3));
    two.append('file', new File([new Uint8Array(await jpegOf(4))], 'b.jpg'));
    expectFailure(await sandbox.call('POST', path, { form: two }), 400, 'ERR_VALIDATION_FAILED');
    const large = await jpegOf(5, 900, 700);
    expectFailure(await send(bookUid, large.subarray(0, large.length / 2)), 400, 'ERR_VALIDATION_FAILED');
    expectFailure(await send(bookUid, LANDSCAPE_HEIC.subarray(0, 700)), 400, 'ERR_VALIDATION_FAILED');
    expect((await sandbox.get(path)).body.data).toEqual([]);
  });

  it('refuses decompression bombs by their headers', async () => {
    const bookUid = await photoBook(sandbox);
    const header = bmp(8, 8);
    header.writeInt32LE(29_000, 18);
    header.writeInt32LE(29_000, 22);
    const gif = await sharp({ create: { width: 96, height: 64, channels: 3, background: '#123456' } })
      .gif()
      .toBuffer();
    const frame = gif.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 96, 0, 64, 0]));
    for (const at of [6, 8, frame + 5, frame + 7]) gif.writeUInt16LE(60_000, at);
    // A sound PNG of 225 million black pixels in 30 KB.
    const png = await sharp({ create: { width: 15_000, height: 15_000, channels: 3, background: '#000' } })
      .toColourspace('b-w')
      .png({ compressionLevel: 9 })
      .toBuffer();
    for (const bytes of [header, gif, png]) expectFailure(await send(bookUid, bytes), 400, 'ERR_VALIDATION_FAILED');
  });
});

describe('the same content in a book', () => {
  it('is one photo: the second upload answers 201 with isDuplicate true and the existing file name; another book has its own', async () => {
    const [bookUid, other] = [await photoBook(sandbox), await photoBook(sandbox)];
    const bytes = await jpegOf(7);
    const first = (await send(bookUid, bytes, 'first.jpg')).body.data;
    const second = await send(bookUid, bytes, 'second.jpg');
    expect(second.status).toBe(201);
    expect(second.body.data).toEqual({ ...first, isDuplicate: true });
    expect((await send(other, bytes)).body.data.isDuplicate).toBe(false);
  });

  it('is one photo also when it is sent eight times at once', async () => {
    const bookUid = await photoBook(sandbox);
    const bytes = await jpegOf(8);
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(bookUid, bytes)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(201));
    expect(answers.filter(({ body }) => !body.data.isDuplicate)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.data.fileName)).size).toBe(1);
    expect((await sandbox.get(`/books/${bookUid}/photos`)).body.pagination.total).toBe(1);
  });

  it('is new again after it was deleted', async () => {
    const bookUid = await photoBook(sandbox);
    const bytes = await jpegOf(9);
    const { fileName } = (await send(bookUid, bytes)).body.data;
    expect((await sandbox.delete(`/books/${bookUid}/photos/${fileName}`)).status).toBe(204);
    expect((await send(bookUid, bytes)).body.data.isDuplicate).toBe(false);
  });
});

describe('at most 200 photos per book', () => {
  it('also under 20 uploads at once; what is there already is still answered; every file name is unique', async () => {
    const bookUid = await photoBook(sandbox);
    const pictures = await Promise.all(Array.from({ length: 230 }, (_, index) => pngOf(index)));
    const statuses: number[] = [];
    const lane = async (first: number) => {
      for (let index = first; index < pictures.length; index += 20)
        statuses.push((await send(bookUid, pictures[index] ?? new Uint8Array())).status);
    };
    await Promise.all(Array.from({ length: 20 }, (_, index) => lane(index)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(200);
    expect(statuses.filter((status) => status === 400)).toHaveLength(30);
    const listed: { fileName: string; hash: string }[] = [];
    for (const offset of [0, 100, 200]) {
      const page = (await sandbox.get(`/books/${bookUid}/photos?offset=${offset}`)).body;
      expect(page.pagination).toEqual({ total: 200, limit: 100, offset, hasNext: offset === 0 });
      listed.push(...page.data);
    }
    expect(new Set(listed.map(({ fileName }) => fileName)).size).toBe(200);
    expect(new Set(listed.map(({ hash }) => hash)).size).toBe(200);
    const present = pictures.find((picture) => md5(picture) === listed[0]?.hash) ?? new Uint8Array();
    expect((await send(bookUid, present)).body.data).toMatchObject({
      isDuplicate: true,
      fileName: listed[0]?.fileName,
    });
    const absent = pictures.find((picture) => !listed.some(({ hash }) => hash === md5(picture))) ?? new Uint8Array();
    expectFailure(await send(bookUid, absent), 400, 'ERR_VALIDATION_FAILED');
  });
});

describe('GET photos', () => {
  it('lists photos without isDuplicate, 100 by default, with pagination.total', async () => {
    const bookUid = await photoBook(sandbox);
    expect((await sandbox.get(`/books/${bookUid}/photos`)).body).toMatchObject({
      data: [],
      pagination: { total: 0, limit: 100, offset: 0, hasNext: false },
    });
    const sent = [];
    for (let index = 0; index < 3; index += 1) sent.push((await send(bookUid, await jpegOf(20 + index))).body.data);
    const { body } = await sandbox.get(`/books/${bookUid}/photos`);
    expect(body.data).toEqual(sent.map(({ isDuplicate: _, ...photo }) => photo));
    const page = (await sandbox.get(`/books/${bookUid}/photos?limit=2&offset=1`)).body;
    expect(page.data.map(({ fileName }: { fileName: string }) => fileName)).toEqual([
      sent[1].fileName,
      sent[2].fileName,
    ]);
    expect(page.pagination).toEqual({ total: 3, limit: 2, offset: 1, hasNext: false });
    for (const query of ['limit=0', 'limit=101', 'offset=-1'])
      expectFailure(await sandbox.get(`/books/${bookUid}/photos?${query}`), 400, 'ERR_VALIDATION_FAILED');
  });
});

describe('GET one photo', () => {
  it('is a thumbnail of 800 px on its long side, upright, never enlarged, of the stored type, with Content-Length', async () => {
    const bookUid = await photoBook(sandbox);
    const large = sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#884422' } });
    const cases: [Buffer, string, number, number][] = [
      [await large.clone().jpeg().toBuffer(), 'image/jpeg', 800, 533],
      [await large.clone().withMetadata({ orientation: 6 }).jpeg().toBuffer(), 'image/jpeg', 533, 800],
      [await large.clone().png().toBuffer(), 'image/png', 800, 533],
      [await large.clone().webp().toBuffer(), 'image/png', 800, 533],
      [await jpegOf(30, 40, 30), 'image/jpeg', 40, 30],
      [PORTRAIT_HEIC, 'image/jpeg', 64, 96],
    ];
    for (const [bytes, type, width, height] of cases) {
      const { fileName } = (await send(bookUid, bytes)).body.data;
      const thumbnail = await thumbnailOf(sandbox, bookUid, fileName);
      expect([thumbnail.status, thumbnail.type, thumbnail.length]).toEqual([200, type, thumbnail.bytes.length]);
      expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({
        width,
        height,
        format: type === 'image/png' ? 'png' : 'jpeg',
      });
    }
  });

  it('is found in its own book alone', async () => {
    const [bookUid, other] = [await photoBook(sandbox), await photoBook(sandbox)];
    const { fileName } = (await send(bookUid, await jpegOf(31))).body.data;
    expectFailure(await sandbox.get(`/books/${other}/photos/${fileName}`), 404, 'ERR_NOT_FOUND');
    expectFailure(await sandbox.delete(`/books/${other}/photos/${fileName}`), 404, 'ERR_NOT_FOUND');
    expect((await thumbnailOf(sandbox, bookUid, fileName)).status).toBe(200);
  });

  it('that is not there, or not any more, is 404 ERR_NOT_FOUND', async () => {
    const bookUid = await photoBook(sandbox);
    for (const name of ['photo250105143052123.JPG', 'nothing', '..%2Fx'])
      expectFailure(await sandbox.get(`/books/${bookUid}/photos/${name}`), 404, 'ERR_NOT_FOUND');
  });
});

describe('DELETE a photo', () => {
  it('answers 204 without a body, then 404', async () => {
    const bookUid = await photoBook(sandbox);
    const { fileName } = (await send(bookUid, await jpegOf(40))).body.data;
    const path = `/books/${bookUid}/photos/${fileName}`;
    const gone = await sandbox.delete(path);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expectFailure(await sandbox.delete(path), 404, 'ERR_NOT_FOUND');
    expectFailure(await sandbox.get(path), 404, 'ERR_NOT_FOUND');
  });

  it('that a cover shows takes nothing from the cover: the book is rendered with it', async () => {
    const bookUid = await photoBook(sandbox);
    const { fileName } = (await send(bookUid, await jpegOf(41, 900, 600))).body.data;
    const cover = await postCover(sandbox, bookUid, {
      templateUid: await templateOf(sandbox, '표지'),
      parameters: { title: '여름', coverPhoto: fileName },
    });
    expect(cover.status, cover.text).toBe(201);
    await addBlankPages(sandbox, bookUid, 24);
    expect((await sandbox.delete(`/books/${bookUid}/photos/${fileName}`)).status).toBe(204);
    expect((await finalize(sandbox, bookUid)).status).toBe(201);
    let rendered = null;
    while (rendered === null || rendered.status === 409) {
      await delay(100);
      rendered = await fetch(`${sandbox.url}/books/${bookUid}/pdf-cover`, {
        headers: { authorization: `Bearer ${sandbox.key}` },
      });
    }
    expect(rendered.status).toBe(200);
  });

  it('refuses a malformed bookUid or fileName with 400 ERR_VALIDATION_FAILED', async () => {
    const bookUid = await photoBook(sandbox);
    const fileName = 'photo250105143052123.JPG';
    for (const [book, file, field] of [
      ['book-1', fileName, 'bookUid'],
      [bookUid, 'photo.JPG', 'fileName'],
      [bookUid, 'photo250105143052123.GIF', 'fileName'],
      [bookUid, '..%2f..%2fetc', 'fileName'],
    ] as const) {
      const answer = await sandbox.delete(`/books/${book}/photos/${file}`);
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.fieldErrors).toMatchObject([{ field, constraint: 'pattern' }]);
    }
  });
});

describe('a book that is no draft', () => {
  it('takes no photo (400) and gives none away (409) once it is finalized; its photos can be read', async () => {
    const bookUid = await newBook(sandbox, { creationType: 'MIX_COVER_TEMPLATE' });
    const { fileName } = (await send(bookUid, await jpegOf(50))).body.data;
    expect((await upload(sandbox, bookUid, 'contents', HC_CONTENTS_24)).status).toBe(201);
    expect((await putCover(sandbox, bookUid)).status).toBe(201);
    expect((await finalize(sandbox, bookUid)).status).toBe(201);
    const refused = await send(bookUid, await jpegOf(51));
    expectFailure(refused, 400, 'ERR_VALIDATION_FAILED');
    expect(refused.body.errors).toEqual([expect.stringContaining('최종화된 책')]);
    expectFailure(await sandbox.delete(`/books/${bookUid}/photos/${fileName}`), 409, 'ERR_CONFLICT');
    expect((await sandbox.get(`/books/${bookUid}/photos`)).body.pagination.total).toBe(1);
    expect((await thumbnailOf(sandbox, bookUid, fileName)).status).toBe(200);
  });

  it('takes and gives away none (400) once it is deleted', async () => {
    const bookUid = await photoBook(sandbox);
    const { fileName } = (await send(bookUid, await jpegOf(52))).body.data;
    expect((await sandbox.delete(`/books/${bookUid}`)).status).toBe(200);
    const refused = await send(bookUid, await jpegOf(53));
    expectFailure(refused, 400, 'ERR_VALIDATION_FAILED');
    expect(refused.body.errors).toEqual([expect.stringContaining('삭제된 책')]);
    expectFailure(await sandbox.delete(`/books/${bookUid}/photos/${fileName}`), 400, 'ERR_VALIDATION_FAILED');
  });
});

/** Every call on photos of a book. */
const callsOn = (host: Host, bookUid: string, bytes: Uint8Array) => [
  () => sendPhoto(host, bookUid, bytes, 'a.jpg'),
  () => host.get(`/books/${bookUid}/photos`),
  () => host.get(`/books/${bookUid}/photos/photo250105143052123.JPG`),
  () => host.delete(`/books/${bookUid}/photos/photo250105143052123.JPG`),
];

describe('all four endpoints', () => {
  it('refuse a PDF_UPLOAD book with 400 ERR_CREATION_TYPE_UNSUPPORTED', async () => {
    for (const call of callsOn(sandbox, await newBook(sandbox), await jpegOf(60)))
      expectFailure(await call(), 400, 'ERR_CREATION_TYPE_UNSUPPORTED');
  });

  it('refuse a book of another partner with 403, one of the other environment with 403 ERR_ENV_MISMATCH, an unknown one with 404', async () => {
    const bytes = await jpegOf(61);
    const bookUid = await photoBook(sandbox);
    for (const call of callsOn(sandbox.as(service.keys.personal.sandbox), bookUid, bytes))
      expectFailure(await call(), 403, 'ERR_FORBIDDEN');
    for (const call of callsOn(service.live, bookUid, bytes)) expectFailure(await call(), 403, 'ERR_ENV_MISMATCH');
    for (const call of callsOn(sandbox, 'bk_000000000000', bytes)) expectFailure(await call(), 404, 'ERR_NOT_FOUND');
    for (const call of callsOn(sandbox.as('SBNOBODY0000.x'), bookUid, bytes))
      expectFailure(await call(), 401, 'ERR_UNAUTHORIZED');
  });
});
