import { expect, it } from 'vitest';
import { GuessedKeys, WRONG_KEYS_PER_MINUTE } from './guessed-keys.ts';

function guessing() {
  let nowMs = 0;
  const keys = new GuessedKeys(() => nowMs);
  return { keys, pass: (ms: number) => (nowMs += ms) };
}

it('does not hear an address that was wrong too often, for a minute', () => {
  const { keys, pass } = guessing();
  for (let i = 0; i < WRONG_KEYS_PER_MINUTE; i += 1) {
    expect(keys.isHeard('a', `guess ${i}`)).toBe(true);
    keys.wasWrong('a', `guess ${i}`);
  }
  expect(keys.isHeard('a', 'another guess')).toBe(false);
  expect(keys.isHeard('b', 'another guess')).toBe(true);
  pass(60_000);
  expect(keys.isHeard('a', 'another guess')).toBe(true);
});

it('still hears a key that was good before, until it is wrong itself', () => {
  const { keys } = guessing();
  keys.wasGood('good');
  for (let i = 0; i < WRONG_KEYS_PER_MINUTE; i += 1) keys.wasWrong('a', `guess ${i}`);
  expect(keys.isHeard('a', 'good')).toBe(true);
  keys.wasWrong('a', 'good');
  expect(keys.isHeard('a', 'good')).toBe(false);
});
