import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import type { ImportReport } from '../../src-core/ipc/subjects/imports.ts';
import type { LayoutIntake } from '../../src-core/ipc/subjects/layouts.ts';
import { importFolder, until } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';
import { LayoutBench, photo } from './support/layout-bench.ts';

let bench: LayoutBench;
let dropped: string;
beforeEach(async () => {
  bench = await LayoutBench.open(join(inject('deskTools'), 'desk/preflight-worker.js'));
  // As a Mac writes it.
  dropped = join(bench.folder, '제주 여행'.normalize('NFD'));
  mkdirSync(join(dropped, '둘째 날'.normalize('NFD')), { recursive: true });
});
afterEach(() => bench.close());

const jpeg = (...names: readonly string[]) =>
  Promise.all(
    names.map((name, index) =>
      photo(640 + index, 480)
        .jpeg()
        .toFile(join(dropped, name)),
    ),
  );
const imported = () => importFolder(bench.desk, dropped);
async function laidOut({ importId }: ImportReport): Promise<LayoutIntake> {
  const { desk, bookId } = bench;
  const { intakeId } = await desk.handlers['layouts.addImported']({ bookId, importId });
  return until(
    () => desk.handlers['layouts.intake']({ bookId, intakeId, after: 0 }),
    ({ isDone }) => isDone,
  );
}

it('a folder of pictures is no folder of nothing: they are counted, and a book takes them in, the damaged one named', async () => {
  await jpeg('b.JPG', 'a.jpeg', join('둘째 날'.normalize('NFD'), 'c.jpg'));
  const damaged = (await photo(640, 481).jpeg().toBuffer()).subarray(0, 3_000);
  writeFileSync(join(dropped, '망가진.jpg'.normalize('NFD')), damaged);
  for (const name of ['.DS_Store', '._a.jpeg', 'Thumbs.db']) writeFileSync(join(dropped, name), 'x');
  writeFileSync(join(dropped, 'notes.txt'), 'x');
  const report = await imported();
  expect(report).toMatchObject({ state: 'done', folderName: '제주 여행', pdfsFound: 0, pictures: 4 });
  expect(report.ignored.map(({ name, reason }) => [name, reason.key]).sort()).toEqual([
    ['.DS_Store', 'desk.ignored.hidden'],
    ['._a.jpeg', 'desk.ignored.hidden'],
    ['Thumbs.db', 'desk.ignored.hidden'],
    ['notes.txt', 'desk.ignored.notPdf'],
  ]);
  const { pictures, refused } = await laidOut(report);
  expect(pictures.map(({ name }) => name).sort()).toEqual(['a.jpeg', 'b.JPG', 'c.jpg']);
  expect(refused).toEqual([{ name: '망가진.jpg', reason: { key: 'desk.picture.unreadable' } }]);
});

it('of a folder with both the PDFs are imported, and the pictures are there to be laid out', async () => {
  cpSync(SAMPLES, join(dropped, 'books'), { recursive: true });
  await jpeg('a.jpg');
  const report = await imported();
  expect(report).toMatchObject({ pdfsFound: 20, paired: 10, pictures: 1 });
  const { pictures, refused } = await laidOut(report);
  expect(pictures).toHaveLength(1);
  // What the import has told is not told again.
  expect(refused).toEqual([]);
});

it('a folder without any offers nothing, and an import of a former life has no pictures to give', async () => {
  writeFileSync(join(dropped, '.DS_Store'), 'x');
  expect(await imported()).toMatchObject({ state: 'done', pdfsFound: 0, pictures: 0 });
  const { bookId } = bench;
  await expect(bench.desk.handlers['layouts.addImported']({ bookId, importId: 'imp_former' })).rejects.toMatchObject({
    code: 'IMPORT_UNKNOWN',
  });
});
