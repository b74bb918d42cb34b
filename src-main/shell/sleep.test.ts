import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { Sleep } from './sleep.ts';

let isBusy: boolean;
let events: string[];
let heard: Record<'suspend' | 'resume', () => void>;
let sleep: Sleep;
beforeEach(() => {
  isBusy = false;
  events = [];
  heard = { suspend: () => undefined, resume: () => undefined };
  sleep = new Sleep({
    port: {
      onSuspend: (listener) => void (heard.suspend = listener),
      onResume: (listener) => void (heard.resume = listener),
      keepAwake: () => {
        events.push('keep awake');
        return () => void events.push('let go');
      },
    },
    isBusy: () => isBusy,
    wake: () => void events.push('wake'),
    note: () => undefined,
  });
});

const looked = async () => {
  sleep.mayHaveChanged();
  await setImmediate();
};

test('the computer is kept awake once while something is sent, and let go when nothing is', async () => {
  await looked();
  expect(events).toEqual([]);
  isBusy = true;
  sleep.mayHaveChanged();
  await looked();
  expect([events, sleep.keepsAwake]).toEqual([['keep awake'], true]);
  isBusy = false;
  sleep.mayHaveChanged();
  await looked();
  expect([events, sleep.keepsAwake]).toEqual([['keep awake', 'let go'], false]);
  isBusy = true;
  await looked();
  expect(events.at(-1)).toBe('keep awake');
});

test('a studio that closes while something is sent lets go', async () => {
  isBusy = true;
  await looked();
  sleep.close();
  await looked();
  expect(events).toEqual(['keep awake', 'let go']);
});

test('the desk looks around after every sleep, and not before one', () => {
  heard.suspend();
  expect(events).toEqual([]);
  heard.resume();
  heard.suspend();
  heard.resume();
  expect(events).toEqual(['wake', 'wake']);
});

test('between two files of a queue the computer is not let go', async () => {
  isBusy = true;
  await looked();
  isBusy = false;
  sleep.mayHaveChanged();
  isBusy = true;
  await setImmediate();
  expect(events).toEqual(['keep awake']);
});
