import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addBlankPages, coveredBook, png, postContents } from './composing.ts';
import { expectFailure, finalize } from './journeys.ts';
import { startService, type Host, type Service } from './service.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const LAYFLAT = 'SQUAREBOOK_LAYFLAT_HC';
const WAIT_MS = 150_000;
const FOLD_WARNING = 'photo: 사진의 얼굴이 펼침면의 접히는 자리에 놓입니다';

let service: Service;
let sandbox: Host;
beforeAll(async () => {
  service = await startService();
  ({ sandbox } = service);
}, WAIT_MS);
afterAll(() => service.dispose());

const blankIn = (warnings: readonly string[] = []) => warnings.filter((line) => line.startsWith('templateUid'));

const templatesFor = async (
  bookSpecUid: string,
): Promise<readonly { readonly templateUid: string; readonly templateName: string }[]> =>
  (await sandbox.get(`/templates?theme=${encodeURIComponent('웨딩')}&bookSpecUid=${bookSpecUid}&limit=100`)).body.data;

async function spreadNamed(name: string): Promise<string> {
  const found = (await templatesFor(LAYFLAT)).find(({ templateName }) => templateName === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found.templateUid;
}

/** An astronaut in a picture so many times as wide as it is high, she in the middle of it. */
async function astronaut(timesAsWide: number): Promise<Uint8Array<ArrayBuffer>> {
  const side = 1_600;
  const her = await sharp(await readFile(join(ROOT, 'test/fixtures/faces/astronaut.png')))
    .resize(side, side)
    .toBuffer();
  const width = side * timesAsWide;
  const ground = sharp({ create: { width, height: side, channels: 3, background: '#456' } });
  return new Uint8Array(
    await ground
      .composite([{ input: her, left: (width - side) / 2, top: 0 }])
      .jpeg({ quality: 92 })
      .toBuffer(),
  );
}

describe('a template over both pages of a spread', () => {
  it('says so in its rules, has a canvas of two pages, is drawn as both, and is there for no book that is bound page by page', async () => {
    const uid = await spreadNamed('펼침_전면사진');
    const { layout, layoutRules, thumbnails } = (await sandbox.get(`/templates/${uid}`)).body.data;
    expect(layoutRules.pages).toBe(2);
    expect(layout.width / layout.height).toBeCloseTo((2 * 243) / 248, 2);
    const picture = await fetch(thumbnails.layout);
    const { width, height } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect(width / height).toBeCloseTo((2 * 243 + 6) / (248 + 6), 1);
    const others = (await templatesFor('SQUAREBOOK_HC')).map(({ templateName }) => templateName);
    expect(others).toContain('내지_전면사진');
    expect(others.filter((name) => name.includes('펼침'))).toEqual([]);
  });

  it('begins on a left page and counts as two, after a blank page where the next one is a right one', async () => {
    const bookUid = await coveredBook(sandbox, LAYFLAT);
    const entry = { templateUid: await spreadNamed('펼침_전면사진'), files: [['photo', png()] as const] };
    const places: unknown[] = [];
    const add = async () => {
      const { status, text, body } = await postContents(sandbox, bookUid, entry);
      expect(status, text).toBe(201);
      const { result, pageNum, pageSide, pageMeta, warnings } = body.data;
      places.push([result, pageNum, pageSide, pageMeta.currentPageCount, blankIn(warnings)]);
    };
    await add();
    await addBlankPages(sandbox, bookUid, 1, LAYFLAT);
    await add();
    await add();
    expect(places).toEqual([
      ['inserted', 1, 'left', 2, []],
      ['inserted', 5, 'left', 6, ['templateUid: 펼침면은 왼쪽에서 시작하므로 4쪽을 빈 페이지로 인쇄합니다']],
      ['inserted', 7, 'left', 8, []],
    ]);
  });

  it('as a divider may be asked to begin on the left, which it does, and not on the right', async () => {
    const bookUid = await coveredBook(sandbox, LAYFLAT);
    const entry = {
      templateUid: await spreadNamed('간지_펼침'),
      parameters: { title: '가을' },
      files: [['photo', png()] as const],
    };
    const refused = await postContents(sandbox, bookUid, entry, '?pageSide=right');
    expectFailure(refused, 400, 'ERR_VALIDATION_FAILED');
    expect(refused.body.fieldErrors).toEqual([
      expect.objectContaining({
        ...{ field: 'pageSide', currentValue: 'right', requiredValue: ['left'], constraint: 'enum' },
      }),
    ]);
    const { pageNum, pageSide } = (await postContents(sandbox, bookUid, entry, '?pageSide=left')).body.data;
    expect([pageNum, pageSide]).toEqual([1, 'left']);
  });

  it('is refused where only one page is left of what the book may have', async () => {
    const bookUid = await coveredBook(sandbox, LAYFLAT);
    await addBlankPages(sandbox, bookUid, 45, LAYFLAT);
    const entry = { templateUid: await spreadNamed('펼침_전면사진'), files: [['photo', png()] as const] };
    expectFailure(await postContents(sandbox, bookUid, entry), 400, 'ERR_PAGECOUNT_INVALID');
  });

  it(
    'is rendered with its picture beside the fold where that can be, and told of where it cannot',
    async () => {
      const bookUid = await coveredBook(sandbox, LAYFLAT);
      const templateUid = await spreadNamed('펼침_전면사진');
      const answers: string[][] = [];
      for (const timesAsWide of [1, 3]) {
        const files = [['photo', await astronaut(timesAsWide)] as const];
        const answer = await postContents(sandbox, bookUid, { templateUid, files });
        expect(answer.status, answer.text).toBe(201);
        answers.push(answer.body.data.warnings ?? []);
      }
      expect(answers.map((warnings) => warnings.includes(FOLD_WARNING))).toEqual([true, false]);
      await addBlankPages(sandbox, bookUid, 12, LAYFLAT);
      expect((await finalize(sandbox, bookUid)).status).toBe(201);
      await expect
        .poll(async () => (await sandbox.get(`/books?bookUid=${bookUid}`)).body.data[0].pdfStatus, { timeout: WAIT_MS })
        .toBe(2);
      const { url, token } = service.hello.printHouse;
      const sheet = await fetch(`${url}/books/${bookUid}/thumbnails/contents/2`, {
        headers: { authorization: `Bearer ${token}` },
      });
      // The ground of the picture at both ends of the sheet: it goes over both pages.
      const { data, info } = await sharp(Buffer.from(await sheet.arrayBuffer()))
        .raw()
        .toBuffer({ resolveWithObject: true });
      const middle = Math.floor(info.height / 2) * info.width;
      for (const x of [2, info.width - 3]) {
        const at = (middle + x) * info.channels;
        for (const [channel, level] of [0x44, 0x55, 0x66].entries())
          expect(Math.abs((data[at + channel] ?? 0) - level), `${x}`).toBeLessThan(12);
      }
    },
    WAIT_MS,
  );
});
