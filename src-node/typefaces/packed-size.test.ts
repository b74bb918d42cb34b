import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { FACES } from '../../src-core/composition/typefaces.ts';
import { FONTS_FOLDER } from '../../test/fixtures/layout/sample-orders.ts';

/** What all faces beside Pretendard may add to an installer, in megabytes. Installers pack better than gzip does (xz: 13.6 MB). */
const MOST_MB = 20;

it('the faces beside Pretendard weigh under 20 MB packed', () => {
  const others = FACES.filter(({ file }) => !file.startsWith('Pretendard'));
  const packed = others.map(({ file }) => gzipSync(readFileSync(join(FONTS_FOLDER, file))).length);
  expect(packed.reduce((sum, bytes) => sum + bytes, 0) / 1e6).toBeLessThan(MOST_MB);
});
