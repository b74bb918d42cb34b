import { expect, test } from 'vitest';
import { toneOf } from './headline-words.ts';

const found = { key: 'library.found' } as const;

test('what was found in a book after it was sent is no good news', () => {
  const sent = { verdict: 'accepted', stage: 'uploaded' } as const;
  expect(toneOf({ ...sent, headline: null })).toBe('done');
  expect(toneOf({ ...sent, headline: found })).toBe('look');
});

test('where a book is says more than what its check said', () => {
  expect(toneOf({ verdict: 'warning', stage: 'ordered', headline: null })).toBe('done');
  expect(toneOf({ verdict: 'warning', stage: 'uploading', headline: null })).toBe('busy');
  expect(toneOf({ verdict: 'warning', stage: 'ready', headline: found })).toBe('look');
  expect(toneOf({ verdict: 'refused', stage: 'blocked', headline: found })).toBe('refused');
  expect(toneOf({ verdict: 'accepted', stage: 'ready', headline: null })).toBeUndefined();
});
