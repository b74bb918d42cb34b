import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { appendFile, copyFile, cp, mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import type { LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import { templateTable } from '../../src-core/manifests/result-table.ts';
import { readTable } from '../../src-node/manifests/read-table.ts';
import { tablesAsXlsx } from '../../src-node/manifests/write-table.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { STATEMENT_CHANNEL } from '../../src-main/desk/store/open-store.ts';
import { HOWEVER_IT_PRINTS } from '../fixtures/print-taken.ts';
import { memorySecret, placesIn, seedBigDesk, startBigService } from './support/big-desk.ts';
import { depsOf, importFolder, openBench, until, type Bench } from './support/desk-bench.ts';
import { SAMPLES } from './support/samples.ts';

const HEADER = ['파일 이름', '제목', '규격', '수량', '받는분', '연락처', '우편번호', '주소', '주문번호', '담당'];
const KIM = ['김민수', '1012345678', '6236', '서울 강남구 테헤란로 152'];
const LEE = ['Lee Seoyeon', '010-9876-5432', '48058', '부산 해운대구 센텀중앙로 97'];

let bench: Bench;

beforeAll(async () => {
  bench = await openBench(join(inject('deskTools'), 'desk/preflight-worker.js'), { credit: 3_000_000 });
  await cp(SAMPLES, join(bench.dir, 'samples'), { recursive: true });
});
afterAll(() => bench.close());

/** A desk of its own on a folder of the sample books. */
async function open(name: string): Promise<{ desk: Desk; drop: string }> {
  const drop = join(bench.dir, `${name}-drop`);
  await cp(SAMPLES, drop, { recursive: true });
  return { desk: await bench.openDesk(name), drop };
}

const csv = (...rows: readonly (readonly string[])[]) =>
  `\ufeff${rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')}\r\n`;
const row = (key: string, more: Readonly<Record<string, string>> = {}, to: readonly string[] = []) => [
  key,
  more['title'] ?? '',
  more['spec'] ?? '',
  more['quantity'] ?? '',
  ...(to.length > 0 ? to : ['', '', '', '']),
  more['ref'] ?? '',
  more['who'] ?? '',
];

async function readList(desk: Desk, path: string, ...rows: readonly (readonly string[])[]): Promise<string> {
  await writeFile(path, csv(...rows));
  return (await desk.readManifest(path)).manifestId;
}
const checkOf = async (desk: Desk, manifestId: string) => {
  const check = await until(
    () => desk.handlers['manifests.check']({ manifestId }),
    (found) => found !== null && found.service !== 'asking',
  );
  if (check === null) throw new Error('there is no such manifest');
  return check;
};
const linesOf = async (desk: Desk, manifestId: string) =>
  (await desk.handlers['manifests.lines']({ manifestId, state: null, offset: 0 })).lines;
/** Lines of the list by key: state, and the first reason. */
const stands = async (desk: Desk, manifestId: string) =>
  new Map(
    (await linesOf(desk, manifestId))
      .filter(({ rows }) => rows.length > 0)
      .map(({ key, state, reasons }) => [key.normalize('NFC'), [state, reasons[0]?.key]]),
  );
const withoutLine = async (desk: Desk, manifestId: string) =>
  (await linesOf(desk, manifestId)).filter(({ state }) => state === 'noLine').map(({ key }) => key.normalize('NFC'));
const rowsOf = async (desk: Desk) => (await desk.handlers['library.changes']({ since: null })).rows;
async function bookOf(desk: Desk, title: string): Promise<LibraryRow> {
  const found = (await rowsOf(desk)).find((one) => one.title.normalize('NFC') === title);
  if (found === undefined) throw new Error(`there is no ${title}`);
  return found;
}
const filesOf = async (desk: Desk, bookId: string) =>
  (await desk.handlers['library.book']({ bookId }))?.files.map(({ name }) => name.normalize('NFC'));

it('a list dropped with its folder is looked at, taken over in one step, and read again without doubling anything', async () => {
  const { desk, drop } = await open('taken');
  await writeFile(
    join(drop, '목록.csv'),
    csv(
      HEADER,
      row('Kim & Lee wedding', { title: '김이 결혼', quantity: '2', ref: 'A-1', who: '수진' }, KIM),
      // The same book, for somebody else too; the name as a Mac writes it.
      row('KIM & LEE WEDDING', { quantity: '3' }, LEE),
      row('서아 첫돌'.normalize('NFD'), { quantity: '4' }, KIM),
      row('Nordic summer', { spec: 'squarebook_hc' }),
    ),
  );
  const report = await importFolder(desk, drop);
  expect(report.manifests).toEqual([{ manifestId: expect.any(String), name: '목록.csv' }]);
  const manifestId = report.manifests[0]?.manifestId ?? '';
  const before = await rowsOf(desk);
  const check = await checkOf(desk, manifestId);
  expect(check).toMatchObject({ name: '목록.csv', kind: 'csv', isUnsure: false, zeros: 4, taken: 3 });
  expect(check.counts).toMatchObject({ ready: 3, noLine: 7, problem: 0, noFiles: 0 });
  expect(check.head[1]).toContain('김이 결혼');
  expect(check.columns.at(-1)).toEqual({ name: '담당', field: null });
  // Nothing is set before somebody says so.
  expect(await desk.handlers['recipients.list']({})).toEqual([]);

  const { undoId, books } = await desk.handlers['manifests.take']({ manifestId, besides: [] });
  expect(books).toBe(3);
  const kim = await bookOf(desk, '김이 결혼');
  expect(kim).toMatchObject({ quantity: 5, recipients: ['김민수', 'Lee Seoyeon'] });
  expect(await bookOf(desk, '서아 첫돌')).toMatchObject({ quantity: 4, recipients: ['김민수'] });
  expect(await bookOf(desk, 'Nordic summer')).toMatchObject({ specUid: 'SQUAREBOOK_HC', specOrigin: 'given' });
  // Three lines, two people; the zeros that the spreadsheet took are back.
  const known = await desk.handlers['recipients.list']({});
  expect(known).toHaveLength(2);
  expect(known.find(({ address }) => address.recipientName === '김민수')?.address).toMatchObject({
    recipientPhone: '01012345678',
    postalCode: '06236',
  });

  const again = await importFolder(desk, drop);
  expect(again.manifests[0]?.manifestId).toBe(manifestId);
  expect(await checkOf(desk, manifestId)).toMatchObject({ taken: 0, counts: { ready: 3 } });
  expect(await rowsOf(desk)).toHaveLength(before.length);
  await expect(desk.handlers['manifests.take']({ manifestId, besides: [] })).rejects.toMatchObject({
    code: 'MANIFEST_EMPTY',
  });

  await desk.handlers['steps.takeBack']({ undoId });
  const shown = ({ title, quantity, recipients, specOrigin, stage }: LibraryRow) => ({
    title,
    quantity,
    recipients,
    specOrigin,
    stage,
  });
  const byId = (rows: readonly LibraryRow[]) => new Map(rows.map((one) => [one.bookId, shown(one)]));
  expect(byId(await rowsOf(desk))).toEqual(byId(before));
  expect(await desk.handlers['recipients.list']({})).toEqual([]);
  expect(await checkOf(desk, manifestId)).toMatchObject({ taken: 3 });
  await expect(desk.handlers['steps.takeBack']({ undoId })).rejects.toMatchObject({ code: 'UNDO_UNKNOWN' });
});

it('every line says how it stands, and lines with a problem hold nobody back', async () => {
  const { desk, drop } = await open('states');
  // Another book of the same bytes, and a name that stands twice.
  await copyFile(join(drop, 'Kim & Lee wedding_cover.pdf'), join(drop, 'Twin_cover.pdf'));
  await copyFile(join(drop, 'Kim & Lee wedding_contents.pdf'), join(drop, 'Twin_contents.pdf'));
  await mkdir(join(drop, 'later'));
  for (const role of ['cover', 'contents'])
    await copyFile(join(drop, `Nordic summer_${role}.pdf`), join(drop, 'later', `Nordic summer_${role}.pdf`));
  await copyFile(join(drop, '서아 첫돌_contents.pdf'), join(drop, 'Lonely_contents.pdf'));
  await importFolder(desk, drop);
  const path = join(drop, 'list.csv');
  const manifestId = await readList(
    desk,
    path,
    HEADER,
    row('Nowhere'),
    row('Nordic summer', { quantity: '2' }),
    row('Twin', { quantity: '2' }),
    row('Choi & Jung wedding', { spec: 'A3 VELVET' }),
    row('Park family 2026', { quantity: '2' }, ['박', '', '12345', '서울']),
    row('Lonely', { quantity: '2' }),
    row('할머니 팔순', { quantity: '7' }),
    row('', { quantity: '1' }),
    row('제주의 봄', { title: '할머니 팔순', quantity: '2' }),
  );
  // Files of one size are hashed beside the rest; a list that is read again sees what is known by then.
  await until(
    async () => {
      await desk.readManifest(path);
      return stands(desk, manifestId);
    },
    (found) => found.get('Twin')?.[0] === 'duplicate',
  );
  const found = await stands(desk, manifestId);
  expect([...found]).toEqual([
    ['Nowhere', ['noFiles', 'manifests.reason.noFiles']],
    ['Nordic summer', ['problem', 'manifests.reason.severalBooks']],
    ['Twin', ['duplicate', 'manifests.reason.duplicate']],
    ['Choi & Jung wedding', ['problem', 'manifests.reason.unknownSpec']],
    ['Park family 2026', ['problem', 'manifests.problem.missing.phone']],
    ['Lonely', ['noFiles', 'manifests.reason.half']],
    ['할머니 팔순', ['ready', undefined]],
    ['', ['problem', 'manifests.problem.noKey']],
    ['제주의 봄', ['ready', undefined]],
  ]);
  const without = await withoutLine(desk, manifestId);
  expect(without).toContain('다온이네 2026');
  expect(without).not.toContain('Nordic summer');
  const { books } = await desk.handlers['manifests.take']({ manifestId, besides: [] });
  expect(books).toBe(2);
  const quantities = new Map(
    (await rowsOf(desk)).map(({ title, quantity, bookId }) => [`${title.normalize('NFC')} ${bookId}`, quantity]),
  );
  expect([...quantities.values()].toSorted()).toEqual([...Array.from({ length: quantities.size - 2 }, () => 1), 2, 7]);

  // Who says so takes the twin too.
  const twin = (await linesOf(desk, manifestId)).find(({ key }) => key === 'Twin');
  await desk.handlers['manifests.take']({ manifestId, besides: [twin?.lineId ?? ''] });
  expect(await bookOf(desk, 'Twin')).toMatchObject({ quantity: 2 });
});

it('files that the list names make a book whatever they are called, and stay one when their folder comes again', async () => {
  const { desk, drop } = await open('files');
  await importFolder(desk, drop);
  const titles = (await rowsOf(desk)).map(({ title }) => title.normalize('NFC')).toSorted();
  const header = ['key', 'coverFile', 'contentsFile', 'title'];
  const path = join(drop, 'files.csv');
  const manifestId = await readList(
    desk,
    path,
    header,
    ['mixed', 'Kim & Lee wedding_cover.pdf', 'files-drop\\NORDIC SUMMER_contents', '섞인 책'],
    ['twice', 'Kim & Lee wedding_cover.pdf', 'Choi & Jung wedding_contents.pdf', ''],
    ['gone', 'nowhere.pdf', 'Park family 2026_contents.pdf', ''],
    ['whole', 'Park family 2026_cover.pdf', 'Park family 2026_contents.pdf', 'Park 2026'],
  );
  const found = await stands(desk, manifestId);
  expect(['mixed', 'twice', 'gone', 'whole'].map((key) => found.get(key))).toEqual([
    ['ready', undefined],
    ['problem', 'manifests.reason.fileTwice'],
    ['noFiles', 'manifests.reason.noFile'],
    ['ready', undefined],
  ]);
  const { undoId } = await desk.handlers['manifests.take']({ manifestId, besides: [] });
  const mixed = await bookOf(desk, '섞인 책');
  expect(await filesOf(desk, mixed.bookId)).toEqual(['Kim & Lee wedding_cover.pdf', 'Nordic summer_contents.pdf']);
  expect((await desk.handlers['library.book']({ bookId: mixed.bookId }))?.pairing.key).toBe('desk.pairing.manifest');
  // Nothing leaves the library: both former partners are rows.
  const kim = await bookOf(desk, 'Kim & Lee wedding');
  expect(kim).toMatchObject({ coverFileId: null, stage: 'incomplete' });
  const nordic = await bookOf(desk, 'Nordic summer');
  expect(await filesOf(desk, nordic.bookId)).toEqual(['Nordic summer_cover.pdf']);
  expect(await bookOf(desk, 'Park 2026')).toBeDefined();

  await importFolder(desk, drop);
  expect(await filesOf(desk, mixed.bookId)).toEqual(['Kim & Lee wedding_cover.pdf', 'Nordic summer_contents.pdf']);
  expect(await checkOf(desk, manifestId)).toMatchObject({ taken: 0 });

  await desk.handlers['steps.takeBack']({ undoId });
  expect((await rowsOf(desk)).map(({ title }) => title.normalize('NFC')).toSorted()).toEqual(titles);
  expect(await filesOf(desk, (await bookOf(desk, 'Kim & Lee wedding')).bookId)).toEqual([
    'Kim & Lee wedding_cover.pdf',
    'Kim & Lee wedding_contents.pdf',
  ]);

  // The list beats the folder's names also where the former partner is left out.
  await desk.handlers['manifests.take']({ manifestId, besides: [] });
  const half = await bookOf(desk, 'Kim & Lee wedding');
  expect(half).toMatchObject({ stage: 'incomplete' });
  await desk.handlers['library.leaveOut']({ bookIds: [half.bookId] });
  await importFolder(desk, drop);
  expect(await filesOf(desk, (await bookOf(desk, '섞인 책')).bookId)).toEqual([
    'Kim & Lee wedding_cover.pdf',
    'Nordic summer_contents.pdf',
  ]);
});

it('what the service has is known: sent with its reference, told as uploaded, as changed, and as somebody else’s', async () => {
  const { desk, drop } = await open('sent');
  await desk.connectBuiltIn(bench.service.hello);
  await importFolder(desk, drop);
  const list = [
    HEADER,
    row('Kim & Lee wedding', { quantity: '2', ref: 'ORDER-7' }, KIM),
    row('Park family 2026', { ref: 'ORDER-8' }, LEE),
  ];
  const manifestId = await readList(desk, join(drop, 'list.csv'), ...list);
  await desk.handlers['manifests.take']({ manifestId, besides: [] });
  expect(await checkOf(desk, manifestId)).toMatchObject({ counts: { ready: 2, uploaded: 0 } });
  const [kim, park] = [await bookOf(desk, 'Kim & Lee wedding'), await bookOf(desk, 'Park family 2026')];
  await desk.handlers['queue.upload']({ bookIds: [kim.bookId, park.bookId], print: HOWEVER_IT_PRINTS });
  await until(
    () => desk.statusSnapshot().queue,
    ({ state }) => state === 'idle',
    60_000,
  );
  expect(await bookOf(desk, 'Kim & Lee wedding')).toMatchObject({ stage: 'uploaded' });
  expect(await checkOf(desk, manifestId)).toMatchObject({ service: 'asked', counts: { uploaded: 2, atService: 0 } });

  // What was uploaded keeps its title; whom it goes to may change.
  const other = await readList(
    desk,
    join(drop, 'list.csv'),
    HEADER,
    row('Kim & Lee wedding', { title: 'Other', quantity: '9' }, LEE),
    row('Park family 2026', { ref: 'ORDER-8' }, LEE),
  );
  expect(other).toBe(manifestId);
  const [line] = await linesOf(desk, manifestId);
  expect(line).toMatchObject({ state: 'uploaded', changes: ['recipients'] });
  expect(line?.reasons.map(({ key }) => key)).toEqual(['manifests.reason.uploaded', 'manifests.reason.titleStays']);
  await desk.handlers['manifests.take']({ manifestId, besides: [] });
  expect(await bookOf(desk, 'Kim & Lee wedding')).toMatchObject({ stage: 'uploaded', quantity: 9 });

  await appendFile(join(drop, 'Park family 2026_contents.pdf'), '\n%saved again\n');
  await until(
    () => bookOf(desk, 'Park family 2026'),
    ({ stage }) => stage !== 'uploaded' && stage !== 'checking',
  );
  await desk.readManifest(join(drop, 'list.csv'));
  expect((await stands(desk, manifestId)).get('Park family 2026')).toEqual(['changed', 'manifests.reason.changed']);

  // Another computer on the same account: the reference is there, and this desk did not send it.
  const second = await open('second');
  await second.desk.connectBuiltIn(bench.service.hello);
  await importFolder(second.desk, second.drop);
  const there = await readList(second.desk, join(second.drop, 'list.csv'), ...list);
  await checkOf(second.desk, there);
  expect((await stands(second.desk, there)).get('Kim & Lee wedding')).toEqual([
    'atService',
    'manifests.reason.atService',
  ]);
  expect(await checkOf(second.desk, there)).toMatchObject({ taken: 0, counts: { atService: 2 } });
});

it('the result has every column, what was ordered and charged, and can be mended and dropped again', async () => {
  const { desk, drop } = await open('result');
  await desk.connectBuiltIn(bench.service.hello);
  await importFolder(desk, drop);
  const path = join(drop, 'list.xlsx');
  const table = [
    HEADER,
    row('Kim & Lee wedding', { who: '수진' }, KIM),
    row('Park family 2026', { quantity: '1' }, KIM),
    row('Nowhere', { who: 'mended below' }, LEE),
    row('Kim & Lee wedding', { quantity: '2' }, LEE),
  ];
  await writeFile(path, await tablesAsXlsx([{ name: 'Books', table }]));
  const { manifestId } = await desk.readManifest(path);
  await desk.handlers['manifests.take']({ manifestId, besides: [] });
  const bookIds = [(await bookOf(desk, 'Kim & Lee wedding')).bookId, (await bookOf(desk, 'Park family 2026')).bookId];
  await desk.handlers['queue.upload']({ bookIds, print: HOWEVER_IT_PRINTS });
  await until(
    () => desk.statusSnapshot().queue,
    ({ state }) => state === 'idle',
    60_000,
  );
  const reviewed = await desk.handlers['orders.review']({ bookIds, together: true, apart: [], recipientId: null });
  if (!reviewed.ok) throw new Error(reviewed.problem.key);
  expect(reviewed.review.orders).toHaveLength(2);
  const { runId } = await desk.handlers['orders.confirm']({
    reviewId: reviewed.review.reviewId,
    address: null,
    onlyFitting: false,
    print: HOWEVER_IT_PRINTS,
  });
  const run = await until(
    () => desk.handlers['orders.run']({ runId, since: null }),
    ({ state }) => state === 'done',
    60_000,
  );
  for (const kind of ['csv', 'xlsx'] as const) {
    const { name, bytes } = await desk.manifestResult(manifestId, kind, 'en');
    expect(name).toBe('list');
    const read = await readTable(bytes);
    if (!read.ok) throw new Error(read.code);
    expect(read.format.kind).toBe(kind);
    expect(read.table[0]).toEqual([...HEADER, 'orderUid', 'charged', 'status', 'error']);
    const results = read.table.slice(1).map((cells) => cells.slice(HEADER.length));
    const toKim = run.rows.find(({ recipientName }) => recipientName === '김민수');
    const toLee = run.rows.find(({ recipientName }) => recipientName === 'Lee Seoyeon');
    expect(results).toEqual([
      [toKim?.orderUid, String(toKim?.charge), 'Ordered', ''],
      // One order of two books: it was charged once.
      [toKim?.orderUid, '', 'Ordered', ''],
      ['', '', 'No files', expect.stringContaining('Nowhere')],
      [toLee?.orderUid, String(toLee?.charge), 'Ordered', ''],
    ]);
    expect(read.table[1]?.[9]).toBe('수진');
  }
  // The run alone, in the columns of a list: what the studio does not know comes along from the list that it came by.
  for (const kind of ['csv', 'xlsx'] as const) {
    const read = await readTable(await desk.runResult(runId, kind, 'ko'));
    if (!read.ok) throw new Error(read.code);
    const [head = [], ...rows] = read.table;
    expect(head).toEqual([...(templateTable('ko')[0] ?? []), '담당', 'orderUid', 'charged', 'status', 'error']);
    const shown = rows.map((cells) => [0, 3, 4, 5, 13, 14, 15, 16, 17].map((at) => cells[at]));
    const order = (name: string) => run.rows.find(({ recipientName }) => recipientName === name);
    const [kim, lee] = [order('김민수'), order('Lee Seoyeon')];
    const status = 'PDF 준비 완료';
    expect(shown).toEqual([
      ['Kim & Lee wedding', '1', '김민수', '01012345678', '수진', kim?.orderUid, String(kim?.charge), status, ''],
      ['Park family 2026', '1', '김민수', '01012345678', '', kim?.orderUid, '', status, ''],
      ['Kim & Lee wedding', '2', 'Lee Seoyeon', '010-9876-5432', '', lee?.orderUid, String(lee?.charge), status, ''],
    ]);
  }
  // Sorted and saved again under its name: what became of a book is told where the list speaks of it now.
  const [head = [], first = [], second = [], third = [], fourth = []] = table;
  await writeFile(path, await tablesAsXlsx([{ name: 'Books', table: [head, first, third, second, fourth] }]));
  expect((await desk.readManifest(path)).manifestId).toBe(manifestId);
  const sorted = await readTable((await desk.manifestResult(manifestId, 'csv', 'en')).bytes);
  const shown = sorted.ok ? sorted.table.slice(1).map((cells) => [cells[0], cells[10], cells[12]]) : [];
  const orderTo = (name: string) => run.rows.find(({ recipientName }) => recipientName === name)?.orderUid;
  expect(shown).toEqual([
    ['Kim & Lee wedding', orderTo('김민수'), 'Ordered'],
    ['Nowhere', '', 'No files'],
    ['Park family 2026', orderTo('김민수'), 'Ordered'],
    ['Kim & Lee wedding', orderTo('Lee Seoyeon'), 'Ordered'],
  ]);
  const ofRun = await readTable(await desk.runResult(runId, 'csv', 'ko'));
  expect(ofRun.ok && ofRun.table.map((cells) => cells[13])).toEqual(['담당', '수진', '', '']);
  // What was ordered and saved since is told apart.
  await appendFile(join(drop, 'Park family 2026_contents.pdf'), '\n%saved again\n');
  await until(
    () => stands(desk, manifestId),
    (found) => found.get('Park family 2026')?.[1] === 'manifests.reason.savedSince',
  );
  // Mended and dropped again: the result's own columns are neither doubled nor taken for something.
  const { bytes } = await desk.manifestResult(manifestId, 'csv', 'ko');
  const mended = join(drop, 'mended.csv');
  await writeFile(mended, Buffer.from(bytes).toString('utf8').replace('Nowhere', '할머니 팔순'));
  const next = await desk.readManifest(mended);
  expect(await checkOf(desk, next.manifestId)).toMatchObject({
    taken: 1,
    counts: { problem: 0, uploaded: 1, changed: 1, ready: 1 },
  });
  const last = await desk.manifestResult(next.manifestId, 'csv', 'ko');
  expect(
    Buffer.from(last.bytes)
      .toString('utf8')
      .split('\r\n')[0]
      ?.match(/orderUid/gu),
  ).toHaveLength(1);
});

it('the result of a list whose zeros were left as they are tells its orders too', async () => {
  const { desk, drop } = await open('zeros');
  await desk.connectBuiltIn(bench.service.hello);
  await importFolder(desk, drop);
  const manifestId = await readList(desk, join(drop, 'list.csv'), HEADER, row('Kim & Lee wedding', {}, KIM));
  await desk.handlers['manifests.read']({ manifestId, encoding: null, restoreZeros: false });
  await desk.handlers['manifests.take']({ manifestId, besides: [] });
  const bookIds = [(await bookOf(desk, 'Kim & Lee wedding')).bookId];
  await desk.handlers['queue.upload']({ bookIds, print: HOWEVER_IT_PRINTS });
  await until(
    () => desk.statusSnapshot().queue,
    ({ state }) => state === 'idle',
    60_000,
  );
  const reviewed = await desk.handlers['orders.review']({ bookIds, together: true, apart: [], recipientId: null });
  if (!reviewed.ok) throw new Error(reviewed.problem.key);
  const { reviewId } = reviewed.review;
  const print = HOWEVER_IT_PRINTS;
  const { runId } = await desk.handlers['orders.confirm']({ reviewId, address: null, onlyFitting: false, print });
  const { rows } = await until(
    () => desk.handlers['orders.run']({ runId, since: null }),
    ({ state }) => state === 'done',
    60_000,
  );
  const read = await readTable((await desk.manifestResult(manifestId, 'csv', 'en')).bytes);
  expect(read.ok ? read.table[1]?.slice(HEADER.length) : []).toEqual([
    rows[0]?.orderUid,
    String(rows[0]?.charge),
    'Ordered',
    '',
  ]);
});

it('taking a list back leaves what was set since, and nothing moves while its files lie elsewhere', async () => {
  const { desk, drop } = await open('set-since');
  await importFolder(desk, drop);
  const manifestId = await readList(
    desk,
    join(drop, 'list.csv'),
    HEADER,
    row('Kim & Lee wedding', { title: 'From the list', quantity: '2', ref: 'A-1' }),
    row('Park family 2026', { title: 'Park by the list' }, KIM),
  );
  const { undoId } = await desk.handlers['manifests.take']({ manifestId, besides: [] });
  const kim = await bookOf(desk, 'From the list');
  const park = await bookOf(desk, 'Park by the list');
  await desk.handlers['library.setQuantity']({ bookIds: [kim.bookId, park.bookId], quantity: 9 });
  await desk.handlers['steps.takeBack']({ undoId });
  expect(await bookOf(desk, 'Kim & Lee wedding')).toMatchObject({ bookId: kim.bookId, quantity: 9 });
  expect(await bookOf(desk, 'Park family 2026')).toMatchObject({ quantity: 9, recipients: ['김민수'] });

  const named = await readList(
    desk,
    join(drop, 'files.csv'),
    ['key', 'coverFile', 'contentsFile', 'title'],
    ['mixed', 'Choi & Jung wedding_cover.pdf', 'Nordic summer_contents.pdf', 'mixed'],
  );
  const step = await desk.handlers['manifests.take']({ manifestId: named, besides: [] });
  const mixed = await bookOf(desk, 'mixed');
  await desk.handlers['library.takeApart']({ bookId: mixed.bookId });
  await expect(desk.handlers['steps.takeBack']({ undoId: step.undoId })).rejects.toMatchObject({
    code: 'PAIRING_CHANGED',
  });
});

it('taking a list back tells of its books where it speaks of them by then', async () => {
  const { desk, drop } = await open('sorted');
  await importFolder(desk, drop);
  const path = join(drop, 'list.csv');
  const kim = (quantity: string) => row('Kim & Lee wedding', { quantity });
  const manifestId = await readList(desk, path, HEADER, kim('2'), row('Nowhere'));
  await desk.handlers['manifests.take']({ manifestId, besides: [] });
  await readList(desk, path, HEADER, kim('3'), row('Nowhere'));
  const { undoId } = await desk.handlers['manifests.take']({ manifestId, besides: [] });
  await readList(desk, path, HEADER, row('Nowhere'), kim('3'));
  await desk.handlers['steps.takeBack']({ undoId });
  const read = await readTable((await desk.manifestResult(manifestId, 'csv', 'en')).bytes);
  expect(read.ok && read.table.slice(1).map((cells) => [cells[0], cells[12]])).toEqual([
    ['Nowhere', 'No files'],
    ['Kim & Lee wedding', 'Ready to upload'],
  ]);
});

it('what was set of a half comes with its file when a list makes a book of both, and goes back with it', async () => {
  const { desk, drop } = await open('halves');
  const halves = join(bench.dir, 'halves-apart');
  for (const [name, kind] of [
    ['front', 'cover'],
    ['inside', 'contents'],
  ] as const) {
    await mkdir(join(halves, name), { recursive: true });
    await copyFile(join(drop, `Kim & Lee wedding_${kind}.pdf`), join(halves, name, `${name}_${kind}.pdf`));
  }
  await importFolder(desk, halves);
  const front = (await rowsOf(desk)).find(({ contentsFileId }) => contentsFileId === null);
  if (front === undefined) throw new Error('there is no cover alone');
  const { recipientId } = await desk.handlers['recipients.save']({
    recipientId: null,
    address: { recipientName: '김민수', recipientPhone: '010-1234-5678', postalCode: '06236', address1: '서울' },
    kind: 'customer',
  });
  await desk.handlers['recipients.assign']({ bookIds: [front.bookId], recipientId });
  await desk.handlers['library.setQuantity']({ bookIds: [front.bookId], quantity: 3 });
  const manifestId = await readList(
    desk,
    join(halves, 'list.csv'),
    ['key', 'coverFile', 'contentsFile'],
    ['whole', 'front_cover.pdf', 'inside_contents.pdf'],
  );
  const { undoId } = await desk.handlers['manifests.take']({ manifestId, besides: [] });
  const whole = await rowsOf(desk);
  expect(whole).toHaveLength(1);
  expect(whole[0]).toMatchObject({ quantity: 3, recipients: ['김민수'] });
  await desk.handlers['steps.takeBack']({ undoId });
  expect(
    (await rowsOf(desk))
      .map(({ bookId, quantity, recipients }) => [bookId === front.bookId, quantity, recipients])
      .toSorted(),
  ).toEqual([
    [false, 1, []],
    [true, 3, ['김민수']],
  ]);
});

it('a list in letters that nobody is sure of is read as a person says, and the template is read back', async () => {
  const { desk, drop } = await open('letters');
  await importFolder(desk, drop);
  const path = join(drop, 'list.csv');
  // CP949 of 제주의 봄, and a byte that is no letter there.
  const utf8 = Buffer.from('key,title,phone,받는분\n제주의 봄,봄,1012345678,김\n', 'utf8');
  await writeFile(path, Buffer.concat([utf8, Buffer.from([0xff, 0x0a])]));
  const { manifestId } = await desk.readManifest(path);
  expect(await checkOf(desk, manifestId)).toMatchObject({ isUnsure: true });
  await desk.handlers['manifests.read']({ manifestId, encoding: 'cp949', restoreZeros: true });
  expect((await checkOf(desk, manifestId)).head[1]).not.toContain('제주의 봄');
  await desk.handlers['manifests.read']({ manifestId, encoding: 'utf-8', restoreZeros: false });
  const check = await checkOf(desk, manifestId);
  expect(check).toMatchObject({ isUnsure: false, restoreZeros: false, zeros: 0 });
  expect(check.head[1]).toEqual(['제주의 봄', '봄', '1012345678', '김']);

  const template = await readTable(await desk.manifestTemplate('xlsx', 'ko'));
  if (!template.ok) throw new Error(template.code);
  await writeFile(join(drop, 'template.csv'), await desk.manifestTemplate('csv', 'ko'));
  const empty = await desk.readManifest(join(drop, 'template.csv'));
  expect(await checkOf(desk, empty.manifestId)).toMatchObject({ taken: 0 });

  // A picture with another ending is left out, and says so where it was dropped itself.
  await writeFile(join(drop, 'photo.csv'), Buffer.from([0x89, 0x50, 0, 0, 0x4e, 0x47]));
  const { importId } = await desk.importPaths([join(drop, 'photo.csv')]);
  const report = await until(
    () => desk.handlers['imports.report']({ importId }),
    ({ state }) => state === 'done',
  );
  expect(report.ignored).toEqual([{ name: 'photo.csv', reason: { key: 'errors.MANIFEST_UNREADABLE' } }]);
});

/** Time tells nothing on a machine with other work; a statement too many for each book does. */
const MANY = 2_000;

it('two thousand rows are held against two thousand books and taken over by a few statements', async () => {
  const dataDir = join(bench.dir, 'many');
  const service = await startBigService();
  seedBigDesk(dataDir, join(bench.dir, 'many-drop'), placesIn(resolve(import.meta.dirname, '../..')), {
    books: MANY,
    stage: 'ready',
    baseUrl: service.baseUrl,
  });
  const desk = await createDesk(
    depsOf(dataDir, {
      workerFile: join(inject('deskTools'), 'desk/preflight-worker.js'),
      samplesFolder: bench.dir,
      secrets: memorySecret,
    }),
  );
  try {
    await until(
      () => desk.statusSnapshot().orders.checkedAtMs,
      (atMs) => atMs !== null,
    );
    const numbers = Array.from({ length: MANY }, (_, at) => String(at).padStart(5, '0'));
    const path = join(bench.dir, 'many.csv');
    await writeFile(
      path,
      csv(
        HEADER,
        ...numbers.map((number) =>
          row(`김민수 ${number}`.normalize('NFD'), { title: `김민수와 ${number}`, quantity: '2' }, [
            `받는 사람 ${number}`,
            '010-1234-5678',
            '06236',
            `서울 강남구 테헤란로 ${number}`,
          ]),
        ),
      ),
    );
    const counted = noteStatements();
    const { manifestId } = await desk.readManifest(path);
    const check = await checkOf(desk, manifestId);
    expect(check).toMatchObject({ taken: MANY, counts: { ready: MANY } });
    const { books } = await desk.handlers['manifests.take']({ manifestId, besides: [] });
    expect(books).toBe(MANY);
    const statements = counted.stop();
    // Read twice, ten slices each; and what is written is written by one statement a table.
    expect(statements.filter((one) => one.startsWith('select')).length).toBeLessThanOrEqual(50);
    expect(statements.filter((one) => !one.startsWith('select')).length).toBeLessThanOrEqual(12);
    expect(await desk.handlers['recipients.list']({})).toHaveLength(MANY);
    const { lines, total } = await desk.handlers['manifests.lines']({ manifestId, state: 'ready', offset: 1_900 });
    expect([lines.length, total]).toEqual([100, MANY]);
  } finally {
    await desk.close();
    await service.close();
  }
});

/** Those that bear on lists of books and recipients: files are looked at beside them. */
function noteStatements() {
  const statements: string[] = [];
  const note = (statement: unknown) => {
    if (/recipients|manifests|as given/.test(String(statement))) statements.push(String(statement));
  };
  subscribe(STATEMENT_CHANNEL, note);
  return {
    stop: () => {
      unsubscribe(STATEMENT_CHANNEL, note);
      return statements;
    },
  };
}
