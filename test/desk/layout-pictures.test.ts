import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { freshInside } from '../../src-core/layout/inside.ts';
import { PicturePool } from '../../src-main/desk/layouts/picture-pool.ts';
import { LANDSCAPE_HEIC } from '../fixtures/pictures/heic.ts';
import { keyOf, LayoutBench, photo } from './support/layout-bench.ts';

let bench: LayoutBench;
let shots: string;
let folder: string;
let bookId: string;
beforeEach(async () => {
  bench = await LayoutBench.open(join(inject('deskTools'), 'desk/preflight-worker.js'));
  ({ shots, folder, bookId } = bench);
});
afterEach(() => bench.close());

it('the faces of a picture come with it, and it lies in its frame with the head whole', async () => {
  const her = await sharp(join(import.meta.dirname, '../fixtures/faces/astronaut.png'))
    .resize(900, 900)
    .toBuffer();
  // Seen upright she stands above, in a picture twice as high as it is wide.
  const high = sharp({ create: { width: 900, height: 1_800, channels: 3, background: '#456' } });
  const upright = await high
    .composite([{ input: her, left: 0, top: 0 }])
    .png()
    .toBuffer();
  await sharp(await sharp(upright).rotate(270).toBuffer())
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toFile(join(shots, 'her.jpg'));
  await photo(600, 400).jpeg().toFile(join(shots, 'nobody.jpg'));
  const { pictures } = await bench.takeAll();
  const by = Object.fromEntries(pictures.map((picture) => [picture.name, picture]));
  expect(by['nobody.jpg']?.faces).toEqual([]);
  const [face, ...others] = by['her.jpg']?.faces ?? [];
  expect(others).toEqual([]);
  expect([face?.x, face?.y]).toEqual([expect.closeTo(0.335, 1), expect.closeTo(0.072, 1)]);
  const picture = by['her.jpg'];
  if (picture === undefined || face === undefined) throw new Error('she was not taken in');
  const { focusY } = freshInside(picture, { widthMm: 100, heightMm: 100 });
  // Half of its height is shown, from a quarter above the focus: the top of the picture.
  expect(focusY).toBeLessThanOrEqual(0.25 + 0.02);
});

it('pictures of every format are taken in, with time, orientation, profile and size; what is none is named', async () => {
  const shot = photo(600, 400);
  const at = (text: string) => ({ IFD2: { DateTimeOriginal: text } });
  await shot.clone().withExif(at('2026:09:12 10:00:00')).jpeg().toFile(join(shots, 'b.jpg'));
  await shot
    .clone()
    .withMetadata({ orientation: 6 })
    .withExifMerge(at('2026:09:12 09:00:00'))
    .jpeg()
    .toFile(join(shots, 'second day/a.JPG'));
  await photo(500, 300).withIccProfile('p3').png().toFile(join(shots, 'c.png'));
  await photo(400, 500).toColourspace('cmyk').withIccProfile('cmyk').tiff().toFile(join(shots, 'inks.tif'));
  await photo(401, 301)
    .webp({ lossless: true })
    .toFile(join(shots, `${'사진'.normalize('NFD')}.webp`));
  const whole = await photo(800, 600).jpeg({ quality: 95 }).toBuffer();
  writeFileSync(join(shots, 'cut.jpg'), whole.subarray(0, whole.length / 2));
  writeFileSync(join(shots, 'phone.HEIC'), LANDSCAPE_HEIC);
  writeFileSync(join(shots, 'text.jpg'), 'no picture');
  writeFileSync(join(shots, 'empty.png'), '');
  writeFileSync(join(shots, 'notes.txt'), 'x');
  const taken = await bench.takeAll();
  expect([taken.found, taken.looked]).toEqual([9, 9]);
  expect(
    taken.pictures.map(({ name, mimeType, widthPx, heightPx, takenAtMs }) => [
      name,
      mimeType,
      widthPx,
      heightPx,
      takenAtMs,
    ]),
  ).toEqual([
    ['a.JPG', 'image/jpeg', 400, 600, Date.UTC(2026, 8, 12, 9)],
    ['b.jpg', 'image/jpeg', 600, 400, Date.UTC(2026, 8, 12, 10)],
    ['c.png', 'image/png', 500, 300, null],
    ['inks.tif', 'image/jpeg', 400, 500, null],
    ['phone.HEIC', 'image/jpeg', 96, 64, null],
    ['사진.webp', 'image/png', 401, 301, null],
  ]);
  expect(taken.refused.map(({ name, reason }) => [name, reason.key]).sort()).toEqual([
    ['cut.jpg', 'desk.picture.unreadable'],
    ['empty.png', 'desk.picture.empty'],
    ['notes.txt', 'desk.picture.notAPicture'],
    ['text.jpg', 'desk.picture.unsupportedFormat'],
  ]);
  const by = Object.fromEntries(taken.pictures.map((picture) => [picture.name, picture]));
  // What the press can take stays where it is, to the byte.
  expect(by['b.jpg']).toMatchObject({ key: keyOf(join(shots, 'b.jpg')), path: '../../../shots/b.jpg' });
  expect(by['c.png']?.profile).toMatch(/p3/i);
  expect(by['phone.HEIC']?.profile).toBe('sP3C');
  // Inks stay inks, with their profile, in the project.
  const inks = join(folder, 'data/layouts/Kim & Lee', by['inks.tif']?.path ?? '');
  expect(by['inks.tif']?.path).toBe('pictures/inks.jpg');
  expect(await sharp(inks).metadata()).toMatchObject({ format: 'jpeg', space: 'cmyk', channels: 4 });
  expect(by['inks.tif']?.profile).not.toBeNull();
  expect(keyOf(inks)).toBe(by['inks.tif']?.key);
  // Taken in again, a converted picture is the same one.
  expect((await bench.takeAll()).pictures.map(({ key, path }) => [key, path])).toEqual(
    taken.pictures.map(({ key, path }) => [key, path]),
  );
});

it('pages of a PDF are taken in one by one, each a file of the project, and drawn for the tray; protected and damaged ones are named', async () => {
  const pages = join(shots, '2 pages.pdf');
  const drawn = ['1 0 0', '0 1 0', '0 0 1'].map((colour) => `${colour} setrgbcolor 0 0 300 200 rectfill showpage`);
  writeFileSync(join(folder, 'pages.ps'), `%!PS\n<< /PageSize [300 200] >> setpagedevice\n${drawn.join('\n')}`);
  execFileSync('gs', [
    '-q',
    '-dBATCH',
    '-dNOPAUSE',
    '-sDEVICE=pdfwrite',
    `-sOutputFile=${pages}`,
    join(folder, 'pages.ps'),
  ]);
  execFileSync('qpdf', ['--encrypt', '', 'x', '256', '--', pages, join(shots, '3 protected.pdf')]);
  writeFileSync(join(shots, '4 none.PDF'), readFileSync(pages).subarray(0, 40));
  await photo(300, 200).jpeg().toFile(join(shots, '1 shot.jpg'));
  const before = keyOf(pages);
  const named = ['1 shot.jpg', '2 pages.pdf', '3 protected.pdf', '4 none.PDF'];
  const taken = await bench.takeAll(named.map((name) => join(shots, name)));
  expect(taken.pictures.map(({ name, mimeType, page }) => [name, mimeType, page?.trim.widthMm])).toEqual([
    ['1 shot.jpg', 'image/jpeg', undefined],
    ...[1, 2, 3].map((number) => [`2 pages p${number}.pdf`, 'application/pdf', expect.closeTo((300 / 72) * 25.4, 1)]),
  ]);
  expect([taken.found, taken.looked]).toEqual([4, 4]);
  expect(taken.refused.map(({ name, reason }) => [name, reason.key])).toEqual([
    ['3 protected.pdf', 'desk.picture.pdfLocked'],
    ['4 none.PDF', 'desk.picture.pdfUnreadable'],
  ]);
  // Of a folder none is taken that nobody named.
  const ofFolder = await bench.takeAll();
  expect(ofFolder.pictures.map(({ name }) => name)).toEqual(['1 shot.jpg']);
  expect(ofFolder.refused.map(({ reason }) => reason.key)).toEqual(
    named.slice(1).map(() => 'desk.picture.pdfInFolder'),
  );
  await bench.place(taken);
  for (const [index, { key, path }] of taken.pictures.slice(1).entries()) {
    expect(path).toBe(`pictures/2 pages p${index + 1}.pdf`);
    expect(keyOf(join(bench.project, path))).toBe(key);
    const preview = await bench.desk.preview(key, 320);
    const { dominant } = await sharp(preview ?? '').stats();
    expect([dominant.r, dominant.g, dominant.b].map((value) => value > 128)).toEqual(
      [0, 1, 2].map((at) => at === index),
    );
  }
  // They are the book's own: whatever becomes of the customer's file, nothing is missing.
  expect(keyOf(pages)).toBe(before);
  rmSync(pages);
  await bench.openAgain();
  expect(await bench.desk.handlers['layouts.missing']({ bookId: bench.bookId })).toEqual({ keys: [] });
});

it('previews are upright, of the size asked for, made once, and larger ones when they are asked for', async () => {
  await photo(3000, 2000).withMetadata({ orientation: 6 }).jpeg().toFile(join(shots, 'tall.jpg'));
  const taken = await bench.takeAll();
  const key = taken.pictures[0]?.key ?? '';
  await bench.place(taken);
  const sizeOf = async (px: number) => {
    const preview = await bench.desk.preview(key, px);
    const { width, height, orientation } = await sharp(preview ?? '').metadata();
    return [width, height, orientation ?? 1];
  };
  expect(await sizeOf(320)).toEqual([213, 320, 1]);
  expect(await sizeOf(1024)).toEqual([683, 1024, 1]);
  const before = statSync((await bench.desk.preview(key, 1024)) ?? '').mtimeMs;
  expect(await sizeOf(2048)).toEqual([1365, 2048, 1]);
  expect(statSync((await bench.desk.preview(key, 1024)) ?? '').mtimeMs).toBe(before);
  for (const [hash, px] of [
    [key, 999],
    ['f'.repeat(64), 320],
    ['../../x', 320],
  ] as const)
    expect(await bench.desk.preview(hash, px)).toBeNull();
  rmSync(join(folder, 'data/previews'), { recursive: true });
  expect(await sizeOf(320)).toEqual([213, 320, 1]);
});

it('pictures that were moved, removed or changed are named, found again by their bytes, and collected', async () => {
  for (const name of ['a', 'b', 'c', 'd'])
    await photo(300, 200)
      .jpeg()
      .toFile(join(shots, `${name}.jpg`));
  await bench.place(await bench.takeAll());
  const key = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, keyOf(join(shots, `${name}.jpg`))]));
  const missing = async () => (await bench.desk.handlers['layouts.missing']({ bookId })).keys.sort();
  const names = (...of: string[]) => of.map((name) => key[name]).sort();
  expect(await missing()).toEqual([]);
  const elsewhere = join(folder, 'elsewhere/deep');
  mkdirSync(elsewhere, { recursive: true });
  renameSync(join(shots, 'a.jpg'), join(elsewhere, 'renamed.jpg'));
  renameSync(join(shots, 'b.jpg'), join(folder, 'b.jpg'));
  // Of the same size, and not the same picture.
  const bytes = readFileSync(join(shots, 'c.jpg'));
  bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
  writeFileSync(join(shots, 'c.jpg'), bytes);
  expect(await missing()).toEqual(names('a', 'b', 'c'));
  expect(await bench.desk.relinkPictures(bookId, [join(folder, 'elsewhere')])).toBe(1);
  expect(await missing()).toEqual(names('b', 'c'));
  expect((await bench.desk.handlers['layouts.collect']({ bookId })).copied).toBe(2);
  rmSync(join(folder, 'elsewhere'), { recursive: true });
  rmSync(join(shots, 'd.jpg'));
  expect(await missing()).toEqual(names('b', 'c'));
  // And by the next life of the desk.
  await bench.desk.handlers['layouts.close']({ bookId });
  await bench.desk.handlers['layouts.open']({ bookId });
  expect(await missing()).toEqual(names('b', 'c'));
  expect(existsSync(join(folder, 'b.jpg'))).toBe(true);
});

it('pictures that are still taken in when the layout is left are work that is left, and named when it is opened again', async () => {
  for (const name of ['a.jpg', 'b.jpg']) await photo(300, 200).jpeg().toFile(join(shots, name));
  const { handlers } = bench.desk;
  const opened = async () => (await handlers['layouts.open']({ bookId })).intakeId;
  const { intakeId } = await handlers['layouts.addPictures']({ bookId, paths: [shots] });
  await handlers['layouts.close']({ bookId });
  expect(bench.desk.workLeft().moving.intakes).toBe(1);
  expect(await opened()).toBe(intakeId);
  await expect.poll(() => bench.desk.workLeft().moving.intakes, { timeout: 60_000 }).toBe(0);
  const { pictures } = await handlers['layouts.intake']({ bookId, intakeId, after: 0 });
  expect(pictures).toHaveLength(2);
  await handlers['layouts.intake']({ bookId, intakeId, after: 2 });
  expect(await opened()).toBeNull();
});

it('the same picture that two threads make small at the same time is sound to both', async () => {
  const path = join(shots, 'a.jpg');
  await photo(400, 300).jpeg().toFile(path);
  const pool = new PicturePool(pathToFileURL(join(inject('deskTools'), 'desk/picture-worker.js')));
  const sizes = [320, 1024] as const;
  const made: unknown[] = [];
  for (let round = 0; round < 40; round += 1) {
    const task = { task: 'previews', path, key: keyOf(path), cache: join(folder, `cache ${round}`), sizes } as const;
    made.push(...(await Promise.all([pool.run<'previews'>(task), pool.run<'previews'>(task)])));
  }
  await pool.close();
  expect(made).toEqual(Array.from({ length: 80 }, () => true));
});
