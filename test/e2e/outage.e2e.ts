import { expect, test } from 'vitest';
import { journey } from './journeys/outage.ts';
import { journeyStudio } from './support/journey-studio.ts';

const take = journeyStudio('en', 'light');

test('a print house that dies under a running queue and comes back: all goes on by itself, nothing is counted or sent twice', {
  timeout: 400_000,
}, async () => {
  const { faults, figures } = await take(journey);
  expect(faults).toEqual([]);
  expect(figures).toMatchObject({ albums: 40, atService: 40 });
});
