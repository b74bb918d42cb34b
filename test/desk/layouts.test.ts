import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { AppError } from '../../src-core/desk/app-errors.ts';
import type { LibraryRow } from '../../src-core/ipc/subjects/library.ts';
import type { LayoutDocument } from '../../src-core/layout/document.ts';
import { History, type StepLine } from '../../src-core/layout/history.ts';
import { createDesk } from '../../src-main/desk/create-desk.ts';
import type { Desk } from '../../src-main/desk/desk.ts';
import { depsOf, until } from './support/desk-bench.ts';

const workerFile = join(inject('deskTools'), 'desk/preflight-worker.js');
const SQUARE = { specUid: 'SQUAREBOOK_HC', pageCount: 24 };

let folder: string;
let desk: Desk;
const openDesk = async (dataDir = join(folder, 'data')) => {
  desk = await createDesk(depsOf(dataDir, { workerFile, samplesFolder: join(folder, 'samples') }));
};
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'desk-layouts-'));
  await openDesk();
});
afterEach(async () => {
  await desk.close();
  rmSync(folder, { recursive: true, force: true });
});

const rows = async () => (await desk.handlers['library.changes']({ since: null })).rows as LibraryRow[];
const layouts = () => join(folder, 'data/layouts');

/** A window's side of an open layout: what it did and has not yet been told to be kept. */
class Stage {
  #steps: number;
  readonly #lines: StepLine[] = [];
  readonly history: History;
  constructor(
    readonly bookId: string,
    { document, done, undone }: { document: LayoutDocument; done: StepLine[]; undone: StepLine[] },
  ) {
    this.#steps = document.steps;
    this.history = new History(document, (line) => this.#lines.push(line), { done, undone });
  }
  static async open(bookId: string): Promise<Stage> {
    return new Stage(
      bookId,
      (await desk.handlers['layouts.open']({ bookId })) as ConstructorParameters<typeof Stage>[1],
    );
  }
  title(title: string): void {
    this.history.take('title', { ...this.history.document, title }, Date.now());
  }
  async keep(): Promise<void> {
    const { steps } = await desk.handlers['layouts.append']({
      bookId: this.bookId,
      after: this.#steps,
      lines: [...this.#lines],
    });
    this.#lines.length = 0;
    this.#steps = steps;
  }
}

const create = (title: string) => desk.handlers['layouts.create']({ title, ...SQUARE });
const codeOf = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'nothing',
    (error: AppError) => error.code,
  );

describe('a book that is begun here', () => {
  it('is a row in layout with a project folder, and is opened, changed and opened again by another life of the desk', async () => {
    const { bookId } = await create('Kim & Lee');
    expect(await rows()).toMatchObject([
      {
        bookId,
        title: 'Kim & Lee',
        stage: 'inLayout',
        layout: 'notExported',
        specUid: 'SQUAREBOOK_HC',
        pageCount: 24,
        verdict: 'notChecked',
      },
    ]);
    const stage = await Stage.open(bookId);
    stage.title('Kim');
    stage.title('Kim & Park');
    await stage.keep();
    expect(await rows()).toMatchObject([{ title: 'Kim & Park' }]);
    await desk.close();
    await openDesk();
    expect(await rows()).toMatchObject([{ bookId, title: 'Kim & Park', stage: 'inLayout' }]);
    const again = await Stage.open(bookId);
    expect(again.history.document).toEqual(stage.history.document);
    again.history.undo(1);
    again.history.undo(2);
    expect(again.history.document.title).toBe('Kim & Lee');
    await again.keep();
    await desk.handlers['layouts.close']({ bookId });
    expect((await Stage.open(bookId)).history.redo(3)?.title).toBe('Kim');
  });

  it('is found by its document, by whatever path, and another project’s document is told where its folder belongs', async () => {
    const { bookId } = await create('Kim & Lee');
    const document = join(layouts(), 'Kim & Lee/Kim & Lee.bkprep');
    expect(desk.layoutAt(document)).toBe(bookId);
    symlinkSync(layouts(), join(folder, 'shortcut'));
    expect(desk.layoutAt(join(folder, 'shortcut/Kim & Lee/Kim & Lee.bkprep'))).toBe(bookId);
    cpSync(join(layouts(), 'Kim & Lee'), join(folder, 'Kim & Lee'), { recursive: true });
    for (const elsewhere of [join(folder, 'Kim & Lee/Kim & Lee.bkprep'), join(layouts(), 'none/none.bkprep')])
      expect(() => desk.layoutAt(elsewhere)).toThrow(
        expect.objectContaining({
          code: 'LAYOUT_ELSEWHERE',
          text: expect.objectContaining({
            params: { name: basename(elsewhere), folder: layouts() },
          }) as object,
        }) as Error,
      );
    await desk.handlers['library.remove']({ bookIds: [bookId] });
    expect(() => desk.layoutAt(document)).toThrow();
  });

  it('begins only with a spec that there is and pages that it allows', async () => {
    expect(await codeOf(desk.handlers['layouts.create']({ title: 'x', specUid: 'none', pageCount: 24 }))).toBe(
      'SPEC_UNKNOWN',
    );
    expect(await codeOf(desk.handlers['layouts.create']({ title: 'x', ...SQUARE, pageCount: 25 }))).toBe(
      'LAYOUT_PAGES',
    );
    expect(await rows()).toEqual([]);
    expect(existsSync(layouts())).toBe(false);
  });

  it('keeps its project folder when its row is taken out, and comes back with it', async () => {
    const { bookId } = await create('Kim & Lee');
    const { undoId } = await desk.handlers['library.remove']({ bookIds: [bookId] });
    expect(await rows()).toEqual([]);
    expect(await codeOf(desk.handlers['layouts.open']({ bookId }))).toBe('BOOK_UNKNOWN');
    await desk.handlers['steps.takeBack']({ undoId });
    expect(await rows()).toMatchObject([{ bookId, stage: 'inLayout' }]);
    await desk.handlers['library.remove']({ bookIds: [bookId] });
    await desk.close();
    await openDesk();
    expect(await rows()).toEqual([]);
    expect(readdirSync(layouts())).toEqual(['Kim & Lee']);
  });

  it('has its row again when the library was lost', async () => {
    await create('Kim & Lee');
    await create('Park');
    await desk.close();
    for (const name of readdirSync(join(folder, 'data')))
      if (name !== 'layouts') rmSync(join(folder, 'data', name), { recursive: true });
    await openDesk();
    expect((await rows()).map(({ title, stage }) => [title, stage]).sort()).toEqual([
      ['Kim & Lee', 'inLayout'],
      ['Park', 'inLayout'],
    ]);
  });

  it('is the same book when its folder comes back with its Hangul taken apart', async () => {
    const { bookId } = await create('김하나 돌잔치');
    const stage = await Stage.open(bookId);
    stage.title('김하나 첫돌');
    await stage.keep();
    await desk.handlers['layouts.export']({ bookId, steps: 1, maxPpi: null, colours: 'kept' });
    const [made] = await until(rows, ([row]) => row?.contentsFileId !== null);
    await desk.close();
    const apart = '김하나 돌잔치'.normalize('NFD');
    renameSync(join(layouts(), '김하나 돌잔치'), join(layouts(), apart));
    await openDesk();
    expect(await rows()).toMatchObject([{ bookId, title: '김하나 첫돌' }]);
    expect(existsSync(desk.fileOf(made?.contentsFileId ?? ''))).toBe(true);
    const again = await Stage.open(bookId);
    again.history.undo(1);
    expect(again.history.document.title).toBe('김하나 돌잔치');
    const [document] = readdirSync(join(layouts(), apart)).filter(
      (name) => name.endsWith('.bkprep') && name !== '.bkprep',
    );
    expect(desk.layoutAt(join(layouts(), apart, document ?? ''))).toBe(bookId);
  });

  it('has one row where a copy of it has its name in another spelling, and another book there has one of its own', async () => {
    const { bookId } = await create('김하나');
    await desk.close();
    const apart = join(layouts(), '김하나'.normalize('NFD'));
    cpSync(join(layouts(), '김하나'), apart, { recursive: true });
    await openDesk();
    expect((await rows()).map((row) => row.bookId)).toEqual([bookId]);
    const other = await create('박하나');
    await desk.close();
    rmSync(apart, { recursive: true });
    renameSync(join(layouts(), '박하나'), apart);
    rmSync(join(layouts(), '김하나'), { recursive: true });
    await openDesk();
    expect((await rows()).map((row) => row.bookId)).toContain(bookId);
    expect(await rows()).toHaveLength(3);
    expect(await codeOf(desk.handlers['layouts.open']({ bookId: other.bookId }))).toBe('LAYOUT_MISSING');
  });

  it('is checked, exchanged and sent only when it has files: buttons and calls say why', async () => {
    const { bookId } = await create('Kim & Lee');
    const book = await desk.handlers['library.book']({ bookId });
    expect(book?.actions.changeSpec).toMatchObject({ allowed: false, reason: { key: 'desk.why.layout' } });
    expect(book?.actions.remove.allowed).toBe(true);
    expect(book?.timeline.map(({ text }) => text.key)).toEqual(['desk.timeline.begun']);
    for (const call of [
      desk.handlers['library.setSpec']({ bookIds: [bookId], specUid: 'PHOTOBOOK_A4_SC' }),
      desk.handlers['library.swapRoles']({ bookId }),
    ])
      expect(await codeOf(call)).toBe('BOOK_NOT_ALLOWED');
    await desk.handlers['library.recheck']({ bookIds: [bookId] });
    expect(await rows()).toMatchObject([{ stage: 'inLayout', verdict: 'notChecked' }]);
  });

  it('says what is missing when its folder was moved away, and goes on when it is back', async () => {
    const { bookId } = await create('Kim & Lee');
    renameSync(join(layouts(), 'Kim & Lee'), join(folder, 'elsewhere'));
    expect(await codeOf(desk.handlers['layouts.open']({ bookId }))).toBe('LAYOUT_MISSING');
    expect(await codeOf(desk.handlers['layouts.append']({ bookId, after: 0, lines: [] }))).toBe('LAYOUT_NONE');
    renameSync(join(folder, 'elsewhere'), join(layouts(), 'Kim & Lee'));
    expect((await Stage.open(bookId)).history.document.title).toBe('Kim & Lee');
  });

  it('is read only in a second studio, which is told by whom it is written', async () => {
    const { bookId } = await create('Kim & Lee');
    await Stage.open(bookId);
    const first = desk;
    const deps = depsOf(join(folder, 'second'), { workerFile, samplesFolder: folder });
    const second = await createDesk({ ...deps, layouts: { ...deps.layouts, folder: layouts() } });
    const [row] = (await second.handlers['library.changes']({ since: null })).rows;
    expect(row).toMatchObject({ title: 'Kim & Lee', stage: 'inLayout' });
    const opened = await second.handlers['layouts.open']({ bookId: row?.bookId ?? '' });
    expect(opened.readOnly?.key).toBe('desk.layout.readOnly.other');
    await first.handlers['layouts.close']({ bookId });
    expect((await second.handlers['layouts.open']({ bookId: row?.bookId ?? '' })).readOnly).toBeNull();
    await second.close();
  });
});

/** A disk of its own can be had by root alone, which CI is. For anybody else the report counts the suite as not run. */
describe.skipIf(process.getuid?.() !== 0)('on a disk that is full', () => {
  let disk: string;
  const mounted = (command: string, ...words: string[]) => {
    const { status, stderr } = spawnSync(command, words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  beforeAll(() => {
    disk = mkdtempSync(join(tmpdir(), 'full-layouts-'));
    mounted('mount', '-t', 'tmpfs', '-o', 'size=4m', 'full-layouts', disk);
  });
  afterAll(() => {
    mounted('umount', '--lazy', disk);
    rmSync(disk, { recursive: true });
  });
  const fill = () => {
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize));
  };

  it('nothing that was kept is lost, the window is told, and saving goes on when there is room', async () => {
    const deps = depsOf(join(folder, 'full'), { workerFile, samplesFolder: folder });
    let full = await createDesk({ ...deps, layouts: { ...deps.layouts, folder: disk } });
    [desk, full] = [full, desk];
    await full.close();
    const { bookId } = await create('Full');
    const stage = await Stage.open(bookId);
    stage.title('kept');
    await stage.keep();
    const file = join(disk, 'Full/Full.bkprep');
    const document = readFileSync(file, 'utf8');
    fill();
    // A line that no page has room for.
    for (let step = 0; step < 40; step += 1) stage.title(`${'long '.repeat(20)}${step}`);
    expect(await codeOf(stage.keep())).toBe('LAYOUT_DISK_FULL');
    expect(await codeOf(create('Another'))).toBe('LAYOUT_DISK_FULL');
    expect(readdirSync(disk).sort()).toEqual(['Full', 'filler']);
    // Closed on the full disk and opened again: what was acknowledged is there, and can be read.
    await desk.handlers['layouts.close']({ bookId });
    expect(readFileSync(file, 'utf8')).toBe(document);
    const read = await desk.handlers['layouts.open']({ bookId });
    expect(read).toMatchObject({
      document: { title: 'kept', steps: 1 },
      readOnly: { key: expect.any(String) as string },
    });
    rmSync(join(disk, 'filler'));
    expect(await desk.handlers['layouts.open']({ bookId })).toMatchObject({ readOnly: null });
    await stage.keep();
    await desk.handlers['layouts.close']({ bookId });
    expect(await desk.handlers['layouts.open']({ bookId })).toMatchObject({ document: { steps: 41 }, notes: [] });
  });
});
