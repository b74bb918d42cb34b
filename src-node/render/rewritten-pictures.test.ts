import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { printPicture } from './print-pictures.ts';
import { reducedPicture, rewrittenPicture } from './rewritten-pictures.ts';

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

const photograph = () =>
  sharp({
    create: {
      width: 640,
      height: 480,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
      background: '#888',
    },
  })
    .jpeg()
    .toBuffer();

// In Electron that search, once it is compiled, ends the process over memory which threads share (test/e2e/layout.e2e.ts).
it('what is written anew goes on as plain bytes, which are read without the search of a Buffer', async () => {
  const bytes = await photograph();
  const made = [
    await reducedPicture(bytes, 320),
    (await rewrittenPicture(bytes, { part: WHOLE, scale: 0.5, colours: 'kept', format: 'own' })).bytes,
  ];
  const search = vi.spyOn(Buffer.prototype, 'indexOf');
  try {
    for (const one of made) {
      expect(Buffer.isBuffer(one)).toBe(false);
      const { samples } = await printPicture(one, null);
      expect(samples).toMatchObject({ kind: 'jpeg', widthPx: 320, heightPx: 240 });
    }
    expect(search).not.toHaveBeenCalled();
  } finally {
    search.mockRestore();
  }
});
