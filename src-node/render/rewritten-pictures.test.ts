import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { WHOLE } from '../../src-core/composition/embedded-parts.ts';
import { pictureLibrary } from './picture-library.ts';
import { rewrittenPicture } from './rewritten-pictures.ts';

const probe = join(import.meta.dirname, 'testing/electron-pictures.ts');

it('what is written anew in Electron stays what it was, in memory of its own', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '--expose-gc', probe]);
  expect(JSON.parse(stdout)).toEqual({
    isWebAssembly: process.platform === 'linux',
    pictures: 12,
    changed: 0,
    shared: 0,
  });
});

it('a picture of 16 bits a sample is translated to sRGB by its profile, as one of 8 is', async () => {
  const sharp = await pictureLibrary();
  for (const space of ['srgb', 'rgb16'] as const) {
    const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c82828' } })
      .toColourspace(space)
      .withIccProfile('p3')
      .png()
      .toBuffer();
    expect(await sharp(png).metadata()).toMatchObject({ space, hasProfile: true });
    const { bytes } = await rewrittenPicture(png, { part: WHOLE, scale: 1, colours: 'sRGB', format: 'own' });
    expect((await sharp(bytes).metadata()).hasProfile).toBe(false);
    const [red = 0, green = 0, blue = 0] = await sharp(bytes).raw().toBuffer();
    for (const [seen, wanted] of [
      [red, 0xc8],
      [green, 0x28],
      [blue, 0x28],
    ] as const)
      expect(Math.abs(seen - wanted)).toBeLessThan(3);
  }
});
