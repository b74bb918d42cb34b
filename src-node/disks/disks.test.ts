import { expect, it } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import type { DiskAnswer, DiskQuestion } from './answers.ts';
import { Disks } from './disks.ts';
import { plainDisks } from './testing/plain-disks.ts';

/** Long enough for a busy computer, where something is to come. */
const PATIENT_MS = 30_000;
const SHORT_MS = 20;

/** A thread that answers when it is told to, and what it was asked, by the task. */
function played() {
  const asked: string[][] = [];
  const answers: (() => void)[] = [];
  const ask = (questions: readonly DiskQuestion[]) => {
    asked.push(
      questions.flatMap((question) => ('path' in question && question.about !== 'disk' ? [question.path] : [])),
    );
    return new Promise<{ ok: true; answer: DiskAnswer[] }>((done) =>
      answers.push(() => done({ ok: true, answer: questions.map(() => null) })),
    );
  };
  const disks = new Disks(ask, undefined, (path) => path.split('/')[0] ?? '');
  return { asked, disks, answer: (nth: number) => answers[nth]?.() };
}
const turn = () => new Promise((done) => setImmediate(() => setImmediate(done)));

it('tells what is there, what lies in a folder and where that is, and nothing of what is not there', async () => {
  const disks = plainDisks();
  const folder = import.meta.dirname;
  expect(await disks.stat(import.meta.filename, PATIENT_MS)).toMatchObject({ isFolder: false });
  expect(await disks.stat(`${import.meta.filename}.gone`, PATIENT_MS)).toBeNull();
  expect(await disks.stat(`${folder}\0`, PATIENT_MS)).toBeNull();
  expect(await disks.list(folder, PATIENT_MS)).toEqual(
    expect.arrayContaining([
      { name: 'disks.test.ts', is: 'file' },
      { name: 'testing', is: 'folder' },
    ]),
  );
  expect(await disks.list(import.meta.filename, PATIENT_MS)).toBeNull();
  expect(await disks.place(`${folder}/../disks`, PATIENT_MS)).toBe(folder);
});

it('opens a file and reads it, as it was opened, until it is closed', async () => {
  const disks = plainDisks();
  const file = await disks.open(import.meta.filename, PATIENT_MS);
  if (file === null || file === 'silent') return expect.unreachable('it is there');
  expect(Buffer.from((await file.read(7, 10)) as Uint8Array).toString()).toBe('{ expect, ');
  expect(await file.read(file.found.size, 10)).toHaveLength(0);
  expect(await file.stat()).toEqual(file.found);
  file.close();
  expect(await file.stat()).toBeNull();
  expect(await disks.open(`${import.meta.filename}.gone`, PATIENT_MS)).toBeNull();
});

it('a file whose disk opens it when nobody waits any more is closed again', async () => {
  const files: number[] = [];
  const opens: (() => void)[] = [];
  const disks = new Disks(async (questions) => {
    if (questions.some(({ about }) => about === 'open')) await new Promise<void>((done) => opens.push(done));
    for (const question of questions) if (question.about === 'close') files.push(question.file);
    return {
      ok: true,
      answer: questions.map(({ about }) => (about === 'open' ? { file: 7, found: null as never } : null)),
    };
  });
  expect(await disks.open('a', SHORT_MS)).toBe('silent');
  // A busy computer may ask the disk when its time is over.
  await expect.poll(() => opens).toHaveLength(1);
  opens[0]?.();
  await expect.poll(() => files).toEqual([7]);
});

it('what is read of a disk waits for no look at it, and asks once whether it answers', async () => {
  const asked: string[][] = [];
  const answers: (() => void)[] = [];
  const disks = new Disks(async (questions) => {
    asked.push(questions.map(({ about }) => about));
    if (questions.some(({ about }) => about === 'list')) await new Promise<void>((done) => answers.push(done));
    return {
      ok: true,
      answer: questions.map(({ about }) => (about === 'open' ? { file: 7, found: null as never } : null)),
    };
  });
  const listed = disks.list('folder', PATIENT_MS);
  await turn();
  const file = await disks.open('a', PATIENT_MS);
  if (file === null || file === 'silent') return expect.unreachable('it is opened');
  await file.read(0, 1);
  expect(asked).toEqual([['disk', 'list'], ['disk', 'open'], ['read']]);
  answers[0]?.();
  expect(await listed).toBeNull();
});

it('asks in one task what is asked in one go, and one disk by one task at a time', async () => {
  const { asked, disks, answer } = played();
  const first = disks.statAll(['a/1', 'a/2', 'b/1'], PATIENT_MS);
  await turn();
  const later = disks.statAll(['a/3', 'a/4'], PATIENT_MS);
  await turn();
  expect(asked).toEqual([['a/1', 'a/2'], ['b/1']]);
  answer(0);
  answer(1);
  expect(await first).toEqual([null, null, null]);
  await turn();
  expect(asked.slice(2)).toEqual([['a/3', 'a/4']]);
  answer(2);
  expect(await later).toEqual([null, null]);
});

it('a disk that owes an answer is asked nothing more, who would wait no longer hears so at once, and no other disk waits for it', async () => {
  const { asked, disks, answer } = played();
  expect(await disks.stat('dead/1', SHORT_MS)).toBe('silent');
  // A timer may fire a moment before its time is over by the clock.
  await delay(SHORT_MS);
  const patient = disks.stat('dead/2', PATIENT_MS);
  expect(await disks.statAll(['dead/3', 'dead/4'], SHORT_MS)).toEqual(['silent', 'silent']);
  const other = disks.stat('good/1', PATIENT_MS);
  await turn();
  expect(asked).toEqual([['dead/1'], ['good/1']]);
  answer(1);
  expect(await other).toBeNull();
  answer(0);
  await turn();
  expect(asked.slice(2)).toEqual([['dead/2']]);
  answer(2);
  expect(await patient).toBeNull();
});

it('who waits when the studio leaves waits no longer than somebody who looks on', async () => {
  const { disks, answer } = played();
  const waiting = [disks.stat('dead/1', PATIENT_MS)];
  await turn();
  disks.hurry();
  waiting.push(disks.stat('dead/2', PATIENT_MS));
  const good = disks.stat('good/1', PATIENT_MS);
  await turn();
  answer(1);
  expect(await good).toBeNull();
  expect(await Promise.all(waiting)).toEqual(['silent', 'silent']);
});

it('what waits when the disks are closed hears that nothing is known', async () => {
  const disks = new Disks(async () => ({ ok: false, reason: 'closed', detail: '' }));
  expect(await disks.stat('/a', PATIENT_MS)).toBe('silent');
});
