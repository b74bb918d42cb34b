import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspectPdf } from '../../src-core/pdf/inspection/inspect-pdf.ts';
import type { InspectionResult } from '../../src-core/pdf/inspection/inspection.ts';
import { readPdfFacts } from '../../src-core/pdf/read-facts.ts';
import type { ByteSource } from '../../src-core/ports.ts';
import { inspectPdfFile } from '../../src-node/inspect-file.ts';
import { nodePdfTools, openPdfFile } from '../../src-node/pdf-file.ts';
import { randomBlock } from './big-book.ts';
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

interface Goal {
  readonly what: string;
  readonly goal: number;
  readonly measured: number;
  readonly detail: string;
}

function run(folder: string): number {
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
  const own: Record<BookName, number[]> = { photos: [], collage: [] };
  const peer: Record<BookName, number[]> = { photos: [], collage: [] };
  // Both programs on both files in every round, so that whatever else the machine does meets them alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of NAMES) {
      for (let i = 0; i < REPEATS; i++) own[name].push(timeMs(() => check(name, inspectPdfFile(pathOf(name)))));
      peer[name].push(
        timeMs(() =>
          spawnSync('pdfimages', ['-list', pathOf(name)], { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * MB }),
        ),
      );
    }
  }
  const goals = NAMES.flatMap((name): Goal[] => {
    const { label, pictures } = BOOKS[name];
    const read = pictureBytesRead(pathOf(name), ranges[name]);
    const memoryMb = memoryOfWorkerMb(pathOf(name));
    return [
      {
        what: `time / pdfimages -list, ${label}`,
        goal: 0.3,
        measured: median(own[name]) / median(peer[name]),
        detail: `${ms(median(own[name]))} / ${ms(median(peer[name]))}`,
      },
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
  return goals.every(({ measured, goal }) => measured <= goal) ? 0 : 1;
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
    `\nLevel 2: everything that pages paint. ${ROUNDS} interleaved rounds, medians; ${cpus().length} cores, Node ${process.versions.node}.`,
  );
  console.log('The inspection is timed inside this warm process, as the app runs it in a lasting worker;');
  console.log('pdfimages is timed as a process, start-up included, as there is no other way to run it.\n');
  const line = (what: string, measured: string, goal: string, verdict: string, detail: string) =>
    console.log(`${what.padEnd(62)}${measured.padStart(8)}${goal.padStart(9)}  ${verdict.padEnd(7)} ${detail}`);
  line('goal', 'ratio', 'at most', '', '');
  for (const { what, measured, goal, detail } of goals)
    line(what, measured.toFixed(3), goal.toFixed(2), measured <= goal ? 'met' : 'MISSED', detail);
}

function timeMs(work: () => unknown): number {
  const startedMs = performance.now();
  work();
  return performance.now() - startedMs;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}

const ms = (value: number): string => `${value.toFixed(2)} ms`;

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
    exitCode = run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  process.exit(exitCode);
}
