import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { SURE_FACE, type FoundFace } from '../../src-core/faces/find-faces.ts';
import { facesOfPicture } from '../../test/fixtures/faces/faces-of-picture.ts';
import { openFaceNet } from './picture-faces.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const net = await openFaceNet(join(ROOT, 'resources/faces'));
/** Photographs that belong to everybody: test/fixtures/faces/README.md. */
const photograph = (name: string) => join(ROOT, `test/fixtures/faces/${name}.png`);
const surely = (faces: readonly FoundFace[]) => faces.filter(({ score }) => score >= SURE_FACE);

describe('the face finder', () => {
  it('is made of the files whose faces were counted', () => {
    const made = readFileSync(join(ROOT, 'scripts/face-net.mjs'), 'utf8');
    for (const file of ['blazeface.json', 'blazeface.bin']) {
      const sha256 = createHash('sha256').update(readFileSync(join(ROOT, 'resources/faces', file)));
      expect(made).toContain(`'${file}': '${sha256.digest('hex')}'`);
    }
  });

  // Pictures without loss: what decodes a JPEG may differ by a shade from machine to machine.
  it('gives the numbers that are written here', async () => {
    expect(await facesOfPicture(net, photograph('astronaut'))).toEqual([
      { x: 0.3354, y: 0.1441, width: 0.2062, height: 0.2062, score: 0.8809 },
    ]);
  });

  it('takes a cat for somebody, and is not sure of anything about a launch', async () => {
    expect(surely(await facesOfPicture(net, photograph('chelsea')))).toHaveLength(1);
    expect(surely(await facesOfPicture(net, photograph('rocket')))).toEqual([]);
  });

  it('is sure of a face in a cup, which is known (docs/decisions/0053)', async () => {
    expect(surely(await facesOfPicture(net, photograph('coffee')))).toHaveLength(1);
  });

  it('finds the same face in a picture that its EXIF turns, in a large one, in a grey, a transparent and a CMYK one', async () => {
    const upright = sharp(photograph('astronaut'));
    const copies = {
      turned: await sharp(await upright.clone().rotate(90).toBuffer())
        .withMetadata({ orientation: 8 })
        .jpeg({ quality: 95 })
        .toBuffer(),
      large: await upright.clone().resize(2000).jpeg({ quality: 95 }).toBuffer(),
      grey: await upright.clone().greyscale().png().toBuffer(),
      transparent: await upright.clone().ensureAlpha(0.9).png().toBuffer(),
      deep: await upright.clone().toColourspace('rgb16').png().toBuffer(),
      cmyk: await upright.clone().toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
    };
    for (const [what, bytes] of Object.entries(copies)) {
      const [face, ...others] = surely(await facesOfPicture(net, bytes));
      expect(others, what).toEqual([]);
      expect(face?.x, what).toBeCloseTo(0.335, 1);
      expect(face?.y, what).toBeCloseTo(0.144, 1);
      expect(face?.width, what).toBeCloseTo(0.206, 1);
    }
  });

  it('rejects what is no picture, and a folder without the network', async () => {
    await expect(facesOfPicture(net, Buffer.from('no picture'))).rejects.toThrow();
    await expect(openFaceNet(join(ROOT, 'resources/icons'))).rejects.toThrow();
  });
});
