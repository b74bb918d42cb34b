import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPdfFacts } from '../../src-core/pdf/read-facts.ts';
import type { PdfFacts } from '../../src-core/pdf/read-facts.ts';
import { nodePdfTools, openPdfFile } from '../../src-node/pdf-file.ts';
import { SOUND_FORMS, rawBook } from '../fixtures/pdf/raw-books.ts';
import { randomBlock, writeBigBook } from './big-book.ts';
import { startPeer, type NativePeer, type PeerName, type Spent } from './native-peers.ts';
import { areMet, cpuGoal, medianOf, printGoals, ms, spentByProcess, spentOn, type Goal } from './timing.ts';

const MB = 1_000_000;
const ROUNDS = 15;
/** Repetitions of the reader and of the libraries in a round; the fastest-moving figures need them most. */
const REPEATS = 5;
const WARM_UPS = 60;
const XREF_ENTRY_BYTES = 20;
const OBJECTS_PER_PAGE = 3.1;
const SMALL_FILES = 1_000;
const MOST_PAGES_OF_SMALL = 24;
/** A trailer and a part of the table before it. */
const LOST_BYTES = 1500;

const BOOKS = {
  p24: { pages: 24, sizeBytes: 86 * MB },
  p100: { pages: 100, sizeBytes: 460 * MB },
  small: { pages: 100, sizeBytes: 10 * MB },
  p200: { pages: 200, sizeBytes: 450 * MB },
  p5000: { pages: 5_000, sizeBytes: 50 * MB },
  cut: { pages: 100, sizeBytes: 94 * MB },
} as const;
type BookName = keyof typeof BOOKS;
const NAMES = Object.keys(BOOKS) as BookName[];

const PROCESSES = {
  mutool: (path: string) => ['mutool', ['pages', path]] as const,
  pdfinfo: (path: string, pages: number) => ['pdfinfo', ['-box', '-l', String(pages), path]] as const,
};
type ProcessName = keyof typeof PROCESSES;

type Samples = Record<BookName, Spent[]>;
const noSamples = (): Samples => ({ p24: [], p100: [], small: [], p200: [], p5000: [], cut: [] });

interface Measured {
  readonly own: Samples;
  readonly libraries: ReadonlyMap<PeerName, Samples>;
  readonly processes: Record<ProcessName, Samples>;
}

const folder = mkdtempSync(join(tmpdir(), 'studio-bench-'));
const pathOf = (name: BookName) => join(folder, `${name}.pdf`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    rmSync(folder, { recursive: true, force: true });
    process.exit(130);
  });
}

async function run(): Promise<number> {
  const missing = (Object.keys(PROCESSES) as ProcessName[]).filter((name) => spawnSync(name, ['-v']).error);
  if (missing.length > 0) {
    console.error(`Not found: ${missing.join(', ')}. On Debian: apt-get install mupdf-tools poppler-utils`);
    return 2;
  }
  const libraries = (['libmupdf', 'libpoppler'] as const).flatMap((name) => startPeer(name) ?? []);
  writeBooks();
  const smallFiles = writeSmallFiles();
  const measured = await measure(libraries);
  const goals = [
    ...libraryGoals(measured),
    ...processGoals(measured),
    ...(await smallFileGoals(smallFiles, libraries)),
    ...costGoals(),
  ];
  for (const library of libraries) library.close();
  print(measured, goals);
  return areMet(goals) ? 0 : 1;
}

function writeBooks(): void {
  const block = randomBlock();
  for (const name of NAMES) writeBigBook(pathOf(name), BOOKS[name].pages, BOOKS[name].sizeBytes, block);
  truncateSync(pathOf('cut'), statSync(pathOf('cut')).size - LOST_BYTES);
}

/** All sound forms of a PDF by turns, of one page to twenty-four. */
function writeSmallFiles(): string[] {
  return Array.from({ length: SMALL_FILES }, (_, index) => {
    const path = join(folder, `small-${index}.pdf`);
    const form = SOUND_FORMS[index % SOUND_FORMS.length] as (typeof SOUND_FORMS)[number];
    writeFileSync(path, rawBook(form, 1 + (index % MOST_PAGES_OF_SMALL)));
    return path;
  });
}

function read(path: string): PdfFacts {
  const source = openPdfFile(path);
  try {
    return readPdfFacts(source, nodePdfTools);
  } finally {
    source.close();
  }
}

function readBook(name: BookName): void {
  const facts = read(pathOf(name));
  const isSound = facts.damage.length === 0 || name === 'cut';
  if (facts.status !== 'read' || facts.pageCount !== BOOKS[name].pages || !isSound)
    throw new Error(`${name} was not read: ${JSON.stringify({ ...facts, pages: undefined })}`);
}

/** All readers on all files in every round, so that whatever else the machine does meets them alike. */
async function measure(libraries: readonly NativePeer[]): Promise<Measured> {
  const own = noSamples();
  const ofLibraries = new Map(libraries.map(({ name }) => [name, noSamples()]));
  const processes: Record<ProcessName, Samples> = { mutool: noSamples(), pdfinfo: noSamples() };
  for (let i = 0; i < WARM_UPS; i++) for (const name of NAMES) if (name !== 'p5000' || i % 10 === 0) readBook(name);
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of NAMES) {
      for (let i = 0; i < REPEATS; i++) own[name].push(await spentOn(() => readBook(name)));
      for (const library of libraries) {
        // This one does not find the pages of a file whose table is lost.
        if (name === 'cut' && library.name === 'libpoppler') continue;
        for (let i = 0; i < REPEATS; i++) {
          const spent = await library.ask('pages', pathOf(name));
          if (spent.count !== BOOKS[name].pages) throw new Error(`${library.name} counts ${spent.count} in ${name}`);
          ofLibraries.get(library.name)?.[name].push(spent);
        }
      }
      // A table that was lost is looked for by libraries only: what a program prints of it is another thing.
      if (name === 'cut') continue;
      for (const peer of Object.keys(PROCESSES) as ProcessName[]) {
        const [command, args] = PROCESSES[peer](pathOf(name), BOOKS[name].pages);
        processes[peer][name].push(spentByProcess(command, args));
      }
    }
  }
  return { own, libraries: ofLibraries, processes };
}

function libraryGoals({ own, libraries }: Measured): Goal[] {
  const mupdf = libraries.get('libmupdf');
  const poppler = libraries.get('libpoppler');
  const against = (peer: string, samples: Samples, name: BookName, goal: number) =>
    cpuGoal(`time / ${peer}, ${labelOf(name)}`, goal, own[name], samples[name]);
  return [
    ...(mupdf === undefined
      ? []
      : [
          against('libmupdf', mupdf, 'p24', 0.75),
          against('libmupdf', mupdf, 'p100', 0.75),
          against('libmupdf', mupdf, 'p200', 0.75),
          against('libmupdf', mupdf, 'p5000', 0.75),
          against('libmupdf', mupdf, 'cut', 0.8),
        ]),
    ...(poppler === undefined
      ? []
      : [against('libpoppler', poppler, 'p24', 0.6), against('libpoppler', poppler, 'p200', 0.6)]),
  ];
}

function processGoals({ own, processes }: Measured): Goal[] {
  const against = (peer: ProcessName, name: BookName, goal: number) =>
    cpuGoal(`time / ${peer}, ${labelOf(name)}`, goal, own[name], processes[peer][name]);
  const ratio = (what: string, above: BookName, below: BookName, goal: number) =>
    cpuGoal(what, goal, own[above], own[below]);
  return [
    against('mutool', 'p200', 0.25),
    against('pdfinfo', 'p200', 0.15),
    against('mutool', 'p100', 0.25),
    against('pdfinfo', 'p100', 0.15),
    against('mutool', 'p5000', 0.5),
    against('pdfinfo', 'p5000', 0.5),
    ratio('time of 200 pages / 100 pages', 'p200', 'p100', 2.3),
    ratio('time of 460 MB / 10 MB', 'p100', 'small', 1.3),
  ];
}

async function smallFileGoals(paths: readonly string[], libraries: readonly NativePeer[]): Promise<Goal[]> {
  const mupdf = libraries.find(({ name }) => name === 'libmupdf');
  if (mupdf === undefined) return [];
  const readAll = () => {
    for (const path of paths) if (read(path).status !== 'read') throw new Error(`${path} was not read`);
  };
  readAll();
  const own: Spent[] = [];
  const theirs: Spent[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    own.push(await spentOn(readAll));
    let [cpuMs, wallMs] = [0, 0];
    for (const path of paths) {
      const spent = await mupdf.ask('pages', path);
      cpuMs += spent.cpuMs;
      wallMs += spent.wallMs;
    }
    theirs.push({ cpuMs, wallMs });
  }
  return [cpuGoal(`time / libmupdf, ${SMALL_FILES} small files of every form`, 0.8, own, theirs)];
}

/** Bytes and reads against what the design allows, as a part of it. */
function costGoals(): Goal[] {
  const sound = NAMES.filter((name) => name !== 'cut').flatMap((name): Goal[] => {
    const { pages } = BOOKS[name];
    const facts = read(pathOf(name));
    const allowedBytes = 8192 * pages + pages * OBJECTS_PER_PAGE * XREF_ENTRY_BYTES + 64 * 1024;
    return [
      {
        what: `bytes read, ${labelOf(name)}`,
        goal: 1,
        measured: facts.bytesRead / allowedBytes,
        detail: `${kb(facts.bytesRead)} of ${kb(allowedBytes)} allowed`,
      },
      {
        what: `reads, ${labelOf(name)}`,
        goal: 1,
        measured: facts.reads / (pages + 10),
        detail: `${facts.reads} of ${pages + 10} allowed`,
      },
    ];
  });
  const cut = read(pathOf('cut'));
  return [
    ...sound,
    {
      what: `bytes read, ${labelOf('cut')}`,
      goal: 0.05,
      measured: cut.bytesRead / cut.sizeBytes,
      detail: `${kb(cut.bytesRead)}, ${cut.reads} reads`,
    },
  ];
}

function print({ own, libraries, processes }: Measured, goals: readonly Goal[]): void {
  console.log(
    `Level 1: pages and boxes. CPU time, ${ROUNDS} interleaved rounds, medians; ${cpus().length} cores, Node ${process.versions.node}.`,
  );
  console.log('The reader is timed inside this warm process, the libraries inside theirs, open and close included;');
  console.log('mutool and pdfinfo are timed as processes, start-up included.\n');
  const columns = [['reader', own], ...libraries, ...Object.entries(processes)] as readonly (readonly [
    string,
    Samples,
  ])[];
  const row = (...cells: string[]) =>
    console.log(cells.map((cell, i) => (i === 0 ? cell.padEnd(34) : cell.padStart(13))).join(''));
  row('file', ...columns.map(([name]) => name));
  for (const name of NAMES)
    row(
      labelOf(name),
      ...columns.map(([, samples]) => (samples[name].length === 0 ? '' : ms(medianOf(samples[name]).cpuMs))),
    );
  console.log('');
  printGoals(goals);
}

const labelOf = (name: BookName): string =>
  `${BOOKS[name].pages} pages, ${BOOKS[name].sizeBytes / MB} MB${name === 'cut' ? ', no trailer' : ''}`;

const kb = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;

let exitCode = 1;
try {
  exitCode = await run();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(exitCode);
