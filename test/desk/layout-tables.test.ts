import { copyFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, inject, it } from 'vitest';
import { rowsTableSchema } from '../../src-core/ipc/subjects/layouts.ts';
import { LayoutBench } from './support/layout-bench.ts';

let bench: LayoutBench;
beforeEach(async () => {
  bench = await LayoutBench.open(join(inject('deskTools'), 'desk/preflight-worker.js'));
});
afterEach(() => bench.close());

const FIXTURES = join(import.meta.dirname, '../fixtures/manifests');
const read = (path: string, bookId = bench.bookId) => bench.desk.handlers['layouts.readTable']({ bookId, path });

it('a table of somebody else’s program is read for a layout that is open, and what is none is told', async () => {
  const list = join(bench.folder, '명단.csv'.normalize('NFD'));
  copyFileSync(join(FIXTURES, 'python-yearbook-cp949.csv'), list);
  const table = rowsTableSchema.parse(await read(list));
  expect(table.name).toBe('명단.csv');
  expect(table.sheets.map(({ name, rows }) => [name, rows.length, rows[2], rows[4]?.[1]])).toEqual([
    ['', 8, ['번호', '이 름', '사진(파일명)', '한마디'], '똠방각하'],
  ]);
  const workbook = await read(join(FIXTURES, 'xlsxwriter.xlsx'));
  expect(workbook.sheets).toMatchObject([{ name: 'Orders', rows: [{ 0: '파일 이름' }, {}, {}, {}] }]);

  const long = join(bench.folder, 'long.csv');
  writeFileSync(long, 'a;b\n'.repeat(2_001));
  await expect(read(long)).rejects.toMatchObject({ code: 'TABLE_TOO_LARGE' });
  await expect(read(join(FIXTURES, 'libreoffice-97.xls'))).rejects.toMatchObject({ code: 'MANIFEST_OLD_OR_LOCKED' });
  writeFileSync(long, 'a,"b\n');
  await expect(read(long)).rejects.toMatchObject({ code: 'MANIFEST_QUOTE' });
  rmSync(long);
  await expect(read(long)).rejects.toMatchObject({ code: 'FILE_MISSING' });
  await expect(read(list, 'no such book')).rejects.toMatchObject({ code: 'LAYOUT_NONE' });
});
