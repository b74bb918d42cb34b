import { copyFileSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { Desk } from '../../src-main/desk/desk.ts';
import { importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

let bench: Bench;
let desk: Desk;
let folder: string;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 10_000 });
  folder = join(bench.dir, '앨범');
  mkdirSync(folder);
  copyFileSync(join(SAMPLES, 'Kim & Lee wedding_cover.pdf'), join(folder, 'Kim & Lee wedding_cover.pdf'));
  // As iCloud Drive leaves it: the file itself is not there.
  writeFileSync(join(folder, '.Kim & Lee wedding_contents.pdf.icloud'), 'bplist00');
  desk = await bench.openDesk('cloud');
  await desk.connectBuiltIn(bench.service.hello);
  await importFolder(desk, folder);
});
afterAll(() => bench.close());

const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows;
const book = async () => {
  const [row] = await rows();
  return desk.handlers['library.book']({ bookId: row?.bookId ?? '' });
};
const contents = 'Kim & Lee wedding_contents.pdf';

it('a file that a cloud keeps is a row with its partner, which says to download it first', async () => {
  expect(await rows()).toMatchObject([
    {
      title: 'Kim & Lee wedding',
      stage: 'incomplete',
      headline: { key: 'findings.file.elsewhere.title', params: { name: contents, role: 'contents' } },
    },
  ]);
  expect((await book())?.files.map(({ name, presence }) => [name, presence])).toEqual([
    ['Kim & Lee wedding_cover.pdf', 'present'],
    [contents, 'elsewhere'],
  ]);
});

it('dropped again it stays one row', async () => {
  await importFolder(desk, folder);
  expect(await rows()).toMatchObject([{ headline: { key: 'findings.file.elsewhere.title' } }]);
});

it('comes by itself once it is on the disk, is told again when the cloud takes it back, and is not confused with one that is gone', async () => {
  const stub = join(folder, `.${contents}.icloud`);
  rmSync(stub);
  copyFileSync(join(SAMPLES, contents), join(folder, contents));
  await until(rows, ([row]) => row?.verdict === 'accepted', 60_000);

  renameSync(join(folder, contents), join(bench.dir, 'kept'));
  writeFileSync(stub, 'bplist00');
  desk.setForeground(true);
  await until(rows, ([row]) => row?.headline?.key === 'findings.file.elsewhere.title', 60_000);
  rmSync(stub);
  desk.setForeground(true);
  await until(rows, ([row]) => row?.headline?.key === 'findings.file.away.title', 60_000);
  renameSync(join(bench.dir, 'kept'), join(folder, contents));
  await until(rows, ([row]) => row?.verdict === 'accepted', 60_000);
});

it('stubs of the same names in two folders are two books, and each goes on with its own download', async () => {
  const known = new Set((await rows()).map(({ bookId }) => bookId));
  const roles = ['cover', 'contents'];
  const [first, second] = ['첫째', '둘째'].map((name) => join(bench.dir, name)) as [string, string];
  for (const dropped of [first, second]) {
    mkdirSync(dropped);
    for (const role of roles) writeFileSync(join(dropped, `.Park_${role}.pdf.icloud`), 'bplist00');
    await importFolder(desk, dropped);
  }
  const fresh = async () => (await rows()).filter(({ bookId }) => !known.has(bookId));
  const filesOf = async () => {
    const found = await Promise.all((await fresh()).map(({ bookId }) => desk.handlers['library.book']({ bookId })));
    return found.flatMap((one) => one?.files ?? []);
  };
  expect(await fresh()).toHaveLength(2);
  expect(new Set((await filesOf()).map(({ fileId }) => fileId)).size).toBe(4);

  for (const role of roles) {
    rmSync(join(second, `.Park_${role}.pdf.icloud`));
    copyFileSync(join(SAMPLES, `Kim & Lee wedding_${role}.pdf`), join(second, `Park_${role}.pdf`));
  }
  desk.setForeground(true);
  const both = await until(fresh, (now) => now.some(({ verdict }) => verdict === 'accepted'), 60_000);
  expect(both.filter(({ headline }) => headline?.key === 'findings.file.elsewhere.title')).toHaveLength(1);
});
