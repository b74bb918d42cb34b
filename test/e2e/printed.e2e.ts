import sharp from 'sharp';
import { expect, test } from 'vitest';
import { byTurns } from '../fixtures/turns.ts';
import { printedJourney } from './journeys/printed.ts';
import { journeyStudio } from './support/journey-studio.ts';

const take = journeyStudio('ko', 'light');

/** A LAYFLAT album with spreads, and one of single pages: a run takes one of them. */
const ALBUMS = byTurns(
  [
    { theme: '사진첩', specUid: 'SQUAREBOOK_LAYFLAT_HC', pages: 28 },
    { theme: '여행앨범', specUid: 'PHOTOBOOK_A4_SC', pages: 26 },
  ] as const,
  2,
);

test('a family’s sixty photographs become albums by the calls of a partner, no head cut and none written on', {
  timeout: 600_000,
}, async () => {
  const sheets = new Map<string, Uint8Array>();
  const journey = printedJourney(ALBUMS);
  const { faults, printed = [] } = await take((context) =>
    journey({ ...context, keep: (name, jpeg) => void sheets.set(name, jpeg) }),
  );
  expect(faults).toEqual([]);
  expect(printed.map(({ pages, photographs }) => [pages, photographs])).toEqual(ALBUMS.map(({ pages }) => [pages, 60]));
  for (const { faces, bytes } of printed) {
    expect(faces).toBeGreaterThan(0);
    expect(bytes.contents).toBeLessThan(40e6);
  }
  expect([...sheets.keys()]).toEqual(ALBUMS.map(({ theme, specUid }) => `${specUid}-${theme}`));
  for (const sheet of sheets.values()) {
    const { width = 0, height = 0 } = await sharp(sheet).metadata();
    expect([width, height > 1_500]).toEqual([2_000, true]);
  }
});
