import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { degrees, type PDFPage } from 'pdf-lib';
import type { PdfKind } from '../../../src-core/contract/books.ts';
import type { FixName } from '../../../src-core/preflight/finding.ts';
import { bytesOf, goodBook, type EditableBook } from '../../fixtures/preflight/good-book.ts';
import { IMAGE_MUTATIONS } from '../../fixtures/preflight/mutations/images.ts';
import { specNamed } from '../../fixtures/catalogue.ts';
import { mmToPoints } from '../../../src-core/units.ts';

const SPEC = 'SQUAREBOOK_SC';
const PAGES = 24;

export interface Fault {
  readonly title: string;
  readonly kind: PdfKind;
  /** What is written in place of the good file; null where it is not there at all. */
  readonly spoilt: Uint8Array | null;
  readonly good: Uint8Array;
  /** The repair of ours that mends it; null where the designer exports again. */
  readonly fix: FixName | null;
}

type Change = (book: EditableBook) => void | Promise<void>;

/** Nine customers' books, each with one fault of another kind. */
export const nineFaults = (): Promise<readonly Fault[]> =>
  Promise.all([
    changed('좁은 표지', 'cover', null, ({ pages }) => pages.forEach((page) => widen(page, -8))),
    changed('다른 판형', 'contents', null, ({ pages }) => pages.forEach((page) => widen(page, 30))),
    changed('흐린 사진', 'contents', null, coarse),
    changed('뒤집힌 쪽', 'contents', 'turnUpright', ({ pages }) =>
      pages.forEach((page) => page.setRotation(degrees(180))),
    ),
    changed('모자란 쪽', 'contents', 'addBlankPages', ({ document }) => document.removePage(PAGES - 1)),
    rewritten('잘린 파일', 'contents', null, (bytes) => bytes.slice(0, bytes.length >> 1)),
    rewritten('압축 파일', 'contents', null, () => Buffer.from('PK\u0003\u0004 a zip under another name')),
    rewritten('앞에 붙은 글', 'contents', 'dropLeadingBytes', (bytes) => Buffer.concat([HEAD, bytes])),
    rewritten('없는 표지', 'cover', null, () => null),
  ]);

async function changed(title: string, kind: PdfKind, fix: FixName | null, change: Change): Promise<Fault> {
  const spoilt = await made(kind, title);
  await change(spoilt);
  return { title, kind, fix, good: await bytesOf(await made(kind, title)), spoilt: await bytesOf(spoilt) };
}

async function rewritten(
  title: string,
  kind: PdfKind,
  fix: FixName | null,
  write: (good: Uint8Array) => Uint8Array | null,
): Promise<Fault> {
  const good = await bytesOf(await made(kind, title));
  return { title, kind, fix, good, spoilt: write(good) };
}

/** As a mail gateway leaves it before a file. */
const HEAD = Buffer.from('Content-Type: application/pdf\r\n\r\n');

/** The folder as the customers send it: every book with a good other half. */
export async function writeFaults(folder: string, faults: readonly Fault[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const { title, kind, spoilt } of faults) {
    const other: PdfKind = kind === 'cover' ? 'contents' : 'cover';
    writeFileSync(join(folder, `${title}_${other}.pdf`), await bytesOf(await made(other, title)));
    if (spoilt !== null) writeFileSync(join(folder, `${title}_${kind}.pdf`), spoilt);
  }
}

/** As layout programs export: beside it first, then in its place. */
export function exportAgain(folder: string, { title, kind, good }: Fault): void {
  const place = join(folder, `${title}_${kind}.pdf`);
  writeFileSync(`${place}.part`, good);
  renameSync(`${place}.part`, place);
}

/** Its bytes are its own: the same twice would be a fault of another kind. */
async function made(kind: PdfKind, title: string): Promise<EditableBook> {
  const editable = await goodBook({ spec: specNamed(SPEC), kind, pageCount: PAGES, photoEvery: 12 });
  editable.document.setTitle(title);
  return editable;
}

function widen(page: PDFPage, byMm: number): void {
  const { width, height } = page.getSize();
  page.setSize(width + mmToPoints(byMm), height);
}

const coarse: Change = async (book) => {
  const mutation = IMAGE_MUTATIONS.find(({ name }) => name === 'a photo at 96 ppi');
  if (mutation?.change === undefined) throw new Error('no mutation makes photos coarse');
  await mutation.change(book);
};
