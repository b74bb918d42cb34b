import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

// A process that takes itself for Electron on Linux, where the picture library is its WebAssembly build: pictures are written anew, then the
// library is given back all of its memory that nobody holds, and writes another one. Prints of how many the bytes are others by then.

Object.defineProperty(process.versions, 'electron', { value: '33.0.0' });
const { pictureLibrary } = await import('../picture-library.ts');
const { reducedPicture } = await import('../rewritten-pictures.ts');

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(Uint8Array.from(bytes)).digest('hex');
const collect = () => (globalThis as unknown as { gc: () => void }).gc();

const sharp = await pictureLibrary();
const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const photograph = await sharp({ create: { width: 1_200, height: 900, channels: 3, noise, background: '#888' } })
  .jpeg()
  .toBuffer();
const plain = Uint8Array.from(photograph);
const kept: { readonly bytes: Uint8Array; readonly hash: string }[] = [];
for (let number = 0; number < 12; number += 1) {
  const bytes = await reducedPicture(plain, 500 + 20 * number);
  kept.push({ bytes, hash: hashOf(bytes) });
}
collect();
await wait(50);
await reducedPicture(plain, 480);
const changed = kept.filter(({ bytes, hash }) => hashOf(bytes) !== hash).length;
const shared = kept.filter(({ bytes }) => !(bytes.buffer instanceof ArrayBuffer)).length;
process.stdout.write(
  JSON.stringify({ isWebAssembly: 'emscripten' in sharp.versions, pictures: kept.length, changed, shared }),
);
