import { expect, test } from 'vitest';
import { journey } from './journeys/fix.ts';
import { journeyStudio } from './support/journey-studio.ts';

const take = journeyStudio('en', 'light');

test('nine books with nine faults are put in order by keys alone', { timeout: 400_000 }, async () => {
  const { faults, figures } = await take(journey);
  expect(faults).toEqual([]);
  expect(figures).toMatchObject({ faults: 9, books: 9 });
});
