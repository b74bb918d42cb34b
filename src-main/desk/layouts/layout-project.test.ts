import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import { written } from '../../../src-core/layout/history.ts';
import { systemIds } from '../system-ports.ts';
import { backupName, backupsAmong, backupsToDrop } from './backups.ts';
import { LAYOUT_SCHEMA } from '../../../src-core/layout/document.ts';
import { currentDocument, readDocument } from './document-file.ts';
import { journalText, readJournal } from './journal.ts';
import { createProject, LayoutProject } from './layout-project.ts';
import { folderNameOf, type ProjectFolder } from './project-folder.ts';
import { emptyLayout, titled, titleSteps } from './testing/sample-project.ts';

let root: string;
let folder: ProjectFolder;
const open: LayoutProject[] = [];
const clock = { aheadMs: 0, nowMs: () => Date.now() + clock.aheadMs };
const means = { clock, ids: systemIds, log: { write: () => undefined } };

function opened(): LayoutProject {
  const project = LayoutProject.open(folder, means);
  open.push(project);
  return project;
}

/** What a process leaves that dies: its lock, its journal, no document. */
function abandon(project: LayoutProject): void {
  open.splice(open.indexOf(project), 1);
  writeFileSync(folder.lock, JSON.stringify({ pid: 2 ** 30, host: 'gone', sinceMs: 0, token: 'dead' }));
  utimesSync(folder.lock, 0, 0);
}

const codeOf = (act: () => unknown): string => {
  try {
    act();
    return 'nothing';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
};
const noteKeys = (project: LayoutProject) => project.view().notes.map(({ key }) => key);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'layout-'));
  clock.aheadMs = 0;
  ({ folder } = createProject(root, emptyLayout(), Date.now()));
});
afterEach(() => {
  for (const project of open.splice(0)) project.close();
  rmSync(root, { recursive: true, force: true });
});

describe('a project on disk', () => {
  it('is a folder of its title with the document in it, keys in the order of the alphabet', () => {
    expect(readdirSync(root)).toEqual(['Kim & Lee']);
    const text = readFileSync(join(root, 'Kim & Lee/Kim & Lee.bkprep'), 'utf8');
    expect(text).toBe(written(emptyLayout()));
    expect(Object.keys(JSON.parse(text) as object)).toEqual(Object.keys(emptyLayout()).sort());
    expect(createProject(root, emptyLayout(), Date.now()).name).toBe('Kim & Lee 2');
  });

  it('has what was kept when it is opened again after a death, and tells so', () => {
    const { lines, after } = titleSteps(emptyLayout(), 'Book', 40);
    const project = opened();
    expect(project.append(0, lines.slice(0, 15))).toBe(15);
    expect(project.append(15, lines.slice(15))).toBe(40);
    abandon(project);
    const again = opened();
    expect(again.view()).toMatchObject({ readOnly: null, document: after });
    expect(again.view().notes).toEqual([{ key: 'desk.layout.note.replayed', params: { steps: 40 } }]);
    expect(readFileSync(folder.document ?? '', 'utf8')).toBe(written(after));
  });

  it('is written whole when it is closed, and opened again without a word, with the steps behind it', () => {
    const { lines, after } = titleSteps(emptyLayout(), 'Book', 5);
    const project = opened();
    project.append(0, lines);
    const undo = {
      ...(lines[4] ?? lines[0]),
      set: lines[4]?.back ?? [],
      back: lines[4]?.set ?? [],
      move: 'undo' as const,
    };
    project.append(5, [undo as (typeof lines)[number]]);
    project.close();
    expect(existsSync(folder.lock)).toBe(false);
    expect(readFileSync(folder.document ?? '', 'utf8')).toBe(written({ ...after, title: 'Book 4', steps: 6 }));
    const view = opened().view();
    expect(view.notes).toEqual([]);
    expect(view.done).toEqual(lines.slice(0, 4));
    expect(view.undone).toEqual(lines.slice(4));
  });

  it('is written whole after 200 steps, with a journal that begins anew', () => {
    const { lines } = titleSteps(emptyLayout(), 'Book', 210);
    const project = opened();
    for (const [step, line] of lines.entries()) project.append(step, [line]);
    expect(readDocument(readFileSync(folder.document ?? '', 'utf8'))).toMatchObject({ document: { steps: 200 } });
    expect(readFileSync(folder.journal, 'utf8').trim().split('\n')).toHaveLength(10);
    abandon(project);
    expect(opened().view()).toMatchObject({ document: { title: 'Book 210', steps: 210 } });
    expect(open[0]?.view().done).toHaveLength(210);
  });

  it('a journal that could not be put aside when the document was written is put aside before the next step', () => {
    const { lines, after } = titleSteps(emptyLayout(), 'Book', 202);
    const project = opened();
    project.append(0, lines.slice(0, 199));
    rmSync(folder.formerJournals, { recursive: true });
    writeFileSync(folder.formerJournals, 'in the way');
    expect(project.append(199, lines.slice(199, 200))).toBe(200);
    expect(readDocument(readFileSync(folder.document ?? '', 'utf8'))).toMatchObject({ document: { steps: 200 } });
    expect(codeOf(() => project.append(200, lines.slice(200, 201)))).toBe('LAYOUT_NOT_SAVED');
    rmSync(folder.formerJournals);
    expect(project.append(200, lines.slice(200, 201))).toBe(201);
    expect(project.append(201, lines.slice(201))).toBe(202);
    abandon(project);
    const { document, done } = opened().view();
    expect(document).toEqual(after);
    expect(done).toHaveLength(202);
  });

  it('that was closed takes no more steps', () => {
    const project = opened();
    project.close();
    expect(codeOf(() => project.append(0, [titled(emptyLayout(), 'late').line]))).toBe('LAYOUT_READ_ONLY');
  });
});

describe('what was damaged', () => {
  it.each([
    ['cut off', (journal: string, bytes: number) => truncateSync(journal, bytes - 20)],
    ['followed by rubbish', (journal: string) => appendFileSync(journal, '{"crc":"00000000","step":{}}\n')],
    ['followed by half a line', (journal: string) => appendFileSync(journal, '{"crc":"')],
  ])('a journal whose last line is %s gives every line before it', (name, damage) => {
    const { lines } = titleSteps(emptyLayout(), 'Book', 12);
    const project = opened();
    project.append(0, lines);
    damage(folder.journal, readFileSync(folder.journal).length);
    abandon(project);
    const kept = name === 'cut off' ? 11 : 12;
    const again = opened();
    expect(again.document).toMatchObject({ title: `Book ${kept}`, steps: kept });
    expect(noteKeys(again)).toEqual(['desk.layout.note.replayed', 'desk.layout.note.tornJournal']);
    // What comes next stands behind a whole line, and the torn one is kept beside.
    again.append(kept, [titled(again.document, 'after').line]);
    abandon(again);
    expect(opened().document).toMatchObject({ title: 'after', steps: kept + 1 });
  });

  it('a line that was changed by a single letter ends the journal there', () => {
    const project = opened();
    project.append(0, titleSteps(emptyLayout(), 'Book', 6).lines);
    abandon(project);
    writeFileSync(folder.journal, readFileSync(folder.journal, 'utf8').replace('Book 4', 'Bock 4'));
    expect(opened().document).toMatchObject({ title: 'Book 3', steps: 3 });
  });

  it.each([
    ['torn', (path: string) => truncateSync(path, 2_000)],
    ['empty', (path: string) => truncateSync(path, 0)],
    ['gone', (path: string) => rmSync(path)],
    ['of another form', (path: string) => writeFileSync(path, '{"schema":1,"steps":0}')],
  ])('a document that is %s is made anew of the newest backup and of all journals, and kept aside', (name, damage) => {
    for (let session = 0; session < 3; session += 1) {
      const project = opened();
      project.append(session * 4, titleSteps(project.document, `Session ${session}`, 4).lines);
      project.close();
      open.splice(0);
      clock.aheadMs += 5;
    }
    const before = readFileSync(folder.document ?? '', 'utf8');
    damage(folder.document ?? '');
    const project = opened();
    expect(project.document).toMatchObject({ title: 'Session 2 4', steps: 12 });
    expect(noteKeys(project)[0]).toBe('desk.layout.note.fromBackup');
    expect(readFileSync(folder.document ?? '', 'utf8')).toBe(before);
    expect(existsSync(folder.damaged)).toBe(name !== 'gone');
    expect(project.view().done).toHaveLength(12);
  });

  it('with neither a document nor a backup that can be read nothing is opened, and nothing changed', () => {
    rmSync(folder.backups, { recursive: true });
    writeFileSync(folder.document ?? '', '{');
    expect(codeOf(opened)).toBe('LAYOUT_DAMAGED');
    expect(readFileSync(folder.document ?? '', 'utf8')).toBe('{');
    rmSync(folder.path, { recursive: true });
    expect(codeOf(opened)).toBe('LAYOUT_MISSING');
    expect(existsSync(folder.path)).toBe(false);
  });

  it('a backup that cannot be read is passed over for the one before it', () => {
    for (let session = 0; session < 3; session += 1) {
      const project = opened();
      project.append(session, titleSteps(project.document, `Session ${session}`, 1).lines);
      project.close();
      open.splice(0);
      clock.aheadMs += 5;
    }
    const newest = backupsAmong(readdirSync(folder.backups))[0];
    truncateSync(join(folder.backups, newest?.name ?? ''), 100);
    writeFileSync(folder.document ?? '', '');
    expect(opened().document).toMatchObject({ title: 'Session 2 1', steps: 3 });
  });
});

describe('who may write', () => {
  it('a second opener only reads, until the first one has closed', () => {
    const first = opened();
    const second = opened();
    expect(second.readOnly).toMatchObject({ key: 'desk.layout.readOnly.other' });
    const { line } = titled(emptyLayout(), 'mine');
    expect(codeOf(() => second.append(0, [line]))).toBe('LAYOUT_READ_ONLY');
    first.append(0, [line]);
    first.close();
    expect(opened()).toMatchObject({ readOnly: null, steps: 1 });
  });

  it.each([
    ['of a process that is gone', { pid: 2 ** 30 }, Date.now()],
    ['of a former process with this one’s number', { pid: process.pid }, Date.now()],
    ['of another computer, without a sign of life for ten minutes', { host: 'elsewhere' }, Date.now() - 601_000],
  ])('a lock %s is taken over', (_, holder, beatMs) => {
    const lock = { pid: 1, host: '', sinceMs: 0, token: 'former', ...holder };
    writeFileSync(folder.lock, JSON.stringify({ ...lock, host: lock.host || hostnameOf() }));
    utimesSync(folder.lock, beatMs / 1000, beatMs / 1000);
    expect(opened().readOnly).toBeNull();
  });

  it('a lock that is torn is nobody’s, one of another computer is somebody’s', () => {
    writeFileSync(folder.lock, JSON.stringify({ pid: 1, host: 'elsewhere', sinceMs: 0, token: 'theirs' }));
    expect(opened().readOnly).toMatchObject({ params: { host: 'elsewhere' } });
    writeFileSync(folder.lock, '{"pid":');
    expect(opened().readOnly).toBeNull();
  });

  it('a writer whose lock another one took keeps nothing more', () => {
    const project = opened();
    writeFileSync(folder.lock, JSON.stringify({ pid: 1, host: 'elsewhere', sinceMs: 0, token: 'theirs' }));
    expect(codeOf(() => project.append(0, [titled(emptyLayout(), 'mine').line]))).toBe('LAYOUT_READ_ONLY');
    project.close();
    expect(readFileSync(folder.lock, 'utf8')).toContain('theirs');
    expect(readFileSync(folder.document ?? '', 'utf8')).toBe(written(emptyLayout()));
  });

  it('a folder that cannot be written is read, and says why', () => {
    rmSync(folder.own, { recursive: true });
    writeFileSync(folder.own, 'in the way');
    expect(opened().readOnly).toEqual({ key: 'desk.layout.readOnly.notWritable', params: { reason: 'EEXIST' } });
  });
});

describe('steps', () => {
  it('that were kept already are not kept twice, and others in their place are refused', () => {
    const { lines } = titleSteps(emptyLayout(), 'Book', 4);
    const project = opened();
    project.append(0, lines.slice(0, 2));
    expect(project.append(0, lines)).toBe(4);
    expect(project.append(2, lines.slice(2))).toBe(4);
    expect(codeOf(() => project.append(5, lines))).toBe('LAYOUT_OUT_OF_STEP');
    expect(codeOf(() => project.append(3, [titled(emptyLayout(), 'other').line]))).toBe('LAYOUT_OUT_OF_STEP');
    expect(readFileSync(folder.journal, 'utf8').trim().split('\n')).toHaveLength(4);
  });

  it('that would leave no document are refused, and nothing is kept of them', () => {
    const project = opened();
    const { line } = titled(emptyLayout(), 'good');
    const change = (to: unknown) => [{ path: ['order'], to: to as string }];
    const bad = { ...line, set: change('none'), back: change(emptyLayout().order) };
    expect(codeOf(() => project.append(0, [line, bad]))).toBe('LAYOUT_STEP_REFUSED');
    expect(project.document.title).toBe('Kim & Lee');
    expect(readFileSync(folder.journal, 'utf8')).toBe('');
  });

  it('whose inverse does not lead back are refused', () => {
    const { line } = titled(emptyLayout(), 'good');
    const project = opened();
    for (const back of [[], [{ path: ['title'], to: 'else' }]])
      expect(codeOf(() => project.append(0, [{ ...line, back }]))).toBe('LAYOUT_STEP_REFUSED');
    expect(project.append(0, [line])).toBe(1);
  });
});

describe('versions', () => {
  it('a document of a later version is read and never written, and both versions are named', () => {
    const later = JSON.stringify({ ...emptyLayout(), schema: LAYOUT_SCHEMA + 1, novelty: true });
    writeFileSync(folder.document ?? '', later);
    const project = opened();
    expect(project.readOnly).toEqual({
      key: 'errors.LAYOUT_NEWER',
      params: { theirs: LAYOUT_SCHEMA + 1, ours: LAYOUT_SCHEMA },
    });
    expect(project.document.title).toBe('Kim & Lee');
    expect(existsSync(folder.lock)).toBe(false);
    project.close();
    expect(readFileSync(folder.document ?? '', 'utf8')).toBe(later);
  });

  it('a document of a later version that lacks what this one needs is not opened', () => {
    writeFileSync(folder.document ?? '', JSON.stringify({ schema: LAYOUT_SCHEMA + 1, steps: 4, title: 'later' }));
    expect(codeOf(opened)).toBe('LAYOUT_NEWER');
    expect(existsSync(folder.lock)).toBe(false);
  });

  it.each([1, 2, LAYOUT_SCHEMA])('the kept file of schema %i opens', (schema) => {
    const kept = resolve(import.meta.dirname, `../../../test/fixtures/layout/projects/schema-${schema}.bkprep`);
    const read = readDocument(readFileSync(kept, 'utf8'));
    expect(read).toMatchObject({ is: 'sound', document: { schema } });
    expect(read.is === 'sound' && currentDocument(read.document.value)).toMatchObject({ schema: LAYOUT_SCHEMA });
  });

  it('the steps of schema 1 are undone in the schema of now', () => {
    const { line } = titled(emptyLayout(), 'Kim & Park');
    const former = opened();
    former.append(0, [line]);
    abandon(former);
    writeFileSync(folder.document ?? '', JSON.stringify({ ...emptyLayout(), schema: 1 }));
    const kept = readJournal(readFileSync(folder.journal, 'utf8')).steps;
    writeFileSync(folder.journal, journalText(kept.map((step) => ({ ...step, schema: 1 }))));
    const project = opened();
    expect(project.document).toMatchObject({ schema: LAYOUT_SCHEMA, title: 'Kim & Park' });
    expect(project.view().done).toHaveLength(1);
    project.close();
    expect(opened().view().done).toHaveLength(1);
  });

  it('goes through the migrations from its own version on', () => {
    const old = { ...emptyLayout(), schema: 1, title: undefined, name: 'old' };
    expect(currentDocument(old)).toBeNull();
    expect(currentDocument(old, [({ name, ...rest }) => ({ ...rest, title: name })])).toMatchObject({ title: 'old' });
  });
});

describe('backups', () => {
  const HOUR = 3_600_000;
  const now = Date.UTC(2026, 10, 22, 12);
  const names = (at: readonly number[]) => backupsAmong(at.map((ms, index) => backupName(ms, index)));

  it('keeps the last ten, one an hour of a day and one a day of a month', () => {
    const everyTenMinutes = names(Array.from({ length: 45 * 24 * 6 }, (_, index) => now - index * (HOUR / 6)));
    const dropped = new Set(backupsToDrop(everyTenMinutes, now));
    const kept = everyTenMinutes.filter((backup) => !dropped.has(backup)).map(({ atMs }) => (now - atMs) / HOUR);
    expect(kept.slice(0, 10).at(-1)).toBeCloseTo(1.5);
    expect(kept.filter((hours) => hours <= 24)).toHaveLength(10 + 22);
    expect(kept.filter((hours) => hours > 24)).toHaveLength(29);
    expect(Math.max(...kept)).toBeLessThanOrEqual(30 * 24);
  });

  it('drops nothing of what it did not make', () => {
    expect(backupsAmong(['notes.txt', 'Kim.bkprep', backupName(now, 3)])).toEqual([
      { name: backupName(now, 3), atMs: now, steps: 3 },
    ]);
  });

  it('former journals go after thirty days', () => {
    const project = opened();
    project.append(0, titleSteps(emptyLayout(), 'Old', 2).lines);
    project.close();
    clock.aheadMs = 31 * 24 * HOUR;
    const next = opened();
    next.append(2, titleSteps(next.document, 'New', 1).lines);
    next.close();
    expect(
      opened()
        .view()
        .done.map(({ label }) => label),
    ).toHaveLength(1);
  });
});

it.each([
  ['Kim & Lee', 'Kim & Lee'],
  ['a/b\\c:d*e?"<f>|g', 'a b c d e f g'],
  ['..', 'Book'],
  [' . 끝. ', '끝'],
  ['con', 'con_'],
  ['LPT1.album', 'LPT1.album_'],
  ['가'.normalize('NFD'), '가'.normalize('NFC')],
  ['가'.repeat(200), '가'.repeat(66)],
])('the folder of %j is %j', (title, name) => {
  expect(folderNameOf(title)).toBe(name);
});

function hostnameOf(): string {
  const probe = opened();
  const { host } = JSON.parse(readFileSync(folder.lock, 'utf8')) as { host: string };
  probe.close();
  open.splice(open.indexOf(probe), 1);
  return host;
}
