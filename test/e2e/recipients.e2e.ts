import { afterAll, beforeAll, expect, test } from 'vitest';
import { journey } from './journeys/recipients.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

let studio: Studio;

beforeAll(async () => {
  studio = await launchStudio({ preferences: { language: 'en', theme: 'light', density: 'comfortable' } });
  await studio.setContentSize(1280, 800);
});

afterAll(async () => {
  await studio.close();
  dropDataDir(studio.dataDir);
});

test('books are given to recipients, ordered as one order each, and one is taken out of its order', {
  timeout: 300_000,
}, async () => {
  const { faults, books, figures } = await journey({
    studio,
    words: wordsIn('en'),
    shot: async () => undefined,
    say: () => undefined,
  });
  expect(faults).toEqual([]);
  expect(figures).toMatchObject({ orders: 3 });
  expect(books.filter(({ orderUid }) => orderUid !== null)).toHaveLength(7);
});

test('the studio that is opened again knows whom everything goes to', { timeout: 300_000 }, async () => {
  const before = await studio.call('recipients.list', {});
  await studio.close();
  studio = await launchStudio({ dataDir: studio.dataDir });
  await studio.until(({ phase }) => phase === 'ready');
  expect(await studio.call('recipients.list', {})).toEqual(before);
  const rows = (await studio.call('library.changes', { since: null })).rows;
  expect(rows.filter(({ recipients }) => recipients.length === 1)).toHaveLength(4);
});
