import { expect, it } from 'vitest';
import { foldersAbove } from './folders-above.ts';

it.each([
  ['/home/jobs/Lee/album/cover.pdf', ['album'], ['home', 'jobs', 'Lee']],
  ['D:\\jobs\\Lee\\album\\cover.pdf', ['Lee', 'album'], ['jobs']],
  ['/album/cover.pdf', ['album'], []],
  ['/home/studio/repaired/cover.pdf', ['Lee', 'album'], null],
  ['cover.pdf', ['Lee'], null],
])('the folders above the dropped one are those of the file’s own path: %s', (path, folder, above) => {
  expect(foldersAbove(path, folder)).toEqual(above);
});
