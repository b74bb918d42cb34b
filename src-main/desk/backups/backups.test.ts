import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backupFailure } from '../../../src-node/backup/backup-failure.ts';
import { restoreBackup } from '../../../src-node/backup/restore.ts';
import { writeBackup, type BackupDeps } from '../../../src-node/backup/write-backup.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { files } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';

const PLAIN = plainStore(join(import.meta.dirname, '../store/migrations'));
const REPAIRED = 'desk/repaired/fix_1/Kim_cover.fixed.pdf';
const deps: BackupDeps = {
  programVersion: '0.0.0-test',
  specVersion: '1',
  nowMs: () => 5_000,
  dumpService: async () => false,
};

let home: string;
let dataDir: string;
let file: string;
let open: OpenStore | null;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'backups-'));
  dataDir = join(home, 'studio');
  file = join(home, 'studio.bpbackup');
  open = null;
});
afterEach(() => {
  open?.close(0);
  rmSync(home, { recursive: true, force: true });
});

function openDesk(folder: string): OpenStore {
  mkdirSync(join(folder, 'desk'), { recursive: true });
  open = openStore(join(folder, 'desk'), PLAIN);
  return open;
}

/** SQLite holds its file until the last of its statements is collected: what was closed gets one that nobody holds. */
function free(folder: string): void {
  open?.close(0);
  open = null;
  const store = join(folder, 'desk/desk.db');
  copyFileSync(store, `${store}.copy`);
  renameSync(`${store}.copy`, store);
  for (const part of ['-wal', '-shm']) rmSync(store + part, { force: true });
}

/** A studio that was closed, with a file of its own in the library. */
function closedStudio(): void {
  const { db } = openDesk(dataDir);
  db.insert(files)
    .values({
      fileId: 'f_1',
      importId: 'imp_1',
      path: join(dataDir, REPAIRED),
      folder: [],
      name: 'Kim_cover.fixed.pdf',
      sizeBytes: 1,
      modifiedAtMs: 1,
      presence: 'present',
    })
    .run();
  free(dataDir);
}

it('knows the files of the data folder where they are restored, whatever way to the folder was named', async () => {
  closedStudio();
  symlinkSync(dataDir, join(home, 'link'));
  await writeBackup(join(home, 'link'), file, deps);
  const there = join(home, 'there');
  await restoreBackup(file, there, 0, PLAIN);
  // Nobody opened it since.
  const { from } = await writeBackup(there, join(home, 'second.bpbackup'), deps);
  expect(from.dataDir).toBe(there);
  free(there);
  const { db } = openDesk(there);
  expect(db.select({ path: files.path }).from(files).all()).toEqual([{ path: join(there, REPAIRED) }]);
});

it('puts no library in the place of another that a later version changed, which nobody could open here', async () => {
  closedStudio();
  open = openStore(join(dataDir, 'desk'), PLAIN);
  open.db.run(sql`insert into __drizzle_migrations (hash, created_at) values ('later', ${Date.UTC(2100, 0, 1)})`);
  free(dataDir);
  await writeBackup(dataDir, file, deps);
  const there = join(home, 'there');
  openDesk(there);
  free(there);
  const failed = await restoreBackup(file, there, 0, PLAIN).catch((error: unknown) => error);
  expect(backupFailure(failed, file, there)).toMatchObject({
    code: 'BACKUP_NEWER',
    text: { params: { name: 'studio.bpbackup', reason: '0.0.0-test' } },
  });
  expect(readdirSync(there)).toEqual(['desk']);
  openDesk(there);
});

it.each(['backup', 'restore'] as const)(
  'carries out no restore that was decided while a studio is still closing (%s)',
  async (what) => {
    closedStudio();
    await writeBackup(dataDir, file, deps);
    free(dataDir);
    openDesk(dataDir);
    mkdirSync(join(dataDir, 'restore-ready/desk'), { recursive: true });
    writeFileSync(join(dataDir, 'restore-ready/desk/desk.db'), 'restored');
    const asked = () =>
      what === 'backup'
        ? writeBackup(dataDir, join(home, 'second.bpbackup'), deps)
        : restoreBackup(file, dataDir, 0, PLAIN);
    await expect(asked()).rejects.toMatchObject({ kind: 'inUse' });
    expect(readdirSync(join(dataDir, 'restore-ready'))).toEqual(['desk']);
    expect(existsSync(join(dataDir, 'desk/desk.db-wal'))).toBe(true);
  },
);

it('says of a restore that could not be carried out yet that the next start does it', async () => {
  closedStudio();
  await writeBackup(dataDir, file, deps);
  free(dataDir);
  // Something has the name under which what is there is to be kept.
  mkdirSync(join(dataDir, 'before-restore-1970-01-01T00-00-05-000Z/taken'), { recursive: true });
  const failed = await restoreBackup(file, dataDir, 5_000, PLAIN).catch((error: unknown) => error);
  const told = backupFailure(failed, file, dataDir);
  expect(told).toMatchObject({ code: 'BACKUP_NOT_MOVED', text: { params: { name: dataDir } } });
  expect(existsSync(join(dataDir, 'restore-ready'))).toBe(true);
});
