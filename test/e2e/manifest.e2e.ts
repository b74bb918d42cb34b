import { afterAll, beforeAll, expect, test } from 'vitest';
import { journey } from './journeys/manifest.ts';
import { dropDataDir, launchStudio, type Studio } from './support/studio.ts';
import { wordsIn } from './support/words.ts';

let studio: Studio;

beforeAll(async () => {
  studio = await launchStudio({ preferences: { language: 'ko', theme: 'light', density: 'comfortable' } });
  await studio.setContentSize(1280, 800);
});

afterAll(async () => {
  await studio.close();
  dropDataDir(studio.dataDir);
});

test('a list of books is looked at, taken over, taken back, ordered, and its result mended and imported again', {
  timeout: 300_000,
}, async () => {
  const { faults, figures } = await journey({
    studio,
    words: wordsIn('ko'),
    shot: async () => undefined,
    say: () => undefined,
  });
  expect(faults).toEqual([]);
  expect(figures).toMatchObject({ lines: 5 });
});
