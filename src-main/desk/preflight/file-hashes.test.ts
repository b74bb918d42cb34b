import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Disks } from '../../../src-node/disks/disks.ts';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import { stampOf, type FileStamp } from '../files/file-stamp.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { files, type FileRow } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { FileHashes } from './file-hashes.ts';

const TEXT = 'what was checked';
const HASH = createHash('sha256').update(TEXT).digest('hex');

let folder: string;
let store: OpenStore;
let hashes: FileHashes;
/** Of the files that were read, in their order: ends the reading. */
let readings: { readonly name: string; readonly end: (stamp: FileStamp | null) => void }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'file-hashes-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, '../store/migrations')));
  readings = [];
  const pool = {
    run: ({ path }: { path: string }) =>
      new Promise((done) => {
        const end = (stamp: FileStamp | null) => done({ ok: true, answer: { sha256: HASH, stamp } });
        readings.push({ name: path.slice(folder.length + 1), end });
      }),
  };
  hashes = new FileHashes({ db: store.db, disks: plainDisks() } as never, pool as never);
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

function lay(name: string): FileRow {
  const path = join(folder, name);
  writeFileSync(path, TEXT);
  const place = { importId: 'imp_1', path, folder: [], name, presence: 'present' as const };
  return store.db
    .insert(files)
    .values({ fileId: name, ...place, ...stampOf(statSync(path)) })
    .returning()
    .get();
}
const keptHashes = () => store.db.select({ fileId: files.fileId, sha256: files.sha256 }).from(files).all();
const read = (names: readonly string[]) => expect.poll(() => readings.map(({ name }) => name)).toEqual(names);
const end = (at: number, stamp: FileStamp | null) => (readings[at] ?? expect.fail('nothing is read')).end(stamp);

it('a file that two want the hash of is read once, and another one for itself', async () => {
  const [one, other] = [lay('one'), lay('other')];
  const first = hashes.ofChecked(one);
  await read(['one']);
  const asked = [first, hashes.ofChecked(one), hashes.ofChecked(other)];
  await read(['one', 'other']);
  end(0, one);
  end(1, other);
  expect(await Promise.all(asked)).toEqual([HASH, HASH, HASH]);
  expect(readings).toHaveLength(2);
  // What is over is not waited for.
  const again = hashes.ofChecked(one);
  await read(['one', 'other', 'one']);
  end(2, one);
  expect(await again).toBe(HASH);
});

it('one that was written to while it was read is read again for whoever came meanwhile', async () => {
  const file = lay('one');
  const first = hashes.ofChecked(file);
  await read(['one']);
  const second = hashes.ofChecked(file);
  // It has asked the disk about the file by then.
  await new Promise((done) => setTimeout(done, 50));
  end(0, null);
  await expect(first).rejects.toMatchObject({ code: 'FILE_CHANGED' });
  expect(keptHashes()).toEqual([{ fileId: 'one', sha256: null }]);
  await read(['one', 'one']);
  end(1, file);
  expect(await second).toBe(HASH);
  expect(keptHashes()).toEqual([{ fileId: 'one', sha256: HASH }]);
});

it('of a disk that does not answer nothing is known, and the bytes are not taken for others', async () => {
  const file = lay('one');
  const silent = new Disks(async () => ({ ok: false, reason: 'closed', detail: '' }));
  const asked = new FileHashes({ db: store.db, disks: silent } as never, {} as never);
  await expect(asked.ofChecked(file)).rejects.toMatchObject({ code: 'FILE_SILENT', retry: 'awaitDisk' });
  expect(await asked.bytesOf(file)).toBe('unknown');
});

it('bytes that cannot be read for a moment are not taken for others, and are not vouched for either', async () => {
  const file = lay('one');
  const pool = { run: async () => ({ ok: false, isOfDisk: false, reason: 'readFailed' }) };
  const failing = new FileHashes({ db: store.db, disks: plainDisks() } as never, pool as never);
  await expect(failing.ofChecked(file)).rejects.toMatchObject({ code: 'FILE_UNREADABLE' });
  expect([await failing.bytesOf(file), await failing.isChecked(file)]).toEqual(['unknown', false]);
  writeFileSync(file.path, `${TEXT} and more`);
  expect(await failing.bytesOf(file)).toBe('others');
  // Whoever looks at the file next finds that it is gone: what lay there may come back as it was.
  rmSync(file.path);
  expect([await hashes.bytesOf(file), await hashes.isChecked(file)]).toEqual(['unknown', false]);
});
