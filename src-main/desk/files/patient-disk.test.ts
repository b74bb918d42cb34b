import type { Stats } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { PatientDisk } from './patient-disk.ts';

const FOUND = { size: 4 } as Stats;

/** A disk that answers when it is told to, and what it was asked. */
function playedDisk() {
  const asked: string[] = [];
  let answer: (found: Stats | null) => void = () => undefined;
  const ask = (path: string) => {
    asked.push(path);
    return new Promise<Stats | null>((resolve) => (answer = resolve));
  };
  return { asked, ask, answers: (found: Stats | null) => answer(found) };
}

it('tells what is there and what is not', async () => {
  const disk = new PatientDisk();
  expect((await disk.stat(import.meta.filename)) !== null).toBe(true);
  expect(await disk.stat(`${import.meta.filename}.gone`)).toBeNull();
});

it('waits no longer than its limit, and asks nothing more until the disk has answered', async () => {
  const { asked, ask, answers } = playedDisk();
  const disk = new PatientDisk(ask, 20);
  // Asked within the second as well: four would be all the threads that there are.
  const all = ['dead/1', 'dead/2', 'dead/3', 'dead/4', 'other'].map((path) => disk.stat(path));
  expect(await Promise.all(all)).toEqual(Array(5).fill('silent'));
  expect(asked).toEqual(['dead/1']);
  answers(null);
  await delay(0);
  const next = disk.stat('other');
  await delay(0);
  answers(FOUND);
  expect(await next).toBe(FOUND);
  expect(asked).toEqual(['dead/1', 'other']);
});
