import { expect, it } from 'vitest';
import { filesOf, listedPairs } from '../../test/fixtures/listing-habits.ts';
import { pairFiles } from './pair-files.ts';

const LEAST_PAIRS = 200;
const LEAST_FROM_CP949 = 50;

const pairs = listedPairs();
const byHabit = new Map<string, typeof pairs>();
for (const pair of pairs) byHabit.set(pair.habit, [...(byHabit.get(pair.habit) ?? []), pair]);

it(`at least ${LEAST_PAIRS} pairs are listed, and of them ${LEAST_FROM_CP949} as CP949 is misread`, () => {
  expect(pairs.length).toBeGreaterThanOrEqual(LEAST_PAIRS);
  expect(pairs.filter(({ habit }) => habit.startsWith('CP949')).length).toBeGreaterThanOrEqual(LEAST_FROM_CP949);
});

it.each([...byHabit])('all pairs are found in a folder that is listed so: %s', (_, ofHabit) => {
  const found = pairFiles(filesOf(ofHabit)).map(({ coverFileId, contentsFileId }) => [coverFileId, contentsFileId]);
  expect(found.sort()).toEqual(ofHabit.map(({ cover, contents }) => [cover, contents]).sort());
});
