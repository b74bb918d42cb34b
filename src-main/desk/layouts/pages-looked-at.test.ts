import { expect, it } from 'vitest';
import { PagesLookedAt } from './pages-looked-at.ts';
import type { PicturePool } from './picture-pool.ts';
import type { LookedAt } from './tasks.ts';

const answered = (page: number): LookedAt => ({ ok: false, reason: { key: 'x', params: { page } } });
/** Threads that are lost over a page, or answer its number. */
function poolLostOver(lost: number | null) {
  const asked: number[][] = [];
  const run = async ({ pages }: { readonly pages: readonly number[] }) => {
    asked.push([...pages]);
    return lost !== null && pages.includes(lost) ? null : pages.map(answered);
  };
  return { asked, pool: { run } as unknown as Pick<PicturePool, 'run'> };
}
const all = (pages: number) => Array.from({ length: pages }, (_, index) => index + 1);

it.each([1, 16, 40])('all %i pages of a file are looked at, each once and with its neighbours', async (pages) => {
  const { asked, pool } = poolLostOver(null);
  const looked = new PagesLookedAt(pool, 'folder', 'party');
  const answers = await Promise.all(all(pages).map((page) => looked.look({ path: 'a.pdf', page, pages })));
  expect(answers).toEqual(all(pages).map(answered));
  expect(asked.flat()).toEqual(all(pages));
  expect(asked.length).toBe(Math.ceil(pages / 16));
});

it('a page that takes its thread along costs no other', async () => {
  const { pool } = poolLostOver(5);
  const looked = new PagesLookedAt(pool, 'folder', 'party');
  const answers = await Promise.all(all(20).map((page) => looked.look({ path: 'a.pdf', page, pages: 20 })));
  expect(answers).toEqual(all(20).map((page) => (page === 5 ? null : answered(page))));
});
