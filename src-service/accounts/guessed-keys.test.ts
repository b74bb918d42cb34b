import { expect, it } from 'vitest';
import { GuessedKeys } from './guessed-keys.ts';

function guessing() {
  let nowMs = 1;
  const keys = new GuessedKeys(() => nowMs);
  const guess = (address: string, times: number) => {
    for (let turn = 0; turn < times; turn += 1) keys.wasWrong(address, `guess ${turn}`);
  };
  return { keys, guess, pass: (ms: number) => (nowMs += ms) };
}

it('hears an address until its tenth wrong key, and again a minute after the first', () => {
  const { keys, guess, pass } = guessing();
  guess('a', 9);
  pass(40_000);
  expect(keys.isHeard('a', 'another guess')).toBe(true);
  guess('a', 1);
  expect(keys.isHeard('a', 'another guess')).toBe(false);
  expect(keys.isHeard('b', 'another guess')).toBe(true);
  pass(20_000);
  expect(keys.isHeard('a', 'another guess')).toBe(false);
  pass(1);
  expect(keys.isHeard('a', 'another guess')).toBe(true);
  guess('a', 9);
  expect(keys.isHeard('a', 'another guess')).toBe(true);
});

it('still hears a key that was good before, until it is wrong itself', () => {
  const { keys, guess } = guessing();
  keys.wasGood('good');
  guess('a', 10);
  expect(keys.isHeard('a', 'good')).toBe(true);
  keys.wasWrong('a', 'good');
  expect(keys.isHeard('a', 'good')).toBe(false);
});

it('remembers so many addresses and keys; the ones longest unseen make room', () => {
  const { keys, guess } = guessing();
  keys.wasGood('good');
  guess('a', 10);
  for (let turn = 1; turn < 20_000; turn += 1) {
    keys.wasGood(`good ${turn}`);
    guess(`b ${turn}`, 1);
  }
  expect([keys.isHeard('a', 'unknown'), keys.isHeard('a', 'good')]).toEqual([false, true]);
  guess('c', 10);
  keys.wasGood('one more');
  guess('c', 1);
  // Asked for last, address `a` stays; the key was not.
  expect([keys.isHeard('a', 'unknown'), keys.isHeard('a', 'good'), keys.isHeard('c', 'good 1')]).toEqual([
    false,
    false,
    true,
  ]);
});
