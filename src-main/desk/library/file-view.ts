import { statSync } from 'node:fs';
import type { BookFile } from '../../../src-core/ipc/subjects/library.ts';
import { visibleSizeMm, type PdfRectangle, type PageFacts } from '../../../src-core/pdf/boxes.ts';
import type { OverprintOfFile } from '../checks/overprint-bytes.ts';
import { bytesIdOf } from '../store/bytes-id.ts';
import type { FileRow } from '../store/schema.ts';

/** A file of a book as its page shows it: what it is, how large its pages are, and whether it still lies where it was. */
export function fileView(file: FileRow, role: 'cover' | 'contents', overprint: OverprintOfFile): BookFile {
  const [first] = file.facts?.status === 'read' ? file.facts.geometries : [];
  const size = first === undefined ? null : visibleSizeMm(first);
  return {
    fileId: file.fileId,
    bytesId: bytesIdOf(file, overprint.simulated.length > 0),
    role,
    name: file.name.normalize('NFC'),
    sizeBytes: file.sizeBytes,
    modifiedAtMs: file.modifiedAtMs,
    sha256: file.sha256,
    pdfPages: file.facts?.status === 'read' ? file.facts.pageGeometry.length : null,
    widthMm: size?.widthMm ?? null,
    heightMm: size?.heightMm ?? null,
    overprintPages: [...overprint.simulated],
    notSimulatedPages: [...overprint.notSimulated],
    boxes: first === undefined ? [] : boxesOf(first),
    fixes: file.fixes,
    presence: presenceOf(file),
  };
}

function presenceOf(file: FileRow): BookFile['presence'] {
  const found = statSync(file.path, { throwIfNoEntry: false });
  if (found === undefined) return 'missing';
  return found.size === file.sizeBytes && found.mtimeMs === file.modifiedAtMs ? 'present' : 'changed';
}

function boxesOf(page: PageFacts): BookFile['boxes'] {
  const named = [
    ['media', page.mediaBox],
    ['crop', page.cropBox],
    ['bleed', page.bleedBox],
    ['trim', page.trimBox],
    ['art', page.artBox],
  ] as const;
  return named.flatMap(([box, rectangle]) => {
    // A box is measured as the page would be if it were all there is to see.
    const size = rectangle === null ? null : sizeOf(page, rectangle);
    return size === null ? [] : [{ box, ...size }];
  });
}

const sizeOf = (page: PageFacts, rectangle: PdfRectangle) =>
  visibleSizeMm({ ...page, mediaBox: rectangle, cropBox: null });
