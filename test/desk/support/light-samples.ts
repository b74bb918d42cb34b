import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument, PDFName, type PDFPage } from 'pdf-lib';

/** One page in so many keeps its pictures. */
const KEPT_EVERY = 12;

/**
 * Writes the sample books once more, the same to the desk in all but what it takes to look closely at them: names, covers, sizes,
 * page counts, faults and verdicts stay, and most pages of the contents are painted with two rectangles. Tests that are
 * concerned with books, and not with how they look, would draw pictures for most of their time otherwise.
 */
export async function writeLightSamples(samples: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(samples)) {
    const bytes = await readFile(join(samples, name));
    await writeFile(join(folder, name), name.endsWith('_contents.pdf') ? await lightened(bytes) : bytes);
  }
}

async function lightened(bytes: Uint8Array): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes, { updateMetadata: false });
  for (const [index, page] of document.getPages().entries()) if (index % KEPT_EVERY !== 1) paintPlainly(page, index);
  return document.save();
}

/** No two pages alike, none of them blank. */
function paintPlainly(page: PDFPage, index: number): void {
  const { width, height } = page.getSize();
  const painted = `0.93 0.9 0.86 rg 0 0 ${width} ${height} re f 0.3 0.36 0.5 rg ${width / 4 + index} ${height / 3} ${width / 3} ${height / 4} re f`;
  const { context } = page.doc;
  page.node.set(PDFName.of('Contents'), context.register(context.flateStream(painted)));
}
