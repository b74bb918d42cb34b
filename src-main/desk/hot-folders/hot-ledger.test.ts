import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BUILT_IN_RULES } from '../../../src-core/imports/naming-rules.ts';
import type { DeskContext } from '../desk-context.ts';
import { StudioNamingRules } from '../naming/naming-rules.ts';
import type { Steps } from '../steps/steps.ts';
import { openStore, type OpenStore } from '../store/open-store.ts';
import { hotFiles } from '../store/schema.ts';
import { plainStore } from '../store/testing/plain-store.ts';
import { nameAnew, nameWhatIsLeft } from './hot-ledger.ts';

const JACKETS = { ...BUILT_IN_RULES, cover: ['jacket'] };
const FILES = Array.from({ length: 200 }, (_, at) => `${at}`);

let dir: string;
let store: OpenStore;
const open = () => openStore(dir, plainStore(join(import.meta.dirname, '../store/migrations')));
const stems = () =>
  store.db
    .select({ stem: hotFiles.stem })
    .from(hotFiles)
    .all()
    .map(({ stem }) => stem)
    .sort();
const studioRules = () => {
  const context = { db: store.db, changed: () => undefined } as unknown as DeskContext;
  const rules = new StudioNamingRules(context, { keepChange: () => ({ undoId: null }) } as unknown as Steps);
  rules.onChanged = () => nameAnew(store.db);
  return rules;
};

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'hot-ledger-'));
  store = open();
  for (const at of FILES)
    store.db
      .insert(hotFiles)
      .values({
        ...{ path: `/hot/${at}_jacket.pdf`, hotFolderId: 'hot', folder: [], folderKey: '', stem: '' },
        ...{ name: `${at}_jacket.pdf`, fileId: at, sizeBytes: 1, modifiedAtMs: 1, state: 'taken' },
      })
      .run();
  await nameWhatIsLeft(store.db);
});
const end = () => {
  store.close(Date.now());
  rmSync(dir, { recursive: true, force: true });
};
afterEach(end);

const TITLES = { builtIn: FILES.map((at) => `${at}_jacket`).sort(), own: [...FILES].sort() };

/** The next desk finds what lies on the disk at this moment, in the midst of what is under way. */
async function killed(underWay: readonly Promise<unknown>[]): Promise<void> {
  const left = mkdtempSync(join(tmpdir(), 'hot-ledger-'));
  cpSync(dir, left, { recursive: true });
  await Promise.all(underWay);
  end();
  dir = left;
  store = open();
}

it('names all that waits by the rules of now, and again only where an earlier desk did not come to the end', async () => {
  expect(stems()).toEqual(TITLES.builtIn);
  await killed([studioRules().set(JACKETS)]);
  expect(stems()).not.toEqual(TITLES.builtIn);
  expect(stems()).not.toEqual(TITLES.own);
  await nameWhatIsLeft(store.db);
  expect(stems()).toEqual(TITLES.own);

  store.db.update(hotFiles).set({ stem: 'untouched' }).run();
  await nameWhatIsLeft(store.db);
  expect(new Set(stems())).toEqual(new Set(['untouched']));
});

it('is not misled by rules that came back before all was named by the ones between', async () => {
  const rules = studioRules();
  const between = rules.set(JACKETS);
  for (let turn = 0; turn < 2; turn += 1) await setImmediate();
  const back = rules.set(BUILT_IN_RULES);
  await killed([between, back]);
  expect(stems()).not.toEqual(TITLES.builtIn);
  await nameWhatIsLeft(store.db);
  expect(stems()).toEqual(TITLES.builtIn);
});

it('is not misled by a run that ends while later ones are under way, though its rules are the ones of now', async () => {
  const rules = studioRules();
  const first = rules.set(JACKETS);
  await setImmediate();
  const later = [rules.set(BUILT_IN_RULES)];
  await setImmediate();
  later.push(rules.set(JACKETS));
  await first;
  await killed(later);
  expect(stems()).not.toEqual(TITLES.own);
  await nameWhatIsLeft(store.db);
  expect(stems()).toEqual(TITLES.own);
});
