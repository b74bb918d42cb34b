import { afterAll, beforeAll } from 'vitest';
import type { Preferences } from '../../../src-core/ipc/subjects/app.ts';
import type { Journey, JourneyOutcome } from '../journeys/journey.ts';
import { dropDataDir, launchStudio, type Studio } from './studio.ts';
import { wordsIn } from './words.ts';

/** A studio on an empty data folder, open while the file's tests run. Answers what takes a journey through it, without pictures. */
export function journeyStudio(
  language: 'ko' | 'en',
  theme: Preferences['theme'],
): (journey: Journey) => Promise<JourneyOutcome> {
  let studio: Studio;
  beforeAll(async () => {
    studio = await launchStudio({ preferences: { language, theme, density: 'comfortable' } });
    await studio.setContentSize(1280, 800);
  });
  afterAll(async () => {
    await studio.close();
    dropDataDir(studio.dataDir);
  });
  return (journey) => journey({ studio, words: wordsIn(language), shot: async () => undefined, say: () => undefined });
}
