// Draws the app's icon from its SVG: `node scripts/icon.mjs` after resources/icons/icon.svg has changed.
import { resolve } from 'node:path';
import sharp from 'sharp';

const folder = resolve(import.meta.dirname, '../resources/icons');

for (const sizePx of [1024, 512]) {
  const name = sizePx === 1024 ? 'icon.png' : `${sizePx}x${sizePx}.png`;
  await sharp(resolve(folder, 'icon.svg'), { density: 96 })
    .resize(sizePx, sizePx)
    .png({ compressionLevel: 9 })
    .toFile(resolve(folder, name));
}
