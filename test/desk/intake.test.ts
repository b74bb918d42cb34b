import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import type { LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { BOOKS_AT_ONCE } from '../../src-main/desk/imports/import-run.ts';
import { STATEMENT_CHANNEL } from '../../src-main/desk/store/open-store.ts';
import { plainBook } from '../fixtures/pdf/plain-book.ts';
import { depsOf, importFolder, until } from './support/desk-bench.ts';

let dir: string;
let desk: Desk;
const drop = () => join(dir, 'drop');
const openDesk = (name = 'desk') =>
  createDesk(
    depsOf(join(dir, name), {
      workerFile: join(inject('deskTools'), 'desk/preflight-worker.js'),
      samplesFolder: drop(),
    }),
  );
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'desk-intake-'));
  mkdirSync(drop());
  desk = await openDesk();
});
afterEach(async () => {
  await desk.close();
  await rm(dir, { recursive: true, force: true });
});

/** So many books, by names that tell both halves; every tenth one has a folder and names that tell nothing. */
function writeBooks(from: number, to: number): void {
  for (let at = from; at < to; at++) {
    const isOpen = at % 10 === 9;
    const folder = isOpen ? join(drop(), `Album ${at}`) : drop();
    mkdirSync(folder, { recursive: true });
    const { cover, contents } = plainBook(at);
    writeFileSync(join(folder, isOpen ? 'a.pdf' : `Book ${at}_cover.pdf`), cover);
    writeFileSync(join(folder, isOpen ? 'b.pdf' : `Book ${at}_contents.pdf`), contents);
  }
}

const rowsNow = async (): Promise<LibraryRow[]> => (await desk.handlers['library.changes']({ since: null })).rows;
const isWhole = ({ coverFileId, contentsFileId }: LibraryRow) => coverFileId !== null && contentsFileId !== null;

async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const statements: string[] = [];
  const note = (statement: unknown) => void statements.push(String(statement));
  subscribe(STATEMENT_CHANNEL, note);
  try {
    await work();
    return statements;
  } finally {
    unsubscribe(STATEMENT_CHANNEL, note);
  }
}

const ROWS = /^insert into "books"/;
const FACTS = /^update "files" set "facts"/;
const placesOf = (statements: readonly string[], wanted: RegExp): number[] =>
  statements.flatMap((statement, at) => (wanted.test(statement) ? [at] : []));

describe('the rows of an import', () => {
  it('are there before the first file was read, a few at once, and looked into when all were read', async () => {
    writeBooks(0, 100);
    const statements = await statementsOf(() => importFolder(desk, drop()));
    const rows = placesOf(statements, ROWS);
    const facts = placesOf(statements, FACTS);
    const named = Math.ceil(90 / BOOKS_AT_ONCE);
    expect(facts).toHaveLength(200);
    expect(rows.filter((at) => at < (facts[0] ?? 0))).toHaveLength(named);
    // What page counts decide follows: its own files are read, and nothing else.
    expect(rows.at(-1)).toBeLessThan(facts[20] ?? 0);
    const [deeper = Number.POSITIVE_INFINITY] = placesOf(statements, /^insert into "deeper_checks"/);
    expect(deeper).toBeGreaterThan(facts.at(-1) ?? 0);
    expect((await rowsNow()).every(isWhole)).toBe(true);
  });

  it('cost some statements each, however many there are', async () => {
    writeBooks(0, 60);
    const few = (await statementsOf(() => importFolder(desk, drop()))).length;
    await desk.close();
    desk = await openDesk('another');
    writeBooks(60, 240);
    const many = (await statementsOf(() => importFolder(desk, drop()))).length;
    expect(many / few).toBeLessThan(5);
    expect(many).toBeLessThan(40 * 240);
  });

  it('stand by their titles, and are all taken back by one step, whenever that is taken', async () => {
    writeBooks(0, 40);
    const { importId } = await desk.importPaths([drop()]);
    await until(rowsNow, ({ length }) => length > 0);
    const { removed } = await desk.handlers['imports.undo']({ importId });
    expect(removed).toBeGreaterThan(0);
    expect(await rowsNow()).toEqual([]);
    expect(await importFolder(desk, drop())).toMatchObject({ paired: 40, guessed: 4, alone: 0, updated: 0 });
    // What the window sorts by first: of the import that brought a book in first.
    expect(new Set((await rowsNow()).map(({ addedAtMs }) => addedAtMs)).size).toBeLessThanOrEqual(2);
  });
});

describe('an import that does not come to its end', () => {
  it('keeps what it has when it is cancelled, every file in one row', async () => {
    writeBooks(0, 60);
    const { importId } = await desk.importPaths([drop()]);
    await desk.handlers['imports.cancel']({ importId });
    expect((await desk.handlers['imports.report']({ importId })).state).toBe('cancelled');
    const cut = await rowsNow();
    const files = cut.flatMap((row) => [row.coverFileId, row.contentsFileId]).filter((fileId) => fileId !== null);
    expect(new Set(files).size).toBe(files.length);
    expect(cut.some(({ stage }) => stage === 'checking')).toBe(false);
    await importFolder(desk, drop());
    expect(await rowsNow()).toHaveLength(60);
  });

  it('goes on reading at the next start, and doubles nothing when it is dropped again', async () => {
    writeBooks(0, 80);
    await desk.importPaths([drop()]);
    await until(rowsNow, ({ length }) => length > 0);
    await desk.close();
    desk = await openDesk();
    const cut = await until(rowsNow, (rows) => rows.every(({ stage }) => stage !== 'checking'));
    expect(cut.length).toBeGreaterThan(0);
    expect(cut.every(isWhole)).toBe(true);
    await importFolder(desk, drop());
    const rows = await rowsNow();
    expect(rows).toHaveLength(80);
    expect(rows.map(({ bookId }) => bookId)).toEqual(expect.arrayContaining(cut.map(({ bookId }) => bookId)));
  });
});

it('a file that was dropped by itself and with its folder is one row', async () => {
  writeBooks(0, 3);
  const { importId } = await desk.importPaths([drop(), join(drop(), 'Book 1_cover.pdf')]);
  await until(
    () => desk.handlers['imports.report']({ importId }),
    ({ state }) => state === 'done',
  );
  const rows = await rowsNow();
  const files = rows.flatMap((row) => [row.coverFileId, row.contentsFileId]).filter((fileId) => fileId !== null);
  expect(new Set(files).size).toBe(6);
  expect(files).toHaveLength(6);
});
