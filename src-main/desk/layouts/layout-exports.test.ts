import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { LayoutExport } from '../../../src-core/ipc/subjects/layouts.ts';
import { threadScript } from '../../../src-node/threads/testing/thread-script.ts';
import type { Connections } from '../connections/connections.ts';
import type { DeskContext } from '../desk-context.ts';
import { systemIds } from '../system-ports.ts';
import { LayoutExports } from './layout-exports.ts';
import { LayoutPainter } from './layout-painter.ts';
import { LayoutProofs } from './layout-proofs.ts';
import { beginFolder, keepFolder } from './numbered-folders.ts';
import type { LayoutPictures } from './layout-pictures.ts';
import type { LayoutProject } from './layout-project.ts';
import { ProjectFolder } from './project-folder.ts';
import { emptyLayout } from './testing/sample-project.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'layout-exports-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const context = {
  ids: systemIds,
  clock: { nowMs: () => 0 },
  log: { write: () => undefined },
  changed: () => undefined,
} as unknown as DeskContext;
const projectHere = () => ({ folder: new ProjectFolder(folder), document: emptyLayout() }) as unknown as LayoutProject;

/** Its thread opens a good picture, and then does `body`. */
const painterDoing = (body: string, taskTimeMs: number): LayoutPainter =>
  new LayoutPainter(
    context,
    { away: async () => [] } as unknown as LayoutPictures,
    {
      exportWorkerUrl: threadScript(`await errand({ picture: 'good.jpg' }); ${body}`),
      fontsFolder: '',
      graphicsFolder: '',
    },
    { seats: 1, taskTimeMs, memoryMb: 64, endsWithTask: true, graceMs: 0 },
  );

/** What comes of an export by such a painter. */
async function cameOf(body: string, taskTimeMs: number): Promise<LayoutExport | null> {
  const painter = painterDoing(body, taskTimeMs);
  const exports = new LayoutExports(context, {} as Connections, painter);
  const { exportId } = await exports.start(projectHere(), 0, { maxPpi: 360, colours: 'kept' });
  await vi.waitUntil(() => exports.state(exportId)?.state !== 'running', { timeout: 20_000 });
  await exports.close();
  await painter.close();
  expect(readdirSync(join(folder, 'exports'))).toEqual([]);
  return exports.state(exportId);
}

it('an export that takes too long says so, and blames none of its pictures', async () => {
  const problem = { key: 'desk.export.tookTooLong', params: { minutes: 0 } };
  expect(await cameOf('setInterval(() => undefined, 1_000);', 300)).toMatchObject({ state: 'failed', problem });
});

it.each([
  ['ends its thread', 'process.exit(3);'],
  ['takes all memory', 'const all = []; for (;;) all.push(new Array(1e6).fill(task));'],
])('a picture that %s is named', async (_what, body) => {
  const problem = { key: 'desk.export.pictureBroken', params: { name: 'good.jpg' } };
  expect(await cameOf(body, 60_000)).toMatchObject({ state: 'failed', problem });
});

it('a proof that takes too long has words of its own, since nobody can choose what is done to its pictures', async () => {
  const painter = painterDoing('setInterval(() => undefined, 1_000);', 100);
  const proofs = new LayoutProofs(context, painter);
  const project = projectHere();
  const words = { watermark: '', cover: '', title: '', about: '', panels: { front: '', back: '', spine: '' } };
  await proofs.make(project, 0, { kind: 'spreads', wordsOf: () => words });
  expect(proofs.running()).toBe(1);
  await vi.waitUntil(() => proofs.running() === 0, { timeout: 20_000 });
  const problem = { key: 'desk.export.proofTookTooLong', params: { minutes: 0 } };
  expect(proofs.list(project)).toEqual({ proofs: [], making: null, problem });
  expect(readdirSync(join(folder, 'proofs'))).toEqual([]);
  // It is told until the layout is left.
  proofs.left(project.folder.name);
  expect(proofs.list(project).problem).toBeNull();
  await painter.close();
});

it('what two studios make in one folder at once is never mixed', () => {
  const first = beginFolder(folder);
  const second = beginFolder(folder);
  expect(existsSync(first)).toBe(false);
  expect(keepFolder(folder, second)).toBe(join(folder, '0001'));
  expect(readdirSync(folder)).toEqual(['0001']);
});
