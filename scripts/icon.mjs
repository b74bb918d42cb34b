// Draws the app's icon from its SVG, in each system's own form: `node scripts/icon.mjs` after resources/icons/icon.svg has changed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { icns, ico } from './packaging/icon-files.mjs';

const folder = resolve(import.meta.dirname, '../resources/icons');
const svg = readFileSync(join(folder, 'icon.svg'), 'utf8');
const VIEW = 'viewBox="0 0 1024 1024"';
if (!svg.includes(VIEW)) throw new Error(`icon.svg is drawn on ${VIEW}`);

/** The drawing's body is 896 units wide; `bodyPart` says how much of the picture's width it takes. */
function withBody(bodyPart) {
  const width = 896 / bodyPart;
  const start = (1024 - width) / 2;
  return Buffer.from(svg.replace(VIEW, `viewBox="${start} ${start} ${width} ${width}"`));
}

/** PNG bytes by their width in pixels. */
async function draw(drawing, widths) {
  const pictures = new Map();
  for (const width of widths) {
    const picture = sharp(drawing).resize(width, width);
    pictures.set(width, await picture.png({ compressionLevel: 9 }).toBuffer());
  }
  return pictures;
}

mkdirSync(join(folder, 'linux'), { recursive: true });
const linux = await draw(withBody(0.92), [16, 24, 32, 48, 64, 128, 256, 512]);
for (const [width, bytes] of linux) writeFileSync(join(folder, 'linux', `${width}x${width}.png`), bytes);
// Apple's grid: a body of 824 of 1024.
writeFileSync(join(folder, 'icon.icns'), icns(await draw(withBody(824 / 1024), [32, 64, 128, 256, 512, 1024])));
// On a task bar of Windows an icon fills its square.
writeFileSync(join(folder, 'icon.ico'), ico(await draw(withBody(0.98), [16, 20, 24, 32, 40, 48, 64, 256])));
