import { expect, test } from 'vitest';
import { journey } from './journeys/follow.ts';
import { journeyStudio } from './support/journey-studio.ts';

const take = journeyStudio('ko', 'dark');

test('orders of the built-in Live are held to be placed, followed to the door, copied and saved', {
  timeout: 400_000,
}, async () => {
  const { faults, figures } = await take(journey);
  expect(faults).toEqual([]);
  expect(figures).toMatchObject({ orders: 8, listCalls: 1 });
});
