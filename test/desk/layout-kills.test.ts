import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createProject, LayoutProject } from '../../src-main/desk/layouts/layout-project.ts';
import { emptyLayout } from '../../src-main/desk/layouts/testing/sample-project.ts';
import { systemClock, systemIds } from '../../src-main/desk/system-ports.ts';
import { between, seededRandom } from '../fixtures/pdf/seeded-random.ts';
import { often } from '../fixtures/turns.ts';

const KILLS = often(20, 200);
const KILLS_A_BOOK = 10;
/** Long enough for a few documents to be written whole between the lines. */
const MOST_MS = 400;
/** `LAYOUT_KILLS_SEED=… npx vitest run …` draws the same moments again; the machine's pace is its own. */
const seed = Number(process.env['LAYOUT_KILLS_SEED'] ?? randomInt(1_000_000));

let root: string;
let writer: ChildProcess | null = null;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'layout-kills-'));
});
afterEach(() => {
  writer?.kill('SIGKILL');
  rmSync(root, { recursive: true, force: true });
});

/** Lets a process write the project and kills it so long after its first step; answers the last one that it was told to be kept. */
async function writeAndDie(folder: string, afterMs: number): Promise<number> {
  const child = spawn(process.execPath, [join(inject('deskTools'), 'desk/layout-writer.js'), folder], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  writer = child;
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  let kept = 0;
  const lines = createInterface(child.stdout);
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  const begun = new Promise<void>((done) =>
    lines.on('line', (line) => {
      kept = Number(line);
      done();
    }),
  );
  await Promise.race([begun, closed]);
  if (kept === 0) throw new Error(`the writer ended before its first step: ${errors}`);
  await delay(afterMs);
  child.kill('SIGKILL');
  await closed;
  return kept;
}

test(`kill -9 at ${KILLS} random moments of saving, a third of them with the document torn: no step that was acknowledged is lost`, {
  timeout: 30_000 + KILLS * 6_000,
}, async () => {
  console.log(`LAYOUT_KILLS_SEED=${seed}`);
  const random = seededRandom(seed);
  const means = { clock: systemClock, ids: systemIds, log: { write: () => undefined } };
  const found = { replayed: 0, whole: 0, fromBackup: 0 };
  for (let kills = 0; kills < KILLS; ) {
    const { folder } = createProject(root, emptyLayout(`Book ${kills}`), Date.now());
    for (let left = KILLS_A_BOOK; left > 0 && kills < KILLS; left -= 1, kills += 1) {
      const kept = await writeAndDie(folder.path, between(random, 0, MOST_MS));
      const document = folder.document ?? '';
      const isTorn = kills % 3 === 2;
      if (isTorn) truncateSync(document, Math.floor(between(random, 0, readFileSync(document).length)));
      const project = LayoutProject.open(folder, means);
      const { steps, readOnly } = project;
      expect(readOnly).toBeNull();
      expect(steps, `kill ${kills}`).toBeGreaterThanOrEqual(kept);
      expect(project.document.title).toBe(`step ${steps}`);
      // Undo goes back to the first step of the first life.
      expect(project.view().done).toHaveLength(steps);
      const notes = project.view().notes.map(({ key }) => key);
      expect(notes.includes('desk.layout.note.fromBackup')).toBe(isTorn);
      found[isTorn ? 'fromBackup' : notes.length > 0 ? 'replayed' : 'whole'] += 1;
      project.close();
    }
  }
  console.log(JSON.stringify(found));
  expect(found.replayed).toBeGreaterThan(0);
  expect(found.fromBackup).toBeGreaterThan(0);
});
