import { expect, test } from 'vitest';
import { journey } from './journeys/hotfolder.ts';
import { journeyStudio } from './support/journey-studio.ts';

const take = journeyStudio('en', 'light');

test('albums that arrive in a hot folder are ordered up to a sum a day, and put away', {
  timeout: 400_000,
}, async () => {
  const { faults, figures } = await take(journey);
  expect(faults).toEqual([]);
  expect(figures).toMatchObject({ albums: 5, ordered: 3 });
});
