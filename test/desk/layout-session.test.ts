import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract, type Channel } from '../../src-core/ipc/contract.ts';
import type { OpenLayout } from '../../src-core/ipc/subjects/layouts.ts';
import type { LayoutDocument } from '../../src-core/layout/document.ts';
import type { StepLine } from '../../src-core/layout/history.ts';
import { setTitle } from '../../src-core/layout/operations/book.ts';
import { removePictures } from '../../src-core/layout/operations/pictures.ts';
import { samplePictures, seeded } from '../../src-core/layout/testing/sample-book.ts';
import { createProject, LayoutProject } from '../../src-main/desk/layouts/layout-project.ts';
import type { ProjectFolder } from '../../src-main/desk/layouts/project-folder.ts';
import { emptyLayout } from '../../src-main/desk/layouts/testing/sample-project.ts';
import { systemIds } from '../../src-main/desk/system-ports.ts';
import { LayoutSession } from '../../src-renderer/features/layout/layout-session.ts';

const clock = { nowMs: () => Date.now() };
const means = { clock, ids: systemIds, log: { write: () => undefined } };
let root: string;
let folder: ProjectFolder;
let project: LayoutProject;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'layout-'));
  ({ folder } = createProject(root, emptyLayout(), Date.now()));
  project = LayoutProject.open(folder, means);
});
afterEach(() => {
  vi.unstubAllGlobals();
  project.close();
  rmSync(root, { recursive: true, force: true });
});

/** The window's session on the project, by calls that take their time; some of their answers are lost. */
function sessionOver(chance: () => number, spoil: (lines: StepLine[]) => void = () => undefined): LayoutSession {
  const pause = () => new Promise((resolve) => setTimeout(resolve, chance() * 8));
  const call = async (channel: Channel, input: unknown) => {
    if (channel === 'layouts.open') return opened();
    if (channel !== 'layouts.append') throw new Error(`nothing else is asked: ${channel}`);
    const { after, lines } = contract['layouts.append'].input.parse(structuredClone(input));
    spoil(lines);
    await pause();
    if (chance() < 0.15) throw new Error('it never came');
    const steps = project.append(after, lines);
    await pause();
    if (chance() < 0.15) throw new Error('the answer never came');
    return { steps };
  };
  vi.stubGlobal('window', { studio: { call } });
  return new LayoutSession('b_1', opened(), clock);
}

/** As it comes to the window: never the desk's own objects. */
const opened = (): OpenLayout => structuredClone({ bookId: 'b_1', ...project.view() });

it.each([1, 2, 3, 4])('every step is kept, also those that are made while others are written (%i)', async (seed) => {
  const chance = seeded(seed);
  const session = sessionOver(chance);
  const pictures = samplePictures(60);
  const written: Promise<void>[] = [];
  for (let step = 1; step <= 60; step += 1) {
    if (step % 3 === 0) session.addPictures(pictures.slice(step - 3, step));
    else session.do('setTitle', setTitle(session.document, { title: `Title ${step}` }));
    if (chance() < 0.4) written.push(session.flush());
    if (chance() < 0.7) await new Promise((resolve) => setTimeout(resolve, chance() * 6));
  }
  await Promise.all(written);
  for (let tries = 0; session.unkept > 0 && tries < 40; tries += 1) await session.flush();
  expect(session.unkept).toBe(0);
  expect(session.view.get().saving).toBe('saved');
  const kept = (): LayoutDocument => project.view().document;
  expect(kept()).toEqual(session.document);
  project.close();
  project = LayoutProject.open(folder, means);
  expect(kept()).toEqual(session.document);
});

it.each<[string, (lines: StepLine[]) => unknown]>([
  ['is missing', (lines) => lines.pop()],
  ['is another one', (lines) => lines.unshift(...lines.splice(-1).map((line) => ({ ...line, back: [] })))],
])('where a step %s on its way to the disk all are kept as one, and undo ends there', async (_, spoil) => {
  let spoilt = 0;
  const session = sessionOver(
    () => 0.5,
    (lines) => {
      if (spoilt > 0 || project.steps < 4) return;
      spoilt += 1;
      spoil(lines);
    },
  );
  const title = (text: string) => session.do('setTitle', setTitle(session.document, { title: text }));
  const written = async () => {
    for (let tries = 0; session.unkept > 0 && tries < 20; tries += 1) await session.flush();
  };
  session.addPictures(samplePictures(3));
  for (let step = 1; spoilt === 0 && step <= 60; step += 1) {
    title(`Title ${step}`);
    if (step % 2 === 0) await session.flush();
  }
  await written();
  expect(spoilt).toBe(1);
  expect(session.view.get()).toMatchObject({ saving: 'saved', undoes: null });
  expect(project.view().document).toEqual(session.document);
  title('After');
  session.undo();
  title('At last');
  await written();
  project.close();
  project = LayoutProject.open(folder, means);
  const { document, done } = project.view();
  expect(document).toEqual(session.document);
  expect(document.title).toBe('At last');
  expect(Object.keys(document.pictures)).toHaveLength(3);
  expect(done.map(({ label }) => label)).toEqual(['setTitle']);
});

it('pictures with faces in them are taken out and come back by undo, each step as itself and also as one', async () => {
  const refusing = { next: false };
  const session = sessionOver(
    () => 0.5,
    (lines) => {
      if (refusing.next) lines.splice(-1, 1, { ...(lines.at(-1) as StepLine), back: [] });
      refusing.next = false;
    },
  );
  const face = { x: 0.4, y: 0.3, width: 0.2, height: 0.2, score: 0.9 };
  const pictures = samplePictures(3).map((picture) => ({ ...picture, faces: [face, { ...face, x: 0.1 }] }));
  const [key = ''] = pictures.map((picture) => picture.key);
  const takeOut = () => session.do('removePictures', removePictures(session.document, { keys: [key] }));
  session.addPictures(pictures);
  await session.flush();
  takeOut();
  await session.flush();
  expect(project.document.pictureOrder).toHaveLength(2);
  session.undo();
  await session.flush();
  expect([project.steps, session.view.get().redoes]).toEqual([3, 'removePictures']);
  refusing.next = true;
  takeOut();
  await session.flush();
  expect(session.view.get()).toMatchObject({ saving: 'saved', undoes: null });
  expect(project.view().document).toEqual(session.document);
  expect(project.document.pictureOrder).toHaveLength(2);
});

it('what the project would never take is not done, and what comes after it is kept', async () => {
  const session = sessionOver(() => 0.5);
  const before = session.document;
  expect(session.do('setTitle', { ...before, title: 'x'.repeat(10_000) })).toBe(false);
  expect([session.document, session.unkept]).toEqual([before, 0]);
  expect(session.do('setTitle', setTitle(session.document, { title: 'After' }))).toBe(true);
  for (let tries = 0; session.unkept > 0 && tries < 20; tries += 1) await session.flush();
  expect(project.view().document.title).toBe('After');
});

it('a whole step whose answer was lost is found on the disk by the next try', async () => {
  const session = sessionOver(() => 0.5);
  const { call } = window.studio;
  let asked = 0;
  vi.stubGlobal('window', {
    studio: {
      call: async (channel: Channel, input: { lines: StepLine[] }) => {
        if (channel !== 'layouts.append') return call(channel, input as never);
        asked += 1;
        if (asked === 1) input.lines.splice(0, 1, { ...(input.lines[0] as StepLine), back: [] });
        const answer = await call(channel, input as never);
        if (asked === 2) throw new Error('the answer never came');
        return answer;
      },
    },
  });
  session.do('setTitle', setTitle(session.document, { title: 'Another' }));
  await session.flush();
  expect(session.unkept).toBe(1);
  await session.flush();
  expect(session.unkept).toBe(0);
  expect(session.view.get().saving).toBe('saved');
  expect(project.view().document).toEqual(session.document);
});

it('what was given up with a session that was left is never written, and the next session of the book saves', async () => {
  const disk = { isFull: true };
  const stepping = () =>
    sessionOver(
      () => 0.5,
      () => {
        if (disk.isFull) throw new Error('the disk is full');
      },
    );
  const title = (session: LayoutSession, text: string) =>
    session.do('setTitle', setTitle(session.document, { title: text }));
  vi.useFakeTimers();
  const passing = async (ms: number, what: Promise<unknown> = Promise.resolve()) => {
    await Promise.all([what, vi.advanceTimersByTimeAsync(ms)]);
  };
  try {
    const left = stepping();
    title(left, 'given up');
    await passing(100, left.flush());
    expect([left.unkept, left.view.get().saving]).toEqual([1, 'failed']);
    left.end();
    disk.isFull = false;
    const next = stepping();
    // A hand that is lifted when the book was left already.
    expect(title(left, 'too late')).toBe(false);
    left.undo();
    await passing(3_000, left.flush());
    expect([left.unkept, project.steps]).toEqual([0, 0]);
    title(next, 'of the next session');
    await passing(100, next.flush());
    expect(next.view.get()).toMatchObject({ saving: 'saved', undoes: 'setTitle' });
    expect(project.view().document).toEqual(next.document);
  } finally {
    vi.useRealTimers();
  }
});

it('more steps than one call may bring are kept by several', async () => {
  const session = sessionOver(() => 0.5);
  for (let step = 1; step <= 2_300; step += 1)
    session.do('setTitle', setTitle(session.document, { title: `Title ${step}` }));
  await session.flush();
  expect(session.unkept).toBe(0);
  expect(project.view().document).toEqual(session.document);
});
