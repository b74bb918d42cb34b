import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SAMPLES = resolve(import.meta.dirname, '../../../resources/samples');
const SAMPLE = 'Kim & Lee wedding';

/** So many albums, pairs of PDFs as a studio drops them. Each file has bytes of its own: none is another's. */
export function writeAlbums(folder: string, count: number): void {
  mkdirSync(folder, { recursive: true });
  for (const role of ['cover', 'contents']) {
    const pdf = readFileSync(join(SAMPLES, `${SAMPLE}_${role}.pdf`));
    for (let at = 1; at <= count; at += 1)
      writeFileSync(
        join(folder, `앨범 ${String(at).padStart(3, '0')}_${role}.pdf`),
        Buffer.concat([pdf, Buffer.from(`\n%${at}`)]),
      );
  }
}
