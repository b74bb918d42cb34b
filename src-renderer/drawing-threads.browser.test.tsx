import { afterEach, expect, test } from 'vitest';
import { libraryRows } from '../test/renderer/data/library.ts';
import { makeThumbnail } from './features/pages/thumbnails.ts';
import { hide, show } from './testing/shown-app.tsx';

const { Worker: RealWorker } = window;
let begun = 0;

class CountedWorker extends RealWorker {
  constructor(...given: ConstructorParameters<typeof Worker>) {
    super(...given);
    begun += 1;
  }
}

afterEach(async () => {
  Object.assign(window, { Worker: RealWorker });
  await hide();
});

test('small covers are drawn in two threads, however many there are', async () => {
  // The queue draws no covers, and opens no book.
  await show({ query: 'scenario=full&rows=20', section: 'queue' });
  Object.assign(window, { Worker: CountedWorker });
  const covers = [...new Set(libraryRows(0, 20).flatMap(({ coverBytesId }) => coverBytesId ?? []))].slice(0, 6);
  expect(covers.length).toBeGreaterThan(4);
  const { signal } = new AbortController();
  const drawn = await Promise.all(covers.map((bytesId) => makeThumbnail(bytesId, signal)));
  expect(drawn).not.toContain(null);
  expect(begun).toBeGreaterThan(0);
  expect(begun).toBeLessThanOrEqual(2);
});
