import { expect, it } from 'vitest';
import { PHOTO_FILE_NAME, photoFileName } from './photo-file-name.ts';

const MOMENT = Date.UTC(2025, 0, 5, 14, 30, 52, 123);

it('names a photo by the moment and by what it is stored as', () => {
  expect(photoFileName(MOMENT, 'image/jpeg', new Set())).toBe('photo250105143052123.JPG');
  expect(photoFileName(MOMENT, 'image/png', new Set())).toBe('photo250105143052123.PNG');
});

it('gives photos of one millisecond different names', () => {
  const taken = new Set<string>();
  for (let index = 0; index < 200; index += 1) taken.add(photoFileName(MOMENT, 'image/jpeg', taken));
  expect(taken.size).toBe(200);
  // Milliseconds that follow one another, none left out.
  expect([...taken].slice(0, 3)).toEqual([
    'photo250105143052123.JPG',
    'photo250105143052124.JPG',
    'photo250105143052125.JPG',
  ]);
  expect([...taken].every((name) => PHOTO_FILE_NAME.test(name))).toBe(true);
});
