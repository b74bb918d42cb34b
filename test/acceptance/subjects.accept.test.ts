import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBlankPages, coveredBook, postContents, templateOf } from './composing.ts';
import { expectFailure, finalize } from './journeys.ts';
import { PictureHost } from './picture-host.ts';
import { startService, type Host, type Service } from './service.ts';

/** Templates whose picture fills a page, which is about square: of a picture twice as high as it is wide half is cut off. */
const ROOT = resolve(import.meta.dirname, '../..');
const SIDE_PX = 1_600;
const WAIT_MS = 150_000;

let service: Service;
let sandbox: Host;
let pictures: PictureHost;
/** A high picture with an astronaut above, and one with her above and below. */
let one: Uint8Array<ArrayBuffer>;
let two: Uint8Array<ArrayBuffer>;

beforeAll(async () => {
  service = await startService({ localAddresses: true });
  ({ sandbox } = service);
  const her = await sharp(await readFile(join(ROOT, 'test/fixtures/faces/astronaut.png')))
    .resize(SIDE_PX, SIDE_PX)
    .toBuffer();
  const high = async (...tops: readonly number[]) =>
    new Uint8Array(
      await sharp({ create: { width: SIDE_PX, height: 2 * SIDE_PX, channels: 3, background: '#456' } })
        .composite(tops.map((top) => ({ input: her, left: 0, top })))
        .jpeg({ quality: 92 })
        .toBuffer(),
    );
  [one, two] = [await high(0), await high(0, SIDE_PX)];
  pictures = await PictureHost.start({ '/two.jpg': (response) => response.end(two) });
}, WAIT_MS);
afterAll(async () => {
  await pictures.stop();
  await service.dispose();
});

/** The first pages of a book of 24, as they are rendered. */
async function rendered(bookUid: string, pages: number): Promise<readonly Buffer[]> {
  await addBlankPages(sandbox, bookUid, 24 - pages);
  expect((await finalize(sandbox, bookUid)).status).toBe(201);
  await expect
    .poll(async () => (await sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfStatus, { timeout: WAIT_MS })
    .toBe(2);
  const { url, token } = service.hello.printHouse;
  return Promise.all(
    Array.from({ length: pages }, async (_, index) => {
      const page = await fetch(`${url}/books/${bookUid}/thumbnails/contents/${index + 1}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(page.status).toBe(200);
      return Buffer.from(await page.arrayBuffer());
    }),
  );
}

/** Which part of a picture's height fills a page: where the page is least unlike it. */
async function seenOf(page: Buffer | undefined, picture: Uint8Array): Promise<{ from: number; to: number }> {
  const WIDTH = 60;
  const grey = (bytes: Uint8Array | undefined) =>
    sharp(bytes).resize(WIDTH).greyscale().raw().toBuffer({ resolveWithObject: true });
  const [small, whole] = await Promise.all([grey(page), grey(picture)]);
  let best = { unlike: Number.POSITIVE_INFINITY, row: 0 };
  for (let row = 0; row + small.info.height <= whole.info.height; row += 1) {
    const under = whole.data.subarray(row * WIDTH);
    const unlike = small.data.reduce((sum, value, at) => sum + Math.abs(value - (under[at] ?? 0)), 0);
    if (unlike < best.unlike) best = { unlike, row };
  }
  return { from: best.row / whole.info.height, to: (best.row + small.info.height) / whole.info.height };
}

const CUT_WARNING = 'photo: 사진의 51%가 잘려 인쇄됩니다';
const WHOLE_WARNING = 'photo: 사진의 얼굴이 잘리지 않도록 자르지 않고 전체를 인쇄합니다';

describe('a picture that is cut for its frame', () => {
  it(
    'keeps its heads whole, however it came; one whose heads no cut keeps is shown whole and told; a focus goes before both',
    async () => {
      const bookUid = await coveredBook(sandbox);
      const templateUid = await templateOf(sandbox, '내지_전면사진');
      const form = new FormData();
      form.set('file', new File([one], 'one.jpg', { type: 'image/jpeg' }));
      const uploaded = await sandbox.call('POST', `/books/${bookUid}/photos`, { form });
      const photo: string = uploaded.body.data.fileName;
      const entries = [
        { files: [['photo', one] as const] },
        { parameters: { photo } },
        { parameters: { photo: `${pictures.url}/two.jpg` } },
        { parameters: { photo: { picture: photo, focus: { x: 0.5, y: 0.9 } } } },
        { parameters: { photo: { picture: '$upload', focus: { x: 0.5, y: 0 } } }, files: [['photo', two] as const] },
      ];
      const warnings: unknown[] = [];
      for (const entry of entries) {
        const answer = await postContents(sandbox, bookUid, { templateUid, ...entry });
        expect(answer.status, answer.text).toBe(201);
        warnings.push(answer.body.data.warnings);
      }
      expect(warnings).toEqual([[CUT_WARNING], [CUT_WARNING], [WHOLE_WARNING], [CUT_WARNING], [CUT_WARNING]]);

      const pages = await rendered(bookUid, entries.length);
      const seen = await Promise.all([0, 1, 3].map((index) => seenOf(pages[index], one)));
      // Her head ends at a quarter of the picture, and is whole in the two first.
      for (const window of seen.slice(0, 2)) {
        expect(window.from).toBeLessThan(0.02);
        expect(window.to).toBeGreaterThan(0.45);
      }
      expect(pages[0]?.equals(pages[1] ?? Buffer.alloc(0))).toBe(true);
      expect(seen[2]?.to).toBeGreaterThan(0.98);
      expect((await seenOf(pages[4], two)).from).toBeLessThan(0.02);
      // Of the one that is shown whole the page is seen on both sides.
      const { data, info } = await sharp(pages[2]).greyscale().raw().toBuffer({ resolveWithObject: true });
      const middle = Math.floor(info.height / 2) * info.width;
      expect([data[middle + 3], data[middle + info.width - 4]]).toEqual([255, 255]);
      expect(data[middle + Math.floor(info.width / 2)]).toBeLessThan(250);
    },
    WAIT_MS,
  );

  it('is not taken with a focus that lies outside of it', async () => {
    const bookUid = await coveredBook(sandbox);
    const templateUid = await templateOf(sandbox, '내지_전면사진');
    for (const focus of [{ x: 1.2, y: 0 }, { x: 0.5 }, 'middle']) {
      const answer = await postContents(sandbox, bookUid, {
        templateUid,
        parameters: { photo: { picture: '$upload', focus } },
        files: [['photo', one]],
      });
      expectFailure(answer, 400, 'ERR_VALIDATION_FAILED');
      expect(answer.body.fieldErrors).toEqual([
        { field: 'photo', message: 'focus는 0~1 사이의 x와 y여야 합니다', constraint: 'pattern' },
      ]);
    }
  });
});
