import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readPdfFile } from '../../../src-node/pdf-file.ts';
import { stampOf } from '../files/file-stamp.ts';
import { packFacts } from '../files/packed-facts.ts';
import type { TaskOf } from '../preflight/tasks.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { files } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { FileWatch } from './file-watch.ts';

let folder: string;
let store: OpenStore;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-watch-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

it('what was read of half-written bytes does not stand for those that lie there when it comes late', async () => {
  const document = await PDFDocument.create();
  document.addPage([400, 400]);
  const whole = await document.save({ useObjectStreams: false });
  const path = join(folder, 'Kim_contents.pdf');
  const place = { fileId: 'f_1', importId: 'imp_1', path, folder: [], name: 'Kim_contents.pdf' } as const;
  writeFileSync(path, whole.subarray(0, 1));
  store.db
    .insert(files)
    .values({ ...place, ...stampOf(statSync(path)), presence: 'present' })
    .run();

  // The threads' work, without threads: only the order in which they end is the matter.
  const ends: (() => void)[] = [];
  const pool = {
    run: async ({ path }: TaskOf<'facts'>) => {
      const answer = packFacts(readPdfFile(path));
      await new Promise<void>((done) => ends.push(done));
      return { ok: true, answer };
    },
  };
  const connections = { active: () => null };
  const watch = new FileWatch(
    { db: store.db } as never,
    connections as never,
    { judgeMany: async () => {} } as never,
    pool as never,
    {} as never,
  );
  const looks: Promise<void>[] = [];
  for (const [at, bytes] of [whole.subarray(0, 300), whole].entries()) {
    writeFileSync(path, bytes);
    looks.push(watch.lookAtFiles(['f_1']));
    await expect.poll(() => ends.length).toBe(at + 1);
  }
  ends.reverse().forEach((end) => end());
  await Promise.all(looks);
  expect(store.db.select().from(files).get()?.facts?.status).toBe('read');
});
