import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { StudioDocument } from '../../src-core/ipc/subjects/documents.ts';
import type { DocumentContent } from '../desk/documents/write-document.ts';
import { Carried, isLetGo } from './carried.ts';
import type { LeavingDocument } from './documents.ts';

const DAY_MS = 24 * 3_600_000;
const ORDERS = { what: 'orders', orderUids: [], kind: 'csv' } satisfies StudioDocument;

let dataDir: string;
let outside: string;
let nowMs: number;
let dragged: string[];
let isHeld: boolean;
let carried: Carried;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'carried-'));
  outside = mkdtempSync(join(tmpdir(), 'customer-'));
  nowMs = Date.now();
  dragged = [];
  isHeld = true;
  let count = 0;
  carried = new Carried({
    dataDir,
    clock: { nowMs: () => nowMs },
    ids: { base62: () => `n${++count}`, uuid: () => '' } as never,
    log: { write: () => undefined },
    port: {
      watch: () => ({ isHeld: () => isHeld, end: () => undefined }),
      make: async (path) => () => void dragged.push(path),
    },
  });
});
afterEach(() => {
  for (const folder of [dataDir, outside]) rmSync(folder, { recursive: true, force: true });
});

const document = (content: DocumentContent, name = 'orders'): LeavingDocument => ({
  kind: 'tableCsv',
  name,
  content: async () => content,
});
const prepare = (content: DocumentContent, name?: string, wanted: StudioDocument = ORDERS) =>
  carried.prepare(wanted, async () => document(content, name));

it('drags what it made as a file of its name, in a folder that nobody else reads', async () => {
  expect(carried.drag(await prepare('a,b'))).toBe(true);
  expect(dragged.map((path) => basename(path))).toEqual(['orders.csv']);
  expect(readFileSync(dragged[0] ?? '', 'utf8')).toBe('a,b');
  if (process.platform !== 'win32') expect(statSync(dirname(dragged[0] ?? '')).mode & 0o777).toBe(0o700);
});

it('hands a customer’s file on as it lies, and a file of the studio’s own as a copy', async () => {
  const customers = join(outside, 'Kim.pdf');
  const repaired = join(dataDir, 'fixes', 'Kim.fixed.pdf');
  mkdirSync(join(dataDir, 'fixes'));
  writeFileSync(customers, 'as it came');
  writeFileSync(repaired, 'repaired');
  carried.drag(await prepare({ copyOf: customers }, 'Kim', { what: 'bookFile', fileId: 'f_1' }));
  carried.drag(await prepare({ copyOf: repaired }, 'Kim.fixed', { what: 'bookFile', fileId: 'f_2' }));
  expect(dragged[0]).toBe(customers);
  expect(dragged[1]).not.toBe(repaired);
  // Whoever took it writes to it.
  writeFileSync(dragged[1] ?? '', 'written to');
  expect(readFileSync(repaired, 'utf8')).toBe('repaired');
});

it('drags nothing that was let go before it was made; dragged again it is there at once, for half a minute', async () => {
  isHeld = false;
  const first = await prepare('made once');
  expect(carried.drag(first)).toBe(false);
  isHeld = true;
  expect(await carried.prepare(ORDERS, () => Promise.reject(new Error('made again')))).toBe(first);
  expect(carried.drag(first)).toBe(true);
  expect(dragged).toHaveLength(1);
  // What was dragged is made anew: the orders may be others by now.
  const second = await prepare('made again');
  expect(second).not.toBe(first);
  nowMs += 31_000;
  expect(await prepare('and again')).not.toBe(second);
  expect(() => carried.drag('drag_of_nobody')).toThrow(expect.objectContaining({ code: 'FILE_UNKNOWN' }));
});

it('makes once what is asked for while it is being made, and anew what may tell of before a change', async () => {
  let make: (content: DocumentContent) => void = () => undefined;
  const slow = () => new Promise<LeavingDocument>((resolve) => (make = (content) => resolve(document(content))));
  const first = carried.prepare(ORDERS, slow);
  const second = carried.prepare(ORDERS, () => Promise.reject(new Error('made twice')));
  make('before');
  expect(await second).toBe(await first);
  carried.forget();
  const third = await prepare('after');
  expect(third).not.toBe(await first);
  carried.drag(third);
  expect(readFileSync(dragged[0] ?? '', 'utf8')).toBe('after');
});

it('knows its own copies again, and nothing else', async () => {
  carried.drag(await prepare('x'));
  const beside = join(dataDir, 'draggedBeside.pdf');
  expect(carried.foreign([dragged[0] ?? '', beside, join(outside, 'Kim.pdf')])).toEqual([
    beside,
    join(outside, 'Kim.pdf'),
  ]);
});

it.each([
  [{ type: 'mouseDown', button: 'left' }, false],
  [{ type: 'mouseUp', button: 'left' }, true],
  [{ type: 'mouseUp', button: 'right' }, false],
  [{ type: 'mouseMove', modifiers: ['leftbuttondown'] }, false],
  [{ type: 'mouseMove', modifiers: [] }, true],
  // Of some versions of Electron a release names no button, of others a move no modifiers.
  [{ type: 'mouseUp', modifiers: [] }, true],
  [{ type: 'mouseMove', button: 'left' }, false],
])('of %j the pointer is let go: %s', (event, expected) => {
  expect(isLetGo(event)).toBe(expected);
});

it('takes away what was dragged a day ago, and keeps what a mail may still want', async () => {
  await prepare('old');
  const [old] = readdirSync(join(dataDir, 'dragged'));
  utimesSync(join(dataDir, 'dragged', old ?? ''), (nowMs - DAY_MS - 1_000) / 1000, (nowMs - DAY_MS - 1_000) / 1000);
  await prepare('new', 'new', { ...ORDERS, kind: 'xlsx' });
  await carried.sweep();
  expect(readdirSync(join(dataDir, 'dragged'))).toHaveLength(1);
  nowMs += DAY_MS + 10_000;
  await carried.sweep();
  expect(readdirSync(join(dataDir, 'dragged'))).toEqual([]);
});

it('says what could not be made', async () => {
  writeFileSync(join(dataDir, 'dragged'), 'no folder');
  await expect(prepare('x')).rejects.toMatchObject({
    code: 'DOCUMENT_NOT_WRITTEN',
    text: { params: { name: 'orders.csv' } },
  });
  await expect(carried.prepare(ORDERS, () => Promise.reject(new Error('no such run')))).rejects.toThrow('no such run');
});
