import type { BookFile } from '../../../src-core/ipc/subjects/library.ts';
import { visibleSizeMm, type PdfRectangle, type PageFacts } from '../../../src-core/pdf/boxes.ts';
import type { OverprintOfFile } from '../checks/overprint-bytes.ts';
import { type Disks, ONLOOKER_MS } from '../../../src-node/disks/disks.ts';
import { awayAs } from '../files/away.ts';
import { bytesIdOf } from '../store/bytes-id.ts';
import type { FileRow } from '../store/schema.ts';

/** A file of a book as its page shows it, but for what may be done with it: what it is, and how large its pages are. */
export function fileView(
  file: FileRow,
  role: 'cover' | 'contents',
  overprint: OverprintOfFile,
  presence: BookFile['presence'],
): Omit<BookFile, 'open'> {
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
    fixes: file.fixes.map(({ fix, atMs, pages }) => ({ fix, atMs, pages })),
    presence,
  };
}

/** Whether it still lies where it was; what was known of it where its disk does not answer. */
export async function presenceOf(file: FileRow, disks: Disks): Promise<BookFile['presence']> {
  const found = await disks.stat(file.path, ONLOOKER_MS);
  if (found === 'silent') return file.presence;
  if (found?.isElsewhere === true) return 'elsewhere';
  if (found === null) {
    const [away = 'silent'] = await awayAs([file.path], disks, ONLOOKER_MS);
    return away === 'silent' ? file.presence : away;
  }
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
