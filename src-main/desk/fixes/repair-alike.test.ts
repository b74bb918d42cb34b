import { expect, it, vi } from 'vitest';
import { AppError } from '../../../src-core/desk/app-errors.ts';
import type { FixPreview } from '../../../src-core/ipc/subjects/fixes.ts';
import type { Step } from '../steps/steps.ts';
import type { FixDesk } from './fix-desk.ts';
import { AlikeRepairs } from './repair-alike.ts';

const SOLVED = { key: 'findings.page.rotated.title' };
const OTHER = { key: 'findings.page.upsideDown.title' };

/** Repairs that come out as each book says; the real ones are in `alike-repairs.test.ts`. */
function repairsOf(books: Record<string, Partial<Pick<FixPreview, 'solved' | 'added'>> | Error>) {
  const taken: string[] = [];
  const open = new Set<string>();
  const fixes: Pick<FixDesk, 'preview' | 'apply' | 'discard' | 'isOpen' | 'mayBeAmong'> = {
    isOpen: (bookId) => open.has(bookId),
    mayBeAmong: (bookId) => !bookId.startsWith('uploaded') && !(bookId.startsWith('leaves') && open.has(bookId)),
    preview: async (bookId) => {
      const one = books[bookId];
      if (one === undefined || one instanceof Error) throw one ?? new Error('no such book');
      open.add(bookId);
      return { ok: true, preview: { previewId: bookId, solved: [], added: [], ...one } as never };
    },
    apply: async (bookId): Promise<Step> => {
      if (bookId === 'gone') throw new AppError('BOOK_NOT_ALLOWED', { params: { stage: 'uploading' } });
      open.delete(bookId);
      taken.push(bookId);
      const takeBack = (): { again: null; left: number } => {
        if (bookId.startsWith('sent')) throw new AppError('BOOK_NOT_ALLOWED', { params: { stage: 'queued' } });
        taken.splice(taken.indexOf(bookId), 1);
        return { again: null, left: 0 };
      };
      return { size: 1, takeBack };
    },
    discard: vi.fn((bookId: string) => void open.delete(bookId)),
  };
  const context = { changed: () => undefined, log: { write: vi.fn() } };
  const run = () => new AlikeRepairs(fixes, context).run(Object.keys(books), 'contents', 'bakeRotation');
  return { run, taken, open, discard: fixes.discard, log: context.log.write };
}

it('takes over what solves something and brings nothing new; the rest is put away and left with its reason', async () => {
  const { run, taken, discard } = repairsOf({
    good: { solved: [SOLVED] },
    brings: { solved: [SOLVED], added: [OTHER] },
    idle: {},
    busy: new AppError('BOOK_NOT_ALLOWED', { params: { stage: 'queued' } }),
    last: { solved: [SOLVED] },
  });
  const { repaired, left } = await run();
  expect([repaired, taken]).toEqual([2, ['good', 'last']]);
  expect(left.map(({ bookId, reason }) => `${bookId} ${reason.key}`)).toEqual([
    'brings desk.fix.bringsOthers',
    'idle desk.fix.solvesNothing',
    'busy errors.BOOK_NOT_ALLOWED',
  ]);
  expect(discard).toHaveBeenCalledTimes(2);
});

it('taken back, what was sent off meanwhile stays repaired and is counted; where all was, nothing is taken back', async () => {
  const { run, taken } = repairsOf({ one: { solved: [SOLVED] }, 'sent two': { solved: [SOLVED] } });
  const { step } = await run();
  expect(await step.takeBack()).toEqual({ again: null, left: 1 });
  expect(taken).toEqual(['sent two']);
  const all = repairsOf({ 'sent one': { solved: [SOLVED] } });
  await expect((await all.run()).step.takeBack()).rejects.toMatchObject({ code: 'BOOK_NOT_ALLOWED' });
});

it('leaves what was uploaded before its turn or while it was made, and keeps no repair that nobody answers for', async () => {
  const solved = { solved: [SOLVED] };
  const { run, taken, open } = repairsOf({ 'uploaded one': solved, 'leaves two': solved, gone: solved, last: solved });
  const { left } = await run();
  expect(left.map(({ bookId, reason }) => `${bookId}: ${reason.key}`)).toEqual([
    'uploaded one: desk.fix.sentMeanwhile',
    'leaves two: desk.fix.sentMeanwhile',
    'gone: errors.BOOK_NOT_ALLOWED',
  ]);
  expect([taken, [...open]]).toEqual([['last'], []]);
});

it('ends at what nobody knows, with what was repaired until then to be taken back', async () => {
  const solved = { solved: [SOLVED] };
  const { run, taken, log } = repairsOf({ one: solved, full: new Error('ENOSPC'), three: solved });
  const { repaired, left, step } = await run();
  expect([repaired, left.map(({ reason }) => reason.key)]).toEqual([1, ['desk.fix.failed', 'desk.fix.stopped']]);
  expect(log).toHaveBeenCalledOnce();
  expect(await step.takeBack()).toEqual({ again: null, left: 0 });
  expect(taken).toEqual([]);
});
