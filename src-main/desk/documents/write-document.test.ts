import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { plainDisks } from '../../../src-node/disks/testing/plain-disks.ts';
import { Backups } from '../backups/backups.ts';
import type { DeskContext } from '../desk-context.ts';
import { Packages } from '../packages/packages.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { files } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { writeDocument, type DocumentContent } from './write-document.ts';
import { stampOf } from '../files/file-stamp.ts';

const CUSTOMERS = 'what the customer sent';

let home: string;
let store: OpenStore;
let customers: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'documents-'));
  mkdirSync(join(home, 'desk'));
  mkdirSync(join(home, 'out'));
  store = openStore(join(home, 'desk'), plainStore(join(import.meta.dirname, '../store/migrations')));
  customers = join(home, 'Kim_cover.pdf');
  writeFileSync(customers, CUSTOMERS);
  store.db
    .insert(files)
    .values({
      fileId: 'f_1',
      importId: 'imp_1',
      path: customers,
      folder: [],
      name: 'Kim_cover.pdf',
      presence: 'present',
      ...stampOf(statSync(customers)),
    })
    .run();
});
afterEach(() => {
  store.close(Date.now());
  rmSync(home, { recursive: true, force: true });
});

const out = (name: string): string => join(home, 'out', name);
const write = (place: string, content: DocumentContent) =>
  writeDocument({ db: store.db, disks: plainDisks(), log: { write: () => undefined } }, place, content);

it('writes text, bytes and the bytes of a file, and nothing beside them', async () => {
  await write(out('a.csv'), '가');
  await write(out('b.xlsx'), Uint8Array.of(1, 2, 3));
  await write(out('c.pdf'), { copyOf: customers });
  expect(readdirSync(join(home, 'out')).sort()).toEqual(['a.csv', 'b.xlsx', 'c.pdf']);
  expect(readFileSync(out('a.csv'), 'utf8')).toBe('가');
  expect([...readFileSync(out('b.xlsx'))]).toEqual([1, 2, 3]);
  expect(readFileSync(out('c.pdf'), 'utf8')).toBe(CUSTOMERS);
});

it('writes over a former one', async () => {
  await write(out('a.csv'), 'a longer one of yesterday');
  await write(out('a.csv'), 'today');
  expect(readFileSync(out('a.csv'), 'utf8')).toBe('today');
});

it('never writes over a file of the library, by whatever name it is reached', async () => {
  symlinkSync(customers, out('link.pdf'));
  linkSync(customers, out('hard.pdf'));
  for (const place of [customers, out('link.pdf'), out('hard.pdf')])
    await expect(write(place, 'a template')).rejects.toMatchObject({ code: 'DOCUMENT_OF_LIBRARY' });
  expect(readFileSync(customers, 'utf8')).toBe(CUSTOMERS);
  // Exported again since it was read: the size that is noted tells nothing of it.
  symlinkSync(home, out('share'));
  writeFileSync(customers, `${CUSTOMERS}, anew`);
  await expect(write(out('share/Kim_cover.pdf'), 'a template')).rejects.toMatchObject({ code: 'DOCUMENT_OF_LIBRARY' });
  expect(readFileSync(customers, 'utf8')).toBe(`${CUSTOMERS}, anew`);
});

it('nor is a package or a backup written over one', async () => {
  const context = { db: store.db, disks: plainDisks() } as unknown as DeskContext;
  const made = { programVersion: '0.0.0-test', specVersion: '1', migrationsFolder: home };
  const ofLibrary = { code: 'DOCUMENT_OF_LIBRARY', text: { params: { name: 'Kim_cover.pdf' } } };
  await expect(new Packages(context, {} as never).write([], customers)).rejects.toMatchObject(ofLibrary);
  const backup = new Backups(context, {} as never, made).write(customers, home, async () => false);
  await expect(backup).rejects.toMatchObject(ofLibrary);
});

it('copies what may only be read into what may be written to', async () => {
  chmodSync(customers, 0o444);
  await write(out('c.pdf'), { copyOf: customers });
  expect(statSync(out('c.pdf')).mode & 0o600).toBe(0o600);
  expect(statSync(customers).mode & 0o777).toBe(0o444);
});

it('leaves what lay there, and nothing of its own, where it cannot be written', async () => {
  writeFileSync(out('a.csv'), 'yesterday');
  await expect(write(out('a.csv'), { copyOf: out('gone.pdf') })).rejects.toMatchObject({
    code: 'FILE_UNREADABLE',
    text: { params: { name: 'gone.pdf' } },
  });
  await expect(write(join(home, 'none/a.csv'), 'today')).rejects.toMatchObject({
    code: 'DOCUMENT_NOT_WRITTEN',
    text: { params: { name: 'a.csv' } },
  });
  expect(readdirSync(join(home, 'out'))).toEqual(['a.csv']);
  expect(readFileSync(out('a.csv'), 'utf8')).toBe('yesterday');
});
