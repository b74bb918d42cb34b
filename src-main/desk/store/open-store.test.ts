import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../test/fixtures/pdf/seeded-random.ts';
import { openStore, type OpenStore } from './open-store.ts';
import { deskValues } from './schema.ts';
import { plainStore } from './testing/plain-store.ts';

let folder: string;
let store: OpenStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'open-store-'));
  store = openStore(folder, plainStore(join(import.meta.dirname, 'migrations')));
});
afterEach(() => {
  store.close(Date.now());
  rmSync(folder, { recursive: true, force: true });
});

/** The very statements that `one` and `all` of a subject share: their text is the same, so that one compiled statement serves both. */
const rowOf = (name: string) => store.db.select().from(deskValues).where(eq(deskValues.name, name));
const put = (name: string, value: string) =>
  store.db.insert(deskValues).values({ name, value }).onConflictDoUpdate({ target: deskValues.name, set: { value } });
const putAndTell = (name: string, value: string) => put(name, value).returning();

describe('a statement that is kept', () => {
  it('answers one row for what it is asked, after all rows were read for something else', () => {
    for (const name of ['a', 'b', 'c']) put(name, name.toUpperCase()).run();
    expect(rowOf('a').all()).toHaveLength(1);
    expect(rowOf('b').get()?.value).toBe('B');
    expect(rowOf('nobody').all()).toHaveLength(0);
    expect(rowOf('c').get()?.value).toBe('C');
  });

  it('writes what it is given, after it has written something else', () => {
    expect(putAndTell('a', '1').all()[0]?.name).toBe('a');
    expect(putAndTell('b', '2').get()).toEqual({ name: 'b', value: '2' });
    expect(rowOf('b').get()?.value).toBe('2');
  });

  it('answers for what it is asked, after it has failed for something else', () => {
    const found = (path: string) => {
      const x = sql<number>`json_extract('{"x":1,"y":2}', ${path})`;
      return store.db.select({ x }).from(deskValues).limit(1);
    };
    expect(() => found('no path').get()).toThrow();
    expect(found('$.y').get()).toEqual({ x: 2 });
  });

  it('is right in 1,000 calls in any order', () => {
    const random = seededRandom(11);
    const known = new Map<string, string>();
    for (let call = 0; call < 1_000; call++) {
      const name = `n${Math.floor(random() * 20)}`;
      const value = `v${call}`;
      const seen = known.get(name);
      switch (Math.floor(random() * 6)) {
        case 0:
          put(name, value).run();
          known.set(name, value);
          break;
        case 1:
          expect(putAndTell(name, value).get()).toEqual({ name, value });
          known.set(name, value);
          break;
        case 2:
          expect(putAndTell(name, value).all()).toEqual([{ name, value }]);
          known.set(name, value);
          break;
        case 3:
          expect(rowOf(name).all()).toEqual(seen === undefined ? [] : [{ name, value: seen }]);
          break;
        default:
          expect(rowOf(name).get()?.value).toBe(seen);
      }
    }
  });
});
