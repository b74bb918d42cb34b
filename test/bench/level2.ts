import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspectPdf } from '../../src-core/pdf/inspection/inspect-pdf.ts';
import type { InspectionResult } from '../../src-core/pdf/inspection/inspection.ts';
import { readPdfFacts } from '../../src-core/pdf/read-facts.ts';
import type { ByteSource } from '../../src-core/ports.ts';
import { inspectPdfFile } from '../../src-node/opened-file.ts';
import { nodePdfTools, openPdfFile } from '../../src-node/pdf-file.ts';
import { randomBlock } from './big-book.ts';
import { startPeer, type Spent } from './native-peers.ts';
import { areMet, cpuGoal, printGoals, spentByProcess, spentOn, type Goal } from './timing.ts';
import { writeCollageBook, writePhotoBook, type PictureRanges } from './inspected-books.ts';

const MB = 1_000_000;
const ROUNDS = 15;
const REPEATS = 5;
const WARM_UPS = 25;
const PAGES = 100;
const ALLOWED_BYTES_A_PICTURE = 4096;
const ALLOWED_MEMORY_MB = 150;
/** Files that a worker inspects one after the other before its memory is asked for. */
const FILES_A_WORKER = 6;
const MEMORY_FLAG = '--memory';

const BOOKS = {
  photos: { label: `photo book, ${PAGES} pages, 94 MB`, sizeBytes: 94 * MB, pictures: PAGES, write: writePhotoBook },
  collage: {
    label: `collages, ${PAGES} pages, 116 MB`,
    sizeBytes: 116 * MB,
    pictures: PAGES * 5,
    write: writeCollageBook,
  },
} as const;
type BookName = keyof typeof BOOKS;
const NAMES = Object.keys(BOOKS) as BookName[];

async function run(folder: string): Promise<number> {
  if (spawnSync('pdfimages', ['-v']).error !== undefined) {
    console.error('Not found: pdfimages. On Debian: apt-get install poppler-utils');
    return 2;
  }
  const pathOf = (name: BookName) => join(folder, `${name}.pdf`);
  const block = randomBlock();
  const ranges = Object.fromEntries(
    NAMES.map((name) => [
      name,
      BOOKS[name].write({ path: pathOf(name), pages: PAGES, sizeBytes: BOOKS[name].sizeBytes }, block),
    ]),
  ) as Record<BookName, PictureRanges>;
  for (let i = 0; i < WARM_UPS; i++) for (const name of NAMES) inspectPdfFile(pathOf(name));
  const mupdf = startPeer('libmupdf');
  const own: Record<BookName, Spent[]> = { photos: [], collage: [] };
  const peer: Record<BookName, Spent[]> = { photos: [], collage: [] };
  const library: Record<BookName, Spent[]> = { photos: [], collage: [] };
  // All programs on both files in every round, so that whatever else the machine does meets them alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of NAMES) {
      for (let i = 0; i < REPEATS; i++) own[name].push(await spentOn(() => check(name, inspectPdfFile(pathOf(name)))));
      peer[name].push(spentByProcess('pdfimages', ['-list', pathOf(name)]));
      if (mupdf !== null) library[name].push(await mupdf.ask('marks', pathOf(name)));
    }
  }
  mupdf?.close();
  const goals = NAMES.flatMap((name): Goal[] => {
    const { label, pictures } = BOOKS[name];
    const read = pictureBytesRead(pathOf(name), ranges[name]);
    const memoryMb = memoryOfWorkerMb(pathOf(name));
    return [
      cpuGoal(`time / pdfimages -list, ${label}`, 0.3, own[name], peer[name]),
      ...(mupdf === null ? [] : [cpuGoal(`time / libmupdf, ${label}`, 0.1, own[name], library[name])]),
      {
        what: `bytes read of pictures, ${label}`,
        goal: 1,
        measured: read / (pictures * ALLOWED_BYTES_A_PICTURE),
        detail: `${Math.round(read / pictures)} of ${ALLOWED_BYTES_A_PICTURE} allowed a picture`,
      },
      {
        what: `memory of a worker, ${label}`,
        goal: 1,
        measured: memoryMb / ALLOWED_MEMORY_MB,
        detail: `${Math.round(memoryMb)} of ${ALLOWED_MEMORY_MB} MB after ${FILES_A_WORKER} files`,
      },
    ];
  });
  print(goals);
  return areMet(goals) ? 0 : 1;
}

function check(name: BookName, result: InspectionResult): void {
  if (
    result.status !== 'inspected' ||
    result.inspection.pages.length !== PAGES ||
    result.inspection.pages.some(({ inspected, syntax }) => inspected !== 'whole' || syntax.length > 0)
  ) {
    throw new Error(`${name} was not inspected as a whole`);
  }
}

/** Bytes from within the data of pictures that level 2 reads beyond what level 1 reads for the pages. */
function pictureBytesRead(path: string, ranges: PictureRanges): number {
  const file = openPdfFile(path);
  const bytesReadBy = (work: (source: ByteSource) => unknown): number => {
    let bytes = 0;
    const read = (offset: number, length: number) => {
      for (const [start, end] of ranges) bytes += Math.max(0, Math.min(offset + length, end) - Math.max(offset, start));
      return file.read(offset, length);
    };
    work({ size: file.size, read });
    return bytes;
  };
  try {
    return (
      bytesReadBy((source) => inspectPdf(source, nodePdfTools)) -
      bytesReadBy((source) => readPdfFacts(source, nodePdfTools))
    );
  } finally {
    file.close();
  }
}

/** The largest resident size of a fresh process that inspects the file a few times. */
function memoryOfWorkerMb(path: string): number {
  const { stdout } = spawnSync(process.execPath, [fileURLToPath(import.meta.url), MEMORY_FLAG, path], {
    encoding: 'utf8',
  });
  return Number(stdout) / 1024;
}

function print(goals: readonly Goal[]): void {
  console.log(
    `\nLevel 2: everything that pages paint. CPU time, ${ROUNDS} interleaved rounds, medians; ${cpus().length} cores, Node ${process.versions.node}.`,
  );
  console.log('The inspection is timed inside this warm process, libmupdf (every mark past a device) inside its own;');
  console.log('pdfimages is timed as a process, start-up included.\n');
  printGoals(goals);
}

const [flag, path] = process.argv.slice(2);
if (flag === MEMORY_FLAG && path !== undefined) {
  for (let i = 0; i < FILES_A_WORKER; i++) inspectPdfFile(path);
  process.stdout.write(String(process.resourceUsage().maxRSS));
} else {
  const folder = mkdtempSync(join(tmpdir(), 'studio-bench-'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      rmSync(folder, { recursive: true, force: true });
      process.exit(130);
    });
  }
  let exitCode = 1;
  try {
    exitCode = await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(exitCode);
}
